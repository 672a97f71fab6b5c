//! What the page and the engine say to each other: commands in, replies out, as JSON.
//!
//! The TypeScript types are generated from these (`npm run gen`), so this file is the one list of
//! messages. No 64-bit integer reaches TypeScript as `bigint`: counts stay below 2^53 and are numbers.
//! Page columns do not travel as JSON: see [`CELL_WORDS`].

use buffer::{Benefits, DestageRule, MappingGroup, PartitionDecision};
use ftl::{
    Cause, Event, FtlKind, Grain, HostOp, MergeKind, MergeReason, MergeWhy, Role, Segment, Stream,
};
use nand::PageKind;
use serde::Serialize;
use trace::{Locality, Mapping, Options, Statistics};

use crate::predicate::Predicate;
use crate::report::{Addresses, Report};
use crate::scenario::Override;
use crate::scenario::workload::Request;

/// 32-bit words per page in the buffer that [`Frame`]s travel with. Word 0 is the page's state (2 bits:
/// 0 free, 1 valid, 2 invalid), its kind (1 bit: 1 = translation page) and its logical number (29 bits,
/// all ones when free), from the top; word 1 is the version of its content.
pub const CELL_WORDS: usize = 2;

/// 32-bit words per block in the heat columns, what the map of a large device is drawn from (`Session::heat`): valid
/// pages; erases; programs of the whole chip since the block's latest (all ones: it is erased); LBN (all ones: none);
/// its role, and in the next byte one more than the stream it is a frontier of (0: of none). After the words of all
/// blocks follows a byte per page, its state as in [`CELL_WORDS`].
pub const HEAT_WORDS: usize = 5;

/// One of the simulations that are open side by side: 0 is the main one, 1 the one compared with it.
pub type Slot = u32;

/// A place in a run: `request` requests are complete and `event` events of the next one are folded.
/// The end of a request is `(request + 1, 0)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Position {
    /// Complete requests.
    pub request: u32,
    /// Folded events of the request under way.
    pub event: u32,
}

/// Where a run is to go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "to", rename_all = "snake_case")]
pub enum Target {
    /// The end of the workload.
    End,
    /// A position; past the end means the end.
    Position {
        /// The position.
        position: Position,
    },
    /// One step forward or back.
    Step {
        /// How far.
        grain: Grain,
        /// Back instead of forward.
        back: bool,
    },
    /// Right after the next event that meets a predicate; the end if there is none.
    Next {
        /// The predicate, as text (see `predicate`).
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        until: Predicate,
        /// The last one before here instead; where it stands if there is none.
        back: bool,
    },
}

/// A command. They are read in `command`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Command {
    /// Check a scenario without opening it. Reply: `checked`.
    Check {
        /// The scenario, JSON text.
        scenario: String,
    },
    /// Open a scenario in a slot, as a job (preconditioning takes slices). Reply: `progress`, and from the last
    /// slice `opened`. If it fails the slot stays as it was.
    Open {
        /// Where.
        slot: Slot,
        /// The scenario, JSON text.
        scenario: String,
    },
    /// Copy a slot's simulation at its present request into another slot. Reply: `opened`.
    Fork {
        /// From.
        slot: Slot,
        /// To; replaced.
        into: Slot,
        /// Decisions and options to override from here on, in addition to the scenario's own.
        interventions: Vec<Override>,
    },
    /// Empty a slot. Reply: `done`.
    Close {
        /// Which.
        slot: Slot,
    },
    /// Go somewhere, as a job. Reply: `progress`.
    Run {
        /// Which simulation.
        slot: Slot,
        /// Where to.
        target: Target,
        /// Breakpoints: forward it stops right after the first event that meets one of these, if that comes first.
        #[cfg_attr(feature = "ts", ts(type = "string", optional))]
        stops: Option<Predicate>,
        /// Frames say what happened since the first of a series of such runs. Absent: `false`, which ends the series.
        #[cfg_attr(feature = "ts", ts(optional))]
        tally: Option<bool>,
    },
    /// Read a predicate, to see whether it is one. Reply: `predicate`.
    Predicate {
        /// Its text.
        text: String,
    },
    /// Serve requests from request `from` on, without events, and say what each cost: for comparisons in lockstep. `from` is 0,
    /// or where the last `costs` ended; then it stands nowhere until it is run to a position. Reply: `costs`.
    Costs {
        /// Which simulation.
        slot: Slot,
        /// First request.
        from: u32,
        /// About how many flash operations; at least one request is served.
        operations: u32,
    },
    /// What is to be drawn at the present position. Reply: `frame`; the page columns come in the buffer.
    Frame {
        /// Which simulation.
        slot: Slot,
        /// First block of the page columns.
        from_block: u32,
        /// One past the last block of the page columns; clipped.
        to_block: u32,
        /// First logical page of the page map's window.
        from_lpn: u32,
        /// Entries of the page map's window; clipped. Other tables show as many, from the same place on.
        lpns: u32,
        /// A page that is asked for by itself, wherever it stands: what it holds, and other copies of that.
        ppn: Option<u32>,
        /// A logical page that is asked for by itself: its copies.
        lpn: Option<u32>,
    },
    /// Counters of the present position as the report. Reply: `report`.
    Report {
        /// Which simulation.
        slot: Slot,
    },
    /// How a page came to hold what it holds at the present position, as a job. Reply: `progress`, and at the end
    /// `provenance`. The simulation stays where it stands.
    Provenance {
        /// Which simulation.
        slot: Slot,
        /// The page.
        ppn: u32,
    },
    /// Timeline lanes. Reply: `lanes`.
    Lanes {
        /// Which simulation.
        slot: Slot,
    },
    /// Stop the job. Reply: `done`. The simulation stands where the last slice left it.
    Cancel,
}

/// A reply to a command.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    /// Nothing to say.
    Done,
    /// A job is under way (`done` false: call `slice` again) or complete.
    Progress {
        /// Whether the job is complete.
        done: bool,
        /// What the job does.
        doing: Doing,
        /// Requests complete so far (of the run, or of the precondition).
        requests: u32,
        /// Requests in all.
        total: u32,
        /// Whether a search ended because it met what it looked for.
        found: bool,
        /// What it stopped at, whether it was looked for or a breakpoint in the way: one alternative of a predicate.
        hit: Option<String>,
    },
    /// A predicate is sound.
    Predicate {
        /// Its text as it is shown: without short names, alternatives joined with `or`.
        text: String,
    },
    /// A scenario is sound.
    Checked {
        /// What it says.
        summary: Summary,
    },
    /// A simulation stands at its beginning.
    Opened {
        /// Where.
        slot: Slot,
        /// What it is.
        summary: Summary,
    },
    /// What is to be drawn.
    Frame {
        /// The frame.
        frame: Box<Frame>,
    },
    /// The report.
    Report {
        /// Counters at the present position.
        report: Box<Report>,
    },
    /// The timeline.
    Lanes {
        /// The lanes.
        lanes: Lanes,
    },
    /// How a page came to hold what it holds.
    Provenance {
        /// The programs of its content, the latest (to this page) first, the host's write last; if the last one is a copy, or
        /// there is none, the content is from before the run. Of a stale page, before all of them what made it so: it leads
        /// from this page. Empty for a free page.
        moves: Vec<Move>,
    },
    /// What requests cost.
    Costs {
        /// Of each request, in turn: flash page reads, programs, block erases. Empty after the last request.
        costs: Vec<u32>,
    },
}

/// What a job does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Doing {
    /// Writes what is there before the run.
    #[default]
    Precondition,
    /// Runs to the end.
    Run,
    /// Goes to a position.
    Seek,
    /// Looks for an event.
    Search,
    /// Runs two simulations in lockstep (the page does).
    Compare,
    /// Looks for where the content of a page comes from.
    Provenance,
}

impl Doing {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Precondition => "precondition",
            Self::Run => "run",
            Self::Seek => "seek",
            Self::Search => "search",
            Self::Compare => "compare",
            Self::Provenance => "provenance",
        }
    }
}

/// A scenario in figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Summary {
    /// Its name.
    pub name: String,
    /// 64-bit hash of its canonical JSON, hex.
    pub hash: String,
    /// Its canonical JSON: keys sorted, defaults filled in.
    pub canonical: String,
    /// Scheme: the `kind` of the scenario's `ftl`.
    pub ftl: FtlKind,
    /// Erase blocks.
    pub blocks: u32,
    /// Pages in a block.
    pub pages_per_block: u32,
    /// Bytes in a page.
    pub page_bytes: u32,
    /// Pages the host sees.
    pub logical_pages: u32,
    /// Requests of the workload that are counted: those after the warm-up.
    pub requests: u32,
    /// Requests that are run before them, and left out of all counts.
    pub warmup_requests: u32,
    /// Bytes of state (an estimate that opening was checked against).
    pub bytes: f64,
    /// Things to know that are not errors (the footprint can never cause cleaning, ...).
    pub warnings: Vec<String>,
}

/// A host request as shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RequestShown {
    /// Number of the request, from 0.
    pub index: u32,
    /// What it asks for.
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

/// A program that brought a content to a page, or what made that page stale.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Move {
    /// Right after it.
    pub position: Position,
    /// The request that it was done in.
    pub request: RequestShown,
    /// Where the content was copied from; `null` where it began. What made a page stale: that page.
    pub from: Option<u32>,
    /// Where it was brought to; `null` where it was not, but the host wrote or trimmed the logical page.
    pub to: Option<u32>,
    /// Why.
    pub cause: Cause,
    /// The merge, cleaning or the like that it was part of.
    pub within: Option<Event>,
}

/// A block as shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BlockShown {
    /// Its number.
    pub pbn: u32,
    /// What it is used for.
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
    /// What it holds a piece of.
    pub kind: PageKind,
    /// LPN, or translation page number; `null` when free.
    pub logical: Option<u32>,
    /// Version of the content.
    pub version: u32,
}

/// An entry of the CMT as shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CmtEntryShown {
    /// Logical page.
    pub lpn: u32,
    /// Its mapping; `null` when the page is not mapped.
    pub ppn: Option<u32>,
    /// Whether flash does not yet say so.
    pub dirty: bool,
    /// Segment.
    pub segment: Segment,
}

/// A log block as shown, least recently written first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LogBlockShown {
    /// The block.
    pub pbn: u32,
    /// What it takes: pages of one logical block, a run of it, or pages of any.
    pub role: Role,
    /// The logical block it serves.
    pub lbn: Option<u32>,
}

/// The mapping tables as drawn. Those a scheme lacks are `null`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TablesShown {
    /// Page map (of a hybrid: the log map): PPN of each LPN of the asked window.
    pub page_map: Option<Vec<Option<u32>>>,
    /// First LPN of that window.
    pub from_lpn: u32,
    /// Block map: PBN of each LBN, from `from_lbn` on.
    pub block_map: Option<Vec<Option<u32>>>,
    /// First LBN shown: that of `from_lpn`.
    pub from_lbn: u32,
    /// Of each LBN in `block_map`, the blocks that follow its data block in its chain (replacement blocks).
    pub chains: Option<Vec<Vec<u32>>>,
    /// Chains by their length, of all LBNs: pairs [blocks, LBNs], ascending (replacement blocks).
    pub chain_lengths: Option<Vec<(u32, u32)>>,
    /// Log blocks in use: sequential ones, then the others, each kind with the one to be merged next first.
    pub log_blocks: Option<Vec<LogBlockShown>>,
    /// How many log blocks there may be.
    pub log_capacity: Option<u32>,
    /// The logical pages written most recently, the latest first; of a long list the first ones.
    pub recency: Option<Vec<u32>>,
    /// How many of them there may be.
    pub recency_capacity: Option<u32>,
    /// CMT, per segment least recent first. Of a large one the most recent entries of each segment.
    pub cmt: Option<Vec<CmtEntryShown>>,
    /// How many entries it holds.
    pub cmt_used: u32,
    /// How many entries it may hold.
    pub cmt_capacity: Option<u32>,
    /// How many of them may be protected.
    pub cmt_protected: Option<u32>,
    /// GTD: PPN of each translation page, from `from_tpn` on.
    pub gtd: Option<Vec<Option<u32>>>,
    /// First translation page shown: that of `from_lpn`.
    pub from_tpn: u32,
    /// Translation pages in all.
    pub translation_pages: u32,
    /// Mappings in a translation page.
    pub entries_per_translation_page: Option<u32>,
    /// Superblocks; their inner maps are the page map.
    pub superblocks: Option<SuperblocksShown>,
}

/// The superblocks of a device as shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SuperblocksShown {
    /// Adjacent logical blocks of a superblock, S.
    pub blocks_per_superblock: u32,
    /// Update blocks that one may have, K.
    pub update_blocks_per_superblock: u32,
    /// Update blocks in use, of all superblocks.
    pub update_blocks: u32,
    /// How many there may be, M.
    pub update_capacity: u32,
    /// First superblock of `groups`: that of `from_lpn`.
    pub from: u32,
    /// Superblocks in all.
    pub count: u32,
    /// Superblocks from `from` on.
    pub groups: Vec<SuperblockShown>,
    /// The superblocks with update blocks, least recently written first. Of many the first.
    pub written: Vec<u32>,
    /// The superblocks whose inner map is in SRAM, least recently accessed first. Of many the last.
    pub cached: Vec<u32>,
    /// How many there may be.
    pub cached_capacity: u32,
}

/// A superblock as shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SuperblockShown {
    /// Its blocks in the order in which they were taken; those beyond S are its update blocks.
    pub blocks: Vec<u32>,
    /// The open block for host writes.
    pub host: Option<u32>,
    /// The open block for cleaning copies.
    pub copies: Option<u32>,
    /// Whether its inner map is in SRAM.
    pub cached: bool,
}

/// Cleaning inside a superblock, under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct InnerCleaningShown {
    /// The superblock.
    pub superblock: u32,
    /// Whether it is compacted, so that others may have its update blocks.
    pub compaction: bool,
    /// The victim; `null` between two victims of a compaction.
    pub pbn: Option<u32>,
    /// Copies of it made.
    pub copied: u32,
    /// Copies of it in all.
    pub copies: u32,
    /// Blocks of the superblock when the victim was chosen.
    pub blocks: u32,
    /// How many are to remain in the end.
    pub until: u32,
    /// Victims cleaned so far in the compaction.
    pub victims: u32,
}

/// The write buffer as shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BufferShown {
    /// What leaves it: the `kind` of the scenario's `buffer`.
    pub kind: String,
    /// Pages it holds at most.
    pub capacity: u32,
    /// Pages it holds.
    pub pages: u32,
    /// Those of them that flash does not have.
    pub dirty: u32,
    /// Its pages one by one, least recent first; of many the first. `null` where block groups leave.
    pub list: Option<Vec<BufferedShown>>,
    /// Its block groups, least recently written first; of many the first. `null` where pages leave one by one.
    pub groups: Option<Vec<BufferGroupShown>>,
    /// How many groups there are.
    pub group_count: u32,
    /// Pages at the LRU end among which a clean one is looked for (`cflru`).
    pub window: Option<u32>,
    /// The share of the range of PUDs that sets groups apart (`pud_lru`).
    pub threshold: Option<f64>,
    /// What leaves, if it had to now: the first page of it. `null`: nothing is buffered.
    pub next: Option<u32>,
    /// What is leaving.
    pub destage: Option<DestageShown>,
    /// What the last destage was decided by (`gc_arm`; `null` before the first one).
    pub benefits: Option<Benefits>,
    /// What RAM is taken by.
    pub ram: RamShown,
    /// How it is shared with the CMT (`gc_arm`, `ap`).
    pub shared: Option<SharedShown>,
}

/// What RAM is taken by.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RamShown {
    /// Bytes of the FTL's mapping tables, all together.
    pub mapping_bytes: f64,
    /// Bytes of them that the cached mappings take (DFTL).
    pub cmt_bytes: f64,
    /// Bytes of the write buffer.
    pub buffer_bytes: f64,
}

/// RAM shared by write buffer and CMT.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SharedShown {
    /// Bytes that move at a time.
    pub step_bytes: f64,
    /// Requests of a window.
    pub window_requests: u32,
    /// Requests of the window under way so far.
    pub requests: u32,
    /// Those of them that wrote.
    pub writes: u32,
    /// Logical blocks accessed in it.
    pub distinct: u32,
    /// From so many on its requests are random (`gc_arm`).
    pub distinct_blocks: Option<u32>,
    /// The last decision; `null` in the first window.
    pub last: Option<PartitionDecision>,
    /// The ghost caches (`ap`).
    pub ghosts: Option<GhostsShown>,
    /// Mapping groups, the largest first; of many the first (`gc_arm` before DFTL).
    pub mapping_groups: Option<Vec<MappingGroup>>,
}

/// The ghost caches: what left a cache last, the latest first; of many the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GhostsShown {
    /// Logical pages that left the write buffer.
    pub buffer: Vec<u32>,
    /// How many these are in all.
    pub buffer_pages: u32,
    /// How many they are at most: a step of pages.
    pub buffer_capacity: u32,
    /// What hits in them saved in this window, had the buffer been a step larger, microseconds.
    pub buffer_saves_us: f64,
    /// Logical pages whose mappings left the CMT.
    pub mapping: Vec<u32>,
    /// How many these are in all.
    pub mapping_entries: u32,
    /// How many they are at most: a step of entries.
    pub mapping_capacity: u32,
    /// What hits in them saved in this window, had the CMT been a step larger, microseconds.
    pub mapping_saves_us: f64,
}

/// A page in the write buffer as shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BufferedShown {
    /// Logical page.
    pub lpn: u32,
    /// Version of its content.
    pub version: u32,
    /// Whether flash does not have it.
    pub dirty: bool,
}

/// A block group in the write buffer as shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BufferGroupShown {
    /// Its logical block.
    pub lbn: u32,
    /// Its pages, by logical number.
    pub pages: Vec<BufferedShown>,
    /// Page writes to it since it came into the buffer; 0, like the next two, where they are not counted (`gc_arm`).
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub updates: u64,
    /// The mean of its update distances, in page writes to other groups; 0 after a single write.
    pub mean_distance: f64,
    /// Page writes to the buffer since its latest.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub recency: u64,
    /// Its PUD (`pud_lru`).
    pub pud: Option<f64>,
    /// Whether it is updated frequently, so that it stays (`pud_lru`).
    pub frequent: bool,
}

/// What is leaving the write buffer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DestageShown {
    /// The logical block of the group; `null`: a single page leaves.
    pub lbn: Option<u32>,
    /// The first page that leaves.
    pub lpn: u32,
    /// Pages written so far, fillers included.
    pub written: u32,
    /// Pages that leave.
    pub pages: u32,
    /// Pages written along to complete the block.
    pub fillers: u32,
    /// Why it leaves.
    pub rule: DestageRule,
    /// Those of the fillers that were read and are not written yet, in order.
    pub held: Vec<u32>,
    /// The group's place among the groups when it began to leave, from 0.
    pub place: u32,
}

/// A merge under way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MergeShown {
    /// Kind.
    pub kind: MergeKind,
    /// Logical block.
    pub lbn: u32,
    /// Its log block; the last block of its chain; `null` where there are no such blocks.
    pub log: Option<u32>,
    /// Its data block.
    pub data: Option<u32>,
    /// Where copies go.
    pub into: Option<u32>,
    /// Copies made.
    pub copied: u32,
    /// Copies in all.
    pub copies: u32,
    /// Why now.
    pub reason: MergeReason,
    /// Why this kind.
    pub why: MergeWhy,
}

/// The reclaiming of a log block that several logical blocks share, under way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReclaimShown {
    /// Victim.
    pub pbn: u32,
    /// The logical blocks that are merged for it, in order.
    pub merged: Vec<ReclaimedShown>,
    /// Those left out because their pages in it are all stale.
    pub skipped: Vec<ReclaimedShown>,
    /// How many of `merged` are done.
    pub done: u32,
}

/// A logical block with pages in a victim.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReclaimedShown {
    /// Logical block.
    pub lbn: u32,
    /// Its data block at this moment.
    pub data: Option<u32>,
}

/// A cleaning under way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GcShown {
    /// Victim.
    pub pbn: u32,
    /// Copies made.
    pub copied: u32,
    /// Copies in all.
    pub copies: u32,
    /// Whether it holds translation pages.
    pub translation: bool,
}

/// A move of static wear leveling under way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WearShown {
    /// The little worn block.
    pub from: u32,
    /// The worn block that takes its place.
    pub to: u32,
    /// Copies made.
    pub copied: u32,
    /// Copies in all.
    pub copies: u32,
}

/// A power loss, until the tables are found again.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RecoveryShown {
    /// CMT entries that were lost, as [`TablesShown::cmt`] has them.
    pub cmt: Vec<CmtEntryShown>,
    /// How many there were.
    pub entries: u32,
    /// Those that flash did not know.
    pub dirty: u32,
    /// Whether the GTD was lost too.
    pub gtd: bool,
    /// Pages and OOB areas read so far.
    pub read: u32,
    /// OOB areas to be scanned; 0 before it is known.
    pub pages: u32,
    /// OOB areas that a full scan would read.
    pub full: u32,
}

/// Every program and erase since counting began: see `run`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TallyShown {
    /// Programs of each page of the device.
    pub programs: Vec<u32>,
    /// Erases of each block.
    pub erases: Vec<u32>,
}

/// Everything the page draws at one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Frame {
    /// Which simulation.
    pub slot: Slot,
    /// Where it stands.
    pub position: Position,
    /// Requests in all.
    pub requests: u32,
    /// Events of the request under way; 0 between requests.
    pub events: u32,
    /// The last event that happened, `null` at the very beginning.
    pub event: Option<Event>,
    /// The events of the last step's request, from `first_event`, the present one among them.
    pub window: Vec<Event>,
    /// Number of the first event in `window` inside its request.
    pub first_event: u32,
    /// Number of the present event inside `window`, -1 at the very beginning.
    pub in_window: i32,
    /// The request that the present event belongs to.
    pub request: Option<RequestShown>,
    /// The requests around it, for the host queue: a few done, the present one, a few to come.
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
    /// The cleaning under way.
    pub gc: Option<GcShown>,
    /// Cleaning inside a superblock, under way.
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
    /// What happened since playing several steps at a time began; `null` where no run asked for it.
    pub tally: Option<TallyShown>,
    /// Counters here, as in the report; without the hash of the state where `state_hash` is `null`.
    pub report: Report,
    /// 64-bit hash of page states, OOB, tables and counters, hex; `null` of a device so large that it would take longer
    /// than the frame (the report has it).
    pub state_hash: Option<String>,
}

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
    /// Closed loop: so many requests are out at any time; `null`: they come at their times.
    pub outstanding: Option<u32>,
    /// What time it is.
    pub now_us: f64,
    /// What the scheduler's next choice will go by.
    pub turn: TurnShown,
    /// What waits in the scheduler, oldest first; of many the first.
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

/// What a scheduler is about.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TurnShown {
    /// Whether reads have it: the batch, round or slice; `null`: neither has.
    pub reads: Option<bool>,
    /// The process (`cfq`; `null` for the writes), the zone looked at next (`ssd_zones`).
    pub queue: Option<u32>,
    /// Requests of it so far.
    pub taken: u32,
    /// At most so many; 0: no such limit.
    pub most: u32,
    /// When its time is over; `null`: it has none.
    pub until_us: Option<f64>,
}

/// What waits in a scheduler: a request, or several that were merged.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WaitingShown {
    /// Its queue: a process (`cfq`; `null` for the writes), a zone (`ssd_zones`), else 0.
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
    /// What it does.
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

/// What a flash operation does.
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
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub id: u64,
    /// The request that it is for: its number in the workload.
    pub request: u32,
    /// Its block.
    pub block: u32,
    /// Its channel, from 0.
    pub channel: u32,
    /// Its die there, from 0.
    pub die: u32,
    /// What it does.
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
    /// How long it stood in its channel's queue while cleaning or the like was under way there.
    pub held_up_us: f64,
}

/// Timeline lanes: what happened where, in bins of equal width.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Lanes {
    /// Requests of the whole workload.
    pub requests: u32,
    /// Requests per bin.
    pub requests_per_bin: u32,
    /// How many bins are filled: the run has been there.
    pub filled: u32,
    /// Host page writes per bin.
    pub host: Vec<u32>,
    /// Page copies (gc, merge) per bin.
    pub copies: Vec<u32>,
    /// Victims cleaned per bin.
    pub gc: Vec<u32>,
    /// Switch merges per bin (of hybrid FTLs).
    pub switch: Vec<u32>,
    /// Partial merges per bin (of hybrid FTLs).
    pub partial: Vec<u32>,
    /// Full merges per bin.
    pub full: Vec<u32>,
    /// Erases per bin.
    pub erases: Vec<u32>,
    /// Translation page programs per bin.
    pub translation: Vec<u32>,
    /// Programs of all causes per bin; behind a write buffer, where host page writes are not programs.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub programs: Option<Vec<u32>>,
}

/// A command to the import of a trace: [`crate::import::Import`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ImportCommand {
    /// Begin; the file's bytes follow through `push`. Reply: `done`.
    Open {
        /// Format, units, and what to do with bad lines.
        options: Options,
        /// The file's name, for messages and for `path` in scenarios.
        name: String,
    },
    /// All bytes were pushed. Reply: `working`, and from the last slice `imported`.
    Finish {
        /// Page size for the statistics, bytes.
        page_bytes: u32,
    },
    /// Statistics of the imported trace for another page size or device. Reply: `working`, and from the last slice `fit`.
    Fit {
        /// Page size, bytes.
        page_bytes: u32,
        /// Logical pages of the device.
        logical_pages: u32,
        /// How addresses beyond the device are mapped.
        mapping: Mapping,
        /// All pages of the device, for the warning that cleaning can never happen.
        physical_pages: u32,
    },
    /// How local the imported trace is. Other questions may be asked meanwhile. Reply: `working`, and from the last slice `locality`.
    Locality {
        /// Page size, bytes.
        page_bytes: u32,
    },
    /// Ends a `locality` under way. Reply: `done`.
    Cancel,
}

/// A reply of the import.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ImportReply {
    /// Nothing to say.
    Done,
    /// More is to be done: call `slice` again.
    Working {
        /// Chunks of 65,536 requests worked on so far; sorting goes over them more than once.
        chunks: u32,
    },
    /// The trace is imported and its columnar file complete.
    Imported {
        /// What it is.
        trace: Box<TraceSummary>,
    },
    /// How the trace fits a device.
    Fit {
        /// The fit.
        fit: TraceFit,
    },
    /// How local the trace is.
    Locality {
        /// What was found.
        locality: Box<Locality>,
    },
}

/// An imported trace.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TraceSummary {
    /// Its name, as scenarios call it.
    pub name: String,
    /// What the import found and what it left out.
    pub import: trace::Summary,
    /// The first requests, as understood (in pages of the asked size).
    pub preview: Vec<RequestShown>,
    /// Statistics for the asked page size.
    pub statistics: Statistics,
}

/// How a trace fits a device.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TraceFit {
    /// Statistics for this page size, addresses as in the trace.
    pub statistics: Statistics,
    /// What becomes of its addresses; where the trace goes beyond the device.
    pub addresses: Option<Addresses>,
    /// Pages that it touches and that have no place on the device: more than 0, and it cannot be compacted.
    pub lacks: f64,
    /// Whether the trace, so mapped, writes more pages than the device has free: if not, cleaning never happens.
    pub cleans: bool,
}
