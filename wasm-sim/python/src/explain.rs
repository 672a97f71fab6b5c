//! Which addresses cause the copies of a run.

use pyo3::prelude::*;
use sim::failure::Failure;
use sim::protocol::{Command, Reply};
use sim::session::Session;
use trace::Bytes;

use crate::{OPERATIONS, Trace, while_wanted, wrong};

/// The ledger of a scenario (JSON) in at most `ranges` ranges of addresses, as `ftl-lab explain --json` has it. Without the
/// interpreter's lock; Ctrl-C ends it.
#[pyfunction]
#[pyo3(signature = (scenario, ranges, trace_name=None, trace=None))]
pub fn explain(
    py: Python<'_>,
    scenario: &str,
    ranges: u32,
    trace_name: Option<&str>,
    trace: Option<&Bound<'_, Trace>>,
) -> PyResult<String> {
    let trace = trace_name.zip(trace.map(Trace::bytes));
    while_wanted(py, move |go_on| {
        let mut session = Session::without_history();
        if let Some((name, file)) = trace
            && let Err(failure) = session.attach(name, file as Box<dyn Bytes>)
        {
            return Some(Err(failure));
        }
        let open = Command::Open {
            slot: 0,
            scenario: scenario.to_owned(),
        };
        let explain = Command::Explain { slot: 0, ranges };
        if let Err(failure) = finish(&mut session, open, go_on)? {
            return Some(Err(failure));
        }
        Some(match finish(&mut session, explain, go_on)? {
            Ok(Reply::Explained { ledger }) => {
                Ok(serde_json::to_string(&ledger).expect("a ledger is JSON"))
            }
            Ok(other) => unreachable!("reply to the question who is copied: {other:?}"),
            Err(failure) => Err(failure),
        })
    })?
    .map_err(wrong)
}

/// The last reply; `None` if it is not wanted any more.
fn finish(
    session: &mut Session,
    command: Command,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Result<Reply, Failure>> {
    let mut reply = session.command(command);
    while let Ok(Reply::Progress { done: false, .. }) = reply {
        if !go_on() {
            return None;
        }
        reply = session.slice(OPERATIONS);
    }
    Some(reply)
}
