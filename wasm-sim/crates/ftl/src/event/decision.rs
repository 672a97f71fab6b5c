//! Points at which a scheme decides, and what it decides among.

use nand::Pbn;
use serde::{Deserialize, Serialize};

/// A point at which a scheme decides, and a person may decide otherwise (`interventions`, SPEC 11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Which block GC takes, of those with a page that is not valid; score by policy (the greedy ones: valid pages, fifo: order of closing,
    /// cost-benefit: age*(1-u)/(2u), cat: u/(1-u)*erases/age, random: 0).
    Victim,
    /// Which log block is merged or reclaimed when all are in use; score: order of last write (BAST), of taking (FAST), LBNs
    /// with valid pages in it (LAST).
    LogBlock,
    /// Which kind of merge: 0 switch, 1 partial, 2 full.
    Merge,
    /// Which CMT entry is evicted; score: order in the replacement queue.
    Eviction,
    /// Which superblock is compacted when all update blocks are in use; score: order of last write.
    Superblock,
    /// Which chain is folded, by its LBN; score: its blocks.
    Chain,
    /// Where a host page goes: 0 with the cold pages, 1 with the hot ones (hot and cold blocks; LAST's two partitions).
    Placement,
}

/// One candidate at a decision point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Candidate {
    /// The candidate: a PBN for victims and log blocks, an LPN for CMT evictions, a superblock for compactions.
    pub id: u32,
    /// Its valid pages (blocks), 0 for CMT entries.
    pub valid: u32,
    /// The policy's score, in the policy's own sense (see [`Decision`]).
    pub score: f64,
}

/// A pool of closed blocks, hot or cold, when one of the two is chosen (`parts/hot_cold`).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PoolShown {
    /// The block that the victim policy picks in it; `None` if none is closed.
    pub pick: Option<Pbn>,
    /// Its valid pages.
    pub pick_valid: u32,
    /// Blocks of the pool, open ones included.
    pub blocks: u32,
    /// Valid pages of the pool.
    pub valid: u32,
    /// r: the share of host writes that went to it of late.
    pub share: f64,
    /// By the rule of the pool choice; the smaller one is cleaned. `optimal`: r dA.
    pub score: f64,
}
