//! Where requests come from: scenarios, generators, traces.

mod spec;

pub use spec::{Generated, HotCold, Request, WorkloadSpec};
