//! The arguments of `ftl-lab mix` and `ftl-lab split`.

use std::num::NonZeroU64;

use super::reading::Reading;

/// See [`crate::drives::mix`].
#[derive(Debug, clap::Args)]
#[command(
    after_help = "All traces begin at once, each with its own times; without times they take turns, so that they end together. Their devices lie side by side on the drive, named by file. Temperatures of pages are left out."
)]
pub struct Mix {
    /// The traces, all read in the same way
    #[arg(value_name = "FILES", required = true, num_args = 2..)]
    pub files: Vec<String>,
    /// The table to write
    #[arg(long, value_name = "FILE.csv")]
    pub out: String,
    #[command(flatten)]
    pub reading: Reading,
}

/// See [`crate::drives::split`].
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The drives share the addresses in turns, a stripe each (RAID 0). A request over several stripes is one request on each drive. Temperatures of pages are left out."
)]
pub struct Split {
    /// The trace
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Drives
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(2..=1024))]
    pub drives: u32,
    /// Length of a stripe in bytes; of a trace that counts pages in pages
    #[arg(long, value_name = "N", default_value = "65536")]
    pub stripe: NonZeroU64,
    /// The tables to write: NAME-1.csv, NAME-2.csv and so on
    #[arg(long, value_name = "NAME.csv")]
    pub out: String,
    #[command(flatten)]
    pub reading: Reading,
}
