//! JSON: values read with the place of everything that is wrong, and written small.
//!
//! The page's engine has to be little to load. `serde_json` makes code for every pair of a type and a way to read
//! or write it; here reading goes over an [`Index`] of the text and writing cannot fail, which is a fraction of
//! that. Both agree on what JSON is: see [`syntax`].

mod index;
mod read;
mod syntax;
mod write;

pub(crate) use index::Index;
pub(crate) use read::{Got, Misread, Read, Reader, names, objects};
pub(crate) use syntax::{Fault, syntax};
pub use write::text;
