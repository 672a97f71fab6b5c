//! The engine's answers.

use ftl::{Cause, Event, FtlKind};
use serde::Serialize;

use super::{Frame, Ledger, Position, Quiet, RequestShown, Slot};
use crate::report::Report;

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
        /// The kind of job.
        doing: Doing,
        /// Requests complete so far (of the run, or of the precondition).
        requests: u32,
        /// Requests in all.
        total: u32,
        /// Whether a search ended because it met what it looked for.
        found: bool,
        /// The reason for the stop, whether it was looked for or a breakpoint in the way: one alternative of a
        /// predicate.
        hit: Option<String>,
    },
    /// A predicate is sound.
    Predicate {
        /// Its text as it is shown: without short names, alternatives joined with `or`.
        text: String,
    },
    /// A scenario is sound.
    Checked {
        /// Its text.
        summary: Summary,
    },
    /// A simulation is at its beginning.
    Opened {
        /// Where.
        slot: Slot,
        /// Its kind.
        summary: Summary,
    },
    /// The picture to draw.
    Frame {
        /// The frame.
        frame: Box<Frame>,
    },
    /// The report.
    Report {
        /// Counters at the current position.
        report: Box<Report>,
    },
    /// Whether a run shows little.
    Quiet {
        /// Why; `null` where there is nothing to say.
        quiet: Option<Quiet>,
    },
    /// Which addresses cause the copies.
    Explained {
        /// Every program, by address.
        ledger: Box<Ledger>,
    },
    /// The timeline.
    Lanes {
        /// The lanes.
        lanes: Lanes,
    },
    /// A part of a log that fio replays.
    Exported {
        /// Its lines.
        log: String,
        /// Where the next part begins; the number of requests after the last one.
        next: u32,
        /// How many requests there are.
        total: u32,
        /// The job file, for a log of the name `requests.iolog`: of the last part it knows all requests.
        job: String,
    },
    /// How a page came to hold what it holds.
    Provenance {
        /// The programs of its content, the latest (to this page) first, the host's write last; if the last one is a copy, or
        /// there is none, the content is from before the run. Of an invalid page, before all of them what made it so: it leads
        /// from this page. Empty for a free page.
        moves: Vec<Move>,
    },
    /// The cost of requests.
    Costs {
        /// Of each request, in turn: flash page reads, programs, block erases. Empty after the last request.
        costs: Vec<u32>,
    },
}

/// The kinds of jobs.
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
    /// Things to know that are not errors (the footprint can never cause GC, ...).
    pub warnings: Vec<String>,
}

/// A program that brought a content to a page, or what made that page invalid.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Move {
    /// Right after it.
    pub position: Position,
    /// The request that it was done in.
    pub request: RequestShown,
    /// Where the content was copied from; `null` where it began. The reason why a page is invalid: that page.
    pub from: Option<u32>,
    /// Where it was brought to; `null` where it was not, but the host wrote or trimmed the logical page.
    pub to: Option<u32>,
    /// Why.
    pub cause: Cause,
    /// The merge, GC or the like that it was part of.
    pub within: Option<Event>,
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
    /// CMT misses per bin (of DFTL).
    pub cmt_misses: Vec<u32>,
}
