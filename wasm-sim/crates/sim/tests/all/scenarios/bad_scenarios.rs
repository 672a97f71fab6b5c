//! Scenarios no one should be able to run: `testdata/bad/scenarios`, each refused with the place, the reason and the
//! remedy that are in `messages.txt` beside them (`UPDATE=1` rewrites it), and with nothing changed.
//! `web/model/scenario/bad-scenarios.test.ts` holds the engine in wasm to the same list.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use sim::failure::Failure;
use sim::protocol::{Command, Reply};
use sim::session::Session;

const SOUND: &str = r#"{ "format": 1,
  "device": { "blocks": 8, "pages_per_block": 4, "page_bytes": 2048 }, "logical_pages": 20,
  "ftl": { "kind": "page" }, "precondition": [{ "kind": "sequential" }],
  "workload": { "kind": "uniform", "requests": 50 } }"#;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/bad/scenarios")
}

/// Every file with its text. Bytes that are no text become what a browser makes of them.
fn corpus() -> Vec<(String, String)> {
    let mut files: Vec<_> = fs::read_dir(folder())
        .expect("the corpus is there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .collect();
    files.sort();
    assert!(files.len() >= 100, "only {} files", files.len());
    files
        .into_iter()
        .map(|path| {
            let name = path.file_name().expect("a file").to_string_lossy().into();
            let bytes = fs::read(&path).expect("readable");
            (name, String::from_utf8_lossy(&bytes).into_owned())
        })
        .collect()
}

/// A session that has run a sound scenario to its end, and what it looks like.
struct Running(Session, String);

impl Running {
    fn new() -> Self {
        let mut session = Session::new();
        finish(&mut session, open(SOUND)).expect("a sound scenario");
        let run = Command::run(0, sim::protocol::Target::End);
        finish(&mut session, run).expect("runs");
        let state = state(&mut session);
        Self(session, state)
    }

    /// The failure of a scenario; the simulation that was there is as it was.
    fn refuses(&mut self, name: &str, text: &str) -> Failure {
        let Err(failure) = finish(&mut self.0, open(text)) else {
            panic!("{name} was opened")
        };
        assert_eq!(state(&mut self.0), self.1, "{name} changed something");
        let check = Command::Check {
            scenario: text.to_owned(),
        };
        assert_eq!(self.0.command(check).unwrap_err(), failure, "{name}");
        failure
    }
}

fn open(text: &str) -> Command {
    Command::Open {
        slot: 0,
        scenario: text.to_owned(),
    }
}

fn finish(session: &mut Session, command: Command) -> Result<Reply, Failure> {
    let mut reply = session.command(command)?;
    while let Reply::Progress { done: false, .. } = reply {
        reply = session.slice(10_000)?;
    }
    Ok(reply)
}

fn state(session: &mut Session) -> String {
    session.simulation(0).expect("open").report().state_hash
}

#[test]
fn every_bad_scenario_is_refused_where_it_is_bad_and_nothing_changes() {
    let mut running = Running::new();
    let mut found = String::new();
    for (name, text) in corpus() {
        let f = running.refuses(&name, &text);
        assert!(f.line.is_some() && f.column.is_some(), "{name}: {f:?}");
        assert!(
            !f.message.is_empty() && !f.remedy.is_empty(),
            "{name}: {f:?}"
        );
        writeln!(
            found,
            "{name}:{}:{}: {}: {} | {}",
            f.line.unwrap_or(0),
            f.column.unwrap_or(0),
            f.field.unwrap_or_default(),
            f.message,
            f.remedy
        )
        .expect("a string");
    }
    let golden = folder().join("messages.txt");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&golden, &found).expect("writable");
    }
    assert_eq!(found, fs::read_to_string(golden).unwrap_or_default());
}

/// Too large to keep in a repository.
#[test]
fn depth_and_length_break_nothing() {
    let mut running = Running::new();
    let deep =
        |open: &str, close: &str| format!("{}{}", open.repeat(100_000), close.repeat(100_000));
    let long = "x".repeat(10_000_000);
    let cases = [
        ("lists in lists", deep("[", "]")),
        (
            "objects in objects",
            format!("{}1{}", "{\"a\":".repeat(100_000), "}".repeat(100_000)),
        ),
        ("lists in a field", SOUND.replacen("20", &deep("[", "]"), 1)),
        (
            "a long name of a field",
            SOUND
                .replacen("seed", &long, 1)
                .replacen("format", &long, 1),
        ),
        ("a long kind", SOUND.replacen("uniform", &long, 1)),
        (
            "a long number",
            SOUND.replacen("20", &"9".repeat(1_000_000), 1),
        ),
        (
            "a million operations, the last one wrong",
            SOUND.replacen(
                r#""kind": "uniform", "requests": 50"#,
                &format!(r#""kind": "ops", "ops": "{}w99""#, "w1 ".repeat(1_000_000)),
                1,
            ),
        ),
    ];
    for (name, text) in cases {
        let failure = running.refuses(name, &text);
        assert!(failure.line.is_some(), "{name}: {failure:?}");
        assert!(
            failure.message.len() < 400,
            "{name}: a message of {} bytes",
            failure.message.len()
        );
    }
}
