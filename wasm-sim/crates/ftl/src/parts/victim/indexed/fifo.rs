//! `fifo`, without passing over the blocks that have nothing to gain: they may be many and stay long (data that is never
//! rewritten). The blocks with something to gain are a class of their own: once in the life of a block a bit is set, and other
//! writes cost nothing.

use super::Index;
use super::oldest_of_class::OldestOfClass;
use crate::parts::victim::closed::{Closed, FIRST, FULL};
use crate::rng::Rng;

/// The class of the blocks with an invalid page.
const GAINING: u32 = 0;

/// The closed blocks.
#[derive(Clone, Debug)]
pub struct Fifo {
    oldest: OldestOfClass,
    /// Per block: its slot.
    slot_of: Vec<u32>,
}

impl Fifo {
    #[inline]
    pub fn new(blocks: u32) -> Self {
        Self {
            oldest: OldestOfClass::new(1),
            slot_of: vec![0; blocks as usize],
        }
    }

    fn add(&mut self, closed: &Closed<'_>, block: u32, youngest: bool) {
        if youngest {
            self.oldest.push(block, &mut self.slot_of);
        } else {
            self.oldest
                .insert(block, &mut self.slot_of, &closed.book.order);
        }
        if closed.gain(block) != FULL {
            self.oldest.enter(self.slot_of[block as usize], GAINING);
        }
    }
}

impl Index for Fifo {
    fn close(&mut self, closed: &Closed<'_>, block: u32) {
        self.add(closed, block, closed.after(block).is_none());
    }

    fn invalidated(&mut self, closed: &Closed<'_>, block: u32) {
        if closed.gain(block) == FIRST {
            self.oldest.enter(self.slot_of[block as usize], GAINING);
        }
    }

    fn remove(&mut self, _: &Closed<'_>, block: u32) {
        let slot = self.slot_of[block as usize];
        self.oldest.leave(slot, GAINING);
        self.oldest.remove(slot);
    }

    fn pick(&mut self, closed: &Closed<'_>, _: &mut Rng) -> Option<u32> {
        self.oldest.first(GAINING).or_else(|| closed.oldest())
    }

    fn derive(&mut self, closed: &Closed<'_>) {
        *self = Self::new(self.slot_of.len() as u32);
        closed.iter().for_each(|b| self.add(closed, b, true));
    }
}
