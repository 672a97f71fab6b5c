//! The chip: columns of page states and OOB areas, and the three operations.
//!
//! Long because the columns are private to it: this file holds everything that can change a page.

mod runs;
mod saved;
mod sequence;
#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::{Geometry, Lpn, NONE, Oob, Page, PageKind, Pbn, Ppn, ProgramOrder};
use sequence::Sequence;

/// In the column of logical numbers this bit marks a translation page.
const TRANSLATION: u32 = 1 << 31;

/// A NAND chip. Illegal use panics: it is an engine bug (SPEC 1).
///
/// State is kept in columns (one `Vec` per field, indexed by page or block). The reason: a chip of a million pages is
/// copied into checkpoints, and the page reads it whole.
#[derive(Clone, Debug)]
pub struct Chip {
    geometry: Geometry,
    order: ProgramOrder,
    /// `log2(pages_per_block)` where that is whole, otherwise 32: a shift is much faster than a division, and
    /// every flash operation asks for its block.
    shift: u32,
    /// Words of a block in the two bitmaps.
    words: usize,
    /// One bit a page, a whole number of words a block: whether it is programmed. Two bits record what a write
    /// changes elsewhere on the chip, so that the record stays in a processor's nearer caches.
    programmed: Vec<u64>,
    /// Likewise: whether it is valid. A valid page is programmed.
    live: Vec<u64>,
    /// Per page: what it holds. Of a free page, anything.
    content: Vec<Content>,
    /// Per page: write sequence number. Of a free page, anything.
    seq: Sequence,
    /// Per block: number of valid pages.
    valid: Vec<u32>,
    /// Per block: one past the highest offset programmed since the last erase.
    next: Vec<u32>,
    /// Per block: erases so far.
    erases: Vec<u32>,
    /// Sequence number of the latest program of the whole chip.
    last_seq: u64,
}

/// The facts that a copy carries along, in one word of memory.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
struct Content {
    /// Logical number, with [`TRANSLATION`] set for translation pages.
    logical: u32,
    version: u32,
}

impl Content {
    const NONE: Self = Self {
        logical: NONE,
        version: 0,
    };
}

impl Chip {
    /// A chip with every page free and every erase count zero.
    #[inline]
    pub fn new(geometry: Geometry, order: ProgramOrder) -> Self {
        let (pages, blocks) = (geometry.pages() as usize, geometry.blocks as usize);
        let words = (geometry.pages_per_block as usize).div_ceil(64);
        Self {
            geometry,
            order,
            shift: if geometry.pages_per_block.is_power_of_two() {
                geometry.pages_per_block.trailing_zeros()
            } else {
                32
            },
            words,
            programmed: vec![0; blocks * words],
            live: vec![0; blocks * words],
            content: vec![Content::NONE; pages],
            seq: Sequence::new(geometry),
            valid: vec![0; blocks],
            next: vec![0; blocks],
            erases: vec![0; blocks],
            last_seq: 0,
        }
    }

    /// The shape of the chip.
    #[inline]
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The block that holds a page: [`Geometry::block_of`], faster.
    #[inline]
    pub fn block_of(&self, ppn: Ppn) -> Pbn {
        if self.shift < 32 {
            Pbn(ppn.0 >> self.shift)
        } else {
            self.geometry.block_of(ppn)
        }
    }

    /// A page's block, and its place in it.
    #[inline]
    fn place(&self, ppn: Ppn) -> (Pbn, u32) {
        let pbn = self.block_of(ppn);
        (pbn, ppn.0 - pbn.0 * self.geometry.pages_per_block)
    }

    /// Where the bitmaps tell of a page: the word, and the bit in it.
    #[inline]
    fn bit(&self, (pbn, offset): (Pbn, u32)) -> (usize, u64) {
        (
            pbn.index() * self.words + (offset / 64) as usize,
            1 << (offset % 64),
        )
    }

    /// The words of a block in the bitmaps.
    #[inline]
    fn words_of(&self, pbn: Pbn) -> Range<usize> {
        let first = pbn.index() * self.words;
        first..first + self.words
    }

    /// The state of a page.
    #[inline]
    pub fn page(&self, ppn: Ppn) -> Page {
        let (word, bit) = self.bit(self.place(ppn));
        if self.live[word] & bit != 0 {
            Page::Valid
        } else if self.programmed[word] & bit != 0 {
            Page::Invalid
        } else {
            Page::Free
        }
    }

    fn is_free(&self, ppn: Ppn) -> bool {
        let (word, bit) = self.bit(self.place(ppn));
        self.programmed[word] & bit == 0
    }

    /// The OOB area of a programmed page, `None` of a free one. A look, not a flash read.
    #[inline]
    pub fn oob(&self, ppn: Ppn) -> Option<Oob> {
        if self.is_free(ppn) {
            return None;
        }
        let i = ppn.index();
        let Content { logical, version } = self.content[i];
        let kind = if logical & TRANSLATION == 0 {
            PageKind::Data
        } else {
            PageKind::Translation
        };
        Some(Oob {
            logical: logical & !TRANSLATION,
            kind,
            version,
            seq: self.seq.of(self.place(ppn)),
        })
    }

    /// Per page: a [`Page`] as `u8`.
    pub fn states(&self) -> Vec<u8> {
        let pages = self.geometry.pages_per_block as usize;
        let mut states = Vec::with_capacity(self.geometry.pages() as usize);
        for pbn in (0..self.geometry.blocks).map(Pbn) {
            let words = self.words_of(pbn);
            let end = states.len() + pages;
            for (programmed, live) in self.programmed[words.clone()].iter().zip(&self.live[words]) {
                for (&programmed, live) in programmed.to_le_bytes().iter().zip(live.to_le_bytes()) {
                    // Free 0, valid 2 - 1, invalid 2: a valid page is programmed, so no byte borrows from the next.
                    let eight = (spread(programmed) << 1) - spread(live);
                    let n = (end - states.len()).min(8);
                    states.extend_from_slice(&eight.to_le_bytes()[..n]);
                }
            }
        }
        states
    }

    /// The sequence number of a block's latest program, `None` of an erased block.
    #[inline]
    pub fn last_program(&self, pbn: Pbn) -> Option<u64> {
        let mut used = 0..self.next_offset(pbn);
        match self.order {
            ProgramOrder::Ascending => used.next_back().map(|last| self.seq.of((pbn, last))),
            ProgramOrder::Any => used
                .filter(|&offset| !self.is_free(self.geometry.page_at(pbn, offset)))
                .map(|offset| self.seq.of((pbn, offset)))
                .max(),
        }
    }

    /// The pages, valid or not, that hold a logical page of a kind, ascending. Looks at every page.
    #[inline]
    pub fn copies(&self, logical: u32, kind: PageKind) -> impl Iterator<Item = Ppn> + '_ {
        let raw = match kind {
            PageKind::Data => logical,
            PageKind::Translation => logical | TRANSLATION,
        };
        (0u32..)
            .zip(&self.content)
            .filter(move |&(i, c)| c.logical == raw && !self.is_free(Ppn(i)))
            .map(|(i, _)| Ppn(i))
    }

    /// Reads what [`Self::invalidate`] of a page will change, so that it lies near. Returns something made of it.
    #[inline]
    pub fn look_ahead(&self, ppn: Ppn) -> u32 {
        let place = self.place(ppn);
        self.live[self.bit(place).0] as u32 ^ self.valid[place.0.index()]
    }

    /// Reads what copying the pages of a block, and erasing it, will look at, so that it lies near. Returns something made of it.
    #[inline]
    pub fn look_ahead_block(&self, pbn: Pbn) -> u32 {
        let pages = self.geometry.pages_per_block as usize;
        let content = &self.content[pbn.index() * pages..][..pages];
        // One a cache line.
        let content = content.iter().step_by(8);
        let content = content.fold(0, |seen, content| seen ^ content.logical);
        let word = self.words_of(pbn).start;
        let bitmaps = (self.live[word] ^ self.programmed[word]) as u32;
        content
            ^ bitmaps
            ^ self.valid[pbn.index()]
            ^ self.next[pbn.index()]
            ^ self.erases[pbn.index()]
    }

    /// The number of valid pages in a block.
    #[inline]
    pub fn valid_pages(&self, pbn: Pbn) -> u32 {
        self.valid[pbn.index()]
    }

    /// One past the highest offset programmed in a block since its erase: 0 for an erased block,
    /// and where the next page goes under [`ProgramOrder::Ascending`].
    #[inline]
    pub fn next_offset(&self, pbn: Pbn) -> u32 {
        self.next[pbn.index()]
    }

    /// How often a block was erased.
    #[inline]
    pub fn erase_count(&self, pbn: Pbn) -> u32 {
        self.erases[pbn.index()]
    }

    /// The sequence number of the latest program.
    #[inline]
    pub fn last_seq(&self) -> u64 {
        self.last_seq
    }

    /// Whether [`Self::program`] would accept this page: it is free, and the order allows it.
    #[inline]
    pub fn can_program(&self, ppn: Ppn) -> bool {
        let g = self.geometry;
        self.is_free(ppn)
            && (self.order == ProgramOrder::Any
                || g.offset_of(ppn) >= self.next[g.block_of(ppn).index()])
    }

    /// Programs a page and makes it valid. Returns its sequence number.
    ///
    /// # Panics
    /// If the page is not free, or if pages of the block must ascend and this one does not.
    #[inline]
    pub fn program(&mut self, ppn: Ppn, logical: u32, kind: PageKind, version: u32) -> u64 {
        let i = ppn.index();
        let (pbn, offset) = self.place(ppn);
        let block = pbn.index();
        let (word, bit) = self.bit((pbn, offset));
        assert!(
            self.programmed[word] & bit == 0,
            "program of page {ppn}, which is not free"
        );
        assert!(
            self.order == ProgramOrder::Any || offset >= self.next[block],
            "program of page {ppn} (offset {offset}) below offset {} of block {block}",
            self.next[block]
        );
        self.last_seq += 1;
        self.programmed[word] |= bit;
        self.live[word] |= bit;
        let mark = if kind == PageKind::Data {
            0
        } else {
            TRANSLATION
        };
        self.content[i] = Content {
            logical: logical | mark,
            version,
        };
        let erased = self.next[block] == 0;
        self.seq.program((pbn, offset), 1, self.last_seq, erased);
        self.valid[block] += 1;
        self.next[block] = self.next[block].max(offset + 1);
        self.last_seq
    }

    /// Programs a free page with the content of a valid one, which becomes invalid: [`Self::program`] and
    /// [`Self::invalidate`] in one, for the bulk path. Returns the logical number copied.
    ///
    /// # Panics
    /// As those two do.
    #[inline]
    pub fn copy(&mut self, from: Ppn, to: Ppn) -> u32 {
        let (f, t) = (from.index(), to.index());
        let ((old, old_offset), (new, offset)) = (self.place(from), self.place(to));
        let (from_word, from_bit) = self.bit((old, old_offset));
        let (to_word, to_bit) = self.bit((new, offset));
        let next = &mut self.next[new.index()];
        assert!(
            self.live[from_word] & from_bit != 0,
            "copy of page {from}, which is not valid"
        );
        assert!(
            self.programmed[to_word] & to_bit == 0,
            "program of page {to}, which is not free"
        );
        assert!(
            self.order == ProgramOrder::Any || offset >= *next,
            "program of page {to} (offset {offset}) below offset {next} of block {new}"
        );
        let erased = *next == 0;
        *next = (*next).max(offset + 1);
        self.last_seq += 1;
        let content = self.content[f];
        self.content[t] = content;
        self.seq.program((new, offset), 1, self.last_seq, erased);
        self.live[from_word] &= !from_bit;
        self.programmed[to_word] |= to_bit;
        self.live[to_word] |= to_bit;
        self.valid[old.index()] -= 1;
        self.valid[new.index()] += 1;
        content.logical & !TRANSLATION
    }

    /// The offsets of a block's valid pages, ascending.
    pub fn valid_offsets(&self, pbn: Pbn) -> impl Iterator<Item = u32> + '_ {
        let words = self.live[self.words_of(pbn)].iter();
        (0..).step_by(64).zip(words).flat_map(|(first, &word)| {
            // Each without its lowest bit is the next.
            std::iter::successors(Some(word), |left| Some(left & left.wrapping_sub(1)))
                .take_while(|&left| left != 0)
                .map(move |left| first + left.trailing_zeros())
        })
    }

    /// The logical numbers of a block's valid pages, in the order of [`Self::valid_offsets`].
    pub fn valid_logical(&self, pbn: Pbn) -> impl Iterator<Item = u32> + '_ {
        let first = pbn.index() * self.geometry.pages_per_block as usize;
        let column = &self.content[first..];
        self.valid_offsets(pbn)
            .map(|offset| column[offset as usize].logical & !TRANSLATION)
    }

    /// Tells every valid page of host data: its logical page, where it is, and the version of its content.
    #[inline]
    pub fn each_valid(&self, mut tell: impl FnMut(Lpn, Ppn, u32)) {
        for pbn in (0..self.geometry.blocks).map(Pbn) {
            let first = pbn.index() * self.geometry.pages_per_block as usize;
            for i in self
                .valid_offsets(pbn)
                .map(|offset| first + offset as usize)
            {
                let Content { logical, version } = self.content[i];
                if logical & TRANSLATION == 0 {
                    tell(Lpn(logical), Ppn(i as u32), version);
                }
            }
        }
    }

    /// Makes a valid page invalid. No flash operation: the page's content is merely out of date.
    ///
    /// # Panics
    /// If the page is not valid.
    #[inline]
    pub fn invalidate(&mut self, ppn: Ppn) {
        let (pbn, offset) = self.place(ppn);
        let (word, bit) = self.bit((pbn, offset));
        assert!(
            self.live[word] & bit != 0,
            "page {ppn} is not valid, it cannot become invalid"
        );
        self.live[word] &= !bit;
        self.valid[pbn.index()] -= 1;
    }

    /// Makes an invalid page valid again: what superseded it was only in memory, and power was lost.
    ///
    /// # Panics
    /// If the page is not invalid.
    #[inline]
    pub fn revive(&mut self, ppn: Ppn) {
        assert!(
            self.page(ppn) == Page::Invalid,
            "page {ppn} is not invalid, it cannot become valid again"
        );
        let (pbn, offset) = self.place(ppn);
        let (word, bit) = self.bit((pbn, offset));
        self.live[word] |= bit;
        self.valid[pbn.index()] += 1;
    }

    /// Erases a block: all its pages become free, its erase count goes up by one.
    ///
    /// # Panics
    /// If the block holds a valid page: the data would be lost.
    #[inline]
    pub fn erase(&mut self, pbn: Pbn) {
        let b = pbn.index();
        assert!(
            self.valid[b] == 0,
            "erase of block {pbn}, which holds {} valid pages",
            self.valid[b]
        );
        // The facts of the OOB areas are left in place: of a free page no one can ask (`oob` answers `None`), and
        // wiping it would cost a fifth of the memory traffic of GC.
        let words = self.words_of(pbn);
        self.programmed[words].fill(0);
        self.next[b] = 0;
        self.erases[b] += 1;
    }

    /// Wipes what free pages held before their erase, so that equal chips have equal columns.
    #[inline]
    pub fn wipe_free_pages(&mut self) {
        for i in 0..self.content.len() {
            if self.is_free(Ppn(i as u32)) {
                self.content[i] = Content::NONE;
            }
        }
    }

    /// Per block, its erase count.
    pub fn erase_counts(&self) -> &[u32] {
        &self.erases
    }
}

/// Each bit as a byte, 0 or 1, the lowest first.
#[inline]
fn spread(bits: u8) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Byte i keeps bit i; then what is not 0 becomes 1.
    let kept = (u64::from(bits) * EACH) & 0x8040_2010_0804_0201;
    ((kept + 0x7f * EACH) >> 7) & EACH
}
