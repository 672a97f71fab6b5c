//! A device with queues and channels: which request is next, and when it is done.

use ftl::Event;
use host::Done;
use nand::Lpn;

use super::recorder::Recorder;
use super::{Cost, Device, Limit, ServeError};
use crate::parallel::{Dependencies, Parallel, as_served};
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

    /// Serves the request that was handed out. Its events are always recorded: its operations are made of them. Page by page they go
    /// to `sink` then. Not inlined, as [`Self::record`] is not.
    #[inline(never)]
    pub(super) fn serve_beside(
        &mut self,
        request: &Request,
        sink: &mut dyn FnMut(&mut Vec<Event>),
    ) -> Result<Cost, ServeError> {
        let handed = self.handed.take().expect("asked only then");
        let before = self.flash.work;
        let whole = Request {
            pages: handed.pages,
            ..*request
        };
        let mut events = Vec::new();
        let mut waiting = Dependencies::default();
        if self.is_announced(request) {
            self.announce(request, &mut Recorder::whole(&mut events))?;
        }
        self.keep(request, true, &mut Recorder::whole(&mut events));
        for index in 0..request.pages {
            let lpn = Lpn((request.lpn + index) % self.logical_pages);
            let part = request.part_of(index, self.flash.chip.geometry().page_bytes);
            let recorder = &mut Recorder::whole(&mut events);
            self.access(lpn, &whole, handed.before + index, part, recorder)?;
            self.submit(&mut events, &mut waiting, sink)?;
        }
        self.keep(request, false, &mut Recorder::whole(&mut events));
        self.submit(&mut events, &mut waiting, sink)?;
        let parallel = self.beside();
        let done = parallel.served();
        if parallel.front().now() >= host::END_NS {
            return Err(ServeError::Beyond(Limit::Clock));
        }
        self.done(&done);
        Ok(self.cost_since(before))
    }

    fn beside(&mut self) -> &mut Parallel {
        self.parallel
            .as_mut()
            .expect("requests are handed out by the parallel model alone")
    }

    /// Makes operations of events, and hands these on. They are not more than memory was set apart for.
    fn submit(
        &mut self,
        events: &mut Vec<Event>,
        waiting: &mut Dependencies,
        sink: &mut dyn FnMut(&mut Vec<Event>),
    ) -> Result<(), ServeError> {
        let parallel = self.beside();
        parallel.submit(events, waiting);
        sink(events);
        events.clear();
        match parallel.most_exceeded() {
            Some(most) => Err(ServeError::Beyond(Limit::Operations(most))),
            None => Ok(()),
        }
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
