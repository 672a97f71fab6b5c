//! One run, from its scenario to its report.

use std::panic::{AssertUnwindSafe, catch_unwind};

use trace::Bytes;

use crate::failure::{Failure, FailureKind};
use crate::protocol::{Command, Reply, Target};
use crate::report::Report;
use crate::session::Session;
use crate::simulation::Simulation;

use super::Outcome;

/// Runs a scenario to its end, without history. `trace` is the columnar file of the trace that its workload names.
///
/// # Errors
/// What is wrong with the scenario or the trace, or why the run could not go on.
pub fn run(scenario: &str, trace: Option<(&str, Box<dyn Bytes>)>) -> Result<Report, Failure> {
    let report = run_while(scenario, trace, u64::MAX, &mut || true)?;
    Ok(report.expect("nothing ends it"))
}

/// The same in slices of about `operations` flash operations; `None` if `go_on` ends it between two.
fn run_while(
    scenario: &str,
    trace: Option<(&str, Box<dyn Bytes>)>,
    operations: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Report>, Failure> {
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
        let mut reply = session.command(command)?;
        while matches!(reply, Reply::Progress { done: false, .. }) {
            if !go_on() {
                return Ok(None);
            }
            reply = session.slice(operations)?;
        }
    }
    session.simulation(0).map(Simulation::report).map(Some)
}

/// The outcome of a run: as [`run`], and a bug of the engine is a failure of this run, not of the sweep.
pub fn outcome(scenario: &str, trace: Option<(&str, Box<dyn Bytes>)>) -> Outcome {
    outcome_while(scenario, trace, u64::MAX, &mut || true).expect("nothing ends it")
}

/// The same for a caller who may want to end it: after each slice of about `operations` flash operations `go_on` is asked; `None` if it says no.
pub fn outcome_while(
    scenario: &str,
    trace: Option<(&str, Box<dyn Bytes>)>,
    operations: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Outcome> {
    let result = catch_unwind(AssertUnwindSafe(|| {
        run_while(scenario, trace, operations, go_on)
    }));
    let result = result.unwrap_or_else(|_| {
        Err(Failure::new(
            FailureKind::Engine,
            "the run met a bug in FTL Lab",
            "Please report it with the scenario.",
        ))
    });
    result.transpose().map(|result| Outcome::new(&result))
}
