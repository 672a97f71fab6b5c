//! The plan: which runs there are, and in what order. See the module above for its form.

use trace::{Format, Options};

use super::tree::Tree;
use crate::failure::{Failure, FailureKind};
use crate::json::{Index, Misread, Reader, syntax};
use crate::scenario::{self, Setup};
use crate::workload::{Reading, WorkloadSpec};

/// Most runs of a plan: as many lines a person still looks at.
const MOST: u64 = 100_000;

/// One field and a value for it.
#[derive(Clone, Debug)]
struct Setting {
    path: String,
    /// `None`: the field is taken out.
    value: Option<Tree>,
    /// As the plan spells it.
    raw: String,
    /// Where it is in the plan.
    at: usize,
}

/// A plan that was checked: each of its runs is a scenario, or was left out on purpose.
#[derive(Clone, Debug)]
pub struct Plan {
    text: String,
    name: String,
    scenario: Tree,
    list: Vec<Vec<Setting>>,
    over: Vec<Vec<Setting>>,
    seeds: Vec<u64>,
    skip: bool,
}

/// One run of a plan.
#[derive(Clone, Debug)]
pub struct Point {
    /// Its number, from 0.
    pub run: u32,
    /// The settings that distinguish it but for the seed: paths, and values as the plan spells them.
    pub set: Vec<(String, String)>,
    /// Its seed.
    pub seed: u64,
    /// The scenario it runs.
    pub scenario: String,
    /// The scenario, checked; or why it is none.
    pub setup: Result<Box<Setup>, Failure>,
}

/// A trace, as a scenario asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceWanted<'a> {
    /// Its file's name.
    pub name: &'a str,
    /// Its format, if it is not to be recognised.
    pub format: Option<Format>,
    /// How its lines are read, where they do not say it themselves.
    pub reading: &'a Reading,
    /// Size of a page in bytes.
    pub page_bytes: u32,
}

impl<'a> TraceWanted<'a> {
    /// The trace of a scenario, if its workload is one.
    pub fn of(setup: &'a Setup) -> Option<Self> {
        match &setup.workload {
            WorkloadSpec::Trace {
                path,
                format,
                reading,
                ..
            } => Some(Self {
                name: path,
                format: *format,
                reading,
                page_bytes: setup.geometry.page_bytes,
            }),
            _ => None,
        }
    }

    /// As options of an import.
    pub fn options(&self) -> Options {
        self.reading.options(self.format)
    }
}

impl Point {
    /// The trace that it runs.
    pub fn trace(&self) -> Option<TraceWanted<'_>> {
        TraceWanted::of(self.setup.as_ref().ok()?)
    }
}

impl Plan {
    /// Reads a plan and checks each of its runs.
    ///
    /// # Errors
    /// The first thing that is wrong: what, what to do about it, the field's path, its line and column.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        syntax(text).map_err(|fault| scenario::of_syntax(&fault))?;
        let index = Index::new(text);
        let plan = Self::read(text, &index).map_err(|wrong| wrong.failure(&index))?;
        let runs = plan.count();
        if runs > MOST {
            return Err(plan.wrong(
                0,
                format!("the plan has {runs} runs, more than {MOST}"),
                "Give fewer values or seeds, or make several plans.",
            ));
        }
        if !plan.skip {
            for run in 0..runs as u32 {
                plan.point(run).setup?;
            }
        }
        Ok(plan)
    }

    fn read(text: &str, index: &Index<'_>) -> Result<Self, Wrong> {
        let file = Reader::new(index);
        file.only(&[
            "format", "name", "scenario", "list", "over", "seeds", "illegal",
        ])?;
        let format: u32 = file.field("format")?;
        if format != 1 {
            let at = file.must("format")?.start();
            return Err(Wrong::Said(
                at,
                format!("format {format} is not known: it must be 1"),
                "Write `\"format\": 1`.",
            ));
        }
        let scenario = file.must("scenario")?;
        scenario.open('{', "an object")?;
        let list = match file.member("list") {
            None => vec![Vec::new()],
            Some(list) => {
                list.open('[', "a list")?;
                let all: Result<Vec<_>, _> = list.children().map(settings).collect();
                filled(list, all?)?
            }
        };
        let mut over = Vec::new();
        if let Some(axes) = file.member("over") {
            axes.open('{', "an object")?;
            for axis in axes.children() {
                axis.open('[', "a list")?;
                let path = path(axis)?;
                over.push(filled(
                    axis,
                    axis.children().map(|value| setting(&path, value)).collect(),
                )?);
            }
        }
        let own: Option<u64> = scenario.field("seed")?;
        let own = own.unwrap_or(scenario::DEFAULT_SEED);
        let seeds = match file.member("seeds") {
            None => vec![own],
            Some(seeds) if seeds.raw().starts_with('[') => {
                let given: Vec<u64> = file.field("seeds")?;
                if let Some(again) = (1..given.len()).find(|&i| given[..i].contains(&given[i])) {
                    let again = seeds.children().nth(again).unwrap_or(seeds);
                    let message = format!("the seed {} is there twice", again.raw());
                    return Err(Wrong::Said(
                        again.start(),
                        message,
                        "Keep one of the two: the same run twice tells nothing new.",
                    ));
                }
                filled(seeds, given)?
            }
            Some(seeds) => {
                let count: u32 = file.field("seeds")?;
                if count == 0 || u64::from(count) > MOST {
                    let message = format!("{count} seeds cannot be run");
                    return Err(Wrong::Said(
                        seeds.start(),
                        message,
                        "Ask for 1 to 100000 of them, or list them.",
                    ));
                }
                (0..u64::from(count)).map(|i| own.wrapping_add(i)).collect()
            }
        };
        let skip = match file.member("illegal") {
            None => false,
            Some(illegal) => match &*illegal.string()? {
                "refuse" => false,
                "skip" => true,
                other => {
                    let message = format!("`illegal` cannot be `{other}`");
                    return Err(Wrong::Said(
                        illegal.start(),
                        message,
                        "Known here: refuse, skip.",
                    ));
                }
            },
        };
        let name: Option<String> = file.field("name")?;
        Ok(Self {
            text: text.to_owned(),
            name: name.unwrap_or_default(),
            scenario: Tree::of(scenario),
            list,
            over,
            seeds,
            skip,
        })
    }

    /// Its title; may be empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many runs it has.
    #[expect(clippy::len_without_is_empty, reason = "a plan is never empty")]
    pub fn len(&self) -> u32 {
        self.count() as u32
    }

    /// How many seeds each setting is run with.
    pub fn seeds(&self) -> u32 {
        self.seeds.len() as u32
    }

    fn count(&self) -> u64 {
        let combinations = self.over.iter().map(Vec::len);
        combinations
            .chain([self.list.len(), self.seeds.len()])
            .fold(1, |runs: u64, n| runs.saturating_mul(n as u64))
    }

    /// One of its runs.
    ///
    /// # Panics
    /// If it has no run of this number.
    pub fn point(&self, run: u32) -> Point {
        assert!(
            u64::from(run) < self.count(),
            "run {run} of {}",
            self.count()
        );
        let mut rest = run as usize;
        let mut turn = |n: usize| {
            let at = rest % n;
            rest /= n;
            at
        };
        let seed = self.seeds[turn(self.seeds.len())];
        let mut chosen: Vec<&Setting> = self
            .over
            .iter()
            .rev()
            .map(|axis| &axis[turn(axis.len())])
            .collect();
        chosen.reverse();
        let listed = &self.list[turn(self.list.len())];
        let chosen: Vec<&Setting> = listed.iter().chain(chosen).collect();
        let mut tree = self.scenario.clone();
        for setting in &chosen {
            let path: Vec<&str> = setting.path.split('.').collect();
            tree.set(&path, setting.value.as_ref());
        }
        tree.set(&["seed"], Some(&Tree::Value(seed.to_string())));
        let mut scenario = String::new();
        tree.write(&mut scenario);
        let setup = scenario::parse(&scenario)
            .map(Box::new)
            .map_err(|failure| self.illegal(failure, &chosen));
        Point {
            run,
            set: chosen
                .iter()
                .map(|s| (s.path.clone(), s.raw.clone()))
                .collect(),
            seed,
            scenario,
            setup,
        }
    }

    /// The error in a combination, at the setting that is to blame if one is, otherwise in the plan's scenario.
    fn illegal(&self, failure: Failure, chosen: &[&Setting]) -> Failure {
        let field = failure.field.clone().unwrap_or_default();
        let under = |outer: &str, inner: &str| {
            inner
                .strip_prefix(outer)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let to_blame = chosen
            .iter()
            .rev()
            .find(|s| under(&s.path, &field) || under(&field, &s.path));
        let with: Vec<String> = chosen
            .iter()
            .map(|s| format!("{} = {}", s.path, s.raw))
            .collect();
        let message = if with.is_empty() {
            failure.message
        } else {
            format!("with {}: {}", with.join(", "), failure.message)
        };
        let index = Index::new(&self.text);
        let at = match to_blame {
            Some(setting) => setting.at,
            None => index.offset_of(&format!("scenario.{field}")),
        };
        Failure {
            kind: failure.kind,
            ..self.wrong(at, message, &failure.remedy)
        }
    }

    fn wrong(&self, at: usize, message: String, remedy: &str) -> Failure {
        let index = Index::new(&self.text);
        failure(&index, at, message, remedy)
    }
}

/// Something wrong with the plan itself.
enum Wrong {
    /// Not what is wanted there.
    Misread(Box<Misread>),
    /// Said here, with a remedy, of what is at an offset.
    Said(usize, String, &'static str),
}

impl From<Box<Misread>> for Wrong {
    fn from(error: Box<Misread>) -> Self {
        Self::Misread(error)
    }
}

impl Wrong {
    fn failure(self, index: &Index<'_>) -> Failure {
        match self {
            Self::Misread(error) => scenario::of_reading(&error, index),
            Self::Said(at, message, remedy) => failure(index, at, message, remedy),
        }
    }
}

/// A failure of what is at an offset of the plan.
fn failure(index: &Index<'_>, at: usize, message: String, remedy: &str) -> Failure {
    let (line, column) = index.line_and_column(at);
    let path = index.path_at(at);
    Failure {
        kind: FailureKind::Scenario,
        message,
        remedy: remedy.to_owned(),
        field: (!path.is_empty()).then_some(path),
        line: Some(line),
        column: Some(column),
    }
}

/// A list that must have something in it.
fn filled<T>(from: Reader<'_>, list: Vec<T>) -> Result<Vec<T>, Wrong> {
    if list.is_empty() {
        Err(Wrong::Said(
            from.start(),
            "the list is empty, so there is nothing to run".to_owned(),
            "Put something in it, or leave it out.",
        ))
    } else {
        Ok(list)
    }
}

/// An entry of `list`: paths with values.
fn settings(from: Reader<'_>) -> Result<Vec<Setting>, Wrong> {
    from.open('{', "an object")?;
    from.children()
        .map(|member| Ok(setting(&path(member)?, member)))
        .collect()
}

/// The path that a member's key is.
fn path(member: Reader<'_>) -> Result<String, Wrong> {
    let path = member.key().into_owned();
    if path.split('.').any(str::is_empty) {
        let message = format!("`{path}` is no path of fields");
        return Err(Wrong::Said(
            member.start(),
            message,
            "Write the names of fields with dots between: ftl.log_blocks.",
        ));
    }
    if path == "seed" {
        let message = "the seed is no setting of a plan".to_owned();
        return Err(Wrong::Said(
            member.start(),
            message,
            "Say `\"seeds\": [1, 2, 3]` beside `over`.",
        ));
    }
    Ok(path)
}

fn setting(path: &str, value: Reader<'_>) -> Setting {
    let raw = value.raw();
    Setting {
        path: path.to_owned(),
        value: (raw != "null").then(|| Tree::of(value)),
        // A line of results is one line; in strings of JSON there are no line ends.
        raw: raw.replace(['\n', '\r'], " "),
        at: value.index.value_start(value.node),
    }
}
