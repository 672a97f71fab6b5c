//! `ftl-lab reproduce`: runs what a result file says again, and compares.
//!
//! Everything is checked before anything is run: the file, its scenarios, its traces. Then each run goes to where the file's went, and
//! its report is compared value by value. Engines compute the same to the last digit, so nothing is rounded.
//!
//! One file, because each check is a sentence to the person, in the order in which they read them.

mod traces;

use std::fmt::Write;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Number, Value};
use sim::failure::{Failure, FailureKind};
use sim::protocol::{Command, Position, Target};
use sim::report::Report;
use sim::scenario;
use sim::session::Session;
use sim::simulation::Simulation;
use sim::sweep::ENGINE;
use sim::workload::WorkloadSpec;

use crate::beside_each_other::{each, jobs};
use crate::problem::Problem;
use crate::result::{FORMAT, KIND, Kept, Place, ResultFile};
use crate::{args, input};
pub use traces::traces;

/// The exit status when a result is another one than the file says.
pub const ANOTHER: u8 = 3;
/// Differences of a run that are listed.
const LISTED: usize = 20;

/// The finding.
pub struct Found {
    pub same: bool,
    pub text: String,
}

/// Runs a result file again.
pub fn reproduce(args: &args::Reproduce) -> Result<Found, Problem> {
    let file = input::shown(&args.file);
    let text = input::document(&args.file, input::WRITTEN)?;
    let result = checked(file, &text)?;
    if result.engine != ENGINE {
        crate::say(format_args!(
            "note: engine {} made this result, and this is {ENGINE}: what differs may be due to that",
            result.engine
        ));
    }
    let traces = traces(&args.file, &args.trace, &result)?;
    let jobs = jobs(args.jobs);
    let differences = each("reproduce", &result.runs, jobs, |run| {
        let file = run.trace.map(|at| Arc::clone(&traces[at]));
        let name = run.trace.map(|at| result.traces[at].name.as_str());
        differences(run, &again(run, name.zip(file)))
    });
    let differences = differences.into_iter().enumerate().collect();
    Ok(found(file, &result, differences))
}

/// Reads a result file, and checks that each of its runs can be run.
pub fn checked(file: &str, text: &str) -> Result<ResultFile, Problem> {
    let result = read(file, text)?;
    for (k, run) in result.runs.iter().enumerate() {
        check(&result, k, run).map_err(|failure| Problem::input(file, failure))?;
    }
    Ok(result)
}

#[derive(Deserialize)]
struct Head {
    kind: Option<String>,
    format: Option<u32>,
    engine: Option<String>,
    lab: Option<String>,
}

/// Reads a file of this version or an older one.
fn read(file: &str, text: &str) -> Result<ResultFile, Problem> {
    let damaged = |error: serde_json::Error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        Problem::input(
            file,
            Failure {
                line: u32::try_from(error.line()).ok().filter(|line| *line > 0),
                column: u32::try_from(error.column()).ok().filter(|at| *at > 0),
                ..wrong(
                    format!("this result file is damaged: {message}"),
                    "Take another copy, or save it again.",
                )
            },
        )
    };
    let head: Head = serde_json::from_str(text).map_err(damaged)?;
    if head.kind.as_deref() != Some(KIND) {
        return Err(Problem::input(
            file,
            Failure {
                field: Some("kind".to_owned()),
                ..wrong(
                    format!("this file holds no result: its `kind` must be `{KIND}`"),
                    "Name a file of `ftl-lab run --result`, or one that the page saved. A scenario is run by `ftl-lab run`.",
                )
            },
        ));
    }
    let engine = head.engine.unwrap_or_default();
    let (format, newer) = (head.format.unwrap_or(FORMAT), newer(&engine));
    if format > FORMAT || newer {
        let by = head.lab.unwrap_or_else(|| format!("version {engine}"));
        return Err(Problem::input(
            file,
            Failure {
                field: Some(if newer { "engine" } else { "format" }.to_owned()),
                ..wrong(
                    format!(
                        "a newer version made this result: {by}, engine {engine}, format {format}; this is ftl-lab {ENGINE}, which reads up to format {FORMAT}"
                    ),
                    "Use that version or a later one.",
                )
            },
        ));
    }
    let result: ResultFile = serde_json::from_str(text).map_err(damaged)?;
    if result.runs.is_empty() {
        // Of nothing everything would be the same.
        return Err(Problem::input(
            file,
            Failure {
                field: Some("runs".to_owned()),
                ..wrong(
                    "this result file has no run",
                    "Take another copy of the file, or save the result again.",
                )
            },
        ));
    }
    Ok(result)
}

/// Whether another engine is newer than this one. One whose version cannot be read is not.
fn newer(engine: &str) -> bool {
    let parts = |version: &str| -> Option<Vec<u32>> {
        version.split('.').map(|part| part.parse().ok()).collect()
    };
    parts(engine).is_some_and(|theirs| Some(theirs) > parts(ENGINE))
}

fn wrong(message: impl Into<String>, remedy: &str) -> Failure {
    Failure::new(FailureKind::Command, message, remedy)
}

/// That a run can be run, and its scenario is the one that was.
fn check(result: &ResultFile, k: usize, run: &Kept) -> Result<(), Failure> {
    let at = |field: &str| Some(format!("runs[{k}].{field}"));
    let setup = scenario::parse(run.scenario.get()).map_err(|failure| Failure {
        field: at(&format!(
            "scenario{}",
            failure
                .field
                .as_ref()
                .map_or_else(String::new, |field| format!(".{field}"))
        )),
        line: None,
        column: None,
        ..failure
    })?;
    if setup.hash != run.scenario_hash && result.engine == ENGINE {
        return Err(Failure {
            field: at("scenario"),
            ..wrong(
                format!(
                    "the scenario was changed after the run: its hash is {}, and the file says {}",
                    setup.hash, run.scenario_hash
                ),
                "Take another copy of the file. To run the changed scenario, give it to `ftl-lab run`.",
            )
        });
    }
    let named = run.trace.and_then(|at| result.traces.get(at));
    let of_trace = match &setup.workload {
        WorkloadSpec::Trace { path, .. } => named.is_some_and(|named| named.name == *path),
        _ => run.trace.is_none(),
    };
    if !of_trace {
        return Err(Failure {
            field: at("trace"),
            ..wrong(
                "the file does not name the trace of this scenario",
                "Take another copy of the file, or save it again.",
            )
        });
    }
    if run.report.is_none() && run.failure.is_none() {
        return Err(Failure {
            field: at("report"),
            ..wrong(
                "there is no report to compare with",
                "Take another copy of the file, or save it again.",
            )
        });
    }
    Ok(())
}

fn again(run: &Kept, trace: Option<(&str, Arc<[u8]>)>) -> Result<Report, Failure> {
    let mut session = if run.at.is_none() {
        Session::without_history()
    } else {
        Session::new()
    };
    if let Some((name, file)) = trace {
        session.attach(name, Box::new(file))?;
    }
    let target = match run.at {
        None => Target::End,
        Some(Place { request, event }) => Target::Position {
            position: Position { request, event },
        },
    };
    let open = Command::Open {
        slot: 0,
        scenario: run.scenario.get().to_owned(),
    };
    for command in [open, Command::run(0, target)] {
        session.finish(command, u64::MAX, &mut |_, _, _| {})?;
    }
    session.simulation(0).map(Simulation::report)
}

/// A value of the report that is another one: path, in the file, now.
type Difference = (String, String, String);

fn differences(run: &Kept, outcome: &Result<Report, Failure>) -> Vec<Difference> {
    let parsed = |text: &str| serde_json::from_str(text).unwrap_or(Value::Null);
    let kept = |part: &Option<Box<serde_json::value::RawValue>>| {
        part.as_ref().map(|text| parsed(text.get()))
    };
    let mut found = Vec::new();
    match (outcome, kept(&run.report), kept(&run.failure)) {
        (Ok(now), Some(before), _) => {
            compare("", &before, &parsed(&sim::json::text(now)), &mut found);
        }
        (Err(now), None, Some(before)) => {
            let now = parsed(&sim::json::text(now));
            compare(
                "failure.message",
                &before["message"],
                &now["message"],
                &mut found,
            );
        }
        (Ok(_), None, before) => {
            let before = before.map_or(Value::Null, |failure| failure["message"].clone());
            found.push(("failure".to_owned(), shown(&before), "a report".to_owned()));
        }
        (Err(now), ..) => {
            found.push((
                "failure".to_owned(),
                "a report".to_owned(),
                now.message.clone(),
            ));
        }
    }
    found
}

/// Every value that is in one of two and not the same in the other.
fn compare(path: &str, before: &Value, now: &Value, found: &mut Vec<Difference>) {
    let under = |key: &str| {
        if path.is_empty() {
            key.to_owned()
        } else {
            format!("{path}.{key}")
        }
    };
    match (before, now) {
        (Value::Object(a), Value::Object(b)) => {
            for (key, value) in a {
                compare(
                    &under(key),
                    value,
                    b.get(key).unwrap_or(&Value::Null),
                    found,
                );
            }
            for (key, value) in b.iter().filter(|(key, _)| !a.contains_key(*key)) {
                compare(&under(key), &Value::Null, value, found);
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            for i in 0..a.len().max(b.len()) {
                let [a, b] = [a, b].map(|list| list.get(i).unwrap_or(&Value::Null));
                compare(&format!("{path}[{i}]"), a, b, found);
            }
        }
        (Value::Number(a), Value::Number(b))
            if a == b || whole(a).is_some_and(|a| whole(b) == Some(a)) => {}
        _ if before == now => {}
        _ => found.push((path.to_owned(), shown(before), shown(now))),
    }
}

/// A whole number, exactly: counters have 64 bits, of which a double holds 53. The page writes 1 where the command line writes 1.0.
fn whole(number: &Number) -> Option<i128> {
    let integer = number.as_u64().map(i128::from);
    let integer = integer.or_else(|| number.as_i64().map(i128::from));
    // Beyond 64 bits no counter is.
    let is_whole = |value: &f64| value.fract() == 0.0 && value.abs() < 2f64.powi(64);
    integer.or_else(|| number.as_f64().filter(is_whole).map(|value| value as i128))
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn found(file: &str, result: &ResultFile, differences: Vec<(usize, Vec<Difference>)>) -> Found {
    let all = result.runs.len();
    let other: Vec<_> = differences
        .into_iter()
        .filter(|(_, list)| !list.is_empty())
        .collect();
    let mut text = String::new();
    let mut line = |line: String| writeln!(text, "{line}").expect("a string takes everything");
    let runs = if all == 1 { "run" } else { "runs" };
    if other.is_empty() {
        line(format!(
            "same: {all} {runs}, every counter, time and hash as in {file}"
        ));
    } else {
        line(format!(
            "different: {} of {all} {runs} of {file}",
            other.len()
        ));
    }
    for (k, list) in &other {
        let name = &result.runs[*k].name;
        line(format!("runs[{k}] {name}"));
        for (path, before, now) in list.iter().take(LISTED) {
            line(format!("  {path}: {before} in the file, {now} now"));
        }
        if list.len() > LISTED {
            line(format!("  and {} more", list.len() - LISTED));
        }
    }
    Found {
        same: other.is_empty(),
        text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_that_differs_is_found_with_its_path() {
        let before = serde_json::json!({ "a": 1, "b": { "c": [1, 2], "d": null }, "gone": 5 });
        let now = serde_json::json!({ "a": 1.0, "b": { "c": [1, 3, 4], "d": null }, "new": "x" });
        let mut found = Vec::new();
        compare("", &before, &now, &mut found);
        let found: Vec<_> = found
            .iter()
            .map(|(path, a, b)| format!("{path}: {a} {b}"))
            .collect();
        assert_eq!(
            found,
            [
                "b.c[1]: 2 3",
                "b.c[2]: none 4",
                "gone: 5 none",
                "new: none x"
            ]
        );
    }

    #[test]
    fn counters_that_a_double_cannot_tell_apart_differ() {
        let differ = |before: &str, now: &str| {
            let parsed = |text: &str| serde_json::from_str(text).unwrap();
            let mut found = Vec::new();
            compare("", &parsed(before), &parsed(now), &mut found);
            !found.is_empty()
        };
        // 2^53 and one more.
        assert!(differ("9007199254740992", "9007199254740993"));
        assert!(differ("9007199254740992.0", "9007199254740993"));
        assert!(differ("18446744073709551615", "18446744073709551614"));
        assert!(!differ("18446744073709551615", "18446744073709551615"));
        assert!(!differ("9007199254740992.0", "9007199254740992"));
        assert!(!differ("0.1", "0.1") && differ("0.1", "0.2"));
        assert!(!differ("-3", "-3.0") && !differ("0", "-0.0"));
        assert!(!differ("1e300", "1e300") && differ("1e300", "2e300"));
    }

    #[test]
    fn only_a_later_version_is_newer() {
        assert!(newer("99.0.0"));
        for other in [ENGINE, "0.0.9", "", "unknown"] {
            assert!(!newer(other), "{other}");
        }
    }
}
