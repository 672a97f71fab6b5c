//! A policy is asked for every choice that it may take, and each candidate that it is offered may be taken (SPEC 13.1, 13.2). The
//! scenarios and policies are in `testdata`.

use policy::load;
use proptest::prelude::*;
use proptest::test_runner::Config;
use sim::policy::{FUNCTIONS, Run};
use sim::preparation::Preparation;
use sim::view::View;
use sim::workload::Source;
use sim::{device::Device, scenario};

/// A run by a policy, at its end.
fn run(text: &str, code: &str) -> Run {
    let mut run = Run::open(text, load(code.as_bytes()).expect("loads"))
        .unwrap_or_else(|f| panic!("{}\n{text}", f.message));
    let done = run.slice(u32::MAX);
    assert!(done.unwrap_or_else(|f| panic!("{}\n{text}", f.message)));
    run
}

/// The same scenario without a policy, or with the choices of one.
fn alone(text: &str) -> Device {
    let setup = scenario::parse(text).expect("sound");
    let mut device = Device::new(&setup).expect("no initial state");
    let mut preparation = Preparation::new(&setup);
    while let Some(request) = preparation.next(&device) {
        device.prepare(&request).expect("the precondition runs");
    }
    device.start_counting();
    let source = Source::workload(&setup, &|_| None).expect("no trace");
    for (at, request) in (0..).zip(source) {
        device.intervene(&setup, at);
        device.record(&request, &mut Vec::new()).expect("runs");
    }
    device
}

fn same(run: &Run, device: &Device) -> bool {
    run.device().counters() == device.counters()
        && View::of(run.device()).hash() == View::of(device).hash()
}

/// Evictions that were asked.
fn evictions_asked(run: &Run) -> u64 {
    let place = FUNCTIONS.iter().position(|&(_, name)| name == "eviction");
    run.outcome().asked[place.expect("a function")]
}

const FIFO: &str = include_str!("../testdata/policy-candidate.js");
const LRU: &str = include_str!("../testdata/policy-prefetch.js");

/// Block 3 was closed longest ago and has something to gain, but its copies and the translation pages that change with them take more
/// free blocks than there are.
#[test]
fn a_victim_that_does_not_fit_the_free_blocks_is_no_candidate() {
    let run = run(include_str!("../testdata/policy-candidate.json"), FIFO);
    assert_eq!(run.position(), (25, 25));
    assert!(same(&run, &alone(&run.scenario())));
}

/// `w6 r10 w5`, two entries: the miss of 5 evicts 6, and its prefetch of mapping 6 evicts 10.
#[test]
fn an_eviction_by_prefetch_is_asked_as_any_other() {
    let text = include_str!("../testdata/policy-prefetch.json");
    let run = run(text, LRU);
    assert_eq!(evictions_asked(&run), 2);
    assert_eq!(run.device().counters().cmt.prefetched, 1);
    assert!(same(&run, &alone(text)));
}

/// A small DFTL device, from the least one on.
fn sample(prefetch: std::ops::Range<u32>) -> impl Strategy<Value = String> {
    let shape = (4..8u32, 8..49u32, 0..5u32, 1..12u32, 4..9u32);
    let options = (
        any::<bool>(),
        any::<bool>(),
        prefetch,
        0..4usize,
        prop_oneof![Just("slru"), Just("lru")],
    );
    let requests = proptest::collection::vec((0..48u32, 1..6u32, 0..8u32), 20..120);
    (shape, options, requests).prop_map(|((p, logical, spare, entries, e), (lazy, batch, prefetch, gc, cmt), requests)| {
        let translation = logical.div_ceil(e).div_ceil(p);
        let blocks = logical.div_ceil(p) + translation + 3 + spare;
        let gc = ["cost_benefit", "greedy", "fifo", "cat"][gc];
        let ops = requests.iter().map(|&(lpn, pages, op)| {
            let lpn = lpn % logical;
            let op = match op { 0 | 1 => 'r', 2 => 't', _ => 'w' };
            format!("{op}{lpn}+{}", pages.min(logical - lpn))
        });
        let ops = ops.collect::<Vec<_>>().join(" ");
        format!(
            r#"{{"format":1,"device":{{"blocks":{blocks},"pages_per_block":{p},"page_bytes":2048}},"logical_pages":{logical},
                "ftl":{{"kind":"dftl","gc_policy":"{gc}","cmt_policy":"{cmt}","cmt_entries":{entries},"entries_per_translation_page":{e},
                "lazy_copy":{lazy},"batch_update":{batch},"prefetch":{prefetch}}},
                "precondition":[{{"kind":"sequential"}}],"workload":{{"kind":"ops","ops":"{ops}"}}}}"#
        )
    })
}

fn cases() -> u32 {
    if std::env::var_os("DEEP").is_some() {
        10_000
    } else {
        200
    }
}

/// Victims in turn: whatever is offered is taken.
const ANY: &str = "let turn = 0;
    export function victim(blocks, now, own) { turn += 1; return blocks[(turn * 7) % blocks.length].id; }";

proptest! {
    #![proptest_config(Config { cases: cases(), failure_persistence: None, ..Config::default() })]

    #[test]
    fn whatever_victim_is_offered_may_be_taken(text in sample(0..3)) {
        for code in [FIFO, ANY] {
            let program = load(code.as_bytes()).expect("loads");
            let mut run = Run::open(&text, program).expect("sound");
            if let Err(failure) = run.slice(u32::MAX) {
                // A bad choice may cost the device its last free block. None is illegal.
                prop_assert!(failure.message.contains("needs a free block"), "{}\n{text}", failure.message);
                continue;
            }
            prop_assert!(same(&run, &alone(&run.scenario())), "{text}");
        }
    }

    #[test]
    fn an_lru_of_ones_own_is_the_built_in_lru_with_prefetch_too(text in sample(0..6)) {
        // It sees each mapping come.
        let text = text.replace(r#""precondition":[{"kind":"sequential"}],"#, "");
        let run = run(&text, LRU);
        let set = text.replace(r#""cmt_policy":"slru""#, r#""cmt_policy":"lru""#);
        let built_in = alone(&set);
        prop_assert_eq!(run.device().counters(), built_in.counters(), "{}", text);
        let cmt = built_in.counters().cmt;
        prop_assert!(evictions_asked(&run) >= cmt.evictions_clean + cmt.evictions_dirty);
        prop_assert!(same(&run, &alone(&run.scenario())), "{text}");
    }
}
