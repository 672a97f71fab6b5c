//! The sequence numbers of pages: for each, when it was programmed.
//!
//! The pages of a block are mostly programmed right after one another: each number is one more than the one before. They
//! are then known by one number of the block, and a write touches 8 bytes less of memory. The first page that breaks the
//! row makes the block one whose numbers are kept page by page, until its erase.

use crate::{Geometry, Pbn};

/// In place of a block's base: its numbers are kept page by page. No base is this: numbers stay far below.
const APART: u64 = 1 << 63;

/// Per page of a chip, a sequence number. Of a free page, anything.
#[derive(Clone, Debug)]
pub struct Sequence {
    pages_per_block: usize,
    /// Per block: the number of each page less its offset, which may be below 0 (and wraps), or [`APART`].
    base: Vec<u64>,
    /// Per page: its number, in blocks where they are apart.
    each: Vec<u64>,
}

impl Sequence {
    #[inline]
    pub fn new(geometry: Geometry) -> Self {
        Self {
            pages_per_block: geometry.pages_per_block as usize,
            base: vec![0; geometry.blocks as usize],
            each: vec![0; geometry.pages() as usize],
        }
    }

    /// The number of a page, by its block and offset.
    #[inline]
    pub fn of(&self, (pbn, offset): (Pbn, u32)) -> u64 {
        match self.base[pbn.index()] {
            APART => self.each[pbn.index() * self.pages_per_block + offset as usize],
            base => base.wrapping_add(offset.into()),
        }
    }

    /// `n` consecutive pages are programmed, the first as number `seq`. `erased`: no page of the block was yet.
    #[inline]
    pub fn program(&mut self, (pbn, offset): (Pbn, u32), n: u32, seq: u64, erased: bool) {
        let base = &mut self.base[pbn.index()];
        let own = seq.wrapping_sub(offset.into());
        if erased {
            *base = own;
        } else if *base != own {
            self.apart(pbn, offset, n, seq);
        }
    }

    /// [`Self::program`] where a number is not that of the page before plus one.
    #[inline]
    fn apart(&mut self, pbn: Pbn, offset: u32, n: u32, seq: u64) {
        let first = pbn.index() * self.pages_per_block;
        let base = std::mem::replace(&mut self.base[pbn.index()], APART);
        let each = &mut self.each[first..][..self.pages_per_block];
        if base != APART {
            let mut seq = base;
            for each in &mut *each {
                *each = seq;
                seq = seq.wrapping_add(1);
            }
        }
        for (each, seq) in each[offset as usize..][..n as usize].iter_mut().zip(seq..) {
            *each = seq;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_page_has_the_number_it_was_programmed_with() {
        let geometry = Geometry {
            blocks: 2,
            pages_per_block: 8,
            page_bytes: 2048,
        };
        let mut sequence = Sequence::new(geometry);
        // Per block and offset, its number; 0 of a free page.
        let mut plain = [[0_u64; 8]; 2];
        let mut last = 0;
        let mut program = |block: usize, offset: u32, n: u32| {
            let erased = plain[block].iter().all(|&seq| seq == 0);
            sequence.program((Pbn(block as u32), offset), n, last + 1, erased);
            for place in &mut plain[block][offset as usize..][..n as usize] {
                last += 1;
                *place = last;
            }
            for (block, offset) in (0..2_u32).flat_map(|b| (0..8).map(move |o| (b, o))) {
                let seq = plain[block as usize][offset as usize];
                if seq != 0 {
                    assert_eq!(sequence.of((Pbn(block), offset)), seq);
                }
            }
        };
        // Not from its first page on: the base is below 0.
        program(0, 2, 3);
        program(0, 5, 1);
        program(1, 0, 2);
        // No longer in a row, then in a row again.
        program(0, 6, 1);
        program(0, 7, 1);
        program(1, 2, 1);
        // In any order.
        program(0, 0, 2);
        program(1, 5, 3);
    }
}
