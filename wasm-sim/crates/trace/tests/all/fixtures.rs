//! The files of `testdata/`, imported whole, must give exactly this.

use std::fs;
use std::path::Path;

use trace::{Format, Importer, Options, Statistics, Trace, Unit};

fn import(name: &str) -> Trace {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testdata")
        .join(name);
    let mut importer = Importer::new(Options::default());
    importer
        .push(&fs::read(path).unwrap())
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    importer
        .finish()
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Requests as text: time in ns, operation, offset, length.
fn lines(trace: &Trace) -> Vec<String> {
    (0..trace.len())
        .map(|i| {
            let time = trace
                .time_ns()
                .get(i)
                .map(|ns| format!("{ns} "))
                .unwrap_or_default();
            let op = ["r", "w", "t"][usize::from(trace.op()[i])];
            format!("{time}{op} {} {}", trace.offset()[i], trace.length()[i])
        })
        .collect()
}

#[test]
fn ops() {
    let trace = import("slides.ops");
    let expected = [
        "w 5 1", "w 0 1", "w 13 1", "w 1 1", "w 2 1", "w 3 1", "r 5 1", "r 13 2", "w 8 1", "w 9 1",
        "t 10 1", "t 0 4",
    ];
    assert_eq!(lines(&trace), expected);
    let summary = trace.summary();
    assert_eq!(
        (summary.format, summary.unit, summary.has_times),
        (Some(Format::Ops), Unit::Pages, false)
    );
    assert_eq!(
        (summary.lines, summary.blank_lines, summary.skipped_lines),
        (6, 2, 0)
    );
    assert_eq!(summary.first_lines[1], "w5 w0 w13 w1 w2 w3");
}

#[test]
fn spc_lays_two_units_side_by_side() {
    let trace = import("two-units.spc");
    // Unit 0 ends at 303,588 * 512 bytes, so unit 1 starts at 149 MiB.
    let base: u64 = 149 << 20;
    let expected = [
        format!("0 w {} 3584", 303_567 * 512),
        format!("0 w {} 3072", base + 55_590 * 512),
        format!("26214000 w {} 3584", 303_574 * 512),
        format!("26214000 w {} 3072", base + 240_840 * 512),
        format!("78643000 r {} 3584", 303_581 * 512),
        format!("12500000000 r {} 512", base + 55_596 * 512),
    ];
    assert_eq!(lines(&trace), expected);
    assert_eq!(trace.summary().devices.len(), 2);
}

#[test]
fn msr_counts_from_the_first_request_and_is_sorted() {
    let trace = import("header.msr");
    assert_eq!(
        lines(&trace),
        [
            "0 w 9056014336 2048",
            "21500 r 11855351808 512",
            "51200 w 5548077056 4096"
        ]
    );
    assert_eq!(trace.start_ns(), 12_816_638_529_551_466_300);
    let summary = trace.summary();
    assert_eq!(
        (summary.lines, summary.blank_lines, summary.out_of_order),
        (4, 1, 1)
    );
    assert_eq!(
        summary.first_lines[1],
        "128166385295514663,hm,0,Write,9056014336,2048,2833"
    );
}

#[test]
fn mqsim() {
    let trace = import("recorded/tpcc-200.mqsim");
    let summary = trace.summary();
    assert_eq!(
        (summary.format, summary.requests, summary.skipped_lines),
        (Some(Format::Mqsim), 200, 0)
    );
    assert_eq!(summary.devices.len(), 16);
    assert_eq!(
        summary
            .guess
            .as_ref()
            .map(|guess| guess.confidence.to_bits()),
        Some(1f64.to_bits())
    );
    let statistics = Statistics::new(&trace, 4096);
    assert_eq!((statistics.reads, statistics.writes), (76, 124));
}

/// Traces that ship with the page are fixtures too.
#[test]
fn tencent_and_systor() {
    let bundled = |name: &str| import(&format!("../../../../public/traces/{name}"));
    let tencent = bundled("tencent-cbs-50000.csv.gz");
    let summary = tencent.summary();
    assert_eq!(
        (summary.format, summary.requests),
        (Some(Format::Tencent), 50_000)
    );
    assert_eq!(summary.devices.len(), 2038);
    let systor = bundled("systor17-1000.csv.gz");
    let summary = systor.summary();
    assert_eq!(
        (summary.format, summary.requests),
        (Some(Format::Systor17), 999)
    );
    assert_eq!((summary.lines, summary.blank_lines), (1000, 1));
}

#[test]
fn the_same_requests_have_the_same_hash_in_every_format() {
    let hash = |text: &str| {
        let mut importer = Importer::new(Options::default());
        importer.push(text.as_bytes()).unwrap();
        importer.finish().unwrap().hash().to_owned()
    };
    let spc = hash("0,8,4096,w,1.5\n0,16,512,r,1.75\n");
    assert_eq!(spc, hash("7000000000 3 8 8 0\n7250000000 3 16 1 1\n"));
    assert_eq!(
        spc,
        hash(
            "128166385295514663,hm,2,Write,4096,4096,1\n128166385298014663,hm,2,Read,8192,512,1\n"
        )
    );
    assert_ne!(spc, hash("0,8,4096,w,1.5\n0,16,512,r,1.7500001\n"));
    assert_eq!(spc.len(), 16);
}
