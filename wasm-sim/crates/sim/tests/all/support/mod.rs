//! Random scenarios of the schemes built so far, down to their smallest legal devices.
#![allow(dead_code, reason = "no test file wants all of them")]

pub mod promise;

use std::fmt::Write;
use std::rc::Rc;
use std::sync::Arc;

use proptest::prelude::*;
use sim::device::Device;
use sim::preparation::Preparation;
use sim::scenario;
use sim::simulation::Simulation;
use sim::workload::Source;
use trace::Trace;

use crate::schemes::{SCHEMES, options};

/// The run of a scenario without a trace, at its beginning.
pub fn simulation(text: &str) -> Simulation {
    let setup = scenario::parse(text).unwrap_or_else(|f| panic!("{}\n{text}", f.message));
    let mut device = Device::new(&setup).expect("no explicit initial state");
    let mut preparation = Preparation::new(&setup);
    while let Some(request) = preparation.next(&device) {
        device.prepare(&request).expect("the precondition runs");
    }
    device.start_counting();
    let source = Source::workload(&setup, &trace_in).expect("the trace is in the scenario");
    let requests = source.len();
    Simulation::new(Arc::new(setup), device, source, requests)
}

/// A scenario as JSON text.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The text.
    pub text: String,
    /// Requests of its workload.
    pub requests: u32,
}

/// Blocks for this many logical ones: as many, or whole superblocks.
fn data_blocks(ftl: &str, logical_blocks: u32) -> u32 {
    let s = ftl
        .split_once(r#""blocks_per_superblock":"#)
        .map_or(1, |(_, rest)| u32::from(rest.as_bytes()[0] - b'0'));
    logical_blocks.next_multiple_of(s)
}

/// Where power is cut: never, or at some flash operations.
fn power_cut() -> impl Strategy<Value = Vec<u32>> {
    prop_oneof![
        Just(Vec::new()),
        proptest::collection::btree_set(0..200u32, 1..6)
            .prop_map(|cuts| cuts.into_iter().collect()),
    ]
}

/// The fields of a generated workload that fits any device, or none: a list of operations.
fn generated() -> impl Strategy<Value = Option<String>> {
    let place = prop_oneof![
        Just(r#""kind":"uniform""#.to_owned()),
        Just(r#""kind":"sequential""#.to_owned()),
        (1..40u32)
            .prop_map(|tenths| format!(r#""kind":"zipf","theta":{}"#, f64::from(tenths) / 10.0)),
        Just(r#""kind":"streams","streams":1"#.to_owned()),
        Just(r#""kind":"pattern","pattern":"c""#.to_owned()),
        prop_oneof![Just("financial"), Just("tpch"), Just("msn")]
            .prop_map(|name| format!(r#""kind":"profile","profile":"{name}","read_fraction":0.3"#)),
        (1..99u32, 1..60u32).prop_map(|(share, within)| format!(
            r#""kind":"profile","profile":"financial","reuse":0.{share:02},"reuse_within":{within}"#
        )),
    ];
    let generated = (place, 0..3u32, any::<bool>()).prop_map(|(place, trims, large)| {
        let own_sizes = place.contains("pattern") || place.contains("profile");
        let pages = if large && !own_sizes {
            r#","pages":{"mean":2}"#
        } else {
            ""
        };
        Some(format!(
            r#"{place}{pages},"trim_fraction":{}"#,
            f64::from(trims) / 10.0
        ))
    });
    prop_oneof![Just(None), generated]
}

/// A random scenario of any scheme: `spare` blocks above the fewest the scheme says it needs.
pub fn sample(requests: std::ops::Range<usize>) -> impl Strategy<Value = Sample> {
    let any = proptest::sample::select(SCHEMES).prop_flat_map(options);
    sample_of(any, power_cut(), requests)
}

/// The same of one scheme.
pub fn scheme_sample(
    kind: &'static str,
    requests: std::ops::Range<usize>,
) -> impl Strategy<Value = Sample> {
    sample_of(options(kind), power_cut(), requests)
}

/// The same of one scheme, behind a write buffer of any kind.
pub fn buffered_sample(
    kind: &'static str,
    requests: std::ops::Range<usize>,
) -> impl Strategy<Value = Sample> {
    (scheme_sample(kind, requests), buffer()).prop_map(|(sample, buffer)| behind(&sample, &buffer))
}

/// A scenario behind a write buffer.
pub fn behind(sample: &Sample, buffer: &str) -> Sample {
    let mut text = format!(r#"{{"buffer":{buffer},{}"#, &sample.text[1..]);
    if buffer.contains("gc_arm") {
        // It brings a policy of the CMT, which has no protected segment.
        for policy in ["slru", "lru", "lfu"] {
            text = text.replace(
                &format!(r#""cmt_policy":"{policy}""#),
                r#""cmt_policy":"groups""#,
            );
        }
        while let Some((head, rest)) = text.split_once(r#","cmt_protected":"#) {
            let end = rest.find(',').expect("more options follow");
            text = format!("{head}{}", &rest[end..]);
        }
    }
    Sample {
        text,
        requests: sample.requests,
    }
}

/// A write buffer of any kind, as JSON.
pub fn buffer() -> impl Strategy<Value = String> {
    let kind = prop_oneof![
        Just((r#""lru""#.to_owned(), 1)),
        (1..5u32).prop_map(|w| (format!(r#""cflru","window":{w}"#), w)),
        Just((r#""fab""#.to_owned(), 1)),
        any::<bool>().prop_map(|c| (format!(r#""bplru","lru_compensation":{c}"#), 1)),
        (0..=20u32).prop_map(|t| (
            format!(r#""pud_lru","threshold":{}"#, f64::from(t) / 20.0),
            1
        )),
        sharing(true),
        sharing(false),
    ];
    (kind, 0..12u32, any::<bool>()).prop_map(|((kind, least), more, battery)| {
        let capacity = least + more;
        format!(r#"{{"kind":{kind},"capacity":{capacity},"battery_backed":{battery}}}"#)
    })
}

/// RAM that moves in small steps and after few requests.
fn sharing(blocks: bool) -> impl Strategy<Value = (String, u32)> {
    (
        1..12u32,
        1..6u32,
        prop_oneof![Just(1u32), Just(4096), Just(8192)],
    )
        .prop_map(move |(window, distinct, step)| {
            let kind = if blocks {
                format!(r#""gc_arm","distinct_blocks":{distinct}"#)
            } else {
                r#""ap""#.to_owned()
            };
            let text = format!(r#"{kind},"window_requests":{window},"step_bytes":{step}"#);
            (text, 1)
        })
}

/// The same of LAST.
pub fn last_sample(requests: std::ops::Range<usize>) -> impl Strategy<Value = Sample> {
    sample_of(options("last"), Just(Vec::new()), requests)
}

/// The same of `block` or of `replacement`.
pub fn in_place_sample(
    kind: &'static str,
    requests: std::ops::Range<usize>,
) -> impl Strategy<Value = Sample> {
    sample_of(options(kind), Just(Vec::new()), requests)
}

/// The same of a superblock FTL.
pub fn superblock_sample(requests: std::ops::Range<usize>) -> impl Strategy<Value = Sample> {
    sample_of(options("superblock"), Just(Vec::new()), requests)
}

/// The same of DFTL, its power never cut.
pub fn dftl_sample(requests: std::ops::Range<usize>) -> impl Strategy<Value = Sample> {
    sample_of(options("dftl"), Just(Vec::new()), requests)
}

fn sample_of(
    scheme: impl Strategy<Value = (String, u32, u32)>,
    power_cut: impl Strategy<Value = Vec<u32>>,
    requests: std::ops::Range<usize>,
) -> impl Strategy<Value = Sample> {
    let shape = (
        1..9u32,
        1..40u32,
        prop_oneof![4 => Just(0), 1 => 1..4u32],
        any::<bool>(),
        any::<u32>(),
    );
    let op = (
        prop_oneof![6 => Just('w'), 2 => Just('r'), 1 => Just('t')],
        any::<u32>(),
        1..4u32,
    );
    (scheme, shape, proptest::collection::vec(op, requests), 0..5u32, generated(), power_cut).prop_map(
        |((ftl, above, per_page), (pages_per_block, logical, spare, any_order, seed), ops, prepare, generated, cuts)| {
            let data_blocks = data_blocks(&ftl, logical.div_ceil(pages_per_block));
            let translation = if per_page == 0 { 0 } else { logical.div_ceil(per_page).div_ceil(pages_per_block) };
            let blocks = data_blocks + translation + above + spare;
            let in_place = ftl.contains("\"block\"") || ftl.contains("\"replacement\"");
            let order = if any_order || in_place { "any" } else { "ascending" };
            let skewed = |at: u32| if at.is_multiple_of(3) { at / 3 % logical.div_ceil(4) } else { at / 3 % logical };
            let tokens: Vec<String> = ops
                .iter()
                .map(|&(op, at, pages)| {
                    let lpn = skewed(at);
                    format!("{op}{lpn}+{}", pages.min(logical - lpn))
                })
                .collect();
            let precondition = match prepare {
                0 => "[]",
                1 => r#"[{"kind":"sequential"}]"#,
                2 => r#"[{"kind":"random_fill"}]"#,
                3 => r#"[{"kind":"steady_state","max_windows":4}]"#,
                _ => r#"[{"kind":"fill_and_invalidate"}]"#,
            };
            // An oracle needs a workload that knows; where there is nothing to distinguish, it is not asked.
            let ftl = if logical >= 4 { ftl } else { ftl.replace("oracle", "recency") };
            let requests = tokens.len() as u32;
            let own = generated.is_none();
            let workload = match generated {
                _ if ftl.contains("oracle") => {
                    format!(r#""kind":"hot_cold","requests":{requests},"r":0.7,"f":0.3,"read_fraction":0.2"#)
                }
                Some(fields) => format!(r#"{fields},"requests":{requests}"#),
                None => format!(r#""kind":"ops","ops":"{}""#, tokens.join(" ")),
            };
            // Where a checkpoint of the GTD may take several pages, pages are so small that it does.
            let entries = logical.div_ceil(per_page.max(1));
            let small = own && per_page > 0 && entries.div_ceil(2) <= pages_per_block;
            let page_bytes = if small { 8 } else { 4096 };
            let cuts = if per_page > 0 && !cuts.is_empty() {
                format!(r#""power_cut":{cuts:?},"#)
            } else {
                String::new()
            };
            let text = format!(
                r#"{{"format":1,"seed":{seed},{cuts}
                    "device":{{"blocks":{blocks},"pages_per_block":{pages_per_block},"page_bytes":{page_bytes},"program_order":"{order}"}},
                    "logical_pages":{logical},"ftl":{ftl},"precondition":{precondition},
                    "workload":{{{workload}}}}}"#
            );
            Sample { text, requests }
        },
    )
}

/// A host with a scheduler, and a device that works side by side, as JSON.
pub fn host() -> impl Strategy<Value = String> {
    let scheduler = prop_oneof![
        Just("\"noop\"".to_owned()),
        Just("\"deadline\"".to_owned()),
        Just(
            r#"{"kind":"deadline","fifo_batch":2,"read_expire_ms":0.2,"write_expire_ms":1}"#
                .to_owned()
        ),
        Just("\"cfq\"".to_owned()),
        Just(r#"{"kind":"cfq","quantum":1,"slice_sync_ms":0.5,"slice_async_ms":0.3}"#.to_owned()),
        Just("\"anticipatory\"".to_owned()),
        (1..9u32).prop_map(|zones| format!(r#"{{"kind":"ssd_zones","zones":{zones}}}"#)),
    ];
    let outstanding = proptest::option::of(1..12u32);
    (scheduler, 1..5u32, 1..4u32, 1..9u32, outstanding, any::<bool>()).prop_map(
        |(scheduler, channels, dies, depth, outstanding, merge)| {
            let outstanding = outstanding.map_or(String::new(), |n| format!(r#","outstanding":{n}"#));
            format!(
                r#"{{"scheduler":{scheduler},"channels":{channels},"dies":{dies},"queue_depth":{depth},"merge":{merge}{outstanding}}}"#
            )
        },
    )
}

/// A sample's text with its power never cut, which a host does not bear.
pub fn uncut(text: &str) -> String {
    match text.split_once(r#""power_cut":["#) {
        Some((head, rest)) => {
            let (_, rest) = rest.split_once("],").expect("the list ends");
            format!("{head}{rest}")
        }
        None => text.to_owned(),
    }
}

/// A sample's text with a host, its power never cut. Page mapping has a frontier for each channel, and this many blocks more.
pub fn side_by_side(text: &str, host: &str) -> String {
    // Each channel has frontiers of its own, and GC on demand one reserve.
    let text = &uncut(text);
    let threshold = text.replace(r#","gc_trigger":"on_demand""#, "");
    let reserve = u32::from(threshold != *text);
    let text = &threshold;
    let number = |text: &str, name: &str| -> u32 {
        let (_, rest) = text.split_once(name).expect("it is there");
        let end = rest.find(|c: char| !c.is_ascii_digit()).expect("it ends");
        rest[..end].parse().expect("a number")
    };
    let blocks = number(text, r#""blocks":"#);
    let channels = number(host, r#""channels":"#);
    let twice = |sign: &str| 1 + u32::from(text.contains(sign));
    let frontiers = twice(r#""separate_gc_frontier":true"#) * twice("\"hot_cold\":");
    let page = u32::from(text.contains(r#""kind":"page""#));
    let more = blocks + reserve + page * frontiers * (channels - 1);
    let given = format!(r#"{{"blocks":{blocks},"#);
    text.replacen(&given, &format!(r#"{{"blocks":{more},"#), 1)
        .replacen(
            r#""logical_pages""#,
            &format!(r#""host":{host},"logical_pages""#),
            1,
        )
}

/// Requests of a trace in bytes: the letter of the operation, a number that says where, and how many bytes, in 256ths of a page.
pub type Row = (char, u32, u32);

/// Random ones, of up to three pages; many start or end with a page.
pub fn rows(requests: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Row>> {
    let op = prop_oneof![6 => Just('W'), 2 => Just('R'), 2 => Just('T')];
    let size = prop_oneof![Just(256), Just(512), 1..768u32];
    proptest::collection::vec((op, any::<u32>(), size), requests)
}

/// A sample's text with these requests as its workload: a trace whose path is its own text, for [`trace_in`]. Some go beyond the device.
pub fn in_bytes(text: &str, rows: &[Row]) -> String {
    let number = |name: &str| -> u64 {
        let (_, rest) = text.split_once(name).expect("it is there");
        let end = rest.find(|c: char| !c.is_ascii_digit()).expect("it ends");
        rest[..end].parse().expect("a number")
    };
    let page = number(r#""page_bytes":"#);
    let mapping = rows[0].1 % 5;
    let beyond = if mapping < 2 { 1 } else { 2 };
    let space = number(r#""logical_pages":"#) * page * beyond;
    let mut trace = "time_us,op,offset_bytes,size_bytes".to_owned();
    for (i, &(op, at, size)) in rows.iter().enumerate() {
        let bytes = (u64::from(size) * page).div_ceil(256).min(space);
        let mut offset = u64::from(at) * 13 % (space - bytes + 1);
        if at.is_multiple_of(3) {
            offset -= offset % page;
        }
        write!(trace, "\\n{},{op},{offset},{bytes}", 40 * i).unwrap();
    }
    let mapping = ["compact", "compact", "wrap", "scale", "drop"][mapping as usize];
    let partial = ["whole", "read_first"][(rows[0].1 / 5 % 2) as usize];
    let (head, _) = text.rsplit_once(r#""workload":"#).expect("it is there");
    let head = head.replace("oracle", "recency");
    format!(
        r#"{head}"workload":{{"kind":"trace","path":"{trace}","trace_format":"csv","mapping":"{mapping}","aliasing":"allow","partial_writes":"{partial}"}}}}"#
    )
}

/// The trace whose text is its path.
pub fn trace_in(path: &str) -> Option<Rc<Trace>> {
    let mut importer = trace::Importer::new(trace::Options::default());
    importer.push(path.as_bytes()).ok()?;
    importer.finish().ok().map(Rc::new)
}
