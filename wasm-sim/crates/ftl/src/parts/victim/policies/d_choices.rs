//! `d_choices{d}`: `greedy` among d closed blocks drawn at random (Van Houdt: A mean field model for a class of garbage
//! collection algorithms in flash-based SSDs, 2013).
//!
//! The d blocks are different ones, or all where there are fewer. So with d as large as the device it is `greedy`.

use nand::Pbn;

use super::{Block, greedy, random};
use crate::rng::Rng;

/// The best of d blocks of the urn. Each draw is among the blocks not drawn yet.
pub fn pick(d: u32, blocks: impl Iterator<Item = Block> + Clone, rng: &mut Rng) -> Option<Pbn> {
    let mut urn = random::urn(blocks);
    let among = urn.len() as u32;
    let d = d.min(among);
    for drawn in 0..d {
        let other = drawn + rng.below(among - drawn);
        urn.swap(drawn as usize, other as usize);
    }
    greedy::pick(urn.into_iter().take(d as usize))
}
