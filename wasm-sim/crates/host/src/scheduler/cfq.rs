//! CFQ: every process gets its slice of time (Hu 5.1.1; Linux `cfq-iosched.c`).
//!
//! Each process has a queue for its reads; all writes share one (Linux: synchronous and asynchronous requests, all at the ordinary
//! priority).
//! 1. Queues with requests take turns. One that is served keeps its turn for its slice, `slice_sync` or `slice_async`; the writes
//!    for at most 2 * `slice_async_rq` * 4 requests. When that is over and no other queue waits, its next request begins a new
//!    slice.
//! 2. In it, once a slice, the oldest request goes first if it is past its deadline. Otherwise the one nearest to where the last request
//!    ended: a way back counts twice, and none of more than 16 MiB is gone; if nothing else is left, the first page's.
//! 3. While others wait it has at most `quantum` requests in the device, those of its earlier slices counted.
//! 4. If a process's queue runs empty while others wait, its next read is waited for until `slice_idle` after its last one
//!    is done. Linux does not do so on a device without seeks that takes several requests at a time: nor does this, if the
//!    queue depth is more than 1.
//!
//! Simplifications: a slice begins with its first request; no priorities, groups or cooperating processes.

use std::collections::VecDeque;

use options::{Milliseconds, milliseconds, options, whole};

use super::Next;
use super::waiting::{Id, Merging, Waiting};
use crate::{Direction, Request, later};

options! {
    /// Slices of time for processes. The defaults are those of Linux.
    #[derive(Eq)]
    pub struct CfqConfig {
        /// Requests in the device from one process, or of the writes, while others wait.
        quantum: u32 = whole(8).at_least(1),
        /// A process's slice for reads, ms.
        slice_sync_ms: Milliseconds = milliseconds(100.0),
        /// The slice of the writes, ms.
        slice_async_ms: Milliseconds = milliseconds(40.0),
        /// A slice of the writes has at most 8 times this many requests.
        slice_async_rq: u32 = whole(2).at_least(1),
        /// Where `queue_depth` is 1: how long the next read of a process is waited for, ms.
        slice_idle_ms: Milliseconds = milliseconds(8.0),
        /// A read's time to its deadline, ms.
        fifo_expire_sync_ms: Milliseconds = milliseconds(125.0),
        /// A write's time to its deadline, ms.
        fifo_expire_async_ms: Milliseconds = milliseconds(250.0),
    }
}

/// The queue of all writes; others are numbered by process.
const WRITES: u32 = u32::MAX;
/// A queue has its turn, but its slice begins with its first request, which `quantum` may hold back.
const NOT_BEGUN: u64 = u64::MAX;
/// How far back one goes, bytes: 16 MiB.
pub(super) const BACK_BYTES: u64 = 16 << 20;

#[derive(Clone, Copy, Debug)]
struct Slice {
    queue: u32,
    /// When it is over; [`NOT_BEGUN`] before its first request.
    until: u64,
    /// Requests so far.
    dispatched: u32,
    /// Whether the oldest one's deadline was looked at.
    checked: bool,
    /// Until when the next request is waited for.
    idle_until: u64,
}

impl Slice {
    /// Without a request so far.
    fn of(queue: u32, idle_until: u64) -> Self {
        Self {
            queue,
            until: NOT_BEGUN,
            dispatched: 0,
            checked: false,
            idle_until,
        }
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Cfq {
    config: CfqConfig,
    /// Whether step 4 applies.
    idles: bool,
    back_pages: u64,
    pub(super) waiting: Waiting,
    /// Queues that wait for their turn.
    turns: VecDeque<u32>,
    slice: Option<Slice>,
    /// The queues of the requests in the device.
    in_device: Vec<u32>,
    /// Where the last request ended.
    head: u64,
}

impl Cfq {
    /// Empty queues in front of a device that takes `depth` requests at a time and has pages of this many bytes.
    pub fn new(config: CfqConfig, merging: Merging, depth: u32, page_bytes: u32) -> Self {
        Self {
            config,
            idles: depth == 1 && config.slice_idle_ms.ns > 0,
            back_pages: BACK_BYTES / u64::from(page_bytes.max(1)),
            waiting: Waiting::new(merging),
            turns: VecDeque::new(),
            slice: None,
            in_device: Vec::new(),
            head: 0,
        }
    }

    pub(super) fn add(&mut self, request: Request) {
        let queue = queue_of(&request);
        self.waiting.add(queue, request);
        let served = self.slice.is_some_and(|slice| slice.queue == queue);
        if !served && !self.turns.contains(&queue) {
            self.turns.push_back(queue);
        }
    }

    pub(super) fn completed(&mut self, request: &Request, now: u64) {
        let queue = queue_of(request);
        let place = self.in_device.iter().position(|&of| of == queue);
        self.in_device.swap_remove(place.expect("it was given"));
        if let Some(slice) = self.slice.as_mut().filter(|s| s.queue == queue) {
            slice.idle_until = later(now, self.config.slice_idle_ms.ns);
        }
    }

    pub(super) fn next(&mut self, now: u64) -> Next {
        // Twice at most: the slice that is under way ends, and the next begins.
        loop {
            let Some(mut slice) = self.slice.or_else(|| self.begin()) else {
                return Next::NEVER;
            };
            let others = !self.turns.is_empty();
            let oldest = self.waiting.first(slice.queue, direction_of(slice.queue));
            let is_over = now >= slice.until || slice.dispatched >= self.most(slice.queue);
            if is_over && !others && oldest.is_some() {
                slice = Slice::of(slice.queue, slice.idle_until);
            }
            match oldest {
                Some(oldest) if !(is_over && others) => {
                    // Step 3.
                    if others && self.in_device(slice.queue) >= self.config.quantum {
                        self.slice = Some(slice);
                        return Next::Not { until: slice.until };
                    }
                    return self.take(slice, oldest, now);
                }
                // Step 4.
                None if !others || self.waits_for_more(&slice, now) => {
                    self.slice = Some(slice);
                    let until = match (others, self.in_device(slice.queue)) {
                        (false, _) => u64::MAX,
                        (true, 0) => slice.until.min(slice.idle_until),
                        (true, _) => slice.until,
                    };
                    return Next::Not { until };
                }
                _ => {}
            }
            self.slice = None;
            if oldest.is_some() {
                self.turns.push_back(slice.queue);
            }
        }
    }

    pub(super) fn turn(&self) -> super::Turn {
        let Some(slice) = self.slice else {
            return super::Turn::default();
        };
        let most = self.most(slice.queue);
        super::Turn {
            direction: Some(direction_of(slice.queue)),
            queue: Some(slice.queue),
            taken: slice.dispatched,
            most: if most == u32::MAX { 0 } else { most },
            until_ns: if slice.until == NOT_BEGUN {
                0
            } else {
                slice.until
            },
        }
    }

    fn waits_for_more(&self, slice: &Slice, now: u64) -> bool {
        let open = self.idles && slice.queue != WRITES && now < slice.until;
        open && (self.in_device(slice.queue) > 0 || now < slice.idle_until)
    }

    fn in_device(&self, queue: u32) -> u32 {
        self.in_device.iter().filter(|&&of| of == queue).count() as u32
    }

    fn begin(&mut self) -> Option<Slice> {
        Some(Slice::of(self.turns.pop_front()?, 0))
    }

    /// How long a slice is, ns: time enough for what is there.
    fn time_of(&self, queue: u32) -> u64 {
        let time = if queue == WRITES {
            self.config.slice_async_ms.ns
        } else {
            self.config.slice_sync_ms.ns
        };
        time.max(1)
    }

    /// Requests of a slice, at most.
    fn most(&self, queue: u32) -> u32 {
        if queue == WRITES {
            self.config.slice_async_rq.saturating_mul(8)
        } else {
            u32::MAX
        }
    }

    fn take(&mut self, mut slice: Slice, oldest: Id, now: u64) -> Next {
        let expire = if slice.queue == WRITES {
            self.config.fifo_expire_async_ms.ns
        } else {
            self.config.fifo_expire_sync_ms.ns
        };
        let overdue = now >= self.waiting.get(oldest).queued_ns.saturating_add(expire);
        let id = if overdue && !slice.checked {
            oldest
        } else {
            self.nearest(slice.queue).unwrap_or(oldest)
        };
        if slice.until == NOT_BEGUN {
            slice.until = later(now, self.time_of(slice.queue));
        }
        slice.checked = true;
        slice.dispatched += 1;
        self.in_device.push(slice.queue);
        self.slice = Some(slice);
        let io = self.waiting.take(id);
        self.head = io.end();
        Next::Io(io)
    }

    fn nearest(&self, queue: u32) -> Option<Id> {
        let direction = direction_of(queue);
        let start = |id: Id| u64::from(self.waiting.get(id).lpn());
        let ahead = self.waiting.from(queue, direction, self.head);
        let behind = self.waiting.before(queue, direction, self.head);
        let behind = behind.filter(|&id| self.head - start(id) <= self.back_pages);
        match (ahead, behind) {
            (Some(a), Some(b)) if 2 * (self.head - start(b)) < start(a) - self.head => Some(b),
            (None, None) => self.waiting.from(queue, direction, 0),
            (a, b) => a.or(b),
        }
    }
}

fn queue_of(request: &Request) -> u32 {
    match request.op.direction() {
        Direction::Read => request.process.min(WRITES - 1),
        Direction::Write => WRITES,
    }
}

fn direction_of(queue: u32) -> Direction {
    if queue == WRITES {
        Direction::Write
    } else {
        Direction::Read
    }
}
