//! Decisions that a person, or a search, takes in the place of a scheme.

use nand::Chip;

use crate::{Asks, Context, Decision, Event, Halt, Sink};

/// Choices that replace the scheme's own, for the request under way.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// Overrides of this request: (decision, choose).
    pub overrides: Vec<(u32, u32)>,
    /// Decision points met so far in this request.
    pub met: u32,
    /// Whether a person, or a search, is to be asked instead of the scheme.
    pub ask: Option<Ask>,
    /// The program that is asked instead of the scheme, if there is one.
    pub asks: Asks,
}

impl Choices {
    /// Whether the scheme makes all choices.
    pub fn is_empty(&self) -> bool {
        if self.ask.is_some() || self.asks.is_some() {
            return false;
        }
        self.overrides.is_empty()
    }
}

/// Someone is asked at the next decision point that leaves a choice and is not overridden: the request halts there
/// ([`Halt::Asked`]).
#[derive(Clone, Debug)]
pub struct Ask {
    /// The kinds that are asked.
    pub kinds: Vec<Decision>,
    /// The decision to make, once it was met.
    pub met: Option<Asked>,
}

/// A decision point with more than one legal choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Which decision of the request, from 0.
    pub decision: u32,
    /// The decision.
    pub kind: Decision,
    /// The scheme's own choice.
    pub own: u32,
    /// All that may be chosen, ascending; `own` among them.
    pub legal: Vec<u32>,
}

impl<S: Sink> Context<'_, S> {
    /// A decision point: returns `own`, or what an intervention chose instead if that is `legal`.
    #[inline]
    pub fn decide(
        &mut self,
        kind: Decision,
        own: u32,
        legal: impl Fn(&Chip, u32) -> bool,
    ) -> Result<u32, Halt> {
        let decision = self.flash.choices.met;
        self.flash.choices.met += 1;
        if self.flash.choices.ask.is_some() {
            self.ask(decision, kind, own, &legal)?;
        }
        let choose = if self.flash.choices.asks.is_some() {
            let chosen = self.consult(decision, kind, own, &legal)?;
            if chosen == own {
                return Ok(own);
            }
            chosen
        } else {
            let overrides = &self.flash.choices.overrides;
            let Some(&(_, choose)) = overrides.iter().find(|&&(d, _)| d == decision) else {
                return Ok(own);
            };
            if choose != own && !legal(&self.flash.chip, choose) {
                return Err(self.illegal(choose));
            }
            choose
        };
        self.emit(|| Event::Intervened {
            decision,
            kind,
            instead_of: own,
            chosen: choose,
        });
        Ok(choose)
    }

    /// The choice at the decision met last cannot be made.
    #[cold]
    pub fn illegal(&self, choose: u32) -> Halt {
        Halt::IllegalChoice {
            decision: self.flash.choices.met - 1,
            choose,
        }
    }

    /// Halts if this decision is asked and leaves a choice.
    #[cold]
    fn ask(
        &mut self,
        decision: u32,
        kind: Decision,
        own: u32,
        legal: &dyn Fn(&Chip, u32) -> bool,
    ) -> Result<(), Halt> {
        let overridden = self
            .flash
            .choices
            .overrides
            .iter()
            .any(|&(d, _)| d == decision);
        let Some(ask) = &mut self.flash.choices.ask else {
            return Ok(());
        };
        if overridden || !ask.kinds.contains(&kind) {
            return Ok(());
        }
        // A choice is a block, a logical page or block, or fewer: none of these numbers is beyond the pages.
        let pages = self.flash.chip.geometry().pages().max(4);
        let legal: Vec<u32> = (0..pages)
            .filter(|&id| id == own || legal(&self.flash.chip, id))
            .collect();
        if legal.len() < 2 {
            return Ok(());
        }
        ask.met = Some(Asked {
            decision,
            kind,
            own,
            legal,
        });
        Err(Halt::Asked)
    }
}
