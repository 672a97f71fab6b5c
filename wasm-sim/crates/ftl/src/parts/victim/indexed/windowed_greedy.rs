//! `windowed_greedy`: the blocks of the window in the structure of `greedy`.
//!
//! When one leaves, the next younger block enters. Until its valid count changes, its last change is longer ago than the changes
//! in the window: it takes part in a tournament by valid count and time of the last change. From then on it is in
//! the queues of `greedy`. For a window with nothing to gain there is the structure of `fifo`.

use nand::{Columns, NONE};

use super::Index;
use super::fifo::Fifo;
use super::greedy::Greedy;
use super::tournament::{Contest, Tournament};
use crate::parts::victim::closed::{Closed, FULL};
use crate::rng::Rng;

/// The window over the closed blocks.
#[derive(Clone, Debug)]
pub struct WindowedGreedy {
    /// Blocks in the window, at most.
    w: u32,
    /// Blocks in the window now.
    inside: u32,
    /// The youngest of them, or [`NONE`].
    last: u32,
    /// Those in it whose valid count has changed inside.
    changed: Greedy,
    /// The others.
    entered: Tournament,
    /// For when the window has nothing to gain.
    fifo: Fifo,
}

/// Fewer valid pages; tie: unchanged for longer.
struct Fewer<'a>(&'a Closed<'a>);

impl Contest for Fewer<'_> {
    fn beats(&self, a: u32, b: u32) -> bool {
        self.0.fewer(a, b)
    }
}

impl WindowedGreedy {
    #[inline]
    pub fn new(w: u32, blocks: u32, pages_per_block: u32) -> Self {
        Self {
            w,
            inside: 0,
            last: NONE,
            changed: Greedy::new(blocks, pages_per_block),
            entered: Tournament::new(blocks),
            fifo: Fifo::new(blocks),
        }
    }

    /// Whether a block is in the window.
    fn has(&self, block: u32) -> bool {
        self.changed.has(block) || self.entered.contains(block)
    }

    /// See [`ClosedBlocks::look_ahead`](crate::parts::ClosedBlocks::look_ahead).
    pub fn look_ahead(&self, blocks: &[u32]) -> u32 {
        self.changed.look_ahead(blocks)
    }

    fn leave(&mut self, closed: &Closed<'_>, block: u32) {
        self.changed.leave(block);
        if self.entered.contains(block) {
            self.entered.remove(block, &Fewer(closed));
        }
    }
}

impl Index for WindowedGreedy {
    /// A block was closed. It is the youngest, unless it took the place of another one (wear leveling).
    fn close(&mut self, closed: &Closed<'_>, block: u32) {
        self.fifo.close(closed, block);
        let youngest = self.last == NONE || closed.older(self.last, block);
        if youngest && self.inside == self.w {
            return;
        }
        self.changed.push(block, closed.valid(block));
        self.inside += 1;
        if youngest {
            self.last = block;
        } else if self.inside > self.w {
            self.leave(closed, self.last);
            self.inside -= 1;
            self.last = closed.before(self.last).unwrap_or(NONE);
        }
    }

    fn invalidated(&mut self, closed: &Closed<'_>, block: u32) {
        self.fifo.invalidated(closed, block);
        if !self.changed.lower(block) && self.entered.contains(block) {
            self.entered.remove(block, &Fewer(closed));
            self.changed.push(block, closed.valid(block));
        }
    }

    fn remove(&mut self, closed: &Closed<'_>, block: u32) {
        self.fifo.remove(closed, block);
        if !self.has(block) {
            return;
        }
        self.leave(closed, block);
        let entering = closed.after(self.last);
        if self.last == block {
            self.last = closed.before(block).unwrap_or(NONE);
        }
        if let Some(entering) = entering {
            self.entered.raise(entering, &Fewer(closed));
            self.last = entering;
        } else {
            self.inside -= 1;
        }
    }

    fn pick(&mut self, closed: &Closed<'_>, rng: &mut Rng) -> Option<u32> {
        let best = match (self.changed.first(), self.entered.winner()) {
            (Some(a), Some(b)) => {
                if closed.fewer(a, b) {
                    a
                } else {
                    b
                }
            }
            (a, b) => a.or(b)?,
        };
        if closed.gain(best) != FULL {
            return Some(best);
        }
        // All in the window are full: one outside that is not, otherwise the best of them.
        self.fifo
            .pick(closed, rng)
            .filter(|&b| closed.gain(b) != FULL)
            .or(Some(best))
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        visit.word(&mut self.inside);
        visit.word(&mut self.last);
        self.changed.columns(visit);
        self.entered.columns(visit);
    }

    fn derive(&mut self, closed: &Closed<'_>) {
        self.fifo.derive(closed);
    }
}
