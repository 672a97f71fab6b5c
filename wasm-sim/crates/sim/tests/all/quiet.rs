//! Runs that show little: the sentence's reason holds, and its figure is that of the changed run.

use crate::support::{self, sample};

use std::collections::HashSet;

use ftl::HostOp;
use proptest::prelude::*;
use sim::protocol::{Command, Quiet, QuietChange as Change, QuietWhy as Why, Reply, Target};
use sim::report::Report;
use sim::scenario;
use sim::session::Session;
use sim::workload::Source;

fn told(text: &str) -> (Option<Quiet>, Report) {
    asked(text, u64::MAX)
}

fn asked(text: &str, operations: u64) -> (Option<Quiet>, Report) {
    let mut session = Session::new();
    let open = Command::Open {
        slot: 0,
        scenario: text.to_owned(),
    };
    for command in [open, Command::run(0, Target::End)] {
        let done = session.finish(command, u64::MAX, &mut |_, _, _| {});
        done.unwrap_or_else(|failure| panic!("{}\n{text}", failure.message));
    }
    let report = session.simulation(0).expect("open").report();
    let before = session.simulation(0).expect("open").position();
    let reply = session.finish(Command::Quiet { slot: 0 }, operations, &mut |_, _, _| {});
    let Ok(Reply::Quiet { quiet }) = reply else {
        panic!("{reply:?}\n{text}");
    };
    // The run stays as it is.
    let here = session.simulation(0).expect("open");
    assert_eq!((here.position(), here.report()), (before, report.clone()));
    (quiet, report)
}

fn page(blocks: u32, rest: &str) -> String {
    format!(
        r#"{{"format":1,"device":{{"blocks":{blocks},"pages_per_block":8}},"logical_pages":48,"ftl":{{"kind":"page"}},{rest}}}"#
    )
}

/// Ten passes over the device: each victim of the only two spare blocks has seven valid pages. With one block more all its pages are
/// invalid.
#[test]
fn a_sequential_run_on_two_spare_blocks_says_that_one_more_is_enough() {
    let sequential = r#""workload":{"kind":"sequential","requests":480}"#;
    let (quiet, report) = told(&page(8, sequential));
    let quiet = quiet.expect("it shows little");
    assert_eq!((quiet.why, quiet.spare_blocks), (Why::LeastSpare, 2));
    let wa = report.write_amplification.expect("writes");
    assert!((wa - 7.2854).abs() < 1e-4, "{wa}");
    assert_eq!((report.gc.runs, report.gc.copied), (431, 431 * 7));
    let more = quiet.more.expect("it was tried");
    assert_eq!(
        (more.change, more.write_amplification),
        (Change::Block, Some(1.0))
    );
    let mut changed = support::simulation(&more.scenario);
    changed.run(Target::End).expect("runs");
    let merges = changed.report().merges;
    assert_eq!((merges.partial, merges.full), (0, 0));
    // The changed run has nothing to say.
    assert!(told(&page(9, sequential)).0.is_none());
}

#[test]
fn pages_that_are_written_once_and_free_blocks_for_all_are_said() {
    let ops = |ops: &str| page(12, &format!(r#""workload":{{"kind":"ops","ops":"{ops}"}}"#));
    let why = |text: &str| told(text).0.map(|quiet| quiet.why);
    assert_eq!(why(&ops("w0 w1 w2+4")), Some(Why::NeverOverwrites));
    assert_eq!(why(&ops("w0 w1 w0")), Some(Why::NothingErased));
    assert_eq!(why(&ops("r0 r1")), None);
    // Written before the run counts as well.
    let full = ops("w0 w1").replace(
        "\"workload\"",
        r#""precondition":[{"kind":"sequential"}],"workload""#,
    );
    assert_eq!(why(&full), Some(Why::NothingErased));
}

/// Random writes need every spare block: no single one is the reason.
#[test]
fn a_device_whose_next_block_changes_little_is_not_explained_by_it() {
    let uniform =
        r#""precondition":[{"kind":"sequential"}],"workload":{"kind":"uniform","requests":2000}"#;
    let text = page(8, uniform).replace("\"logical_pages\":48", "\"logical_pages\":46");
    let (quiet, report) = told(&text);
    let (_, wider) = told(&text.replace("\"blocks\":8", "\"blocks\":9"));
    let [before, after] = [report, wider].map(|r| r.write_amplification.expect("writes") - 1.0);
    assert_eq!(quiet.is_some(), 2.0 * after <= before);
}

proptest! {
    #[test]
    fn each_sentence_is_true_of_its_run(sample in sample(1..60)) {
        let (quiet, report) = told(&sample.text);
        let setup = scenario::parse(&sample.text).expect("sound");
        let erased = report.flash.erases.total > 0;
        let wrote = report.host.writes > 0;
        let Some(quiet) = quiet else {
            prop_assert!(erased || !wrote, "it erased nothing");
            return Ok(());
        };
        prop_assert!(wrote);
        if setup.preconditions.is_empty() && setup.warmup_requests == 0 && setup.power_cuts.is_empty() {
            let mut met = HashSet::new();
            let mut again = false;
            for request in Source::workload(&setup, &|_| None).expect("no trace") {
                for i in 0..request.pages {
                    let page = (request.lpn + i) % setup.logical_pages;
                    again |= request.op == HostOp::Write && !met.insert(page);
                    again |= request.op == HostOp::Trim && met.contains(&page);
                }
            }
            prop_assert_eq!(quiet.why == Why::NeverOverwrites, !again && !erased);
        }
        match quiet.why {
            Why::NeverOverwrites | Why::NothingErased => prop_assert!(!erased),
            Why::LeastSpare => {
                let fewest = scenario::needs::minimum_blocks(&sample.text).expect("sound");
                prop_assert_eq!(u64::from(setup.geometry.blocks), fewest);
                prop_assert!(quiet.more.is_some());
            }
        }
        // In slices it is the same.
        prop_assert_eq!(asked(&sample.text, 10).0, Some(quiet.clone()));
        let Some(more) = quiet.more else { return Ok(()) };
        // The change by hand, and the run of it.
        let mut document: serde_json::Value = serde_json::from_str(&setup.canonical).expect("JSON");
        match more.change {
            Change::Block => document["device"]["blocks"] = (setup.geometry.blocks + 1).into(),
            Change::Full => document["precondition"] = serde_json::json!([{ "kind": "sequential" }]),
            Change::Steady => {
                let steps = document["precondition"].as_array_mut().expect("a list");
                if steps.is_empty() {
                    steps.push(serde_json::json!({ "kind": "sequential" }));
                }
                steps.push(serde_json::json!({ "kind": "steady_state" }));
            }
        }
        let mut changed = support::simulation(&document.to_string());
        changed.run(Target::End).expect("runs");
        let again = changed.report();
        prop_assert_eq!(again.write_amplification, more.write_amplification);
        let excess = |r: &Report| r.write_amplification.expect("writes") - 1.0;
        match quiet.why {
            Why::LeastSpare => prop_assert!(2.0 * excess(&again) <= excess(&report)),
            _ => prop_assert!(again.flash.erases.total > 0),
        }
    }
}
