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
    /// The position is before `upto.request`, or after it where its events are at hand.
    device: Device,
    source: Source,
    /// Events of `upto.request`, once it was served.
    events: Vec<Event>,
}

impl Simulation {
    /// From the next position on counts what happens, or goes on counting if it has counted up to here; `false`: does not count.
    pub fn count(&mut self, on: bool) {
        let here = self.position;
        if self.tally.as_ref().is_some_and(|t| on && t.upto == here) {
            return;
        }
        // Inside a request the device has served it already.
        let events = match &self.recorded {
            Some(recorded) if here.event > 0 => recorded.events.clone(),
            _ => Vec::new(),
        };
        let geometry = self.view.chip().geometry();
        self.tally = on.then(|| {
            Box::new(Tally {
                shown: TallyShown {
                    programs: vec![0; geometry.pages() as usize],
                    erases: vec![0; geometry.blocks as usize],
                },
                upto: here,
                device: self.device.clone(),
                source: self.source.clone(),
                events,
            })
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
        while tally.upto < here {
            let Position { request, event } = tally.upto;
            if tally.events.is_empty() {
                let Some(next) = tally.device.next_request(&mut tally.source) else {
                    break;
                };
                if self.intervened {
                    tally.device.intervene(&self.setup, request);
                }
                let served = tally.device.record(&next, &mut tally.events);
                served.unwrap_or_else(|_| panic!("request {request} was served before"));
            }
            let all = tally.events.len();
            let (end, upto) = if here.request == request {
                (here.event as usize, here)
            } else {
                let next = Position::before(request + 1);
                (all, next)
            };
            for event in &tally.events[event as usize..end] {
                tally.shown.count(event);
            }
            if upto.event == 0 {
                tally.events.clear();
            }
            tally.upto = upto;
        }
        self.tally = Some(tally);
    }
}

impl TallyShown {
    fn count(&mut self, event: &Event) {
        match event {
            Event::Program { ppn, .. } => self.programs[ppn.0 as usize] += 1,
            Event::Erase { pbn, .. } => self.erases[pbn.0 as usize] += 1,
            _ => {}
        }
    }
}
