//! Block mapping (SPEC 4), the simplest of all: LBN to PBN.
//!
//! Idea: every page is at its own offset of its logical block's one data block. The map is as small as a map can
//! be, and a page written a second time moves the whole block.
//!
//! A write of offset o of LBN b (the data block is allocated by b's first write):
//! 1. if the data block's page o is free, program it in place;
//! 2. otherwise rewrite the block: a fresh one takes, in offset order, the new page and the other valid pages at their own
//!    offsets, and the old one is erased. A full merge.

mod options;

use nand::{Chip, Columns, Lpn, Page, PageKind, Ppn};

use crate::parts::BlockMap;
use crate::{
    Cause, Context, Event, FilledChip, Ftl, Halt, HostPage, InitialError, MergeKind, MergeReason,
    MergeWhy, Role, Sink, Tables,
};

pub use options::BlockOptions;

/// The table of block mapping.
#[derive(Clone, Debug)]
pub struct BlockMapped {
    logical_pages: u32,
    map: BlockMap,
}

impl BlockMapped {
    /// Step 2: a fresh block takes `page` in place of what the data block has there, and everything else of it.
    fn rewrite<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        page: HostPage,
        home: Ppn,
    ) -> Result<(), Halt> {
        let g = cx.chip().geometry();
        let (kind, old) = (MergeKind::Full, cx.chip().block_of(home));
        let (lbn, offset) = (g.logical_block_of(page.lpn), g.logical_offset_of(page.lpn));
        let stale = cx.chip().page(home) != Page::Valid;
        let copies = cx.chip().valid_pages(old) - u32::from(!stale);
        cx.emit(|| Event::MergeBegin {
            kind,
            lbn,
            log: None,
            data: Some(old),
            copies,
            reason: MergeReason::PageInUse,
            why: MergeWhy::Rewrite {
                page: offset,
                stale,
            },
        });
        let fresh = cx.take_block(Role::MergeTarget, Some(lbn))?;
        // The last logical block may be cut short by the end of the logical space.
        let end = (self.logical_pages - g.logical_page_at(lbn, 0).0).min(g.pages_per_block);
        let mut o = 0;
        while o < end {
            let to = g.page_at(fresh, o);
            // Valid pages that follow one another go at once.
            let valid = |&o: &u32| cx.chip().page(g.page_at(old, o)) == Page::Valid;
            let run = (o..end).take_while(valid).count() as u32;
            if o == offset {
                cx.program(to, page.lpn.0, PageKind::Data, page.version, Cause::Host)?;
                if run > 0 {
                    cx.invalidate(home);
                }
                o += 1;
            } else if run > 0 {
                let run = if o < offset { run.min(offset - o) } else { run };
                cx.copy_run(old, run, to, Cause::Merge, |_, _| {})?;
                o += run;
            } else {
                o += 1;
            }
        }
        cx.erase(old, Cause::Merge)?;
        cx.set_role(fresh, Role::Data, Some(lbn));
        self.map.set(cx, lbn, fresh);
        cx.flash.counters.merged(kind, 1);
        cx.emit(|| Event::MergeEnd {
            kind,
            lbn,
            data: fresh,
            blocks: 1,
        });
        Ok(())
    }
}

impl Ftl for BlockMapped {
    type Options = BlockOptions;

    fn new(_: BlockOptions, chip: &Chip, logical_pages: u32) -> Self {
        Self {
            logical_pages,
            map: BlockMap::new(chip.geometry(), logical_pages),
        }
    }

    /// The table for a chip that holds pages.
    fn resume(&mut self, mut from: FilledChip<'_>) -> Result<(), InitialError> {
        self.map.adopt(&mut from)
    }

    fn write<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        let home = self.map.allocated_home(cx, page.lpn)?;
        if cx.chip().page(home) != Page::Free {
            return self.rewrite(cx, page, home);
        }
        cx.program(home, page.lpn.0, PageKind::Data, page.version, Cause::Host)
    }

    #[inline]
    fn lookup(&self, chip: &Chip, lpn: Lpn) -> Option<Ppn> {
        self.map
            .home(chip, lpn)
            .filter(|&ppn| chip.page(ppn) == Page::Valid)
    }

    #[inline]
    fn tables(&self) -> Tables {
        Tables {
            block_map: Some(self.map.table()),
            ..Tables::default()
        }
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        self.map.columns(visit);
    }
}
