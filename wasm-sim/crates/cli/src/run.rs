//! `ftl-lab run`.

use std::path::Path;

use sim::protocol::{Command, Failure, Position, Reply, Summary, Target};
use sim::scenario::{self, Scenario, Workload};
use sim::session::Session;
use sim::workload::WorkloadSpec;
use trace::Options;

use crate::args::Run;
use crate::events::Log;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::{dump, import, input, text};

/// Flash operations between two looks at the progress.
const SLICE: u64 = 500_000;

/// Past the last request of any run.
const END: Position = Position {
    request: u32::MAX,
    event: 0,
};

/// Runs a scenario as far as is asked, and gives the report.
pub fn run(args: &Run) -> Result<String, Problem> {
    if args.scenario == "-" && args.trace.as_deref() == Some("-") {
        return Err(Problem::usage(
            "the scenario and the trace cannot both be standard input",
            "Name a file for one.",
        ));
    }
    let mut session = Session::new();
    let text = input::text(&args.scenario)?;
    let wrong = |failure| Problem::input(input::shown(&args.scenario), failure);
    let setup = scenario::parse(&text).map_err(wrong)?;
    let text = match &args.trace {
        Some(file) => with_trace(&text, file),
        None => text,
    };
    let setup = if args.trace.is_some() {
        scenario::parse(&text)
            .map_err(without_place)
            .map_err(wrong)?
    } else {
        setup
    };
    if let WorkloadSpec::Trace { path, format, .. } = &setup.workload {
        let file = match &args.trace {
            Some(file) => file.clone(),
            None => beside(&args.scenario, path),
        };
        let page_bytes = setup.geometry.page_bytes;
        let options = Options {
            format: *format,
            ..args.reading.options()
        };
        let (trace, _) = import::import(&file, path, options, page_bytes)?;
        session.keep_trace(path, trace);
    }
    let progress = Progress::new();
    let opened = finish(
        &mut session,
        Command::Open {
            slot: 0,
            scenario: text,
        },
        &progress,
    );
    let summary = match opened.map_err(|failure| open_problem(failure, &args.scenario))? {
        Reply::Opened { summary, .. } => summary,
        other => unreachable!("reply to an opening: {other:?}"),
    };
    let hit = go(&mut session, args, &progress)?;
    drop(progress);
    stand(&session, args, hit.as_deref())?;
    report(&session, args, &summary)
}

/// A scenario that fails while its device is prepared is wrong; unless the engine is.
fn open_problem(failure: Failure, file: &str) -> Problem {
    if failure.kind == "engine" {
        Problem::run(failure)
    } else {
        Problem::input(input::shown(file), failure)
    }
}

/// Goes where the arguments say; gives what stopped it, if `--until` was met.
fn go(session: &mut Session, args: &Run, progress: &Progress) -> Result<Option<String>, Problem> {
    let target = match (&args.until, args.at) {
        (Some(until), _) => Target::Next {
            until: until.clone(),
            back: false,
        },
        (None, Some(position)) => Target::Position { position },
        (None, None) => Target::End,
    };
    // What is written need not be run before, unless to know how far.
    let (hit, end) = match (&args.events, &target) {
        (Some(_), Target::Position { position }) => (None, *position),
        (Some(_), Target::End) => (None, END),
        _ => {
            let hit = run_to(session, target, progress)?;
            (hit, session.simulation(0).map_err(Problem::run)?.position())
        }
    };
    if let Some(file) = &args.events {
        Log::create(file)?.run(session, end, progress)?;
    }
    Ok(hit)
}

/// Runs to a target; gives what it stopped at, if it looked for something.
pub fn run_to(
    session: &mut Session,
    target: Target,
    progress: &Progress,
) -> Result<Option<String>, Problem> {
    let command = Command::Run {
        slot: 0,
        target,
        stops: None,
        tally: None,
    };
    match finish(session, command, progress).map_err(Problem::run)? {
        Reply::Progress { hit, .. } => Ok(hit),
        other => unreachable!("reply to a run: {other:?}"),
    }
}

/// Serves a command to its end, and shows how far it is.
fn finish(session: &mut Session, command: Command, progress: &Progress) -> Result<Reply, Failure> {
    session.finish(command, SLICE, &mut |doing, requests, total| {
        progress.show(doing, requests.into(), total.into());
    })
}

/// Says on standard error where a run stands that was told where to stop, and what stopped it.
fn stand(session: &Session, args: &Run, hit: Option<&str>) -> Result<(), Problem> {
    if args.until.is_none() && args.at.is_none() {
        return Ok(());
    }
    let simulation = session.simulation(0).map_err(Problem::run)?;
    match (hit, &args.until) {
        (Some(hit), _) => eprintln!("stopped: {hit}"),
        (None, Some(until)) => eprintln!("never met: {until}; the run is at its end"),
        (None, None) => {}
    }
    let Position { request, event } = simulation.position();
    eprintln!(
        "stands at {request}.{event} of {} requests",
        simulation.requests()
    );
    Ok(())
}

fn report(session: &Session, args: &Run, summary: &Summary) -> Result<String, Problem> {
    let simulation = session.simulation(0).map_err(Problem::run)?;
    let report = simulation.report();
    let blocks = args.dump.then(|| dump::blocks(simulation));
    Ok(if args.json {
        import::json(&dump::Output {
            report: &report,
            blocks: blocks.as_deref(),
        })
    } else {
        text::report(summary, &report, blocks.as_deref())
    })
}

/// The scenario with a trace for its workload. A trace that it had already lends its mapping and length.
fn with_trace(text: &str, file: &str) -> String {
    let mut document: Scenario = scenario::read(text).expect("it was read before");
    let before = document.workload;
    document.workload = Workload {
        kind: "trace".to_owned(),
        path: Some(file.to_owned()),
        mapping: before.mapping,
        requests: before.requests.filter(|_| before.kind == "trace"),
        ..Workload::default()
    };
    serde_json::to_string(&document).expect("a scenario is JSON")
}

/// Lines of a text that no one wrote would mislead.
fn without_place(failure: Failure) -> Failure {
    Failure {
        line: None,
        column: None,
        ..failure
    }
}

/// A file that a scenario names stands beside it.
pub fn beside(scenario: &str, path: &str) -> String {
    match Path::new(scenario).parent() {
        Some(folder) if scenario != "-" => folder.join(path).to_string_lossy().into_owned(),
        _ => path.to_owned(),
    }
}
