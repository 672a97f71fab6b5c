//! A buffer's counters in a report. The device counts as it works, the view by folding events; the two must be equal.

use nand::Columns;

/// Counts since counting started. The first four are of host page accesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BufferCounters {
    /// Reads answered by the buffer.
    pub read_hits: u64,
    /// Writes of a page that was buffered.
    pub write_hits: u64,
    /// Writes of a page that was not.
    pub write_misses: u64,
    /// Trims of a buffered page.
    pub trimmed: u64,
    /// Victims written to flash: pages (`lru`, `cflru`) or block groups.
    pub destages: u64,
    /// Buffered pages written to flash.
    pub destaged: u64,
    /// Pages written along with them to complete their block.
    pub padded: u64,
    /// Clean pages that made room.
    pub dropped: u64,
    /// Pages that flash did not have, lost with the power.
    pub lost: u64,
    /// Destages of a block group because that was cheaper than of a page (`gc_arm`).
    pub block_destages: u64,
    /// Accesses of pages that the buffer's ghosts knew (`ap`).
    pub ghost_hits: u64,
    /// Steps of RAM that went to the buffer.
    pub to_buffer: u64,
    /// Steps of RAM that went to the mapping table.
    pub to_mapping: u64,
}

impl BufferCounters {
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
