//! A device behind a write buffer (SPEC 6): host writes end in the buffer, reads look there first, and what must leave is
//! written through the FTL, page by page, as one request of this many pages.
//!
//! A page leaves the buffer when the FTL has written it, so that a power loss finds it in one of the two. Time is
//! that of flash operations alone: a write that finds room takes none. Writes before a run go through the buffer too.
//! Their pages stay in it; nor is it emptied at the end of a run.
//!
//! `gc_arm` compares a block group with the pages that an erase gives back (eq. 3.1): the invalid pages of the block
//! that the FTL's own policy would clean now. Of an FTL that merges there is no such block; what its latest erases
//! gave back takes its place, their pages less those copied for them, for each of them. Nothing to clean, or nothing
//! erased yet: 0. Which page leaves, if a page does, is the least recent one while a mapping is clean, or where
//! mappings are not grouped; otherwise the least recent one of the largest mapping group that a buffered page belongs
//! to (Hu, 3.2.4).
//!
//! RAM is divided again when the last request of a window is done, as part of it: what the side that gives has too much leaves at once. A power loss
//! in between leaves the rest for the end of the next request.
//!
//! That a page to be completed is on flash the buffer knows from the FTL's tables, without flash traffic.

mod device;
mod rests;

use std::hint::black_box;

use buffer::{BufferCounts, BufferedPage, DestageRule, RamSide, Shared, Victim, WriteBuffer};
use ftl::{AHEAD, AnyFtl, BufferEvent, Cause, Context, HostOp, HostPage, Sink};
use nand::{Lbn, Lpn};

use super::ServeError;
use crate::checker::{Versions, Violation};
use crate::scenario::Setup;

/// Groups told in an event, besides the victim.
const TOLD: usize = 16;

/// The buffer of a device, and what it has done.
#[derive(Clone, Debug)]
pub struct Buffering {
    pub(super) buffer: WriteBuffer,
    pub(super) counters: BufferCounts,
    /// The pages of the block group that leaves: empty between requests.
    leaving: Vec<Leaving>,
    /// The RAM that it shares with the mapping table (`gc_arm`, `ap`).
    pub(super) shared: Option<Shared>,
    /// The pages in it of which it has only a part, where these are read before they leave.
    pub(super) rests: rests::Rests,
    /// Of an FTL that merges: pages copied for the latest erases, and how many these were.
    reclaimed: [u64; 2],
}

/// A page that leaves with its block group.
#[derive(Clone, Copy, Debug)]
struct Leaving {
    lpn: Lpn,
    version: u32,
    /// Whether the workload called it hot when it was written; `None` of a page that completes the block.
    hot: Option<bool>,
}

/// The way by which pages leave.
struct Below<'a, 'b, S> {
    cx: &'a mut Context<'b, S>,
    ftl: &'a mut AnyFtl,
    versions: &'a Versions,
    /// The page that is written and has no place in the buffer yet.
    entering: Option<Lpn>,
    /// First hot page of the workload, and one past the last.
    hot: (u32, u32),
}

impl Buffering {
    /// The buffer of a scenario, empty.
    pub(super) fn new(setup: &Setup) -> Option<Box<Self>> {
        let config = setup.buffer?;
        let (pages, each) = (setup.logical_pages, setup.geometry.pages_per_block);
        let shared = config
            .sharing
            .map(|sharing| Shared::new(sharing, config.capacity(), pages.div_ceil(each), pages));
        Some(Box::new(Self {
            shared,
            reclaimed: [0; 2],
            buffer: WriteBuffer::new(config, setup.geometry.pages_per_block, setup.logical_pages),
            counters: BufferCounts::default(),
            leaving: Vec::new(),
            rests: rests::Rests::default(),
        }))
    }

    /// Something leaves if there is no room for the page `wanted_by`.
    fn make_room<S: Sink>(
        &mut self,
        below: &mut Below<'_, '_, S>,
        wanted_by: Lpn,
    ) -> Result<(), ServeError> {
        while self.buffer.is_full() {
            self.destage_one(below, wanted_by)?;
        }
        Ok(())
    }

    /// The next to leave, leaves. Something is buffered. Not inlined: its code, with all of the FTL's, is there once.
    #[inline(never)]
    fn destage_one<S: Sink>(
        &mut self,
        below: &mut Below<'_, '_, S>,
        wanted_by: Lpn,
    ) -> Result<(), ServeError> {
        self.buffer.look_for_victim();
        let (victim, rule) = match self.weigh(below) {
            Some((victim, rule)) => (victim, Some(rule)),
            None => (self.buffer.victim(), None),
        };
        match victim {
            Victim::Page(lpn) => {
                let page = self.buffer.get(lpn).expect("the victim is buffered");
                if !page.dirty {
                    below.cx.emit(|| BufferEvent::BufferDropped {
                        lpn,
                        rule: self.buffer.rule(),
                    });
                    self.buffer.remove(lpn);
                    self.counters.dropped += 1;
                    return Ok(());
                }
                self.begin(below, None, lpn, (1, 0), (rule, wanted_by));
                let BufferedPage { version, hot, .. } = page;
                let hot = Some(hot);
                if self.rests.lacks(lpn) && !below.ftl.reads_rest() {
                    below.read_rest(lpn, self.buffer.slot(lpn))?;
                }
                self.destage(below, Leaving { lpn, version, hot }, 0, 1)?;
                below.cx.emit(|| BufferEvent::DestageEnd {
                    pages: 1,
                    fillers: 0,
                });
            }
            Victim::Group(lbn) => self.destage_group(below, lbn, (rule, wanted_by))?,
        }
        Ok(())
    }

    /// Pages leave until flash has all that the host wrote.
    fn write_out<S: Sink>(&mut self, below: &mut Below<'_, '_, S>) -> Result<(), ServeError> {
        while self.buffer.dirty() > 0 {
            // No page wants the room: it is only told.
            self.destage_one(below, Lpn(0))?;
        }
        Ok(())
    }

    /// `gc_arm`: a page or the largest group, whichever brings more.
    fn weigh<S: Sink>(&mut self, below: &mut Below<'_, '_, S>) -> Option<(Victim, DestageRule)> {
        // Only this policy has benefits.
        self.buffer.benefits(0)?;
        let each = below.cx.chip().geometry().pages_per_block;
        let freed = if below.ftl.cleans() {
            let victim = below.ftl.next_victim(below.cx);
            victim.map_or(0, |pbn| each - below.cx.chip().valid_pages(pbn))
        } else {
            let [copied, erased] = self.reclaimed;
            let given = (erased * u64::from(each)).saturating_sub(copied);
            given.checked_div(erased).unwrap_or(0) as u32
        };
        let mut benefits = self.buffer.benefits(freed)?;
        let victim = if benefits.by_block {
            self.counters.block_destages += 1;
            Victim::Group(Lbn(benefits.lbn))
        } else {
            let buffered = |tpn| self.buffer.oldest_of(tpn).is_some();
            benefits.mapping_group = below.ftl.largest_group(buffered);
            let grouped = benefits.mapping_group;
            let page = match grouped {
                Some(group) => self.buffer.oldest_of(group.tpn),
                None => self.buffer.oldest_page(),
            };
            Victim::Page(page?)
        };
        self.buffer.decided(benefits);
        Some((victim, DestageRule::Benefit(benefits)))
    }

    fn begin<S: Sink>(
        &mut self,
        below: &mut Below<'_, '_, S>,
        lbn: Option<Lbn>,
        lpn: Lpn,
        (pages, fillers): (u32, u32),
        (rule, wanted_by): (Option<DestageRule>, Lpn),
    ) {
        self.counters.destages += 1;
        below.cx.emit(|| BufferEvent::DestageBegin {
            lbn,
            lpn,
            pages,
            fillers,
            rule: rule.unwrap_or_else(|| self.buffer.rule()),
            groups: self.buffer.groups(TOLD, lbn).unwrap_or_default(),
            choices: match lbn {
                Some(_) => self.buffer.group_count(),
                None => self.buffer.len(),
            },
            wanted_by,
        });
    }

    /// The pages of a block group leave in order, among them what completes the block, which is read first.
    fn destage_group<S: Sink>(
        &mut self,
        below: &mut Below<'_, '_, S>,
        lbn: Lbn,
        why: (Option<DestageRule>, Lpn),
    ) -> Result<(), ServeError> {
        self.leaving.clear();
        let buffered = |lpn| {
            let BufferedPage { version, hot, .. } = self.buffer.get(lpn)?;
            let hot = Some(hot);
            Some(Leaving { lpn, version, hot })
        };
        let pads = self.buffer.config().pads();
        if pads {
            let on_flash = |lpn| {
                let (version, hot) = (0, None);
                let there = below.ftl.lookup(below.cx.chip(), lpn);
                there.map(|_| Leaving { lpn, version, hot })
            };
            let lpns = self.buffer.pages_of(lbn).map(Lpn);
            let pages = lpns.filter_map(|lpn| buffered(lpn).or_else(|| on_flash(lpn)));
            self.leaving.extend(pages);
        } else {
            let lpns = self.buffer.buffered_of(lbn);
            self.leaving.extend(lpns.filter_map(buffered));
        }
        let pages = self.leaving.len() as u32;
        let buffered = self.buffer.group_pages(lbn);
        let fillers = pages - buffered;
        let first = self.leaving.iter().find(|page| page.hot.is_some());
        let first = first.expect("a group has a page").lpn;
        self.begin(below, Some(lbn), first, (buffered, fillers), why);
        self.buffer.begin_leaving(lbn);
        if pads {
            // Otherwise they are few, and looked at before.
            below.look_ahead(&self.leaving);
        }
        for page in &mut self.leaving {
            if page.hot.is_none() {
                page.version = below.read_filler(page.lpn)?;
            } else if self.rests.lacks(page.lpn) && !below.ftl.reads_rest() {
                below.read_rest(page.lpn, self.buffer.slot(page.lpn))?;
            }
        }
        if below.ftl.announces() {
            let all: Vec<Lpn> = self.leaving.iter().map(|page| page.lpn).collect();
            below.ftl.announce(below.cx, &all);
        }
        for index in 0..pages {
            self.destage(below, self.leaving[index as usize], index, pages)?;
        }
        self.leaving.clear();
        let pages = buffered;
        below.cx.emit(|| BufferEvent::DestageEnd { pages, fillers });
        Ok(())
    }

    /// A page is written to flash, then leaves the buffer if it is there.
    fn destage<S: Sink>(
        &mut self,
        below: &mut Below<'_, '_, S>,
        page: Leaving,
        index: u32,
        pages: u32,
    ) -> Result<(), ServeError> {
        let before = below.cx.reclaimed();
        below.write(page, self.rests.lacks(page.lpn), index, pages)?;
        self.note(before, below.cx.reclaimed());
        if page.hot.is_none() {
            self.counters.padded += 1;
            return Ok(());
        }
        self.buffer.remove(page.lpn);
        self.rests.complete(page.lpn);
        if let Some(shared) = &mut self.shared {
            shared.left_buffer(page.lpn);
        }
        self.counters.destaged += 1;
        Ok(())
    }

    /// A write went through the FTL: what it reclaimed, if it erased a block.
    #[inline]
    fn note(&mut self, before: [u64; 2], after: [u64; 2]) {
        if after[1] > before[1] {
            self.reclaimed = [after[0] - before[0], after[1] - before[1]];
        }
    }

    /// A request is done: RAM is divided again, if a window is over.
    fn end_request<S: Sink>(
        &mut self,
        below: &mut Below<'_, '_, S>,
        lpn: Lpn,
    ) -> Result<(), ServeError> {
        let Some(shared) = &mut self.shared else {
            return Ok(());
        };
        if shared.is_over() {
            let decision = shared.decide();
            shared.decided(decision);
            match decision.grew {
                Some(RamSide::Buffer) => self.counters.to_buffer += 1,
                Some(RamSide::Mapping) => self.counters.to_mapping += 1,
                None => {}
            }
            below.cx.emit(|| BufferEvent::Partitioned { decision });
            if decision.grew.is_some() {
                below.ftl.set_cmt_capacity(below.cx, decision.entries);
                self.buffer.set_capacity(decision.pages);
            }
        }
        while self.buffer.is_over_full() {
            self.destage_one(below, lpn)?;
        }
        Ok(below.ftl.shrink_cmt(below.cx)?)
    }
}

impl<S: Sink> Below<'_, '_, S> {
    fn read_filler(&mut self, lpn: Lpn) -> Result<u32, ServeError> {
        self.cx.emit(|| BufferEvent::FillerRead { lpn });
        let page = self.page(HostOp::Read, lpn, 0, None, (0, 1));
        self.cx.access_for(Some(Cause::Pad));
        let found = self.ftl.access(self.cx, page)?;
        self.cx.access_for(None);
        let expected = match self.entering {
            Some(entering) if entering == lpn => self.versions.before(),
            _ => self.versions.expected(lpn),
        };
        found.filter(|_| found == expected).ok_or({
            ServeError::Wrong(Violation::WrongRead {
                lpn,
                expected,
                found,
            })
        })
    }

    /// The rest of a page that leaves, of which the buffer has only a part, is read.
    fn read_rest(&mut self, lpn: Lpn, slot: Option<u32>) -> Result<(), ServeError> {
        read_as(
            Cause::Partial,
            self.cx,
            self.ftl,
            lpn,
            self.versions.on_flash(lpn, slot),
        )
    }

    /// The memory that the FTL will need for these pages is read now, all at once. Changes nothing.
    fn look_ahead(&self, leaving: &[Leaving]) {
        for pages in leaving.chunks(AHEAD as usize) {
            let mut lpns = [Lpn(0); AHEAD as usize];
            for (lpn, page) in lpns.iter_mut().zip(pages) {
                *lpn = page.lpn;
            }
            black_box(self.ftl.look_ahead(self.cx.chip(), &lpns[..pages.len()]));
        }
    }

    fn write(
        &mut self,
        Leaving { lpn, version, hot }: Leaving,
        partial: bool,
        index: u32,
        pages: u32,
    ) -> Result<(), ServeError> {
        let filler = hot.is_none();
        self.cx.emit(|| BufferEvent::DestagePage {
            lpn,
            version,
            filler,
            index,
            pages,
        });
        let page = self.page(HostOp::Write, lpn, version, hot, (index, pages));
        let page = HostPage { partial, ..page };
        self.cx.access_for(filler.then_some(Cause::Pad));
        self.ftl.access(self.cx, page)?;
        self.cx.access_for(None);
        self.cx.emit(|| BufferEvent::Destaged { lpn, filler });
        Ok(())
    }

    fn page(
        &self,
        op: HostOp,
        lpn: Lpn,
        version: u32,
        hot: Option<bool>,
        (index, pages): (u32, u32),
    ) -> HostPage {
        HostPage {
            op,
            lpn,
            version,
            index,
            pages,
            hot: hot.unwrap_or((self.hot.0..self.hot.1).contains(&lpn.0)),
            partial: false,
        }
    }
}

/// A page is read as the host would read it, for `cause`, if it holds something: `expected`.
pub(super) fn read_as<S: Sink>(
    cause: Cause,
    cx: &mut Context<'_, S>,
    ftl: &mut AnyFtl,
    lpn: Lpn,
    expected: Option<u32>,
) -> Result<(), ServeError> {
    if ftl.lookup(cx.chip(), lpn).is_none() {
        return Ok(());
    }
    cx.access_for(Some(cause));
    let page = HostPage {
        lpn,
        pages: 1,
        ..HostPage::NONE
    };
    let found = ftl.access(cx, page)?;
    cx.access_for(None);
    if found != expected {
        return Err(ServeError::Wrong(Violation::WrongRead {
            lpn,
            expected,
            found,
        }));
    }
    Ok(())
}

/// Slots of buffered pages.
pub(super) fn slots(b: Option<&Buffering>) -> impl Fn(Lpn) -> Option<u32> + '_ {
    move |lpn| b?.buffer.slot(lpn)
}
