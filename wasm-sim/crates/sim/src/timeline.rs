//! The traces of a run, to go back to: checkpoints under a byte budget, and counts in bins for the lanes.

use ftl::{Cause, Counters, Scheme};

use crate::checkpoint::Checkpoint;
use crate::device::Device;
use crate::parallel::Parallel;
use crate::protocol::Lanes;
use crate::scenario::{CHECKPOINTS, Memory};
use crate::workload::Source;

/// Most bins of the lanes.
const BINS: u32 = 512;
/// Values per bin boundary, in the order of [`lane_totals`].
const LANES: usize = 10;

/// A device between two requests, and the position of the workload.
#[derive(Clone, Debug)]
struct Saved {
    device: Checkpoint,
    source: Source,
    /// The number of the latest program.
    last_seq: u64,
    /// The options under which it was taken.
    scheme: Scheme,
    /// Queues and channels, if it has them.
    parallel: Option<Parallel>,
}

impl Saved {
    fn new(before: Option<&Self>, device: &mut Device, source: &Source) -> Self {
        let before = before.map(|saved| &saved.device);
        Self {
            last_seq: device.chip().last_seq(),
            scheme: device.scheme(),
            device: device.save(before),
            source: source.clone(),
            parallel: device.parallel().cloned(),
        }
    }

    /// Bytes that it shares with no other.
    fn own_bytes(&self) -> usize {
        let beside = self.parallel.as_ref().map_or(0, Parallel::bytes);
        self.device.own_bytes() + self.source.bytes() + beside
    }

    /// Brings a device to where it was taken.
    fn restore(&self, device: &mut Device) {
        device.become_of(self.scheme);
        device.restore(&self.device);
        device.set_parallel(self.parallel.clone());
    }
}

/// Checkpoints by request, and the lanes.
#[derive(Clone, Debug)]
pub struct Timeline {
    requests: u32,
    /// Requests between checkpoints.
    spacing: u32,
    /// Ascending by request. A list, which a few hundred never strain: a tree is ten kilobytes of code.
    saved: Vec<(u32, Saved)>,
    /// One checkpoint more, shortly before where someone is stepping back: the next steps back start from it.
    near: Option<(u32, Saved)>,
    bytes: usize,
    /// Bytes that must be left for one more.
    room: usize,
    per_bin: u32,
    /// Lane totals at each bin boundary reached so far; the first is at request 0.
    boundaries: Vec<[u64; LANES]>,
    /// Whether a write buffer is in front.
    buffered: bool,
}

impl Timeline {
    /// An empty timeline over a run of `requests` on a device of `pages`, for checkpoints as large as `memory` says.
    pub fn new(requests: u32, pages: u32, memory: Memory) -> Self {
        // In wasm, memory that grows bit by bit costs more time than filling it: have it grow once, to what the
        // checkpoints will take. The allocator keeps it; pages that no one writes to take no room.
        // Where there is less, it grows bit by bit.
        let expected = memory.count(requests, pages) * memory.checkpoint;
        there_is(expected.min(CHECKPOINTS) as usize);
        Self {
            spacing: memory.spacing(requests, pages),
            room: memory.room() as usize,
            ..Self::of_the_beginning(requests)
        }
    }

    /// A timeline that keeps the beginning of the run alone.
    pub fn of_the_beginning(requests: u32) -> Self {
        Self {
            requests,
            spacing: u32::MAX,
            saved: Vec::new(),
            near: None,
            bytes: 0,
            room: 0,
            per_bin: requests.div_ceil(BINS).max(1),
            boundaries: Vec::new(),
            buffered: false,
        }
    }

    /// Requests of the run.
    pub fn requests(&self) -> u32 {
        self.requests
    }

    /// Bytes held by checkpoints.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The next request at which [`Self::pass`] wants to be called, after `request`.
    pub fn next_stop(&self, request: u32) -> u32 {
        let checkpoint = (request / self.spacing + 1).saturating_mul(self.spacing);
        let bin = (self.boundaries.len() as u32)
            .saturating_mul(self.per_bin)
            .min(self.requests);
        if bin > request {
            checkpoint.min(bin)
        } else {
            checkpoint
        }
    }

    /// The device is before `request`: takes a checkpoint or a bin boundary if one is due here.
    pub fn pass(&mut self, request: u32, device: &mut Device, source: &Source) {
        let bins = self.boundaries.len() as u32;
        let last = request == self.requests && bins.saturating_mul(self.per_bin) > request;
        let is_boundary = bins.saturating_mul(self.per_bin) == request || last;
        if is_boundary && bins <= self.requests.div_ceil(self.per_bin) {
            self.boundaries.push(lane_totals(device.counters()));
            self.buffered = device.buffer().is_some();
        }
        if request.is_multiple_of(self.spacing) {
            let before = self.saved[..self.count_to(request)].last();
            if before.is_some_and(|&(r, _)| r == request) {
                return;
            }
            if before.is_some() && !there_is(self.room) {
                // Steps go on with what is left; going back takes longer.
                self.thin();
                return;
            }
            let saved = Saved::new(before.map(|(_, s)| s), device, source);
            self.bytes += saved.own_bytes();
            self.saved.insert(self.count_to(request), (request, saved));
            while self.bytes > CHECKPOINTS as usize && self.saved.len() > 2 {
                self.thin();
            }
        }
    }

    /// Drops every second checkpoint, never the first.
    fn thin(&mut self) {
        self.spacing = self.spacing.saturating_mul(2);
        let spacing = self.spacing;
        self.saved
            .retain(|(request, _)| request.is_multiple_of(spacing));
        // A chunk that two checkpoints shared may now be held by one alone: count again, sharing once.
        self.bytes = self.saved.iter().map(|(_, s)| s.own_bytes()).sum::<usize>()
            + self
                .saved
                .first()
                .map_or(0, |(_, s)| s.device.bytes() - s.device.own_bytes());
    }

    /// Keeps the state before `request` until the next call: for steps back.
    pub fn stay_near(&mut self, request: u32, device: &mut Device, source: &Source) {
        self.near = None;
        if !there_is(self.room) {
            return;
        }
        let before = self.at_or_before(request).map(|(_, s)| s);
        let saved = Saved::new(before, device, source);
        self.near = Some((request, saved));
    }

    /// How many checkpoints lie at or before `request`.
    fn count_to(&self, request: u32) -> usize {
        self.saved.partition_point(|&(r, _)| r <= request)
    }

    fn at_or_before(&self, request: u32) -> Option<&(u32, Saved)> {
        let kept = self.saved[..self.count_to(request)].last();
        let near = self.near.as_ref().filter(|&&(r, _)| r <= request);
        match (kept, near) {
            (Some(kept), Some(near)) if near.0 < kept.0 => Some(kept),
            (kept, near) => near.or(kept),
        }
    }

    /// The last checkpoint at or before `request`.
    pub fn nearest(&self, request: u32) -> Option<u32> {
        self.at_or_before(request).map(|&(r, _)| r)
    }

    /// Restores the last checkpoint at or before `request`; returns where that is, and the workload there.
    pub fn restore(&self, request: u32, device: &mut Device) -> (u32, Source) {
        let saved = self
            .at_or_before(request)
            .expect("the beginning is always kept");
        restored(saved, device)
    }

    /// Restores the last checkpoint before the program of this number; `None` if even the first one is after it.
    pub fn restore_before(&self, seq: u64, device: &mut Device) -> Option<(u32, Source)> {
        let before = self.saved.partition_point(|(_, s)| s.last_seq < seq);
        let saved = self.saved[..before].last()?;
        Some(restored(saved, device))
    }

    /// Restores the last checkpoint at or before `request` at which something holds that holds up to a point, otherwise the first
    /// one; finds it by halving.
    pub fn restore_last(
        &self,
        request: u32,
        device: &mut Device,
        holds: impl Fn(&Device) -> bool,
    ) -> (u32, Source) {
        let (mut from, mut to) = (0, self.count_to(request));
        while to - from > 1 {
            let middle = from + (to - from) / 2;
            self.saved[middle].1.restore(device);
            if holds(device) {
                from = middle;
            } else {
                to = middle;
            }
        }
        restored(&self.saved[from], device)
    }

    /// The workload at the last checkpoint at or before `request`, and where that is.
    pub fn source_before(&self, request: u32) -> (u32, Source) {
        let (at, saved) = self
            .at_or_before(request)
            .expect("the beginning is always kept");
        (*at, saved.source.clone())
    }

    /// Forgets what lies after `request`: a fork goes its own way from here.
    pub fn cut(&mut self, request: u32) {
        self.saved.retain(|&(r, _)| r <= request);
        self.near = None;
        self.boundaries
            .truncate((request / self.per_bin) as usize + 1);
    }

    /// The lanes as far as the run has been.
    pub fn lanes(&self) -> Lanes {
        let lane = |i: usize| {
            self.boundaries
                .windows(2)
                .map(|w| (w[1][i] - w[0][i]) as u32)
                .collect()
        };
        Lanes {
            requests: self.requests,
            requests_per_bin: self.per_bin,
            filled: self.boundaries.len().saturating_sub(1) as u32,
            host: lane(0),
            copies: lane(1),
            gc: lane(2),
            switch: lane(3),
            partial: lane(4),
            full: lane(5),
            erases: lane(6),
            translation: lane(7),
            programs: self.buffered.then(|| lane(8)),
            cmt_misses: lane(9),
        }
    }
}

/// Whether this many bytes of memory are there. An allocation that fails ends the engine, unless it is tried like this.
fn there_is(bytes: usize) -> bool {
    let mut room = Vec::<u8>::new();
    let reserved = room.try_reserve_exact(bytes);
    std::hint::black_box((reserved.is_ok(), room)).0
}

/// Brings a device to where a checkpoint was taken; where that is, and the workload there.
fn restored((at, saved): &(u32, Saved), device: &mut Device) -> (u32, Source) {
    saved.restore(device);
    (*at, saved.source.clone())
}

fn lane_totals(c: &Counters) -> [u64; LANES] {
    let programs = |cause| Counters::of(&c.programs, cause);
    // Page-mapped GC counts as switch and partial merges too (SPEC 2); its lane is gc.
    let hybrid = |merges: u64| if c.gc.runs > 0 { 0 } else { merges };
    [
        c.host.writes,
        programs(Cause::Gc) + programs(Cause::Merge),
        c.gc.runs,
        hybrid(c.merges_switch),
        hybrid(c.merges_partial),
        c.merges_full,
        c.total_erases(),
        programs(Cause::Translation) + programs(Cause::TranslationGc),
        c.total_programs(),
        c.cmt.misses,
    ]
}
