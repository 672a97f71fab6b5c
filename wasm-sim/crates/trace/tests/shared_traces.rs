//! Real traces, where the folder that holds them is there; they are too large, or not ours, to ship.

use std::fs;
use std::path::PathBuf;

use trace::{Format, Importer, Mapper, Mapping, Options, Statistics, Trace, recognise};

fn read(name: &str) -> Option<Vec<u8>> {
    let path: PathBuf = [
        env!("CARGO_MANIFEST_DIR"),
        "../../../../shared/traces",
        name,
    ]
    .iter()
    .collect();
    let bytes = fs::read(&path).ok();
    if bytes.is_none() {
        println!("not tested: {} is absent", path.display());
    }
    bytes
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

#[test]
fn every_trace_in_a_known_format_is_recognised_and_read_whole() {
    let traces = [
        ("financial1-first10k.mqsim.gz", Format::Mqsim, 10_000, 22),
        ("tpcc-small.mqsim", Format::Mqsim, 6_999, 16),
        ("msr-cambridge-hm0-1000.csv", Format::Msr, 1_000, 1),
        ("dtrs-127043.mqsim.gz", Format::Mqsim, 127_043, 1),
        ("postmark-62257.disksim.gz", Format::Disksim, 62_257, 1),
        ("tencent-cbs-50000.csv.gz", Format::Tencent, 50_000, 2_038),
        ("systor17-1000.csv.gz", Format::Systor17, 999, 1),
        ("blkparse-400.txt", Format::Blkparse, 67, 1),
    ];
    for (name, format, requests, devices) in traces {
        let Some(bytes) = read(name) else { return };
        let guess = recognise(&bytes[..bytes.len().min(64 << 10)], false)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            (guess.format, guess.confidence.to_bits()),
            (format, 1f64.to_bits()),
            "{name}"
        );
        assert_eq!(guess.gzip, bytes.starts_with(&[0x1f, 0x8b]));
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
        assert!(trace.time_ns().is_sorted());
    }
}

#[test]
fn a_real_trace_fits_a_small_device_by_wrapping() {
    let Some(bytes) = read("msr-cambridge-hm0-1000.csv") else {
        return;
    };
    let trace = import(&bytes);
    let statistics = Statistics::new(&trace, 4096);
    assert_eq!((statistics.reads, statistics.writes), (508, 492));
    let mapper = Mapper::new(Mapping::Wrap, trace.pages_needed(4096), 1024);
    let mut pages = 0;
    for request in trace.requests(4096) {
        for run in mapper.map(request.first_page, request.pages) {
            assert!(run.lpn + run.pages <= 1024);
            pages += u64::from(run.pages);
        }
    }
    let touched = statistics.pages_read + statistics.pages_written;
    assert_eq!(touched.to_bits(), (pages as f64).to_bits());
}
