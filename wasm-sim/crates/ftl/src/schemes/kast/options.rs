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

    fn minimum_blocks(&self, shape: Shape) -> u64 {
        u64::from(shape.logical_blocks()) + u64::from(self.log_blocks) + 1
    }

    fn fewer_blocks(&self) -> Vec<&'static str> {
        let more = self.log_blocks > 2;
        more.then_some("take fewer log blocks")
            .into_iter()
            .collect()
    }

    /// The block map, and both numbers of each page of the log blocks, which also say which LBNs a log block serves.
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
