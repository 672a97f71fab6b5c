//! The host's requests, and the batches that a scheduler makes of them.

/// The operation of a request. The order is that of sorted queues, and of nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Op {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Trims. It is in the queues of writes, and is never merged with one.
    Trim,
}

/// Which of a scheduler's two kinds of queues a request is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// Reads.
    Read,
    /// Writes and trims.
    Write,
}

impl Direction {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Read => Self::Write,
            Self::Write => Self::Read,
        }
    }
}

impl Op {
    /// The queues it is in.
    pub fn direction(self) -> Direction {
        match self {
            Self::Read => Direction::Read,
            Self::Write | Self::Trim => Direction::Write,
        }
    }
}

/// A request of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Its number in the workload: later requests have larger ones.
    pub number: u32,
    /// When it came, nanoseconds.
    pub arrival_ns: u64,
    /// The operation.
    pub op: Op,
    /// First page.
    pub lpn: u32,
    /// Pages, at least 1; none of a trim that covers no page whole, which is merged with nothing.
    pub pages: u32,
    /// The process that sent the request; for CFQ.
    pub process: u32,
    /// A trace's facts about its pages. Schedulers do not look at it.
    pub hot: bool,
    /// Where it starts and ends inside a page (SPEC 2.1). Of a read or a write: bytes of its first page before it, and of its last
    /// one behind it. Of a trim: bytes that it covers of the page before its first one and behind its last one; and 1 where the
    /// latter is its last page, which counts as whole.
    pub ends: [u32; 3],
}

impl Request {
    /// One past its last page.
    pub fn end(&self) -> u64 {
        u64::from(self.lpn) + u64::from(self.pages)
    }

    /// Whether the other one begins where this one ends, at the boundary of a page: a part of a page leaves a gap, or overlaps.
    pub fn meets(&self, other: &Self) -> bool {
        self.end() == u64::from(other.lpn) && self.ends[1] == 0 && other.ends[0] == 0
    }

    /// Bytes that it names. A trim also names parts of the pages beside its own, or only a part of its last one, at the end of the
    /// device.
    pub fn bytes(&self, page_bytes: u32) -> u64 {
        let [head, tail, at_end] = self.ends.map(u64::from);
        let page = u64::from(page_bytes);
        let pages = u64::from(self.pages) * page;
        match self.op {
            Op::Read | Op::Write => pages - head - tail,
            Op::Trim => pages - at_end * page + head + tail,
        }
    }
}

/// The unit that the device gets at a time: a request, or adjacent ones of one operation that a scheduler merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Io {
    /// The operation.
    pub op: Op,
    /// Its requests, ascending by page without a gap; at least one.
    pub parts: Vec<Request>,
    /// When the request came that the others were merged with.
    pub queued_ns: u64,
}

impl Io {
    /// Of a request alone.
    pub fn new(request: Request) -> Self {
        Self {
            op: request.op,
            parts: vec![request],
            queued_ns: request.arrival_ns,
        }
    }

    /// First page.
    pub fn lpn(&self) -> u32 {
        self.parts[0].lpn
    }

    /// The last of its requests.
    pub fn last(&self) -> &Request {
        &self.parts[self.parts.len() - 1]
    }

    /// One past its last page.
    pub fn end(&self) -> u64 {
        self.last().end()
    }

    /// Pages of all its requests.
    pub fn pages(&self) -> u64 {
        self.end() - u64::from(self.lpn())
    }
}
