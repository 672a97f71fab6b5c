//! Files, and standard input under the name `-`.

use std::fs::File;
use std::io::{self, Read};

use crate::problem::Problem;

/// How a file is called in messages.
pub fn shown(path: &str) -> &str {
    if path == "-" { "standard input" } else { path }
}

/// A file to read from.
pub fn open(path: &str) -> Result<Box<dyn Read>, Problem> {
    if path == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|error| Problem::unreadable(path, &error))?;
    Ok(Box::new(file))
}

/// A whole file, whatever it is.
pub fn bytes(path: &str) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    open(path)?
        .read_to_end(&mut bytes)
        .map_err(|error| Problem::unreadable(shown(path), &error))?;
    Ok(bytes)
}

/// A whole text.
pub fn text(path: &str) -> Result<String, Problem> {
    as_text(path, bytes(path)?)
}

/// The bytes of a file as text.
pub fn as_text(path: &str, bytes: Vec<u8>) -> Result<String, Problem> {
    String::from_utf8(bytes).map_err(|_| Problem::no_text(shown(path)))
}
