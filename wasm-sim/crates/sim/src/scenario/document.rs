//! The scenario as JSON spells it (SPEC 11). Nothing is checked here beyond names and types.
//!
//! What comes in kinds (`ftl`, `workload`, ...) is one flat struct with a `kind`, not an enum with a tag.
//! Which field belongs to which kind is checked in `resolve`. A field left out is `None`. In TypeScript the
//! parts are called `ScenarioDevice` and so on: all types of the protocol share one folder.

use nand::ProgramOrder;
use serde::Serialize;
use trace::Mapping;

use crate::json::{Got, Read, Reader, names, objects};
use crate::protocol::Override;

#[cfg(feature = "parallel")]
pub use super::host::Host;

/// A scenario: everything that a run depends on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct Scenario {
    /// Version of the document: 1.
    pub format: u32,
    /// A title. Default: empty.
    pub name: Option<String>,
    /// Seed of everything random, below 2^53 (JavaScript keeps no larger integer). Default: 1.
    #[cfg_attr(feature = "ts", ts(as = "Option<f64>"))]
    pub seed: Option<u64>,
    /// The flash.
    pub device: Device,
    /// Pages the host sees. Either this or `spare_factor`.
    pub logical_pages: Option<u32>,
    /// Share Sf of the blocks that the host does not see: `logical_pages` becomes
    /// `floor(blocks * (1 - Sf) + 1e-9) * pages_per_block`.
    pub spare_factor: Option<f64>,
    /// Bytes of RAM for mapping tables and write buffer together: `buffer.capacity`, or of dftl `ftl.cmt_entries`, becomes what is left.
    /// Default: both are given by themselves.
    #[cfg(feature = "buffer")]
    #[cfg_attr(feature = "ts", ts(as = "Option<f64>"))]
    pub ram_bytes: Option<u64>,
    /// The flash translation layer.
    pub ftl: Ftl,
    /// The write buffer. Default: none.
    pub buffer: Option<Buffer>,
    /// The host's side. Default: one queue, first come first served.
    pub host: Option<Host>,
    /// What is written before the run, in order. Default: nothing.
    pub precondition: Option<Vec<PreconditionStep>>,
    /// How many of the workload's first requests are run before counting starts. Default: 0.
    pub warmup_requests: Option<u32>,
    /// The requests.
    pub workload: Workload,
    /// Decisions that are taken otherwise than the scheme would, and options of `ftl` that are others from a request on.
    /// Default: none.
    pub interventions: Option<Vec<Override>>,
    /// dftl: after how many flash operations, counted from the start of counting, power is lost; a list for several losses.
    pub power_cut: Option<Or<u32, Vec<u32>>>,
    /// The whole state to start from, instead of `precondition`.
    pub initial: Option<Initial>,
}

/// The flash (SPEC 1).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(optional_fields, rename = "ScenarioDevice")
)]
pub struct Device {
    /// Erase blocks.
    pub blocks: u32,
    /// Pages in a block.
    pub pages_per_block: u32,
    /// Bytes in a page. Default: 4096.
    pub page_bytes: Option<u32>,
    /// In which order pages of a block may be programmed. Default: `ascending`.
    pub program_order: Option<ProgramOrder>,
    /// A preset's name (`slides`, `dftl09-large`, `dftl09-small`, `dftlj`, `hu`), or figures. Default: `slides`.
    pub timing: Option<Or<String, TimingFigures>>,
}

/// Durations and energies; those left out are the preset's.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct TimingFigures {
    /// Where the figures left out come from. Default: `slides`.
    pub preset: Option<String>,
    /// A page read, microseconds.
    pub read_us: Option<f64>,
    /// A page program, microseconds.
    pub program_us: Option<f64>,
    /// A block erase, microseconds.
    pub erase_us: Option<f64>,
    /// A page read, microjoules.
    pub read_uj: Option<f64>,
    /// A page program, microjoules.
    pub program_uj: Option<f64>,
    /// A block erase, microjoules.
    pub erase_uj: Option<f64>,
}

/// The flash translation layer: `kind`, and the fields of that kind (SPEC 11).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(optional_fields, rename = "ScenarioFtl")
)]
pub struct Ftl {
    /// `page`, `bast`, `fast`, `last`, `superblock`, `dftl`, `replacement` or `block`.
    #[cfg_attr(
        feature = "ts",
        ts(
            type = "\"page\" | \"bast\" | \"fast\" | \"last\" | \"superblock\" | \"dftl\" | \"replacement\" | \"block\""
        )
    )]
    pub kind: String,
    /// page, dftl: which block cleaning takes. Default: page `greedy`, dftl `cost_benefit`.
    pub gc_policy: Option<Or<String, Policy>>,
    /// page: when cleaning runs: `threshold` (default) or `on_demand`, when a page has no other place than a reserved block.
    #[cfg_attr(feature = "ts", ts(type = "\"threshold\" | \"on_demand\""))]
    pub gc_trigger: Option<String>,
    /// page, dftl: cleaning runs while fewer blocks are free. replacement: a chain is folded while fewer are free and one
    /// is needed. Default and least: page 2, dftl 3, replacement 1.
    pub gc_threshold: Option<u32>,
    /// page: cleaning copies go to a frontier of their own. Default: false.
    pub separate_gc_frontier: Option<bool>,
    /// page: hot and cold pages are kept apart. Default: they are not.
    pub hot_cold: Option<HotCold>,
    /// page, dftl: static wear leveling. Default: none.
    pub wear_leveling: Option<WearLeveling>,
    /// bast, fast, last: log blocks, M; fast: one of them sequential (SW), so at least 2; last: at least `seq_log_blocks` + 3.
    pub log_blocks: Option<u32>,
    /// fast: reclaiming leaves out logical blocks whose pages in the victim are all stale. Default: true.
    pub skip_stale: Option<bool>,
    /// last: sequential log blocks among them, m; at least 1.
    pub seq_log_blocks: Option<u32>,
    /// last: how many of the pages written most recently are hot; 0 for one partition.
    pub k: Option<u32>,
    /// last: bytes from which on a request is sequential. Default: 4096.
    pub seq_threshold: Option<u32>,
    /// superblock: adjacent logical blocks of a superblock, S.
    pub blocks_per_superblock: Option<u32>,
    /// superblock: update blocks that one superblock may have, K.
    pub update_blocks_per_superblock: Option<u32>,
    /// superblock: update blocks of all superblocks together, M.
    pub update_blocks: Option<u32>,
    /// superblock: how many superblocks have their inner map in SRAM.
    pub cached_superblocks: Option<u32>,
    /// dftl: entries of the CMT.
    pub cmt_entries: Option<u32>,
    /// dftl: which CMT entry is evicted: `slru` (default), `lru`, `lfu`, or `groups`, which the buffer `gc_arm` brings: a clean entry, else
    /// all of the translation page that has most.
    pub cmt_policy: Option<Or<String, Policy>>,
    /// dftl under `slru`: share of the CMT that is protected, [0, 1). Default: 0.5.
    pub cmt_protected: Option<f64>,
    /// dftl: mappings in a translation page, at least 4. Default: `page_bytes` / 4.
    pub entries_per_translation_page: Option<u32>,
    /// dftl: cleaning updates mappings that are in the CMT only there. Default: true.
    pub lazy_copy: Option<bool>,
    /// dftl: an eviction writes back every dirty entry of its translation page. Default: true.
    pub batch_update: Option<bool>,
    /// dftl: a miss loads so many of the next mappings of its translation page too. Default: 0.
    pub prefetch: Option<u32>,
    /// dftl: after so many programs of translation pages the GTD is written to flash; 0 (default): it is battery-backed.
    pub gtd_checkpoint_every: Option<u32>,
    /// dftl: the GTD has neither battery nor checkpoint, recovery scans the OOB areas of all pages. Default: false.
    pub full_scan: Option<bool>,
}

/// A policy as an object; one without parameters may also be its bare name.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(optional_fields, rename = "ScenarioPolicy")
)]
pub struct Policy {
    /// Its name.
    pub kind: String,
    /// `windowed_greedy`: blocks of the window, at least 1.
    pub w: Option<u32>,
    /// `d_choices`: blocks drawn, at least 1.
    pub d: Option<u32>,
    /// `cat_hc`: how age enters, `linear` (default) or `log2`.
    #[cfg_attr(feature = "ts", ts(type = "\"linear\" | \"log2\""))]
    pub age: Option<String>,
    /// `fixed_split`: the hot pool's share of the spare pages, (0, 1).
    pub p: Option<f64>,
}

/// Hot/cold separation.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(optional_fields, rename = "ScenarioHotCold")
)]
pub struct HotCold {
    /// How hot pages are told from cold ones: `recency` (default) or `oracle`, which needs a workload that knows.
    #[cfg_attr(feature = "ts", ts(type = "\"oracle\" | \"recency\""))]
    pub classifier: Option<String>,
    /// Which pool gives the victim: `greedy` (default), `cat_hc`, `optimal`, `fixed_split`.
    pub pool_choice: Option<Or<String, Policy>>,
}

/// Static wear leveling.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "ScenarioWearLeveling"))]
pub struct WearLeveling {
    /// How far apart the erase counts may be, at least 1.
    pub threshold: u32,
}

/// The write buffer: `kind`, and the fields of that kind (SPEC 6). An engine without buffers knows that there is none.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(optional_fields, rename = "ScenarioBuffer")
)]
pub struct Buffer {
    /// `none`, `lru`, `cflru`, `fab`, `bplru`, `pud_lru`, `gc_arm` or `ap`.
    #[cfg_attr(
        feature = "ts",
        ts(
            type = "\"none\" | \"lru\" | \"cflru\" | \"fab\" | \"bplru\" | \"pud_lru\" | \"gc_arm\" | \"ap\""
        )
    )]
    pub kind: String,
    /// All but none: pages it holds at most, `gc_arm` and ap at first; at least 1.
    #[cfg(feature = "buffer")]
    pub capacity: Option<u32>,
    /// cflru: pages at the LRU end among which a clean one is looked for; at least 1.
    #[cfg(feature = "buffer")]
    pub window: Option<u32>,
    /// bplru: a block written whole and in order leaves next. Default: true.
    #[cfg(feature = "buffer")]
    pub lru_compensation: Option<bool>,
    /// `pud_lru`: groups whose PUD is below this share of the range of PUDs stay; 0 to 1. Default: 0.001.
    #[cfg(feature = "buffer")]
    pub threshold: Option<f64>,
    /// `gc_arm`, ap: after so many requests RAM is divided anew between buffer and CMT. Default: 500.
    #[cfg(feature = "buffer")]
    pub window_requests: Option<u32>,
    /// `gc_arm`: logical blocks accessed in a window from which on its requests are random. Default: 250.
    #[cfg(feature = "buffer")]
    pub distinct_blocks: Option<u32>,
    /// `gc_arm`, ap: bytes of RAM that move at a time, as whole pages, at least one. Default: 16384.
    #[cfg(feature = "buffer")]
    pub step_bytes: Option<u32>,
    /// All but none: it outlives a power loss. Default: true.
    #[cfg(feature = "buffer")]
    pub battery_backed: Option<bool>,
}

/// The host's side: one queue, first come first served. Builds with channels have more of it.
#[cfg(not(feature = "parallel"))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Host {
    /// `noop`.
    pub scheduler: Option<String>,
    /// 1.
    pub channels: Option<u32>,
    /// 1.
    pub queue_depth: Option<u32>,
}

/// A step of the precondition: `kind`, and the fields of that kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct PreconditionStep {
    /// `sequential`, `random_fill`, `fill_and_invalidate` or `steady_state`.
    #[cfg_attr(
        feature = "ts",
        ts(type = "\"sequential\" | \"random_fill\" | \"fill_and_invalidate\" | \"steady_state\"")
    )]
    pub kind: String,
    /// sequential: first page. Default: 0.
    pub from: Option<u32>,
    /// sequential: how many pages. Default: up to the end of the logical space.
    pub pages: Option<u32>,
    /// `fill_and_invalidate`: random page writes after the fill, as a share of `logical_pages`. Default: 1.
    pub fraction: Option<f64>,
    /// `steady_state`: the write amplification of two windows in a row differs by at most this share. Default: 0.01.
    pub tolerance: Option<f64>,
    /// `steady_state`: host page writes of a window. Default: as many as there are logical pages.
    pub window: Option<u32>,
    /// `steady_state`: it ends after so many windows in any case. Default: 50.
    pub max_windows: Option<u32>,
}

/// The workload: `kind`, and the fields of that kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(optional_fields, rename = "ScenarioWorkload")
)]
pub struct Workload {
    /// `ops`, `trace`, or a generated kind: `sequential`, `uniform`, `hot_cold`, `zipf`, `streams`, `pattern`, `profile`.
    #[cfg_attr(
        feature = "ts",
        ts(
            type = "\"ops\" | \"sequential\" | \"uniform\" | \"hot_cold\" | \"zipf\" | \"streams\" | \"pattern\" | \"profile\" | \"trace\""
        )
    )]
    pub kind: String,
    /// ops: tokens `w5`, `w5+3` (three pages), `r7`, `t10`.
    pub ops: Option<String>,
    /// Generated kinds: how many requests. trace: only so many of the first. Default for trace: all.
    pub requests: Option<u32>,
    /// Generated kinds: share of the requests that read. Default: 0; for `profile` the table's.
    pub read_fraction: Option<f64>,
    /// Generated kinds: share of the requests that trim. Default: 0.
    pub trim_fraction: Option<f64>,
    /// Generated kinds but `pattern` and `profile`: pages of a request, a number or a distribution. Default: 1.
    pub pages: Option<Or<u32, PageSizes>>,
    /// Generated kinds: `[from, to)` of the logical space. Default: all of it.
    pub range: Option<(u32, u32)>,
    /// All but trace: time between two arrivals. Default: a request arrives when the one before is done; for `profile` the
    /// table's.
    pub interarrival_ms: Option<f64>,
    /// sequential: where in `range` the first round starts. Default: its beginning.
    pub from: Option<u32>,
    /// `hot_cold`: share of the accesses that go to the hot pages, (0, 1).
    pub r: Option<f64>,
    /// `hot_cold`: share of the range that is hot, its first pages, (0, 1).
    pub f: Option<f64>,
    /// `zipf`: the i-th page of the range is accessed in proportion to i^-theta; above 0, at most 10.
    pub theta: Option<f64>,
    /// `streams`: how many, each in its own part of the range; their requests take turns.
    pub streams: Option<u32>,
    /// `pattern`: the slides' `a` and `b` (cameras), `c` (Linux), `d` (Symbian), `e` (random).
    pub pattern: Option<String>,
    /// `profile`: `financial`, `cello99`, `tpch`, `websearch`, `financial1`, `financial2`, `exchange`, `build`, `msn`, `tpce`.
    pub profile: Option<String>,
    /// `profile`: share of the requests that ask for the pages of one of the last `reuse_within`, at most 0.99. Default: 0.
    pub reuse: Option<f64>,
    /// `profile` with `reuse`: how many requests back one goes at most. Default: 5000.
    pub reuse_within: Option<u32>,
    /// trace: the name of an imported trace, or a file.
    pub path: Option<String>,
    /// trace: its format. Default: recognised by content.
    pub trace_format: Option<trace::Format>,
    /// trace: what becomes of addresses beyond the device. Default: `wrap`.
    pub mapping: Option<Mapping>,
}

/// Sizes of requests: uniform from `min` to `max`, both included; or geometric with a `mean`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct PageSizes {
    /// Fewest pages.
    pub min: Option<u32>,
    /// Most pages.
    pub max: Option<u32>,
    /// Pages on average, at least 1; instead of `min` and `max`.
    pub mean: Option<f64>,
}

/// The whole state to start from. What the pages imply may be left out of the tables.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(optional_fields, rename = "ScenarioInitial")
)]
pub struct Initial {
    /// Per block its pages: `.` free, `5` valid copy of LPN 5, `x5` invalid copy, `t2` valid translation
    /// page 2, `xt2` invalid copy of it. Pages and blocks left out at the end are free.
    pub blocks: Vec<Vec<String>>,
    /// bast, fast, last, block, replacement: data block of each LBN.
    #[cfg_attr(
        feature = "ts",
        ts(as = "Option<std::collections::BTreeMap<String, u32>>")
    )]
    pub data: Option<DataBlocks>,
    /// bast: log blocks, least recently written first: `[pbn, "log", lbn]`. fast: `[pbn, "sw", lbn]`, and oldest first
    /// `[pbn, "rw", null]`. last: least recently written first `[pbn, "sw", lbn]`, and oldest first `[pbn, "hot", null]`
    /// and `[pbn, "cold", null]`. replacement:
    /// each LBN's in the order of its chain, `[pbn, "replacement", lbn]`.
    pub log: Option<Vec<(u32, String, Option<u32>)>>,
    /// dftl: CMT entries, least recent first: `[lpn, ppn, "clean" or "dirty"]`.
    pub cmt: Option<Vec<(u32, Option<u32>, String)>>,
    /// dftl: flash page of each translation page, `null` where it was never written.
    pub gtd: Option<Vec<Option<u32>>>,
    /// page, dftl: the open block, or the open blocks: data, then translation (or cleaning). superblock: the open copy blocks;
    /// any other block with room is its superblock's open host block.
    pub frontier: Option<Or<u32, Vec<u32>>>,
}

/// LBN and PBN, ascending by LBN; an object in JSON.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataBlocks(pub Vec<(u32, u32)>);

impl Serialize for DataBlocks {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

impl Read for DataBlocks {
    fn read(from: Reader<'_>) -> Got<Self> {
        from.open('{', "an object")?;
        let mut blocks: Vec<(u32, u32)> = Vec::new();
        for member in from.children() {
            let key = member.key();
            let Ok(lbn) = key.parse() else {
                let message = format!("invalid type: string \"{key}\", expected u32");
                return Err(member.wrong_member(message));
            };
            let pbn = u32::read(member)?;
            let place = blocks.partition_point(|&(l, _)| l < lbn);
            match blocks.get_mut(place) {
                Some(block) if block.0 == lbn => block.1 = pbn,
                _ => blocks.insert(place, (lbn, pbn)),
            }
        }
        Ok(Self(blocks))
    }
}

/// Something short, or a structure in its place.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(untagged))]
#[serde(untagged)]
pub enum Or<S, C> {
    /// A number or a string.
    Scalar(S),
    /// An object or a list.
    Compound(C),
}

/// A list or an object is the structure, anything else the short form.
impl<S: Read, C: Read> Read for Or<S, C> {
    fn read(from: Reader<'_>) -> Got<Self> {
        if from.raw().starts_with(['[', '{']) {
            C::read(from).map(Or::Compound)
        } else {
            S::read(from).map(Or::Scalar)
        }
    }
}

objects! {
    Scenario { format, name, seed, device, logical_pages, spare_factor, #[cfg(feature = "buffer")] ram_bytes, ftl, buffer, host, precondition, warmup_requests, workload, interventions, power_cut, initial }
    Device { blocks, pages_per_block, page_bytes, program_order, timing }
    TimingFigures { preset, read_us, program_us, erase_us, read_uj, program_uj, erase_uj }
    Ftl { kind, gc_policy, gc_trigger, gc_threshold, separate_gc_frontier, hot_cold, wear_leveling, log_blocks, skip_stale, seq_log_blocks, k, seq_threshold, blocks_per_superblock, update_blocks_per_superblock, update_blocks, cached_superblocks, cmt_entries, cmt_policy, cmt_protected, entries_per_translation_page, lazy_copy, batch_update, prefetch, gtd_checkpoint_every, full_scan }
    Policy { kind, w, d, age, p }
    HotCold { classifier, pool_choice }
    WearLeveling { threshold }
    PreconditionStep { kind, from, pages, fraction, tolerance, window, max_windows }
    Workload { kind, ops, requests, read_fraction, trim_fraction, pages, range, interarrival_ms, from, r, f, theta, streams, pattern, profile, reuse, reuse_within, path, trace_format, mapping }
    PageSizes { min, max, mean }
    Initial { blocks, data, log, cmt, gtd, frontier }
}

#[cfg(not(feature = "parallel"))]
objects! {
    Host { scheduler, channels, queue_depth }
}
#[cfg(feature = "buffer")]
objects! {
    Buffer { kind, capacity, window, lru_compensation, threshold, window_requests, distinct_blocks, step_bytes, battery_backed }
}
#[cfg(not(feature = "buffer"))]
objects! {
    Buffer { kind }
}

names! {
    ProgramOrder { Ascending, Any }
}
