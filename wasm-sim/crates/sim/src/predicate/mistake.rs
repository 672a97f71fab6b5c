//! Why a text is no predicate, where, and what to write.

use ftl::{Event, MergeKind};

use crate::failure::suggestion;

/// The first words of a clause, as the remedy lists them.
pub(super) const HEADS: &[&str] = &[
    "write", "trim", "host", "read", "program", "erase", "erases", "gc", "victim", "merge", "cmt",
    "evict", "free", "wa",
];
/// Other first words: short names.
pub(super) const SHORT: &[(&str, MergeKind)] = &[
    ("switch_merge", MergeKind::Switch),
    ("partial_merge", MergeKind::Partial),
    ("full_merge", MergeKind::Full),
];
/// Most alternatives: each costs time at each request.
pub(super) const MOST: usize = 100;

/// Why a text is no predicate, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Character of the text, from 1; one past the end where something is missing.
    pub column: u32,
    /// Boxed, since each step of the reader hands it on.
    pub(super) what: Box<What>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Something else was expected than what is there; nothing is there at the end.
    Unexpected {
        found: String,
        expected: Vec<&'static str>,
        /// A whole predicate that goes on so.
        example: &'static str,
    },
    /// A number outside of its range.
    Range {
        found: String,
        wanted: &'static str,
    },
    TooMany,
}

impl Mistake {
    /// The error, in a sentence without its place.
    pub fn message(&self) -> String {
        match &*self.what {
            What::Unexpected {
                found, expected, ..
            } => {
                let expected = if *expected == HEADS {
                    "the name of an event or a condition".to_owned()
                } else {
                    list(expected)
                };
                if found.is_empty() {
                    format!("{expected} is missing at the end")
                } else {
                    format!("expected {expected}, found `{found}`")
                }
            }
            What::Range { found, wanted } => format!("expected {wanted}, found `{found}`"),
            What::TooMany => format!("more than {MOST} alternatives"),
        }
    }

    /// The text to write instead.
    pub fn remedy(&self) -> String {
        match &*self.what {
            What::Unexpected {
                found, expected, ..
            } if *expected == HEADS => {
                let shorts = SHORT.iter().map(|(name, _)| *name);
                let all: Vec<&str> = HEADS
                    .iter()
                    .copied()
                    .chain(Event::names())
                    .chain(shorts)
                    .collect();
                format!(
                    "{}It begins with {}, or with the name of an event.",
                    suggestion(found, &all),
                    HEADS.join(", ")
                )
            }
            What::Unexpected { found, .. } if found == "and" => {
                "Alternatives are joined with `or`; each is one event.".to_owned()
            }
            What::Unexpected {
                found,
                expected,
                example,
            } => {
                // Signs and numbers are short: each is near to any other.
                let close = if found.starts_with(|c: char| c.is_ascii_alphabetic()) {
                    suggestion(found, expected)
                } else {
                    String::new()
                };
                format!("{close}Write, for example, `{example}`.")
            }
            What::Range { wanted, .. } => format!("Write {wanted}."),
            What::TooMany => "Leave some out.".to_owned(),
        }
    }
}

/// "`a`, `b` or `c`"; what begins with "a " is no word to write.
fn list(expected: &[&str]) -> String {
    let mut text = String::new();
    for (i, word) in expected.iter().enumerate() {
        if i > 0 {
            text.push_str(if i + 1 == expected.len() {
                " or "
            } else {
                ", "
            });
        }
        if word.starts_with("a ") || word.starts_with("the ") {
            text.push_str(word);
        } else {
            text.push('`');
            text.push_str(word);
            text.push('`');
        }
    }
    text
}
