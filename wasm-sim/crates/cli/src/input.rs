//! Files, and standard input under the name `-`.
//!
//! All but traces is read whole. A device file or a pipe may never end, so no file may be longer than its kind ever is.

use std::fs::File;
use std::io::{self, Read};

use crate::problem::Problem;

/// Bytes of a document that a person writes: a scenario, a plan, choices, an assignment, a policy.
pub const DOCUMENT: u64 = 64 << 20;
/// Bytes of a file that this program or the page wrote: results of many runs, a saved lab with its trace.
pub const WRITTEN: u64 = 256 << 20;

/// Bytes by which the kind of a file is known.
const HEAD: u64 = 4096;

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

/// The first bytes of a file, by which its kind is known, and the reader of the rest.
pub fn begin(path: &str) -> Result<(Vec<u8>, Box<dyn Read>), Problem> {
    let mut file = open(path)?;
    let mut head = Vec::new();
    let read = file.by_ref().take(HEAD).read_to_end(&mut head);
    read.map_err(|error| Problem::unreadable(shown(path), &error))?;
    Ok((head, file))
}

/// A whole file, whatever it is. By its first bytes `most` says how many it may have.
pub fn bytes(path: &str, most: impl FnOnce(&[u8]) -> u64) -> Result<Vec<u8>, Problem> {
    let (mut bytes, file) = begin(path)?;
    let most = most(&bytes);
    file.take((most + 1).saturating_sub(HEAD))
        .read_to_end(&mut bytes)
        .map_err(|error| Problem::unreadable(shown(path), &error))?;
    if bytes.len() as u64 > most {
        return Err(Problem::too_long(shown(path), most));
    }
    Ok(bytes)
}

/// A whole text of at most this many bytes.
pub fn text(path: &str, most: u64) -> Result<String, Problem> {
    as_text(path, bytes(path, |_| most)?)
}

/// The bytes of a file as text.
pub fn as_text(path: &str, bytes: Vec<u8>) -> Result<String, Problem> {
    String::from_utf8(bytes).map_err(|_| Problem::no_text(shown(path)))
}
