//! The arguments of `ftl-lab explain`.

use clap::ValueEnum;

use super::Subject;

/// See [`crate::explain`].
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Ranges have equally many of the pages that the trace touches. Their addresses are those of the trace: where several devices lie side by side, those on the device. Where the workload is drawn, or its addresses are folded (--mapping wrap, scale), the ranges are of logical pages. Copies are those of GC, merges and wear leveling."
)]
pub struct Explain {
    #[command(flatten)]
    pub subject: Subject,
    /// Ranges of addresses, at most; one for each device where there are more devices
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub ranges: u32,
    /// The order of the ranges in the table
    #[arg(long, value_enum, default_value = "copies")]
    pub by: By,
    /// Ranges in the table
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub top: usize,
    /// Print everything as JSON, ranges in the order of their addresses: also how often each was written and copied over the run
    #[arg(long)]
    pub json: bool,
    /// Print every range, comma-separated, in the order of their addresses
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

/// An order of ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// The most copies first.
    Copies,
    /// The most page writes first.
    Writes,
    /// The most copies a page write first.
    PerWrite,
    /// As they lie.
    Address,
}
