//! `random`: any closed block, each as likely. Desnoyers does not have it.
//!
//! Draws are among the blocks with something to gain while there are any (SPEC 3.2).

use nand::Pbn;

use super::Block;
use crate::rng::Rng;

/// The blocks to draw from, in the order in which they come.
pub fn urn(blocks: impl Iterator<Item = Block> + Clone) -> Vec<Block> {
    let gaining: Vec<Block> = blocks.clone().filter(Block::gains).collect();
    if gaining.is_empty() {
        blocks.collect()
    } else {
        gaining
    }
}

/// One of the urn.
pub fn pick(blocks: impl Iterator<Item = Block> + Clone, rng: &mut Rng) -> Option<Pbn> {
    let urn = urn(blocks);
    if urn.is_empty() {
        return None;
    }
    Some(urn[rng.below(urn.len() as u32) as usize].pbn)
}
