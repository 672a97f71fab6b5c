//! The simulation: scenario, device, view, timeline, workload, checker, and the session that serves the page.

pub mod checker;
pub mod checkpoint;
mod command;
pub mod device;
mod few;
pub mod frame;
pub mod import;
pub mod json;
#[cfg(feature = "parallel")]
mod parallel;
pub mod predicate;
pub mod preparation;
pub mod protocol;
pub mod report;
#[cfg(feature = "round")]
pub mod round;
pub mod scenario;
pub mod session;
pub mod simulation;
#[cfg(feature = "sweep")]
pub mod sweep;
pub mod timeline;
mod times;
pub mod view;
pub mod workload;

pub use ftl::rng;
