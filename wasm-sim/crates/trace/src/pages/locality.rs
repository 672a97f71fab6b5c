//! How local a trace is: how soon pages are touched and written again, and how few take most of the writes.
//!
//! - LRU stack distance of an access: how many other pages were touched since the page was touched last (DFTL'J Fig. 2: an LRU cache of
//!   this many pages plus one would have hit).
//! - Rewrite distance of a page write: how many page writes lie between it and the one before to the same page.
//! - Hot share: the fewest pages that take some share of the page writes (Desnoyers Table 4).
//! - Sizes of the requests, and the course of the trace: what its parts read, write and touch for the first time.

mod stack;

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::record::{Op, Unit};
use crate::request::pages;
use crate::trace::Trace;
use stack::Stack;

/// Most pages that are followed: half a gigabyte.
const MOST_PAGES: usize = 1 << 23;

/// Stretches of a trace, at most.
const STRETCHES: u32 = 32;

/// Shares of the writes, in percent, for which the statistics say how few pages take them.
const PERCENT: [u64; 6] = [10, 20, 50, 70, 80, 90];

/// Accesses by distance, in bins that double: bin 0 is distance 0, bin k distances from 2^(k-1) to 2^k - 1. Without empty bins at
/// the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Distances {
    /// Accesses that have no earlier one of the same page.
    pub first: u64,
    /// The others, by distance.
    pub bins: Vec<u64>,
}

impl Distances {
    fn add(&mut self, distance: u64) {
        let bin = (u64::BITS - distance.leading_zeros()) as usize;
        if self.bins.len() <= bin {
            self.bins.resize(bin + 1, 0);
        }
        self.bins[bin] += 1;
    }

    /// Share of all accesses whose distance is less than `2^k`, for k from 0: the cumulative distribution at each bin's end.
    pub fn cumulative(&self) -> Vec<f64> {
        let all = self.first + self.bins.iter().sum::<u64>();
        let mut sum = 0;
        let mut share = |n: &u64| {
            sum += n;
            sum as f64 / all as f64
        };
        self.bins.iter().map(&mut share).collect()
    }
}

/// The fewest pages that take a share of the page writes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HotShare {
    /// Of the page writes, from 0 to 1.
    pub writes: f64,
    /// This many pages, written most often, take it.
    pub pages: u64,
    /// Of the pages up to the last one touched, from 0 to 1.
    pub of_space: f64,
}

/// Requests by size, in bins that double: bin k holds those of more than 2^(k-1) and at most 2^k bytes. Without empty bins at the
/// end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Sizes {
    /// Requests that read.
    pub read: Vec<u64>,
    /// Requests that write.
    pub write: Vec<u64>,
}

/// A part of a trace: requests that follow one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Stretch {
    /// Pages read.
    pub read: u64,
    /// Pages written.
    pub written: u64,
    /// Of all these, the ones touched for the first time, ever or since a trim.
    pub first: u64,
}

/// The locality of a trace on pages of one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TraceLocality"))]
pub struct Locality {
    /// LRU stack distances of page reads and writes.
    pub stack: Distances,
    /// Rewrite distances of page writes, in page writes.
    pub rewrite: Distances,
    /// For 10, 20, 50, 70, 80 and 90 % of the page writes; empty without writes.
    pub hot: Vec<HotShare>,
    /// Sizes of the requests.
    pub sizes: Sizes,
    /// The trace in at most 32 stretches of equally many requests, a round number; the last may be shorter.
    pub course: Vec<Stretch>,
    /// Requests of a stretch.
    pub stretch: u32,
}

/// There are more pages than can be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyPages(pub usize);

#[derive(Clone, Copy, Default)]
struct Page {
    /// Its place on the stack: the later, the larger. Place 0 is no one's.
    place: u32,
    writes: u32,
    /// Number of its last write, from 1; 0 before the first.
    last_write: u64,
}

/// Follows accesses in order.
#[derive(Default)]
pub struct Follower {
    pages: FxHashMap<u64, Page>,
    stack: Stack,
    locality: (Distances, Distances),
    sizes: Sizes,
    course: Vec<Stretch>,
    /// Requests of a stretch, and how many came.
    stretch: u32,
    requests: u32,
    writes: u64,
    end: u64,
}

impl Follower {
    /// Of no access yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The requests of chunk `k` of a trace on pages of `page_bytes`; trims forget pages.
    ///
    /// # Errors
    /// If there are too many pages to be followed.
    pub fn chunk(&mut self, trace: &Trace, k: u32, page_bytes: u32) -> Result<(), TooManyPages> {
        self.stretch = round_up((trace.len() as u32).div_ceil(STRETCHES));
        for row in trace.rows(k as usize) {
            self.request(row.op, row.length, trace.unit(), page_bytes);
            let (unit, op) = (trace.unit(), row.op);
            let (first, pages, _) = pages(unit, page_bytes, op, row.offset, row.length);
            for page in first..first + u64::from(pages) {
                self.access(page, row.op);
                if self.pages.len() > MOST_PAGES {
                    return Err(TooManyPages(MOST_PAGES));
                }
            }
        }
        Ok(())
    }

    /// Counts a request by its size, and begins a stretch where it is the first of one.
    fn request(&mut self, op: Op, length: u64, unit: Unit, page_bytes: u32) {
        if self.requests.is_multiple_of(self.stretch) {
            self.course.push(Stretch::default());
        }
        self.requests += 1;
        let bytes = match unit {
            Unit::Bytes => length,
            Unit::Pages => length * u64::from(page_bytes),
        };
        let bins = match op {
            Op::Read => &mut self.sizes.read,
            Op::Write => &mut self.sizes.write,
            Op::Trim => return,
        };
        let bin = (u64::BITS - (bytes - 1).leading_zeros()) as usize;
        if bins.len() <= bin {
            bins.resize(bin + 1, 0);
        }
        bins[bin] += 1;
    }

    fn access(&mut self, page: u64, op: Op) {
        self.end = self.end.max(page + 1);
        if op == Op::Trim {
            // A page that is trimmed and written again is new. Its writes up to here still make it hot.
            if let Some(known) = self.pages.get_mut(&page) {
                self.stack.leave(known.place);
                (known.place, known.last_write) = (0, 0);
            }
            return;
        }
        if self.stack.is_full() {
            self.stack
                .pack(self.pages.values_mut().map(|page| &mut page.place));
        }
        let known = self.pages.entry(page).or_default();
        let (stack, rewrite) = &mut self.locality;
        let stretch = self
            .course
            .last_mut()
            .expect("a request has begun a stretch");
        match op {
            Op::Write => stretch.written += 1,
            _ => stretch.read += 1,
        }
        match known.place {
            0 => {
                stack.first += 1;
                stretch.first += 1;
            }
            place => {
                stack.add(self.stack.above(place));
                self.stack.leave(place);
            }
        }
        known.place = self.stack.push();
        if op == Op::Write {
            self.writes += 1;
            match known.last_write {
                0 => rewrite.first += 1,
                before => rewrite.add(self.writes - before - 1),
            }
            known.last_write = self.writes;
            known.writes += 1;
        }
    }

    /// Their properties.
    pub fn finish(self) -> Locality {
        let mut counts: Vec<u32> = self.pages.values().map(|page| page.writes).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        let mut hot = Vec::new();
        let (mut pages, mut sum) = (0usize, 0u64);
        for percent in PERCENT {
            if self.writes == 0 {
                break;
            }
            while sum * 100 < percent * self.writes {
                sum += u64::from(counts[pages]);
                pages += 1;
            }
            hot.push(HotShare {
                writes: percent as f64 / 100.0,
                pages: pages as u64,
                of_space: pages as f64 / self.end as f64,
            });
        }
        let (stack, rewrite) = self.locality;
        Locality {
            stack,
            rewrite,
            hot,
            sizes: self.sizes,
            course: self.course,
            stretch: self.stretch,
        }
    }
}

/// The least of 1, 2, 5, 10, 20, 50, … that is at least `n`.
fn round_up(n: u32) -> u32 {
    let mut scale = 1;
    while 10 * scale < n {
        scale *= 10;
    }
    [1, 2, 5, 10]
        .map(|k| k * scale)
        .into_iter()
        .find(|&round| round >= n)
        .unwrap_or(n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_ops;

    fn follow(ops: &str) -> Locality {
        let trace = Trace::from_records(&parse_ops(ops).unwrap()).unwrap();
        let mut follower = Follower::new();
        for k in 0..trace.chunks() {
            follower.chunk(&trace, k, 4096).unwrap();
        }
        follower.finish()
    }

    /// Bins of distances counted one by one over all that came before.
    fn counted(accesses: &[u64]) -> Distances {
        let mut distances = Distances::default();
        for (i, page) in accesses.iter().enumerate() {
            match accesses[..i].iter().rposition(|before| before == page) {
                None => distances.first += 1,
                Some(before) => {
                    let mut between = accesses[before + 1..i].to_vec();
                    between.sort_unstable();
                    between.dedup();
                    distances.add(between.len() as u64);
                }
            }
        }
        distances
    }

    #[test]
    fn distances_are_those_between_accesses_of_one_page() {
        // 7: 2 others since; 5: 3; 5: none.
        let l = follow("w7 w5 r9 w7 r1 w5 w5");
        assert_eq!(
            l.stack,
            Distances {
                first: 4,
                bins: vec![1, 0, 2]
            }
        );
        // Of the writes 7 5 7 5 5: one lies between the 7s, one between the first 5s, none between the last.
        assert_eq!(
            l.rewrite,
            Distances {
                first: 2,
                bins: vec![1, 2]
            }
        );
        assert_eq!(l.stack.cumulative(), [1.0 / 7.0, 1.0 / 7.0, 3.0 / 7.0]);
    }

    #[test]
    fn a_stretch_is_a_round_number_of_requests() {
        let rounded = [1, 2, 3, 5, 6, 10, 11, 313, 501, 50_001].map(round_up);
        assert_eq!(rounded, [1, 2, 5, 5, 10, 10, 20, 500, 1000, 100_000]);
        assert_eq!(round_up(u32::MAX / 32), 200_000_000);
    }

    #[test]
    fn a_trim_forgets() {
        let l = follow("w1 t1 w1");
        assert_eq!((l.stack.first, l.rewrite.first), (2, 2));
        assert_eq!(l.hot[0].pages, 1);
    }

    #[test]
    fn few_pages_take_most_writes() {
        let l = follow("w0 w0 w0 w0 w0 w1 w1 w2 w3 w9");
        let told: Vec<(f64, u64)> = l.hot.iter().map(|h| (h.writes, h.pages)).collect();
        assert_eq!(
            told,
            [(0.1, 1), (0.2, 1), (0.5, 1), (0.7, 2), (0.8, 3), (0.9, 4)]
        );
        assert!((l.hot[3].of_space - 0.2).abs() < 1e-12);
        assert_eq!(follow("r0 r1").hot, []);
    }

    #[test]
    fn requests_are_counted_by_size_and_in_stretches() {
        let l = follow("w0 w1+2 r5+3 w0 t9");
        // Of 4,096 bytes, of 8,192, and one of up to 16,384.
        assert_eq!(l.sizes.write[12..], [2, 1]);
        assert_eq!((l.sizes.read[14], l.sizes.read.len()), (1, 15));
        assert_eq!((l.stretch, l.course.len()), (1, 5));
        let stretch = |read, written, first| Stretch {
            read,
            written,
            first,
        };
        let of = |k: usize| l.course[k];
        assert_eq!(
            [of(1), of(2), of(3), of(4)],
            [
                stretch(0, 2, 2),
                stretch(3, 0, 3),
                stretch(0, 1, 0),
                stretch(0, 0, 0)
            ]
        );
        let long = follow(&"w1 ".repeat(33));
        assert_eq!((long.stretch, long.course.len()), (2, 17));
        assert_eq!(long.course[16].written, 1);
    }

    /// Long enough for the stack to be packed several times.
    #[test]
    fn the_stack_is_that_of_a_plain_search() {
        let mut state = 1u64;
        let accesses: Vec<u64> = (0..20_000)
            .map(|i| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let random = state >> 40;
                if random.is_multiple_of(4) {
                    i / 7
                } else {
                    random % 60
                }
            })
            .collect();
        let mut follower = Follower::new();
        follower.request(Op::Read, 1, Unit::Pages, 4096);
        for &page in &accesses {
            follower.access(page, Op::Read);
        }
        assert_eq!(follower.finish().stack, counted(&accesses));
    }
}
