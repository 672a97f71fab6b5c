//! Options of KAST.

use options::{Values, needed, options};

use crate::scheme_options::{INDEXED, SEARCHED};
use crate::{Complaint, Role, SchemeOptions, Shape};

options! {
    /// KAST (SPEC 4).
    #[derive(Eq)]
    pub struct KastOptions {
        /// Log blocks, M; at least `seq_log_blocks` + 1.
        log_blocks: u32 = needed("8"),
        /// Sequential log blocks among them, m.
        seq_log_blocks: u32 = needed("1"),
        /// Logical blocks that a random log block serves at most, K.
        associativity: u32 = needed("2"),
    }
}

impl KastOptions {
    /// Random log blocks, R.
    pub fn random_log_blocks(&self) -> u32 {
        self.log_blocks - self.seq_log_blocks
    }
}

impl SchemeOptions for KastOptions {
    /// One of them is random.
    fn settle(&mut self, _: &Values) -> Result<(), Complaint> {
        Complaint::at_least(
            "log_blocks",
            self.log_blocks,
            self.seq_log_blocks.saturating_add(1),
        )
    }

    fn log_blocks(&self) -> Option<(u32, u32)> {
        Some((self.log_blocks, 2))
    }

    /// The block map, and both numbers of each page of the log blocks, which also say which LBNs a log block serves.
    fn table_bytes(&self, shape: Shape) -> u64 {
        let pages = u64::from(shape.geometry.pages_per_block);
        INDEXED * u64::from(shape.logical_blocks()) + u64::from(self.log_blocks) * SEARCHED * pages
    }

    fn log_roles(&self) -> &'static [Role] {
        &[Role::SequentialLog, Role::RandomLog]
    }
}
