//! A page: its state and what its out-of-band area says.

use serde::{Deserialize, Serialize};

/// The state of a flash page (SPEC 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Page {
    /// Erased, not programmed since.
    Free = 0,
    /// Holds the latest copy of what its OOB area names.
    Valid = 1,
    /// Holds an invalid copy; an erase gives it back.
    Invalid = 2,
}

/// The kind of content of a page; its OOB area says so (SPEC 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum PageKind {
    /// Host data; the logical number is an LPN.
    Data = 0,
    /// A piece of the mapping; the logical number counts translation pages.
    Translation = 1,
}

/// The out-of-band area of a programmed page, and which version of its content it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Oob {
    /// Logical number: an LPN, or the number of a translation page.
    pub logical: u32,
    /// The unit of `logical`: pages or translation pages.
    pub kind: PageKind,
    /// Which write made the content, from 1 (the content itself, so to say: copies carry it along unchanged,
    /// and the checker compares it).
    pub version: u32,
    /// Global write sequence number of this program, from 1.
    pub seq: u64,
}
