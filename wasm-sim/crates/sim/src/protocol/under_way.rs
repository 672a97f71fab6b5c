//! An FTL's unfinished work: a merge, a GC, a recovery.

use ftl::{MergeKind, MergeReason, MergeWhy};
use serde::Serialize;

use super::tables::CmtEntryShown;

/// A merge under way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MergeShown {
    /// Kind.
    pub kind: MergeKind,
    /// Logical block.
    pub lbn: u32,
    /// Its log block; the last block of its chain; `null` where there are no such blocks.
    pub log: Option<u32>,
    /// Its data block.
    pub data: Option<u32>,
    /// Where copies go.
    pub into: Option<u32>,
    /// Copies made.
    pub copied: u32,
    /// Copies in all.
    pub copies: u32,
    /// Why now.
    pub reason: MergeReason,
    /// Why this kind.
    pub why: MergeWhy,
}

/// The reclaiming of a log block that several logical blocks share, under way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReclaimShown {
    /// Victim.
    pub pbn: u32,
    /// The logical blocks that are merged for it, in order.
    pub merged: Vec<ReclaimedShown>,
    /// Those left out because their pages in it are all invalid.
    pub skipped: Vec<ReclaimedShown>,
    /// How many of `merged` are done.
    pub done: u32,
}

/// A logical block with pages in a victim.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReclaimedShown {
    /// Logical block.
    pub lbn: u32,
    /// Its data block at this moment.
    pub data: Option<u32>,
}

/// A GC under way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GcShown {
    /// Victim.
    pub pbn: u32,
    /// Copies made.
    pub copied: u32,
    /// Copies in all.
    pub copies: u32,
    /// Whether it holds translation pages.
    pub translation: bool,
}

/// GC inside a superblock, under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct InnerCleaningShown {
    /// The superblock.
    pub superblock: u32,
    /// Whether it is compacted, so that others may have its update blocks.
    pub compaction: bool,
    /// The victim; `null` between two victims of a compaction.
    pub pbn: Option<u32>,
    /// Copies of it made.
    pub copied: u32,
    /// Copies of it in all.
    pub copies: u32,
    /// Blocks of the superblock when the victim was chosen.
    pub blocks: u32,
    /// How many are to remain in the end.
    pub until: u32,
    /// Victims cleaned so far in the compaction.
    pub victims: u32,
}

/// A move of static wear leveling under way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WearShown {
    /// The little worn block.
    pub from: u32,
    /// The worn block that takes its place.
    pub to: u32,
    /// Copies made.
    pub copied: u32,
    /// Copies in all.
    pub copies: u32,
}

/// A power loss, until the tables are found again.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RecoveryShown {
    /// CMT entries that were lost, as [`TablesShown::cmt`] has them.
    pub cmt: Vec<CmtEntryShown>,
    /// How many there were.
    pub entries: u32,
    /// Those that flash did not know.
    pub dirty: u32,
    /// Whether the GTD was lost too.
    pub gtd: bool,
    /// Pages and OOB areas read so far.
    pub read: u32,
    /// OOB areas to be scanned; 0 before it is known.
    pub pages: u32,
    /// OOB areas that a full scan would read.
    pub full: u32,
}
