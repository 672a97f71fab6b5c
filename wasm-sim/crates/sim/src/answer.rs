//! How a session answers commands in JSON: the same text in the page and on the command line.

use crate::failure::{Failure, FailureKind};
use crate::json;

/// `{"ok": reply}` or `{"err": Failure}`.
pub fn answer(reply: &Result<impl serde::Serialize, Failure>) -> String {
    let (key, value) = match reply {
        Ok(reply) => ("ok", json::text(reply)),
        Err(failure) => ("err", json::text(failure)),
    };
    format!("{{\"{key}\":{value}}}")
}

/// The refusal of a text that is no command.
pub fn not_a_command(error: &str) -> Failure {
    Failure::new(
        FailureKind::Command,
        format!("not a command: {error}"),
        "this is a bug in the page: please report it",
    )
}
