//! The facts about closed blocks that every policy has: the order of closing, ages, and the facts that a definition
//! asks for.

use nand::{Chip, Pbn};

use super::policies::Block;
use crate::parts::Lists;

/// [`Closed::gain`] of a block whose pages are all valid.
pub const FULL: u32 = 0;
/// [`Closed::gain`] of a block that was full, and of which a page has become invalid.
pub const FIRST: u32 = 1;

/// The facts about closed blocks that every policy has.
#[derive(Clone, Debug)]
pub struct Book {
    /// List p: the closed blocks of pool p, longest closed first.
    pub by_age: Lists,
    /// Per block: the scheme's clock (host writes) when it was closed.
    pub closed_at: Vec<u64>,
    /// Per block: its number in the order of closing. Several may be closed at one tick of the clock.
    pub order: Vec<u64>,
    /// The number of the last closing.
    pub closings: u64,
    /// Per block: the number of the last change of its valid count, closing included. Kept only where a policy asks for it.
    pub changed: Vec<u64>,
    /// The number of the last change.
    pub changes: u64,
}

impl Book {
    /// The closed blocks of a pool at a moment.
    #[inline]
    pub fn closed<'a>(&'a self, chip: &'a Chip, pool: u32, now: u64) -> Closed<'a> {
        Closed {
            chip,
            book: self,
            pool,
            now,
        }
    }

    /// The valid count of a block changes now.
    #[inline]
    pub fn change(&mut self, block: u32) {
        if !self.changed.is_empty() {
            self.changes += 1;
            self.changed[block as usize] = self.changes;
        }
    }
}

/// The input of a policy: the closed blocks of one pool at one moment.
pub struct Closed<'a> {
    pub chip: &'a Chip,
    pub book: &'a Book,
    pub pool: u32,
    pub now: u64,
}

impl Closed<'_> {
    /// Valid pages of the block.
    #[inline]
    pub fn valid(&self, block: u32) -> u32 {
        self.chip.valid_pages(Pbn(block))
    }

    /// Pages that GC of the block gives back; [`FULL`] if none.
    #[inline]
    pub fn gain(&self, block: u32) -> u32 {
        self.chip.geometry().pages_per_block - self.valid(block)
    }

    /// Erases of the block, from 1.
    #[inline]
    pub fn erases(&self, block: u32) -> u64 {
        u64::from(self.chip.erase_count(Pbn(block))) + 1
    }

    /// Host writes since the block was closed, from 1.
    #[inline]
    pub fn age(&self, block: u32) -> u64 {
        self.now - self.book.closed_at[block as usize] + 1
    }

    /// Whether `a` was closed before `b`.
    #[inline]
    pub fn older(&self, a: u32, b: u32) -> bool {
        self.book.order[a as usize] < self.book.order[b as usize]
    }

    /// Whether `greedy` takes `a` before `b`.
    #[inline]
    pub fn fewer(&self, a: u32, b: u32) -> bool {
        let rank = |block: u32| (self.valid(block), self.book.changed[block as usize]);
        rank(a) < rank(b)
    }

    /// The block closed longest ago.
    pub fn oldest(&self) -> Option<u32> {
        self.book.by_age.front(self.pool)
    }

    /// The block closed after this one.
    pub fn after(&self, block: u32) -> Option<u32> {
        self.book.by_age.after(block)
    }

    /// The block closed before this one.
    pub fn before(&self, block: u32) -> Option<u32> {
        self.book.by_age.before(block)
    }

    /// The blocks, longest closed first.
    pub fn iter(&self) -> impl Iterator<Item = u32> + Clone {
        self.book.by_age.iter(self.pool)
    }

    /// The question of a definition about a block.
    #[inline]
    pub fn block(&self, block: u32) -> Block {
        Block {
            pbn: Pbn(block),
            valid: self.valid(block),
            pages: self.chip.geometry().pages_per_block,
            age: self.age(block),
            erases: self.erases(block),
            changed: self.book.changed.get(block as usize).map_or(0, |&at| at),
        }
    }

    /// [`Self::block`] of each, longest closed first.
    #[inline]
    pub fn blocks(&self) -> impl Iterator<Item = Block> + Clone {
        self.iter().map(|block| self.block(block))
    }
}
