//! The `interventions` of a scenario (SPEC 11): decisions that a person takes, and options of the FTL that are others from a
//! request on.
//!
//! An option can change in mid-run if nothing that lies on flash or in a table has to be laid out anew for it: not how many
//! log blocks or CMT entries there are, nor which frontiers. What changes nothing is left out: so one run has one canonical
//! text, and one hash.

use ftl::{OptionSet, SchemeConfig};
use serde::Serialize;

use super::document::{Ftl, HotCold, Or, Policy, Scenario, WearLeveling};
use super::problem::{Checked, Problem};
use super::{Setup, canonical, kinds, scheme};
use crate::few;
use crate::json::{self, Index, Reader, objects};
use crate::protocol::{Change, Override};

/// The scheme has other options from a request on.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionsChange {
    /// The first request under them.
    pub request: u32,
    /// The scheme with all its options from here on.
    pub scheme: SchemeConfig,
    /// Those that differ from before; at least one.
    pub options: Vec<OptionSet>,
}

/// The fields of [`Ftl`] that can change in mid-run; what they mean is said there.
macro_rules! options {
    ($($field:ident: $type:ty),* $(,)?) => {
        /// Options of the FTL that can change in mid-run, as `ftl` has them. Those left out stay as they are.
        #[derive(Clone, Debug, Default, PartialEq, Serialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
        #[allow(missing_docs, reason = "said of each in `Ftl`")]
        pub struct FtlOptions {
            $(#[serde(skip_serializing_if = "Option::is_none")] pub $field: Option<$type>,)*
        }

        objects! { FtlOptions { $($field),* } }

        /// Their names.
        const NAMES: &[&str] = &[$(stringify!($field)),*];

        impl FtlOptions {
            /// Puts them in place of others.
            fn over(&self, ftl: &mut Ftl) {
                $(if self.$field.is_some() {
                    ftl.$field.clone_from(&self.$field);
                })*
            }

            /// Some of a document's.
            fn of(ftl: Ftl, options: &[OptionSet]) -> Self {
                let named = |name: &str| options.iter().any(|o| o.option == name);
                Self { $($field: ftl.$field.filter(|_| named(stringify!($field)))),* }
            }
        }
    };
}

options! {
    gc_policy: Or<String, Policy>,
    gc_threshold: u32,
    hot_cold: HotCold,
    wear_leveling: WearLeveling,
    skip_stale: bool,
    seq_threshold: u32,
    cmt_policy: Or<String, Policy>,
    cmt_protected: f64,
    lazy_copy: bool,
    batch_update: bool,
    prefetch: u32,
}

/// Whether any scheme of this build has such an option: if not, the code of changes is left out.
pub(crate) const CHANGE: bool = cfg!(any(
    feature = "page",
    feature = "fast",
    feature = "last",
    feature = "dftl",
    feature = "replacement"
));

impl Setup {
    /// What changes right before a request.
    pub fn change_at(&self, request: u32) -> Option<&OptionsChange> {
        let at = self.changes.binary_search_by_key(&request, |c| c.request);
        at.ok().map(|at| &self.changes[at])
    }

    /// All interventions as the canonical scenario has them: what changes, then what is chosen, each by request.
    pub fn overrides(&self) -> Vec<Override> {
        let mut all = Vec::new();
        if CHANGE {
            all.extend(self.changes.iter().map(|change| {
                Override::Change(Box::new(Change {
                    request: change.request,
                    set: FtlOptions::of(canonical::ftl(&change.scheme), &change.options),
                }))
            }));
        }
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
    let requests = setup.workload.requests();
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
                        format!("of `{}` nothing can change in mid-run", setup.scheme.name()),
                        "Leave it out, or give the options in `ftl`, for the whole run.",
                    ));
                }
                let place = changes.partition_point(|(_, c)| c.request <= request);
                changes.insert(place, (i, change));
                continue;
            }
        };
        let same = |other: &&_| (choice.request, choice.decision) == key(other);
        if setup.interventions.iter().any(|other| same(&other)) {
            let decision = choice.decision;
            return Err(Problem::new(
                path,
                format!("decision {decision} of request {request} is overridden twice"),
                "Keep one of the two.",
            ));
        }
        setup.interventions.push(choice);
    }
    few::sort_by_key(&mut setup.interventions, key);
    if CHANGE {
        change(setup, &changes)?;
    }
    Ok(())
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

fn can_change(scheme: &SchemeConfig) -> bool {
    CHANGE
        && !matches!(
            scheme,
            SchemeConfig::Bast(_) | SchemeConfig::Superblock(_) | SchemeConfig::Block
        )
}

fn key(choice: &crate::protocol::Intervention) -> (u32, u32) {
    (choice.request, choice.decision)
}

/// A scheme with some options changed.
fn changed(
    setup: &Setup,
    before: &SchemeConfig,
    set: &FtlOptions,
    path: &str,
) -> Checked<SchemeConfig> {
    let mut ftl = canonical::ftl(before);
    if set.hot_cold.is_some() && ftl.kind == "page" && ftl.hot_cold.is_none() {
        return Err(Problem::new(
            format!("{path}.hot_cold"),
            "hot and cold pages are not kept apart in this run, and cannot be from its middle on: each have blocks of their own",
            "Give `hot_cold` in `ftl`, for the whole run.",
        ));
    }
    if set.cmt_policy.is_some() {
        // That of another policy: the default, unless it is said.
        ftl.cmt_protected = None;
    }
    set.over(&mut ftl);
    let moved = |problem: Problem| problem.moved(path);
    let after = scheme::resolve(&ftl, setup.geometry).map_err(moved)?;
    #[cfg(feature = "parallel")]
    let after = after.on_channels(before.channels());
    #[cfg(feature = "buffer")]
    let after = after.shared_as(before);
    scheme::oracle_knows(&after, &setup.workload).map_err(moved)?;
    let needed = after.minimum_blocks(setup.logical_pages, setup.geometry.pages_per_block);
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

/// What differs between two of the same kind, in canonical spelling.
fn differences(before: &SchemeConfig, after: &SchemeConfig) -> Vec<OptionSet> {
    let texts = [before, after].map(|scheme| json::text(&canonical::ftl(scheme)));
    let [before, after] = [Index::new(&texts[0]), Index::new(&texts[1])];
    // Every field is there, if only as `null`.
    let pairs = Reader::new(&before)
        .children()
        .zip(Reader::new(&after).children());
    pairs
        .filter(|(before, after)| before.raw() != after.raw())
        .map(|(before, after)| OptionSet {
            option: after.key().into_owned(),
            before: before.raw().to_owned(),
            after: after.raw().to_owned(),
        })
        .collect()
}

/// An option that is for the whole run.
pub(super) fn fixed(path: String, option: &str, kind: &str) -> Problem {
    let own = kinds::FTL.fields_of(kind).unwrap_or_default();
    let can: Vec<&str> = NAMES.iter().copied().filter(|n| own.contains(n)).collect();
    let remedy = match can.len() {
        0 => format!(
            "Give it in `ftl`, for the whole run: of `{kind}` nothing can change in its middle."
        ),
        _ => format!(
            "Give it in `ftl`, for the whole run. What can change in its middle: {}.",
            few::join(&can, ", ")
        ),
    };
    Problem::new(
        path,
        format!(
            "`{option}` cannot change in mid-run: what lies on flash, or a table, is laid out for it"
        ),
        remedy,
    )
}
