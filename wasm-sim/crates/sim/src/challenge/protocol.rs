//! The messages between the page and a challenge: [`ChallengeCommand`]s in, [`ChallengeReply`]s out, as JSON. A challenge is a file,
//! and every command carries it: what was chosen is nowhere else.

use ftl::{Decision, Role};
use serde::Serialize;

use crate::json::names;
use crate::scenario::Intervention;

/// The cost to keep as low as possible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// Time of all flash operations, microseconds: what service times add up to.
    #[default]
    FlashTime,
    /// Blocks erased.
    Erases,
    /// Pages programmed beyond those of the host: copies, translation pages.
    Copies,
}

impl Goal {
    /// Every goal.
    pub const ALL: [Self; 3] = [Self::FlashTime, Self::Erases, Self::Copies];

    /// The unit of its costs: `us`, `blocks`, `pages`.
    pub fn unit(self) -> &'static str {
        match self {
            Self::FlashTime => "us",
            Self::Erases => "blocks",
            Self::Copies => "pages",
        }
    }
}

/// A command. They are read in `command`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ChallengeCommand {
    /// Where a challenge is: the first decision point that its file leaves open, and the costs. Reply: `round`.
    Look {
        /// The challenge's file, JSON text; or a scenario, which is a challenge of all its requests.
        file: String,
        /// Whether the scheme decides all that is left open: no decision point is looked for.
        rest: bool,
    },
    /// The fewest that any choices cost, as a job. Reply: `searching`, and from the last slice `optimum`.
    Solve {
        /// As in `look`. Its choices are only where the search begins: all of the challenge are searched.
        file: String,
        /// How many states are looked at, at most.
        states: u32,
    },
    /// End the job with what was found so far. Reply: `optimum`.
    Enough,
}

/// A reply to a [`ChallengeCommand`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ChallengeReply {
    /// Where it is.
    Round {
        /// The challenge.
        round: Box<ChallengeShown>,
    },
    /// A search is under way: call `slice` again.
    Searching {
        /// The search so far.
        found: Optimum,
    },
    /// A search is over.
    Optimum {
        /// The result.
        found: Optimum,
    },
}

/// A challenge as shown. Costs are in the goal's unit, of requests `from` to `until`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ChallengeShown {
    /// The cost to keep low.
    pub goal: Goal,
    /// First request of the challenge.
    pub from: u32,
    /// One past its last.
    pub until: u32,
    /// Kinds of decisions that are asked.
    pub kinds: Vec<Decision>,
    /// The scenario with the choices as its interventions: canonical JSON.
    pub scenario: String,
    /// The challenge's file: what `ftl-lab play` takes.
    pub file: String,
    /// The choices, in order.
    pub choices: Vec<ChoiceShown>,
    /// The decision to make; `null` when nothing is left.
    pub at: Option<PointShown>,
    /// Costs up to the beginning of the request of `at`, or of the whole challenge.
    pub so_far: Costs,
    /// Costs of the whole challenge, if the scheme decides what is left open.
    pub total: Costs,
}

/// The same requests twice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Costs {
    /// With the choices of the file.
    pub person: f64,
    /// With the scheme's own.
    pub scheme: f64,
}

/// A choice that was made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ChoiceShown {
    /// Request, from 0.
    pub request: u32,
    /// Which decision point inside the request, from 0.
    pub decision: u32,
    /// The decision.
    pub kind: Decision,
    /// The choice.
    pub choose: u32,
    /// The scheme's own choice.
    pub own: u32,
}

/// A decision point.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PointShown {
    /// Request, from 0.
    pub request: u32,
    /// Which decision point inside the request, from 0.
    pub decision: u32,
    /// Events of the request before it: the position to be at is (request, events).
    pub events: u32,
    /// The decision.
    pub kind: Decision,
    /// The cost of the challenge up to here, the request under way included.
    pub spent: f64,
    /// The scheme's own choice.
    pub own: u32,
    /// All that may be chosen, ascending by `id`; at least two.
    pub options: Vec<OptionShown>,
}

/// Something that may be chosen, with its facts; `null` where it has no such thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OptionShown {
    /// The value of [`Intervention::choose`].
    pub id: u32,
    /// The scheme's score (see `Decision`); of many candidates only the best have one.
    pub score: Option<f64>,
    /// Valid pages of the block, or of the blocks of the superblock or chain.
    pub valid: Option<u32>,
    /// Pages of it that are invalid.
    pub stale: Option<u32>,
    /// Erases of the block so far.
    pub erases: Option<u32>,
    /// The role of the block.
    pub role: Option<Role>,
    /// The logical block it belongs to.
    pub lbn: Option<u32>,
    /// Whether flash does not know the mapping yet (CMT entries).
    pub dirty: Option<bool>,
    /// Its translation page (CMT entries).
    pub tpn: Option<u32>,
    /// Blocks of the chain or superblock.
    pub blocks: Option<u32>,
}

/// The result of a search over choices.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Optimum {
    /// The least cost found.
    pub cost: f64,
    /// No choices cost less than this.
    pub bound: f64,
    /// Whether the two are the same: the optimum.
    pub proven: bool,
    /// Choices with this cost; the scheme makes the decisions they leave open.
    pub choices: Vec<Intervention>,
    /// States looked at.
    pub states: u32,
    /// How many would be at most: as many as were asked for, or as memory holds.
    pub limit: u32,
}

names! {
    Goal { FlashTime, Erases, Copies }
    Decision { Victim, LogBlock, Merge, Eviction, Superblock, Chain, Placement }
}
