//! How a buffer is set up: the resolved form of a scenario's `buffer` (SPEC 6, 11).

use options::{choices, flag, needed, number, whole};

use crate::sharing::Sharing;

/// Declares the policies: each has its own options beside those of every buffer.
macro_rules! policies {
    ($($(#[doc = $doc:literal])* $variant:ident = $name:literal { $($own:tt)* })*) => {
        choices! {
            /// Which pages leave a full buffer.
            pub enum Policy in "buffer kind" {
                $($(#[doc = $doc])* $variant = $name {
                    /// Pages it holds at most: where RAM is shared, at first.
                    capacity: u32 = needed("64"),
                    $($own)*
                    /// Whether it outlives a power loss (SPEC 5).
                    battery_backed: bool = flag(true),
                },)*
            }
        }

        impl Policy {
            fn of_all(&self) -> (u32, bool) {
                match *self {
                    $(Self::$variant { capacity, battery_backed, .. } => (capacity, battery_backed),)*
                }
            }
        }
    };
}

policies! {
    /// The page written least recently.
    Lru = "lru" {}
    /// Clean first: the buffer keeps pages that were read too, and gives up a clean one near the LRU end, which costs no write,
    /// before the LRU page.
    Cflru = "cflru" {
        /// Pages from the LRU end on among which a clean one is looked for.
        window: u32 = needed("16"),
    }
    /// The block group with the most pages; tie: written least recently.
    Fab = "fab" {}
    /// The block group written least recently, completed from flash.
    Bplru = "bplru" {
        /// A block written whole and in order goes to the LRU end: it will not be written again soon.
        lru_compensation: bool = flag(true),
    }
    /// The largest of the block groups that are updated infrequently, completed from flash.
    PudLru = "pud_lru" {
        /// Groups whose PUD is less than this share of the range of PUDs are updated frequently, and stay.
        threshold: f64 = number(0.001).from_zero_to(1.0),
    }
    /// A page or a block group, whichever the FTL can take more cheaply; RAM is shared with the mapping table.
    GcArm = "gc_arm" {
        /// After this many requests RAM is divided again between buffer and CMT.
        window_requests: u32 = whole(500).at_least(1).at_most(u32::MAX / 2),
        /// Logical blocks accessed in a window from which on its requests are random.
        distinct_blocks: u32 = whole(250).at_least(1),
        /// Bytes of RAM that move at a time, as whole pages, at least one.
        step_bytes: u32 = whole(16_384).at_least(1),
    }
    /// The page written least recently; RAM is shared with the mapping table.
    Ap = "ap" {
        /// After this many requests RAM is divided again between buffer and CMT.
        window_requests: u32 = whole(500).at_least(1).at_most(u32::MAX / 2),
        /// Bytes of RAM that move at a time, as whole pages, at least one.
        step_bytes: u32 = whole(16_384).at_least(1),
    }
}

/// A write buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BufferConfig {
    /// The pages that leave it, and its options.
    pub policy: Policy,
    /// How RAM is shared with the mapping table, if it is.
    pub sharing: Option<Sharing>,
}

impl BufferConfig {
    /// Pages it holds at most, at first; at least 1.
    pub fn capacity(&self) -> u32 {
        self.policy.of_all().0
    }

    /// Whether it outlives a power loss (SPEC 5).
    pub fn battery_backed(&self) -> bool {
        self.policy.of_all().1
    }

    /// Whether only whole block groups leave.
    pub fn by_block(&self) -> bool {
        matches!(
            self.policy,
            Policy::Fab { .. } | Policy::Bplru { .. } | Policy::PudLru { .. }
        )
    }

    /// Pages it holds if it ever gets all RAM that is shared.
    pub fn most(&self) -> u32 {
        self.sharing.map_or(self.capacity(), |sharing| {
            let steps = sharing.entries / sharing.step_entries;
            self.capacity()
                .saturating_add(steps.saturating_mul(sharing.step_pages))
        })
    }

    /// Whether a group that leaves is completed with the pages of its block that are on flash.
    pub fn pads(&self) -> bool {
        matches!(
            self.policy,
            Policy::Bplru { .. } | Policy::PudLru { .. } | Policy::GcArm { .. }
        )
    }

    /// Whether pages that the host reads are kept.
    pub fn keeps_reads(&self) -> bool {
        matches!(self.policy, Policy::Cflru { .. })
    }
}
