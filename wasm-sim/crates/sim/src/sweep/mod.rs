//! Sweeps: one plan, many runs, the same results wherever they are run (SPEC 11).
//!
//! ```text
//! plan -> its runs, numbered (`plan`, `tree`) -> each run's report (`run`) -> a line of results (`line`) -> a table (`table`)
//! ```
//!
//! A plan is JSON:
//!
//! ```json
//! { "format": 1, "name": "log blocks", "scenario": { ... },
//!   "list": [ { "ftl.kind": "bast" }, { "ftl.kind": "fast" } ],
//!   "over": { "ftl.log_blocks": [2, 4, 8], "spare_factor": [0.07, 0.11] },
//!   "seeds": 3, "illegal": "refuse" }
//! ```
//!
//! Every entry of `list` (one empty entry without it) is taken with every combination of the values in `over` and with every seed:
//! the list turns slowest, then `over` in the order of the text, the seeds fastest. A setting puts a value where its path leads in the
//! scenario; `null` takes the field out. `seeds` is how many from the scenario's own on, or a list. A combination that is
//! no scenario makes the plan wrong, unless `illegal` is `"skip"`: then its line says why it was not run.
//!
//! Nothing here has files, threads or a clock: the command line, the page (`state`, `runner`) and the Python package bring their own.

mod difference;
mod line;
mod plan;
mod run;
mod runner;
mod state;
mod table;
mod tree;

#[cfg(test)]
mod tests;

pub use difference::{
    Difference, FEWEST_PAIRS, Lack, Part, Settling, difference_of, difference_of_ratios, settling,
};
pub use line::{Kept, Key, LINE, Outcome, line};
pub use plan::{Plan, Point, TraceWanted};
pub use run::{outcome, outcome_while, run};
pub use runner::{Mark, Runner, Stand, WINDOWS, ended};
pub use state::{PlanShown, PlanTrace, Sweep, read_lines};
pub use table::{Interval, Means, csv, csv_row, interval, no_formula, summary};

/// The engine's version: part of a result's key, since another version may compute something else.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");
