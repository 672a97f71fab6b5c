//! The engine's module: a session.
//!
//! Commands and replies cross as JSON text (their types are generated from `sim::protocol`); page columns are
//! copied by the caller out of wasm memory, at [`Lab::cells_ptr`], before its next call.

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
pub struct Lab {
    session: Session,
    cells: Vec<u32>,
    heat: *const u32,
}

#[wasm_bindgen]
impl Lab {
    /// An empty session.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        throw_panics();
        Self {
            session: Session::new(),
            cells: Vec::new(),
            heat: std::ptr::null(),
        }
    }

    /// Serves a command, JSON in; `{"ok": Reply}` or `{"err": Failure}` out.
    pub fn command(&mut self, json: &str) -> String {
        let reply = Command::from_json(json)
            .map_err(|error| not_a_command(&error))
            .and_then(|command| self.session.command(command));
        answer(&reply)
    }

    /// Works on the job under way for about `operations` flash operations; answers as [`Lab::command`].
    pub fn slice(&mut self, operations: f64) -> String {
        answer(&self.session.slice(operations.max(1.0) as u64))
    }

    /// Attaches a columnar trace file under a name; answers as [`Lab::command`].
    pub fn attach(&mut self, name: &str, file: TraceFile) -> String {
        answer(&self.session.attach(name, Box::new(JsFile(file))))
    }

    /// Prepares the page columns of blocks `from_block..to_block`; returns how many 32-bit words they are.
    pub fn cells(&mut self, slot: u32, from_block: u32, to_block: u32) -> u32 {
        self.cells.clear();
        self.cells
            .extend_from_slice(self.session.cells(slot, from_block, to_block));
        self.cells.len() as u32
    }

    /// Prepares the heat columns of a slot; returns how many 32-bit words they are.
    pub fn heat(&mut self, slot: u32) -> u32 {
        let heat = self.session.heat(slot);
        self.heat = heat.as_ptr();
        heat.len() as u32
    }

    /// Where the heat columns stand in wasm memory, until the next call.
    pub fn heat_ptr(&self) -> *const u32 {
        self.heat
    }

    /// Where the page columns stand in wasm memory, until the next call.
    pub fn cells_ptr(&self) -> *const u32 {
        self.cells.as_ptr()
    }
}
