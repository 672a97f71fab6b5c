//! `ftl-lab spare`: how much spare space is enough for a write amplification (SPEC 6.8).

mod shown;

use sim::failure::Failure;
use sim::spare::{Counted, Search};

use crate::args;
use crate::compare::{self, runs};
use crate::import::json;
use crate::input;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::run;

/// A run that did not end. The scenario did not ask for the window that its failure may speak of.
fn stopped(file: &str, failure: Failure) -> Problem {
    if failure.field.as_deref() != Some("workload.repeat") {
        return Problem::run(failure);
    }
    let failure = Failure {
        remedy: "Take a workload that writes more.".to_owned(),
        ..failure
    };
    Problem::input(file, failure)
}

/// Runs drives of several sizes, and says which is enough.
pub fn spare(args: &args::Spare) -> Result<String, Problem> {
    if args.subject.changes.repeat.is_some() {
        return Err(Problem::usage(
            "--repeat: the workload is repeated until it is steady",
            "Leave --repeat out.",
        ));
    }
    let asked = run::subject(&args.subject)?;
    let file = input::shown(&args.subject.scenario);
    let mut search =
        Search::new(&asked.setup, args.wa).map_err(|failure| Problem::input(file, failure))?;
    let runs::Asked { trace, .. } = asked.into();
    let progress = Progress::new();
    while let Some((blocks, scenario)) = search.next() {
        progress.show(&format!("{blocks} blocks"), 0, 1);
        let trace = trace.clone();
        let done = compare::run(&runs::Asked { scenario, trace })
            .map_err(|failure| stopped(file, failure))?;
        search.put(blocks, &Counted::from(&done.report));
    }
    drop(progress);
    let found = search.found();
    Ok(if args.json {
        json(&found)
    } else if args.csv {
        shown::csv(&found)
    } else {
        shown::text(&found)
    })
}
