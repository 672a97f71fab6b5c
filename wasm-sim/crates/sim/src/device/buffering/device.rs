//! The device's side of its write buffer: accesses, the end of a request, a power loss, checkpoints.

use std::hint::black_box;

use buffer::{BufferCounts, BufferedPage, Shared, WriteBuffer};
use ftl::{AHEAD, BufferEvent, Choices, Context, Event, HostOp, HostPage, Silent, Sink};
use nand::{Columns, Lpn};

use super::Below;
use crate::checker::Violation;
use crate::device::{Device, ServeError};

impl Device {
    /// The write buffer, if there is one.
    pub fn buffer(&self) -> Option<&WriteBuffer> {
        self.buffering.as_ref().map(|b| &b.buffer)
    }

    /// The RAM that it shares with the mapping table, if it does.
    pub fn shared(&self) -> Option<&Shared> {
        self.buffering.as_ref()?.shared.as_ref()
    }

    /// The work of the write buffer since counting started.
    pub fn buffer_counters(&self) -> BufferCounts {
        self.buffering
            .as_ref()
            .map_or_else(BufferCounts::default, |b| b.counters)
    }

    /// Reads what accesses of these pages will look at in the buffer, and what those will that leave for them, so that it lies
    /// near.
    pub(in crate::device) fn look_behind_buffer(&self, lpns: &[Lpn]) {
        let b = self.buffering.as_deref().expect("asked only then");
        black_box(self.versions.look_ahead(lpns) ^ b.buffer.look_ahead(lpns));
        let mut leaving = [Lpn(0); AHEAD as usize];
        let n = b.buffer.leaving_next(&mut leaving);
        let leaving = &leaving[..n];
        if let Some(ghosts) = b.shared.as_ref().and_then(Shared::ghosts) {
            black_box(ghosts.look_ahead(leaving));
        }
        if n > 0 {
            black_box(
                b.buffer.look_ahead(leaving) ^ self.ftl.look_ahead(&self.flash.chip, leaving),
            );
        }
    }

    /// Serves a page access; returns what a read found. Inlined, as a call takes 2% of a run in which most writes find room.
    #[inline(always)]
    pub(in crate::device) fn access_buffered<S: Sink>(
        &mut self,
        page: HostPage,
        sink: &mut S,
    ) -> Result<Option<u32>, ServeError> {
        let HostPage { lpn, version, .. } = page;
        let b = self.buffering.as_deref_mut().expect("asked only then");
        let there = b.buffer.get(lpn);
        let mut cx = Context::new(&mut self.flash, sink);
        let below = &mut Below {
            cx: &mut cx,
            ftl: &mut self.ftl,
            versions: &self.versions,
            entering: (page.op == HostOp::Write && there.is_none()).then_some(lpn),
            hot: self.hot,
        };
        if let Some(shared) = &mut b.shared {
            let (lbn, write) = (b.buffer.block_of(lpn), page.op == HostOp::Write);
            shared.accessed(lbn.0, write, page.index + 1 == page.pages);
            if there.is_none() && page.op != HostOp::Trim && shared.missed(lpn, write) {
                b.counters.ghost_hits += 1;
                below.cx.emit(|| BufferEvent::BufferGhostHit { lpn, write });
            }
        }
        match page.op {
            HostOp::Write => {
                if there.is_none() {
                    b.make_room(below, lpn)?;
                }
                let slot = b.buffer.write(lpn, version, page.hot);
                let page_bytes = below.cx.chip().geometry().page_bytes;
                b.rests.written(lpn, there.is_some(), page_bytes);
                if there.is_some() {
                    b.counters.write_hits += 1;
                    below
                        .cx
                        .emit(|| BufferEvent::BufferRewritten { lpn, version });
                } else {
                    b.counters.write_misses += 1;
                    below.cx.emit(|| BufferEvent::Buffered {
                        lpn,
                        version,
                        pages: b.buffer.len(),
                        capacity: b.buffer.capacity(),
                    });
                    self.versions.entered(slot);
                }
                Ok(None)
            }
            HostOp::Read => {
                if let Some(BufferedPage { version, .. }) = there {
                    b.buffer.read(lpn);
                    b.counters.read_hits += 1;
                    below.cx.emit(|| BufferEvent::BufferHit { lpn, version });
                    return Ok(Some(version));
                }
                let found = below.ftl.access(below.cx, page)?;
                if let Some(version) = found.filter(|_| b.buffer.config().keeps_reads()) {
                    b.make_room(below, lpn)?;
                    let slot = b.buffer.keep(lpn, version);
                    below.cx.emit(|| BufferEvent::BufferKept { lpn, version });
                    self.versions.kept(lpn, slot);
                }
                Ok(found)
            }
            HostOp::Trim => {
                // First where it can fail.
                below.ftl.access(below.cx, page)?;
                if let Some(shared) = &mut b.shared {
                    shared.trimmed(lpn);
                }
                if there.is_some() {
                    b.buffer.remove(lpn);
                    b.rests.complete(lpn);
                    b.counters.trimmed += 1;
                    below.cx.emit(|| BufferEvent::BufferTrimmed { lpn });
                }
                Ok(None)
            }
        }
    }

    /// A request is done.
    pub(in crate::device) fn end_buffered_request<S: Sink>(
        &mut self,
        lpn: Lpn,
        sink: &mut S,
    ) -> Result<(), ServeError> {
        let b = self.buffering.as_deref_mut().expect("asked only then");
        let mut cx = Context::new(&mut self.flash, sink);
        let below = &mut Below {
            cx: &mut cx,
            ftl: &mut self.ftl,
            versions: &self.versions,
            entering: None,
            hot: self.hot,
        };
        b.end_request(below, lpn)?;
        // The pages destaged for it may have found ghosts, too.
        self.note_ghost_hits();
        Ok(())
    }

    /// A page was accessed, or left: what hit in the ghosts of the mappings for it is known. Not only at the end of a request: of a request
    /// of several pages others may come in between where several are under way.
    pub(in crate::device) fn note_ghost_hits(&mut self) {
        let b = self.buffering.as_deref_mut().expect("asked only then");
        if let Some(shared) = &mut b.shared {
            for (hits, dirty) in self.ftl.take_ghost_hits().into_iter().zip([false, true]) {
                (0..hits).for_each(|_| shared.mapping_hit(dirty));
            }
        }
    }

    /// Programs of all causes since counting started, and those that the pages in the buffer will come to that flash does not have:
    /// a copy of the device writes them out, in the order in which the buffer gives them up. `None` if the scheme has no free block
    /// for them.
    pub fn programs_when_drained(&self) -> Option<u64> {
        let owes = self.buffer().is_some_and(|buffer| buffer.dirty() > 0);
        if !owes {
            return Some(self.counters().total_programs());
        }
        let mut copy = self.clone();
        // No one is asked, and power is not lost.
        copy.flash.choices = Choices::default();
        copy.flash.power_budget = u64::MAX;
        copy.write_out().ok()?;
        Some(copy.counters().total_programs())
    }

    fn write_out(&mut self) -> Result<(), ServeError> {
        let b = self.buffering.as_deref_mut().expect("asked only then");
        let mut silent = Silent;
        let mut cx = Context::new(&mut self.flash, &mut silent);
        let below = &mut Below {
            cx: &mut cx,
            ftl: &mut self.ftl,
            versions: &self.versions,
            entering: None,
            hot: self.hot,
        };
        b.write_out(below)
    }

    /// Power was lost: without a battery so was what flash does not have.
    pub(in crate::device) fn lose_buffer(&mut self, events: &mut Vec<Event>) {
        let Some(b) = &mut self.buffering else {
            return;
        };
        b.leaving.clear();
        b.rests.brought = None;
        b.buffer.stop_leaving();
        b.shared.iter_mut().for_each(Shared::power_lost);
        self.ftl.take_ghost_hits();
        if b.buffer.config().battery_backed() || b.buffer.is_empty() {
            return;
        }
        for (lpn, _) in b.buffer.pages() {
            let slot = b.buffer.slot(lpn).expect("it is buffered");
            self.versions.lost(lpn, slot);
        }
        let pages = b.buffer.dirty();
        b.counters.lost += u64::from(pages);
        b.buffer.clear();
        b.rests.clear();
        // Right after the loss; what follows is the recovery.
        events.insert(
            1.min(events.len()),
            BufferEvent::BufferLost { pages }.into(),
        );
    }

    /// That every page is in the buffer with its last version, or on flash.
    pub(in crate::device) fn check_buffer(&self) -> Result<(), Violation> {
        let Some(b) = &self.buffering else {
            return Ok(());
        };
        for lpn in (0..self.logical_pages).map(Lpn) {
            let expected = self.versions.expected(lpn);
            let buffered = b.buffer.get(lpn);
            let on_flash = self.versions.on_flash(lpn, b.buffer.slot(lpn));
            let found = buffered.map_or(on_flash, |p| Some(p.version));
            let clean = buffered.is_some_and(|p| !p.dirty);
            if found != expected || clean && on_flash != expected {
                return Err(Violation::WrongRead {
                    lpn,
                    expected,
                    found,
                });
            }
        }
        Ok(())
    }

    /// Hands every column of the buffer to `visit`.
    pub(in crate::device) fn buffer_columns(&mut self, visit: &mut dyn Columns) {
        if let Some(b) = &mut self.buffering {
            b.buffer.columns(visit);
            b.counters.columns(visit);
            b.rests.columns(visit);
            if let Some(shared) = &mut b.shared {
                shared.columns(visit);
                b.counters.columns_of_sharing(visit);
                visit.long(&mut self.flash.counters.cmt_ghost_hits);
                b.reclaimed.iter_mut().for_each(|n| visit.long(n));
            }
        }
    }

    /// After the rest of the device was restored.
    pub(in crate::device) fn derive_buffer(&mut self) {
        if let Some(b) = &mut self.buffering {
            b.buffer.derive();
            b.shared.iter_mut().for_each(Shared::derive);
            for (lpn, page) in b.buffer.pages() {
                let slot = b.buffer.slot(lpn).expect("it is buffered");
                self.versions.holds(lpn, slot, page.version);
            }
        }
    }
}
