//! Requests of the run, those around the position, and the queues and channels at it.

use ftl::{Event, HostOp, SuperblockEvent};

use super::Simulation;
use crate::parallel::{Parallel, as_request};
use crate::workload::Request;

impl Simulation {
    /// The requests after which each of `parts` parts of the run ends: of equally many page writes, as near as whole requests allow, or
    /// of equally many requests where nothing is written. Ascending; the last one is the end. A request that is larger than a part ends
    /// several at once, which are one then. Draws the workload twice.
    pub fn parts(&self, parts: u32) -> Vec<u32> {
        let (_, source) = self.timeline.source_before(0);
        let written = |request: Request| match request.op {
            HostOp::Write => u64::from(request.pages),
            HostOp::Read | HostOp::Trim => 0,
        };
        let writes: u64 = source.clone().map(written).sum();
        let weight = |request| if writes == 0 { 1 } else { written(request) };
        let total = if writes == 0 {
            u64::from(self.requests)
        } else {
            writes
        };
        let mut ends = Vec::new();
        let mut done = 0;
        for (request, number) in source.zip(1..self.requests) {
            let before = done * u64::from(parts) / total;
            done += weight(request);
            let full = done * u64::from(parts) / total;
            if full > before && full < u64::from(parts) {
                ends.push(number);
            }
        }
        ends.push(self.requests);
        ends
    }

    /// Requests `from..to` of the workload, as far as it goes. Replays the workload from the nearest checkpoint.
    pub fn peek(&self, from: u32, to: u32) -> Vec<(u32, Request)> {
        let to = to.min(self.requests);
        if from >= to {
            return Vec::new();
        }
        if let Some(parallel) = self.device.parallel() {
            return self.peek_queue(parallel, from, to);
        }
        let (mut at, mut source) = if self.at <= from {
            (self.at, self.source.clone())
        } else {
            self.timeline.source_before(from)
        };
        let mut requests = Vec::new();
        while at < to {
            let Some(request) = source.next() else { break };
            if at >= from {
                requests.push((at, request));
            }
            at += 1;
        }
        requests
    }

    /// [`Self::peek`] where a scheduler decides who is next: those that went to the device last, what waits in the order in which it
    /// would go there if nothing else came, then what the workload has next.
    fn peek_queue(&self, parallel: &Parallel, from: u32, to: u32) -> Vec<(u32, Request)> {
        let front = parallel.front();
        let handed: Vec<_> = front.handed().map(as_request).collect();
        let first = self.at.saturating_sub(handed.len() as u32);
        let ahead = front.ahead();
        let known = handed.into_iter().chain(ahead.iter().map(as_request));
        let requests = known.chain(self.source.clone());
        (first..to)
            .zip(requests)
            .filter(|&(index, _)| index >= from)
            .collect()
    }

    /// Queues and channels as they are at the position, and of the request under way which operations are folded: its number and how many.
    /// Its FTL has served it at once: what follows in it is not yet told.
    pub fn host(&self) -> Option<(&host::Front, Option<(u32, usize)>)> {
        let after = self.device.parallel()?.front();
        let Some(recorded) = &self.recorded else {
            return Some((after, None));
        };
        if self.position.request != recorded.request {
            return Some((after, None));
        }
        if self.position.event == 0 {
            return Some((recorded.before.as_deref()?.front(), None));
        }
        let folded = self.position.event as usize - recorded.first;
        let folded = recorded.events[..folded].iter();
        let operations = folded.filter(|event| is_operation(event)).count();
        let number = after.handed().next_back()?.number;
        Some((after, Some((number, recorded.operations + operations))))
    }
}

/// Whether the parallel model makes an operation of it.
pub(super) fn is_operation(event: &Event) -> bool {
    event.is_flash_operation()
        || matches!(
            event,
            Event::ChainRead { .. } | Event::Superblock(SuperblockEvent::MapRead { .. })
        )
}
