//! A run in which nothing of interest happens, in words for the page (SPEC 11.14).

use serde::Serialize;

/// The reason that a run shows little.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum QuietWhy {
    /// The host writes no page twice, and no block is erased.
    NeverOverwrites,
    /// No block is erased.
    NothingErased,
    /// The write amplification is high, and the device has the fewest blocks that its scheme works with.
    LeastSpare,
}

/// A change of the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum QuietChange {
    /// The device has one block more.
    Block,
    /// The device is written full before.
    Full,
    /// The device is in its steady state before.
    Steady,
}

/// Why a run shows little.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Quiet {
    /// The reason.
    pub why: QuietWhy,
    /// Blocks beyond those that the logical pages fill.
    pub spare_blocks: u32,
    /// The write amplification of the run.
    pub write_amplification: Option<f64>,
    /// The run that shows more; `null` where none that was tried does.
    pub more: Option<QuietMore>,
}

/// A changed run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct QuietMore {
    /// The change.
    pub change: QuietChange,
    /// The scenario with it, JSON text.
    pub scenario: String,
    /// Its write amplification.
    pub write_amplification: Option<f64>,
}
