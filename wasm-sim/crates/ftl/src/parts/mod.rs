//! Mechanisms that schemes share; no policy of a particular scheme.

mod block_lists;
mod block_pool;
mod cmt;
mod frontier;
mod victim;

pub use block_lists::Lists;
pub use block_pool::BlockPool;
pub use cmt::{Cmt, CmtEntry, Placed};
pub use frontier::Frontier;
pub use victim::ClosedBlocks;
