//! `greedy`: fewest valid pages (Desnoyers, section 3.2; there optimal for uniform traffic, after Hu et al. 2009).
//!
//! A list per valid count (the bins at the end of section 3.3). A block whose count changes, which closing does too, goes
//! to the tail of its new list, so that the head of the lowest list that is not empty is the block SPEC 3 names: among
//! those with fewest valid pages the one whose count has gone longest without changing. O(1) amortised: the hint
//! `lowest` rises only by looking, and falls by one per invalidation at most.

use nand::Columns;

use super::{Closed, Policy};
use crate::parts::Lists;
use crate::rng::Rng;

/// Closed blocks by valid count.
#[derive(Clone, Debug)]
pub struct Greedy {
    /// List v: the closed blocks with v valid pages, longest unchanged first.
    by_valid: Lists,
    /// No list below this one has members.
    lowest: u32,
    most: u32,
}

impl Greedy {
    #[inline]
    pub fn new(blocks: u32, pages_per_block: u32) -> Self {
        Self {
            by_valid: Lists::new(pages_per_block + 1, blocks),
            lowest: 0,
            most: pages_per_block,
        }
    }

    fn push(&mut self, block: u32, valid: u32) {
        self.by_valid.push_back(valid, block);
        self.lowest = self.lowest.min(valid);
    }

    /// A page of a block became invalid. `block` may be open, then nothing happens.
    #[inline]
    pub fn lower(&mut self, block: u32) {
        if let Some(valid) = self.by_valid.list_of(block) {
            self.by_valid.remove(block);
            self.push(block, valid - 1);
        }
    }
}

impl Policy for Greedy {
    fn close(&mut self, closed: &Closed<'_>, block: u32) {
        self.push(block, closed.valid(block));
    }

    fn invalidated(&mut self, _: &Closed<'_>, block: u32) {
        self.lower(block);
    }

    fn remove(&mut self, _: &Closed<'_>, block: u32) {
        self.by_valid.remove(block);
    }

    fn pick(&mut self, _: &Closed<'_>, _: &mut Rng) -> Option<u32> {
        loop {
            if let Some(block) = self.by_valid.front(self.lowest) {
                return Some(block);
            }
            if self.lowest == self.most {
                return None;
            }
            self.lowest += 1;
        }
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        self.by_valid.columns(visit);
        visit.word(&mut self.lowest);
    }
}
