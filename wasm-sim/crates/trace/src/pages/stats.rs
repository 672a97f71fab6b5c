//! The needs of a trace on a device with pages of a given size. Exact and the same on every machine.

use serde::Serialize;

use crate::columnar::Facts;
use crate::columnar::chunk::Row;
use crate::pages::footprint::Footprint;
use crate::record::{Op, Unit};
use crate::request::{Ends, pages};
use crate::trace::Trace;

/// Bytes of a sector, where partitions begin.
const SECTOR: u32 = 512;

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
    /// Bytes that trims name, not rounded to pages.
    pub bytes_trimmed: f64,
    /// Pages that reads touch, with repetition.
    pub pages_read: f64,
    /// Pages that writes touch, with repetition.
    pub pages_written: f64,
    /// Those of them that a write covers in part.
    pub partly_written: f64,
    /// Pages that trims cover whole, with repetition.
    pub pages_trimmed: f64,
    /// Pages that trims cover in part, with repetition: they keep their data.
    pub partly_trimmed: f64,
    /// Trim requests that cover no page whole: they do nothing.
    pub trims_too_small: u32,
    /// Mean length of a request in bytes.
    pub mean_bytes: f64,
    /// Shortest request in bytes.
    pub min_bytes: f64,
    /// Longest request in bytes.
    pub max_bytes: f64,
    /// Longest request in pages touched.
    pub max_pages: u32,
    /// Distinct pages touched; by trims, whole.
    pub footprint_pages: f64,
    /// Distinct pages written.
    pub written_footprint_pages: f64,
    /// Distinct pages that trims cover whole and nothing writes: on a drive that was filled they hold data only until then.
    pub trimmed_unwritten_pages: f64,
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
    /// Where in a page writes start most often, in bytes: at one of its sectors of 512 bytes, of as many at the first.
    pub usual_start: u32,
    /// Pages written that had been written before: `pages_written - written_footprint_pages`.
    pub rewrites: f64,
    /// Requests that came after a later one in the file.
    pub out_of_order: u32,
}

impl Statistics {
    /// The statistics of a trace on pages of `page_bytes`.
    ///
    /// # Panics
    /// If `page_bytes` is 0.
    pub fn new(trace: &Trace, page_bytes: u32) -> Self {
        let mut survey = Survey::new(trace.unit(), page_bytes);
        (0..trace.chunks()).for_each(|k| survey.chunk(trace, k));
        survey.finish(trace.facts())
    }
}

/// Statistics while requests come, in order.
pub struct Survey {
    page_bytes: u32,
    unit: Unit,
    /// Per operation, as in the op column.
    counts: [u32; 3],
    bytes: [u64; 3],
    pages: [u64; 3],
    /// Pages that writes and trims cover in part.
    partly_written: u64,
    partly_trimmed: u64,
    too_small: u32,
    /// Where the last request of each operation ended, in the trace's unit; nothing starts at [`u64::MAX`].
    ends: [u64; 3],
    min: u64,
    max: u64,
    max_pages: u32,
    sequential: u32,
    unaligned: u32,
    /// Writes by the sector of their first page that they start with.
    starts: Vec<u32>,
    written: Footprint,
    read: Footprint,
    /// Trimmed whole.
    trimmed: Footprint,
    pages_needed: u64,
    last_ns: u64,
}

impl Survey {
    /// Statistics on pages of `page_bytes`, of no request yet.
    ///
    /// # Panics
    /// If `page_bytes` is 0.
    pub fn new(unit: Unit, page_bytes: u32) -> Self {
        assert!(page_bytes > 0, "a page has at least one byte");
        Self {
            page_bytes,
            unit,
            counts: [0; 3],
            bytes: [0; 3],
            pages: [0; 3],
            partly_written: 0,
            partly_trimmed: 0,
            too_small: 0,
            ends: [u64::MAX; 3],
            min: u64::MAX,
            max: 0,
            max_pages: 0,
            sequential: 0,
            unaligned: 0,
            starts: vec![0; page_bytes.div_ceil(SECTOR) as usize],
            written: Footprint::default(),
            read: Footprint::default(),
            trimmed: Footprint::default(),
            pages_needed: 0,
            last_ns: 0,
        }
    }

    /// Adds chunk `k` of a trace, the one before having been added.
    ///
    /// # Panics
    /// If there is no such chunk.
    pub fn chunk(&mut self, trace: &Trace, k: u32) {
        trace.rows(k as usize).for_each(|row| self.row(&row));
    }

    /// Adds a request, with devices laid side by side.
    #[inline]
    pub(crate) fn row(&mut self, row: &Row) {
        let (offset, length, op) = (row.offset, row.length, row.op as usize);
        let (first, pages, ends) = pages(self.unit, self.page_bytes, row.op, offset, row.length);
        let page = u64::from(self.page_bytes);
        let bytes = match self.unit {
            Unit::Bytes => length,
            Unit::Pages => length * page,
        };
        let (end, end_page) = (offset.saturating_add(length), first + u64::from(pages));
        self.counts[op] += 1;
        self.bytes[op] += bytes;
        self.pages[op] += u64::from(pages);
        self.min = self.min.min(bytes);
        self.max = self.max.max(bytes);
        self.max_pages = self.max_pages.max(pages);
        self.sequential += u32::from(self.ends[op] == offset);
        self.ends[op] = end;
        let mut touched = end_page;
        if !ends.are_whole() {
            self.unaligned += 1;
            touched += self.in_part(row.op, pages, ends);
        }
        if row.op == Op::Write {
            self.written.add(first, end_page);
            if ends.head.is_multiple_of(SECTOR) {
                self.starts[(ends.head / SECTOR) as usize] += 1;
            }
        } else if row.op == Op::Read {
            self.read.add(first, end_page);
        } else if pages > 0 {
            self.trimmed.add(first, end_page);
        }
        self.pages_needed = self.pages_needed.max(touched);
        self.last_ns = row.time_ns;
    }

    fn usual_start(&self) -> u32 {
        let most = self.starts.iter().copied().max().unwrap_or(0);
        let first = self.starts.iter().position(|&writes| writes == most);
        first.map_or(0, |sector| sector as u32 * SECTOR)
    }

    /// Counts the pages that a request covers in part; gives how many it touches behind its last one.
    fn in_part(&mut self, op: Op, pages: u32, ends: Ends) -> u64 {
        match op {
            Op::Read => 0,
            Op::Write => {
                self.partly_written += u64::from(ends.partial_pages(pages));
                0
            }
            Op::Trim => {
                self.partly_trimmed += u64::from(ends.kept_pages());
                self.too_small += u32::from(pages == 0);
                (ends.tail > 0).into()
            }
        }
    }

    /// The statistics of all requests added, which are those of the trace.
    pub(crate) fn finish(mut self, facts: &Facts) -> Statistics {
        let [reads, writes, trims] = self.counts;
        let all = f64::from(facts.requests);
        let written_footprint = self.written.pages();
        let [footprint, trimmed_unwritten] = if trims > 0 {
            let with_trimmed = self.written.pages_with(&mut self.trimmed);
            self.read.runs(|from, to| self.trimmed.add(from, to));
            let footprint = self.written.pages_with(&mut self.trimmed);
            [footprint, with_trimmed - written_footprint]
        } else {
            [self.written.pages_with(&mut self.read), 0]
        };
        let of = |op: Op| op as usize;
        Statistics {
            page_bytes: self.page_bytes,
            requests: facts.requests,
            reads,
            writes,
            trims,
            bytes_read: self.bytes[of(Op::Read)] as f64,
            bytes_written: self.bytes[of(Op::Write)] as f64,
            bytes_trimmed: self.bytes[of(Op::Trim)] as f64,
            pages_read: self.pages[of(Op::Read)] as f64,
            pages_written: self.pages[of(Op::Write)] as f64,
            partly_written: self.partly_written as f64,
            pages_trimmed: self.pages[of(Op::Trim)] as f64,
            partly_trimmed: self.partly_trimmed as f64,
            trims_too_small: self.too_small,
            mean_bytes: self.bytes.iter().sum::<u64>() as f64 / all,
            min_bytes: self.min as f64,
            max_bytes: self.max as f64,
            max_pages: self.max_pages,
            footprint_pages: footprint as f64,
            written_footprint_pages: written_footprint as f64,
            trimmed_unwritten_pages: trimmed_unwritten as f64,
            pages_needed: self.pages_needed as f64,
            write_ratio: f64::from(writes) / all,
            duration_s: facts.has_times.then_some(self.last_ns as f64 / 1e9),
            sequential_share: f64::from(self.sequential) / all,
            unaligned: self.unaligned,
            usual_start: self.usual_start(),
            rewrites: (self.pages[of(Op::Write)] - written_footprint) as f64,
            out_of_order: facts.out_of_order,
        }
    }

    /// The statistics of a trace all of whose chunks were added.
    pub fn of(self, trace: &Trace) -> Statistics {
        self.finish(trace.facts())
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

    #[test]
    fn the_usual_start_is_that_of_most_writes() {
        let of = |rows: &str, page_bytes| {
            let mut importer = Importer::new(Options::default());
            let head = "time_us,op,offset_bytes,size_bytes\n";
            importer.push(format!("{head}{rows}").as_bytes()).unwrap();
            Statistics::new(&importer.finish().unwrap(), page_bytes).usual_start
        };
        // Two writes begin 512 bytes before a page; reads do not count, nor does what begins inside a sector.
        let rows = "0,W,3584,4096\n0,W,7680,512\n0,W,0,512\n0,R,4096,1\n0,R,8192,1\n0,W,100,1\n0,W,100,1\n0,W,100,1\n";
        assert_eq!(of(rows, 4096), 3584);
        // In pages of 1 KiB they begin in the middle; in those of 512 bytes and of fewer with a page.
        assert_eq!((of(rows, 1024), of(rows, 512), of(rows, 256)), (512, 0, 0));
        // Of as many, the first.
        assert_eq!(of("0,W,512,1\n0,W,1024,1\n", 4096), 512);
        assert_eq!(of("0,R,512,1\n", 4096), 0);
    }

    #[test]
    fn pages_covered_in_part_are_counted_and_a_trim_that_is_too_small_touches_none() {
        let rows = "time_us,op,offset_bytes,size_bytes\n0,W,0,1024\n0,W,4000,8400\n0,T,8192,512\n0,T,100,8092\n0,T,40000,5000\n";
        let mut importer = Importer::new(Options::default());
        importer.push(rows.as_bytes()).unwrap();
        let s = Statistics::new(&importer.finish().unwrap(), 4096);
        assert_eq!((s.pages_written, s.partly_written), (5.0, 3.0));
        assert_eq!(
            (s.pages_trimmed, s.partly_trimmed, s.trims_too_small),
            (1.0, 4.0, 2)
        );
        assert_eq!((s.bytes_trimmed, s.unaligned), (13_604.0, 5));
        assert_eq!(s.usual_start, 0);
        // Pages 0 to 3; that of the last trim is named, and not touched.
        assert_eq!((s.footprint_pages, s.pages_needed), (4.0, 11.0));
    }

    proptest! {
        #[test]
        fn footprints_are_those_of_sets(
            runs in prop::collection::vec((prop::sample::select(vec![Op::Read, Op::Write, Op::Trim]), 0u32..200, 1u32..20), 1..50),
        ) {
            let records: Vec<_> = runs
                .iter()
                .map(|&(op, lpn, length)| Record { time_ns: None, op, device: 0, address: Address::Lpn(lpn), length: length.into(), temperature: 0 })
                .collect();
            let of = |wanted: &[Op]| -> BTreeSet<u32> {
                let runs = runs.iter().filter(|(op, ..)| wanted.contains(op));
                runs.flat_map(|&(_, lpn, length)| lpn..lpn + length).collect()
            };
            let s = Statistics::new(&Trace::from_records(&records).unwrap(), 512);
            let (written, trimmed) = (of(&[Op::Write]), of(&[Op::Trim]));
            prop_assert_eq!(s.footprint_pages, of(&[Op::Read, Op::Write, Op::Trim]).len() as f64);
            prop_assert_eq!(s.written_footprint_pages, written.len() as f64);
            prop_assert_eq!(s.trimmed_unwritten_pages, trimmed.difference(&written).count() as f64);
        }
    }
}
