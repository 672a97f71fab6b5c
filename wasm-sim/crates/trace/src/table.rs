//! Requests as a table that `formats/csv.rs` reads back: several traces on one drive, or the part of one trace that one of several drives
//! gets.
//!
//! Times are since the first request of each trace, so all begin at once. Traces without times take turns, so that they end together.

use std::fmt::Write;
use std::rc::Rc;

use crate::record::{Op, Unit};
use crate::trace::Trace;

/// A trace and its name.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name of its device, or the first part of the names of its devices.
    pub name: String,
    /// It.
    pub trace: Rc<Trace>,
}

/// Addresses that several drives share in turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stripes {
    /// How many drives.
    pub drives: u32,
    /// Length of a stripe, in the trace's unit.
    pub length: u64,
}

/// Why traces are not written as one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Apart {
    /// This one has times, and the first has none, or the other way round.
    Times(usize),
    /// This one counts pages, and the first bytes, or the other way round.
    Units(usize),
}

/// A table that is being written.
pub struct Table {
    of: Vec<Reading>,
    /// Whether a column has the names of devices.
    named: bool,
    unit: Unit,
    timed: bool,
}

/// A trace that is being read, a chunk at a time.
struct Reading {
    trace: Rc<Trace>,
    /// Where each device begins, and its name.
    devices: Vec<(u64, String)>,
    part: Option<(Stripes, u32)>,
    /// The rows of the chunk that is read, the next one last.
    rows: Vec<Line>,
    chunk: u32,
    /// Requests read, left-out ones among them.
    read: u64,
}

/// A request of the table.
#[derive(Clone, Copy)]
struct Line {
    time_ns: u64,
    op: Op,
    offset: u64,
    length: u64,
    /// Among [`Reading::devices`].
    device: usize,
}

impl Table {
    /// Several traces on one drive: their devices lie side by side.
    ///
    /// # Errors
    /// If some have times and others none, or some count pages and others bytes.
    ///
    /// # Panics
    /// Without a trace.
    pub fn of_all(traces: Vec<Named>) -> Result<Self, Apart> {
        let facts = |k: usize| {
            let facts: &crate::columnar::Facts = traces[k].trace.facts();
            (facts.unit, facts.has_times)
        };
        let (unit, timed) = facts(0);
        for k in 1..traces.len() {
            if facts(k).0 != unit {
                return Err(Apart::Units(k));
            }
            if facts(k).1 != timed {
                return Err(Apart::Times(k));
            }
        }
        let mut names: Vec<String> = Vec::new();
        let of = traces
            .into_iter()
            .map(|Named { name, trace }| Reading::new(&distinct(&mut names, &name), trace, None))
            .collect();
        Ok(Self {
            of,
            named: true,
            unit,
            timed,
        })
    }

    /// The requests that drive `drive`, from 0, gets of a trace. A request that goes over several stripes is one request on each drive.
    ///
    /// # Panics
    /// If there is no such drive, or a stripe is empty.
    pub fn of_drive(trace: Rc<Trace>, stripes: Stripes, drive: u32) -> Self {
        assert!(
            drive < stripes.drives && stripes.length > 0,
            "drive {drive}"
        );
        let facts = trace.facts();
        Self {
            named: false,
            unit: facts.unit,
            timed: facts.has_times,
            of: vec![Reading::new("", trace, Some((stripes, drive)))],
        }
    }

    /// The first line.
    pub fn head(&self) -> String {
        let mut head = String::new();
        if self.timed {
            head += "time_ns,";
        }
        head += match self.unit {
            Unit::Bytes => "op,offset_bytes,size_bytes",
            Unit::Pages => "op,lpn,size",
        };
        if self.named {
            head += ",device";
        }
        head.push('\n');
        head
    }

    /// The next lines, at most this many; empty at the end.
    pub fn next(&mut self, lines: u32) -> String {
        let mut text = String::new();
        for _ in 0..lines {
            let Some((k, line)) = self.take() else { break };
            if self.timed {
                write!(text, "{},", line.time_ns).expect("a string takes everything");
            }
            let op = match line.op {
                Op::Read => "read",
                Op::Write => "write",
                Op::Trim => "trim",
            };
            write!(text, "{op},{},{}", line.offset, line.length)
                .expect("a string takes everything");
            if self.named {
                text.push(',');
                text += &self.of[k].devices[line.device].1;
            }
            text.push('\n');
        }
        text
    }

    /// Requests that were read, and all.
    pub fn done(&self) -> (u64, u64) {
        let read = self
            .of
            .iter()
            .map(|each| each.read - each.rows.len() as u64);
        let all = self.of.iter().map(|each| each.trace.len() as u64);
        (read.sum(), all.sum())
    }

    /// The next request of all: the first in time, or the one whose trace is least far; of equal ones that of the first trace.
    fn take(&mut self) -> Option<(usize, Line)> {
        let timed = self.timed;
        let mut next: Option<(usize, u128)> = None;
        for (k, each) in self.of.iter_mut().enumerate() {
            let Some(line) = each.peek() else { continue };
            let place = if timed {
                line.time_ns.into()
            } else {
                let before = u128::from(each.read) - each.rows.len() as u128 + 1;
                (before << 64) / each.trace.len() as u128
            };
            if next.is_none_or(|(_, first)| place < first) {
                next = Some((k, place));
            }
        }
        let (k, _) = next?;
        self.of[k].rows.pop().map(|line| (k, line))
    }
}

impl Reading {
    fn new(name: &str, trace: Rc<Trace>, part: Option<(Stripes, u32)>) -> Self {
        let bases = &trace.bases;
        let side_by_side = bases.iter().any(|&base| base != bases[0]);
        let mut devices: Vec<(u64, String)> =
            bases.iter().map(|&base| (base, field(name))).collect();
        if side_by_side && part.is_none() {
            let named = &trace.summary().devices;
            for device in &trace.facts().devices {
                let own = named.iter().find(|each| each.device == device.device);
                let own = own.map_or_else(|| device.device.to_string(), |own| own.name.clone());
                devices[device.place as usize].1 = field(&format!("{name}:{own}"));
            }
        }
        Self {
            trace,
            devices,
            part,
            rows: Vec::new(),
            chunk: 0,
            read: 0,
        }
    }

    fn peek(&mut self) -> Option<Line> {
        while self.rows.is_empty() && self.chunk < self.trace.chunks() {
            let rows = self.trace.rows(self.chunk as usize);
            self.read += rows.len() as u64;
            let lines = rows.filter_map(|row| {
                let device = row.device as usize;
                let (offset, length) = match self.part {
                    Some((stripes, drive)) => stripes.on(drive, row.offset, row.length)?,
                    // On the device itself.
                    None => (row.offset.wrapping_sub(self.devices[device].0), row.length),
                };
                Some(Line {
                    time_ns: row.time_ns,
                    op: row.op,
                    offset,
                    length,
                    device,
                })
            });
            self.rows = lines.collect();
            self.rows.reverse();
            self.chunk += 1;
        }
        self.rows.last().copied()
    }
}

impl Stripes {
    /// The part of a range that a drive has, as a range there; `None`: it has none.
    fn on(self, drive: u32, offset: u64, length: u64) -> Option<(u64, u64)> {
        let before = |address: u64| {
            let round = u128::from(self.length) * u128::from(self.drives);
            let (rounds, within) = (u128::from(address) / round, u128::from(address) % round);
            let here = within.saturating_sub(u128::from(self.length) * u128::from(drive));
            let whole = rounds * u128::from(self.length) + here.min(self.length.into());
            // At most the address itself, which has 64 bits.
            whole as u64
        };
        let from = before(offset);
        let to = before(offset.saturating_add(length));
        (to > from).then_some((from, to - from))
    }
}

/// A name that no other trace has.
fn distinct(names: &mut Vec<String>, name: &str) -> String {
    let mut own = name.to_owned();
    let mut n = 1;
    while names.contains(&own) {
        n += 1;
        own = format!("{name} ({n})");
    }
    names.push(own.clone());
    own
}

/// A name as a field: without a comma, a quote or a control character.
fn field(name: &str) -> String {
    let kept = |sign: char| {
        if sign == ',' || sign == '"' || sign.is_control() {
            '_'
        } else {
            sign
        }
    };
    // A number would be taken for the device's own.
    let name: String = name.chars().map(kept).collect();
    if name.trim().parse::<u64>().is_ok() {
        format!("trace-{}", name.trim())
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
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
            .map(|(i, ((offset, length), op))| {
                (times.get(i).copied().unwrap_or(0), offset, length, op)
            })
            .collect()
    }

    proptest! {
        #[test]
        fn all_requests_of_all_traces_are_on_one_drive_behind_each_other(a in rows(), b in rows(), timed: bool) {
            let traces = [Rc::new(trace(&a, timed)), Rc::new(trace(&b, timed))];
            let named = traces.each_ref().map(|trace| Named { name: "disk, \"0\"".to_owned(), trace: Rc::clone(trace) });
            let mut table = Table::of_all(named.to_vec()).expect("alike");
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
        let all = ["a", "a", "b", "a"].map(|name| distinct(&mut names, name));
        assert_eq!(all, ["a", "a (2)", "b", "a (3)"]);
    }
}
