//! `ftl-lab run`.

use std::io::Read;
use std::rc::Rc;

use sim::failure::{Failure, FailureKind};
use sim::protocol::{Command, Position, Reply, Summary, Target, TraceSummary};
use sim::scenario::{self, Aliasing, Scenario, Setup, Workload};
use sim::session::Session;
use sim::workload::WorkloadSpec;
use trace::{Mapping, Trace};

use crate::args::reading::Reading;
use crate::args::{Changes, Repeat, Run, Subject};
use crate::beside::beside;
use crate::bundle::{self, Bundle, SavedTrace};
use crate::events::Log;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::result::{self, Named, ResultFile};
use crate::{dump, import, input, text};

/// Flash operations between two looks at the progress.
const SLICE: u64 = 500_000;

/// Past the last request of any run.
const END: Position = Position::before(u32::MAX);

/// Runs a scenario as far as is asked, and gives the report.
pub fn run(args: &Run) -> Result<String, Problem> {
    // A run to its end never goes back: it saves no checkpoints.
    let mut session = if args.until.is_none() && args.at.is_none() {
        Session::without_history()
    } else {
        Session::new()
    };
    let Asked { text, setup, trace } = subject(&args.subject)?;
    let mut named = None;
    if let Some((name, trace)) = trace {
        session.keep_trace(&name.name, trace);
        named = Some(name);
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
    let summary = match opened.map_err(|failure| open_problem(failure, &args.subject.scenario))? {
        Reply::Opened { summary, .. } => summary,
        other => unreachable!("reply to an opening: {other:?}"),
    };
    let hit = go(&mut session, args, &progress)?;
    drop(progress);
    if args.events.is_some() && summary.warmup_requests > 0 {
        crate::say(format_args!(
            "note: --events leaves out the warm-up, {} requests; request 0 is the first one after it",
            summary.warmup_requests
        ));
    }
    stand(&session, args, hit.as_deref())?;
    if let Some(file) = &args.result {
        let simulation = session.simulation(0).map_err(Problem::run)?;
        let at = simulation.position();
        let ended = at == Position::before(simulation.requests());
        let mut result = ResultFile::new();
        result.add_run(&setup, named, (!ended).then_some(at), &simulation.report());
        result.write(file)?;
    }
    report(&mut session, args, &summary)
}

/// A scenario to be run.
pub struct Asked {
    pub text: String,
    pub setup: Setup,
    /// The trace that it names.
    pub trace: Option<(Named, Rc<Trace>)>,
}

/// The scenario that arguments name, with their trace and their changes.
pub fn subject(of: &Subject) -> Result<Asked, Problem> {
    let (text, saved) = given(&of.scenario)?;
    let trace = of.trace.as_deref();
    asked(&of.scenario, text, saved, trace, &of.changes, &of.reading)
}

/// Reads a scenario and the trace that it names, or this one in the place of its workload, and makes the changes. `file`: where its text is
/// from; `saved`: the lab that it is in.
pub fn asked(
    file: &str,
    text: String,
    saved: Option<Bundle>,
    trace: Option<&str>,
    changes: &Changes,
    reading: &Reading,
) -> Result<Asked, Problem> {
    let wrong = |failure| Problem::input(input::shown(file), failure);
    let mut setup = scenario::parse(&text).map_err(wrong)?;
    if let Some(saved) = &saved
        && setup.hash != saved.scenario_hash
    {
        crate::say(format_args!(
            "note: the saved lab calls its scenario {}, and it is {} here: an earlier version may have computed something else",
            saved.scenario_hash, setup.hash
        ));
    }
    let allow_aliasing =
        changes.allow_aliasing || saved.as_ref().is_some_and(|saved| saved.may_alias);
    let changes = Changes {
        allow_aliasing,
        ..*changes
    };
    let given = text;
    let text = changed(&given, trace, &changes);
    if text != given {
        setup = scenario::parse(&text).map_err(|failure| changed_problem(file, failure))?;
    }
    let times = changes.times_footprint;
    let WorkloadSpec::Trace {
        path,
        format,
        reading: own,
        ..
    } = &setup.workload
    else {
        if times.is_some() {
            return Err(Problem::usage(
                &format!(
                    "--times-footprint: the workload of {} is no trace",
                    input::shown(file)
                ),
                "Give one: --trace FILE.",
            ));
        }
        return Ok(Asked {
            text,
            setup,
            trace: None,
        });
    };
    let page_bytes = setup.geometry.page_bytes;
    let saved = saved.and_then(|saved| saved.trace);
    let (found, summary, options) = match (trace, saved) {
        (None, Some(saved)) => {
            let (trace, summary) = saved_trace(file, path, &saved, page_bytes)?;
            (trace, summary, saved.options)
        }
        (given, _) => {
            let given = if let Some(given) = given {
                given.to_owned()
            } else {
                let remedy = "Put the trace there, or name it yourself: --trace FILE.";
                beside(file, "workload.path", path, remedy)?
            };
            let options = reading.over(own.options(*format))?;
            let (trace, summary) = import::import(&given, path, options.clone(), page_bytes)?;
            import::say_assumed(&summary);
            (trace, summary, options)
        }
    };
    let named = Named {
        name: path.clone(),
        read: Some(result::Read::from(&summary.import)),
        hash: summary.import.hash,
        options,
    };
    let (text, setup) = match times {
        Some(times) => larger(&text, &setup, times, summary.statistics.footprint_pages)
            .map_err(|failure| changed_problem(file, failure))?,
        None => (text, setup),
    };
    Ok(Asked {
        text,
        setup,
        trace: Some((named, found)),
    })
}

/// The scenario on a drive of `times` times the pages that its trace accesses.
fn larger(
    text: &str,
    setup: &Setup,
    times: f64,
    footprint_pages: f64,
) -> Result<(String, Setup), Failure> {
    let mut document: Scenario = scenario::read(text)?;
    let pages = setup.pages_for(times, footprint_pages);
    document.give_pages(pages, setup.geometry, setup.logical_pages);
    let text = serde_json::to_string(&document).expect("a scenario is JSON");
    let setup = scenario::parse(&text)?;
    Ok((text, setup))
}

/// A scenario that fails while its device is prepared is wrong; unless the engine is.
pub fn open_problem(failure: Failure, file: &str) -> Problem {
    if failure.kind == FailureKind::Engine {
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
    // Runs in the file need not run again, unless to know how far.
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
    let command = Command::run(0, target);
    match finish(session, command, progress).map_err(Problem::run)? {
        Reply::Progress { hit, .. } => Ok(hit),
        other => unreachable!("reply to a run: {other:?}"),
    }
}

/// Serves a command to its end, and shows how far it is.
pub fn finish(
    session: &mut Session,
    command: Command,
    progress: &Progress,
) -> Result<Reply, Failure> {
    session.finish(command, SLICE, &mut |doing, requests, total| {
        progress.show(doing.name(), requests.into(), total.into());
    })
}

/// Says on standard error where a run with a stop condition stopped, and why.
fn stand(session: &Session, args: &Run, hit: Option<&str>) -> Result<(), Problem> {
    if args.until.is_none() && args.at.is_none() {
        return Ok(());
    }
    let simulation = session.simulation(0).map_err(Problem::run)?;
    match (hit, &args.until) {
        (Some(hit), _) => crate::say(format_args!("stopped: {hit}")),
        (None, Some(until)) => {
            crate::say(format_args!("never met: {until}; the run is at its end"));
        }
        (None, None) => {}
    }
    let Position { request, event } = simulation.position();
    crate::say(format_args!(
        "now at {request}.{event} of {} requests",
        simulation.requests()
    ));
    Ok(())
}

fn report(session: &mut Session, args: &Run, summary: &Summary) -> Result<String, Problem> {
    let simulation = session.simulation(0).map_err(Problem::run)?;
    let report = simulation.report();
    let blocks = args.dump.then(|| dump::blocks(simulation));
    Ok(if args.json {
        import::json(&dump::Output {
            report: &report,
            blocks: blocks.as_deref(),
        })
    } else {
        let asked = session.finish(Command::Quiet { slot: 0 }, u64::MAX, &mut |_, _, _| {});
        let Reply::Quiet { quiet } = asked.map_err(Problem::run)? else {
            unreachable!("reply to the question whether a run shows little");
        };
        text::report(summary, &report, quiet.as_ref(), blocks.as_deref())
    })
}

/// The scenario of a file, and what else is in it if it is a saved lab.
pub fn given(file: &str) -> Result<(String, Option<Bundle>), Problem> {
    let (head, rest) = input::begin(file)?;
    given_from(file, head, rest)
}

/// The same of a file whose first bytes were read.
pub fn given_from(
    file: &str,
    head: Vec<u8>,
    rest: Box<dyn Read>,
) -> Result<(String, Option<Bundle>), Problem> {
    let most = if bundle::is_zip(&head) {
        input::WRITTEN
    } else {
        input::DOCUMENT
    };
    let bytes = input::whole(file, head, rest, most)?;
    if !bundle::is_zip(&bytes) {
        return Ok((input::as_document(file, bytes)?, None));
    }
    let saved = bundle::unpack(input::shown(file), &bytes)?;
    Ok((saved.scenario.clone(), Some(saved)))
}

/// The trace of a saved lab, read as it was when the lab was saved.
pub fn saved_trace(
    file: &str,
    path: &str,
    saved: &SavedTrace,
    page_bytes: u32,
) -> Result<(Rc<Trace>, TraceSummary), Problem> {
    let mut bytes = &saved.bytes[..];
    let (trace, summary) =
        import::import_from(&mut bytes, file, path, saved.options.clone(), page_bytes)?;
    if summary.import.hash == saved.hash {
        import::say_assumed(&summary);
        return Ok((trace, summary));
    }
    Err(Problem::usage(
        &format!("the trace of {file} is another than the one that was saved"),
        "Save the lab again, or take another copy.",
    ))
}

/// The scenario with a trace for its workload, if one is given, and with the changes of the arguments. A trace that it had already lends its
/// mapping, shift and length, and any workload how often it is repeated and whether trims are ignored. Without any change the text stays.
pub fn changed(text: &str, trace: Option<&str>, changes: &Changes) -> String {
    if trace.is_none() && *changes == Changes::default() {
        return text.to_owned();
    }
    let mut document: Scenario = scenario::read(text).expect("it was read before");
    if let Some(file) = trace {
        let before = document.workload;
        document.workload = Workload {
            kind: "trace".to_owned(),
            path: Some(file.to_owned()),
            mapping: before.mapping,
            aliasing: before.aliasing,
            partial_writes: before.partial_writes,
            shift_bytes: before.shift_bytes,
            requests: before.requests.filter(|_| before.kind == "trace"),
            repeat: before.repeat,
            ignore_trims: before.ignore_trims,
            ..Workload::default()
        };
    }
    if let Some(bytes) = changes.cmt_bytes {
        document.give_cmt(bytes);
    }
    let workload = &mut document.workload;
    workload.mapping = changes.mapping.or(workload.mapping);
    workload.shift_bytes = changes.shift.or(workload.shift_bytes);
    let repeat = changes.repeat.map(Repeat::document);
    workload.repeat = repeat.or(workload.repeat.take());
    if changes.ignore_trims {
        workload.ignore_trims = Some(true);
    }
    // Compacted, nothing is aliased, and the scenario keeps its hash.
    if changes.allow_aliasing && workload.mapping.unwrap_or_default() != Mapping::Compact {
        workload.aliasing = Some(Aliasing::Allow);
    }
    serde_json::to_string(&document).expect("a scenario is JSON")
}

/// Of a scenario with changes: lines of a text that no one wrote would mislead.
pub fn changed_problem(file: &str, failure: Failure) -> Problem {
    let failure = Failure {
        line: None,
        column: None,
        ..failure
    };
    Problem::input(input::shown(file), failure)
}
