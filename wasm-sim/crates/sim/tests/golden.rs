//! Golden event traces: `testdata/<scheme>/*.json`, expected events in the `.events` file beside. `UPDATE=1` rewrites them.

use std::fmt::Write;
use std::fs;
use std::path::Path;

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
    for (i, request) in Source::workload(&setup, &|_| None)
        .expect("no trace")
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
            writeln!(
                out,
                "{}",
                serde_json::to_string(&event).expect("plain data")
            )
            .expect("a string");
        }
    }
    out
}

fn scheme(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata")
        .join(name);
    let mut scenarios: Vec<_> = fs::read_dir(&folder)
        .expect("the scheme has testdata")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .collect();
    scenarios.sort();
    assert!(!scenarios.is_empty(), "no scenario in {}", folder.display());
    for path in scenarios {
        let found = events(&fs::read_to_string(&path).expect("readable"));
        let golden = path.with_extension("events");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&golden, found).expect("writable");
            continue;
        }
        let expected = fs::read_to_string(&golden)
            .unwrap_or_default()
            .replace('\r', "");
        for (n, (e, f)) in expected.lines().zip(found.lines()).enumerate() {
            assert_eq!(
                e,
                f,
                "{} line {}; UPDATE=1 rewrites",
                golden.display(),
                n + 1
            );
        }
        assert_eq!(
            expected.lines().count(),
            found.lines().count(),
            "{}; UPDATE=1 rewrites",
            golden.display()
        );
    }
}

#[test]
fn page() {
    scheme("page");
}

#[test]
fn bast() {
    scheme("bast");
}

#[test]
fn fast() {
    scheme("fast");
}

#[test]
fn last() {
    scheme("last");
}

#[test]
fn superblock() {
    scheme("superblock");
}

#[test]
fn block() {
    scheme("block");
}

#[test]
fn replacement() {
    scheme("replacement");
}

#[test]
fn dftl() {
    scheme("dftl");
}

#[test]
fn buffer() {
    scheme("buffer");
}
