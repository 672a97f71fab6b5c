//! Programs that answer decisions in the place of a scheme (SPEC 13).

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use nand::{Chip, Lpn, Pbn, Ppn};

use crate::{Context, Decision, Event, Halt, HostOp, Sink};

/// A program that is asked at every decision point of a run.
pub trait Policy {
    /// Whether it wants to see the candidates of such decisions. Listing them takes time in proportion to the device.
    fn looks(&self, kind: Decision) -> bool;

    /// The choice, or `None` for the scheme's own; [`Halt::PolicyStopped`] if it could not answer.
    fn decide(&mut self, question: &Question<'_>) -> Result<Option<u32>, Halt>;
}

/// A decision to be made.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The decision.
    pub kind: Decision,
    /// Which decision of the request, from 0.
    pub decision: u32,
    /// The scheme's own choice.
    pub own: u32,
    /// The candidates with their facts, if the program [looks](Policy::looks) at them.
    pub candidates: &'a [Facts],
    /// The scheme's clock, host page writes, where it has one.
    pub now: Option<u64>,
    /// Events of the request so far, where they are kept.
    pub events: &'a [Event],
    /// Notes since the last question, where events are not kept.
    pub notes: &'a [u32],
    /// The page of the host's latest access, and host page writes so far: where events are not kept.
    pub access: (u32, u64),
}

/// Words of a note.
pub const NOTE_WORDS: usize = 4;

/// A notification: its number, as the first word of a note. Three words follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Note {
    /// A page was programmed: LPN (of a translation page its number), block, 0 for a host write, 1 for a copy, 2 for a translation page.
    Write = 0,
    /// A page became invalid: LPN (of a translation page its number), block.
    Invalidate = 1,
    /// A block was erased: block.
    Erase = 2,
    /// The host trimmed a page: LPN.
    Trim = 3,
    /// A full block was closed, and may be a victim: block.
    Close = 4,
    /// A mapping was found in the CMT: LPN.
    Hit = 5,
    /// A mapping was put into the CMT: LPN.
    Load = 6,
    /// A mapping left the CMT: LPN, 1 if it was dirty.
    Evict = 7,
}

/// Notes for a program: those that it wants, in the order of events.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Bit n: it wants notes of number n.
    pub wanted: u32,
    /// [`NOTE_WORDS`] each.
    pub words: Vec<u32>,
}

impl Notes {
    /// Takes a note, if it is wanted.
    #[inline]
    pub fn take(&mut self, note: Note, words: [u32; NOTE_WORDS - 1]) {
        if self.wanted & (1 << note as u32) != 0 {
            let [a, b, c] = words;
            self.words.extend_from_slice(&[note as u32, a, b, c]);
        }
    }
}

/// The facts about a candidate: a block, a cached mapping, or a number alone. 0 where it has no such thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The number to answer: a PBN; for evictions an LPN; for chains an LBN; a superblock; a kind of merge; a class.
    pub id: u32,
    /// Valid pages of the block.
    pub valid: u32,
    /// How often the block was erased.
    pub erases: u32,
    /// Closed blocks: host page writes when it was closed.
    pub closed_at: u64,
    /// Cached mappings: whether flash does not know the mapping yet.
    pub dirty: bool,
}

/// The program that a device asks. Copies of the device ask the same one.
#[derive(Clone, Default)]
pub struct Asks {
    policy: Option<Rc<RefCell<dyn Policy>>>,
    /// Candidates of the decision at hand, where the scheme knows more about them than the chip does.
    candidates: Vec<Facts>,
    /// The scheme's clock at that decision.
    now: Option<u64>,
    /// Whether notes are taken, and those since the last question.
    noting: bool,
    notes: Notes,
    /// Page of the latest access, and host page writes so far.
    access: (u32, u64),
}

impl fmt::Debug for Asks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.policy.is_some() { "Asks" } else { "-" })
    }
}

impl Asks {
    /// This program is asked.
    pub fn program(policy: Rc<RefCell<dyn Policy>>) -> Self {
        Self {
            policy: Some(policy),
            ..Self::default()
        }
    }

    /// The same for long runs, which keep no events: those would take longer than all else. `wanted`: see [`Notes`].
    pub fn noting(policy: Rc<RefCell<dyn Policy>>, wanted: u32) -> Self {
        Self {
            noting: true,
            notes: Notes {
                wanted,
                words: Vec::new(),
            },
            ..Self::program(policy)
        }
    }

    /// The notes since the last question.
    pub fn take_notes(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.notes.words)
    }

    /// The host accesses a page, and how many pages it has written, this one included.
    pub fn access(&mut self, op: HostOp, lpn: Lpn, writes: u64) {
        self.access = (lpn.0, writes);
        if op == HostOp::Trim {
            self.notes.take(Note::Trim, [lpn.0, 0, 0]);
        }
    }

    /// Takes a note, in a run that wants them.
    #[inline(always)]
    pub fn note(&mut self, note: Note, words: [u32; NOTE_WORDS - 1]) {
        if self.noting {
            self.notes.take(note, words);
        }
    }

    /// Whether notes are taken.
    #[inline(always)]
    pub fn takes_notes(&self) -> bool {
        self.noting
    }

    /// Whether a program is asked.
    #[inline]
    pub fn is_some(&self) -> bool {
        self.policy.is_some()
    }
}

impl<S: Sink> Context<'_, S> {
    // Notes for a program, in a run without events: out of the way of runs that have none.

    /// Takes a note.
    #[cold]
    #[inline(never)]
    pub(crate) fn note(&mut self, note: Note, words: [u32; 3]) {
        self.flash.choices.asks.note(note, words);
    }

    /// A page was programmed. `how`: see [`Note::Write`].
    #[cold]
    #[inline(never)]
    pub(crate) fn note_write(&mut self, ppn: Ppn, logical: u32, how: u32) {
        let block = self.flash.chip.block_of(ppn).0;
        let asks = &mut self.flash.choices.asks;
        asks.note(Note::Write, [logical, block, how]);
    }

    /// A page became invalid.
    #[cold]
    #[inline(never)]
    pub(crate) fn note_invalidate(&mut self, ppn: Ppn) {
        let chip = &self.flash.chip;
        let logical = chip.oob(ppn).map_or(0, |oob| oob.logical);
        let block = chip.block_of(ppn).0;
        let asks = &mut self.flash.choices.asks;
        asks.note(Note::Invalidate, [logical, block, 0]);
    }

    /// The copies of a run, and their notes.
    #[cold]
    #[inline(never)]
    pub(crate) fn copy_run_noting(
        &mut self,
        block: Pbn,
        n: u32,
        to: Ppn,
        mut moved: impl FnMut(u32, Ppn),
    ) {
        let pages = self.flash.chip.geometry().pages_per_block;
        let asks = &mut self.flash.choices.asks;
        self.flash.chip.copy_run(block, n, to, |logical, to| {
            asks.note(Note::Write, [logical, to.0 / pages, 1]);
            asks.note(Note::Invalidate, [logical, block.0, 0]);
            moved(logical, to);
        });
    }

    /// Before a decision, with the scheme's clock: lists the candidates, if a program looks at them.
    #[inline]
    pub(crate) fn list_candidates(
        &mut self,
        kind: Decision,
        now: u64,
        list: impl FnOnce(&Chip) -> Vec<Facts>,
    ) {
        let Some(policy) = &self.flash.choices.asks.policy else {
            return;
        };
        let looks = policy.borrow().looks(kind);
        self.flash.choices.asks.now = Some(now);
        if looks {
            self.flash.choices.asks.candidates = list(&self.flash.chip);
        }
    }

    /// The program's choice at a decision, checked.
    #[inline(never)]
    pub(crate) fn consult(
        &mut self,
        decision: u32,
        kind: Decision,
        own: u32,
        legal: &dyn Fn(&Chip, u32) -> bool,
    ) -> Result<u32, Halt> {
        let asks = &mut self.flash.choices.asks;
        let Some(policy) = asks.policy.clone() else {
            return Ok(own);
        };
        let mut policy = policy.borrow_mut();
        let now = asks.now.take();
        let mut candidates = std::mem::take(&mut asks.candidates);
        let mut words = std::mem::take(&mut asks.notes.words);
        let access = asks.access;
        if candidates.is_empty() && policy.looks(kind) {
            candidates = self.facts(kind, own, legal);
        }
        let question = Question {
            kind,
            decision,
            own,
            candidates: &candidates,
            now,
            events: self.so_far(),
            notes: &words,
            access,
        };
        let chosen = policy.decide(&question)?.unwrap_or(own);
        words.clear();
        self.flash.choices.asks.notes.words = words;
        if chosen != own && !legal(&self.flash.chip, chosen) {
            return Err(self.illegal(chosen));
        }
        Ok(chosen)
    }

    /// All that may be chosen, ascending, with the facts that the chip knows.
    fn facts(&self, kind: Decision, own: u32, legal: &dyn Fn(&Chip, u32) -> bool) -> Vec<Facts> {
        let chip = &self.flash.chip;
        let g = chip.geometry();
        let blocks = matches!(kind, Decision::Victim | Decision::LogBlock);
        let end = match kind {
            Decision::Victim | Decision::LogBlock => g.blocks,
            Decision::Merge | Decision::Placement => 3,
            Decision::Eviction | Decision::Superblock | Decision::Chain => g.pages(),
        };
        let may = (0..end).filter(|&id| id == own || legal(chip, id));
        may.map(|id| Facts {
            id,
            valid: if blocks { chip.valid_pages(Pbn(id)) } else { 0 },
            erases: if blocks { chip.erase_count(Pbn(id)) } else { 0 },
            ..Facts::default()
        })
        .collect()
    }
}
