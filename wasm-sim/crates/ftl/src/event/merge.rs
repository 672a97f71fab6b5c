//! Merges: their kinds, and why.

use nand::Ppn;
use serde::{Deserialize, Serialize};

/// The kind of a merge (SPEC 2, 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MergeKind {
    /// The log block simply becomes the data block.
    Switch,
    /// The log block is completed by copies, then becomes the data block.
    Partial,
    /// A fresh block gathers the latest copies; both old blocks are erased.
    Full,
}

impl MergeKind {
    /// The merge that the GC of a page-mapped block counts as (SPEC 2).
    pub fn of_cleaning(copied: u32) -> Self {
        if copied == 0 {
            Self::Switch
        } else {
            Self::Partial
        }
    }
}

/// Why a merge was begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MergeReason {
    /// The log block that the write needs is full.
    LogBlockFull,
    /// Every log block is in use, and this one was written least recently.
    NoFreeLogBlock,
    /// A sequential write begins a sequence, every sequential log block is in use, and this one was written least recently.
    NoFreeSequentialLog,
    /// A write of offset 0 begins a sequence, and the sequential log block is in use.
    NewSequence,
    /// A write of the logical block that owns the sequential log block is not of its next offset.
    SequenceBroken,
    /// A log block shared by several logical blocks is being reclaimed, and this is one of them.
    Reclaimed,
    /// A chain needs another block, and too few are free (replacement blocks).
    NoFreeBlock,
    /// The page is written again, and it has one place only (block mapping).
    PageInUse,
}

/// Why a merge is of its kind: the first page of the log block that decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "rule", rename_all = "snake_case")]
pub enum MergeWhy {
    /// Switch: page i of the log block holds offset i, valid, for all i.
    Complete,
    /// Partial: the first `pages` pages hold offsets 0.. in order, all valid; the rest is not programmed.
    Prefix {
        /// Programmed pages.
        pages: u32,
    },
    /// Full: page `page` of the log block does not hold the offset of its own place.
    OutOfPlace {
        /// Offset inside the log block.
        page: u32,
        /// The logical offset it holds.
        holds: u32,
    },
    /// Full: page `page` of the log block is invalid.
    Stale {
        /// Offset inside the log block.
        page: u32,
    },
    /// Full: the log block is shared by all logical blocks, so it can become the data block of none.
    Shared,
    /// An intervention asked for this kind.
    Chosen,
    /// Switch: the last block of the chain has every valid page.
    LastHasAll,
    /// Partial: a valid page is in an earlier block of the chain, this one first.
    Earlier {
        /// Its offset.
        page: u32,
        /// Where it is.
        ppn: Ppn,
    },
    /// Full: the data block's page at this offset is not free, and each page has its place in one block.
    Rewrite {
        /// The offset.
        page: u32,
        /// Whether what is there was trimmed.
        stale: bool,
    },
}
