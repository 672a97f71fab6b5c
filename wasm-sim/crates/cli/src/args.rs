//! What can be asked for.

use std::num::NonZeroU32;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use sim::protocol::{Position, Watch};
use trace::Format;

use crate::model::Model;

/// A laboratory for flash translation layers.
#[derive(Debug, Parser)]
#[command(
    name = "ftl-lab",
    version,
    after_help = "Exit status: 0 done, 1 the run failed, 2 the input is wrong."
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a scenario and print its report
    Run(Run),
    /// Recognise a trace and print its statistics and first requests
    Trace(Trace),
    /// What closed forms predict: write amplification, lifetime
    Model(Model),
}

#[derive(Debug, clap::Args)]
pub struct Run {
    /// The scenario, a JSON file; - is standard input
    #[arg(value_name = "SCENARIO.json")]
    pub scenario: String,
    /// Run this trace instead of the scenario's workload; - is standard input
    #[arg(long, value_name = "FILE")]
    pub trace: Option<String>,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
    /// Write every event, one JSON object a line; - is standard output, before the report
    #[arg(long, value_name = "FILE")]
    pub events: Option<String>,
    /// Add every block: role, erases, pages in the notation of `initial`
    #[arg(long)]
    pub dump: bool,
    /// Stop right after the first event of this kind
    #[arg(long, value_name = "PREDICATE", value_parser = watch())]
    pub until: Option<Watch>,
    /// Stop after so many requests, and so many events of the next one
    #[arg(long, value_name = "REQUEST.EVENT", value_parser = position, conflicts_with = "until")]
    pub at: Option<Position>,
}

#[derive(Debug, clap::Args)]
pub struct Trace {
    /// The trace, possibly gzipped; - is standard input
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Its format, instead of recognising it
    #[arg(long, value_parser = format())]
    pub format: Option<Format>,
    /// Page size that addresses are cut into
    #[arg(long, value_name = "N", default_value = "4096")]
    pub page_bytes: NonZeroU32,
    /// Leave out bad lines and count them, instead of stopping at the first
    #[arg(long)]
    pub skip_bad_lines: bool,
    /// Print everything as JSON
    #[arg(long)]
    pub json: bool,
}

const WATCHES: [(&str, Watch); 6] = [
    ("gc", Watch::Gc),
    ("switch_merge", Watch::SwitchMerge),
    ("partial_merge", Watch::PartialMerge),
    ("full_merge", Watch::FullMerge),
    ("cmt_miss", Watch::CmtMiss),
    ("erase", Watch::Erase),
];

fn watch() -> impl TypedValueParser<Value = Watch> {
    PossibleValuesParser::new(WATCHES.map(|(name, _)| name)).map(|given| {
        let found = WATCHES.iter().find(|(name, _)| *name == given);
        found.expect("one of the possible values").1
    })
}

fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name))
        .map(|given| Format::from_name(&given).expect("one of the possible values"))
}

/// `12.3`: 12 requests complete, 3 events of the next. `12` is `12.0`.
fn position(text: &str) -> Result<Position, String> {
    let (request, event) = text.split_once('.').unwrap_or((text, "0"));
    match (request.parse(), event.parse()) {
        (Ok(request), Ok(event)) => Ok(Position { request, event }),
        _ => Err("write REQUEST.EVENT, two whole numbers: 12.3".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        use clap::CommandFactory;
        Args::command().debug_assert();
    }

    #[test]
    fn watches_have_the_names_of_the_protocol() {
        for (name, watch) in WATCHES {
            assert_eq!(serde_json::to_value(watch).unwrap(), name);
        }
    }

    #[test]
    fn a_position_is_two_numbers() {
        assert_eq!(
            position("12.3"),
            Ok(Position {
                request: 12,
                event: 3
            })
        );
        assert_eq!(
            position("12"),
            Ok(Position {
                request: 12,
                event: 0
            })
        );
        assert!(
            ["", ".", "1.", "-1.0", "1.2.3", "a"]
                .iter()
                .all(|text| position(text).is_err())
        );
    }
}
