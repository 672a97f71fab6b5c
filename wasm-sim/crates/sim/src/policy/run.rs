//! A run with a program that decides.

use std::cell::RefCell;
use std::rc::Rc;

use ftl::{Asks, Event, Halt, Scheme, Silent};
use serde::Serialize;

use super::driver::{Driver, Made};
use super::{DeviceFacts, FUNCTIONS, Program};
use crate::device::{Device, ServeError};
use crate::failure::{Failure, FailureKind};
use crate::preparation::Preparation;
use crate::scenario::{self, Intervention, Repeat, Setup};
use crate::view::View;
use crate::workload::{Source, WorkloadSpec};

/// Most lines of a log that are kept, and characters of each.
const LINES: usize = 1_000;
const LINE: usize = 500;

/// Requests up to which decisions are kept for the stage. Longer runs are served without events, several times as fast.
const MOST_SEEN: u32 = 100_000;
/// Most decisions that are kept.
const DECISIONS: usize = 50_000;

/// A line that a program logged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Logged {
    /// The request under way, from 0.
    pub request: u32,
    /// The line.
    pub text: String,
}

/// See the module.
pub struct Run {
    setup: Setup,
    device: Device,
    source: Source,
    asks: Asks,
    driver: Rc<RefCell<Driver>>,
    events: Vec<Event>,
    /// Otherwise notes take their place, and no decision is kept for the stage.
    keeps_events: bool,
    at: u32,
    total: u32,
    choices: Vec<Intervention>,
    decisions: Vec<u32>,
    log: Vec<Logged>,
    /// Lines beyond [`LINES`].
    unlogged: u64,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "PolicyOutcome"))]
pub struct Outcome {
    /// Requests served.
    pub requests: u32,
    /// Requests in all.
    pub total: u32,
    /// Decisions that the program was asked, in the order of [`FUNCTIONS`].
    pub asked: [u64; FUNCTIONS.len()],
    /// Its choices other than the scheme's own, in order.
    pub choices: Vec<Intervention>,
    /// Its decisions in a run of at most 100,000 requests, the first 50,000 of them, six numbers each: request, events of the request before it, number of the function,
    /// the scheme's own choice, its own, candidates that it saw.
    pub decisions: Vec<u32>,
    /// The lines it logged.
    pub log: Vec<Logged>,
    /// Lines that were not kept.
    pub unlogged: u64,
    /// Bytes of state that it keeps.
    pub state_bytes: u64,
    /// Hash of the device at the end (SPEC 11.10).
    pub state_hash: String,
}

fn refuse(field: &str, message: &str, remedy: &str) -> Failure {
    Failure {
        field: Some(field.to_owned()),
        ..Failure::new(FailureKind::Scenario, message, remedy)
    }
}

/// The device when counting starts, its requests, and how many they are.
pub(super) fn prepared(setup: &Setup) -> Result<(Device, Source, u32), Failure> {
    if setup.parallel.is_some() {
        return Err(refuse(
            "host",
            "a policy is run one request after another, and this `host` serves several side by side",
            "Leave `host` out.",
        ));
    }
    if matches!(setup.workload, WorkloadSpec::Trace { .. }) {
        return Err(refuse(
            "workload",
            "a policy is run on requests that the scenario itself holds, and these are in a trace",
            "Write them as `ops`: r4, w5+3, t6.",
        ));
    }
    if matches!(setup.repeat, Repeat::UntilSteady { .. }) {
        return Err(refuse(
            "workload.repeat",
            "a policy is run on a known number of requests",
            "Give `repeat` a number.",
        ));
    }
    let mut source = Source::workload(setup, &|_| None)?;
    let mut device = Device::new(setup).map_err(|e| {
        refuse(
            &format!("initial.{}", e.table),
            &e.message,
            "Correct it, or leave out what the pages imply.",
        )
    })?;
    let total = source.len() - setup.warmup_requests.min(source.len());
    let mut preparation = Preparation::new(setup);
    while let Some(request) = preparation.next(&device) {
        device.prepare(&request).map_err(|e| unserved(None, &e))?;
    }
    for request in source.by_ref().take(setup.warmup_requests as usize) {
        device.prepare(&request).map_err(|e| unserved(None, &e))?;
    }
    device.start_counting();
    Ok((device, source, total))
}

impl Run {
    /// Prepares a scenario, and starts the program on it.
    ///
    /// # Errors
    /// What is wrong with the scenario, or with the program in `init`.
    pub fn open(scenario: &str, program: Box<dyn Program>) -> Result<Self, Failure> {
        Self::open_as(scenario, program, MOST_SEEN)
    }

    /// The same without events, as long runs of page mapping are served.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_unseen(scenario: &str, program: Box<dyn Program>) -> Result<Self, Failure> {
        Self::open_as(scenario, program, 0)
    }

    fn open_as(scenario: &str, program: Box<dyn Program>, most_seen: u32) -> Result<Self, Failure> {
        let setup = scenario::parse(scenario)?;
        if !setup.interventions.is_empty() {
            return Err(refuse(
                "interventions",
                "these choices would take the place of the policy's",
                "Leave out those with `choose`; options that change may stay.",
            ));
        }
        let (device, source, total) = prepared(&setup)?;
        let mut driver = Driver::new(program, &device);
        let facts = DeviceFacts {
            geometry: setup.geometry,
            logical_pages: setup.logical_pages,
        };
        let begun = driver.program().init(&facts);
        let wanted = driver.wanted();
        let driver = Rc::new(RefCell::new(driver));
        let keeps_events = total <= most_seen || !matches!(setup.scheme, Scheme::Page(_));
        let mut run = Self {
            asks: if keeps_events {
                Asks::program(driver.clone())
            } else {
                Asks::noting(driver.clone(), wanted)
            },
            keeps_events,
            setup,
            device,
            source,
            driver,
            events: Vec::new(),
            at: 0,
            total,
            choices: Vec::new(),
            decisions: Vec::new(),
            log: Vec::new(),
            unlogged: 0,
        };
        let begun = run.driver.borrow_mut().stopped(begun);
        let told = begun.and_then(|()| run.driver.borrow_mut().tell(&[]));
        run.take_log();
        told.map_err(|halt| run.failure(&halt.into()))?;
        Ok(run)
    }

    /// Serves about this many requests more; whether all are served.
    ///
    /// # Errors
    /// Why it could not go on: the program stopped, or chose what cannot be chosen.
    pub fn slice(&mut self, requests: u32) -> Result<bool, Failure> {
        for _ in 0..requests {
            let Some(request) = self.source.next() else {
                return Ok(true);
            };
            self.events.clear();
            self.driver.borrow_mut().next_request(self.at);
            self.device.ask_program(&self.setup, self.at, &self.asks);
            let served = if self.keeps_events {
                let served = self.device.record(&request, &mut self.events);
                served.and_then(|_| Ok(self.driver.borrow_mut().tell(&self.events)?))
            } else {
                self.device.serve(&request, &mut Silent).map(drop)
            };
            if self.driver.borrow_mut().take_called() {
                self.take_log();
            }
            served.map_err(|error| self.failure(&error))?;
            self.keep_decisions();
            self.at += 1;
        }
        if self.at == self.total {
            let rest = self.device.notes();
            let told = self.driver.borrow_mut().tell_notes(&rest);
            self.take_log();
            told.map_err(|halt| self.failure(&halt.into()))?;
        }
        Ok(self.at == self.total)
    }

    /// The decisions of the request that was served.
    fn keep_decisions(&mut self) {
        let request = self.at;
        for made in &self.driver.borrow().made {
            let Made {
                decision,
                event,
                kind,
                own,
                chosen,
                seen,
            } = *made;
            if chosen != own {
                self.choices.push(Intervention {
                    request,
                    decision,
                    choose: chosen,
                });
            }
            if self.keeps_events && self.decisions.len() < 6 * DECISIONS {
                self.decisions
                    .extend([request, event, kind, own, chosen, seen]);
            }
        }
    }

    /// Requests served, and all of them.
    pub fn position(&self) -> (u32, u32) {
        (self.at, self.total)
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The result so far.
    pub fn outcome(&self) -> Outcome {
        let mut driver = self.driver.borrow_mut();
        Outcome {
            requests: self.at,
            total: self.total,
            asked: driver.asked,
            choices: self.choices.clone(),
            decisions: self.decisions.clone(),
            log: self.log.clone(),
            unlogged: self.unlogged,
            state_bytes: driver.program().state_bytes(),
            state_hash: View::of(&self.device).hash(),
        }
    }

    /// The scenario with the program's choices: the same run without the program. Canonical JSON.
    pub fn scenario(&self) -> String {
        let mut setup = self.setup.clone();
        setup.interventions.clone_from(&self.choices);
        scenario::written(&setup)
    }

    fn take_log(&mut self) {
        for mut text in self.driver.borrow_mut().program().take_log() {
            if self.log.len() == LINES {
                self.unlogged += 1;
                continue;
            }
            if let Some((end, _)) = text.char_indices().nth(LINE) {
                text.truncate(end);
                text.push_str(" ...");
            }
            let request = self.at;
            self.log.push(Logged { request, text });
        }
    }

    fn failure(&mut self, error: &ServeError) -> Failure {
        failure_of(&mut self.driver.borrow_mut(), self.at, error)
    }
}

/// Why a request was not served, in the words of someone who wrote the program.
pub(super) fn failure_of(driver: &mut Driver, at: u32, error: &ServeError) -> Failure {
    if let Some(stop) = driver.stop.take() {
        let message = if stop.function.is_empty() {
            stop.message
        } else {
            format!("at request {at}, `{}` {}", stop.function, stop.message)
        };
        return Failure {
            line: stop.line,
            column: stop.column,
            ..Failure::new(FailureKind::Policy, message, stop.remedy)
        };
    }
    if let (ServeError::Halted(Halt::IllegalChoice { choose, .. }), Some(kind)) =
        (error, driver.last)
    {
        let (_, function) = FUNCTIONS[super::number(kind) as usize];
        return Failure::new(
            FailureKind::Policy,
            format!(
                "at request {at}, `{function}` returned {choose}, which is none of the candidates"
            ),
            "Return the `id` of one of them, or `OWN` for the scheme's own choice.",
        );
    }
    unserved(Some(at), error)
}

/// Why a request could not be served, where the program is not the reason.
pub(crate) fn unserved(request: Option<u32>, error: &ServeError) -> Failure {
    let at = request.map_or("the preparation".to_owned(), |at| format!("request {at}"));
    match error {
        ServeError::Halted(_) => Failure::new(
            FailureKind::Policy,
            format!("{at} needs a free block, and none is left"),
            "Choose victims with fewer valid pages.",
        ),
        ServeError::Beyond(limit) => {
            Failure::new(FailureKind::Scenario, limit.message(&at), limit.remedy())
        }
        ServeError::Wrong(violation) => Failure::new(
            FailureKind::Engine,
            format!("the checker stopped at {at}: {violation}"),
            "This is a bug in FTL Lab: please report it with the scenario and the policy.",
        ),
    }
}
