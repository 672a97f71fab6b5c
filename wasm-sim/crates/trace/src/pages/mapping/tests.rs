use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::{Address, Displaced, Op, Record, parse_ops};

const ALL: [Mapping; 4] = [
    Mapping::Compact,
    Mapping::Wrap,
    Mapping::Scale,
    Mapping::Drop,
];

/// Far apart and close by: of ten pages, pages 1, 11 and 21 are one, and pages 4 and 104.
const SPARSE: &str = "w1 w11 w3 r21 w4+3 w104";

fn trace(ops: &str) -> Trace {
    Trace::from_records(&parse_ops(ops).unwrap()).unwrap()
}

fn span(trace: &Trace, logical_pages: u32) -> Span {
    Span {
        page_bytes: 4096,
        requests: trace.len() as u32,
        logical_pages,
    }
}

fn mapper(mapping: Mapping, trace: &Trace, logical_pages: u32) -> Mapper {
    Mapper::new(mapping, trace, span(trace, logical_pages)).unwrap()
}

/// Where each request of a trace falls, and how many of its pages are left out.
fn mapped(mapping: Mapping, ops: &str, logical_pages: u32) -> Vec<(Vec<(u32, u32)>, u32)> {
    let trace = trace(ops);
    let mapper = mapper(mapping, &trace, logical_pages);
    let of = |request: crate::Request| {
        let runs = mapper.map(request.first_page, request.pages);
        let dropped = runs.dropped();
        (runs.map(|run| (run.lpn, run.pages)).collect(), dropped)
    };
    trace.requests(4096).map(of).collect()
}

fn displaced(mapping: Mapping, ops: &str, logical_pages: u32) -> (u64, u64, u64) {
    let trace = trace(ops);
    let mapper = mapper(mapping, &trace, logical_pages);
    let Displaced {
        accesses,
        aliased,
        dropped,
    } = trace.displaced(&mapper);
    (accesses, aliased, dropped)
}

#[test]
fn compact_numbers_the_touched_pages_in_the_order_of_their_addresses() {
    // 1, 3, 4, 5, 6, 11, 21, 104 become 0 to 7.
    let runs = |runs: &[(u32, u32)]| -> Vec<_> {
        let each = runs.iter().map(|&run| (vec![run], 0));
        each.collect()
    };
    let expected = runs(&[(0, 1), (5, 1), (1, 1), (6, 1), (2, 3), (7, 1)]);
    assert_eq!(mapped(Mapping::Compact, SPARSE, 8), expected);
    assert_eq!(mapped(Mapping::Compact, SPARSE, 104), expected);
    // All 105 addresses fit: nothing is changed.
    assert_eq!(
        mapped(Mapping::Compact, SPARSE, 105),
        runs(&[(1, 1), (11, 1), (3, 1), (21, 1), (4, 3), (104, 1)])
    );
}

#[test]
fn a_trace_that_touches_more_pages_than_the_device_has_is_not_compacted() {
    let sparse = trace(SPARSE);
    let compact = |logical_pages| {
        let mapper = Mapper::new(Mapping::Compact, &sparse, span(&sparse, logical_pages));
        mapper.map(|_| ()).map_err(|error| error.touched)
    };
    // Small devices before and after large ones: what was found for one is not taken for the other.
    for logical_pages in [7, 8, 3, 7, 50] {
        let expected = if logical_pages < 8 { Err(8) } else { Ok(()) };
        assert_eq!(compact(logical_pages), expected, "{logical_pages}");
    }
}

#[test]
fn only_the_requests_that_are_run_are_numbered() {
    let sparse = trace(SPARSE);
    let number = |requests| {
        let span = Span {
            requests,
            ..span(&sparse, 8)
        };
        let mapper = Mapper::new(Mapping::Compact, &sparse, span).unwrap();
        mapper.map(11, 1).next().unwrap().lpn
    };
    // Page 3 comes with the third request.
    assert_eq!((number(2), number(3), number(6)), (1, 2, 5));
}

#[test]
fn wrap_takes_each_page_modulo_the_device() {
    assert_eq!(
        mapped(Mapping::Wrap, "r999 w30+4 w32+16", 16),
        [
            (vec![(7, 1)], 0),
            (vec![(14, 2), (0, 2)], 0),
            (vec![(0, 16)], 0)
        ]
    );
    assert_eq!(
        mapped(Mapping::Wrap, "w3+10", 4),
        [(vec![(3, 1), (0, 4), (0, 4), (0, 1)], 0)]
    );
}

#[test]
fn scale_keeps_the_place_in_the_space_and_the_run() {
    assert_eq!(
        mapped(Mapping::Scale, "w500+3 w997+3", 10),
        [(vec![(5, 3)], 0), (vec![(9, 1), (0, 2)], 0)]
    );
    // The furthest page that a trace may name.
    let record = Record {
        time_ns: None,
        op: Op::Read,
        device: 0,
        address: Address::Byte(u64::MAX - 1),
        length: 1,
        temperature: 0,
    };
    let far = Trace::from_records(&[record]).unwrap();
    let span = Span {
        page_bytes: 1,
        requests: 1,
        logical_pages: u32::MAX,
    };
    let mapper = Mapper::new(Mapping::Scale, &far, span).unwrap();
    let page = far.request(0, 1).first_page;
    let runs: Vec<_> = mapper.map(page, 1).map(|run| run.lpn).collect();
    assert_eq!(runs, [u32::MAX - 1]);
}

#[test]
fn drop_leaves_out_what_lies_beyond() {
    assert_eq!(
        mapped(Mapping::Drop, "w14+4 w900+4", 16),
        [(vec![(14, 2)], 2), (vec![], 4)]
    );
}

#[test]
fn accesses_of_pages_that_are_one_are_counted() {
    // Pages 1, 11 and 21 are one, and pages 4 and 104: five of eight page accesses go there.
    assert_eq!(displaced(Mapping::Wrap, SPARSE, 10), (8, 5, 0));
    // Ten times as large, each page has its place: 104 is 4 again.
    assert_eq!(displaced(Mapping::Wrap, SPARSE, 100), (8, 2, 0));
    // Far addresses that nothing else falls on are not aliased.
    assert_eq!(displaced(Mapping::Wrap, "w1 w12 w23", 10), (3, 0, 0));
    // A page that is accessed twice is not two pages.
    assert_eq!(displaced(Mapping::Wrap, "w1 w1 r1 w92", 10), (4, 0, 0));
    // Ten pages for 105: 1, 3 and 4 to 0; 11 and 5 to 1; 21 and 6 to 2; 104 alone to 9.
    assert_eq!(displaced(Mapping::Scale, SPARSE, 10), (8, 7, 0));
    assert_eq!(displaced(Mapping::Drop, SPARSE, 10), (8, 0, 3));
    assert_eq!(displaced(Mapping::Compact, SPARSE, 10), (8, 0, 0));
    for mapping in ALL {
        assert_eq!(displaced(mapping, SPARSE, 105), (8, 0, 0));
    }
}

#[test]
fn accesses_are_counted_as_far_as_the_run_goes() {
    let sparse = trace(SPARSE);
    let displaced = |mapping, requests| {
        let span = Span {
            requests,
            ..span(&sparse, 10)
        };
        let mapper = Mapper::new(mapping, &sparse, span).unwrap();
        let found = sparse.displaced(&mapper);
        (found.accesses, found.aliased, found.dropped)
    };
    assert_eq!(displaced(Mapping::Wrap, 2), (2, 2, 0));
    assert_eq!(displaced(Mapping::Wrap, 3), (3, 2, 0));
    // The first requests are those of the trace, under every mapping: one that is left out counts.
    assert_eq!(displaced(Mapping::Drop, 2), (2, 0, 1));
    assert_eq!(displaced(Mapping::Drop, 3), (3, 0, 1));
    assert_eq!(displaced(Mapping::Drop, 4), (4, 0, 2));
}

/// A trace of these trims, writes and reads: where each starts, and how many bytes it has.
fn in_bytes(requests: &[(Op, u64, u64)]) -> Trace {
    let record = |&(op, offset, length): &(Op, u64, u64)| Record {
        time_ns: None,
        op,
        device: 0,
        address: Address::Byte(offset),
        length,
        temperature: 0,
    };
    Trace::from_records(&requests.iter().map(record).collect::<Vec<_>>()).unwrap()
}

/// The pages of each request that a device takes, the pages that it keeps, and whether it ends with the device.
fn placed(trace: &Trace, mapping: Mapping, logical_pages: u32) -> Vec<(u32, u32, u32, bool)> {
    let mapper = mapper(mapping, trace, logical_pages);
    let taken = trace.requests(4096).filter(|request| mapper.takes(request));
    let of = |placed: Placed| {
        (
            placed.lpn,
            placed.pages,
            placed.ends.kept_pages(),
            placed.ends.at_end,
        )
    };
    taken.map(|request| of(mapper.place(&request))).collect()
}

#[test]
fn the_last_page_of_the_device_counts_as_whole_at_its_end() {
    // The address space ends 808 bytes into page 2.
    let trace = in_bytes(&[
        (Op::Write, 0, 9000),
        (Op::Trim, 4096, 4904),
        (Op::Trim, 8192, 800),
    ]);
    assert_eq!(
        placed(&trace, Mapping::Compact, 3)[1..],
        [(1, 2, 0, true), (2, 0, 1, false)]
    );
    // A device that goes on behind it keeps the page.
    assert_eq!(placed(&trace, Mapping::Compact, 4)[1], (1, 1, 1, false));
    // So does one that ends before it.
    let at_two = placed(&trace, Mapping::Wrap, 2);
    assert_eq!(at_two[1..], [(1, 1, 1, false), (0, 0, 1, false)]);
}

#[test]
fn a_trim_that_covers_no_page_whole_takes_no_place_on_the_device() {
    let trims = [
        (Op::Write, 40_960, 4096),
        (Op::Trim, 100, 10),
        (Op::Trim, 81_920, 512),
        (Op::Trim, 200_000, 4000),
        (Op::Read, 81_920, 4096),
    ];
    let trace = in_bytes(&trims);
    // Pages 10 and 20 are touched.
    assert_eq!(
        placed(&trace, Mapping::Compact, 2),
        [
            (0, 1, 0, false),
            (0, 0, 1, false),
            (1, 0, 1, false),
            (1, 0, 2, false),
            (1, 1, 0, false)
        ]
    );
    assert_eq!(
        trace.displaced(&mapper(Mapping::Wrap, &trace, 5)).accesses,
        2
    );
    // Pages from 15 on are left out, also those that a trim would only touch.
    let dropped = placed(&trace, Mapping::Drop, 15);
    assert_eq!(dropped, [(10, 1, 0, false), (0, 0, 1, false)]);
    assert_eq!(trace.requests_below(15, 4096, u32::MAX), 2);
}

#[test]
fn what_lies_beyond_the_device_is_not_kept_on_it() {
    // Both go from page 13 to page 16.
    let trace = in_bytes(&[(Op::Trim, 57_000, 9000), (Op::Write, 57_000, 9000)]);
    let mapper = |n| mapper(Mapping::Drop, &trace, n);
    let place = |n, i| mapper(n).place(&trace.request(i, 4096));
    for (n, trimmed, kept, written, head) in [(15, 1, 1, 2, 3752), (16, 2, 1, 3, 3752)] {
        let (trim, write) = (place(n, 0), place(n, 1));
        assert_eq!((trim.pages, trim.ends.kept_pages()), (trimmed, kept));
        assert_eq!((write.pages, write.ends.head), (written, head));
        assert_eq!(write.ends.tail, 0);
    }
}

/// Requests as text, close together or far apart.
fn requests() -> impl Strategy<Value = Vec<(u32, u32)>> {
    let far = prop_oneof![Just(0u32), Just(1000), Just(1 << 20), Just(3 << 28)];
    prop::collection::vec(((far, 0u32..40), 1u32..12), 1..40).prop_map(|all| {
        let one = |((far, near), pages)| (far + near, pages);
        all.into_iter().map(one).collect()
    })
}

proptest! {
    #[test]
    fn a_trace_that_fits_is_not_changed(requests in prop::collection::vec((0u32..1000, 1u32..1000), 1..9), free in 0u32..1000) {
        let ops: Vec<String> = requests.iter().map(|(first, pages)| format!("w{first}+{pages}")).collect();
        let logical = requests.iter().map(|(first, pages)| first + pages).max().unwrap() + free;
        let expected: Vec<_> = requests.iter().map(|&run| (vec![run], 0)).collect();
        for mapping in ALL {
            prop_assert_eq!(mapped(mapping, &ops.join(" "), logical), &expected[..]);
        }
    }

    #[test]
    fn each_rule_is_its_definition_page_by_page(requests in requests(), logical in 50u32..600) {
        let ops: Vec<String> = requests.iter().map(|(first, pages)| format!("w{first}+{pages}")).collect();
        let trace = trace(&ops.join(" "));
        let (n, end) = (u64::from(logical), trace.pages_needed(4096));
        let touched: BTreeSet<u64> = requests
            .iter()
            .flat_map(|&(first, pages)| u64::from(first)..u64::from(first + pages))
            .collect();
        let fits = end <= n;
        for mapping in ALL {
            let made = Mapper::new(mapping, &trace, span(&trace, logical));
            if !fits && mapping == Mapping::Compact && touched.len() > logical as usize {
                prop_assert_eq!(made.unwrap_err().touched, touched.len() as u64);
                continue;
            }
            let mapper = made.unwrap();
            prop_assert_eq!(mapper.acts(), !fits);
            let (mut accesses, mut dropped) = (Vec::new(), 0);
            for request in trace.requests(4096) {
                let first = request.first_page;
                for i in 0..u64::from(request.pages) {
                    let page = first + i;
                    let to = match mapping {
                        _ if fits => Some(page),
                        Mapping::Compact => Some(touched.range(..page).count() as u64),
                        Mapping::Wrap => Some(page % n),
                        Mapping::Scale => Some((first * n / end + i) % n),
                        Mapping::Drop => (page < n).then_some(page),
                    };
                    match to {
                        Some(lpn) => accesses.push((page, lpn as u32)),
                        None => dropped += 1,
                    }
                }
            }
            let found: Vec<u32> = trace
                .requests(4096)
                .flat_map(|request| mapper.map(request.first_page, request.pages))
                .flat_map(|run| run.lpn..run.lpn + run.pages)
                .collect();
            prop_assert_eq!(&found, &accesses.iter().map(|access| access.1).collect::<Vec<_>>());
            let mut pages_of: BTreeMap<u32, BTreeSet<u64>> = BTreeMap::new();
            for &(page, lpn) in &accesses {
                pages_of.entry(lpn).or_default().insert(page);
            }
            let expected = Displaced {
                accesses: accesses.len() as u64 + dropped,
                aliased: accesses.iter().filter(|(_, lpn)| pages_of[lpn].len() > 1).count() as u64,
                dropped,
            };
            prop_assert_eq!(trace.displaced(&mapper), expected);
        }
    }
}
