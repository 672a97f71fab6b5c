//! A trace in columns, and its requests in pages.

use crate::builder::Builder;
use crate::error::ImportError;
use crate::options::MergeDevices;
use crate::record::{Op, Record, Unit};
use crate::summary::Summary;

/// An imported trace: 21 bytes a request, in order of time, at least one request.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    columns: Columns,
    summary: Summary,
}

/// The columns, of equal length (`time_ns` may be empty instead).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Columns {
    pub unit: Unit,
    pub time_ns: Vec<u64>,
    pub start_ns: u64,
    pub offset: Vec<u64>,
    pub length: Vec<u32>,
    pub op: Vec<u8>,
}

/// One request, cut into pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Nanoseconds since the first request; None in a trace without times.
    pub time_ns: Option<u64>,
    /// What is asked for.
    pub op: Op,
    /// The first page it touches.
    pub first_page: u64,
    /// How many pages it touches, at least 1.
    pub pages: u32,
}

impl Default for Columns {
    fn default() -> Self {
        Self {
            unit: Unit::Bytes,
            time_ns: Vec::new(),
            start_ns: 0,
            offset: Vec::new(),
            length: Vec::new(),
            op: Vec::new(),
        }
    }
}

fn gather<T: Copy>(column: &mut Vec<T>, order: &[u32]) {
    *column = order.iter().map(|&i| column[i as usize]).collect();
}

impl Columns {
    /// Stable: requests of equal time keep the file's order.
    pub fn sort_by_time(&mut self) {
        // With the place as second key any sort is stable, and statistics sort pairs too: one sort for both.
        let mut keys: Vec<(u64, u64)> = self.time_ns.iter().copied().zip(0..).collect();
        keys.sort_unstable();
        let order: Vec<u32> = keys.into_iter().map(|(_, place)| place as u32).collect();
        gather(&mut self.time_ns, &order);
        gather(&mut self.offset, &order);
        gather(&mut self.length, &order);
        gather(&mut self.op, &order);
    }

    /// Times of a sorted column become nanoseconds since its first.
    pub fn count_time_from_first(&mut self) {
        self.start_ns = self.time_ns.first().copied().unwrap_or(0);
        self.time_ns
            .iter_mut()
            .for_each(|time_ns| *time_ns -= self.start_ns);
    }
}

impl Trace {
    pub(crate) fn new(columns: Columns, summary: Summary) -> Self {
        Self { columns, summary }
    }

    /// A trace of these records, for instance of [`crate::parse_ops`]; devices are laid side by side.
    ///
    /// # Errors
    /// `Empty` without records, `AddressSpace` if the devices do not fit; a record's place stands for its line.
    ///
    /// # Panics
    /// If only some records have times, or their units differ.
    pub fn from_records(records: &[Record]) -> Result<Self, ImportError> {
        let Some(first) = records.first() else {
            return Err(ImportError::Empty { lines: 0 });
        };
        let mut builder = Builder::new(MergeDevices::SideBySide);
        for (record, place) in records.iter().zip(1..) {
            let alike = record.address.unit() == first.address.unit()
                && record.time_ns.is_some() == first.time_ns.is_some();
            assert!(
                alike,
                "record {place}: all records of a trace have the same unit, and all have times or none"
            );
            builder.push(*record, place)?;
        }
        let out_of_order = builder.out_of_order;
        let (columns, devices) = builder.finish()?;
        let summary = Summary {
            out_of_order,
            ..Summary::new(&columns, devices)
        };
        Ok(Self { columns, summary })
    }

    /// What the import found and left out.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// How many requests there are, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a trace is never empty")]
    pub fn len(&self) -> usize {
        self.columns.length.len()
    }

    /// What [`Trace::offset`] and [`Trace::length`] count.
    pub fn unit(&self) -> Unit {
        self.columns.unit
    }

    /// Nanoseconds since the first request, ascending; empty if the format has no times.
    pub fn time_ns(&self) -> &[u64] {
        &self.columns.time_ns
    }

    /// The first request's time in the file, in nanoseconds since the file's own zero; 0 without times.
    pub fn start_ns(&self) -> u64 {
        self.columns.start_ns
    }

    /// Where each request starts, after devices were laid side by side, in [`Trace::unit`].
    pub fn offset(&self) -> &[u64] {
        &self.columns.offset
    }

    /// How much each request covers, in [`Trace::unit`], at least 1.
    pub fn length(&self) -> &[u32] {
        &self.columns.length
    }

    /// Each request's operation: 0 read, 1 write, 2 trim ([`Op::from_code`]).
    pub fn op(&self) -> &[u8] {
        &self.columns.op
    }

    /// Hash of the columns as 16 hex digits; `hash.rs` states the order.
    pub fn hash(&self) -> &str {
        &self.summary.hash
    }

    /// Request `i` in pages of `page_bytes`: every page that its byte range touches, once (SPEC 2).
    /// A trace in pages is independent of `page_bytes`.
    ///
    /// # Panics
    /// If there is no request `i`, or `page_bytes` is 0.
    #[inline]
    pub fn request(&self, i: usize, page_bytes: u32) -> Request {
        let columns = &self.columns;
        let (offset, length) = (columns.offset[i], columns.length[i]);
        let (first_page, pages) = match columns.unit {
            Unit::Pages => (offset, length),
            Unit::Bytes => {
                let page_bytes = u64::from(page_bytes);
                let first = offset / page_bytes;
                // No overflow: the builder placed offset + length within 64 bits.
                let last = (offset + u64::from(length - 1)) / page_bytes;
                (first, (last - first + 1) as u32)
            }
        };
        Request {
            time_ns: columns.time_ns.get(i).copied(),
            op: Op::from_code(columns.op[i]),
            first_page,
            pages,
        }
    }

    /// All requests in pages of `page_bytes`, in order.
    ///
    /// # Panics
    /// If `page_bytes` is 0.
    pub fn requests(&self, page_bytes: u32) -> impl ExactSizeIterator<Item = Request> + '_ {
        assert!(page_bytes > 0, "a page has at least one byte");
        (0..self.len()).map(move |i| self.request(i, page_bytes))
    }

    /// Pages of the smallest device that holds every address: the last page touched, plus 1.
    ///
    /// # Panics
    /// If `page_bytes` is 0.
    pub fn pages_needed(&self, page_bytes: u32) -> u64 {
        self.requests(page_bytes)
            .map(|r| r.first_page + u64::from(r.pages))
            .max()
            .unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Address, parse_ops};

    fn bytes(offset: u64, length: u32) -> Trace {
        let address = Address::Byte(offset);
        Trace::from_records(&[Record {
            time_ns: None,
            op: Op::Read,
            device: 0,
            address,
            length,
        }])
        .unwrap()
    }

    #[test]
    fn every_page_the_byte_range_touches_is_accessed_once() {
        let pages = |offset, length| {
            let request = bytes(offset, length).request(0, 2048);
            (request.first_page, request.pages)
        };
        assert_eq!(pages(0, 2048), (0, 1));
        assert_eq!(pages(2047, 1), (0, 1));
        assert_eq!(pages(2047, 2), (0, 2));
        assert_eq!(pages(512, 4096), (0, 3));
        assert_eq!(pages(4096, 4096), (2, 2));
        assert_eq!(
            pages(u64::MAX - u64::from(u32::MAX), u32::MAX),
            (9_007_199_252_643_840, 2_097_152)
        );
    }

    #[test]
    fn a_page_of_one_byte_is_the_extreme() {
        assert_eq!(bytes(7, u32::MAX).request(0, 1).pages, u32::MAX);
        assert_eq!(bytes(7, 3).pages_needed(1), 10);
    }

    #[test]
    fn operations_in_pages_do_not_depend_on_the_page_size() {
        let trace = Trace::from_records(&parse_ops("w5+3 r7 t10").unwrap()).unwrap();
        assert_eq!(trace.unit(), Unit::Pages);
        let requests: Vec<_> = trace
            .requests(4096)
            .map(|r| (r.time_ns, r.op, r.first_page, r.pages))
            .collect();
        assert_eq!(
            requests,
            [
                (None, Op::Write, 5, 3),
                (None, Op::Read, 7, 1),
                (None, Op::Trim, 10, 1)
            ]
        );
        assert_eq!(trace.pages_needed(512), 11);
    }
}
