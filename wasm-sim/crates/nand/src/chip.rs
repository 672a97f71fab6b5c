//! The chip: columns of page states and OOB areas, and the three operations.

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::{Columns, Geometry, NONE, Oob, Page, PageKind, Pbn, Ppn, ProgramOrder};

/// In the column of logical numbers this bit marks a translation page.
const TRANSLATION: u32 = 1 << 31;

/// A NAND chip. Illegal use panics: it is an engine bug (SPEC 1).
///
/// State is kept in columns (one `Vec` per field, indexed by page or block), because a chip of a
/// million pages is copied into checkpoints and read by the page whole.
#[derive(Clone, Debug)]
pub struct Chip {
    geometry: Geometry,
    order: ProgramOrder,
    /// `log2(pages_per_block)` where that is whole, else 32: a shift is much faster than a division, and
    /// every flash operation asks for its block.
    shift: u32,
    /// Per page: a [`Page`] as `u8`.
    state: Vec<u8>,
    /// Per page: logical number, with [`TRANSLATION`] set for translation pages. Of a free page, anything.
    logical: Vec<u32>,
    /// Per page: version of the content. Of a free page, anything.
    version: Vec<u32>,
    /// Per page: write sequence number. Of a free page, anything.
    seq: Vec<u64>,
    /// Per block: number of valid pages.
    valid: Vec<u32>,
    /// Per block: one past the highest offset programmed since the last erase.
    next: Vec<u32>,
    /// Per block: erases so far.
    erases: Vec<u32>,
    /// Sequence number of the latest program of the whole chip.
    last_seq: u64,
}

impl Chip {
    /// A chip with every page free and every erase count zero.
    #[inline]
    pub fn new(geometry: Geometry, order: ProgramOrder) -> Self {
        let (pages, blocks) = (geometry.pages() as usize, geometry.blocks as usize);
        Self {
            geometry,
            order,
            shift: if geometry.pages_per_block.is_power_of_two() {
                geometry.pages_per_block.trailing_zeros()
            } else {
                32
            },
            state: vec![Page::Free as u8; pages],
            logical: vec![NONE; pages],
            version: vec![0; pages],
            seq: vec![0; pages],
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

    /// The order in which pages of a block may be programmed.
    #[inline]
    pub fn program_order(&self) -> ProgramOrder {
        self.order
    }

    /// The state of a page.
    #[inline]
    pub fn page(&self, ppn: Ppn) -> Page {
        match self.state[ppn.index()] {
            0 => Page::Free,
            1 => Page::Valid,
            _ => Page::Invalid,
        }
    }

    /// The OOB area of a programmed page, `None` of a free one. A look, not a flash read.
    #[inline]
    pub fn oob(&self, ppn: Ppn) -> Option<Oob> {
        let i = ppn.index();
        let raw = self.logical[i];
        if self.state[i] == Page::Free as u8 {
            return None;
        }
        let kind = if raw & TRANSLATION == 0 {
            PageKind::Data
        } else {
            PageKind::Translation
        };
        Some(Oob {
            logical: raw & !TRANSLATION,
            kind,
            version: self.version[i],
            seq: self.seq[i],
        })
    }

    /// Per page: a [`Page`] as `u8`.
    pub fn states(&self) -> &[u8] {
        &self.state
    }

    /// The sequence number of a block's latest program, `None` of an erased block.
    pub fn last_program(&self, pbn: Pbn) -> Option<u64> {
        let pages = self.geometry.pages_per_block as usize;
        let (first, used) = (pbn.index() * pages, self.next_offset(pbn) as usize);
        match self.order {
            ProgramOrder::Ascending => self.seq[first..first + used].last().copied(),
            ProgramOrder::Any => (first..first + used)
                .filter(|&i| self.state[i] != Page::Free as u8)
                .map(|i| self.seq[i])
                .max(),
        }
    }

    /// The pages, valid or not, that hold a logical page of a kind, ascending. Looks at every page.
    pub fn copies(&self, logical: u32, kind: PageKind) -> impl Iterator<Item = Ppn> + '_ {
        let raw = match kind {
            PageKind::Data => logical,
            PageKind::Translation => logical | TRANSLATION,
        };
        (0u32..)
            .zip(&self.logical)
            .filter(move |&(i, &l)| l == raw && self.state[i as usize] != Page::Free as u8)
            .map(|(i, _)| Ppn(i))
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
        self.page(ppn) == Page::Free
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
        let pbn = self.block_of(ppn);
        let block = pbn.index();
        let offset = ppn.0 - pbn.0 * self.geometry.pages_per_block;
        assert!(
            self.state[i] == Page::Free as u8,
            "program of page {ppn}, which is not free"
        );
        assert!(
            self.order == ProgramOrder::Any || offset >= self.next[block],
            "program of page {ppn} (offset {offset}) below offset {} of block {block}",
            self.next[block]
        );
        self.last_seq += 1;
        self.state[i] = Page::Valid as u8;
        self.logical[i] = if kind == PageKind::Data {
            logical
        } else {
            logical | TRANSLATION
        };
        self.version[i] = version;
        self.seq[i] = self.last_seq;
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
        let (old, new) = (self.block_of(from), self.block_of(to));
        let offset = to.0 - new.0 * self.geometry.pages_per_block;
        let next = &mut self.next[new.index()];
        assert!(
            self.state[f] == Page::Valid as u8,
            "copy of page {from}, which is not valid"
        );
        assert!(
            self.state[t] == Page::Free as u8,
            "program of page {to}, which is not free"
        );
        assert!(
            self.order == ProgramOrder::Any || offset >= *next,
            "program of page {to} (offset {offset}) below offset {next} of block {new}"
        );
        *next = (*next).max(offset + 1);
        self.last_seq += 1;
        let logical = self.logical[f];
        self.logical[t] = logical;
        self.version[t] = self.version[f];
        self.seq[t] = self.last_seq;
        self.state[t] = Page::Valid as u8;
        self.state[f] = Page::Invalid as u8;
        self.valid[old.index()] -= 1;
        self.valid[new.index()] += 1;
        logical & !TRANSLATION
    }

    /// [`Self::copy`] of the pages at `offsets` of a block to consecutive places from `to` on, inside another block:
    /// the columns are walked one after the other, which is several times faster.
    ///
    /// # Panics
    /// As [`Self::copy`] does, and if both blocks are the same.
    pub fn copy_run(&mut self, block: Pbn, offsets: &[u32], to: Ppn) {
        let pages = self.geometry.pages_per_block as usize;
        let (source, start, n) = (block.index() * pages, to.index(), offsets.len());
        let target = self.block_of(to);
        let offset = to.0 - target.0 * self.geometry.pages_per_block;
        let next = &mut self.next[target.index()];
        assert!(target != block, "a copy inside block {block}");
        assert!(
            offset as usize + n <= pages,
            "a run past the end of block {target}"
        );
        assert!(
            self.order == ProgramOrder::Any || offset >= *next,
            "program of page {to} (offset {offset}) below offset {next} of block {target}"
        );
        *next = (*next).max(offset + n as u32);
        let (from, into) = two_parts(&mut self.state, source..source + pages, start..start + n);
        assert!(
            into.iter().all(|&s| s == Page::Free as u8),
            "program of pages {to}.., not all free"
        );
        into.fill(Page::Valid as u8);
        for &o in offsets {
            let state = &mut from[o as usize];
            assert!(
                *state == Page::Valid as u8,
                "copy of page {o} of block {block}, which is not valid"
            );
            *state = Page::Invalid as u8;
        }
        for column in [&mut self.logical, &mut self.version] {
            let (from, into) = two_parts(column, source..source + pages, start..start + n);
            for (value, &o) in into.iter_mut().zip(offsets) {
                *value = from[o as usize];
            }
        }
        for seq in &mut self.seq[start..start + n] {
            self.last_seq += 1;
            *seq = self.last_seq;
        }
        self.valid[block.index()] -= n as u32;
        self.valid[target.index()] += n as u32;
    }

    /// Appends the offsets of a block's valid pages, ascending.
    pub fn valid_offsets(&self, pbn: Pbn, offsets: &mut Vec<u32>) {
        let pages = self.geometry.pages_per_block as usize;
        let states = &self.state[pbn.index() * pages..][..pages];
        // Written whether valid or not, kept only if valid: no branch to be guessed wrong.
        let (first, mut kept) = (offsets.len(), 0);
        offsets.resize(first + pages, 0);
        for (offset, &state) in (0u32..).zip(states) {
            offsets[first + kept] = offset;
            kept += usize::from(state == Page::Valid as u8);
        }
        offsets.truncate(first + kept);
    }

    /// The logical numbers of programmed pages from `first` on.
    pub fn logicals(&self, first: Ppn, pages: u32) -> impl Iterator<Item = u32> + '_ {
        self.logical[first.index()..][..pages as usize]
            .iter()
            .map(|l| l & !TRANSLATION)
    }

    /// Makes a valid page invalid. No flash operation: the page's content is merely out of date.
    ///
    /// # Panics
    /// If the page is not valid.
    #[inline]
    pub fn invalidate(&mut self, ppn: Ppn) {
        let i = ppn.index();
        assert!(
            self.state[i] == Page::Valid as u8,
            "page {ppn} is not valid, it cannot become invalid"
        );
        self.state[i] = Page::Invalid as u8;
        let block = self.block_of(ppn).index();
        self.valid[block] -= 1;
    }

    /// Makes an invalid page valid again: what superseded it was only in memory, and power was lost.
    ///
    /// # Panics
    /// If the page is not invalid.
    pub fn revive(&mut self, ppn: Ppn) {
        assert!(
            self.page(ppn) == Page::Invalid,
            "page {ppn} is not invalid, it cannot become valid again"
        );
        self.state[ppn.index()] = Page::Valid as u8;
        let block = self.block_of(ppn).index();
        self.valid[block] += 1;
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
        // What the OOB areas said is left standing: of a free page nobody can ask (`oob` answers `None`), and wiping it
        // would cost a fifth of the memory traffic of cleaning.
        let first = b * self.geometry.pages_per_block as usize;
        self.state[first..first + self.geometry.pages_per_block as usize].fill(Page::Free as u8);
        self.next[b] = 0;
        self.erases[b] += 1;
    }

    /// Wipes what free pages held before their erase, so that equal chips have equal columns.
    pub fn wipe_free_pages(&mut self) {
        for i in 0..self.state.len() {
            if self.state[i] == Page::Free as u8 {
                (self.logical[i], self.version[i], self.seq[i]) = (NONE, 0, 0);
            }
        }
    }

    /// Per block, its erase count.
    pub fn erase_counts(&self) -> &[u32] {
        &self.erases
    }

    /// Hands every column to `visit`, in a fixed order: how checkpoints save and restore the chip.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.bytes(&mut self.state);
        visit.words(&mut self.logical);
        visit.words(&mut self.version);
        visit.longs(&mut self.seq);
        visit.words(&mut self.valid);
        visit.words(&mut self.next);
        visit.words(&mut self.erases);
        visit.long(&mut self.last_seq);
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
