//! The fewest blocks of replacement and block (SPEC 10, law 3), found by trying everything.
//!
//! From an empty device every write and every trim of every logical page is tried, from every state that this leads to,
//! until there are no new states. States that differ only in which block is which, in versions and in erase counts go on
//! alike: a state is, per LBN, the pages of its chain, and the order in which LBNs were last written.
//!
//! Found: block D + 1, replacement D + `gc_threshold`, as SPEC has it; with one block less there is a workload that finds
//! no free block. Of P, D and thresholds tried every pair, so nothing in these rules hangs on a particular shape.

use std::collections::{HashSet, VecDeque};

use ftl::{Halt, HostOp, Silent};
use nand::{NONE, Pbn};
use sim::device::{Device, ServeError};
use sim::scenario::{self, Setup};
use sim::workload::Request;

/// Per LBN the page states of its chain, and LBNs by their last write.
type State = (Vec<Vec<u8>>, Vec<u32>);

/// A scheme on a device of any size, too small ones too.
fn setup(ftl: &str, blocks: u32, pages_per_block: u32, logical_pages: u32) -> Setup {
    let text = format!(
        r#"{{"format":1,"device":{{"blocks":99,"pages_per_block":{pages_per_block},"program_order":"any"}},
            "logical_pages":{logical_pages},"ftl":{ftl},"workload":{{"kind":"ops","ops":""}}}}"#
    );
    let mut setup = scenario::parse(&text).unwrap_or_else(|f| panic!("{}", f.message));
    setup.geometry.blocks = blocks;
    setup
}

fn state(device: &Device, written: &[u32]) -> State {
    let tables = device.ftl().tables();
    let map = tables.block_map.expect("by block");
    let chip = device.chip();
    let chains = map.iter().map(|&first| {
        let mut pages = Vec::new();
        let mut pbn = first;
        while pbn != NONE {
            pages.extend(
                chip.geometry()
                    .pages_of(Pbn(pbn))
                    .map(|p| chip.page(p) as u8),
            );
            pbn = tables
                .chain
                .as_ref()
                .map_or(NONE, |next| next[pbn as usize]);
        }
        pages
    });
    (chains.collect(), written.to_vec())
}

/// Tries everything. Returns how many states there are; `None` as soon as a free block is missing.
fn states(setup: &Setup) -> Option<usize> {
    let first = Device::new(setup).expect("no explicit initial state");
    let mut seen = HashSet::from([state(&first, &[])]);
    let mut ahead = VecDeque::from([(first, Vec::new())]);
    while let Some((device, written)) = ahead.pop_front() {
        for lpn in 0..setup.logical_pages {
            for op in [HostOp::Write, HostOp::Trim] {
                let (mut device, mut written): (Device, Vec<u32>) =
                    (device.clone(), written.clone());
                let request = Request {
                    time_ns: None,
                    op,
                    lpn,
                    pages: 1,
                    hot: false,
                };
                match device.serve(&request, &mut Silent) {
                    Ok(_) => {}
                    Err(ServeError::Halted(Halt::NoFreeBlock)) => return None,
                    Err(error) => panic!("{error:?}"),
                }
                device.check().expect("laws 1 and 2");
                if op == HostOp::Write {
                    let lbn = lpn / setup.geometry.pages_per_block;
                    written.retain(|&l| l != lbn);
                    written.push(lbn);
                }
                if seen.insert(state(&device, &written)) {
                    ahead.push_back((device, written));
                }
            }
        }
    }
    Some(seen.len())
}

/// The fewest blocks on which nothing can go wrong, by trying devices from one block on.
fn fewest(ftl: &str, pages_per_block: u32, logical_pages: u32) -> u32 {
    (1..20)
        .find(|&blocks| states(&setup(ftl, blocks, pages_per_block, logical_pages)).is_some())
        .expect("some device is large enough")
}

/// Shapes: pages in a block, logical pages.
fn shapes() -> Vec<(u32, u32)> {
    let few = vec![
        (1, 1),
        (1, 2),
        (1, 3),
        (2, 1),
        (2, 2),
        (2, 3),
        (2, 4),
        (3, 3),
        (3, 4),
    ];
    let more = [
        (1, 4),
        (1, 5),
        (2, 5),
        (2, 6),
        (3, 5),
        (3, 6),
        (4, 4),
        (4, 5),
    ];
    let deep = std::env::var_os("DEEP").is_some();
    few.into_iter()
        .chain(more.into_iter().filter(|_| deep))
        .collect()
}

fn same_as_the_rule(ftl: &str) {
    for (pages_per_block, logical_pages) in shapes() {
        let ruled = setup(ftl, 99, pages_per_block, logical_pages)
            .scheme
            .minimum_blocks(logical_pages, pages_per_block);
        assert_eq!(
            u64::from(fewest(ftl, pages_per_block, logical_pages)),
            ruled,
            "{ftl}, {logical_pages} logical pages in blocks of {pages_per_block}"
        );
    }
}

#[test]
fn block_needs_one_block_to_spare() {
    same_as_the_rule(r#"{"kind":"block"}"#);
}

#[test]
fn replacement_needs_as_many_as_it_keeps_free() {
    for threshold in 1..4 {
        same_as_the_rule(&format!(
            r#"{{"kind":"replacement","gc_threshold":{threshold}}}"#
        ));
    }
}

#[test]
fn one_block_less_is_refused_with_the_figure() {
    for (ftl, needed) in [
        (r#"{"kind":"block"}"#, 4),
        (r#"{"kind":"replacement"}"#, 4),
        (r#"{"kind":"replacement","gc_threshold":3}"#, 6),
    ] {
        let text = |blocks: u32| {
            format!(
                r#"{{"format":1,"device":{{"blocks":{blocks},"pages_per_block":4,"program_order":"any"}},
                    "logical_pages":10,"ftl":{ftl},"workload":{{"kind":"ops","ops":"w0"}}}}"#
            )
        };
        assert!(scenario::parse(&text(needed)).is_ok(), "{ftl}");
        let refused = scenario::parse(&text(needed - 1)).expect_err("too small");
        assert_eq!(refused.field.as_deref(), Some("device.blocks"));
        assert!(
            refused.message.contains(&format!("needs {needed} blocks")),
            "{}",
            refused.message
        );
        assert_eq!(refused.remedy.contains("gc_threshold"), needed == 6);
    }
}
