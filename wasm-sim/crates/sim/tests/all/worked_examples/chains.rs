//! Chains of blocks: replacement blocks, and block mapping.

use ftl::Event;
use nand::{Lbn, Pbn};
use sim::session::Session;

use super::{bast, copies_and_erases, merges, open, pages, run, simulation};

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
