//! Where requests come from: lists, generators, traces.
//!
//! A [`WorkloadSpec`] says what is wanted, a [`Source`] hands it out request by request. The same seed gives
//! the same requests, on every machine, and from a checkpoint as from the beginning.

mod source;
mod spec;
#[cfg(test)]
mod tests;

pub use source::{Source, Traces};
pub use spec::{Generated, HotCold, Request, WorkloadSpec};
