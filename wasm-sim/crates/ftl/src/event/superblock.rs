//! Events of superblocks.

use nand::{Pbn, Ppn};

use super::Candidate;
use serde::Serialize;
use strum::{IntoStaticStr, VariantNames};

/// An event of the superblock FTL (SPEC 4).
#[derive(Clone, Debug, PartialEq, Serialize, IntoStaticStr, VariantNames)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum SuperblockEvent {
    /// The inner map of the superblock that the host accesses is in SRAM; it is now the most recently accessed one.
    MapCached {
        /// The superblock.
        superblock: u32,
    },
    /// The inner map of the superblock that the host accesses is not in SRAM: one OOB area is read, which takes as long as a
    /// page (`map_reads`).
    MapRead {
        /// The superblock, from now on the most recently accessed one in SRAM.
        superblock: u32,
        /// Its page programmed last, whose OOB area has the map; `None` while it has none.
        ppn: Option<Ppn>,
        /// The superblock whose map left SRAM for it, if SRAM was full.
        dropped: Option<u32>,
    },
    /// A superblock with update blocks was written by the host: it is last in the order of compaction.
    SuperblockWritten {
        /// The superblock.
        superblock: u32,
    },
    /// All update blocks are in use: a superblock gives its own back. Inner GCs of it follow.
    CompactionBegin {
        /// The superblock that is compacted.
        superblock: u32,
        /// Its blocks at this moment.
        blocks: u32,
        /// How many will remain, S.
        until: u32,
        /// Update blocks in use, M.
        update_blocks: u32,
        /// The superblock that needs a block.
        wanted_by: u32,
        /// Superblocks with update blocks, least recently written first, the chosen one always among them (at most 16). `valid`
        /// counts the valid pages of the superblock.
        candidates: Vec<Candidate>,
        /// The number of candidates.
        choices: u32,
    },
    /// A superblock has no update blocks any more.
    CompactionEnd {
        /// The superblock.
        superblock: u32,
        /// Blocks cleaned for it.
        victims: u32,
        /// Pages copied.
        copied: u32,
    },
    /// A block of a superblock is about to be cleaned: its valid pages move to the superblock's copy block.
    InnerCleaningBegin {
        /// The superblock.
        superblock: u32,
        /// The victim.
        pbn: Pbn,
        /// Its valid pages: the copies to come.
        valid: u32,
        /// Blocks of the superblock at this moment.
        blocks: u32,
        /// How many are to remain in the end.
        until: u32,
        /// Whether it is part of a compaction, for whose sake all update blocks go.
        compaction: bool,
        /// The copy block, excepted because it has room; `None` if there is none with room.
        excepted: Option<Pbn>,
        /// The blocks with fewest valid pages, best first, the victim always among them (at most 16).
        candidates: Vec<Candidate>,
        /// The number of candidates.
        choices: u32,
    },
    /// A block of a superblock was cleaned.
    InnerCleaningEnd {
        /// The superblock.
        superblock: u32,
        /// The victim, now free.
        pbn: Pbn,
        /// Pages copied.
        copied: u32,
        /// Blocks of the superblock that remain.
        blocks: u32,
        /// Whether it was part of a compaction, which counts as one full merge; otherwise this was a partial merge, or a switch if
        /// nothing was copied.
        compaction: bool,
    },
}
