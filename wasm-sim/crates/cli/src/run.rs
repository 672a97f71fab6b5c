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

/// What is said when `--until` meets nothing.
pub const NOT_MET: &str = "no such event: the run is at its end";

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
    go(&mut session, args, &progress)?;
    drop(progress);
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

/// Goes where the arguments say.
fn go(session: &mut Session, args: &Run, progress: &Progress) -> Result<(), Problem> {
    if let Some(file) = &args.events {
        return Log::create(file)?.run(session, args.until, args.at, progress);
    }
    let target = match (args.until, args.at) {
        (Some(watch), _) => Target::Next { watch },
        (None, Some(position)) => Target::Position { position },
        (None, None) => Target::End,
    };
    let reply =
        finish(session, Command::Run { slot: 0, target }, progress).map_err(Problem::run)?;
    if let (Some(_), Reply::Progress { found: false, .. }) = (args.until, &reply) {
        eprintln!("{NOT_MET}");
    }
    Ok(())
}

/// Serves a command to its end, slice by slice.
pub fn finish(
    session: &mut Session,
    command: Command,
    progress: &Progress,
) -> Result<Reply, Failure> {
    let mut reply = session.command(command)?;
    while let Reply::Progress {
        done: false,
        doing,
        requests,
        total,
        ..
    } = &reply
    {
        progress.show(doing, u64::from(*requests), u64::from(*total));
        reply = session.slice(SLICE)?;
    }
    Ok(reply)
}

fn report(session: &Session, args: &Run, summary: &Summary) -> Result<String, Problem> {
    let simulation = session.simulation(0).map_err(Problem::run)?;
    if args.until.is_some() || args.at.is_some() {
        let Position { request, event } = simulation.position();
        eprintln!(
            "stands at {request}.{event} of {} requests",
            simulation.requests()
        );
    }
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
fn beside(scenario: &str, path: &str) -> String {
    match Path::new(scenario).parent() {
        Some(folder) if scenario != "-" => folder.join(path).to_string_lossy().into_owned(),
        _ => path.to_owned(),
    }
}
