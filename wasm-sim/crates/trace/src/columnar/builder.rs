//! Records in, chunks out: those that are put back are taken back, those outside the window asked for are left out, devices get their
//! places, requests are put in order of time.

use std::collections::VecDeque;
use std::ops::Range;

use crate::columnar::chunk::Row;
use crate::columnar::doubles::Doubles;
use crate::columnar::finisher::{Built, Finisher};
use crate::columnar::sorter::Sorter;
use crate::columnar::{DevicePlace, Store};
use crate::error::ImportError;
use crate::record::{PutBack, Record, Unit};
use crate::summary::Summary;

/// Devices laid side by side start at multiples of 1 MiB. How many bytes a page of the trace has is not known: the usual 4 KiB.
const fn alignment(unit: Unit) -> u64 {
    match unit {
        Unit::Bytes => 1 << 20,
        Unit::Pages => 1 << 8,
    }
}

/// Device numbers below are looked up in a table.
const LOW: u32 = 1 << 16;

/// Before the first temperature.
const NO_HEAT: (u32, u32) = (u32::MAX, 0);

/// A device while records come.
struct Extent {
    device: u32,
    requests: u32,
    /// The end of its furthest request, in the trace's unit, and the line of that request.
    end: u64,
    line: u32,
}

/// How the addresses of several devices become one space, the device that is kept by its number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Merge {
    SideBySide,
    Ignore,
    /// None: it is wanted by a name that has not come yet.
    Only(Option<u32>),
}

/// Records that wait where they may be put back.
const WAITING: usize = 4096;

pub(crate) struct Builder {
    merge: Merge,
    /// The latest records with their lines, where they may be put back: the number of a request is known once none before it can be.
    waiting: Option<VecDeque<(Record, u32)>>,
    /// The records kept, by their number from 0.
    window: Range<u64>,
    /// Records that have a number.
    numbered: u64,
    sorter: Sorter,
    unit: Unit,
    has_times: bool,
    /// Requests kept.
    pub requests: u32,
    extents: Vec<Extent>,
    /// Devices in ascending number, each with its place in `extents`.
    places: Vec<(u32, u32)>,
    /// Of low device numbers the place in `extents`, plus 1: of thousands of devices each request may be of another.
    low: Vec<u32>,
    /// Place in `extents` of the last record's device: most traces stay on one.
    last: usize,
    latest_ns: u64,
    /// The lowest and the highest temperature.
    heat: (u32, u32),
    /// Requests earlier than one before them.
    pub out_of_order: u32,
    /// Requests of devices that were not asked for.
    pub left_out: u32,
    /// Requests outside the window.
    pub outside: u32,
}

impl Builder {
    /// Chunks go to `store`, which is empty.
    pub fn new(merge: Merge, window: Range<u64>, store: Box<dyn Store>) -> Self {
        Self {
            merge,
            waiting: None,
            window,
            numbered: 0,
            sorter: Sorter::new(store),
            unit: Unit::Bytes,
            has_times: false,
            requests: 0,
            extents: Vec::new(),
            places: Vec::new(),
            low: Vec::new(),
            last: 0,
            latest_ns: 0,
            heat: NO_HEAT,
            out_of_order: 0,
            left_out: 0,
            outside: 0,
        }
    }

    /// Records may be put back.
    pub fn wait(&mut self) {
        self.waiting = Some(VecDeque::new());
    }

    /// The device that is wanted has come.
    pub fn keep_only(&mut self, device: u32) {
        self.merge = Merge::Only(Some(device));
    }

    /// Forgets every record.
    pub fn restart(&mut self) {
        if let Some(waiting) = &mut self.waiting {
            waiting.clear();
        }
        self.sorter.restart();
        self.has_times = false;
        self.requests = 0;
        self.extents.clear();
        self.places.clear();
        self.low.clear();
        self.last = 0;
        self.latest_ns = 0;
        self.heat = NO_HEAT;
        self.out_of_order = 0;
        self.left_out = 0;
        self.outside = 0;
        self.numbered = 0;
    }

    /// Adds a record of this line.
    #[inline]
    pub fn push(&mut self, record: Record, line: u32) -> Result<(), ImportError> {
        let Some(waiting) = &mut self.waiting else {
            return self.number(record, line);
        };
        waiting.push_back((record, line));
        if waiting.len() <= WAITING {
            return Ok(());
        }
        let (record, line) = waiting.pop_front().expect("records wait");
        self.number(record, line)
    }

    #[inline]
    fn number(&mut self, record: Record, line: u32) -> Result<(), ImportError> {
        let number = self.numbered;
        self.numbered += 1;
        if !self.window.contains(&number) {
            self.outside = self.outside.saturating_add(1);
            return Ok(());
        }
        let unit = record.address.unit();
        let offset = record.address.number();
        let place = self.place(record.device);
        let extent = &mut self.extents[place];
        // An error that is made in advance and dropped costs as much as all of this.
        let Some(requests) = extent.requests.checked_add(1) else {
            return Err(ImportError::TooManyRequests { line });
        };
        extent.requests = requests;
        let end = offset + record.length;
        if end > extent.end {
            (extent.end, extent.line) = (end, line);
        }
        if let Merge::Only(device) = self.merge
            && device != Some(record.device)
        {
            self.left_out = self.left_out.saturating_add(1);
            return Ok(());
        }
        let Some(requests) = self.requests.checked_add(1) else {
            return Err(ImportError::TooManyRequests { line });
        };
        self.requests = requests;
        self.unit = unit;
        if let Some(time_ns) = record.time_ns {
            self.has_times = true;
            self.out_of_order += u32::from(time_ns < self.latest_ns);
            self.latest_ns = self.latest_ns.max(time_ns);
        }
        self.heat.0 = self.heat.0.min(record.temperature);
        self.heat.1 = self.heat.1.max(record.temperature);
        self.sorter.push(Row {
            time_ns: record.time_ns.unwrap_or(0),
            offset,
            length: record.length,
            device: match self.merge {
                Merge::SideBySide | Merge::Ignore => place as u32,
                Merge::Only(_) => 0,
            },
            op: record.op,
            temperature: record.temperature,
        })?;
        Ok(())
    }

    #[inline]
    fn place(&mut self, device: u32) -> usize {
        if self
            .extents
            .get(self.last)
            .is_none_or(|extent| extent.device != device)
        {
            self.last = match self.low.get(device as usize) {
                Some(&place) if place > 0 => place as usize - 1,
                _ => self.find(device),
            };
        }
        self.last
    }

    /// The place of a device that may be new.
    #[cold]
    fn find(&mut self, device: u32) -> usize {
        let next = self.extents.len();
        let place = match self.places.binary_search_by_key(&device, |&(d, _)| d) {
            Ok(found) => self.places[found].1 as usize,
            Err(slot) => {
                self.places.insert(slot, (device, next as u32));
                self.extents.push(Extent {
                    device,
                    requests: 0,
                    end: 0,
                    line: 0,
                });
                next
            }
        };
        if device < LOW {
            let known = self.low.len().max(device as usize + 1);
            self.low.resize(known, 0);
            self.low[device as usize] = place as u32 + 1;
        }
        place
    }

    /// Takes back the latest record that is `back`, if it waits and all of it was put back.
    pub fn put_back(&mut self, back: &Record) -> Option<PutBack> {
        let waiting = self.waiting.as_mut()?;
        let of = |(i, (record, _)): (usize, &(Record, u32))| Some((i, record.put_back(back)?));
        let (i, put_back) = waiting.iter().enumerate().rev().find_map(of)?;
        if put_back == PutBack::Whole {
            waiting.remove(i);
        }
        Some(put_back)
    }

    /// All records have come.
    pub fn end(&mut self) -> Result<(), ImportError> {
        for (record, line) in self.waiting.take().into_iter().flatten() {
            self.number(record, line)?;
        }
        Ok(())
    }

    /// Records that came and were not put back.
    pub fn came(&self) -> u32 {
        self.requests + self.left_out + self.outside + self.waiting()
    }

    /// Records of which it is not known yet whether they are kept.
    pub fn waiting(&self) -> u32 {
        self.waiting.as_ref().map_or(0, VecDeque::len) as u32
    }

    /// The device asked for, if no request of it was kept, and those that there are.
    pub fn absent(&self, called: &dyn Fn(u32) -> String) -> Option<Vec<String>> {
        let is_absent =
            matches!(self.merge, Merge::Only(_)) && self.requests == 0 && !self.extents.is_empty();
        let present = || {
            self.places
                .iter()
                .map(|&(d, _)| called(d))
                .take(100)
                .collect()
        };
        is_absent.then(present)
    }

    /// All records have come: what is left is work on the file. See [`Finisher::new`].
    pub fn finish(
        self,
        page_bytes: u32,
        called: &dyn Fn(u32) -> String,
        summary: impl FnOnce(Summary) -> Summary,
    ) -> Result<Finisher, ImportError> {
        let bases = self.bases(called)?;
        let devices = self.places.iter().map(|&(_, place)| {
            let extent = &self.extents[place as usize];
            DevicePlace {
                device: extent.device,
                place,
                requests: extent.requests,
                extent: extent.end,
                base: bases[place as usize],
            }
        });
        let devices = devices.collect();
        // Of devices that are kept, those that repeat each other are looked for.
        let kept = match self.merge {
            Merge::SideBySide | Merge::Ignore => self.extents.len(),
            Merge::Only(_) => 1,
        };
        let in_bytes = self.unit == Unit::Bytes;
        let doubles = Doubles::new(kept, self.has_times && in_bytes);
        let (writer, runs) = self.sorter.finish()?;
        let built = Built {
            writer,
            runs,
            devices,
            unit: self.unit,
            has_times: self.has_times,
            requests: self.requests,
            out_of_order: self.out_of_order,
            coldest: self.heat.0.min(self.heat.1),
            hottest: self.heat.1,
            doubles,
        };
        let summary = |facts: Summary| {
            let mut summary = summary(facts);
            for device in &mut summary.devices {
                device.name = called(device.device);
            }
            summary
        };
        Ok(Finisher::new(built, page_bytes, summary)?)
    }

    /// Where each device starts, by its place in `extents`.
    fn bases(&self, called: &dyn Fn(u32) -> String) -> Result<Vec<u64>, ImportError> {
        let mut bases = vec![0; self.extents.len()];
        if self.merge != Merge::SideBySide {
            return Ok(bases);
        }
        let mut end = 0u64;
        for &(_, place) in &self.places {
            let place = place as usize;
            let placed = end
                .checked_next_multiple_of(alignment(self.unit))
                .and_then(|base| {
                    bases[place] = base;
                    base.checked_add(self.extents[place].end)
                });
            end = placed.ok_or_else(|| {
                let furthest = self
                    .extents
                    .iter()
                    .max_by_key(|extent| extent.end)
                    .expect("a device overflowed");
                ImportError::AddressSpace {
                    device: called(furthest.device),
                    line: furthest.line,
                }
            })?;
        }
        Ok(bases)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Address, Op, Trace};

    const MIB: u64 = 1 << 20;

    fn record(time_ns: u64, device: u32, offset: u64) -> Record {
        Record {
            time_ns: Some(time_ns),
            op: Op::Write,
            device,
            address: Address::Byte(offset),
            length: 512,
            temperature: 0,
        }
    }

    fn build(merge: Merge, records: &[Record]) -> Result<Trace, ImportError> {
        let mut builder = Builder::new(merge, 0..u64::MAX, Box::<Vec<u8>>::default());
        for (record, line) in records.iter().zip(1..) {
            builder.push(*record, line)?;
        }
        let (trace, _) = builder
            .finish(512, &|device| device.to_string(), |summary| summary)?
            .finish()?;
        Ok(trace)
    }

    #[test]
    fn devices_lie_side_by_side_in_ascending_number() {
        let records = [
            record(0, 7, 0),
            record(1, 2, MIB),
            record(2, 7, 5 * MIB - 512),
            record(3, 9, 1),
        ];
        let trace = build(Merge::SideBySide, &records).unwrap();
        // Device 2 ends at 1 MiB + 512, so 7 starts at 2 MiB; 7 ends exactly at 5 MiB, so 9 starts at 7 MiB.
        assert_eq!(trace.offset(), [2 * MIB, MIB, 7 * MIB - 512, 7 * MIB + 1]);
        let bases: Vec<_> = trace
            .summary()
            .devices
            .iter()
            .map(|d| (d.device, d.requests, d.base as u64 / MIB))
            .collect();
        assert_eq!(bases, [(2, 1, 0), (7, 2, 2), (9, 1, 7)]);
    }

    #[test]
    fn devices_in_pages_lie_at_multiples_of_256() {
        let page = |device, lpn| Record {
            address: Address::Lpn(lpn),
            length: 1,
            ..record(0, device, 0)
        };
        let records = [page(0, 5), page(1, 255), page(2, 0), page(3, 1)];
        let trace = build(Merge::SideBySide, &records).unwrap();
        assert_eq!(trace.offset(), [5, 256 + 255, 512, 768 + 1]);
    }

    #[test]
    fn devices_can_share_addresses_or_be_left_out() {
        let records = [record(0, 1, 0), record(1, 2, MIB)];
        assert_eq!(build(Merge::Ignore, &records).unwrap().offset(), [0, MIB]);
        assert_eq!(
            build(Merge::Only(Some(2)), &records).unwrap().offset(),
            [MIB]
        );
    }

    #[test]
    fn requests_are_sorted_by_time_and_equal_times_keep_file_order() {
        let records = [
            record(105, 0, 1),
            record(103, 0, 2),
            record(105, 0, 3),
            record(103, 0, 4),
        ];
        let trace = build(Merge::SideBySide, &records).unwrap();
        assert_eq!(trace.summary().out_of_order, 2);
        assert_eq!(trace.offset(), [2, 4, 1, 3]);
        assert_eq!((trace.time_ns(), trace.start_ns()), (vec![0, 0, 2, 2], 103));
    }

    #[test]
    fn the_latest_record_of_a_device_and_an_address_is_taken_back() {
        let mut builder = Builder::new(Merge::SideBySide, 0..u64::MAX, Box::<Vec<u8>>::default());
        builder.wait();
        for (record, line) in [
            record(0, 1, 0),
            record(1, 2, 0),
            record(2, 2, 0),
            record(3, 2, MIB),
        ]
        .iter()
        .zip(1..)
        {
            builder.push(*record, line).unwrap();
        }
        let mut put_back = |device, offset| builder.put_back(&record(9, device, offset));
        assert_eq!(put_back(2, 0), Some(PutBack::Whole));
        assert_eq!((put_back(2, 512), put_back(7, 0)), (None, None));
        assert_eq!(builder.came(), 3);
        builder.end().unwrap();
        let (trace, _) = builder
            .finish(512, &|device| device.to_string(), |summary| summary)
            .unwrap()
            .finish()
            .unwrap();
        assert_eq!(trace.time_ns(), [0, 1, 3]);
        let requests: Vec<_> = trace.summary().devices.iter().map(|d| d.requests).collect();
        assert_eq!(requests, [1, 2]);
    }

    #[test]
    fn devices_beyond_64_bits_are_refused_with_the_line() {
        let records = [
            record(0, 0, 0),
            record(0, 1, u64::MAX - 512),
            record(0, 2, 0),
        ];
        let error = ImportError::AddressSpace {
            device: "1".into(),
            line: 2,
        };
        assert_eq!(build(Merge::SideBySide, &records).unwrap_err(), error);
        assert!(build(Merge::Ignore, &records).is_ok());
    }
}
