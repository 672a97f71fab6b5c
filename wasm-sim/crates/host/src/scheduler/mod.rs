//! I/O schedulers: requests in, the next one for the device out. They have no clock of their own: the caller passes
//! the time.
//!
//! The four elevators of Linux that Hu compares, and Hu's own. Each file tells its algorithm in numbered steps and its parameters
//! with the kernel's defaults. Requests that overlap may change their order, as in the kernel, which leaves that to file systems.

mod anticipatory;
mod cfq;
mod deadline;
mod noop;
mod ssd_zones;
mod waiting;

pub use anticipatory::{Anticipatory, AnticipatoryConfig};
pub use cfq::{Cfq, CfqConfig};
pub use deadline::{Deadline, DeadlineConfig};
pub use noop::Noop;
pub use ssd_zones::{SsdZones, SsdZonesConfig};
pub use waiting::Merging;

use options::choices;

use waiting::Waiting;

use crate::{Direction, Io, Request};

choices! {
    /// Which scheduler, with its parameters.
    #[derive(Eq)]
    pub enum SchedulerConfig in "scheduler" {
        /// First come, first served.
        Noop = "noop",
        /// By page in batches, with deadlines.
        Deadline = "deadline" (DeadlineConfig),
        /// Slices of time for processes.
        Cfq = "cfq" (CfqConfig),
        /// As deadline, and waits for the next read.
        Anticipatory = "anticipatory" (AnticipatoryConfig),
        /// Zones of the logical space, rounds of reads and writes.
        SsdZones = "ssd_zones" (SsdZonesConfig),
    }
}

/// A scheduler's next action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// This goes to the device.
    Io(Io),
    /// Nothing, until a request comes, one in the device is done, or it is so late (ns; `u64::MAX` for never).
    Not {
        /// When to ask again at the latest.
        until: u64,
    },
}

impl Next {
    /// Nothing to do until something happens.
    pub const NEVER: Self = Self::Not { until: u64::MAX };
}

/// A scheduler's current task: the reason for its next choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The direction whose batch or round it is.
    pub direction: Option<Direction>,
    /// The queue: a process (`cfq`; `u32::MAX` for the writes), the zone looked at next (`ssd_zones`).
    pub queue: Option<u32>,
    /// Requests of the batch, slice or round so far.
    pub taken: u32,
    /// At most this many; 0: no such limit.
    pub most: u32,
    /// When its time is over, ns; 0: it has none.
    pub until_ns: u64,
}

/// The device that schedulers are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// Which merges are tried.
    pub merging: Merging,
    /// How many requests the device takes at a time.
    pub depth: u32,
    /// Pages the host sees.
    pub logical_pages: u32,
    /// Bytes of a page.
    pub page_bytes: u32,
}

/// Any scheduler.
#[derive(Clone, Debug)]
pub enum Scheduler {
    /// See [`Noop`].
    Noop(Noop),
    /// See [`Deadline`].
    Deadline(Deadline),
    /// See [`Cfq`].
    Cfq(Cfq),
    /// See [`Anticipatory`].
    Anticipatory(Anticipatory),
    /// See [`SsdZones`].
    SsdZones(SsdZones),
}

impl Scheduler {
    /// A scheduler in which nothing waits.
    pub fn new(config: SchedulerConfig, around: Surroundings) -> Self {
        let merging = around.merging;
        match config {
            SchedulerConfig::Noop => Self::Noop(Noop::new(merging)),
            SchedulerConfig::Deadline(c) => Self::Deadline(Deadline::new(c, merging)),
            SchedulerConfig::Cfq(c) => {
                Self::Cfq(Cfq::new(c, merging, around.depth, around.page_bytes))
            }
            SchedulerConfig::Anticipatory(c) => Self::Anticipatory(Anticipatory::new(c, merging)),
            SchedulerConfig::SsdZones(c) => {
                Self::SsdZones(SsdZones::new(c, merging, around.logical_pages))
            }
        }
    }

    /// A request comes. Numbers ascend.
    pub fn add(&mut self, request: Request) {
        match self {
            Self::Noop(s) => s.add(request),
            Self::Deadline(s) => s.add(request),
            Self::Cfq(s) => s.add(request),
            Self::Anticipatory(s) => s.add(request),
            Self::SsdZones(s) => s.add(request),
        }
    }

    /// The device has room: what it gets, if anything. `now`, in ns, never goes back.
    pub fn next(&mut self, now: u64) -> Next {
        match self {
            Self::Noop(s) => s.next(),
            Self::Deadline(s) => s.next(now),
            Self::Cfq(s) => s.next(now),
            Self::Anticipatory(s) => s.next(now),
            Self::SsdZones(s) => s.next(),
        }
    }

    /// The device is done with what it was given.
    pub fn completed(&mut self, io: &Io, now: u64) {
        match self {
            Self::Noop(_) | Self::Deadline(_) => {}
            Self::Cfq(s) => s.completed(&io.parts[0], now),
            Self::Anticipatory(s) => s.completed(io.op.direction(), now),
            Self::SsdZones(s) => s.completed(io.op.direction()),
        }
    }

    /// Requests that wait, merged ones counted one by one.
    pub fn len(&self) -> u32 {
        self.waiting().requests()
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The reason for its next choice.
    pub fn turn(&self) -> Turn {
        match self {
            Self::Noop(_) => Turn::default(),
            Self::Deadline(s) => s.turn(),
            Self::Cfq(s) => s.turn(),
            Self::Anticipatory(s) => s.turn(),
            Self::SsdZones(s) => s.turn(),
        }
    }

    /// The waiting requests, oldest first, each with its queue: a process (`cfq`, `u32::MAX` for the writes), a zone
    /// (`ssd_zones`), otherwise 0.
    pub fn queues(&self) -> impl Iterator<Item = (u32, &Io)> {
        self.waiting().all()
    }

    /// Requests that wait in the order in which they would go to the device if it were done with all it has and none came.
    pub fn ahead<'a>(&self, in_device: impl Iterator<Item = &'a Io>, mut now: u64) -> Vec<Request> {
        let mut ahead = self.clone();
        for io in in_device {
            ahead.completed(io, now);
        }
        let mut requests = Vec::with_capacity(self.len() as usize);
        while !ahead.is_empty() {
            match ahead.next(now) {
                Next::Io(io) => {
                    requests.extend_from_slice(&io.parts);
                    ahead.completed(&io, now);
                }
                Next::Not { until } if until > now && until < u64::MAX => now = until,
                Next::Not { .. } => break,
            }
        }
        requests
    }

    fn waiting(&self) -> &Waiting {
        match self {
            Self::Noop(s) => &s.waiting,
            Self::Deadline(s) => &s.waiting,
            Self::Cfq(s) => &s.waiting,
            Self::Anticipatory(s) => &s.waiting,
            Self::SsdZones(s) => &s.waiting,
        }
    }
}
