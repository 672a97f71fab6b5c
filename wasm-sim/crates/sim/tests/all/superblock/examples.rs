//! Small examples, computed by hand from the rules of SPEC 4.

use ftl::{Decision, Event, Halt, Stream, SuperblockEvent};
use nand::{Lpn, Pbn};
use sim::device::{Device, ServeError};
use sim::frame::notation;
use sim::scenario;
use sim::view::View;
use sim::workload::Source;

/// Superblocks of 2 blocks of 4 pages, each with one update block at most, 2 of all; two inner maps in SRAM.
fn scenario(blocks: u32, options: &str, ops: &str) -> String {
    format!(
        r#"{{ "format": 1, "device": {{ "blocks": {blocks}, "pages_per_block": 4, "page_bytes": 2048 }}, "logical_pages": 24,
            "ftl": {{ "kind": "superblock", "blocks_per_superblock": 2, {options}, "cached_superblocks": 2 }},
            "precondition": [{{ "kind": "sequential" }}], "workload": {{ "kind": "ops", "ops": "{ops}" }} }}"#
    )
}

const ONE_EACH: &str = r#""update_blocks_per_superblock": 1, "update_blocks": 2"#;

/// Prepared, and its requests.
fn prepared(text: &str) -> (Device, Source) {
    let setup = scenario::parse(text).unwrap_or_else(|f| panic!("{}", f.message));
    let mut device = Device::new(&setup).unwrap_or_else(|e| panic!("{}", e.message));
    for step in 0..setup.preconditions.len() as u32 {
        for request in Source::precondition(&setup, step) {
            device.prepare(&request).expect("runs");
        }
    }
    device.start_counting();
    (
        device,
        Source::workload(&setup, &|_| None).expect("no trace"),
    )
}

/// A device after a run, and the events of every request.
fn run(text: &str) -> (Device, Vec<Vec<Event>>) {
    let (mut device, source) = prepared(text);
    let serve = |request| {
        let mut events = Vec::new();
        device.serve(&request, &mut events).expect("runs");
        events
    };
    let events = source.map(serve).collect();
    (device, events)
}

/// The blocks of a superblock in the order in which they were taken, each with its pages.
fn blocks(device: &Device, superblock: u32) -> Vec<(u32, String)> {
    let view = View::of(device);
    let tables = view.tables().superblocks.as_ref().expect("superblocks");
    let pages = |b: u32| {
        let pages = view.chip().geometry().pages_of(Pbn(b));
        pages
            .map(|p| notation(&view, p))
            .collect::<Vec<_>>()
            .join(" ")
    };
    tables
        .blocks
        .iter(superblock)
        .map(|b| (b, pages(b)))
        .collect()
}

fn said(expected: &[(u32, &str)]) -> Vec<(u32, String)> {
    expected
        .iter()
        .map(|&(b, pages)| (b, pages.to_owned()))
        .collect()
}

fn merges(device: &Device) -> (u64, u64, u64) {
    let c = device.counters();
    (c.merges_switch, c.merges_partial, c.merges_full)
}

/// Victims cleaned in a request, each with its copies.
fn victims(events: &[Event]) -> Vec<(u32, u32)> {
    let victim = |e: &Event| match e {
        Event::Superblock(SuperblockEvent::InnerCleaningEnd { pbn, copied, .. }) => {
            Some((pbn.0, *copied))
        }
        _ => None,
    };
    events.iter().filter_map(victim).collect()
}

#[test]
fn an_update_block_takes_rewrites_until_s_plus_k_blocks_are_full() {
    let (device, events) = run(&scenario(10, ONE_EACH, "w0 w1 w2 w3 w0"));
    assert_eq!(
        blocks(&device, 0),
        said(&[(1, "4 5 6 7"), (6, "x0 1 2 3"), (7, "0 . . .")])
    );
    assert_eq!(
        victims(&events[4]),
        [(0, 0)],
        "block 0 had no valid page left"
    );
    assert_eq!(merges(&device), (1, 0, 0));
}

#[test]
fn what_survives_gathers_in_the_copy_block_and_what_is_rewritten_in_the_host_block() {
    let (device, events) = run(&scenario(10, ONE_EACH, "w0 w1 w2 w3 w0 w4 w1 w5 w0"));
    // Blocks 1 and 6 had two valid pages each, and block 1 was taken first. Its copies take one block, so it wins none; then the
    // copy block has room for those of block 6, and is no victim itself, though it too has two valid pages.
    assert_eq!(victims(&events[8]), [(1, 2), (6, 2)]);
    assert_eq!(
        blocks(&device, 0),
        said(&[(7, "x0 4 1 5"), (8, "6 7 2 3"), (9, "0 . . .")])
    );
    assert_eq!(merges(&device), (1, 2, 0));
    let view = View::of(&device);
    let open = |b| {
        view.tables()
            .superblocks
            .as_ref()
            .expect("superblocks")
            .stream_of(Pbn(b))
    };
    assert_eq!(
        [open(7), open(8), open(9)],
        [None, Some(Stream::Gc), Some(Stream::Data)]
    );
}

#[test]
fn at_the_overall_limit_the_least_recently_written_superblock_is_compacted() {
    let (device, events) = run(&scenario(
        10,
        ONE_EACH,
        "w0 w1 w2 w3 w0 w4 w1 w5 w0 r9 w8 w16 r0",
    ));
    let compaction = events[11].iter().find_map(|e| match e {
        Event::Superblock(SuperblockEvent::CompactionBegin {
            superblock,
            wanted_by,
            update_blocks,
            choices,
            ..
        }) => Some((*superblock, *wanted_by, *update_blocks, *choices)),
        _ => None,
    });
    assert_eq!(
        compaction,
        Some((0, 2, 2, 2)),
        "superblock 1 was written later"
    );
    // The open host block goes first: it has one valid page.
    assert_eq!(victims(&events[11]), [(9, 1), (7, 3)]);
    assert_eq!(blocks(&device, 0), said(&[(8, "6 7 2 3"), (1, "0 4 1 5")]));
    assert_eq!(
        blocks(&device, 1),
        said(&[(2, "x8 9 10 11"), (3, "12 13 14 15"), (0, "8 . . .")])
    );
    assert_eq!(
        blocks(&device, 2),
        said(&[(4, "x16 17 18 19"), (5, "20 21 22 23"), (6, "16 . . .")])
    );
    let c = device.counters();
    assert_eq!(
        merges(&device),
        (1, 2, 1),
        "a compaction is one full merge, its victims are not counted again"
    );
    assert_eq!(c.full_merge_blocks, [0, 1]);
    assert_eq!((c.total_programs(), c.total_erases()), (11 + 8, 5));
    assert_eq!(c.total_reads(), 8 + 2);
}

#[test]
fn an_access_of_a_superblock_that_is_not_cached_costs_an_oob_read() {
    let (device, events) = run(&scenario(10, ONE_EACH, "w0 w1 r9 w8 w16 r0 t23 r17"));
    // The sequential fill leaves superblocks 1 and 2 in SRAM.
    let read = |events: &Vec<Event>| {
        events.iter().find_map(|e| match e {
            Event::Superblock(SuperblockEvent::MapRead {
                superblock,
                ppn,
                dropped,
            }) => Some((*superblock, ppn.map(|p| p.0), *dropped)),
            _ => None,
        })
    };
    let found: Vec<_> = events.iter().map(read).collect();
    assert_eq!(
        found,
        [
            // The newest page of superblock 0 is that of LPN 7.
            Some((0, Some(7), Some(1))),
            None,
            Some((1, Some(15), Some(2))),
            None,
            Some((2, Some(23), Some(0))),
            // LPN 1, which the compaction copied last, to block 8.
            Some((0, Some(35), Some(1))),
            None,
            None,
        ]
    );
    assert_eq!(device.counters().map_reads, 4);
    assert_eq!(
        device.counters().total_reads(),
        3 + 4,
        "host reads and copies: OOB reads are outside of flash.reads"
    );
    assert_eq!(device.work().oob_reads, 4, "but each takes a read's time");
}

#[test]
fn reads_do_not_make_a_superblock_recently_written() {
    let (_, events) = run(&scenario(10, ONE_EACH, "w0 w8 r0 w16"));
    assert!(events[3].iter().any(|e| matches!(
        e,
        Event::Superblock(SuperblockEvent::CompactionBegin { superblock: 0, .. })
    )));
    let (_, events) = run(&scenario(10, ONE_EACH, "w0 w8 w0 w16"));
    assert!(events[3].iter().any(|e| matches!(
        e,
        Event::Superblock(SuperblockEvent::CompactionBegin { superblock: 1, .. })
    )));
}

#[test]
fn a_superblock_can_be_compacted_for_its_own_sake() {
    // K is 2, and both update blocks are its own: the overall limit comes before S + K.
    let options = r#""update_blocks_per_superblock": 3, "update_blocks": 2"#;
    let (device, events) = run(&scenario(9, options, "w0 w1 w2 w3 w0 w1 w2 w3 w4"));
    assert!(events[8].iter().any(|e| matches!(
        e,
        Event::Superblock(SuperblockEvent::CompactionBegin {
            superblock: 0,
            wanted_by: 0,
            blocks: 4,
            until: 2,
            ..
        })
    )));
    assert_eq!(victims(&events[8]), [(0, 0), (6, 0)]);
    assert_eq!(
        blocks(&device, 0),
        said(&[(1, "x4 5 6 7"), (7, "0 1 2 3"), (8, "4 . . .")])
    );
}

#[test]
fn another_victim_and_another_superblock_can_be_chosen() {
    let chosen = |interventions: &str, ops: &str| {
        let text = scenario(10, ONE_EACH, ops);
        text.replacen(
            "\"precondition\"",
            &format!("{interventions}, \"precondition\""),
            1,
        )
    };
    let serve = |text: &str| {
        let setup = scenario::parse(text).unwrap_or_else(|f| panic!("{}", f.message));
        let (mut device, source) = prepared(text);
        let mut last = Ok(Vec::new());
        for (i, request) in (0..).zip(source) {
            let of_request = setup.interventions.iter().filter(|c| c.request == i);
            device.set_choices(of_request.map(|c| (c.decision, c.choose)).collect());
            let mut events = Vec::new();
            last = device.serve(&request, &mut events).map(|_| events);
            if last.is_err() {
                break;
            }
            device.check().expect("laws 1 and 2");
        }
        last
    };
    let other = r#""interventions": [{ "request": 2, "decision": 0, "choose": 1 }]"#;
    let events = serve(&chosen(other, "w0 w8 w16")).expect("superblock 1 has an update block");
    assert!(events.iter().any(|e| matches!(
        e,
        Event::Intervened {
            kind: Decision::Superblock,
            instead_of: 0,
            chosen: 1,
            ..
        }
    )));
    let none = r#""interventions": [{ "request": 2, "decision": 0, "choose": 2 }]"#;
    let refused = serve(&chosen(none, "w0 w8 w16")).expect_err("superblock 2 has no update block");
    assert_eq!(
        refused,
        ServeError::Halted(Halt::IllegalChoice {
            decision: 0,
            choose: 2
        })
    );
    let victim = r#""interventions": [{ "request": 4, "decision": 0, "choose": 1 }]"#;
    let events = serve(&chosen(victim, "w0 w1 w2 w4 w0")).expect("block 1 is of superblock 0");
    assert_eq!(victims(&events), [(1, 3), (0, 1)]);
    serve(&chosen(victim, "w0 w1 w2 w3 w0")).expect_err("block 1 is all valid: nothing to gain");
    let foreign = r#""interventions": [{ "request": 4, "decision": 0, "choose": 2 }]"#;
    serve(&chosen(foreign, "w0 w1 w2 w3 w0")).expect_err("block 2 is of superblock 1");
}

#[test]
fn one_block_less_than_the_smallest_device_is_refused_with_the_figure() {
    prepared(&scenario(9, ONE_EACH, "w0"));
    let refused = scenario::parse(&scenario(8, ONE_EACH, "w0")).expect_err("too small");
    assert_eq!(
        refused.message,
        "too little spare space: `superblock` needs 9 blocks for 24 logical pages, the device has 8"
    );
    assert_eq!(
        refused.remedy,
        "Give the device at least 9 blocks, take fewer logical pages, or take fewer update blocks."
    );
}

#[test]
fn an_initial_state_goes_on_as_one_that_was_reached() {
    let reached = scenario(10, ONE_EACH, "w0 w1 w2 w3 w0 w4 w1 w5 w0");
    let (mut device, _) = run(&reached);
    let initial = r#""initial": { "blocks": [[], [], ["8", "9", "10", "11"], ["12", "13", "14", "15"],
        ["16", "17", "18", "19"], ["20", "21", "22", "23"], [], ["x0", "4", "1", "5"], ["6", "7", "2", "3"], ["0"]] }"#;
    let given = reached
        .replace(r#""precondition": [{ "kind": "sequential" }]"#, initial)
        .replace(
            "w0 w1 w2 w3 w0 w4 w1 w5 w0",
            "w2 w8 w17 w3 w9 w2 w3 w6 w7 w2",
        );
    let (mut other, source) = prepared(&given);
    assert_eq!(blocks(&other, 0), blocks(&device, 0));
    for request in source {
        let mut merges = [Vec::new(), Vec::new()];
        for (device, events) in [&mut device, &mut other].into_iter().zip(&mut merges) {
            device.serve(&request, events).expect("runs");
            device.check().expect("laws 1 and 2");
        }
        let [a, b] = merges.map(|events| {
            events
                .iter()
                .map(Event::name)
                .filter(|n| !n.starts_with("map") && !n.starts_with("frontier"))
                .collect::<Vec<_>>()
        });
        assert_eq!(
            a, b,
            "the same but for what is in SRAM, and full blocks that count as open until their place is needed"
        );
    }
    for lpn in (0..24).map(Lpn) {
        assert!(other.ftl().lookup(other.chip(), lpn).is_some());
    }
}
