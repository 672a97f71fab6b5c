//! Where a step of the grain Action stops, by hand on the golden runs; and that forward, back and finer steps agree on it.

use crate::support;

use std::fs;
use std::path::Path;

use ftl::{Event, Grain};
use sim::protocol::{Position, Target};
use sim::simulation::Simulation;

use support::simulation;

fn open(path: &str) -> Simulation {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let text = fs::read_to_string(testdata.join(path)).expect("readable");
    simulation(&text)
}

fn step(simulation: &mut Simulation, grain: Grain, back: bool) -> Position {
    let arrival = simulation.run(Target::Step { grain, back }).expect("runs");
    assert!(arrival.found);
    simulation.position()
}

/// The names of the events of each action of a request.
fn actions(path: &str, request: u32) -> Vec<String> {
    let mut simulation = open(path);
    let position = Position::before(request);
    simulation.run(Target::Position { position }).expect("runs");
    let mut actions = Vec::new();
    let mut from = 0;
    while simulation.position().request == request {
        step(&mut simulation, Grain::Action, false);
        let (events, folded) = simulation.events();
        let name = |event: &Event| <&str>::from(event).to_owned();
        actions.push(
            events[from..folded]
                .iter()
                .map(name)
                .collect::<Vec<_>>()
                .join(" "),
        );
        from = folded;
    }
    actions
}

#[test]
fn a_full_merge_is_seen_as_its_begin_each_copy_each_erase_the_map_and_the_end() {
    assert_eq!(
        actions("bast/three_merges.json", 11),
        [
            "host_page",
            "merge_begin block_taken",
            "read program invalidate",
            "read program invalidate",
            "read program invalidate",
            "erase",
            "erase map_set map_set",
            "block_role block_map_set",
            "merge_end block_taken",
            "program invalidate map_set log_touched",
        ]
    );
}

#[test]
fn a_plain_access_is_one_action() {
    for (path, request) in [
        ("bast/three_merges.json", 1),
        ("bast/three_merges.json", 7),
        ("bast/three_merges.json", 8),
        ("dftl/miss_eviction_cleaning.json", 3),
        ("replacement/folds.json", 3),
        ("page/cleaning.json", 0),
        ("buffer/lru.json", 0),
    ] {
        assert_eq!(
            actions(path, request).len(),
            1,
            "request {request} of {path}"
        );
    }
}

#[test]
fn a_cmt_miss_is_seen_as_its_lookup_its_eviction_its_load_and_the_access() {
    assert_eq!(
        actions("dftl/miss_eviction_cleaning.json", 1),
        [
            "host_page",
            "cmt_miss",
            "cmt_victim",
            "translation_update read program invalidate",
            "gtd_set cmt_updated cmt_evicted",
            "read cmt_placed frontier_closed block_taken frontier_opened",
            "program invalidate cmt_updated",
        ]
    );
}

#[test]
fn cleaning_is_seen_as_its_begin_each_copy_its_erase_and_its_end() {
    assert_eq!(
        actions("page/cleaning.json", 1)[..7],
        [
            "host_page",
            "gc_begin",
            "read program invalidate map_set",
            "read program invalidate map_set",
            "read program invalidate map_set",
            "erase",
            "gc_end frontier_closed block_taken frontier_opened",
        ]
    );
    let translation = actions("dftl/miss_eviction_cleaning.json", 2);
    assert_eq!(
        translation[1..5],
        [
            "gc_begin frontier_closed block_taken frontier_opened",
            "read program invalidate",
            "gtd_set",
            "read program invalidate",
        ]
    );
}

#[test]
fn steps_back_and_finer_steps_stop_where_actions_do() {
    for path in [
        "bast/three_merges.json",
        "block/rewrites.json",
        "buffer/bplru.json",
        "buffer/cflru.json",
        "dftl/power_cut.json",
        "dftl/wear-leveling.json",
        "fast/reclaim.json",
        "last/streams.json",
        "page/hot-cold-recency.json",
        "replacement/folds.json",
        "superblock/compaction.json",
    ] {
        let mut simulation = open(path);
        let walk = |simulation: &mut Simulation, grain, back| {
            let mut stops = vec![simulation.position()];
            loop {
                let at = step(simulation, grain, back);
                if stops.last() == Some(&at) {
                    return stops;
                }
                stops.push(at);
            }
        };
        let actions = walk(&mut simulation, Grain::Action, false);
        let mut back = walk(&mut simulation, Grain::Action, true);
        back.reverse();
        assert_eq!(actions, back, "{path}");
        let operations = walk(&mut simulation, Grain::Operation, false);
        let requests = simulation.requests();
        assert!(actions.len() > requests as usize && operations.len() > actions.len());
        assert!(actions.iter().all(|at| operations.contains(at)), "{path}");
    }
}
