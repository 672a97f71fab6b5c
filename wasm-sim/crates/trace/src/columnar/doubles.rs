//! Devices whose requests repeat each other: the two halves of a mirror, or a partition and the disk that it is on. Recorded
//! together, each request counts twice.
//!
//! 1. A request is compared with the last few of other devices: the same operation and length, at most 1 ms apart. On a
//!    mirror both start at the same address, on a partition and its disk always as far apart.
//! 2. Each request repeats at most one of each other device.
//! 3. A device repeats another if nearly all of its writes and trims do; a mirror shares out its reads. Without any, its reads.
//!
//! Requests come in order of time, whatever the order of the file: a mirror may be two recordings, one behind the other. Most traces
//! have nothing of the kind, which the first requests of several devices show: then no others are compared.

use std::collections::VecDeque;

use crate::columnar::chunk::Row;
use crate::note::Note;
use crate::record::Op;

const WITHIN_NS: u64 = 1_000_000;
/// Requests kept to be compared with, at most: those of 1 ms, but for a burst or times that are no finer than a second.
const KEPT: usize = 256;
/// Devices that are compared: among hundreds of volumes no mirror is looked for.
const DEVICES: usize = 16;
/// Distances that a pair of devices is followed with, and 0.
const SHIFTS: usize = 8;
/// Requests after which a trace with few doubles is no longer searched: fewer than 1 of 64.
const TRIAL: u64 = 8192;
/// The fewest in a note, and the fewest of a hundred.
const FEWEST: u32 = 2;
const SHARE: u64 = 95;

/// A request that later ones are compared with.
struct Seen {
    device: usize,
    time_ns: u64,
    op: Op,
    offset: u64,
    length: u64,
    /// The devices with a request that repeats it, a bit each.
    repeated: u16,
}

/// Two devices, the one that came first in the file first, and how far further requests start on the second.
struct Pair {
    first: usize,
    second: usize,
    shift: i128,
    /// Requests alike: reads, then writes and trims.
    alike: [u32; 2],
    longest_ns: u64,
}

#[derive(Default)]
pub(crate) struct Doubles {
    last: VecDeque<Seen>,
    pairs: Vec<Pair>,
    /// Requests of each device that were compared: reads, then writes and trims.
    requests: Vec<[u32; 2]>,
    /// Whether requests of a second device have come.
    several: bool,
    compared: u64,
    alike: u64,
    given_up: bool,
}

impl Doubles {
    /// A search among this many devices; without times there is nothing to find.
    pub fn new(devices: usize, has_times: bool) -> Self {
        Self {
            requests: vec![[0; 2]; devices.min(DEVICES)],
            given_up: !has_times || !(2..=DEVICES).contains(&devices),
            ..Self::default()
        }
    }

    /// Looks at the next request, whose device is its place.
    #[inline]
    pub fn see(&mut self, row: &Row) {
        if !self.given_up {
            self.compare(row);
        }
    }

    fn compare(&mut self, row: &Row) {
        let Row {
            time_ns,
            offset,
            length,
            op,
            ..
        } = *row;
        let device = row.device as usize;
        let kind = |op| usize::from(op != Op::Read);
        let too_long = |seen: &Seen| time_ns.saturating_sub(seen.time_ns) > WITHIN_NS;
        // Of the device that is alone at first, those that a second one can repeat count.
        if !self.several
            && let Some(latest) = self.last.back()
            && latest.device != device
        {
            self.several = true;
            for seen in &self.last {
                self.requests[seen.device][kind(seen.op)] += 1;
            }
        }
        while self.last.len() == KEPT
            || self.last.len() > 1 && self.last.front().is_some_and(too_long)
        {
            self.last.pop_front();
        }
        if self.several {
            self.compared += 1;
            if self.compared == TRIAL && self.alike < TRIAL / 64 {
                *self = Self {
                    given_up: true,
                    ..Self::default()
                };
                return;
            }
            self.requests[device][kind(op)] += 1;
            let mut done = 1u16 << device;
            // Those at the same address first: a mirror that writes one length everywhere is no partition.
            for same in [true, false] {
                for i in (0..self.last.len()).rev() {
                    let seen = &self.last[i];
                    let is_alike = (seen.offset == offset) == same
                        && (seen.op, seen.length) == (op, length)
                        && done >> seen.device & 1 == 0
                        && seen.repeated >> device & 1 == 0
                        && !too_long(seen);
                    if is_alike && self.count(i, device, time_ns, offset, kind(op)) {
                        done |= 1 << self.last[i].device;
                        self.last[i].repeated |= 1 << device;
                        self.alike += 1;
                    }
                }
            }
        }
        self.last.push_back(Seen {
            device,
            time_ns,
            op,
            offset,
            length,
            repeated: 0,
        });
    }

    /// Counts two requests alike; false if their devices are followed with other distances already.
    fn count(&mut self, i: usize, device: usize, time_ns: u64, offset: u64, kind: usize) -> bool {
        let seen = &self.last[i];
        let (first, second) = (seen.device.min(device), seen.device.max(device));
        let further = i128::from(offset) - i128::from(seen.offset);
        let shift = if device == second { further } else { -further };
        let of = |pair: &&mut Pair| (pair.first, pair.second) == (first, second);
        let known = self.pairs.iter_mut().filter(of).count();
        let pair = match self
            .pairs
            .iter_mut()
            .filter(of)
            .find(|pair| pair.shift == shift)
        {
            Some(pair) => pair,
            None if known >= SHIFTS && shift != 0 => return false,
            None => {
                self.pairs.push(Pair {
                    first,
                    second,
                    shift,
                    alike: [0; 2],
                    longest_ns: 0,
                });
                let last = self.pairs.len() - 1;
                &mut self.pairs[last]
            }
        };
        pair.alike[kind] += 1;
        pair.longest_ns = pair.longest_ns.max(seen.time_ns.abs_diff(time_ns));
        true
    }

    /// The notes on devices that repeat others; `called` gives the name of the device at a place.
    pub fn notes(&self, called: &dyn Fn(usize) -> String) -> Vec<Note> {
        let nearly = |pair: &Pair, device: usize| {
            let requests = self.requests[device];
            let kind = usize::from(requests[1] > 0);
            let (alike, all) = (pair.alike[kind], requests[kind]);
            let is = alike >= FEWEST && u64::from(alike) * 100 >= u64::from(all) * SHARE;
            is.then_some((alike, all))
        };
        let mut told = vec![false; self.requests.len()];
        let mut notes = Vec::new();
        for pair in &self.pairs {
            // The one that came first is kept, if both repeat each other.
            let found = [(pair.second, pair.first), (pair.first, pair.second)]
                .into_iter()
                .find_map(|(device, of)| Some((device, of, nearly(pair, device)?)));
            let Some((device, of, (repeated, requests))) = found else {
                continue;
            };
            if std::mem::replace(&mut told[device], true) {
                continue;
            }
            let shift = if device == pair.second {
                -pair.shift
            } else {
                pair.shift
            };
            notes.push(Note::Doubles {
                device: called(device),
                of: called(of),
                repeated,
                requests,
                within_us: pair.longest_ns as f64 / 1e3,
                shift: shift as f64,
            });
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(us: u64, op: Op, offset: u64, length: u64) -> Row {
        Row {
            time_ns: us * 1000,
            op,
            device: 0,
            offset,
            length,
            temperature: 0,
        }
    }

    /// The notes on these requests in order of time.
    fn notes(requests: &[(u32, Row)]) -> Vec<Note> {
        let of = |&(device, row)| Row { device, ..row };
        let mut rows: Vec<Row> = requests.iter().map(of).collect();
        rows.sort_by_key(|row| row.time_ns);
        let mut doubles = Doubles::new(4, true);
        for row in &rows {
            doubles.see(row);
        }
        doubles.notes(&|place| format!("sd{place}"))
    }

    fn doubles(device: &str, of: &str, repeated: u32, within_us: f64, shift: f64) -> Note {
        Note::Doubles {
            device: device.into(),
            of: of.into(),
            repeated,
            requests: repeated,
            within_us,
            shift,
        }
    }

    #[test]
    fn a_mirror_repeats_its_writes_and_shares_out_its_reads() {
        let mut all = Vec::new();
        for i in 0..10 {
            let us = i * 5000;
            all.push((0, request(us, Op::Write, i * 9000, 4096)));
            all.push((1, request(us + 36, Op::Write, i * 9000, 4096)));
            all.push(((i % 2) as u32, request(us + 400, Op::Read, 7 + i, 512)));
        }
        assert_eq!(notes(&all), [doubles("sd1", "sd0", 10, 36.0, 0.0)]);
    }

    #[test]
    fn a_partition_is_as_far_from_its_disk_whatever_else_the_disk_has() {
        let mut all = Vec::new();
        for i in 0..10 {
            let us = i * 5000;
            all.push((0, request(us, Op::Read, i * 9000, 4096)));
            all.push((1, request(us + 2, Op::Read, i * 9000 + (1 << 20), 4096)));
            all.push((1, request(us + 300, Op::Read, i * 100, 4096)));
        }
        assert_eq!(
            notes(&all),
            [doubles("sd0", "sd1", 10, 2.0, f64::from(1 << 20))]
        );
    }

    #[test]
    fn requests_too_far_apart_of_other_kinds_or_elsewhere_repeat_nothing() {
        let mut all = Vec::new();
        for i in 0..100u64 {
            let us = i * 5000;
            all.push((0, request(us, Op::Write, i * 9000, 4096)));
            all.push((1, request(us + 1001, Op::Write, i * 9000, 4096)));
            all.push((2, request(us + 5, Op::Trim, i * 9000, 4096)));
            all.push((3, request(us + 6, Op::Write, i * i * 8000, 4096)));
        }
        assert_eq!(notes(&all), []);
        // One alike is chance.
        assert_eq!(
            notes(&[
                (0, request(0, Op::Write, 5, 1)),
                (1, request(1, Op::Write, 5, 1))
            ]),
            []
        );
    }

    #[test]
    fn a_mirror_may_repeat_a_whole_burst_and_may_be_alone_for_long_before() {
        let mut all = Vec::new();
        for i in 0..20_000 {
            all.push((0, request(i * 2000, Op::Write, i * 4096, 4096)));
        }
        for i in 0..400 {
            let us = 50_000_000 + i / 20 * 10_000 + i % 20;
            let offset = i * i * 8192;
            all.push((0, request(us, Op::Write, offset, 4096)));
            all.push((1, request(us + 100, Op::Write, offset, 4096)));
        }
        assert_eq!(notes(&all), [doubles("sd1", "sd0", 400, 100.0, 0.0)]);
    }
}
