//! The victim policies as their sources define them (SPEC 3.2): one file a policy, over nothing but facts about blocks.
//!
//! Blocks come in the order of closing, the block closed longest ago first. So the first of several equal blocks is the one
//! that SPEC 3.2 asks for. With v valid pages of P, utilisation is u = v/P and gain is P - v.
//!
//! These functions look at every block. [`indexed`](super::indexed) finds the same blocks without that.

pub mod cat;
pub mod cost_benefit;
pub mod d_choices;
pub mod fifo;
pub mod fifo_full;
pub mod greedy;
pub mod random;
pub mod windowed_greedy;

mod fraction;

use nand::Pbn;

use crate::GcPolicy;
use crate::rng::Rng;

pub use fraction::Fraction;

/// A closed block, as a policy sees it.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Its number.
    pub pbn: Pbn,
    /// v: its valid pages.
    pub valid: u32,
    /// P: pages per block.
    pub pages: u32,
    /// Host page writes since it was closed, from 1.
    pub age: u64,
    /// How often it was erased, from 1.
    pub erases: u64,
    /// When its valid count last changed, closing included, counted in changes of all blocks.
    pub changed: u64,
}

impl Block {
    /// P - v: pages that cleaning it gives back.
    #[inline]
    pub fn gain(&self) -> u32 {
        self.pages - self.valid
    }

    /// Whether cleaning it gives anything back.
    #[inline]
    pub fn gains(&self) -> bool {
        self.gain() > 0
    }
}

/// The block that a policy takes. `blocks` are the closed blocks of a pool, the block closed longest ago first.
pub fn pick<I>(policy: GcPolicy, blocks: I, rng: &mut Rng) -> Option<Pbn>
where
    I: Iterator<Item = Block> + Clone,
{
    match policy {
        GcPolicy::Greedy => greedy::pick(blocks),
        GcPolicy::Fifo => fifo::pick(blocks),
        GcPolicy::FifoFull => fifo_full::pick(blocks),
        GcPolicy::WindowedGreedy { w } => windowed_greedy::pick(w, blocks),
        GcPolicy::CostBenefit => cost_benefit::pick(blocks),
        GcPolicy::Cat => cat::pick(blocks),
        GcPolicy::Random => random::pick(blocks, rng),
        GcPolicy::DChoices { d } => d_choices::pick(d, blocks, rng),
    }
}

#[cfg(test)]
mod tests;
