//! The pages that a write buffer owes: the host wrote them, and flash does not have them yet. The report gives their cost, and the run
//! stays as it is.

use super::support::{self, buffered_sample};

use std::collections::VecDeque;

use proptest::prelude::*;
use sim::protocol::{Position, Target};
use sim::report::Report;
use sim::simulation::Simulation;

use crate::schemes::SCHEMES;

fn at(text: &str, target: Target) -> Simulation {
    let mut simulation = support::simulation(text);
    simulation.run(target).expect("runs");
    simulation
}

fn at_end(text: &str) -> Report {
    at(text, Target::End).report()
}

/// Runs of single page writes, with a buffer or without.
fn writes(scheme: &str, buffer: &str, lpns: &[u32]) -> String {
    let ops: Vec<String> = lpns.iter().map(|lpn| format!("w{lpn}")).collect();
    format!(
        r#"{{"format":1,"device":{{"blocks":16,"pages_per_block":4,"program_order":"any"}},"logical_pages":32,"ftl":{scheme},{buffer}
            "workload":{{"kind":"ops","ops":"{}"}}}}"#,
        ops.join(" ")
    )
}

/// Nine writes of five pages behind a buffer of four: page 0 left for page 4, and four are owed.
#[test]
fn nine_writes_of_five_pages_come_to_five_programs() {
    let text = r#"{"format":1,"device":{"blocks":8,"pages_per_block":8},"logical_pages":48,"ftl":{"kind":"page"},
        "buffer":{"kind":"lru","capacity":4},"workload":{"kind":"ops","ops":"w0 w0 w0 w0 w1 w1 w2 w3 w4"}}"#;
    let report = at_end(text);
    assert_eq!(report.flash.programs.total, 1);
    assert_eq!(report.buffer.expect("a buffer").owed, 4);
    assert_eq!(report.write_amplification, Some(1.0 / 9.0));
    assert_eq!(report.write_amplification_drained, Some(5.0 / 9.0));
    assert_eq!(report.owing(), Some(5.0 / 9.0));
    // Without a buffer nothing is owed.
    let bare = at_end(&text.replace(r#""buffer":{"kind":"lru","capacity":4},"#, ""));
    assert_eq!(
        (bare.write_amplification_drained, bare.owing()),
        (None, None)
    );
}

/// The programs that are owed bring GC with them, and fillers: block 0 is completed by the two pages of it on flash.
#[test]
fn what_is_owed_costs_what_writing_it_costs() {
    let text = r#"{"format":1,"device":{"blocks":8,"pages_per_block":4},"logical_pages":16,"ftl":{"kind":"page"},
        "buffer":{"kind":"bplru","capacity":4},"workload":{"kind":"ops","ops":"w0+4 w4+4 w0+2"}}"#;
    let report = at_end(text);
    assert_eq!(
        (
            report.flash.programs.total,
            report.buffer.expect("a buffer").owed
        ),
        (8, 2)
    );
    assert_eq!(report.write_amplification_drained, Some(12.0 / 10.0));
}

#[test]
fn inside_a_request_and_without_writes_it_is_not_said() {
    let text = writes(
        r#"{"kind":"page"}"#,
        r#""buffer":{"kind":"lru","capacity":1},"#,
        &[1, 2, 3],
    );
    let inside = Target::Position {
        position: Position {
            request: 1,
            event: 1,
        },
    };
    assert_eq!(at(&text, inside).report().write_amplification_drained, None);
    let before = Target::Position {
        position: Position::before(0),
    };
    assert_eq!(at(&text, before).report().write_amplification_drained, None);
    let after = Target::Position {
        position: Position::before(2),
    };
    assert_eq!(
        at(&text, after).report().write_amplification_drained,
        Some(1.0)
    );
}

proptest! {
    /// The plain definition: a list of pages by their last write gives the FTL what leaves it, and in the end all that is left; the
    /// same FTL without a buffer programs as much for these writes.
    #[test]
    fn drained_is_what_the_ftl_programs_for_all_that_ever_leaves(
        lpns in proptest::collection::vec(0..32u32, 1..120),
        capacity in 1..12usize,
        scheme in proptest::sample::select(vec![
            r#"{"kind":"page"}"#, r#"{"kind":"bast","log_blocks":2}"#, r#"{"kind":"fast","log_blocks":3}"#,
            r#"{"kind":"dftl","cmt_entries":4,"entries_per_translation_page":8}"#, r#"{"kind":"replacement"}"#,
        ]),
    ) {
        let mut held: VecDeque<u32> = VecDeque::new();
        let mut left = Vec::new();
        for &lpn in &lpns {
            if let Some(at) = held.iter().position(|&page| page == lpn) {
                held.remove(at);
            } else if held.len() == capacity {
                left.extend(held.pop_front());
            }
            held.push_back(lpn);
        }
        let owed = held.len() as u64;
        left.extend(held);
        let buffer = format!(r#""buffer":{{"kind":"lru","capacity":{capacity}}},"#);
        let buffered = at_end(&writes(scheme, &buffer, &lpns));
        let bare = at_end(&writes(scheme, "", &left));
        prop_assert_eq!(buffered.buffer.expect("a buffer").owed, owed);
        let programs = bare.flash.programs.total as f64;
        prop_assert_eq!(buffered.write_amplification_drained, Some(programs / lpns.len() as f64));
    }

    /// Of every buffer before every FTL, also after power losses: it is at least what flash has and lacks, and a run that asks at every
    /// request is the run that never asks.
    #[test]
    fn asking_changes_nothing(sample in proptest::sample::select(SCHEMES).prop_flat_map(|kind| buffered_sample(kind, 1..40))) {
        let never = at_end(&sample.text);
        let mut asked = support::simulation(&sample.text);
        for request in 0..=sample.requests {
            asked.run(Target::Position { position: Position::before(request) }).expect("runs");
            let report = asked.report();
            let (owed, programs) = (report.buffer.expect("a buffer").owed, report.flash.programs.total);
            let writes = report.host.writes as f64;
            let Some(drained) = report.write_amplification_drained else {
                prop_assert_eq!(report.host.writes, 0);
                continue;
            };
            prop_assert!(drained >= (programs + owed) as f64 / writes, "{drained} for {programs} and {owed}");
            prop_assert!(owed > 0 || report.write_amplification == Some(drained));
        }
        prop_assert_eq!(asked.report(), never);
    }
}
