//! A device behind a write buffer (SPEC 6): host writes end in the buffer, reads look there first, and what must leave is
//! written through the FTL, page by page, as one request of so many pages.
//!
//! A page leaves the buffer when the FTL has written it, so that a power loss finds it in one of the two. Time is that of flash
//! operations alone: a write that finds room takes none. What is written before a run goes through the buffer too, and what
//! is in it then stays there; nor is it emptied at the end of a run.
//!
//! That a page to be completed is on flash the buffer knows from the FTL's tables, without flash traffic.

use buffer::{BufferCounters, BufferedPage, Victim, WriteBuffer};
use ftl::{AnyFtl, Context, Event, HostOp, HostPage, Sink};
use nand::{Columns, Lbn, Lpn};

use super::{Device, ServeError};
use crate::checker::{Oracle, Violation};
use crate::scenario::Setup;

/// Groups told in an event, besides the victim.
const TOLD: usize = 16;

/// The buffer of a device, and what it has done.
#[derive(Clone, Debug)]
pub struct Buffering {
    pub(super) buffer: WriteBuffer,
    pub(super) counters: BufferCounters,
    /// Pages that complete the block that leaves, with their versions: empty between requests.
    fillers: Vec<(Lpn, u32)>,
}

/// What pages leave through.
struct Below<'a, 'b, S> {
    cx: &'a mut Context<'b, S>,
    ftl: &'a mut AnyFtl,
    oracle: &'a mut Oracle,
    /// First hot page of the workload, and one past the last.
    hot: (u32, u32),
}

impl Buffering {
    /// The buffer of a scenario, empty.
    pub(super) fn new(setup: &Setup) -> Option<Box<Self>> {
        let config = setup.buffer?;
        Some(Box::new(Self {
            buffer: WriteBuffer::new(config, setup.geometry.pages_per_block, setup.logical_pages),
            counters: BufferCounters::default(),
            fillers: Vec::new(),
        }))
    }

    /// Something leaves if there is no room for the page `wanted_by`.
    fn make_room<S: Sink>(
        &mut self,
        below: &mut Below<'_, '_, S>,
        wanted_by: Lpn,
    ) -> Result<(), ServeError> {
        if !self.buffer.is_full() {
            return Ok(());
        }
        match self.buffer.victim() {
            Victim::Page(lpn) => {
                let page = self.buffer.get(lpn).expect("the victim is buffered");
                if !page.dirty {
                    below.cx.emit(|| Event::BufferDropped {
                        lpn,
                        rule: self.buffer.rule(),
                    });
                    self.buffer.remove(lpn);
                    self.counters.dropped += 1;
                    return Ok(());
                }
                self.begin(below, None, lpn, 1, wanted_by);
                self.destage(below, lpn, page, 0, 1)?;
                below.cx.emit(|| Event::DestageEnd {
                    pages: 1,
                    fillers: 0,
                });
            }
            Victim::Group(lbn) => self.destage_group(below, lbn, wanted_by)?,
        }
        Ok(())
    }

    fn begin<S: Sink>(
        &mut self,
        below: &mut Below<'_, '_, S>,
        lbn: Option<Lbn>,
        lpn: Lpn,
        pages: u32,
        wanted_by: Lpn,
    ) {
        self.counters.destages += 1;
        below.cx.emit(|| Event::DestageBegin {
            lbn,
            lpn,
            pages,
            fillers: self.fillers.len() as u32,
            rule: self.buffer.rule(),
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
        wanted_by: Lpn,
    ) -> Result<(), ServeError> {
        let lpns = self.buffer.pages_of(lbn).map(Lpn);
        self.fillers.clear();
        if self.buffer.config().pads() {
            for lpn in lpns.clone() {
                let missing = self.buffer.get(lpn).is_none();
                if missing && below.ftl.lookup(below.cx.chip(), lpn).is_some() {
                    self.fillers.push((lpn, 0));
                }
            }
        }
        let buffered = self.buffer.group_pages(lbn);
        let first = lpns.clone().find(|&lpn| self.buffer.get(lpn).is_some());
        let first = first.expect("a group has a page");
        self.begin(below, Some(lbn), first, buffered, wanted_by);
        let fillers = self.fillers.len() as u32;
        for (lpn, version) in &mut self.fillers {
            *version = below.read_filler(*lpn)?;
        }
        if below.ftl.announces() {
            let there = |lpn: &Lpn| self.buffer.get(*lpn).is_some();
            let pages: Vec<Lpn> = lpns.clone().filter(there).collect();
            let fillers = self.fillers.iter().map(|f| f.0);
            let all: Vec<Lpn> = pages.into_iter().chain(fillers).collect();
            below.ftl.announce(below.cx, &all);
        }
        let pages = buffered + fillers;
        let (mut index, mut filled) = (0, 0);
        for lpn in lpns {
            if let Some(page) = self.buffer.get(lpn) {
                self.destage(below, lpn, page, index, pages)?;
            } else if let Some(&(_, version)) = self.fillers.get(filled).filter(|f| f.0 == lpn) {
                filled += 1;
                below.write(lpn, version, None, index, pages)?;
                self.counters.padded += 1;
            } else {
                continue;
            }
            index += 1;
        }
        self.fillers.clear();
        let pages = buffered;
        below.cx.emit(|| Event::DestageEnd { pages, fillers });
        Ok(())
    }

    /// A buffered page is written to flash, then leaves.
    fn destage<S: Sink>(
        &mut self,
        below: &mut Below<'_, '_, S>,
        lpn: Lpn,
        page: BufferedPage,
        index: u32,
        pages: u32,
    ) -> Result<(), ServeError> {
        below.write(lpn, page.version, Some(page.hot), index, pages)?;
        self.buffer.remove(lpn);
        self.counters.destaged += 1;
        Ok(())
    }
}

impl<S: Sink> Below<'_, '_, S> {
    fn read_filler(&mut self, lpn: Lpn) -> Result<u32, ServeError> {
        self.cx.emit(|| Event::FillerRead { lpn });
        let page = self.page(HostOp::Read, lpn, 0, None, (0, 1));
        self.cx.fill(true);
        let found = S::access(self.ftl, self.cx, page)?;
        self.cx.fill(false);
        let expected = self.oracle.on_flash(lpn);
        found.filter(|_| found == expected).ok_or({
            ServeError::Wrong(Violation::WrongRead {
                lpn,
                expected,
                found,
            })
        })
    }

    /// `hot` of a page from the buffer; a filler has none.
    fn write(
        &mut self,
        lpn: Lpn,
        version: u32,
        hot: Option<bool>,
        index: u32,
        pages: u32,
    ) -> Result<(), ServeError> {
        let filler = hot.is_none();
        self.cx.emit(|| Event::DestagePage {
            lpn,
            version,
            filler,
            index,
            pages,
        });
        let page = self.page(HostOp::Write, lpn, version, hot, (index, pages));
        self.cx.fill(filler);
        S::access(self.ftl, self.cx, page)?;
        self.cx.fill(false);
        self.oracle.reached_flash(lpn, version);
        self.cx.emit(|| Event::Destaged { lpn, filler });
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
        }
    }
}

impl Device {
    /// The write buffer, if there is one.
    pub fn buffer(&self) -> Option<&WriteBuffer> {
        self.buffering.as_ref().map(|b| &b.buffer)
    }

    /// What the write buffer has done since counting started.
    pub fn buffer_counters(&self) -> BufferCounters {
        self.buffering
            .as_ref()
            .map_or_else(BufferCounters::default, |b| b.counters)
    }

    /// Serves a page access; returns what a read found.
    pub(super) fn access_buffered<S: Sink>(
        &mut self,
        page: HostPage,
        sink: &mut S,
    ) -> Result<Option<u32>, ServeError> {
        let b = self.buffering.as_deref_mut().expect("asked only then");
        let mut cx = Context::new(
            &mut self.chip,
            &mut self.pool,
            &mut self.counters,
            &mut self.work,
            &mut self.choices,
            &mut self.rng,
            &mut self.fuse,
            sink,
        );
        let below = &mut Below {
            cx: &mut cx,
            ftl: &mut self.ftl,
            oracle: &mut self.oracle,
            hot: self.hot,
        };
        let HostPage { lpn, version, .. } = page;
        let there = b.buffer.get(lpn);
        match page.op {
            HostOp::Write => {
                if there.is_none() {
                    b.make_room(below, lpn)?;
                }
                b.buffer.write(lpn, version, page.hot);
                if there.is_some() {
                    b.counters.write_hits += 1;
                    below.cx.emit(|| Event::BufferRewritten { lpn, version });
                } else {
                    b.counters.write_misses += 1;
                    below.cx.emit(|| Event::Buffered {
                        lpn,
                        version,
                        pages: b.buffer.len(),
                        capacity: b.buffer.config().capacity,
                    });
                }
                Ok(None)
            }
            HostOp::Read => {
                if let Some(BufferedPage { version, .. }) = there {
                    b.buffer.read(lpn);
                    b.counters.read_hits += 1;
                    below.cx.emit(|| Event::BufferHit { lpn, version });
                    return Ok(Some(version));
                }
                let found = S::access(below.ftl, below.cx, page)?;
                if let Some(version) = found.filter(|_| b.buffer.config().keeps_reads()) {
                    b.make_room(below, lpn)?;
                    b.buffer.keep(lpn, version);
                    below.cx.emit(|| Event::BufferKept { lpn, version });
                }
                Ok(found)
            }
            HostOp::Trim => {
                // First where it can fail.
                S::access(below.ftl, below.cx, page)?;
                below.oracle.trimmed_on_flash(lpn);
                if there.is_some() {
                    b.buffer.remove(lpn);
                    b.counters.trimmed += 1;
                    below.cx.emit(|| Event::BufferTrimmed { lpn });
                }
                Ok(None)
            }
        }
    }

    /// Power was lost: without a battery so was what flash does not have.
    pub(super) fn lose_buffer(&mut self, events: &mut Vec<Event>) {
        let Some(b) = &mut self.buffering else {
            return;
        };
        b.fillers.clear();
        if b.buffer.config().battery || b.buffer.is_empty() {
            return;
        }
        for (lpn, _) in b.buffer.pages() {
            self.oracle.lost(lpn);
        }
        let pages = b.buffer.dirty();
        b.counters.lost += u64::from(pages);
        b.buffer.clear();
        // Right after the loss; what follows is the recovery.
        events.insert(1.min(events.len()), Event::BufferLost { pages });
    }

    /// That every page is in the buffer with its last version, or on flash.
    pub(super) fn check_buffer(&self) -> Result<(), Violation> {
        let Some(b) = &self.buffering else {
            return Ok(());
        };
        for lpn in (0..self.logical_pages).map(Lpn) {
            let expected = self.oracle.expected(lpn);
            let buffered = b.buffer.get(lpn);
            let found = buffered.map_or_else(|| self.oracle.on_flash(lpn), |p| Some(p.version));
            let clean = buffered.is_some_and(|p| !p.dirty);
            if found != expected || clean && self.oracle.on_flash(lpn) != expected {
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
    pub(super) fn buffer_columns(&mut self, visit: &mut dyn Columns) {
        if let Some(b) = &mut self.buffering {
            b.buffer.columns(visit);
            b.counters.columns(visit);
        }
    }

    /// After the rest of the device was restored.
    pub(super) fn derive_buffer(&mut self) {
        if let Some(b) = &mut self.buffering {
            b.buffer.derive();
            for (lpn, page) in b.buffer.pages() {
                self.oracle.holds(lpn, page.version);
            }
        }
    }
}
