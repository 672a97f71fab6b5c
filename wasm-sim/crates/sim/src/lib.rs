//! The simulation: scenario, device, view, timeline, workload, checker, and the session that serves the page.

pub mod protocol;
pub mod report;
pub mod rng;
pub mod scenario;
pub mod workload;
