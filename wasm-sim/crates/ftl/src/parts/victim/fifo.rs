//! `fifo`: the block closed longest ago (Desnoyers, section 3.1, where it is called LRU; his eq. 4).
//!
//! Blocks with nothing to gain are passed over. They may be many and stay long (data that is never rewritten), so those with
//! something to gain take part in a tournament of their own: O(log blocks) once in the life of a block, nothing per write.

use nand::Columns;

use super::tournament::{Contest, Tournament};
use super::{Closed, FULL, Policy};
use crate::rng::Rng;

/// The closed blocks with an invalid page.
#[derive(Clone, Debug)]
pub struct Fifo {
    gaining: Tournament,
}

/// Closed longer ago.
struct Older<'a>(&'a Closed<'a>);

impl Contest for Older<'_> {
    fn beats(&self, a: u32, b: u32) -> bool {
        self.0.older(a, b)
    }
}

impl Fifo {
    #[inline]
    pub fn new(blocks: u32) -> Self {
        Self {
            gaining: Tournament::new(blocks),
        }
    }

    /// A block was closed, or a page of a closed one became invalid.
    #[inline]
    fn changed(&mut self, closed: &Closed<'_>, block: u32) {
        if closed.gain(block) != FULL && !self.gaining.contains(block) {
            self.gaining.raise(block, &Older(closed));
        }
    }
}

impl Policy for Fifo {
    fn close(&mut self, closed: &Closed<'_>, block: u32) {
        self.changed(closed, block);
    }

    fn invalidated(&mut self, closed: &Closed<'_>, block: u32) {
        self.changed(closed, block);
    }

    fn remove(&mut self, closed: &Closed<'_>, block: u32) {
        self.gaining.remove(block, &Older(closed));
    }

    fn pick(&mut self, closed: &Closed<'_>, _: &mut Rng) -> Option<u32> {
        let gaining = self.gaining.winner();
        gaining.or_else(|| closed.oldest())
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        self.gaining.columns(visit);
    }
}
