//! How a session answers, and how it dies.

use sim::failure::{Failure, FailureKind};
use sim::json;

/// After a panic the wasm memory is dead: the panic's message is thrown, and the caller starts a fresh worker.
pub fn throw_panics() {
    std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string())));
}

/// `{"ok": reply}` or `{"err": Failure}`.
pub fn answer(reply: &Result<impl serde::Serialize, Failure>) -> String {
    let (key, value) = match reply {
        Ok(reply) => ("ok", json::text(reply)),
        Err(failure) => ("err", json::text(failure)),
    };
    format!("{{\"{key}\":{value}}}")
}

pub fn not_a_command(error: &str) -> Failure {
    Failure::new(
        FailureKind::Command,
        format!("not a command: {error}"),
        "this is a bug in the page: please report it",
    )
}
