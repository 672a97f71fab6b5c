//! The chip's columns, as checkpoints save them and as they are hashed. Many are saved, few restored: what restores is `#[inline]`,
//! so that it is compiled where it is called, in the page for size.

use super::sequence::Sequence;
use super::{Chip, Content};
use crate::{Columns, Pbn, Ppn, Rows};

impl Chip {
    /// Hands every column to `visit`, in a fixed order: how checkpoints save and restore the chip. The facts that
    /// free pages had before their erase may be lost.
    #[inline]
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.longs(&mut self.programmed);
        visit.longs(&mut self.live);
        let pages = self.geometry.pages_per_block as usize;
        // Equal things pack well.
        for field in [Field::Logical, Field::Version] {
            visit.rows(&mut Contents {
                field,
                content: &mut self.content,
                pages,
            });
        }
        let blocks = (0..).map(Pbn).zip(self.programmed.chunks(self.words));
        let first = blocks.map(|(pbn, bitmap)| first_of(bitmap, pbn, &self.seq));
        let mut first = first.collect();
        visit.longs(&mut first);
        visit.rows(&mut Steps {
            first: &first,
            seq: &mut self.seq,
            programmed: &self.programmed,
            words: self.words,
            pages,
        });
        self.by_block(visit);
    }

    /// Those of [`Self::columns`] that do not say which pages are free, valid and invalid, sequence numbers as they are: what is
    /// hashed. Of a chip whose free pages are wiped, for `visit` to look at.
    #[inline]
    pub fn contents(&mut self, visit: &mut dyn Columns) {
        visit.words(&mut self.content.iter().map(|c| c.logical).collect());
        visit.words(&mut self.content.iter().map(|c| c.version).collect());
        let seq = |ppn| self.oob(ppn).map_or(0, |oob| oob.seq);
        visit.longs(&mut (0..self.geometry.pages()).map(Ppn).map(seq).collect());
        self.by_block(visit);
    }

    #[inline]
    fn by_block(&mut self, visit: &mut dyn Columns) {
        visit.words(&mut self.valid);
        visit.words(&mut self.next);
        visit.words(&mut self.erases);
        visit.long(&mut self.last_seq);
    }
}

/// Where a field is in the word that both make.
#[derive(Clone, Copy)]
enum Field {
    Logical = 0,
    Version = 32,
}

/// Logical numbers or versions, a row a block. [`crate::NONE`], the largest, becomes 0: it takes no more bits than the others.
struct Contents<'a> {
    field: Field,
    content: &'a mut [Content],
    pages: usize,
}

impl Rows for Contents<'_> {
    fn count(&self) -> usize {
        self.content.len() / self.pages
    }

    fn bytes(&self) -> usize {
        size_of::<u32>()
    }

    fn tell(&self, row: usize, values: &mut Vec<u64>) {
        let block = &self.content[row * self.pages..][..self.pages];
        // One loop for both: a shift, not a branch.
        let shift = self.field as u32;
        values.extend(block.iter().map(|content| {
            let both = u64::from(content.version) << 32 | u64::from(content.logical);
            u64::from(((both >> shift) as u32).wrapping_add(1))
        }));
    }

    #[inline]
    fn take(&mut self, row: usize, values: &[u64]) -> usize {
        let block = &mut self.content[row * self.pages..][..self.pages];
        for (content, &value) in block.iter_mut().zip(values) {
            let field = match self.field {
                Field::Logical => &mut content.logical,
                Field::Version => &mut content.version,
            };
            *field = (value as u32).wrapping_sub(1);
        }
        self.pages
    }
}

/// Sequence numbers, a row a block. The pages of a block are mostly programmed right after one another. To save room,
/// each such number is stored as its distance from the one after its neighbour's; a block's first number is stored
/// whole, elsewhere.
struct Steps<'a> {
    /// Per block: the number of its first programmed page.
    first: &'a [u64],
    seq: &'a mut Sequence,
    programmed: &'a [u64],
    /// Words of a block in the bitmap.
    words: usize,
    pages: usize,
}

/// The sequence number of a block's first programmed page, 0 of an erased block.
fn first_of(bitmap: &[u64], pbn: Pbn, seq: &Sequence) -> u64 {
    let bits = (0..).step_by(64).zip(bitmap).find(|&(_, &word)| word != 0);
    bits.map_or(0, |(at, word)| seq.of((pbn, at + word.trailing_zeros())))
}

impl Steps<'_> {
    /// Per page of a block: whether it is programmed.
    fn programmed(&self, row: usize) -> impl Iterator<Item = bool> + use<'_> {
        let words = &self.programmed[row * self.words..][..self.words];
        (0..self.pages).map(|at| words[at / 64] >> (at % 64) & 1 != 0)
    }
}

impl Rows for Steps<'_> {
    fn count(&self) -> usize {
        self.first.len()
    }

    fn bytes(&self) -> usize {
        size_of::<u64>()
    }

    fn tell(&self, row: usize, values: &mut Vec<u64>) {
        let mut next = self.first[row];
        let pbn = Pbn(row as u32);
        values.extend((0..).zip(self.programmed(row)).map(|(offset, programmed)| {
            let seq = self.seq.of((pbn, offset));
            // Nothing is stored of a free page.
            let step = folded(seq.wrapping_sub(next));
            next = if programmed {
                seq.wrapping_add(1)
            } else {
                next
            };
            if programmed { step } else { 0 }
        }));
    }

    #[inline]
    fn take(&mut self, row: usize, values: &[u64]) -> usize {
        let (mut next, mut erased) = (self.first[row], true);
        for (at, &step) in values[..self.pages].iter().enumerate() {
            let word = self.programmed[row * self.words + at / 64];
            if word >> (at % 64) & 1 != 0 {
                let seq = next.wrapping_add(unfolded(step));
                let place = (Pbn(row as u32), at as u32);
                self.seq.program(place, 1, seq, erased);
                erased = false;
                next = seq.wrapping_add(1);
            }
        }
        self.pages
    }
}

/// Small distances, ahead or back, as small numbers: 0, -1, 1, -2, ...
fn folded(distance: u64) -> u64 {
    (distance << 1) ^ (distance >> 63).wrapping_neg()
}

/// The origin of [`folded`].
fn unfolded(folded: u64) -> u64 {
    (folded >> 1) ^ (folded & 1).wrapping_neg()
}
