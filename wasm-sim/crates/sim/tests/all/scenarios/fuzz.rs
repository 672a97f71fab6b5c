//! Random damage to good scenarios, predicates and commands: each is taken, or refused with a reason and a remedy, and a
//! session that refused goes on. With `FUZZ_CASES` the commands and their answers are written down for
//! `web/protocol/engine/fuzz.test.ts`.

#[path = "../../../../trace/tests/all/support/fuzz.rs"]
mod damage;

use std::cell::{Cell, RefCell};

use proptest::prelude::*;
use serde_json::json;
use sim::failure::Failure;
use sim::protocol::{Command, Reply, Target};
use sim::session::Session;

use damage::{Damages, damaged, damages, fuzz, record};

const SCENARIOS: [&str; 5] = [
    r#"{ "format": 1, "device": { "blocks": 8, "pages_per_block": 4, "page_bytes": 2048 }, "logical_pages": 20,
        "ftl": { "kind": "page", "gc_policy": "cat" }, "precondition": [{ "kind": "sequential" }],
        "workload": { "kind": "uniform", "requests": 50 } }"#,
    r#"{"format":1,"name":"n","seed":7,"device":{"blocks":64,"pages_per_block":16,"timing":{"read_us":25,"program_us":200,"erase_us":1500}},
        "spare_factor":0.2,"ftl":{"kind":"page","gc_policy":{"kind":"windowed_greedy","w":5},"gc_threshold":3,
        "hot_cold":{"classifier":"recency","pool_choice":{"kind":"fixed_split","p":0.4}},"wear_leveling":{"threshold":8}},
        "precondition":[{"kind":"random_fill"},{"kind":"steady_state"}],
        "workload":{"kind":"hot_cold","r":0.8,"f":0.2,"requests":100,"read_fraction":0.25}}"#,
    r#"{"format":1,"device":{"blocks":12,"pages_per_block":4},"logical_pages":16,"ftl":{"kind":"bast","log_blocks":3},
        "workload":{"kind":"ops","ops":"w0+4 w1 r2 t3 w15"}}"#,
    r#"{"format":1,"device":{"blocks":40,"pages_per_block":8},"logical_pages":128,
        "ftl":{"kind":"dftl","cmt_entries":16,"gc_policy":"greedy"},"workload":{"kind":"zipf","theta":0.9,"requests":200},
        "interventions":[{"request":50,"set":{"gc_policy":{"kind":"windowed_greedy","w":3},"cmt_policy":"lfu"}}]}"#,
    r#"{"format":1,"device":{"blocks":8,"pages_per_block":4},"ftl":{"kind":"page"},"logical_pages":16,
        "initial":{"blocks":["0 1 2 3","~4 4 - -"]},"workload":{"kind":"trace","path":"t.csv","mapping":"wrap"},
        "interventions":[{"request":1,"decision":0,"choose":2}]}"#,
];

const PREDICATES: [&str; 8] = [
    "write lpn 5",
    "program ppn 130 or erase pbn 7",
    "erases pbn 7 >= 3, gc 4",
    "victim valid > 12",
    "merge full blocks >= 3",
    "cmt miss lpn 5 or evict dirty",
    "free <= 2",
    "wa >= 1.5 or gc_end",
];

const COMMANDS: [&str; 6] = [
    r#"{"type":"predicate","text":"gc 4 or wa >= 1.5"}"#,
    r#"{"type":"run","slot":0,"target":{"to":"position","position":{"request":7,"event":1}}}"#,
    r#"{"type":"run","slot":0,"target":{"to":"next","until":"gc","back":false},"stops":"erase"}"#,
    r#"{"type":"frame","slot":0,"from_block":0,"to_block":8,"from_lpn":0,"lpns":20,"ppn":3,"lpn":null}"#,
    r#"{"type":"fork","slot":0,"into":1,"interventions":[{"request":30,"decision":0,"choose":2}]}"#,
    r#"{"type":"report","slot":0}"#,
];

/// As `crates/wasm` answers.
fn answer(reply: &Result<Reply, Failure>) -> String {
    match reply {
        Ok(reply) => format!(r#"{{"ok":{}}}"#, sim::json::text(reply)),
        Err(failure) => format!(r#"{{"err":{}}}"#, sim::json::text(failure)),
    }
}

fn says_what_to_do(failure: &Failure) {
    assert!(
        !failure.message.is_empty() && !failure.remedy.is_empty(),
        "{failure:?}"
    );
    assert!(failure.message.len() < 1_000, "{failure:?}");
    assert!(failure.line.is_none_or(|line| line >= 1), "{failure:?}");
    assert!(
        failure.column.is_none_or(|column| column >= 1),
        "{failure:?}"
    );
}

/// Answers a command, and writes both down.
fn serve(session: &mut Session, command: Command) -> Result<Reply, Failure> {
    let written = match &command {
        Command::Check { scenario } => Some(json!({ "type": "check", "scenario": scenario })),
        Command::Predicate { text } => Some(json!({ "type": "predicate", "text": text })),
        _ => None,
    };
    let reply = session.command(command);
    if let Err(failure) = &reply {
        says_what_to_do(failure);
    }
    if let Some(command) = written {
        record(
            "commands.jsonl",
            &json!({ "command": command.to_string(), "answer": answer(&reply) }),
        );
    }
    reply
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// How many cases were taken, and how many refused: neither may be none, or the test would say nothing of it.
#[derive(Default)]
struct Outcomes(Cell<u32>, Cell<u32>);

impl Outcomes {
    fn count(&self, taken: bool) {
        let of = if taken { &self.0 } else { &self.1 };
        of.set(of.get() + 1);
    }

    fn assert_both(&self) {
        let Self(taken, refused) = self;
        assert!(
            taken.get() > 10 && refused.get() > 10,
            "{taken:?} cases were taken, {refused:?} refused"
        );
    }
}

/// Which of several texts is damaged, and which one pieces come from.
fn cases() -> impl Strategy<Value = (u8, u8, Damages)> {
    (any::<u8>(), any::<u8>(), damages())
}

/// The damaged one of several texts.
fn one_of(texts: &[&str], (which, other, damages): &(u8, u8, Damages)) -> String {
    let of = |i: &u8| texts[usize::from(*i) % texts.len()].as_bytes();
    text(&damaged(of(which), of(other), *damages))
}

#[test]
fn a_damaged_scenario_is_checked_or_refused() {
    let session = RefCell::new(Session::new());
    let outcomes = Outcomes::default();
    fuzz(1_000, &cases(), |case| {
        let scenario = one_of(&SCENARIOS, case);
        let reply = serve(&mut session.borrow_mut(), Command::Check { scenario });
        outcomes.count(reply.is_ok());
        let Ok(reply) = reply else { return };
        // A sound scenario is sound in its canonical form too, which is then its own. Not tried with numbers of more
        // digits than a double has: they are read as serde_json reads them, to a unit in the last place.
        let Reply::Checked { summary } = reply else {
            panic!("{reply:?}");
        };
        let again = Command::Check {
            scenario: summary.canonical.clone(),
        };
        match session.borrow_mut().command(again) {
            Ok(Reply::Checked { summary: second }) => {
                let long = |digits: &str| digits.len() > 15;
                let mut numbers = summary.canonical.split(|c: char| !c.is_ascii_digit());
                assert!(numbers.any(long) || second.canonical == summary.canonical);
            }
            other => panic!("{other:?}"),
        }
    });
    outcomes.assert_both();
}

#[test]
fn a_damaged_predicate_is_read_or_refused_and_is_spelt_in_one_way() {
    let session = RefCell::new(Session::new());
    let outcomes = Outcomes::default();
    fuzz(1_500, &cases(), |case| {
        let text = one_of(&PREDICATES, case);
        let predicate = sim::predicate::parse(&text);
        outcomes.count(predicate.is_ok());
        let Ok(predicate) = predicate else {
            serve(&mut session.borrow_mut(), Command::Predicate { text }).unwrap_err();
            return;
        };
        serve(&mut session.borrow_mut(), Command::Predicate { text }).expect("is a predicate");
        let spelt = predicate.to_string();
        assert_eq!(
            sim::predicate::parse(&spelt).as_ref(),
            Ok(&predicate),
            "{spelt}"
        );
    });
    outcomes.assert_both();
}

/// A session that has a small simulation open.
fn running() -> Session {
    let mut session = Session::new();
    let scenario = SCENARIOS[0].to_owned();
    let mut reply = session
        .command(Command::Open { slot: 0, scenario })
        .expect("sound");
    while let Reply::Progress { done: false, .. } = reply {
        reply = session.slice(10_000).expect("runs");
    }
    session
}

#[test]
fn a_damaged_command_is_served_or_refused() {
    let session = RefCell::new(running());
    let outcomes = Outcomes::default();
    fuzz(1_000, &cases(), |case| {
        let json = one_of(&COMMANDS, case);
        let mut session = session.borrow_mut();
        let command = Command::from_json(&json);
        outcomes.count(command.is_ok());
        match command {
            Err(error) => assert!(!error.is_empty() && error.len() < 1_000, "{error}"),
            Ok(command) => {
                let mut reply = serve(&mut session, command);
                while let Ok(Reply::Progress { done: false, .. }) = reply {
                    reply = session.slice(10_000);
                }
            }
        }
        // It can still be used.
        let end = Command::run(0, Target::End);
        let mut reply = session.command(end);
        while let Ok(Reply::Progress { done: false, .. }) = reply {
            reply = session.slice(10_000);
        }
        assert!(reply.is_ok(), "{reply:?}");
    });
    outcomes.assert_both();
}
