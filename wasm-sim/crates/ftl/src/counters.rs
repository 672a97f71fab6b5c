//! Counters of flash operations by cause and of what schemes do (SPEC 2, 11).

use nand::Columns;

use crate::{Cause, HostOp, MergeKind};

/// Counts of one flash operation, by [`Cause`].
pub type ByCause = [u64; 8];

/// Everything a report counts. The engine counts as it works; the view counts by folding events; the
/// two must be equal (SPEC 10, law 4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Host page reads.
    pub host_reads: u64,
    /// Host page writes.
    pub host_writes: u64,
    /// Host page trims.
    pub host_trims: u64,
    /// Host page reads of pages that hold nothing.
    pub unmapped_reads: u64,
    /// Flash page reads by cause.
    pub reads: ByCause,
    /// Flash page programs by cause.
    pub programs: ByCause,
    /// Block erases by cause.
    pub erases: ByCause,
    /// Switch merges.
    pub merges_switch: u64,
    /// Partial merges.
    pub merges_partial: u64,
    /// Full merges: LBNs merged.
    pub merges_full: u64,
    /// Full merges by size: entry `n` counts victims that took `n` full merges; entry 0 is unused.
    pub full_merge_blocks: Vec<u64>,
    /// Victims cleaned.
    pub gc_runs: u64,
    /// Data pages copied by GC.
    pub gc_copied: u64,
    /// Data blocks erased by GC.
    pub gc_data_erases: u64,
    /// Translation blocks erased by GC.
    pub gc_translation_erases: u64,
    /// Translation pages copied by the GC of translation blocks.
    pub gc_translation_copied: u64,
    /// Translation pages updated because GC moved data pages.
    pub gc_translation_updated: u64,
    /// CMT hits.
    pub cmt_hits: u64,
    /// CMT misses.
    pub cmt_misses: u64,
    /// Clean CMT entries evicted.
    pub cmt_evictions_clean: u64,
    /// Dirty CMT entries evicted.
    pub cmt_evictions_dirty: u64,
    /// Dirty CMT entries written back together with an evicted one.
    pub cmt_batched: u64,
    /// Mappings loaded along with a missed one.
    pub cmt_prefetched: u64,
    /// CMT misses of entries that had left it not long ago, where that is watched (`ap`). No column of [`Self::columns`]: hashes of what lacks it
    /// are the same in every build; the device saves it with the write buffer.
    pub cmt_ghost_hits: u64,
    /// Blocks of a replacement chain inspected.
    pub chain_reads: u64,
    /// OOB reads to find a mapping outside the cache of mappings (superblock).
    pub map_reads: u64,
    /// Reclaimed log blocks without a valid page (LAST).
    pub dead_blocks: u64,
    /// Power losses.
    pub power_cuts: u64,
    /// OOB areas scanned by recoveries.
    pub recovery_scanned: u64,
    /// OOB areas that full scans in their place would have read.
    pub recovery_full: u64,
    /// Pages that the host reads again after a power loss, though their trim was acknowledged.
    pub trims_reappeared: u64,
    /// Host reads compared with what was last written.
    pub checked_reads: u64,
}

impl Counters {
    /// Flash page reads of all causes.
    pub fn total_reads(&self) -> u64 {
        self.reads.iter().sum()
    }

    /// Flash page programs of all causes.
    pub fn total_programs(&self) -> u64 {
        self.programs.iter().sum()
    }

    /// Block erases of all causes.
    pub fn total_erases(&self) -> u64 {
        self.erases.iter().sum()
    }

    /// All programs / host page writes; `None` when the host wrote nothing (SPEC 2).
    pub fn write_amplification(&self) -> Option<f64> {
        (self.host_writes > 0).then(|| self.total_programs() as f64 / self.host_writes as f64)
    }

    /// Counts a host page access.
    #[inline]
    pub fn host(&mut self, op: HostOp) {
        match op {
            HostOp::Read => self.host_reads += 1,
            HostOp::Write => self.host_writes += 1,
            HostOp::Trim => self.host_trims += 1,
        }
    }

    /// Counts a merge that has ended. `blocks`: how many logical blocks the log block given back has cost so far, this
    /// one included; a full merge moves its victim up one bar of the histogram.
    pub fn merged(&mut self, kind: MergeKind, blocks: u32) {
        self.merge(kind);
        if kind == MergeKind::Full {
            if blocks > 1 {
                self.full_merge_blocks[blocks as usize - 1] -= 1;
            }
            self.full_merge_victim(blocks);
        }
    }

    /// Counts a merge of `kind`.
    pub fn merge(&mut self, kind: MergeKind) {
        match kind {
            MergeKind::Switch => self.merges_switch += 1,
            MergeKind::Partial => self.merges_partial += 1,
            MergeKind::Full => self.merges_full += 1,
        }
    }

    /// Counts a victim whose reclaiming took `blocks` full merges.
    fn full_merge_victim(&mut self, blocks: u32) {
        let i = blocks as usize;
        if self.full_merge_blocks.len() <= i {
            self.full_merge_blocks.resize(i + 1, 0);
        }
        self.full_merge_blocks[i] += 1;
    }

    /// Counts a cleaned victim. In page-mapped FTLs one without a valid page counts as a switch merge,
    /// any other as a partial one (SPEC 2).
    pub fn cleaned(&mut self, copied: u32, translation: bool) {
        self.gc_runs += 1;
        self.inner_cleaned(copied);
        if translation {
            self.gc_translation_erases += 1;
            self.gc_translation_copied += u64::from(copied);
        } else {
            self.gc_data_erases += 1;
            self.gc_copied += u64::from(copied);
        }
    }

    /// Counts a victim cleaned inside a superblock: a switch merge if it had no valid page, otherwise a partial one (SPEC 4).
    pub fn inner_cleaned(&mut self, copied: u32) {
        self.merge(MergeKind::of_cleaning(copied));
    }

    /// Counts a CMT eviction.
    pub fn evicted(&mut self, dirty: bool) {
        if dirty {
            self.cmt_evictions_dirty += 1;
        } else {
            self.cmt_evictions_clean += 1;
        }
    }

    /// Every counter in the documented order of the state hash: the fields of this struct from top to
    /// bottom, arrays in order of [`Cause::ALL`].
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        for word in [
            &mut self.host_reads,
            &mut self.host_writes,
            &mut self.host_trims,
            &mut self.unmapped_reads,
        ] {
            visit.long(word);
        }
        for word in self
            .reads
            .iter_mut()
            .chain(&mut self.programs)
            .chain(&mut self.erases)
        {
            visit.long(word);
        }
        for word in [
            &mut self.merges_switch,
            &mut self.merges_partial,
            &mut self.merges_full,
        ] {
            visit.long(word);
        }
        visit.longs(&mut self.full_merge_blocks);
        for word in [
            &mut self.gc_runs,
            &mut self.gc_copied,
            &mut self.gc_data_erases,
            &mut self.gc_translation_erases,
            &mut self.gc_translation_copied,
            &mut self.gc_translation_updated,
            &mut self.cmt_hits,
            &mut self.cmt_misses,
            &mut self.cmt_evictions_clean,
            &mut self.cmt_evictions_dirty,
            &mut self.cmt_batched,
            &mut self.cmt_prefetched,
            &mut self.chain_reads,
            &mut self.map_reads,
            &mut self.dead_blocks,
            &mut self.power_cuts,
            &mut self.recovery_scanned,
            &mut self.recovery_full,
            &mut self.trims_reappeared,
            &mut self.checked_reads,
        ] {
            visit.long(word);
        }
    }

    /// The count of one cause in a [`ByCause`].
    pub fn of(counts: &ByCause, cause: Cause) -> u64 {
        counts[cause as usize]
    }
}
