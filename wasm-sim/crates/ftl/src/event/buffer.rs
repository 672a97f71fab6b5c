//! Events of a write buffer.

use buffer::{DestageRule, GroupShown, PartitionDecision};
use nand::{Lbn, Lpn};
use serde::Serialize;
use strum::{IntoStaticStr, VariantNames};

/// An event of a write buffer, or of the RAM that it shares with the CMT (SPEC 6).
#[derive(Clone, Debug, PartialEq, Serialize, IntoStaticStr, VariantNames)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum BufferEvent {
    /// The host wrote a page: it is in the write buffer, where it was not. No flash operation.
    Buffered {
        /// The page.
        lpn: Lpn,
        /// Its version.
        version: u32,
        /// Pages in the buffer now.
        pages: u32,
        /// Pages it holds at most.
        capacity: u32,
    },
    /// The host wrote a page that is in the write buffer: the older version there never reaches flash.
    BufferRewritten {
        /// The page.
        lpn: Lpn,
        /// Its version from now on.
        version: u32,
    },
    /// A host read found its page in the write buffer.
    BufferHit {
        /// The page.
        lpn: Lpn,
        /// Its version.
        version: u32,
    },
    /// A page that the host read from flash is kept in the write buffer (`cflru`).
    BufferKept {
        /// The page.
        lpn: Lpn,
        /// Its version.
        version: u32,
    },
    /// The write buffer is full: a clean page made room, which flash has (`cflru`).
    BufferDropped {
        /// The page.
        lpn: Lpn,
        /// Why it.
        rule: DestageRule,
    },
    /// The host trimmed a page that was in the write buffer.
    BufferTrimmed {
        /// The page.
        lpn: Lpn,
    },
    /// The write buffer, without a battery, is empty after a power loss.
    BufferLost {
        /// Pages that flash did not have: their latest versions are lost.
        pages: u32,
    },
    /// The write buffer is full: a page or a block group will be written to flash, to make room.
    DestageBegin {
        /// The logical block of the group; `None`: a single page leaves.
        lbn: Option<Lbn>,
        /// The first page that leaves.
        lpn: Lpn,
        /// Pages that leave.
        pages: u32,
        /// Pages of the block that are read from flash and written along, so that it is whole.
        fillers: u32,
        /// Why it.
        rule: DestageRule,
        /// The block groups, least recently written first, the victim always among them (at most 16, and the victim).
        groups: Vec<GroupShown>,
        /// The number of candidates: groups or pages.
        choices: u32,
        /// The page that needs room.
        wanted_by: Lpn,
    },
    /// A page that completes a block is about to be read.
    FillerRead {
        /// The page.
        lpn: Lpn,
    },
    /// A page of what leaves is about to be written through the FTL.
    DestagePage {
        /// The page.
        lpn: Lpn,
        /// Its version.
        version: u32,
        /// Whether it is a filler, otherwise it comes from the buffer.
        filler: bool,
        /// Which page of what leaves, from 0.
        index: u32,
        /// How many pages are written in all.
        pages: u32,
    },
    /// A page is on flash; it has left the write buffer, if it was there.
    Destaged {
        /// The page.
        lpn: Lpn,
        /// Whether it was a filler.
        filler: bool,
    },
    /// All pages due to leave the write buffer have left.
    DestageEnd {
        /// Pages that left.
        pages: u32,
        /// Fillers written.
        fillers: u32,
    },
    /// The page that the host accesses had left the write buffer not long ago (`ap`).
    BufferGhostHit {
        /// The page.
        lpn: Lpn,
        /// Whether the host writes it, otherwise it reads.
        write: bool,
    },
    /// The entry that the CMT lacks had left it not long ago (`ap`).
    MappingGhostHit {
        /// The page.
        lpn: Lpn,
        /// Whether it had to be written back when it left.
        dirty: bool,
    },
    /// A window of requests is over: RAM is divided again between write buffer and CMT, or stays (`gc_arm`, `ap`).
    Partitioned {
        /// The decision, and its figures.
        decision: PartitionDecision,
    },
    /// The CMT may hold more or fewer entries than before.
    CmtResized {
        /// Entries at most.
        entries: u32,
        /// Of them protected, at most.
        protected: u32,
    },
}
