//! The request whose events are at hand. One with very many of them is held in pieces: the piece that a position is in, and the view
//! before that. To have another one the request is served again.

use ftl::Event;

use super::peek::is_operation;
use super::{Simulation, Stopped};
use crate::parallel::Parallel;
use crate::protocol::Position;
use crate::report::{ParallelReport, Timed};
use crate::view::View;
use crate::workload::Request;

/// The request whose events are at hand, or a piece of them.
#[derive(Clone, Debug)]
pub(super) struct Recorded {
    pub(super) request: u32,
    pub(super) events: Vec<Event>,
    /// Events of the request before these, operations among them ([`Event::is_operation`]), and all events of the request.
    pub(super) first: usize,
    pub(super) operations: usize,
    pub(super) total: usize,
    /// The view before the first of `events`.
    pub(super) base: View,
    /// Service and response times before it, and whether arrivals outpace the device.
    pub(super) times: Timed,
    pub(super) parallel: Option<ParallelReport>,
    /// Queues and channels before it.
    pub(super) before: Option<Box<Parallel>>,
    pub(super) shown: Request,
}

impl Recorded {
    /// Whether a position is in it, after this many events of the request; where pieces meet, it is at the end of one.
    pub(super) fn holds(&self, event: usize) -> bool {
        let (event, first) = (event.min(self.total), self.first);
        (first == 0 || event > first) && event <= first + self.events.len()
    }

    /// Whether these are all events of the request.
    pub(super) fn is_whole(&self) -> bool {
        self.events.len() == self.total
    }
}

impl Simulation {
    /// The events of the request that the last event belongs to, and how many of them are folded; of a request of very many the piece
    /// that the last event is in. At the very beginning there are none.
    pub fn events(&self) -> (&[Event], usize) {
        match &self.recorded {
            Some(r) if self.position.event > 0 => {
                (&r.events, self.position.event as usize - r.first)
            }
            Some(r) if self.position.request == r.request + 1 => (&r.events, r.events.len()),
            _ => (&[], 0),
        }
    }

    /// Events of the request before those of [`Self::events`], and all of the request.
    pub fn piece(&self) -> (usize, usize) {
        self.recorded
            .as_ref()
            .map_or((0, 0), |r| (r.first, r.total))
    }

    /// The request that the last event belongs to.
    pub fn current_request(&self) -> Option<(u32, Request)> {
        let r = self.recorded.as_ref()?;
        (!self.events().0.is_empty()).then_some((r.request, r.shown))
    }

    /// Serves one request with its events, piece by piece; `None` after the last.
    pub(super) fn serve_recorded(
        &mut self,
        events: &mut Vec<Event>,
        take: &mut dyn FnMut(&mut Vec<Event>),
    ) -> Result<Option<Request>, Stopped> {
        let Some(request) = self.device.next_request(&mut self.source) else {
            return Ok(None);
        };
        self.choose();
        if let Err(error) = self.device.record_in_pieces(&request, events, take) {
            return Err(self.stop(error));
        }
        self.at += 1;
        self.timeline.pass(self.at, &mut self.device, &self.source);
        Ok(Some(request))
    }

    /// Has those events of `request` at hand that a position after `event` of them is among. False: out of fuel.
    pub(super) fn record(
        &mut self,
        request: u32,
        event: usize,
        fuel: &mut u64,
    ) -> Result<bool, Stopped> {
        let at_hand = |r: &Recorded| r.request == request && r.holds(event);
        if self.at == request + 1 && self.recorded.as_ref().is_some_and(at_hand) {
            return Ok(true);
        }
        // Right after the recorded request the view needs no new copy of the device.
        let next_door = self.at == request
            && self.position == Position::before(request)
            && self
                .recorded
                .as_ref()
                .is_none_or(|r| r.request + 1 == request);
        if !self.reach(request, fuel)? {
            return Ok(false);
        }
        self.recorded = None;
        // Of a large device copying is most of a step's time: from next door one copy is made, not two.
        if !next_door {
            self.view = View::of(&self.device);
        }
        self.view.finish_page();
        let times = self.device.times();
        let parallel = self.device.parallel_report();
        let before = self.device.parallel().cloned().map(Box::new);
        let mut base = self.view.clone();
        self.position = Position::before(request);
        // Pieces before the one that is wanted are folded; those behind it are counted.
        let (mut events, mut first, mut operations, mut total) = (Vec::new(), 0, 0, 0);
        let mut take = |piece: &mut Vec<Event>| {
            let wanted = total == 0 || event > total && !piece.is_empty();
            if wanted && first + events.len() == total {
                for event in &events {
                    base.fold(event);
                    operations += usize::from(is_operation(event));
                }
                first = total;
                events = std::mem::take(piece);
                total += events.len();
            } else {
                total += piece.len();
            }
        };
        let Some(shown) = self.serve_recorded(&mut Vec::new(), &mut take)? else {
            return Ok(true);
        };
        if first > 0 {
            self.view = base.clone();
            self.position.event = first as u32;
        }
        self.recorded = Some(Recorded {
            request,
            events,
            first,
            operations,
            total,
            base,
            times,
            parallel,
            before,
            shown,
        });
        Ok(true)
    }

    /// Folds the recorded events up to `event` of the request.
    pub(super) fn fold_to(&mut self, event: usize) {
        let Some(recorded) = &self.recorded else {
            return;
        };
        let Recorded {
            request,
            first,
            total,
            ..
        } = *recorded;
        let event = event.min(total);
        let standing = if self.position.request == request {
            self.position.event as usize
        } else {
            total
        };
        let mut from = standing;
        if event < standing {
            self.view = recorded.base.clone();
            from = first;
        }
        for e in &recorded.events[from - first..event - first] {
            self.view.fold(e);
        }
        self.position = if event == total {
            Position::before(request + 1)
        } else {
            Position {
                request,
                event: event as u32,
            }
        };
    }
}
