//! Policies for the command line (SPEC 13): a program in JavaScript runs in `QuickJS`, one in WebAssembly in an interpreter. Neither finds a
//! clock, chance, a file or a network, and both end when they loop or take too much memory.
//!
//! The page runs the same JavaScript in a sandbox of the browser, through the same `web/worker/policy/runtime.js`.

mod js;
mod wasm;

use sim::policy::{Program, Stop};

pub use js::Js;
pub use wasm::Wasm;

/// Bytes of memory that a policy may take, its state and its interpreter included.
pub const MEMORY: usize = 64 << 20;

/// A policy from its file: WebAssembly if it begins as such, otherwise JavaScript. `state`: bytes of `device.state` that it may ask for; a
/// module of WebAssembly has its memory, which is seen by [`Program::state_bytes`] only.
///
/// # Errors
/// Why it is none.
pub fn load_within(source: &[u8], state: Option<u64>) -> Result<Box<dyn Program>, Stop> {
    if source.starts_with(b"\0asm") {
        return Ok(Box::new(Wasm::load(source)?));
    }
    match std::str::from_utf8(source) {
        Ok(text) => Ok(Box::new(Js::load_within(text, state)?)),
        Err(_) => Err(Stop {
            function: String::new(),
            message: "the policy is neither JavaScript text nor WebAssembly".to_owned(),
            remedy: "Give a file of UTF-8 text, or a .wasm file.".to_owned(),
            line: None,
            column: None,
        }),
    }
}

/// [`load_within`] without a limit on its state.
///
/// # Errors
/// Why it is none.
pub fn load(source: &[u8]) -> Result<Box<dyn Program>, Stop> {
    load_within(source, None)
}

/// A policy that loops.
fn endless(function: &str) -> Stop {
    Stop {
        function: function.to_owned(),
        message: "does not end".to_owned(),
        remedy: "Look for a loop whose condition stays true.".to_owned(),
        line: None,
        column: None,
    }
}
