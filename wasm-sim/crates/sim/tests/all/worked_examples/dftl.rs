//! DFTL: misses, translation pages and GC.

use ftl::{Event, Role};

use super::{run, simulation};

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
