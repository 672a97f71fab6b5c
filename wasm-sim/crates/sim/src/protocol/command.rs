//! The page's questions to the engine.

use ftl::Grain;
use serde::Serialize;

use super::{Position, Slot};
use crate::predicate::Predicate;
use crate::scenario::Override;

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
        /// The last one before here instead; where it is if there is none.
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
    /// Copy a slot's simulation at its current request into another slot. Reply: `opened`.
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
    /// Serve requests from request `from` on, without events, and say what each cost: for comparisons in lockstep.
    /// `from` is 0, or where the last `costs` ended; after that the simulation has no position until it is run to
    /// one. Reply: `costs`.
    Costs {
        /// Which simulation.
        slot: Slot,
        /// First request.
        from: u32,
        /// About how many flash operations; at least one request is served.
        operations: u32,
    },
    /// The picture of the current position. Reply: `frame`; the page columns come in the buffer.
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
        /// A page that is asked for by itself, wherever it is: what it holds, and other copies of that.
        ppn: Option<u32>,
        /// A logical page that is asked for by itself: its copies.
        lpn: Option<u32>,
    },
    /// Counters of the current position as the report. Reply: `report`.
    Report {
        /// Which simulation.
        slot: Slot,
    },
    /// Why a run shows little, if it is at its end and does, as a job: the changed run that shows more is run beside. Reply:
    /// `progress`, and at the end `quiet`. The simulation stays as it is.
    Quiet {
        /// Which simulation.
        slot: Slot,
    },
    /// Which addresses cause the copies of the whole run, as a job: it is run once more beside. Reply: `progress`, and at the end
    /// `explained`. The simulation stays where it is.
    Explain {
        /// Which simulation.
        slot: Slot,
        /// Ranges of addresses, at most; one for each device where there are more devices.
        ranges: u32,
    },
    /// How a page came to hold what it holds at the current position, as a job. Reply: `progress`, and at the end
    /// `provenance`. The simulation stays where it is.
    Provenance {
        /// Which simulation.
        slot: Slot,
        /// The page.
        ppn: u32,
    },
    /// The next part of a log of requests that fio replays: of an attached trace, or of a simulation's workload. `from` is 0,
    /// or where the last part ended. Reply: `exported`.
    Export {
        /// The trace's name; absent: the simulation's workload.
        trace: Option<String>,
        /// Which simulation.
        slot: Slot,
        /// First request.
        from: u32,
        /// Requests, at most.
        count: u32,
        /// Bytes of a page, for a trace in pages.
        page_bytes: u32,
    },
    /// Timeline lanes. Reply: `lanes`.
    Lanes {
        /// Which simulation.
        slot: Slot,
    },
    /// Stop the job. Reply: `done`. The simulation is where the last slice left it.
    Cancel,
}

impl Command {
    /// [`Self::Run`], without stops and without a tally.
    pub fn run(slot: Slot, target: Target) -> Self {
        Self::Run {
            slot,
            target,
            stops: None,
            tally: None,
        }
    }
}
