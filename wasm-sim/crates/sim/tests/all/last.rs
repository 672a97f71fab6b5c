//! LAST. First the slides' examples (SPEC 9, E2 and E3), then its rules on examples small enough to be computed by
//! hand. Last, every choice of random runs against the rules written down a second time.

use crate::support;

use std::collections::BTreeSet;
use std::sync::Arc;

use ftl::{Event, HostOp, LastOptions, Locality, RandomWhy, ReclaimRule, Role, Scheme};
use nand::{Lbn, Page, Pbn};
use proptest::prelude::*;
use sim::device::Device;
use sim::frame::notation;
use sim::preparation::Preparation;
use sim::protocol::{Position, Target};
use sim::scenario;
use sim::simulation::Simulation;
use sim::view::View;
use sim::workload::Source;

use support::{Sample, last_sample};

/// Pages of 2 KiB, four a block, all written once in order.
fn scenario(blocks: u32, lpns: u32, options: &str, ops: &str) -> String {
    format!(
        r#"{{ "format": 1, "device": {{ "blocks": {blocks}, "pages_per_block": 4, "page_bytes": 2048 }},
            "logical_pages": {lpns}, "ftl": {{ "kind": "last", {options} }},
            "precondition": [{{ "kind": "sequential" }}], "workload": {{ "kind": "ops", "ops": "{ops}" }} }}"#
    )
}

fn prepared(text: &str) -> (scenario::Setup, Device, Source) {
    let setup = scenario::parse(text).unwrap_or_else(|f| panic!("{}\n{text}", f.message));
    let mut device = Device::new(&setup).expect("a sound initial state");
    let mut preparation = Preparation::new(&setup);
    while let Some(request) = preparation.next(&device) {
        device.prepare(&request).expect("the precondition runs");
    }
    device.start_counting();
    let source = Source::workload(&setup, &|_| None).expect("no trace");
    (setup, device, source)
}

fn run(text: &str) -> Simulation {
    let (setup, device, source) = prepared(text);
    let requests = source.len();
    let mut simulation = Simulation::new(Arc::new(setup), device, source, requests);
    let position = Position::before(requests);
    simulation.run(Target::Position { position }).expect("runs");
    simulation
}

/// The log blocks of a role, oldest first, page by page in the notation of `initial`.
fn logs(view: &View, role: Role) -> Vec<String> {
    let logs = view.tables().log_blocks.iter().flatten();
    let own = logs.filter(|&&(pbn, _)| view.pool().role(pbn) == role);
    let pages = own.map(|&(pbn, _)| {
        let pages = view.chip().geometry().pages_of(pbn);
        pages
            .map(|p| notation(view, p))
            .collect::<Vec<_>>()
            .join(" ")
    });
    pages.collect()
}

/// Merges: switch, partial, full; pages copied; blocks erased; dead blocks.
fn costs(simulation: &Simulation) -> [u64; 6] {
    let r = simulation.report();
    let m = r.merges;
    let copies = r.flash.programs.merge;
    [
        m.switch,
        m.partial,
        m.full,
        copies,
        r.flash.erases.total,
        r.dead_blocks,
    ]
}

const SLIDES: &str = "w1 w4 w3 w1 w2 w7 w8 w2 w1 w5 w2 w9 w1 w4 w2 w9";

#[test]
fn e2_in_one_partition_hot_and_cold_pages_lie_mixed_and_no_block_is_dead() {
    let s = run(&scenario(
        10,
        12,
        r#""log_blocks": 6, "seq_log_blocks": 1, "k": 0"#,
        SLIDES,
    ));
    let expected = ["x1 x4 3 x1", "x2 7 8 x2", "x1 5 x2 x9", "1 4 2 9"];
    assert_eq!(logs(s.view(), Role::ColdLog), expected);
    assert!(logs(s.view(), Role::HotLog).is_empty());
}

#[test]
fn e3_in_two_partitions_the_first_hot_block_is_dead() {
    let s = run(&scenario(
        10,
        12,
        r#""log_blocks": 6, "seq_log_blocks": 1, "k": 5"#,
        SLIDES,
    ));
    assert_eq!(
        logs(s.view(), Role::ColdLog),
        ["x1 x4 3 x2", "7 8 5 x9", "4 . . ."]
    );
    assert_eq!(logs(s.view(), Role::HotLog), ["x1 x2 x1 x2", "1 2 9 ."]);
    assert_eq!(costs(&s), [0; 6]);
}

#[test]
fn a_dead_block_costs_one_erase() {
    // Five random log blocks are in use; 4 9 fills the hot one, 4 asks for another.
    let options = r#""log_blocks": 6, "seq_log_blocks": 1, "k": 5"#;
    let s = run(&scenario(10, 12, options, &format!("{SLIDES} w4 w9")));
    assert_eq!(costs(&s), [0, 0, 0, 0, 1, 1]);
    assert_eq!(logs(s.view(), Role::HotLog), ["1 2 x9 4", "9 . . ."]);
}

#[test]
fn streams_that_interleave_fill_log_blocks_of_their_own_and_switch() {
    // Slides: stream 1 writes pages 0 and 1, stream 2 pages 4 and 5, stream 1 pages 2 and 3, stream 3 pages 8 and 9.
    let options = r#""log_blocks": 5, "seq_log_blocks": 2, "k": 5"#;
    let s = run(&scenario(9, 12, options, "w0+2 w4+2 w2+2"));
    assert_eq!(logs(s.view(), Role::SequentialLog), ["4 5 . .", "0 1 2 3"]);
    assert_eq!(costs(&s)[..5], [0; 5]);
    // Stream 2 was written least recently: it makes room, for a partial merge.
    let s = run(&scenario(9, 12, options, "w0+2 w4+2 w2+2 w8+2"));
    assert_eq!(logs(s.view(), Role::SequentialLog), ["0 1 2 3", "8 9 . ."]);
    assert_eq!(costs(&s)[..5], [0, 1, 0, 2, 1]);
    let s = run(&scenario(9, 12, options, "w0+2 w4+2 w2+2 w6+2 w8+2"));
    assert_eq!(costs(&s)[..5], [1, 0, 0, 0, 1]);
}

#[test]
fn a_request_is_sequential_from_the_threshold_on() {
    let at = |threshold: u32| {
        let options = format!(
            r#""log_blocks": 4, "seq_log_blocks": 1, "k": 5, "seq_threshold": {threshold}"#
        );
        let s = run(&scenario(8, 12, &options, "w0+2"));
        [Role::SequentialLog, Role::HotLog, Role::ColdLog]
            .map(|role| logs(s.view(), role).join(" "))
    };
    assert_eq!(at(4096), ["0 1 . .", "", ""]);
    assert_eq!(at(4097), ["", "", "0 1 . ."]);
}

#[test]
fn a_stale_page_makes_the_merge_of_a_stream_full() {
    // Page 4 is written again by a small request before the stream is merged.
    let options = r#""log_blocks": 4, "seq_log_blocks": 1, "k": 5"#;
    let s = run(&scenario(8, 12, options, "w4+2 w4 w8+2"));
    assert_eq!(costs(&s)[..5], [0, 0, 1, 4, 2]);
    assert_eq!(logs(s.view(), Role::HotLog), ["x4 . . ."]);
}

#[test]
fn a_merged_logical_block_gives_its_sequential_log_block_back() {
    // k = 0: three cold blocks, of which the first, with pages of LBN 1 only, goes when a fourth is needed.
    let options = r#""log_blocks": 4, "seq_log_blocks": 1, "k": 0"#;
    let ops = "w4+2 w5 w6 w7 w7 w9 w13 w17 w10 w14 w18 w11 w15 w1";
    let s = run(&scenario(10, 20, options, ops));
    assert!(logs(s.view(), Role::SequentialLog).is_empty());
    // LBN 1's data block, its sequential log block, the victim.
    assert_eq!(costs(&s)[..5], [0, 0, 1, 4, 3]);
}

#[test]
fn one_block_less_than_the_smallest_device_is_refused_with_the_figure() {
    let options = r#""log_blocks": 4, "seq_log_blocks": 1, "k": 2"#;
    assert!(scenario::parse(&scenario(8, 12, options, "w0")).is_ok());
    let refused = scenario::parse(&scenario(7, 12, options, "w0")).expect_err("D + M + 1 is 8");
    assert!(
        refused.message.contains("`last` needs 8 blocks"),
        "{}",
        refused.message
    );
}

/// The LBNs with a valid page in a block.
fn live(view: &View, pbn: Pbn) -> usize {
    let (chip, g) = (view.chip(), view.chip().geometry());
    let valid = g.pages_of(pbn).filter(|&p| chip.page(p) == Page::Valid);
    let lbns: BTreeSet<u32> = valid
        .filter_map(|p| Some(chip.oob(p)?.logical / g.pages_per_block))
        .collect();
    lbns.len()
}

/// Which block the rules give back.
fn victim(view: &View) -> (ReclaimRule, Pbn) {
    let full = |role: Role| {
        let logs = view
            .tables()
            .log_blocks
            .iter()
            .flatten()
            .map(|&(pbn, _)| pbn);
        logs.filter(move |&pbn| {
            let pages = view.chip().geometry().pages_per_block;
            view.pool().role(pbn) == role && view.chip().next_offset(pbn) == pages
        })
    };
    let dead = full(Role::HotLog).find(|&pbn| view.chip().valid_pages(pbn) == 0);
    let cold = || full(Role::ColdLog).min_by_key(|&pbn| live(view, pbn));
    let hot = || full(Role::HotLog).min_by_key(|&pbn| live(view, pbn));
    dead.map(|pbn| (ReclaimRule::Dead, pbn))
        .or_else(|| Some((ReclaimRule::Cold, cold()?)))
        .or_else(|| Some((ReclaimRule::Hot, hot()?)))
        .expect("a full block")
}

/// The rules' verdict on a page of a request of `bytes`.
fn locality(view: &View, config: LastOptions, recent: &[u32], lpn: u32, bytes: u32) -> Locality {
    let pages = view.chip().geometry().pages_per_block;
    let lbn = Lbn(lpn / pages);
    let mut logs = view.tables().log_blocks.iter().flatten();
    let own = logs
        .find(|&&(pbn, owner)| owner == Some(lbn) && view.pool().role(pbn) == Role::SequentialLog);
    let own = own.map(|&(log, _)| (log, view.chip().next_offset(log)));
    let why = match own {
        _ if bytes < config.seq_threshold => RandomWhy::Small,
        Some((log, next)) if next == lpn % pages => return Locality::Continues { log },
        Some((log, next)) => RandomWhy::OutOfOrder { log, next },
        None if lpn.is_multiple_of(pages) => return Locality::Begins,
        None => RandomWhy::NoStream,
    };
    let place = recent.iter().position(|&l| l == lpn).map(|i| i as u32 + 1);
    let k = config.k;
    Locality::Random { why, place, k }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if std::env::var_os("DEEP").is_some() { 10_000 } else { 300 }))]

    /// A second implementation of the rules, from the visible state alone, agrees on every verdict, every victim, and
    /// the list of pages written last. It also agrees on the number of log blocks of each kind, and on the dead
    /// blocks.
    #[test]
    fn every_choice_is_that_of_the_rules(Sample { text, .. } in last_sample(1..150)) {
        let (setup, mut device, source) = prepared(&text);
        let Scheme::Last(config) = setup.scheme else { panic!("LAST") };
        let mut view = View::of(&device);
        let mut recent: Vec<u32> = view.tables().recency.iter().flatten().map(|l| l.0).collect();
        let (mut written, mut dead) = (None, 0);
        for request in source {
            let mut events = Vec::new();
            device.serve(&request, &mut events).expect("runs");
            device.check().expect("laws 1 and 2");
            for event in &events {
                match *event {
                    Event::HostPage { op, lpn, .. } => {
                        note(&mut recent, written.take(), setup.logical_pages.min(config.k));
                        written = (op == HostOp::Write).then_some(lpn.0);
                    }
                    Event::LocalityJudged { lpn, bytes, locality: found, .. } => {
                        prop_assert_eq!(bytes, request.pages * setup.geometry.page_bytes);
                        prop_assert_eq!(found, locality(&view, config, &recent, lpn.0, bytes));
                    }
                    Event::LogBlockChosen { pbn, rule, ref candidates, .. } => {
                        prop_assert_eq!((rule, pbn), victim(&view));
                        prop_assert!(candidates[0].id == pbn.0, "the best stands first");
                        for c in candidates {
                            prop_assert_eq!(c.score as usize, live(&view, Pbn(c.id)));
                        }
                        dead += u64::from(view.chip().valid_pages(pbn) == 0);
                    }
                    _ => {}
                }
                view.fold(event);
            }
            note(&mut recent, written.take(), setup.logical_pages.min(config.k));
            let shown: Vec<u32> = view.tables().recency.iter().flatten().map(|l| l.0).collect();
            prop_assert_eq!(&shown, &recent);
            let logs = view.tables().log_blocks.clone().expect("log blocks");
            let owners: Vec<Lbn> = logs.iter().filter_map(|&(_, lbn)| lbn).collect();
            prop_assert!(owners.len() as u32 <= config.seq_log_blocks);
            prop_assert!((logs.len() - owners.len()) as u32 <= config.random_log_blocks());
            let distinct: BTreeSet<u32> = owners.iter().map(|l| l.0).collect();
            prop_assert!(distinct.len() == owners.len(), "one sequential log block a logical block");
        }
        prop_assert_eq!(device.counters().dead_blocks, dead);
    }
}

/// A page was written: it comes first.
fn note(recent: &mut Vec<u32>, written: Option<u32>, k: u32) {
    if let Some(lpn) = written {
        recent.retain(|&l| l != lpn);
        recent.insert(0, lpn);
        recent.truncate(k as usize);
    }
}
