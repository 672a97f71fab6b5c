use proptest::prelude::*;

use super::*;
use crate::{Address, Importer, Options, Record};

/// The table as the importer reads it back.
fn read(table: &mut Table) -> Option<Trace> {
    let mut importer = Importer::new(Options::default());
    let mut rows = 0;
    importer
        .push(table.head().as_bytes())
        .expect("it is a table");
    loop {
        let lines = table.next(7);
        if lines.is_empty() {
            break;
        }
        rows += lines.lines().count();
        importer.push(lines.as_bytes()).expect("it is a table");
    }
    if rows == 0 {
        return None;
    }
    Some(importer.finish().expect("it is a table"))
}

fn trace(rows: &[(u64, u64, u8, u32)], timed: bool) -> Trace {
    let mut at = 0;
    let records = rows.iter().map(|&(offset, length, op, device)| {
        at += offset % 1000;
        Record {
            time_ns: timed.then_some(at),
            op: Op::from_code(op),
            device,
            address: Address::Byte(offset),
            length,
            temperature: 0,
        }
    });
    Trace::from_records(&records.collect::<Vec<_>>()).expect("they are a trace")
}

fn rows() -> impl Strategy<Value = Vec<(u64, u64, u8, u32)>> {
    let row = (0_u64..1 << 14, 1_u64..900, 0_u8..3, 0_u32..3);
    prop::collection::vec(row, 1..60)
}

/// All requests with the place of their device, by time.
fn requests(trace: &Trace) -> Vec<(u64, u64, u64, u8)> {
    let columns = trace
        .offset()
        .into_iter()
        .zip(trace.length())
        .zip(trace.op());
    let times = trace.time_ns();
    columns
        .enumerate()
        .map(|(i, ((offset, length), op))| (times.get(i).copied().unwrap_or(0), offset, length, op))
        .collect()
}

proptest! {
    #[test]
    fn all_requests_of_all_traces_are_on_one_drive_behind_each_other(a in rows(), b in rows(), timed: bool) {
        let traces = [Rc::new(trace(&a, timed)), Rc::new(trace(&b, timed))];
        // As fields they are one name.
        let named = ["disk, \"0\"", "disk_ _0_"].iter().zip(&traces).map(|(name, trace)| Named { name: (*name).to_owned(), trace: Rc::clone(trace) });
        let mut table = Table::of_all(named.collect()).expect("alike");
        let mixed = read(&mut table).expect("it has requests");
        let count = (a.len() + b.len()) as u64;
        prop_assert_eq!(table.done(), (count, count));
        // Each device lies somewhere, whole: its requests are those that it had.
        let lies = |trace: &Trace| {
            let mut found = Vec::new();
            for device in &trace.summary().devices {
                let (from, to) = (device.base as u64, (device.base + device.extent) as u64);
                let all = requests(trace).into_iter();
                let here = all.filter(|request| (from..to).contains(&request.1));
                let here: Vec<_> = here.map(|(time, offset, length, op)| (time, offset - from, length, op)).collect();
                found.push(here);
            }
            found
        };
        let mut apart: Vec<_> = traces.iter().flat_map(|trace| lies(trace)).collect();
        let mut together = lies(&mixed);
        apart.sort();
        together.sort();
        prop_assert_eq!(apart, together);
    }

    #[test]
    fn several_drives_have_every_byte_once(a in rows(), drives in 1_u32..5, length in 1_u64..500) {
        let whole = Rc::new(trace(&a, true));
        let stripes = Stripes { drives, length };
        let mut there: Vec<(u64, u8, u64)> = Vec::new();
        for drive in 0..drives {
            let mut table = Table::of_drive(Rc::clone(&whole), stripes, drive);
            let mut lines = table.next(u32::MAX);
            prop_assert_eq!(table.done().0, a.len() as u64);
            lines.insert_str(0, &table.head());
            for line in lines.lines().skip(1) {
                let fields: Vec<&str> = line.split(',').collect();
                let op = ["read", "write", "trim"].iter().position(|op| *op == fields[1]).expect("an operation") as u8;
                let number = |k: usize| fields[k].parse::<u64>().expect("a number");
                let (offset, bytes) = (number(2), number(3));
                for byte in offset..offset + bytes {
                    let (stripe, within) = (byte / length, byte % length);
                    let address = (stripe * u64::from(drives) + u64::from(drive)) * length + within;
                    there.push((number(0), op, address));
                }
            }
        }
        let mut right: Vec<(u64, u8, u64)> = Vec::new();
        for (time, offset, bytes, op) in requests(&whole) {
            right.extend((offset..offset + bytes).map(|byte| (time, op, byte)));
        }
        there.sort_unstable();
        right.sort_unstable();
        prop_assert!(there == right, "{} bytes for {}", there.len(), right.len());
    }
}

#[test]
fn traces_that_are_not_alike_stay_apart() {
    let named = |trace: Trace| Named {
        name: "t".to_owned(),
        trace: Rc::new(trace),
    };
    let rows = [(0, 4096, 1, 0)];
    let pages = crate::parse_ops("w1 w2").expect("operations");
    let pages = Trace::from_records(&pages).expect("a trace");
    let apart = |traces: Vec<Named>| Table::of_all(traces).err();
    let timed = || named(trace(&rows, true));
    assert_eq!(
        apart(vec![timed(), named(trace(&rows, false))]),
        Some(Apart::Times(1))
    );
    assert_eq!(
        apart(vec![timed(), timed(), named(pages)]),
        Some(Apart::Units(2))
    );
}

#[test]
fn a_name_is_a_field_and_no_number() {
    assert_eq!(
        ["a,b", "0", " 7 ", "c\n"].map(field),
        ["a_b", "trace-0", "trace-7", "c_"]
    );
    let mut names = Vec::new();
    let all = ["a", "a", "b,", "a", "b_"].map(|name| distinct(&mut names, name));
    assert_eq!(all, ["a", "a (2)", "b_", "a (3)", "b_ (2)"]);
}
