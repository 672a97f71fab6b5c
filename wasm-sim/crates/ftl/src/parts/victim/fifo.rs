//! `fifo`: the block closed longest ago (Desnoyers, section 3.1, where it is called LRU; his eq. 4).
//!
//! `fifo_full` copies a block with nothing to gain when its turn comes, as the paper's simulator does (Tables 1 and 5 at Sf .03); each
//! such cleaning moves it to the end, so the next that gains comes. `fifo` passes over them (SPEC 3). They may be many and stay long (data that is never rewritten), so those with
//! something to gain are a class of their own: once in the life of a block a bit is set, else nothing is done per write.

use super::ages::Ages;
use super::{Closed, FIRST, FULL, Policy};
use crate::rng::Rng;

/// The class of the blocks with an invalid page.
const GAINING: u32 = 0;

/// The closed blocks.
#[derive(Clone, Debug)]
pub struct Fifo {
    ages: Ages,
    /// Per block: its slot.
    slot_of: Vec<u32>,
    /// Whether a block with nothing to gain has its turn.
    full: bool,
}

impl Fifo {
    #[inline]
    pub fn new(blocks: u32, full: bool) -> Self {
        Self {
            ages: Ages::new(1),
            slot_of: vec![0; blocks as usize],
            full,
        }
    }

    fn add(&mut self, closed: &Closed<'_>, block: u32, youngest: bool) {
        if youngest {
            self.ages.push(block, &mut self.slot_of);
        } else {
            self.ages
                .insert(block, &mut self.slot_of, &closed.book.order);
        }
        if closed.gain(block) != FULL {
            self.ages.enter(self.slot_of[block as usize], GAINING);
        }
    }
}

impl Policy for Fifo {
    fn close(&mut self, closed: &Closed<'_>, block: u32) {
        self.add(closed, block, closed.after(block).is_none());
    }

    fn invalidated(&mut self, closed: &Closed<'_>, block: u32) {
        if closed.gain(block) == FIRST {
            self.ages.enter(self.slot_of[block as usize], GAINING);
        }
    }

    fn remove(&mut self, _: &Closed<'_>, block: u32) {
        let slot = self.slot_of[block as usize];
        self.ages.leave(slot, GAINING);
        self.ages.remove(slot);
    }

    fn pick(&mut self, closed: &Closed<'_>, _: &mut Rng) -> Option<u32> {
        let gaining = if self.full {
            None
        } else {
            self.ages.first(GAINING)
        };
        gaining.or_else(|| closed.oldest())
    }

    fn derive(&mut self, closed: &Closed<'_>) {
        *self = Self::new(self.slot_of.len() as u32, self.full);
        closed.iter().for_each(|b| self.add(closed, b, true));
    }
}
