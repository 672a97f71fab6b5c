//! The report: every counter and time of a run, as `--json` prints it and the page shows it (SPEC 11).

mod parallel;

use ftl::{ByCause, Counters};
use serde::Serialize;
use trace::{Displaced, Mapping};

pub use parallel::{Depth, HeldUpReads, ParallelReport, Share};

macro_rules! number_struct {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
        pub struct $name {
            $($(#[$field_doc])* #[cfg_attr(feature = "ts", ts(type = "number"))] pub $field: u64,)+
        }
    };
}

number_struct! {
    /// Host page accesses.
    HostCounts {
        /// Page reads.
        reads,
        /// Page writes.
        writes,
        /// Page trims.
        trims,
        /// Reads of pages that hold nothing.
        unmapped_reads,
    }
}
number_struct! {
    /// One flash operation, by cause.
    CauseCounts {
        /// All causes.
        total,
        /// The host asked.
        host,
        /// Copies of page-mapped GC.
        gc,
        /// Copies of merges.
        merge,
        /// CMT miss or eviction traffic.
        translation,
        /// Translation pages written because of GC.
        translation_gc,
        /// Buffer page padding.
        pad,
        /// Static wear leveling.
        wear,
        /// Rebuilding tables after a power loss.
        recovery,
    }
}
number_struct! {
    /// Cleaning.
    GcCounts {
        /// Victims cleaned.
        runs,
        /// Data pages copied.
        copied,
        /// Data blocks erased.
        data_erases,
        /// Translation blocks erased.
        translation_erases,
        /// Translation pages copied.
        translation_copied,
        /// Translation pages updated because data pages moved.
        translation_updated,
    }
}
number_struct! {
    /// The cached mapping table.
    CmtCounts {
        /// Hits.
        hits,
        /// Misses.
        misses,
        /// Clean entries evicted.
        evictions_clean,
        /// Dirty entries evicted.
        evictions_dirty,
        /// Dirty entries written back along with an evicted one.
        batched,
        /// Mappings loaded along with a missed one.
        prefetched,
    }
}
number_struct! {
    /// Power losses, and finding the tables again.
    RecoveryCounts {
        /// Power losses.
        power_cuts,
        /// OOB areas scanned.
        scanned,
        /// OOB areas that full scans in their place would have read.
        full_scan,
        /// Pages that the host reads again though their trim was acknowledged, because only SRAM knew of it.
        reappeared,
    }
}

number_struct! {
    /// The write buffer.
    BufferCounts {
        /// Host page reads that it answered.
        read_hits,
        /// Host page writes of a page that was in it.
        write_hits,
        /// Host page writes of a page that was not.
        write_misses,
        /// Host page trims of a page that was in it.
        trimmed,
        /// Pages or block groups that left it for flash.
        destages,
        /// Pages that left it for flash.
        destaged,
        /// Pages written along with them to complete their block.
        padded,
        /// Clean pages that made room.
        dropped,
        /// Pages lost with the power.
        lost,
        /// Pages in it now.
        pages,
        /// Those of them that flash does not have.
        dirty,
        /// Number of evictions of a whole block group because its benefit was more than that of a page (`gc_arm`).
        block_destages,
        /// Host page accesses that a buffer one step larger would have answered (`ap`).
        ghost_hits,
        /// Accesses of mappings that one step more of them would have answered (`ap`).
        mapping_ghost_hits,
        /// Steps of RAM that went to the buffer (`gc_arm`, `ap`).
        to_buffer,
        /// Steps of RAM that went to the CMT (`gc_arm`, `ap`).
        to_mapping,
        /// Bytes of RAM that mapping tables take now.
        mapping_bytes,
        /// Bytes of RAM that the buffer takes now.
        buffer_bytes,
    }
}

impl BufferCounts {
    /// Of a buffer.
    pub(crate) fn of(
        c: &buffer::BufferCounters,
        buffer: &buffer::WriteBuffer,
        mapping_ghost_hits: u64,
    ) -> Self {
        Self {
            read_hits: c.read_hits,
            write_hits: c.write_hits,
            write_misses: c.write_misses,
            trimmed: c.trimmed,
            destages: c.destages,
            destaged: c.destaged,
            padded: c.padded,
            dropped: c.dropped,
            lost: c.lost,
            pages: buffer.len().into(),
            dirty: buffer.dirty().into(),
            block_destages: c.block_destages,
            ghost_hits: c.ghost_hits,
            mapping_ghost_hits,
            to_buffer: c.to_buffer,
            to_mapping: c.to_mapping,
            ..Self::default()
        }
    }
}

impl CauseCounts {
    fn of(c: &ByCause) -> Self {
        let [
            host,
            gc,
            merge,
            translation,
            translation_gc,
            pad,
            wear,
            recovery,
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
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub switch: u64,
    /// Partial merges.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub partial: u64,
    /// Full merges: LBNs merged.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub full: u64,
    /// Pairs [LBNs, victims]: how many victims took that many full merges.
    #[cfg_attr(feature = "ts", ts(type = "Array<[number, number]>"))]
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
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub accesses: u64,
    /// Those of logical pages that mean more than one page of the trace.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub aliased: u64,
    /// Those left out, because they lie beyond the device.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
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

/// The report. Every key is always present, but `addresses`, `buffer` and `parallel`.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    /// Host page accesses.
    pub host: HostCounts,
    /// Flash operations.
    pub flash: FlashCounts,
    /// All programs / host page writes; `null` when there was none.
    pub write_amplification: Option<f64>,
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
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub chain_reads: u64,
    /// OOB reads to find a mapping.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub map_reads: u64,
    /// Reclaimed log blocks without a valid page.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub dead_blocks: u64,
    /// Erase counts.
    pub wear: Wear,
    /// Service time per request.
    pub service_us: Times,
    /// Response time per request: service and wait.
    pub response_us: Times,
    /// Energy of all flash operations, microjoules.
    pub energy_uj: f64,
    /// Host reads compared with what was last written.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub checked_reads: u64,
    /// Channels, queues, bandwidth; there if the scenario has a `host` for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub parallel: Option<ParallelReport>,
}

impl Report {
    /// The part of a report that counters say; hashes, wear, times and energy are left at their defaults.
    pub fn of_counters(c: &Counters) -> Self {
        Self {
            format: 1,
            scenario_hash: String::new(),
            state_hash: String::new(),
            addresses: None,
            host: HostCounts {
                reads: c.host_reads,
                writes: c.host_writes,
                trims: c.host_trims,
                unmapped_reads: c.unmapped_reads,
            },
            flash: FlashCounts {
                reads: CauseCounts::of(&c.reads),
                programs: CauseCounts::of(&c.programs),
                erases: CauseCounts::of(&c.erases),
            },
            write_amplification: c.write_amplification(),
            merges: MergeCounts {
                switch: c.merges_switch,
                partial: c.merges_partial,
                full: c.merges_full,
                full_merge_blocks: (0u64..)
                    .zip(c.full_merge_blocks.iter().copied())
                    .filter(|&(blocks, victims)| blocks > 0 && victims > 0)
                    .collect(),
            },
            gc: GcCounts {
                runs: c.gc_runs,
                copied: c.gc_copied,
                data_erases: c.gc_data_erases,
                translation_erases: c.gc_translation_erases,
                translation_copied: c.gc_translation_copied,
                translation_updated: c.gc_translation_updated,
            },
            cmt: CmtCounts {
                hits: c.cmt_hits,
                misses: c.cmt_misses,
                evictions_clean: c.cmt_evictions_clean,
                evictions_dirty: c.cmt_evictions_dirty,
                batched: c.cmt_batched,
                prefetched: c.cmt_prefetched,
            },
            buffer: None,
            recovery: RecoveryCounts {
                power_cuts: c.power_cuts,
                scanned: c.recovery_scanned,
                full_scan: c.recovery_full,
                reappeared: c.trims_reappeared,
            },
            recovery_us: 0.0,
            full_scan_us: 0.0,
            chain_reads: c.chain_reads,
            map_reads: c.map_reads,
            dead_blocks: c.dead_blocks,
            wear: Wear::default(),
            service_us: Times::default(),
            response_us: Times::default(),
            energy_uj: 0.0,
            checked_reads: c.checked_reads,
            parallel: None,
        }
    }
}
