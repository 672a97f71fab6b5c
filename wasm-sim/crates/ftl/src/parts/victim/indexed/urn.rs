//! `random` and `d_choices`: the blocks to draw from are side by side in an array, those with something to gain first.
//!
//! A block that changes sides swaps places with the one at the border. One draw each, in the order of the definition, whether or
//! not a person then chooses otherwise.

use nand::{Columns, NONE};

use super::Index;
use crate::parts::victim::closed::{Closed, FIRST, FULL};
use crate::rng::Rng;

/// The closed blocks, without order: those with something to gain first.
#[derive(Clone, Debug)]
pub struct Urn {
    /// How many are drawn.
    d: u32,
    blocks: Vec<u32>,
    /// How many at the beginning of `blocks` have something to gain.
    gaining: u32,
    /// Per block: its place in `blocks`, or [`NONE`].
    place: Vec<u32>,
}

impl Urn {
    #[inline]
    pub fn new(d: u32, blocks: u32) -> Self {
        Self {
            d,
            blocks: Vec::new(),
            gaining: 0,
            place: vec![NONE; blocks as usize],
        }
    }

    fn swap(&mut self, a: u32, b: u32) {
        self.blocks.swap(a as usize, b as usize);
        for at in [a, b] {
            self.place[self.blocks[at as usize] as usize] = at;
        }
    }

    /// A block has something to gain now.
    fn gains(&mut self, block: u32) {
        self.swap(self.place[block as usize], self.gaining);
        self.gaining += 1;
    }

    /// See [`ClosedBlocks::look_ahead`](crate::parts::ClosedBlocks::look_ahead).
    pub fn look_ahead(&self, closed: &Closed<'_>, blocks: &[u32]) -> u32 {
        let full = blocks.iter().filter(|&&block| closed.gain(block) == FULL);
        full.fold(0, |seen, &block| seen ^ self.place[block as usize])
    }

    /// How many there are to draw from.
    fn among(&self) -> u32 {
        if self.gaining > 0 {
            self.gaining
        } else {
            self.blocks.len() as u32
        }
    }

    /// All blocks, in the order of the urn.
    #[cfg(test)]
    pub fn all(&self) -> &[u32] {
        &self.blocks
    }

    /// The blocks drawn last, if none has come or gone since.
    pub fn drawn(&self) -> &[u32] {
        &self.blocks[..self.d.min(self.among()) as usize]
    }
}

impl Index for Urn {
    fn invalidated(&mut self, closed: &Closed<'_>, block: u32) {
        if closed.gain(block) == FIRST {
            self.gains(block);
        }
    }

    fn close(&mut self, closed: &Closed<'_>, block: u32) {
        self.place[block as usize] = self.blocks.len() as u32;
        self.blocks.push(block);
        if closed.gain(block) != FULL {
            self.gains(block);
        }
    }

    fn remove(&mut self, _: &Closed<'_>, block: u32) {
        let mut place = self.place[block as usize];
        if place < self.gaining {
            self.gaining -= 1;
            self.swap(place, self.gaining);
            place = self.gaining;
        }
        self.swap(place, self.blocks.len() as u32 - 1);
        self.blocks.pop();
        self.place[block as usize] = NONE;
    }

    fn pick(&mut self, closed: &Closed<'_>, rng: &mut Rng) -> Option<u32> {
        let among = self.among();
        for drawn in 0..self.d.min(among) {
            // Those drawn are put at the beginning.
            let other = drawn + rng.below(among - drawn);
            self.swap(drawn, other);
        }
        let mut best = None;
        for &block in self.drawn() {
            if best.is_none_or(|best| closed.fewer(block, best)) {
                best = Some(block);
            }
        }
        best
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        visit.words(&mut self.blocks);
        visit.word(&mut self.gaining);
        visit.words(&mut self.place);
    }
}
