//! The roles of blocks, the page that each block takes next, and the places of CMT entries.

use serde::{Deserialize, Serialize};

/// The role of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Role {
    /// Erased, in the free pool.
    Free = 0,
    /// Holds host data: a data block of a logical block, or a block of page-mapped data.
    Data = 1,
    /// A log block of one logical block (BAST).
    Log = 2,
    /// Holds translation pages.
    Translation = 3,
    /// Being filled by a full merge; becomes a data block when the merge ends.
    MergeTarget = 4,
    /// Holds cold host data, where hot and cold pages are kept apart.
    Cold = 5,
    /// Holds hot host data, where hot and cold pages are kept apart.
    Hot = 6,
    /// A log block that takes a run of pages of one logical block in order (FAST: SW).
    SequentialLog = 7,
    /// A log block that takes pages of any logical block as they come (FAST: RW).
    RandomLog = 8,
    /// Reserved for checkpoints of the GTD (DFTL).
    Checkpoint = 9,
    /// A log block that takes pages of any logical block that were written a short while ago (LAST: hot partition).
    HotLog = 10,
    /// A log block that takes other pages of any logical block (LAST: cold partition).
    ColdLog = 11,
    /// One of the blocks of a superblock beyond as many as it has logical blocks (superblock).
    Update = 12,
    /// In the chain of a logical block, after its data block (replacement blocks).
    Replacement = 13,
}

impl Role {
    /// Whether this is a log block of any kind.
    pub fn is_log(self) -> bool {
        matches!(
            self,
            Self::Log | Self::SequentialLog | Self::RandomLog | Self::HotLog | Self::ColdLog
        )
    }
}

/// A write frontier: the open block that a kind of page is appended to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Stream {
    /// Host writes; in page-mapped FTLs GC copies too.
    Data = 0,
    /// GC copies, where they have a frontier of their own.
    Gc = 1,
    /// Translation pages (DFTL).
    Translation = 2,
    /// Cold pages, where hot and cold ones are kept apart.
    Cold = 3,
    /// Hot pages.
    Hot = 4,
    /// GC copies of cold pages, where copies have frontiers of their own.
    ColdGc = 5,
    /// GC copies of hot pages.
    HotGc = 6,
}

/// Segment of the CMT that an entry is in (SPEC 5, `slru`); LRU and LFU use only `Probationary`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Segment {
    /// Entries not hit since they were loaded, or that fell back.
    Probationary = 0,
    /// Entries that were hit.
    Protected = 1,
}
