//! The module of rounds: "be the FTL", with every scheme.

use sim::round::RoundSession;
use sim::round::protocol::RoundCommand;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::reply::{answer, not_a_command, throw_panics};

/// Serves `RoundCommand`s. All methods answer with JSON, `{"ok": RoundReply}` or `{"err": Failure}`.
#[wasm_bindgen]
pub struct Rounds {
    session: RoundSession,
}

#[wasm_bindgen]
impl Rounds {
    /// Without a search.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        throw_panics();
        Self {
            session: RoundSession::new(),
        }
    }

    /// Serves a command, JSON in.
    pub fn command(&mut self, json: &str) -> String {
        let reply = RoundCommand::from_json(json)
            .map_err(|error| not_a_command(&error))
            .and_then(|command| self.session.command(&command));
        answer(&reply)
    }

    /// Looks at this many more states of the search under way.
    pub fn slice(&mut self, states: u32) -> String {
        answer(&self.session.slice(states))
    }
}
