//! Traces that get worse by small changes.

use ftl::HostOp;
use ftl::rng::{Purpose, Rng};

use super::{MOST_REQUESTS, Tried};
use crate::workload::Request;

/// Traces that are kept.
const KEPT: usize = 48;
/// Traces made of nothing before the first is changed.
const FRESH: u32 = 400;
/// Later on, one of this many is made of nothing.
const FRESH_LATER: u32 = 16;

/// The worst traces so far, and the next one to try.
pub struct Pool {
    rng: Rng,
    logical_pages: u32,
    /// Pages of a block: a stride that finds what lies block by block.
    stride: u32,
    /// Writes of single pages alone.
    plain: bool,
    kept: Vec<Tried>,
    made: u32,
}

impl Pool {
    /// Nothing tried yet.
    pub fn new(seed: u64, logical_pages: u32, stride: u32, plain: bool) -> Self {
        Self {
            rng: Rng::stream(seed, Purpose::Workload),
            logical_pages,
            stride,
            plain,
            kept: Vec::new(),
            made: 0,
        }
    }

    /// The worst trace; the shortest of several.
    pub fn worst(&self) -> Option<&Tried> {
        self.kept.first()
    }

    /// Keeps a trace if it is among the worst.
    pub fn put(&mut self, tried: Tried) {
        let key = |t: &Tried| (t.broke, t.badness, std::cmp::Reverse(t.requests.len()));
        // A policy that keeps something from trace to trace may break on one that it served before.
        let same = |kept: &Tried| kept.requests == tried.requests && kept.broke == tried.broke;
        if self.kept.iter().any(same) {
            return;
        }
        let place = self.kept.partition_point(|kept| key(kept) >= key(&tried));
        if place < KEPT {
            self.kept.insert(place, tried);
            self.kept.truncate(KEPT);
        }
    }

    /// A trace to try.
    pub fn next(&mut self) -> Vec<Request> {
        self.made += 1;
        if self.made <= FRESH || self.kept.is_empty() || self.rng.below(FRESH_LATER) == 0 {
            return self.fresh();
        }
        let mut trace = self.parent();
        for _ in 0..=self.rng.below(3) {
            self.change(&mut trace);
        }
        trace.truncate(MOST_REQUESTS);
        trace
    }

    /// One of those that are kept; the worse, the more often.
    fn parent(&mut self) -> Vec<Request> {
        let n = self.kept.len() as u32;
        let at = self.rng.below(n).min(self.rng.below(n));
        self.kept[at as usize].requests.clone()
    }

    fn fresh(&mut self) -> Vec<Request> {
        let length = 1 + self.rng.below(MOST_REQUESTS as u32);
        // Addresses by chance, or at a stride: both are usual.
        let step = match self.rng.below(4) {
            0 => 1,
            1 => self.stride,
            2 => 1 + self.rng.below(self.logical_pages),
            _ => 0,
        };
        let first = self.rng.below(self.logical_pages);
        (0..length)
            .map(|n| {
                let lpn = if step == 0 {
                    self.rng.below(self.logical_pages)
                } else {
                    (first + n * step) % self.logical_pages
                };
                self.request(lpn)
            })
            .collect()
    }

    /// A request at a page: a write mostly.
    fn request(&mut self, lpn: u32) -> Request {
        if self.plain {
            return Request {
                op: HostOp::Write,
                lpn,
                pages: 1,
                ..Request::NONE
            };
        }
        let op = match self.rng.below(16) {
            0 => HostOp::Trim,
            1 | 2 => HostOp::Read,
            _ => HostOp::Write,
        };
        let most = (self.logical_pages - lpn).min(self.stride);
        let pages = match self.rng.below(8) {
            0 => 1 + self.rng.below(most),
            _ => 1,
        };
        Request {
            time_ns: None,
            op,
            lpn,
            pages,
            ends: crate::workload::Ends::WHOLE,
            hot: false,
        }
    }

    fn change(&mut self, trace: &mut Vec<Request>) {
        let n = trace.len() as u32;
        let at = self.rng.below(n.max(1)) as usize;
        match self.rng.below(8) {
            // Another page: anywhere, one that is there already, or beside the one before.
            0 | 1 if n > 0 => {
                let lpn = match self.rng.below(4) {
                    0 => trace[self.rng.below(n) as usize].lpn,
                    1 => trace[at.saturating_sub(1)].lpn + 1,
                    2 => trace[at.saturating_sub(1)].lpn + self.stride,
                    _ => self.rng.below(self.logical_pages),
                };
                trace[at] = self.request(lpn % self.logical_pages);
            }
            2 if n > 1 => {
                trace.remove(at);
            }
            3 if n > 1 => trace.swap(at, self.rng.below(n) as usize),
            // A part of it once more.
            4 if n > 0 => {
                let length = 1 + self.rng.below(n.min(8)) as usize;
                let part: Vec<Request> = trace[at..].iter().take(length).copied().collect();
                let place = self.rng.below(n + 1) as usize;
                trace.splice(place..place, part);
            }
            // Its beginning, and the end of another.
            5 if n > 0 => {
                let other = self.parent();
                let from = self.rng.below(other.len().max(1) as u32) as usize;
                trace.truncate(at);
                trace.extend(other.into_iter().skip(from));
            }
            _ => {
                let lpn = self.rng.below(self.logical_pages);
                let request = self.request(lpn);
                trace.insert(at.min(trace.len()), request);
            }
        }
    }
}
