//! The pages that leave a buffer, and the reason.

use nand::{Lbn, Lpn};
use serde::{Deserialize, Serialize};

/// The next to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victim {
    /// A page. If it is clean it is dropped.
    Page(Lpn),
    /// The block group of a logical block: each of its pages.
    Group(Lbn),
}

/// Why it is this victim.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "rule", rename_all = "snake_case")]
pub enum DestageRule {
    /// The page written least recently (`lru`).
    Lru,
    /// Of the clean pages among the `window` least recent ones the least recent (`cflru`).
    CleanFirst {
        /// Pages looked at, at most.
        window: u32,
        /// Its place from the LRU end, from 1.
        place: u32,
    },
    /// The least recent page: no clean one is among the `window` least recent (`cflru`).
    NoneClean {
        /// Pages looked at, at most.
        window: u32,
    },
    /// The block group with the most pages (`fab`).
    Largest {
        /// Its pages.
        pages: u32,
        /// Groups with as many, itself included: of these it was written least recently.
        tied: u32,
    },
    /// The block group at the LRU end (`bplru`).
    LeastRecent {
        /// Whether it is there because it was written whole and in order.
        compensated: bool,
    },
    /// Of the infrequently updated block groups the one with the most pages (`pud_lru`).
    Infrequent {
        /// Its pages.
        pages: u32,
        /// Its PUD.
        pud: f64,
        /// The smallest PUD of all groups.
        least: f64,
        /// The largest one.
        most: f64,
        /// The share of their distance that a PUD must reach.
        threshold: f64,
        /// Groups that do.
        infrequent: u32,
        /// Infrequent groups with as many pages, itself included: of these its PUD is the largest, or it was updated least
        /// recently.
        tied: u32,
    },
    /// The better of two: a page, or the largest block group (`gc_arm`).
    Benefit(Benefits),
}

/// The benefits of destaging a page and a block group, and the choice (`gc_arm`; Hu, eq. 3.1, 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Benefits {
    /// Of a page: the pages that an erase gives back now, `NVB_invalid`.
    pub page: u32,
    /// Of the largest group: its pages less those that its block lacks, `NDB_valid` - `NDB_invalid`.
    pub block: i32,
    /// Whether the group leaves: it brings more.
    pub by_block: bool,
    /// The logical block of that group.
    pub lbn: u32,
    /// Its pages.
    pub pages: u32,
    /// Pages that its block lacks.
    pub missing: u32,
    /// The mapping group that the page belongs to and how many entries it has, if these decided which page.
    pub mapping_group: Option<MappingGroup>,
}

/// A mapping group: the cached mappings of one translation page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MappingGroup {
    /// Its translation page.
    pub tpn: u32,
    /// Its entries.
    pub entries: u32,
}

/// A block group as shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GroupShown {
    /// Its logical block.
    pub lbn: u32,
    /// Its pages' logical numbers, ascending.
    pub lpns: Vec<u32>,
    /// Its PUD (`pud_lru`).
    pub pud: Option<f64>,
    /// Whether it is updated frequently, so that it stays (`pud_lru`).
    pub frequent: bool,
}

/// The counters of a block group.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GroupFigures {
    /// Page writes to it since it came into the buffer.
    pub updates: u64,
    /// The mean of its update distances, in page writes to other groups; 0 after a single write (Hu, eq. 2.1, 2.2).
    pub mean_distance: f64,
    /// Page writes to the buffer since its latest.
    pub recency: u64,
}
