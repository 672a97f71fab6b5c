//! The simulation: scenario, device, view, timeline, workload, checker, and the session that serves the page.
//!
//! ```
//! use sim::protocol::{Command, Reply, Target};
//! use sim::session::Session;
//!
//! let scenario = r#"{
//!     "format": 1,
//!     "device": { "blocks": 8, "pages_per_block": 4, "page_bytes": 2048 },
//!     "logical_pages": 16,
//!     "ftl": { "kind": "bast", "log_blocks": 2 },
//!     "seed": 1,
//!     "workload": { "kind": "ops", "ops": "w0 w1 w0" }
//! }"#;
//! let mut session = Session::new();
//! let slot = 0;
//! session.command(Command::Open { slot, scenario: scenario.into() })?;
//! session.command(Command::run(slot, Target::End))?;
//! let Reply::Report { report } = session.command(Command::Report { slot })? else {
//!     unreachable!("a report answers");
//! };
//! assert_eq!(report.flash.programs.total, 3);
//! assert_eq!(report.write_amplification, Some(1.0));
//! # Ok::<(), sim::failure::Failure>(())
//! ```

pub mod answer;
mod arrivals;
pub mod challenge;
pub mod checker;
pub mod checkpoint;
mod command;
pub mod counterexample;
pub mod device;
pub mod export;
pub mod failure;
pub mod frame;
pub mod import;
pub mod json;
pub mod ledger;
pub mod lifetime;
mod parallel;
pub mod policy;
pub mod predicate;
pub mod preparation;
pub mod protocol;
pub mod report;
pub mod scenario;
pub mod session;
pub mod simulation;
pub mod spare;
pub mod sweep;
pub mod timeline;
mod times;
pub mod view;
pub mod workload;

pub use ftl::rng;
