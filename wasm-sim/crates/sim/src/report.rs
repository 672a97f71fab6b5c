//! The report: every counter and time of a run, as `--json` prints it and the page shows it (SPEC 11).

mod parallel;

use ftl::{ByCause, Counters};
use serde::{Deserialize, Serialize};
use trace::{Displaced, Mapping};

pub use buffer::BufferCounts;
pub use ftl::{CmtCounts, GcCounts, RecoveryCounts};
pub use parallel::{Depth, HeldUpReads, ParallelReport, Share};

/// Host page accesses, and the bytes that the host asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct HostCounts {
    /// Page reads.
    pub reads: u64,
    /// Page writes.
    pub writes: u64,
    /// Page trims.
    pub trims: u64,
    /// Reads of pages that hold nothing.
    pub unmapped_reads: u64,
    /// Pages that writes covered in part.
    pub writes_partial: u64,
    /// Pages that trims covered in part: they kept their data.
    pub trims_partial: u64,
    /// Trims that covered no page whole: they did nothing.
    pub trims_too_small: u64,
    /// Bytes that reads asked for, not rounded to pages.
    pub bytes_read: u64,
    /// Bytes that writes brought, not rounded to pages.
    pub bytes_written: u64,
    /// Bytes that trims named, not rounded to pages.
    pub bytes_trimmed: u64,
}

impl HostCounts {
    fn of(counters: &Counters, page_bytes: u32) -> Self {
        let (host, parts) = (counters.host, counters.parts);
        let [bytes_read, bytes_written, bytes_trimmed] = counters.host_bytes(page_bytes);
        Self {
            reads: host.reads,
            writes: host.writes,
            trims: host.trims,
            unmapped_reads: host.unmapped_reads,
            writes_partial: parts.writes_partial,
            trims_partial: parts.trims_partial,
            trims_too_small: parts.trims_too_small,
            bytes_read,
            bytes_written,
            bytes_trimmed,
        }
    }
}

/// One flash operation, by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CauseCounts {
    /// All causes.
    pub total: u64,
    /// The host asked.
    pub host: u64,
    /// Copies of page-mapped GC.
    pub gc: u64,
    /// Copies of merges.
    pub merge: u64,
    /// CMT miss or eviction traffic.
    pub translation: u64,
    /// Translation pages written because of GC.
    pub translation_gc: u64,
    /// Buffer page padding.
    pub pad: u64,
    /// Static wear leveling.
    pub wear: u64,
    /// Rebuilding tables after a power loss.
    pub recovery: u64,
    /// The rest of pages that the host writes in part.
    pub partial: u64,
}

impl CauseCounts {
    /// Of counts by cause.
    pub fn of(c: &ByCause) -> Self {
        let [
            host,
            gc,
            merge,
            translation,
            translation_gc,
            pad,
            wear,
            recovery,
            partial,
        ] = *c;
        Self {
            total: c.iter().sum(),
            host,
            gc,
            merge,
            translation,
            translation_gc,
            pad,
            wear,
            recovery,
            partial,
        }
    }
}

/// Flash operations by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FlashCounts {
    /// Page reads.
    pub reads: CauseCounts,
    /// Page programs.
    pub programs: CauseCounts,
    /// Block erases.
    pub erases: CauseCounts,
}

/// Merges by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MergeCounts {
    /// Switch merges.
    pub switch: u64,
    /// Partial merges.
    pub partial: u64,
    /// Full merges: LBNs merged.
    pub full: u64,
    /// Pairs [LBNs, victims]: how many victims took that many full merges.
    pub full_merge_blocks: Vec<(u64, u64)>,
}

/// Erase counts over all blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Wear {
    /// Least erased block.
    pub min: u32,
    /// Most erased block.
    pub max: u32,
    /// Mean.
    pub mean: f64,
    /// Standard deviation (of the population).
    pub stddev: f64,
}

impl Wear {
    /// Of erase counts, one per block.
    pub fn of(erases: &[u32]) -> Self {
        let n = erases.len() as f64;
        let sum: u64 = erases.iter().map(|&e| u64::from(e)).sum();
        let squares: u64 = erases.iter().map(|&e| u64::from(e) * u64::from(e)).sum();
        let mean = sum as f64 / n;
        Self {
            min: erases.iter().copied().min().unwrap_or(0),
            max: erases.iter().copied().max().unwrap_or(0),
            mean,
            stddev: (squares as f64 / n - mean * mean).max(0.0).sqrt(),
        }
    }
}

/// A distribution of times, microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Times {
    /// Mean.
    pub mean: f64,
    /// Standard deviation (of the population).
    pub stddev: f64,
    /// Median.
    pub p50: f64,
    /// 95th percentile.
    pub p95: f64,
    /// 99th percentile.
    pub p99: f64,
    /// Largest.
    pub max: f64,
}

/// The fate of the addresses of a trace that goes beyond the device.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Addresses {
    /// The rule that acted: the `mapping` of the workload.
    pub mapping: Mapping,
    /// Page accesses of the whole workload, its warm-up and those left out among them.
    pub accesses: u64,
    /// Those of logical pages that mean more than one page of the trace.
    pub aliased: u64,
    /// Those left out, because they lie beyond the device.
    pub dropped: u64,
    /// Aliased or dropped, as a share of the accesses, 0 to 1.
    pub share: f64,
}

impl Addresses {
    /// Of what a mapping did.
    pub fn of(mapping: Mapping, displaced: Displaced) -> Self {
        Self {
            mapping,
            accesses: displaced.accesses,
            aliased: displaced.aliased,
            dropped: displaced.dropped,
            share: displaced.share(),
        }
    }
}

/// Requests arrive faster than the device serves them: response times measure the backlog.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Overload {
    /// From the first arrival to the last, microseconds.
    pub arrivals_us: f64,
    /// From the first arrival until all are done, microseconds.
    pub done_us: f64,
    /// `done_us` / `arrivals_us`.
    pub times: f64,
}

/// Requests arrive in bursts for which the device takes longer than they last: p99 of the response time is more than 10 times p99 of
/// the service time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Waiting {
    /// Requests of the burst in which one waited longest, from the first, which came to an idle device, to that one.
    pub requests: u64,
    /// From the arrival of the first one to that of the last one, microseconds.
    pub arrivals_us: f64,
    /// From the arrival of the first one until all are done, microseconds.
    pub done_us: f64,
}

/// Times since counting started.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timed {
    /// Service time per request.
    pub service: Times,
    /// Response time per request.
    pub response: Times,
    /// From the first arrival to the last, microseconds, if requests come at times of their own.
    pub arrivals_us: Option<f64>,
    /// Whether arrivals outpace the device.
    pub overload: Option<Overload>,
    /// Whether bursts of them do.
    pub waiting: Option<Waiting>,
}

/// The window that a run is of whose workload is repeated until its write amplification is steady.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Steady {
    /// Whether it settled. Otherwise the window is the last one that was run.
    pub reached: bool,
    /// Which window, from 1 on.
    pub window: u32,
    /// Passes of the workload in each window.
    pub passes: u32,
    /// Write amplification of the window before, if it was compared with it.
    pub before: Option<f64>,
    /// Its own, when it was looked for: requests are served one after another then, as in every precondition.
    pub amplification: f64,
}

/// The report. Every key is always present, but `addresses`, `steady`, `write_amplification_drained`, `buffer`, `arrivals_us`, `overload`, `waiting` and `parallel`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Report {
    /// Version of this document: 1.
    pub format: u32,
    /// Hash of the scenario, hex.
    pub scenario_hash: String,
    /// Hash of the state, hex.
    pub state_hash: String,
    /// The fate of the addresses of a trace; where it goes beyond the device.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub addresses: Option<Addresses>,
    /// Which window all figures are of; where the workload is repeated until it is steady.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub steady: Option<Steady>,
    /// Host page accesses.
    pub host: HostCounts,
    /// Flash operations.
    pub flash: FlashCounts,
    /// All programs / host page writes; `null` when there was none.
    pub write_amplification: Option<f64>,
    /// Bytes of all programs / bytes that the host wrote; `null` when there was none.
    pub byte_amplification: Option<f64>,
    /// The same if the write buffer were written out here: all programs up to then / host page writes. Where there is a
    /// buffer and the host wrote; only between two requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub write_amplification_drained: Option<f64>,
    /// Merges.
    pub merges: MergeCounts,
    /// Cleaning.
    pub gc: GcCounts,
    /// CMT.
    pub cmt: CmtCounts,
    /// The write buffer; where there is one.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffer: Option<BufferCounts>,
    /// Power losses.
    pub recovery: RecoveryCounts,
    /// Time of all recoveries, microseconds.
    pub recovery_us: f64,
    /// Time of the scans alone that full scans would have taken, microseconds.
    pub full_scan_us: f64,
    /// Blocks of a replacement chain inspected.
    pub chain_reads: u64,
    /// OOB reads to find a mapping.
    pub map_reads: u64,
    /// Reclaimed log blocks without a valid page.
    pub dead_blocks: u64,
    /// Erase counts.
    pub wear: Wear,
    /// Service time per request.
    pub service_us: Times,
    /// Response time per request: service and wait.
    pub response_us: Times,
    /// From the first arrival to the last, microseconds; where requests come at times of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub arrivals_us: Option<f64>,
    /// There if arrivals outpace the device.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub overload: Option<Overload>,
    /// There if the slowest hundredth of the requests mostly waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub waiting: Option<Waiting>,
    /// Energy of all flash operations, microjoules.
    pub energy_uj: f64,
    /// Host reads compared with what was last written.
    pub checked_reads: u64,
    /// Channels, queues, bandwidth; there if the scenario has a `host` for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub parallel: Option<ParallelReport>,
}

/// Two write amplifications differ if one is more than this share of the other away.
const NOTABLE: f64 = 0.01;

/// Of the write amplification so far and with the write buffer written out the latter, where it says something else: more than 1 % away.
pub fn owing(so_far: f64, drained: f64) -> Option<f64> {
    ((drained - so_far).abs() > NOTABLE * so_far).then_some(drained)
}

impl Report {
    /// See [`owing`].
    pub fn owing(&self) -> Option<f64> {
        owing(self.write_amplification?, self.write_amplification_drained?)
    }

    /// The byte amplification, where it differs from the write amplification by more than 1 %: requests write parts of pages.
    pub fn byte_amplification_apart(&self) -> Option<f64> {
        let (bytes, pages) = (self.byte_amplification?, self.write_amplification?);
        ((bytes - pages).abs() > NOTABLE * pages).then_some(bytes)
    }

    /// The part of a report that counters say, on pages of `page_bytes`; hashes, wear, times and energy are left at their defaults.
    pub fn of_counters(c: &Counters, page_bytes: u32) -> Self {
        Self {
            format: 1,
            host: HostCounts::of(c, page_bytes),
            flash: FlashCounts {
                reads: CauseCounts::of(&c.reads),
                programs: CauseCounts::of(&c.programs),
                erases: CauseCounts::of(&c.erases),
            },
            write_amplification: c.write_amplification(),
            byte_amplification: c.byte_amplification(page_bytes),
            merges: MergeCounts {
                switch: c.merges_switch,
                partial: c.merges_partial,
                full: c.merges_full,
                full_merge_blocks: (0u64..)
                    .zip(c.full_merge_blocks.iter().copied())
                    .filter(|&(blocks, victims)| blocks > 0 && victims > 0)
                    .collect(),
            },
            gc: c.gc,
            cmt: c.cmt,
            recovery: c.recovery,
            chain_reads: c.chain_reads,
            map_reads: c.map_reads,
            dead_blocks: c.dead_blocks,
            checked_reads: c.checked_reads,
            ..Self::default()
        }
    }
}
