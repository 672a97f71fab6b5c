//! Requests in bytes against a definition byte by byte: what is unmapped, what is counted, and which pages are read before a part of them
//! is written (SPEC 2.1).

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write;
use std::sync::Arc;

use ftl::{BufferEvent, Cause, Event, HostOp};
use proptest::prelude::*;
use sim::device::Device;
use sim::preparation::Preparation;
use sim::protocol::{Position, Target};
use sim::report::Report;
use sim::scenario;
use sim::simulation::Simulation;
use sim::workload::Source;

use crate::support;

const PAGE: u64 = 16;
const PAGES: u64 = 24;

/// An operation, where it starts, how many bytes.
type Row = (char, u64, u64);

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let op = prop_oneof![5 => Just('W'), 1 => Just('R'), 2 => Just('T')];
    // Close to each other, so that parts of pages meet.
    let row = (op, 0..PAGES * PAGE, 1..3 * PAGE).prop_map(|(op, offset, bytes)| {
        let offset = offset / 4 * 4;
        (op, offset, bytes.min(PAGES * PAGE - offset))
    });
    prop::collection::vec(row, 1..120)
}

fn scenario_of(ftl: &str, buffer: &str, partial: &str, rows: &[Row]) -> String {
    // The last byte of the device is named, so that no trim before it ends there.
    let mut trace = format!(
        "time_us,op,offset_bytes,size_bytes\\n0,R,{},1",
        PAGES * PAGE - 1
    );
    for (op, offset, bytes) in rows {
        write!(trace, "\\n0,{op},{offset},{bytes}").unwrap();
    }
    format!(
        r#"{{"format":1,"device":{{"blocks":24,"pages_per_block":4,"page_bytes":{PAGE},"program_order":"any"}},"logical_pages":{PAGES},
        "ftl":{ftl},"buffer":{buffer},"workload":{{"kind":"trace","path":"{trace}","trace_format":"csv","partial_writes":"{partial}"}}}}"#
    )
}

fn run(text: &str) -> (Report, Vec<Event>) {
    let setup = scenario::parse(text).unwrap_or_else(|f| panic!("{}\n{text}", f.message));
    let mut device = Device::new(&setup).expect("no explicit initial state");
    assert!(Preparation::new(&setup).next(&device).is_none());
    device.start_counting();
    let source =
        Source::workload(&setup, &support::trace_in).expect("the trace is in the scenario");
    let requests = source.len();
    let mut simulation = Simulation::new(Arc::new(setup), device, source, requests);
    let mut events = Vec::new();
    for request in 1..=requests {
        let position = Position::before(request);
        simulation.run(Target::Position { position }).expect("runs");
        events.extend_from_slice(simulation.events().0);
    }
    (simulation.report(), events)
}

/// The events of each request.
fn requests_of(text: &str, requests: u32) -> Vec<Vec<Event>> {
    let mut simulation = support::simulation(text);
    let mut all = Vec::new();
    for request in 1..=requests {
        let position = Position::before(request);
        simulation.run(Target::Position { position }).expect("runs");
        all.push(simulation.events().0.to_vec());
    }
    all
}

/// The bytes of each page that a request names.
fn parts(offset: u64, bytes: u64) -> BTreeMap<u64, BTreeSet<u64>> {
    let mut parts: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    for byte in offset..offset + bytes {
        parts.entry(byte / PAGE).or_default().insert(byte % PAGE);
    }
    parts
}

/// A host and an LRU write buffer of `capacity` pages, byte by byte.
#[derive(Default)]
struct Model {
    flash: BTreeSet<u64>,
    /// Least recently written first, with the bytes that it has.
    buffer: VecDeque<(u64, BTreeSet<u64>)>,
    capacity: usize,
    read_first: bool,
    rests: u64,
    programs: u64,
    written: u64,
    trimmed: u64,
    trims: u64,
    kept: u64,
    too_small: u64,
}

impl Model {
    fn serve(&mut self, &(op, offset, bytes): &Row) {
        let parts = parts(offset, bytes);
        match op {
            'W' => self.written += bytes,
            'T' => {
                self.trimmed += bytes;
                self.too_small += u64::from(parts.values().all(|part| part.len() < PAGE as usize));
            }
            _ => {}
        }
        for (page, part) in parts {
            let whole = part.len() == PAGE as usize;
            match op {
                'W' => self.write(page, part),
                'T' if whole => {
                    self.trims += 1;
                    self.flash.remove(&page);
                    self.buffer.retain(|(buffered, _)| *buffered != page);
                }
                'T' => self.kept += 1,
                _ => {}
            }
        }
    }

    fn write(&mut self, page: u64, part: BTreeSet<u64>) {
        if self.capacity == 0 {
            return self.program(page, part.len());
        }
        let mut bytes = part;
        if let Some(at) = self
            .buffer
            .iter()
            .position(|(buffered, _)| *buffered == page)
        {
            bytes.extend(self.buffer.remove(at).expect("found").1);
        } else if self.buffer.len() == self.capacity {
            let (leaving, has) = self.buffer.pop_front().expect("full");
            self.program(leaving, has.len());
        }
        self.buffer.push_back((page, bytes));
    }

    fn program(&mut self, page: u64, has: usize) {
        let holds = !self.flash.insert(page);
        self.rests += u64::from(self.read_first && holds && has < PAGE as usize);
        self.programs += 1;
    }
}

const FTLS: [&str; 9] = [
    r#"{"kind":"page"}"#,
    r#"{"kind":"page","gc_trigger":"on_demand"}"#,
    r#"{"kind":"block"}"#,
    r#"{"kind":"replacement"}"#,
    r#"{"kind":"bast","log_blocks":3}"#,
    r#"{"kind":"fast","log_blocks":3}"#,
    r#"{"kind":"kast","log_blocks":3,"seq_log_blocks":1,"associativity":2}"#,
    r#"{"kind":"superblock","blocks_per_superblock":2,"update_blocks_per_superblock":2,"update_blocks":4,"cached_superblocks":1}"#,
    r#"{"kind":"dftl","cmt_entries":3}"#,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if std::env::var_os("DEEP").is_some() { 10_000 } else { 200 }))]

    #[test]
    fn bytes_are_counted_and_rests_read_by_their_definition(rows in rows(), capacity in 0usize..6, ftl in 0..FTLS.len(), read_first: bool) {
        let buffer = match capacity {
            0 => r#"{"kind":"none"}"#.to_owned(),
            _ => format!(r#"{{"kind":"lru","capacity":{capacity}}}"#),
        };
        let partial = if read_first { "read_first" } else { "whole" };
        let text = scenario_of(FTLS[ftl], &buffer, partial, &rows);
        let (report, events) = run(&text);
        let mut model = Model { capacity, read_first, ..Model::default() };
        for row in &rows {
            model.serve(row);
        }
        let host = report.host;
        prop_assert_eq!(
            [host.bytes_written, host.bytes_trimmed, host.trims, host.trims_partial, host.trims_too_small],
            [model.written, model.trimmed, model.trims, model.kept, model.too_small]
        );
        prop_assert_eq!(report.flash.programs.host, model.programs);
        prop_assert_eq!(report.flash.reads.partial, model.rests);
        let bytes = (report.flash.programs.total * PAGE) as f64 / model.written as f64;
        prop_assert_eq!(report.byte_amplification, (model.written > 0).then_some(bytes));
        // The rest of a page is read before the page is programmed.
        let mut read: Vec<u32> = Vec::new();
        for event in &events {
            match *event {
                Event::Read { logical, cause: Cause::Partial, .. } => read.push(logical),
                Event::Program { logical, cause: Cause::Host, .. } => read.retain(|&page| page != logical),
                _ => {}
            }
        }
        prop_assert!(read.is_empty(), "{read:?}");
    }
}

const BUFFERS: [&str; 8] = [
    r#""kind":"lru""#,
    r#""kind":"cflru","window":1"#,
    r#""kind":"fab""#,
    r#""kind":"bplru""#,
    r#""kind":"bplru","lru_compensation":false"#,
    r#""kind":"pud_lru","threshold":0.5"#,
    r#""kind":"gc_arm","window_requests":7,"step_bytes":16"#,
    r#""kind":"ap","window_requests":7,"step_bytes":16"#,
];

/// The bytes of each page that a buffer has, whatever its policy: its events say which page comes and which goes.
#[derive(Default)]
struct Held {
    flash: BTreeSet<u32>,
    buffer: BTreeMap<u32, BTreeSet<u64>>,
}

impl Held {
    /// The pages whose rests have to be read during a request.
    fn serve(&mut self, row: &Row, events: &[Event]) -> Vec<u32> {
        let parts = parts(row.1, row.2);
        let whole: BTreeSet<u64> = (0..PAGE).collect();
        let mut rests = Vec::new();
        for event in events {
            match *event {
                Event::Buffer(BufferEvent::Buffered { lpn, .. }) => {
                    self.buffer.insert(lpn.0, parts[&u64::from(lpn.0)].clone());
                }
                Event::Buffer(BufferEvent::BufferRewritten { lpn, .. }) => {
                    let held = self.buffer.get_mut(&lpn.0).expect("it is held");
                    held.extend(&parts[&u64::from(lpn.0)]);
                }
                Event::Buffer(BufferEvent::BufferKept { lpn, .. }) => {
                    self.buffer.insert(lpn.0, whole.clone());
                }
                Event::Buffer(
                    BufferEvent::BufferDropped { lpn, .. } | BufferEvent::BufferTrimmed { lpn },
                ) => drop(self.buffer.remove(&lpn.0)),
                Event::Buffer(BufferEvent::DestagePage {
                    lpn, filler: false, ..
                }) => {
                    let held = self.buffer.remove(&lpn.0).expect("it is held");
                    let is_on_flash = !self.flash.insert(lpn.0);
                    if is_on_flash && held != whole {
                        rests.push(lpn.0);
                    }
                }
                Event::HostPage {
                    op: HostOp::Trim,
                    lpn,
                    ..
                } => drop(self.flash.remove(&lpn.0)),
                _ => {}
            }
        }
        rests
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if std::env::var_os("DEEP").is_some() { 10_000 } else { 300 }))]

    /// A page that leaves a buffer without all of its bytes has its rest read, once, whichever policy chose it; under `whole` no page has.
    #[test]
    fn rests_are_read_behind_every_buffer(rows in rows(), capacity in 1usize..7, kind in 0..BUFFERS.len(), ftl in 0..FTLS.len(), read_first: bool) {
        let buffer = format!("{{{},\"capacity\":{capacity}}}", BUFFERS[kind]);
        let partial = if read_first { "read_first" } else { "whole" };
        let by_request = requests_of(&scenario_of(FTLS[ftl], &buffer, partial, &rows), rows.len() as u32 + 1);
        let mut held = Held::default();
        // The first one names the device's last byte.
        let all = std::iter::once(('R', PAGES * PAGE - 1, 1)).chain(rows);
        for (row, events) in all.zip(&by_request) {
            let mut expected = held.serve(&row, events);
            let mut read: Vec<u32> = events.iter().filter_map(|event| match *event {
                Event::Read { logical, cause: Cause::Partial, .. } => Some(logical),
                _ => None,
            }).collect();
            expected.sort_unstable();
            read.sort_unstable();
            if !read_first {
                expected.clear();
            }
            prop_assert_eq!(read, expected, "{:?}", row);
        }
    }
}

/// The same with another field of the workload.
fn with(text: &str, field: &str) -> String {
    text.replace(r#""kind":"trace","#, &format!(r#""kind":"trace",{field},"#))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if std::env::var_os("DEEP").is_some() { 5_000 } else { 150 }))]

    #[test]
    fn a_moved_trace_runs_as_one_with_those_addresses(mut rows in rows(), by in 1..2 * PAGE, ftl in 0..FTLS.len(), read_first: bool) {
        let partial = if read_first { "read_first" } else { "whole" };
        // Room to move, and the last byte of the device named.
        for (_, offset, bytes) in &mut rows {
            *offset = (*offset).min((PAGES - 4) * PAGE);
            *bytes = (*bytes).min(2 * PAGE);
        }
        let none = r#"{"kind":"none"}"#;
        let further: Vec<Row> = rows.iter().map(|&(op, offset, bytes)| (op, offset + by, bytes)).collect();
        let last = |text: String, at: u64| text.replace(&format!("R,{},1", PAGES * PAGE - 1), &format!("R,{at},1"));
        let moved = last(scenario_of(FTLS[ftl], none, partial, &rows), PAGES * PAGE - 1 - by);
        let (moved, of_moved) = run(&with(&moved, &format!(r#""shift_bytes":{by}"#)));
        let (other, of_other) = run(&scenario_of(FTLS[ftl], none, partial, &further));
        prop_assert_eq!(of_moved, of_other);
        prop_assert_eq!(format!("{:?}", moved.flash), format!("{:?}", other.flash));
    }

    #[test]
    fn ignored_trims_change_nothing_on_flash(rows in rows(), capacity in 0usize..7, kind in 0..BUFFERS.len(), ftl in 0..FTLS.len()) {
        let buffer = if capacity == 0 { r#"{"kind":"none"}"#.to_owned() } else { format!("{{{},\"capacity\":{capacity}}}", BUFFERS[kind]) };
        let without: Vec<Row> = rows.iter().copied().filter(|&(op, ..)| op != 'T').collect();
        let (ignored, _) = run(&with(&scenario_of(FTLS[ftl], &buffer, "whole", &rows), r#""ignore_trims":true"#));
        let (other, _) = run(&scenario_of(FTLS[ftl], &buffer, "whole", &without));
        prop_assert_eq!(format!("{:?}", ignored.flash), format!("{:?}", other.flash));
        prop_assert_eq!((ignored.host.trims, ignored.host.trims_partial), (0, 0));
    }
}

/// Kinds of events of a run, in short.
fn names(events: &[Event]) -> Vec<String> {
    let flash = |event: &Event| match event {
        Event::Read { cause, .. } => Some(format!("read {cause:?}")),
        Event::Program { cause, .. } => Some(format!("program {cause:?}")),
        Event::HostPage { .. }
        | Event::CmtHit { .. }
        | Event::CmtMiss { .. }
        | Event::TrimKept { .. } => Some(event.name().to_owned()),
        _ => None,
    };
    events.iter().filter_map(flash).collect()
}

#[test]
fn dftl_reads_the_rest_behind_its_one_lookup() {
    let rows = [('W', 0, 16), ('W', 0, 4)];
    let (report, events) = run(&scenario_of(
        FTLS[8],
        r#"{"kind":"none"}"#,
        "read_first",
        &rows,
    ));
    let second = names(&events[events.len() - 12..]);
    let at = second
        .iter()
        .rposition(|name| name == "host_page")
        .expect("there is one");
    assert_eq!(
        second[at..],
        ["host_page", "cmt_hit", "read Partial", "program Host"]
    );
    assert_eq!((report.cmt.hits, report.flash.reads.partial), (1, 1));
}

#[test]
fn the_program_waits_for_the_rest_of_its_page() {
    // One request at a time: the second write takes a read and a program, one after the other, also where channels are free.
    let rows = [('W', 0, 16), ('W', 0, 4)];
    let time = |partial: &str, host: &str| {
        let text = scenario_of(FTLS[0], r#"{"kind":"none"}"#, partial, &rows);
        let text = text.replacen(
            r#""logical_pages""#,
            &format!(r#"{host}"logical_pages""#),
            1,
        );
        (run(&text).0.service_us.max * 1e3) as u64
    };
    let beside = r#""host":{"channels":4,"queue_depth":1,"merge":true},"#;
    assert_eq!(
        [time("whole", ""), time("read_first", "")],
        [200_000, 225_000]
    );
    assert_eq!(
        [time("whole", beside), time("read_first", beside)],
        [200_000, 225_000]
    );
}

/// Behind queues, with every row at 0: no time passes between two requests but that of the flash.
fn queued(rows: &[Row], host: &str) -> Report {
    let text = scenario_of(FTLS[0], r#"{"kind":"none"}"#, "whole", rows);
    let host = format!(r#""host":{host},"logical_pages""#);
    run(&text.replacen(r#""logical_pages""#, &host, 1)).0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn bandwidth_is_of_the_bytes_that_requests_name(rows in rows(), merge: bool) {
        let report = queued(&rows, &format!(r#"{{"queue_depth":2,"merge":{merge}}}"#));
        let parallel = report.parallel.expect("it has a queue");
        // Reads of pages that were never written take no time.
        let mb_s = |bytes: u64| {
            if parallel.span_us > 0.0 { bytes as f64 / parallel.span_us } else { 0.0 }
        };
        let written = report.host.bytes_written + report.host.bytes_trimmed;
        for (found, bytes) in [
            (parallel.read_mb_s, report.host.bytes_read),
            (parallel.write_mb_s, written),
            (parallel.bandwidth_mb_s, report.host.bytes_read + written),
        ] {
            prop_assert!((found - mb_s(bytes)).abs() <= 1e-9 * mb_s(bytes), "{} for {}", found, bytes);
        }
    }
}

/// A write of 4 of 16 bytes takes 200 us, a trim of 24 bytes none: 28 bytes in 225 us, with the read of the last byte before.
#[test]
fn bandwidth_of_parts_of_pages_by_hand() {
    let report = queued(&[('W', 0, 4), ('T', 24, 24)], r#"{"merge":false}"#);
    let parallel = report.parallel.expect("it has a queue");
    assert_eq!(parallel.span_us.to_bits(), 200.0_f64.to_bits());
    assert_eq!(parallel.write_mb_s.to_bits(), (28.0_f64 / 200.0).to_bits());
    assert_eq!(parallel.read_mb_s.to_bits(), (1.0_f64 / 200.0).to_bits());
    assert_eq!(parallel.mean_pages.to_bits(), 1.0_f64.to_bits());
}

/// Behind a write that keeps the device busy. The range of bytes decides, and not the pages that it touches.
#[test]
fn requests_are_merged_only_where_they_meet_at_the_boundary_of_a_page() {
    let merged = |first: Row, second: Row| {
        let rows = [('W', 320, 16), first, second];
        let report = queued(&rows, r#"{"queue_depth":1,"merge":true}"#);
        report.parallel.expect("it has a queue").merged
    };
    // Behind, with a gap on this side or the other; before.
    assert_eq!(merged(('W', 0, 4), ('W', 16, 4)), 0);
    assert_eq!(merged(('W', 0, 16), ('W', 20, 4)), 0);
    assert_eq!(merged(('W', 20, 4), ('W', 0, 16)), 0);
    assert_eq!(merged(('W', 16, 4), ('W', 0, 4)), 0);
    // They meet, whatever their other ends are.
    assert_eq!(merged(('W', 4, 12), ('W', 16, 4)), 1);
    assert_eq!(merged(('W', 16, 4), ('W', 4, 12)), 1);
    // Of trims the parts beside their pages count: the first ends at 20, the second begins at 12.
    assert_eq!(merged(('T', 0, 20), ('T', 16, 16)), 0);
    assert_eq!(merged(('T', 0, 16), ('T', 12, 20)), 0);
    assert_eq!(merged(('T', 4, 28), ('T', 32, 20)), 1);
}
