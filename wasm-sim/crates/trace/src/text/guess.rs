//! The result of recognition: a format, how sure it is, and why.

use std::fmt;

use serde::Serialize;

use crate::Format;
use crate::text::line_error::LineError;

/// The format a text seems to be in.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Guess {
    /// The format.
    pub format: Format,
    /// The share of the lines looked at that are in it, at most 1; 0 where a question about its header comes first.
    pub confidence: f64,
    /// Whether the input is gzip.
    pub gzip: bool,
    /// The reasons for it and against it.
    pub reasons: Vec<Reason>,
}

/// The reasons for or against a guess.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Reason {
    /// This many of the first lines are in this format.
    Lines {
        /// The format.
        format: Format,
        /// Lines that are in it.
        good: u32,
        /// Lines looked at.
        of: u32,
        /// The first line that is in it.
        first: u32,
    },
    /// The first line names the fields of this format.
    Header {
        /// The format.
        format: Format,
        /// The line.
        line: u32,
    },
    /// The first line that is not in the format guessed.
    Bad {
        /// The line and what is wrong with it.
        error: Box<LineError>,
    },
}

impl Guess {
    /// Other formats that read every line just as well and mean something else by it. That a table with a header
    /// (`csv`) reads the lines of a particular format is no doubt.
    pub fn doubts(&self) -> impl Iterator<Item = Format> {
        self.reasons.iter().filter_map(|reason| match *reason {
            Reason::Lines {
                format, good, of, ..
            } if good == of && format != self.format && format != Format::Csv => Some(format),
            _ => None,
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lines {
                format,
                good,
                of,
                first,
            } => {
                write!(
                    f,
                    "{good} of the first {of} lines are in format {format}, from line {first} on"
                )
            }
            Self::Header { format, line } => write!(f, "line {line} names the fields of {format}"),
            Self::Bad { error } => write!(f, "not every line is: {error}"),
        }
    }
}
