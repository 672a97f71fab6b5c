//! A buffer's counters in a report. The device counts as it works, the view by folding events; the two must be equal.

use nand::Columns;
use serde::Serialize;

/// A write buffer in a report: counts since counting started, and how full it is. The first four are of host page
/// accesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BufferCounts {
    /// Host page reads that it answered.
    pub read_hits: u64,
    /// Host page writes of a page that was in it.
    pub write_hits: u64,
    /// Host page writes of a page that was not.
    pub write_misses: u64,
    /// Host page trims of a page that was in it.
    pub trimmed: u64,
    /// Pages or block groups that left it for flash.
    pub destages: u64,
    /// Pages that left it for flash.
    pub destaged: u64,
    /// Pages written along with them to complete their block.
    pub padded: u64,
    /// Clean pages that made room.
    pub dropped: u64,
    /// Pages lost with the power.
    pub lost: u64,
    /// Pages in it now.
    pub pages: u64,
    /// Those of them that flash does not have: written by the host, and not yet paid for.
    pub owed: u64,
    /// Number of evictions of a whole block group because its benefit was more than that of a page (`gc_arm`).
    pub block_destages: u64,
    /// Host page accesses that a buffer one step larger would have answered (`ap`).
    pub ghost_hits: u64,
    /// Accesses of mappings that one step more of them would have answered (`ap`).
    pub mapping_ghost_hits: u64,
    /// Steps of RAM that went to the buffer (`gc_arm`, `ap`).
    pub to_buffer: u64,
    /// Steps of RAM that went to the CMT (`gc_arm`, `ap`).
    pub to_mapping: u64,
    /// Bytes of RAM that mapping tables take now.
    pub mapping_bytes: u64,
    /// Bytes of RAM that the buffer takes now.
    pub buffer_bytes: u64,
}

impl BufferCounts {
    /// The counters that every buffer has, in the order above.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        for word in [
            &mut self.read_hits,
            &mut self.write_hits,
            &mut self.write_misses,
            &mut self.trimmed,
            &mut self.destages,
            &mut self.destaged,
            &mut self.padded,
            &mut self.dropped,
            &mut self.lost,
        ] {
            visit.long(word);
        }
    }

    /// Those that only a buffer which shares RAM has.
    pub fn columns_of_sharing(&mut self, visit: &mut dyn Columns) {
        for word in [
            &mut self.block_destages,
            &mut self.ghost_hits,
            &mut self.to_buffer,
            &mut self.to_mapping,
        ] {
            visit.long(word);
        }
    }
}
