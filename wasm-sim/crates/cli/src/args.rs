//! The questions to ask.

mod changes;
mod compare;
mod drives;
mod explain;
mod grade;
mod help;
mod lifetime;
pub mod reading;
mod reproduce;
mod spare;

use std::num::{NonZeroU32, NonZeroUsize};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use sim::predicate::{self, Predicate};
use sim::protocol::Position;
use trace::Mapping;

use crate::model::Model;
pub use changes::{Changes, Repeat, Subject};
pub use compare::Compare;
pub use drives::{Mix, Split};
pub use explain::{By, Explain};
pub use grade::{Grade, GradeFormat};
use help::{plan_help, until_help};
pub use lifetime::Lifetime;
use reading::Reading;
pub use reproduce::Reproduce;
pub use spare::Spare;

/// A laboratory for flash translation layers.
#[derive(Debug, Parser)]
#[command(
    name = "ftl-lab",
    version,
    after_help = "Exit status: 0 done, 1 the run failed, 2 the input is wrong, 3 (reproduce) the result is another one."
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a scenario and print its report
    Run(Run),
    /// Run what a result file says again, and say whether the result is the same
    Reproduce(Reproduce),
    /// Run every scenario of a plan, on all cores
    Sweep(Sweep),
    /// Compare runs on the same requests: each difference with its interval
    Compare(Compare),
    /// How long a drive lasts: erases a block a day, years and TBW, from the erases that were simulated
    Lifetime(Lifetime),
    /// How much spare space is enough for a write amplification
    Spare(Spare),
    /// Say which addresses cause the copies of a run, in the trace's own addresses
    Explain(Explain),
    /// Recognise a trace and print its statistics and first requests
    Trace(Trace),
    /// Write several traces as one, for one drive
    Mix(Mix),
    /// Write one trace as several, for several drives
    Split(Split),
    /// Write the requests of a scenario or a trace as a fio job with its log, for a real drive
    Export(Export),
    /// Replay a file of choices ("be the FTL") and score it against the scheme and the optimum
    Play(Play),
    /// Run a policy of your own, in JavaScript or WebAssembly, and score it against the scheme
    Policy(Policy),
    /// Search for a short trace on which an FTL is much worse than another (SPEC 13.5)
    Break(Break),
    /// Grade the files that students handed in for an assignment
    Grade(Grade),
    /// Predictions of closed forms: write amplification, lifetime
    Model(Model),
    /// Print the JSON Schema of a scenario, or of a report
    Schema(Schema),
    /// A process that this program starts of itself
    #[command(hide = true)]
    Worker(Work),
}

/// A process that `ftl-lab grade` starts of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Worker {
    /// Answers questions about files.
    Grade,
    /// Lets one policy decide over one scenario.
    Policy,
}

impl Worker {
    /// As it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Self::Grade => "grade",
            Self::Policy => "policy",
        }
    }
}

#[derive(Debug, clap::Args)]
pub struct Work {
    #[arg(value_enum)]
    pub worker: Worker,
}

#[derive(Debug, clap::Args)]
pub struct Run {
    #[command(flatten)]
    pub subject: Subject,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
    /// Write every event, one JSON object a line; - is standard output, before the report. Requests before counting
    /// starts (precondition, warm-up) are left out
    #[arg(long, value_name = "FILE")]
    pub events: Option<String>,
    /// Add every block: role, erases, pages in the notation of `initial`
    #[arg(long)]
    pub dump: bool,
    /// Stop right after the first event that meets this: "erases >= 3", "merge full or wa >= 1.5" (all of them: --help)
    #[arg(long, value_name = "PREDICATE", value_parser = predicate, long_help = until_help())]
    pub until: Option<Predicate>,
    /// Stop after this many requests, and this many events of the next one
    #[arg(long, value_name = "REQUEST.EVENT", value_parser = position, conflicts_with = "until")]
    pub at: Option<Position>,
    /// Write a result file as well, which `ftl-lab reproduce` runs again: scenario, trace hash, versions, report
    #[arg(long, value_name = "FILE")]
    pub result: Option<String>,
}

#[derive(Debug, clap::Args)]
pub struct Sweep {
    /// The plan, a JSON file (all of it: --help); - is standard input
    #[arg(value_name = "PLAN.json", long_help = plan_help())]
    pub plan: String,
    /// Runs at a time, instead of one on each core
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Only every n-th run, beginning with the i-th: for job arrays
    #[arg(long, value_name = "i/n", value_parser = shard, default_value = "1/1")]
    pub shard: Shard,
    /// Keep results in this file, a line each; what it has already is not run again
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
    /// Take results from this file too; may be given several times
    #[arg(long, value_name = "FILE")]
    pub from: Vec<String>,
    #[command(flatten)]
    pub reading: Reading,
    /// Print the lines of results as JSON
    #[arg(long)]
    pub json: bool,
    /// Print every figure, comma-separated
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Write a result file as well, which `ftl-lab reproduce` runs again: scenario, trace hash, versions, report
    #[arg(long, value_name = "FILE")]
    pub result: Option<String>,
}

/// Which runs of a plan are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    index: u32,
    count: u32,
}

impl Shard {
    /// Whether it has the run of this number.
    pub fn has(self, run: u32) -> bool {
        run % self.count == self.index
    }
}

#[derive(Debug, clap::Args)]
pub struct Export {
    /// A scenario (JSON), whose requests are those that its device gets; a lab that the page saved (.ftllab); or a trace, as its file has it
    #[arg(value_name = "FILE")]
    pub file: String,
    /// The job file to write; the log goes beside it as NAME.iolog
    #[arg(long, value_name = "NAME.fio")]
    pub fio: String,
    #[command(flatten)]
    pub reading: Reading,
    /// Bytes of a page, for a trace that counts pages
    #[arg(long, value_name = "N", default_value = "4096")]
    pub page_bytes: NonZeroU32,
}

#[derive(Debug, clap::Args)]
pub struct Play {
    /// The round's file: a scenario with its choices, and the goal; or a scenario by itself; - is standard input
    #[arg(value_name = "FILE")]
    pub file: String,
    /// States that the search for the optimum looks at, at most; 0: it is not looked for
    #[arg(long, value_name = "N", default_value_t = sim::challenge::search::STATES)]
    pub states: u32,
    /// Do not say which decision is open
    #[arg(long)]
    pub rest: bool,
    /// Print everything as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, clap::Args)]
pub struct Policy {
    #[command(subcommand)]
    pub command: PolicyCommand,
}

#[derive(Debug, Subcommand)]
pub enum PolicyCommand {
    /// Run a scenario with a policy that takes its decisions (SPEC 13)
    Run(PolicyRun),
    /// Search for a short trace on which a policy is much worse than the FTL's own choices, or fails
    Break(PolicyBreak),
}

#[derive(Debug, clap::Args)]
pub struct PolicyBreak {
    /// The policy, JavaScript or WebAssembly; - is standard input
    #[arg(value_name = "POLICY.js")]
    pub policy: String,
    #[command(flatten)]
    pub search: Break,
}

#[derive(Debug, clap::Args)]
pub struct Break {
    /// The scenario: its device and FTL; its workload is replaced
    #[arg(value_name = "SCENARIO.json")]
    pub scenario: String,
    /// Compare with this scenario instead of a page-mapped FTL on the same device, or, of a policy, the FTL's own choices
    #[arg(long, value_name = "RIVAL.json")]
    pub rival: Option<String>,
    /// How a trace is bad: by the flash time of all its requests against the rival's, or by that of one request
    #[arg(long, value_enum, default_value = "total")]
    pub by: BadnessOf,
    /// Traces to try before the worst is shortened
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    pub tries: u32,
    /// Another seed finds another trace
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Write the scenario with the trace, for `ftl-lab run` and the page
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
    /// Print everything as JSON
    #[arg(long)]
    pub json: bool,
}

/// [`sim::counterexample::Badness`].
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum BadnessOf {
    /// All requests, against the rival.
    Total,
    /// The most expensive request.
    Request,
}

#[derive(Debug, clap::Args)]
pub struct PolicyRun {
    /// The policy, JavaScript or WebAssembly; - is standard input
    #[arg(value_name = "POLICY.js")]
    pub policy: String,
    /// The scenario, a JSON file
    #[arg(value_name = "SCENARIO.json")]
    pub scenario: String,
    /// Write the scenario with the policy's choices, which `ftl-lab run` and the page run without the policy
    #[arg(long, value_name = "FILE")]
    pub choices: Option<String>,
    /// Bytes of state that the policy may keep
    #[arg(long, value_name = "BYTES")]
    pub state: Option<u64>,
    /// Print the first decision that differs from the scheme's, the three worst, and what they cost in the next 1,000 requests
    #[arg(long)]
    pub loses: bool,
    /// Print what the policy logged
    #[arg(long)]
    pub log: bool,
    /// Print everything as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, clap::Args)]
pub struct Schema {
    /// Of what
    #[arg(default_value = "scenario")]
    pub of: Document,
}

/// A document with a schema.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Document {
    /// The input of `ftl-lab run`
    Scenario,
    /// The output of `ftl-lab run --json`
    Report,
}

impl Document {
    /// Its schema: `npm run gen` writes it from the Rust types.
    pub fn schema(self) -> &'static str {
        match self {
            Self::Scenario => {
                include_str!("../../../../web/protocol/generated/scenario.schema.json")
            }
            Self::Report => include_str!("../../../../web/protocol/generated/report.schema.json"),
        }
    }
}

#[derive(Debug, clap::Args)]
pub struct Trace {
    /// The trace, possibly gzipped; - is standard input
    #[arg(value_name = "FILE")]
    pub file: String,
    #[command(flatten)]
    pub reading: Reading,
    /// Page size that addresses are cut into
    #[arg(long, value_name = "N", default_value = "4096")]
    pub page_bytes: NonZeroU32,
    /// Add how soon pages come again (LRU stack distance, rewrite distance), and how few take most of the writes
    #[arg(long)]
    pub locality: bool,
    /// Print everything as JSON
    #[arg(long)]
    pub json: bool,
}

const MAPPINGS: [(&str, Mapping); 4] = [
    ("compact", Mapping::Compact),
    ("wrap", Mapping::Wrap),
    ("scale", Mapping::Scale),
    ("drop", Mapping::Drop),
];
/// One of these names.
fn name<T: Copy + Send + Sync + 'static>(
    all: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|(name, _)| *name)).map(move |given| {
        let found = all.iter().find(|(name, _)| *name == given);
        found.expect("one of the possible values").1
    })
}

fn predicate(text: &str) -> Result<Predicate, String> {
    predicate::parse(text).map_err(|mistake| {
        let at = format!("{}^", " ".repeat(mistake.column as usize - 1));
        format!(
            "{}\n\n  {text}\n  {at}\n\n  {}",
            mistake.message(),
            mistake.remedy()
        )
    })
}

/// `2/4`: the second of four.
fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').map(|(i, n)| (i.parse(), n.parse()));
    match parts {
        Some((Ok(i), Ok(count))) if (1..=count).contains(&i) => Ok(Shard {
            index: i - 1,
            count,
        }),
        _ => Err("write i/n, two whole numbers, i from 1 to n: 2/4".to_owned()),
    }
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
    fn names_are_those_of_the_options() {
        fn same<T: serde::Serialize>(all: &[(&str, T)]) {
            for (name, value) in all {
                assert_eq!(serde_json::to_value(value).unwrap(), *name);
            }
        }
        same(&MAPPINGS);
    }

    #[test]
    fn a_shard_is_one_of_so_many() {
        let two = shard("2/4").unwrap();
        assert_eq!(
            (0..10).filter(|&run| two.has(run)).collect::<Vec<_>>(),
            [1, 5, 9]
        );
        assert!(
            ["", "0/4", "5/4", "1/0", "1", "1/x"]
                .iter()
                .all(|text| shard(text).is_err())
        );
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
        assert_eq!(position("12"), Ok(Position::before(12)));
        for text in ["", ".", "1.", "-1.0", "1.2.3", "a"] {
            assert!(position(text).is_err(), "{text}");
        }
    }
}
