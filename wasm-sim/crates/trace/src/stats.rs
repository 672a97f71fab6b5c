//! What a trace asks of a device with pages of a given size. Exact and the same on every machine.

use serde::Serialize;

use crate::record::{Op, Unit};
use crate::trace::{Request, Trace};

/// Statistics of a trace for one page size. Counts of pages and bytes are whole numbers, exact up to 2^53.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Statistics {
    /// The page size these statistics are for, in bytes.
    pub page_bytes: u32,
    /// Requests: reads + writes + trims.
    pub requests: u32,
    /// Read requests.
    pub reads: u32,
    /// Write requests.
    pub writes: u32,
    /// Trim requests.
    pub trims: u32,
    /// Bytes that reads ask for, not rounded to pages.
    pub bytes_read: f64,
    /// Bytes that writes bring, not rounded to pages.
    pub bytes_written: f64,
    /// Pages that reads touch, with repetition.
    pub pages_read: f64,
    /// Pages that writes touch, with repetition.
    pub pages_written: f64,
    /// Mean length of a request in bytes.
    pub mean_bytes: f64,
    /// Shortest request in bytes.
    pub min_bytes: f64,
    /// Longest request in bytes.
    pub max_bytes: f64,
    /// Longest request in pages touched.
    pub max_pages: u32,
    /// Distinct pages touched.
    pub footprint_pages: f64,
    /// Distinct pages written.
    pub written_footprint_pages: f64,
    /// Pages of the smallest device that holds every address: the last page touched, plus 1.
    pub pages_needed: f64,
    /// Writes / requests.
    pub write_ratio: f64,
    /// Seconds from the first request to the last; null without times.
    pub duration_s: Option<f64>,
    /// Share of the requests that start where the one before of the same operation ended.
    pub sequential_share: f64,
    /// Requests that start or end inside a page.
    pub unaligned: u32,
    /// Pages written that had been written before: `pages_written - written_footprint_pages`.
    pub rewrites: f64,
    /// Requests that stood behind a later one in the file.
    pub out_of_order: u32,
}

impl Statistics {
    /// The statistics of a trace on pages of `page_bytes`.
    ///
    /// # Panics
    /// If `page_bytes` is 0.
    pub fn new(trace: &Trace, page_bytes: u32) -> Self {
        let scale = match trace.unit() {
            Unit::Bytes => 1,
            Unit::Pages => u64::from(page_bytes),
        };
        let mut counts = [0u32; 3];
        let mut bytes = [0u64; 3];
        let mut pages = [0u64; 3];
        // Where the last request of each operation ended, in the trace's unit; nothing starts at u64::MAX.
        let mut ends = [u64::MAX; 3];
        let (mut min, mut max, mut max_pages) = (u64::MAX, 0, 0);
        let (mut sequential, mut unaligned) = (0u32, 0u32);
        let mut touched = Footprint::default();
        let mut written = Footprint::default();
        let mut pages_needed = 0;
        for (i, request) in trace.requests(page_bytes).enumerate() {
            let (offset, length) = (trace.offset()[i], u64::from(trace.length()[i]));
            let op = request.op as usize;
            counts[op] += 1;
            bytes[op] += length * scale;
            pages[op] += u64::from(request.pages);
            min = min.min(length * scale);
            max = max.max(length * scale);
            max_pages = max_pages.max(request.pages);
            sequential += u32::from(ends[op] == offset);
            ends[op] = offset + length;
            let page = u64::from(page_bytes);
            let aligned = trace.unit() == Unit::Pages
                || (offset % page == 0 && (offset + length) % page == 0);
            unaligned += u32::from(!aligned);
            touched.add(request);
            if request.op == Op::Write {
                written.add(request);
            }
            pages_needed = pages_needed.max(request.first_page + u64::from(request.pages));
        }
        let [reads, writes, trims] = counts;
        let requests = trace.summary().requests;
        let all = f64::from(requests);
        let written_footprint = written.pages();
        Self {
            page_bytes,
            requests,
            reads,
            writes,
            trims,
            bytes_read: bytes[Op::Read as usize] as f64,
            bytes_written: bytes[Op::Write as usize] as f64,
            pages_read: pages[Op::Read as usize] as f64,
            pages_written: pages[Op::Write as usize] as f64,
            mean_bytes: bytes.iter().sum::<u64>() as f64 / all,
            min_bytes: min as f64,
            max_bytes: max as f64,
            max_pages,
            footprint_pages: touched.pages() as f64,
            written_footprint_pages: written_footprint as f64,
            pages_needed: pages_needed as f64,
            write_ratio: f64::from(writes) / all,
            duration_s: trace.time_ns().last().map(|&ns| ns as f64 / 1e9),
            sequential_share: f64::from(sequential) / all,
            unaligned,
            rewrites: (pages[Op::Write as usize] - written_footprint) as f64,
            out_of_order: trace.summary().out_of_order,
        }
    }
}

/// A set of pages as runs `[from, to)`: 16 bytes a run, and a request that goes on where the last ended adds none.
#[derive(Default)]
struct Footprint {
    runs: Vec<(u64, u64)>,
}

impl Footprint {
    fn add(&mut self, request: Request) {
        let (from, to) = (
            request.first_page,
            request.first_page + u64::from(request.pages),
        );
        match self.runs.last_mut() {
            Some((start, end)) if (*start..=*end).contains(&from) => *end = to.max(*end),
            _ => self.runs.push((from, to)),
        }
    }

    /// How many distinct pages there are.
    fn pages(mut self) -> u64 {
        self.runs.sort_unstable();
        let mut covered = 0;
        let mut pages = 0;
        for (from, to) in self.runs {
            pages += to.saturating_sub(from.max(covered));
            covered = covered.max(to);
        }
        pages
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::{Address, Importer, Options, Record, parse_ops};

    fn of(ops: &str) -> Statistics {
        Statistics::new(
            &Trace::from_records(&parse_ops(ops).unwrap()).unwrap(),
            4096,
        )
    }

    #[test]
    fn pages_written_twice_are_rewrites() {
        let s = of("w0+4 w2+4 r1 t9 w0");
        assert_eq!((s.requests, s.reads, s.writes, s.trims), (5, 1, 3, 1));
        assert_eq!(
            (s.pages_written, s.written_footprint_pages, s.rewrites),
            (9.0, 6.0, 3.0)
        );
        assert_eq!((s.footprint_pages, s.pages_needed), (7.0, 10.0));
        assert_eq!(
            (s.bytes_written, s.min_bytes, s.max_bytes),
            (9.0 * 4096.0, 4096.0, 4.0 * 4096.0)
        );
        assert_eq!((s.write_ratio, s.duration_s, s.unaligned), (0.6, None, 0));
    }

    #[test]
    fn sequential_means_where_the_last_of_the_same_operation_ended() {
        assert_eq!(of("w0+2 r9 w2 w3 r10 w9").sequential_share, 3.0 / 6.0);
        assert_eq!(of("w0").sequential_share, 0.0);
    }

    #[test]
    fn bytes_are_not_rounded_and_partial_pages_are_unaligned() {
        let mut importer = Importer::new(Options::default());
        importer
            .push(b"0,0,4096,w,0\n0,8,512,w,0.5\n0,15,1024,r,2\n")
            .unwrap();
        let s = Statistics::new(&importer.finish().unwrap(), 4096);
        assert_eq!(
            (s.bytes_written, s.bytes_read, s.mean_bytes),
            (4608.0, 1024.0, 5632.0 / 3.0)
        );
        assert_eq!((s.unaligned, s.footprint_pages, s.max_pages), (2, 3.0, 2));
        assert_eq!(s.duration_s, Some(2.0));
    }

    proptest! {
        #[test]
        fn the_footprint_is_that_of_a_set(runs in prop::collection::vec((0u32..200, 1u32..20), 1..50)) {
            let records: Vec<_> = runs
                .iter()
                .map(|&(lpn, length)| Record { time_ns: None, op: Op::Write, device: 0, address: Address::Lpn(lpn), length })
                .collect();
            let set: BTreeSet<u32> = runs.iter().flat_map(|&(lpn, length)| lpn..lpn + length).collect();
            let s = Statistics::new(&Trace::from_records(&records).unwrap(), 512);
            prop_assert_eq!(s.footprint_pages, set.len() as f64);
        }
    }
}
