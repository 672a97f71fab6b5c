//! Page-mapped FTL: the ideal baseline (SPEC 3; Desnoyers, section 2).
//!
//! Idea: a full table says where every logical page is, so a page can be written anywhere. Writes are appended
//! to an open block; old copies become invalid; cleaning gives whole blocks back by copying what is still valid.
//!
//! A host page write:
//! 1. while fewer than `gc_threshold` blocks are free, clean (2-4);
//! 5. take the next place of the frontier; a full frontier is closed now, and the next free block opened;
//! 6. program; the old copy becomes invalid; the map points to the new one.
//!
//! Cleaning:
//! 2. the policy picks a victim among the closed blocks;
//! 3. its valid pages are copied, in ascending offset, to the frontier (to one of their own with
//!    `separate_gc_frontier`);
//! 4. the victim is erased.
//!
//! Simplification: the table is in SRAM, whole, and costs nothing.

use nand::{Chip, Columns, Lpn, NONE, PageKind, Pbn, Ppn};

use crate::ftl::valid_copies;
use crate::parts::{BlockPool, ClosedBlocks, Frontier};
use crate::{
    Candidate, Cause, Context, Event, Ftl, Halt, HostPage, InitialError, InitialTables, PageConfig,
    Role, Sink, Stream, Tables,
};

/// The page-mapped FTL's tables.
#[derive(Clone, Debug)]
pub struct PageMapped {
    config: PageConfig,
    /// Per LPN: where its latest copy is, or [`NONE`].
    map: Vec<u32>,
    frontier: Frontier,
    /// Where cleaning copies go, if not to `frontier`.
    gc_frontier: Option<Frontier>,
    closed: ClosedBlocks,
    /// Host page writes so far: the clock of block ages.
    clock: u64,
    /// Room for the offsets of a victim's valid pages, empty between cleanings.
    offsets: Vec<u32>,
}

impl PageMapped {
    /// Tables for an empty chip.
    #[inline]
    pub fn new(config: PageConfig, chip: &Chip, logical_pages: u32) -> Self {
        let g = chip.geometry();
        Self {
            config,
            map: vec![NONE; logical_pages as usize],
            frontier: Frontier::new(Stream::Data, Role::Data),
            gc_frontier: config
                .separate_gc_frontier
                .then(|| Frontier::new(Stream::Gc, Role::Data)),
            closed: ClosedBlocks::new(config.gc_policy, g.blocks, g.pages_per_block),
            clock: 0,
            offsets: Vec::new(),
        }
    }

    /// Tables for a chip that holds pages: the map follows from the valid pages; a partly programmed block is
    /// the frontier; full ones are closed, in PBN order.
    #[inline]
    pub(crate) fn resume(
        &mut self,
        chip: &Chip,
        pool: &mut BlockPool,
        tables: &InitialTables,
    ) -> Result<(), InitialError> {
        self.map = valid_copies(chip, PageKind::Data, self.map.len() as u32, "LPN")?;
        let mut open = tables.frontier.clone();
        for pbn in (0..chip.geometry().blocks).map(Pbn) {
            let next = chip.next_offset(pbn);
            if next == 0 && !open.contains(&pbn) {
                continue;
            }
            pool.occupy(pbn, Role::Data, None);
            if next == chip.geometry().pages_per_block && !open.contains(&pbn) {
                self.closed.close(pbn, chip.valid_pages(pbn), 0);
            } else if !open.contains(&pbn) {
                open.push(pbn);
            }
        }
        let frontiers = std::iter::once(&mut self.frontier).chain(&mut self.gc_frontier);
        if open.len() > 1 + usize::from(self.config.separate_gc_frontier) {
            let mut blocks = String::new();
            for pbn in &open {
                blocks += if blocks.is_empty() { "" } else { ", " };
                blocks += &pbn.to_string();
            }
            return Err(InitialError {
                table: "frontier",
                message: format!(
                    "blocks {blocks} are partly programmed, but this FTL has {} write frontier(s)",
                    1 + u32::from(self.config.separate_gc_frontier)
                ),
            });
        }
        for (frontier, &pbn) in frontiers.zip(&open) {
            frontier.resume(pbn, chip.next_offset(pbn));
        }
        Ok(())
    }

    /// What cleaning would choose from now, best first.
    #[inline]
    pub fn victim_candidates(&self, chip: &Chip) -> Vec<Candidate> {
        self.closed.candidates(chip, self.clock, None)
    }

    /// Steps 2-4.
    fn clean<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let threshold = self.config.gc_threshold;
        let own = self
            .closed
            .pick(cx.chip(), self.clock)
            .ok_or(Halt::NoFreeBlock)?;
        let victim = self.closed.take(cx, own, self.clock, threshold)?;
        let mut offsets = std::mem::take(&mut self.offsets);
        offsets.clear();
        cx.chip().valid_offsets(victim, &mut offsets);
        let mut left = offsets.as_slice();
        while !left.is_empty() {
            let frontier = self.gc_frontier.as_mut().unwrap_or(&mut self.frontier);
            let (to, room) = frontier.room(cx, &mut self.closed, self.clock)?;
            // With events on, the map follows each single copy.
            let n = if S::ON {
                1
            } else {
                (room as usize).min(left.len())
            };
            frontier.take(n as u32);
            let (run, rest) = left.split_at(n);
            cx.copy_run(victim, run, to, Cause::Gc)?;
            for (lpn, ppn) in cx.chip().logicals(to, n as u32).zip(to.0..) {
                self.map[lpn as usize] = ppn;
            }
            if S::ON {
                let lpn = Lpn(cx.chip().oob(to).expect("just copied").logical);
                cx.emit(|| Event::MapSet { lpn, ppn: Some(to) });
            }
            left = rest;
        }
        let copied = offsets.len() as u32;
        self.offsets = offsets;
        cx.erase(victim, Cause::Gc)?;
        cx.counters.cleaned(copied, false);
        cx.emit(|| Event::GcEnd {
            pbn: victim,
            copied,
            translation: false,
        });
        Ok(())
    }

    /// The old copy of a page, if any, becomes invalid.
    #[inline]
    fn forget<S: Sink>(&mut self, cx: &mut Context<'_, S>, old: u32) {
        if let Some(ppn) = Ppn::from_column(old) {
            cx.invalidate(ppn);
            self.closed.invalidated(cx.chip().block_of(ppn));
        }
    }
}

impl Ftl for PageMapped {
    fn read<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        page: HostPage,
    ) -> Result<Option<u32>, Halt> {
        let Some(ppn) = Ppn::from_column(self.map[page.lpn.index()]) else {
            cx.unmapped_read(page.lpn);
            return Ok(None);
        };
        Ok(Some(cx.read(ppn, Cause::Host)?.version))
    }

    #[inline]
    fn write<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        while cx.free_blocks() < self.config.gc_threshold {
            self.clean(cx)?;
        }
        self.clock += 1;
        let lpn = page.lpn;
        let ppn = self.frontier.place(cx, &mut self.closed, self.clock)?;
        cx.program(ppn, lpn.0, PageKind::Data, page.version, Cause::Host)?;
        let old = std::mem::replace(&mut self.map[lpn.index()], ppn.0);
        self.forget(cx, old);
        cx.emit(|| Event::MapSet {
            lpn,
            ppn: Some(ppn),
        });
        Ok(())
    }

    fn trim<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        let lpn = page.lpn;
        let old = std::mem::replace(&mut self.map[lpn.index()], NONE);
        if old != NONE {
            self.forget(cx, old);
            cx.emit(|| Event::MapSet { lpn, ppn: None });
        }
        Ok(())
    }

    fn lookup(&self, _: &Chip, lpn: Lpn) -> Option<Ppn> {
        Ppn::from_column(self.map[lpn.index()])
    }

    #[inline]
    fn tables(&self) -> Tables {
        Tables {
            page_map: Some(self.map.clone()),
            frontiers: std::iter::once(&self.frontier)
                .chain(&self.gc_frontier)
                .filter_map(|f| Some((f.stream(), f.block()?)))
                .collect(),
            ..Tables::default()
        }
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        visit.words(&mut self.map);
        self.frontier.columns(visit);
        if let Some(frontier) = &mut self.gc_frontier {
            frontier.columns(visit);
        }
        self.closed.columns(visit);
        visit.long(&mut self.clock);
    }
}
