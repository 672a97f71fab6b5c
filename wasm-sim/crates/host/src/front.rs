//! The host in front of the device: requests come, wait in the scheduler, and go to the device, which takes this many at a time.
//!
//! 1. A request that has an arrival time comes then (open loop); one that has none, or any if `outstanding` says so, comes as soon
//!    as fewer than this many are out, in the queue or in the device (closed loop).
//! 2. At most [`QUEUE`] requests wait in the scheduler, as in Linux (`nr_requests`); those behind come in when there is room. Their
//!    wait counts from their arrival. In a closed loop they are out, and the depth of the queue counts them.
//! 3. Whenever the device has room, the scheduler is asked for what goes there.
//! 4. It is done when all the operations that it caused are, GC included (SPEC 2). Merged requests are done together.
//!
//! One file: all four steps change the same few fields. Things at the same time have an order: first the ends in the device, then arrivals, then requests that go to the
//! device.
//!
//! The device's state is not here: [`Front::next`] says what is served next, the caller serves it and says, by [`Front::submit`],
//! what flash operations that took.

mod held_up;
mod shown;

use std::collections::VecDeque;

use crate::channels::{Channels, Operation, OperationId};
use crate::depths::Depths;
use crate::scheduler::{Merging, Next, Scheduler, SchedulerConfig, Surroundings};
use crate::{Io, Op, Request};

pub use held_up::HeldUp;

/// Requests that wait in the scheduler at most. Linux: 128.
pub const QUEUE: u32 = 128;
/// Bytes of a merged request at most. Linux: 512 KiB (`max_sectors_kb`).
pub const MOST_BYTES: u32 = 512 << 10;

/// How host and device are set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrontConfig {
    /// The scheduler.
    pub scheduler: SchedulerConfig,
    /// Whether requests are merged.
    pub merge: bool,
    /// Channels of the device, at least 1.
    pub channels: u32,
    /// Dies of a channel, at least 1.
    pub dies: u32,
    /// Requests that the device takes at a time, at least 1.
    pub queue_depth: u32,
    /// Closed loop: this many requests are out at any time, at least 1; `None`: they come at their times.
    pub outstanding: Option<u32>,
}

/// A request that comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coming {
    /// When, ns; `None`: as soon as there is room.
    pub time_ns: Option<u64>,
    /// The operation.
    pub op: Op,
    /// First page.
    pub lpn: u32,
    /// Pages; none of a trim that covers no page whole.
    pub pages: u32,
    /// The process that sent the request.
    pub process: u32,
    /// A trace's facts about its pages: handed on.
    pub hot: bool,
    /// Where it starts and ends inside a page: handed on.
    pub ends: [u32; 3],
}

/// A request to be served now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handed {
    /// It.
    pub request: Request,
    /// Pages of those merged with it that lie before it.
    pub before: u32,
    /// Pages of all that were merged.
    pub pages: u32,
}

/// A request that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// It.
    pub request: Request,
    /// When it went to the device, ns.
    pub dispatched_ns: u64,
    /// When it was done, ns.
    pub done_ns: u64,
}

impl Done {
    /// From its coming to its end, ns.
    pub fn response_ns(&self) -> u64 {
        self.done_ns - self.request.arrival_ns
    }

    /// How much of that it waited outside the device, ns.
    pub fn wait_ns(&self) -> u64 {
        self.dispatched_ns - self.request.arrival_ns
    }
}

/// All the work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Requests done.
    pub requests: u64,
    /// Times that the device was given something, for requests that are done.
    pub dispatched: u64,
    /// Pages read, and pages written or trimmed, by requests that are done.
    pub pages: [u64; 2],
    /// Bytes that they name.
    pub bytes: [u64; 2],
    /// When the first request came, and when the last one that is done was, ns.
    pub span: Option<(u64, u64)>,
}

#[derive(Clone, Debug)]
struct InDevice {
    name: u32,
    io: Io,
    dispatched_ns: u64,
    /// Operations that are not done.
    left: u32,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Front {
    config: FrontConfig,
    page_bytes: u32,
    now: u64,
    scheduler: Scheduler,
    channels: Channels,
    /// In the order in which they went there.
    device: Vec<InDevice>,
    /// Names of what the device was given.
    given: u32,
    /// The last one in the device is handed out part by part: its next part, and pages before that.
    handing: Option<(usize, u32)>,
    /// Came out of the workload, but not yet to the scheduler.
    coming: Option<Coming>,
    /// Closed loop: they arrived, and the scheduler has no room for them yet. In an open loop it is known when they arrive.
    behind: VecDeque<Request>,
    /// The workload has ended.
    ended: bool,
    /// Requests that came out of the workload.
    number: u32,
    /// Requests behind the scheduler, in it and in the device.
    out: u32,
    depths: Depths,
    totals: Totals,
    done: Vec<Done>,
    /// Requests that went to the device, and that are done, the latest at the end: [`TOLD`] at most.
    handed: VecDeque<Request>,
    ended_last: VecDeque<Done>,
    /// Reads of the host that were done, and how long they waited behind what the device does by itself, ns.
    held_up: HeldUp,
}

/// The report lists this many requests.
const TOLD: usize = 64;

/// A request in the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// It.
    pub request: Request,
    /// When it went there, ns.
    pub dispatched_ns: u64,
    /// How many it was merged with, itself included.
    pub merged: u32,
}

impl Front {
    /// Nothing has come yet.
    pub fn new(config: FrontConfig, logical_pages: u32, page_bytes: u32) -> Self {
        let around = Surroundings {
            merging: Merging {
                back: config.merge,
                front: config.merge,
                most_pages: (MOST_BYTES / page_bytes.max(1)).max(1),
            },
            depth: config.queue_depth,
            logical_pages,
            page_bytes,
        };
        Self {
            config,
            page_bytes,
            now: 0,
            scheduler: Scheduler::new(config.scheduler, around),
            channels: Channels::new(config.channels, config.dies),
            device: Vec::new(),
            given: 0,
            handing: None,
            coming: None,
            behind: VecDeque::new(),
            ended: false,
            number: 0,
            out: 0,
            depths: Depths::default(),
            totals: Totals::default(),
            done: Vec::new(),
            handed: VecDeque::new(),
            ended_last: VecDeque::new(),
            held_up: HeldUp::default(),
        }
    }

    /// The time, ns.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// The request that is to be served next, now; time goes on until there is one. `pull` gives those of the workload, in order.
    /// `None` when all were served.
    pub fn next(&mut self, pull: &mut dyn FnMut() -> Option<Coming>) -> Option<Handed> {
        loop {
            if let Some(handed) = self.hand() {
                // So that the last one is known for what it is.
                self.look(pull);
                return Some(handed);
            }
            while self.arrives(pull) {}
            let mut wake = u64::MAX;
            if self.has_room() {
                match self.scheduler.next(self.now) {
                    Next::Io(io) => {
                        self.give(io);
                        continue;
                    }
                    Next::Not { until } => wake = until,
                }
            }
            if self.is_over() {
                return None;
            }
            let comes = self.coming.and_then(|coming| self.arrival_of(&coming));
            let comes = comes.filter(|_| self.scheduler.len() < QUEUE);
            let next = wake.min(comes.unwrap_or(u64::MAX));
            let next = next.min(self.channels.next_end().unwrap_or(u64::MAX));
            assert!(next < u64::MAX, "requests wait, and nothing will happen");
            self.pass(next);
        }
    }

    fn has_room(&self) -> bool {
        (self.device.len() as u32) < self.config.queue_depth
    }

    /// Nothing waits, and nothing more comes. The device may be at work.
    fn is_over(&self) -> bool {
        self.ended && self.coming.is_none() && self.waiting() == 0
    }

    /// Requests in the queue of the host.
    fn waiting(&self) -> u32 {
        self.scheduler.len() + self.behind.len() as u32
    }

    fn look(&mut self, pull: &mut dyn FnMut() -> Option<Coming>) {
        if self.coming.is_none() && !self.ended {
            self.coming = pull();
            self.ended = self.coming.is_none();
        }
    }

    /// When a request comes, if that does not depend on others.
    fn arrival_of(&self, coming: &Coming) -> Option<u64> {
        coming.time_ns.filter(|_| self.config.outstanding.is_none())
    }

    /// Steps 1 and 2: whether a request came now.
    fn arrives(&mut self, pull: &mut dyn FnMut() -> Option<Coming>) -> bool {
        let has_room = self.scheduler.len() < QUEUE;
        if has_room && let Some(first) = self.behind.pop_front() {
            self.scheduler.add(first);
            return true;
        }
        self.look(pull);
        let Some(coming) = self.coming else {
            return false;
        };
        let arrival_ns = self.arrival_of(&coming);
        let may = match arrival_ns {
            Some(at) => at <= self.now,
            None => self.out < self.config.outstanding.unwrap_or(self.config.queue_depth),
        };
        if !may || !has_room && arrival_ns.is_some() {
            return false;
        }
        let request = Request {
            number: self.number,
            arrival_ns: arrival_ns.unwrap_or(self.now),
            op: coming.op,
            lpn: coming.lpn,
            pages: coming.pages,
            process: coming.process,
            hot: coming.hot,
            ends: coming.ends,
        };
        self.coming = None;
        self.number += 1;
        self.out += 1;
        self.totals.span.get_or_insert((request.arrival_ns, 0));
        if has_room {
            self.scheduler.add(request);
        } else {
            self.behind.push_back(request);
        }
        true
    }

    fn give(&mut self, io: Io) {
        self.device.push(InDevice {
            name: self.given,
            io,
            dispatched_ns: self.now,
            left: 0,
        });
        self.given = self.given.wrapping_add(1);
        self.handing = Some((0, 0));
    }

    fn hand(&self) -> Option<Handed> {
        let (part, before) = self.handing?;
        let io = &self.device.last()?.io;
        Some(Handed {
            request: io.parts[part],
            before,
            pages: io.pages() as u32,
        })
    }

    /// A flash operation that the request served last takes. It waits until those in `after` are done.
    ///
    /// # Panics
    /// If none is being served.
    pub fn submit(&mut self, mut operation: Operation, after: &[OperationId]) -> OperationId {
        let (part, _) = self.handing.expect("a request is being served");
        let given = self.device.last_mut().expect("it is in the device");
        given.left += 1;
        operation.request = given.io.parts[part].number;
        self.channels.submit(self.now, given.name, operation, after)
    }

    /// The request was served: all its operations are submitted. After the last request time goes on until all is done.
    ///
    /// # Panics
    /// If none is being served.
    pub fn served(&mut self) {
        let (part, before) = self.handing.expect("a request is being served");
        let given = self.device.last().expect("it is in the device");
        push(&mut self.handed, given.io.parts[part]);
        if part + 1 < given.io.parts.len() {
            self.handing = Some((part + 1, before + given.io.parts[part].pages));
            return;
        }
        self.handing = None;
        if given.left == 0 {
            self.end(self.device.len() - 1);
        }
        if self.is_over() {
            while let Some(end) = self.channels.next_end() {
                self.pass(end);
            }
        }
    }

    fn pass(&mut self, to: u64) {
        let in_device: usize = self.device.iter().map(|given| given.io.parts.len()).sum();
        self.depths.pass(to, [self.waiting(), in_device as u32]);
        self.now = to;
        let mut ended = Vec::new();
        let device = &mut self.device;
        let held_up = &mut self.held_up;
        self.channels.advance(to, |name, span| {
            held_up.count(span);
            let given = device.iter_mut().find(|given| given.name == name);
            let given = given.expect("it is in the device");
            given.left -= 1;
            if given.left == 0 {
                ended.push(name);
            }
        });
        for name in ended {
            let place = self.device.iter().position(|given| given.name == name);
            self.end(place.expect("it is in the device"));
        }
    }

    /// Step 4.
    fn end(&mut self, place: usize) {
        let given = self.device.remove(place);
        self.scheduler.completed(&given.io, self.now);
        self.out -= given.io.parts.len() as u32;
        self.totals.dispatched += 1;
        self.totals.requests += given.io.parts.len() as u64;
        let direction = given.io.op.direction() as usize;
        self.totals.pages[direction] += given.io.pages();
        if let Some((_, last)) = &mut self.totals.span {
            *last = self.now;
        }
        for &request in &given.io.parts {
            self.totals.bytes[direction] += request.bytes(self.page_bytes);
            let done = Done {
                request,
                dispatched_ns: given.dispatched_ns,
                done_ns: self.now,
            };
            push(&mut self.ended_last, done);
            self.done.push(done);
        }
    }
}

fn push<T>(last: &mut VecDeque<T>, one: T) {
    if last.len() >= TOLD {
        last.pop_front();
    }
    last.push_back(one);
}
