//! Options of block mapping: it has none.

use options::options;

use crate::scheme_options::INDEXED;
use crate::{SchemeOptions, Shape};

options! {
    /// Block mapping (SPEC 4).
    #[derive(Eq)]
    pub struct BlockOptions {}
}

impl SchemeOptions for BlockOptions {
    /// The block map.
    fn table_bytes(&self, shape: Shape) -> u64 {
        INDEXED * u64::from(shape.logical_blocks())
    }

    fn needs_any_order(&self) -> bool {
        true
    }

    fn initial_tables(&self) -> &'static [&'static str] {
        &["data"]
    }
}
