//! The entries of translation pages and the CMT, changed.

use std::hint::black_box;

use nand::{Lpn, PageKind, Ppn};

use super::{Dftl, trimmed_by};
use crate::{Cause, Context, Event, Halt, Sink};

impl Dftl {
    #[inline]
    pub(super) fn translation_page_of(&self, lpn: Lpn) -> u32 {
        lpn.0 / self.options.entries_per_translation_page
    }

    /// One past the last page that a translation page maps: told by it what belongs to a translation page needs no division.
    #[inline]
    pub(super) fn end_of(&self, tpn: u32) -> u32 {
        (tpn + 1).saturating_mul(self.options.entries_per_translation_page)
    }

    /// Reads a translation page (if it was ever written), programs it again at the translation frontier,
    /// invalidates the old one and fixes the GTD.
    pub(super) fn rewrite_translation_page<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        tpn: u32,
        changes: &[(Lpn, Option<Ppn>)],
        cause: Cause,
    ) -> Result<(), Halt> {
        cx.emit(|| Event::TranslationUpdate {
            tpn,
            entries: changes.len() as u32,
            cause,
        });
        let old = Ppn::from_column(self.gtd[tpn as usize]);
        let version = match old {
            Some(old) => cx.read(old, cause)?.version + 1,
            None => 1,
        };
        let ppn = self.translation.place(cx, &mut self.closed, self.clock)?;
        cx.program(ppn, tpn, PageKind::Translation, version, cause)?;
        self.forget(cx, old);
        for &(lpn, ppn) in changes {
            self.on_flash[lpn.index()] = match ppn {
                Some(ppn) => ppn.0,
                None => trimmed_by(cx.flash.chip.last_seq()),
            };
        }
        self.translation_page_programmed(cx, tpn, ppn);
        Ok(())
    }

    /// A translation page is somewhere else now. Once all that follows from it is done, a checkpoint may be due.
    pub(super) fn translation_page_programmed<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        tpn: u32,
        ppn: Ppn,
    ) {
        self.gtd[tpn as usize] = ppn.0;
        cx.emit(|| Event::GtdSet { tpn, ppn });
    }

    /// Tells the CMT, or the translation pages, where data pages have moved to.
    pub(super) fn update_mappings<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        moved: &[(Lpn, Ppn)],
        cause: Cause,
    ) -> Result<(), Halt> {
        // All are looked at first, so that memory is waited for once: one after another each would wait for it twice.
        let looks = moved
            .iter()
            .map(|&(lpn, _)| u32::from(self.cmt.get(lpn).is_some()) ^ self.on_flash[lpn.index()]);
        black_box(looks.fold(0, |seen, look| seen ^ look));
        // By translation page, ascending: what each of them has to say again.
        let mut updates: Vec<(Lpn, Option<Ppn>)> = Vec::new();
        for &(lpn, ppn) in moved {
            let cached = self.cmt.get(lpn);
            if let Some(entry) = cached {
                let dirty = entry.dirty || self.options.lazy_copy;
                self.cmt.update(lpn, Some(ppn), dirty);
                cx.emit(|| Event::CmtUpdated {
                    lpn,
                    ppn: Some(ppn),
                    dirty,
                });
            }
            if cached.is_none() || !self.options.lazy_copy {
                let end = self.end_of(self.translation_page_of(lpn));
                let place = updates.partition_point(|u| u.0.0 < end);
                updates.insert(place, (lpn, Some(ppn)));
            }
        }
        self.write_mappings(cx, &updates, cause)?;
        self.moving_from = u64::MAX;
        Ok(())
    }

    /// Writes mappings, in the order of their translation pages, each of these once.
    pub(super) fn write_mappings<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        mut updates: &[(Lpn, Option<Ppn>)],
        cause: Cause,
    ) -> Result<(), Halt> {
        while let Some(first) = updates.first() {
            let tpn = self.translation_page_of(first.0);
            let end = self.end_of(tpn);
            let (changes, later) = updates.split_at(updates.partition_point(|u| u.0.0 < end));
            updates = later;
            // Counted when it begins, as its event is: power may be lost before it ends.
            cx.flash.counters.gc.translation_updated += u64::from(cause == Cause::TranslationGc);
            self.rewrite_translation_page(cx, tpn, changes, cause)?;
            // Only they ask for it, and it takes time.
            if self.options.gtd_checkpoint_every > 0 || cx.flash.may_lose_power() {
                let copies = updates
                    .iter()
                    .filter_map(|&(_, ppn)| cx.flash.chip.oob(ppn?));
                self.moving_from = copies.map(|oob| oob.seq).min().unwrap_or(u64::MAX);
            }
            self.checkpoint_when_due(cx)?;
        }
        Ok(())
    }

    /// Pages are about to move, and their mappings to follow later.
    pub(super) fn begin_moving<S>(&mut self, cx: &Context<'_, S>) {
        self.moving_from = cx.flash.chip.last_seq() + 1;
    }

    /// An old copy, if any, becomes invalid.
    pub(super) fn forget<S: Sink>(&mut self, cx: &mut Context<'_, S>, old: Option<Ppn>) {
        if let Some(ppn) = old {
            cx.invalidate(ppn);
            let pbn = cx.flash.chip.block_of(ppn);
            self.closed.invalidated(&cx.flash.chip, pbn, self.clock);
        }
    }

    pub(super) fn set_mapping<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        lpn: Lpn,
        ppn: Option<Ppn>,
    ) {
        self.cmt.update(lpn, ppn, true);
        cx.emit(|| Event::CmtUpdated {
            lpn,
            ppn,
            dirty: true,
        });
    }
}
