//! The answers of the front to others.

use super::{Done, Front, FrontConfig, Given, HeldUp, Totals};
use crate::Request;
use crate::channels::{Busy, Channels};
use crate::depths::MeanDepths;
use crate::scheduler::Scheduler;

impl Front {
    /// Takes the requests that were done since the last call, in the order of their ends.
    pub fn take_done(&mut self) -> Vec<Done> {
        std::mem::take(&mut self.done)
    }

    /// How it is set up.
    pub fn config(&self) -> &FrontConfig {
        &self.config
    }

    /// The scheduler.
    pub fn scheduler(&self) -> &Scheduler {
        &self.scheduler
    }

    /// The channels.
    pub fn channels(&self) -> &Channels {
        &self.channels
    }

    /// The waits of the host's flash reads.
    pub fn held_up(&self) -> HeldUp {
        self.held_up
    }

    /// The requests that went to the device last, in that order.
    pub fn handed(&self) -> impl DoubleEndedIterator<Item = &Request> {
        self.handed.iter()
    }

    /// The requests that were done last, in the order of their ends.
    pub fn ended(&self) -> impl DoubleEndedIterator<Item = &Done> {
        self.ended_last.iter()
    }

    /// The requests in the device, in the order in which they went there.
    pub fn in_device(&self) -> impl Iterator<Item = Given> + '_ {
        self.device.iter().flat_map(|given| {
            given.io.parts.iter().map(|&request| Given {
                request,
                dispatched_ns: given.dispatched_ns,
                merged: given.io.parts.len() as u32,
            })
        })
    }

    /// The requests that will go to the device next, if no other came before them: what is left of a merged one, what waits, in the
    /// order of the scheduler, and one that has come out of the workload already.
    pub fn ahead(&self) -> Vec<Request> {
        let mut ahead = Vec::new();
        if let Some((part, _)) = self.handing
            && let Some(given) = self.device.last()
        {
            ahead.extend_from_slice(&given.io.parts[part..]);
        }
        let in_device = self.device.iter().map(|given| &given.io);
        ahead.extend(self.scheduler.ahead(in_device, self.now));
        ahead.extend(&self.behind);
        ahead.extend(self.coming.map(|coming| Request {
            number: self.number,
            arrival_ns: coming.time_ns.unwrap_or(self.now),
            op: coming.op,
            lpn: coming.lpn,
            pages: coming.pages,
            process: coming.process,
            hot: coming.hot,
            ends: coming.ends,
        }));
        ahead
    }

    /// All the work.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// The work of each channel.
    pub fn busy(&self) -> Vec<Busy> {
        self.channels.busy(self.now)
    }

    /// How many requests were where, on average, since the first one came.
    pub fn depths(&self) -> MeanDepths {
        self.depths
            .means(self.totals.span.map_or(0, |(begin, _)| begin))
    }

    /// Flash operations that it holds: those that are not done, and done ones that were asked for after the first of them.
    pub fn operations(&self) -> usize {
        self.channels.operations()
    }

    /// Bytes of memory that it takes, about.
    pub fn bytes(&self) -> usize {
        let waiting = (self.out as usize + 1) * 4 * size_of::<Request>();
        size_of::<Self>() + self.channels.bytes() + waiting
    }

    /// Whether some channel is idle with something in its queue: never, between two calls.
    pub fn wastes(&self) -> bool {
        self.channels.wastes()
    }
}
