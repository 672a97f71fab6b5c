//! Policies: programs that answer the decisions of a run in the scheme's place (SPEC 13).
//!
//! A program, in whatever language, is a [`Program`]; a [`Run`] serves the requests of a scenario and asks it. The choices that
//! differ from the scheme's own come out as interventions: the scenario with them is the same run, without the program.

mod driver;
mod losses;
mod run;
mod session;

use ftl::{Decision, Facts};
pub use ftl::{NOTE_WORDS, Note};
use nand::Geometry;

pub use losses::{Comparison, Loss, Losses};
use run::failure_of;
pub(crate) use run::unserved;
pub use run::{Logged, Outcome, Run};
pub use session::Session;

/// The decisions of policies: the name of the function that answers each, in the order of their numbers.
pub const FUNCTIONS: [(Decision, &str); 7] = [
    (Decision::Victim, "victim"),
    (Decision::LogBlock, "logBlock"),
    (Decision::Merge, "merge"),
    (Decision::Eviction, "eviction"),
    (Decision::Superblock, "superblock"),
    (Decision::Chain, "chain"),
    (Decision::Placement, "placement"),
];

/// The number of a decision: its place in [`FUNCTIONS`].
pub fn number(kind: Decision) -> u32 {
    let at = FUNCTIONS.iter().position(|&(k, _)| k == kind);
    at.expect("all are there") as u32
}

/// The names of the functions of notifications, in the order of their numbers.
pub const NOTES: [&str; 8] = [
    "write",
    "invalidate",
    "erase",
    "trim",
    "close",
    "hit",
    "load",
    "evict",
];

/// How many numbers each notification gives.
pub const NOTED: [usize; NOTES.len()] = [3, 2, 1, 1, 1, 1, 1, 2];

/// The functions that a program has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hooks {
    /// Bit n: it has the notification of number n.
    pub notes: u32,
    /// Bit n: it answers the decision of number n.
    pub answers: u32,
    /// Bit n: and looks at the candidates.
    pub looks: u32,
}

/// The device, as a program receives it at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceFacts {
    /// Its blocks and pages.
    pub geometry: Geometry,
    /// Pages that the host sees.
    pub logical_pages: u32,
}

/// A decision as a program is asked.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Its number, see [`FUNCTIONS`].
    pub kind: u32,
    /// The scheme's own choice.
    pub own: u32,
    /// The page that the host writes, for placements; otherwise the page of its latest access.
    pub lpn: u32,
    /// Host page writes so far, those of the preparation included.
    pub now: u64,
    /// The candidates, if it looks at them.
    pub candidates: &'a [Facts],
}

impl Asked<'_> {
    /// The candidates as numbers, five each: id, valid pages, erases, closed at, 1 if dirty.
    pub fn numbers(&self) -> Vec<f64> {
        let numbers = |f: &Facts| {
            let Facts {
                id,
                valid,
                erases,
                closed_at,
                dirty,
            } = *f;
            let (id, valid, erases) = (f64::from(id), f64::from(valid), f64::from(erases));
            [
                id,
                valid,
                erases,
                closed_at as f64,
                f64::from(u8::from(dirty)),
            ]
        };
        self.candidates.iter().flat_map(numbers).collect()
    }
}

/// Why a program could not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The function that it was in: `victim`. Empty if in none.
    pub function: String,
    /// The fault, after the name of the function: "returned undefined".
    pub message: String,
    /// The remedy.
    pub remedy: String,
    /// The line of the program, from 1, if known.
    pub line: Option<u32>,
    /// The column, from 1, if known.
    pub column: Option<u32>,
}

/// A program that answers decisions.
pub trait Program {
    /// Which functions it has.
    fn hooks(&self) -> Hooks;

    /// The run begins.
    fn init(&mut self, device: &DeviceFacts) -> Result<(), Stop>;

    /// The request of this number begins, from 0.
    fn request(&mut self, _number: u32) {}

    /// Things happened, in this order: [`NOTE_WORDS`] words each, see [`Note`]. Only those it has a function for.
    fn notes(&mut self, notes: &[u32]) -> Result<(), Stop>;

    /// Its choice; `None` for the scheme's own.
    fn decide(&mut self, asked: &Asked<'_>) -> Result<Option<u32>, Stop>;

    /// Lines it has logged since the last call.
    fn take_log(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Bytes of state that it keeps.
    fn state_bytes(&self) -> u64 {
        0
    }
}
