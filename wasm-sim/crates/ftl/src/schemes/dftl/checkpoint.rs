//! Checkpoints of the GTD: two reserved blocks, filled in turn (SPEC 5, power loss).
//!
//! A checkpoint takes the next pages of one block; when they do not fit, the other block is erased and goes on. So the latest
//! complete checkpoint is never the one erased. Its pages are numbered after the last translation page.

use nand::{Chip, Columns, NONE, PageKind, Pbn, Ppn};

use super::Dftl;
use crate::{Cause, Context, Event, Halt, Role, Sink};

/// The content of the reserved blocks.
#[derive(Clone, Debug)]
pub(super) struct Checkpoint {
    /// The blocks, or [`NONE`] before the first access.
    blocks: Vec<u32>,
    /// First page of the latest complete checkpoint, or [`NONE`]. Its content:
    pub(super) first: u32,
    /// the GTD;
    pub(super) gtd: Vec<u32>,
    /// the lowest write sequence number whose mapping was only in SRAM.
    pub(super) unsaved_from: u64,
    /// Programs of translation pages since.
    pub(super) programs: u32,
}

impl Checkpoint {
    pub(super) fn new() -> Self {
        Self {
            blocks: Vec::new(),
            first: NONE,
            gtd: Vec::new(),
            unsaved_from: 0,
            programs: 0,
        }
    }

    /// Whether a block is reserved.
    pub(super) fn reserves(&self, pbn: Pbn) -> bool {
        self.blocks.contains(&pbn.0)
    }

    pub(super) fn columns(&mut self, visit: &mut dyn Columns) {
        visit.words(&mut self.blocks);
        visit.word(&mut self.first);
        visit.words(&mut self.gtd);
        visit.long(&mut self.unsaved_from);
        visit.word(&mut self.programs);
    }
}

impl Dftl {
    /// Before anything else two blocks are set apart.
    pub(super) fn reserve_blocks<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        while (self.checkpoint.blocks.len() as u32) < self.options.checkpoint_blocks() {
            let pbn = cx.take_block(Role::Checkpoint, None)?;
            self.checkpoint.blocks.push(pbn.0);
        }
        Ok(())
    }

    /// Pages of a checkpoint.
    pub(super) fn checkpoint_pages(&self, chip: &Chip) -> u32 {
        let logical_pages = self.on_flash.len() as u32;
        self.options
            .checkpoint_pages(logical_pages, chip.geometry().page_bytes)
    }

    /// The lowest write sequence number whose mapping is only in SRAM. An entry that is dirty may be on flash: without `lazy_copy`
    /// GC writes its mapping and leaves it so.
    pub(super) fn unsaved_from(&self, chip: &Chip) -> u64 {
        let dirty = self.cmt.entries().filter(|(entry, _)| entry.dirty);
        let unsaved = dirty.filter(|(entry, _)| entry.ppn != self.says_flash(entry.lpn));
        let copies = unsaved.filter_map(|(entry, _)| chip.oob(entry.ppn?));
        copies
            .map(|oob| oob.seq)
            .fold(self.moving_from.min(chip.last_seq() + 1), u64::min)
    }

    /// A translation page was programmed, and the entries that it took are clean: a checkpoint may be due.
    pub(super) fn checkpoint_when_due<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
    ) -> Result<(), Halt> {
        if self.options.gtd_checkpoint_every == 0 {
            return Ok(());
        }
        self.checkpoint.programs += 1;
        let programs = self.checkpoint.programs;
        if programs < self.options.gtd_checkpoint_every {
            return Ok(());
        }
        let pages = self.checkpoint_pages(&cx.flash.chip);
        let unsaved_from = self.unsaved_from(&cx.flash.chip);
        cx.emit(|| Event::GtdCheckpoint {
            pages,
            programs,
            unsaved_from,
        });
        let geometry = cx.flash.chip.geometry();
        let [a, b] = [0, 1].map(|i| Pbn(self.checkpoint.blocks[i]));
        let old = Ppn::from_column(self.checkpoint.first);
        let mut at = old.map_or(a, |ppn| cx.flash.chip.block_of(ppn));
        if cx.flash.chip.next_offset(at) + pages > geometry.pages_per_block {
            at = if at == a { b } else { a };
            if cx.flash.chip.next_offset(at) > 0 {
                self.wear.erase(cx, at, Cause::Translation)?;
                cx.take_this_block(at, Role::Checkpoint);
            }
        }
        let first = geometry.page_at(at, cx.flash.chip.next_offset(at));
        let number = self.gtd.len() as u32;
        let version = old
            .and_then(|ppn| cx.flash.chip.oob(ppn))
            .map_or(1, |o| o.version + 1);
        for i in 0..pages {
            let kind = PageKind::Translation;
            cx.program(
                Ppn(first.0 + i),
                number + i,
                kind,
                version,
                Cause::Translation,
            )?;
        }
        if let Some(old) = old {
            (0..pages).for_each(|i| cx.invalidate(Ppn(old.0 + i)));
        }
        self.checkpoint.first = first.0;
        self.checkpoint.gtd.clone_from(&self.gtd);
        self.checkpoint.unsaved_from = unsaved_from;
        self.checkpoint.programs = 0;
        Ok(())
    }

    /// After a power loss: the reserved blocks are known, and what an interrupted checkpoint left in them is worth nothing.
    pub(super) fn tidy_checkpoints<S: Sink>(&mut self, cx: &mut Context<'_, S>) {
        self.checkpoint.programs = 0;
        let complete = self.checkpoint.first
            ..self
                .checkpoint
                .first
                .saturating_add(self.checkpoint_pages(&cx.flash.chip));
        for pbn in self.checkpoint.blocks.iter().map(|&b| Pbn(b)) {
            if cx.flash.pool.role(pbn) == Role::Free {
                cx.take_this_block(pbn, Role::Checkpoint);
            }
            for ppn in cx.flash.chip.geometry().pages_of(pbn) {
                if cx.flash.chip.page(ppn) == nand::Page::Valid && !complete.contains(&ppn.0) {
                    cx.invalidate(ppn);
                }
            }
        }
    }
}
