//! Mechanisms that schemes share; no policy of a particular scheme.

mod block_lists;
mod block_pool;
mod cmt;
mod frontier;
pub(crate) mod hot_cold;
mod victim;
mod wear;

pub use block_lists::Lists;
pub use block_pool::BlockPool;
pub use cmt::{Cmt, CmtEntry, Placed};
pub use frontier::Frontier;
pub use hot_cold::{COLD, HOT, HotCold};
pub use victim::{ClosedBlocks, ClosedPlace};
pub use wear::WearLeveling;
