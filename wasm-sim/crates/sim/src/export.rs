//! Requests as a log that fio replays on a real drive (SPEC 12.4): those of a trace as its file has them, or those of a scenario as its
//! device gets them.

use std::rc::Rc;

use ftl::HostOp;
use trace::{Op, Trace, iolog};

use crate::failure::Failure;
use crate::scenario::Setup;
use crate::workload::{Request, Source, Traces};

/// A log that is being written.
pub struct Export {
    of: Of,
    page_bytes: u32,
    timed: bool,
    total: u32,
    /// The next request.
    at: u32,
    last_ns: u64,
    lines: iolog::Lines,
}

enum Of {
    Trace(Rc<Trace>),
    /// With the pages of the device: a wrapped request goes on from 0.
    Workload(Box<Source>, u32),
}

impl Export {
    /// Of a trace; a trace in pages has pages of `page_bytes`.
    pub fn of_trace(trace: Rc<Trace>, page_bytes: u32) -> Self {
        let total = trace.len() as u32;
        Self {
            timed: trace.request(0, page_bytes).time_ns.is_some(),
            last_ns: trace
                .request(total as usize - 1, page_bytes)
                .time_ns
                .unwrap_or(0),
            of: Of::Trace(trace),
            page_bytes,
            total,
            at: 0,
            lines: iolog::Lines::default(),
        }
    }

    /// Of the workload of a scenario, its warm-up included.
    ///
    /// # Errors
    /// As [`Source::workload`].
    pub fn of_workload(setup: &Setup, traces: Traces<'_>) -> Result<Self, Failure> {
        let source = Source::workload(setup, traces)?;
        Ok(Self {
            timed: source.peek(1).iter().any(|first| first.time_ns.is_some()),
            total: source.len(),
            of: Of::Workload(Box::new(source), setup.logical_pages),
            page_bytes: setup.geometry.page_bytes,
            at: 0,
            last_ns: 0,
            lines: iolog::Lines::default(),
        })
    }

    /// Whether requests have times.
    pub fn timed(&self) -> bool {
        self.timed
    }

    /// How many requests were written, and of how many.
    pub fn done(&self) -> (u32, u32) {
        (self.at, self.total)
    }

    /// The next part of the log, of at most `count` requests. All parts, one behind the other, are the log.
    pub fn next(&mut self, count: u32) -> String {
        if self.at == 0 {
            self.lines.text += &iolog::head(self.timed);
        }
        let count = count.min(self.total - self.at);
        match &mut self.of {
            Of::Trace(trace) => {
                trace.iolog(self.at, count, self.page_bytes, &mut self.lines);
            }
            Of::Workload(source, logical_pages) => {
                for request in source.by_ref().take(count as usize) {
                    let op = match request.op {
                        HostOp::Read => Op::Read,
                        HostOp::Write => Op::Write,
                        HostOp::Trim => Op::Trim,
                    };
                    self.last_ns = request.time_ns.unwrap_or(0);
                    for (offset, bytes) in ranges(&request, self.page_bytes, *logical_pages) {
                        self.lines.push(request.time_ns, op, offset, bytes);
                    }
                }
            }
        }
        self.at += count;
        if self.at == self.total {
            self.lines.text += &iolog::tail(self.timed.then_some(self.last_ns));
        }
        self.lines.take()
    }

    /// The job that replays `log`, a file beside it, of the requests of `name`: once all parts are written.
    pub fn job(&self, name: &str, log: &str) -> String {
        iolog::job(name, log, self.timed, self.lines.multiple())
    }
}

/// The bytes of a request, from where and how many: one range, or several of a request that goes on from 0. A trim also names what it
/// covers of the pages beside its own, where the device has them.
fn ranges(request: &Request, page_bytes: u32, logical_pages: u32) -> Vec<(u64, u64)> {
    let page = u64::from(page_bytes);
    let (head, tail) = (u64::from(request.ends.head), u64::from(request.ends.tail));
    let start = u64::from(request.lpn) * page;
    if request.pages == 0 {
        let from = if head > 0 { start + page - head } else { start };
        return vec![(from, head + tail)];
    }
    let mut ranges = Vec::new();
    let (mut lpn, mut left) = (request.lpn, request.pages);
    while left > 0 {
        let run = left.min(logical_pages - lpn);
        ranges.push((u64::from(lpn) * page, u64::from(run) * page));
        left -= run;
        lpn = 0;
    }
    let last = ranges.len() - 1;
    let end = ranges[last].0 + ranges[last].1;
    match request.op {
        HostOp::Read | HostOp::Write => {
            ranges[0].0 += head;
            ranges[0].1 -= head;
            ranges[last].1 -= tail;
        }
        HostOp::Trim => {
            if request.ends.at_end {
                ranges[last].1 -= page - tail;
            } else if end < u64::from(logical_pages) * page {
                ranges[last].1 += tail;
            }
            if ranges[0].0 > 0 {
                ranges[0].0 -= head;
                ranges[0].1 += head;
            }
        }
    }
    ranges
}
