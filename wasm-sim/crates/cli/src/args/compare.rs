//! The arguments of `ftl-lab compare`.

use std::num::NonZeroUsize;

use super::reading::Reading;

/// See [`crate::compare`].
#[derive(Debug, clap::Args)]
pub struct Compare {
    /// A plan (JSON), as `ftl-lab sweep` takes it, or the result of a comparison that the page saved; - is standard input
    #[arg(value_name = "FILE.json")]
    pub file: String,
    /// The run that the others are compared with, by its name, instead of the first
    #[arg(long, value_name = "NAME")]
    pub baseline: Option<String>,
    /// Runs at a time, instead of one on each core
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// The trace of a result file, if that is not beside it under its name; of several, once for each in the order of the file
    #[arg(long, value_name = "FILE")]
    pub trace: Vec<String>,
    #[command(flatten)]
    pub reading: Reading,
    /// Print everything as JSON
    #[arg(long)]
    pub json: bool,
    /// Print every figure and difference, comma-separated
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}
