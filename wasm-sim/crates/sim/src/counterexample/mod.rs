//! Searches for a short trace on which an FTL, or a policy, is much worse than another, or breaks (SPEC 13.5).
//!
//! Traces evolve: the worst found so far are changed a little, and kept where that makes them worse still. The worst one is then
//! shortened while it stays nearly as bad. The same seed finds the same trace.

mod evolve;

use ftl::{HostOp, Silent};
use serde::Serialize;

use crate::device::{Device, ServeError};
use crate::failure::{Failure, FailureKind};
use crate::policy::{Program, Session};
use crate::preparation::Preparation;
use crate::scenario::{self, Setup};
use crate::workload::{Request, WorkloadSpec};
use evolve::Pool;

/// Most pages of a device that is searched: each try copies it.
const MOST_PAGES: u32 = 4096;
/// Requests of a trace, at most.
pub const MOST_REQUESTS: usize = 25;
/// A shorter trace is kept if it is this bad, of the longer one.
const NEARLY: f64 = 0.97;

/// How bad a trace is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Badness {
    /// Flash time of all requests, against the rival's.
    #[default]
    Total,
    /// Flash time of the most expensive request.
    Request,
}

/// A trace that was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Counterexample {
    /// The requests, as a scenario's `ops`.
    pub ops: String,
    /// How many there are.
    pub requests: u32,
    /// Flash time of the subject, us: of all requests, or of the most expensive one.
    pub cost_us: f64,
    /// The same of the rival.
    pub rival_us: f64,
    /// Why the subject broke on the last request; `null`: it only is worse.
    pub broke: Option<Failure>,
    /// The subject's scenario with this trace, and with the policy's choices if there is one: canonical JSON.
    pub scenario: String,
    /// Traces tried.
    pub tried: u32,
}

/// A trace with how bad it is.
#[derive(Clone, Debug)]
struct Tried {
    requests: Vec<Request>,
    badness: f64,
    broke: bool,
}

/// See the module.
pub struct Search {
    subject: Setup,
    subject_start: Device,
    rival_start: Device,
    session: Option<Session>,
    by: Badness,
    pool: Pool,
    tried: u32,
    limit: u32,
    /// The worst so far, while it is shortened; from then on traces are no longer made.
    worst: Option<Tried>,
    /// The next request to leave out.
    at: usize,
    ended: bool,
}

fn prepared(setup: &Setup) -> Result<Device, Failure> {
    let mut device = Device::new(setup).map_err(|e| {
        let remedy = "Correct it, or leave out what the pages imply.";
        Failure::new(FailureKind::Scenario, e.message, remedy)
    })?;
    let mut preparation = Preparation::new(setup);
    while let Some(request) = preparation.next(&device) {
        let prepared = device.prepare(&request);
        prepared.map_err(|_| {
            Failure::new(
                FailureKind::Scenario,
                "the preparation needs a free block, and none is left",
                "Give the device more blocks.",
            )
        })?;
    }
    device.start_counting();
    Ok(device)
}

impl Search {
    /// A search on the device and FTL of `subject`, whose workload is not looked at. `rival`: the scenario to compare with, on the same
    /// logical pages; `program`: a policy that decides for the subject.
    ///
    /// # Errors
    /// What is wrong with a scenario, or with the program.
    pub fn open(
        subject: &str,
        rival: &str,
        program: Option<Box<dyn Program>>,
        by: Badness,
        (seed, limit): (u64, u32),
    ) -> Result<Self, Failure> {
        let (subject, rival) = (scenario::parse(subject)?, scenario::parse(rival)?);
        if subject.logical_pages != rival.logical_pages {
            return Err(Failure::new(
                FailureKind::Scenario,
                "the two scenarios have different logical pages",
                "Give both the same `logical_pages`.",
            ));
        }
        if subject.geometry.pages() > MOST_PAGES {
            return Err(Failure {
                field: Some("device".to_owned()),
                ..Failure::new(
                    FailureKind::Scenario,
                    format!("a trace is searched for on {MOST_PAGES} pages at most"),
                    "Take fewer blocks: short traces show the same on a small device.",
                )
            });
        }
        let (subject_start, rival_start) = (prepared(&subject)?, prepared(&rival)?);
        // Writes of a page show an FTL's weakness most plainly; a policy may fail at anything.
        let plain = program.is_none();
        let stride = subject.geometry.pages_per_block;
        let pool = Pool::new(seed, subject.logical_pages, stride, plain);
        Ok(Self {
            session: program.map(Session::new),
            subject_start,
            rival_start,
            subject,
            by,
            pool,
            tried: 0,
            limit,
            worst: None,
            at: 0,
            ended: false,
        })
    }

    /// Tries about this many traces more; whether it is over.
    pub fn slice(&mut self, traces: u32) -> bool {
        for _ in 0..traces {
            if self.ended {
                break;
            }
            self.step();
        }
        self.ended
    }

    /// Traces tried, and how many would be at most.
    pub fn progress(&self) -> (u32, u32) {
        (self.tried, self.limit)
    }

    fn step(&mut self) {
        let Some(worst) = self.worst.take() else {
            let requests = self.pool.next();
            let tried = self.try_trace(requests);
            // One that breaks the subject is bad enough.
            let enough = tried.broke || self.tried >= self.limit;
            self.pool.put(tried);
            if enough {
                self.worst = self.pool.worst().cloned();
            }
            return;
        };
        if self.at >= worst.requests.len() {
            self.worst = Some(worst);
            self.ended = true;
            return;
        }
        let mut fewer = worst.requests.clone();
        fewer.remove(self.at);
        let shorter = self.try_trace(fewer);
        let as_bad = if worst.broke {
            shorter.broke
        } else {
            shorter.badness >= NEARLY * worst.badness
        };
        if as_bad {
            // From the beginning: what was needed before may not be now.
            self.at = 0;
            let badness = worst.badness.max(shorter.badness);
            self.worst = Some(Tried { badness, ..shorter });
        } else {
            self.at += 1;
            self.worst = Some(worst);
        }
    }

    fn try_trace(&mut self, mut requests: Vec<Request>) -> Tried {
        self.tried += 1;
        let (own, broke) = self.subject_costs(&requests);
        if broke {
            requests.truncate(own.len() + 1);
        }
        let rival = self.rival_costs(&requests);
        let badness = match self.by {
            Badness::Total => {
                let (own, rival): (u128, u128) = (own.iter().sum(), rival.iter().sum());
                // A trace that costs the rival nothing says nothing.
                own as f64 / rival.max(1_000) as f64
            }
            Badness::Request => own.iter().copied().max().unwrap_or(0) as f64,
        };
        Tried {
            requests,
            badness,
            broke,
        }
    }

    /// Flash time of each request, ns; and whether the subject could not serve the next one.
    fn subject_costs(&mut self, requests: &[Request]) -> (Vec<u128>, bool) {
        let mut device = self.subject_start.clone();
        if let Some(session) = &mut self.session
            && session.begin(&mut device).is_err()
        {
            return (Vec::new(), true);
        }
        let mut costs = Vec::with_capacity(requests.len());
        for (request, at) in requests.iter().zip(0..) {
            let served = match &mut self.session {
                None => device.serve(request, &mut Silent),
                Some(session) => session.serve(&mut device, &self.subject, at, request),
            };
            match served {
                Ok(cost) => costs.push(self.subject.timing.total_ns(
                    u64::from(cost.reads) + u64::from(cost.oob_reads),
                    cost.programs.into(),
                    cost.erases.into(),
                )),
                Err(_) => return (costs, true),
            }
        }
        (costs, false)
    }

    fn rival_costs(&self, requests: &[Request]) -> Vec<u128> {
        let mut device = self.rival_start.clone();
        let mut costs = Vec::with_capacity(requests.len());
        for request in requests {
            let Ok(cost) = device.serve(request, &mut Silent) else {
                break;
            };
            costs.push(self.subject.timing.total_ns(
                u64::from(cost.reads) + u64::from(cost.oob_reads),
                cost.programs.into(),
                cost.erases.into(),
            ));
        }
        costs
    }

    /// The worst trace so far; `None` before the first one.
    pub fn found(&mut self) -> Option<Counterexample> {
        let tried = self.worst.as_ref().or(self.pool.worst())?.clone();
        let mut setup = self.subject.clone();
        setup.warmup_requests = 0;
        setup.workload = WorkloadSpec::Ops {
            requests: tried.requests.clone().into(),
            interarrival_ns: None,
        };
        let (own, broke) = self.subject_costs(&tried.requests);
        let broke = broke.then(|| self.reason(own.len() as u32));
        if let Some(session) = &self.session {
            setup.interventions = session.choices().to_vec();
        }
        let rival = self.rival_costs(&tried.requests);
        let of = |costs: &[u128]| match self.by {
            Badness::Total => costs.iter().sum::<u128>() as f64 / 1000.0,
            Badness::Request => costs.iter().copied().max().unwrap_or(0) as f64 / 1000.0,
        };
        Some(Counterexample {
            ops: ops(&tried.requests),
            requests: tried.requests.len() as u32,
            cost_us: of(&own),
            rival_us: of(&rival),
            broke,
            scenario: scenario::written(&setup),
            tried: self.tried,
        })
    }

    fn reason(&mut self, request: u32) -> Failure {
        if let Some(failure) = self.session.as_mut().and_then(Session::failure) {
            return failure;
        }
        let error = ServeError::Halted(ftl::Halt::NoFreeBlock);
        crate::policy::unserved(Some(request), &error)
    }
}

/// Requests as a scenario's `ops`.
fn ops(requests: &[Request]) -> String {
    let one = |request: &Request| {
        let letter = match request.op {
            HostOp::Read => 'r',
            HostOp::Write => 'w',
            HostOp::Trim => 't',
        };
        match request.pages {
            1 => format!("{letter}{}", request.lpn),
            pages => format!("{letter}{}+{pages}", request.lpn),
        }
    };
    let all: Vec<String> = requests.iter().map(one).collect();
    all.join(" ")
}
