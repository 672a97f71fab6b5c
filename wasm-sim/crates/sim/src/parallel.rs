//! The parallel model in a device (SPEC 7): flash operations go into the queues of channels, and requests come through a scheduler.
//!
//! The FTL serves a request as soon as it goes to the device: tables and pages are at once as they will be. Its
//! events become operations with the times at which they happen. They wait for one another as the data does:
//!
//! 1. a copy is programmed when it is read; a block is erased when all copies out of it are programmed;
//! 2. mapping traffic of a page access (cause `translation`, OOB reads) goes step by step, and the host's own operation after it;
//! 3. an update of a translation page that GC makes is programmed when the old one is read;
//! 4. a page that is written in part is programmed when its rest is read;
//! 5. operations on one block happen in order.
//!
//! All else goes its own way. A request is done when all its operations are, GC and merges included, as in SPEC
//! 2: on one channel, one request at a time, every time equals that of the one server.

use ftl::{Cause, Event, HostOp, SuperblockEvent};
use host::{Coming, Done, Front, Handed, Kind, Op, Operation, OperationId};
use nand::{Columns, Ppn, Timing};

use crate::report::{Depth, HeldUpReads, ParallelReport, Share};
use crate::scenario::{self, Setup};
use crate::times::Histogram;
use crate::workload::{Ends, Request, Source, WorkloadSpec};

/// See the module. Saved and restored by cloning; the distributions of times, which are large, are in [`Waits`].
#[derive(Clone, Debug)]
pub struct Parallel {
    front: Front,
    model: scenario::Parallel,
    timing: Timing,
    pages_per_block: u32,
    /// Processes that take turns: the streams of the workload.
    processes: u32,
    /// Requests arrive at times of their own.
    timed: bool,
    most_operations: u32,
}

/// Distributions of times that one server does not have.
#[derive(Clone, Debug, Default)]
pub struct Waits {
    wait: Histogram,
    read_response: Histogram,
    write_response: Histogram,
}

impl Waits {
    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        self.wait.columns(visit);
        self.read_response.columns(visit);
        self.write_response.columns(visit);
    }

    /// Adds a request that is done. Trims count as writes.
    pub fn record(&mut self, done: &Done) {
        self.wait.record(done.wait_ns());
        let response = match done.request.op {
            Op::Read => &mut self.read_response,
            Op::Write | Op::Trim => &mut self.write_response,
        };
        response.record(done.response_ns());
    }
}

impl Parallel {
    /// Of a scenario that asks for it.
    pub fn of(setup: &Setup) -> Option<Self> {
        let model = setup.parallel?;
        let page_bytes = setup.geometry.page_bytes;
        Some(Self {
            front: Front::new(model.front, setup.logical_pages, page_bytes),
            model,
            timing: setup.timing,
            pages_per_block: setup.geometry.pages_per_block,
            processes: match setup.workload {
                WorkloadSpec::Streams { streams, .. } => streams,
                _ => 1,
            },
            timed: false,
            most_operations: scenario::most_operations(setup),
        })
    }

    /// The request to be served next, and what it is merged with. Time goes on to where it is.
    pub fn next(&mut self, source: &mut Source) -> Option<Handed> {
        let processes = self.processes;
        let open = self.model.front.outstanding.is_none();
        let timed = &mut self.timed;
        self.front.next(&mut || {
            let index = Source::position(&*source);
            let request = source.next()?;
            *timed |= open && request.time_ns.is_some();
            Some(Coming {
                time_ns: request.time_ns,
                op: match request.op {
                    HostOp::Read => Op::Read,
                    HostOp::Write => Op::Write,
                    HostOp::Trim => Op::Trim,
                },
                lpn: request.lpn,
                pages: request.pages,
                process: index % processes,
                hot: request.hot,
                ends: [
                    request.ends.head,
                    request.ends.tail,
                    request.ends.at_end.into(),
                ],
            })
        })
    }

    /// The request was served, and its operations are submitted: they begin. Returns what is done now.
    pub fn served(&mut self) -> Vec<Done> {
        self.front.served();
        self.front.take_done()
    }

    /// Whether requests arrive at times of their own.
    pub fn is_timed(&self) -> bool {
        self.timed
    }

    /// The work since the last call.
    pub fn take_done(&mut self) -> Vec<Done> {
        self.front.take_done()
    }

    /// Operations that the device may have at a time, if it has more.
    pub fn most_exceeded(&self) -> Option<u32> {
        let exceeded = self.front.operations() > self.most_operations as usize;
        exceeded.then_some(self.most_operations)
    }

    /// Makes operations of events of the request under way. `waiting`: of those before them in it.
    pub fn submit(&mut self, events: &[Event], waiting: &mut Dependencies) {
        for event in events {
            match *event {
                Event::HostPage { .. } => waiting.next_page(),
                Event::Read {
                    ppn,
                    logical,
                    cause,
                    ..
                } => {
                    let after = waiting.of_read(cause);
                    let id = self.read(ppn, cause, after);
                    waiting.read(ppn, cause, id);
                    if cause == Cause::Partial {
                        waiting.rests.push((logical, id));
                    }
                }
                Event::ChainRead { ppn, .. } => {
                    let id = self.read(ppn, Cause::Host, waiting.mapping);
                    waiting.mapping = Some(id);
                }
                Event::Superblock(SuperblockEvent::MapRead { ppn, .. }) => {
                    // Where nothing is programmed yet the first block is looked at.
                    let id = self.read(ppn.unwrap_or(Ppn(0)), Cause::Host, waiting.mapping);
                    waiting.mapping = Some(id);
                }
                Event::Program {
                    ppn,
                    from,
                    cause,
                    logical,
                    ..
                } => {
                    let mut after: Vec<_> = waiting.of_program(from, cause).into_iter().collect();
                    if cause == Cause::Host {
                        after.extend(waiting.rest_of(logical));
                    }
                    let operation = self.operation(Kind::Program, self.block_of(ppn), cause);
                    let id = self.front.submit(operation, &after);
                    waiting.programmed(from.map(|from| self.block_of(from)), cause, id);
                }
                Event::Erase { pbn, cause } => {
                    let copies = waiting.copies_out_of(pbn.0);
                    let operation = self.operation(Kind::Erase, pbn.0, cause);
                    self.front.submit(operation, &copies);
                }
                _ => {}
            }
        }
    }

    fn read(&mut self, ppn: Ppn, cause: Cause, after: Option<OperationId>) -> OperationId {
        let operation = self.operation(Kind::Read, self.block_of(ppn), cause);
        self.front.submit(operation, after.as_slice())
    }

    fn operation(&self, kind: Kind, block: u32, cause: Cause) -> Operation {
        let (ns, bus_ns) = match kind {
            Kind::Read => (self.timing.read_ns, self.model.read_bus_ns),
            Kind::Program => (self.timing.program_ns, self.model.program_bus_ns),
            Kind::Erase => (self.timing.erase_ns, 0),
        };
        Operation {
            block,
            kind,
            cell_ns: ns - bus_ns,
            bus_ns,
            label: cause as u8,
            background: is_background(cause),
            // The front fills it in.
            request: 0,
        }
    }

    fn block_of(&self, ppn: Ppn) -> u32 {
        ppn.0 / self.pages_per_block
    }

    /// Queues and channels.
    pub fn front(&self) -> &Front {
        &self.front
    }

    /// Bytes of memory that a clone takes, about.
    pub fn bytes(&self) -> usize {
        self.front.bytes()
    }

    /// The content of reports.
    pub fn report(&self, waits: &Waits) -> ParallelReport {
        let totals = self.front.totals();
        let (begin, end) = totals.span.unwrap_or_default();
        let span = end.saturating_sub(begin);
        let per_second = |amount: u64| {
            if span == 0 {
                0.0
            } else {
                amount as f64 / (span as f64 / 1e9)
            }
        };
        let bandwidth = |bytes: u64| per_second(bytes) / 1e6;
        let [read, write] = totals.bytes;
        let elapsed = self.front.now().saturating_sub(begin);
        let share = |ns: u64| {
            if elapsed == 0 {
                0.0
            } else {
                ns as f64 / elapsed as f64
            }
        };
        let channels: Vec<Share> = self
            .front
            .busy()
            .iter()
            .map(|busy| Share {
                busy: share(busy.busy_ns),
                bus: share(busy.bus_ns),
                operations: busy.operations,
            })
            .collect();
        let depths = self.front.depths();
        let held_up = self.front.held_up();
        ParallelReport {
            held_up: HeldUpReads {
                reads: held_up.reads,
                held_up: held_up.held_up,
                mean_us: if held_up.reads == 0 {
                    0.0
                } else {
                    held_up.ns as f64 / held_up.reads as f64 / 1000.0
                },
            },
            span_us: span as f64 / 1000.0,
            bandwidth_mb_s: bandwidth(read + write),
            read_mb_s: bandwidth(read),
            write_mb_s: bandwidth(write),
            requests_per_s: per_second(totals.requests),
            requests: totals.requests,
            dispatched: totals.dispatched,
            merged: totals.requests - totals.dispatched,
            mean_pages: if totals.dispatched == 0 {
                0.0
            } else {
                totals.pages.iter().sum::<u64>() as f64 / totals.dispatched as f64
            },
            wait_us: waits.wait.times(),
            read_response_us: waits.read_response.times(),
            write_response_us: waits.write_response.times(),
            busy: channels.iter().map(|c| c.busy).sum::<f64>() / channels.len() as f64,
            channels,
            depth: Depth {
                host: depths.mean[0],
                device: depths.mean[1],
                span_us: depths.span_ns as f64 / 1000.0,
                over_time: depths
                    .spans
                    .iter()
                    .map(|&[host, device]| (host, device))
                    .collect(),
            },
        }
    }
}

/// Whether the device does it by itself, and requests of the host are behind it.
fn is_background(cause: Cause) -> bool {
    match cause {
        Cause::Host | Cause::Translation | Cause::Recovery | Cause::Partial => false,
        Cause::Gc | Cause::Merge | Cause::TranslationGc | Cause::Pad | Cause::Wear => true,
    }
}

/// The request as the device serves it: one of those merged, with the size of them all.
pub fn as_served(handed: &Handed) -> Request {
    as_request(&handed.request)
}

/// A request of the host's queue as one of the workload.
pub fn as_request(request: &host::Request) -> Request {
    Request {
        time_ns: Some(request.arrival_ns),
        op: as_op(request.op),
        lpn: request.lpn,
        pages: request.pages,
        ends: Ends {
            head: request.ends[0],
            tail: request.ends[1],
            at_end: request.ends[2] > 0,
        },
        hot: request.hot,
    }
}

/// The operation.
pub fn as_op(op: Op) -> HostOp {
    match op {
        Op::Read => HostOp::Read,
        Op::Write => HostOp::Write,
        Op::Trim => HostOp::Trim,
    }
}

/// The operations that a request's operations wait for.
#[derive(Default)]
pub struct Dependencies {
    /// The last of the mapping traffic of this page access.
    mapping: Option<OperationId>,
    /// The read before, of which page.
    read: Option<(Ppn, OperationId)>,
    /// The translation page that GC read last, until its update is programmed.
    update: Option<OperationId>,
    /// Copies: out of which block, and their programs.
    copies: Vec<(u32, OperationId)>,
    /// Logical pages whose rest is read, until they are programmed.
    rests: Vec<(u32, OperationId)>,
}

impl Dependencies {
    fn next_page(&mut self) {
        self.mapping = None;
        self.update = None;
    }

    fn of_read(&self, cause: Cause) -> Option<OperationId> {
        self.mapping
            .filter(|_| matches!(cause, Cause::Host | Cause::Translation | Cause::Partial))
    }

    fn read(&mut self, ppn: Ppn, cause: Cause, id: OperationId) {
        self.read = Some((ppn, id));
        match cause {
            Cause::Translation => self.mapping = Some(id),
            Cause::TranslationGc => self.update = Some(id),
            _ => {}
        }
    }

    fn of_program(&mut self, from: Option<Ppn>, cause: Cause) -> Option<OperationId> {
        if from.is_some() {
            // That read was part of a copy, not of an update.
            self.update = None;
            return self
                .read
                .filter(|&(read, _)| Some(read) == from)
                .map(|(_, id)| id);
        }
        match cause {
            Cause::Host | Cause::Translation => self.mapping,
            Cause::TranslationGc => self.update.take(),
            _ => None,
        }
    }

    fn rest_of(&mut self, logical: u32) -> Option<OperationId> {
        let at = self.rests.iter().position(|&(page, _)| page == logical)?;
        Some(self.rests.swap_remove(at).1)
    }

    fn programmed(&mut self, from: Option<u32>, cause: Cause, id: OperationId) {
        if let Some(block) = from {
            self.copies.push((block, id));
        } else if cause == Cause::Translation {
            self.mapping = Some(id);
        }
    }

    fn copies_out_of(&mut self, block: u32) -> Vec<OperationId> {
        let of = |&(from, _): &(u32, OperationId)| from == block;
        let copies = self
            .copies
            .iter()
            .filter(|copy| of(copy))
            .map(|&(_, id)| id)
            .collect();
        self.copies.retain(|copy| !of(copy));
        copies
    }
}
