//! Where a simulation goes: to a position, a step on or back, to what a predicate asks for. In slices.

use ftl::Grain;

use super::search::Search;
use super::{Recorded, Simulation, Stopped};
use crate::predicate::{Clause, Predicate};
use crate::protocol::{Position, Target};

/// Where a job is going.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    Position(Position),
    Step {
        grain: Grain,
        back: bool,
        stops: Option<Predicate>,
    },
    Search(Search),
}

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// False only for a search that met nothing.
    pub found: bool,
    /// The condition it met there, whether it was looked for or in the way.
    pub hit: Option<Clause>,
}

/// Arrived where it was sent, without meeting anything.
const THERE: Arrival = Arrival {
    found: true,
    hit: None,
};

impl Simulation {
    /// Starts going somewhere; [`Self::slice`] does the work. Forward it stops at the first event that meets `stops`.
    pub fn go(&mut self, target: Target, stops: Option<Predicate>) {
        let from = self.position;
        let end = Position::before(self.requests);
        let ahead = |to: Position| match stops.clone() {
            Some(stops) if from < to => Goal::Search(Search::forward(stops, from, to, false)),
            _ => Goal::Position(to),
        };
        self.goal = Some(match target {
            Target::End => ahead(end),
            Target::Position { position } => ahead(position.min(end)),
            Target::Step { grain, back } => Goal::Step { grain, back, stops },
            Target::Next { until, back: true } => Goal::Search(Search::back(until, from)),
            Target::Next { until, back: false } => {
                let all = match &stops {
                    Some(stops) => until.or(stops),
                    None => until,
                };
                Goal::Search(Search::forward(all, from, end, true))
            }
        });
    }

    /// Stops: the position is between requests, where the device is now.
    pub fn cancel(&mut self) {
        if self.goal.take().is_some() && self.at != self.position.request {
            self.stand_at(self.at);
        }
    }

    /// Works on the goal for about `operations` flash operations. `Some` when done.
    pub fn slice(&mut self, operations: u64) -> Result<Option<Arrival>, Stopped> {
        let Some(goal) = self.goal.clone() else {
            return Ok(Some(THERE));
        };
        let mut fuel = operations;
        let done = match goal {
            Goal::Position(p) => self.pursue(p, &mut fuel)?.then_some(THERE),
            Goal::Step { grain, back, stops } => {
                self.pursue_step(grain, back, stops.as_ref(), &mut fuel)?
            }
            Goal::Search(mut search) => {
                let done = self.pursue_search(&mut search, &mut fuel)?;
                self.goal = Some(Goal::Search(search));
                done
            }
        };
        if done.is_some() {
            self.goal = None;
            self.count_up();
        }
        Ok(done)
    }

    /// Goes somewhere at once.
    pub fn run(&mut self, target: Target) -> Result<Arrival, Stopped> {
        self.go(target, None);
        loop {
            if let Some(arrival) = self.slice(u64::MAX)? {
                return Ok(arrival);
            }
        }
    }

    /// Goes to a position. Between requests the request before it is recorded, so that its last event can be shown.
    pub(super) fn pursue(&mut self, to: Position, fuel: &mut u64) -> Result<bool, Stopped> {
        if to.request >= self.requests && self.requests == 0 || to == Position::default() {
            self.rewind(0);
            self.settle();
            return Ok(true);
        }
        let (request, event) = if to.event == 0 {
            (to.request - 1, usize::MAX)
        } else {
            (to.request, to.event as usize)
        };
        if !self.record(request, event, fuel)? {
            return Ok(false);
        }
        self.fold_to(event);
        Ok(true)
    }

    fn pursue_step(
        &mut self,
        grain: Grain,
        back: bool,
        stops: Option<&Predicate>,
        fuel: &mut u64,
    ) -> Result<Option<Arrival>, Stopped> {
        let Position { request, event } = self.position;
        if back {
            return Ok(self.pursue_step_back(grain, fuel)?.then_some(THERE));
        }
        if request == self.requests {
            return Ok(Some(THERE));
        }
        if grain == Grain::Request && stops.is_none() {
            let to = Position::before(request + 1);
            return Ok(self.pursue(to, fuel)?.then_some(THERE));
        }
        let event = event as usize;
        if !self.record(request, event + 1, fuel)? {
            return Ok(None);
        }
        let Recorded { events, first, .. } = self.recorded.as_ref().expect("just recorded");
        let ahead = |&i: &usize| first + i > event;
        let stop = grain.stops(events).find(ahead).unwrap_or(events.len());
        let stop = first + stop;
        let hit = stops.and_then(|stops| self.hit_at_hand(stops, (event, stop), false));
        self.fold_to(hit.map_or(stop, |(i, _)| i + 1));
        Ok(Some(Arrival {
            found: true,
            hit: hit.map(|(_, clause)| clause),
        }))
    }

    fn pursue_step_back(&mut self, grain: Grain, fuel: &mut u64) -> Result<bool, Stopped> {
        let Position { request, event } = self.position;
        if event == 0 && request == 0 {
            return Ok(true);
        }
        let inside = if event > 0 { request } else { request - 1 };
        let mut to = Position::before(inside);
        if grain == Grain::Request {
            return self.pursue(to, fuel);
        }
        let last = if event > 0 {
            event as usize - 1
        } else {
            usize::MAX
        };
        if !self.record(inside, last, fuel)? {
            return Ok(false);
        }
        let Recorded {
            events,
            first,
            total,
            ..
        } = self.recorded.as_ref().expect("just recorded");
        // Where another piece follows, it begins with a host page, at which every step stops.
        let end = (first + events.len() < *total).then_some(events.len());
        let before = if event > 0 { event as usize } else { *total };
        let stops = grain.stops(events).chain(end).map(|i| first + i);
        let stop = stops.take_while(|&i| i < before).last();
        to.event = stop.unwrap_or(*first) as u32;
        // The position is before the request now: a slice that ends here must not step back from there once more.
        self.goal = Some(Goal::Position(to));
        self.pursue(to, fuel)
    }
}
