//! What finds a victim faster than a look at all closed blocks: one structure for each definition in
//! [`policies`](super::policies), and the same victim.
//!
//! A structure stays if a round (a cleaning and the 10 host writes before it, on the chip) takes at least 1.2 times as long by the
//! definition, on 10,000 blocks or more. `cargo bench -p ftl --bench victim`, 2026-11, on 10,000 blocks of 64 pages; *cold half*:
//! half of the blocks are never rewritten.
//!
//! | | uniform | cold half |
//! |---|---|---|
//! | `greedy` | 58 times | 36 times |
//! | `fifo` | 1.0 | 23 |
//! | `windowed_greedy`, w = 10 | 0.75 | 17 |
//! | `windowed_greedy`, w = 500 | 2.5 | 18 |
//! | `cost_benefit` | 45 | 43 |
//! | `cat` | 39 | 36 |
//! | `random` | 91 | 83 |
//! | `d_choices`, d = 10 | 92 | 77 |
//! | the block erased least, for wear leveling, one cleaning in 20 | 3.1 | 3.1 |
//!
//! `fifo_full` has no structure: its definition looks at one block.

mod aged;
mod ages;
mod fifo;
mod greedy;
mod tournament;
mod urn;
mod windowed_greedy;

use nand::{Columns, Geometry};

use super::closed::Closed;
use super::policies;
use crate::GcPolicy;
use crate::rng::Rng;

use aged::Aged;
use fifo::Fifo;
use greedy::Greedy;
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
    Aged(Aged),
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
            GcPolicy::FifoFull => Self::Definition(Definition(policy)),
            GcPolicy::WindowedGreedy { w } => Self::Windowed(WindowedGreedy::new(w, blocks, pages)),
            GcPolicy::CostBenefit => Self::Aged(Aged::new(false, blocks, pages)),
            GcPolicy::Cat => Self::Aged(Aged::new(true, blocks, pages)),
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
            Self::Aged(order) => order,
            Self::Urn(order) => order,
        }
    }
}

/// No structure: the policy looks at the blocks when it is asked.
#[derive(Clone, Debug)]
pub struct Definition(pub GcPolicy);

impl Index for Definition {
    fn close(&mut self, _: &Closed<'_>, _: u32) {}

    fn invalidated(&mut self, _: &Closed<'_>, _: u32) {}

    fn remove(&mut self, _: &Closed<'_>, _: u32) {}

    fn pick(&mut self, closed: &Closed<'_>, rng: &mut Rng) -> Option<u32> {
        policies::pick(self.0, closed.blocks(), rng).map(|pbn| pbn.0)
    }
}
