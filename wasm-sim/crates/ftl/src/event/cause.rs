//! The host's operation, and the cause that each flash operation carries.

use serde::{Deserialize, Serialize};

/// Why a flash operation happened (SPEC 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Cause {
    /// The host asked for it.
    Host = 0,
    /// Copies of page-mapped GC.
    Gc = 1,
    /// Copies of switch, partial and full merges.
    Merge = 2,
    /// CMT miss or eviction traffic.
    Translation = 3,
    /// Translation pages written because of GC.
    TranslationGc = 4,
    /// Buffer page padding.
    Pad = 5,
    /// Static wear leveling.
    Wear = 6,
    /// Rebuilding tables after a power loss.
    Recovery = 7,
    /// The rest of a page that the host writes in part.
    Partial = 8,
}

impl Cause {
    /// Every cause, in the order of reports.
    pub const ALL: [Self; 9] = [
        Self::Host,
        Self::Gc,
        Self::Merge,
        Self::Translation,
        Self::TranslationGc,
        Self::Pad,
        Self::Wear,
        Self::Recovery,
        Self::Partial,
    ];
}

/// The host's operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum HostOp {
    /// Read pages.
    Read,
    /// Write pages.
    Write,
    /// Declare pages unused.
    Trim,
}
