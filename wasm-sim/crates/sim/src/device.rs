//! A simulated SSD: chip, pool, scheme, counters and clock, serving requests one after another. A field that is added is
//! added to `state.rs` too, which checks, saves and restores them all.

mod buffering;
mod bulk;
mod error;
mod initial;
mod power;
mod questions;
mod queues;
mod recorder;
mod state;

pub use error::{Limit, ServeError};
pub(crate) use recorder::Recorder;

use ftl::{
    AnyFtl, Cause, Context, Counters, Event, FilledChip, Flash, Halt, HostOp, HostPage,
    InitialError, Scheme, Silent, Sink, Trimmed, Work,
};
use host::Handed;
use nand::{Lpn, PageKind, Ppn, Timing};

use crate::arrivals::Arrivals;
use crate::checker::{Versions, Violation};
use crate::parallel::{Parallel, Waits};
use crate::rng::{Purpose, Rng};
use crate::scenario::{OptionsChange, PIECE, Setup};
use crate::times::Histogram;
use crate::workload::{Ends, Request};

/// Requests that long runs draw, and look ahead at, at a time.
pub const AHEAD: u32 = ftl::AHEAD;

/// The cost of a request.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Flash page reads.
    pub reads: u32,
    /// Flash page programs.
    pub programs: u32,
    /// Block erases.
    pub erases: u32,
    /// Reads of OOB areas alone ([`Work::oob_reads`]).
    pub oob_reads: u32,
}

/// The device. Its state exists between requests: a request runs to its end (ARCHITECTURE).
#[derive(Clone, Debug)]
pub struct Device {
    flash: Flash,
    ftl: AnyFtl,
    versions: Versions,
    timing: Timing,
    logical_pages: u32,
    /// When the one server is free again, nanoseconds.
    free_at: u64,
    service: Histogram,
    response: Histogram,
    arrivals: Arrivals,
    /// The scheme's options now.
    scheme: Scheme,
    /// Its options from the next request on, if they are others.
    change: Option<OptionsChange>,
    /// First hot page of the workload, and one past the last.
    hot: (u32, u32),
    /// Where the scenario cuts power, in flash operations since counting started, ascending; and how many cuts are past.
    cuts: Vec<u32>,
    cuts_past: u64,
    /// Queues and channels, if the scenario has them.
    parallel: Option<Box<Parallel>>,
    waits: Waits,
    /// The request that goes to the device now, and what it is merged with.
    handed: Option<Handed>,
    /// The progress of the trim under way.
    trimmed: Vec<Trimmed>,
    /// The write buffer before it all.
    buffering: Option<Box<buffering::Buffering>>,
    /// Whether a page that holds data is read before a part of it is written.
    reads_first: bool,
    /// See [`Self::cut_pieces`].
    piece: u32,
}

impl Device {
    /// A device as the scenario starts it: erased, or in its explicit initial state. The precondition is not run.
    pub fn new(setup: &Setup) -> Result<Self, InitialError> {
        let rng = Rng::stream(setup.seed, Purpose::Ftl);
        let mut flash = Flash::new(setup.geometry, setup.program_order, rng);
        let chip = &mut flash.chip;
        let mut versions = Versions::new(setup.logical_pages);
        let ftl = match &setup.initial {
            None => AnyFtl::new(&setup.scheme, chip, setup.logical_pages),
            Some(initial) => {
                initial::program(initial, chip);
                for ppn in (0..setup.geometry.pages()).map(Ppn) {
                    let data = chip
                        .oob(ppn)
                        .filter(|o| o.kind == PageKind::Data && o.logical < setup.logical_pages);
                    if let Some(oob) = data.filter(|_| chip.page(ppn) == nand::Page::Valid) {
                        versions.adopt(Lpn(oob.logical), oob.version);
                    }
                }
                let from = FilledChip {
                    chip,
                    pool: &mut flash.pool,
                    tables: &initial.tables,
                };
                AnyFtl::resume(&setup.scheme, setup.logical_pages, from)?
            }
        };
        let buffering = buffering::Buffering::new(setup);
        if let Some(b) = &buffering {
            versions.stand_before_buffer(b.buffer.slots());
        }
        Ok(Self {
            flash,
            ftl,
            versions,
            timing: setup.timing,
            logical_pages: setup.logical_pages,
            free_at: 0,
            service: Histogram::default(),
            response: Histogram::default(),
            arrivals: Arrivals::default(),
            scheme: setup.scheme,
            change: None,
            hot: setup.workload.hot_pages(),
            cuts: setup.power_cuts.clone(),
            cuts_past: 0,
            parallel: Parallel::of(setup).map(Box::new),
            waits: Waits::default(),
            handed: None,
            trimmed: Vec::new(),
            buffering,
            reads_first: setup.workload.reads_first(),
            piece: PIECE,
        })
    }

    /// Serves a request. Events go to `sink`. On an error the device is in the middle of the request: restore it.
    #[inline]
    pub fn serve<S: Sink>(&mut self, request: &Request, sink: &mut S) -> Result<Cost, ServeError> {
        if self.change.is_some() {
            self.set_options().into_iter().for_each(|e| sink.emit(e));
        }
        self.trimmed.clear();
        if self.handed.is_some() {
            return self.serve_beside(request, &mut |events| {
                if S::ON {
                    events.drain(..).for_each(|event| sink.emit(event));
                }
            });
        }
        let before = self.flash.work;
        if self.is_announced(request) {
            self.announce(request, sink)?;
        }
        let interrupted = if request.ends.are_whole() {
            self.serve_pages::<true, S>(request, sink)?
        } else {
            self.serve_in_part(request, sink)?
        };
        let cost = self.cost_since(before);
        let service = self.timing.total_ns(
            u64::from(cost.reads) + u64::from(cost.oob_reads),
            cost.programs.into(),
            cost.erases.into(),
        );
        let service = u64::try_from(service).map_err(|_| ServeError::Beyond(Limit::Clock))?;
        let response = match request.time_ns {
            // The clock does not matter to it, and may stop at its end.
            None => {
                self.free_at = self.free_at.saturating_add(service);
                service
            }
            Some(arrival) => {
                let start = arrival.max(self.free_at);
                let done = start.checked_add(service);
                self.free_at = done.ok_or(ServeError::Beyond(Limit::Clock))?;
                self.free_at - arrival
            }
        };
        if interrupted {
            // Never answered: it has no response time. The recovery keeps those after it waiting.
            return Ok(cost);
        }
        self.service.record(service);
        self.response.record(response);
        if let Some(arrival) = request.time_ns {
            self.arrivals
                .record(arrival, self.free_at - service, self.free_at);
        }
        Ok(cost)
    }

    /// Makes the page accesses of a request. `WHOLE`: it covers its first and its last page whole. Returns whether power was cut in it.
    #[inline(always)]
    fn serve_pages<const WHOLE: bool, S: Sink>(
        &mut self,
        request: &Request,
        sink: &mut S,
    ) -> Result<bool, ServeError> {
        for index in 0..request.pages {
            let mut lpn = request.lpn + index;
            if lpn >= self.logical_pages {
                lpn %= self.logical_pages;
            }
            let part = if WHOLE {
                None
            } else {
                request.part_of(index, self.flash.chip.geometry().page_bytes)
            };
            match self.access(Lpn(lpn), request, index, part, sink) {
                Ok(()) => {}
                Err(ServeError::Halted(Halt::PowerLost)) => {
                    self.recover(Lpn(lpn), request.op, sink)?;
                    return Ok(true);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    /// [`Self::serve_pages`] of a request that covers its first or its last page in part.
    #[inline(never)]
    fn serve_in_part<S: Sink>(
        &mut self,
        request: &Request,
        sink: &mut S,
    ) -> Result<bool, ServeError> {
        self.keep(request, true, sink);
        let interrupted = self.serve_pages::<false, S>(request, sink)?;
        if !interrupted {
            self.keep(request, false, sink);
        }
        Ok(interrupted)
    }

    /// Counts the page before or behind a trim that the trim covers in part: it keeps its data.
    #[inline(never)]
    fn keep<S: Sink>(&mut self, request: &Request, before: bool, sink: &mut S) {
        let Ends { head, tail, at_end } = request.ends;
        if request.op != HostOp::Trim {
            return;
        }
        let bytes = match before {
            true => head,
            false if at_end => 0,
            false => tail,
        };
        if bytes > 0 {
            let nothing = request.pages == 0 && (!before || tail == 0);
            self.flash.counters.kept(bytes, nothing);
            if S::ON {
                sink.emit(Event::TrimKept { bytes, nothing });
            }
        }
    }

    /// An FTL that asks for it receives a write of several pages as a whole.
    #[inline(never)]
    fn announce<S: Sink>(&mut self, request: &Request, sink: &mut S) -> Result<(), ServeError> {
        // While their copies are valid.
        if self.reads_first && !request.ends.are_whole() {
            let page_bytes = self.flash.chip.geometry().page_bytes;
            for index in [0, request.pages - 1] {
                if request.part_of(index, page_bytes).is_some() {
                    let lpn = Lpn((request.lpn + index) % self.logical_pages);
                    self.read_rest(lpn, self.versions.expected(lpn), sink)?;
                }
            }
        }
        let pages = (0..request.pages).map(|i| Lpn((request.lpn + i) % self.logical_pages));
        let lpns: Vec<Lpn> = pages.collect();
        let mut cx = Context::new(&mut self.flash, sink);
        self.ftl.announce(&mut cx, &lpns);
        Ok(())
    }

    /// Whether [`Self::announce`] is due; behind a write buffer the FTL receives the pages that leave together.
    #[inline]
    fn is_announced(&self, request: &Request) -> bool {
        request.pages >= 2
            && request.op == HostOp::Write
            && self.ftl.announces()
            && self.buffering.is_none()
    }

    /// A page of which a part will be written is read, if it holds something: `expected`.
    #[inline(never)]
    fn read_rest<S: Sink>(
        &mut self,
        lpn: Lpn,
        expected: Option<u32>,
        sink: &mut S,
    ) -> Result<(), ServeError> {
        let mut cx = Context::new(&mut self.flash, sink);
        buffering::read_as(Cause::Partial, &mut cx, &mut self.ftl, lpn, expected)
    }

    #[inline]
    fn cost_since(&self, before: Work) -> Cost {
        Cost {
            reads: (self.flash.work.reads - before.reads) as u32,
            programs: (self.flash.work.programs - before.programs) as u32,
            erases: (self.flash.work.erases - before.erases) as u32,
            oob_reads: (self.flash.work.oob_reads - before.oob_reads) as u32,
        }
    }

    /// The scheme goes on with other options. Events are recorded whether wanted or not, as in [`Self::recover`].
    #[cold]
    fn set_options(&mut self) -> Vec<Event> {
        let change = self.change.take().expect("asked only then");
        let mut moved = Vec::new();
        let protected = self
            .ftl
            .set_options(&change.scheme, &self.flash.chip, &mut moved);
        self.scheme = change.scheme;
        let options = change.options;
        moved.insert(0, Event::OptionsSet { options, protected });
        moved
    }

    /// The scheme's options now.
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// To be called before [`Self::columns`] restores a state: with the options that the scheme had in it, which say what columns
    /// its tables have.
    pub fn become_of(&mut self, scheme: Scheme) {
        self.change = None;
        if scheme != self.scheme {
            self.ftl = AnyFtl::new(&scheme, &self.flash.chip, self.logical_pages);
            self.scheme = scheme;
        }
    }

    #[inline(always)]
    fn access<S: Sink>(
        &mut self,
        lpn: Lpn,
        request: &Request,
        index: u32,
        part: Option<(u32, u32)>,
        sink: &mut S,
    ) -> Result<(), ServeError> {
        let op = request.op;
        let version = match op {
            HostOp::Write => self.versions.write(lpn),
            HostOp::Read | HostOp::Trim => 0,
        };
        let held = match op {
            HostOp::Trim => self.trims(lpn),
            _ => None,
        };
        self.flash.counters.host(op);
        if let Some((from, to)) = part {
            let page_bytes = self.flash.chip.geometry().page_bytes;
            self.flash.counters.in_part(op, page_bytes - (to - from));
        }
        if self.flash.choices.asks.takes_notes() {
            let writes = self.versions.last().into();
            self.flash.choices.asks.access(op, lpn, writes);
        }
        let page = HostPage {
            op,
            lpn,
            version,
            index,
            pages: request.pages,
            hot: request.hot || (self.hot.0..self.hot.1).contains(&lpn.0),
            partial: part.is_some() && self.reads_first && op == HostOp::Write,
        };
        if S::ON {
            sink.emit(Event::HostPage {
                op,
                lpn,
                version,
                index,
                pages: request.pages,
                part: part.map(|(from, to)| to - from),
            });
        }
        if page.partial {
            self.read_before_write(request, page, part, sink)?;
        }
        let found = self.dispatch(page, sink)?;
        if op == HostOp::Read {
            let expected = self.versions.expected(lpn);
            if found != expected {
                return Err(ServeError::Wrong(Violation::WrongRead {
                    lpn,
                    expected,
                    found,
                }));
            }
            if let Some(version) = found {
                self.flash.counters.checked_reads += 1;
                if S::ON {
                    sink.emit(Event::Verified { lpn, version });
                }
            }
        }
        if op == HostOp::Trim {
            self.trimmed.push(Trimmed { lpn, held });
        }
        if self.shared().is_some_and(buffer::Shared::divides) {
            self.note_ghost_hits();
            if index + 1 == request.pages {
                self.versions.settle(lpn);
                self.end_buffered_request(lpn, sink)?;
            }
        }
        Ok(())
    }

    /// Before a part of a page is written: its rest is read, or the write buffer learns which part it is. A scheme that reads the rest
    /// itself does so in the write.
    #[inline(never)]
    fn read_before_write<S: Sink>(
        &mut self,
        request: &Request,
        page: HostPage,
        part: Option<(u32, u32)>,
        sink: &mut S,
    ) -> Result<(), ServeError> {
        if let Some(b) = &mut self.buffering {
            b.rests.brought = part;
            return Ok(());
        }
        if self.ftl.reads_rest() || self.is_announced(request) {
            return Ok(());
        }
        self.read_rest(page.lpn, self.versions.before(), sink)
    }

    /// Serves a page access; returns what a read found.
    #[inline(always)]
    fn dispatch<S: Sink>(
        &mut self,
        page: HostPage,
        sink: &mut S,
    ) -> Result<Option<u32>, ServeError> {
        if self.buffering.is_some() {
            return self.access_buffered(page, sink);
        }
        let mut context = Context::new(&mut self.flash, sink);
        Ok(self.ftl.access(&mut context, page)?)
    }

    /// Serves a request of the precondition or of the warm-up.
    pub fn prepare(&mut self, request: &Request) -> Result<(), ServeError> {
        self.serve(request, &mut Silent).map(|_| ())
    }

    /// Ends precondition and warm-up: counters and clock start at zero, state stays, `wear` is state (SPEC 2).
    pub fn start_counting(&mut self) {
        self.flash.counters = Counters::default();
        self.flash.work = Work::default();
        self.service = Histogram::default();
        self.response = Histogram::default();
        self.arrivals = Arrivals::default();
        self.free_at = 0;
        self.cuts_past = 0;
        self.set_next_cut();
        if let Some(b) = &mut self.buffering {
            b.counters = buffer::BufferCounts::default();
        }
    }
}
