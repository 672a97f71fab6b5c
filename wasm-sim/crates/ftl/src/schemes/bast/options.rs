//! Options of BAST.

use options::{needed, options};

use crate::scheme_options::INDEXED;
use crate::{SchemeOptions, Shape};

options! {
    /// BAST (SPEC 4).
    #[derive(Eq)]
    pub struct BastOptions {
        /// Log blocks, M.
        log_blocks: u32 = needed("8"),
    }
}

impl SchemeOptions for BastOptions {
    fn minimum_blocks(&self, shape: Shape) -> u64 {
        u64::from(shape.logical_blocks()) + u64::from(self.log_blocks) + 1
    }

    fn fewer_blocks(&self) -> Vec<&'static str> {
        let more = self.log_blocks > 1;
        more.then_some("take fewer log blocks")
            .into_iter()
            .collect()
    }

    /// The block map, and per log block its number and where each of its pages is.
    fn table_bytes(&self, shape: Shape) -> u64 {
        let pages = u64::from(shape.geometry.pages_per_block);
        INDEXED * u64::from(shape.logical_blocks())
            + u64::from(self.log_blocks) * INDEXED * (1 + pages)
    }

    fn initial_tables(&self) -> &'static [&'static str] {
        &["data", "log"]
    }
}
