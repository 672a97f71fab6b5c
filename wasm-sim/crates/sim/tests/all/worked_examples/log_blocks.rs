//! Log blocks: BAST and FAST.

use ftl::{Event, MergeReason};
use nand::{Lbn, Pbn};

use super::{bast, copies_and_erases, merges, pages, run, simulation};

#[test]
fn e4_bast_thrashes() {
    let (report, events, _) = run(&bast(4, 8, 2, 16, "w0 w7 w9 w15 w0 w11"));
    assert_eq!(merges(&report), (0, 1, 3));
    assert_eq!(copies_and_erases(&report), (15, 7));
    let merging: Vec<bool> = events
        .iter()
        .map(|e| e.iter().any(|e| matches!(e, Event::MergeBegin { .. })))
        .collect();
    assert_eq!(
        merging,
        [false, false, true, true, true, true],
        "from the third write on every write merges"
    );
}

#[test]
fn e11_switch_merge_copies_nothing_and_erases_once() {
    let (report, ..) = run(&bast(4, 4, 1, 8, "w0 w1 w2 w3 w4"));
    assert_eq!(merges(&report), (1, 0, 0));
    assert_eq!(copies_and_erases(&report), (0, 1));
}

#[test]
fn e11_partial_merge_copies_the_missing_pages_and_erases_once() {
    let (report, ..) = run(&bast(4, 4, 1, 8, "w0 w1 w4"));
    assert_eq!(merges(&report), (0, 1, 0));
    assert_eq!(copies_and_erases(&report), (2, 1));
}

#[test]
fn e11_full_merge_copies_every_page_and_erases_twice() {
    let (report, ..) = run(&bast(4, 4, 1, 8, "w1 w0 w2 w3 w4"));
    assert_eq!(merges(&report), (0, 0, 1));
    assert_eq!(copies_and_erases(&report), (4, 2));
    assert_eq!(report.merges.full_merge_blocks, [(1, 1)]);
}

fn fast(blocks: u32, log_blocks: u32, ops: &str) -> String {
    bast(4, blocks, log_blocks, 16, ops).replace("\"bast\"", "\"fast\"")
}

#[test]
fn e1_fast_gathers_a_sequence_apart_and_switches() {
    let (report, _, session) = run(&fast(12, 3, "w5 w0 w13 w1 w2 w3"));
    let logs = simulation(&session).view().tables().log_blocks.clone();
    let [(sw, Some(Lbn(0))), (rw, None)] = *logs.expect("FAST has log blocks") else {
        panic!("one SW log block, of LBN 0, and one RW log block")
    };
    assert_eq!(pages(&session, sw), ["0", "1", "2", "3"]);
    assert_eq!(pages(&session, rw), ["5", "13", ".", "."]);
    assert_eq!(merges(&report), (0, 0, 0), "SW is not merged when it fills");
    let (report, ..) = run(&fast(12, 3, "w5 w0 w13 w1 w2 w3 w8"));
    assert_eq!(
        merges(&report),
        (1, 0, 0),
        "offset 0 again, of whichever LBN"
    );
    assert_eq!(copies_and_erases(&report), (0, 1));
}

#[test]
fn e11_reclaiming_a_log_block_of_three_data_blocks_makes_three_full_merges_and_four_erases() {
    let (report, events, _) = run(&fast(8, 2, "w5 w9 w6 w13 w1"));
    assert_eq!(merges(&report), (0, 0, 3));
    assert_eq!(copies_and_erases(&report), (12, 4));
    assert_eq!(report.merges.full_merge_blocks, [(3, 1)]);
    let merged: Vec<u32> = events[4]
        .iter()
        .filter_map(|e| match e {
            Event::MergeBegin { lbn, .. } => Some(lbn.0),
            _ => None,
        })
        .collect();
    assert_eq!(merged, [1, 2, 3], "in order of first appearance");
}

#[test]
fn fast_reclaims_the_oldest_rw_log_block() {
    // Blocks 4 and 5 are full of RW pages; block 4 was taken first, though LBN 1 to 3 were written to 5 last.
    let (_, events, session) = run(&fast(8, 3, "w5 w9 w6 w5 w13 w10 w7 w14 w1"));
    let victim = events[8].iter().find_map(|e| match e {
        Event::ReclaimBegin { pbn, merged, .. } => Some((*pbn, merged.clone())),
        _ => None,
    });
    assert_eq!(victim, Some((Pbn(4), vec![Lbn(1), Lbn(2)])));
    let logs = simulation(&session).view().tables().log_blocks.clone();
    let logs: Vec<Pbn> = logs.into_iter().flatten().map(|(pbn, _)| pbn).collect();
    assert_eq!(logs[0], Pbn(5), "the next to go");
    assert_eq!(logs.len(), 2);
}

#[test]
fn o_fast_leaves_out_logical_blocks_whose_pages_are_all_stale() {
    // RW: 5 6 9 9; then 4 5 6 go in sequence to SW, so the pages of LBN 1 in RW are invalid when 13 reclaims it.
    let ops = "w5 w6 w9 w9 w4 w5 w6 w13";
    let (report, ..) = run(&fast(8, 2, ops));
    assert_eq!(report.merges.full_merge_blocks, [(1, 1)]);
    assert_eq!(copies_and_erases(&report), (4, 2));
    let all = fast(8, 2, ops).replace("\"log_blocks\"", "\"skip_stale\": false, \"log_blocks\"");
    let (report, ..) = run(&all);
    assert_eq!(report.merges.full_merge_blocks, [(2, 1)]);
    // LBN 1 owns SW, which is released with it: data blocks of 1 and 2, SW, RW.
    assert_eq!(copies_and_erases(&report), (8, 4));
    // A victim with invalid pages only costs nothing but its erase, and is no full merge.
    let (report, ..) = run(&fast(8, 2, "w5 w6 w5 w6 w4 w5 w6 w13"));
    assert_eq!(copies_and_erases(&report), (0, 1));
    assert_eq!(report.merges.full_merge_blocks, []);
}

#[test]
fn fast_merges_sw_with_the_latest_copies_wherever_they_are() {
    // SW holds 0 1; the latest copy of 3 is in RW, that of 2 in the data block. 3 breaks the sequence.
    let (report, events, session) = run(&fast(8, 2, "w3 w0 w1 w3"));
    assert_eq!(merges(&report), (0, 1, 0));
    assert_eq!(copies_and_erases(&report), (2, 1));
    assert!(events[3].iter().any(|e| matches!(
        e,
        Event::MergeBegin {
            reason: MergeReason::SequenceBroken,
            ..
        }
    )));
    let rw = simulation(&session).view().tables().log_blocks.clone();
    let rw = rw.expect("FAST has log blocks");
    assert_eq!(rw.len(), 1, "SW became the data block");
    assert_eq!(pages(&session, rw[0].0), ["x3", "3", ".", "."]);
}

#[test]
fn a_stale_page_in_its_place_still_makes_the_merge_full() {
    // SPEC 4: switch and partial ask for valid pages, not only for offsets in order. LPN 1 is trimmed in the log.
    let (report, events, _) = run(&bast(4, 4, 1, 8, "w0 w1 w2 w3 t1 w4"));
    assert_eq!(
        (merges(&report), copies_and_erases(&report)),
        ((0, 0, 1), (3, 2))
    );
    let stale = ftl::MergeWhy::Stale { page: 1 };
    assert!(
        events[5]
            .iter()
            .any(|e| matches!(e, Event::MergeBegin { why, .. } if *why == stale))
    );
    let (report, ..) = run(&bast(4, 4, 1, 8, "w0 w1 t0 w4"));
    assert_eq!(
        (merges(&report), copies_and_erases(&report)),
        ((0, 0, 1), (3, 2))
    );
}
