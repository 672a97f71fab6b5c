//! Programs and copies of consecutive pages at once.

use std::ops::Range;

use super::{Chip, Content, TRANSLATION};
use crate::{Pbn, Ppn, ProgramOrder};

impl Chip {
    /// [`Self::copy`] of the first `n` valid pages of a block to consecutive places from `to` on, inside another
    /// block, which is several times faster. `moved` receives each logical number and its new place.
    ///
    /// # Panics
    /// As [`Self::copy`] does, and if both blocks are the same or fewer pages are valid.
    #[inline]
    pub fn copy_run(&mut self, block: Pbn, n: u32, to: Ppn, mut moved: impl FnMut(u32, Ppn)) {
        let pages = self.geometry.pages_per_block;
        assert!(self.block_of(to) != block, "a copy inside block {block}");
        assert!(
            n <= self.valid[block.index()],
            "a run of more pages than are valid in block {block}"
        );
        self.claim(to, n);
        let first = block.index() * pages as usize;
        let source = first..first + pages as usize;
        let into = to.index()..to.index() + n as usize;
        let words = self.words_of(block);
        let (source, copies) = two_parts(&mut self.content, source, into);
        let mut left = &mut copies[..];
        for (live, pages) in self.live[words].iter_mut().zip(source.chunks(64)) {
            let taken = (live.count_ones() as usize).min(left.len());
            let (now, later) = std::mem::take(&mut left).split_at_mut(taken);
            *live = gather(*live, pages, now);
            left = later;
        }
        for (copy, ppn) in copies.iter().zip(to.0..) {
            moved(copy.logical & !TRANSLATION, Ppn(ppn));
        }
        self.valid[block.index()] -= n;
    }

    /// [`Self::program`] of consecutive pages of a block with host data: for each its logical number and version.
    ///
    /// # Panics
    /// As [`Self::program`] does, and if the block has not this many pages.
    #[inline]
    pub fn program_run(&mut self, to: Ppn, pages: impl ExactSizeIterator<Item = (u32, u32)>) {
        let n = pages.len();
        self.claim(to, n as u32);
        let into = to.index()..to.index() + n;
        for (content, (logical, version)) in self.content[into].iter_mut().zip(pages) {
            *content = Content { logical, version };
        }
    }

    /// Makes `n` consecutive pages of a block programmed and valid, one after another, if the state of the block allows it.
    #[inline]
    fn claim(&mut self, to: Ppn, n: u32) {
        let (target, offset) = self.place(to);
        let run = offset as usize..(offset + n) as usize;
        let next = &mut self.next[target.index()];
        assert!(
            offset + n <= self.geometry.pages_per_block,
            "a run past the end of block {target}"
        );
        assert!(
            self.order == ProgramOrder::Any || offset >= *next,
            "program of page {to} (offset {offset}) below offset {next} of block {target}"
        );
        let erased = *next == 0;
        *next = (*next).max(offset + n);
        self.seq
            .program((target, offset), n, self.last_seq + 1, erased);
        self.last_seq += u64::from(n);
        for (i, word) in self.words_of(target).enumerate() {
            let run = ones(run.clone(), i);
            assert!(
                self.programmed[word] & run == 0,
                "program of pages {to}.., not all free"
            );
            self.programmed[word] |= run;
            self.live[word] |= run;
        }
        self.valid[target.index()] += n;
    }
}

/// Two parts of a column that do not overlap.
fn two_parts<T>(column: &mut [T], a: Range<usize>, b: Range<usize>) -> (&mut [T], &mut [T]) {
    if a.start < b.start {
        let (low, high) = column.split_at_mut(b.start);
        (&mut low[a], &mut high[..b.len()])
    } else {
        let (low, high) = column.split_at_mut(a.start);
        (&mut high[..a.len()], &mut low[b])
    }
}

/// The bits of word `word` of a bitmap that mean places in `run`.
#[inline]
fn ones(run: Range<usize>, word: usize) -> u64 {
    // The bits below a place: none, some or all of the word.
    let below = |place: usize| match place.saturating_sub(word * 64) {
        0 => 0,
        n @ 1..64 => u64::MAX >> (64 - n),
        _ => u64::MAX,
    };
    below(run.end) & !below(run.start)
}

/// Values whose bits are set, one after another, as many as `into` has room for, which is no more than there are. Returns the
/// bits that are left.
#[inline]
fn gather(bits: u64, from: &[Content], into: &mut [Content]) -> u64 {
    let mut left = bits;
    for content in into {
        *content = from[left.trailing_zeros() as usize];
        left &= left.wrapping_sub(1);
    }
    left
}
