//! A run that can be was in: forward and back at three grains, seek, search, fork. Where it goes is in `goal`, how it
//! finds what it looks for in `search`.
//!
//! The device exists only between requests. For a position inside one, the request is run to its end with its events
//! recorded, and the view of the state before it folds them one by one. Going back is: nearest checkpoint, replay to
//! the request, fold to the event.

mod again;
mod goal;
mod hit;
mod peek;
mod provenance;
mod recorded;
mod search;
mod tally;

use std::sync::Arc;

use ftl::Silent;
use trace::Origins;

use crate::device::{AHEAD, Cost, Device, ServeError};
use crate::protocol::Position;
use crate::report::{Addresses, Report, Steady, Wear};
use crate::scenario::{Memory, Setup};
use crate::timeline::Timeline;
use crate::view::View;
use crate::workload::{Request, Source};

pub use again::Again;
pub use goal::Arrival;
use goal::Goal;
pub use provenance::Provenance;
use recorded::Recorded;
use tally::Tally;

/// A step back that replays more requests than this leaves a checkpoint half as many before its end.
const NEAR: u32 = 128;

/// A request that could not be served; the simulation is before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The request.
    pub request: u32,
    /// Why.
    pub error: ServeError,
}

/// A scenario being run.
#[derive(Clone, Debug)]
pub struct Simulation {
    setup: Arc<Setup>,
    device: Device,
    /// Complete requests of `device`; one more than `position.request` while standing inside a request.
    at: u32,
    source: Source,
    addresses: Option<Addresses>,
    steady: Option<Steady>,
    requests: u32,
    /// Whether any decision is overridden, or any option changes; which ones says the setup.
    intervened: bool,
    timeline: Timeline,
    recorded: Option<Recorded>,
    view: View,
    position: Position,
    goal: Option<Goal>,
    tally: Option<Box<Tally>>,
}

impl Simulation {
    /// The position is the beginning of a run. `device` is preconditioned and warmed up; `source` gives the
    /// `requests` requests still to come.
    pub fn new(setup: Arc<Setup>, mut device: Device, source: Source, requests: u32) -> Self {
        let mut memory = Memory::of(&setup);
        memory.checkpoint = memory.checkpoint.max(device.save(None).bytes() as u64);
        let timeline = Timeline::new(requests, setup.geometry.pages(), memory);
        Self::with(timeline, setup, device, source)
    }

    /// As [`Self::new`], but nothing is kept to go back to except the beginning.
    pub fn without_history(
        setup: Arc<Setup>,
        device: Device,
        source: Source,
        requests: u32,
    ) -> Self {
        Self::with(Timeline::of_the_beginning(requests), setup, device, source)
    }

    fn with(mut timeline: Timeline, setup: Arc<Setup>, mut device: Device, source: Source) -> Self {
        timeline.pass(0, &mut device, &source);
        let view = View::of(&device);
        Self {
            intervened: intervenes(&setup),
            setup,
            device,
            at: 0,
            addresses: source.addresses(),
            steady: None,
            source,
            requests: timeline.requests(),
            timeline,
            recorded: None,
            view,
            position: Position::default(),
            goal: None,
            tally: None,
        }
    }

    /// The run as the window that was found steady, or not.
    #[must_use]
    pub fn of_window(self, steady: Option<Steady>) -> Self {
        Self { steady, ..self }
    }

    /// See [`Device::cut_pieces`].
    pub fn cut_pieces(&mut self, events: u32) {
        self.device.cut_pieces(events);
    }

    /// The scenario.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// Where it is.
    pub fn position(&self) -> Position {
        self.position
    }

    /// Requests of the whole run.
    pub fn requests(&self) -> u32 {
        self.requests
    }

    /// Requests the device has complete: how far a job has come.
    pub fn reached(&self) -> u32 {
        self.at
    }

    /// The visible state.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The device, which inside a request is at that request's end already.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The way back from logical pages to the trace; `None`: the workload is drawn, or its addresses are folded.
    pub fn origins(&self) -> Option<Origins> {
        self.source.origins()
    }

    /// Checkpoints and lanes.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The report at this position. Times are those of complete requests.
    pub fn report(&self) -> Report {
        Report {
            state_hash: self.view.hash(),
            write_amplification_drained: self.drained(),
            ..self.figures()
        }
    }

    /// The write amplification if the write buffer were written out here: tried on a copy of the device, which takes as long as
    /// copying it. Inside a request the device is ahead of the position: then there is none.
    pub fn drained(&self) -> Option<f64> {
        self.device.buffer()?;
        let writes = self.view.counters().host.writes;
        if self.position.event > 0 || writes == 0 {
            return None;
        }
        let programs = self.device.programs_when_drained()?;
        Some(programs as f64 / writes as f64)
    }

    /// The report without what takes longer than all the rest: the hash of the state, and the buffer written out.
    pub fn figures(&self) -> Report {
        let counters = self.view.counters();
        let timed = match &self.recorded {
            Some(r) if self.position.request == r.request => r.times,
            _ => self.device.times(),
        };
        let recovery = ftl::Cause::Recovery as usize;
        let timing = self.setup.timing;
        let us = |ns: u128| ns as f64 / 1000.0;
        Report {
            addresses: self.addresses,
            steady: self.steady,
            buffer: self.view.buffer_counts(),
            recovery_us: us(timing.total_ns(
                counters.reads[recovery],
                counters.programs[recovery],
                counters.erases[recovery],
            )),
            full_scan_us: us(timing.total_ns(counters.recovery.full_scan, 0, 0)),
            scenario_hash: self.setup.hash.clone(),
            wear: Wear::of(self.view.chip().erase_counts()),
            parallel: match &self.recorded {
                Some(r) if self.position.request == r.request => r.parallel.clone(),
                _ => self.device.parallel_report(),
            },
            service_us: timed.service,
            response_us: timed.response,
            arrivals_us: timed.arrivals_us,
            overload: timed.overload,
            waiting: timed.waiting,
            energy_uj: self.setup.energy.total_uj(
                counters.total_reads(),
                counters.total_programs(),
                counters.total_erases(),
            ),
            ..Report::of_counters(counters, self.setup.geometry.page_bytes)
        }
    }

    /// Back to the beginning, for a run in lockstep.
    pub fn restart(&mut self) {
        self.goal = None;
        self.rewind(0);
        self.settle();
    }

    /// The position is before a request, and everything before it was served.
    fn stand_at(&mut self, request: u32) {
        self.recorded = None;
        self.pursue(Position::before(request), &mut { u64::MAX })
            .unwrap_or_else(|s| panic!("request {} was served before", s.request));
    }

    /// Serves one request silently from between two requests: the bulk path. For lockstep comparison.
    pub fn serve_one(&mut self) -> Result<Option<Cost>, Stopped> {
        let Some(request) = self.device.next_request(&mut self.source) else {
            return Ok(None);
        };
        let cost = self.serve(&request)?;
        self.timeline.pass(self.at, &mut self.device, &self.source);
        Ok(Some(cost))
    }

    fn serve(&mut self, request: &Request) -> Result<Cost, Stopped> {
        self.choose();
        match self.device.serve(request, &mut Silent) {
            Ok(cost) => {
                self.at += 1;
                Ok(cost)
            }
            Err(error) => Err(self.stop(error)),
        }
    }

    fn serve_all(&mut self, requests: &[Request]) -> Result<(), Stopped> {
        if !self.intervened {
            return match self.device.serve_all(requests) {
                Ok(()) => {
                    self.at += requests.len() as u32;
                    Ok(())
                }
                Err((served, error)) => {
                    self.at += served;
                    Err(self.stop(error))
                }
            };
        }
        self.device.look_ahead(requests);
        for request in requests {
            self.serve(request)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn choose(&mut self) {
        if self.intervened {
            self.device.intervene(&self.setup, self.at);
        }
    }

    /// A request failed in its middle: back to where the device was before it.
    fn stop(&mut self, error: ServeError) -> Stopped {
        let request = self.at;
        self.goal = None;
        self.rewind(request);
        self.stand_at(request);
        Stopped { request, error }
    }

    /// The view of the device, between requests.
    fn settle(&mut self) {
        self.recorded = None;
        self.view = View::of(&self.device);
        self.position = Position::before(self.at);
    }

    /// Restores the nearest checkpoint at or before `request`.
    fn rewind(&mut self, request: u32) {
        (self.at, self.source) = self.timeline.restore(request, &mut self.device);
    }

    /// Brings the device to be before `request`, silently. False: out of fuel.
    fn reach(&mut self, request: u32, fuel: &mut u64) -> Result<bool, Stopped> {
        let nearest = self.timeline.nearest(request);
        if self.at > request || nearest.is_some_and(|n| n > self.at) {
            self.rewind(request);
            self.recorded = None;
        }
        let near = request.saturating_sub(NEAR / 2);
        let stepping_back = matches!(self.goal, Some(Goal::Step { back: true, .. }));
        let mut requests = Vec::with_capacity(AHEAD as usize);
        while self.at < request {
            if *fuel == 0 {
                return Ok(false);
            }
            let mut stop = self.timeline.next_stop(self.at).min(request);
            if stepping_back && request - self.at > NEAR {
                stop = stop.min(near);
            } else if stepping_back && self.at == near && self.timeline.nearest(near) != Some(near)
            {
                self.timeline
                    .stay_near(near, &mut self.device, &self.source);
            }
            let before = self.device.effort();
            while self.at < stop {
                let n = AHEAD.min(stop - self.at);
                self.device
                    .next_requests(&mut self.source, &mut requests, n);
                if requests.is_empty() {
                    return Ok(true);
                }
                self.serve_all(&requests)?;
                let done = self.device.effort() - before;
                if done >= *fuel {
                    break;
                }
            }
            *fuel = fuel.saturating_sub((self.device.effort() - before).max(1));
            self.timeline.pass(self.at, &mut self.device, &self.source);
        }
        Ok(true)
    }

    /// A copy that may go another way from the current request on: `setup` has the same past, and more interventions.
    #[must_use]
    pub fn fork(&self, setup: Arc<Setup>) -> Self {
        let mut fork = self.clone();
        fork.intervened = intervenes(&setup);
        fork.setup = setup;
        let request = fork.position.request;
        fork.timeline.cut(request);
        fork.goal = None;
        fork.tally = None;
        if fork.at != request {
            // Inside a request the device is at its end: that request must be served again.
            fork.stand_at(request);
        }
        fork
    }
}

fn intervenes(setup: &Setup) -> bool {
    !setup.interventions.is_empty() || !setup.changes.is_empty()
}
