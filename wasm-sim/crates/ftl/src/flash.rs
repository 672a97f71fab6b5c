//! The flash of a device with its bookkeeping: what every scheme works on.

use nand::{Chip, Columns, Geometry, ProgramOrder};

use crate::parts::BlockPool;
use crate::rng::Rng;
use crate::{Choices, Counters};

/// Chip, free pool and counters of a device. A scheme reaches them through [`Context`](crate::Context).
#[derive(Clone, Debug)]
pub struct Flash {
    /// The chip.
    pub chip: Chip,
    /// The free blocks, and the roles of the others.
    pub pool: BlockPool,
    /// Operations by cause, since counting started.
    pub counters: Counters,
    /// All operations since counting started.
    pub work: Work,
    /// Choices that replace the scheme's own.
    pub choices: Choices,
    /// Where schemes draw from, if they draw.
    pub rng: Rng,
    /// Flash operations until power is lost; [`u64::MAX`] for never.
    pub power_budget: u64,
}

impl Flash {
    /// An erased chip. `rng`: where schemes draw from.
    pub fn new(geometry: Geometry, order: ProgramOrder, rng: Rng) -> Self {
        Self {
            chip: Chip::new(geometry, order),
            pool: BlockPool::new(geometry.blocks),
            counters: Counters::default(),
            work: Work::default(),
            choices: Choices::default(),
            rng,
            power_budget: u64::MAX,
        }
    }

    /// Whether power is yet to be lost. Where that is, scenarios say in 32 bits.
    #[inline]
    pub fn may_lose_power(&self) -> bool {
        self.power_budget <= u32::MAX.into()
    }

    /// Flash operations since counting started.
    pub fn operations(&self) -> u64 {
        self.work.reads + self.work.programs + self.work.erases
    }
}

/// Total flash operations so far, whatever their cause: what service time is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Page reads.
    pub reads: u64,
    /// Page programs.
    pub programs: u64,
    /// Block erases.
    pub erases: u64,
    /// Reads of OOB areas alone, to find a page: each takes the time of a page read, and is none of `reads`.
    pub oob_reads: u64,
}

impl Work {
    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        for word in [
            &mut self.reads,
            &mut self.programs,
            &mut self.erases,
            &mut self.oob_reads,
        ] {
            visit.long(word);
        }
    }
}
