//! JSON: values read with the place of everything that is wrong, and written small.
//!
//! A scenario is read over an [`Index`] of its text, so that an error names line, column and field; `serde_json` knows the
//! place of an error in the syntax alone.

mod index;
mod read;
mod syntax;

pub(crate) use index::Index;
pub(crate) use read::{Got, Misread, Read, Reader, names, objects};
pub(crate) use syntax::{Fault, syntax};

/// A value as JSON without blanks. Numbers are the shortest digits that read back the same; infinite and undefined ones are
/// `null`.
///
/// # Panics
/// If the value has a map whose keys are no strings.
pub fn text<T: serde::Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("keys are strings")
}
