//! GC (steps 6-9).

use nand::{Lpn, Page, Pbn, Ppn};

use super::{Dftl, POOL};
use crate::{Cause, Context, Event, Halt, Role, Sink};

/// The most free blocks that a GC takes: one at each frontier.
const ALWAYS_ENOUGH: u32 = 2;

impl Dftl {
    /// Steps 6-9.
    pub(super) fn clean<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let threshold = self.options.gc_threshold;
        let own = self.pick(cx).ok_or(Halt::NoFreeBlock)?;
        let barred = self.too_large(cx);
        let victim = self.closed.take(cx, own, self.clock, threshold, &barred)?;
        let translation = cx.flash.pool.role(victim) == Role::Translation;
        let copied = if translation {
            self.clean_translation_block(cx, victim)?
        } else {
            self.clean_data_block(cx, victim)?
        };
        self.wear.erase(cx, victim, Cause::Gc)?;
        cx.flash.counters.cleaned(copied, translation);
        cx.emit(|| Event::GcEnd {
            pbn: victim,
            copied,
            translation,
        });
        Ok(())
    }

    /// Step 6. A block whose GC takes more free blocks than there are is passed over for the fitting one
    /// with fewest valid pages: otherwise the device would stop there.
    fn pick<S>(&mut self, cx: &mut Context<'_, S>) -> Option<Pbn> {
        let own = self
            .closed
            .pick(&cx.flash.chip, POOL, self.clock, &mut cx.flash.rng)?;
        if self.fits(cx, own) {
            return Some(own);
        }
        self.closed
            .fewest_valid(&cx.flash.chip, |b| self.fits(cx, b))
    }

    /// The closed blocks that do not fit: no one who decides in the place of the scheme may take one.
    fn too_large<S>(&self, cx: &Context<'_, S>) -> Vec<Pbn> {
        if cx.flash.choices.is_empty() || cx.flash.pool.len() >= ALWAYS_ENOUGH {
            return Vec::new();
        }
        let mut all = self.closed.all();
        all.retain(|&pbn| !self.fits(cx, pbn));
        all
    }

    /// Whether there are enough free blocks for the GC of a block, before it gives one back.
    fn fits<S>(&self, cx: &Context<'_, S>, pbn: Pbn) -> bool {
        let free = cx.flash.pool.len();
        if free >= ALWAYS_ENOUGH {
            return true;
        }
        let pages = cx.flash.chip.geometry().pages_per_block;
        let valid = cx.flash.chip.valid_pages(pbn);
        if cx.flash.pool.role(pbn) == Role::Translation {
            return self.translation.blocks_for(valid, pages) <= free;
        }
        let Some(left) = free.checked_sub(self.data.blocks_for(valid, pages)) else {
            return false;
        };
        // There are never more translation pages than pages: this bound settles most blocks, without a look at each
        // page.
        let fits = |updates| self.translation.blocks_for(updates, pages) <= left;
        fits(valid)
            || (1..)
                .zip(self.translation_pages_changed(cx, pbn))
                .all(|(n, _)| fits(n))
    }

    /// The translation pages that must be written again when the valid pages of a block move.
    pub(super) fn translation_pages_changed<S>(
        &self,
        cx: &Context<'_, S>,
        pbn: Pbn,
    ) -> impl Iterator<Item = u32> {
        let mut met = vec![0_u64; self.gtd.len().div_ceil(64)]; // a bit each
        let data = cx.flash.pool.role(pbn) != Role::Translation;
        let pages = data
            .then(|| cx.flash.chip.valid_logical(pbn))
            .into_iter()
            .flatten();
        pages.map(Lpn).filter_map(move |lpn| {
            if self.options.lazy_copy && self.cmt.get(lpn).is_some() {
                return None;
            }
            let tpn = self.translation_page_of(lpn);
            let (word, bit) = (&mut met[tpn as usize / 64], 1 << (tpn % 64));
            let new = *word & bit == 0;
            *word |= bit;
            new.then_some(tpn)
        })
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
            self.translation_page_programmed(cx, tpn, ppn);
            self.checkpoint_when_due(cx)?;
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
        let mut left = cx.flash.chip.valid_pages(victim);
        let mut moved: Vec<(Lpn, Ppn)> = Vec::with_capacity(left as usize);
        self.begin_moving(cx);
        while left > 0 {
            let (to, room) = self.data.room(cx, &mut self.closed, self.clock)?;
            let n = if S::ON { 1 } else { left.min(room) };
            self.data.take(n);
            let moved = |lpn, ppn| moved.push((Lpn(lpn), ppn));
            cx.copy_run(victim, n, to, Cause::Gc, moved)?;
            left -= n;
        }
        self.update_mappings(cx, &moved, Cause::TranslationGc)?;
        Ok(moved.len() as u32)
    }
}
