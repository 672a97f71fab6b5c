//! Cleaning (steps 6-9).

use nand::{Lpn, Page, Pbn, Ppn};

use super::{Dftl, POOL};
use crate::{Cause, Context, Event, Halt, Role, Sink};

impl Dftl {
    /// Steps 6-9.
    pub(super) fn clean<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let threshold = self.config.gc_threshold;
        let own = self.pick(cx).ok_or(Halt::NoFreeBlock)?;
        let victim = self.closed.take(cx, own, self.clock, threshold)?;
        let translation = cx.pool.role(victim) == Role::Translation;
        let copied = if translation {
            self.clean_translation_block(cx, victim)?
        } else {
            self.clean_data_block(cx, victim)?
        };
        self.wear.erase(cx, victim, Cause::Gc)?;
        cx.counters.cleaned(copied, translation);
        cx.emit(|| Event::GcEnd {
            pbn: victim,
            copied,
            translation,
        });
        Ok(())
    }

    /// Step 6. A block whose cleaning takes more free blocks than there are is passed over for the fitting one
    /// with fewest valid pages: otherwise the device would stop there.
    fn pick<S>(&mut self, cx: &mut Context<'_, S>) -> Option<Pbn> {
        let own = self.closed.pick(cx.chip, POOL, self.clock, cx.rng)?;
        let free = cx.pool.len();
        // The most that a cleaning takes is a block at each frontier.
        if free >= 2 || self.blocks_to_clean(cx, own) <= free {
            return Some(own);
        }
        let fitting = self
            .closed
            .iter(POOL)
            .filter(|&b| self.blocks_to_clean(cx, b) <= free);
        fitting.min_by_key(|&b| cx.chip.valid_pages(b))
    }

    /// How many free blocks the cleaning of a block takes before it gives one back.
    fn blocks_to_clean<S>(&self, cx: &Context<'_, S>, pbn: Pbn) -> u32 {
        let g = cx.chip.geometry();
        let valid = cx.chip.valid_pages(pbn);
        if cx.pool.role(pbn) == Role::Translation {
            return self.translation.blocks_for(valid, g.pages_per_block);
        }
        let updates = self.translation_pages_changed(cx, pbn);
        self.data.blocks_for(valid, g.pages_per_block)
            + self.translation.blocks_for(updates, g.pages_per_block)
    }

    /// How many translation pages must be written anew when the valid pages of a block move.
    pub(super) fn translation_pages_changed<S>(&self, cx: &Context<'_, S>, pbn: Pbn) -> u32 {
        if cx.pool.role(pbn) == Role::Translation {
            return 0;
        }
        let mut updates: Vec<u32> = Vec::new(); // translation pages, each once
        let pages = cx.chip.geometry().pages_of(pbn);
        for page in pages.filter(|&p| cx.chip.page(p) == Page::Valid) {
            let Some(lpn) = cx.chip.oob(page).map(|oob| Lpn(oob.logical)) else {
                continue;
            };
            let tpn = self.translation_page_of(lpn);
            if !(self.config.lazy_copy && self.cmt.get(lpn).is_some() || updates.contains(&tpn)) {
                updates.push(tpn);
            }
        }
        updates.len() as u32
    }

    /// Step 7. Returns the pages copied.
    fn clean_translation_block<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        victim: Pbn,
    ) -> Result<u32, Halt> {
        let mut copied = 0;
        for from in cx.chip().geometry().pages_of(victim) {
            if cx.chip().page(from) != Page::Valid {
                continue;
            }
            let ppn = self.translation.place(cx, &mut self.closed, self.clock)?;
            let tpn = cx.copy(from, ppn, Cause::TranslationGc)?;
            self.translation_page_programmed(cx, tpn, ppn)?;
            copied += 1;
        }
        Ok(copied)
    }

    /// Step 8. Returns the pages copied.
    fn clean_data_block<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        victim: Pbn,
    ) -> Result<u32, Halt> {
        let mut moved: Vec<(Lpn, Ppn)> = Vec::new();
        self.begin_moving(cx);
        for from in cx.chip().geometry().pages_of(victim) {
            if cx.chip().page(from) != Page::Valid {
                continue;
            }
            let to = self.data.place(cx, &mut self.closed, self.clock)?;
            moved.push((Lpn(cx.copy(from, to, Cause::Gc)?), to));
        }
        self.update_mappings(cx, &moved, Cause::TranslationGc)?;
        Ok(moved.len() as u32)
    }
}
