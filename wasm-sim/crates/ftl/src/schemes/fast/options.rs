//! Options of FAST.

use options::{flag, needed, options};

use crate::scheme_options::{INDEXED, SEARCHED};
use crate::{Role, SchemeOptions, Shape};

options! {
    /// FAST (SPEC 4).
    #[derive(Eq)]
    pub struct FastOptions {
        /// Log blocks, M: one sequential (SW), the others random (RW).
        log_blocks: u32 = needed("8").at_least(2),
        /// Reclaiming leaves out logical blocks whose pages in the victim are all invalid (O-FAST).
        skip_stale: bool = flag(true).changes(),
    }
}

impl SchemeOptions for FastOptions {
    fn log_blocks(&self) -> Option<(u32, u32)> {
        Some((self.log_blocks, 2))
    }

    /// The block map, and both numbers of each page of the log blocks.
    fn table_bytes(&self, shape: Shape) -> u64 {
        let pages = u64::from(shape.geometry.pages_per_block);
        INDEXED * u64::from(shape.logical_blocks()) + u64::from(self.log_blocks) * SEARCHED * pages
    }

    fn log_roles(&self) -> &'static [Role] {
        &[Role::SequentialLog, Role::RandomLog]
    }
}
