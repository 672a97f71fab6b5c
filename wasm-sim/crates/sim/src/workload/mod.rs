//! Where requests come from: lists, generators, traces.
//!
//! A [`WorkloadSpec`] says what is wanted, a [`Source`] hands it out request by request. The same seed gives
//! the same requests, on every machine, and from a checkpoint as from the beginning.

mod draws;
mod generator;
#[cfg(test)]
mod generator_tests;
mod poisson;
mod refusals;
mod reuse;
mod source;
#[cfg(test)]
mod tests;
mod zipf;

pub use crate::scenario::workload::{
    Generated, HotCold, PATTERNS, PROFILES, Pattern, Profile, Reading, Request, Reuse, Sizes,
    WorkloadSpec,
};
pub(crate) use refusals::{is_refused, no_trace};
pub use source::{Source, Traces};
pub use trace::Ends;
