//! What is wrong with a scenario, in words: the message, what to do about it, and where.

use crate::few;
use crate::json::{Fault, Index, Misread, Reader};
use crate::protocol::Failure;

use super::{interventions, kinds};

/// A problem with the field at a path; it gets its line and column at the end, in [`Problem::at`]. One pointer: every
/// check hands it on, and what is small to hand on takes little code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem(Box<Said>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    /// [`Failure::kind`]: `scenario` or `memory`.
    kind: &'static str,
    path: String,
    message: String,
    remedy: String,
}

pub(super) type Checked<T> = Result<T, Problem>;

impl Problem {
    pub(super) fn new(
        path: impl Into<String>,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::of_kind("scenario", path.into(), message.into(), remedy.into())
    }

    fn of_kind(kind: &'static str, path: String, message: String, remedy: String) -> Self {
        Self(Box::new(Said {
            kind,
            path,
            message,
            remedy,
        }))
    }

    /// The scenario is sound but too large.
    pub(super) fn memory(path: &str, message: String, remedy: &str) -> Self {
        Self::of_kind("memory", path.to_owned(), message, remedy.to_owned())
    }

    /// A field that its kind needs is not there. `example` is a value to begin with.
    pub(super) fn missing(path: String, example: &str) -> Self {
        let name = last(&path).to_owned();
        Self::new(
            path,
            format!("`{name}` is missing"),
            format!("Add it, for example `\"{name}\": {example}`."),
        )
    }

    /// `given` is none of the names allowed here. `what`: "field", "ftl kind".
    pub(super) fn unknown<'a>(
        path: impl Into<String>,
        what: &str,
        given: &str,
        allowed: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let allowed: Vec<&str> = allowed.into_iter().collect();
        let known = match allowed.len() {
            0 => "Leave it out.".to_owned(),
            _ => format!("Known here: {}.", few::join(&allowed, ", ")),
        };
        let remedy = suggestion(given, &allowed) + &known;
        Self::new(path, format!("unknown {what} `{given}`"), remedy)
    }

    /// `given` is part of the plan but not of this version.
    pub(super) fn later<'a>(
        path: impl Into<String>,
        what: &str,
        given: &str,
        available: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let available: Vec<&str> = available.into_iter().collect();
        let remedy = format!("Available: {}.", few::join(&available, ", "));
        Self::new(
            path,
            format!("{what} `{given}` is not available in this version"),
            remedy,
        )
    }

    /// The same of a field elsewhere: `prefix` stands in place of the first name of the path.
    pub(super) fn moved(mut self, prefix: &str) -> Self {
        let (_, rest) = self.0.path.split_once('.').unwrap_or_default();
        self.0.path = join(prefix, rest);
        self
    }

    /// The failure, with the place of the field in the text. What it repeats of the text is cut to what can be read.
    pub(super) fn at(self, index: &Index<'_>) -> Failure {
        let Said {
            kind,
            path,
            message,
            remedy,
        } = *self.0;
        let (line, column) = index.place_of(&path);
        Failure {
            kind: kind.to_owned(),
            message: cut(message),
            remedy,
            field: (!path.is_empty()).then(|| cut(path)),
            line: Some(line),
            column: Some(column),
        }
    }
}

/// What is wrong with the syntax.
pub(crate) fn of_syntax(fault: &Fault) -> Failure {
    Failure {
        kind: "scenario".to_owned(),
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

/// What reading found, with its place, the field, and better words where it speaks of Rust.
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
        let wanted = in_words(message);
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
    if last(around) == "set" && kinds::FTL.has(given) {
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
        Some(fields) => Problem::unknown(
            path,
            "field",
            given,
            std::iter::once("kind").chain(fields.iter().copied()),
        ),
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
                format!(
                    "\"{}\"",
                    few::join(&kinds.names().collect::<Vec<_>>(), "\" or \"")
                )
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

/// "invalid type: string \"a\", expected u32" for people who do not write Rust.
fn in_words(message: &str) -> String {
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
    let wanted = match wanted.strip_prefix(" expected ").unwrap_or(wanted) {
        "u32" => "a whole number from 0 to 4294967295",
        "u64" => "a whole number from 0 up",
        "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        other => other.strip_prefix("struct ").map_or(other, |_| "an object"),
    };
    format!("{is}{given}; expected {wanted}")
}

/// Longest message or path, in bytes.
const READABLE: usize = 300;

fn cut(mut text: String) -> String {
    if text.len() > READABLE {
        text.truncate(text.floor_char_boundary(READABLE));
        text.push('…');
    }
    text
}

pub(crate) fn suggestion(given: &str, allowed: &[&str]) -> String {
    // Nobody misspells a name by so much, and the distance takes time with the product of the lengths.
    if given.len() > 64 {
        return String::new();
    }
    let near = |name: &&&str| strsim::osa_distance(given, name) <= 1 + name.len() / 4;
    let nearest = allowed
        .iter()
        .filter(near)
        .min_by_key(|name| strsim::osa_distance(given, name));
    nearest.map_or(String::new(), |name| format!("Did you mean `{name}`? "))
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

/// `ftl.kind` for `ftl` and `kind`.
pub(super) fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

fn around(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(around, _)| around)
}

fn last(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(_, last)| last)
}
