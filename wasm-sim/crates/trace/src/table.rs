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

impl Apart {
    /// The trace that differs from the first one.
    pub fn which(self) -> usize {
        match self {
            Self::Times(k) | Self::Units(k) => k,
        }
    }

    /// How the two differ, and the remedy.
    pub fn told(self) -> (&'static str, &'static str) {
        match self {
            Self::Times(_) => (
                "only one of them has times",
                "Give traces that all have times, or none.",
            ),
            Self::Units(_) => (
                "one counts pages and the other bytes",
                "Give traces of one kind.",
            ),
        }
    }
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
            .map(|Named { name, trace }| Reading::named(&mut names, &name, trace))
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
            of: vec![Reading::new(trace, Vec::new(), Some((stripes, drive)))],
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
    /// With a name for each of its devices that lie side by side, or one for all of them.
    fn named(names: &mut Vec<String>, name: &str, trace: Rc<Trace>) -> Self {
        let bases = &trace.bases;
        let mut devices: Vec<(u64, String)> = Vec::new();
        if bases.iter().any(|&base| base != bases[0]) {
            devices = bases.iter().map(|&base| (base, String::new())).collect();
            let known = &trace.summary().devices;
            for device in &trace.facts().devices {
                let own = known.iter().find(|each| each.device == device.device);
                let own = own.map_or_else(|| device.device.to_string(), |own| own.name.clone());
                devices[device.place as usize].1 = distinct(names, &format!("{name}:{own}"));
            }
        } else {
            let name = distinct(names, name);
            devices.extend(bases.iter().map(|&base| (base, name.clone())));
        }
        Self::new(trace, devices, None)
    }

    fn new(trace: Rc<Trace>, devices: Vec<(u64, String)>, part: Option<(Stripes, u32)>) -> Self {
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

/// A name as a field, and one that no device before it has: two of one name would be one device.
fn distinct(names: &mut Vec<String>, name: &str) -> String {
    let name = field(name);
    let mut own = name.clone();
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
mod tests;
