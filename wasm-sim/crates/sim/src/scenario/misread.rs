//! Errors in the text of a scenario before its values are looked at: syntax, names and types.

use ftl::Scheme;

use super::document::{Scenario, kinds};
use super::interventions;
use super::problem::{Problem, join, last};
use super::resolve::resolve;
use crate::failure::{Failure, FailureKind};
use crate::json::{Fault, Index, Misread, Read, Reader};

/// The error in the syntax.
pub(crate) fn of_syntax(fault: &Fault) -> Failure {
    Failure {
        kind: FailureKind::Scenario,
        message: format!("this is not JSON: {}", fault.message),
        remedy:
            "Look at this line and the one before: a comma, quote or bracket is missing or too many."
                .to_owned(),
        field: None,
        line: Some(fault.line),
        // serde_json counts an end of text before the first character of a line as column 0.
        column: Some(fault.column.max(1)),
    }
}

/// The error found by reading, with its place, the field, and better words where it speaks of Rust.
pub(crate) fn of_reading(error: &Misread, index: &Index<'_>) -> Failure {
    let message = error.message.as_str();
    let path = index.path_at(error.at);
    let mut names = message.split('`').skip(1).step_by(2);
    let problem = if message.starts_with("unknown field") {
        let given = names.next().unwrap_or_default();
        unknown_field(index, path, given, &names.collect::<Vec<_>>())
    } else if message.starts_with("unknown variant") {
        let given = names.next().unwrap_or_default();
        Problem::unknown(path.clone(), last(&path), given, names)
    } else if message.starts_with("missing field") {
        let name = names.next().unwrap_or_default();
        missing_field(index, &path, name)
    } else if message.starts_with("duplicate field") {
        let name = names.next().unwrap_or_default();
        Problem::new(
            path,
            format!("`{name}` is given twice"),
            "Keep one of the two.",
        )
    } else {
        let wanted = in_words(message, || least_at(index, &path));
        let name = if path.is_empty() {
            "the document".to_owned()
        } else {
            format!("`{}`", last(&path))
        };
        Problem::new(
            path,
            format!("{name} has the wrong type: {wanted}"),
            "Correct the value.",
        )
    };
    problem.at(index)
}

/// A field that its struct does not have: of a kind that is not built yet, or misspelt.
fn unknown_field(index: &Index<'_>, path: String, given: &str, allowed: &[&str]) -> Problem {
    let around = around(&path);
    if last(around) == "set" && Scheme::CHOICES.field(given).is_some() {
        let kind = string_at(index, "ftl.kind").unwrap_or_default();
        return interventions::fixed(path, given, &kind);
    }
    let Some(kinds) = kinds::at(around) else {
        return Problem::unknown(path, "field", given, allowed.iter().copied());
    };
    let kind = string_at(index, &join(around, "kind"));
    if let Some(Err(problem)) = kind.as_deref().map(|kind| kinds.check(around, kind)) {
        return problem;
    }
    match kind.and_then(|kind| kinds.fields_of(&kind)) {
        Some(fields) => {
            Problem::unknown(path, "field", given, std::iter::once("kind").chain(fields))
        }
        None => Problem::unknown(path, "field", given, allowed.iter().copied()),
    }
}

/// A field that every document must have.
fn missing_field(index: &Index<'_>, path: &str, name: &str) -> Problem {
    let example = match name {
        "format" => "1",
        "device" => "{ \"blocks\": 64, \"pages_per_block\": 32 }",
        "blocks" if path == "initial" => "[[\"0\", \"x1\", \".\"]]",
        "blocks" => "64",
        "pages_per_block" => "32",
        "ftl" => "{ \"kind\": \"page\" }",
        "workload" => "{ \"kind\": \"ops\", \"ops\": \"w0 w1 r0\" }",
        _ => {
            let kinds = kinds::at(path).filter(|_| name == "kind");
            let available = kinds.map_or("0".to_owned(), |kinds| {
                format!("\"{}\"", kinds.names().join("\" or \""))
            });
            return Problem::missing(join(path, name), &available);
        }
    };
    // An empty path is also what a place outside the text gives; then the document itself lacks the field.
    let path = if index.value_of(path).is_some() {
        path
    } else {
        ""
    };
    Problem::missing(join(path, name), example)
}

/// The least whole number that may be at a path, by the checks of the scenario with 0 there; `None` where something else is wrong
/// with it first.
fn least_at(index: &Index<'_>, path: &str) -> Option<u32> {
    let with_zero = index.replaced(path, "0")?;
    let index = Index::new(&with_zero);
    let document = Scenario::read(Reader::new(&index)).ok()?;
    match resolve(&document) {
        Ok(_) => Some(0),
        Err(problem) => problem.least_at(path),
    }
}

/// "invalid type: string \"a\", expected u32" for people who do not write Rust. `least`: what the number must be at least, if that is
/// known.
fn in_words(message: &str, least: impl Fn() -> Option<u32>) -> String {
    let (is, message) = match message.strip_prefix("invalid type: ") {
        Some(message) => ("it is ", message),
        None => ("", message),
    };
    let Some((given, wanted)) = message.rsplit_once(',') else {
        return message.to_owned();
    };
    let given = match given {
        "sequence" => "a list",
        "map" => "an object",
        other => other,
    };
    let wanted = wanted.strip_prefix(" expected ").unwrap_or(wanted);
    if wanted == "u32" {
        let wanted = match least() {
            Some(least) => format!("a whole number from {least} to 4294967295"),
            None => "a whole number up to 4294967295".to_owned(),
        };
        return format!("{is}{given}; expected {wanted}");
    }
    let wanted = match wanted {
        "u64" => "a whole number from 0 up",
        "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        other => other.strip_prefix("struct ").map_or(other, |_| "an object"),
    };
    format!("{is}{given}; expected {wanted}")
}

fn string_at(index: &Index<'_>, path: &str) -> Option<String> {
    Reader {
        index,
        node: index.node_of(path)?,
    }
    .string()
    .ok()
    .map(std::borrow::Cow::into_owned)
}

fn around(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(around, _)| around)
}
