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
    fn log_blocks(&self) -> Option<(u32, u32)> {
        Some((self.log_blocks, 1))
    }

    /// The block map, and per log block its number and where each of its pages is.
    fn table_bytes(&self, shape: Shape) -> u64 {
        let pages = u64::from(shape.geometry.pages_per_block);
        INDEXED * u64::from(shape.logical_blocks())
            + u64::from(self.log_blocks) * INDEXED * (1 + pages)
    }
}
