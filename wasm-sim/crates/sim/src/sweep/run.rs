//! One run, from its scenario to its report.

use std::panic::{AssertUnwindSafe, catch_unwind};

use trace::Bytes;

use crate::failure::{Failure, FailureKind};
use crate::protocol::{Command, Target};
use crate::report::Report;
use crate::session::Session;
use crate::simulation::Simulation;

use super::Outcome;

/// Runs a scenario to its end, without history. `trace` is the columnar file of the trace that its workload names.
///
/// # Errors
/// What is wrong with the scenario or the trace, or why the run could not go on.
pub fn run(scenario: &str, trace: Option<(&str, Box<dyn Bytes>)>) -> Result<Report, Failure> {
    let mut session = Session::without_history();
    if let Some((name, file)) = trace {
        session.attach(name, file)?;
    }
    let open = Command::Open {
        slot: 0,
        scenario: scenario.to_owned(),
    };
    let run = Command::run(0, Target::End);
    for command in [open, run] {
        session.finish(command, u64::MAX, &mut |_, _, _| {})?;
    }
    session.simulation(0).map(Simulation::report)
}

/// The outcome of a run: as [`run`], and a bug of the engine is a failure of this run, not of the sweep.
pub fn outcome(scenario: &str, trace: Option<(&str, Box<dyn Bytes>)>) -> Outcome {
    let result = catch_unwind(AssertUnwindSafe(|| run(scenario, trace)));
    Outcome::new(&result.unwrap_or_else(|_| {
        Err(Failure::new(
            FailureKind::Engine,
            "the run met a bug in FTL Lab",
            "Please report it with the scenario.",
        ))
    }))
}
