//! The content of a frame of a large device: the visible pages, and columns for the rest.

use crate::schemes::EXAMPLES;
use ftl::Grain;
use nand::{NONE, Page, Pbn, Ppn};
use sim::protocol::OperationKind::{Erase, Program, Read};
use sim::protocol::{Command, Frame, HEAT_WORDS, Position, Reply, Target};
use sim::report::Report;
use sim::session::Session;

fn open(ftl: &str) -> Session {
    let in_place = [r#""block""#, r#""replacement""#]
        .iter()
        .any(|kind| ftl.contains(kind));
    let order = if in_place { "any" } else { "ascending" };
    let text = format!(
        r#"{{"format":1,"seed":5,"device":{{"blocks":40,"pages_per_block":5,"program_order":"{order}"}},"logical_pages":100,"ftl":{ftl},
            "precondition":[{{"kind":"sequential"}}],"workload":{{"kind":"uniform","requests":400,"read_fraction":0.2}}}}"#
    );
    let mut session = Session::new();
    for command in [
        Command::Open {
            slot: 0,
            scenario: text,
        },
        Command::run(
            0,
            Target::Position {
                position: Position::before(300),
            },
        ),
    ] {
        let mut reply = session.command(command).expect("legal");
        while matches!(reply, Reply::Progress { done: false, .. }) {
            reply = session.slice(1000).expect("runs");
        }
    }
    session
}

fn frame(session: &mut Session, blocks: (u32, u32), ppn: Option<u32>, lpn: Option<u32>) -> Frame {
    let reply = session.command(Command::Frame {
        slot: 0,
        from_block: blocks.0,
        to_block: blocks.1,
        from_lpn: 10,
        lpns: 7,
        ppn,
        lpn,
    });
    match reply {
        Ok(Reply::Frame { frame }) => *frame,
        other => panic!("no frame: {other:?}"),
    }
}

#[test]
fn the_heat_columns_say_of_every_block_and_page_what_the_chip_says() {
    for &ftl in EXAMPLES {
        let mut session = open(ftl);
        let heat = session.heat(0).to_vec();
        let view = session.simulation(0).expect("open").view();
        let (chip, pool) = (view.chip(), view.pool());
        let tables = view.tables();
        let of_superblocks = tables
            .superblocks
            .iter()
            .flat_map(ftl::SuperblockTables::frontiers);
        let open: Vec<_> = of_superblocks.chain(tables.frontiers.clone()).collect();
        let mut frontiers = 0;
        for b in 0..40 {
            let pbn = Pbn(b);
            let pages = (b * 5..b * 5 + 5).map(Ppn);
            let latest = pages.filter_map(|p| chip.oob(p)).map(|o| o.seq).max();
            let frontier = open.iter().find(|f| f.1 == pbn);
            frontiers += u32::from(frontier.is_some());
            assert_eq!(
                heat[b as usize * HEAT_WORDS..][..HEAT_WORDS],
                [
                    chip.valid_pages(pbn),
                    chip.erase_count(pbn),
                    latest.map_or(NONE, |seq| (chip.last_seq() - seq) as u32),
                    pool.owner(pbn).map_or(NONE, |l| l.0),
                    pool.role(pbn) as u32 | frontier.map_or(0, |f| f.0 as u32 + 1) << 8,
                ],
                "block {b} under {ftl}"
            );
        }
        let paged = ["page", "superblock", "dftl"].map(|kind| format!(r#"{{"kind":"{kind}""#));
        let has_frontiers = paged.iter().any(|kind| ftl.starts_with(kind));
        assert_eq!(frontiers > 0, has_frontiers, "{ftl}");
        let states: Vec<u8> = heat[40 * HEAT_WORDS..]
            .iter()
            .flat_map(|w| w.to_le_bytes())
            .collect();
        assert_eq!(states, chip.states());
        // Block mapping erases a block as soon as it is copied.
        let invalid = chip.states().contains(&(Page::Invalid as u8));
        assert_eq!(invalid, !ftl.contains("block\"}"), "{ftl}");
    }
}

#[test]
fn the_last_word_of_the_heat_columns_is_filled_up() {
    let mut session = Session::new();
    let text = r#"{"format":1,"device":{"blocks":9,"pages_per_block":3},"logical_pages":6,"ftl":{"kind":"page"},
        "workload":{"kind":"ops","ops":"w0"}}"#;
    let mut reply = session.command(Command::Open {
        slot: 0,
        scenario: text.into(),
    });
    while matches!(reply, Ok(Reply::Progress { done: false, .. })) {
        reply = session.slice(1000);
    }
    reply.expect("opens");
    assert_eq!(session.heat(0).len(), 9 * HEAT_WORDS + 7);
    assert!(session.heat(1).is_empty());
}

#[test]
fn tables_and_blocks_are_those_of_the_window() {
    for &ftl in EXAMPLES {
        let mut session = open(ftl);
        let all = frame(&mut session, (0, u32::MAX), None, None);
        assert_eq!((all.blocks.len(), all.others.len()), (40, 0));
        let part = frame(&mut session, (3, 6), None, None);
        assert_eq!(part.blocks, all.blocks[3..6]);
        assert!(!part.others.is_empty());
        for block in &part.others {
            assert_eq!(*block, all.blocks[block.pbn as usize]);
            assert!(!(3..6).contains(&block.pbn));
        }
        let tables = part.tables;
        // DFTL has a CMT in place of a page map, block mapping and replacement blocks map blocks alone.
        let has = |kinds: &[&str]| {
            let named = |kind| ftl.starts_with(&format!(r#"{{"kind":"{kind}""#));
            kinds.iter().any(named)
        };
        let by_page = !has(&["dftl", "block", "replacement"]);
        assert_eq!(tables.page_map.map(|m| m.len()), by_page.then_some(7));
        assert_eq!(tables.from_lbn, 2);
        let by_block = !has(&["page", "superblock", "dftl"]);
        assert_eq!(tables.block_map.map(|m| m.len()), by_block.then_some(7));
        assert_eq!(tables.cmt.is_some(), has(&["dftl"]));
        if let Some(cmt) = tables.cmt {
            assert_eq!(tables.cmt_used, 40);
            assert!(cmt.len() <= 14, "seven of each segment");
            assert_eq!(tables.translation_pages, 7);
            assert_eq!(tables.gtd.expect("DFTL has one").len(), 7);
        }
        assert!(part.state_hash.is_some());
    }
}

#[test]
fn a_page_asked_for_comes_with_its_copies() {
    for &ftl in EXAMPLES {
        let mut session = open(ftl);
        let copies = frame(&mut session, (0, 0), None, Some(17)).pages;
        let valid: Vec<_> = copies.iter().filter(|p| p.valid).collect();
        assert_eq!(valid.len(), 1, "{ftl}");
        assert!(copies.iter().all(|p| p.logical == Some(17)));
        assert!(copies.iter().all(|p| p.version <= valid[0].version));
        let again = frame(&mut session, (0, 0), Some(valid[0].ppn), None);
        assert_eq!(again.pages, copies);
        let block = valid[0].ppn / 5;
        assert!(again.others.iter().any(|b| b.pbn == block));
        let view = session.simulation(0).expect("open").view();
        let free = view
            .chip()
            .states()
            .iter()
            .position(|&s| s == 0)
            .expect("some page is free");
        let pages = frame(&mut session, (0, 0), Some(free as u32), None).pages;
        assert_eq!((pages.len(), pages[0].logical), (1, None));
        assert!(
            frame(&mut session, (0, 0), Some(10_000), None)
                .pages
                .is_empty()
        );
    }
}

#[test]
fn the_cost_of_a_page_is_what_its_operations_take_and_ratios_wait_for_its_end() {
    for &ftl in EXAMPLES {
        let mut session = open(ftl);
        let step = |session: &mut Session, grain: Grain| {
            let target = Target::Step { grain, back: false };
            let mut reply = session.command(Command::run(0, target));
            while matches!(reply, Ok(Reply::Progress { done: false, .. })) {
                reply = session.slice(1000);
            }
            reply.expect("runs");
            frame(session, (0, 40), None, None)
        };
        let mut at = frame(&mut session, (0, 40), None, None);
        let (mut costly, mut waited) = (0, 0);
        while at.position.request < 340 {
            let before = at.report.clone();
            let request = at.position.request;
            loop {
                at = step(&mut session, Grain::Operation);
                let cost = at.cost.as_ref().expect("in a request");
                let over = at.position.request > request;
                let done = &cost.operations[..cost.done as usize];
                assert_eq!(cost.done_ns, done.iter().map(|o| o.ns).sum::<u64>());
                let programs = at.report.flash.programs.total - before.flash.programs.total;
                let erases = at.report.flash.erases.total - before.flash.erases.total;
                let reads = at.report.flash.reads.total - before.flash.reads.total
                    + at.report.map_reads
                    - before.map_reads
                    + at.report.chain_reads
                    - before.chain_reads;
                let of = |kind| done.iter().filter(|o| o.op == kind).count() as u64;
                assert_eq!(
                    (of(Read), of(Program), of(Erase)),
                    (reads, programs, erases)
                );
                if over {
                    // Requests of one page: their service time is that of the page.
                    let all = |of: &Report, n: u32| of.service_us.mean * f64::from(n);
                    let spent = all(&at.report, request + 1) - all(&before, request);
                    assert!((cost.total_ns as f64 / 1000.0 - spent).abs() < 1.0, "{ftl}");
                    assert_eq!(cost.wa_after, at.report.write_amplification, "{ftl}");
                    assert_eq!(cost.done, cost.count);
                    assert!(at.finished.is_none());
                    costly += u32::from(cost.total_ns > cost.plain_ns);
                    break;
                }
                let finished = at.finished.as_ref().expect("in the page");
                assert_eq!(finished.write_amplification, before.write_amplification);
                assert_eq!(finished.programs, before.flash.programs);
                assert_eq!(finished.cmt, before.cmt);
                waited += 1;
            }
        }
        assert!(costly > 0 && waited > 0, "{ftl}");
    }
}
