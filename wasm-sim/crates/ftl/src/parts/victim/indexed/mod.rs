//! Structures that find a victim faster than a look at all closed blocks: one for each definition in
//! [`policies`](super::policies), with the same victim.
//!
//! A structure stays if it is at least 1.2 times as fast as the definition on 10,000 blocks or more. The timed part
//! is a round on the chip: a GC and the 10 host writes before it. `cargo bench -p ftl --bench victim`, 2026-11, on
//! 10,000 blocks of 64 pages, the lower of two runs on a shared machine, rounded down. *Cold half*: half of the
//! blocks are never rewritten.
//!
//! | | uniform | cold half |
//! |---|---|---|
//! | `greedy` | 55 times | 35 times |
//! | `fifo` | 1.0 | 20 |
//! | `windowed_greedy`, w = 10 | 0.7 | 15 |
//! | `windowed_greedy`, w = 500 | 2.4 | 15 |
//! | `cost_benefit` | 40 | 40 |
//! | `cat` | 35 | 35 |
//! | `random` | 90 | 80 |
//! | `d_choices`, d = 10 | 90 | 75 |
//! | the block erased least, for wear leveling at one GC in 20 | 3 | 3 |
//!
//! `fifo_full` has no structure: its definition looks at one block.

mod age_weighted;
mod fifo;
mod greedy;
mod least_worn;
mod oldest_of_class;
mod tournament;
mod urn;
mod windowed_greedy;

use nand::{Columns, Geometry, Pbn};

use super::closed::Closed;
use super::policies;
use crate::GcPolicy;
use crate::rng::Rng;

use age_weighted::AgeWeighted;
use fifo::Fifo;
use greedy::Greedy;
pub use least_worn::LessWorn;
pub use tournament::{Contest, Tournament};
use urn::Urn;
use windowed_greedy::WindowedGreedy;

/// The structure in which a policy keeps the closed blocks of a pool.
pub trait Index {
    /// A block was closed.
    fn close(&mut self, closed: &Closed<'_>, block: u32);
    /// A page of a closed block became invalid.
    fn invalidated(&mut self, closed: &Closed<'_>, block: u32);
    /// A block is to leave. It is still in the order of closing.
    fn remove(&mut self, closed: &Closed<'_>, block: u32);
    /// The block to clean.
    fn pick(&mut self, closed: &Closed<'_>, rng: &mut Rng) -> Option<u32>;
    /// Hands the columns that do not follow from others to `visit`.
    fn columns(&mut self, _: &mut dyn Columns) {}
    /// Rebuilds the other columns.
    fn derive(&mut self, _: &Closed<'_>) {}
}

/// How a pool finds its victim.
#[derive(Clone, Debug)]
pub enum Order {
    /// By the definition of the policy.
    Definition(Definition),
    Greedy(Greedy),
    Fifo(Fifo),
    Windowed(WindowedGreedy),
    AgeWeighted(AgeWeighted),
    Urn(Urn),
}

impl Order {
    /// The fastest way that `policy` has.
    #[inline]
    pub fn new(policy: GcPolicy, geometry: Geometry) -> Self {
        let (blocks, pages) = (geometry.blocks, geometry.pages_per_block);
        match policy {
            GcPolicy::Greedy => Self::Greedy(Greedy::new(blocks, pages)),
            GcPolicy::Fifo => Self::Fifo(Fifo::new(blocks)),
            GcPolicy::FifoFull => Self::Definition(Definition::fifo_full()),
            GcPolicy::WindowedGreedy { w } => Self::Windowed(WindowedGreedy::new(w, blocks, pages)),
            GcPolicy::CostBenefit => Self::AgeWeighted(AgeWeighted::new(false, blocks, pages)),
            GcPolicy::Cat => Self::AgeWeighted(AgeWeighted::new(true, blocks, pages)),
            GcPolicy::Random => Self::Urn(Urn::new(1, blocks)),
            GcPolicy::DChoices { d } => Self::Urn(Urn::new(d, blocks)),
        }
    }

    /// The structure, whichever it is.
    #[inline]
    pub fn index(&mut self) -> &mut dyn Index {
        match self {
            Self::Definition(order) => order,
            Self::Greedy(order) => order,
            Self::Fifo(order) => order,
            Self::Windowed(order) => order,
            Self::AgeWeighted(order) => order,
            Self::Urn(order) => order,
        }
    }
}

/// No structure: the policy looks at the blocks when it is asked. It is known by a pointer to a function, so that the linker
/// leaves out the definitions that nothing runs: the page loads one of them and not eight.
#[derive(Clone, Debug)]
pub struct Definition {
    policy: GcPolicy,
    pick: fn(GcPolicy, &Closed<'_>, &mut Rng) -> Option<Pbn>,
}

impl Definition {
    fn fifo_full() -> Self {
        Self {
            policy: GcPolicy::FifoFull,
            pick: |_, closed, _| policies::fifo_full::pick(closed.blocks()),
        }
    }

    /// That of any policy.
    pub fn of(policy: GcPolicy) -> Self {
        Self {
            policy,
            pick: |policy, closed, rng| policies::pick(policy, closed.blocks(), rng),
        }
    }
}

impl Index for Definition {
    fn close(&mut self, _: &Closed<'_>, _: u32) {}

    fn invalidated(&mut self, _: &Closed<'_>, _: u32) {}

    fn remove(&mut self, _: &Closed<'_>, _: u32) {}

    fn pick(&mut self, closed: &Closed<'_>, rng: &mut Rng) -> Option<u32> {
        (self.pick)(self.policy, closed, rng).map(|pbn| pbn.0)
    }
}
