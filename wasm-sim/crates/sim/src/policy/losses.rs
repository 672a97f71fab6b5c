//! Where a policy loses (SPEC 13.6): the cost of its choices, one at a time, each against the scheme's own. No code is needed: the
//! choices of a run say all.
//!
//! 1. The run with all choices is served once. Before a request with a choice that is tried, two copies of the device go on for the
//!    next [`AHEAD`] requests: the first makes the choices of this request up to and with the tried choice, the second those before it.
//!    From there on both leave everything to the scheme.
//! 2. The regret of the choice is the flash time of the first less that of the second.
//! 3. The first choice is the first difference from the scheme: since then the run with all choices is compared with the scheme alone.

use std::collections::VecDeque;

use ftl::{Decision, Event, Silent, Work};
use serde::Serialize;

use super::run::prepared;
use crate::device::{Device, ServeError};
use crate::failure::Failure;
use crate::scenario::{self, Intervention, Setup};
use crate::workload::{Request, Source};

/// Requests that a choice is judged by.
pub const AHEAD: u32 = 1_000;
/// Choices that are reported.
const WORST: usize = 3;
/// Most choices that are tried.
const MOST: usize = 2_000;
/// Pages that the copies of the device may have in all, over two.
const COPIED: usize = 1 << 28;
/// Choices that are tried whatever the device.
const FEWEST: usize = 16;

/// A choice and its cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Loss {
    /// The request, from 0.
    pub request: u32,
    /// Which decision of the request, from 0.
    pub decision: u32,
    /// Events of the request before it.
    pub event: u32,
    /// The kind of decision.
    pub kind: Decision,
    /// The policy's choice.
    pub chosen: u32,
    /// The scheme's own choice.
    pub own: u32,
    /// Flash time with the policy's choice, us.
    pub cost_us: f64,
    /// The same with the scheme's own.
    pub own_us: f64,
}

/// Where a policy loses.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "PolicyLosses"))]
pub struct Losses {
    /// Requests that a choice is judged by, or fewer at the end of the run.
    pub ahead: u32,
    /// Choices of the policy.
    pub choices: u32,
    /// Choices that were tried.
    pub tried: u32,
    /// The first choice: the policy from there on, and the scheme from there on.
    pub first: Option<Loss>,
    /// The choices with the most regret, the worst first: the choice and the scheme from there on, and the scheme alone.
    pub worst: Vec<Loss>,
}

/// The comparison under way.
pub struct Comparison {
    setup: Setup,
    /// The scenario without choices: what changes by itself stays.
    plain: Setup,
    /// Before request `at`, with all choices so far.
    device: Device,
    source: Source,
    /// The requests from `at` on.
    ahead: VecDeque<Request>,
    at: u32,
    total: u32,
    /// The choices to try, ascending; from `next` on they are to come.
    tried: Vec<Intervention>,
    next: usize,
    /// Work of the device before the first choice.
    began: Work,
    first: Option<Loss>,
    /// The cost of the first choice is still to be known.
    open: bool,
    worst: Vec<(u128, Loss)>,
}

impl Comparison {
    /// Prepares a scenario with the choices of a policy.
    ///
    /// # Errors
    /// As [`super::Run::open`].
    pub fn open(scenario: &str) -> Result<Self, Failure> {
        let setup = scenario::parse(scenario)?;
        let (device, source, total) = prepared(&setup)?;
        let all = &setup.interventions;
        let pages = setup.geometry.pages() as usize;
        let most = (COPIED / pages).clamp(FEWEST, MOST);
        // Spread evenly over all, the first one among them.
        let count = all.len().min(most);
        let tried = (0..count).map(|i| all[i * all.len() / count]).collect();
        Ok(Self {
            plain: Setup {
                interventions: Vec::new(),
                ..setup.clone()
            },
            setup,
            device,
            source,
            ahead: VecDeque::new(),
            at: 0,
            total,
            tried,
            next: 0,
            began: Work::default(),
            first: None,
            open: false,
            worst: Vec::new(),
        })
    }

    /// Serves about this many requests more; whether it is over.
    ///
    /// # Errors
    /// A choice that cannot be made.
    pub fn slice(&mut self, requests: u32) -> Result<bool, Failure> {
        for _ in 0..requests {
            if self.next == self.tried.len() && !self.open {
                return Ok(true);
            }
            let wanted = AHEAD as usize - self.ahead.len();
            self.ahead.extend(self.source.by_ref().take(wanted));
            let Some(request) = self.ahead.front().copied() else {
                self.close();
                return Ok(true);
            };
            self.request(&request)
                .map_err(|e| super::unserved(Some(self.at), &e))?;
            self.ahead.pop_front();
            self.at += 1;
            if self.open && self.at == self.first.as_ref().map_or(0, |f| f.request) + AHEAD {
                self.close();
            }
        }
        Ok(self.next == self.tried.len() && !self.open)
    }

    /// Requests served, and all of them.
    pub fn position(&self) -> (u32, u32) {
        (self.at, self.total)
    }

    /// The result so far.
    pub fn losses(&self) -> Losses {
        Losses {
            ahead: AHEAD,
            choices: self.setup.interventions.len() as u32,
            tried: self.next as u32,
            first: self.first.clone(),
            worst: self.worst.iter().map(|(_, loss)| loss.clone()).collect(),
        }
    }

    /// Tries the choices of a request, and serves it with all of them.
    fn request(&mut self, request: &Request) -> Result<(), ServeError> {
        let at = self.at;
        let here = self.tried[self.next..].iter();
        let here: Vec<Intervention> = here.take_while(|i| i.request == at).copied().collect();
        self.device.intervene(&self.setup, at);
        if here.is_empty() {
            return self.device.serve(request, &mut Silent).map(drop);
        }
        // They take more memory than a small device, and each copy has them.
        self.device.forget_times();
        let before = self.device.clone();
        let mut events = Vec::new();
        self.device.record(request, &mut events)?;
        let choices = self.setup.choices_of(at);
        for choice in here {
            self.next += 1;
            let up_to = |most: u32| {
                let made = choices.iter().filter(|&&(decision, _)| decision < most);
                self.cost(&before, made.copied().collect())
            };
            let Some(mut loss) = loss_of(&events, choice) else {
                continue;
            };
            let theirs = up_to(choice.decision + 1);
            let own = up_to(choice.decision);
            if let (None, Some(own)) = (&self.first, own) {
                self.began = before.work();
                self.open = true;
                loss.own_us = us(own);
                self.first = Some(loss.clone());
            }
            // One of them ran out of free blocks: there is no cost to compare.
            let (Some(theirs), Some(own)) = (theirs, own) else {
                continue;
            };
            (loss.cost_us, loss.own_us) = (us(theirs), us(own));
            self.put(theirs.saturating_sub(own), loss);
        }
        Ok(())
    }

    /// Keeps the worst; of equal ones the earlier.
    fn put(&mut self, regret: u128, loss: Loss) {
        if regret == 0 {
            return;
        }
        let at = self.worst.partition_point(|&(r, _)| r >= regret);
        self.worst.insert(at, (regret, loss));
        self.worst.truncate(WORST);
    }

    /// Flash time, ns, of the requests ahead with these choices in the first, and the scheme's own ones in all others; `None` if they
    /// cannot be served.
    fn cost(&self, before: &Device, choices: Vec<(u32, u32)>) -> Option<u128> {
        let mut device = before.clone();
        let began = device.work();
        let mut choices = Some(choices);
        for (request, at) in self.ahead.iter().zip(self.at..) {
            device.intervene(&self.plain, at);
            device.set_choices(choices.take().unwrap_or_default());
            device.serve(request, &mut Silent).ok()?;
        }
        Some(self.time(began, device.work()))
    }

    /// Flash time between two moments, ns.
    fn time(&self, from: Work, to: Work) -> u128 {
        self.setup.timing.total_ns(
            to.reads + to.oob_reads - from.reads - from.oob_reads,
            to.programs - from.programs,
            to.erases - from.erases,
        )
    }

    /// The requests by which the first choice is judged are over.
    fn close(&mut self) {
        self.open = false;
        let cost = us(self.time(self.began, self.device.work()));
        if let Some(first) = &mut self.first {
            first.cost_us = cost;
        }
    }
}

fn us(ns: u128) -> f64 {
    ns as f64 / 1000.0
}

/// A choice as the events of its request have it, without its cost; `None` if it was the scheme's own.
fn loss_of(events: &[Event], choice: Intervention) -> Option<Loss> {
    events.iter().zip(0..).find_map(|(event, at)| match *event {
        Event::Intervened {
            decision,
            kind,
            instead_of,
            chosen,
        } if decision == choice.decision => Some(Loss {
            request: choice.request,
            decision,
            event: at,
            kind,
            chosen,
            own: instead_of,
            cost_us: 0.0,
            own_us: 0.0,
        }),
        _ => None,
    })
}
