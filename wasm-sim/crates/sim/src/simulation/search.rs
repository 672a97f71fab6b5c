//! How a search finds the first event that meets a predicate, or the last one before where it began.
//!
//! Requests are served silently, and the device's counters say of each whether it can have met the predicate; most
//! cannot. Where one can, the simulation goes back to before it and looks at its events. If that is a false alarm,
//! the requests up to the next checkpoint are looked at event by event. So no stretch between two checkpoints is
//! replayed backwards more than once.
//!
//! Backwards, the stretches are searched from the last to the first: silently for the first and the last alarm in it,
//! then event by event between these two for the last hit.

use ftl::Event;

use super::hit::{Hunt, Mark, Tally};
use super::{Recorded, Simulation, Stopped};
use crate::predicate::{Clause, Predicate};
use crate::protocol::Position;
use crate::simulation::Arrival;

/// A search looks at the events of this many requests before it goes on silently: what is near needs no going back.
const NEAR: u32 = 64;

/// A search under way.
#[derive(Clone, Debug)]
pub(super) struct Search {
    predicate: Predicate,
    /// Where it began. Only what lies beyond is found.
    from: Position,
    /// How far it goes; backwards the beginning.
    limit: Position,
    back: bool,
    /// Whether a hit is what is wanted, or only a stop on the way to the limit.
    wanted: bool,
    phase: Phase,
}

/// The work of the next slice.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// Looks at the request it began in.
    Here,
    /// Forward: brings the device to this request, then looks event by event up to `until`.
    Loud { next: u32, until: u32 },
    /// Forward: serves silently until something may have happened.
    Silent,
    /// Forward: something may have happened in this request.
    Alarm(u32),
    /// Backwards: serves silently up to `end`, from the checkpoint `start`.
    Stretch {
        start: u32,
        end: u32,
        alarms: Option<(u32, u32)>,
    },
    /// Backwards: looks event by event from request `next` to `last`.
    Sift {
        start: u32,
        next: u32,
        last: u32,
        best: Option<(Position, Clause)>,
    },
    /// Goes to where it ends.
    Go(Position, Option<Clause>),
}

impl Search {
    /// From a position on, as far as `limit`. `wanted`: see the field.
    pub(super) fn forward(
        predicate: Predicate,
        from: Position,
        limit: Position,
        wanted: bool,
    ) -> Self {
        Self {
            predicate,
            from,
            limit,
            back: false,
            wanted,
            phase: Phase::Here,
        }
    }

    /// From a position back to the beginning; where nothing is met it ends where it began.
    pub(super) fn back(predicate: Predicate, from: Position) -> Self {
        Self {
            predicate,
            from,
            limit: Position::default(),
            back: true,
            wanted: true,
            phase: Phase::Here,
        }
    }

    /// The events of request `request` that count: from the first number to before the second.
    fn window(&self, request: u32) -> (usize, usize) {
        let after = |p: Position, none: usize| {
            if p.request == request {
                p.event as usize
            } else {
                none
            }
        };
        if !self.back {
            return (after(self.from, 0), after(self.limit, usize::MAX));
        }
        // The event right before where it began is where it is.
        (0, after(self.from, usize::MAX).saturating_sub(1))
    }

    /// One past the last request that counts.
    fn requests(&self) -> u32 {
        self.limit.request + u32::from(self.limit.event > 0)
    }
}

impl Simulation {
    /// Works on a search. `Some` when it has arrived.
    pub(super) fn pursue_search(
        &mut self,
        search: &mut Search,
        fuel: &mut u64,
    ) -> Result<Option<Arrival>, Stopped> {
        loop {
            let next = match search.phase {
                Phase::Here => self.search_here(search, fuel)?,
                Phase::Loud { next, until } => self.search_loud(search, next, until, fuel)?,
                Phase::Silent => self.search_silent(search, fuel)?,
                Phase::Alarm(request) => self.search_alarm(search, request, fuel)?,
                Phase::Stretch { start, end, alarms } => {
                    self.search_stretch(search, start, end, alarms, fuel)?
                }
                Phase::Sift { .. } => self.search_sift(search, fuel)?,
                Phase::Go(to, hit) => {
                    let arrival = Arrival {
                        found: hit.is_some() || !search.wanted,
                        hit,
                    };
                    return Ok(self.pursue(to, fuel)?.then_some(arrival));
                }
            };
            // None: out of fuel, and the phase says where to go on.
            let Some(next) = next else { return Ok(None) };
            search.phase = next;
        }
    }

    /// The first hit, or the last, among the events of the request that are at hand, from the first number of `window` to before the second.
    pub(super) fn hit_at_hand(
        &self,
        predicate: &Predicate,
        (from, to): (usize, usize),
        last: bool,
    ) -> Option<(usize, Clause)> {
        let Recorded {
            events,
            first,
            base,
            ..
        } = self.recorded.as_ref()?;
        let start = Tally::of(base.counters(), base.pool());
        let window = (from.saturating_sub(*first), to.saturating_sub(*first));
        let mut hunt = Hunt::new(predicate, start, window, last);
        hunt.look(events);
        let (i, clause) = hunt.found(|pbn, _| base.chip().erase_count(pbn))?;
        Some((first + i, clause))
    }

    fn search_here(&mut self, search: &Search, fuel: &mut u64) -> Result<Option<Phase>, Stopped> {
        let Position { request, event } = search.from;
        let inside = match (search.back, event) {
            (false, 0) => {
                return Ok(Some(Phase::Loud {
                    next: request,
                    until: request.saturating_add(NEAR),
                }));
            }
            // Between two requests it is at the last event of the one before.
            (true, 0) => match request.checked_sub(1) {
                Some(inside) => inside,
                None => return Ok(Some(Phase::Go(search.from, None))),
            },
            _ => request,
        };
        let Some(hit) = self.hit_in(search, inside, fuel)? else {
            return Ok(None);
        };
        if let Some((at, clause)) = hit {
            return Ok(Some(Phase::Go(at, Some(clause))));
        }
        Ok(Some(if search.back {
            self.stretch_before(search, inside)
        } else {
            Phase::Loud {
                next: inside + 1,
                until: (inside + 1).saturating_add(NEAR),
            }
        }))
    }

    /// The first hit in a request, or backwards the last one before where the search began. `None`: out of fuel.
    #[expect(clippy::option_option, reason = "out of fuel, or nothing met")]
    fn hit_in(
        &mut self,
        search: &Search,
        request: u32,
        fuel: &mut u64,
    ) -> Result<Option<Option<(Position, Clause)>>, Stopped> {
        if !self.record(request, 0, fuel)? {
            return Ok(None);
        }
        let Some(recorded) = &self.recorded else {
            return Ok(Some(None));
        };
        let (from, mut to) = search.window(request);
        if search.back {
            to = to.min(recorded.total.saturating_sub(1));
        }
        if recorded.is_whole() {
            let (total, last) = (recorded.total, search.back);
            let hit = self.hit_at_hand(&search.predicate, (from, to), last);
            let found = hit.map(|(i, clause)| (place(request, i, total), clause));
            return Ok(Some(found));
        }
        // A piece of it is at hand: once more from its beginning, however far that is.
        self.reach(request, &mut { u64::MAX })?;
        let mut events = Vec::new();
        self.look(
            &search.predicate,
            &mut events,
            (from, to),
            search.back,
            fuel,
        )
        .map(Some)
    }

    fn search_loud(
        &mut self,
        search: &mut Search,
        next: u32,
        until: u32,
        fuel: &mut u64,
    ) -> Result<Option<Phase>, Stopped> {
        let end = search.requests();
        if !self.reach(next.min(end), fuel)? {
            return Ok(None);
        }
        let mut events = Vec::new();
        while self.at < until.min(end) {
            if *fuel == 0 {
                search.phase = Phase::Loud {
                    next: self.at,
                    until,
                };
                return Ok(None);
            }
            let request = self.at;
            let window = search.window(request);
            let Some(hit) = self.look(&search.predicate, &mut events, window, false, fuel)? else {
                continue;
            };
            return Ok(Some(Phase::Go(hit.0, Some(hit.1))));
        }
        Ok(Some(if self.at < end {
            Phase::Silent
        } else {
            Phase::Go(search.limit, None)
        }))
    }

    /// Serves the next request and looks at its events, from the first number of `window` to before the second.
    fn look(
        &mut self,
        predicate: &Predicate,
        events: &mut Vec<Event>,
        window: (usize, usize),
        last: bool,
        fuel: &mut u64,
    ) -> Result<Option<(Position, Clause)>, Stopped> {
        let request = self.at;
        let start = Tally::of(self.device.counters(), self.device.pool());
        let mut hunt = Hunt::new(predicate, start, window, last);
        self.serve_recorded(events, &mut |piece| hunt.look(piece))?;
        let total = hunt.seen();
        *fuel = fuel.saturating_sub(total.max(1) as u64);
        let chip = self.device.chip();
        let hit = hunt.found(|pbn, times| chip.erase_count(pbn) - times);
        Ok(hit.map(|(i, clause)| (place(request, i, total), clause)))
    }

    /// Serves requests silently up to `end`; where one may have met the predicate, calls `alarm`, which says whether to
    /// go on. False: out of fuel.
    fn patrol(
        &mut self,
        predicate: &Predicate,
        end: u32,
        fuel: &mut u64,
        mut alarm: impl FnMut(u32) -> bool,
    ) -> Result<bool, Stopped> {
        let logical_pages = self.setup.logical_pages;
        let mut marks: Vec<Mark> = Vec::new();
        while self.at < end {
            if *fuel == 0 {
                return Ok(false);
            }
            let stop = self.timeline.next_stop(self.at).min(end);
            let before = self.device.effort();
            let mut alarmed = false;
            while self.at < stop && !alarmed {
                let Some(next) = self.device.next_request(&mut self.source) else {
                    return Ok(true);
                };
                predicate.marks(&self.device, &mut marks);
                self.serve(&next)?;
                if predicate.may(&next, logical_pages, &marks, &self.device) {
                    alarmed = !alarm(self.at - 1);
                }
                if self.device.effort() - before >= *fuel {
                    break;
                }
            }
            *fuel = fuel.saturating_sub((self.device.effort() - before).max(1));
            self.timeline.pass(self.at, &mut self.device, &self.source);
            if alarmed {
                return Ok(true);
            }
        }
        Ok(true)
    }

    fn search_silent(&mut self, search: &Search, fuel: &mut u64) -> Result<Option<Phase>, Stopped> {
        let mut alarm = None;
        let patrolled = self.patrol(&search.predicate, search.requests(), fuel, |request| {
            alarm = Some(request);
            false
        })?;
        Ok(match alarm {
            Some(request) => Some(Phase::Alarm(request)),
            None => patrolled.then_some(Phase::Go(search.limit, None)),
        })
    }

    fn search_alarm(
        &mut self,
        search: &Search,
        request: u32,
        fuel: &mut u64,
    ) -> Result<Option<Phase>, Stopped> {
        let Some(hit) = self.hit_in(search, request, fuel)? else {
            return Ok(None);
        };
        Ok(Some(match hit {
            Some((at, clause)) => Phase::Go(at, Some(clause)),
            None => Phase::Loud {
                next: request + 1,
                until: self.timeline.next_stop(request + 1),
            },
        }))
    }

    /// The stretch that ends before `end`, entered at its beginning; at the beginning of all, back to where it began.
    fn stretch_before(&mut self, search: &Search, end: u32) -> Phase {
        let Some(last) = end.checked_sub(1) else {
            return Phase::Go(search.from, None);
        };
        self.rewind(last);
        Phase::Stretch {
            start: self.at,
            end,
            alarms: None,
        }
    }

    fn search_stretch(
        &mut self,
        search: &mut Search,
        start: u32,
        end: u32,
        mut alarms: Option<(u32, u32)>,
        fuel: &mut u64,
    ) -> Result<Option<Phase>, Stopped> {
        let patrolled = self.patrol(&search.predicate, end, fuel, |request| {
            alarms = Some((alarms.map_or(request, |(first, _)| first), request));
            true
        })?;
        if !patrolled {
            search.phase = Phase::Stretch { start, end, alarms };
            return Ok(None);
        }
        Ok(Some(match alarms {
            None => self.stretch_before(search, start),
            Some((next, last)) => {
                self.rewind(next);
                Phase::Sift {
                    start,
                    next,
                    last,
                    best: None,
                }
            }
        }))
    }

    fn search_sift(
        &mut self,
        search: &mut Search,
        fuel: &mut u64,
    ) -> Result<Option<Phase>, Stopped> {
        let Phase::Sift {
            start,
            next,
            last,
            mut best,
        } = search.phase
        else {
            unreachable!("asked of this phase alone");
        };
        if !self.reach(next, fuel)? {
            return Ok(None);
        }
        let mut events = Vec::new();
        while self.at <= last {
            if *fuel == 0 {
                search.phase = Phase::Sift {
                    start,
                    next: self.at,
                    last,
                    best,
                };
                return Ok(None);
            }
            let hit = self.look(&search.predicate, &mut events, (0, usize::MAX), true, fuel)?;
            best = hit.or(best);
        }
        Ok(Some(match best {
            Some((at, clause)) => Phase::Go(at, Some(clause)),
            None => self.stretch_before(search, start),
        }))
    }
}

/// The position right after event `i` of a request of this many.
pub(super) fn place(request: u32, i: usize, events: usize) -> Position {
    if i + 1 == events {
        Position::before(request + 1)
    } else {
        Position {
            request,
            event: i as u32 + 1,
        }
    }
}
