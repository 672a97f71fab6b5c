//! Corners of the rules, each with its scenario in `testdata/corners` and its outcome by hand, or by a second computation in the test.

mod cleaning;
mod schedules;
mod tables;
mod times;

use std::path::{Path, PathBuf};

use sim::protocol::Target;
use sim::report::Report;
use sim::simulation::Simulation;

use crate::support::simulation;

/// The text of a scenario in `testdata/corners`.
fn scenario(name: &str) -> String {
    let file = folder().join(name);
    std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/corners")
}

/// A scenario at its end.
fn finished(text: &str) -> Simulation {
    let mut simulation = simulation(text);
    simulation.run(Target::End).expect("runs");
    simulation
}

fn report(text: &str) -> Report {
    finished(text).report()
}
