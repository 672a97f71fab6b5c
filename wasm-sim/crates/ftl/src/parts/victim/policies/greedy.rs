//! `greedy`: fewest valid pages (Desnoyers, section 3.2; there optimal for uniform traffic, after Hu et al. 2009).
//!
//! Tie: the block whose valid count has gone longest without changing. The bins at the end of section 3.3 do that.

use nand::Pbn;

use super::Block;

/// The smallest is taken first.
#[inline]
pub fn rank(block: &Block) -> (u32, u64) {
    (block.valid, block.changed)
}

/// The block of the smallest rank.
#[inline]
pub fn pick(blocks: impl Iterator<Item = Block>) -> Option<Pbn> {
    blocks.min_by_key(rank).map(|block| block.pbn)
}
