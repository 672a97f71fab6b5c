//! Anticipatory: as deadline, in batches by time, and it waits a moment for the read that may follow (Hu 5.1.1; Linux
//! `as-iosched.c`, until 2.6.32).
//!
//! 1. A batch of one direction lasts for its time if the other direction waits, otherwise as long as it has requests. Within it: the oldest
//!    request, if it is past its deadline; otherwise in the order of pages, the next one ahead or, if its way back is less than half as
//!    long, the next one behind.
//! 2. A batch of reads that has none left, while writes wait, is held open: until the reads in the device are done, and then for
//!    `antic_expire` for another read.
//! 3. A new batch takes the other direction if that waits, and begins when nothing of the old one is in the device.
//!
//! Simplifications: all reads are one process's; Linux also learns how long each process thinks, and does not wait for one that
//! takes too long.

use options::{Milliseconds, milliseconds, options};

use super::Next;
use super::waiting::{Id, Merging, Waiting};
use crate::{Direction, Request, later};

options! {
    /// As deadline, and waits for the next read. The defaults are those of Linux, at 1000 ticks a second.
    #[derive(Eq)]
    pub struct AnticipatoryConfig {
        /// A read's time to its deadline, ms.
        read_expire_ms: Milliseconds = milliseconds(125.0),
        /// A write's time to its deadline, ms.
        write_expire_ms: Milliseconds = milliseconds(250.0),
        /// How long a batch of reads lasts while writes wait, ms.
        read_batch_ms: Milliseconds = milliseconds(500.0),
        /// How long a batch of writes lasts while reads wait, ms.
        write_batch_ms: Milliseconds = milliseconds(125.0),
        /// How long the next read is waited for, ms.
        antic_expire_ms: Milliseconds = milliseconds(6.0),
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Anticipatory {
    config: AnticipatoryConfig,
    pub(super) waiting: Waiting,
    /// The batch: its direction, and when its time is over.
    batch: Option<(Direction, u64)>,
    /// Where the last request ended.
    head: u64,
    /// Reads and writes in the device.
    in_device: [u32; 2],
    /// Until when the next read is waited for.
    antic_until: u64,
}

impl Anticipatory {
    /// Empty queues.
    pub fn new(config: AnticipatoryConfig, merging: Merging) -> Self {
        Self {
            config,
            waiting: Waiting::new(merging),
            batch: None,
            head: 0,
            in_device: [0; 2],
            antic_until: 0,
        }
    }

    pub(super) fn add(&mut self, request: Request) {
        self.waiting.add(0, request);
    }

    pub(super) fn completed(&mut self, direction: Direction, now: u64) {
        self.in_device[direction as usize] -= 1;
        if direction == Direction::Read {
            self.antic_until = later(now, self.config.antic_expire_ms.ns);
        }
    }

    pub(super) fn next(&mut self, now: u64) -> Next {
        if let Some((direction, until)) = self.batch {
            let other = self.waiting.first(0, direction.other());
            // Step 1.
            if let Some(oldest) = self.waiting.first(0, direction)
                && (other.is_none() || now < until)
            {
                return self.take(direction, oldest, now);
            }
            if other.is_none() {
                return Next::NEVER;
            }
            // Step 2.
            let none_left = self.waiting.first(0, direction).is_none();
            if direction == Direction::Read && none_left && now < until {
                if self.in_device[0] > 0 {
                    return Next::Not { until };
                }
                if now < self.antic_until {
                    let until = until.min(self.antic_until);
                    return Next::Not { until };
                }
            }
        }
        // Step 3.
        let waits = |direction| self.waiting.first(0, direction).map(|id| (direction, id));
        let last = self
            .batch
            .map_or(Direction::Write, |(direction, _)| direction);
        let Some((direction, oldest)) = waits(last.other()).or_else(|| waits(last)) else {
            return Next::NEVER;
        };
        if self.in_device[direction.other() as usize] > 0 {
            return Next::NEVER;
        }
        let time = match direction {
            Direction::Read => self.config.read_batch_ms.ns,
            Direction::Write => self.config.write_batch_ms.ns,
        };
        self.batch = Some((direction, later(now, time)));
        self.take(direction, oldest, now)
    }

    pub(super) fn turn(&self) -> super::Turn {
        super::Turn {
            direction: self.batch.map(|(direction, _)| direction),
            until_ns: self.batch.map_or(0, |(_, until)| until),
            ..Default::default()
        }
    }

    fn take(&mut self, direction: Direction, oldest: Id, now: u64) -> Next {
        let expire = match direction {
            Direction::Read => self.config.read_expire_ms.ns,
            Direction::Write => self.config.write_expire_ms.ns,
        };
        let overdue = now >= self.waiting.get(oldest).queued_ns.saturating_add(expire);
        let id = if overdue {
            oldest
        } else {
            self.nearest(direction).unwrap_or(oldest)
        };
        let io = self.waiting.take(id);
        self.head = io.end();
        self.in_device[direction as usize] += 1;
        Next::Io(io)
    }

    fn nearest(&self, direction: Direction) -> Option<Id> {
        let ahead = self.waiting.from(0, direction, self.head);
        let behind = self.waiting.before(0, direction, self.head);
        let (Some(a), Some(b)) = (ahead, behind) else {
            return ahead.or(behind);
        };
        let start = |id| u64::from(self.waiting.get(id).lpn());
        let back = 2 * (self.head - start(b));
        Some(if back < start(a) - self.head { b } else { a })
    }
}
