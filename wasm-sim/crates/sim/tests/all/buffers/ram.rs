//! RAM between write buffer and mapping table (`gc_arm`, `ap`, `ram_bytes`): every decision beside its plain definition, told by
//! events alone, and what a write-back cache is worth at equal RAM.

mod definition;

use ftl::Scheme;
use proptest::prelude::*;
use sim::device::Device;
use sim::scenario::{self, needs};
use sim::view::View;
use sim::workload::Source;

use crate::schemes::SCHEMES;
use crate::support::{Sample, behind, scheme_sample};
use definition::{Decisions, Plain};

/// Runs a scenario from an erased device, every event beside the definitions; power may be lost.
fn is_as_defined(text: &str) -> Result<Decisions, TestCaseError> {
    let setup = scenario::parse(text).unwrap_or_else(|f| panic!("{}\n{text}", f.message));
    let mut device = Device::new(&setup).expect("erased");
    device.start_counting();
    let mut plain = Plain::new(&setup);
    let mut view = View::of(&device);
    let ram = view.ram().expect("behind a buffer");
    let total = ram.mapping_bytes() + ram.buffer_bytes();
    let asked = (needs::mapping_bytes(text), needs::buffer_pages(text));
    prop_assert_eq!(asked, (Some(ram.mapping_bytes()), Some(ram.pages)));
    for request in Source::workload(&setup, &|_| None).expect("no trace") {
        let mut events = Vec::new();
        let lost = device.counters().recovery.power_cuts;
        device.serve(&request, &mut events).expect("runs");
        for event in &events {
            plain.follow(event, &view)?;
            view.fold(event);
        }
        plain.agrees(&view)?;
        // Nothing is made or lost by moving, and each side fits into what it has.
        let ram = view.ram().expect("behind a buffer");
        if setup.geometry.page_bytes.is_multiple_of(8) {
            prop_assert_eq!(ram.mapping_bytes() + ram.buffer_bytes(), total);
        }
        if device.counters().recovery.power_cuts == lost {
            let buffer = device.buffer().expect("behind one");
            prop_assert!(buffer.len() <= buffer.capacity());
            let tables = view.tables();
            let entries = tables.cmt.as_ref().map_or(0, Vec::len) as u32;
            prop_assert!(entries <= tables.cmt_capacity.0);
        }
    }
    Ok(plain.decisions)
}

/// Without the content from before the run, which the definitions do not know.
fn erased(sample: &Sample) -> Sample {
    let (head, rest) = sample.text.split_once("\"precondition\":").expect("there");
    let rest = rest.split_once("\"workload\"").expect("after it").1;
    Sample {
        text: format!("{head}\"workload\"{rest}"),
        requests: sample.requests,
    }
}

/// A buffer that shares RAM; a step is a page or two of most samples.
fn sharing_buffer() -> impl Strategy<Value = String> {
    (any::<bool>(), 1..12u32, 1..5u32, 1..3u32, 1..12u32, any::<bool>()).prop_map(
        |(blocks, window, distinct, step, capacity, battery)| {
            let kind = if blocks {
                format!(r#""gc_arm","distinct_blocks":{distinct}"#)
            } else {
                r#""ap""#.to_owned()
            };
            let step = step * 8;
            format!(
                r#"{{"kind":{kind},"window_requests":{window},"step_bytes":{step},"capacity":{capacity},"battery_backed":{battery}}}"#
            )
        },
    )
}

fn cases() -> u32 {
    if std::env::var_os("DEEP").is_some() {
        5_000
    } else {
        300
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn every_decision_is_that_of_its_definition(
        sample in proptest::sample::select(SCHEMES).prop_flat_map(|kind| scheme_sample(kind, 1..120)),
        buffer in sharing_buffer(),
    ) {
        is_as_defined(&behind(&erased(&sample), &buffer).text)?;
    }

    /// Pages of 8 bytes, as many as there are of an entry: so a step is small enough for what these devices have.
    #[test]
    fn so_it_is_where_steps_are_small(
        sample in scheme_sample("dftl", 20..160),
        buffer in sharing_buffer(),
    ) {
        let text = behind(&erased(&sample), &buffer).text;
        let text = text.replace("\"page_bytes\":4096", "\"page_bytes\":8");
        // A checkpoint of the GTD then takes more pages than a block may have.
        let text = match text.split_once("\"gtd_checkpoint_every\":") {
            Some((head, rest)) => format!("{head}\"gtd_checkpoint_every\":0{}", &rest[1..]),
            None => text,
        };
        is_as_defined(&text)?;
    }
}

/// The samples above reach their aim: decisions of every kind.
#[test]
fn every_kind_of_decision_is_met() {
    let scenario = |buffer: &str, ops: &str| {
        format!(
            r#"{{"format":1,"device":{{"blocks":24,"pages_per_block":4,"page_bytes":16}},"logical_pages":40,
                "ftl":{{"kind":"dftl","cmt_entries":12,"entries_per_translation_page":8,"gc_policy":"greedy"}},
                "buffer":{buffer},"workload":{ops}}}"#
        )
    };
    let zipf = r#"{"kind":"zipf","theta":0.8,"requests":4000,"read_fraction":0.3}"#;
    let arm = r#"{"kind":"gc_arm","capacity":10,"window_requests":8,"distinct_blocks":5,"step_bytes":16}"#;
    let met = is_as_defined(&scenario(arm, zipf)).expect("as defined");
    assert!(
        met.pages > 0 && met.blocks > 0 && met.grouped > 0,
        "{met:?}"
    );
    assert!(met.moved > 10 && met.kept > 10, "{met:?}");
    let ap = r#"{"kind":"ap","capacity":10,"window_requests":8,"step_bytes":32}"#;
    let met = is_as_defined(&scenario(ap, zipf)).expect("as defined");
    assert!(met.buffer_ghosts > 10 && met.mapping_ghosts > 10, "{met:?}");
    assert!(met.moved > 10 && met.kept > 10, "{met:?}");
}

/// The parts of `ram_bytes`: the page map has 400 bytes of it, the GTD 52; the rest is whole pages, and entries.
#[test]
fn one_figure_is_divided_between_tables_and_buffer() {
    let divided = |ftl: &str, buffer: &str| {
        let text = format!(
            r#"{{"format":1,"device":{{"blocks":60,"pages_per_block":4,"page_bytes":64}},"logical_pages":100,"ram_bytes":4000,
                "ftl":{ftl},"buffer":{buffer},"workload":{{"kind":"ops","ops":"w0"}}}}"#
        );
        let setup = scenario::parse(&text).unwrap_or_else(|f| panic!("{}", f.message));
        // The result says the same by itself.
        assert_eq!(
            scenario::parse(&setup.canonical).map(|s| s.hash),
            Ok(setup.hash.clone())
        );
        let entries = match setup.scheme {
            Scheme::Dftl(c) => c.cmt_entries,
            _ => 0,
        };
        (setup.buffer.map_or(0, |b| b.capacity()), entries)
    };
    let dftl = |more: &str| format!(r#"{{"kind":"dftl","entries_per_translation_page":8{more}}}"#);
    assert_eq!(
        divided(r#"{"kind":"page"}"#, r#"{"kind":"lru"}"#),
        (3600 / 64, 0)
    );
    assert_eq!(divided(r#"{"kind":"page"}"#, r#"{"kind":"none"}"#), (0, 0));
    let with_entries = divided(&dftl(r#","cmt_entries":100"#), r#"{"kind":"lru"}"#);
    assert_eq!(with_entries, ((4000 - 52 - 800) / 64, 100));
    let with_pages = divided(&dftl(""), r#"{"kind":"ap","capacity":10}"#);
    assert_eq!(with_pages, (10, (4000 - 52 - 640) / 8));
    assert_eq!(
        divided(&dftl(""), r#"{"kind":"none"}"#),
        (0, (4000 - 52) / 8)
    );
    let (pages, entries) = divided(&dftl(""), r#"{"kind":"lru"}"#);
    assert!(pages.abs_diff(3948 / 2 / 64) <= 1, "half: {pages}");
    let left = 3948 - pages * 64 - entries * 8;
    assert!(left < 8, "nothing is left over");
}

/// DFTL'J, figure 14: with the RAM that the page map would take DFTL keeps a write-back cache. With many writes it answers sooner than
/// page mapping, which has no RAM left; with few it does not.
#[test]
fn a_write_back_cache_is_worth_more_than_the_page_map_where_much_is_written() {
    let response = |ftl: &str, buffer: &str, profile: &str| {
        let text = format!(
            r#"{{"format":1,"device":{{"blocks":600,"pages_per_block":64,"page_bytes":2048,"timing":"dftlj"}},"spare_factor":0.1,
                "ram_bytes":138240,"ftl":{ftl},"buffer":{buffer},"precondition":[{{"kind":"sequential"}}],
                "workload":{{"kind":"profile","profile":"{profile}","requests":6000,"reuse":0.8,"reuse_within":60}}}}"#
        );
        let setup = scenario::parse(&text).unwrap_or_else(|f| panic!("{}", f.message));
        let mut device = Device::new(&setup).expect("erased");
        for request in Source::precondition(&setup, 0) {
            device.prepare(&request).expect("runs");
        }
        device.start_counting();
        for request in Source::workload(&setup, &|_| None).expect("no trace") {
            device.serve(&request, &mut ftl::Silent).expect("runs");
        }
        device.times().response.mean
    };
    let page = r#"{"kind":"page"}"#;
    let dftl = r#"{"kind":"dftl","cmt_entries":4096,"entries_per_translation_page":512}"#;
    let (none, cache) = (r#"{"kind":"none"}"#, r#"{"kind":"lru"}"#);
    let figures = |profile| {
        (
            response(page, none, profile),
            response(dftl, cache, profile),
        )
    };
    let (baseline, cached) = figures("financial");
    assert!(cached < 0.7 * baseline, "financial: {cached} of {baseline}");
    let (baseline, cached) = figures("tpch");
    assert!(cached > baseline, "tpch: {cached} of {baseline}");
}
