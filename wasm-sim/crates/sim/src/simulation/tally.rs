//! The events since playing began, page by page: for a stage that shows several steps at once. Counted by going over
//! the same requests in a device of its own, so that the run itself pays nothing for it, however it gets where it
//! goes.

use ftl::Event;

use super::Simulation;
use crate::device::Device;
use crate::protocol::{Position, TallyShown};
use crate::workload::Source;

/// Counts from one position up to another.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    shown: TallyShown,
    /// Up to here all events are counted.
    upto: Position,
    /// Before request `upto.request`; after it where `served` holds its events.
    device: Device,
    source: Source,
    served: Vec<Event>,
}

impl Simulation {
    /// From the next position on counts what happens, or goes on counting if it has counted up to here; `false`: does not count.
    pub fn count(&mut self, on: bool) {
        let here = self.position;
        if self.tally.as_ref().is_some_and(|t| on && t.upto == here) {
            return;
        }
        self.tally = on.then(|| {
            let geometry = self.view.chip().geometry();
            let mut tally = Tally {
                shown: TallyShown {
                    programs: vec![0; geometry.pages() as usize],
                    erases: vec![0; geometry.blocks as usize],
                },
                upto: here,
                device: self.device.clone(),
                source: self.source.clone(),
                served: Vec::new(),
            };
            // Inside a request the device has served it already.
            let recorded = self.recorded.as_ref().filter(|_| here.event > 0);
            if let Some(whole) = recorded.filter(|recorded| recorded.is_whole()) {
                tally.served.clone_from(&whole.events);
            } else if recorded.is_some() {
                let (mut at, source) = self.timeline.restore(here.request, &mut tally.device);
                tally.source = source;
                while at < here.request {
                    tally.serve(self, at, &mut |_| {});
                    at += 1;
                }
            }
            Box::new(tally)
        });
    }

    /// The counts, if anything is counted: up to the current position.
    pub fn tally(&self) -> Option<&TallyShown> {
        self.tally.as_ref().map(|tally| &tally.shown)
    }

    /// Counts up to the current position. A position behind the counted events ends the count.
    pub(super) fn count_up(&mut self) {
        let here = self.position;
        let Some(mut tally) = self.tally.take_if(|tally| tally.upto <= here) else {
            self.tally = None;
            return;
        };
        while tally.upto.request < here.request {
            tally.count(self, usize::MAX);
            tally.upto = Position::before(tally.upto.request + 1);
        }
        let (from, to) = (tally.upto.event as usize, here.event as usize);
        if from < to {
            match &self.recorded {
                Some(recorded) if recorded.first <= from => {
                    let first = recorded.first;
                    tally
                        .shown
                        .count(&recorded.events[from - first..to - first]);
                }
                // They are in several pieces.
                _ => {
                    let (device, source) = (tally.device.clone(), tally.source.clone());
                    tally.count(self, to);
                    (tally.device, tally.source) = (device, source);
                }
            }
        }
        tally.upto = here;
        self.tally = Some(tally);
    }
}

impl Tally {
    /// Serves request `upto.request`, and counts its events from `upto` to before number `to`.
    fn count(&mut self, of: &Simulation, to: usize) {
        let from = self.upto.event as usize;
        let mut shown = std::mem::take(&mut self.shown);
        let mut first = 0;
        let mut take = |events: &mut Vec<Event>| {
            let end = first + events.len();
            let within = |event: usize| event.clamp(first, end) - first;
            shown.count(&events[within(from)..within(to)]);
            first = end;
        };
        if self.served.is_empty() {
            self.serve(of, self.upto.request, &mut take);
        } else {
            take(&mut std::mem::take(&mut self.served));
        }
        self.shown = shown;
    }

    /// Serves request `at`, which is next, if there is one.
    fn serve(&mut self, of: &Simulation, at: u32, take: &mut dyn FnMut(&mut Vec<Event>)) {
        let Some(next) = self.device.next_request(&mut self.source) else {
            return;
        };
        if of.intervened {
            self.device.intervene(&of.setup, at);
        }
        let served = self.device.record_in_pieces(&next, &mut Vec::new(), take);
        served.unwrap_or_else(|_| panic!("request {at} was served before"));
    }
}

impl TallyShown {
    fn count(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::Program { ppn, .. } => self.programs[ppn.0 as usize] += 1,
                Event::Erase { pbn, .. } => self.erases[pbn.0 as usize] += 1,
                _ => {}
            }
        }
    }
}
