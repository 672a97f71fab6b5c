//! `fifo`: the block closed longest ago (Desnoyers, section 3.1, where it is called LRU; its eq. 4).
//!
//! A block with nothing to gain is passed over while another one has something (SPEC 3.2).

use nand::Pbn;

use super::{Block, fifo_full};

/// The first block with something to gain; if none has, the first.
#[inline]
pub fn pick(blocks: impl Iterator<Item = Block> + Clone) -> Option<Pbn> {
    let gaining = blocks.clone().find(Block::gains);
    gaining
        .map(|block| block.pbn)
        .or_else(|| fifo_full::pick(blocks))
}
