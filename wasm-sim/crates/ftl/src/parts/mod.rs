//! Mechanisms that schemes share; no policy of a particular scheme.

mod block_lists;
mod block_map;
mod block_pool;
mod cmt;
mod frontier;
pub(crate) mod hot_cold;
mod hybrid_map;
mod initial_log;
mod lfu;
mod mapping_groups;
mod merge;
mod options;
mod queues;
mod recency;
mod reclaim;
mod valid_copies;
mod victim;
mod wear;

pub use block_lists::Lists;
pub use block_map::{BlockMap, content};
pub use block_pool::BlockPool;
pub use cmt::{Cmt, CmtEntry, Placed};
pub use frontier::Frontier;
pub use hot_cold::{COLD, HOT, HotCold};
pub use hybrid_map::HybridMap;
pub use initial_log::{no_gaps, sequence_of, wrong_log};
pub use lfu::Lfu;
pub use mapping_groups::MappingGroups;
pub use merge::Merge;
pub use options::{Age, Classifier, CmtPolicy, GcPolicy, HotColdOptions, Leveling, PoolChoice};
pub use queues::Queues;
pub use recency::Recency;
pub use reclaim::live_logical_blocks;
pub(crate) use valid_copies::valid_copies;
pub use victim::{ClosedBlocks, ClosedPlace};
pub use wear::WearLeveling;
