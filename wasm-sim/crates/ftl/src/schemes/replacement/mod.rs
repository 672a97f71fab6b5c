//! Replacement blocks (SPEC 4; slides "Replacement-block scheme"; Ban, US patent 5,404,485).
//!
//! Idea: everything is mapped by block, and a page only ever is at its own offset. A logical block has a chain: its
//! data block, then replacement blocks, each a place for one newer copy of every page. So a rewrite moves nothing, until
//! no block is left for the next link: then a chain is folded into its last block.
//!
//! A write of offset o of LBN b:
//! 1. walk b's chain from its start to the first block whose page o is free, and program it there;
//! 2. if there is none, append a free block to the chain (the first one is the data block) and program it there;
//! 3. if fewer than `gc_threshold` blocks are free for that, fold the longest chain (tie: least recently written; b counts
//!    as written now), and start the write over.
//!
//! A read walks the chain from its end to the first block whose page o is programmed: no older copy can be newer.
//! Each block that a walk inspects costs an OOB read (`chain_reads`). A trim does not walk a chain: it has no flash
//! operation.
//!
//! Folding: copy every valid page that is not in the last block into the last block, at its offset; erase the others. The
//! last block is the data block then. With nothing to copy that is a switch merge, otherwise a partial one.
//!
//! Page o is programmed in the first this many blocks of the chain, in the order of the copies, since every write takes the
//! first block where it is free. So two figures a page, that number and the last of these blocks, say where a walk ends,
//! and no walk is made but to be shown.

mod options;

use nand::{Chip, Columns, Lbn, Lpn, NONE, Page, PageKind, Pbn, Ppn};

use crate::parts::{BlockMap, Lists, content, wrong_log};
use crate::{
    Cause, Context, Decision, Event, FilledChip, Ftl, Halt, HostPage, InitialError, MergeKind,
    MergeReason, MergeWhy, Role, Sink, Tables,
};

pub use options::ReplacementOptions;

/// The tables of the replacement-block scheme.
#[derive(Clone, Debug)]
pub struct Replacement {
    options: ReplacementOptions,
    logical_pages: u32,
    /// The first block of every chain.
    first: BlockMap,
    /// Per block: the next one of its chain, or [`NONE`].
    next: Vec<u32>,
    /// Per LBN: the last block of its chain, or [`NONE`].
    last: Vec<u32>,
    /// Per LBN: blocks of its chain.
    length: Vec<u32>,
    /// Per LPN: the block with its newest copy, or [`NONE`]. That copy is invalid only if the page was trimmed.
    newest: Vec<u32>,
    /// Per LPN: how many blocks of its chain, from the first on, have a copy.
    copies: Vec<u32>,
    /// LBNs by the length of their chains, least recently written first. Those of one block are in no list: they
    /// have nothing to fold.
    by_length: Lists,
    /// No chain is longer.
    longest: u32,
}

impl Replacement {
    /// The LBN of a replacement block: as given, or that of its pages, which must be at their offsets.
    #[inline]
    fn owner(chip: &Chip, pbn: Pbn, lbn: Option<Lbn>) -> Result<Lbn, InitialError> {
        let g = chip.geometry();
        let held = content(chip, pbn).next();
        let Some(lbn) = lbn.or(held.map(|(_, lpn)| g.logical_block_of(lpn))) else {
            return wrong_log(format!(
                "replacement block {pbn} is empty, so its LBN must be given"
            ));
        };
        let misplaced = |&(ppn, lpn): &(Ppn, Lpn)| {
            (g.logical_block_of(lpn), g.logical_offset_of(lpn)) != (lbn, g.offset_of(ppn))
        };
        match content(chip, pbn).find(misplaced) {
            None => Ok(lbn),
            Some((ppn, lpn)) => wrong_log(format!(
                "block {pbn} is in the chain of LBN {lbn}, every page at its own offset, but page {ppn} holds LPN {lpn}"
            )),
        }
    }

    /// Copies of a page are in the first blocks of its chain, the newest one last.
    #[inline]
    fn find_copies(&mut self, chip: &Chip, lpn: Lpn) -> Result<(), InitialError> {
        let g = chip.geometry();
        let (lbn, offset) = (g.logical_block_of(lpn), g.logical_offset_of(lpn));
        let mut gap = None;
        for pbn in self.chain(lbn) {
            let state = chip.page(g.page_at(pbn, offset));
            if let (Some(gap), false) = (gap, state == Page::Free) {
                return wrong_log(format!(
                    "LPN {lpn} is in block {pbn}, but block {gap} before it in the chain of LBN {lbn} has the place free"
                ));
            }
            if state == Page::Free {
                gap = Some(pbn);
                continue;
            }
            let older = Pbn::from_column(self.newest[lpn.index()]);
            if let Some(older) = older.filter(|&b| chip.page(g.page_at(b, offset)) == Page::Valid) {
                return wrong_log(format!(
                    "LPN {lpn} is valid in block {older}, but block {pbn} after it in the chain of LBN {lbn} has a newer copy"
                ));
            }
            self.newest[lpn.index()] = pbn.0;
            self.copies[lpn.index()] += 1;
        }
        Ok(())
    }

    /// The blocks of a chain, from the first.
    fn chain(&self, lbn: Lbn) -> Vec<Pbn> {
        let after = |pbn: &Pbn| Pbn::from_column(self.next[pbn.index()]);
        std::iter::successors(self.first.data_block(lbn), after).collect()
    }

    /// Appends a block to a chain that has a first one.
    fn link(&mut self, lbn: Lbn, pbn: Pbn) {
        let last = std::mem::replace(&mut self.last[lbn.index()], pbn.0);
        self.next[last as usize] = pbn.0;
        self.length[lbn.index()] += 1;
        let length = self.length[lbn.index()];
        self.by_length.remove(lbn.0);
        self.by_length.push_back(length, lbn.0);
        self.longest = self.longest.max(length);
    }

    /// The newest copy of a page, invalid if the page was trimmed.
    #[inline]
    fn newest_copy(&self, chip: &Chip, lpn: Lpn) -> Option<Ppn> {
        let g = chip.geometry();
        let pbn = Pbn::from_column(self.newest[lpn.index()])?;
        Some(g.page_at(pbn, g.logical_offset_of(lpn)))
    }

    /// A walk inspects `blocks` blocks of a page's chain, from its end or from its start.
    #[inline]
    fn walk<S: Sink>(&self, cx: &mut Context<'_, S>, lpn: Lpn, blocks: u32, from_end: bool) {
        cx.inspect_chain(blocks);
        if S::ON {
            self.show_walk(cx, lpn, blocks, from_end);
        }
    }

    fn show_walk<S: Sink>(&self, cx: &mut Context<'_, S>, lpn: Lpn, blocks: u32, from_end: bool) {
        let g = cx.chip().geometry();
        let (lbn, offset) = (g.logical_block_of(lpn), g.logical_offset_of(lpn));
        let mut chain: Vec<(u32, Pbn)> = (0..).zip(self.chain(lbn)).collect();
        let of = chain.len() as u32;
        if from_end {
            chain.reverse();
        }
        for (place, pbn) in chain.into_iter().take(blocks as usize) {
            let ppn = g.page_at(pbn, offset);
            let state = cx.chip().page(ppn);
            cx.emit(|| Event::ChainRead {
                lpn,
                ppn,
                place,
                of,
                state,
                from_end,
            });
        }
    }

    /// Steps 1 and 2: where a write finds its place in the chain.
    #[inline]
    fn place<S: Sink>(&mut self, cx: &mut Context<'_, S>, lpn: Lpn) -> Result<Ppn, Halt> {
        let g = cx.chip().geometry();
        let (lbn, offset) = (g.logical_block_of(lpn), g.logical_offset_of(lpn));
        loop {
            let (copies, length) = (self.copies[lpn.index()], self.length[lbn.index()]);
            self.walk(cx, lpn, length.min(copies + 1), false);
            if copies < length {
                let pbn = match Pbn::from_column(self.newest[lpn.index()]) {
                    Some(newest) => Pbn(self.next[newest.index()]),
                    None => self.first.data_block(lbn).expect("the chain has a block"),
                };
                return Ok(g.page_at(pbn, offset));
            }
            if cx.free_blocks() >= self.options.gc_threshold {
                return Ok(g.page_at(self.append(cx, lbn)?, offset));
            }
            self.fold_longest(cx)?;
        }
    }

    /// Step 2: a chain gets another block.
    fn append<S: Sink>(&mut self, cx: &mut Context<'_, S>, lbn: Lbn) -> Result<Pbn, Halt> {
        if self.length[lbn.index()] > 0 {
            let pbn = cx.take_block(Role::Replacement, Some(lbn))?;
            self.link(lbn, pbn);
            return Ok(pbn);
        }
        let pbn = cx.take_block(Role::Data, Some(lbn))?;
        self.first.set(cx, lbn, pbn);
        (self.last[lbn.index()], self.length[lbn.index()]) = (pbn.0, 1);
        Ok(pbn)
    }

    /// Step 3: which chain is folded.
    fn fold_longest<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        while self.longest > 1 && self.by_length.front(self.longest).is_none() {
            self.longest -= 1;
        }
        // Legal devices have a block for every LBN besides those to be kept free, so some chain has two blocks here.
        let own = self
            .by_length
            .front(self.longest)
            .ok_or(Halt::NoFreeBlock)?;
        let length = &self.length;
        let chosen = cx.decide(Decision::Chain, own, |_, lbn| {
            length.get(lbn as usize).is_some_and(|&blocks| blocks > 1)
        })?;
        let lbn = Lbn(chosen);
        let (free, threshold) = (cx.free_blocks(), self.options.gc_threshold);
        let (blocks, longest) = (self.length[lbn.index()], self.longest);
        cx.emit(|| Event::ChainChosen {
            lbn,
            blocks,
            longest,
            tied: self.by_length.iter(longest).count() as u32,
            free,
            threshold,
        });
        self.fold(cx, lbn)
    }

    /// Folds a chain of two blocks or more into its last one.
    fn fold<S: Sink>(&mut self, cx: &mut Context<'_, S>, lbn: Lbn) -> Result<(), Halt> {
        let g = cx.chip().geometry();
        let last = Pbn(self.last[lbn.index()]);
        let base = g.logical_page_at(lbn, 0);
        // The last logical block may be cut short by the end of the logical space.
        let end = (self.logical_pages - base.0).min(g.pages_per_block);
        let elsewhere = |ftl: &Self, chip: &Chip, offset| {
            let from = ftl.lookup(chip, Lpn(base.0 + offset))?;
            (chip.block_of(from) != last).then_some(from)
        };
        let moving = (0..end).find_map(|o| Some((o, elsewhere(self, cx.chip(), o)?)));
        let (kind, why) = match moving {
            None => (MergeKind::Switch, MergeWhy::LastHasAll),
            Some((page, ppn)) => (MergeKind::Partial, MergeWhy::Earlier { page, ppn }),
        };
        if S::ON {
            let copies = (0..end).filter(|&o| elsewhere(self, cx.chip(), o).is_some());
            let copies = copies.count() as u32;
            let data = self.first.data_block(lbn);
            cx.emit(|| Event::MergeBegin {
                kind,
                lbn,
                log: Some(last),
                data,
                copies,
                reason: MergeReason::NoFreeBlock,
                why,
            });
        }
        let mut offset = 0;
        while offset < end {
            let Some(from) = elsewhere(self, cx.chip(), offset) else {
                offset += 1;
                continue;
            };
            // Pages that follow one another in a block go at once; those before them in it have left already.
            let (next, block) = (offset + 1..end, cx.chip().block_of(from));
            let alike = |&o: &u32| {
                elsewhere(self, cx.chip(), o).is_some_and(|p| cx.chip().block_of(p) == block)
            };
            let run = 1 + next.take_while(alike).count() as u32;
            let newest = &mut self.newest;
            let moved = |lpn: u32, _| newest[lpn as usize] = last.0;
            cx.copy_run(block, run, g.page_at(last, offset), Cause::Merge, moved)?;
            offset += run;
        }
        for lpn in base.0..base.0 + end {
            // A trimmed page leaves its place free, unless that is in the last block.
            let newest = &mut self.newest[lpn as usize];
            let in_last = *newest == last.0;
            self.copies[lpn as usize] = u32::from(in_last);
            if !in_last {
                *newest = NONE;
            }
        }
        let mut pbn = self.first.data_block(lbn).expect("the chain has a block");
        while pbn != last {
            cx.erase(pbn, Cause::Merge)?;
            pbn = Pbn(std::mem::replace(&mut self.next[pbn.index()], NONE));
            self.first.set(cx, lbn, pbn);
        }
        cx.set_role(last, Role::Data, Some(lbn));
        self.length[lbn.index()] = 1;
        self.by_length.remove(lbn.0);
        cx.flash.counters.merged(kind, 0);
        cx.emit(|| Event::MergeEnd {
            kind,
            lbn,
            data: last,
            blocks: 0,
        });
        Ok(())
    }
}

impl Ftl for Replacement {
    type Options = ReplacementOptions;

    fn new(options: ReplacementOptions, chip: &Chip, logical_pages: u32) -> Self {
        let g = chip.geometry();
        let first = BlockMap::new(g, logical_pages);
        let logical_blocks = first.logical_blocks();
        Self {
            options,
            logical_pages,
            first,
            next: vec![NONE; g.blocks as usize],
            last: vec![NONE; logical_blocks as usize],
            length: vec![0; logical_blocks as usize],
            newest: vec![NONE; logical_pages as usize],
            copies: vec![0; logical_pages as usize],
            by_length: Lists::new(g.blocks + 1, logical_blocks),
            longest: 1,
        }
    }

    /// Tables for a chip that holds pages. `log` names replacement blocks, each LBN's in the order of its chain; any other
    /// block that holds something is a data block.
    fn resume(&mut self, mut from: FilledChip<'_>) -> Result<(), InitialError> {
        self.first.adopt(&mut from)?;
        let FilledChip { chip, pool, tables } = from;
        for lbn in (0..self.first.logical_blocks()).map(Lbn) {
            if let Some(data) = self.first.data_block(lbn) {
                (self.last[lbn.index()], self.length[lbn.index()]) = (data.0, 1);
            }
        }
        for &(pbn, role, lbn) in &tables.log {
            let lbn = Self::owner(chip, pbn, lbn)?;
            if pool.role(pbn) != Role::Free {
                return wrong_log(format!("block {pbn} is named twice"));
            }
            if self.length[lbn.index()] == 0 {
                return wrong_log(format!(
                    "replacement block {pbn} is in the chain of LBN {lbn}, which has no data block"
                ));
            }
            pool.occupy(pbn, role, Some(lbn));
            self.link(lbn, pbn);
        }
        (0..self.logical_pages)
            .map(Lpn)
            .try_for_each(|lpn| self.find_copies(chip, lpn))
    }

    fn translate<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        lpn: Lpn,
    ) -> Result<Option<Ppn>, Halt> {
        let lbn = cx.chip().geometry().logical_block_of(lpn);
        let (copies, length) = (self.copies[lpn.index()], self.length[lbn.index()]);
        self.walk(cx, lpn, length - copies.saturating_sub(1), true);
        Ok(self.lookup(cx.chip(), lpn))
    }

    fn write<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        let lpn = page.lpn;
        let lbn = cx.chip().geometry().logical_block_of(lpn);
        if let Some(length) = self.by_length.list_of(lbn.0) {
            self.by_length.remove(lbn.0);
            self.by_length.push_back(length, lbn.0);
        }
        let ppn = self.place(cx, lpn)?;
        cx.program(ppn, lpn.0, PageKind::Data, page.version, Cause::Host)?;
        if let Some(old) = self.lookup(cx.chip(), lpn) {
            cx.invalidate(old);
        }
        self.newest[lpn.index()] = cx.chip().block_of(ppn).0;
        self.copies[lpn.index()] += 1;
        Ok(())
    }

    #[inline]
    fn lookup(&self, chip: &Chip, lpn: Lpn) -> Option<Ppn> {
        self.newest_copy(chip, lpn)
            .filter(|&ppn| chip.page(ppn) == Page::Valid)
    }

    #[inline]
    fn tables(&self) -> Tables {
        Tables {
            block_map: Some(self.first.table()),
            chain: Some(self.next.clone()),
            ..Tables::default()
        }
    }

    fn set_options(&mut self, options: &ReplacementOptions, _: &Chip, _: &mut Vec<Event>) -> u32 {
        self.options = *options;
        0
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        self.first.columns(visit);
        visit.words(&mut self.next);
        visit.words(&mut self.last);
        visit.words(&mut self.length);
        visit.words(&mut self.newest);
        visit.words(&mut self.copies);
        self.by_length.columns(visit);
        visit.word(&mut self.longest);
    }
}
