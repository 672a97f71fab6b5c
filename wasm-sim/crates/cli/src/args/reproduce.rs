//! The arguments of `ftl-lab reproduce`.

use std::num::NonZeroUsize;

/// See [`crate::reproduce`].
#[derive(Debug, clap::Args)]
pub struct Reproduce {
    /// A result file, of `--result` or of the page; - is standard input
    #[arg(value_name = "RESULT.json")]
    pub file: String,
    /// Its trace, if that is not beside it under its name; of several, once for each in the order of the file
    #[arg(long, value_name = "FILE")]
    pub trace: Vec<String>,
    /// Runs at a time, instead of one on each core
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}
