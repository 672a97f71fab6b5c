//! Commands of rounds: in, served, and answered. One search at a time is under way.

use super::Round;
use super::protocol::{RoundCommand, RoundReply};
use super::search::Search;
use crate::command::tagged;
use crate::failure::{Failure, FailureKind};
use crate::json::{Got, Read, Reader};

tagged! { RoundCommand by "type":
    "look" => Look { file, rest }
    "solve" => Solve { file, states }
    "enough" => Enough {}
}

impl RoundCommand {
    /// A command from its JSON; the error says what is wrong, for the page's developer.
    pub fn from_json(text: &str) -> Result<Self, String> {
        crate::command::from_json(text)
    }
}

/// Serves [`RoundCommand`]s.
#[derive(Default)]
pub struct RoundSession {
    search: Option<Search>,
}

impl RoundSession {
    /// Without a search.
    pub fn new() -> Self {
        Self::default()
    }

    /// Serves a command. A search answers `searching`; [`Self::slice`] goes on.
    pub fn command(&mut self, command: &RoundCommand) -> Result<RoundReply, Failure> {
        match command {
            RoundCommand::Look { file, rest } => {
                let round = Box::new(Round::open(file)?.look(*rest)?);
                Ok(RoundReply::Round { round })
            }
            RoundCommand::Solve { file, states } => {
                self.search = None;
                self.search = Some(Search::new(Round::open(file)?, *states)?);
                self.slice(0)
            }
            RoundCommand::Enough => {
                let search = self.search.take().ok_or_else(no_search)?;
                let found = search.result();
                Ok(RoundReply::Optimum { found })
            }
        }
    }

    /// Looks at this many more states.
    pub fn slice(&mut self, states: u32) -> Result<RoundReply, Failure> {
        let search = self.search.as_mut().ok_or_else(no_search)?;
        let done = search.slice(states);
        let found = search.result();
        if !done {
            return Ok(RoundReply::Searching { found });
        }
        self.search = None;
        Ok(RoundReply::Optimum { found })
    }
}

fn no_search() -> Failure {
    Failure::new(
        FailureKind::Command,
        "no search is under way",
        "start one first",
    )
}
