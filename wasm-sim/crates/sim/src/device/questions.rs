//! The questions to a device, and the orders, beside its requests.

use ftl::{AnyFtl, Ask, Asked, Asks, Choices, Counters, Shape, Work, parts::BlockPool};
use nand::Chip;

use super::Device;
use crate::report::Timed;
use crate::scenario::{Ram, Setup};
use crate::times::Histogram;

impl Device {
    /// Before a request that the setup intervenes in, or may.
    pub fn intervene(&mut self, setup: &Setup, request: u32) {
        self.set_choices(setup.choices_of(request));
        self.change = setup.change_at(request).cloned();
    }

    /// Decisions to be overridden in the next request: (decision, choose).
    pub fn set_choices(&mut self, overrides: Vec<(u32, u32)>) {
        self.flash.choices = Choices {
            overrides,
            ..Choices::default()
        };
    }

    /// Someone is asked at the next decision point of the next request that [`Self::set_choices`] leaves open; the request halts
    /// there, and [`Self::asked`] says what is to be decided.
    pub fn ask(&mut self, ask: Ask) {
        self.flash.choices.ask = Some(ask);
    }

    /// A program is asked at every decision point of the next request, under the options that the setup has for it.
    pub fn ask_program(&mut self, setup: &Setup, request: u32, asks: &Asks) {
        self.change = setup.change_at(request).cloned();
        self.flash.choices.met = 0;
        if !self.flash.choices.asks.is_some() {
            self.flash.choices.asks = asks.clone();
        }
    }

    /// The notes of a run without events, since the last question.
    pub fn notes(&mut self) -> Vec<u32> {
        self.flash.choices.asks.take_notes()
    }

    /// Host page writes so far, those of the preparation included.
    pub fn host_writes(&self) -> u64 {
        self.versions.last().into()
    }

    /// Whether the host wrote a page that it had written before, preparation included, and no power loss or trim hides it: otherwise
    /// there are as many pages as writes.
    pub fn overwrites(&self) -> bool {
        self.versions.written() != u64::from(self.versions.last())
    }

    /// The decision to make.
    pub fn asked(&mut self) -> Option<Asked> {
        self.flash.choices.ask.take()?.met
    }

    /// Decision points met so far in the latest request.
    pub fn decisions(&self) -> u32 {
        self.flash.choices.met
    }

    /// Forgets service and response times, which take more memory than a small device.
    pub fn forget_times(&mut self) {
        self.service = Histogram::default();
        self.response = Histogram::default();
    }

    /// Pages the host sees.
    pub fn logical_pages(&self) -> u32 {
        self.logical_pages
    }

    /// The chip.
    pub fn chip(&self) -> &Chip {
        &self.flash.chip
    }

    /// The free pool and the roles of blocks.
    pub fn pool(&self) -> &BlockPool {
        &self.flash.pool
    }

    /// The scheme.
    pub fn ftl(&self) -> &AnyFtl {
        &self.ftl
    }

    /// Counters since counting started.
    pub fn counters(&self) -> &Counters {
        &self.flash.counters
    }

    /// Flash operations since counting started.
    pub fn work(&self) -> Work {
        self.flash.work
    }

    /// Its work, as the time of a slice is measured: flash operations; and what may cost none: reads and trims of the host, and writes
    /// that a buffer takes.
    pub(crate) fn effort(&self) -> u64 {
        let (w, host) = (self.flash.work, &self.flash.counters.host);
        let buffered = self.buffering.as_ref().map_or(0, |_| host.writes);
        w.reads + w.programs + w.erases + host.reads + host.trims + buffered
    }

    /// Service and response times since counting started, and whether arrivals outpace the device.
    pub fn times(&self) -> Timed {
        let (service, response) = (self.service.times(), self.response.times());
        // With queues a request also waits inside the device, for others.
        let alone_us = if self.parallel.is_some() {
            service.mean.min(self.flash_us())
        } else {
            service.mean
        };
        Timed {
            service,
            response,
            arrivals_us: self.arrivals.span_us(),
            overload: self.arrivals.overload(alone_us, response.mean),
            waiting: self.arrivals.waiting(&service, &response),
        }
    }

    /// Time of the flash operations of a mean request, one after another, microseconds.
    fn flash_us(&self) -> f64 {
        let work = self.flash.work;
        let reads = work.reads + work.oob_reads;
        let ns = self.timing.total_ns(reads, work.programs, work.erases);
        ns as f64 / self.service.total().0.max(1) as f64 / 1000.0
    }

    /// Requests answered since counting started, and the sums of their service and response times, ns. With queues they may be
    /// fewer than the requests served: some are still on their way.
    pub fn answered(&self) -> (u64, [u128; 2]) {
        let (answered, response_ns) = self.response.total();
        (answered, [self.service.total().1, response_ns])
    }

    /// The parts of RAM, as the scenario begins.
    pub fn ram(&self) -> Ram {
        let pages = self.buffer().map_or(0, |buffer| buffer.config().capacity());
        let shape = Shape {
            geometry: self.flash.chip.geometry(),
            logical_pages: self.logical_pages,
        };
        Ram::of(&self.scheme, shape, pages)
    }
}
