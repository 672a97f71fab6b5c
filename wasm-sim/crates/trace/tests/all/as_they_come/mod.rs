//! Traces as recorders, archives and spreadsheets leave them, each with the result that it must have.

mod files;

use std::fs;
use std::num::NonZeroU32;
use std::path::Path;

use trace::{
    Action, AddressUnit, Column, CsvColumns, Format, ImportError, Importer, LineErrorKind,
    MergeDevices, Note, Op, OpWords, Options, Part, Statistics, TimeUnit, Trace, Wanted,
};

fn file(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/as-they-come");
    fs::read(folder.join(name)).unwrap()
}

/// The outcome, which does not depend on where the bytes are cut.
fn import(options: &Options, bytes: &[u8]) -> Result<Trace, ImportError> {
    let of = |chunk: usize| {
        let mut importer = Importer::new(options.clone());
        for chunk in bytes.chunks(chunk) {
            importer.push(chunk)?;
        }
        importer.finish()
    };
    let whole = of(usize::MAX);
    for chunk in [1, 7, 512] {
        let in_parts = of(chunk);
        let alike = match (&whole, &in_parts) {
            (Ok(whole), Ok(parts)) => whole.summary() == parts.summary(),
            (whole, parts) => whole.as_ref().err() == parts.as_ref().err(),
        };
        assert!(alike, "in chunks of {chunk}: {:?}", in_parts.err());
    }
    whole
}

fn read(name: &str, options: &Options) -> Trace {
    import(options, &file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn problem(result: Result<Trace, ImportError>) -> LineErrorKind {
    match result {
        Err(ImportError::Line(line)) => line.problem,
        other => panic!("{:?}", other.map(|trace| trace.len())),
    }
}

/// Operation, first page and pages of each request.
fn pages(trace: &Trace) -> Vec<(Op, u64, u32)> {
    trace
        .requests(4096)
        .map(|r| (r.op, r.first_page, r.pages))
        .collect()
}

fn names(trace: &Trace) -> Vec<(u32, &str, u32)> {
    let devices = trace.summary().devices.iter();
    devices.map(|d| (d.device, &*d.name, d.requests)).collect()
}

fn only(name: &str) -> Options {
    Options {
        merge_devices: MergeDevices::Only(Wanted::Name(name.into())),
        ..Options::default()
    }
}

const ISSUED: u32 = 8 << 20;

#[test]
fn two_columns_that_could_be_the_address_are_asked_about() {
    let asked = problem(import(&Options::default(), &file("baleen.trace")));
    let column = |number, name: &str| Column {
        number,
        name: name.into(),
    };
    let expected = LineErrorKind::TwoColumns {
        what: Part::Address,
        columns: vec![column(1, "block_id"), column(2, "io_offset")],
    };
    assert_eq!(asked, expected);
    let three = import(
        &Options::default(),
        b"op,lba,offset,lpn,bytes\nW,8,8,1,512\n",
    );
    let expected = LineErrorKind::TwoColumns {
        what: Part::Address,
        columns: vec![column(2, "lba"), column(3, "offset"), column(4, "lpn")],
    };
    assert_eq!(problem(three), expected);
    let options = Options {
        columns: CsvColumns {
            address: NonZeroU32::new(2),
            device: NonZeroU32::new(1),
            ..CsvColumns::default()
        },
        time_unit: Some(TimeUnit::Seconds),
        address_unit: Some(AddressUnit::Bytes),
        size_unit: Some(AddressUnit::Bytes),
        op_words: OpWords {
            read: vec!["5".into()],
            write: vec!["6".into()],
            ..OpWords::default()
        },
        ..Options::default()
    };
    let trace = read("baleen.trace", &options);
    let s = Statistics::new(&trace, 4096);
    assert_eq!((s.reads, s.writes, s.unaligned), (2, 1, 0));
    assert_eq!(s.footprint_pages.to_bits(), 96f64.to_bits());
    assert_eq!(names(&trace), [(4, "4", 2), (9, "9", 1)]);
    // The column of devices leaves one that could be the address.
    let options = Options {
        columns: CsvColumns {
            device: NonZeroU32::new(1),
            ..CsvColumns::default()
        },
        ..options
    };
    assert_eq!(read("baleen.trace", &options).summary(), trace.summary());
}

#[test]
fn a_requeued_request_counts_once_and_a_remapped_one_too() {
    let trace = read("requeue-blkparse.txt", &Options::default());
    assert_eq!(pages(&trace), [(Op::Write, 1_132_544 / 8, 1)]);
    assert_eq!(trace.start_ns(), 900_000_000 / 1000);
    assert_eq!(trace.summary().notes, [Note::Requeued { requests: 1 }]);
    let trace = read("remap-blkparse.txt", &Options::default());
    assert_eq!(pages(&trace), [(Op::Write, 1_132_544 / 8, 1)]);
    let trace = read("fwfs-blkparse.txt", &Options::default());
    assert_eq!(pages(&trace), [(Op::Write, 2_196_809_095, 1)]);
    assert_eq!(names(&trace), [(ISSUED, "8,0", 1)]);
}

#[test]
fn where_nothing_was_issued_what_was_queued_counts_and_that_is_said() {
    let trace = read("q-only-blkparse.txt", &Options::default());
    let s = Statistics::new(&trace, 4096);
    assert_eq!((s.reads, s.pages_read.to_bits()), (4, 64f64.to_bits()));
    assert!((s.sequential_share - 0.25).abs() < 1e-9);
    let action = Action::Queue;
    assert_eq!(trace.summary().notes, [Note::Counted { action }]);
    assert_eq!(names(&trace), [((230 << 20) + 112, "230,112", 4)]);
}

#[test]
fn events_that_the_recorder_lost_are_said() {
    let trace = read("blkparse-summary.txt", &Options::default());
    assert_eq!(trace.len(), 2);
    let said = &trace.summary().notes;
    assert_eq!(*said, [Note::Lost { events: 5.0 }]);
    assert!(
        said[0]
            .to_string()
            .starts_with("WARNING: the recorder lost 5 events")
    );
}

#[test]
fn a_mirror_is_read_by_the_names_of_its_disks_and_told() {
    let trace = read("biosnoop-mirror.txt", &Options::default());
    assert_eq!(names(&trace), [(0, "sda", 2), (1, "sdb", 2)]);
    let s = Statistics::new(&trace, 4096);
    assert_eq!((s.writes, s.footprint_pages.to_bits()), (4, 4f64.to_bits()));
    let doubles = Note::Doubles {
        device: "sdb".into(),
        of: "sda".into(),
        repeated: 2,
        requests: 2,
        within_us: 36.0,
        shift: 0.0,
    };
    assert_eq!(trace.summary().notes, [doubles]);
    for name in ["sda", "sdb"] {
        let kept = read("biosnoop-mirror.txt", &only(name));
        assert_eq!((kept.len(), kept.summary().left_out), (2, 2), "{name}");
        assert_eq!(kept.summary().notes, []);
    }
    let absent = ImportError::DeviceAbsent {
        device: "sdc".into(),
        present: vec!["sda".into(), "sdb".into()],
    };
    let asked = import(&only("sdc"), &file("biosnoop-mirror.txt"));
    assert_eq!(asked.err(), Some(absent));
}

#[test]
fn a_device_is_kept_by_what_its_file_calls_it() {
    let blkparse = "8,0 0 1 0.5 1 D R 8 + 8 [a]\n8,16 0 1 0.6 1 D R 16 + 8 [a]\n";
    for name in ["8,16", "8:16"] {
        let trace = import(&only(name), blkparse.as_bytes()).unwrap();
        assert_eq!(trace.offset(), [16 * 512], "{name}");
    }
    let fio = "fio version 2 iolog\n/dev/a read 0 512\n/dev/b read 4096 512\n";
    assert_eq!(
        import(&only("/dev/b"), fio.as_bytes()).unwrap().offset(),
        [4096]
    );
    let fiu = "5 1 a 8 8 W 8 0 x\n6 1 a 16 8 W 8 1 x\n";
    let trace = import(&only("8,1"), fiu.as_bytes()).unwrap();
    assert_eq!(trace.offset(), [16 * 512]);
    assert_eq!(
        names(&trace),
        [(8 << 20, "8,0", 1), (8 << 20 | 1, "8,1", 1)]
    );
    // Names among numbers, and numbers among names.
    let table = "op,lba,bytes,device\nW,0,512,7\nW,8,512,sda\nW,16,512,7\nW,24,512,4294967296\n";
    let trace = import(&Options::default(), table.as_bytes()).unwrap();
    let named = 1 << 31;
    assert_eq!(
        names(&trace),
        [(7, "7", 2), (named, "sda", 1), (named + 1, "4294967296", 1)]
    );
    let table = "op,lba,bytes,device\nW,0,512,sda\nW,8,512,7\nW,16,512,sda\n";
    let trace = import(&Options::default(), table.as_bytes()).unwrap();
    assert_eq!(names(&trace), [(0, "sda", 2), (1, "7", 1)]);
    assert_eq!(
        import(&only("7"), table.as_bytes()).unwrap().offset(),
        [8 * 512]
    );
}

#[test]
fn trace_events_are_read_as_lines_and_as_a_table() {
    let trace = read("ftrace-block.txt", &Options::default());
    assert_eq!(trace.summary().format, Some(Format::Ftrace));
    assert_eq!(
        pages(&trace),
        [(Op::Write, 10_240, 1), (Op::Write, 256, 256)]
    );
    assert_eq!(names(&trace), [(259 << 20, "259,0", 2)]);
    let trace = read("ftrace-fields.csv", &Options::default());
    assert_eq!(pages(&trace), [(Op::Write, 256, 1), (Op::Read, 257, 2)]);
    assert_eq!(names(&trace), [(0, "259:0", 2)]);
    assert_eq!(trace.time_ns(), [0, 4000]);
    assert_eq!(trace.summary().notes, [Note::KernelSeconds]);
    // Times that the kernel does not write so are asked about.
    let other = "time,dev,sector,nr_sector,rwbs\n12,259:0,2048,8,WS\n";
    let unit = LineErrorKind::UnitUnknown {
        what: Part::Time,
        found: "time".into(),
    };
    assert_eq!(problem(import(&Options::default(), other.as_bytes())), unit);
}

#[test]
fn columns_that_ran_together_are_named_and_a_process_may_have_blanks() {
    let head = "TIME(s)        COMM           PID    DISK    T  SECTOR    BYTES   LAT(ms)\n";
    let good = "0.000000000    smbd           23977  sda     W  16217088  4096       0.08\n";
    let joined = "0.100000000    smbd           23977  sda     W  16217088  1718091776138654.71\n";
    let blanks = "0.200000000    Web Content    23977  sda     W  16217096  4096       0.08\n";
    let text = [head, good, joined].concat();
    let expected = LineErrorKind::RanTogether {
        found: "1718091776138654.71".into(),
        first: "BYTES".into(),
        second: "LAT(ms)".into(),
    };
    match import(&Options::default(), text.as_bytes()) {
        Err(ImportError::Line(line)) => assert_eq!((line.line, line.problem), (3, expected)),
        other => panic!("{:?}", other.map(|trace| trace.len())),
    }
    let few = "0.1 smbd 1 sda W 16217088 0.08\n";
    let missing = LineErrorKind::MissingField {
        expected: 8,
        found: 7,
    };
    let text = [head, good, few].concat();
    assert_eq!(
        problem(import(&Options::default(), text.as_bytes())),
        missing
    );
    let lost = "Possibly lost 12 samples\n";
    let text = [head, good, lost, blanks, good].concat();
    let trace = import(&Options::default(), text.as_bytes()).unwrap();
    assert_eq!(
        trace.offset(),
        [16_217_088 * 512, 16_217_088 * 512, 16_217_096 * 512]
    );
    assert_eq!(trace.summary().notes, [Note::Lost { events: 12.0 }]);
}

#[test]
fn times_finer_than_a_nanosecond_in_milliseconds_are_asked_about() {
    let asked = problem(import(&Options::default(), &file("mqsim74-seconds.trace")));
    let found = "0.675929254".to_owned();
    assert_eq!(asked, LineErrorKind::TimeTooFine { found });
    let duration = |unit| {
        let options = Options {
            time_unit: Some(unit),
            ..Options::default()
        };
        let trace = read("mqsim74-seconds.trace", &options);
        assert_eq!(trace.summary().format, Some(Format::Disksim));
        Statistics::new(&trace, 4096).duration_s.unwrap()
    };
    assert!((duration(TimeUnit::Seconds) - 246.9).abs() < 1.0);
    assert!((duration(TimeUnit::Milliseconds) - 0.2469).abs() < 0.001);
    let notes = |text: &str| {
        import(&Options::default(), text.as_bytes())
            .unwrap()
            .summary()
            .notes
            .clone()
    };
    assert_eq!(
        notes("0.675929 0 8 16 1\n1.5 0 8 16 0\n"),
        [Note::Milliseconds]
    );
    assert_eq!(notes("7961.833 0 8 16 1\n"), []);
    // Also where the first fine time comes late.
    let coarse = "7961.833 0 8 16 1\n".repeat(20);
    let late = format!("{coarse}{}", "7962.8333 0 8 16 1\n".repeat(20));
    assert_eq!(
        (notes(&coarse), notes(&late)),
        (vec![], vec![Note::Milliseconds])
    );
}

#[test]
fn a_mirror_is_found_whatever_the_order_of_its_file_is() {
    let row = |device: &str, i: u32, us: u32| {
        let ns = f64::from(i / 20) / 100.0 + f64::from(i % 20 + us) / 1e6;
        format!("{ns:.9} smbd 23977 {device} W {} 4096 0.08\n", i * i * 8)
    };
    let half = |device: &str, us: u32| (0..80).map(|i| row(device, i, us)).collect::<String>();
    let head = "TIME(s) COMM PID DISK T SECTOR BYTES LAT(ms)\n";
    let text = format!("{head}{}{}", half("sda", 0), half("sdb", 100));
    let trace = import(&Options::default(), text.as_bytes()).unwrap();
    let doubles = Note::Doubles {
        device: "sdb".into(),
        of: "sda".into(),
        repeated: 80,
        requests: 80,
        within_us: 100.0,
        shift: 0.0,
    };
    assert_eq!(trace.summary().notes, std::slice::from_ref(&doubles));
    // Also if both are to be at the same addresses; not if one is left out.
    let shared = Options {
        merge_devices: MergeDevices::Ignore,
        ..Options::default()
    };
    let trace = import(&shared, text.as_bytes()).unwrap();
    assert_eq!(trace.summary().notes, [doubles]);
    let trace = import(&only("sdb"), text.as_bytes()).unwrap();
    assert_eq!(trace.summary().notes, []);
}

#[test]
fn the_first_row_says_that_times_are_in_seconds_wherever_a_shorter_one_is() {
    let rows = "1.123456,259:0,8,8,W\n".repeat(3);
    let text = format!("time,dev,sector,nr_sector,rwbs\n{rows}30.5,259:0,8,8,W\n");
    let trace = import(&Options::default(), text.as_bytes()).unwrap();
    assert_eq!(trace.time_ns()[3], 29_376_544_000);
}

#[test]
fn what_reads_today_still_does() {
    let trace = read("spc-asu.spc", &Options::default());
    assert_eq!(
        Statistics::new(&trace, 4096).footprint_pages.to_bits(),
        4f64.to_bits()
    );
    let shared = Options {
        merge_devices: MergeDevices::Ignore,
        ..Options::default()
    };
    let trace = read("spc-asu.spc", &shared);
    assert_eq!(
        Statistics::new(&trace, 4096).footprint_pages.to_bits(),
        1f64.to_bits()
    );
    let trace = read("iolog-no-open.iolog", &Options::default());
    assert_eq!(
        (pages(&trace), trace.offset()),
        (vec![(Op::Read, 0, 2)], vec![1000])
    );
}

#[test]
fn multiples_of_bytes_are_sectors_of_so_many() {
    let table = |name: &str| format!("op,offset_{name},size_{name}\nW,8,4\n");
    for (name, bytes) in [("kB", 1000), ("KB", 1024), ("KiB", 1024), ("MB", 1 << 20)] {
        let asked = problem(import(&Options::default(), table(name).as_bytes()));
        let found = format!("offset_{name}");
        let what = Part::Address;
        assert_eq!(asked, LineErrorKind::UnitMultiple { what, found });
        let options = Options {
            address_unit: Some(AddressUnit::Sectors),
            size_unit: Some(AddressUnit::Sectors),
            sector_bytes: std::num::NonZeroU32::new(bytes),
            ..Options::default()
        };
        let trace = import(&options, table(name).as_bytes()).unwrap();
        let bytes = u64::from(bytes);
        assert_eq!(
            (trace.offset(), trace.length()),
            (vec![8 * bytes], vec![4 * bytes])
        );
    }
}

#[test]
fn a_decision_about_tables_makes_a_table_and_contradicts_another_format() {
    let columns = CsvColumns {
        op: NonZeroU32::new(1),
        address: NonZeroU32::new(2),
        size: NonZeroU32::new(3),
        ..CsvColumns::default()
    };
    let options = Options {
        columns,
        address_unit: Some(AddressUnit::Sectors),
        size_unit: Some(AddressUnit::Bytes),
        ..Options::default()
    };
    let trace = import(&options, b"W,8,512\n").unwrap();
    assert_eq!(trace.summary().format, Some(Format::Csv));
    let options = Options {
        format: Some(Format::Msr),
        ..options
    };
    let expected = ImportError::OfTables {
        format: Format::Msr,
        option: "columns",
    };
    assert_eq!(import(&options, b"W,8,512\n").err(), Some(expected));
}

#[test]
fn a_time_that_may_be_another_is_named_where_there_is_none() {
    let notes = |name: &str| {
        let text = format!("{name},op,lba,sectors\n1,W,8,8\n2,W,16,8\n");
        let trace = import(&Options::default(), text.as_bytes()).unwrap();
        trace.summary().notes.clone()
    };
    let other = Note::OtherTime {
        column: 1,
        name: "queue_time_us".into(),
    };
    assert_eq!(notes("queue_time_us"), [other]);
    assert_eq!((notes("queue_depth"), notes("time_us")), (vec![], vec![]));
}
