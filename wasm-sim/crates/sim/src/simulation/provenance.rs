//! How a page came to hold what it holds: the programs that brought it there, back to the host's write, and what made it
//! invalid. Found by going over the run again, in a device of its own: the simulation stays where it is.
//!
//! 1. The page's OOB area names its content, and the number of its program in the order of all programs.
//! 2. The last checkpoint before that program is restored, and requests are served with events up to it. Programs of this
//!    content are kept, each with what it was done for.
//! 3. From the last one the chain is walked back along `from`. Where it ends it began; where it leads to a page that held
//!    the content at the checkpoint already, step 2 goes on with that page's program.
//! 4. Of an invalid page, the last checkpoint at which it was valid is looked for by halving, and from there the event that
//!    made it invalid.
//!
//! 5. A filler, which completes a block that leaves a write buffer, was copied from where it was read in the same request.
//!
//! So stretches in which the content did not move are not served again, and what is kept is the chain.

use ftl::{BufferEvent, Cause, Event, RecoveryEvent, SuperblockEvent};
use nand::{Oob, Page, Ppn};

use super::{Simulation, Stopped};
use crate::device::Device;
use crate::protocol::{Move, Position, RequestShown};
use crate::workload::Source;

/// A search for a page's past, under way.
pub struct Provenance {
    ppn: Ppn,
    /// Its content.
    content: Oob,
    valid: bool,
    /// Where the simulation is: nothing behind it counts.
    here: Position,
    device: Device,
    source: Source,
    at: u32,
    phase: Phase,
    /// The program looked for: the page, and its number.
    wanted: (Ppn, u64),
    /// Programs of the content since the checkpoint.
    since: Vec<(u64, Move)>,
    /// From here back.
    moves: Vec<Move>,
    stale: Option<Move>,
    events: Vec<Event>,
}

/// The work of the next slice.
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    /// Step 2, from its beginning.
    Restore,
    Serve,
    /// Step 4.
    RestoreValid,
    ServeStale,
    Done,
}

impl Provenance {
    /// How many requests of the way back are behind it.
    pub fn reached(&self) -> u32 {
        self.here.request - self.at.min(self.here.request)
    }

    /// Its result: see `Reply::Provenance`.
    pub fn moves(mut self) -> Vec<Move> {
        if let Some(stale) = self.stale {
            self.moves.insert(0, stale);
        }
        self.moves
    }
}

impl Simulation {
    /// Begins to look for the past of what a page holds here; `None` if it is free or not on the device.
    pub fn provenance(&self, ppn: u32) -> Option<Provenance> {
        let chip = self.view.chip();
        let ppn = Ppn(ppn);
        let content = (ppn.0 < chip.geometry().pages()).then(|| chip.oob(ppn))??;
        Some(Provenance {
            ppn,
            content,
            valid: chip.page(ppn) == Page::Valid,
            here: self.position,
            device: self.device.clone(),
            source: self.source.clone(),
            at: self.at,
            phase: Phase::Restore,
            wanted: (ppn, content.seq),
            since: Vec::new(),
            moves: Vec::new(),
            stale: None,
            events: Vec::new(),
        })
    }

    /// Looks further, for about `fuel` events. True: all is found.
    pub fn look_back(&self, p: &mut Provenance, mut fuel: u64) -> Result<bool, Stopped> {
        loop {
            match p.phase {
                Phase::Restore => {
                    let before = self.timeline.restore_before(p.wanted.1, &mut p.device);
                    p.since.clear();
                    if let Some(before) = before {
                        (p.at, p.source) = before;
                        p.phase = Phase::Serve;
                    } else {
                        p.phase = p.then_stale();
                    }
                }
                Phase::RestoreValid => {
                    let here = p.here.request;
                    (p.at, p.source) = self.timeline.restore_last(here, &mut p.device, |device| {
                        let oob = device.chip().oob(p.ppn);
                        oob.map_or(0, |oob| oob.seq) < p.content.seq
                            || oob == Some(p.content) && device.chip().page(p.ppn) == Page::Valid
                    });
                    p.phase = Phase::ServeStale;
                }
                Phase::Done => return Ok(true),
                Phase::Serve if p.device.chip().last_seq() >= p.wanted.1 => {
                    p.phase = p.walk_back(self);
                }
                Phase::ServeStale if p.seen_stale(self) => p.phase = Phase::Done,
                Phase::Serve | Phase::ServeStale => {
                    if fuel == 0 {
                        return Ok(false);
                    }
                    fuel = fuel.saturating_sub(p.serve(self)?);
                }
            }
        }
    }
}

impl Provenance {
    /// Serves a request and looks at its events; returns how many there were, at least 1.
    fn serve(&mut self, of: &Simulation) -> Result<u64, Stopped> {
        let request = self.device.next_request(&mut self.source);
        let request = request.expect("it was served before");
        if of.intervened {
            self.device.intervene(&of.setup, self.at);
        }
        let mut piece = Piece {
            request: RequestShown::of(self.at, request),
            first: 0,
            seq: self.device.chip().last_seq(),
            open: Vec::new(),
        };
        let (content, ppn, here) = (self.content, self.ppn, self.here);
        let (keeps, kept) = (self.phase == Phase::Serve, self.since.len());
        let (since, stale) = (&mut self.since, &mut self.stale);
        let mut take = |events: &mut Vec<Event>| {
            if keeps {
                piece.keep(events, content, since);
            } else {
                piece.see_stale(events, (ppn, content.seq), here, stale);
            }
            piece.pass(events);
        };
        let served = self
            .device
            .record_in_pieces(&request, &mut self.events, &mut take);
        if let Err(error) = served {
            let request = self.at;
            return Err(Stopped { request, error });
        }
        // Behind its last event the request is over.
        for found in since[kept..]
            .iter_mut()
            .map(|(_, found)| found)
            .chain(stale)
        {
            if found.position == piece.after(piece.first) {
                found.position = Position::before(self.at + 1);
            }
        }
        self.at += 1;
        Ok(piece.first.max(1) as u64)
    }

    /// Step 3: from the program looked for back to where the content was at the checkpoint, or began.
    fn walk_back(&mut self, of: &Simulation) -> Phase {
        let (mut ppn, mut most) = self.wanted;
        while let Some((seq, found)) = self.since.pop() {
            if found.to != Some(ppn.0) || seq > most {
                continue;
            }
            let from = found.from;
            self.moves.push(found);
            let Some(from) = from else {
                return self.then_stale();
            };
            (ppn, most) = (Ppn(from), seq);
        }
        // The same checkpoint once more, for the number of that page's program.
        of.timeline.restore_before(self.wanted.1, &mut self.device);
        let held = self.device.chip().oob(ppn);
        self.wanted = (ppn, held.map_or(0, |oob| oob.seq));
        Phase::Restore
    }

    /// Whether nothing is left that could have made the page invalid.
    fn seen_stale(&self, of: &Simulation) -> bool {
        // A trim can be undone by a power loss: then the last time counts.
        let once = of.setup.power_cuts.is_empty();
        self.at >= of.requests.min(self.here.request + 1) || once && self.stale.is_some()
    }

    fn then_stale(&self) -> Phase {
        if self.valid {
            Phase::Done
        } else {
            Phase::RestoreValid
        }
    }
}

/// Where the events at hand are.
struct Piece {
    request: RequestShown,
    /// Events of the request before them.
    first: usize,
    /// The number of the last program before them.
    seq: u64,
    /// Work of the request that was begun before them and is not ended.
    open: Vec<Event>,
}

impl Piece {
    /// The position after this many events of the request.
    fn after(&self, events: usize) -> Position {
        Position {
            request: self.request.index,
            event: events as u32,
        }
    }

    /// Goes on to behind the events.
    fn pass(&mut self, events: &[Event]) {
        self.first += events.len();
        for event in events {
            match bracket(event) {
                Some(Bracket::Begin) => self.open.push(event.clone()),
                Some(Bracket::End) => drop(self.open.pop()),
                None if matches!(event, Event::Recovery(RecoveryEvent::PowerLost { .. })) => {
                    self.open.clear();
                }
                None => {}
            }
        }
    }

    /// Keeps the programs of the content.
    fn keep(&mut self, events: &[Event], content: Oob, since: &mut Vec<(u64, Move)>) {
        for (i, event) in events.iter().enumerate() {
            let Event::Program {
                ppn,
                logical,
                kind,
                version,
                from,
                cause,
            } = *event
            else {
                continue;
            };
            self.seq += 1;
            if (logical, kind, version) == (content.logical, content.kind, content.version) {
                let found = Move {
                    position: self.after(self.first + i + 1),
                    request: self.request,
                    from: from
                        .or_else(|| read_before(&events[..i], event))
                        .map(|from| from.0),
                    to: Some(ppn.0),
                    cause,
                    within: within(&events[..i], &self.open),
                };
                since.push((self.seq, found));
            }
        }
    }

    /// Looks for what made a page invalid, which program `page.1` filled; not behind `here`.
    fn see_stale(
        &mut self,
        events: &[Event],
        (page, program): (Ppn, u64),
        here: Position,
        stale: &mut Option<Move>,
    ) {
        let mut copied = None;
        for (i, event) in events.iter().enumerate() {
            if self.after(self.first + i) >= here {
                return;
            }
            match *event {
                Event::Program {
                    ppn, from, cause, ..
                } => {
                    self.seq += 1;
                    if from == Some(page) && self.seq > program {
                        copied = Some((ppn.0, cause));
                    }
                }
                Event::Invalidate { ppn } if ppn == page && self.seq >= program => {
                    *stale = Some(Move {
                        position: self.after(self.first + i + 1),
                        request: self.request,
                        from: Some(page.0),
                        to: copied.map(|(to, _)| to),
                        cause: copied.map_or(Cause::Host, |(_, cause)| cause),
                        within: within(&events[..i], &self.open),
                    });
                }
                Event::Recovery(RecoveryEvent::Reappeared { ppn, .. }) if ppn == page => {
                    *stale = None;
                }
                _ => {}
            }
        }
    }
}

/// Where a filler was read: what completes a block that leaves the write buffer, and is programmed as if it came from there.
fn read_before(events: &[Event], program: &Event) -> Option<Ppn> {
    let Event::Program {
        logical: written,
        cause: Cause::Pad,
        ..
    } = *program
    else {
        return None;
    };
    events.iter().rev().find_map(|event| match *event {
        Event::Read {
            ppn,
            logical,
            kind: nand::PageKind::Data,
            cause: Cause::Pad,
        } if logical == written => Some(ppn),
        _ => None,
    })
}

/// The work under way where these events end: the merge, the GC or the like that was begun last and is not ended. `open`: begun before
/// them.
fn within(events: &[Event], open: &[Event]) -> Option<Event> {
    let (mut ended, mut programmed) = (0, false);
    for event in events.iter().rev() {
        match event {
            // A translation page is written because of an update, which ends with it.
            Event::TranslationUpdate { .. } if !programmed => return Some(event.clone()),
            Event::Program { .. } => programmed = true,
            Event::Recovery(RecoveryEvent::PowerLost { .. }) => return None,
            _ => match bracket(event) {
                Some(Bracket::Begin) if ended == 0 => return Some(event.clone()),
                Some(Bracket::Begin) => ended -= 1,
                Some(Bracket::End) => ended += 1,
                None => {}
            },
        }
    }
    open.iter().rev().nth(ended).cloned()
}

/// Whether an event begins work, or ends it.
enum Bracket {
    Begin,
    End,
}

fn bracket(event: &Event) -> Option<Bracket> {
    match event {
        Event::MergeBegin { .. }
        | Event::ReclaimBegin { .. }
        | Event::GcBegin { .. }
        | Event::WearBegin { .. }
        | Event::Superblock(
            SuperblockEvent::InnerCleaningBegin { .. } | SuperblockEvent::CompactionBegin { .. },
        )
        | Event::Recovery(RecoveryEvent::RecoveryBegin { .. })
        | Event::Buffer(BufferEvent::DestageBegin { .. }) => Some(Bracket::Begin),
        Event::MergeEnd { .. }
        | Event::ReclaimEnd { .. }
        | Event::GcEnd { .. }
        | Event::WearEnd { .. }
        | Event::Superblock(
            SuperblockEvent::InnerCleaningEnd { .. } | SuperblockEvent::CompactionEnd { .. },
        )
        | Event::Recovery(RecoveryEvent::RecoveryEnd { .. })
        | Event::Buffer(BufferEvent::DestageEnd { .. }) => Some(Bracket::End),
        _ => None,
    }
}
