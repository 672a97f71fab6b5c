//! A simulated SSD: chip, pool, scheme, counters and clock, serving requests one after another.
//!
//! Long because its fields are nobody else's: every way to serve, to cut power, to ask, to save and to restore is here, so
//! that a field that is added is added to all of them in one file.

mod buffering;

use std::hint::black_box;

use ftl::{
    AnyFtl, Choices, Context, Counters, Event, Flash, Halt, HostOp, HostPage, InitialError, Scheme,
    Shape, Silent, Sink, Trimmed, Work, parts::BlockPool,
};
use ftl::{Ask, Asked};
use host::{Done, Handed};
use nand::{Chip, Columns, Lpn, PageKind, Ppn, Timing};

use crate::checker::{Oracle, Violation, check};
use crate::checkpoint::Checkpoint;
use crate::parallel::{Parallel, Waits, as_served};
use crate::rng::{Purpose, Rng};
use crate::scenario::{InitialPage, InitialState, OptionsChange, Ram, Setup};
use crate::times::Histogram;
use crate::workload::{Request, Source};

/// Requests that long runs draw, and look ahead at, at a time.
pub const AHEAD: u32 = ftl::AHEAD;
/// Flash pages from which on looking ahead pays: below, the tables lie in a core's own caches anyway.
const LARGE: u32 = 1 << 18;

/// What a request cost.
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

/// Why a request could not be served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServeError {
    /// The scheme stopped.
    Halted(Halt),
    /// The checker found the engine wrong.
    Wrong(Violation),
}

impl From<Halt> for ServeError {
    fn from(halt: Halt) -> Self {
        Self::Halted(halt)
    }
}

/// The device. Its state exists between requests: a request runs to its end (DESIGN "Engine").
#[derive(Clone, Debug)]
pub struct Device {
    flash: Flash,
    ftl: AnyFtl,
    oracle: Oracle,
    timing: Timing,
    logical_pages: u32,
    /// When the one server is free again, nanoseconds.
    free_at: u64,
    service: Histogram,
    response: Histogram,
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
    /// What the trim under way has done.
    trimmed: Vec<Trimmed>,
    /// The write buffer before it all.
    buffering: Option<Box<buffering::Buffering>>,
}

impl Device {
    /// A device as the scenario starts it: erased, or in its explicit initial state. The precondition is not run.
    pub fn new(setup: &Setup) -> Result<Self, InitialError> {
        let rng = Rng::stream(setup.seed, Purpose::Ftl);
        let mut flash = Flash::new(setup.geometry, setup.program_order, rng);
        let chip = &mut flash.chip;
        let mut oracle = Oracle::new(setup.logical_pages);
        let ftl = match &setup.initial {
            None => AnyFtl::new(&setup.scheme, chip, setup.logical_pages),
            Some(initial) => {
                program(initial, chip);
                for ppn in (0..setup.geometry.pages()).map(Ppn) {
                    let data = chip
                        .oob(ppn)
                        .filter(|o| o.kind == PageKind::Data && o.logical < setup.logical_pages);
                    if let Some(oob) = data.filter(|_| chip.page(ppn) == nand::Page::Valid) {
                        oracle.adopt(Lpn(oob.logical), oob.version);
                    }
                }
                AnyFtl::resume(
                    &setup.scheme,
                    chip,
                    &mut flash.pool,
                    setup.logical_pages,
                    &initial.tables,
                )?
            }
        };
        let buffering = buffering::Buffering::new(setup);
        if let Some(b) = &buffering {
            oracle.stand_before_buffer(b.buffer.slots());
        }
        Ok(Self {
            flash,
            ftl,
            oracle,
            timing: setup.timing,
            logical_pages: setup.logical_pages,
            free_at: 0,
            service: Histogram::default(),
            response: Histogram::default(),
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
        })
    }

    /// The request that is to be served next: the next of the workload, or, where they wait in a queue, what its scheduler
    /// says. Time goes on to where it goes to the device.
    #[inline]
    pub fn next_request(&mut self, source: &mut Source) -> Option<Request> {
        if self.parallel.is_some() {
            return self.hand(source);
        }
        source.next()
    }

    /// The next requests to be served, at most `n`, in place of those in `requests`; only one where it depends on how long that
    /// takes which is next.
    #[inline]
    pub fn next_requests(&mut self, source: &mut Source, requests: &mut Vec<Request>, n: u32) {
        if self.parallel.is_some() {
            requests.clear();
            requests.extend(self.hand(source));
            return;
        }
        source.refill(requests, n);
    }

    /// Serves a request. Events go to `sink`. On an error the device is in the middle of the request: restore it.
    #[inline]
    pub fn serve<S: Sink>(&mut self, request: &Request, sink: &mut S) -> Result<Cost, ServeError> {
        if self.change.is_some() {
            self.set_options().into_iter().for_each(|e| sink.emit(e));
        }
        if self.handed.is_some() {
            let mut events = Vec::new();
            let cost = self.serve_beside(request, &mut events)?;
            if S::ON {
                for event in events {
                    sink.emit(event);
                }
            }
            return Ok(cost);
        }
        let before = self.flash.work;
        self.announce(request, sink);
        self.trimmed.clear();
        let mut interrupted = false;
        for index in 0..request.pages {
            let mut lpn = request.lpn + index;
            if lpn >= self.logical_pages {
                lpn %= self.logical_pages;
            }
            match self.access(Lpn(lpn), request, index, sink) {
                Ok(()) => {}
                Err(ServeError::Halted(Halt::PowerLost)) => {
                    self.recover(Lpn(lpn), request.op, sink)?;
                    interrupted = true;
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        let cost = self.cost_since(before);
        let service = self.timing.total_ns(
            u64::from(cost.reads) + u64::from(cost.oob_reads),
            cost.programs.into(),
            cost.erases.into(),
        );
        let arrival = request.time_ns.unwrap_or(self.free_at);
        let start = arrival.max(self.free_at);
        self.free_at = start + service;
        if interrupted {
            // Never answered: it has no response time. The recovery keeps those after it waiting.
            return Ok(cost);
        }
        self.service.record(service);
        self.response.record(self.free_at - arrival);
        Ok(cost)
    }

    /// [`Self::serve`] of requests, at most [`AHEAD`], one after another with events off, as long runs do. On an error also says how
    /// many were served before it.
    pub fn serve_all(&mut self, requests: &[Request]) -> Result<(), (u32, ServeError)> {
        self.look_ahead(requests);
        if self.writes_runs(requests) {
            return self.write_runs(requests);
        }
        for (request, served) in requests.iter().zip(0..) {
            let cost = self.serve(request, &mut Silent);
            cost.map_err(|error| (served, error))?;
        }
        Ok(())
    }

    /// Whether the scheme can serve these requests in runs: writes of a page each, one after another, with which nothing interferes.
    fn writes_runs(&self, requests: &[Request]) -> bool {
        if self.parallel.is_some() {
            return false;
        }
        if self.buffering.is_some() {
            return false;
        }
        let plain = |r: &Request| r.op == HostOp::Write && r.pages == 1 && r.time_ns.is_none();
        self.ftl.writes_runs()
            && self.cuts_past == self.cuts.len() as u64
            && self.change.is_none()
            && self.flash.choices.is_empty()
            && requests.iter().all(plain)
    }

    fn write_runs(&mut self, requests: &[Request]) -> Result<(), (u32, ServeError)> {
        let mut pages = [HostPage::NONE; AHEAD as usize];
        for (page, request) in pages.iter_mut().zip(requests) {
            let mut lpn = request.lpn;
            if lpn >= self.logical_pages {
                lpn %= self.logical_pages;
            }
            *page = HostPage {
                op: HostOp::Write,
                lpn: Lpn(lpn),
                version: self.oracle.write(Lpn(lpn)),
                index: 0,
                pages: 1,
                hot: request.hot || (self.hot.0..self.hot.1).contains(&lpn),
            };
        }
        let pages = &pages[..requests.len()];
        let (mut served, mut sink) = (0, Silent);
        while let rest @ [_, ..] = &pages[served..] {
            let before = self.flash.work;
            let mut context = Context::new(&mut self.flash, &mut sink);
            let run = self.ftl.write_run(&mut context, rest);
            let run = run.map_err(|(more, halt)| (served as u32 + more, halt.into()))?;
            served += run as usize;
            self.flash.counters.host_writes += u64::from(run);
            // The first may have cleaned; each other one was programmed.
            let others = u64::from(run - 1);
            let first = self.timing.total_ns(
                self.flash.work.reads + self.flash.work.oob_reads - before.reads - before.oob_reads,
                self.flash.work.programs - before.programs - others,
                self.flash.work.erases - before.erases,
            );
            let each = self.timing.total_ns(0, 1, 0);
            self.free_at += first + others * each;
            for times in [&mut self.service, &mut self.response] {
                times.record(first);
                if others > 0 {
                    times.record_run(each, others);
                }
            }
        }
        Ok(())
    }

    /// A write of several pages is told as a whole to an FTL that asks for it; behind a write buffer what leaves that is.
    #[inline]
    fn announce<S: Sink>(&mut self, request: &Request, sink: &mut S) {
        if request.pages < 2 || request.op != HostOp::Write || !self.ftl.announces() {
            return;
        }
        if self.buffering.is_some() {
            return;
        }
        let pages = (0..request.pages).map(|i| Lpn((request.lpn + i) % self.logical_pages));
        let lpns: Vec<Lpn> = pages.collect();
        let mut cx = Context::new(&mut self.flash, sink);
        self.ftl.announce(&mut cx, &lpns);
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

    /// The next request of the queue; time goes on.
    #[inline(never)]
    fn hand(&mut self, source: &mut Source) -> Option<Request> {
        let parallel = self.parallel.as_mut()?;
        self.handed = parallel.next(source);
        let done = parallel.take_done();
        self.done(&done);
        self.handed.as_ref().map(as_served)
    }

    /// Serves the request that was handed out. What it does is recorded, whether wanted or not: that is what its operations are
    /// made of. Not inlined, as [`Self::record`] is not.
    #[inline(never)]
    fn serve_beside(
        &mut self,
        request: &Request,
        events: &mut Vec<Event>,
    ) -> Result<Cost, ServeError> {
        let handed = self.handed.take().expect("asked only then");
        let before = self.flash.work;
        let whole = Request {
            pages: handed.pages,
            ..*request
        };
        self.announce(request, events);
        for index in 0..request.pages {
            let lpn = Lpn((request.lpn + index) % self.logical_pages);
            self.access(lpn, &whole, handed.before + index, events)?;
        }
        let parallel = self.parallel.as_mut().expect("who hands out has it");
        let done = parallel.served(events);
        self.done(&done);
        Ok(self.cost_since(before))
    }

    fn done(&mut self, done: &[Done]) {
        for done in done {
            self.service.record(done.done_ns - done.dispatched_ns);
            self.response.record(done.response_ns());
            self.waits.record(done);
        }
    }

    /// Queues and channels, if it has them.
    pub(crate) fn parallel(&self) -> Option<&Parallel> {
        self.parallel.as_deref()
    }

    /// To be called after [`Self::restore`].
    pub(crate) fn set_parallel(&mut self, parallel: Option<Parallel>) {
        self.parallel = parallel.map(Box::new);
        self.handed = None;
    }

    /// What reports say of queues and channels.
    pub fn parallel_report(&self) -> Option<crate::report::ParallelReport> {
        Some(self.parallel.as_ref()?.report(&self.waits))
    }

    /// [`Self::serve`] with the events recorded. Not inlined: that code is there once.
    #[inline(never)]
    pub fn record(
        &mut self,
        request: &Request,
        events: &mut Vec<Event>,
    ) -> Result<Cost, ServeError> {
        self.serve(request, events)
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
    #[expect(
        clippy::inline_always,
        reason = "the page's engine, compiled for size, would call it"
    )]
    fn access<S: Sink>(
        &mut self,
        lpn: Lpn,
        request: &Request,
        index: u32,
        sink: &mut S,
    ) -> Result<(), ServeError> {
        let op = request.op;
        let version = match op {
            HostOp::Write => self.oracle.write(lpn),
            HostOp::Read | HostOp::Trim => 0,
        };
        let held = match op {
            HostOp::Trim => self.trims(lpn),
            _ => None,
        };
        self.flash.counters.host(op);
        let page = HostPage {
            op,
            lpn,
            version,
            index,
            pages: request.pages,
            hot: request.hot || (self.hot.0..self.hot.1).contains(&lpn.0),
        };
        if S::ON {
            sink.emit(Event::HostPage {
                op,
                lpn,
                version,
                index,
                pages: request.pages,
            });
        }
        let found = self.find(page, sink)?;
        if op == HostOp::Read {
            let expected = self.oracle.expected(lpn);
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
                self.oracle.settle(lpn);
                self.end_buffered_request(lpn, sink)?;
            }
        }
        Ok(())
    }

    /// A page is about to be trimmed: what it would hold after a power loss, were it not.
    fn trims(&mut self, lpn: Lpn) -> Option<u32> {
        let lost = self.buffer().filter(|b| !b.config().battery);
        let held = self.oracle.on_flash(lpn, lost.and_then(|b| b.slot(lpn)));
        self.oracle.trim(lpn);
        held
    }

    /// Serves a page access; returns what a read found.
    #[inline]
    fn find<S: Sink>(&mut self, page: HostPage, sink: &mut S) -> Result<Option<u32>, ServeError> {
        if self.buffering.is_some() {
            return self.access_buffered(page, sink);
        }
        let mut context = Context::new(&mut self.flash, sink);
        Ok(self.ftl.access(&mut context, page)?)
    }

    /// To be called before the next requests of a long run are served, at most [`AHEAD`]: on a large device what they will look
    /// at is read now, all at once. One after another each would wait for memory three times: for the version, for the map, and
    /// for the page that the map leads to. Changes nothing.
    #[inline]
    pub fn look_ahead(&self, requests: &[Request]) {
        if requests.len() > 1 && self.flash.chip.geometry().pages() >= LARGE {
            self.look(requests);
        }
    }

    fn look(&self, requests: &[Request]) {
        let mut lpns = [Lpn(0); AHEAD as usize];
        for (lpn, request) in lpns.iter_mut().zip(requests) {
            // Most lie in the device: a division for each would take longer than the look.
            let inside = request.lpn < self.logical_pages;
            *lpn = Lpn(if inside {
                request.lpn
            } else {
                request.lpn % self.logical_pages
            });
        }
        let lpns = &lpns[..requests.len()];
        if self.buffering.is_some() {
            return self.look_behind_buffer(lpns);
        }
        black_box(self.oracle.look_ahead(lpns) ^ self.ftl.look_ahead(&self.flash.chip, lpns));
    }

    /// Power was lost in an access: the FTL finds its tables again, and every acknowledged write with them. What the host asked
    /// for is not repeated, nor the rest of its request.
    ///
    /// Events are recorded whether wanted or not: so the code of recoveries is compiled once.
    #[cold]
    fn recover<S: Sink>(&mut self, lpn: Lpn, op: HostOp, sink: &mut S) -> Result<(), ServeError> {
        if op != HostOp::Read {
            self.oracle.undo(lpn);
        }
        for event in self.recovered()? {
            sink.emit(event);
        }
        Ok(())
    }

    fn recovered(&mut self) -> Result<Vec<Event>, ServeError> {
        let mut events = Vec::new();
        loop {
            self.cuts_past += 1;
            self.set_next_cut();
            let mut context = Context::new(&mut self.flash, &mut events);
            let Some(scheme) = self.ftl.recovery() else {
                return Err(Halt::PowerLost.into());
            };
            match scheme.recover(&mut context, &self.trimmed) {
                Ok(()) => break,
                // Again, meanwhile.
                Err(Halt::PowerLost) => {}
                Err(halt) => return Err(halt.into()),
            }
        }
        self.lose_buffer(&mut events);
        for event in &mut events {
            if let Event::Reappeared { lpn, counted, .. } = event {
                let buffered = self.buffer().is_some_and(|b| b.get(*lpn).is_some());
                *counted = !buffered && self.trimmed.iter().all(|page| page.lpn != *lpn);
                self.flash.counters.trims_reappeared += u64::from(*counted);
            }
        }
        self.oracle.adopt_reappeared(
            &self.flash.chip,
            &self.ftl,
            buffering::slots(self.buffering.as_deref()),
        );
        self.check().map_err(ServeError::Wrong)?;
        Ok(events)
    }

    fn set_next_cut(&mut self) {
        let next = self.cuts.get(self.cuts_past as usize);
        self.flash.power_budget = next.map_or(u64::MAX, |&cut| {
            u64::from(cut).saturating_sub(self.flash.operations())
        });
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
        self.free_at = 0;
        self.cuts_past = 0;
        self.set_next_cut();
        if let Some(b) = &mut self.buffering {
            b.counters = buffer::BufferCounters::default();
        }
    }

    /// Before a request that the setup intervenes in, or may.
    pub fn intervene(&mut self, setup: &Setup, request: u32) {
        self.set_choices(setup.choices_of(request));
        self.change = setup.change_at(request).cloned();
    }

    /// Decisions to be overridden in the next request: (decision, choose).
    pub fn set_choices(&mut self, overrides: Vec<(u32, u32)>) {
        self.flash.choices = Choices {
            overrides,
            ..Choices::default()
        };
    }

    /// Someone is asked at the next decision point of the next request that [`Self::set_choices`] leaves open; the request halts
    /// there, and [`Self::asked`] says what is to be decided.
    pub fn ask(&mut self, ask: Ask) {
        self.flash.choices.ask = Some(ask);
    }

    /// What is to be decided.
    pub fn asked(&mut self) -> Option<Asked> {
        self.flash.choices.ask.take()?.met
    }

    /// Decision points met so far in the latest request.
    pub fn decisions(&self) -> u32 {
        self.flash.choices.met
    }

    /// Forgets service and response times, which take more memory than a small device.
    pub fn forget_times(&mut self) {
        self.service = Histogram::default();
        self.response = Histogram::default();
    }

    /// What decides how the next requests are served and what flash operations they cost: not what they cost so far, nor when
    /// pages were programmed, nor what stale pages said; and how often blocks were erased only where the scheme asks for it.
    pub fn future(&mut self, setup: &Setup, visit: &mut dyn Columns) {
        let by_wear =
            setup.scheme.asks_wear() || setup.changes.iter().any(|c| c.scheme.asks_wear());
        visit.bytes(&mut self.flash.chip.states());
        let pages = (0..self.flash.chip.geometry().pages()).map(Ppn);
        let oob = |ppn| {
            self.flash
                .chip
                .oob(ppn)
                .map_or(u32::MAX, |o| o.logical << 1 | o.kind as u32)
        };
        visit.words(&mut pages.map(oob).collect());
        if by_wear {
            visit.words(&mut self.flash.chip.erase_counts().to_vec());
        }
        self.flash.pool.columns(visit);
        self.ftl.columns(visit);
        self.flash.rng.columns(visit);
        if let Some(b) = &self.buffering {
            visit.words(&mut b.buffer.words(false));
        }
    }

    /// Loses power whenever so many more flash operations are done, ascending, and no more where the scenario says. Of schemes
    /// with a recovery only.
    pub fn cut_power(&mut self, operations: &[u32]) {
        let done = self.flash.operations() as u32;
        self.cuts = operations.iter().map(|more| done + more).collect();
        self.cuts_past = 0;
        self.set_next_cut();
    }

    /// Pages the host sees.
    pub fn logical_pages(&self) -> u32 {
        self.logical_pages
    }

    /// The chip.
    pub fn chip(&self) -> &Chip {
        &self.flash.chip
    }

    /// The free pool and the roles of blocks.
    pub fn pool(&self) -> &BlockPool {
        &self.flash.pool
    }

    /// The scheme.
    pub fn ftl(&self) -> &AnyFtl {
        &self.ftl
    }

    /// Counters since counting started.
    pub fn counters(&self) -> &Counters {
        &self.flash.counters
    }

    /// Flash operations since counting started.
    pub fn work(&self) -> Work {
        self.flash.work
    }

    /// Service times since counting started.
    pub fn service(&self) -> &Histogram {
        &self.service
    }

    /// Response times since counting started.
    pub fn response(&self) -> &Histogram {
        &self.response
    }

    /// What RAM is taken by, as the scenario begins.
    pub fn ram(&self) -> Ram {
        let pages = self.buffer().map_or(0, |buffer| buffer.config().capacity);
        let shape = Shape {
            geometry: self.flash.chip.geometry(),
            logical_pages: self.logical_pages,
        };
        Ram::of(&self.scheme, shape, pages)
    }

    /// Checks laws 1 and 2 of SPEC 10 over the whole device.
    pub fn check(&self) -> Result<(), Violation> {
        {
            self.check_buffer()?;
            check(
                &self.flash.chip,
                &self.ftl,
                &self.oracle,
                buffering::slots(self.buffering.as_deref()),
            )
        }
    }

    /// Hands every column of the state to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        self.flash.chip.columns(visit);
        self.flash.pool.columns(visit);
        self.ftl.columns(visit);
        self.oracle.columns(visit);
        self.flash.counters.columns(visit);
        self.flash.work.columns(visit);
        for word in [
            &mut self.free_at,
            &mut self.flash.power_budget,
            &mut self.cuts_past,
        ] {
            visit.long(word);
        }
        self.flash.rng.columns(visit);
        self.service.columns(visit);
        self.response.columns(visit);
        if self.parallel.is_some() {
            self.waits.columns(visit);
        }
        self.buffer_columns(visit);
    }

    /// Saves the state between two requests; shares with `before`, a checkpoint of the same device, what has not changed.
    pub fn save(&mut self, before: Option<&Checkpoint>) -> Checkpoint {
        Checkpoint::save(before, &mut |v| self.columns(v))
    }

    /// Restores a state that [`Self::save`] saved.
    pub fn restore(&mut self, saved: &Checkpoint) {
        saved.restore(&mut |v| self.columns(v));
        self.oracle.derive(&self.flash.chip);
        self.ftl.derive(&self.flash.chip);
        self.derive_buffer();
    }
}

/// Puts the pages of an explicit initial state on an erased chip. The stale copies of a page are its versions 1, 2, ... in
/// the order of their addresses, the valid one is the version after them.
fn program(initial: &InitialState, chip: &mut Chip) {
    // Per data page, then per translation page: stale copies in all, and those met so far.
    let at = |page: &InitialPage| match *page {
        InitialPage::Free => None,
        InitialPage::Data { lpn, valid } => Some((2 * lpn as usize, valid)),
        InitialPage::Translation { tpn, valid } => Some((2 * tpn as usize + 1, valid)),
    };
    let mut stale: Vec<u32> = Vec::new();
    for (place, valid) in initial.pages.iter().flatten().filter_map(at) {
        stale.resize(stale.len().max(place + 1), 0);
        stale[place] += u32::from(!valid);
    }
    let mut seen = vec![0; stale.len()];
    let geometry = chip.geometry();
    for (pbn, pages) in (0..).map(nand::Pbn).zip(&initial.pages) {
        for (offset, page) in (0..).zip(pages) {
            let (logical, kind, valid) = match *page {
                InitialPage::Free => continue,
                InitialPage::Data { lpn, valid } => (lpn, PageKind::Data, valid),
                InitialPage::Translation { tpn, valid } => (tpn, PageKind::Translation, valid),
            };
            let place = 2 * logical as usize + usize::from(kind == PageKind::Translation);
            let version = if valid {
                stale[place] + 1
            } else {
                seen[place] += 1;
                seen[place]
            };
            let ppn = geometry.page_at(pbn, offset);
            chip.program(ppn, logical, kind, version);
            if !valid {
                chip.invalidate(ppn);
            }
        }
    }
}
