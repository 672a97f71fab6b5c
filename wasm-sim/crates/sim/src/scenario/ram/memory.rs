//! How much memory a scenario takes, before any is allocated.

use buffer::Policy;

use crate::scenario::host::interarrival;
use crate::scenario::workload::WorkloadSpec;
use crate::scenario::{Parallel, Setup};

/// More than this is refused. A page in the browser has 4 GB of addresses, and some of it is not ours.
pub const MEMORY_LIMIT: u64 = if cfg!(target_pointer_width = "32") {
    3_000_000_000
} else {
    24_000_000_000
};

/// Bytes that checkpoints may hold.
pub const CHECKPOINTS: u64 = 256 << 20;
/// Most checkpoints, however small they are: between two of them lie few enough requests to be replayed at once.
const MOST: u64 = 512;

/// Durations that a distribution distinguishes, and its bytes.
const DURATIONS: u64 = 14_592;
const TIMES: u64 = DURATIONS * 16;
/// Bytes of the columns of a checkpoint beside what is in them.
const COLUMNS: u64 = 12_000;
/// Bytes of an event, the same number natively and in wasm, where it is smaller.
const EVENT: u64 = 104;
const _: () = assert!(size_of::<ftl::Event>() as u64 <= EVENT);
/// Bytes of an operation in the device, with those that wait for it, in a list that has room for twice as many.
const OPERATION: u64 = 384;

/// Events of a request that are held at a time: from this many on a piece ends before the next host page.
pub const PIECE: u32 = 1 << 16;

/// Operations that the device has at a time at most, from the end of a page access on. Where each page has its place in a block, a page
/// that is written may be hundreds of them.
pub fn most_operations(setup: &Setup) -> u32 {
    if setup.scheme.needs_any_order() {
        1 << 19
    } else {
        1 << 18
    }
}

/// Pages that the FTL writes for this many pages of a request: itself, or what leaves the write buffer for them. A block that leaves may
/// be one page of the buffer, and all others of it fillers.
fn written(setup: &Setup, pages: u64) -> u64 {
    let each = u64::from(setup.geometry.pages_per_block);
    let Some(buffer) = setup.buffer else {
        return pages;
    };
    let step = buffer.sharing.map_or(0, |sharing| sharing.step_pages);
    let leaving = pages + u64::from(step);
    if buffer.pads() {
        leaving * each
    } else if buffer.by_block() {
        leaving + each.min(buffer.most().into())
    } else {
        leaving
    }
}

/// Pages that are moved at most for this many that are written. Where a page has its place in a block, each page written moves a block of
/// `each` pages. In the other schemes the first may move `each` such blocks, and each further page one. Whenever the host has filled the
/// spare space, all pages of the device move once at most.
fn moved(setup: &Setup, written: u64, each: u64) -> u64 {
    if setup.scheme.needs_any_order() {
        return (written + 1).saturating_mul(each);
    }
    let all = u64::from(setup.geometry.pages());
    let fewest = setup.scheme.minimum_blocks(setup.shape());
    let spare = u64::from(setup.geometry.blocks).saturating_sub(fewest);
    let spare = (spare * u64::from(setup.geometry.pages_per_block)).max(1);
    all.min(each * each)
        .saturating_add(written.saturating_mul(each))
        .min((written / spare + 2).saturating_mul(all))
}

/// Events of this many pages of a request.
fn events(setup: &Setup, pages: u64, each: u64) -> u64 {
    let written = written(setup, pages);
    let moved = moved(setup, written, each);
    (pages + written)
        .saturating_mul(6)
        .saturating_add(moved.saturating_mul(4))
}

/// Flash operations of this many pages of requests: themselves, with what the CMT needs for them, and a read and a program of each that is
/// moved.
fn operations(setup: &Setup, pages: u64, each: u64) -> u64 {
    let written = written(setup, pages);
    let moved = moved(setup, written, each);
    written
        .saturating_mul(6)
        .saturating_add(moved.saturating_mul(2))
}

/// Bytes of the events that are at hand at a time: a piece ends with the host page that fills it.
fn at_hand(setup: &Setup, pages: u64, each: u64) -> u64 {
    let piece = events(setup, 1, each).saturating_add(PIECE.into());
    events(setup, pages, each).min(piece).min(1 << 40) * EVENT
}

/// Bytes of requests that wait, and of the flash operations of those in the device.
fn queues(setup: &Setup, parallel: &Parallel, largest: u64, each: u64, timed: bool) -> u64 {
    let front = &parallel.front;
    let requests = setup.requests().unwrap_or(u32::MAX);
    // Without times no more come than are done.
    let out = match front.outstanding {
        None if timed => requests,
        closed => closed.unwrap_or(front.queue_depth).min(requests),
    };
    let waiting = u64::from(front.outstanding.map_or(128, |_| out));
    let depth = u64::from(front.queue_depth.min(out));
    let merged = u64::from(host::MOST_BYTES / setup.geometry.page_bytes).min(largest * 128);
    let pages = (depth * merged.max(largest)).min(u64::from(out) * largest);
    // The limit is looked at between two pages.
    let most = u64::from(most_operations(setup)) + operations(setup, 1, each);
    let operations = operations(setup, pages, each).min(most).min(1 << 40);
    let channels = u64::from(front.channels) * (200 + u64::from(front.dies));
    // The latest requests and operations, and depths over time.
    let shown = 30_000;
    shown + channels + waiting * 128 + operations * OPERATION
}

/// Memory that a scenario takes while it is open, by what takes it. Estimates, a little high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// A device.
    pub device: u64,
    /// The view of one.
    pub view: u64,
    /// A checkpoint of a device after random writes; fresh from a sequential fill it is smaller.
    pub checkpoint: u64,
    /// The distributions of times of a device.
    pub times: u64,
    /// At most in a checkpoint beside: the durations that were met, and the queues.
    pub met: u64,
    /// The requests of `ops`, and the events of a request.
    pub once: u64,
}

impl Memory {
    /// Of a scenario.
    pub fn of(setup: &Setup) -> Self {
        let geometry = setup.geometry;
        let each = u64::from(geometry.pages_per_block);
        let (pages, blocks) = (u64::from(geometry.pages()), u64::from(geometry.blocks));
        let logical = u64::from(setup.logical_pages);
        // Per page logical number 4, version 4, sequence number 8; two bits in whole words. Per block counts, role, places in queues.
        let flash = pages * 16 + blocks * (each.div_ceil(64) * 16 + 40) + each * 64;
        let schemes = setup.changes.iter().map(|change| &change.scheme);
        let tables = schemes
            .chain([&setup.scheme])
            .map(|scheme| scheme.memory_bytes(setup.shape()));
        let tables = tables.max().unwrap_or(0);
        let buffer = setup.buffer.map_or(0, |b| {
            let slots = u64::from(b.most().min(setup.logical_pages));
            let groups = slots.min(setup.shape().logical_blocks().into());
            let (slot, group, page) = match b.policy {
                // Two orders of groups.
                Policy::PudLru { .. } => (28, 320, 5),
                // Orders of pages and of groups; the blocks of a window.
                Policy::GcArm { .. } => (52, 60, 24),
                // The ghosts of pages that left.
                Policy::Ap { .. } => (44, 0, 12),
                _ => (28, 60, 5),
            };
            slots * slot + groups * group + logical * page
        });
        let largest = u64::from(
            setup
                .workload
                .most_pages(setup.logical_pages, geometry.page_bytes),
        );
        let moved = setup.scheme.moved_together(setup.shape()).min(pages);
        let timed = matches!(setup.workload, WorkloadSpec::Trace { .. })
            || interarrival(&setup.workload).is_some();
        let queues = setup.parallel.map_or(0, |parallel| {
            queues(setup, &parallel, largest, moved, timed)
        });
        let streams = match setup.workload {
            WorkloadSpec::Streams { streams, .. } => u64::from(streams) * 4,
            _ => 0,
        };
        // Columns without an order take as many bits as their numbers have: of each page its logical page and its version, and, where
        // the mapping is not the chip's alone to tell, a mapping. The rest is a dozen bits a page, or two.
        let numbers = 2 + u64::from(!setup.scheme.maps_by_chip());
        let bits = numbers * u64::from(pages.ilog2()) + 12 * (numbers - 1);
        let distributions = if setup.parallel.is_some() { 5 } else { 2 };
        // Without waits, a duration is a count of flash operations.
        let distinct = if setup.parallel.is_some() || timed {
            DURATIONS
        } else {
            DURATIONS.min(moved * 16)
        };
        let requests = setup.requests().map_or(DURATIONS, u64::from);
        Self {
            device: flash + blocks * 56 + logical * 4 + tables + buffer + queues,
            view: flash + tables + buffer,
            checkpoint: pages * bits / 8 + blocks * 16 + (buffer + tables) / 4 + streams + COLUMNS,
            times: distributions * TIMES,
            met: distributions * requests.min(distinct) * 12 + queues,
            once: setup.workload.listed() * 200
                + streams * 5
                + at_hand(setup, largest, moved).saturating_mul(if setup.parallel.is_some() {
                    8
                } else {
                    5
                }),
        }
    }

    /// The largest checkpoint.
    fn largest(&self) -> u64 {
        self.checkpoint + self.met
    }

    /// Bytes that must be left for a checkpoint to be kept: its own, and those of the two views that a step makes.
    pub fn room(&self) -> u64 {
        self.largest() + 2 * self.view
    }

    /// Requests between two checkpoints. They are spread evenly from the start. A checkpoint takes about as long as a
    /// fiftieth as many requests as the device has pages, so ten times as many lie between two of them at least: a tenth of the
    /// time of a run.
    pub fn spacing(&self, requests: u32, pages: u32) -> u32 {
        let room = (CHECKPOINTS / self.checkpoint.max(1)).clamp(2, MOST) as u32;
        requests.div_ceil(room - 1).max(pages / 5).max(1)
    }

    /// Checkpoints of this many requests.
    pub fn count(&self, requests: u32, pages: u32) -> u64 {
        u64::from(requests / self.spacing(requests, pages) + 1)
    }
}

/// Events that one request may have at most. A request is served at once: so long it takes before anything else is heard.
pub fn most_events(setup: &Setup) -> u64 {
    let shape = setup.shape();
    let largest = setup
        .workload
        .most_pages(setup.logical_pages, setup.geometry.page_bytes);
    let each = setup.scheme.moved_together(shape);
    events(
        setup,
        largest.into(),
        each.min(setup.geometry.pages().into()),
    )
}

/// Bytes of state while a scenario is open: an estimate, a little high.
pub fn estimate_bytes(setup: &Setup) -> u64 {
    let memory = Memory::of(setup);
    let pages = setup.geometry.pages();
    let requests = setup.requests().unwrap_or(u32::MAX);
    // A device runs, one counts what is played, one is tried out or looks back. A view shows, and one is from before the request. A
    // checkpoint is made, and one is near.
    memory.device * 3
        + memory.view * 2
        + memory.times * 3
        + memory.once
        + u64::from(pages) * 4
        + (memory.count(requests, pages) * memory.largest())
            .min(CHECKPOINTS.max(memory.largest() * 2))
        + memory.largest() * 2
}
