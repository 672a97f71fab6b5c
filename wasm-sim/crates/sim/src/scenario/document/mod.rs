//! The scenario as JSON spells it (SPEC 11). Nothing is checked here beyond names and types.
//!
//! A field that comes in kinds (`ftl`, `workload`, ...) is one flat struct with a `kind`, not an enum with a tag.
//! Which field belongs to which kind is checked in `resolve`. A field left out is `None`. In TypeScript the parts are
//! called `ScenarioDevice` and so on: all types of the protocol share one folder.

pub mod kinds;
pub mod options;
pub mod overrides;
pub mod reading;

use nand::ProgramOrder;
use serde::Serialize;
use trace::{Format, Mapping};

use crate::json::{Got, Read, Reader, names, objects};
use overrides::Override;
use reading::Reading;

pub use options::{Buffer, Ftl, Scheduler};

/// A scenario: everything that a run depends on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(optional_fields)
)]
pub struct Scenario {
    /// Version of the document: 1.
    pub format: u32,
    /// A title. Default: empty.
    pub name: Option<String>,
    /// Seed of everything random, below 2^53 (JavaScript keeps no larger integer). Default: 1.
    #[cfg_attr(feature = "ts", schemars(range(max = 9_007_199_254_740_991_u64)))]
    pub seed: Option<u64>,
    /// The flash.
    pub device: Device,
    /// Pages the host sees. Either this or `spare_factor`.
    #[cfg_attr(feature = "ts", schemars(range(min = 1)))]
    pub logical_pages: Option<u32>,
    /// Share Sf of the blocks that the host does not see: `logical_pages` becomes
    /// `floor(blocks * (1 - Sf) + 1e-9) * pages_per_block`.
    #[cfg_attr(feature = "ts", schemars(range(min = 0), extend("exclusiveMaximum" = 1)))]
    pub spare_factor: Option<f64>,
    /// Bytes of RAM for mapping tables and write buffer together: `buffer.capacity`, or of dftl `ftl.cmt_entries`, becomes what is left.
    /// Default: both are given by themselves.
    pub ram_bytes: Option<u64>,
    /// The flash translation layer.
    pub ftl: Ftl,
    /// The write buffer. Default: none.
    pub buffer: Option<Buffer>,
    /// The host's side. Default: one queue, first come first served.
    pub host: Option<Host>,
    /// The writes before the run, in order. Default: nothing.
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
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(optional_fields, rename = "ScenarioDevice")
)]
pub struct Device {
    /// Erase blocks.
    #[cfg_attr(feature = "ts", schemars(range(min = 1)))]
    pub blocks: u32,
    /// Pages in a block.
    #[cfg_attr(feature = "ts", schemars(range(min = 1)))]
    pub pages_per_block: u32,
    /// Bytes in a page. Default: 4096.
    #[cfg_attr(feature = "ts", schemars(range(min = 1)))]
    pub page_bytes: Option<u32>,
    /// In which order pages of a block may be programmed. Default: `ascending`.
    pub program_order: Option<ProgramOrder>,
    /// A preset's name (`slides`, `dftl09-large`, `dftl09-small`, `dftlj`, `hu`), or figures. Default: `slides`.
    pub timing: Option<Or<String, TimingFigures>>,
}

/// Durations and energies; the preset gives those left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(optional_fields)
)]
pub struct TimingFigures {
    /// Where the figures left out come from. Default: `slides`.
    pub preset: Option<String>,
    /// A page read, microseconds.
    #[cfg_attr(feature = "ts", schemars(range(min = 0, max = 1_000_000_000)))]
    pub read_us: Option<f64>,
    /// A page program, microseconds.
    #[cfg_attr(feature = "ts", schemars(range(min = 0, max = 1_000_000_000)))]
    pub program_us: Option<f64>,
    /// A block erase, microseconds.
    #[cfg_attr(feature = "ts", schemars(range(min = 0, max = 1_000_000_000)))]
    pub erase_us: Option<f64>,
    /// A page read, microjoules.
    #[cfg_attr(feature = "ts", schemars(range(min = 0, max = 1_000_000_000)))]
    pub read_uj: Option<f64>,
    /// A page program, microjoules.
    #[cfg_attr(feature = "ts", schemars(range(min = 0, max = 1_000_000_000)))]
    pub program_uj: Option<f64>,
    /// A block erase, microjoules.
    #[cfg_attr(feature = "ts", schemars(range(min = 0, max = 1_000_000_000)))]
    pub erase_uj: Option<f64>,
}

/// The host's side, and what of the device works side by side.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(optional_fields, rename = "ScenarioHost")
)]
pub struct Host {
    /// The I/O scheduler. Default: `noop`.
    pub scheduler: Option<Scheduler>,
    /// Channels of the device. Block b lies on channel b mod `channels`; page mapping stripes its pages over
    /// them. Default: 1.
    #[cfg_attr(feature = "ts", schemars(range(min = 1, max = 1024)))]
    pub channels: Option<u32>,
    /// Dies of a channel: block b lies on die b / `channels` mod `dies`. Default: 1.
    #[cfg_attr(feature = "ts", schemars(range(min = 1, max = 64)))]
    pub dies: Option<u32>,
    /// Requests that the device takes at a time. Default: 1.
    #[cfg_attr(feature = "ts", schemars(range(min = 1, max = 65536)))]
    pub queue_depth: Option<u32>,
    /// Closed loop: how many requests are out at any time, in the host's queue or in the device, whatever the times of the workload
    /// say. Default: requests come at their times; those without one as soon as fewer than `queue_depth` are out.
    #[cfg_attr(feature = "ts", schemars(range(min = 1, max = 65536)))]
    pub outstanding: Option<u32>,
    /// `fixed`: every `interarrival_ms` of the workload. `poisson`: at random, with that time on average. Default: `fixed`.
    #[cfg_attr(feature = "ts", ts(type = "\"fixed\" | \"poisson\""))]
    pub arrivals: Option<String>,
    /// Whether adjacent requests that wait are merged, up to 512 KiB. Default: true.
    pub merge: Option<bool>,
    /// How much of a page read goes over its channel's bus, microseconds. Default: 25 of the timing `hu`, otherwise 0.
    #[cfg_attr(feature = "ts", schemars(range(min = 0)))]
    pub read_bus_us: Option<f64>,
    /// How much of a page program goes over its channel's bus, microseconds. Default: 200 of the timing `hu`, otherwise 0.
    #[cfg_attr(feature = "ts", schemars(range(min = 0)))]
    pub program_bus_us: Option<f64>,
}

/// A step of the precondition: `kind`, and the fields of that kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(optional_fields)
)]
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
    #[cfg_attr(feature = "ts", schemars(range(min = 1)))]
    pub pages: Option<u32>,
    /// `fill_and_invalidate`: random page writes after the fill, as a share of `logical_pages`. Default: 1.
    #[cfg_attr(feature = "ts", schemars(range(min = 0)))]
    pub fraction: Option<f64>,
    /// `steady_state`: it is over when the write amplification of two windows in a row differs by at most this share. Default: 0.01.
    #[cfg_attr(feature = "ts", schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1)))]
    pub tolerance: Option<f64>,
    /// `steady_state`: host page writes of a window. Default: as many as there are logical pages.
    #[cfg_attr(feature = "ts", schemars(range(min = 1)))]
    pub window: Option<u32>,
    /// `steady_state`: it is over after this many windows in any case. Default: 50, or fewer if that is 2^32 page writes or more.
    #[cfg_attr(feature = "ts", schemars(range(min = 2)))]
    pub max_windows: Option<u32>,
}

/// The workload: `kind`, and the fields of that kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
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
    /// Generated kinds: how many requests; of a trace only that many of the first, and all if it is left out.
    #[cfg_attr(feature = "ts", schemars(range(min = 1)))]
    pub requests: Option<u32>,
    /// Generated kinds: share of the requests that read. Default: 0; for `profile` the table's.
    #[cfg_attr(feature = "ts", schemars(range(min = 0, max = 1)))]
    pub read_fraction: Option<f64>,
    /// Generated kinds: share of the requests that trim. Default: 0.
    #[cfg_attr(feature = "ts", schemars(range(min = 0, max = 1)))]
    pub trim_fraction: Option<f64>,
    /// Generated kinds but `pattern` and `profile`: pages of a request, a number or a distribution. Default: 1.
    pub pages: Option<Or<u32, PageSizes>>,
    /// Generated kinds: `[from, to)` of the logical space. Default: all of it.
    pub range: Option<(u32, u32)>,
    /// All but trace: time between two arrivals. Default: a request arrives when the one before is done; for `profile` the
    /// table's.
    #[cfg_attr(feature = "ts", schemars(range(min = 0, max = 1_000_000_000)))]
    pub interarrival_ms: Option<f64>,
    /// sequential: where in `range` the first round starts. Default: its beginning.
    pub from: Option<u32>,
    /// `hot_cold`: share of the requests that go to the hot pages.
    #[cfg_attr(feature = "ts", schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1)))]
    pub r: Option<f64>,
    /// `hot_cold`: share of the range that is hot: its first pages.
    #[cfg_attr(feature = "ts", schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1)))]
    pub f: Option<f64>,
    /// `zipf`: the i-th page of the range is accessed in proportion to i^-theta.
    #[cfg_attr(feature = "ts", schemars(range(max = 10), extend("exclusiveMinimum" = 0)))]
    pub theta: Option<f64>,
    /// `streams`: how many, each in its own part of the range; their requests take turns.
    #[cfg_attr(feature = "ts", schemars(range(min = 1)))]
    pub streams: Option<u32>,
    /// `pattern`: the slides' `a` and `b` (cameras), `c` (Linux), `d` (Symbian), `e` (random).
    pub pattern: Option<String>,
    /// `profile`: `financial`, `cello99`, `tpch`, `websearch`, `financial1`, `financial2`, `exchange`, `build`, `msn`, `tpce`.
    pub profile: Option<String>,
    /// `profile`: share of the requests that ask for the pages of one of the last `reuse_within`. Default: 0.
    #[cfg_attr(feature = "ts", schemars(range(min = 0, max = 0.99)))]
    pub reuse: Option<f64>,
    /// `profile` with `reuse`: how many requests back that one is at most. Default: 5000.
    #[cfg_attr(feature = "ts", schemars(range(min = 1)))]
    pub reuse_within: Option<u32>,
    /// trace: the name of an imported trace, or a file.
    pub path: Option<String>,
    /// trace: its format. Default: recognised by content.
    pub trace_format: Option<Format>,
    /// trace: how its lines are read. Default: as the file says (SPEC 11.7).
    #[cfg_attr(
        feature = "ts",
        ts(optional, type = "import('../traces/trace-options').Said"),
        schemars(with = "Option<trace::Options>")
    )]
    pub reading: Option<Reading>,
    /// trace: what becomes of the addresses of one that goes beyond the device. Default: `compact`.
    pub mapping: Option<Mapping>,
    /// trace: whether a mapping may make more than 1 % of its page accesses aliased or dropped. Default: `refuse`.
    pub aliasing: Option<Aliasing>,
    /// trace: whether a page that a write covers in part, and that holds data, is read first. Default: `whole`.
    pub partial_writes: Option<PartialWrites>,
    /// trace: every address lies this many bytes further, so that requests that begin inside a page may begin with one. Default: 0.
    pub shift_bytes: Option<u32>,
    /// How often the requests are made: a number, or until the write amplification is steady. Default: once.
    #[cfg_attr(feature = "ts", schemars(schema_with = "repeats"))]
    pub repeat: Option<Or<u32, Repetition>>,
    /// Whether the device ignores trims: they access no page. Default: no.
    pub ignore_trims: Option<bool>,
}

/// A number of passes is at least 1.
#[cfg(feature = "ts")]
fn repeats(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let until = generator.subschema_for::<Repetition>();
    schemars::json_schema!({ "anyOf": [{ "type": "integer", "minimum": 1, "maximum": u32::MAX }, until, { "type": "null" }] })
}

/// The end of a workload that is repeated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(optional_fields)
)]
pub struct Repetition {
    /// Until the write amplification of a window has settled; that window alone is counted.
    pub until_steady: Option<UntilSteady>,
}

/// When a workload that is repeated is steady.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(optional_fields)
)]
pub struct UntilSteady {
    /// Its write amplification differs from that of the window before by at most this share of it. Default: 0.02.
    #[cfg_attr(feature = "ts", schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1)))]
    pub tolerance: Option<f64>,
    /// A window is as many passes as it takes to write this many pages. Default: as many as there are logical pages.
    #[cfg_attr(feature = "ts", schemars(range(min = 1)))]
    pub window: Option<u32>,
    /// Windows that are run at most. Default: 20.
    #[cfg_attr(feature = "ts", schemars(range(min = 3)))]
    pub most: Option<u32>,
}

/// The effect of a write of a part of a page on a page that holds data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PartialWrites {
    /// It is programmed as a whole page, and nothing is read.
    #[default]
    Whole,
    /// Its rest is read first.
    ReadFirst,
}

/// Whether a trace may run of which a mapping changes more than 1 % of the page accesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Aliasing {
    /// It is refused.
    #[default]
    Refuse,
    /// It runs, and the share is beside its results.
    Allow,
}

/// Sizes of requests: uniform from `min` to `max`, both included; or geometric with a `mean`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(optional_fields)
)]
pub struct PageSizes {
    /// Fewest pages.
    #[cfg_attr(feature = "ts", schemars(range(min = 1)))]
    pub min: Option<u32>,
    /// Most pages.
    #[cfg_attr(feature = "ts", schemars(range(min = 1)))]
    pub max: Option<u32>,
    /// Pages on average, instead of `min` and `max`.
    #[cfg_attr(feature = "ts", schemars(range(min = 1, max = 1_000_000)))]
    pub mean: Option<f64>,
}

/// The whole state to start from. The tables may omit facts that the pages imply.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
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
    #[cfg_attr(
        feature = "ts",
        schemars(with = "Option<std::collections::BTreeMap<String, u32>>")
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
    /// page, dftl: the open block, or the open blocks: data, then translation (or GC). superblock: the open copy blocks;
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(untagged))]
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
    Scenario { format, name, seed, device, logical_pages, spare_factor,  ram_bytes, ftl, buffer, host, precondition, warmup_requests, workload, interventions, power_cut, initial }
    Device { blocks, pages_per_block, page_bytes, program_order, timing }
    TimingFigures { preset, read_us, program_us, erase_us, read_uj, program_uj, erase_uj }
    PreconditionStep { kind, from, pages, fraction, tolerance, window, max_windows }
    Workload { kind, ops, requests, read_fraction, trim_fraction, pages, range, interarrival_ms, from, r, f, theta, streams, pattern, profile, reuse, reuse_within, path, trace_format, reading, mapping, aliasing, partial_writes, shift_bytes, repeat, ignore_trims }
    Repetition { until_steady }
    UntilSteady { tolerance, window, most }
    PageSizes { min, max, mean }
    Initial { blocks, data, log, cmt, gtd, frontier }
}

names! {
    ProgramOrder { Ascending, Any }
    Mapping { Compact, Wrap, Scale, Drop }
    Aliasing { Refuse, Allow }
    PartialWrites { Whole, ReadFirst }
    Format {
        Ops, Spc, Msr, Mqsim, Disksim, Blkparse, Ftrace, Fio, Tencent, Alibaba, Systor17, Fiu, Ssdplayer, Csv,
    }
}

objects! {
    Host { scheduler, channels, dies, queue_depth, outstanding, arrivals, merge, read_bus_us, program_bus_us }
}
