//! Commands of challenges: in, served, and answered. One search at a time is under way.

use super::Challenge;
use super::protocol::{ChallengeCommand, ChallengeReply};
use super::search::Search;
use crate::command::tagged;
use crate::failure::{Failure, FailureKind};
use crate::json::{Got, Read, Reader};

tagged! { ChallengeCommand by "type":
    "look" => Look { file, rest }
    "solve" => Solve { file, states }
    "enough" => Enough {}
}

impl ChallengeCommand {
    /// A command from its JSON; the error says what is wrong, for the page's developer.
    pub fn from_json(text: &str) -> Result<Self, String> {
        crate::command::from_json(text)
    }
}

/// Serves [`ChallengeCommand`]s.
#[derive(Default)]
pub struct ChallengeSession {
    search: Option<Search>,
}

impl ChallengeSession {
    /// Without a search.
    pub fn new() -> Self {
        Self::default()
    }

    /// Serves a command. A search answers `searching`; [`Self::slice`] goes on.
    pub fn command(&mut self, command: &ChallengeCommand) -> Result<ChallengeReply, Failure> {
        match command {
            ChallengeCommand::Look { file, rest } => {
                let round = Box::new(Challenge::open(file)?.look(*rest)?);
                Ok(ChallengeReply::Round { round })
            }
            ChallengeCommand::Solve { file, states } => {
                self.search = None;
                self.search = Some(Search::new(Challenge::open(file)?, *states)?);
                self.slice(0)
            }
            ChallengeCommand::Enough => {
                let search = self.search.take().ok_or_else(no_search)?;
                let found = search.result();
                Ok(ChallengeReply::Optimum { found })
            }
        }
    }

    /// Looks at this many more states.
    pub fn slice(&mut self, states: u32) -> Result<ChallengeReply, Failure> {
        let search = self.search.as_mut().ok_or_else(no_search)?;
        let done = search.slice(states);
        let found = search.result();
        if !done {
            return Ok(ChallengeReply::Searching { found });
        }
        self.search = None;
        Ok(ChallengeReply::Optimum { found })
    }
}

fn no_search() -> Failure {
    Failure::new(
        FailureKind::Command,
        "no search is under way",
        "start one first",
    )
}
