//! The write buffer as drawn.

use buffer::{Benefits, DestageRule, MappingGroup, PartitionDecision};
use serde::Serialize;

use crate::scenario::BufferKind;

/// The write buffer as shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BufferShown {
    /// The pages that leave it.
    pub kind: BufferKind,
    /// Pages it holds at most.
    pub capacity: u32,
    /// Pages it holds.
    pub pages: u32,
    /// Those of them that flash does not have.
    pub dirty: u32,
    /// Its pages one by one, least recent first; of many the first. `null` where block groups leave.
    pub list: Option<Vec<BufferedShown>>,
    /// Its block groups, least recently written first; of many the first. `null` where pages leave one by one.
    pub groups: Option<Vec<BufferGroupShown>>,
    /// How many groups there are.
    pub group_count: u32,
    /// Pages at the LRU end among which a clean one is looked for (`cflru`).
    pub window: Option<u32>,
    /// The share of the range of PUDs that sets groups apart (`pud_lru`).
    pub threshold: Option<f64>,
    /// The next to leave, if it had to now: the first page of it. `null`: nothing is buffered.
    pub next: Option<u32>,
    /// The pages that leave now.
    pub destage: Option<DestageShown>,
    /// The reason for the last destage (`gc_arm`; `null` before the first one).
    pub benefits: Option<Benefits>,
    /// The parts of RAM.
    pub ram: RamShown,
    /// How it is shared with the CMT (`gc_arm`, `ap`).
    pub shared: Option<SharedShown>,
}

/// A page in the write buffer as shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BufferedShown {
    /// Logical page.
    pub lpn: u32,
    /// Version of its content.
    pub version: u32,
    /// Whether flash does not have it.
    pub dirty: bool,
}

/// A block group in the write buffer as shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BufferGroupShown {
    /// Its logical block.
    pub lbn: u32,
    /// Its pages, by logical number.
    pub pages: Vec<BufferedShown>,
    /// Page writes to it since it came into the buffer; 0, like the next two, where they are not counted (`gc_arm`).
    pub updates: u64,
    /// The mean of its update distances, in page writes to other groups; 0 after a single write.
    pub mean_distance: f64,
    /// Page writes to the buffer since its latest.
    pub recency: u64,
    /// Its PUD (`pud_lru`).
    pub pud: Option<f64>,
    /// Whether it is updated frequently, so that it stays (`pud_lru`).
    pub frequent: bool,
}

/// The pages that leave the write buffer now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DestageShown {
    /// The logical block of the group; `null`: a single page leaves.
    pub lbn: Option<u32>,
    /// The first page that leaves.
    pub lpn: u32,
    /// Pages written so far, fillers included.
    pub written: u32,
    /// Pages that leave.
    pub pages: u32,
    /// Pages written along to complete the block.
    pub fillers: u32,
    /// Why it leaves.
    pub rule: DestageRule,
    /// Those of the fillers that were read and are not written yet, in order.
    pub held: Vec<u32>,
    /// The group's place among the groups when it began to leave, from 0.
    pub place: u32,
}

/// The parts of RAM.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RamShown {
    /// Bytes of the FTL's mapping tables, all together.
    pub mapping_bytes: f64,
    /// Bytes of them that the cached mappings take (DFTL).
    pub cmt_bytes: f64,
    /// Bytes of the write buffer.
    pub buffer_bytes: f64,
}

/// RAM shared by write buffer and CMT.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SharedShown {
    /// Bytes that move at a time.
    pub step_bytes: f64,
    /// Requests of a window.
    pub window_requests: u32,
    /// Requests of the window under way so far.
    pub requests: u32,
    /// Those of them that wrote.
    pub writes: u32,
    /// Logical blocks accessed in it.
    pub distinct: u32,
    /// From this many on its requests are random (`gc_arm`).
    pub distinct_blocks: Option<u32>,
    /// The last decision; `null` in the first window.
    pub last: Option<PartitionDecision>,
    /// The ghost caches (`ap`).
    pub ghosts: Option<GhostsShown>,
    /// Mapping groups, the largest first; of many the first (`gc_arm` before DFTL).
    pub mapping_groups: Option<Vec<MappingGroup>>,
}

/// The ghost caches: what left a cache last, the latest first; of many the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GhostsShown {
    /// Logical pages that left the write buffer.
    pub buffer: Vec<u32>,
    /// How many these are in all.
    pub buffer_pages: u32,
    /// How many they are at most: a step of pages.
    pub buffer_capacity: u32,
    /// The time that hits in them saved in this window, had the buffer been a step larger, microseconds.
    pub buffer_saves_us: f64,
    /// Logical pages whose mappings left the CMT.
    pub mapping: Vec<u32>,
    /// How many these are in all.
    pub mapping_entries: u32,
    /// How many they are at most: a step of entries.
    pub mapping_capacity: u32,
    /// The time that hits in them saved in this window, had the CMT been a step larger, microseconds.
    pub mapping_saves_us: f64,
}
