//! Programs that answer decisions in the place of a scheme (SPEC 13).

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use nand::Chip;

use crate::{Context, Decision, Event, Halt, Sink};

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
    /// Events of the request so far.
    pub events: &'a [Event],
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

    /// Whether a program is asked.
    #[inline]
    pub fn is_some(&self) -> bool {
        self.policy.is_some()
    }
}

impl<S: Sink> Context<'_, S> {
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
        };
        let chosen = policy.decide(&question)?.unwrap_or(own);
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
            valid: if blocks {
                chip.valid_pages(nand::Pbn(id))
            } else {
                0
            },
            erases: if blocks {
                chip.erase_count(nand::Pbn(id))
            } else {
                0
            },
            ..Facts::default()
        })
        .collect()
    }
}
