//! Which addresses are written and copied. The sums are those of the report, the addresses those of the trace.

use std::fmt::Write;

use std::collections::BTreeMap;

use proptest::prelude::*;
use sim::failure::Failure;
use sim::protocol::{AddressesIn, Command, Ledger, LedgerCounts, Reply, Target};
use sim::report::{CauseCounts, Report};
use sim::scenario;
use sim::session::Session;
use sim::workload::WorkloadSpec;
use trace::{Importer, MergeDevices, Options, Trace};

use crate::support::{behind, buffer, host, in_bytes, rows, sample, side_by_side, uncut};

/// A session with a scenario open, whose trace is the text that its path is, or this one.
fn opened(text: &str, trace: Option<Trace>) -> Result<Session, Failure> {
    let mut session = Session::without_history();
    if let Ok(setup) = scenario::parse(text)
        && let WorkloadSpec::Trace { path, .. } = &setup.workload
    {
        let mut importer = Importer::new(Options::default());
        let of_path = || {
            importer.push(path.as_bytes()).unwrap();
            importer.finish().unwrap()
        };
        session.keep_trace(path, trace.unwrap_or_else(of_path));
    }
    let open = Command::Open {
        slot: 0,
        scenario: text.to_owned(),
    };
    session.finish(open, u64::MAX, &mut |_, _, _| {})?;
    Ok(session)
}

/// Its progress, and the ledger.
fn heard(session: &mut Session, ranges: u32, operations: u64) -> (Vec<(u32, u32)>, Ledger) {
    let mut heard = Vec::new();
    let explain = Command::Explain { slot: 0, ranges };
    let mut reply = session.command_within(explain, operations).unwrap();
    loop {
        match reply {
            Reply::Progress {
                requests, total, ..
            } => heard.push((requests, total)),
            Reply::Explained { ledger } => return (heard, *ledger),
            other => panic!("{other:?}"),
        }
        reply = session.slice(operations).unwrap();
    }
}

fn explained(session: &mut Session, ranges: u32, operations: u64) -> Ledger {
    heard(session, ranges, operations).1
}

fn ran(session: &mut Session) -> Result<Report, Failure> {
    session.finish(Command::run(0, Target::End), u64::MAX, &mut |_, _, _| {})?;
    Ok(session.simulation(0)?.report())
}

/// Adds counts by cause.
fn sum<'a>(all: impl IntoIterator<Item = &'a CauseCounts>) -> BTreeMap<String, u64> {
    let mut sums = BTreeMap::new();
    for counts in all {
        let counts = serde_json::to_value(counts).unwrap();
        for (cause, count) in counts.as_object().unwrap() {
            *sums.entry(cause.clone()).or_default() += count.as_u64().unwrap();
        }
    }
    sums
}

/// The sums over addresses are the counters of the report, cause by cause; over time they are those of each range.
fn adds_up(text: &str) -> Result<(), TestCaseError> {
    let mut session = opened(text, None).unwrap();
    let ledger = explained(&mut session, 7, 50);
    let report = ran(&mut session).unwrap();
    let booked = || {
        ledger
            .ranges
            .iter()
            .map(|range| &range.counts)
            .chain([&ledger.elsewhere])
    };
    let programs = booked()
        .map(|counts| &counts.programs)
        .chain([&ledger.translation]);
    prop_assert_eq!(sum(programs), sum([&report.flash.programs]));
    let writes =
        |all: &mut dyn Iterator<Item = &LedgerCounts>| all.map(|counts| counts.writes).sum::<u64>();
    prop_assert_eq!(writes(&mut booked()), report.host.writes);
    prop_assert_eq!(ledger.all.writes, report.host.writes);
    prop_assert_eq!(
        booked().map(|counts| counts.copies).sum::<u64>(),
        ledger.all.copies
    );
    let data = sum([&ledger.all.programs, &ledger.translation]);
    prop_assert_eq!(data["total"], report.flash.programs.total);
    prop_assert!(ledger.ranges.len() <= 7);
    for range in &ledger.ranges {
        let of = |counts: &[u32]| counts.iter().map(|&count| u64::from(count)).sum::<u64>();
        prop_assert_eq!(
            (of(&range.written), of(&range.copied)),
            (range.counts.writes, range.counts.copies)
        );
        prop_assert!(range.from < range.to && range.pages > 0);
    }
    // At any pace, and wherever the simulation is.
    prop_assert_eq!(&explained(&mut session, 7, u64::MAX), &ledger);
    prop_assert_eq!(ran(&mut session).unwrap(), report);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if std::env::var_os("DEEP").is_some() { 2000 } else { 120 }))]

    #[test]
    fn it_adds_up_under_every_ftl(sample in sample(1..150)) {
        adds_up(&sample.text)?;
    }

    #[test]
    fn it_adds_up_behind_every_buffer((sample, buffer) in (sample(1..150), buffer())) {
        adds_up(&behind(&sample, &buffer).text)?;
    }

    #[test]
    fn it_adds_up_with_queues_and_channels((sample, host) in (sample(1..80), host())) {
        adds_up(&side_by_side(&uncut(&sample.text), &host))?;
    }

    #[test]
    fn it_adds_up_on_a_trace_of_bytes((sample, rows) in (sample(1..2), rows(1..100))) {
        adds_up(&in_bytes(&sample.text, &rows))?;
    }
}

/// Two devices: one is written once, and then now and again; a few pages of the other, a gigabyte up, are rewritten often.
fn two_devices() -> Trace {
    let mut text = "time_us,device,op,offset_bytes,size_bytes\n".to_owned();
    for i in 0..40u64 {
        writeln!(text, "{i},3,W,{},4096", i * 4096).unwrap();
    }
    for i in 0..600u64 {
        let (device, offset) = match i % 3 {
            0 => (3, i * 7 % 40 * 4096),
            _ => (8, (1 << 30) + i * i % 20 * 8192),
        };
        writeln!(text, "{},{device},W,{offset},4096", 40 + i).unwrap();
    }
    let mut importer = Importer::new(Options {
        merge_devices: MergeDevices::SideBySide,
        ..Options::default()
    });
    importer.push(text.as_bytes()).unwrap();
    importer.finish().unwrap()
}

fn on_trace(logical_pages: u32) -> String {
    format!(
        r#"{{"format": 1, "device": {{"blocks": 30, "pages_per_block": 4, "page_bytes": 4096}}, "logical_pages": {logical_pages},
            "ftl": {{"kind": "page"}}, "precondition": [{{"kind": "sequential"}}], "workload": {{"kind": "trace", "path": "t"}}}}"#
    )
}

#[test]
fn ranges_of_two_devices_have_the_addresses_of_each() {
    let mut session = opened(&on_trace(100), Some(two_devices())).unwrap();
    let ledger = explained(&mut session, 6, u64::MAX);
    assert_eq!(
        (ledger.unit, ledger.requests, ledger.part),
        (AddressesIn::Bytes, 640, 7)
    );
    let pages: u32 = ledger.ranges.iter().map(|range| range.pages).sum();
    let devices: Vec<_> = ledger
        .ranges
        .iter()
        .map(|range| range.device.unwrap())
        .collect();
    assert_eq!(devices, [3, 3, 3, 3, 3, 8]);
    assert_eq!((ledger.ranges[0].from, ledger.ranges[4].to), (0, 40 * 4096));
    let last = &ledger.ranges[5];
    let squares: std::collections::BTreeSet<u64> = (0..600u64).map(|i| i * i % 20).collect();
    assert_eq!(
        (last.from, last.to),
        (1 << 30, (1 << 30) + 16 * 8192 + 4096)
    );
    assert_eq!(
        (last.pages, pages),
        (squares.len() as u32, 40 + squares.len() as u32)
    );
    assert_eq!((last.counts.writes, ledger.all.writes), (400, 640));
    // Written first, and copied since: the pages of the first device and those that the precondition alone wrote.
    let first: u64 = ledger.ranges[..5]
        .iter()
        .map(|range| range.counts.copies)
        .sum();
    assert!(first > 0 && ledger.elsewhere.copies > 0 && ledger.elsewhere.writes == 0);
    assert_eq!(ledger.ranges[0].written[0], 7);
    assert!(last.written[..5].iter().all(|&writes| writes == 0) && last.written[6] > 0);
}

#[test]
fn a_folded_trace_and_a_drawn_workload_are_told_by_logical_page() {
    let folded = on_trace(30).replace(
        r#""path": "t""#,
        r#""path": "t", "mapping": "wrap", "aliasing": "allow""#,
    );
    let drawn = on_trace(100).replace(
        r#""kind": "trace", "path": "t""#,
        r#""kind": "uniform", "requests": 500"#,
    );
    for (text, pages) in [(folded, 30), (drawn, 100)] {
        let mut session = opened(&text, Some(two_devices())).unwrap();
        let ledger = explained(&mut session, 4, u64::MAX);
        assert_eq!(ledger.unit, AddressesIn::Lpns);
        let ends: Vec<_> = ledger
            .ranges
            .iter()
            .map(|range| (range.from, range.to))
            .collect();
        assert_eq!((ends[0].0, ends[3].1, ends.len()), (0, pages, 4));
        assert_eq!(ledger.elsewhere, LedgerCounts::default());
    }
}

#[test]
fn few_pages_have_half_of_the_copies_and_the_run_is_told_how_far() {
    let mut session = opened(&on_trace(100), Some(two_devices())).unwrap();
    let ledger = explained(&mut session, 64, u64::MAX);
    assert!(
        ledger.copied_pages > 0
            && ledger.hot[0].pages <= ledger.hot[2].pages
            && ledger.hot[2].pages <= ledger.copied_pages
    );
    let (heard, again) = heard(&mut session, 64, 20);
    assert_eq!(again, ledger);
    assert!(heard.len() > 20 && heard.is_sorted(), "{heard:?}");
    assert!(heard.iter().all(|&(_, total)| total == 640));
    // A cancelled one leaves the simulation where it was.
    let explain = Command::Explain { slot: 0, ranges: 8 };
    session.command_within(explain, 5).unwrap();
    session.command(Command::Cancel).unwrap();
    assert_eq!(session.simulation(0).unwrap().position().request, 0);
}
