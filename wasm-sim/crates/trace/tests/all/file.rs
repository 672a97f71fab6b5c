//! The columnar file: what was imported is read back from its bytes alone, and no other bytes are taken for it.

use std::cell::RefCell;
use std::fmt::Write;
use std::rc::Rc;

use trace::{Address, Bytes, FileError, Importer, Op, Options, Reader, Record, Store, Trace};

/// A file that two can hold, and that may be full.
#[derive(Clone, Default)]
struct Shared {
    bytes: Rc<RefCell<Vec<u8>>>,
    room: Option<usize>,
    reads: Rc<RefCell<usize>>,
}

impl Bytes for Shared {
    fn size(&self) -> u64 {
        self.bytes.borrow().len() as u64
    }
    fn read(&self, at: u64, length: u32) -> Result<Vec<u8>, FileError> {
        *self.reads.borrow_mut() += 1;
        self.bytes.borrow().read(at, length)
    }
}

impl Store for Shared {
    fn append(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        if self
            .room
            .is_some_and(|room| self.bytes.borrow().len() + bytes.len() > room)
        {
            return Err(FileError("no room is left".into()));
        }
        Store::append(&mut *self.bytes.borrow_mut(), bytes)
    }
}

fn import(file: &Shared, text: &str) -> Result<Trace, trace::ImportError> {
    let mut importer = Importer::into(Options::default(), Box::new(file.clone()));
    importer.push(text.as_bytes())?;
    importer.finish()
}

/// Lines of an mqsim trace on two devices with these times.
fn mqsim(times: impl Iterator<Item = u64>) -> String {
    let mut text = String::new();
    for (i, time) in times.enumerate() {
        writeln!(text, "{time} {} {} 8 {}", i % 2, i * 8 % 999, i % 3 % 2).expect("a String grows");
    }
    text
}

#[test]
fn a_file_is_read_back_as_it_was_imported() {
    let file = Shared::default();
    let imported = import(&file, &mqsim((0..200_000).map(|i| i ^ 5))).unwrap();
    let opened = Trace::open(Box::new(file)).unwrap();
    assert_eq!(opened.chunks(), 4);
    assert_eq!(opened.hash(), imported.hash());
    assert_eq!(opened.start_ns(), imported.start_ns());
    assert_eq!(opened.summary().devices, imported.summary().devices);
    assert!(opened.requests(4096).eq(imported.requests(4096)));
}

#[test]
fn requests_far_out_of_order_are_put_in_order() {
    // Three servers' traces one behind the other, each longer than what waits to be sorted.
    let times = |n: u64| (0..3).flat_map(move |server| (0..n).map(move |i| 10 * (i ^ 3) + server));
    let trace = import(&Shared::default(), &mqsim(times(300_000))).unwrap();
    assert!(trace.time_ns().is_sorted());
    let mut expected: Vec<u64> = times(300_000).collect();
    expected.sort_unstable();
    assert_eq!(trace.time_ns(), expected);
    // The same requests in order of time are the same trace.
    let mut lines: Vec<_> = mqsim(times(300_000)).lines().map(str::to_owned).collect();
    lines.sort_by_key(|line| line.split(' ').next().unwrap().parse::<u64>().unwrap());
    let sorted = import(&Shared::default(), &lines.join("\n")).unwrap();
    assert_eq!(trace.hash(), sorted.hash());
}

#[test]
fn a_reader_holds_its_chunk_and_a_trace_a_few() {
    let file = Shared::default();
    import(&file, &mqsim(0..200_000)).unwrap();
    let trace = Trace::open(Box::new(file.clone())).unwrap();
    let opened = *file.reads.borrow();
    let (mut left, mut right) = (Reader::default(), Reader::default());
    for i in 0..200_000 {
        let behind = left.request(&trace, i / 2, 4096);
        assert_eq!(behind.time_ns, Some(u64::from(i / 2)));
        right.request(&trace, i, 4096);
    }
    assert_eq!(*file.reads.borrow() - opened, 4, "one read a chunk");
}

#[test]
fn a_full_disk_ends_the_import_with_the_reason() {
    let full = Shared {
        room: Some(1000),
        ..Shared::default()
    };
    let error = import(&full, &mqsim(0..1000)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the trace cannot be stored: no room is left. Free some space and import it again."
    );
}

#[test]
fn requests_below_a_page_are_counted_without_reading_all() {
    let file = Shared::default();
    let records: Vec<Record> = (0..200_000u64)
        .map(|i| Record {
            time_ns: None,
            op: Op::Write,
            device: 0,
            address: Address::Byte(i * 512),
            length: 512,
            temperature: 0,
        })
        .collect();
    let made = Trace::from_records(&records).unwrap();
    let mut copy = file.clone();
    let bytes = made.file().read(0, made.file().size() as u32).unwrap();
    copy.append(&bytes).unwrap();
    let trace = Trace::open(Box::new(file.clone())).unwrap();
    let opened = *file.reads.borrow();
    for pages in [1, 10, 8191, 8192, 8193, 20_000, 25_000, 30_000] {
        for first in [0, 1, 60_000, 200_000, 300_000] {
            let counted = trace
                .requests(4096)
                .take(first as usize)
                .filter(|r| r.first_page < u64::from(pages));
            assert_eq!(
                made.requests_below(pages, 4096, first),
                counted.count() as u32
            );
        }
    }
    let read = *file.reads.borrow();
    assert!(read > opened);
    trace.requests_below(8192, 4096, 200_000);
    assert_eq!(
        *file.reads.borrow(),
        read,
        "8192 pages are one chunk to the byte"
    );
}
