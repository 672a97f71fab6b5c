//! Whether a text is JSON, and where it stops being it.

use std::fmt;

use serde::de::IgnoredAny;

/// The error in the syntax of a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub message: String,
    /// From 1.
    pub line: u32,
    /// In bytes, from 1; 0 where the text ends with the line before.
    pub column: u32,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            message,
            line,
            column,
        } = self;
        write!(f, "{message} at line {line} column {column}")
    }
}

/// The error in the syntax of a text, if there is one. No nesting is too deep.
pub(crate) fn syntax(text: &str) -> Result<(), Fault> {
    let read = serde_json::from_str::<IgnoredAny>(text);
    read.map(|_| ()).map_err(|error| {
        let message = error.to_string();
        // Its place is at the end of the message, too.
        let words = message
            .rsplit_once(" at line ")
            .map_or(&*message, |(words, _)| words);
        Fault {
            message: words.to_owned(),
            line: error.line() as u32,
            column: error.column() as u32,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_has_its_place() {
        let fault = syntax("{\n  \"a\": 1,\n}").unwrap_err();
        assert_eq!(fault.to_string(), "key must be a string at line 3 column 1");
        assert_eq!((fault.line, fault.column), (3, 1));
        assert_eq!(syntax("{ \"a\": [1, {}] }\n"), Ok(()));
        assert_eq!(syntax(&"[".repeat(100_000)).unwrap_err().column, 100_000);
    }
}
