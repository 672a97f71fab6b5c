//! Options that change in the middle of a run (SPEC 11). Where the state is the same, the run equals one that had
//! them from the beginning. Every seek, fork and replay keeps them. They are refused where the device would have to
//! be laid out again.

use crate::schemes::{SCHEMES, changes};
use crate::support;

use ftl::Event;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use serde_json::{Map, Value, json};
use sim::protocol::{Command, Position, Reply, Target};
use sim::scenario;
use sim::session::Session;
use sim::simulation::Simulation;
use sim::view::View;
use support::Sample;

/// Random samples of a scheme, each with another one of it and a number.
fn samples(scheme: &'static str, cases: u32) -> impl Iterator<Item = (Sample, Sample, u32)> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(ProptestConfig::default(), rng);
    let cases = if std::env::var_os("DEEP").is_some() {
        50 * cases
    } else {
        cases
    };
    (0..cases).map(move |_| {
        let sample = || support::scheme_sample(scheme, 20..150);
        let tree = (sample(), sample(), any::<u32>()).new_tree(&mut runner);
        tree.expect("a sample").current()
    })
}

fn document(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// Those options of a document's FTL that can change, by their `names`.
fn options(of: &Value, names: &[&str]) -> Map<String, Value> {
    let ftl = of["ftl"].as_object().expect("an object");
    let can = ftl.iter().filter(|(name, _)| names.contains(&&***name));
    can.map(|(n, v)| (n.clone(), v.clone())).collect()
}

fn canonical(text: &str) -> Value {
    document(&scenario::parse(text).expect("sound").canonical)
}

/// The document with a change.
fn with(mut of: Value, request: u32, set: &Map<String, Value>) -> String {
    of["interventions"] = json!([{ "request": request, "set": set }]);
    of.to_string()
}

fn end(simulation: &mut Simulation) -> String {
    simulation.run(Target::End).expect("runs");
    simulation.device().check().expect("the laws hold");
    simulation.view().hash()
}

#[test]
fn whatever_can_change_is_tried_here() {
    for &scheme in SCHEMES {
        let tried = changes().find(|(of, _)| *of == scheme);
        let tried = tried.map_or(&[][..], |(_, names)| names);
        for (sample, ..) in samples(scheme, 5) {
            let own = canonical(&sample.text);
            for (name, value) in own["ftl"].as_object().expect("an object") {
                let set: Map<_, _> = [(name.clone(), value.clone())].into_iter().collect();
                let can = scenario::parse(&with(own.clone(), 0, &set)).is_ok();
                assert!(!can || tried.contains(&&**name), "{scheme}: {name}");
            }
        }
    }
}

#[test]
fn options_set_to_what_they_are_change_nothing_not_even_the_hash() {
    for (scheme, names) in changes() {
        for (sample, _, any) in samples(scheme, 20) {
            let own = canonical(&sample.text);
            let text = with(own.clone(), any % sample.requests, &options(&own, names));
            let (plain, same) = (scenario::parse(&sample.text), scenario::parse(&text));
            let (plain, same) = (plain.expect("sound"), same.expect("sound"));
            assert_eq!(same.hash, plain.hash, "{text}");
            assert_eq!(same.canonical, plain.canonical);
        }
    }
}

/// Options of another sample that can be set in this one: not more spare space than there is, and no new frontiers.
fn other_options(own: &Value, other: &Value, names: &[&str]) -> Map<String, Value> {
    let mut set = options(other, names);
    if own["ftl"].get("hot_cold").is_none() {
        set.remove("hot_cold");
    }
    if set.get("gc_threshold").and_then(Value::as_u64) > own["ftl"]["gc_threshold"].as_u64() {
        set.remove("gc_threshold");
    }
    set
}

#[test]
fn set_at_the_first_request_of_an_erased_device_they_are_those_of_the_whole_run() {
    for (scheme, names) in changes() {
        let mut changed = 0;
        for (sample, other, _) in samples(scheme, 40) {
            let mut own = canonical(&sample.text);
            own["precondition"] = json!([]);
            let set = other_options(&own, &canonical(&other.text), names);
            let mut whole = own.clone();
            let ftl = whole["ftl"].as_object_mut().expect("an object");
            if set.contains_key("cmt_policy") {
                ftl.remove("cmt_protected");
            }
            ftl.extend(set.clone());
            let text = with(own, 0, &set);
            let Ok(setup) = scenario::parse(&text) else {
                // The oracle has no one to ask: refused in both.
                scenario::parse(&whole.to_string()).expect_err("refused in both");
                continue;
            };
            let mut late = support::simulation(&text);
            let mut early = support::simulation(&whole.to_string());
            for request in 0..late.requests() {
                let to = Position::before(request + 1);
                for simulation in [&mut late, &mut early] {
                    simulation
                        .run(Target::Position { position: to })
                        .expect("runs");
                }
                let mut events = late.events().0.to_vec();
                if request == 0 && !setup.changes.is_empty() {
                    changed += 1;
                    let first = events.remove(0);
                    assert!(matches!(first, Event::OptionsSet { .. }), "{first:?}");
                }
                assert_eq!(events, early.events().0, "{text}");
            }
            assert_eq!(late.view().hash(), early.view().hash(), "{text}");
        }
        assert!(changed > 3, "{scheme}: {changed}");
    }
}

#[test]
fn a_run_with_a_change_is_the_same_however_one_gets_there() {
    for (scheme, names) in changes() {
        let mut changed = 0;
        for (sample, other, any) in samples(scheme, 25) {
            let own = canonical(&sample.text);
            let set = other_options(&own, &canonical(&other.text), names);
            let k = any % sample.requests;
            let text = with(own.clone(), k, &set);
            let Ok(setup) = scenario::parse(&text) else {
                continue;
            };
            assert_eq!(canonical(&setup.canonical).to_string(), setup.canonical);
            changed += u32::from(!setup.changes.is_empty());
            // Straight on, event by event: the fold is the device, and the laws hold.
            let mut straight = support::simulation(&text);
            let mut hashes = Vec::new();
            for request in 0..=straight.requests() {
                let position = Position::before(request);
                straight.run(Target::Position { position }).expect("runs");
                straight.device().check().expect("the laws hold");
                let hash = straight.view().hash();
                assert_eq!(hash, View::of(straight.device()).hash(), "{request} {text}");
                hashes.push(hash);
            }
            // Back, on and back again across the change.
            let last = hashes.len() as u32 - 1;
            for request in [k, k + 1, 0, last, k + 1, k, k / 2, last.min(k + 3), last] {
                let position = Position::before(request);
                straight.run(Target::Position { position }).expect("runs");
                assert_eq!(straight.view().hash(), hashes[request as usize], "{text}");
            }
            // In bulk, and forked from the run without it.
            assert_eq!(end(&mut support::simulation(&text)), hashes[last as usize]);
            let mut plain = support::simulation(&own.to_string());
            let position = Position::before(k);
            plain.run(Target::Position { position }).expect("runs");
            let mut fork = plain.fork(setup.into());
            assert_eq!(end(&mut fork), hashes[last as usize], "{text}");
        }
        assert!(changed > 3, "{scheme}: {changed}");
    }
}

const PAGE: &str = r#"{ "format": 1, "device": { "blocks": 8, "pages_per_block": 4 }, "logical_pages": 16,
    "ftl": { "kind": "page", "gc_policy": "fifo" }, "precondition": [{ "kind": "sequential" }],
    "workload": { "kind": "ops", "ops": "w0 w0 w0 w0 w5 w5 w5 w5 w9 w9 w9 w9 w1 w1 w1 w1 w2 w2" },
    "interventions": INTERVENTIONS }"#;

fn failure(ftl: &str, interventions: &str) -> (String, String, String) {
    let text = PAGE.replace("INTERVENTIONS", interventions);
    let text = text.replace(r#"{ "kind": "page", "gc_policy": "fifo" }"#, ftl);
    let failure = scenario::parse(&text).expect_err("refused");
    assert!(failure.line.is_some());
    (
        failure.field.expect("a field"),
        failure.message,
        failure.remedy,
    )
}

#[test]
fn what_cannot_change_is_refused_with_its_place() {
    let page = r#"{ "kind": "page" }"#;
    let at = |set: &str| format!(r#"[{{ "request": 3, "set": {{ {set} }} }}]"#);
    for (ftl, set, field, message) in [
        (
            page,
            r#""separate_gc_frontier": true"#,
            "separate_gc_frontier",
            "cannot change during the run",
        ),
        (
            page,
            r#""gc_polcy": "fifo""#,
            "gc_polcy",
            "unknown field `gc_polcy`",
        ),
        (
            page,
            r#""gc_policy": "fife""#,
            "gc_policy",
            "unknown gc_policy `fife`",
        ),
        (
            page,
            r#""gc_policy": { "kind": "windowed_greedy" }"#,
            "gc_policy.w",
            "`w` is missing",
        ),
        (
            page,
            r#""gc_threshold": 1"#,
            "gc_threshold",
            "`ftl.gc_threshold` is 1",
        ),
        (
            page,
            r#""gc_threshold": 6"#,
            "gc_threshold",
            "needs 10 blocks, the device has 8",
        ),
        (page, r#""hot_cold": {}"#, "hot_cold", "blocks of their own"),
        (
            page,
            r#""skip_stale": true"#,
            "skip_stale",
            "does not belong to ftl kind `page`",
        ),
        (
            r#"{ "kind": "bast", "log_blocks": 2 }"#,
            r#""log_blocks": 3"#,
            "log_blocks",
            "cannot change during the run",
        ),
        (
            r#"{ "kind": "dftl", "cmt_entries": 4 }"#,
            r#""cmt_policy": "lru", "cmt_protected": 0.5"#,
            "cmt_protected",
            "only the cmt_policy `slru`",
        ),
    ] {
        let (place, said, remedy) = failure(ftl, &at(set));
        assert_eq!(place, format!("interventions[0].set.{field}"), "{said}");
        assert!(said.contains(message), "{said}");
        assert!(!remedy.is_empty());
    }
    let remedies = [
        failure(page, &at(r#""separate_gc_frontier": true"#)).2,
        failure(
            r#"{ "kind": "bast", "log_blocks": 2 }"#,
            &at(r#""log_blocks": 3"#),
        )
        .2,
    ];
    assert!(
        remedies[0].ends_with("gc_policy, gc_threshold, hot_cold, wear_leveling."),
        "{}",
        remedies[0]
    );
    assert!(
        remedies[1].contains("of `bast` nothing can change"),
        "{}",
        remedies[1]
    );
    let late = r#"[{ "request": 18, "set": { "gc_policy": "greedy" } }]"#;
    assert_eq!(failure(page, late).0, "interventions[0].request");
}

#[test]
fn a_fork_under_another_policy_keeps_both_futures_and_says_so_in_its_scenario() {
    let drive = |session: &mut Session, command| {
        let mut reply = session.command(command)?;
        while matches!(reply, Reply::Progress { done: false, .. }) {
            reply = session.slice(100)?;
        }
        Ok::<_, sim::failure::Failure>(reply)
    };
    let run = |slot, target| Command::run(slot, target);
    let mut session = Session::new();
    let scenario = PAGE.replace("INTERVENTIONS", "[]");
    drive(&mut session, Command::Open { slot: 0, scenario }).expect("sound");
    let position = Position::before(4);
    drive(&mut session, run(0, Target::Position { position })).expect("runs");
    let fork = r#"{"type":"fork","slot":0,"into":1,"interventions":[{"request":REQUEST,"set":{"gc_policy":"greedy"}}]}"#;
    let early = Command::from_json(&fork.replace("REQUEST", "3")).expect("a command");
    drive(&mut session, early).expect_err("before the fork");
    let here = Command::from_json(&fork.replace("REQUEST", "4")).expect("a command");
    let Reply::Opened { summary, .. } = drive(&mut session, here).expect("a legal fork") else {
        panic!("another reply");
    };
    assert!(
        summary
            .canonical
            .contains(r#""interventions":[{"request":4,"set":{"gc_policy":"greedy"}}]"#),
        "{}",
        summary.canonical
    );
    for slot in [0, 1] {
        drive(&mut session, run(slot, Target::End)).expect("runs");
    }
    let hash = |slot| session.simulation(slot).expect("open").view().hash();
    assert_ne!(hash(0), hash(1), "another policy, another future");
    let mut reopened = support::simulation(&summary.canonical);
    assert_eq!(end(&mut reopened), hash(1));
}
