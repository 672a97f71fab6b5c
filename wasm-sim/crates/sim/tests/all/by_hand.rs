//! Rules of the schemes on devices so small that what happens is computed by hand, in the comment of each test. They are rules that no
//! golden trace and no law would miss (`npm run mutants`).

use std::sync::Arc;

use ftl::{Event, MergeKind};
use nand::Pbn;
use sim::device::Device;
use sim::frame::notation;
use sim::protocol::{Position, Target};
use sim::report::Report;
use sim::scenario;
use sim::simulation::Simulation;
use sim::workload::Source;

/// A device of `blocks` blocks of `pages` pages, every logical page written once in order, and then `ops`.
fn run(device: [u32; 2], logical_pages: u32, ftl: &str, ops: &str) -> (Simulation, Vec<Event>) {
    let [blocks, pages] = device;
    let in_place = ["\"block\"", "\"replacement\""]
        .iter()
        .any(|kind| ftl.contains(kind));
    let order = if in_place { "any" } else { "ascending" };
    let text = format!(
        r#"{{ "format": 1, "device": {{ "blocks": {blocks}, "pages_per_block": {pages}, "program_order": "{order}" }},
            "logical_pages": {logical_pages}, "ftl": {{ "kind": {ftl} }},
            "precondition": [{{ "kind": "sequential" }}], "workload": {{ "kind": "ops", "ops": "{ops}" }} }}"#
    );
    let setup = scenario::parse(&text).unwrap_or_else(|f| panic!("{}", f.message));
    let mut device = Device::new(&setup).expect("no initial state");
    for request in Source::precondition(&setup, 0) {
        device.prepare(&request).expect("runs");
    }
    device.start_counting();
    let source = Source::workload(&setup, &|_| None).expect("no trace");
    let requests = source.len();
    let mut simulation = Simulation::new(Arc::new(setup), device, source, requests);
    let mut events = Vec::new();
    for request in 1..=requests {
        let position = Position::before(request);
        simulation.run(Target::Position { position }).expect("runs");
        events.extend_from_slice(simulation.events().0);
    }
    // The report counts what events say. The device counts by itself, for runs without events.
    let (told, counted) = (
        simulation.report(),
        Report::of_counters(
            simulation.device().counters(),
            simulation.setup().geometry.page_bytes,
        ),
    );
    assert_eq!(
        (&told.host, &told.flash, &told.merges, &told.gc),
        (&counted.host, &counted.flash, &counted.merges, &counted.gc)
    );
    assert_eq!(told.write_amplification, counted.write_amplification);
    (simulation, events)
}

/// The pages of a block, in the notation of `initial`.
fn pages(simulation: &Simulation, pbn: u32) -> String {
    let view = simulation.view();
    let pages = view.chip().geometry().pages_of(Pbn(pbn));
    pages
        .map(|p| notation(view, p))
        .collect::<Vec<_>>()
        .join(" ")
}

fn merges(report: &Report) -> [u64; 3] {
    [
        report.merges.switch,
        report.merges.partial,
        report.merges.full,
    ]
}

/// The logical blocks of the merges, in their order.
fn merged(events: &[Event]) -> Vec<u32> {
    let lbn = |event: &Event| match event {
        Event::MergeBegin { lbn, .. } => Some(lbn.0),
        _ => None,
    };
    events.iter().filter_map(lbn).collect()
}

/// Pages 0 to 5 fill blocks 0, 1 and 2; 0 and 2 are written to block 3, 4 to block 4. Then block 5 alone is free. For
/// the write of 1, GC cleans block 0: of the blocks with one valid page it was closed longest ago, and holds page 1.
///
/// With a frontier for copies page 1 goes to block 5, and none is free but block 0, so block 1 is cleaned, too: page 3 goes
/// to block 5. Then the host's 1 goes behind 4. Without, page 1 goes behind 4, and blocks 5 and 0 are free: the host's 1 goes to
/// block 5.
#[test]
fn copies_have_a_frontier_of_their_own_if_they_are_told() {
    let ftl =
        |separate| format!(r#""page", "gc_threshold": 2, "separate_gc_frontier": {separate}"#);
    let (apart, _) = run([6, 2], 6, &ftl(true), "w0 w2 w4 w1");
    assert_eq!([4, 5].map(|b| pages(&apart, b)), ["4 1", "x1 3"]);
    assert_eq!(apart.report().gc.copied, 2);
    let (together, _) = run([6, 2], 6, &ftl(false), "w0 w2 w4 w1");
    assert_eq!([4, 5].map(|b| pages(&together, b)), ["4 x1", "1 ."]);
    assert_eq!(together.report().gc.copied, 1);
}

/// Block mapping rewrites a block for each page that is written a second time: a full merge of one logical block, which copies the
/// other three pages. The trimmed page is not copied the second time.
#[test]
fn block_mapping_counts_each_rewrite_as_a_full_merge() {
    let (simulation, _) = run([4, 4], 8, r#""block""#, "w1 w5 t4 w6");
    let report = simulation.report();
    assert_eq!(merges(&report), [0, 0, 3]);
    assert_eq!(report.merges.full_merge_blocks, [(1, 3)]);
    assert_eq!(
        (report.flash.programs.merge, report.flash.erases.total),
        (3 + 3 + 2, 3)
    );
}

/// Three logical blocks and two blocks to spare. Page 0 and page 4 take a replacement block each. For page 8 none is left, and the
/// chains of LBN 0 and LBN 1 are as long as each other: LBN 0 was written less recently, until page 1 is written before page 8.
#[test]
fn of_the_longest_chains_the_one_written_least_recently_is_folded() {
    let ftl = r#""replacement", "gc_threshold": 1"#;
    let (_, events) = run([5, 4], 12, ftl, "w0 w4 w8");
    assert_eq!(merged(&events), [0]);
    let (_, events) = run([5, 4], 12, ftl, "w0 w4 w1 w8");
    assert_eq!(merged(&events), [1]);
}

/// Pages 0 and 4 take the two log blocks. When page 8 needs one, that of LBN 0 was written less recently and is
/// merged: its page 0 is in place, the other three are copied. If page 1 is written before, it is that of LBN 1.
#[test]
fn bast_merges_the_log_block_that_was_written_least_recently() {
    let ftl = r#""bast", "log_blocks": 2"#;
    let (simulation, events) = run([6, 4], 12, ftl, "w0 w4 w8");
    assert_eq!(
        (merged(&events), merges(&simulation.report())),
        (vec![0], [0, 1, 0])
    );
    let (_, events) = run([6, 4], 12, ftl, "w0 w4 w1 w8");
    assert_eq!(merged(&events), [1]);
}

/// Page 0 begins the SW log block. Page 2 does not continue it: it is merged, partially, since page 0 is in place;
/// then page 2 goes to an RW log block. Page 1 in its stead would have continued it.
#[test]
fn fast_merges_the_sw_log_block_when_a_page_leaves_a_gap() {
    let ftl = r#""fast", "log_blocks": 2"#;
    let (simulation, events) = run([8, 4], 12, ftl, "w0 w2");
    assert_eq!(
        (merged(&events), merges(&simulation.report())),
        (vec![0], [0, 1, 0])
    );
    // Blocks 0 to 2 have the data, 3 is the SW log block, 4 the RW one.
    assert_eq!(
        [3, 4].map(|b| pages(&simulation, b)),
        ["0 1 x2 3", "2 . . ."]
    );
    let (simulation, events) = run([8, 4], 12, ftl, "w0 w1");
    assert!(merged(&events).is_empty());
    assert_eq!(pages(&simulation, 3), "0 1 . .");
}

/// Two RW log blocks are filled, the first with pages of LBN 1 and 2, the second with pages of LBN 3 and 2: for the
/// next page the first one is reclaimed. Its page 9 was written again in the second one, so it is invalid, and LBN 2
/// has no other page there: under `skip_stale` only LBN 1 is merged, otherwise LBN 1, then LBN 2.
#[test]
fn fast_reclaims_the_oldest_rw_log_block_and_skips_what_is_stale_in_it() {
    let ftl = |skip| format!(r#""fast", "log_blocks": 3, "skip_stale": {skip}"#);
    let ops = "w5 w6 w7 w9 w13 w14 w15 w9 w10";
    let (simulation, events) = run([10, 4], 16, &ftl(true), ops);
    assert_eq!(merged(&events), [1]);
    assert_eq!(simulation.report().merges.full_merge_blocks, [(1, 1)]);
    let (simulation, events) = run([10, 4], 16, &ftl(false), ops);
    assert_eq!(merged(&events), [1, 2]);
    assert_eq!(simulation.report().merges.full_merge_blocks, [(2, 1)]);
}

/// As above: four pages of the host and the one that GC copies are 5 programs for 4 writes.
#[test]
fn write_amplification_counts_every_program() {
    let ftl = r#""page", "gc_threshold": 2"#;
    let (simulation, events) = run([6, 2], 6, ftl, "w0 w2 w4 w1");
    let report = simulation.report();
    assert_eq!(
        (report.flash.programs.host, report.flash.programs.gc),
        (4, 1)
    );
    assert_eq!(report.write_amplification, Some(1.25));
    // A victim with a valid page counts as a partial merge.
    assert_eq!(merges(&report), [0, 1, 0]);
    assert!(!events.iter().any(|e| matches!(
        e,
        Event::MergeBegin {
            kind: MergeKind::Full,
            ..
        }
    )));
}
