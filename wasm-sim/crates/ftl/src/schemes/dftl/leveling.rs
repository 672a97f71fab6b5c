//! Static wear leveling (step 10).

use nand::{Lpn, Page, Ppn};

use super::Dftl;
use crate::{Cause, Context, Event, Halt, Role, Sink};

impl Dftl {
    /// Step 10.
    pub(super) fn level_wear<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let Some(due) = self.wear.due_move(cx, &self.closed) else {
            return Ok(());
        };
        let (from, to) = (due.from, due.to);
        let copies = cx.flash.chip.valid_pages(from);
        let updates = self.translation_pages_changed(cx, from).count() as u32;
        let pages = cx.flash.chip.geometry().pages_per_block;
        let left = cx.flash.pool.len()
            - self
                .translation
                .blocks_for(updates, pages)
                .min(cx.flash.pool.len());
        if copies == 0 || left < self.options.gc_threshold {
            return Ok(());
        }
        due.begin(cx, copies);
        let place = self.closed.remove(&cx.flash.chip, from, self.clock);
        let role = cx.flash.pool.role(from);
        cx.take_this_block(to, role);
        let mut moved: Vec<(Lpn, Ppn)> = Vec::new();
        if role != Role::Translation {
            self.begin_moving(cx);
        }
        let mut at = cx.flash.chip.geometry().page_at(to, 0);
        for page in cx.flash.chip.geometry().pages_of(from) {
            if cx.flash.chip.page(page) != Page::Valid {
                continue;
            }
            let logical = cx.copy(page, at, Cause::Wear)?;
            if role == Role::Translation {
                self.translation_page_programmed(cx, logical, at);
                self.checkpoint_when_due(cx)?;
            } else {
                moved.push((Lpn(logical), at));
            }
            at = Ppn(at.0 + 1);
        }
        // In its place before the mappings are written: they may make pages of it invalid.
        self.closed.put(&cx.flash.chip, to, place, self.clock);
        self.update_mappings(cx, &moved, Cause::Wear)?;
        self.wear.erase(cx, from, Cause::Wear)?;
        cx.emit(|| Event::WearEnd { from, to });
        Ok(())
    }
}
