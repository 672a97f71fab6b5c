//! The file of a result (SPEC 11.13): what was run and what came of it, so that [`crate::reproduce`] can run it again. The page writes
//! the same (web/model/saved/result-file.ts).

use std::fs;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sim::protocol::Position;
use sim::report::Report;
use sim::scenario::Setup;
use sim::sweep::{ENGINE, Outcome, Point};
use trace::{Format, Options, Summary as ImportSummary};

use crate::problem::Problem;

pub const KIND: &str = "ftl-lab result";
/// The form that is written, and the newest that is read.
pub const FORMAT: u32 = 1;

/// A whole file.
#[derive(Debug, Serialize, Deserialize)]
pub struct ResultFile {
    pub kind: String,
    pub format: u32,
    /// The program that wrote it, and its version.
    pub lab: String,
    /// The version of the engine that ran it.
    pub engine: String,
    /// The traces of all runs, each once.
    pub traces: Vec<Named>,
    pub runs: Vec<Kept>,
}

/// A trace: enough to know that a file is the right one, and how it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// As the scenario's `workload.path` calls it.
    pub name: String,
    /// Of its requests, however they are written.
    pub hash: String,
    /// How its lines were to be read.
    #[serde(default)]
    pub options: Options,
    /// The findings of its reading; `None` in older files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<Read>,
}

/// The findings in the file of a trace, which the options do not say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Read {
    /// The one given, or the one that was recognised.
    pub format: Option<Format>,
    pub lines: u32,
    /// Of the lines, those that hold no request that counts.
    pub passed_lines: u32,
    /// Of the lines, bad ones.
    pub skipped_lines: u32,
    pub requests: u32,
    /// Requests of other devices than those asked for.
    pub left_out: u32,
    /// Requests outside the window asked for.
    pub outside: u32,
    /// Requests that came after a later one, and were sorted.
    pub out_of_order: u32,
    /// Their names, ascending by number.
    pub devices: Vec<String>,
}

impl From<&ImportSummary> for Read {
    fn from(of: &ImportSummary) -> Self {
        Self {
            format: of.format,
            lines: of.lines,
            passed_lines: of.passed_lines,
            skipped_lines: of.skipped_lines,
            requests: of.requests,
            left_out: of.left_out,
            outside: of.outside,
            out_of_order: of.out_of_order,
            devices: of.devices.iter().map(|each| each.name.clone()).collect(),
        }
    }
}

/// A run, and what came of it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Kept {
    /// The settings that only it has; may be empty.
    pub name: String,
    pub scenario_hash: String,
    /// In canonical form.
    pub scenario: Box<RawValue>,
    /// Its trace's place in the list of the file.
    pub trace: Option<usize>,
    /// Where it stopped; `None`: at its end.
    pub at: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Box<RawValue>>,
}

/// A [`Position`].
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Place {
    pub request: u32,
    pub event: u32,
}

impl ResultFile {
    /// A file of this version, without runs.
    pub fn new() -> Self {
        Self {
            kind: KIND.to_owned(),
            format: FORMAT,
            lab: format!("ftl-lab {}", env!("CARGO_PKG_VERSION")),
            engine: ENGINE.to_owned(),
            traces: Vec::new(),
            runs: Vec::new(),
        }
    }

    /// Adds a run of a sweep. A combination that is no scenario is no result.
    pub fn add_point(&mut self, point: &Point, trace: Option<Named>, outcome: &Outcome) {
        let Ok(setup) = &point.setup else { return };
        let name: Vec<String> = point
            .set
            .iter()
            .map(|(path, value)| format!("{path} = {value}"))
            .chain([format!("seed {}", point.seed)])
            .collect();
        let json = Some(raw(outcome.json().to_owned()));
        let (report, failure) = if outcome.is_report() {
            (json, None)
        } else {
            (None, json)
        };
        let trace = trace.map(|trace| self.place_of(trace));
        self.runs.push(Kept {
            name: name.join(", "),
            scenario_hash: setup.hash.clone(),
            scenario: raw(setup.canonical.clone()),
            trace,
            at: None,
            report,
            failure,
        });
    }

    /// Adds a single run.
    pub fn add_run(
        &mut self,
        setup: &Setup,
        trace: Option<Named>,
        at: Option<Position>,
        report: &Report,
    ) {
        let trace = trace.map(|trace| self.place_of(trace));
        self.runs.push(Kept {
            name: setup.name.clone(),
            scenario_hash: setup.hash.clone(),
            scenario: raw(setup.canonical.clone()),
            trace,
            at: at.map(|Position { request, event }| Place { request, event }),
            report: Some(raw(sim::json::text(report))),
            failure: None,
        });
    }

    fn place_of(&mut self, trace: Named) -> usize {
        let known = self.traces.iter().position(|other| *other == trace);
        known.unwrap_or_else(|| {
            self.traces.push(trace);
            self.traces.len() - 1
        })
    }

    /// Writes the file.
    pub fn write(&self, file: &str) -> Result<(), Problem> {
        let text = crate::import::json(self);
        fs::write(file, text).map_err(|error| Problem::output(file, &error))
    }
}

fn raw(text: String) -> Box<RawValue> {
    RawValue::from_string(text).expect("the engine writes JSON")
}
