//! Channels with their dies: which flash operation is under way when (SPEC 7).
//!
//! Block b lies on channel `b mod channels`, there on die `b / channels mod dies`. An operation has two parts: the cell works on its
//! die, and the page goes over the bus of its channel. A read is cell, then bus; a program bus, then cell; an erase cell alone.
//!
//! 1. An operation *enters* the queue of its channel as soon as those it waits for are done: a copy is programmed
//!    when it is read. It never enters before the one before it in the same block.
//! 2. A channel starts its operations in the order of their entering: the head starts when its die is free and, for a program, the
//!    bus. It does not overtake.
//! 3. The bus takes one page at a time. Pages that were read come before the head. A die is taken until its page is gone.
//!
//! So a channel with something in its queue is never idle. Operations at the same time are ordered by their numbers.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::later;

/// The effect of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Reads a page, or its OOB area alone.
    Read,
    /// Programs a page.
    Program,
    /// Erases a block.
    Erase,
}

/// A flash operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its block, which says where it lies.
    pub block: u32,
    /// The operation.
    pub kind: Kind,
    /// How long the cell works, ns.
    pub cell_ns: u64,
    /// How long the page takes over the bus, ns; of an erase nothing.
    pub bus_ns: u64,
    /// Its purpose, as the caller numbers it: only passed on ([`Span`]).
    pub label: u8,
    /// Whether it is the device's own business, which requests of the host are behind: see [`Span::held_up_ns`].
    pub background: bool,
    /// The number of the request that it is for: the front knows, and sets it.
    pub request: u32,
}

/// When the parts of an operation were, ns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// It.
    pub operation: Operation,
    /// Its name.
    pub id: OperationId,
    /// When it was asked for.
    pub asked_ns: u64,
    /// When its first part began: of a read and an erase the cell's, of a program the bus's.
    pub started_ns: u64,
    /// When its second part began; of an erase as the first.
    pub second_ns: u64,
    /// When it was done.
    pub ended_ns: u64,
    /// How much of the time in its channel's queue something was under way there in the background.
    pub held_up_ns: u64,
}

/// The report lists this many operations that are done.
const TOLD: usize = 128;

/// Names an operation: later ones have larger names.
pub type OperationId = u64;

/// The work of a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Busy {
    /// Time in which an operation was under way, ns.
    pub busy_ns: u64,
    /// Time in which its bus was taken, ns.
    pub bus_ns: u64,
    /// Operations done.
    pub operations: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Bus,
    Cell,
}

#[derive(Clone, Debug)]
struct Under {
    operation: Operation,
    /// Whose it is.
    io: u32,
    /// The operations that must be done before it enters.
    waits: u32,
    /// Those that wait until it is done.
    then: Vec<OperationId>,
    /// The next one in its block, while it has not entered itself.
    next: Option<OperationId>,
    done: bool,
    /// The part of it that the report will list. While it is in its channel's queue `held_up_ns` is what the channel
    /// had counted before.
    span: Span,
}

#[derive(Clone, Debug)]
struct Channel {
    queue: VecDeque<OperationId>,
    /// Pages that were read and wait for the bus.
    read: VecDeque<OperationId>,
    bus_taken: bool,
    dies_taken: Vec<bool>,
    /// Operations under way, and since when there are any.
    under_way: u32,
    since: u64,
    busy: Busy,
    /// Operations under way in the background, since when there are any, and the time in which there were before, ns.
    others: u32,
    others_since: u64,
    others_ns: u64,
}

impl Channel {
    /// The time in which something was under way in the background, until `now`.
    fn others_ns(&self, now: u64) -> u64 {
        self.others_ns
            + if self.others > 0 {
                now - self.others_since
            } else {
                0
            }
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Channels {
    all: Vec<Channel>,
    dies: u32,
    /// Operations that are not done, and some that are; the first is number `first`.
    under: VecDeque<Under>,
    first: OperationId,
    /// The last operation of each block where that has not entered: of few at a time.
    last: Vec<(u32, OperationId)>,
    /// When what is under way ends.
    ends: BinaryHeap<Reverse<(u64, OperationId, Phase)>>,
    /// The operations done last, the latest at the end, this many at most.
    told: VecDeque<Span>,
    most_told: usize,
}

impl Channels {
    /// This many channels, each with this many dies, at least 1; all idle.
    pub fn new(channels: u32, dies: u32) -> Self {
        let idle = Channel {
            queue: VecDeque::new(),
            read: VecDeque::new(),
            bus_taken: false,
            dies_taken: vec![false; dies as usize],
            under_way: 0,
            since: 0,
            busy: Busy::default(),
            others: 0,
            others_since: 0,
            others_ns: 0,
        };
        Self {
            all: vec![idle; channels as usize],
            dies,
            under: VecDeque::new(),
            first: 0,
            last: Vec::new(),
            ends: BinaryHeap::new(),
            told: VecDeque::new(),
            most_told: TOLD,
        }
    }

    /// The operations done last, then those that are not done, as they will be if nothing else is asked for.
    pub fn spans(&self) -> Vec<Span> {
        let mut ahead = self.clone();
        ahead.most_told = usize::MAX;
        while let Some(end) = ahead.next_end() {
            ahead.advance(end, |_, _| ());
        }
        ahead.told.into()
    }

    /// The die of a block, on its channel.
    pub fn die(&self, block: u32) -> u32 {
        self.die_of(block) as u32
    }

    /// The channel of a block.
    pub fn channel_of(&self, block: u32) -> u32 {
        block % self.all.len() as u32
    }

    fn die_of(&self, block: u32) -> usize {
        (block / self.all.len() as u32 % self.dies) as usize
    }

    /// An operation of `io` is asked for at `now`. It waits until those in `after` are done.
    pub fn submit(
        &mut self,
        now: u64,
        io: u32,
        operation: Operation,
        after: &[OperationId],
    ) -> OperationId {
        let id = self.first + self.under.len() as u64;
        let mut waits = 0;
        for &other in after {
            if let Some(other) = self.get(other).filter(|other| !other.done) {
                other.then.push(id);
                waits += 1;
            }
        }
        let mut last = self.last.iter_mut();
        match last.find(|(block, _)| *block == operation.block) {
            None => self.last.push((operation.block, id)),
            Some((_, last)) => {
                let before = std::mem::replace(last, id);
                self.under(before).next = Some(id);
                waits += 1;
            }
        }
        self.under.push_back(Under {
            operation,
            io,
            waits,
            then: Vec::new(),
            next: None,
            done: false,
            span: Span {
                operation,
                id,
                asked_ns: now,
                started_ns: now,
                second_ns: now,
                ended_ns: now,
                held_up_ns: 0,
            },
        });
        if waits == 0 {
            self.enter(id, now);
        }
        id
    }

    fn get(&mut self, id: OperationId) -> Option<&mut Under> {
        let place = id.checked_sub(self.first)?;
        self.under.get_mut(place as usize)
    }

    fn under(&mut self, id: OperationId) -> &mut Under {
        self.get(id).expect("it is not done")
    }

    /// Step 1: and with it those behind it in its block that waited for nothing else.
    fn enter(&mut self, id: OperationId, now: u64) {
        let mut entering = Some(id);
        while let Some(id) = entering.take() {
            let under = self.under(id);
            let block = under.operation.block;
            let next = under.next.take();
            let channel = self.channel_of(block) as usize;
            let before = self.all[channel].others_ns(now);
            self.under(id).span.held_up_ns = before;
            self.all[channel].queue.push_back(id);
            self.last.retain(|&(_, last)| last != id);
            self.start(channel, now);
            entering = next.filter(|&next| self.released(next));
        }
    }

    /// One thing less that an operation waits for; whether it was the last.
    fn released(&mut self, id: OperationId) -> bool {
        let under = self.under(id);
        under.waits -= 1;
        under.waits == 0
    }

    /// Steps 2 and 3: all that can start on a channel does.
    fn start(&mut self, channel: usize, now: u64) {
        loop {
            let c = &mut self.all[channel];
            if !c.bus_taken
                && let Some(id) = c.read.pop_front()
            {
                self.transfer(channel, id, now);
                continue;
            }
            let Some(&id) = c.queue.front() else { return };
            let bus_taken = c.bus_taken;
            let operation = self.under(id).operation;
            let die = self.die_of(operation.block);
            let c = &mut self.all[channel];
            if c.dies_taken[die] || operation.kind == Kind::Program && bus_taken {
                return;
            }
            c.queue.pop_front();
            c.dies_taken[die] = true;
            if c.under_way == 0 {
                c.since = now;
            }
            c.under_way += 1;
            let others = c.others_ns(now);
            if operation.background {
                if c.others == 0 {
                    c.others_since = now;
                }
                c.others += 1;
            }
            let span = &mut self.under(id).span;
            span.started_ns = now;
            span.second_ns = now;
            span.held_up_ns = others - span.held_up_ns;
            if operation.kind == Kind::Program {
                self.transfer(channel, id, now);
            } else {
                self.ends
                    .push(Reverse((later(now, operation.cell_ns), id, Phase::Cell)));
            }
        }
    }

    fn transfer(&mut self, channel: usize, id: OperationId, now: u64) {
        let under = self.under(id);
        let takes = under.operation.bus_ns;
        if under.operation.kind == Kind::Read {
            under.span.second_ns = now;
        }
        let c = &mut self.all[channel];
        c.bus_taken = true;
        let end = later(now, takes);
        c.busy.bus_ns += end - now;
        self.ends.push(Reverse((end, id, Phase::Bus)));
    }

    /// When the next part of an operation ends.
    pub fn next_end(&self) -> Option<u64> {
        self.ends.peek().map(|Reverse((at, ..))| *at)
    }

    /// Goes on to `now`, which is not after [`Self::next_end`]. `done` receives the owners of the finished
    /// operations, one by one.
    pub fn advance(&mut self, now: u64, mut done: impl FnMut(u32, &Span)) {
        while let Some(&Reverse((at, id, phase))) = self.ends.peek() {
            if at > now {
                break;
            }
            self.ends.pop();
            let operation = self.under(id).operation;
            let channel = self.channel_of(operation.block) as usize;
            let last = match operation.kind {
                Kind::Read => Phase::Bus,
                Kind::Program | Kind::Erase => Phase::Cell,
            };
            if phase == Phase::Bus {
                self.all[channel].bus_taken = false;
            }
            if phase == last {
                let (io, span) = self.finish(id, channel, at);
                done(io, &span);
            } else if operation.kind == Kind::Read {
                self.all[channel].read.push_back(id);
            } else {
                self.under(id).span.second_ns = at;
                self.ends
                    .push(Reverse((later(at, operation.cell_ns), id, Phase::Cell)));
            }
            self.start(channel, at);
        }
    }

    fn finish(&mut self, id: OperationId, channel: usize, now: u64) -> (u32, Span) {
        let under = self.under(id);
        under.done = true;
        under.span.ended_ns = now;
        let (io, block, span) = (under.io, under.operation.block, under.span);
        let then = std::mem::take(&mut under.then);
        let die = self.die_of(block);
        let c = &mut self.all[channel];
        c.dies_taken[die] = false;
        c.under_way -= 1;
        c.busy.operations += 1;
        if c.under_way == 0 {
            c.busy.busy_ns += now - c.since;
        }
        if span.operation.background {
            c.others -= 1;
            if c.others == 0 {
                c.others_ns += now - c.others_since;
            }
        }
        if self.told.len() >= self.most_told {
            self.told.pop_front();
        }
        self.told.push_back(span);
        for next in then {
            if self.released(next) {
                self.enter(next, now);
            }
        }
        while self.under.front().is_some_and(|under| under.done) {
            self.under.pop_front();
            self.first += 1;
        }
        (io, span)
    }

    /// The work of each channel until `now`.
    pub fn busy(&self, now: u64) -> Vec<Busy> {
        let busy = |c: &Channel| Busy {
            busy_ns: c.busy.busy_ns + if c.under_way > 0 { now - c.since } else { 0 },
            ..c.busy
        };
        self.all.iter().map(busy).collect()
    }

    /// Operations that it holds: those that are not done, and done ones that were asked for after the first of them.
    pub fn operations(&self) -> usize {
        self.under.len()
    }

    /// Bytes of memory that operations take which are not done, about.
    pub fn bytes(&self) -> usize {
        self.under.len() * (size_of::<Under>() + 4 * size_of::<OperationId>())
            + self.told.len() * size_of::<Span>()
    }

    /// Whether some channel is idle and has something in its queue: never, between two calls.
    pub fn wastes(&self) -> bool {
        self.all
            .iter()
            .any(|c| c.under_way == 0 && !c.queue.is_empty())
    }
}
