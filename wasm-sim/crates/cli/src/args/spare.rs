//! The arguments of `ftl-lab spare`.

use super::Subject;

/// See [`crate::spare`].
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Devices of other sizes are run, with the same logical pages, until one block less is not enough. Every figure is of the window in which the workload, repeated, is steady. If the device is written until it is steady before, it is of all that counts. A window is steady within 2 % unless the scenario says otherwise, so a block more or less may be chance."
)]
pub struct Spare {
    #[command(flatten)]
    pub subject: Subject,
    /// Write amplification, at most
    #[arg(long, value_name = "X")]
    pub wa: f64,
    /// Print everything as JSON
    #[arg(long)]
    pub json: bool,
    /// Print every device that was run, comma-separated
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}
