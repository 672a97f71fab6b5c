//! An error in a scenario, in words: the message, the remedy, and the place.

pub mod bounds;

use ftl::Complaint;

use crate::failure::{Failure, FailureKind, suggestion};
use crate::json::Index;

/// A problem with the field at a path; it gets its line and column at the end, in [`Problem::at`]. One pointer: every
/// check hands it on, and what is small to hand on takes little code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem(Box<Said>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    /// `Scenario` or `Memory`.
    kind: FailureKind,
    path: String,
    message: String,
    remedy: String,
    /// Of a whole number that is too small: the least that it may be.
    least: Option<u32>,
}

pub(crate) type Checked<T> = Result<T, Problem>;

impl Problem {
    pub(crate) fn new(
        path: impl Into<String>,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::of_kind(
            FailureKind::Scenario,
            path.into(),
            message.into(),
            remedy.into(),
        )
    }

    fn of_kind(kind: FailureKind, path: String, message: String, remedy: String) -> Self {
        Self(Box::new(Said {
            kind,
            path,
            message,
            remedy,
            least: None,
        }))
    }

    /// A whole number that is less than it may be.
    pub(crate) fn too_small(path: &str, value: u32, least: u32) -> Self {
        let mut problem = Self::new(
            path,
            format!("`{path}` is {value}"),
            format!("Give at least {least}."),
        );
        problem.0.least = Some(least);
        problem
    }

    /// No one gave the value: it is the default of this device.
    pub(crate) fn by_default(mut self) -> Self {
        self.0.message = format!("{} by default", self.0.message);
        self
    }

    /// The scenario is sound but too large.
    pub(crate) fn memory(path: &str, message: String, remedy: &str) -> Self {
        Self::of_kind(
            FailureKind::Memory,
            path.to_owned(),
            message,
            remedy.to_owned(),
        )
    }

    /// A field that its kind needs is not there. `example` is a value to begin with.
    pub(crate) fn missing(path: String, example: &str) -> Self {
        let name = last(&path).to_owned();
        Self::new(
            path,
            format!("`{name}` is missing"),
            format!("Add it, for example `\"{name}\": {example}`."),
        )
    }

    /// `given` is none of the names allowed here. `what`: "field", "ftl kind".
    pub(crate) fn unknown<'a>(
        path: impl Into<String>,
        what: &str,
        given: &str,
        allowed: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let allowed: Vec<&str> = allowed.into_iter().collect();
        let known = match allowed.len() {
            0 => "Leave it out.".to_owned(),
            _ => format!("Known here: {}.", allowed.join(", ")),
        };
        let remedy = suggestion(given, &allowed) + &known;
        Self::new(path, format!("unknown {what} `{given}`"), remedy)
    }

    /// A contradiction among the options of the FTL.
    pub(crate) fn of_option(complaint: Complaint) -> Self {
        let Complaint {
            option,
            message,
            remedy,
        } = complaint;
        Self::new(join("ftl", option), message, remedy)
    }

    /// The same for a field elsewhere: `prefix` replaces the first name of the path.
    pub(crate) fn moved(mut self, prefix: &str) -> Self {
        let (_, rest) = self.0.path.split_once('.').unwrap_or_default();
        self.0.path = join(prefix, rest);
        self
    }

    /// The least that the field at a path may be, if that is the problem.
    pub(crate) fn least_at(&self, path: &str) -> Option<u32> {
        self.0.least.filter(|_| self.0.path == path)
    }

    /// The failure, with the place of the field in the text. Its quotation of the text is cut to a readable length.
    pub(crate) fn at(self, index: &Index<'_>) -> Failure {
        let Said {
            kind,
            path,
            message,
            remedy,
            least: _,
        } = *self.0;
        let (line, column) = index.place_of(&path);
        Failure {
            kind,
            message: cut(message),
            remedy,
            field: (!path.is_empty()).then(|| cut(path)),
            line: Some(line),
            column: Some(column),
        }
    }
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

/// `ftl.kind` for `ftl` and `kind`.
pub(crate) fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

pub(crate) fn last(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(_, last)| last)
}
