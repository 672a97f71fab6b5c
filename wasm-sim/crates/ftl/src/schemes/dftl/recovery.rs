//! Power loss: what SRAM held is found again from flash (SPEC 5; DFTL'J section 3.3 has the idea).
//!
//! 1. The GTD is battery-backed, or read from its checkpoint; with it s, below which every mapping is on flash. With
//!    `full_scan`, and before the first checkpoint, there is neither: s is 0.
//! 2. The OOB areas of every block that holds a page numbered s or more are scanned: of each logical page and each translation
//!    page the newest such copy is its copy. Translation pages found replace entries of a checkpointed GTD.
//! 3. The translation page of each page found is read. A mapping that it lacks was only in SRAM: it becomes a dirty CMT
//!    entry. While these are more than the CMT has room for, the translation page that most of them belong to is written at once.
//!    So there is a block for it, even if a GC was cut off that left none: it had seen to the room for some pages, after
//!    which all others are in the CMT; no more pages than that are written.
//! 4. Blocks with pages are closed, in the order of their latest program, or, if there is room in them, open again.
//!
//! A trimmed page has no newer copy, so its old one would come back. The entry of a translation page that is not mapped has
//! four bytes to spare for the sequence number at which it was written: a copy not newer than that stays trimmed.
//! So only trims that were not yet on flash are undone, if their copy still is. Where the newest copy is gone, an older one
//! comes back, which the trim of a page that was acknowledged allows. Of the trim that power was lost in it does not: there an older
//! copy is dropped, and the page holds nothing.
//!
//! Simplifications. It costs nothing to find the blocks with recent pages, the valid pages, and the effects of the
//! trim under way. A mapping may lead to a page since used otherwise (its trim was lost, its block erased). It is
//! dropped at once, and not when it is first used.

use nand::{Chip, Lpn, NONE, Page, PageKind, Pbn, Ppn};

use super::{Dftl, POOL, TRIMMED};
use crate::parts::{ClosedBlocks, CmtEntry, Frontier};
use crate::{Cause, Context, Event, Halt, Recovery, RecoveryEvent, Role, Segment, Sink, Trimmed};

/// A logical page, and where it is.
type Mapping = (Lpn, Option<Ppn>);

impl Recovery for Dftl {
    fn recover(
        &mut self,
        cx: &mut Context<'_, Vec<Event>>,
        cut_off: &[Trimmed],
    ) -> Result<(), Halt> {
        let gtd_lost = self.options.loses_gtd();
        let from_seq = if gtd_lost {
            self.checkpoint.unsaved_from // 0 without a checkpoint
        } else {
            self.unsaved_from(&cx.flash.chip)
        };
        self.drop_sram(cx, gtd_lost);
        // Until the end, if power is lost again, and for checkpoints: nothing from here on is known to be on flash.
        self.moving_from = from_seq;

        let recent = |chip: &Chip, pbn| chip.last_program(pbn).is_some_and(|seq| seq >= from_seq);
        let (mut blocks, mut pages, mut full) = (0, 0, 0);
        for pbn in self.own_blocks(&cx.flash.chip) {
            let programmed = cx.flash.chip.next_offset(pbn);
            full += programmed;
            if recent(&cx.flash.chip, pbn) {
                blocks += 1;
                pages += programmed;
            }
        }
        let first = Ppn::from_column(self.checkpoint.first);
        let checkpoint = first.map_or(0, |_| self.checkpoint_pages(&cx.flash.chip));
        cx.emit(|| RecoveryEvent::RecoveryBegin {
            from_seq,
            checkpoint,
            blocks,
            pages,
            full,
        });
        if let Some(first) = first {
            for i in 0..checkpoint {
                cx.read(Ppn(first.0 + i), Cause::Recovery)?;
            }
            for tpn in 0..self.gtd.len() {
                self.find_translation_page(cx, tpn as u32, self.checkpoint.gtd[tpn]);
            }
        }
        // Step 2. Data pages, then translation pages.
        let logical_pages = self.on_flash.len();
        let mut newest = vec![NONE; logical_pages + self.gtd.len()];
        for pbn in (0..cx.flash.chip.geometry().blocks).map(Pbn) {
            if self.checkpoint.reserves(pbn) || !recent(&cx.flash.chip, pbn) {
                continue;
            }
            for ppn in cx.flash.chip.geometry().pages_of(pbn) {
                if cx.flash.chip.page(ppn) == Page::Free {
                    break;
                }
                let oob = cx.read(ppn, Cause::Recovery)?;
                let table = if oob.kind == PageKind::Data {
                    0
                } else {
                    logical_pages
                };
                let best = &mut newest[table + oob.logical as usize];
                let older = |best| cx.flash.chip.oob(best).is_some_and(|b| b.seq < oob.seq);
                if oob.seq >= from_seq && Ppn::from_column(*best).is_none_or(older) {
                    *best = ppn.0;
                }
            }
        }
        if gtd_lost {
            for (tpn, &ppn) in (0..).zip(&newest[logical_pages..]) {
                self.find_translation_page(cx, tpn, ppn);
            }
        }
        // Step 3.
        let mut found = self.compare(cx, &mut newest)?;
        for page in cut_off {
            self.drop_older(cx, page, &mut newest, &mut found);
        }
        self.settle_trims(cx, &newest);
        self.find_open_blocks(cx);
        let of_written = self.choose_written(&found);
        let mut rest = found.clone();
        rest.retain(|&(lpn, _)| of_written[self.translation_page_of(lpn) as usize]);
        for &(lpn, ppn) in &found {
            if of_written[self.translation_page_of(lpn) as usize] {
                continue;
            }
            let dirty = true;
            self.cmt.insert(CmtEntry { lpn, ppn, dirty });
            cx.emit(|| Event::CmtPlaced {
                lpn,
                ppn,
                dirty,
                segment: Segment::Probationary,
            });
        }
        self.write_mappings(cx, &rest, Cause::Recovery)?;
        self.moving_from = u64::MAX;
        cx.flash.counters.recovery.scanned += u64::from(pages);
        cx.flash.counters.recovery.full_scan += u64::from(full);
        cx.emit(|| RecoveryEvent::RecoveryEnd {
            scanned: pages,
            full,
            found: found.len() as u32,
            written: rest.len() as u32,
        });
        Ok(())
    }
}

impl Dftl {
    fn drop_sram<S: Sink>(&mut self, cx: &mut Context<'_, S>, gtd_lost: bool) {
        let entries = self.cmt.entries();
        let (all, dirty) = entries.fold((0, 0), |(all, dirty), (entry, _)| {
            (all + 1, dirty + u32::from(entry.dirty))
        });
        cx.lose_power(all, dirty, gtd_lost);
        self.cmt.clear();
        self.ghosts.iter_mut().for_each(buffer::Ghost::clear);
        if gtd_lost {
            self.gtd.fill(NONE);
        }
        self.data.forget();
        self.translation.forget();
        self.closed = Self::no_closed_blocks(self.options, &cx.flash.chip);
        self.tidy_checkpoints(cx);
    }

    /// Blocks but those reserved for checkpoints.
    fn own_blocks(&self, chip: &Chip) -> impl Iterator<Item = Pbn> {
        let blocks = (0..chip.geometry().blocks).map(Pbn);
        blocks.filter(|&pbn| !self.checkpoint.reserves(pbn))
    }

    fn find_translation_page<S: Sink>(&mut self, cx: &mut Context<'_, S>, tpn: u32, ppn: u32) {
        let known = &mut self.gtd[tpn as usize];
        if let Some(ppn) = Ppn::from_column(ppn).filter(|ppn| ppn.0 != *known) {
            *known = ppn.0;
            cx.emit(|| Event::GtdSet { tpn, ppn });
        }
    }

    /// Reads the translation pages of the copies found. Returns, ascending, the mappings that they lack; only of these
    /// `newest` keeps the copy.
    fn compare<S: Sink>(
        &self,
        cx: &mut Context<'_, S>,
        newest: &mut [u32],
    ) -> Result<Vec<Mapping>, Halt> {
        let mut found = Vec::new();
        let mut read = NONE;
        for lpn in (0..self.on_flash.len() as u32).map(Lpn) {
            let Some(ppn) = Ppn::from_column(newest[lpn.index()]) else {
                continue;
            };
            let tpn = self.translation_page_of(lpn);
            if read != tpn {
                read = tpn;
                if let Some(page) = Ppn::from_column(self.gtd[tpn as usize]) {
                    cx.read(page, Cause::Recovery)?;
                }
            }
            let entry = self.on_flash[lpn.index()];
            let written = cx.flash.chip.oob(ppn).map_or(0, |oob| oob.seq) as u32;
            // In the 31 bits of the entry.
            let stays_trimmed = entry != NONE
                && entry & TRIMMED != 0
                && entry.wrapping_sub(written) & !TRIMMED < TRIMMED / 2;
            if entry == ppn.0 || stays_trimmed {
                newest[lpn.index()] = NONE;
            } else {
                found.push((lpn, Some(ppn)));
            }
        }
        Ok(found)
    }

    /// Which translation pages are written, as few as will do, so that the CMT has room for the other mappings found.
    fn choose_written(&self, found: &[Mapping]) -> Vec<bool> {
        let mut of_page = vec![0_u32; self.gtd.len()];
        for &(lpn, _) in found {
            of_page[self.translation_page_of(lpn) as usize] += 1;
        }
        let mut written = vec![false; self.gtd.len()];
        let mut left = found.len() as u32;
        while left > self.cmt.room() {
            let mut most = 0;
            for page in 1..of_page.len() {
                if of_page[page] > of_page[most] {
                    most = page;
                }
            }
            left -= std::mem::take(&mut of_page[most]);
            written[most] = true;
        }
        written
    }

    /// Of a page whose trim was cut off only the copy that was trimmed may come back.
    fn drop_older<S>(
        &mut self,
        cx: &Context<'_, S>,
        &Trimmed { lpn, held }: &Trimmed,
        newest: &mut [u32],
        found: &mut Vec<Mapping>,
    ) {
        let copy = Ppn::from_column(newest[lpn.index()]).or_else(|| self.says_flash(lpn));
        let version = copy
            .and_then(|ppn| cx.flash.chip.oob(ppn))
            .map(|o| o.version);
        if copy.is_some() && version != held {
            newest[lpn.index()] = NONE;
            found.retain(|mapping| mapping.0 != lpn);
            self.on_flash[lpn.index()] = super::trimmed_by(cx.flash.chip.last_seq());
        }
    }

    /// Pages whose trim was lost come back, or, where their copy is gone, are nothing.
    fn settle_trims<S: Sink>(&mut self, cx: &mut Context<'_, S>, newest: &[u32]) {
        for lpn in (0..self.on_flash.len() as u32).map(Lpn) {
            let found = Ppn::from_column(newest[lpn.index()]);
            let Some(ppn) = found.or_else(|| self.says_flash(lpn)) else {
                continue;
            };
            let holds = |o: nand::Oob| o.kind == PageKind::Data && o.logical == lpn.0;
            if !cx.flash.chip.oob(ppn).is_some_and(holds) {
                self.on_flash[lpn.index()] = super::trimmed_by(cx.flash.chip.last_seq());
            } else if cx.flash.chip.page(ppn) == Page::Invalid {
                cx.revive(lpn, ppn);
            }
        }
    }

    /// Step 4. Of several blocks of a kind with room, one was being filled by wear leveling: the one programmed last is open.
    fn find_open_blocks<S: Sink>(&mut self, cx: &mut Context<'_, S>) {
        let mut used: Vec<(u64, Pbn)> = Vec::new();
        for pbn in self.own_blocks(&cx.flash.chip) {
            if let Some(seq) = cx.flash.chip.last_program(pbn) {
                used.insert(used.partition_point(|u| u.0 < seq), (seq, pbn));
            }
        }
        let pages = cx.flash.chip.geometry().pages_per_block;
        for (_, pbn) in used {
            let mut closing = Some(pbn);
            let next = cx.flash.chip.next_offset(pbn);
            if next < pages {
                let frontier = self.frontier_of(cx.flash.pool.role(pbn));
                closing = frontier.block();
                frontier.resume(pbn, next);
            }
            if let Some(pbn) = closing {
                self.closed.close(&cx.flash.chip, pbn, POOL, self.clock);
            }
        }
        for frontier in [&self.data, &self.translation] {
            if let Some(pbn) = frontier.block() {
                let stream = frontier.stream();
                cx.emit(|| Event::FrontierOpened { stream, pbn });
            }
        }
    }

    fn frontier_of(&mut self, role: Role) -> &mut Frontier {
        if role == Role::Translation {
            &mut self.translation
        } else {
            &mut self.data
        }
    }

    /// No closed block yet.
    pub(super) fn no_closed_blocks(options: super::DftlOptions, chip: &Chip) -> ClosedBlocks {
        ClosedBlocks::new(options.gc_policy, chip, 1, options.wear_leveling.is_some())
    }
}
