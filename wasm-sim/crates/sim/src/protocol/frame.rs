//! The picture of one position.

use ftl::{Event, HostOp, Role, Stream};
use nand::PageKind;
use serde::Serialize;

use super::buffer::BufferShown;
use super::cost::{FinishedShown, HostPageCost};
use super::host::HostShown;
use super::tables::TablesShown;
use super::under_way::{
    GcShown, InnerCleaningShown, MergeShown, ReclaimShown, RecoveryShown, WearShown,
};
use super::{Position, Slot};
use crate::report::Report;
use crate::scenario::workload::Request;

/// Everything the page draws at one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Frame {
    /// Which simulation.
    pub slot: Slot,
    /// Where it is.
    pub position: Position,
    /// Requests in all.
    pub requests: u32,
    /// Events of the request under way; 0 between requests.
    pub events: u32,
    /// The last event that happened, `null` at the very beginning.
    pub event: Option<Event>,
    /// The events of the last step's request, from `first_event`, the current one among them.
    pub window: Vec<Event>,
    /// Number of the first event in `window` inside its request.
    pub first_event: u32,
    /// Number of the current event inside `window`, -1 at the very beginning.
    pub in_window: i32,
    /// The request that the current event belongs to.
    pub request: Option<RequestShown>,
    /// The requests around it, for the host queue: a few done, the current one, a few to come.
    pub queue: Vec<RequestShown>,
    /// First block of the page columns in the buffer.
    pub from_block: u32,
    /// The blocks of the page columns, in order.
    pub blocks: Vec<BlockShown>,
    /// Blocks outside of these that the events in `window` name, or that hold a page of `pages`.
    pub others: Vec<BlockShown>,
    /// The page that was asked for by itself and all that hold the same logical page; the copies of the one asked for.
    pub pages: Vec<PageShown>,
    /// The free pool, next to be taken first; of a large one its beginning.
    pub free_pool: Vec<u32>,
    /// Blocks in the free pool.
    pub free_blocks: u32,
    /// Mapping tables.
    pub tables: TablesShown,
    /// The merge under way.
    pub merge: Option<MergeShown>,
    /// The reclaiming of a shared log block under way: its merges are shown as `merge`, one after another.
    pub reclaim: Option<ReclaimShown>,
    /// The GC under way.
    pub gc: Option<GcShown>,
    /// GC inside a superblock, under way.
    pub inner: Option<InnerCleaningShown>,
    /// The wear leveling under way.
    pub wear: Option<WearShown>,
    /// The recovery from a power loss under way.
    pub recovery: Option<RecoveryShown>,
    /// The write buffer; where there is one.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffer: Option<BufferShown>,
    /// Queues and channels; absent where there is one server.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<HostShown>,
    /// The events since playing several steps at a time began; `null` where no run asked for it.
    pub tally: Option<TallyShown>,
    /// The cost of the host page that the current event belongs to; `null` at the very beginning.
    pub cost: Option<HostPageCost>,
    /// While a host page is under way: the figures that wait for its end, as they were before it. Absent between host
    /// pages: there the report has it.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished: Option<FinishedShown>,
    /// Counters here, as in the report, up to and with the last finished flash operation; without the hash of the state where `state_hash` is `null`.
    pub report: Report,
    /// 64-bit hash of page states, OOB, tables and counters, hex; `null` of a device so large that it would take longer
    /// than the frame (the report has it).
    pub state_hash: Option<String>,
}

/// A host request as shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RequestShown {
    /// Number of the request, from 0.
    pub index: u32,
    /// The operation.
    pub op: HostOp,
    /// First page.
    pub lpn: u32,
    /// Pages.
    pub pages: u32,
    /// Arrival, milliseconds since the start; `null` when it arrives as soon as the server is free.
    pub time_ms: Option<f64>,
}

impl RequestShown {
    /// The request of a number.
    pub fn of(index: u32, request: Request) -> Self {
        Self {
            index,
            op: request.op,
            lpn: request.lpn,
            pages: request.pages,
            time_ms: request.time_ns.map(|t| t as f64 / 1e6),
        }
    }
}

/// A block as shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BlockShown {
    /// Its number.
    pub pbn: u32,
    /// Its role.
    pub role: Role,
    /// The logical block it belongs to, if the scheme has that notion.
    pub lbn: Option<u32>,
    /// Valid pages.
    pub valid: u32,
    /// Free pages.
    pub free: u32,
    /// Erases so far.
    pub erases: u32,
    /// Whether pages are being appended to it.
    pub frontier: Option<Stream>,
}

/// A page as shown, outside of the page columns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PageShown {
    /// Its number.
    pub ppn: u32,
    /// Whether its content is up to date.
    pub valid: bool,
    /// The owner of its content.
    pub kind: PageKind,
    /// LPN, or translation page number; `null` when free.
    pub logical: Option<u32>,
    /// Version of the content.
    pub version: u32,
}

/// Every program and erase since counting began: see `run`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TallyShown {
    /// Programs of each page of the device.
    pub programs: Vec<u32>,
    /// Erases of each block.
    pub erases: Vec<u32>,
}
