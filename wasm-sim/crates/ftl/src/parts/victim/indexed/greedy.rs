//! `greedy`: a queue per valid count.
//!
//! A block whose count changes, which closing does too, goes to the tail of its new queue. So the head of the lowest queue
//! that is not empty is the victim: among the blocks with fewest valid pages its count has gone longest without changing.
//! O(1) amortised: the hint `lowest` rises only by looking, and falls by one per invalidation at most.

use nand::Columns;

use super::Index;
use crate::parts::Queues;
use crate::parts::victim::closed::Closed;
use crate::rng::Rng;

/// Closed blocks by valid count.
#[derive(Clone, Debug)]
pub struct Greedy {
    /// Queue v: the closed blocks with v valid pages, longest unchanged first.
    by_valid: Queues,
    /// No queue below this one has members.
    lowest: u32,
    most: u32,
}

impl Greedy {
    #[inline]
    pub fn new(blocks: u32, pages_per_block: u32) -> Self {
        Self {
            by_valid: Queues::new(pages_per_block + 1, blocks),
            lowest: 0,
            most: pages_per_block,
        }
    }

    /// The valid count changed last of all.
    #[inline]
    pub fn push(&mut self, block: u32, valid: u32) {
        self.by_valid.push_back(valid, block);
        self.lowest = self.lowest.min(valid);
    }

    /// A page of a block became invalid. `block` may be open, then nothing happens, and the answer is false.
    #[inline]
    pub fn lower(&mut self, block: u32) -> bool {
        let Some(valid) = self.by_valid.queue_of(block) else {
            return false;
        };
        self.by_valid.remove(block);
        self.push(block, valid - 1);
        true
    }

    /// See [`ClosedBlocks::look_ahead`](crate::parts::ClosedBlocks::look_ahead).
    pub fn look_ahead(&self, blocks: &[u32]) -> u32 {
        let queues = blocks.iter().map(|&block| self.by_valid.queue_of(block));
        queues.fold(0, |seen, queue| seen ^ queue.unwrap_or(0))
    }

    /// Whether a block is here.
    pub fn has(&self, block: u32) -> bool {
        self.by_valid.queue_of(block).is_some()
    }

    /// A block is to leave, if it is here.
    pub fn leave(&mut self, block: u32) {
        self.by_valid.remove(block);
    }

    /// The block with fewest valid pages, longest unchanged.
    pub fn first(&mut self) -> Option<u32> {
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

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        self.by_valid.columns(visit);
        visit.word(&mut self.lowest);
    }
}

impl Index for Greedy {
    fn close(&mut self, closed: &Closed<'_>, block: u32) {
        self.push(block, closed.valid(block));
    }

    fn invalidated(&mut self, _: &Closed<'_>, block: u32) {
        self.lower(block);
    }

    fn remove(&mut self, _: &Closed<'_>, block: u32) {
        self.leave(block);
    }

    fn pick(&mut self, _: &Closed<'_>, _: &mut Rng) -> Option<u32> {
        self.first()
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        self.columns(visit);
    }
}
