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

/// A whole text.
pub fn text(path: &str) -> Result<String, Problem> {
    let mut text = String::new();
    open(path)?
        .read_to_string(&mut text)
        .map_err(|error| Problem::unreadable(shown(path), &error))?;
    Ok(text)
}
