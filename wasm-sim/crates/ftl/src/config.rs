//! How a scheme is set up: the resolved form of a scenario's `ftl` and `initial` (SPEC 11).

use nand::{Lbn, Lpn, Pbn, Ppn};
use serde::{Deserialize, Serialize};

use crate::Role;

/// Which block cleaning takes (SPEC 3). A block with nothing to gain is picked last; ties not named
/// go to the block closed longest ago. Where each is described: `parts/victim`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GcPolicy {
    /// Fewest valid pages; tie: the block whose valid count has gone longest without changing.
    Greedy,
    /// The block closed longest ago that has a page to give back (SPEC 3).
    Fifo,
    /// The block closed longest ago, even if all its pages are valid: what Desnoyers simulates as "LRU". Page mapping only.
    FifoFull,
    /// Greedy among the blocks closed longest ago.
    WindowedGreedy {
        /// How many; at least 1.
        w: u32,
    },
    /// Largest age*(1-u)/(2u), age in host writes since closing; u = 0 wins outright.
    CostBenefit,
    /// Smallest u/(1-u) * erases / age.
    Cat,
    /// Any closed block.
    Random,
    /// Greedy among random closed blocks.
    DChoices {
        /// How many; at least 1.
        d: u32,
    },
}

/// How hot pages are told from cold ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Classifier {
    /// The workload says ([`HostPage::hot`](crate::HostPage::hot)).
    Oracle,
    /// By the distance between rewrites (Desnoyers, section 6).
    Recency,
}

/// Which pool gives the victim where hot and cold blocks are kept apart (Desnoyers, section 5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PoolChoice {
    /// The one whose pick has fewer valid pages.
    Greedy,
    /// The one with the smaller cost-age-times metric.
    CatHc {
        /// Age enters as its logarithm (eq. 26, 27) instead of as it is (eq. 28).
        log2: bool,
    },
    /// The one that suffers least from the loss of a block (eq. 29, 30).
    Optimal,
    /// The one with more than its share of the spare pages.
    FixedSplit {
        /// The hot pool's share, 0..1.
        p: f64,
    },
}

/// Hot/cold separation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HotColdConfig {
    /// How hot pages are told from cold ones.
    pub classifier: Classifier,
    /// Which pool gives the victim.
    pub pool_choice: PoolChoice,
}

/// Which CMT entry is evicted (SPEC 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CmtPolicy {
    /// Segmented LRU: probationary and protected segments.
    Slru,
    /// Least recently used.
    Lru,
    /// Least frequently used; tie: least recently used.
    Lfu,
    /// The least recently used clean entry; if there is none, all entries of the translation page that has most (Hu, 3.2.1).
    #[cfg(feature = "buffer")]
    Groups,
}

/// Page-mapped FTL (SPEC 3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageConfig {
    /// Victim policy.
    pub gc_policy: GcPolicy,
    /// Cleaning runs while there are fewer free blocks than this; at least 2. With `on_demand` 1: the reserve.
    pub gc_threshold: u32,
    /// Cleaning runs only when a page has no other place than the reserved block (SPEC 9, E9).
    #[cfg(feature = "page")]
    pub on_demand: bool,
    /// Cleaning copies go to a frontier of their own.
    pub separate_gc_frontier: bool,
    /// Hot and cold pages go to blocks of their own; each class has its frontier, or frontiers.
    pub hot_cold: Option<HotColdConfig>,
    /// Static wear leveling: how far apart erase counts may be; at least 1.
    pub wear_leveling: Option<u32>,
    /// Channels of the device, at least 1: there is a frontier for each, of each kind.
    #[cfg(feature = "parallel")]
    pub channels: u32,
}

impl PageConfig {
    /// Write frontiers.
    pub fn frontiers(&self) -> u32 {
        (1 + u32::from(self.separate_gc_frontier))
            * (1 + u32::from(self.hot_cold.is_some()))
            * self.channels()
    }

    /// Channels that pages are striped over.
    #[inline]
    pub fn channels(&self) -> u32 {
        #[cfg(feature = "parallel")]
        return self.channels;
        #[cfg(not(feature = "parallel"))]
        1
    }
}

/// BAST (SPEC 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BastConfig {
    /// Log blocks, M; at least 1.
    pub log_blocks: u32,
}

/// FAST (SPEC 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FastConfig {
    /// Log blocks, M; at least 2: one sequential (SW), the others random (RW).
    pub log_blocks: u32,
    /// Reclaiming leaves out logical blocks whose pages in the victim are all stale (O-FAST).
    pub skip_stale: bool,
}

/// LAST (SPEC 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastConfig {
    /// Log blocks, M; at least `seq_log_blocks` + 3.
    pub log_blocks: u32,
    /// Sequential ones of them, m; at least 1.
    pub seq_log_blocks: u32,
    /// How many of the pages written most recently are hot; 0: none, so that there is one partition.
    pub k: u32,
    /// Bytes from which on a request is sequential; at least 1.
    pub seq_threshold: u32,
}

impl LastConfig {
    /// Random log blocks of both partitions, R.
    pub fn random_log_blocks(&self) -> u32 {
        self.log_blocks - self.seq_log_blocks
    }
}

/// Superblock FTL (SPEC 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuperblockConfig {
    /// Adjacent logical blocks of a superblock, S; at least 1. As many physical blocks hold its data.
    pub blocks_per_superblock: u32,
    /// Update blocks that one superblock may have beyond those, K; at least 1.
    pub update_blocks_per_superblock: u32,
    /// Update blocks of all superblocks together, M; at least 1.
    pub update_blocks: u32,
    /// Superblocks whose inner map is kept in SRAM, the most recently accessed ones; at least 1.
    pub cached_superblocks: u32,
}

impl SuperblockConfig {
    /// Superblocks of a device; the last one may have fewer logical blocks.
    pub fn superblocks(&self, logical_pages: u32, pages_per_block: u32) -> u32 {
        logical_pages
            .div_ceil(pages_per_block)
            .div_ceil(self.blocks_per_superblock)
    }

    /// Blocks that a superblock may have, S + K.
    pub fn most_blocks(&self) -> u32 {
        self.blocks_per_superblock
            .saturating_add(self.update_blocks_per_superblock)
    }
}

/// Replacement blocks (SPEC 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplacementConfig {
    /// A chain is folded while fewer blocks are free and one is needed; at least 1.
    pub gc_threshold: u32,
}

/// DFTL (SPEC 5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DftlConfig {
    /// Entries of the CMT; at least 1.
    pub cmt_entries: u32,
    /// Replacement in the CMT.
    pub cmt_policy: CmtPolicy,
    /// Share of the CMT that is protected under SLRU, 0..1; entries are rounded down.
    pub cmt_protected: f64,
    /// Mappings in a translation page, E; at least 4.
    pub entries_per_translation_page: u32,
    /// Cleaning runs while there are fewer free blocks than this; at least 3.
    pub gc_threshold: u32,
    /// Victim policy.
    pub gc_policy: GcPolicy,
    /// Cleaning updates mappings that are in the CMT only there.
    pub lazy_copy: bool,
    /// An eviction writes back every dirty entry of its translation page.
    pub batch_update: bool,
    /// A miss loads so many of the next mappings of its translation page too.
    pub prefetch: u32,
    /// The GTD is written to flash after so many programs of translation pages; 0: never, it is battery-backed.
    pub gtd_checkpoint_every: u32,
    /// The GTD has neither battery nor checkpoint: after a power loss all is found by the OOB areas of all pages. Not
    /// with `gtd_checkpoint_every`.
    pub full_scan: bool,
    /// Static wear leveling: how far apart erase counts may be; at least 1.
    pub wear_leveling: Option<u32>,
    /// The RAM of the CMT is shared with a write buffer.
    #[cfg(feature = "buffer")]
    pub shared: Option<SharedCmt>,
}

/// A CMT that may become larger or smaller in mid-run.
#[cfg(feature = "buffer")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedCmt {
    /// Entries it has if it ever gets all RAM.
    pub most_entries: u32,
    /// How many evicted entries are remembered; 0: none.
    pub ghosts: u32,
}

impl DftlConfig {
    /// Pages of a checkpoint: the GTD at four bytes an entry. They must fit into a block.
    pub fn checkpoint_pages(&self, logical_pages: u32, page_bytes: u32) -> u32 {
        let entries = logical_pages.div_ceil(self.entries_per_translation_page);
        (u64::from(entries) * 4).div_ceil(u64::from(page_bytes)) as u32
    }

    /// Whether the GTD is lost with the power.
    pub fn loses_gtd(&self) -> bool {
        self.full_scan || self.gtd_checkpoint_every > 0
    }

    /// Blocks reserved for checkpoints.
    pub fn checkpoint_blocks(&self) -> u32 {
        if self.gtd_checkpoint_every > 0 { 2 } else { 0 }
    }
}

/// Which scheme, with its options.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SchemeConfig {
    /// Page-mapped.
    Page(PageConfig),
    /// BAST.
    Bast(BastConfig),
    /// FAST.
    Fast(FastConfig),
    /// LAST.
    Last(LastConfig),
    /// Superblock FTL.
    Superblock(SuperblockConfig),
    /// DFTL.
    Dftl(DftlConfig),
    /// Block mapping.
    Block,
    /// Replacement blocks.
    Replacement(ReplacementConfig),
}

impl SchemeConfig {
    /// The same on so many channels. Page mapping stripes its frontiers over them; of the other schemes a block lies on one
    /// channel, by its number.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn on_channels(mut self, channels: u32) -> Self {
        if let Self::Page(page) = &mut self {
            page.channels = channels;
        }
        self
    }

    /// Whether cleaning waits until a page has no other place.
    #[cfg(all(feature = "parallel", feature = "page"))]
    pub fn on_demand(&self) -> bool {
        matches!(self, Self::Page(page) if page.on_demand)
    }

    /// Channels that pages are striped over.
    #[cfg(feature = "parallel")]
    pub fn channels(&self) -> u32 {
        match self {
            Self::Page(page) => page.channels,
            _ => 1,
        }
    }

    /// The same with its CMT shared as another's is.
    #[cfg(feature = "buffer")]
    #[must_use]
    pub fn shared_as(mut self, other: &Self) -> Self {
        if let (Self::Dftl(dftl), Self::Dftl(other)) = (&mut self, other) {
            dftl.shared = other.shared;
        }
        self
    }

    /// Whether pages of a block are programmed in any order: each at its own offset, as the host writes them.
    pub fn needs_any_order(&self) -> bool {
        matches!(self, Self::Block | Self::Replacement(_))
    }

    /// Whether the workload is asked which pages are hot.
    pub fn asks_workload(&self) -> bool {
        matches!(
            self,
            Self::Page(PageConfig {
                hot_cold: Some(HotColdConfig {
                    classifier: Classifier::Oracle,
                    ..
                }),
                ..
            })
        )
    }

    /// The scheme's name in scenarios.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Page(_) => "page",
            Self::Bast(_) => "bast",
            Self::Fast(_) => "fast",
            Self::Last(_) => "last",
            Self::Superblock(_) => "superblock",
            Self::Dftl(_) => "dftl",
            Self::Block => "block",
            Self::Replacement(_) => "replacement",
        }
    }

    /// The fewest blocks with which the scheme never runs out (SPEC 10, law 3), with D the number of
    /// logical blocks, `ceil(logical_pages / pages_per_block)`.
    pub fn minimum_blocks(&self, logical_pages: u32, pages_per_block: u32) -> u64 {
        let logical_blocks = u64::from(logical_pages.div_ceil(pages_per_block));
        match self {
            Self::Page(c) => {
                logical_blocks + u64::from(c.gc_threshold) + u64::from(c.frontiers() - 1)
            }
            Self::Bast(BastConfig { log_blocks })
            | Self::Fast(FastConfig { log_blocks, .. })
            | Self::Last(LastConfig { log_blocks, .. }) => {
                logical_blocks + u64::from(*log_blocks) + 1
            }
            // Each superblock has S blocks, M more are update blocks, and a cleaning takes one before it gives one back. Found to be
            // both enough and needed by an exhaustive search: `sim/tests/superblock/minimum.rs`.
            Self::Superblock(c) => {
                u64::from(c.superblocks(logical_pages, pages_per_block))
                    * u64::from(c.blocks_per_superblock)
                    + u64::from(c.update_blocks)
                    + 1
            }
            // A rewritten block stands beside the old one for a moment.
            Self::Block => logical_blocks + 1,
            // While fewer are free, more blocks than LBNs are in chains, so one has two and can be folded.
            Self::Replacement(c) => logical_blocks + u64::from(c.gc_threshold),
            Self::Dftl(c) => {
                let translation_pages = logical_pages.div_ceil(c.entries_per_translation_page);
                logical_blocks
                    + u64::from(translation_pages.div_ceil(pages_per_block))
                    + u64::from(c.gc_threshold)
                    + u64::from(c.checkpoint_blocks())
            }
        }
    }
}

/// Tables of a scheme given explicitly (`initial`, SPEC 11). The pages themselves are on the chip already;
/// what they imply may be left out here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InitialTables {
    /// Block map: data block of each LBN.
    pub data: Vec<(Lbn, Pbn)>,
    /// Log blocks, oldest first, with their role and the LBN they serve; replacement blocks in the order of their chains.
    pub log: Vec<(Pbn, Role, Option<Lbn>)>,
    /// CMT entries, least recent first: page, mapping, dirty.
    pub cmt: Vec<(Lpn, Option<Ppn>, bool)>,
    /// GTD: flash page of each translation page.
    pub gtd: Vec<Option<Ppn>>,
    /// Open blocks: the data frontier, then the translation frontier.
    pub frontier: Vec<Pbn>,
}

/// What is wrong with [`InitialTables`]: a sentence that names the contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialError {
    /// The table: `data`, `log`, `cmt`, `gtd`, `frontier`, `blocks`.
    pub table: &'static str,
    /// What contradicts what.
    pub message: String,
}
