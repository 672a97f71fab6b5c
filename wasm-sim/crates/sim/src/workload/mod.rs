//! Where requests come from: lists, generators, traces.
//!
//! A [`WorkloadSpec`] says what is wanted, a [`Source`] hands it out request by request. The same seed gives
//! the same requests, on every machine, and from a checkpoint as from the beginning.

mod draws;
mod generator;
#[cfg(test)]
mod generator_tests;
mod pattern;
mod profile;
mod reuse;
mod source;
mod spec;
#[cfg(test)]
mod tests;
mod zipf;

pub use pattern::{PATTERNS, Pattern};
pub use profile::{PROFILES, Profile};
pub use source::{Source, Traces};
pub use spec::{Generated, HotCold, Request, Reuse, Sizes, WorkloadSpec};
