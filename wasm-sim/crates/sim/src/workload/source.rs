//! A workload or a step of the precondition at work.

use std::rc::Rc;
use std::sync::Arc;

use ftl::HostOp;
use nand::Columns;
use trace::{Ends, Mapper, Mapping, Op, Origins, Placed, Reader, Span, TooFewPages, Trace};

use super::generator::Generator;
use super::poisson::Arrivals;
use super::refusals::{
    cannot_be_moved, no_temperatures, no_trace, refuse_aliased, refuse_endless, short_trace,
    too_few_pages, too_often,
};
use super::{Request, WorkloadSpec};
use crate::failure::Failure;
use crate::report::Addresses;
use crate::rng::{Purpose, Rng};
use crate::scenario::{Aliasing, Precondition, Repeat, Setup};

/// Finds an imported trace by its name.
pub type Traces<'a> = &'a dyn Fn(&str) -> Option<Rc<Trace>>;

/// Requests, one after another. Cheap to clone: what is large is shared.
#[derive(Clone, Debug)]
pub struct Source {
    /// Requests handed out.
    done: u32,
    /// Requests in all.
    total: u32,
    /// Requests of one pass; all of what is not repeated.
    pass: u32,
    /// Requests handed out when the clock started.
    epoch: u32,
    /// Where a fill goes on, or a trace.
    at: u32,
    rng: Rng,
    /// Time between arrivals.
    interarrival_ns: Option<u64>,
    /// Where requests come at random.
    arrivals: Option<Arrivals>,
    /// Whether trims access no page.
    ignores_trims: bool,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    List(Arc<[Request]>),
    Generated(Generator),
    Trace {
        trace: Rc<Trace>,
        reader: Reader,
        mapper: Mapper,
        page_bytes: u32,
        /// From the first arrival of a pass to its last, which is the first of the next.
        span_ns: u64,
    },
    /// Pages `at`, `at + 1`, ...: one write each.
    Fill,
    /// These pages, one write each.
    Order(Arc<[u32]>),
    /// Pages 0 to n - 1, then any of them: one write each.
    FillThenUniform(u32),
}

impl Source {
    /// The workload of a scenario.
    ///
    /// # Errors
    /// If it is a trace and there is none of that name; if it has no more requests than the warm-up; or if
    /// it is to be compacted onto a device of fewer pages than it touches.
    pub fn workload(setup: &Setup, traces: Traces<'_>) -> Result<Self, Failure> {
        let pass = Self::one_pass(setup, traces)?;
        let total = match setup.repeat {
            Repeat::UntilSteady { .. } => pass.total,
            Repeat::Times(times) => pass
                .total
                .checked_mul(times)
                .ok_or_else(|| too_often(times, pass.total))?,
        };
        if setup.warmup_requests > 0 && setup.warmup_requests >= total {
            return Err(short_trace(setup.warmup_requests, total));
        }
        Ok(Self {
            total,
            ignores_trims: setup.ignores_trims,
            ..pass
        })
    }

    fn one_pass(setup: &Setup, traces: Traces<'_>) -> Result<Self, Failure> {
        Ok(match &setup.workload {
            WorkloadSpec::Ops {
                requests,
                interarrival_ns,
            } => {
                let kind = Kind::List(Arc::clone(requests));
                let source = Self::new(
                    setup.seed,
                    Purpose::Workload,
                    requests.len() as u32,
                    0,
                    kind,
                );
                Self {
                    interarrival_ns: *interarrival_ns,
                    arrivals: Arrivals::of(setup, *interarrival_ns),
                    ..source
                }
            }
            WorkloadSpec::Trace {
                path,
                mapping,
                aliasing,
                shift_bytes,
                requests,
                ..
            } => {
                let mut trace = traces(path).ok_or_else(|| no_trace(path))?;
                if *shift_bytes > 0 {
                    trace = Rc::new(trace.moved(*shift_bytes).map_err(cannot_be_moved)?);
                }
                let tells_hot = trace.tells_hot();
                let of = |mapping| Self::trace(setup, Rc::clone(&trace), mapping, *requests);
                let source =
                    of(*mapping).map_err(|error| too_few_pages(error, setup.logical_pages))?;
                if let Kind::Trace { span_ns, .. } = source.kind {
                    let passes = match setup.repeat {
                        Repeat::Times(times) => times,
                        Repeat::UntilSteady { .. } => 1,
                    };
                    refuse_endless(span_ns, passes)?;
                }
                // Compacted, none is changed: the trace need not be read for that.
                if *mapping != Mapping::Compact && *aliasing == Aliasing::Refuse {
                    refuse_aliased(source.addresses(), || of(Mapping::Compact).err())?;
                }
                if setup.scheme.asks_workload() && !tells_hot {
                    return Err(no_temperatures(path));
                }
                source
            }
            _ => {
                let (common, generator) =
                    Generator::of(setup, Purpose::Workload).expect("all others are generated");
                let kind = Kind::Generated(generator);
                Self {
                    interarrival_ns: common.interarrival_ns,
                    arrivals: Arrivals::of(setup, common.interarrival_ns),
                    ..Self::new(setup.seed, Purpose::Workload, common.requests, 0, kind)
                }
            }
        })
    }

    /// Step `step` of a scenario's precondition.
    ///
    /// # Panics
    /// If there is no such step.
    pub fn precondition(setup: &Setup, step: u32) -> Self {
        let purpose = Purpose::Precondition(step);
        let n = setup.logical_pages;
        let new = |total, at, kind| Self::new(setup.seed, purpose, total, at, kind);
        match setup.preconditions[step as usize] {
            Precondition::Sequential { from, pages } => new(pages, from, Kind::Fill),
            Precondition::RandomFill => {
                // The shuffle draws from the step's stream; the requests themselves draw nothing.
                let mut rng = Rng::stream(setup.seed, purpose);
                let mut order: Vec<u32> = (0..n).collect();
                for i in (1..n).rev() {
                    order.swap(i as usize, rng.below(i + 1) as usize);
                }
                new(n, 0, Kind::Order(order.into()))
            }
            Precondition::FillAndInvalidate { fraction } => {
                #[expect(clippy::cast_sign_loss, reason = "a share of a count")]
                let random = (f64::from(n) * fraction + 1e-9) as u32;
                new(n + random, 0, Kind::FillThenUniform(n))
            }
            Precondition::SteadyState { .. } => {
                let generator = match Generator::of(setup, purpose) {
                    Some((_, generator)) => generator,
                    None => Generator::uniform_writes(n),
                };
                Self {
                    ignores_trims: setup.ignores_trims,
                    ..new(u32::MAX, 0, Kind::Generated(generator))
                }
            }
        }
    }

    fn new(seed: u64, purpose: Purpose, total: u32, at: u32, kind: Kind) -> Self {
        Self {
            done: 0,
            total,
            pass: total,
            epoch: 0,
            at,
            rng: Rng::stream(seed, purpose),
            interarrival_ns: None,
            arrivals: None,
            ignores_trims: false,
            kind,
        }
    }

    /// The requests of a trace that touch the device, of its first `limit` ones if that says so.
    fn trace(
        setup: &Setup,
        trace: Rc<Trace>,
        mapping: Mapping,
        limit: Option<u32>,
    ) -> Result<Self, TooFewPages> {
        let page_bytes = setup.geometry.page_bytes;
        let within = |most: u32| limit.map_or(most, |limit| limit.min(most));
        let span = Span {
            page_bytes,
            requests: within(trace.len() as u32),
            logical_pages: setup.logical_pages,
        };
        let mapper = Mapper::new(mapping, &trace, span)?;
        let total = match mapping {
            Mapping::Compact | Mapping::Wrap | Mapping::Scale => span.requests,
            Mapping::Drop => trace.requests_below(setup.logical_pages, page_bytes, span.requests),
        };
        let last = span.requests.checked_sub(1);
        let last = last.and_then(|last| trace.request(last as usize, page_bytes).time_ns);
        Ok(Self::new(
            setup.seed,
            Purpose::Workload,
            total,
            0,
            Kind::Trace {
                trace,
                reader: Reader::default(),
                mapper,
                page_bytes,
                span_ns: last.unwrap_or(0),
            },
        ))
    }

    /// The fate of the addresses of a trace that goes beyond the device. The first time for a trace and a device that
    /// takes as long as reading the trace.
    pub fn addresses(&self) -> Option<Addresses> {
        match &self.kind {
            Kind::Trace { trace, mapper, .. } if mapper.acts() => {
                Some(Addresses::of(mapper.mapping(), trace.displaced(mapper)))
            }
            _ => None,
        }
    }

    /// The way back from logical pages to the trace, if there is one.
    pub fn origins(&self) -> Option<Origins> {
        match &self.kind {
            Kind::Trace { trace, mapper, .. } => mapper.origins(trace),
            _ => None,
        }
    }

    /// How many requests there are in all.
    pub fn len(&self) -> u32 {
        self.total
    }

    /// Whether there is no request at all.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// How many requests were handed out: the number of the next one, from 0.
    pub fn position(&self) -> u32 {
        self.done
    }

    /// Requests of one pass.
    pub fn pass(&self) -> u32 {
        self.pass
    }

    /// Passes that were begun, or that are done between two.
    pub fn passes(&self) -> u32 {
        self.done.div_ceil(self.pass.max(1))
    }

    /// Whether the next request is the first of a pass.
    pub fn is_between_passes(&self) -> bool {
        self.done.is_multiple_of(self.pass.max(1))
    }

    /// Whether this many passes more can be counted.
    pub fn has(&self, passes: u32) -> bool {
        u64::from(self.done) + u64::from(self.pass) * u64::from(passes) <= u32::MAX.into()
    }

    /// Pass after pass, as long as requests can be counted.
    #[must_use]
    pub fn endless(self) -> Self {
        let total = u32::MAX;
        Self { total, ..self }
    }

    /// This number of passes from here on, by a clock that starts here.
    ///
    /// # Errors
    /// If they last longer than a run may.
    pub fn for_passes(self, passes: u32) -> Result<Self, Failure> {
        if let Kind::Trace { span_ns, .. } = self.kind {
            refuse_endless(span_ns, passes)?;
        }
        let arrivals = self.arrivals.map(Arrivals::restarted);
        Ok(Self {
            total: self.done + self.pass * passes,
            epoch: self.done,
            arrivals,
            ..self
        })
    }

    /// Whether any of its requests may write: those of a list or a trace are looked at.
    pub fn writes(&self) -> bool {
        match &self.kind {
            Kind::Generated(_) => self.pass > 0,
            _ => self
                .clone()
                .any(|request| request.op == HostOp::Write && request.pages > 0),
        }
    }

    /// Bytes of memory that a clone takes, about.
    pub fn bytes(&self) -> usize {
        match &self.kind {
            Kind::Generated(generator) => generator.bytes(),
            _ => 0,
        }
    }

    /// The next requests, at most `n`, without taking them.
    pub fn peek(&self, n: usize) -> Vec<Request> {
        self.clone().take(n).collect()
    }

    /// Takes the next requests, at most `n`, in place of those in `requests`.
    pub fn refill(&mut self, requests: &mut Vec<Request>, n: u32) {
        // In place: to hand each over and then copy it took longer than to draw it.
        requests.resize(n.min(self.total - self.done) as usize, Request::NONE);
        for request in requests {
            self.draw(request);
        }
    }

    /// The changing state, as columns: a checkpoint of a source restores a clone of it, or one made again from the
    /// same setup.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.word(&mut self.done);
        visit.word(&mut self.at);
        self.rng.columns(visit);
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.columns(visit);
        }
        if let Kind::Generated(generator) = &mut self.kind {
            generator.columns(visit);
        }
    }
}

impl Iterator for Source {
    type Item = Request;

    fn next(&mut self) -> Option<Request> {
        let mut request = Request::NONE;
        (self.done < self.total).then(|| self.draw(&mut request))?;
        Some(request)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.total - self.done) as usize;
        (left, Some(left))
    }
}

impl Source {
    /// Puts the next request, which there must be, into `request`.
    fn draw(&mut self, request: &mut Request) {
        self.drawn(request);
        if self.ignores_trims && request.op == HostOp::Trim {
            (request.pages, request.ends) = (0, Ends::WHOLE);
        }
    }

    /// The same with trims as they come.
    fn drawn(&mut self, request: &mut Request) {
        let index = self.done;
        self.done += 1;
        // Another pass.
        let place = if self.total == self.pass {
            index
        } else {
            index % self.pass
        };
        let write = |lpn| (HostOp::Write, lpn, 1);
        let rng = &mut self.rng;
        let (op, lpn, pages) = match &mut self.kind {
            Kind::Generated(generator) => generator.next(rng, index),
            Kind::Fill => {
                self.at += 1;
                write(self.at - 1)
            }
            Kind::Order(order) => write(order[place as usize]),
            Kind::FillThenUniform(n) => write(if index < *n { index } else { rng.below(*n) }),
            Kind::List(requests) => {
                let request = requests[place as usize];
                (request.op, request.lpn, request.pages)
            }
            Kind::Trace {
                trace,
                reader,
                mapper,
                page_bytes,
                span_ns,
            } => {
                if place == 0 {
                    self.at = 0;
                }
                let read = |at| reader.request(trace, at, *page_bytes);
                (*request, self.at) = of_trace(read, mapper, self.at);
                let passes = (index - place - self.epoch) / self.pass;
                if let Some(time) = request.time_ns.as_mut().filter(|_| passes > 0) {
                    *time = time.saturating_add(span_ns.saturating_mul(passes.into()));
                }
                return;
            }
        };
        // In a closed loop no one looks at it, and it may be past the end of the clock.
        let time_ns = self
            .interarrival_ns
            .map(|ns| ns.saturating_mul((index - self.epoch).into()));
        let time_ns = self.arrivals.as_mut().map(Arrivals::next).or(time_ns);
        *request = Request {
            time_ns,
            op,
            lpn,
            pages,
            ends: Ends::WHOLE,
            hot: false,
        };
    }
}

/// The first request at or after place `at` of the trace that touches the device, and the place after it.
///
/// # Panics
/// If there is none: the source counted them.
fn of_trace(
    mut read: impl FnMut(u32) -> trace::Request,
    mapper: &Mapper,
    mut at: u32,
) -> (Request, u32) {
    loop {
        let request = read(at);
        at += 1;
        if mapper.takes(&request) {
            let Placed { lpn, pages, ends } = mapper.place(&request);
            let op = match request.op {
                Op::Read => HostOp::Read,
                Op::Write => HostOp::Write,
                Op::Trim => HostOp::Trim,
            };
            return (
                Request {
                    time_ns: request.time_ns,
                    op,
                    lpn,
                    pages,
                    ends,
                    hot: request.hot,
                },
                at,
            );
        }
    }
}
