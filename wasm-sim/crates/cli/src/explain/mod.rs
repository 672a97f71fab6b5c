//! `ftl-lab explain`: where the write amplification of a run comes from, by the addresses of its trace (SPEC 11.16).

mod shown;

use sim::protocol::{Command, Reply};
use sim::session::Session;

use crate::args;
use crate::import;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::run::{self, Asked};
use shown::Named;

/// Runs a scenario, and tells who is copied.
pub fn explain(args: &args::Explain) -> Result<String, Problem> {
    let Asked { text, trace, .. } = run::subject(&args.subject)?;
    let mut session = Session::without_history();
    let mut named = Named::default();
    if let Some((name, trace)) = trace {
        named = Named::of(&trace);
        session.keep_trace(&name.name, trace);
    }
    let progress = Progress::new();
    let open = Command::Open {
        slot: 0,
        scenario: text,
    };
    run::finish(&mut session, open, &progress)
        .map_err(|failure| run::open_problem(failure, &args.subject.scenario))?;
    let ranges = args.ranges;
    let explain = Command::Explain { slot: 0, ranges };
    let reply = run::finish(&mut session, explain, &progress).map_err(Problem::run)?;
    drop(progress);
    let Reply::Explained { ledger } = reply else {
        unreachable!("reply to the question who is copied");
    };
    Ok(if args.json {
        import::json(&ledger)
    } else if args.csv {
        shown::csv(&ledger)
    } else {
        shown::text(&ledger, &named, args.by, args.top)
    })
}
