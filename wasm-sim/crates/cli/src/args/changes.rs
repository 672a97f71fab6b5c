//! A scenario among the arguments, and the changes that they make in it.

use sim::scenario::{Or, Repetition, UntilSteady};
use trace::Mapping;

use super::reading::Reading;
use super::{MAPPINGS, name};

/// A scenario to be run, its trace, and how both are taken.
#[derive(Debug, clap::Args)]
pub struct Subject {
    /// The scenario, a JSON file, or a lab that the page saved (.ftllab); - is standard input
    #[arg(value_name = "SCENARIO.json")]
    pub scenario: String,
    /// Run this trace instead of the scenario's workload; - is standard input
    #[arg(long, value_name = "FILE")]
    pub trace: Option<String>,
    #[command(flatten)]
    pub changes: Changes,
    #[command(flatten)]
    pub reading: Reading,
}

/// How a workload is served, other than its scenario says.
#[derive(Debug, Default, PartialEq, clap::Args)]
pub struct Changes {
    /// How to map the addresses of a trace that goes beyond the device; replaces the scenario's choice
    #[arg(long, value_name = "RULE", value_parser = name(&MAPPINGS))]
    pub mapping: Option<Mapping>,
    /// Run the trace even where the mapping makes more than 1 % of its page accesses aliased or dropped
    #[arg(long)]
    pub allow_aliasing: bool,
    /// Move every address of the trace by this many bytes, so that requests which begin inside a page begin with one
    #[arg(long, value_name = "BYTES")]
    pub shift: Option<u32>,
    /// Give the cached mapping table of DFTL this many bytes, 8 for each entry
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u32).range(8..))]
    pub cmt_bytes: Option<u32>,
    /// Run the trace on a drive of N times the pages that it accesses, with the spare space that the scenario has
    #[arg(long, value_name = "N", value_parser = times)]
    pub times_footprint: Option<f64>,
    /// Let the device ignore trims
    #[arg(long)]
    pub ignore_trims: bool,
    /// Run the workload this many times, or until its write amplification is steady: then that window counts
    #[arg(long, value_name = "N|steady", value_parser = repeat)]
    pub repeat: Option<Repeat>,
}

/// `1`, `2.5`.
fn times(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|times: &f64| times.is_finite() && *times >= 1.0);
    number.ok_or_else(|| "write a number from 1".to_owned())
}

/// Until the write amplification is steady, with the defaults of a scenario.
const STEADY: &str = "steady";

/// How often the workload is run through; `None`: until it is steady.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repeat(Option<u32>);

impl Repeat {
    /// As a scenario has it.
    pub fn document(self) -> Or<u32, Repetition> {
        self.0.map_or_else(
            || {
                Or::Compound(Repetition {
                    until_steady: Some(UntilSteady::default()),
                })
            },
            Or::Scalar,
        )
    }
}

/// `3` or `steady`.
fn repeat(text: &str) -> Result<Repeat, String> {
    match text.parse() {
        Ok(times) if times > 0 => Ok(Repeat(Some(times))),
        _ if text == STEADY => Ok(Repeat(None)),
        _ => Err(format!("write a whole number from 1, or `{STEADY}`")),
    }
}
