//! Static wear leveling (step 7).

use super::PageMapped;
use crate::{Cause, Context, Event, Halt, Sink};

impl PageMapped {
    /// Step 7.
    pub(super) fn level_wear<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let Some(due) = self.wear.due_move(cx, &self.closed) else {
            return Ok(());
        };
        let (from, to) = (due.from, due.to);
        let copies = cx.flash.chip.valid_pages(from);
        if copies > 0 {
            due.begin(cx, copies);
            let place = self.closed.remove(&cx.flash.chip, from, self.clock);
            cx.take_this_block(to, cx.flash.pool.role(from));
            let step = if S::ON { 1 } else { copies };
            for at in (0..copies).step_by(step as usize) {
                let ppn = cx.flash.chip.geometry().page_at(to, at);
                self.copy(cx, from, step, ppn, Cause::Wear)?;
            }
            self.closed.put(&cx.flash.chip, to, place, self.clock);
            self.wear.erase(cx, from, Cause::Wear)?;
            cx.emit(|| Event::WearEnd { from, to });
        }
        Ok(())
    }
}
