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
    fn minimum_blocks(&self, shape: Shape) -> u64 {
        u64::from(shape.logical_blocks()) + u64::from(self.log_blocks) + 1
    }

    fn fewer_blocks(&self) -> Vec<&'static str> {
        let more = self.log_blocks > 2;
        more.then_some("take fewer log blocks")
            .into_iter()
            .collect()
    }

    /// The block map, and both numbers of each page of the log blocks.
    fn table_bytes(&self, shape: Shape) -> u64 {
        let pages = u64::from(shape.geometry.pages_per_block);
        INDEXED * u64::from(shape.logical_blocks()) + u64::from(self.log_blocks) * SEARCHED * pages
    }

    fn initial_tables(&self) -> &'static [&'static str] {
        &["data", "log"]
    }

    fn log_roles(&self) -> &'static [Role] {
        &[Role::SequentialLog, Role::RandomLog]
    }
}
