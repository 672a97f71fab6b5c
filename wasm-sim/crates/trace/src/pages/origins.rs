//! The way back from a logical page: which device of the trace it is from, and which address there. Exact, or there is none: where
//! [`Mapping::Wrap`](crate::Mapping) or `Scale` act, a logical page means several pages of the trace.
//!
//! Nothing is kept for it beside the runs of touched pages, which are sorted: a question is a search among these.

use std::rc::Rc;

use crate::pages::mapping::{Mapper, Mapping, Span};
use crate::pages::touched::Touched;
use crate::record::Unit;
use crate::trace::Trace;

/// See the module. Touched pages are numbered from 0 in the order of their addresses, device after device.
pub struct Origins {
    touched: Rc<Touched>,
    /// Whether the number of a touched page is its logical page; otherwise its page in the trace is.
    numbered: bool,
    /// Touched pages that the device has.
    pages: u32,
    unit: Unit,
    page_bytes: u32,
    /// Devices that lie side by side, ascending; one where the trace has one, or reads several as one.
    devices: Vec<Placed>,
}

/// A device in the address space of the trace, in the trace's unit.
struct Placed {
    /// Its number in the file, if there are others beside it.
    device: Option<u32>,
    /// From its address 0 to behind its furthest request.
    from: u64,
    to: u64,
}

/// A page in the addresses of the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Number of the device in the file, where several lie side by side.
    pub device: Option<u32>,
    /// Where the page starts on it, in the trace's unit.
    pub from: u64,
    /// Where it ends: one past its last address.
    pub to: u64,
}

impl Mapper {
    /// The way back from the logical pages of this device to the trace, which is read once more unless its pages were numbered.
    /// `None`: a logical page means several pages of the trace.
    pub fn origins(&self, trace: &Trace) -> Option<Origins> {
        if self.may_alias() {
            return None;
        }
        let span = self.span();
        let dropping = self.acts() && self.mapping() == Mapping::Drop;
        // Pages that are left out count among those touched.
        let most = if dropping {
            u32::MAX
        } else {
            span.logical_pages
        };
        let touched = trace.touched(Span {
            logical_pages: most,
            ..span
        });
        let touched = touched.ok()?;
        let pages = touched.before(if dropping {
            span.logical_pages.into()
        } else {
            u64::MAX
        });
        // The places where requests are read from, whatever the import said.
        let bases = &trace.bases;
        let side_by_side = bases.iter().any(|&base| base != bases[0]);
        let devices = trace.facts().devices.iter().map(|device| {
            let from = bases[device.place as usize];
            Placed {
                device: side_by_side.then_some(device.device),
                from,
                to: from.saturating_add(device.extent),
            }
        });
        let most = if side_by_side { usize::MAX } else { 1 };
        let devices = devices.take(most).collect();
        Some(Origins {
            numbered: self.acts() && !dropping,
            touched,
            pages,
            unit: trace.unit(),
            page_bytes: span.page_bytes,
            devices,
        })
    }
}

impl Origins {
    /// How many pages there are.
    pub fn pages(&self) -> u32 {
        self.pages
    }

    /// The unit of addresses.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// The logical page of touched page `number`.
    pub fn lpn(&self, number: u32) -> u32 {
        if self.numbered {
            number
        } else {
            self.touched.page(number) as u32
        }
    }

    /// Where touched page `number` lies in the trace.
    pub fn of(&self, number: u32) -> Origin {
        let (first, at) = self.place(number);
        let Placed { device, from, .. } = self.devices[at];
        Origin {
            device,
            from: first.saturating_sub(from),
            to: (first + self.page_size()).saturating_sub(from),
        }
    }

    /// The number of the first page of each device that has one, and the number of pages: where devices begin and end.
    pub fn borders(&self) -> Vec<u32> {
        let mut borders = vec![0];
        let mut at = 0;
        while at < self.pages {
            let (_, device) = self.place(at);
            let (mut low, mut high) = (at + 1, self.pages);
            while low < high {
                let middle = low + (high - low) / 2;
                if self.place(middle).1 == device {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            borders.push(low);
            at = low;
        }
        borders
    }

    /// How much of an address space a page takes.
    fn page_size(&self) -> u64 {
        match self.unit {
            Unit::Bytes => self.page_bytes.into(),
            Unit::Pages => 1,
        }
    }

    /// Where a touched page begins in the space of all devices, and on which of them it lies.
    fn place(&self, number: u32) -> (u64, usize) {
        let first = self.touched.page(number) * self.page_size();
        let end = first.saturating_add(self.page_size());
        // Devices begin at multiples of 1 MiB. Pages of a size that is no part of that may have two of them: then it is the earlier one's.
        let behind = self.devices.partition_point(|placed| placed.from < end);
        let last = behind.saturating_sub(1);
        let shared =
            last > 0 && self.devices[last].from > first && self.devices[last - 1].to > first;
        (first, last - usize::from(shared))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::{Address, Op, Record};

    fn record(device: u32, offset: u64, length: u64) -> Record {
        Record {
            time_ns: None,
            op: Op::Write,
            device,
            address: Address::Byte(offset),
            length,
            temperature: 0,
        }
    }

    fn origins(
        records: &[Record],
        mapping: Mapping,
        page_bytes: u32,
        pages: u32,
    ) -> (Origins, Mapper) {
        let trace = Trace::from_records(records).unwrap();
        let span = Span {
            page_bytes,
            requests: records.len() as u32,
            logical_pages: pages,
        };
        let mapper = Mapper::new(mapping, &trace, span).unwrap();
        (mapper.origins(&trace).unwrap(), mapper)
    }

    #[test]
    fn a_page_of_the_second_device_has_its_address_there() {
        let records = [
            record(3, 8192, 4096),
            record(9, 0, 100),
            record(9, 40_960, 8192),
        ];
        for (pages, mapping) in [(8, Mapping::Compact), (300, Mapping::Compact)] {
            let (origins, _) = origins(&records, mapping, 4096, pages);
            let of = |number| {
                let Origin { device, from, to } = origins.of(number);
                assert_eq!(to - from, 4096);
                (device.unwrap(), from)
            };
            assert_eq!(
                (0..4).map(of).collect::<Vec<_>>(),
                [(3, 8192), (9, 0), (9, 40_960), (9, 45_056)]
            );
            assert_eq!(origins.borders(), [0, 1, 4]);
            // Renumbered, or as they lie: device 9 begins at 1 MiB.
            let lpns: Vec<_> = (0..4).map(|number| origins.lpn(number)).collect();
            assert_eq!(
                lpns,
                if pages == 8 {
                    [0, 1, 2, 3]
                } else {
                    [2, 256, 266, 267]
                }
            );
        }
    }

    #[test]
    fn dropped_pages_have_no_number_and_folded_ones_no_way_back() {
        let records = [
            record(0, 4096, 4096),
            record(0, 12_288, 8192),
            record(0, 81_920, 4096),
        ];
        let (origins, _) = origins(&records, Mapping::Drop, 4096, 4);
        assert_eq!(
            (origins.pages(), origins.lpn(1), origins.of(1).from),
            (2, 3, 12_288)
        );
        let trace = Trace::from_records(&records).unwrap();
        let span = Span {
            page_bytes: 4096,
            requests: 3,
            logical_pages: 4,
        };
        for mapping in [Mapping::Wrap, Mapping::Scale] {
            let mapper = Mapper::new(mapping, &trace, span).unwrap();
            assert!(mapper.origins(&trace).is_none());
        }
    }

    proptest! {
        /// Each page that a request touches goes to a logical page, and from there back to its own device and address.
        #[test]
        fn there_and_back_is_where_it_began(
            requests in prop::collection::vec((0u32..4, 0u64..4_000_000, 1u64..20_000), 1..60),
            page_bytes in prop_oneof![Just(512u32), Just(4096), Just(16_384)], device in 0u8..3,
        ) {
            let records: Vec<_> = requests.iter().map(|&(device, offset, length)| record(device * 5, offset, length)).collect();
            let trace = Trace::from_records(&records).unwrap();
            let (mapping, pages) = match device {
                0 => (Mapping::Compact, trace.pages_needed(page_bytes) as u32),
                1 => (Mapping::Compact, (trace.pages_needed(page_bytes) as u32 - 1).max(1)),
                _ => (Mapping::Drop, (trace.pages_needed(page_bytes) as u32 / 2).max(1)),
            };
            let span = Span { page_bytes, requests: records.len() as u32, logical_pages: pages };
            let Ok(mapper) = Mapper::new(mapping, &trace, span) else { return Ok(()) };
            let origins = mapper.origins(&trace).unwrap();
            let several = trace.summary().devices.len() > 1;
            let mut expected = BTreeMap::new();
            for (record, request) in records.iter().zip(trace.requests(page_bytes)) {
                let lpns = mapper.map(request.first_page, request.pages).flat_map(|run| run.lpn..run.lpn + run.pages);
                let size = u64::from(page_bytes);
                let first = record.address.number() / size * size;
                for (lpn, k) in lpns.zip(0..) {
                    expected.insert(lpn, (several.then_some(record.device), first + k * size));
                }
            }
            let found: BTreeMap<_, _> = (0..origins.pages())
                .map(|number| {
                    let Origin { device, from, .. } = origins.of(number);
                    (origins.lpn(number), (device, from))
                })
                .collect();
            prop_assert_eq!(&found, &expected);
            let borders = origins.borders();
            for two in borders.windows(2) {
                let devices = (two[0]..two[1]).map(|number| origins.of(number).device);
                prop_assert!(two[0] < two[1] && devices.clone().all(|device| device == origins.of(two[0]).device));
            }
            let distinct: std::collections::BTreeSet<_> = expected.values().map(|(device, _)| device).collect();
            prop_assert_eq!(borders.len() - 1, distinct.len());
        }
    }
}
