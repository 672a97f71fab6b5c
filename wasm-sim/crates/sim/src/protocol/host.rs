//! Queues and channels as drawn.

use ftl::{Cause, HostOp};
use serde::Serialize;

/// Queues and channels as they are at the position (SPEC 7). Times are microseconds since the start.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HostShown {
    /// The scheduler's name in scenarios.
    pub scheduler: String,
    /// Zones of `ssd_zones`; `null` of others.
    pub zones: Option<u32>,
    /// Channels.
    pub channels: u32,
    /// Dies of a channel.
    pub dies: u32,
    /// Requests that the device takes at a time.
    pub queue_depth: u32,
    /// Closed loop: this many requests are out at any time; `null`: they come at their times.
    pub outstanding: Option<u32>,
    /// The time.
    pub now_us: f64,
    /// The reason for the scheduler's next choice.
    pub turn: TurnShown,
    /// The requests that wait in the scheduler, oldest first; of many the first.
    pub waiting: Vec<WaitingShown>,
    /// How many requests wait there.
    pub waits: u32,
    /// Their numbers in the order in which they would go to the device if nothing else came; of many the first.
    pub next: Vec<u32>,
    /// Requests in the device, in the order in which they went there.
    pub device: Vec<RequestTimes>,
    /// The requests that were done last, in the order of their ends.
    pub ended: Vec<RequestTimes>,
    /// Flash operations: those done last, those under way, and those that wait, as they will be if nothing else comes.
    pub operations: Vec<OperationShown>,
}

/// A scheduler's current task.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TurnShown {
    /// Whether reads have it: the batch, round or slice; `null`: neither has.
    pub reads: Option<bool>,
    /// The process (`cfq`; `null` for the writes), the zone looked at next (`ssd_zones`).
    pub queue: Option<u32>,
    /// Requests of it so far.
    pub taken: u32,
    /// At most this many; 0: no such limit.
    pub most: u32,
    /// When its time is over; `null`: it has none.
    pub until_us: Option<f64>,
}

/// An entry that waits in a scheduler: a request, or several that were merged.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WaitingShown {
    /// Its queue: a process (`cfq`; `null` for the writes), a zone (`ssd_zones`), otherwise 0.
    pub queue: Option<u32>,
    /// Its requests, ascending by page.
    pub parts: Vec<RequestTimes>,
}

/// When what happened to a request.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RequestTimes {
    /// Its number in the workload, from 0.
    pub number: u32,
    /// The operation.
    pub op: HostOp,
    /// First page.
    pub lpn: u32,
    /// Pages.
    pub pages: u32,
    /// When it came.
    pub arrival_us: f64,
    /// When it went to the device; `null`: it has not.
    pub dispatched_us: Option<f64>,
    /// When it was done, or of one in the device will be; `null`: that is not known.
    pub ended_us: Option<f64>,
    /// How many were merged with it, itself included; 0 where that is not kept.
    pub merged: u32,
}

/// The kinds of flash operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum OperationKind {
    /// Reads a page, or its OOB area alone: the cell works, then the page goes over the bus.
    Read,
    /// Programs a page: it goes over the bus, then the cell works.
    Program,
    /// Erases a block: the cell works.
    Erase,
}

/// A flash operation on its channel.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OperationShown {
    /// Its number.
    pub id: u64,
    /// The request that it is for: its number in the workload.
    pub request: u32,
    /// Its block.
    pub block: u32,
    /// Its channel, from 0.
    pub channel: u32,
    /// Its die there, from 0.
    pub die: u32,
    /// The operation.
    pub kind: OperationKind,
    /// Why.
    pub cause: Cause,
    /// When it was asked for.
    pub asked_us: f64,
    /// When its first part began.
    pub started_us: f64,
    /// When its second part began; of an erase as the first.
    pub second_us: f64,
    /// When the first part was over: between that and the second a page that was read waits for the bus.
    pub first_ended_us: f64,
    /// When it is done.
    pub ended_us: f64,
    /// How long it was in its channel's queue while GC or the like was under way there.
    pub held_up_us: f64,
}
