//! A device with queues and channels: which request is next, and when it is done.

use ftl::Event;
use host::Done;
use nand::Lpn;

use super::{Cost, Device, ServeError};
use crate::parallel::{Parallel, as_served};
use crate::workload::{Request, Source};

impl Device {
    /// The request that is to be served next: the next of the workload, or, where they wait in a queue, what its scheduler
    /// says. Time goes on to where it goes to the device.
    #[inline]
    pub fn next_request(&mut self, source: &mut Source) -> Option<Request> {
        if self.parallel.is_some() {
            return self.hand(source);
        }
        source.next()
    }

    /// The next requests to be served, at most `n`, in place of those in `requests`; only one where it depends on how long that
    /// takes which is next.
    #[inline]
    pub fn next_requests(&mut self, source: &mut Source, requests: &mut Vec<Request>, n: u32) {
        if self.parallel.is_some() {
            requests.clear();
            requests.extend(self.hand(source));
            return;
        }
        source.refill(requests, n);
    }

    /// The next request of the queue; time goes on.
    #[inline(never)]
    pub(super) fn hand(&mut self, source: &mut Source) -> Option<Request> {
        let parallel = self.parallel.as_mut()?;
        self.handed = parallel.next(source);
        let done = parallel.take_done();
        self.done(&done);
        self.handed.as_ref().map(as_served)
    }

    /// Serves the request that was handed out. Its events are always recorded: its operations are made of them. Not
    /// inlined, as [`Self::record`] is not.
    #[inline(never)]
    pub(super) fn serve_beside(
        &mut self,
        request: &Request,
        events: &mut Vec<Event>,
    ) -> Result<Cost, ServeError> {
        let handed = self.handed.take().expect("asked only then");
        let before = self.flash.work;
        let whole = Request {
            pages: handed.pages,
            ..*request
        };
        if self.is_announced(request) {
            self.announce(request, events)?;
        }
        self.keep(request, true, events);
        for index in 0..request.pages {
            let lpn = Lpn((request.lpn + index) % self.logical_pages);
            let part = request.part_of(index, self.flash.chip.geometry().page_bytes);
            self.access(lpn, &whole, handed.before + index, part, events)?;
        }
        self.keep(request, false, events);
        let parallel = self
            .parallel
            .as_mut()
            .expect("requests are handed out by the parallel model alone");
        let done = parallel.served(events);
        if parallel.front().now() >= host::END_NS {
            return Err(ServeError::PastTheEnd);
        }
        self.done(&done);
        Ok(self.cost_since(before))
    }

    fn done(&mut self, done: &[Done]) {
        let timed = self.parallel().is_some_and(Parallel::is_timed);
        for done in done {
            self.service.record(done.done_ns - done.dispatched_ns);
            self.response.record(done.response_ns());
            self.waits.record(done);
            if timed {
                self.arrivals
                    .record(done.request.arrival_ns, done.dispatched_ns, done.done_ns);
            }
        }
    }

    /// Queues and channels, if it has them.
    pub(crate) fn parallel(&self) -> Option<&Parallel> {
        self.parallel.as_deref()
    }

    /// To be called after [`Self::restore`].
    pub(crate) fn set_parallel(&mut self, parallel: Option<Parallel>) {
        self.parallel = parallel.map(Box::new);
        self.handed = None;
    }

    /// The reports about queues and channels.
    pub fn parallel_report(&self) -> Option<crate::report::ParallelReport> {
        Some(self.parallel.as_ref()?.report(&self.waits))
    }
}
