//! The arguments of `ftl-lab lifetime`.

use std::num::NonZeroUsize;

use super::Changes;
use super::reading::Reading;

/// See [`crate::lifetime`].
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Everything is of the requests that count, with `--repeat steady` those of the steady window. Years are those of the mean block. The most erased block comes earlier, if it stays as much above the mean as so far."
)]
pub struct Lifetime {
    /// A scenario (JSON), a lab that the page saved (.ftllab), a plan, or the result of a comparison; - is standard input
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Erases that a block endures
    #[arg(long, value_name = "N", default_value_t = sim::lifetime::CYCLES, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    pub cycles: u32,
    /// Of a scenario: run this trace instead of its workload. Of a result: its trace, if that is not beside it; of several, once for
    /// each in the order of the file
    #[arg(long, value_name = "FILE")]
    pub trace: Vec<String>,
    #[command(flatten)]
    pub changes: Changes,
    /// Runs at a time, instead of one on each core
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub reading: Reading,
    /// Print everything as JSON
    #[arg(long)]
    pub json: bool,
    /// Print every figure, comma-separated
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}
