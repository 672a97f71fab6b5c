//! The module of challenges: "be the FTL", with every scheme.

use sim::challenge::ChallengeSession;
use sim::challenge::protocol::ChallengeCommand;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::reply::{answer, not_a_command, throw_panics};

/// Serves `ChallengeCommand`s. All methods answer with JSON, `{"ok": ChallengeReply}` or `{"err": Failure}`.
#[wasm_bindgen]
pub struct Challenges {
    session: ChallengeSession,
}

#[wasm_bindgen]
impl Challenges {
    /// Without a search.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        throw_panics();
        Self {
            session: ChallengeSession::new(),
        }
    }

    /// Serves a command, JSON in.
    pub fn command(&mut self, json: &str) -> String {
        let reply = ChallengeCommand::from_json(json)
            .map_err(|error| not_a_command(&error))
            .and_then(|command| self.session.command(&command));
        answer(&reply)
    }

    /// Looks at this many more states of the search under way.
    pub fn slice(&mut self, states: u32) -> String {
        answer(&self.session.slice(states))
    }
}
