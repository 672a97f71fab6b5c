//! Everything that can be seen: the events of an FTL at work, and the cause that each flash operation carries.
//!
//! **Events are complete**: folding a request's events over the view before it gives the view after it
//! (`sim::View`). So an event says what changed, with both ends, and needs no look into the engine.
//! [`Event`] is the whole list; what its fields are made of is in the files below.

mod buffer;
mod cause;
mod decision;
mod grain;
mod locality;
mod merge;
mod name;
mod recovery;
mod role;
mod superblock;

use nand::{Lbn, Lpn, Page, PageKind, Pbn, Ppn};
use serde::Serialize;
use strum::{IntoStaticStr, VariantNames};

pub use self::buffer::BufferEvent;
pub use cause::{Cause, HostOp};
pub use decision::{Candidate, Decision, PoolShown};
pub use grain::Grain;
pub use locality::{Locality, RandomWhy, ReclaimRule};
pub use merge::{MergeKind, MergeReason, MergeWhy};
pub use recovery::RecoveryEvent;
pub use role::{Role, Segment, Stream};
pub use superblock::SuperblockEvent;

/// An event. `t` tells which; the fields are what changed, in the field's own terms.
#[derive(Clone, Debug, PartialEq, Serialize, IntoStaticStr, VariantNames)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Event {
    /// The host's access to one page of its request begins.
    HostPage {
        /// Read, write or trim.
        op: HostOp,
        /// The page.
        lpn: Lpn,
        /// For a write: its version, which is the number of the host page write from 1. 0 otherwise.
        version: u32,
        /// Which page of the request, from 0.
        index: u32,
        /// Pages of the whole request.
        pages: u32,
        /// Bytes of the page that the request asks for; left out where it is all of them.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        part: Option<u32>,
    },
    /// A trim covers a page only in part: the page keeps its data (SPEC 2.1).
    TrimKept {
        /// Bytes of the page that it covers.
        bytes: u32,
        /// Whether the trim covers no page whole, and does nothing; in the last one of the request.
        nothing: bool,
    },
    /// Flash operation: a page was read.
    Read {
        /// The page.
        ppn: Ppn,
        /// LPN or translation page number in its OOB area.
        logical: u32,
        /// The unit of `logical`: pages or translation pages.
        kind: PageKind,
        /// Why.
        cause: Cause,
    },
    /// Flash operation: a page was programmed and is now valid.
    Program {
        /// The page.
        ppn: Ppn,
        /// LPN or translation page number.
        logical: u32,
        /// The unit of `logical`: pages or translation pages.
        kind: PageKind,
        /// Version of the content.
        version: u32,
        /// Where the content was copied from, if it was.
        from: Option<Ppn>,
        /// Why.
        cause: Cause,
    },
    /// A page became invalid: a newer copy exists, or the host trimmed it. No flash operation.
    Invalidate {
        /// The page.
        ppn: Ppn,
    },
    /// Flash operation: a block was erased and joined the tail of the free pool.
    Erase {
        /// The block.
        pbn: Pbn,
        /// Why.
        cause: Cause,
    },
    /// A free block was taken for a role: the head of the free pool, or, by wear leveling, the most worn one.
    BlockTaken {
        /// The block.
        pbn: Pbn,
        /// Its role from now on.
        role: Role,
        /// The logical block it belongs to, where the scheme has that notion.
        lbn: Option<Lbn>,
    },
    /// A block changed its role without an erase (a log block became the data block).
    BlockRole {
        /// The block.
        pbn: Pbn,
        /// Its role from now on.
        role: Role,
        /// The logical block it belongs to, where the scheme has that notion.
        lbn: Option<Lbn>,
    },
    /// A block became a write frontier.
    FrontierOpened {
        /// Which frontier.
        stream: Stream,
        /// The block.
        pbn: Pbn,
    },
    /// A full write frontier was closed; the block is now a candidate for GC.
    FrontierClosed {
        /// Which frontier.
        stream: Stream,
        /// The block.
        pbn: Pbn,
    },
    /// The page-level map (the log map of a hybrid FTL) now says this.
    MapSet {
        /// Logical page.
        lpn: Lpn,
        /// Where its latest copy is, `None` when the map no longer names one.
        ppn: Option<Ppn>,
    },
    /// The block map now says this.
    BlockMapSet {
        /// Logical block.
        lbn: Lbn,
        /// Its data block, `None` when it has none.
        pbn: Option<Pbn>,
    },
    /// A log block was written (its place in the order of merging moved to the end), or assigned.
    LogTouched {
        /// The log block.
        pbn: Pbn,
    },
    /// A merge begins.
    MergeBegin {
        /// Its kind.
        kind: MergeKind,
        /// The logical block being merged.
        lbn: Lbn,
        /// Its log block; the last block of its chain; none where there are no such blocks.
        log: Option<Pbn>,
        /// Its data block, if it has one.
        data: Option<Pbn>,
        /// Copies that will be made.
        copies: u32,
        /// Why now.
        reason: MergeReason,
        /// Why this kind.
        why: MergeWhy,
    },
    /// A chain of blocks is walked to find a page: the OOB area of its page in this block is read, in the time of a page
    /// read.
    ChainRead {
        /// The page looked for, or to be written.
        lpn: Lpn,
        /// Its place in this block.
        ppn: Ppn,
        /// Which block of the chain, from 0.
        place: u32,
        /// Blocks of the chain.
        of: u32,
        /// The content found there. The walk ends where it is programmed (from the end) or free (from the start).
        state: Page,
        /// From the end, for a read; otherwise from the start, for a write.
        from_end: bool,
    },
    /// Too few blocks are free for a chain to grow: this one is folded.
    ChainChosen {
        /// Whose chain.
        lbn: Lbn,
        /// Its blocks.
        blocks: u32,
        /// Blocks of the longest chain.
        longest: u32,
        /// Chains of that length; the one written least recently goes first.
        tied: u32,
        /// Free blocks at this moment.
        free: u32,
        /// The threshold that asked for it.
        threshold: u32,
    },
    /// A merge is complete.
    MergeEnd {
        /// Its kind.
        kind: MergeKind,
        /// The logical block that was merged.
        lbn: Lbn,
        /// Its data block now.
        data: Pbn,
        /// LBNs merged for the log block given back so far, this one included (DFTL'09 Fig. 7).
        blocks: u32,
    },
    /// The locality detector looked at a page that its data block cannot take (LAST).
    LocalityJudged {
        /// The page.
        lpn: Lpn,
        /// Bytes of its request.
        bytes: u32,
        /// Bytes from which on a request is sequential.
        threshold: u32,
        /// The result.
        locality: Locality,
    },
    /// A page was written: it now is first in the list of pages written most recently. The last of a full list leaves it
    /// for one that was not in it.
    RecencyMoved {
        /// The page.
        lpn: Lpn,
    },
    /// Every random log block is in use: this one will be given back (LAST).
    LogBlockChosen {
        /// The victim.
        pbn: Pbn,
        /// Why it.
        rule: ReclaimRule,
        /// The full log blocks of the partition that the rule looks at, best first (at most 16, and the victim); score: LBNs
        /// with valid pages in it.
        candidates: Vec<Candidate>,
        /// The number of candidates.
        choices: u32,
    },
    /// A log block shared by several logical blocks is about to be given back: each of them is merged first.
    ReclaimBegin {
        /// The victim.
        pbn: Pbn,
        /// The logical blocks that will be merged, in order.
        merged: Vec<Lbn>,
        /// The logical blocks left out because their pages in the victim are all invalid.
        skipped: Vec<Lbn>,
    },
    /// A shared log block was given back.
    ReclaimEnd {
        /// The victim, now free.
        pbn: Pbn,
        /// Logical blocks merged for it.
        blocks: u32,
    },
    /// A page became hot because it was rewritten soon twice in a row, or turned cold because it was not for long.
    PageClassified {
        /// The page.
        lpn: Lpn,
        /// Its class from now on.
        hot: bool,
        /// Host writes since its last write.
        distance: u32,
        /// R, the mean of such distances, that this one was compared with.
        mean: f64,
    },
    /// GC will take its victim from this pool.
    PoolChosen {
        /// Whether it is the hot one.
        hot: bool,
        /// The pool of cold blocks.
        cold_pool: PoolShown,
        /// The pool of hot blocks.
        hot_pool: PoolShown,
    },
    /// GC begins on a victim.
    GcBegin {
        /// The victim.
        pbn: Pbn,
        /// Its valid pages: the copies to come.
        valid: u32,
        /// Whether it holds translation pages.
        translation: bool,
        /// Free blocks at this moment.
        free: u32,
        /// The threshold that asked for GC.
        threshold: u32,
        /// The policy's best candidates, best first, the victim always among them (at most 16).
        candidates: Vec<Candidate>,
        /// The number of candidate blocks.
        choices: u32,
    },
    /// GC of a victim is complete.
    GcEnd {
        /// The victim, now free.
        pbn: Pbn,
        /// Pages copied.
        copied: u32,
        /// Whether it held translation pages.
        translation: bool,
    },
    /// Wear leveling begins: the valid pages of a little worn block move to a worn one.
    WearBegin {
        /// The closed block erased least often.
        from: Pbn,
        /// The free block erased most often; taken next.
        to: Pbn,
        /// The smallest erase count on the device.
        least: u32,
        /// The largest one.
        most: u32,
        /// How far apart they may be.
        threshold: u32,
        /// Copies that will be made.
        copies: u32,
    },
    /// Wear leveling is complete.
    WearEnd {
        /// The little worn block, now free.
        from: Pbn,
        /// The worn block, which is in its place.
        to: Pbn,
    },
    /// The mapping of a page was found in the CMT.
    CmtHit {
        /// The page.
        lpn: Lpn,
    },
    /// The mapping of a page was not in the CMT.
    CmtMiss {
        /// The page.
        lpn: Lpn,
        /// The translation page that has it.
        tpn: u32,
        /// Whether the CMT is full, so that an entry must leave first.
        full: bool,
    },
    /// An entry was put at the most recent end of a segment: inserted, hit, or fallen back.
    CmtPlaced {
        /// The page.
        lpn: Lpn,
        /// Its mapping.
        ppn: Option<Ppn>,
        /// Whether the translation page on flash does not yet say so.
        dirty: bool,
        /// The segment.
        segment: Segment,
    },
    /// A mapping was loaded along with a missed one of its translation page, clean, to the most recent end of the
    /// probationary segment.
    CmtPrefetched {
        /// The page.
        lpn: Lpn,
        /// Its mapping.
        ppn: Option<Ppn>,
        /// The page that was missed.
        missed: Lpn,
    },
    /// An entry changed where it is.
    CmtUpdated {
        /// The page.
        lpn: Lpn,
        /// Its mapping.
        ppn: Option<Ppn>,
        /// Whether the translation page on flash does not yet say so.
        dirty: bool,
    },
    /// An entry is chosen to leave the CMT; if dirty, its translation page is updated first.
    CmtVictim {
        /// The page.
        lpn: Lpn,
        /// Whether it must be written back.
        dirty: bool,
        /// Its translation page.
        tpn: u32,
        /// Other dirty entries written back along with it.
        batched: u32,
    },
    /// An entry left the CMT.
    CmtEvicted {
        /// The page.
        lpn: Lpn,
        /// Whether it had to be written back.
        dirty: bool,
    },
    /// The GTD now says where a translation page is.
    GtdSet {
        /// Translation page number.
        tpn: u32,
        /// Its flash page.
        ppn: Ppn,
    },
    /// The GTD is written to flash, so that less need be scanned after a power loss.
    GtdCheckpoint {
        /// Pages to be programmed.
        pages: u32,
        /// Programs of translation pages since the checkpoint before.
        programs: u32,
        /// The lowest write sequence number whose mapping is only in SRAM: written along with the GTD.
        unsaved_from: u64,
    },
    /// Why the next translation page is written.
    TranslationUpdate {
        /// Translation page number.
        tpn: u32,
        /// Mappings that change in it.
        entries: u32,
        /// `translation` for an eviction, `translation_gc` for GC, `recovery` after a power loss.
        cause: Cause,
    },
    /// The host read a page that was never written (or was trimmed): no data.
    UnmappedRead {
        /// The page.
        lpn: Lpn,
    },
    /// The checker compared what a host read returned with what was last written.
    Verified {
        /// The page.
        lpn: Lpn,
        /// The version, equal on both sides.
        version: u32,
    },
    /// A person's choice replaced the scheme's (`interventions`).
    Intervened {
        /// Which decision of the request, from 0.
        decision: u32,
        /// The kind of decision.
        kind: Decision,
        /// The scheme's own choice.
        instead_of: u32,
        /// The choice.
        chosen: u32,
    },
    /// Options of the FTL are others from this request on (`interventions`).
    OptionsSet {
        /// Which; at least one.
        options: Vec<OptionSet>,
        /// CMT entries that may be protected from now on (DFTL).
        protected: u32,
    },
    /// No CMT entry is clean: all of the largest mapping group will leave (`groups`).
    MappingGroupChosen {
        /// Its translation page.
        tpn: u32,
        /// Its entries.
        entries: u32,
        /// Groups there are.
        groups: u32,
    },
    /// Of a power loss and the recovery from it.
    #[serde(untagged)]
    #[strum(transparent)]
    Recovery(RecoveryEvent),
    /// Of a write buffer, and of the RAM that it shares.
    #[serde(untagged)]
    #[strum(transparent)]
    Buffer(BufferEvent),
    /// Of superblocks.
    #[serde(untagged)]
    #[strum(transparent)]
    Superblock(SuperblockEvent),
}

/// An option that changes in the middle of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OptionSet {
    /// Its name in a scenario's `ftl`.
    pub option: String,
    /// Its value so far, as JSON; `null` for none.
    pub before: String,
    /// Its value from now on.
    pub after: String,
}

/// Variants that are events of a family, each with a name of its own.
const FAMILIES: [&str; 3] = ["recovery", "buffer", "superblock"];

macro_rules! families {
    ($($family:ident $event:ident)*) => { $(
        impl From<$event> for Event {
            fn from(event: $event) -> Self {
                Self::$family(event)
            }
        }
    )* };
}
families! { Recovery RecoveryEvent Buffer BufferEvent Superblock SuperblockEvent }
