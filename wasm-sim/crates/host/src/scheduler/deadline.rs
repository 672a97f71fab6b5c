//! Deadline: in the order of pages, a batch of one direction at a time, but no one waits for ever (Hu 5.1.1; Linux
//! `deadline-iosched.c`).
//!
//! Reads and writes are in two queues each: sorted by page, and by age.
//! 1. A batch goes on with the next request of its direction in the order of pages, at most `fifo_batch` requests long.
//! 2. Otherwise a new batch begins. Reads come first; but if writes wait and `writes_starved` batches of reads were begun while
//!    they did, it is their turn.
//! 3. The batch begins with the oldest request if that one is past its deadline; also if the batch before had the
//!    other direction, or if nothing follows in the order of pages. Otherwise it resumes where the last one ended.
//!
//! Simplification: what follows is looked for when it is asked for, so that a request which came meanwhile counts; Linux remembers
//! the follower when a request is taken.

use options::{Milliseconds, milliseconds, options, whole};

use super::Next;
use super::waiting::{Id, Merging, Waiting};
use crate::{Direction, Request};

options! {
    /// By page in batches, with deadlines. The defaults are those of Linux.
    #[derive(Eq)]
    pub struct DeadlineConfig {
        /// A read's time to its deadline, ms.
        read_expire_ms: Milliseconds = milliseconds(500.0),
        /// A write's time to its deadline, ms.
        write_expire_ms: Milliseconds = milliseconds(5000.0),
        /// Batches of reads that may go before waiting writes.
        writes_starved: u32 = whole(2),
        /// Requests of a batch.
        fifo_batch: u32 = whole(16).at_least(1),
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Deadline {
    config: DeadlineConfig,
    pub(super) waiting: Waiting,
    /// The direction of the batch, and where its last request ended.
    last: Option<(Direction, u64)>,
    /// Requests of the batch so far.
    batched: u32,
    /// Batches of reads begun while writes waited.
    starved: u32,
}

impl Deadline {
    /// Empty queues.
    pub fn new(config: DeadlineConfig, merging: Merging) -> Self {
        Self {
            config,
            waiting: Waiting::new(merging),
            last: None,
            batched: 0,
            starved: 0,
        }
    }

    pub(super) fn add(&mut self, request: Request) {
        self.waiting.add(0, request);
    }

    pub(super) fn next(&mut self, now: u64) -> Next {
        let following = self.following();
        // Step 1.
        if let Some(id) = following.filter(|_| self.batched < self.config.fifo_batch) {
            return self.take(id);
        }
        // Step 2.
        let read = self.waiting.first(0, Direction::Read);
        let write = self.waiting.first(0, Direction::Write);
        let (direction, oldest) = match (read, write) {
            (None, None) => return Next::NEVER,
            (Some(_), Some(write)) if self.starved >= self.config.writes_starved => {
                self.starved = 0;
                (Direction::Write, write)
            }
            (Some(read), write) => {
                self.starved += u32::from(write.is_some());
                (Direction::Read, read)
            }
            (None, Some(write)) => {
                self.starved = 0;
                (Direction::Write, write)
            }
        };
        // Step 3.
        let on = self.last.is_some_and(|(last, _)| last == direction);
        let begin = following.filter(|_| on && !self.is_overdue(oldest, now));
        self.batched = 0;
        self.take(begin.unwrap_or(oldest))
    }

    pub(super) fn turn(&self) -> super::Turn {
        super::Turn {
            direction: self.last.map(|(direction, _)| direction),
            taken: self.batched,
            most: self.config.fifo_batch,
            ..Default::default()
        }
    }

    fn following(&self) -> Option<Id> {
        let (direction, page) = self.last?;
        self.waiting.from(0, direction, page)
    }

    fn is_overdue(&self, id: Id, now: u64) -> bool {
        let io = self.waiting.get(id);
        let expire = match io.op.direction() {
            Direction::Read => self.config.read_expire_ms.ns,
            Direction::Write => self.config.write_expire_ms.ns,
        };
        now >= io.queued_ns.saturating_add(expire)
    }

    fn take(&mut self, id: Id) -> Next {
        let io = self.waiting.take(id);
        self.last = Some((io.op.direction(), io.end()));
        self.batched += 1;
        Next::Io(io)
    }
}
