//! The state of every FTL with log blocks: data blocks mapped by block, pages in log blocks mapped by page (SPEC 4). Switch, partial
//! and full merges are made here.
//!
//! Page o of a logical block has one place in its data block, offset o. A page that cannot go there is appended to a
//! log block; the scheme decides which one. "Latest copy" is the page in the log if there is one, otherwise the data
//! block's own if it is valid.

use nand::{Chip, Columns, Geometry, Lbn, Lpn, NONE, Page, PageKind, Pbn, Ppn};

use super::valid_copies::valid_copies;
use crate::parts::{BlockMap, Merge};
use crate::{
    Cause, Context, Event, FilledChip, Halt, HostPage, InitialError, MergeKind, Role, Sink, Tables,
};

/// The block map and the log map.
#[derive(Clone, Debug)]
pub struct HybridMap {
    blocks: BlockMap,
    /// Per LPN: its latest copy if that is in a log block, or [`NONE`].
    log_map: Vec<u32>,
}

impl HybridMap {
    /// Nothing is mapped.
    #[inline]
    pub fn new(geometry: Geometry, logical_pages: u32) -> Self {
        Self {
            blocks: BlockMap::new(geometry, logical_pages),
            log_map: vec![NONE; logical_pages as usize],
        }
    }

    /// Maps what a chip holds already. Every block that `log` does not name must be the data block of an LBN, all its
    /// pages at their own offsets.
    pub fn adopt(&mut self, mut from: FilledChip<'_>) -> Result<(), InitialError> {
        let latest = valid_copies(from.chip, PageKind::Data, self.log_map.len() as u32, "LPN")?;
        self.blocks.adopt(&mut from)?;
        let g = from.chip.geometry();
        for (place, &ppn) in self.log_map.iter_mut().zip(&latest) {
            if Ppn::from_column(ppn).is_some_and(|p| from.tables.log_names(g.block_of(p))) {
                *place = ppn;
            }
        }
        Ok(())
    }

    /// The data block of an LBN.
    #[inline]
    pub fn data_block(&self, lbn: Lbn) -> Option<Pbn> {
        self.blocks.data_block(lbn)
    }

    /// How many logical blocks there are.
    #[inline]
    pub fn logical_blocks(&self) -> u32 {
        self.blocks.logical_blocks()
    }

    /// Where the latest copy of a page is.
    #[inline]
    pub fn lookup(&self, chip: &Chip, lpn: Lpn) -> Option<Ppn> {
        Ppn::from_column(self.log_map[lpn.index()]).or_else(|| {
            self.blocks
                .home(chip, lpn)
                .filter(|&p| chip.page(p) == Page::Valid)
        })
    }

    /// Serves a host page trim.
    #[inline]
    pub fn trim<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) {
        let Some(ppn) = self.lookup(cx.chip(), page.lpn) else {
            return;
        };
        cx.invalidate(ppn);
        self.leave_log(cx, page.lpn);
    }

    /// Programs a host page in its data block if that page is free and the order allows; false if not. The data block
    /// is allocated by the first write of its LBN.
    #[inline]
    pub fn write_in_place<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        page: HostPage,
    ) -> Result<bool, Halt> {
        let lpn = page.lpn;
        let home = self.blocks.allocated_home(cx, lpn)?;
        if !cx.chip().can_program(home) {
            return Ok(false);
        }
        let old = self.lookup(cx.chip(), lpn);
        cx.program(home, lpn.0, PageKind::Data, page.version, Cause::Host)?;
        if let Some(old) = old {
            cx.invalidate(old);
            self.leave_log(cx, lpn);
        }
        Ok(true)
    }

    /// Programs a host page at the next offset of a log block that has room.
    #[inline]
    pub fn append<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        log: Pbn,
        page: HostPage,
    ) -> Result<(), Halt> {
        let lpn = page.lpn;
        let ppn = cx
            .chip()
            .geometry()
            .page_at(log, cx.chip().next_offset(log));
        let old = self.lookup(cx.chip(), lpn);
        cx.program(ppn, lpn.0, PageKind::Data, page.version, Cause::Host)?;
        if let Some(old) = old {
            cx.invalidate(old);
        }
        self.log_map[lpn.index()] = ppn.0;
        cx.emit(|| Event::MapSet {
            lpn,
            ppn: Some(ppn),
        });
        Ok(())
    }

    /// Makes a merge and returns the new data block. It copies the latest pages that the log block lacks, in offset order, to
    /// their own offsets; a full merge copies all. Then it erases the old data block and, in a full merge, the LBN's own log
    /// block.
    pub fn merge<S: Sink>(&mut self, cx: &mut Context<'_, S>, merge: Merge) -> Result<Pbn, Halt> {
        let Merge {
            kind,
            lbn,
            log,
            own,
            reason,
            why,
            blocks,
        } = merge;
        let g = cx.chip().geometry();
        let data = self.data_block(lbn);
        let full = kind == MergeKind::Full;
        let first = if full { 0 } else { cx.chip().next_offset(log) };
        // The last logical block may be cut short by the end of the logical space.
        let end = (self.log_map.len() as u32 - g.logical_page_at(lbn, 0).0).min(g.pages_per_block);
        if S::ON {
            let has = |&o: &u32| self.lookup(cx.chip(), g.logical_page_at(lbn, o)).is_some();
            let copies = (first..end).filter(has).count() as u32;
            cx.emit(|| Event::MergeBegin {
                kind,
                lbn,
                log: Some(log),
                data,
                copies,
                reason,
                why,
            });
        }
        let into = if full {
            cx.take_block(Role::MergeTarget, Some(lbn))?
        } else {
            log
        };
        for offset in first..end {
            if let Some(from) = self.lookup(cx.chip(), g.logical_page_at(lbn, offset)) {
                cx.copy(from, g.page_at(into, offset), Cause::Merge)?;
            }
        }
        if let Some(data) = data {
            cx.erase(data, Cause::Merge)?;
        }
        if let (true, Some(own)) = (full, own) {
            cx.erase(own, Cause::Merge)?;
        }
        for offset in 0..end {
            self.leave_log(cx, g.logical_page_at(lbn, offset));
        }
        cx.set_role(into, Role::Data, Some(lbn));
        self.blocks.set(cx, lbn, into);
        let blocks = if full { blocks } else { 0 };
        cx.flash.counters.merged(kind, blocks);
        cx.emit(|| Event::MergeEnd {
            kind,
            lbn,
            data: into,
            blocks,
        });
        Ok(into)
    }

    /// The log map no longer names the page.
    #[inline]
    fn leave_log<S: Sink>(&mut self, cx: &mut Context<'_, S>, lpn: Lpn) {
        if std::mem::replace(&mut self.log_map[lpn.index()], NONE) != NONE {
            cx.emit(|| Event::MapSet { lpn, ppn: None });
        }
    }

    /// The tables of a scheme, as far as they are in this map.
    pub fn tables(&self) -> Tables {
        Tables {
            page_map: Some(self.log_map.clone()),
            block_map: Some(self.blocks.table()),
            ..Tables::default()
        }
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        self.blocks.columns(visit);
        visit.words(&mut self.log_map);
    }
}
