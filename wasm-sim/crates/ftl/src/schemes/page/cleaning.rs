//! GC (steps 2-4): the choice of the victim, and its copies, which with `hot_cold` may change their class.

use std::hint::black_box;

use nand::{Lpn, Pbn, Ppn};

use super::{PageMapped, class_of};
use crate::parts::hot_cold::Pool;
use crate::parts::{COLD, Frontier, HOT};
use crate::{Cause, Context, Event, Halt, Sink};

impl PageMapped {
    /// Steps 2-4.
    pub(super) fn clean<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let threshold = self.options.gc_threshold;
        let own = self.pick(cx).ok_or(Halt::NoFreeBlock)?;
        if !S::ON && self.closed.likely_next().is_none() {
            // Not looked at before (see below). One after another each of these would wait for memory.
            let chip = cx.flash.chip.look_ahead_block(own);
            black_box(chip ^ class_of(cx, own) ^ self.closed.look_ahead_victim(own));
        }
        let victim = self.closed.take(cx, own, self.clock, threshold, &[])?;
        let class = class_of(cx, victim);
        let copied = cx.flash.chip.valid_pages(victim);
        let cools = class == HOT && self.can_cool(cx, victim, copied);
        let mut left = copied;
        while left > 0 {
            // Pages that follow one another and go to the same class.
            let (to_class, first, mut n) = if cools {
                let mut lpns = cx.flash.chip.valid_logical(victim).map(Lpn).peekable();
                let first = *lpns.peek().expect("some are left");
                let to_class = self.class_of_copy(first);
                let alike = lpns.take_while(|&lpn| self.class_of_copy(lpn) == to_class);
                (to_class, first, alike.count() as u32)
            } else {
                (class, Lpn(0), left)
            };
            let group = self.gc_frontier(to_class);
            let frontier = self.turn(cx, group, true);
            let (to, room) = self.frontiers[frontier].room(cx, &mut self.closed, self.clock)?;
            // With events on, the map follows each single copy; on several channels each has its turn.
            n = if S::ON || self.options.channels > 1 {
                1
            } else {
                n.min(room)
            };
            self.frontiers[frontier].take(n);
            if to_class != class
                && let Some(hot_cold) = &mut self.hot_cold
            {
                hot_cold.moved(class, to_class, n);
                if S::ON
                    && let Some(event) = hot_cold.cooled(first, self.clock)
                {
                    cx.emit(|| event);
                }
            }
            self.copy(cx, victim, n, to, Cause::Gc)?;
            left -= n;
        }
        self.wear.erase(cx, victim, Cause::Gc)?;
        cx.flash.counters.cleaned(copied, false);
        cx.emit(|| Event::GcEnd {
            pbn: victim,
            copied,
            translation: false,
        });
        if !S::ON
            && let Some(next) = self.closed.likely_next()
        {
            // Between two GCs there is time enough to wait for memory.
            black_box(cx.flash.chip.look_ahead_block(next));
        }
        self.level_wear(cx)
    }

    /// Step 2: the victim of the policy, in the pool that is to be cleaned.
    fn pick<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Option<Pbn> {
        if self.hot_cold.is_none() {
            return self
                .closed
                .pick(&cx.flash.chip, COLD, self.clock, &mut cx.flash.rng);
        }
        let open = |class| {
            let of_class = |f: &&Frontier| f.pool() == class && f.block().is_some();
            self.frontiers.iter().filter(of_class).count() as u32
        };
        let pools = [COLD, HOT].map(|class| Pool {
            pick: self
                .closed
                .pick(&cx.flash.chip, class, self.clock, &mut cx.flash.rng),
            blocks: self.closed.count(class) + open(class),
        });
        let hot_cold = self.hot_cold.as_mut()?;
        let chosen = hot_cold.choose(&cx.flash.chip, &self.closed, pools, S::ON);
        let (own, [cold_pool, hot_pool]) = chosen?;
        if cold_pool.pick.is_some() && hot_pool.pick.is_some() {
            cx.emit(|| Event::PoolChosen {
                hot: hot_pool.pick == Some(own),
                cold_pool,
                hot_pool,
            });
        }
        Some(own)
    }

    /// The frontier that copies of a class go to, or the group of frontiers.
    fn gc_frontier(&self, class: u32) -> usize {
        let classes = 1 + usize::from(self.hot_cold.is_some());
        let copies = usize::from(self.options.separate_gc_frontier) * classes;
        copies + class as usize
    }

    /// The class that a page of a hot block should be copied to.
    fn class_of_copy(&self, lpn: Lpn) -> u32 {
        let hot_cold = self.hot_cold.as_ref().expect("the page is in a hot block");
        hot_cold.copy(lpn, HOT, self.clock)
    }

    /// Whether there is room for a hot victim's copies in both classes.
    fn can_cool<S>(&self, cx: &Context<'_, S>, victim: Pbn, copies: u32) -> bool {
        let cold = |&lpn: &Lpn| self.class_of_copy(lpn) == COLD;
        let cold = cx
            .flash
            .chip
            .valid_logical(victim)
            .map(Lpn)
            .filter(cold)
            .count() as u32;
        let pages = cx.flash.chip.geometry().pages_per_block;
        let blocks = |class, n: u32| {
            let channels = self.options.channels as usize;
            let group = self.gc_frontier(class) * channels;
            let open = self.frontiers[group..group + channels].iter();
            let room: u32 = open.map(|frontier| frontier.left(pages)).sum();
            n.saturating_sub(room).div_ceil(pages)
        };
        cold > 0 && blocks(COLD, cold) + blocks(HOT, copies - cold) <= cx.flash.pool.len()
    }

    /// Copies the first `n` valid pages of a block to consecutive places; the map follows.
    pub(super) fn copy<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        from: Pbn,
        n: u32,
        to: Ppn,
        cause: Cause,
    ) -> Result<(), Halt> {
        let map = &mut self.map[..];
        cx.copy_run(from, n, to, cause, |lpn, ppn| map[lpn as usize] = ppn.0)?;
        if S::ON {
            let lpn = Lpn(cx.chip().oob(to).expect("just copied").logical);
            cx.emit(|| Event::MapSet { lpn, ppn: Some(to) });
        }
        Ok(())
    }
}
