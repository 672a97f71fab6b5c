//! Between the engine and a program: notes tell it of the events, before each question.

use ftl::{Decision, Event, Halt, HostOp, Notes, Policy, Question};
use nand::{Lpn, PageKind};

use super::{Asked, FUNCTIONS, Hooks, NOTE_WORDS, Note, Program, Stop, number};
use crate::device::Device;

/// The program with the notes that it has not received yet.
pub struct Driver {
    /// `None` once it was given back.
    program: Option<Box<dyn Program>>,
    hooks: Hooks,
    notes: Notes,
    /// Events of the request that are noted already.
    noted: usize,
    /// Per page: the logical number of its content, for what becomes invalid later.
    logical: Vec<u32>,
    pages_per_block: u32,
    now: u64,
    lpn: u32,
    /// The page whose mapping is on its way into the CMT.
    missed: Option<Lpn>,
    /// Why it stopped.
    pub stop: Option<Stop>,
    /// Decisions asked, by number.
    pub asked: [u64; FUNCTIONS.len()],
    /// The last decision that was asked.
    pub last: Option<Decision>,
    /// The decisions of the request.
    pub made: Vec<Made>,
    /// Whether the program was called since it was asked for its log.
    called: bool,
}

/// A decision of the request under way, as in `Outcome::decisions`.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    /// Which of the request, from 0.
    pub decision: u32,
    /// Events before it.
    pub event: u32,
    /// The number of its function.
    pub kind: u32,
    /// The scheme's own choice.
    pub own: u32,
    /// The program's.
    pub chosen: u32,
    /// Candidates that it saw.
    pub seen: u32,
}

/// The last word of a note about a page.
fn page_kind(kind: PageKind) -> u32 {
    if kind == PageKind::Data { 0 } else { 2 }
}

impl Driver {
    /// A program on a device that is prepared: its first notes are of every valid page, and of the closed blocks in the order of closing.
    pub fn new(program: Box<dyn Program>, device: &Device) -> Self {
        let chip = device.chip();
        let g = chip.geometry();
        let hooks = program.hooks();
        let mut driver = Self {
            hooks,
            program: Some(program),
            notes: Notes {
                wanted: hooks.notes,
                words: Vec::new(),
            },
            noted: 0,
            logical: vec![0; g.pages() as usize],
            pages_per_block: g.pages_per_block,
            now: device.host_writes(),
            lpn: 0,
            missed: None,
            stop: None,
            asked: [0; FUNCTIONS.len()],
            last: None,
            made: Vec::new(),
            called: true,
        };
        for ppn in (0..g.pages()).map(nand::Ppn) {
            let Some(oob) = chip.oob(ppn) else { continue };
            driver.logical[ppn.index()] = oob.logical;
            if chip.page(ppn) == nand::Page::Valid {
                let block = chip.block_of(ppn).0;
                driver.note(Note::Write, [oob.logical, block, page_kind(oob.kind)]);
            }
        }
        for pbn in device.ftl().closed() {
            driver.note(Note::Close, [pbn.0, 0, 0]);
        }
        driver
    }

    /// Puts the program where it came from.
    pub fn give_back(&mut self, to: &mut Option<Box<dyn Program>>) {
        *to = self.program.take();
    }

    /// Bit n: the program wants notes of number n.
    pub fn wanted(&self) -> u32 {
        self.hooks.notes
    }

    /// The program.
    pub fn program(&mut self) -> &mut dyn Program {
        &mut **self.program.as_mut().expect("not given back")
    }

    fn note(&mut self, note: Note, words: [u32; NOTE_WORDS - 1]) {
        self.notes.take(note, words);
    }

    fn observe(&mut self, event: &Event) {
        match *event {
            Event::HostPage {
                op, lpn, version, ..
            } => {
                self.lpn = lpn.0;
                match op {
                    HostOp::Write => self.now = version.into(),
                    HostOp::Trim => self.note(Note::Trim, [lpn.0, 0, 0]),
                    HostOp::Read => {}
                }
            }
            Event::Program {
                ppn,
                logical,
                kind,
                from,
                ..
            } => {
                self.logical[ppn.index()] = logical;
                let how = page_kind(kind).max(from.is_some().into());
                let block = ppn.0 / self.pages_per_block;
                self.note(Note::Write, [logical, block, how]);
            }
            Event::Invalidate { ppn } => {
                let block = ppn.0 / self.pages_per_block;
                self.note(Note::Invalidate, [self.logical[ppn.index()], block, 0]);
            }
            Event::Erase { pbn, .. } => self.note(Note::Erase, [pbn.0, 0, 0]),
            Event::FrontierClosed { pbn, .. } => self.note(Note::Close, [pbn.0, 0, 0]),
            Event::CmtHit { lpn } => self.note(Note::Hit, [lpn.0, 0, 0]),
            Event::CmtPrefetched { lpn, .. } => self.note(Note::Load, [lpn.0, 0, 0]),
            // Its mapping is put in once there is room. Other placements move mappings that were there.
            Event::CmtMiss { lpn, .. } => self.missed = Some(lpn),
            Event::CmtPlaced { lpn, .. } if self.missed == Some(lpn) => {
                self.missed = None;
                self.note(Note::Load, [lpn.0, 0, 0]);
            }
            Event::CmtEvicted { lpn, dirty } => self.note(Note::Evict, [lpn.0, dirty.into(), 0]),
            _ => {}
        }
    }

    /// Notes the events of the request up to here, and tells them.
    pub fn tell(&mut self, events: &[Event]) -> Result<(), Halt> {
        for event in &events[self.noted.min(events.len())..] {
            self.observe(event);
        }
        self.noted = events.len();
        let words = std::mem::take(&mut self.notes.words);
        self.tell_notes(&words)?;
        self.notes.words = words;
        self.notes.words.clear();
        Ok(())
    }

    /// Tells notes that were taken elsewhere.
    pub fn tell_notes(&mut self, notes: &[u32]) -> Result<(), Halt> {
        if notes.is_empty() {
            return Ok(());
        }
        self.called = true;
        let told = self.program().notes(notes);
        self.stopped(told)
    }

    /// Whether the program may have logged since the last call of this.
    pub fn take_called(&mut self) -> bool {
        std::mem::take(&mut self.called)
    }

    /// The request of this number begins.
    pub fn next_request(&mut self, number: u32) {
        self.program().request(number);
        self.noted = 0;
        self.made.clear();
    }

    /// Keeps why the program stopped; the engine learns only that it did.
    pub fn stopped<T>(&mut self, done: Result<T, Stop>) -> Result<T, Halt> {
        done.map_err(|stop| {
            self.stop = Some(stop);
            Halt::PolicyStopped
        })
    }
}

impl Policy for Driver {
    fn looks(&self, kind: Decision) -> bool {
        self.hooks.looks & (1 << number(kind)) != 0
    }

    fn decide(&mut self, question: &Question<'_>) -> Result<Option<u32>, Halt> {
        let kind = number(question.kind);
        // These notes are not kept: the program hears them now, even if it leaves this decision to the scheme.
        self.tell_notes(question.notes)?;
        if self.hooks.answers & (1 << kind) == 0 {
            return Ok(None);
        }
        self.tell(question.events)?;
        if question.events.is_empty() {
            (self.lpn, self.now) = question.access;
        }
        self.asked[kind as usize] += 1;
        self.called = true;
        self.last = Some(question.kind);
        let asked = Asked {
            kind,
            own: question.own,
            lpn: self.lpn,
            now: question.now.unwrap_or(self.now),
            candidates: question.candidates,
        };
        let decided = self.program().decide(&asked);
        let decided = self.stopped(decided)?;
        let chosen = decided.unwrap_or(question.own);
        self.made.push(Made {
            decision: question.decision,
            event: question.events.len() as u32,
            kind,
            own: question.own,
            chosen,
            seen: question.candidates.len() as u32,
        });
        Ok(decided)
    }
}
