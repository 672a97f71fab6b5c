//! The events of a request as it is served, whole or in pieces: a request may have more of them than memory holds.

use ftl::{Event, Sink};

use super::{Cost, Device, ServeError};
use crate::workload::Request;

/// Takes a piece.
type Take<'a> = &'a mut dyn FnMut(&mut Vec<Event>);

/// Takes the events of a request. A piece is one of whole host pages: a merge, or a block that leaves a write buffer, is never cut.
pub struct Recorder<'a> {
    events: &'a mut Vec<Event>,
    piece: usize,
    take: Option<Take<'a>>,
}

impl<'a> Recorder<'a> {
    /// All events of a request are wanted together.
    pub fn whole(events: &'a mut Vec<Event>) -> Self {
        Self {
            events,
            piece: usize::MAX,
            take: None,
        }
    }
}

impl Sink for Recorder<'_> {
    const ON: bool = true;

    fn emit(&mut self, event: Event) {
        if self.events.len() >= self.piece
            && matches!(event, Event::HostPage { index: 1.., .. })
            && let Some(take) = &mut self.take
        {
            take(self.events);
            self.events.clear();
        }
        self.events.push(event);
    }

    fn so_far(&self) -> &[Event] {
        self.events
    }
}

impl Device {
    /// [`Self::serve`] with all events recorded.
    pub fn record(
        &mut self,
        request: &Request,
        events: &mut Vec<Event>,
    ) -> Result<Cost, ServeError> {
        self.recorded(request, &mut Recorder::whole(events))
    }

    /// [`Self::record`] in pieces, one after another, in the place of what is in `events`; the last one may be empty. `take` may leave
    /// anything in its stead.
    pub fn record_in_pieces(
        &mut self,
        request: &Request,
        events: &mut Vec<Event>,
        take: Take<'_>,
    ) -> Result<Cost, ServeError> {
        events.clear();
        let recorder = &mut Recorder {
            events,
            piece: self.piece as usize,
            take: Some(take),
        };
        let cost = self.recorded(request, recorder)?;
        take(events);
        Ok(cost)
    }

    /// Pieces end from this many events on, in the place of [`crate::scenario::PIECE`]: so that the requests of tests have several.
    pub fn cut_pieces(&mut self, events: u32) {
        self.piece = events;
    }

    /// Not inlined: that code is there once.
    #[inline(never)]
    fn recorded(
        &mut self,
        request: &Request,
        recorder: &mut Recorder<'_>,
    ) -> Result<Cost, ServeError> {
        self.serve(request, recorder)
    }
}
