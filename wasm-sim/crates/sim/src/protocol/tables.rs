//! The mapping tables as drawn.

use ftl::{Role, Segment};
use serde::Serialize;

/// The mapping tables as drawn. Those a scheme lacks are `null`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TablesShown {
    /// Page map (of a hybrid: the log map): PPN of each LPN of the asked window.
    pub page_map: Option<Vec<Option<u32>>>,
    /// First LPN of that window.
    pub from_lpn: u32,
    /// Block map: PBN of each LBN, from `from_lbn` on.
    pub block_map: Option<Vec<Option<u32>>>,
    /// First LBN shown: that of `from_lpn`.
    pub from_lbn: u32,
    /// Of each LBN in `block_map`, the blocks that follow its data block in its chain (replacement blocks).
    pub chains: Option<Vec<Vec<u32>>>,
    /// Chains by their length, of all LBNs: pairs [blocks, LBNs], ascending (replacement blocks).
    pub chain_lengths: Option<Vec<(u32, u32)>>,
    /// Log blocks in use: sequential ones, then the others, each kind with the one to be merged next first.
    pub log_blocks: Option<Vec<LogBlockShown>>,
    /// How many log blocks there may be.
    pub log_capacity: Option<u32>,
    /// The logical pages written most recently, the latest first; of a long list the first ones.
    pub recency: Option<Vec<u32>>,
    /// How many of them there may be.
    pub recency_capacity: Option<u32>,
    /// CMT, per segment least recent first. Of a large one the most recent entries of each segment.
    pub cmt: Option<Vec<CmtEntryShown>>,
    /// How many entries it holds.
    pub cmt_used: u32,
    /// How many entries it may hold.
    pub cmt_capacity: Option<u32>,
    /// How many of them may be protected.
    pub cmt_protected: Option<u32>,
    /// GTD: PPN of each translation page, from `from_tpn` on.
    pub gtd: Option<Vec<Option<u32>>>,
    /// First translation page shown: that of `from_lpn`.
    pub from_tpn: u32,
    /// Translation pages in all.
    pub translation_pages: u32,
    /// Mappings in a translation page.
    pub entries_per_translation_page: Option<u32>,
    /// Superblocks; their inner maps are the page map.
    pub superblocks: Option<SuperblocksShown>,
}

/// An entry of the CMT as shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CmtEntryShown {
    /// Logical page.
    pub lpn: u32,
    /// Its mapping; `null` when the page is not mapped.
    pub ppn: Option<u32>,
    /// Whether flash does not yet say so.
    pub dirty: bool,
    /// Segment.
    pub segment: Segment,
}

/// A log block as shown, least recently written first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LogBlockShown {
    /// The block.
    pub pbn: u32,
    /// Its pages: of one logical block, a run of it, or of any.
    pub role: Role,
    /// The logical block it serves.
    pub lbn: Option<u32>,
}

/// The superblocks of a device as shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SuperblocksShown {
    /// Adjacent logical blocks of a superblock, S.
    pub blocks_per_superblock: u32,
    /// Update blocks that one may have, K.
    pub update_blocks_per_superblock: u32,
    /// Update blocks in use, of all superblocks.
    pub update_blocks: u32,
    /// How many there may be, M.
    pub update_capacity: u32,
    /// First superblock of `groups`: that of `from_lpn`.
    pub from: u32,
    /// Superblocks in all.
    pub count: u32,
    /// Superblocks from `from` on.
    pub groups: Vec<SuperblockShown>,
    /// The superblocks with update blocks, least recently written first. Of many the first.
    pub written: Vec<u32>,
    /// The superblocks whose inner map is in SRAM, least recently accessed first. Of many the last.
    pub cached: Vec<u32>,
    /// How many there may be.
    pub cached_capacity: u32,
}

/// A superblock as shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SuperblockShown {
    /// Its blocks in the order in which they were taken; those beyond S are its update blocks.
    pub blocks: Vec<u32>,
    /// The open block for host writes.
    pub host: Option<u32>,
    /// The open block for GC copies.
    pub copies: Option<u32>,
    /// Whether its inner map is in SRAM.
    pub cached: bool,
}
