//! The fewest blocks of replacement and block, and of BAST, FAST and LAST (SPEC 10, law 3), found by trying everything.
//!
//! From an empty device every write and every trim of every logical page is tried, from every state that this leads to,
//! until there are no new states. States that differ only in which block is which, in versions and in erase counts go on
//! alike: a state is, per LBN, the pages of its chain or data block; the order in which LBNs were last written, or pages
//! (LAST); and the log blocks in the order in which they go, with their pages.
//!
//! Found: block D + 1, replacement D + `gc_threshold`, as SPEC has it; with one block less there is a workload that finds
//! no free block. Of P, D and thresholds tried every pair, so nothing in these rules hangs on a particular shape.
//!
//! D + M + 1 of BAST, FAST and LAST is enough everywhere. One block less is not enough wherever all log blocks can be
//! in use when a merge takes its block. Where they cannot, on devices of a page or two, a block or two are never
//! used: the tests below name each case.

use std::collections::{HashSet, VecDeque};

use ftl::{Halt, HostOp, Scheme, Silent};
use nand::{NONE, Page, Pbn};
use sim::device::{Device, ServeError};
use sim::scenario::{self, Setup};
use sim::workload::Request;

/// Per LBN the page states of its chain; LBNs, or pages, by their last write; and the log blocks.
type State = (Vec<Vec<u8>>, Vec<u32>, Vec<Vec<u32>>);

/// A scheme on a device of any size, too small ones too.
fn setup(ftl: &str, blocks: u32, pages_per_block: u32, logical_pages: u32) -> Setup {
    let hybrid = ftl.contains("log_blocks");
    let order = if hybrid { "ascending" } else { "any" };
    let text = format!(
        r#"{{"format":1,"device":{{"blocks":99,"pages_per_block":{pages_per_block},"program_order":"{order}"}},
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
    let logs = tables.log_blocks.iter().flatten().map(|&(pbn, owner)| {
        let pages = chip.geometry().pages_of(pbn).map(|p| {
            let lpn = || chip.oob(p).map_or(NONE, |oob| oob.logical);
            match chip.page(p) {
                Page::Free => NONE,
                // FAST without `skip_stale` merges the LBNs of invalid pages too.
                Page::Invalid => NONE - 1 - lpn() / chip.geometry().pages_per_block,
                Page::Valid => lpn(),
            }
        });
        let owner = owner.map_or(NONE, |lbn| lbn.0);
        [device.pool().role(pbn) as u32, owner]
            .into_iter()
            .chain(pages)
            .collect()
    });
    let recent = match &tables.recency {
        Some(pages) => pages.iter().map(|lpn| lpn.0).collect(),
        None if tables.log_blocks.is_some() => Vec::new(),
        None => written.to_vec(),
    };
    (chains.collect(), recent, logs.collect())
}

/// The most pages of a request that is tried: LAST tells sequences by their size.
fn longest(setup: &Setup) -> u32 {
    match setup.scheme {
        Scheme::Last(_) => 2,
        _ => 1,
    }
}

/// Tries everything. Returns how many states there are; `None` as soon as a free block is missing.
fn states(setup: &Setup) -> Option<usize> {
    let first = Device::new(setup).expect("no explicit initial state");
    let mut seen = HashSet::from([state(&first, &[])]);
    let mut ahead = VecDeque::from([(first, Vec::new())]);
    while let Some((device, written)) = ahead.pop_front() {
        for (lpn, pages) in
            (0..setup.logical_pages).flat_map(|l| (1..=longest(setup)).map(move |p| (l, p)))
        {
            if lpn + pages > setup.logical_pages {
                continue;
            }
            for op in [HostOp::Write, HostOp::Trim] {
                if op == HostOp::Trim && pages > 1 {
                    continue;
                }
                let (mut device, mut written): (Device, Vec<u32>) =
                    (device.clone(), written.clone());
                let request = Request {
                    time_ns: None,
                    op,
                    lpn,
                    pages,
                    ends: sim::workload::Ends::WHOLE,
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
        let setup = setup(ftl, 99, pages_per_block, logical_pages);
        let ruled = setup.scheme.minimum_blocks(setup.shape());
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

/// The fewest blocks of a log-block scheme beside D + M + 1, of every small shape.
pub fn beside_the_rule(ftl: &str, check: impl Fn(u32, u32, u32, u32)) {
    let few = [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3)];
    let more = [(1, 3), (2, 4), (3, 3)];
    let deep = std::env::var_os("DEEP").is_some();
    for (pages_per_block, logical_pages) in few.into_iter().chain(more.into_iter().filter(|_| deep))
    {
        let fewest = fewest(ftl, pages_per_block, logical_pages);
        let setup = setup(ftl, 99, pages_per_block, logical_pages);
        let ruled = setup.scheme.minimum_blocks(setup.shape());
        assert!(u64::from(fewest) <= ruled, "{ftl}");
        let logical_blocks = logical_pages.div_ceil(pages_per_block);
        check(pages_per_block, logical_pages, logical_blocks, fewest);
    }
}

/// BAST has one log block a logical block at most.
#[test]
fn bast_needs_a_block_for_each_log_block_that_can_be_in_use_and_one_to_merge_into() {
    for m in 1..4 {
        let ftl = format!(r#"{{"kind":"bast","log_blocks":{m}}}"#);
        beside_the_rule(&ftl, |p, n, logical_blocks, fewest| {
            assert_eq!(
                fewest,
                logical_blocks + m.min(logical_blocks) + 1,
                "M {m}, {n} logical pages in blocks of {p}"
            );
        });
    }
}

/// Where every page has offset 0, RW log blocks are never used.
#[test]
fn fast_needs_all_its_log_blocks_and_one_to_merge_into() {
    for (m, skip) in [(2, true), (2, false), (3, true)] {
        let ftl = format!(r#"{{"kind":"fast","log_blocks":{m},"skip_stale":{skip}}}"#);
        beside_the_rule(&ftl, |p, n, logical_blocks, fewest| {
            let used = if p > 1 && n > 1 { m } else { 1 };
            assert_eq!(
                fewest,
                logical_blocks + used + 1,
                "M {m}, {n} logical pages in blocks of {p}"
            );
        });
    }
}

/// One sequential log block and three random ones; requests of one and two pages of 4 KiB. All four come into use where there
/// are more logical pages than one, and, of two in one block, where a hot page is beside a cold one.
#[test]
fn last_needs_all_its_log_blocks_and_one_to_merge_into() {
    let all = |p: u32, n: u32| n > 1 && (p, n) != (2, 2);
    for (k, threshold, single, pair) in [(0, 4097, 4, 5), (1, 4097, 4, 6), (2, 1, 5, 5)] {
        let ftl = format!(
            r#"{{"kind":"last","log_blocks":4,"seq_log_blocks":1,"k":{k},"seq_threshold":{threshold}}}"#
        );
        let deep = std::env::var_os("DEEP").is_some();
        let larger = [(2, 3)].into_iter().filter(|_| deep && k == 0);
        for (p, n) in [(1u32, 1u32), (1, 2), (2, 1), (2, 2)]
            .into_iter()
            .chain(larger)
        {
            let expected = match (p, n) {
                _ if all(p, n) => n.div_ceil(p) + 4 + 1,
                (2, 2) => pair,
                _ => single,
            };
            assert_eq!(
                fewest(&ftl, p, n),
                expected,
                "k {k}, from {threshold} bytes, {n} logical pages in blocks of {p}"
            );
        }
    }
}
