//! `windowed_greedy{w}`: `greedy` among the w blocks closed longest ago (Desnoyers, section 3.3, after Hu et al. 2009).
//!
//! If none of them has anything to gain: the block closed longest ago that has, as `fifo` does. A window of one is `fifo`.

use nand::Pbn;

use super::{Block, greedy};

/// The best block of the window, unless only a block outside gains anything.
#[inline]
pub fn pick(w: u32, mut blocks: impl Iterator<Item = Block> + Clone) -> Option<Pbn> {
    let window = blocks.clone().take(w as usize);
    let best = window.min_by_key(greedy::rank)?;
    let taken = if best.gains() {
        best
    } else {
        blocks.find(Block::gains).unwrap_or(best)
    };
    Some(taken.pbn)
}
