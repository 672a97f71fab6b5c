//! Mechanisms that schemes share; no policy of a particular scheme.

mod block_lists;
mod block_map;
mod block_pool;
mod cmt;
mod frontier;
pub(crate) mod hot_cold;
mod hybrid_map;
mod merge;
mod victim;
mod wear;

pub use block_lists::Lists;
pub use block_map::{BlockMap, content};
pub use block_pool::BlockPool;
pub use cmt::{Cmt, CmtEntry, Placed};
pub use frontier::Frontier;
pub use hot_cold::{COLD, HOT, HotCold};
pub use hybrid_map::{HybridMap, no_gaps};
pub use merge::Merge;
pub use victim::{ClosedBlocks, ClosedPlace};
pub use wear::WearLeveling;
