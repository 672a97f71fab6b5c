//! DFTL's options on examples small enough to be computed by hand (SPEC 5).

use std::sync::Arc;

use sim::device::Device;
use sim::protocol::{Position, Target};
use sim::scenario;
use sim::simulation::Simulation;
use sim::workload::Source;

/// Sixteen pages in blocks 0 to 3, translation pages 0 (LPN 0 to 7) and 1 (LPN 8 to 15) at flash pages 16 and 17.
fn run(options: &str, ops: &str) -> Simulation {
    let text = format!(
        r#"{{ "format": 1, "device": {{ "blocks": 12, "pages_per_block": 4 }}, "logical_pages": 16,
            "ftl": {{ "kind": "dftl", "entries_per_translation_page": 8, {options} }},
            "initial": {{ "blocks": [["0","1","2","3"], ["4","5","6","7"], ["8","9","10","11"], ["12","13","14","15"], ["t0","t1"]] }},
            "workload": {{ "kind": "ops", "ops": "{ops}" }} }}"#
    );
    let setup = scenario::parse(&text).unwrap_or_else(|f| panic!("{}", f.message));
    let device = Device::new(&setup).expect("a sound initial state");
    let source = Source::workload(&setup, &|_| None).expect("no trace");
    let requests = source.len();
    let mut simulation = Simulation::new(Arc::new(setup), device, source, requests);
    let position = Position::before(requests);
    simulation.run(Target::Position { position }).expect("runs");
    simulation
}

/// The CMT, least recent first, `*` after what is dirty.
fn cmt(simulation: &Simulation) -> String {
    let cmt = simulation.view().tables().cmt.iter().flatten();
    let shown = cmt.map(|(e, _)| format!("{}{}", e.lpn, if e.dirty { "*" } else { "" }));
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_miss_prefetches_the_next_mappings_of_its_page_into_room_that_costs_nothing() {
    const OPTIONS: &str = r#""cmt_entries": 3, "cmt_policy": "lru", "prefetch": 2"#;
    let s = run(OPTIONS, "r0 r1 r2");
    let c = s.report().cmt;
    assert_eq!((c.misses, c.hits, c.prefetched), (1, 2, 2));
    assert_eq!(s.report().flash.reads.translation, 1);
    assert_eq!(cmt(&s), "0 1 2");
    // Page 8 takes the place of 0; 9 and 10, prefetched, those of 1 and 2, which are clean.
    let s = run(OPTIONS, "r0 r1 r2 r8");
    let c = s.report().cmt;
    assert_eq!((c.prefetched, c.evictions_clean), (4, 3));
    assert_eq!(cmt(&s), "8 9 10");
    // 0 takes the place of 10. To prefetch 1, page 8 would have to be written back: it is not prefetched.
    let s = run(OPTIONS, "r0 r1 r2 r8 w8 r9 r0");
    let c = s.report().cmt;
    assert_eq!((c.prefetched, c.evictions_dirty), (4, 0));
    assert_eq!(cmt(&s), "8* 9 0");
    // The last mapping of a translation page has none after it.
    assert_eq!(run(OPTIONS, "r7").report().cmt.prefetched, 0);
    assert_eq!(run(OPTIONS, "r15").report().cmt.prefetched, 0);
}

/// By hand, in a CMT with room for all 16 mappings: a miss of page `l` loads `l` and the `prefetch` mappings after
/// it, but none of the next translation page. Translation page 0 ends with page 7, translation page 1 with page 15:
/// so behind a missed 0 there are 7 mappings, behind 5 there are 2, behind 10 there are 5.
#[test]
fn a_miss_prefetches_exactly_as_many_mappings_as_it_is_told() {
    for prefetch in 0..=8 {
        for (missed, behind) in [(0, 7), (5, 2), (10, 5)] {
            let options =
                format!(r#""cmt_entries": 16, "cmt_policy": "lru", "prefetch": {prefetch}"#);
            let s = run(&options, &format!("r{missed}"));
            let loaded = u32::min(prefetch, behind);
            let expected: Vec<_> = (missed..=missed + loaded).map(|l| l.to_string()).collect();
            assert_eq!(cmt(&s), expected.join(" "), "prefetch {prefetch}");
            let c = s.report().cmt;
            assert_eq!((c.misses, c.prefetched), (1, u64::from(loaded)));
        }
    }
    // Prefetch 2, page 0 missed: 0, 1, 2 are there, 3 is not. Its miss brings 3, 4, 5: six mappings after two misses.
    let s = run(r#""cmt_entries": 16, "prefetch": 2"#, "r0 r2 r3 r5 r1");
    let c = s.report().cmt;
    assert_eq!((c.misses, c.hits, c.prefetched), (2, 3, 4));
    // Entries that are there already count among the two: a miss of 3 brings 3, 4, 5, and then a miss of 2 has
    // nothing to bring along.
    let s = run(
        r#""cmt_entries": 16, "cmt_policy": "lru", "prefetch": 2"#,
        "r3 r2",
    );
    assert_eq!(
        (cmt(&s).as_str(), s.report().cmt.prefetched),
        ("3 4 5 2", 2)
    );
}

#[test]
fn prefetched_mappings_never_push_out_one_another_or_the_page_that_was_missed() {
    let s = run(
        r#""cmt_entries": 2, "cmt_policy": "lfu", "prefetch": 6"#,
        "r0 r8",
    );
    assert_eq!(cmt(&s), "8 9");
    let s = run(r#""cmt_entries": 1, "prefetch": 6"#, "r0 r8");
    assert_eq!((cmt(&s).as_str(), s.report().cmt.prefetched), ("8", 0));
}

#[test]
fn the_policies_evict_different_entries() {
    // 0 and 1 are hit; then 4 needs a place.
    let left = |policy: &str| {
        let ops = "r0 r1 r2 r3 r0 r0 r1 r3 r2 r4";
        cmt(&run(
            &format!(r#""cmt_entries": 4, "cmt_policy": "{policy}""#),
            ops,
        ))
    };
    // After the hits LRU holds 0 1 3 2: 0 is the least recent.
    assert_eq!(left("lru"), "1 3 2 4");
    // Accesses: 0 three, the others two; of those 1 is the least recent.
    assert_eq!(left("lfu"), "0 3 2 4");
    // Protected holds two; the hits leave 0, 1 fallen back, 3, 2 protected. The oldest fallen one goes.
    assert_eq!(left("slru"), "1 4 3 2");
}

#[test]
fn a_batch_update_cleans_every_dirty_entry_of_the_page() {
    // 0 leaves for 8; 1 is dirty too, and of the same translation page.
    let ops = "w0 w1 r8";
    let on = run(r#""cmt_entries": 2, "cmt_policy": "lru""#, ops);
    assert_eq!((cmt(&on).as_str(), on.report().cmt.batched), ("1 8", 1));
    let off = run(
        r#""cmt_entries": 2, "cmt_policy": "lru", "batch_update": false"#,
        ops,
    );
    assert_eq!((cmt(&off).as_str(), off.report().cmt.batched), ("1* 8", 0));
    let then = |batch: bool| {
        let options = format!(r#""cmt_entries": 2, "cmt_policy": "lru", "batch_update": {batch}"#);
        let report = run(&options, "w0 w1 r8 r9").report();
        (
            report.cmt.evictions_dirty,
            report.flash.programs.translation,
        )
    };
    assert_eq!((then(true), then(false)), ((1, 1), (2, 2)));
}
