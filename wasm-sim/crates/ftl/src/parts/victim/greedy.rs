//! `greedy`: fewest valid pages (Desnoyers, section 3.2; there optimal for uniform traffic, after Hu et al. 2009).
//!
//! A list per valid count (the bins at the end of section 3.3). A block whose count changes, which closing does too, goes
//! to the tail of its new list, so that the head of the lowest list that is not empty is the block SPEC 3 names: among
//! those with fewest valid pages the one whose count has gone longest without changing. O(1) amortised: the hint
//! `lowest` rises only by looking, and falls by one per invalidation at most.

use nand::Columns;

use crate::parts::Lists;

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

    pub fn close(&mut self, block: u32, valid: u32) {
        self.by_valid.push_back(valid, block);
        self.lowest = self.lowest.min(valid);
    }

    /// `block` may be open, then nothing happens.
    #[inline]
    pub fn invalidated(&mut self, block: u32) {
        if let Some(valid) = self.by_valid.list_of(block) {
            self.by_valid.remove(block);
            self.close(block, valid - 1);
        }
    }

    pub fn remove(&mut self, block: u32) {
        self.by_valid.remove(block);
    }

    pub fn pick(&mut self) -> Option<u32> {
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

    pub fn columns(&mut self, visit: &mut dyn Columns) {
        self.by_valid.columns(visit);
        visit.word(&mut self.lowest);
    }
}
