//! Options of DFTL.

use nand::Geometry;
use options::{Values, computed, flag, kind, needed, none, number, options, whole};

use crate::parts::{CmtPolicy, GcPolicy, Leveling};
use crate::scheme_options::INDEXED;
use crate::{CmtSize, Complaint, SchemeOptions, Shape, SharedCmt};

options! {
    /// DFTL (SPEC 5).
    pub struct DftlOptions {
        /// Entries of the CMT.
        cmt_entries: u32 = needed("64"),
        /// Which CMT entry is evicted. The buffer `gc_arm` brings `groups`.
        cmt_policy: CmtPolicy = kind("slru").changes(),
        /// Share of the CMT that is protected under `slru`; entries are rounded down.
        cmt_protected: f64 = number(0.5)
            .from_below(0.0, 1.0, "Give a share of the CMT from 0 up to, but not including, 1.")
            .changes(),
        /// Mappings in a translation page, E.
        entries_per_translation_page: u32 = computed(|g: Geometry| g.page_bytes / 4, "`page_bytes` / 4").at_least(4),
        /// GC runs while there are fewer free blocks than this.
        gc_threshold: u32 = whole(3).at_least(3).changes(),
        /// Which block GC takes.
        gc_policy: GcPolicy = kind("cost_benefit").changes(),
        /// GC updates mappings that are in the CMT only there.
        lazy_copy: bool = flag(true).changes(),
        /// An eviction writes back every dirty entry of its translation page.
        batch_update: bool = flag(true).changes(),
        /// How many of the next mappings of its translation page a miss loads too.
        prefetch: u32 = whole(0).changes(),
        /// The GTD is written to flash after this many programs of translation pages; 0: never, it is battery-backed.
        gtd_checkpoint_every: u32 = whole(0),
        /// The GTD has neither battery nor checkpoint: after a power loss all is found by the OOB areas of all pages.
        full_scan: bool = flag(false).quiet(),
        /// Static wear leveling.
        wear_leveling: Option<Leveling> = none().changes(),
    }
    beside {
        /// The RAM of the CMT is shared with a write buffer.
        shared: Option<SharedCmt> = None,
    }
}

impl DftlOptions {
    /// Pages of a checkpoint: the GTD at four bytes an entry. They must fit into a block.
    pub fn checkpoint_pages(&self, logical_pages: u32, page_bytes: u32) -> u32 {
        let entries = logical_pages.div_ceil(self.entries_per_translation_page);
        (u64::from(entries) * 4).div_ceil(u64::from(page_bytes)) as u32
    }

    /// Whether the GTD is lost with the power.
    pub fn loses_gtd(&self) -> bool {
        self.full_scan || self.gtd_checkpoint_every > 0
    }

    /// Blocks reserved for checkpoints.
    pub fn checkpoint_blocks(&self) -> u32 {
        if self.gtd_checkpoint_every > 0 { 2 } else { 0 }
    }

    fn translation_pages(&self, shape: Shape) -> u32 {
        let entries = self.entries_per_translation_page;
        shape.logical_pages.div_ceil(entries)
    }
}

impl SchemeOptions for DftlOptions {
    fn settle(&mut self, given: &Values) -> Result<(), Complaint> {
        if self.cmt_policy != CmtPolicy::Slru {
            if given.has("cmt_protected") {
                return Err(Complaint::new(
                    "cmt_protected",
                    "only the cmt_policy `slru` has a protected segment",
                    "Leave it out, or take `\"cmt_policy\": \"slru\"`.",
                ));
            }
            self.cmt_protected = 0.0;
        }
        if self.full_scan && self.gtd_checkpoint_every > 0 {
            return Err(Complaint::new(
                "full_scan",
                "a full scan reads no checkpoint of the GTD, and `gtd_checkpoint_every` writes some",
                "Leave one of the two out.",
            ));
        }
        if self.gc_policy == GcPolicy::FifoFull {
            return Err(Complaint::new(
                "gc_policy",
                "`fifo_full` is for page mapping without `hot_cold`",
                "Take `fifo`, which passes over full blocks.",
            ));
        }
        Ok(())
    }

    fn says(&self, option: &str) -> bool {
        option != "cmt_protected" || self.cmt_policy == CmtPolicy::Slru
    }

    /// The protected share is another policy's: it is the default, unless it is given.
    fn replace(&self, set: &Values, values: &mut Values) -> Result<(), Complaint> {
        if set.has("cmt_policy") {
            values.remove("cmt_protected");
        }
        Ok(())
    }

    fn minimum_blocks(&self, shape: Shape) -> u64 {
        let translation_pages = self.translation_pages(shape);
        u64::from(shape.logical_blocks())
            + u64::from(translation_pages.div_ceil(shape.geometry.pages_per_block))
            + u64::from(self.gc_threshold)
            + u64::from(self.checkpoint_blocks())
    }

    fn fewer_blocks(&self) -> Vec<&'static str> {
        let more = self.gc_threshold > 3;
        more.then_some("lower gc_threshold").into_iter().collect()
    }

    /// A checkpoint of the GTD lies in one block.
    fn suits(&self, shape: Shape) -> Result<(), Complaint> {
        let g = shape.geometry;
        let pages = self.checkpoint_pages(shape.logical_pages, g.page_bytes);
        if self.gtd_checkpoint_every == 0 || pages <= g.pages_per_block {
            return Ok(());
        }
        Err(Complaint::new(
            "gtd_checkpoint_every",
            format!(
                "a checkpoint of the GTD takes {pages} pages, and a block has {}",
                g.pages_per_block
            ),
            "Take larger blocks, larger pages, or more entries_per_translation_page.",
        ))
    }

    /// The GTD.
    fn table_bytes(&self, shape: Shape) -> u64 {
        INDEXED * u64::from(self.translation_pages(shape))
    }

    fn cmt(&self) -> Option<CmtSize> {
        let most_entries = self.shared.map_or(0, |shared| shared.most_entries);
        Some(CmtSize {
            entries: self.cmt_entries,
            most_entries: most_entries.max(self.cmt_entries),
            entries_per_translation_page: self.entries_per_translation_page,
        })
    }

    fn share_cmt(&mut self, shared: SharedCmt) {
        self.shared = Some(shared);
    }

    fn shared_cmt(&self) -> Option<SharedCmt> {
        self.shared
    }

    fn asks_wear(&self) -> bool {
        self.gc_policy == GcPolicy::Cat || self.wear_leveling.is_some()
    }

    fn recovers(&self) -> bool {
        true
    }

    fn initial_tables(&self) -> &'static [&'static str] {
        &["cmt", "gtd", "frontier"]
    }

    /// Per page the content of translation pages and its place in the CMT; per entry of the CMT its slot, and under LFU a group; and
    /// of those that left last as much.
    fn memory_bytes(&self, shape: Shape) -> u64 {
        let logical = shape.logical_pages;
        let most = self.cmt().map_or(0, |cmt| cmt.most_entries);
        let lfu = self.cmt_policy == CmtPolicy::Lfu;
        let ghosts = self.shared.map_or(0, |shared| shared.ghosts.min(logical));
        u64::from(logical) * if ghosts > 0 { 14 } else { 9 }
            + u64::from(most.min(logical)) * if lfu { 80 } else { 32 }
            + u64::from(ghosts) * 16
    }
}
