//! The worked examples of SPEC 9 and of the slides that schemes must reproduce: one list, one test an example.

use ftl::{Event, MergeReason, Role};
use nand::{Lbn, Pbn};
use sim::failure::Failure;
use sim::frame::notation;
use sim::protocol::{Command, Position, Reply, Target};
use sim::report::Report;
use sim::session::Session;
use sim::simulation::Simulation;

fn open(scenario: &str) -> Result<Session, Failure> {
    let mut session = Session::new();
    let mut reply = session.command(Command::Open {
        slot: 0,
        scenario: scenario.to_owned(),
    })?;
    while matches!(reply, Reply::Progress { done: false, .. }) {
        reply = session.slice(1000)?;
    }
    Ok(session)
}

/// Runs a scenario to its end; returns the report and every event, request by request.
fn run(scenario: &str) -> (Report, Vec<Vec<Event>>, Session) {
    let mut session = open(scenario).expect("a sound scenario");
    let mut all = Vec::new();
    for request in 1..=simulation(&session).requests() {
        go(&mut session, Position { request, event: 0 });
        all.push(simulation(&session).events().0.to_vec());
    }
    (simulation(&session).report(), all, session)
}

fn simulation(session: &Session) -> &Simulation {
    session.simulation(0).expect("open")
}

fn go(session: &mut Session, position: Position) {
    let mut reply = session
        .command(Command::Run {
            slot: 0,
            target: Target::Position { position },
            stops: None,
            tally: None,
        })
        .expect("open");
    while matches!(reply, Reply::Progress { done: false, .. }) {
        reply = session.slice(u64::MAX).expect("runs");
    }
}

fn bast(pages_per_block: u32, blocks: u32, log_blocks: u32, lpns: u32, ops: &str) -> String {
    format!(
        r#"{{ "format": 1, "device": {{ "blocks": {blocks}, "pages_per_block": {pages_per_block} }},
            "logical_pages": {lpns}, "ftl": {{ "kind": "bast", "log_blocks": {log_blocks} }},
            "precondition": [{{ "kind": "sequential" }}], "workload": {{ "kind": "ops", "ops": "{ops}" }} }}"#
    )
}

fn merges(r: &Report) -> (u64, u64, u64) {
    (r.merges.switch, r.merges.partial, r.merges.full)
}

fn copies_and_erases(r: &Report) -> (u64, u64) {
    (r.flash.programs.merge, r.flash.erases.total)
}

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

/// The pages of a block, in the notation of `initial`.
fn pages(session: &Session, pbn: Pbn) -> Vec<String> {
    let view = simulation(session).view();
    let geometry = view.chip().geometry();
    geometry.pages_of(pbn).map(|p| notation(view, p)).collect()
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

/// Blocks of 8 pages, of which the slides write 1 to 4.
fn replacement(blocks: u32, lpns: u32, ops: &str) -> String {
    format!(
        r#"{{ "format": 1, "device": {{ "blocks": {blocks}, "pages_per_block": 8, "program_order": "any" }},
            "logical_pages": {lpns}, "ftl": {{ "kind": "replacement" }},
            "workload": {{ "kind": "ops", "ops": "{ops}" }} }}"#
    )
}

/// The blocks of an LBN's chain.
fn chain(session: &Session, lbn: u32) -> Vec<Pbn> {
    let tables = simulation(session).view().tables();
    let (map, next) = tables
        .block_map
        .as_ref()
        .zip(tables.chain.as_ref())
        .expect("chains");
    let some = |&b: &u32| (b != nand::NONE).then_some(b);
    std::iter::successors(some(&map[lbn as usize]), |&b| some(&next[b as usize]))
        .map(Pbn)
        .collect()
}

/// Which blocks of the chain each walk of a request inspected: places from 0.
fn walked(events: &[Event]) -> Vec<u32> {
    events
        .iter()
        .filter_map(|e| match e {
            Event::ChainRead { place, .. } => Some(*place),
            _ => None,
        })
        .collect()
}

#[test]
fn slides_replacement_blocks_keep_the_history_of_a_page_in_a_chain() {
    let (report, events, session) = run(&replacement(5, 16, "w1 w2 w3 w4 w4 w3 w4"));
    let chain = chain(&session, 0);
    assert_eq!(chain.len(), 3);
    let free = ".";
    assert_eq!(
        pages(&session, chain[0]),
        [free, "1", "2", "x3", "x4", free, free, free]
    );
    assert_eq!(
        pages(&session, chain[1]),
        [free, free, free, "3", "x4", free, free, free]
    );
    assert_eq!(
        pages(&session, chain[2]),
        [free, free, free, free, "4", free, free, free]
    );
    let walks: Vec<_> = events.iter().map(|e| walked(e)).collect();
    assert_eq!(
        walks,
        [&[][..], &[0], &[0], &[0], &[0], &[0, 1], &[0, 1]],
        "writes walk from the start to the first free place"
    );
    assert_eq!(report.chain_reads, 8);
    assert_eq!(merges(&report), (0, 0, 0));
    assert_eq!(report.flash.reads.total, 0, "they are outside flash.reads");
    // Seven programs of 200 us, and each block inspected 25 us.
    let total = report.service_us.mean * 7.0;
    assert!((total - (7.0 * 200.0 + 8.0 * 25.0)).abs() < 1e-6, "{total}");
}

#[test]
fn replacement_blocks_are_read_from_the_end_of_the_chain() {
    let (_, events, _) = run(&replacement(
        5,
        16,
        "w1 w2 w3 w4 w4 w3 w4 r4 r3 r1 r0 t4 r4 r8",
    ));
    let walks: Vec<_> = events[7..].iter().map(|e| walked(e)).collect();
    let none: &[u32] = &[];
    assert_eq!(
        walks,
        [&[2][..], &[2, 1], &[2, 1, 0], &[2, 1, 0], none, &[2], none],
        "the newest copy first; a trimmed one ends the walk as well; no chain, no walk"
    );
}

#[test]
fn without_a_free_block_the_longest_chain_is_folded_into_its_last_block() {
    // The chain of LBN 0 has 3 of 4 blocks, LBN 1 the other; its second write of 8 needs one more.
    let ops = "w1 w2 w3 w4 w4 w3 w4 w8 w8";
    let (report, events, session) = run(&replacement(4, 16, ops));
    assert_eq!(merges(&report), (0, 1, 0));
    assert_eq!(copies_and_erases(&report), (3, 2));
    let chain = chain(&session, 0);
    assert_eq!(
        pages(&session, chain[0]),
        [".", "1", "2", "3", "4", ".", ".", "."]
    );
    assert_eq!(walked(&events[8]), [0, 0], "the write starts over");
    // Everything in the last block already: a switch.
    let (report, ..) = run(&replacement(3, 16, "w1 w2 w2 w1 w8 w8"));
    assert_eq!(merges(&report), (1, 0, 0));
    assert_eq!(copies_and_erases(&report), (0, 1));
}

#[test]
fn of_chains_as_long_the_least_recently_written_is_folded_the_one_being_written_last() {
    // LBN 0, 1 and 2 have two blocks each, LBN 0 written least recently; but the write is of LBN 0.
    let ops = "w0 w0 w8 w8 w16 w16 w0";
    let (_, events, _) = run(&replacement(6, 24, ops));
    let folded = events[6].iter().find_map(|e| match e {
        Event::ChainChosen { lbn, tied, .. } => Some((*lbn, *tied)),
        _ => None,
    });
    assert_eq!(folded, Some((Lbn(1), 3)));
}

#[test]
fn a_chain_can_be_given_as_the_initial_state() {
    let text = replacement(5, 16, "r4 r3 w3 w4 r0").replace(
        "\"workload\"",
        r#""initial": { "blocks": [[".","1","2","x3","x4"], [".",".",".","3","x4"], [".",".",".",".","4"]],
            "log": [[1, "replacement", 0], [2, "replacement", null]] }, "workload""#,
    );
    let (_, events, session) = run(&text);
    let walks: Vec<_> = events.iter().map(|e| walked(e)).collect();
    assert_eq!(
        walks,
        [&[2][..], &[2, 1], &[0, 1, 2], &[0, 1, 2], &[3, 2, 1, 0]],
        "from the end where it is read, from the start where it is written"
    );
    assert_eq!(
        chain(&session, 0),
        [Pbn(0), Pbn(1), Pbn(2), Pbn(3)],
        "4 needed another block"
    );
}

#[test]
fn block_mapping_rewrites_the_whole_block_for_one_page() {
    let scenario = bast(4, 4, 1, 8, "w1 t2 w2").replace("\"bast\", \"log_blocks\": 1", "\"block\"");
    let refused = open(&scenario).err().expect("pages in ascending order");
    assert_eq!(refused.field.as_deref(), Some("device.program_order"));
    let scenario = scenario.replace("\"blocks\": 4", "\"program_order\": \"any\", \"blocks\": 3");
    let (report, events, session) = run(&scenario);
    // 0, 2 and 3 move along with 1; then 0, 1 and 3 with 2, whose old place is trimmed but not free.
    assert_eq!(merges(&report), (0, 0, 2));
    assert_eq!(copies_and_erases(&report), (6, 2));
    assert_eq!(report.merges.full_merge_blocks, [(1, 2)]);
    let order: Vec<u32> = events[0]
        .iter()
        .filter_map(|e| match e {
            Event::Program { logical, .. } => Some(*logical),
            _ => None,
        })
        .collect();
    assert_eq!(order, [0, 1, 2, 3], "in offset order");
    assert_eq!(pages(&session, Pbn(0)), ["0", "1", "2", "3"]);
}

/// Blocks of 32 pages: block 0 holds translation pages up to PPN 22, the data pages of the figure are at 150, 170, 260,
/// 360 and 660.
fn e5(ops: &str) -> String {
    let mut blocks = vec![vec!["\".\"".to_owned(); 32]; 24];
    blocks[0][..23].fill("\"xt0\"".to_owned());
    for (ppn, tpn) in [(21, 0), (17, 1), (15, 2), (22, 3)] {
        blocks[0][ppn] = format!("\"t{tpn}\"");
    }
    for (ppn, lpn) in [(150, 3), (170, 10), (360, 11), (260, 1), (660, 1280)] {
        let (b, o) = (ppn / 32, ppn % 32);
        for earlier in &mut blocks[b][..o] {
            if earlier == "\".\"" {
                *earlier = "\"x2047\"".into();
            }
        }
        blocks[b][o] = format!("\"{lpn}\"");
        for later in &mut blocks[b][o + 1..] {
            *later = "\"x2047\"".into();
        }
    }
    let blocks: Vec<String> = blocks
        .iter()
        .map(|b| format!("[{}]", b.join(",")))
        .collect();
    format!(
        r#"{{ "format": 1, "device": {{ "blocks": 80, "pages_per_block": 32, "page_bytes": 2048 }}, "logical_pages": 2048,
            "ftl": {{ "kind": "dftl", "cmt_entries": 4, "cmt_policy": "lru" }},
            "initial": {{ "blocks": [{}], "gtd": [21, 17, 15, 22],
              "cmt": [[1, 260, "dirty"], [3, 150, "clean"], [10, 170, "clean"], [11, 360, "clean"]] }},
            "workload": {{ "kind": "ops", "ops": "{ops}" }} }}"#,
        blocks.join(",")
    )
}

#[test]
fn e5_a_cmt_miss_with_a_dirty_victim_costs_two_translation_reads_and_one_program() {
    let (report, events, session) = run(&e5("r1280"));
    assert_eq!(
        (
            report.flash.reads.translation,
            report.flash.programs.translation
        ),
        (2, 1)
    );
    assert_eq!(
        (
            report.flash.programs.total,
            report.flash.erases.total,
            report.flash.reads.host
        ),
        (1, 0, 1)
    );
    let flash: Vec<String> = events[0]
        .iter()
        .filter_map(|e| match e {
            Event::Read { ppn, .. } => Some(format!("read {ppn}")),
            Event::Program { ppn, logical, .. } => Some(format!("program {ppn} t{logical}")),
            Event::GtdSet { tpn, ppn } => Some(format!("gtd {tpn}:{ppn}")),
            Event::CmtEvicted { lpn, .. } => Some(format!("drop {lpn}")),
            Event::CmtPlaced { lpn, ppn, .. } => {
                Some(format!("insert {lpn}:{}", ppn.expect("mapped")))
            }
            _ => None,
        })
        .collect();
    assert_eq!(
        flash,
        [
            "read 21",
            "program 23 t0",
            "gtd 0:23",
            "drop 1",
            "read 15",
            "insert 1280:660",
            "read 660"
        ]
    );
    let tables = simulation(&session).view().tables();
    assert_eq!(tables.gtd.as_deref(), Some(&[23, 17, 15, 22][..]));
}

#[test]
fn e6_cleaning_a_translation_block_moves_its_valid_pages_and_their_gtd_entries() {
    // Two free blocks, threshold 3: the write cleans first. Block 1 holds translation pages 0 and 1, valid; every
    // other closed block is full of valid pages.
    let scenario = r#"{ "format": 1, "device": { "blocks": 9, "pages_per_block": 4 }, "logical_pages": 16,
        "ftl": { "kind": "dftl", "cmt_entries": 4, "entries_per_translation_page": 8, "gc_policy": "greedy" },
        "initial": { "blocks": [["0","1","2","3"], ["xt0","t0","xt1","t1"], ["4","5","6","7"], ["8","9","10","11"],
                                ["12","13","14","15"], ["x0"], ["xt0"]] },
        "workload": { "kind": "ops", "ops": "r0" } }"#;
    let (report, events, session) = run(scenario);
    let gc = report.gc;
    assert_eq!(
        (
            gc.runs,
            gc.translation_erases,
            gc.translation_copied,
            gc.data_erases
        ),
        (1, 1, 2, 0)
    );
    assert_eq!(
        (report.flash.programs.translation_gc, report.flash.erases.gc),
        (2, 1)
    );
    let moved = events[0]
        .iter()
        .filter(|e| matches!(e, Event::GtdSet { .. }))
        .count();
    assert_eq!(moved, 2, "two GTD entries change");
    assert_eq!(
        simulation(&session).view().pool().role(nand::Pbn(1)),
        Role::Free
    );
}

#[test]
fn e7_cleaning_a_data_block_updates_one_translation_page_once() {
    let scenario = r#"{ "format": 1, "device": { "blocks": 9, "pages_per_block": 4 }, "logical_pages": 16,
        "ftl": { "kind": "dftl", "cmt_entries": 4, "entries_per_translation_page": 8, "gc_policy": "greedy",
                 "lazy_copy": false },
        "initial": { "blocks": [["x0","1","x2","3"], ["t0","t1","xt0","xt1"], ["4","5","6","7"], ["8","9","10","11"],
                                ["12","13","14","15"], ["0","2"], ["xt0"]],
                     "cmt": [[1, 1, "clean"]] },
        "workload": { "kind": "ops", "ops": "r3" } }"#;
    let (report, events, session) = run(scenario);
    assert_eq!(
        (
            report.gc.copied,
            report.gc.data_erases,
            report.gc.translation_updated
        ),
        (2, 1, 1)
    );
    assert_eq!(
        (
            report.flash.reads.translation_gc,
            report.flash.programs.translation_gc
        ),
        (1, 1)
    );
    assert_eq!(
        events[0]
            .iter()
            .filter(|e| matches!(e, Event::GtdSet { .. }))
            .count(),
        1,
        "the GTD changes once"
    );
    let cmt = simulation(&session)
        .view()
        .tables()
        .cmt
        .clone()
        .expect("DFTL has a CMT");
    let followed = cmt
        .iter()
        .find(|(e, _)| e.lpn.0 == 1)
        .expect("still cached")
        .0;
    assert_eq!(
        (followed.ppn.map(|p| p.0), followed.dirty),
        (Some(22), false),
        "the CMT entry follows, still clean"
    );
}

/// The first victim that greedy GC names, with its invalid pages: what `initial` alone shows.
fn greedy_victim(blocks: &str, logical_pages: u32) -> u32 {
    let scenario = format!(
        r#"{{ "format": 1, "device": {{ "blocks": 6, "pages_per_block": 4 }}, "logical_pages": {logical_pages},
            "ftl": {{ "kind": "page" }}, "initial": {{ "blocks": {blocks} }}, "workload": {{ "kind": "ops", "ops": "" }} }}"#
    );
    let session = open(&scenario).expect("a scenario that only shows a state");
    let chip = simulation(&session).device().chip();
    let candidates = simulation(&session).device().ftl().victim_candidates(chip);
    assert_eq!(
        simulation(&session).report().flash.erases.total,
        0,
        "nothing need be cleaned"
    );
    4 - candidates.first().expect("closed blocks").valid
}

#[test]
fn e10_reserving_more_of_the_logical_space_leaves_more_to_gain() {
    let narrow = r#"[["x0","x4","8","12"],["x1","x5","9","13"],["x2","x6","10","14"],["x3","x7","11","15"],
        ["0","2","4","6"],["1","3","5","7"]]"#;
    assert_eq!(
        greedy_victim(narrow, 16),
        2,
        "50 % of the victim's pages are invalid"
    );
    let wide = r#"[["x0","5","10","15"],["x1","6","11","16"],["x2","7","12","17"],["x3","8","13","18"],
        ["4","9","14","19"],["0","1","2","3"]]"#;
    assert_eq!(greedy_victim(wide, 20), 1, "25 %");
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
