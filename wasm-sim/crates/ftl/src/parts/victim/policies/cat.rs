//! `cat`, cost age times: the smallest u/(1-u) × erases / age (Chiang 1997; Desnoyers, eq. 23 with f(age) = age).
//!
//! With u = v/P that is v × erases / ((P-v) × age). It is 0 for v = 0, which wins outright, and infinite for v = P, which
//! comes last.

use nand::Pbn;

use super::{Block, Fraction};

/// v × erases / ((P-v) × age). The smallest is taken first.
#[inline]
pub fn score(block: &Block) -> Fraction {
    Fraction {
        over: u128::from(block.valid) * u128::from(block.erases),
        under: u128::from(block.gain()) * u128::from(block.age),
    }
}

/// [`score`], as an event shows it.
pub fn shown(block: &Block) -> f64 {
    let weight = u64::from(block.valid) * block.erases;
    weight as f64 / f64::from(block.gain()) / block.age as f64
}

/// The block of the smallest score.
#[inline]
pub fn pick(blocks: impl Iterator<Item = Block>) -> Option<Pbn> {
    blocks.min_by_key(score).map(|block| block.pbn)
}
