//! The scenario: one JSON document that says everything a run depends on (SPEC 11).
//!
//! ```text
//! text -> document (names and types) -> resolve (defaults, checks) -> Setup -> canonical text, hash
//! ```
//!
//! [`parse`] does all of it and stops at the first thing that is wrong, with its field, line and column.

use std::fmt;

use ftl::{InitialTables, Scheme, Shape};
use nand::{Energy, Geometry, ProgramOrder, Timing};

use crate::failure::Failure;
use crate::json::{self, Index, Read};
use workload::WorkloadSpec;

mod canonical;
mod document;
mod drive;
#[cfg(feature = "ts")]
pub mod export;
mod host;
mod initial;
mod interventions;
mod misread;
pub mod needs;
mod preset;
mod problem;
mod ram;
mod repeat;
mod resolve;
mod scheme;
pub mod workload;

#[cfg(test)]
mod tests;

pub use document::kinds::BufferKind;
pub use document::options::FtlOptions;
pub use document::overrides::{Change, Intervention, Override};
pub use document::{
    Aliasing, Buffer, DataBlocks, Device, Ftl, Host, Initial, Or, PageSizes, PartialWrites,
    PreconditionStep, Repetition, Scenario, TimingFigures, UntilSteady, Workload,
};
pub use host::Parallel;
pub use interventions::OptionsChange;
pub(crate) use misread::{of_reading, of_syntax};
pub use ram::memory::{
    CHECKPOINTS, MEMORY_LIMIT, Memory, PIECE, estimate_bytes, most_events, most_operations,
};
pub use ram::{CMT_ENTRY_BYTES, Ram};
pub use repeat::Repeat;

/// The seed of a scenario that gives none.
pub(crate) const DEFAULT_SEED: u64 = 1;

/// A scenario that was checked: every default filled in, every figure in range, nothing contradicts.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// Title; may be empty.
    pub name: String,
    /// Seed of everything random (see [`crate::rng`]).
    pub seed: u64,
    /// Shape of the chip.
    pub geometry: Geometry,
    /// In which order pages of a block may be programmed.
    pub program_order: ProgramOrder,
    /// Durations of flash operations.
    pub timing: Timing,
    /// Energies of flash operations.
    pub energy: Energy,
    /// Pages the host sees; 1 to all pages of the chip.
    pub logical_pages: u32,
    /// The scheme with its options. The device has at least its [`ftl::SchemeOptions::minimum_blocks`], except
    /// in a scenario that only shows a state ([`Setup::only_shows`]).
    pub scheme: Scheme,
    /// The write buffer.
    pub buffer: Option<buffer::BufferConfig>,
    /// The writes before the run, in order; empty when there is an `initial`.
    pub preconditions: Vec<Precondition>,
    /// How many of the workload's first requests run before counting starts.
    pub warmup_requests: u32,
    /// The requests.
    pub workload: WorkloadSpec,
    /// How often they are made.
    pub repeat: Repeat,
    /// Whether trims access no page.
    pub ignores_trims: bool,
    /// Overridden decisions, ascending by request and decision, each at most once.
    pub interventions: Vec<Intervention>,
    /// Changes of options in the middle of a run, ascending by request, each at most once a request; each changes something.
    pub changes: Vec<OptionsChange>,
    /// After how many flash operations, since counting started, power is lost; ascending.
    pub power_cuts: Vec<u32>,
    /// How the device works side by side; `None`: one server, first come first served.
    pub parallel: Option<Parallel>,
    /// The state to start from.
    pub initial: Option<InitialState>,
    /// The canonical JSON: keys sorted, defaults filled in, one spelling for one meaning.
    pub canonical: String,
    /// xxHash64 (seed 0) of the canonical JSON, 16 hex digits.
    pub hash: String,
}

impl Setup {
    /// The device as the options of the scheme look at it.
    pub fn shape(&self) -> Shape {
        Shape {
            geometry: self.geometry,
            logical_pages: self.logical_pages,
        }
    }

    /// Requests of all passes of the workload, those of the warm-up included; `None` where it must be looked at: a trace, or a workload
    /// that is repeated until it is steady.
    pub fn requests(&self) -> Option<u32> {
        match self.repeat {
            Repeat::Times(times) => self.workload.requests().map(|pass| pass * times),
            Repeat::UntilSteady { .. } => None,
        }
    }

    /// Whether nothing is ever run: an `initial` and no requests. Such a scenario may have fewer blocks than its
    /// scheme needs to work.
    pub fn only_shows(&self) -> bool {
        self.initial.is_some() && self.workload.requests() == Some(0)
    }
}

/// A step of the precondition (SPEC 11). Pages are written one request each, but for a steady state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Precondition {
    /// Pages `from .. from + pages`, in order.
    Sequential {
        /// First page.
        from: u32,
        /// How many.
        pages: u32,
    },
    /// Every logical page once, in random order.
    RandomFill,
    /// Every logical page in order, then `logical_pages * fraction` random page writes.
    FillAndInvalidate {
        /// Random writes as a share of the logical space.
        fraction: f64,
    },
    /// The writes and trims of the workload, with random numbers of their own, until the write amplification settles. A workload
    /// that is a list or a trace lends no more writes than it has: uniform writes of single pages take its place.
    SteadyState {
        /// Settled: that of a window differs from that of the window before by at most this share of it.
        tolerance: f64,
        /// Host page writes of a window, at least.
        window: u32,
        /// Settled or not after this many windows.
        max_windows: u32,
    },
}

/// A state to start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialState {
    /// Per block its pages from offset 0. Blocks and pages left out at the end are free.
    pub pages: Vec<Vec<InitialPage>>,
    /// The scheme's tables; empty where the pages imply them.
    pub tables: InitialTables,
}

/// A page of an `initial`, and how it is written there and in a dump: `.`, `5`, `x5`, `t2`, `xt2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitialPage {
    /// Free.
    Free,
    /// A copy of a logical page.
    Data {
        /// Which.
        lpn: u32,
        /// Whether it is the latest.
        valid: bool,
    },
    /// A copy of a translation page.
    Translation {
        /// Which.
        tpn: u32,
        /// Whether it is the latest.
        valid: bool,
    },
}

impl fmt::Display for InitialPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stale = |valid: bool| if valid { "" } else { "x" };
        match *self {
            Self::Free => f.write_str("."),
            Self::Data { lpn, valid } => write!(f, "{}{lpn}", stale(valid)),
            Self::Translation { tpn, valid } => write!(f, "{}t{tpn}", stale(valid)),
        }
    }
}

/// Reads and checks a scenario.
///
/// # Errors
/// The first problem found: what, what to do about it, the field's path, its line and column.
pub fn parse(text: &str) -> Result<Setup, Failure> {
    let text = without_mark(text);
    json::syntax(text).map_err(|fault| misread::of_syntax(&fault))?;
    let index = Index::new(text);
    let document = Scenario::read(json::Reader::new(&index))
        .map_err(|error| misread::of_reading(&error, &index))?;
    let mut setup = resolve::resolve(&document).map_err(|problem| problem.at(&index))?;
    setup.canonical = canonical::text(&setup);
    setup.hash = canonical::hash(&setup.canonical);
    Ok(setup)
}

/// Reads a scenario's names and types only, to be changed and written again.
///
/// # Errors
/// As [`parse`].
pub fn read(text: &str) -> Result<Scenario, Failure> {
    let text = without_mark(text);
    json::syntax(text).map_err(|fault| misread::of_syntax(&fault))?;
    let index = Index::new(text);
    Scenario::read(json::Reader::new(&index)).map_err(|error| misread::of_reading(&error, &index))
}

/// The canonical text of a scenario (SPEC 11.10).
pub fn written(setup: &Setup) -> String {
    canonical::text(setup)
}

/// Line and column, both from 1, of a field in the text of a scenario: `initial.blocks[2]`. For problems found after
/// [`parse`]. A field that is not in the text is placed where the nearest thing around it is.
pub fn place(text: &str, field: &str) -> (u32, u32) {
    Index::new(without_mark(text)).place_of(field)
}

/// Some editors begin a file with a byte order mark.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
