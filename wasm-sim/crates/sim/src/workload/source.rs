//! A workload or a step of the precondition at work.

use std::rc::Rc;
use std::sync::Arc;

use ftl::HostOp;
use nand::Columns;
use trace::{Ends, Mapper, Mapping, Op, Placed, Reader, Span, TooFewPages, Trace};

use super::generator::Generator;
use super::{Request, WorkloadSpec};
use crate::failure::{Failure, FailureKind};
use crate::report::Addresses;
use crate::rng::{Purpose, Rng};
use crate::scenario::{Aliasing, Precondition, Setup};

/// Finds an imported trace by its name.
pub type Traces<'a> = &'a dyn Fn(&str) -> Option<Rc<Trace>>;

/// Requests, one after another. Cheap to clone: what is large is shared.
#[derive(Clone, Debug)]
pub struct Source {
    /// Requests handed out.
    done: u32,
    /// Requests in all.
    total: u32,
    /// Where a fill goes on, or a trace.
    at: u32,
    rng: Rng,
    /// Time between arrivals.
    interarrival_ns: Option<u64>,
    /// Where requests come at random.
    arrivals: Option<Arrivals>,
    kind: Kind,
}

/// Poisson arrivals: the times between them are exponential.
#[derive(Clone, Debug)]
struct Arrivals {
    rng: Rng,
    mean_ns: f64,
    /// The last one, ns.
    at: u64,
}

impl Arrivals {
    fn of(setup: &Setup, mean_ns: Option<u64>) -> Option<Self> {
        let poisson = setup.parallel.is_some_and(|parallel| parallel.poisson);
        mean_ns.filter(|_| poisson).map(|mean_ns| Self {
            rng: Rng::stream(setup.seed, Purpose::Arrivals),
            mean_ns: mean_ns as f64,
            at: 0,
        })
    }

    fn next(&mut self) -> u64 {
        // 1 - u is above 0, and the logarithm at most 0.
        let gap = -self.mean_ns * libm::log(1.0 - self.rng.unit());
        #[expect(clippy::cast_sign_loss, reason = "at least 0")]
        let gap = (gap + 0.5) as u64;
        self.at = self.at.saturating_add(gap).min(host::END_NS);
        self.at
    }
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
                requests,
                ..
            } => {
                let trace = traces(path).ok_or_else(|| no_trace(path))?;
                let tells_hot = trace.tells_hot();
                refuse_endless(&trace)?;
                let source = Self::trace(setup, trace, *mapping, *requests)
                    .map_err(|error| too_few_pages(error, setup.logical_pages))?;
                // Compacted, none is changed: the trace need not be read for that.
                if *mapping != Mapping::Compact && *aliasing == Aliasing::Refuse {
                    refuse_aliased(source.addresses())?;
                }
                if setup.warmup_requests > 0 && setup.warmup_requests >= source.total {
                    return Err(short_trace(setup.warmup_requests, source.total));
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
                new(u32::MAX, 0, Kind::Generated(generator))
            }
        }
    }

    fn new(seed: u64, purpose: Purpose, total: u32, at: u32, kind: Kind) -> Self {
        Self {
            done: 0,
            total,
            at,
            rng: Rng::stream(seed, purpose),
            interarrival_ns: None,
            arrivals: None,
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
            arrivals.rng.columns(visit);
            visit.long(&mut arrivals.at);
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
        let index = self.done;
        self.done += 1;
        let write = |lpn| (HostOp::Write, lpn, 1);
        let rng = &mut self.rng;
        let (op, lpn, pages) = match &mut self.kind {
            Kind::Generated(generator) => generator.next(rng, index),
            Kind::Fill => {
                self.at += 1;
                write(self.at - 1)
            }
            Kind::Order(order) => write(order[index as usize]),
            Kind::FillThenUniform(n) => write(if index < *n { index } else { rng.below(*n) }),
            Kind::List(requests) => {
                let request = requests[index as usize];
                (request.op, request.lpn, request.pages)
            }
            Kind::Trace {
                trace,
                reader,
                mapper,
                page_bytes,
            } => {
                let read = |at| reader.request(trace, at, *page_bytes);
                (*request, self.at) = of_trace(read, mapper, self.at);
                return;
            }
        };
        // In a closed loop no one looks at it, and it may be past the end of the clock.
        let time_ns = self
            .interarrival_ns
            .map(|ns| ns.saturating_mul(index.into()));
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

pub(crate) fn no_trace(path: &str) -> Failure {
    Failure {
        kind: FailureKind::Trace,
        message: format!("there is no imported trace with the name `{path}`"),
        remedy: "Import it first, or correct the name.".to_owned(),
        field: Some("workload.path".to_owned()),
        line: None,
        column: None,
    }
}

fn too_few_pages(error: TooFewPages, logical_pages: u32) -> Failure {
    let touched = error.touched;
    Failure {
        kind: FailureKind::Trace,
        message: format!(
            "the trace touches {touched} pages, and the device has {logical_pages} logical pages"
        ),
        remedy: format!(
            "Give it at least {touched} logical pages, or run fewer `requests`. The mapping `scale` or `wrap` also helps, with `aliasing` set to `allow`: pages of the trace then share pages of the device."
        ),
        field: Some("workload.mapping".to_owned()),
        line: None,
        column: None,
    }
}

/// The longest that a trace may last, in years: with the work behind its last request, times still fit in 64 bits.
const MOST_YEARS: u64 = 100;
const YEAR_NS: u64 = 31_557_600_000_000_000;

fn refuse_endless(trace: &Trace) -> Result<(), Failure> {
    let last = trace.len().checked_sub(1).map(|i| trace.request(i, 4096));
    let years = last.and_then(|request| request.time_ns).unwrap_or(0) / YEAR_NS;
    if years < MOST_YEARS {
        return Ok(());
    }
    Err(Failure {
        kind: FailureKind::Trace,
        message: format!("the last request of the trace arrives {years} years after the first"),
        remedy: format!(
            "A run lasts less than {MOST_YEARS} years. Choose a smaller unit of its times: time_unit (on the command line --time-unit)."
        ),
        field: Some("workload.path".to_owned()),
        line: None,
        column: None,
    })
}

/// The share of changed accesses up to which a trace is still taken for itself.
const MOST_CHANGED: f64 = 0.01;

/// Whether too many accesses are changed for a run, unless its scenario allows it.
pub(crate) fn is_refused(addresses: Option<&Addresses>) -> bool {
    addresses.is_some_and(|addresses| addresses.share > MOST_CHANGED)
}

fn refuse_aliased(addresses: Option<Addresses>) -> Result<(), Failure> {
    let Some(Addresses { share, .. }) = addresses.filter(|addresses| is_refused(Some(addresses)))
    else {
        return Ok(());
    };
    // In tenths of a percent, rounded down: at least 1.0 %.
    let tenths = (share * 1000.0) as u32;
    let (whole, tenth) = (tenths / 10, tenths % 10);
    Err(Failure {
        kind: FailureKind::Trace,
        message: format!(
            "{whole}.{tenth} % of the page accesses would be aliased or dropped"
        ),
        remedy: "The mapping `compact` keeps every address apart. A larger device also helps. To run it all the same, set `aliasing` to `allow` (on the command line --allow-aliasing).".to_owned(),
        field: Some("workload.mapping".to_owned()),
        line: None,
        column: None,
    })
}

fn no_temperatures(path: &str) -> Failure {
    Failure {
        kind: FailureKind::Scenario,
        message: format!(
            "the classifier `oracle` asks the workload which pages are hot, and the trace `{path}` has no temperatures"
        ),
        remedy: "Take a trace of SSDPlayer's .hotcold kind, or the classifier `recency`."
            .to_owned(),
        field: Some("ftl.hot_cold.classifier".to_owned()),
        line: None,
        column: None,
    }
}

fn short_trace(warmup: u32, total: u32) -> Failure {
    let most = total.saturating_sub(1);
    Failure {
        kind: FailureKind::Scenario,
        message: format!(
            "`warmup_requests` is {warmup}; the trace has {total} requests for this device: none is left to be counted"
        ),
        remedy: format!("Give at most {most}."),
        field: Some("warmup_requests".to_owned()),
        line: None,
        column: None,
    }
}
