//! The requests to make, before anything is generated.

pub(crate) mod generated;
pub(crate) mod ops;
mod pattern;
mod profile;

use std::sync::Arc;

use ftl::HostOp;
use trace::{Ends, Format, Mapping};

pub use super::document::reading::Reading;
pub use super::document::{Aliasing, PartialWrites};
pub use pattern::{PATTERNS, Pattern};
pub use profile::{PROFILES, Profile};

/// A host request (SPEC 2).
///
/// Page i of it is `(lpn + i) mod logical_pages`: only a trace whose addresses are wrapped has requests that go
/// past the last logical page and on from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Arrival, nanoseconds since the start; `None`: as soon as the request before it is done.
    pub time_ns: Option<u64>,
    /// The operation.
    pub op: HostOp,
    /// First page, a logical page of the device.
    pub lpn: u32,
    /// Pages, at least 1; none of a trim that covers no page whole.
    pub pages: u32,
    /// Where a request of a trace starts and ends inside a page.
    pub ends: Ends,
    /// Whether a trace calls its pages hot; for generated ones see [`WorkloadSpec::hot_pages`].
    pub hot: bool,
}

impl Request {
    /// A place for one.
    pub const NONE: Self = Self {
        time_ns: None,
        op: HostOp::Read,
        lpn: 0,
        pages: 0,
        ends: Ends::WHOLE,
        hot: false,
    };

    /// Of page `index` of the request, the bytes that it asks for, from the first one to before the last one, where it is not all of
    /// them.
    #[inline(never)]
    pub fn part_of(&self, index: u32, page_bytes: u32) -> Option<(u32, u32)> {
        if self.ends.are_whole() {
            return None;
        }
        let Ends { head, tail, at_end } = self.ends;
        let last = index + 1 == self.pages;
        let part = match self.op {
            HostOp::Trim if last && at_end => (0, tail),
            HostOp::Trim => (0, page_bytes),
            HostOp::Read | HostOp::Write => (
                if index == 0 { head } else { 0 },
                page_bytes - if last { tail } else { 0 },
            ),
        };
        (part != (0, page_bytes)).then_some(part)
    }
}

/// A workload (SPEC 11), checked against its device.
#[derive(Clone, Debug, PartialEq)]
pub enum WorkloadSpec {
    /// Requests one by one.
    Ops {
        /// They; `time_ns` is `None` in all of them.
        requests: Arc<[Request]>,
        /// Time between arrivals.
        interarrival_ns: Option<u64>,
    },
    /// The pages of the range in order, round after round.
    Sequential {
        /// The fields common to generated workloads.
        common: Generated,
        /// Where the first round starts.
        start: u32,
    },
    /// Every place of the range is as likely.
    Uniform(Generated),
    /// Some pages are accessed more often.
    HotCold(HotCold),
    /// The i-th page of the range is accessed in proportion to i^-theta.
    Zipf {
        /// The fields common to generated workloads.
        common: Generated,
        /// The skew, above 0.
        theta: f64,
    },
    /// Sequential streams that take turns, each in its own part of the range.
    Streams {
        /// The fields common to generated workloads.
        common: Generated,
        /// How many; at most one for each page of the range.
        streams: u32,
    },
    /// A mixture of small random writes and large sequential ones.
    Pattern {
        /// The fields common to generated workloads; the pattern gives the sizes.
        common: Generated,
        /// Which.
        pattern: &'static Pattern,
    },
    /// The figures that a paper gives of a trace, without the trace.
    Profile {
        /// The fields common to generated workloads.
        common: Generated,
        /// Whose figures.
        profile: &'static Profile,
        /// How requests come back to where others were; `None`: they do not.
        reuse: Option<Reuse>,
    },
    /// An imported trace.
    Trace {
        /// Its name.
        path: String,
        /// Its format; `None`: recognised by content.
        format: Option<Format>,
        /// How its lines are read, where they do not say it themselves.
        reading: Reading,
        /// The fate of addresses beyond the device.
        mapping: Mapping,
        /// Whether that may change more than 1 % of the accesses.
        aliasing: Aliasing,
        /// The effect of a write of a part of a page.
        partial_writes: PartialWrites,
        /// How many bytes further every address lies.
        shift_bytes: u32,
        /// Only this many of its first requests.
        requests: Option<u32>,
    },
}

/// The fields common to generated workloads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generated {
    /// How many requests; at least 1.
    pub requests: u32,
    /// Share of the requests that read, 0..=1.
    pub read_fraction: f64,
    /// Share of the requests that trim; what neither reads nor trims writes.
    pub trim_fraction: f64,
    /// Pages of a request.
    pub pages: Sizes,
    /// First page of the range.
    pub from: u32,
    /// One past its last page.
    pub to: u32,
    /// Time between arrivals.
    pub interarrival_ns: Option<u64>,
}

/// How many pages a request has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sizes {
    /// Every number from `min` to `max` is as likely; 1 <= min <= max, and max fits into where requests go.
    Between {
        /// Fewest.
        min: u32,
        /// Most.
        max: u32,
    },
    /// Geometric from 1 up, with this mean, at least 1; cut off at where requests go.
    Mean(f64),
}

impl Sizes {
    /// Pages on average.
    pub(crate) fn mean(self) -> f64 {
        match self {
            Self::Between { min, max } => f64::midpoint(min.into(), max.into()),
            Self::Mean(mean) => mean,
        }
    }
}

/// Temporal locality: what a table of averages does not say of a trace, and the curve of its LRU stack does (DFTL'J, Fig. 2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reuse {
    /// Share of the requests, among those that do not resume where the one before ended, that ask for the pages of an earlier
    /// one, 0 < share <= 0.99.
    pub share: f64,
    /// How many requests earlier at most, at least 1.
    pub within: u32,
}

/// Two uniform parts (Desnoyers section 4): the share `r` of the accesses goes to the first share `f` of the range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HotCold {
    /// The fields common to generated workloads.
    pub common: Generated,
    /// Share of the accesses that go to hot pages, (0, 1).
    pub r: f64,
    /// Share of the range that is hot, (0, 1).
    pub f: f64,
}

impl HotCold {
    /// Pages of the hot part: f times the range, rounded down (but not for a rounding error of f).
    #[expect(clippy::cast_sign_loss, reason = "a share of a count")]
    pub fn hot_pages(&self) -> u32 {
        (f64::from(self.common.to - self.common.from) * self.f + 1e-9) as u32
    }
}

impl WorkloadSpec {
    /// The fields common to generated workloads, if it is one.
    pub fn common(&self) -> Option<&Generated> {
        match self {
            Self::Ops { .. } | Self::Trace { .. } => None,
            Self::Sequential { common, .. }
            | Self::Uniform(common)
            | Self::HotCold(HotCold { common, .. })
            | Self::Zipf { common, .. }
            | Self::Streams { common, .. }
            | Self::Pattern { common, .. }
            | Self::Profile { common, .. } => Some(common),
        }
    }

    /// How many requests there are; `None` for a trace, which must be looked at.
    pub fn requests(&self) -> Option<u32> {
        match self {
            Self::Ops { requests, .. } => Some(requests.len() as u32),
            _ => self.common().map(|common| common.requests),
        }
    }

    /// Whether a page that holds data is read before a part of it is written.
    pub fn reads_first(&self) -> bool {
        matches!(
            self,
            Self::Trace {
                partial_writes: PartialWrites::ReadFirst,
                ..
            }
        )
    }

    /// First page that the workload calls hot, and one past the last, as the oracle classifier knows it (SPEC 3); `(0, 0)` where
    /// it calls none so.
    pub fn hot_pages(&self) -> (u32, u32) {
        match self {
            Self::HotCold(spec) => (spec.common.from, spec.common.from + spec.hot_pages()),
            _ => (0, 0),
        }
    }

    /// Pages of the largest request, about: of a trace, and of sizes around a mean, hardly one is larger.
    pub(crate) fn most_pages(&self, logical_pages: u32, page_bytes: u32) -> u32 {
        let pages = |bytes: u32| bytes.div_ceil(page_bytes);
        let most = match self {
            Self::Ops { requests, .. } => requests.iter().map(|r| r.pages).max().unwrap_or(1),
            // It may go round the device more than once.
            Self::Trace { .. } => return pages(1 << 20),
            Self::Pattern { pattern, .. } => pages(pattern.large_bytes.max(pattern.max_bytes)),
            _ => match self.common().map(|common| common.pages) {
                Some(Sizes::Between { max, .. }) => max,
                Some(Sizes::Mean(mean)) => (mean * 16.0) as u32,
                None => 1,
            },
        };
        most.min(logical_pages)
    }

    /// How many requests are held in memory one by one.
    pub(crate) fn listed(&self) -> u64 {
        match self {
            Self::Ops { requests, .. } => requests.len() as u64,
            _ => 0,
        }
    }
}
