//! Options of replacement blocks.

use options::{options, whole};

use crate::scheme_options::INDEXED;
use crate::{Role, SchemeOptions, Shape};

options! {
    /// Replacement blocks (SPEC 4).
    #[derive(Eq)]
    pub struct ReplacementOptions {
        /// A chain is folded while fewer blocks are free and one is needed.
        gc_threshold: u32 = whole(1).at_least(1).changes(),
    }
}

impl SchemeOptions for ReplacementOptions {
    /// While fewer are free, more blocks than LBNs are in chains, so one has two and can be folded.
    fn minimum_blocks(&self, shape: Shape) -> u64 {
        u64::from(shape.logical_blocks()) + u64::from(self.gc_threshold)
    }

    fn fewer_blocks(&self) -> Vec<&'static str> {
        let more = self.gc_threshold > 1;
        more.then_some("lower gc_threshold").into_iter().collect()
    }

    /// The block map, and per block its place in a chain.
    fn table_bytes(&self, shape: Shape) -> u64 {
        INDEXED * (u64::from(shape.logical_blocks()) + u64::from(shape.geometry.blocks))
    }

    fn needs_any_order(&self) -> bool {
        true
    }

    fn log_roles(&self) -> &'static [Role] {
        &[Role::Replacement]
    }

    /// Per page its newest copy, and how many it has.
    fn memory_bytes(&self, shape: Shape) -> u64 {
        u64::from(shape.logical_pages) * 8
    }
}
