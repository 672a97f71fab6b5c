//! A challenge of "be the FTL": at each decision point of the asked kinds a person chooses instead of the scheme. The
//! cost is compared with the scheme's and with the least that any choices cost.
//!
//! A challenge is a file ([`document`]), and replaying it is scoring it: natively and in the page the same code serves the same
//! requests on a [`Device`] without view or timeline. Only small challenges are played: see [`MOST_PAGES`], [`MOST_REQUESTS`].

mod command;
pub mod document;
mod options;
pub mod protocol;
pub mod search;
#[cfg(test)]
#[allow(
    clippy::float_cmp,
    reason = "costs are whole nanoseconds, added up in integers"
)]
mod tests;

use ftl::{Ask, Asked, Decision, Event, Halt, Silent, Sink};

pub use command::ChallengeSession;
use document::Document;
use protocol::{ChallengeShown, ChoiceShown, Costs, Goal, PointShown};

use crate::device::{Device, Recorder, ServeError};
use crate::failure::{Failure, FailureKind};
use crate::preparation::Preparation;
use crate::scenario::{Repeat, Setup};
use crate::workload::{Request, Source, WorkloadSpec};

/// Largest device of a challenge: a person is shown every candidate.
pub const MOST_PAGES: u32 = 16_384;
/// Last request of a challenge, at most: every look replays it.
pub const MOST_REQUESTS: u32 = 20_000;

/// See the module.
pub struct Challenge {
    document: Document,
    /// One past the last request.
    until: u32,
    /// The device before request `from`: with the interventions that come earlier.
    start: Device,
    /// Requests from `from` on.
    requests: Vec<Request>,
    /// The cost of the scheme alone at the start of each of them, and at the end.
    scheme: Vec<u128>,
}

/// A round's file holds its requests, a known number of them.
fn in_the_file(document: &Document) -> Result<(), Failure> {
    let (field, message, remedy) = match &document.setup {
        Setup {
            workload: WorkloadSpec::Trace { .. },
            ..
        } => (
            "workload",
            "a round's file holds all its requests, and these are in a trace",
            "Write them as `ops`: r4, w5+3, t6.",
        ),
        Setup {
            repeat: Repeat::UntilSteady { .. },
            ..
        } => (
            "workload.repeat",
            "a round has a known number of requests",
            "Give it a number.",
        ),
        _ => return Ok(()),
    };
    let field = document.field(field);
    Err(document.problem(FailureKind::Round, &field, message.to_owned(), remedy))
}

/// That requests are not served side by side.
fn one_after_another(document: &Document) -> Result<(), Failure> {
    if document.setup.parallel.is_none() {
        return Ok(());
    }
    Err(document.problem(
        FailureKind::Round,
        &document.field("host"),
        "a round is played one request after another, and this `host` serves several side by side"
            .to_owned(),
        "Leave `host` out.",
    ))
}

/// A request that was served up to where someone is asked, or to its end.
pub(crate) enum Served {
    /// To its end.
    Whole,
    /// Up to a decision point.
    Asked(Asked),
}

impl Challenge {
    /// A challenge from its file, before its first request.
    ///
    /// # Errors
    /// What is wrong with the file, or too large to be played.
    pub fn open(text: &str) -> Result<Self, Failure> {
        let document = Document::parse(text)?;
        let setup = &document.setup;
        let refuse = |field: &str, message: String, remedy: &str| {
            Err(document.problem(FailureKind::Round, field, message, remedy))
        };
        let pages = setup.geometry.pages();
        if pages > MOST_PAGES {
            return refuse(
                &document.field("device"),
                format!(
                    "a round is played on {MOST_PAGES} pages at most, and the device has {pages}"
                ),
                "Take fewer blocks, or fewer pages per block.",
            );
        }
        one_after_another(&document)?;
        if !setup.power_cuts.is_empty() {
            return refuse(
                &document.field("power_cut"),
                "power is lost in the middle of a round".to_owned(),
                "Leave it out.",
            );
        }
        in_the_file(&document)?;
        let mut source = Source::workload(setup, &|_| None)?;
        let all = source.len() - setup.warmup_requests.min(source.len());
        let until = document.until.unwrap_or(all);
        if until > all || document.from >= until {
            let field = if until > all {
                "round.until"
            } else {
                "round.from"
            };
            return refuse(
                field,
                format!(
                    "there is no request from {} to {until} of {all}",
                    document.from
                ),
                "Requests count from 0, those of the warm-up not among them; `until` is one past the last.",
            );
        }
        if until > MOST_REQUESTS {
            return refuse(
                "round.until",
                format!(
                    "a round ends at request {MOST_REQUESTS} at the latest, and this one at {until}"
                ),
                "Give `round` an `until`.",
            );
        }
        let mut device = Device::new(setup).map_err(|e| {
            let field = document.field(&format!("initial.{}", e.table));
            document.problem(
                FailureKind::Scenario,
                &field,
                e.message,
                "Correct it, or leave out what the pages imply.",
            )
        })?;
        let mut preparation = Preparation::new(setup);
        while let Some(request) = preparation.next(&device) {
            device
                .prepare(&request)
                .map_err(|e| document.stopped(None, &e))?;
        }
        for request in source.by_ref().take(setup.warmup_requests as usize) {
            device
                .prepare(&request)
                .map_err(|e| document.stopped(None, &e))?;
        }
        device.start_counting();
        let mut requests: Vec<Request> = source.take(until as usize).collect();
        let rest = requests.split_off(document.from as usize);
        for (at, request) in (0..).zip(&requests) {
            device.intervene(&document.setup, at);
            device
                .serve(request, &mut Silent)
                .map_err(|e| document.stopped(Some(at), &e))?;
        }
        device.forget_times();
        let mut challenge = Self {
            until,
            start: device,
            requests: rest,
            scheme: Vec::new(),
            document,
        };
        challenge.scheme = challenge.alone()?;
        Ok(challenge)
    }

    /// The cost of the scheme alone.
    fn alone(&self) -> Result<Vec<u128>, Failure> {
        let mut device = self.start.clone();
        let mut costs = vec![0];
        for request in self.document.from..self.until {
            self.serve(&mut device, request, Vec::new(), false, &mut Silent)
                .map_err(|e| self.document.stopped(Some(request), &e))?;
            costs.push(self.cost(&device));
        }
        Ok(costs)
    }

    /// Serves a request with some of its decisions overridden, up to the first other one that is asked if `ask`. On an error,
    /// or when someone is asked, the device is in the middle of it.
    pub(crate) fn serve<S: Sink>(
        &self,
        device: &mut Device,
        request: u32,
        overrides: Vec<(u32, u32)>,
        ask: bool,
        sink: &mut S,
    ) -> Result<Served, ServeError> {
        device.intervene(&self.document.setup, request);
        device.set_choices(overrides);
        if ask {
            device.ask(Ask {
                kinds: self.document.kinds.clone(),
                met: None,
            });
        }
        let request = &self.requests[(request - self.document.from) as usize];
        match device.serve(request, sink) {
            Ok(_) => {
                device.forget_times();
                Ok(Served::Whole)
            }
            Err(ServeError::Halted(Halt::Asked)) => {
                let asked = device.asked().expect("who halts to ask says what");
                Ok(Served::Asked(asked))
            }
            Err(error) => Err(error),
        }
    }

    /// The spent cost since the start of the challenge: nanoseconds, blocks or pages.
    pub(crate) fn cost(&self, device: &Device) -> u128 {
        self.spent(device) - self.spent(&self.start)
    }

    fn spent(&self, device: &Device) -> u128 {
        let (work, counters) = (device.work(), device.counters());
        match self.document.goal {
            Goal::FlashTime => self.document.setup.timing.total_ns(
                work.reads + work.oob_reads,
                work.programs,
                work.erases,
            ),
            Goal::Erases => work.erases.into(),
            Goal::Copies => (work.programs - counters.programs[ftl::Cause::Host as usize]).into(),
        }
    }

    /// A cost in the goal's unit.
    pub fn shown(&self, cost: u128) -> f64 {
        match self.document.goal {
            Goal::FlashTime => cost as f64 / 1000.0,
            Goal::Erases | Goal::Copies => cost as f64,
        }
    }

    /// Where the challenge is; `rest`: with all that is left open decided by the scheme.
    ///
    /// # Errors
    /// A choice that cannot be made.
    pub fn look(&self, rest: bool) -> Result<ChallengeShown, Failure> {
        let d = &self.document;
        let costs = |request: u32, device: &Device| Costs {
            person: self.shown(self.cost(device)),
            scheme: self.shown(self.scheme[(request - d.from) as usize]),
        };
        let mut device = self.start.clone();
        let (mut choices, mut at, mut so_far) = (Vec::new(), None, None);
        for request in d.from..self.until {
            let overrides = d.setup.choices_of(request);
            if !rest && at.is_none() {
                at = self.point(&device, request, &overrides)?;
                so_far = at.is_some().then(|| costs(request, &device));
            }
            self.replay(&mut device, request, overrides, &mut choices)?;
        }
        let total = costs(self.until, &device);
        let so_far = so_far.unwrap_or(total);
        let scenario = d.setup.canonical.clone();
        Ok(ChallengeShown {
            goal: d.goal,
            from: d.from,
            until: self.until,
            kinds: d.kinds.clone(),
            file: document::text(d.goal, d.from, self.until, &d.kinds, &scenario),
            scenario,
            choices,
            at,
            so_far,
            total,
        })
    }

    /// Serves a request with its choices, and notes them.
    fn replay(
        &self,
        device: &mut Device,
        request: u32,
        overrides: Vec<(u32, u32)>,
        choices: &mut Vec<ChoiceShown>,
    ) -> Result<(), Failure> {
        if overrides.is_empty() {
            return self
                .serve(device, request, overrides, false, &mut Silent)
                .map(|_| ())
                .map_err(|e| self.document.stopped(Some(request), &e));
        }
        let last = overrides.last().map_or(0, |&(decision, _)| decision);
        let mut events: Vec<Event> = Vec::new();
        self.serve(
            device,
            request,
            overrides,
            false,
            &mut Recorder::whole(&mut events),
        )
        .map_err(|e| self.document.stopped(Some(request), &e))?;
        if device.decisions() <= last {
            let field = self.document.intervention(request, last);
            return Err(self.document.problem(
                FailureKind::Intervention,
                &field,
                format!(
                    "request {request} has {} decision points, and none is number {last}",
                    device.decisions()
                ),
                "They count from 0 inside a request; `ftl-lab play` shows the first that is open.",
            ));
        }
        choices.extend(events.iter().filter_map(|event| match *event {
            Event::Intervened {
                decision,
                kind,
                instead_of,
                chosen,
            } => Some(ChoiceShown {
                request,
                decision,
                kind,
                choose: chosen,
                own: instead_of,
            }),
            _ => None,
        }));
        Ok(())
    }

    /// The first decision point of a request that is open.
    fn point(
        &self,
        before: &Device,
        request: u32,
        overrides: &[(u32, u32)],
    ) -> Result<Option<PointShown>, Failure> {
        let mut device = before.clone();
        let mut events: Vec<Event> = Vec::new();
        let served = self
            .serve(
                &mut device,
                request,
                overrides.to_vec(),
                true,
                &mut Recorder::whole(&mut events),
            )
            .map_err(|e| self.document.stopped(Some(request), &e))?;
        let Served::Asked(asked) = served else {
            return Ok(None);
        };
        // The scheme's own choice is made, to see what it says of the candidates.
        let mut told: Vec<Event> = Vec::new();
        let mut own = overrides.to_vec();
        let place = own.partition_point(|&(decision, _)| decision < asked.decision);
        own.insert(place, (asked.decision, asked.own));
        let mut other = before.clone();
        self.serve(
            &mut other,
            request,
            own,
            false,
            &mut Recorder::whole(&mut told),
        )
        .map_err(|e| self.document.stopped(Some(request), &e))?;
        Ok(Some(PointShown {
            request,
            decision: asked.decision,
            events: events.len() as u32,
            kind: asked.kind,
            spent: self.shown(self.cost(&device)),
            own: asked.own,
            options: options::of(&device, &asked, &told[events.len()..]),
        }))
    }

    /// The device at the end of the challenge, with the file's choices.
    ///
    /// # Errors
    /// As [`Self::look`].
    pub fn end(&self) -> Result<Device, Failure> {
        let mut device = self.start.clone();
        for request in self.document.from..self.until {
            let overrides = self.document.setup.choices_of(request);
            self.replay(&mut device, request, overrides, &mut Vec::new())?;
        }
        Ok(device)
    }

    /// The content of the file.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// First request, and one past the last.
    pub(crate) fn span(&self) -> (u32, u32) {
        (self.document.from, self.until)
    }

    /// The device at the start of the challenge.
    pub(crate) fn start(&self) -> &Device {
        &self.start
    }

    /// The cost of the scheme alone.
    pub(crate) fn scheme_cost(&self) -> u128 {
        *self.scheme.last().expect("one more than requests")
    }
}

/// A decision by its name in files.
pub fn name(kind: Decision) -> String {
    let quoted = crate::json::text(&kind);
    quoted.trim_matches('"').to_owned()
}
