//! Counters of flash operations by cause and of what schemes do (SPEC 2, 11).

use nand::Columns;
use serde::Serialize;

use crate::{Cause, HostOp, MergeKind};

/// Counts of one flash operation, by [`Cause`].
pub type ByCause = [u64; 9];

/// The first cause that is younger than the first hashes.
const YOUNGER: usize = Cause::Partial as usize;

/// Numbers that are counted, as a report has them and in the order in which hashes have them.
macro_rules! counts {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident),+ $(,)? })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
        pub struct $name {
            $($(#[$field_doc])* pub $field: u64,)+
        }

        impl $name {
            fn columns(&mut self, visit: &mut dyn Columns) {
                $(visit.long(&mut self.$field);)+
            }
        }
    )+};
}

counts! {
    /// Host page accesses.
    HostCounts {
        /// Page reads.
        reads,
        /// Page writes.
        writes,
        /// Page trims.
        trims,
        /// Reads of pages that hold nothing.
        unmapped_reads,
    }
    /// The parts of pages in requests that count bytes. Together with [`HostCounts`] it gives the bytes of the host: counted this way, a
    /// request that starts and ends with a page costs nothing.
    PartCounts {
        /// Pages that writes covered in part.
        writes_partial,
        /// Pages that trims covered in part: they kept their data.
        trims_partial,
        /// Trims that covered no page whole.
        trims_too_small,
        /// Bytes of pages read that the host did not ask for.
        unread,
        /// Bytes of pages written that the host did not bring.
        unwritten,
        /// Bytes of pages trimmed, at the end of the device, that the host did not name.
        untrimmed,
        /// Bytes that trims named of pages that kept their data.
        kept,
    }
    /// Cleaning.
    GcCounts {
        /// Victims cleaned.
        runs,
        /// Data pages copied.
        copied,
        /// Data blocks erased.
        data_erases,
        /// Translation blocks erased.
        translation_erases,
        /// Translation pages copied.
        translation_copied,
        /// Translation pages updated because data pages moved.
        translation_updated,
    }
    /// The cached mapping table.
    CmtCounts {
        /// Hits.
        hits,
        /// Misses.
        misses,
        /// Clean entries evicted.
        evictions_clean,
        /// Dirty entries evicted.
        evictions_dirty,
        /// Dirty entries written back along with an evicted one.
        batched,
        /// Mappings loaded along with a missed one.
        prefetched,
    }
    /// Power losses, and finding the tables again.
    RecoveryCounts {
        /// Power losses.
        power_cuts,
        /// OOB areas scanned.
        scanned,
        /// OOB areas that full scans in their place would have read.
        full_scan,
        /// Pages that the host reads again though their trim was acknowledged, because only SRAM knew of it.
        reappeared,
    }
}

/// Everything a report counts. The engine counts as it works; the view counts by folding events; the
/// two must be equal (SPEC 10, law 4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Host page accesses.
    pub host: HostCounts,
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
    /// Cleaning.
    pub gc: GcCounts,
    /// The cached mapping table.
    pub cmt: CmtCounts,
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
    pub recovery: RecoveryCounts,
    /// Host reads compared with what was last written.
    pub checked_reads: u64,
    /// Parts of pages.
    pub parts: PartCounts,
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
        (self.host.writes > 0).then(|| self.total_programs() as f64 / self.host.writes as f64)
    }

    /// Bytes of all programs / bytes that the host wrote; `None` when it wrote nothing (SPEC 2).
    pub fn byte_amplification(&self, page_bytes: u32) -> Option<f64> {
        let [_, written, _] = self.host_bytes(page_bytes);
        let programmed = self.total_programs() * u64::from(page_bytes);
        (written > 0).then(|| programmed as f64 / written as f64)
    }

    /// Counts a host page access.
    #[inline]
    pub fn host(&mut self, op: HostOp) {
        match op {
            HostOp::Read => self.host.reads += 1,
            HostOp::Write => self.host.writes += 1,
            HostOp::Trim => self.host.trims += 1,
        }
    }

    /// Counts that of a page just accessed the host asked for all but `left_out` bytes.
    #[inline(never)]
    pub fn in_part(&mut self, op: HostOp, left_out: u32) {
        let count = match op {
            HostOp::Read => &mut self.parts.unread,
            HostOp::Write => {
                self.parts.writes_partial += 1;
                &mut self.parts.unwritten
            }
            HostOp::Trim => &mut self.parts.untrimmed,
        };
        *count += u64::from(left_out);
    }

    /// Counts a page that keeps its data, because a trim covers only `bytes` of it. `too_small`: the trim covers no page whole, and
    /// this is its last one.
    pub fn kept(&mut self, bytes: u32, too_small: bool) {
        self.parts.trims_partial += 1;
        self.parts.kept += u64::from(bytes);
        self.parts.trims_too_small += u64::from(too_small);
    }

    /// Bytes that the host read, wrote and trimmed, in pages of `page_bytes`.
    pub fn host_bytes(&self, page_bytes: u32) -> [u64; 3] {
        let (host, parts, page) = (&self.host, &self.parts, u64::from(page_bytes));
        [
            host.reads * page - parts.unread,
            host.writes * page - parts.unwritten,
            host.trims * page - parts.untrimmed + parts.kept,
        ]
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
        self.gc.runs += 1;
        self.inner_cleaned(copied);
        if translation {
            self.gc.translation_erases += 1;
            self.gc.translation_copied += u64::from(copied);
        } else {
            self.gc.data_erases += 1;
            self.gc.copied += u64::from(copied);
        }
    }

    /// Counts a victim cleaned inside a superblock: a switch merge if it had no valid page, otherwise a partial one (SPEC 4).
    pub fn inner_cleaned(&mut self, copied: u32) {
        self.merge(MergeKind::of_cleaning(copied));
    }

    /// Counts a CMT eviction.
    pub fn evicted(&mut self, dirty: bool) {
        if dirty {
            self.cmt.evictions_dirty += 1;
        } else {
            self.cmt.evictions_clean += 1;
        }
    }

    /// The counters that every state hash has, in its documented order: the fields of this struct from top to bottom, arrays in
    /// order of [`Cause::ALL`].
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        self.host.columns(visit);
        for word in [&mut self.reads, &mut self.programs, &mut self.erases]
            .into_iter()
            .flat_map(|counts| &mut counts[..YOUNGER])
        {
            visit.long(word);
        }
        visit.long(&mut self.merges_switch);
        visit.long(&mut self.merges_partial);
        visit.long(&mut self.merges_full);
        visit.longs(&mut self.full_merge_blocks);
        self.gc.columns(visit);
        self.cmt.columns(visit);
        visit.long(&mut self.chain_reads);
        visit.long(&mut self.map_reads);
        visit.long(&mut self.dead_blocks);
        self.recovery.columns(visit);
        visit.long(&mut self.checked_reads);
    }

    /// The counts that are younger than the first hashes: a hash has them where one is not 0.
    pub fn younger_columns(&mut self, visit: &mut dyn Columns) {
        self.parts.columns(visit);
        for word in [&mut self.reads, &mut self.programs, &mut self.erases]
            .into_iter()
            .flat_map(|counts| &mut counts[YOUNGER..])
        {
            visit.long(word);
        }
    }

    /// Whether one of [`Self::younger_columns`] is not 0. Pages are read for their rest only where a part of one is written.
    pub fn has_younger(&self) -> bool {
        self.parts != PartCounts::default() || self.reads[YOUNGER] > 0
    }

    /// The count of one cause in a [`ByCause`].
    pub fn of(counts: &ByCause, cause: Cause) -> u64 {
        counts[cause as usize]
    }
}
