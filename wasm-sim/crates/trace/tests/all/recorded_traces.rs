//! Recorded traces, beside a plain reading of the same lines: `testdata/recorded` and the traces that ship with the page.

use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use trace::{Format, Importer, Mapper, Mapping, Options, Span, Statistics, Trace, recognise};

const GZIP: [u8; 2] = [0x1f, 0x8b];

fn read(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testdata")
        .join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn import(bytes: &[u8]) -> Trace {
    let mut importer = Importer::new(Options::default());
    for chunk in bytes.chunks(100_000) {
        importer
            .push(chunk)
            .unwrap_or_else(|error| panic!("{error}"));
    }
    importer.finish().unwrap_or_else(|error| panic!("{error}"))
}

/// Reads, bytes read, writes, bytes written.
type Totals = (u32, u64, u32, u64);

/// The verdict of a format's own description on a line, if the line is a request: whether it is a read, and its
/// bytes.
fn plainly(format: Format, line: &str) -> Option<(bool, u64)> {
    let fields: Vec<&str> = line
        .split([',', ' '])
        .filter(|field| !field.is_empty())
        .collect();
    let number = |field: usize| fields[field].parse::<u64>().ok();
    Some(match format {
        // time, device, sector, sectors, 1 for a read
        Format::Mqsim | Format::Disksim => (number(4)? == 1, number(3)? * 512),
        // time, host, disk, Read or Write, byte, bytes, response time
        Format::Msr => (fields[3] == "Read", number(5)?),
        // time, sector, sectors, 0 for a read, volume
        Format::Tencent => (number(3)? == 0, number(2)? * 512),
        // time, response time, R or W, LUN, byte, bytes
        Format::Systor17 => (fields[2] == "R", number(5)?),
        // device (two numbers), core, sequence number, time, process, action, R or W, sector, +, sectors: counted where it is issued
        Format::Blkparse if fields[6] == "D" => (fields[7].starts_with('R'), number(10)? * 512),
        Format::Blkparse => return None,
        other => panic!("no trace here is in {other:?}"),
    })
}

fn totals(format: Format, bytes: &[u8]) -> Totals {
    let mut text = String::new();
    if bytes.starts_with(&GZIP) {
        GzDecoder::new(bytes)
            .read_to_string(&mut text)
            .expect("gzip");
    } else {
        text = String::from_utf8(bytes.to_vec()).expect("text");
    }
    let mut totals = (0, 0, 0, 0);
    for (read, bytes) in text.lines().filter_map(|line| plainly(format, line)) {
        if read {
            totals.0 += 1;
            totals.1 += bytes;
        } else {
            totals.2 += 1;
            totals.3 += bytes;
        }
    }
    totals
}

#[test]
fn every_trace_in_a_known_format_is_recognised_and_read_whole() {
    const SHIPPED: &str = "../../../../public/traces/";
    let traces = [
        ("recorded/tpcc-200.mqsim", Format::Mqsim, 200, 16),
        ("recorded/dtrs-1000.mqsim.gz", Format::Mqsim, 1_000, 1),
        ("recorded/msr-200.csv", Format::Msr, 200, 1),
        ("sixty.disksim", Format::Disksim, 60, 1),
        ("four-cores.blkparse", Format::Blkparse, 23, 1),
        ("financial1-first10k.mqsim.gz", Format::Mqsim, 10_000, 22),
        ("tpcc-small.mqsim.gz", Format::Mqsim, 6_999, 16),
        ("msr-cambridge-hm0-1000.csv.gz", Format::Msr, 1_000, 1),
        ("tencent-cbs-50000.csv.gz", Format::Tencent, 50_000, 2_038),
        ("systor17-1000.csv.gz", Format::Systor17, 999, 1),
    ];
    for (at, (name, format, requests, devices)) in traces.into_iter().enumerate() {
        let folder = if at < 5 { "" } else { SHIPPED };
        let bytes = read(&format!("{folder}{name}"));
        let guess = recognise(&bytes[..bytes.len().min(64 << 10)], false)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            (guess.format, guess.confidence.to_bits()),
            (format, 1f64.to_bits()),
            "{name}"
        );
        assert_eq!(guess.gzip, bytes.starts_with(&GZIP), "{name}");
        let trace = import(&bytes);
        let summary = trace.summary();
        assert_eq!(
            (summary.requests, summary.skipped_lines),
            (requests, 0),
            "{name}"
        );
        let counted = summary.requests + summary.blank_lines + summary.passed_lines;
        assert_eq!(summary.lines, counted, "{name}");
        assert_eq!(summary.devices.len(), devices, "{name}");
        assert!(trace.time_ns().is_sorted(), "{name}");
        let statistics = Statistics::new(&trace, 4096);
        let found = (
            statistics.reads,
            statistics.bytes_read as u64,
            statistics.writes,
            statistics.bytes_written as u64,
        );
        let expected = totals(format, &bytes);
        assert_eq!(found, expected, "{name}");
        assert_eq!(expected.0 + expected.2, requests, "{name}");
    }
}

#[test]
fn a_recorded_trace_fits_a_small_device_wrapped_or_compacted() {
    let trace = import(&read("recorded/msr-200.csv"));
    let statistics = Statistics::new(&trace, 4096);
    for mapping in [Mapping::Wrap, Mapping::Compact] {
        let span = Span {
            page_bytes: 4096,
            requests: 200,
            logical_pages: 1024,
        };
        let mapper = Mapper::new(mapping, &trace, span).unwrap();
        let (mut pages, mut touched) = (0, HashSet::new());
        for request in trace.requests(4096) {
            for run in mapper.map(request.first_page, request.pages) {
                assert!(run.lpn + run.pages <= 1024);
                pages += u64::from(run.pages);
                touched.extend(run.lpn..run.lpn + run.pages);
            }
        }
        let accessed = statistics.pages_read + statistics.pages_written;
        assert!(pages >= 200);
        assert_eq!(accessed.to_bits(), (pages as f64).to_bits());
        // Wrapped, pages of the trace share pages of the device.
        let apart = touched.len() as f64 >= statistics.footprint_pages;
        assert_eq!(apart, mapping == Mapping::Compact);
    }
}
