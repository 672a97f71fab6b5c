//! A scenario on its way to being open: the writes before the run, the passes of a workload until it is steady, or the warm-up.

use std::sync::Arc;

use super::passes::Passes;
use super::replies::{initial_failure, progress, serve_failure, summary};
use super::{Job, Session};
use crate::device::{AHEAD, Device};
use crate::failure::Failure;
use crate::preparation::Preparation;
use crate::protocol::{Doing, Reply, Slot};
use crate::scenario::Setup;
use crate::simulation::{Simulation, Stopped};
use crate::workload::{Request, Source};

/// The work so far, and the work to come.
pub(super) struct Opening {
    slot: Slot,
    setup: Arc<Setup>,
    device: Device,
    preparation: Preparation,
    /// Behind the preparation; `None`: the workload is not repeated until it is steady.
    passes: Option<Passes>,
    /// Behind both, as far as the warm-up goes.
    source: Source,
    warmup: u32,
}

impl Opening {
    /// The next requests, in place of those in `requests`; none at the end.
    fn refill(&mut self, requests: &mut Vec<Request>) {
        requests.clear();
        let next = self.preparation.next(&self.device);
        let passes = self.passes.as_mut();
        if let Some(request) =
            next.or_else(|| passes.and_then(|passes| passes.next(&mut self.device)))
        {
            requests.push(request);
            return;
        }
        let left = self.warmup - self.source.position();
        self.source.refill(requests, left.min(AHEAD));
        self.device.look_ahead(requests);
    }

    /// Requests that are done, and how many there are at most.
    fn progress(&self) -> (u32, u32) {
        let (done, total) = self.passes.as_ref().map_or((0, 0), Passes::progress);
        let before = self.preparation.done().saturating_add(done);
        let all = self.preparation.total().saturating_add(total);
        (
            before.saturating_add(self.source.position()),
            all.saturating_add(self.warmup),
        )
    }
}

impl Session {
    pub(super) fn open(
        &mut self,
        slot: Slot,
        text: &str,
        operations: u64,
    ) -> Result<Reply, Failure> {
        let (setup, source) = self.prepare(text)?;
        let device = Device::new(&setup).map_err(|e| initial_failure(&e, text))?;
        let job = Job::Open(Box::new(Opening {
            slot,
            device,
            preparation: Preparation::new(&setup),
            passes: Passes::of(&setup, &source)?,
            warmup: setup.warmup_requests.min(source.len()),
            source,
            setup,
        }));
        self.start(job, operations)
    }

    pub(super) fn slice_open(
        &mut self,
        mut o: Box<Opening>,
        operations: u64,
    ) -> Result<Reply, Failure> {
        let end = o.device.effort().saturating_add(operations);
        let mut requests = Vec::with_capacity(AHEAD as usize);
        loop {
            o.refill(&mut requests);
            if requests.is_empty() {
                break;
            }
            let (done, total) = o.progress();
            let first = done - requests.len() as u32;
            for (number, request) in (first..).zip(&requests) {
                o.device.prepare(request).map_err(|error| {
                    let stopped = Stopped {
                        request: number,
                        error,
                    };
                    serve_failure(&stopped, "while the device was being prepared, ")
                })?;
            }
            if o.device.effort() >= end {
                self.job = Some(Job::Open(o));
                return Ok(progress(Doing::Precondition, done, total));
            }
        }
        let Opening {
            slot,
            setup,
            mut device,
            mut source,
            passes,
            ..
        } = *o;
        let mut steady = None;
        if let Some(passes) = passes {
            let window;
            (source, window) = passes.end()?;
            steady = Some(window);
        }
        device.start_counting();
        let requests = source.len() - source.position();
        let summary = summary(&setup, &source, requests);
        let begin = if self.bare {
            Simulation::without_history
        } else {
            Simulation::new
        };
        let simulation = begin(setup, device, source, requests).of_window(steady);
        self.put(slot, simulation);
        Ok(Reply::Opened { slot, summary })
    }
}
