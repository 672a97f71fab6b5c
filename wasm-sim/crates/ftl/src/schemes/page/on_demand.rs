//! `gc_trigger: on_demand`: GC only when a page has no other place (SPEC 9, E9).

use nand::{NONE, PageKind, Pbn, Ppn};

use super::PageMapped;
use crate::parts::COLD;
use crate::{Cause, Context, Event, Ftl, Halt, HostPage, Sink};

impl PageMapped {
    /// On demand, steps 2-4.
    pub(super) fn write_on_demand<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        page: HostPage,
    ) -> Result<(), Halt> {
        self.announce(cx, &[page.lpn]);
        self.clock += 1;
        let pages = cx.chip().geometry().pages_per_block;
        while self.frontiers[0].left(pages) == 0 {
            self.frontiers[0].close(cx, &mut self.closed, self.clock);
            if cx.free_blocks() > 1 {
                break;
            }
            self.copy_victim(cx)?;
            if self.frontiers[0].left(pages) == 0 {
                self.erase_victim(cx)?;
            }
        }
        let ppn = self.frontiers[0].place(cx, &mut self.closed, self.clock)?;
        cx.program(ppn, page.lpn.0, PageKind::Data, page.version, Cause::Host)?;
        self.map[page.lpn.index()] = ppn.0;
        cx.emit(|| Event::MapSet {
            lpn: page.lpn,
            ppn: Some(ppn),
        });
        let last = page.index + 1 == page.pages || self.frontiers[0].left(pages) == 0;
        if last && self.cleaning.0 != NONE {
            self.erase_victim(cx)?;
        }
        Ok(())
    }

    /// The greedy victim's valid pages go to the reserve. They leave room: a block without an invalid page is no victim.
    fn copy_victim<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let own = self
            .closed
            .pick(&cx.flash.chip, COLD, self.clock, &mut cx.flash.rng);
        let own = own.ok_or(Halt::NoFreeBlock)?;
        // Only the reserve is free: one block less than two.
        let victim = self.closed.take(cx, own, self.clock, 2, &[])?;
        let copied = cx.flash.chip.valid_pages(victim);
        let (to, _) = self.frontiers[0].room(cx, &mut self.closed, self.clock)?;
        self.frontiers[0].take(copied);
        let step = if S::ON { 1 } else { copied.max(1) };
        for at in (0..copied).step_by(step as usize) {
            self.copy(cx, victim, step, Ppn(to.0 + at), Cause::Gc)?;
        }
        self.cleaning = (victim.0, copied);
        Ok(())
    }

    /// The victim becomes the reserve.
    fn erase_victim<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let (victim, copied) = std::mem::replace(&mut self.cleaning, (NONE, 0));
        let pbn = Pbn(victim);
        self.wear.erase(cx, pbn, Cause::Gc)?;
        cx.flash.counters.cleaned(copied, false);
        cx.emit(|| Event::GcEnd {
            pbn,
            copied,
            translation: false,
        });
        Ok(())
    }
}
