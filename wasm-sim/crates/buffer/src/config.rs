//! How a buffer is set up: the resolved form of a scenario's `buffer` (SPEC 6, 11).

use crate::sharing::Sharing;

/// Which pages leave a full buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Policy {
    /// The page written least recently.
    Lru,
    /// Clean first: the buffer keeps pages that were read too, and gives up a clean one near the LRU end, which costs no write,
    /// before the LRU page.
    Cflru {
        /// Pages from the LRU end on among which a clean one is looked for; at least 1.
        window: u32,
    },
    /// The block group with the most pages; tie: written least recently.
    Fab,
    /// The block group written least recently, completed from flash.
    Bplru {
        /// A block written whole and in order goes to the LRU end: it will not be written again soon.
        lru_compensation: bool,
    },
    /// The largest of the block groups that are updated infrequently, completed from flash.
    PudLru {
        /// Groups whose PUD is less than this share of the range of PUDs are updated frequently; 0 to 1.
        threshold: f64,
    },
    /// A page or a block group, whichever the FTL can take more cheaply; RAM is shared with the mapping table.
    GcArm(Sharing),
    /// The page written least recently; RAM is shared with the mapping table.
    Ap(Sharing),
}

/// A write buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BufferConfig {
    /// What leaves it.
    pub policy: Policy,
    /// Pages it holds at most, at first; at least 1.
    pub capacity: u32,
    /// Whether it outlives a power loss (SPEC 5).
    pub battery: bool,
}

impl BufferConfig {
    /// The policy's name in scenarios.
    pub fn name(&self) -> &'static str {
        match self.policy {
            Policy::Lru => "lru",
            Policy::Cflru { .. } => "cflru",
            Policy::Fab => "fab",
            Policy::Bplru { .. } => "bplru",
            Policy::PudLru { .. } => "pud_lru",
            Policy::GcArm(_) => "gc_arm",
            Policy::Ap(_) => "ap",
        }
    }

    /// Whether only whole block groups leave.
    pub fn by_block(&self) -> bool {
        matches!(
            self.policy,
            Policy::Fab | Policy::Bplru { .. } | Policy::PudLru { .. }
        )
    }

    /// How RAM is shared with the mapping table, if it is.
    pub fn sharing(&self) -> Option<&Sharing> {
        match &self.policy {
            Policy::GcArm(sharing) | Policy::Ap(sharing) => Some(sharing),
            _ => None,
        }
    }

    /// Pages it holds if it ever gets all RAM that is shared.
    pub fn most(&self) -> u32 {
        self.sharing().map_or(self.capacity, |sharing| {
            let steps = sharing.entries / sharing.step_entries;
            self.capacity
                .saturating_add(steps.saturating_mul(sharing.step_pages))
        })
    }

    /// Whether a group that leaves is completed with the pages of its block that are on flash.
    pub fn pads(&self) -> bool {
        matches!(
            self.policy,
            Policy::Bplru { .. } | Policy::PudLru { .. } | Policy::GcArm(_)
        )
    }

    /// Whether pages that the host reads are kept.
    pub fn keeps_reads(&self) -> bool {
        matches!(self.policy, Policy::Cflru { .. })
    }
}
