//! Where write amplification comes from: every program of a run, by the address of its page in the trace's own addresses.
//!
//! 1. The pages that the trace touches are cut into ranges of equally many, in the order of their addresses. No range has pages of two
//!    devices. Where a logical page has no address of its own (the workload is drawn; `wrap` or `scale` fold the trace), all logical
//!    pages are cut instead.
//! 2. The run is served once more from its first counted request, with events. Host page writes and programs of data pages go to the range
//!    of their page; those of pages that the trace never touches, which the precondition wrote, to `elsewhere`; programs of
//!    translation pages, which have no address, to `translation`.
//! 3. So the sums over `ranges`, `elsewhere` and `translation` are the counters of the report, cause by cause.
//!
//! It takes eight bytes a logical page, and holds the events of one request at most, in pieces.

use std::ops::Range;

use ftl::{ByCause, Cause, Event, HostOp};
use nand::PageKind;
use trace::{Origin, Origins, Unit};

use crate::protocol::{AddressesIn, CopiedShare, Ledger, LedgerCounts, LedgerRange};
use crate::report::CauseCounts;
use crate::simulation::{Again, Simulation, Stopped};

/// Parts of a run over which ranges say how often they were written and copied, at most.
const PARTS: u32 = 96;
/// Shares of the copies, in percent, for which it is said how few pages have them.
const PERCENT: [u64; 3] = [50, 80, 90];

/// A ledger that is being kept.
pub struct Keeping {
    again: Again,
    requests: u32,
    part: u32,
    addresses: Addresses,
    /// By logical page its range; the one behind the last is `elsewhere`.
    range_of: Vec<u32>,
    /// By logical page.
    copies: Vec<u32>,
    ranges: Vec<Sums>,
    translation: ByCause,
}

/// The addresses of pages: of those touched, or of all logical ones.
enum Addresses {
    Trace(Origins),
    Logical(u32),
}

/// A range while it is counted.
#[derive(Clone)]
struct Sums {
    /// The numbers of its pages.
    pages: Range<u32>,
    writes: u64,
    programs: ByCause,
    written: Vec<u32>,
    copied: Vec<u32>,
}

impl Keeping {
    /// Of a simulation's whole run, over `ranges` ranges or fewer; one for each device where there are more devices.
    pub fn of(run: &Simulation, ranges: u32) -> Self {
        let setup = run.setup();
        let addresses = match run.origins() {
            Some(origins) => Addresses::Trace(origins),
            None => Addresses::Logical(setup.logical_pages),
        };
        let requests = run.requests();
        let part = requests.div_ceil(PARTS).max(1);
        let parts = requests.div_ceil(part) as usize;
        let sums = |pages| Sums {
            pages,
            writes: 0,
            programs: ByCause::default(),
            written: vec![0; parts],
            copied: vec![0; parts],
        };
        let mut all: Vec<Sums> = cut(&addresses.borders(), ranges)
            .into_iter()
            .map(sums)
            .collect();
        let mut range_of = vec![all.len() as u32; setup.logical_pages as usize];
        for (range, sums) in (0..).zip(&all) {
            for number in sums.pages.clone() {
                range_of[addresses.lpn(number) as usize] = range;
            }
        }
        all.push(sums(0..0));
        Self {
            again: run.again(),
            requests,
            part,
            addresses,
            range_of,
            copies: vec![0; setup.logical_pages as usize],
            ranges: all,
            translation: ByCause::default(),
        }
    }

    /// Serves requests for about this many flash operations more; whether all are served.
    ///
    /// # Errors
    /// The request that could not be served: the run itself stops there too.
    pub fn slice(&mut self, operations: u64) -> Result<bool, Stopped> {
        let end = self.again.effort().saturating_add(operations);
        let Self {
            again,
            part,
            range_of,
            copies,
            ranges,
            translation,
            ..
        } = self;
        loop {
            let now = (again.at() / *part) as usize;
            let mut book = |events: &[Event]| {
                for event in events {
                    match *event {
                        Event::HostPage {
                            op: HostOp::Write,
                            lpn,
                            ..
                        } => {
                            let range = &mut ranges[range_of[lpn.0 as usize] as usize];
                            range.writes += 1;
                            range.written[now] += 1;
                        }
                        Event::Program {
                            logical,
                            kind,
                            cause,
                            ..
                        } => {
                            if kind == PageKind::Translation {
                                translation[cause as usize] += 1;
                                continue;
                            }
                            let range = &mut ranges[range_of[logical as usize] as usize];
                            range.programs[cause as usize] += 1;
                            if is_copy(cause) {
                                range.copied[now] += 1;
                                copies[logical as usize] += 1;
                            }
                        }
                        _ => {}
                    }
                }
            };
            if !again.serve(&mut book)? {
                return Ok(true);
            }
            if again.effort() >= end {
                return Ok(false);
            }
        }
    }

    /// Requests that are served, of how many.
    pub fn progress(&self) -> (u32, u32) {
        (self.again.at(), self.requests)
    }

    /// The ledger of the requests that were served.
    pub fn end(mut self, scenario_hash: &str, page_bytes: u32) -> Ledger {
        let elsewhere = self.ranges.pop().expect("it is the last");
        let mut all = Sums {
            pages: 0..0,
            ..elsewhere.clone()
        };
        let mut ranges = Vec::with_capacity(self.ranges.len());
        for sums in self.ranges {
            all.writes += sums.writes;
            for (sum, count) in all.programs.iter_mut().zip(sums.programs) {
                *sum += count;
            }
            let first = self.addresses.of(sums.pages.start);
            let last = self.addresses.of(sums.pages.end - 1);
            ranges.push(LedgerRange {
                device: first.device,
                from: first.from,
                to: last.to,
                pages: sums.pages.len() as u32,
                counts: sums.counts(),
                written: sums.written,
                copied: sums.copied,
            });
        }
        let unit = match &self.addresses {
            Addresses::Logical(_) => AddressesIn::Lpns,
            Addresses::Trace(origins) => match origins.unit() {
                Unit::Bytes => AddressesIn::Bytes,
                Unit::Pages => AddressesIn::Pages,
            },
        };
        let all = all.counts();
        self.copies.sort_unstable_by(|a, b| b.cmp(a));
        Ledger {
            scenario_hash: scenario_hash.to_owned(),
            unit,
            page_bytes,
            requests: self.requests,
            part: self.part,
            all,
            translation: CauseCounts::of(&self.translation),
            ranges,
            elsewhere: elsewhere.counts(),
            copied_pages: self.copies.partition_point(|&copies| copies > 0) as u32,
            hot: hot(&self.copies, all.copies),
        }
    }
}

impl Sums {
    fn counts(&self) -> LedgerCounts {
        let programs = CauseCounts::of(&self.programs);
        LedgerCounts {
            writes: self.writes,
            copies: programs.gc + programs.merge + programs.wear,
            programs,
        }
    }
}

impl Addresses {
    /// Where devices begin and end, by the numbers of pages.
    fn borders(&self) -> Vec<u32> {
        match self {
            Self::Trace(origins) => origins.borders(),
            Self::Logical(pages) => vec![0, *pages],
        }
    }

    fn lpn(&self, number: u32) -> u32 {
        match self {
            Self::Trace(origins) => origins.lpn(number),
            Self::Logical(_) => number,
        }
    }

    fn of(&self, number: u32) -> Origin {
        match self {
            Self::Trace(origins) => origins.of(number),
            Self::Logical(_) => Origin {
                device: None,
                from: number.into(),
                to: u64::from(number) + 1,
            },
        }
    }
}

/// Whether a valid page is moved; a write buffer that completes a block writes it for the host's sake.
fn is_copy(cause: Cause) -> bool {
    matches!(cause, Cause::Gc | Cause::Merge | Cause::Wear)
}

/// Cuts pages between borders into at most `most` ranges of about equally many; one between each two borders at least.
fn cut(borders: &[u32], most: u32) -> Vec<Range<u32>> {
    let count = |size: u32| -> u32 { pieces(borders, size).map(|(_, pieces)| pieces).sum() };
    let pages = borders.last().copied().unwrap_or(0);
    // The smallest size that gives few enough.
    let (mut size, mut largest) = (pages.div_ceil(most.max(1)).max(1), pages.max(1));
    while size < largest {
        let middle = size + (largest - size) / 2;
        if count(middle) <= most {
            largest = middle;
        } else {
            size = middle + 1;
        }
    }
    let cut = |(between, pieces): (Range<u32>, u32)| {
        let at = move |k: u32| {
            let within = u64::from(between.end - between.start) * u64::from(k) / u64::from(pieces);
            between.start + within as u32
        };
        (0..pieces).map(move |k| at(k)..at(k + 1))
    };
    pieces(borders, size).flat_map(cut).collect()
}

/// Pages between two borders, and how many pieces of at most `size` they are.
fn pieces(borders: &[u32], size: u32) -> impl Iterator<Item = (Range<u32>, u32)> {
    borders.windows(2).map(move |two| {
        let between = two[0]..two[1];
        let pieces = (two[1] - two[0]).div_ceil(size);
        (between, pieces)
    })
}

/// How few pages have most of the copies, which are sorted, the most first.
fn hot(copies: &[u32], all: u64) -> Vec<CopiedShare> {
    let mut shares = Vec::new();
    let (mut sum, mut pages) = (0u64, 0);
    let mut copies = copies.iter();
    for percent in PERCENT.into_iter().filter(|_| all > 0) {
        while sum * 100 < all * percent {
            sum += u64::from(*copies.next().expect("they are all of them"));
            pages += 1;
        }
        let copies = percent as f64 / 100.0;
        shares.push(CopiedShare { copies, pages });
    }
    shares
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ranges_have_equally_many_pages_and_never_two_devices() {
        assert_eq!(cut(&[0, 10], 4), [0..2, 2..5, 5..7, 7..10]);
        assert_eq!(cut(&[0, 1, 9], 3), [0..1, 1..5, 5..9]);
        assert_eq!(cut(&[0, 3, 6, 9], 2), [0..3, 3..6, 6..9]);
        assert_eq!(cut(&[0, 2], 64), [0..1, 1..2]);
        assert!(cut(&[0], 4).is_empty());
    }

    #[test]
    fn few_pages_have_most_copies() {
        let found: Vec<_> = hot(&[60, 20, 10, 5, 5], 100)
            .iter()
            .map(|hot| hot.pages)
            .collect();
        assert_eq!(found, [1, 2, 3]);
        assert!(hot(&[0, 0], 0).is_empty());
    }

    proptest! {
        #[test]
        fn a_cut_leaves_nothing_out(gaps in prop::collection::vec(1u32..500, 0..20), most in 1u32..80) {
            let mut borders = vec![0];
            for gap in gaps {
                borders.push(borders.last().unwrap() + gap);
            }
            let ranges = cut(&borders, most);
            let ends: Vec<u32> = ranges.iter().map(|range| range.end).collect();
            prop_assert!(ranges.iter().zip(std::iter::once(&0).chain(&ends)).all(|(range, &before)| range.start == before && range.end > before));
            prop_assert_eq!(ends.last().copied().unwrap_or(0), *borders.last().unwrap());
            prop_assert!(borders[1..].iter().all(|border| ends.contains(border)));
            prop_assert!(ranges.len() <= (most as usize).max(borders.len() - 1));
        }
    }
}
