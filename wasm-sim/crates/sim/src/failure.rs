//! Why something that a person or the page wants cannot be done.

use serde::Serialize;

/// Why a command changed nothing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Failure {
    /// Its subject.
    pub kind: FailureKind,
    /// Where and why, in a sentence.
    pub message: String,
    /// Its remedy.
    pub remedy: String,
    /// The field or the file, if known: `ftl.log_blocks`.
    pub field: Option<String>,
    /// Line of the input, from 1.
    pub line: Option<u32>,
    /// Column of the input, from 1.
    pub column: Option<u32>,
}

impl Failure {
    /// A failure without a place.
    pub fn new(kind: FailureKind, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            remedy: remedy.into(),
            field: None,
            line: None,
            column: None,
        }
    }
}

/// The subject of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The scenario, or a sweep's text.
    Scenario,
    /// A round of "Be the FTL".
    Round,
    /// A trace.
    Trace,
    /// A command of the page, or the command line.
    Command,
    /// A decision that a person takes.
    Intervention,
    /// A program that answers decisions.
    Policy,
    /// A breakpoint.
    Predicate,
    /// The scenario is sound but too large.
    Memory,
    /// The engine is wrong.
    Engine,
    /// The page says so: a worker died.
    Crash,
    /// The page says so: a person cancelled it.
    Cancelled,
    /// The page says so: a form of options is not filled in correctly.
    Options,
    /// The page says so: nothing was given to an embedded lab.
    Empty,
    /// The page says so: a message to an embedded lab is not understood.
    Message,
}

/// The intended name, perhaps: the nearest of the names allowed, or nothing.
pub(crate) fn suggestion(given: &str, allowed: &[&str]) -> String {
    // No one misspells a name by that much, and the distance takes time with the product of the lengths.
    if given.len() > 64 {
        return String::new();
    }
    let near = |name: &&&str| strsim::osa_distance(given, name) <= 1 + name.len() / 4;
    let nearest = allowed
        .iter()
        .filter(near)
        .min_by_key(|name| strsim::osa_distance(given, name));
    nearest.map_or(String::new(), |name| format!("Did you mean `{name}`? "))
}
