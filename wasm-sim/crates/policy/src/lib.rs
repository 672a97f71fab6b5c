//! Policies for the command line (SPEC 13): a program in JavaScript runs in `QuickJS`, one in WebAssembly in an interpreter. Neither finds a
//! clock, chance, a file or a network, and both end when they loop or take too much memory. [`watch`] ends the calls that an interpreter cannot.
//!
//! The page runs the same JavaScript in a sandbox of the browser, through the same `web/worker/policy/runtime.js`.

mod js;
mod wasm;
pub mod watch;

use std::time::Duration;

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

/// The time that a policy takes for itself. The limit is far beyond what a policy needs, because a machine's speed must not decide the
/// outcome of a run.
struct Clock {
    left: Duration,
}

impl Clock {
    /// Of a run, and for each call besides.
    const RUN: Duration = Duration::from_mins(1);
    const CALL: Duration = Duration::from_millis(1);

    fn new() -> Self {
        Self { left: Self::RUN }
    }

    /// Whether a call that took this long was too much.
    fn late(&mut self, took: Duration) -> bool {
        self.left = (self.left + Self::CALL).saturating_sub(took);
        self.left.is_zero()
    }
}

/// A policy that takes longer than that; `function`: empty while it is loaded.
fn late(function: &str) -> Stop {
    ended(
        function,
        "takes too long",
        "A call has 2 s of a processor's time, a run 60 s: look for work that is done again at each call.",
    )
}

/// A policy that loops.
fn endless(function: &str) -> Stop {
    ended(
        function,
        "does not end",
        "Look for a loop whose condition stays true.",
    )
}

fn ended(function: &str, how: &str, remedy: &str) -> Stop {
    let message = if function.is_empty() {
        format!("the policy {how} while it is loaded")
    } else {
        how.to_owned()
    };
    Stop {
        function: function.to_owned(),
        message,
        remedy: remedy.to_owned(),
        line: None,
        column: None,
    }
}
