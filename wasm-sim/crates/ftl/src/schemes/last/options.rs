//! Options of LAST.

use options::{Values, needed, options, whole};

use crate::scheme_options::{INDEXED, SEARCHED};
use crate::{Complaint, Role, SchemeOptions, Shape};

options! {
    /// LAST (SPEC 4).
    #[derive(Eq)]
    pub struct LastOptions {
        /// Log blocks, M; at least `seq_log_blocks` + 3.
        log_blocks: u32 = needed("8"),
        /// Sequential log blocks among them, m.
        seq_log_blocks: u32 = needed("1"),
        /// How many of the pages written most recently are hot; 0: none, so that there is one partition.
        k: u32 = needed("64").at_least(0),
        /// Bytes from which on a request is sequential.
        seq_threshold: u32 = whole(4096).at_least(1).changes(),
    }
}

impl LastOptions {
    /// Random log blocks of both partitions, R.
    pub fn random_log_blocks(&self) -> u32 {
        self.log_blocks - self.seq_log_blocks
    }
}

impl SchemeOptions for LastOptions {
    /// The others are random: a block to be reclaimed must be closed, and each of two partitions may have one open.
    fn settle(&mut self, _: &Values) -> Result<(), Complaint> {
        Complaint::at_least(
            "log_blocks",
            self.log_blocks,
            self.seq_log_blocks.saturating_add(3),
        )
    }

    fn log_blocks(&self) -> Option<(u32, u32)> {
        Some((self.log_blocks, 4))
    }

    /// The block map, both numbers of each page of the log blocks, and the pages remembered.
    fn table_bytes(&self, shape: Shape) -> u64 {
        let pages = u64::from(shape.geometry.pages_per_block);
        INDEXED * u64::from(shape.logical_blocks())
            + u64::from(self.log_blocks) * SEARCHED * pages
            + INDEXED * u64::from(self.k.min(shape.logical_pages))
    }

    fn log_roles(&self) -> &'static [Role] {
        &[Role::SequentialLog, Role::HotLog, Role::ColdLog]
    }

    /// Per page its place in a log block and in the list of recent ones; per recent one its slot.
    fn memory_bytes(&self, shape: Shape) -> u64 {
        u64::from(shape.logical_pages) * 8 + u64::from(self.k.min(shape.logical_pages)) * 20
    }
}
