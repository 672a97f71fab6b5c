//! `cost_benefit`: the largest age × (1-u) / 2u (Rosenblum and Ousterhout 1991; Desnoyers cites it in section 7). The 2 counts the read
//! of a page beside its write.
//!
//! With u = v/P that is age × (P-v) / 2v. It is infinite for v = 0, which wins outright, and 0 for v = P, which comes last.
//!
//! This is the definition. A run finds the same block by `indexed/age_weighted.rs`.

use std::cmp::Reverse;

use nand::Pbn;

use super::{Block, Fraction};

/// age × (P-v) / 2v. The largest is taken first.
#[inline]
pub fn score(block: &Block) -> Fraction {
    Fraction {
        over: u128::from(block.age) * u128::from(block.gain()),
        under: 2 * u128::from(block.valid),
    }
}

/// [`score`], as an event shows it.
pub fn shown(block: &Block) -> f64 {
    block.age as f64 * f64::from(block.gain()) / (2.0 * f64::from(block.valid))
}

/// The block of the largest score.
#[inline]
pub fn pick(blocks: impl Iterator<Item = Block>) -> Option<Pbn> {
    blocks
        .min_by_key(|block| Reverse(score(block)))
        .map(|block| block.pbn)
}
