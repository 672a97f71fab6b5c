//! The part of the report that only a device with a `host` has.

use serde::Serialize;

use super::Times;

/// The work of a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Share {
    /// Share of the time in which an operation was under way.
    pub busy: f64,
    /// Share of the time in which its bus was taken.
    pub bus: f64,
    /// Flash operations done.
    pub operations: u64,
}

/// How many requests were there, on average over time.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Depth {
    /// In the host's queue.
    pub host: f64,
    /// In the device.
    pub device: f64,
    /// How long a span of `over_time` is, microseconds; the last one may be shorter.
    pub span_us: f64,
    /// Per span, at most 128: in the host's queue, in the device.
    pub over_time: Vec<(f64, f64)>,
}

/// Flash reads for the host, and what they waited behind in the queues of their channels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct HeldUpReads {
    /// How many there were.
    pub reads: u64,
    /// Those of them that waited while GC, merges, padding or wear leveling were under way on their channel.
    pub held_up: u64,
    /// How long, on average over all of them, microseconds.
    pub mean_us: f64,
}

/// The parallel work of a device with a `host` (SPEC 7). Megabytes are 10^6 bytes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ParallelReport {
    /// From the first request's coming to the end of the last one done, microseconds.
    pub span_us: f64,
    /// Bandwidth of reads, writes and trims together over that time, megabytes a second.
    pub bandwidth_mb_s: f64,
    /// Of reads.
    pub read_mb_s: f64,
    /// Of writes and trims.
    pub write_mb_s: f64,
    /// Requests done a second.
    pub requests_per_s: f64,
    /// Requests done.
    pub requests: u64,
    /// Times that the device was given something: a request, or several merged.
    pub dispatched: u64,
    /// Requests that were merged with one before.
    pub merged: u64,
    /// Pages that the device was given at a time.
    pub mean_pages: f64,
    /// Wait per request before it goes to the device; `service_us` is from there to its end.
    pub wait_us: Times,
    /// Response time per read.
    pub read_response_us: Times,
    /// Response time per write or trim.
    pub write_response_us: Times,
    /// Share of the time in which a channel worked, on average.
    pub busy: f64,
    /// Each channel.
    pub channels: Vec<Share>,
    /// Flash reads that waited behind GC.
    pub held_up: HeldUpReads,
    /// Depth of the queues.
    pub depth: Depth,
}
