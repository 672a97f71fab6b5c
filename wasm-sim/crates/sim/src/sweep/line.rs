//! A line of results: JSON, one run each, the same bytes wherever it was computed.
//!
//! ```json
//! {"format":1,"engine":"0.1.0","run":0,"scenario_hash":"…","trace_hash":null,"seed":1,"set":{"ftl.log_blocks":2},"report":{…}}
//! ```
//!
//! A run that came to nothing has `failure` in place of `report`; a combination that is no scenario has no hash either.

use crate::failure::Failure;
use crate::json::{self, Index, Reader, syntax};
use crate::report::Report;

use super::{ENGINE, Point};

/// The first field of every line.
pub const LINE: &str = "{\"format\":1,\"engine\":";

/// The inputs of a result: two runs of one key have one outcome.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The engine's version.
    pub engine: String,
    /// Hash of the scenario's canonical JSON.
    pub scenario: String,
    /// Hash of the trace, if one is run.
    pub trace: Option<String>,
}

impl Key {
    /// Of a scenario and the hash of its trace, computed here.
    pub fn new(scenario: &str, trace: Option<&str>) -> Self {
        Self {
            engine: ENGINE.to_owned(),
            scenario: scenario.to_owned(),
            trace: trace.map(str::to_owned),
        }
    }
}

/// The outcome of a run, as its line has it: `"report":{…}` or `"failure":{…}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome(String);

impl Outcome {
    /// A report, or why there is none.
    pub fn new(result: &Result<Report, Failure>) -> Self {
        Self(match result {
            Ok(report) => format!("\"report\":{}", json::text(report)),
            Err(failure) => format!("\"failure\":{}", json::text(failure)),
        })
    }

    /// As a line has it: `"report":{…}` or `"failure":{…}`.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// From [`Self::text`].
    ///
    /// # Errors
    /// In words, if it is none.
    pub fn read(text: &str) -> Result<Self, String> {
        let line = format!("{LINE}\"\",\"set\":{{}},{text}}}");
        Kept::read(&line).map(|kept| kept.outcome)
    }

    /// Whether there is a report.
    pub fn is_report(&self) -> bool {
        self.0.starts_with("\"report\"")
    }

    /// Whether the engine is to blame: then it is worth running again.
    pub fn is_bug(&self) -> bool {
        self.0.starts_with("\"failure\":{\"kind\":\"engine\"")
    }

    /// The report or the failure, JSON.
    pub fn json(&self) -> &str {
        self.0.split_once(':').map_or("", |(_, json)| json)
    }
}

/// The line of a run.
pub fn line(point: &Point, trace_hash: Option<&str>, outcome: &Outcome) -> String {
    let hash = point.setup.as_ref().ok().map(|setup| setup.hash.as_str());
    let mut set = String::new();
    for (i, (path, value)) in point.set.iter().enumerate() {
        if i > 0 {
            set.push(',');
        }
        set.push_str(&json::text(path));
        set.push(':');
        set.push_str(value);
    }
    format!(
        "{LINE}{},\"run\":{},\"scenario_hash\":{},\"trace_hash\":{},\"seed\":{},\"set\":{{{set}}},{}}}",
        json::text(ENGINE),
        point.run,
        json::text(&hash),
        json::text(&trace_hash),
        point.seed,
        outcome.0,
    )
}

/// A line that was read: what it is of, and what the run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its key; `None` where the combination is no scenario.
    pub key: Option<Key>,
    /// The outcome of the run.
    pub outcome: Outcome,
}

impl Kept {
    /// Reads a line.
    ///
    /// # Errors
    /// In words, if it is none.
    pub fn read(text: &str) -> Result<Self, String> {
        syntax(text).map_err(|fault| format!("this is not JSON: {}", fault.message))?;
        let index = Index::new(text);
        let line = Reader::new(&index);
        let read = || {
            line.only(&[
                "format",
                "engine",
                "run",
                "scenario_hash",
                "trace_hash",
                "seed",
                "set",
                "report",
                "failure",
            ])?;
            let format: u32 = line.field("format")?;
            let engine: String = line.field("engine")?;
            let scenario: Option<String> = line.field("scenario_hash")?;
            let trace: Option<String> = line.field("trace_hash")?;
            let name = if line.member("report").is_some() {
                "report"
            } else {
                "failure"
            };
            let outcome = line.must(name)?;
            outcome.open('{', "an object")?;
            let key = scenario.map(|scenario| Key {
                engine,
                scenario,
                trace,
            });
            let outcome = Outcome(format!("\"{name}\":{}", outcome.raw()));
            Ok::<_, Box<json::Misread>>((format, Self { key, outcome }))
        };
        match read() {
            Ok((1, kept)) => Ok(kept),
            Ok((format, _)) => Err(format!("format {format} is not known: it must be 1")),
            Err(error) => Err(error.message),
        }
    }
}
