//! `fifo_full`: the block closed longest ago, whatever it gives back, as the simulator of the paper does (Desnoyers, Tables 1
//! and 5 at Sf .03).
//!
//! GC of a block with nothing to gain moves it to the end of the order, so the next block that gains has its turn.

use nand::Pbn;

use super::Block;

/// The first block.
#[inline]
pub fn pick(mut blocks: impl Iterator<Item = Block>) -> Option<Pbn> {
    blocks.next().map(|block| block.pbn)
}
