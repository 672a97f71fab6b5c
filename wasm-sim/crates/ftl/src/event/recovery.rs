//! Events of a power loss.

use nand::{Lpn, Ppn};
use serde::Serialize;
use strum::{IntoStaticStr, VariantNames};

/// An event of a power loss, or of the recovery from it (SPEC 8).
#[derive(Clone, Debug, PartialEq, Serialize, IntoStaticStr, VariantNames)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RecoveryEvent {
    /// Power was lost at a flash operation, of which nothing happened. SRAM is empty: no CMT, no open block, the free
    /// pool unknown; it is found again from the erased blocks, in PBN order.
    PowerLost {
        /// CMT entries lost.
        entries: u32,
        /// Those of them that flash does not know.
        dirty: u32,
        /// Whether the GTD is lost too; otherwise it is battery-backed.
        gtd: bool,
        /// Erased blocks.
        free: u32,
    },
    /// Recovery begins to read: the checkpoint, if the GTD is lost, then the OOB areas of blocks that hold a page with this
    /// number or a later one.
    RecoveryBegin {
        /// The lowest write sequence number whose mapping may be lost.
        from_seq: u64,
        /// Pages of the checkpoint to be read.
        checkpoint: u32,
        /// Blocks to be scanned.
        blocks: u32,
        /// Their programmed pages: OOB reads to come.
        pages: u32,
        /// Programmed pages of the whole device: what a full scan would read.
        full: u32,
    },
    /// A trim that only SRAM knew of is undone: the page is valid again.
    Reappeared {
        /// The page.
        lpn: Lpn,
        /// Its copy.
        ppn: Ppn,
        /// Whether the host reads a page that it may believe gone: the trim was acknowledged, and the write buffer
        /// holds no later version.
        counted: bool,
    },
    /// The tables are found again.
    RecoveryEnd {
        /// OOB areas scanned.
        scanned: u32,
        /// The number of pages that a full scan would have read.
        full: u32,
        /// Mappings found that flash did not know.
        found: u32,
        /// Those of them that the CMT had no room for: their translation pages are written.
        written: u32,
    },
}
