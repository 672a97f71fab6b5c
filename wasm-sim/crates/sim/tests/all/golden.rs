//! Golden event traces: `testdata/<folder>/*.json`, every folder but `bad` and `corners`, expected events in the `.events` file beside. `UPDATE=1` rewrites them.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::schemes::SCHEMES;
use crate::support;
use sim::device::Device;
use sim::scenario;
use sim::workload::Source;

/// Every event of a scenario's run, one a line, under a line for its request.
fn events(text: &str) -> String {
    let setup = scenario::parse(text).unwrap_or_else(|f| panic!("{}", f.message));
    let mut device = Device::new(&setup).expect("a sound initial state");
    for step in 0..setup.preconditions.len() as u32 {
        for request in Source::precondition(&setup, step) {
            device.prepare(&request).expect("runs");
        }
    }
    device.start_counting();
    let mut out = String::new();
    for (i, request) in Source::workload(&setup, &support::trace_in)
        .expect("the trace is in the scenario")
        .enumerate()
    {
        let mut events = Vec::new();
        let cost = device.serve(&request, &mut events).expect("runs");
        let (op, lpn, pages) = (request.op, request.lpn, request.pages);
        writeln!(
            out,
            "# request {i}: {op:?} {lpn}+{pages}; {} reads, {} programs, {} erases",
            cost.reads, cost.programs, cost.erases
        )
        .expect("a string");
        for event in events {
            let line = serde_json::to_string(&event).expect("plain data");
            assert_eq!(name_in(&line), event.name());
            writeln!(out, "{line}").expect("a string");
        }
    }
    out
}

/// The name of the event on a line.
fn name_in(line: &str) -> &str {
    let named = line
        .strip_prefix(r#"{"t":""#)
        .and_then(|l| l.split_once('"'));
    named.expect("an event has a name").0
}

/// Compares one scenario's run with its golden events, or says in which line it differs.
fn compare(path: &Path) -> Result<(), String> {
    let found = events(&fs::read_to_string(path).expect("readable"));
    let golden = path.with_extension("events");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&golden, found).expect("writable");
        return Ok(());
    }
    let at = golden.display();
    let expected = fs::read_to_string(&golden)
        .unwrap_or_default()
        .replace('\r', "");
    for (n, (e, f)) in expected.lines().zip(found.lines()).enumerate() {
        if e != f {
            return Err(format!("{at} line {}: expected {e}, found {f}", n + 1));
        }
    }
    let [e, f] = [&expected, &found].map(|text| text.lines().count());
    (e == f)
        .then_some(())
        .ok_or_else(|| format!("{at}: {e} lines expected, {f} found"))
}

/// The files of a folder whose names end in `.extension`, without that ending.
fn stems(folder: &Path, extension: &str) -> BTreeSet<PathBuf> {
    fs::read_dir(folder)
        .expect("readable")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .map(|path| path.with_extension(""))
        .collect()
}

/// Events of which no golden trace has one: of a lost write buffer, of an undone trim, and of what a person changes.
const NOT_GOLDEN: [&str; 4] = ["buffer_lost", "intervened", "options_set", "reappeared"];

#[test]
fn the_names_of_events_are_those_that_are_written() {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let mut written: BTreeSet<String> = NOT_GOLDEN.iter().copied().map(String::from).collect();
    for folder in fs::read_dir(testdata).expect("readable") {
        let folder = folder.expect("readable").path();
        for path in folder
            .is_dir()
            .then(|| stems(&folder, "events"))
            .into_iter()
            .flatten()
        {
            let text = fs::read_to_string(path.with_extension("events")).expect("readable");
            let events = text.lines().filter(|line| !line.starts_with('#'));
            written.extend(events.map(|line| name_in(line).to_owned()));
        }
    }
    let names: BTreeSet<String> = ftl::Event::names().map(String::from).collect();
    assert_eq!(names, written);
}

#[test]
fn every_scenario_of_every_folder_runs_as_its_golden_events_say() {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    // These are tested elsewhere: `scenarios/bad_scenarios.rs`, `corners`.
    let apart = |path: &Path| path.ends_with("bad") || path.ends_with("corners");
    let folders: BTreeSet<PathBuf> = fs::read_dir(&testdata)
        .expect("readable")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.is_dir() && !apart(path))
        .collect();
    for of in SCHEMES.iter().copied().chain(["buffer"]) {
        assert!(folders.contains(&testdata.join(of)), "{of} has no testdata");
    }
    let mut differ = Vec::new();
    for folder in folders {
        let scenarios = stems(&folder, "json");
        let at = folder.display();
        assert!(!scenarios.is_empty(), "no scenario in {at}");
        for path in &scenarios {
            differ.extend(compare(&path.with_extension("json")).err());
        }
        let golden = stems(&folder, "events");
        assert_eq!(golden, scenarios, "events without scenario in {at}");
    }
    assert!(
        differ.is_empty(),
        "{}\nUPDATE=1 rewrites",
        differ.join("\n")
    );
}
