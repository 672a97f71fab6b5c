//! The engine's module: a session.
//!
//! Commands and replies cross as JSON text (their types are generated from `sim::protocol`). The columns of a frame stay in
//! wasm memory; the caller copies them before its next call.

use sim::protocol::Command;
use sim::session::Session;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::file::{JsFile, TraceFile};
use crate::reply::{answer, not_a_command, throw_panics};

/// The engine's version, as in `Cargo.toml`.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// An engine session. After a panic the wasm memory is dead: the panic's message is thrown, and the caller starts a
/// fresh worker.
#[wasm_bindgen]
pub struct Engine {
    session: Session,
}

#[wasm_bindgen]
impl Engine {
    /// An empty session.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        throw_panics();
        Self {
            session: Session::new(),
        }
    }

    /// Serves a command, JSON in; `{"ok": Reply}` or `{"err": Failure}` out.
    pub fn command(&mut self, json: &str) -> String {
        let reply = Command::from_json(json)
            .map_err(|error| not_a_command(&error))
            .and_then(|command| self.session.command(command));
        answer(&reply)
    }

    /// Works on the job under way for about `operations` flash operations; answers as [`Engine::command`].
    pub fn slice(&mut self, operations: f64) -> String {
        answer(&self.session.slice(operations.max(1.0) as u64))
    }

    /// Attaches a columnar trace file under a name; answers as [`Engine::command`].
    pub fn attach(&mut self, name: &str, file: TraceFile) -> String {
        answer(&self.session.attach(name, Box::new(JsFile(file))))
    }

    /// Serves the command `frame` and prepares the page columns of its blocks and, if `heat`, the heat columns. Answers as
    /// [`Engine::command`]; beside `ok` are `cells` and `heat`, each `[address in wasm memory, 32-bit words]`, valid until the
    /// next call. Any other command is served without columns.
    pub fn frame(&mut self, json: &str, heat: bool) -> String {
        let command = match Command::from_json(json) {
            Ok(command) => command,
            Err(error) => return answer(&Err::<(), _>(not_a_command(&error))),
        };
        let Command::Frame {
            slot,
            from_block,
            to_block,
            ..
        } = command
        else {
            return answer(&self.session.command(command));
        };
        let reply = self.session.command(command);
        let mut answer = answer(&reply);
        if reply.is_err() {
            return answer;
        }
        answer.pop();
        answer += ",\"cells\":";
        answer += &place(self.session.cells(slot, from_block, to_block));
        if heat {
            answer += ",\"heat\":";
            answer += &place(self.session.heat(slot));
        }
        answer.push('}');
        answer
    }
}

/// Where a column lies, as JSON: `[address, words]`.
fn place(column: &[u32]) -> String {
    format!("[{},{}]", column.as_ptr() as usize, column.len())
}
