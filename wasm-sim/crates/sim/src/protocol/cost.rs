//! The cost of the host page under way, and the figures that wait for its end.

use ftl::{Cause, HostOp};
use nand::PageKind;
use serde::Serialize;

use super::host::OperationKind;
use crate::report::{BufferCounts, CauseCounts, CmtCounts, HostCounts};

/// All flash operations of one page of a host request, those still to come among them. Times are device time, one operation after
/// the other; on several channels they overlap.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HostPageCost {
    /// The host's operation.
    pub op: HostOp,
    /// The page.
    pub lpn: u32,
    /// Which page of its request, from 0.
    pub index: u32,
    /// In order; of very many the first 1,024.
    pub operations: Vec<OperationCost>,
    /// How many there are in all.
    pub count: u32,
    /// How many of them are done here.
    pub done: u32,
    /// Time of them all, nanoseconds.
    pub total_ns: u64,
    /// Time of those done.
    pub done_ns: u64,
    /// The least cost of the same access on this device, in the same time: a write one program, a read one page read
    /// (its mapping at hand), a trim nothing.
    pub plain_ns: u64,
    /// Write amplification once this page is finished.
    pub wa_after: Option<f64>,
}

/// A flash operation with its time. A copy is a read and a program with the same `from` and `to`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OperationCost {
    /// The operation. The read of an OOB area alone is a read.
    pub op: OperationKind,
    /// Why.
    pub cause: Cause,
    /// How long it takes, nanoseconds.
    pub ns: u64,
    /// The event of the request after which it is done: `position.event` there, but for the last event of all.
    pub event: u32,
    /// The page that is read, or that a program copies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub from: Option<u32>,
    /// The page that is programmed, or that what was read is copied to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub to: Option<u32>,
    /// The block that is erased.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub pbn: Option<u32>,
    /// LPN or translation page number of what is read or programmed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub logical: Option<u32>,
    /// The unit of `logical`: pages or translation pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub kind: Option<PageKind>,
    /// The logical block whose merge it is part of.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub lbn: Option<u32>,
    /// The block whose GC, or wear leveling, it is part of.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub victim: Option<u32>,
}

/// The fields of a report whose ratios count finished host pages alone, as they were after the last of these.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FinishedShown {
    /// Host page accesses.
    pub host: HostCounts,
    /// Programs by cause.
    pub programs: CauseCounts,
    /// Programs / host page writes.
    pub write_amplification: Option<f64>,
    /// Bytes of all programs / bytes that the host wrote; `null` when there was none.
    pub byte_amplification: Option<f64>,
    /// CMT.
    pub cmt: CmtCounts,
    /// The write buffer, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub buffer: Option<BufferCounts>,
}
