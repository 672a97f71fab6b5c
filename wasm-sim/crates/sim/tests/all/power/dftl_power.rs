//! DFTL's power losses on examples small enough to be computed by hand (SPEC 5).

use std::sync::Arc;

use ftl::{Event, RecoveryEvent, Role};
use sim::device::Device;
use sim::protocol::{Position, Target};
use sim::scenario;
use sim::simulation::Simulation;
use sim::workload::Source;

/// Eight pages in blocks 0 and 1, translation pages 0 (LPN 0 to 3) and 1 (LPN 4 to 7) in block 2. Their programs are numbered 1
/// to 10.
fn simulation(options: &str, cut: &str, ops: &str) -> Simulation {
    let text = format!(
        r#"{{ "format": 1, "device": {{ "blocks": 10, "pages_per_block": 4 }}, "logical_pages": 8,
            "ftl": {{ "kind": "dftl", "entries_per_translation_page": 4, "cmt_policy": "lru", {options} }}, "power_cut": {cut},
            "initial": {{ "blocks": [["0","1","2","3"], ["4","5","6","7"], ["t0","t1"]] }},
            "workload": {{ "kind": "ops", "ops": "{ops}" }} }}"#
    );
    of(&text)
}

fn of(text: &str) -> Simulation {
    let setup = scenario::parse(text).unwrap_or_else(|f| panic!("{}", f.message));
    let mut device = Device::new(&setup).expect("a sound initial state");
    device.start_counting();
    let source = Source::workload(&setup, &|_| None).expect("no trace");
    let requests = source.len();
    Simulation::new(Arc::new(setup), device, source, requests)
}

/// Its end, with the events of the last request.
fn run(options: &str, cut: &str, ops: &str) -> (Simulation, Vec<Event>) {
    ended(simulation(options, cut, ops))
}

fn ended(mut simulation: Simulation) -> (Simulation, Vec<Event>) {
    simulation.run(Target::End).expect("runs");
    let events = simulation.events().0.to_vec();
    (simulation, events)
}

/// A recovery's figures, in a word each.
fn told(events: &[Event]) -> Vec<String> {
    let tell = |event: &Event| match *event {
        Event::Recovery(RecoveryEvent::PowerLost {
            entries,
            dirty,
            gtd,
            ..
        }) => Some(format!(
            "lost {entries} entries, {dirty} dirty{}",
            if gtd { ", and the GTD" } else { "" }
        )),
        Event::Recovery(RecoveryEvent::RecoveryBegin {
            from_seq,
            checkpoint,
            blocks,
            pages,
            full,
        }) => Some(format!(
            "from {from_seq}: {checkpoint} of the checkpoint, {pages} pages of {blocks} blocks, of {full}"
        )),
        Event::Recovery(RecoveryEvent::RecoveryEnd { found, written, .. }) => {
            Some(format!("found {found}, wrote {written}"))
        }
        Event::Recovery(RecoveryEvent::Reappeared { lpn, ppn, .. }) => {
            Some(format!("LPN {lpn} is back at {ppn}"))
        }
        _ => None,
    };
    events.iter().filter_map(tell).collect()
}

#[test]
fn the_mapping_of_an_acknowledged_write_is_found_by_scanning_from_the_lowest_unsaved_number() {
    // w0: reads t0, programs page 12 (number 11). w4: reads t1; at its program power is lost.
    let (s, events) = run(r#""cmt_entries": 4"#, "3", "w0 w4");
    assert_eq!(
        told(&events),
        [
            "lost 2 entries, 1 dirty",
            // Block 3 alone holds a number from 11 on.
            "from 11: 0 of the checkpoint, 1 pages of 1 blocks, of 11",
            "found 1, wrote 0",
        ]
    );
    let report = s.report();
    // The page scanned, and translation page 0, which says otherwise.
    assert_eq!(report.flash.reads.recovery, 2);
    assert_eq!(
        (report.recovery.scanned, report.recovery.full_scan),
        (1, 11)
    );
    assert_eq!((report.recovery_us, report.full_scan_us), (50.0, 275.0));
    let cmt = s.view().tables().cmt.clone().expect("DFTL has a CMT");
    let entries: Vec<_> = cmt
        .iter()
        .map(|(e, _)| (e.lpn.0, e.ppn.map(|p| p.0), e.dirty))
        .collect();
    assert_eq!(entries, [(0, Some(12), true)]);
    // The write of 4 was never acknowledged: nothing of it happened.
    assert_eq!(
        s.device().ftl().lookup(s.device().chip(), nand::Lpn(4)),
        Some(nand::Ppn(4))
    );
}

#[test]
fn what_the_cmt_has_no_room_for_is_written_to_its_translation_page() {
    // One entry: t2, dirty page 0 -> eviction writes t0. The cut falls on the next miss's read, when 4 is dirty; with the
    // room of one entry nothing is left over.
    let (_, events) = run(r#""cmt_entries": 1"#, "6", "w0 w4 r1");
    assert_eq!(told(&events)[2], "found 1, wrote 0");
    // GC moves three pages that are not cached, and power is lost before their translation page is written.
    let mut most = 0;
    for cut in 0..60 {
        let ops = "w0 w1 w2 w4 w5 w6 w0 w1 w2 w4 w5 w6 w0 w4 w1 w5";
        let options =
            r#""cmt_entries": 1, "lazy_copy": false, "gc_policy": "fifo", "gc_threshold": 6"#;
        let mut s = simulation(options, &cut.to_string(), ops);
        while s.position().request < s.requests() {
            s.run(Target::Step {
                grain: ftl::Grain::Request,
                back: false,
            })
            .expect("runs");
            for event in s.events().0 {
                if let Event::Recovery(RecoveryEvent::RecoveryEnd { found, written, .. }) = *event {
                    // A translation page is written with all that were found of it.
                    assert!(found - written <= 1, "{found}, {written}");
                    assert!(found > 1 || written == 0, "{found}, {written}");
                    most = most.max(written);
                }
            }
        }
    }
    assert!(most >= 2, "{most}");
}

#[test]
fn a_trim_that_flash_does_not_know_comes_back_and_one_that_it_knows_does_not() {
    let cmt = r#""cmt_entries": 1"#;
    // t0 is dirty in the CMT when power is lost at the read for r1's hit: LPN 0 is at page 0 again.
    let (s, events) = run(cmt, "1", "t0 r4");
    assert_eq!(
        told(&events)[2..],
        ["LPN 0 is back at 0", "found 0, wrote 0"]
    );
    assert_eq!(s.report().recovery.reappeared, 1);
    // The eviction of its entry by the first r1 writes the trim. The copy that w0 made is scanned, for the write of LPN 4 before
    // it is not saved, and stays trimmed.
    let (s, events) = run(r#""cmt_entries": 2"#, "9", "w4 w0 t0 r4 r1 r1");
    assert_eq!(
        told(&events),
        [
            "lost 2 entries, 1 dirty",
            "from 11: 0 of the checkpoint, 5 pages of 2 blocks, of 13",
            "found 1, wrote 0",
        ]
    );
    assert_eq!(s.report().recovery.reappeared, 0);
    assert_eq!(
        s.device().ftl().lookup(s.device().chip(), nand::Lpn(0)),
        None
    );
}

/// Eight pages as above, behind a buffer of two pages with a battery.
fn buffered(cut: u32, ops: &str) -> (Simulation, Vec<Event>) {
    ended(of(&format!(
        r#"{{ "format": 1, "device": {{ "blocks": 10, "pages_per_block": 4 }}, "logical_pages": 8,
            "ftl": {{ "kind": "dftl", "entries_per_translation_page": 4, "cmt_entries": 4 }},
            "buffer": {{ "kind": "lru", "capacity": 2 }}, "power_cut": {cut},
            "initial": {{ "blocks": [["0","1","2","3"], ["4","5","6","7"], ["t0","t1"]] }},
            "workload": {{ "kind": "ops", "ops": "{ops}" }} }}"#
    )))
}

/// The result of the last read.
fn found(events: &[Event]) -> Option<u32> {
    events.iter().find_map(|event| match *event {
        Event::Verified { version, .. } => Some(version),
        _ => None,
    })
}

#[test]
fn a_trim_that_is_cut_off_brings_no_older_version_back() {
    // The trim of LPN 0 reads t0 and takes version 2 out of the buffer; power is lost where that of LPN 1 reads it too. On flash is version
    // 1, which the trim was never acknowledged to bring back: LPN 0 holds nothing.
    let (s, events) = buffered(1, "w0 t0+2 r0");
    assert_eq!(found(&events), None);
    assert_eq!(s.report().recovery.reappeared, 0);
    // Without the write version 1 is the last acknowledged one, and stays.
    let (s, events) = buffered(1, "w7 t0+2 r0");
    assert_eq!(found(&events), Some(1));
    assert_eq!(s.report().recovery.reappeared, 0);
}

#[test]
fn a_trimmed_page_that_was_written_again_is_not_back() {
    // Version 1 of LPN 0 is valid on flash again, but the host reads version 2 from the buffer.
    let (s, events) = buffered(1, "t0 w0 r4 r0");
    assert_eq!(found(&events), Some(2));
    assert_eq!(s.report().recovery.reappeared, 0);
    assert_eq!(
        s.device().ftl().lookup(s.device().chip(), nand::Lpn(0)),
        Some(nand::Ppn(0))
    );
    let (s, events) = buffered(1, "t0 w1 r4 r0");
    assert_eq!(found(&events), Some(1));
    assert_eq!(s.report().recovery.reappeared, 1);
}

#[test]
fn a_checkpoint_is_written_after_so_many_translation_pages_and_recovery_begins_from_it() {
    let options = r#""cmt_entries": 1, "gtd_checkpoint_every": 2"#;
    // Each write but the first evicts a dirty entry: the second translation page programmed makes a checkpoint, in a block
    // taken before anything else.
    let (s, _) = run(options, "[]", "w0 w4 w1");
    let roles = [3, 4].map(|b| s.view().pool().role(nand::Pbn(b)));
    assert_eq!(roles, [Role::Checkpoint; 2]);
    assert_eq!(s.view().chip().next_offset(nand::Pbn(3)), 1);
    assert_eq!(s.report().flash.programs.translation, 3);
    let (_, events) = run(options, "11", "w0 w4 w1 r2");
    assert_eq!(told(&events)[0], "lost 1 entries, 1 dirty, and the GTD");
    // All was saved when the checkpoint, numbered 15, was taken (w0 11, t0 12, w4 13, t1 14): only the block that w1 went to is
    // scanned.
    assert_eq!(
        told(&events)[1],
        "from 15: 1 of the checkpoint, 3 pages of 1 blocks, of 15"
    );
    // Five checkpoints of a page take both blocks, and the sixth erases the first.
    let ops = "w0 w4 w1 w5 ".repeat(8);
    let (s, _) = run(options, "[]", ops.trim());
    assert!(s.report().flash.erases.translation >= 1);
}

/// w0 is numbered 1, translation page 0, which takes it, 2, the checkpoint 3, w4 4. Power is lost at the program of translation page
/// 1 for it.
#[test]
fn a_checkpoint_knows_that_the_entry_just_written_is_on_flash() {
    let text = r#"{ "format": 1, "device": { "blocks": 12, "pages_per_block": 4 }, "logical_pages": 8,
        "ftl": { "kind": "dftl", "entries_per_translation_page": 4, "cmt_entries": 1, "gtd_checkpoint_every": 1 },
        "power_cut": 4, "workload": { "kind": "ops", "ops": "w0 w4 r1" } }"#;
    let (_, events) = ended(of(text));
    assert_eq!(
        told(&events),
        [
            "lost 1 entries, 1 dirty, and the GTD",
            // Nothing is scanned for w0 but its block, which holds w4 too.
            "from 3: 1 of the checkpoint, 2 pages of 1 blocks, of 3",
            "found 1, wrote 0",
        ]
    );
}

/// GC of block 0 writes the mappings of 0 and 2 to translation page 0, that of 4 to page 1, each with a checkpoint: to the
/// first one only 4 is unsaved, to the second one nothing is.
#[test]
fn a_checkpoint_amid_cleaning_knows_which_mappings_are_to_follow() {
    let text = r#"{ "format": 1, "device": { "blocks": 8, "pages_per_block": 4 }, "logical_pages": 8,
        "ftl": { "kind": "dftl", "entries_per_translation_page": 4, "cmt_entries": 1, "gtd_checkpoint_every": 1,
                 "gc_policy": "greedy", "gc_threshold": 3 },
        "initial": { "blocks": [["0","x1","4","2"], ["1","3","5","6"], ["7"], ["t0","t1"]] },
        "workload": { "kind": "ops", "ops": "r6" } }"#;
    let (_, events) = ended(of(text));
    let unsaved: Vec<u64> = events
        .iter()
        .filter_map(|event| match *event {
            Event::GtdCheckpoint { unsaved_from, .. } => Some(unsaved_from),
            _ => None,
        })
        .collect();
    // The copies of 0, 4 and 2 are numbered 12 to 14, translation page 0 and its checkpoint 15 and 16, page 1 17.
    assert_eq!(unsaved, [13, 18]);
}

#[test]
fn without_a_checkpoint_yet_everything_is_scanned() {
    let (_, events) = run(r#""cmt_entries": 2, "gtd_checkpoint_every": 9"#, "1", "w0");
    assert_eq!(
        told(&events)[1..],
        [
            "from 0: 0 of the checkpoint, 10 pages of 3 blocks, of 10",
            "found 0, wrote 0"
        ]
    );
}

#[test]
fn a_full_scan_needs_neither_battery_nor_checkpoint_and_reads_everything() {
    // As at the top of this file, where the battery's number spares ten of eleven pages.
    let (s, events) = run(r#""cmt_entries": 4, "full_scan": true"#, "3", "w0 w4");
    assert_eq!(
        told(&events),
        [
            "lost 2 entries, 1 dirty, and the GTD",
            "from 0: 0 of the checkpoint, 11 pages of 4 blocks, of 11",
            "found 1, wrote 0",
        ]
    );
    let report = s.report();
    assert_eq!(
        s.view().tables().gtd,
        Some(vec![8, 9]),
        "the GTD is found again"
    );
    // Every page, and both translation pages: what they say is compared with what was found.
    assert_eq!(report.flash.reads.recovery, 11 + 2);
    assert_eq!(
        (report.recovery.scanned, report.recovery.full_scan),
        (11, 11)
    );
    // A trim that is on flash is not undone by copies that a scan from the start meets.
    let (s, _) = run(
        r#""cmt_entries": 2, "full_scan": true"#,
        "9",
        "w4 w0 t0 r4 r1 r1",
    );
    assert_eq!(s.report().recovery.reappeared, 0);
    assert_eq!(
        s.device().ftl().lookup(s.device().chip(), nand::Lpn(0)),
        None
    );
}

#[test]
fn a_full_scan_and_checkpoints_contradict_each_other() {
    let text = r#"{"format":1,"device":{"blocks":10,"pages_per_block":4},"logical_pages":8,
        "ftl":{"kind":"dftl","cmt_entries":4,"gtd_checkpoint_every":3,"full_scan":true},
        "workload":{"kind":"ops","ops":"w0"}}"#;
    let refused = scenario::parse(text).expect_err("one of the two");
    assert_eq!(refused.field.as_deref(), Some("ftl.full_scan"));
}

#[test]
fn one_can_step_back_over_a_cut_and_stand_inside_a_recovery() {
    let mut s = simulation(r#""cmt_entries": 4"#, "3", "w0 w4 r0");
    s.run(Target::End).expect("runs");
    let end = s.report();
    let inside = |s: &Simulation| {
        s.view()
            .under_way()
            .recovery
            .as_ref()
            .map(|r| (r.lost.len(), r.shown.read))
    };
    let mut seen = Vec::new();
    while s.position() != Position::default() {
        seen.extend(inside(&s));
        s.run(Target::Step {
            grain: ftl::Grain::Operation,
            back: true,
        })
        .expect("runs");
    }
    // Two entries are lost; two pages are read.
    assert_eq!(seen.first(), Some(&(2, 2)));
    assert_eq!(seen.last(), Some(&(2, 0)));
    s.run(Target::End).expect("runs");
    assert_eq!(s.report(), end);
}
