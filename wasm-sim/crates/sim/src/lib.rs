//! The simulation: scenario, device, view, timeline, workload, checker, and the session that serves the page.

mod arrivals;
pub mod challenge;
pub mod checker;
pub mod checkpoint;
mod command;
pub mod device;
pub mod failure;
pub mod frame;
pub mod import;
pub mod json;
mod parallel;
pub mod predicate;
pub mod preparation;
pub mod protocol;
pub mod report;
pub mod scenario;
pub mod session;
pub mod simulation;
pub mod sweep;
pub mod timeline;
mod times;
pub mod view;
pub mod workload;

pub use ftl::rng;
