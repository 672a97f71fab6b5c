//! The `interventions` of a scenario (SPEC 11): decisions that a person takes, and options of the FTL that are others from a
//! request on.
//!
//! An option can change in the middle of a run if nothing that lies on flash or in a table has to be laid out again
//! for it: not how many log blocks or CMT entries there are, nor which frontiers. An intervention that changes
//! nothing is left out: so one run has one canonical text, and one hash.

use ftl::{OptionSet, Scheme};
use options::Value;

use super::document::Scenario;
use super::document::options::{self as given, FtlOptions};
use super::document::overrides::{Change, Intervention, Override};
use super::problem::{Checked, Problem};
use super::{Setup, canonical, scheme};
use crate::json;

/// The scheme has other options from a request on.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionsChange {
    /// The first request under them.
    pub request: u32,
    /// The scheme with all its options from here on.
    pub scheme: Scheme,
    /// Those that differ from before; at least one.
    pub options: Vec<OptionSet>,
}

impl OptionsChange {
    /// As a scenario gives it.
    fn set(&self) -> FtlOptions {
        let mut values = self.scheme.write();
        values.retain(|name| self.options.iter().any(|set| set.option == name));
        FtlOptions(values)
    }
}

impl Setup {
    /// The changes right before a request.
    pub fn change_at(&self, request: u32) -> Option<&OptionsChange> {
        let at = self.changes.binary_search_by_key(&request, |c| c.request);
        at.ok().map(|at| &self.changes[at])
    }

    /// All interventions as the canonical scenario has them: what changes, then what is chosen, each by request.
    pub fn overrides(&self) -> Vec<Override> {
        let mut all = Vec::new();
        all.extend(self.changes.iter().map(|change| {
            Override::Change(Box::new(Change {
                request: change.request,
                set: change.set(),
            }))
        }));
        let choices = self.interventions.iter().copied();
        all.extend(choices.map(Override::Choice));
        all
    }

    /// The decisions of a request that are overridden: which, and what is chosen.
    pub fn choices_of(&self, request: u32) -> Vec<(u32, u32)> {
        // They ascend by request.
        let all = &self.interventions;
        let here = all.partition_point(|i| i.request < request);
        let here = all[here..].iter().take_while(|i| i.request == request);
        here.map(|i| (i.decision, i.choose)).collect()
    }
}

/// Sorts them, and refuses two for one decision, those that no request can meet, and options that cannot change or not to this.
pub(super) fn resolve(document: &Scenario, setup: &mut Setup) -> Checked<()> {
    let requests = setup.requests();
    let requests = requests.map(|requests| requests - setup.warmup_requests);
    let mut changes: Vec<(usize, &Change)> = Vec::new();
    for (i, given) in document.interventions.iter().flatten().enumerate() {
        let path = format!("interventions[{i}]");
        let request = given.request();
        if requests.is_some_and(|requests| request >= requests) {
            return Err(Problem::new(
                format!("{path}.request"),
                format!("there is no request {request}"),
                "Requests count from 0, those of the warm-up not among them.",
            ));
        }
        let choice = match given {
            Override::Choice(choice) => *choice,
            Override::Change(change) => {
                if !can_change(&setup.scheme) {
                    return Err(Problem::new(
                        format!("{path}.set"),
                        format!(
                            "of `{}` nothing can change during the run",
                            setup.scheme.name()
                        ),
                        "Leave it out, or give the options in `ftl`, for the whole run.",
                    ));
                }
                let place = changes.partition_point(|(_, c)| c.request <= request);
                changes.insert(place, (i, change));
                continue;
            }
        };
        let place = setup.interventions.binary_search_by_key(&key(&choice), key);
        let Err(place) = place else {
            let decision = choice.decision;
            return Err(Problem::new(
                path,
                format!("decision {decision} of request {request} is overridden twice"),
                "Keep one of the two.",
            ));
        };
        setup.interventions.insert(place, choice);
    }
    change(setup, &changes)
}

/// Takes in the changes, which ascend by request.
fn change(setup: &mut Setup, changes: &[(usize, &Change)]) -> Checked<()> {
    let mut scheme = setup.scheme;
    for (i, Change { request, set }) in changes {
        scheme = changed(setup, &scheme, set, &format!("interventions[{i}].set"))?;
        match setup.changes.last_mut() {
            Some(last) if last.request == *request => last.scheme = scheme,
            _ => setup.changes.push(OptionsChange {
                request: *request,
                scheme,
                options: Vec::new(),
            }),
        }
    }
    let mut before = setup.scheme;
    setup.changes.retain_mut(|change| {
        change.options = differences(&before, &change.scheme);
        before = change.scheme;
        !change.options.is_empty()
    });
    Ok(())
}

fn can_change(scheme: &Scheme) -> bool {
    scheme.fields().iter().any(|field| field.declared.changes)
}

fn key(choice: &Intervention) -> (u32, u32) {
    (choice.request, choice.decision)
}

/// A scheme with some options changed.
fn changed(setup: &Setup, before: &Scheme, set: &FtlOptions, path: &str) -> Checked<Scheme> {
    let moved = |problem: Problem| problem.moved(path);
    let mut ftl = canonical::ftl(before);
    let replaced = before.replace(&set.0, &mut ftl.options);
    replaced.map_err(Problem::of_option).map_err(moved)?;
    for (option, value) in set.0.iter() {
        ftl.options.set(option, value.clone());
    }
    let mut after = given::scheme(&ftl, setup.geometry).map_err(moved)?;
    after.stripe(before.channels());
    if let Some(shared) = before.shared_cmt() {
        after.share_cmt(shared);
    }
    scheme::oracle_knows(&after, &setup.workload).map_err(moved)?;
    let needed = after.minimum_blocks(setup.shape());
    if needed > u64::from(setup.geometry.blocks) && !setup.only_shows() {
        return Err(Problem::new(
            format!("{path}.gc_threshold"),
            format!(
                "too little spare space: with this `{}` needs {needed} blocks, the device has {}",
                after.name(),
                setup.geometry.blocks
            ),
            "Take a lower threshold, or a device with more blocks.",
        ));
    }
    Ok(after)
}

/// The differences between two of the same kind, in canonical spelling; `null` where there is none.
fn differences(before: &Scheme, after: &Scheme) -> Vec<OptionSet> {
    let [old, new] = [before, after].map(Scheme::write);
    let text = |value: Option<&Value>| value.map_or("null".to_owned(), json::text);
    let fields = before.fields().iter();
    fields
        .map(|field| OptionSet {
            option: field.name.to_owned(),
            before: text(old.get(field.name)),
            after: text(new.get(field.name)),
        })
        .filter(|set| set.before != set.after)
        .collect()
}

/// An option that is for the whole run.
pub(super) fn fixed(path: String, option: &str, kind: &str) -> Problem {
    let fields = Scheme::CHOICES
        .kind(kind)
        .map_or(&[][..], |kind| kind.fields);
    let can = fields.iter().filter(|field| field.declared.changes);
    let can: Vec<&str> = can.map(|field| field.name).collect();
    let remedy = match can.len() {
        0 => format!(
            "Give it in `ftl`, for the whole run: of `{kind}` nothing can change in its middle."
        ),
        _ => format!(
            "Give it in `ftl`, for the whole run. What can change in its middle: {}.",
            can.join(", ")
        ),
    };
    Problem::new(
        path,
        format!(
            "`{option}` cannot change during the run: what lies on flash, or a table, is laid out for it"
        ),
        remedy,
    )
}
