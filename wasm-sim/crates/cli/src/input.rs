//! Files, and standard input under the name `-`.
//!
//! All but traces is read whole. A device file or a pipe may never end, so no file may be longer than its kind ever is.

use std::fs::File;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::problem::Problem;

/// Bytes of a document that a person writes: a scenario, a plan, choices, an assignment, a policy.
pub const DOCUMENT: u64 = 64 << 20;
/// Bytes of a file that this program or the page wrote: results of many runs, a saved lab with its trace.
pub const WRITTEN: u64 = 256 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Bytes by which the kind of a file is known.
const HEAD: u64 = 4096;

/// Standard input can be read once: a second reader would wait for the first one's lock, or find nothing.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// How a file is called in messages.
pub fn shown(path: &str) -> &str {
    if path == "-" { "standard input" } else { path }
}

/// A file to read from.
pub fn open(path: &str) -> Result<Box<dyn Read>, Problem> {
    if path == "-" {
        if TAKEN.swap(true, Ordering::Relaxed) {
            return Err(Problem::usage(
                "two files cannot both be standard input",
                "Name a file for one.",
            ));
        }
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|error| Problem::unreadable(path, &error))?;
    Ok(Box::new(file))
}

/// The first bytes of a file, by which its kind is known, and the reader of the rest.
pub fn begin(path: &str) -> Result<(Vec<u8>, Box<dyn Read>), Problem> {
    let mut file = open(path)?;
    let mut head = Vec::new();
    more(path, &mut head, file.by_ref().take(HEAD))?;
    Ok((head, file))
}

/// Adds what a reader still gives.
pub fn more(path: &str, bytes: &mut Vec<u8>, mut rest: impl Read) -> Result<(), Problem> {
    let read = rest.read_to_end(bytes);
    read.map_err(|error| Problem::unreadable(shown(path), &error))?;
    Ok(())
}

/// A whole file, whatever it is. By its first bytes `most` says how many it may have.
pub fn bytes(path: &str, most: impl FnOnce(&[u8]) -> u64) -> Result<Vec<u8>, Problem> {
    let (head, file) = begin(path)?;
    let most = most(&head);
    whole(path, head, file, most)
}

/// A whole file whose first bytes were read.
pub fn whole(
    path: &str,
    mut bytes: Vec<u8>,
    file: Box<dyn Read>,
    most: u64,
) -> Result<Vec<u8>, Problem> {
    let rest = file.take((most + 1).saturating_sub(bytes.len() as u64));
    more(path, &mut bytes, rest)?;
    if bytes.len() as u64 > most {
        return Err(Problem::too_long(shown(path), most));
    }
    Ok(bytes)
}

/// A whole document of at most this many bytes.
pub fn document(path: &str, most: u64) -> Result<String, Problem> {
    as_document(path, bytes(path, |_| most)?)
}

/// A whole text of at most this many bytes, or none.
pub fn text(path: &str, most: u64) -> Result<String, Problem> {
    as_text(path, bytes(path, |_| most)?)
}

/// The bytes of a file as text, without the mark that some editors put before it.
pub fn as_text(path: &str, mut bytes: Vec<u8>) -> Result<String, Problem> {
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    String::from_utf8(bytes).map_err(|_| Problem::no_text(shown(path)))
}

/// The bytes of a document as text: something must be in it.
pub fn as_document(path: &str, bytes: Vec<u8>) -> Result<String, Problem> {
    let text = as_text(path, bytes)?;
    if text.trim().is_empty() {
        return Err(Problem::empty(shown(path)));
    }
    Ok(text)
}
