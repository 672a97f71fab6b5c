//! The interface of every FTL.

use nand::{Chip, Columns, Lbn, Lpn, NONE, Pbn, Ppn};

use crate::parts::{CmtEntry, Lists};
use crate::{
    Candidate, Cause, Context, Event, FilledChip, Halt, HostPage, InitialError, SchemeOptions,
    Segment, Silent, Sink, Stream,
};

/// Pages that long runs look ahead at, at a time.
pub const AHEAD: u32 = 64;

/// A flash translation layer. It owns its tables and nothing else: pages are reached through [`Context`].
pub trait Ftl: Sized {
    /// Its options.
    type Options: SchemeOptions;

    /// Over an empty chip.
    fn new(options: Self::Options, chip: &Chip, logical_pages: u32) -> Self;

    /// Takes over a chip that holds pages already.
    fn resume(&mut self, from: FilledChip<'_>) -> Result<(), InitialError>;

    /// Finds the latest copy of a page, with the flash operations and the events that this takes: the answer is that of
    /// [`Self::lookup`].
    #[inline]
    fn translate<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        lpn: Lpn,
    ) -> Result<Option<Ppn>, Halt> {
        Ok(self.lookup(cx.chip(), lpn))
    }

    /// Serves a host page read: reads the latest copy, if there is one, and returns its version.
    #[inline]
    fn read<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        page: HostPage,
    ) -> Result<Option<u32>, Halt> {
        let Some(ppn) = self.translate(cx, page.lpn)? else {
            cx.unmapped_read(page.lpn);
            return Ok(None);
        };
        Ok(Some(cx.read(ppn, Cause::Host)?.version))
    }

    /// Serves a host page write: programs version `page.version` and makes the older copy invalid.
    fn write<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt>;

    /// Whether it reads the rest of a page that is written in part itself ([`HostPage::partial`]): where finding the page is work
    /// that reading and writing it share. Otherwise the page is read by a [`Self::read`] before.
    fn reads_rest(&self) -> bool {
        false
    }

    /// Whether [`Self::announce`] changes anything.
    fn announces(&self) -> bool {
        false
    }

    /// These pages will be written next, as one request: for a scheme that makes their older copies invalid before it cleans.
    fn announce<S: Sink>(&mut self, _: &mut Context<'_, S>, _: &[Lpn]) {}

    /// Whether [`Self::write_run`] is faster than [`Self::write`] of each page.
    fn writes_runs(&self) -> bool {
        false
    }

    /// Serves writes of single pages, at least the first, and others of which none costs more than its program. Returns how many,
    /// on a halt how many come before it. The same as [`Self::write`] of each; for long runs.
    fn write_run(
        &mut self,
        cx: &mut Context<'_, Silent>,
        pages: &[HostPage],
    ) -> Result<u32, (u32, Halt)> {
        let first = self.write(cx, pages[0]);
        first.map(|()| 1).map_err(|halt| (0, halt))
    }

    /// Whether it cleans victims one by one, so that [`Self::next_victim`] says what an erase gives back; otherwise merges decide.
    fn cleans(&self) -> bool {
        false
    }

    /// The block it would clean now, for a write buffer that asks what an erase gives back (SPEC 6, `gc_arm`). `None`: it does not clean
    /// blocks by themselves, or there is none to clean.
    fn next_victim<S: Sink>(&mut self, _: &mut Context<'_, S>) -> Option<Pbn> {
        None
    }

    /// The cached mapping table holds at most `entries` from now on; [`Self::shrink_cmt`] evicts what is too much.
    fn set_cmt_capacity<S: Sink>(&mut self, _: &mut Context<'_, S>, _entries: u32) {}

    /// Evicts what the cached mapping table has become too small for.
    fn shrink_cmt<S: Sink>(&mut self, _: &mut Context<'_, S>) -> Result<(), Halt> {
        Ok(())
    }

    /// The largest group of cached mappings whose translation page is `wanted`; `None` while a cached mapping is clean, or where
    /// mappings are not grouped.
    fn largest_group(&self, _wanted: impl Fn(u32) -> bool) -> Option<buffer::MappingGroup> {
        None
    }

    /// Misses of cached mappings that were evicted not long ago, clean and dirty, since the last call.
    fn take_ghost_hits(&mut self) -> [u32; 2] {
        [0; 2]
    }

    /// The cached mappings evicted last, where they are remembered.
    fn ghosts(&self) -> Option<&buffer::Ghost> {
        None
    }

    /// Continues with other options, between two requests. Only those differ that may change during a run, which the
    /// scenario checks. Every move in the CMT for it is emitted. Returns how many CMT entries may be protected now.
    fn set_options(&mut self, _: &Self::Options, _: &Chip, _: &mut Vec<Event>) -> u32 {
        0
    }

    /// Serves a host page trim: makes the latest copy invalid and unmaps the page.
    fn trim<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        if let Some(ppn) = self.lookup(cx.chip(), page.lpn) {
            cx.invalidate(ppn);
        }
        Ok(())
    }

    /// How it finds its tables again after a power loss; `None`: it cannot, and scenarios that cut its power are refused.
    fn recovery(&mut self) -> Option<&mut dyn Recovery> {
        None
    }

    /// Where the latest copy of a page is. Pure: no flash traffic, no events; the checker's question.
    fn lookup(&self, chip: &Chip, lpn: Lpn) -> Option<Ppn>;

    /// Reads what serving writes of these pages, at most [`AHEAD`], will look at, so that it lies near. In loops as short as can
    /// be: a processor has reads of several hundred instructions under way. Returns something made of all that was read.
    #[inline]
    fn look_ahead(&self, chip: &Chip, lpns: &[Lpn]) -> u32 {
        let mut pages = [NONE; AHEAD as usize];
        for (page, &lpn) in pages.iter_mut().zip(lpns) {
            *page = self.lookup(chip, lpn).map_or(NONE, |ppn| ppn.0);
        }
        let old = pages.into_iter().filter_map(Ppn::from_column);
        old.fold(0, |seen, ppn| seen ^ chip.look_ahead(ppn))
    }

    /// The candidates of GC from now, best first; none for an FTL that does not clean.
    fn victim_candidates(&self, chip: &Chip) -> Vec<Candidate> {
        let _ = chip;
        Vec::new()
    }

    /// The closed blocks, which may be victims, longest closed first; none where merges decide.
    fn closed(&self) -> Vec<Pbn> {
        Vec::new()
    }

    /// The tables as the view starts from them.
    fn tables(&self) -> Tables;

    /// Hands every column of the tables to `visit`: how checkpoints save and restore them.
    fn columns(&mut self, visit: &mut dyn Columns);

    /// Makes the columns again that follow from others of its own and from the chip (see [`Columns::derived`]).
    fn derive(&mut self, _: &Chip) {}
}

/// A scheme that survives a power loss.
pub trait Recovery {
    /// Power was lost at the flash operation just refused: drops what SRAM held and finds it again from flash. Called again
    /// when power is lost during the recovery. Its events are always recorded.
    ///
    /// `cut_off`: what the trim did that power was lost in, if it was one. It was not acknowledged, so that each of these pages must
    /// hold what it held before, or nothing (SPEC 5).
    fn recover(
        &mut self,
        cx: &mut Context<'_, Vec<Event>>,
        cut_off: &[Trimmed],
    ) -> Result<(), Halt>;
}

/// A page that a trim took away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trimmed {
    /// It.
    pub lpn: Lpn,
    /// The version that it would hold after a power loss if it had not been trimmed; `None` for nothing.
    pub held: Option<u32>,
}

/// Tables of a scheme, as the view keeps them. Those that a scheme lacks are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tables {
    /// Per LPN: PPN, or [`NONE`]. Of a hybrid FTL the log map.
    pub page_map: Option<Vec<u32>>,
    /// Per LBN: PBN of the data block, or [`NONE`].
    pub block_map: Option<Vec<u32>>,
    /// Log blocks in use with the LBN they serve: sequential ones, then the others, each kind with the one to be merged next
    /// first (BAST, and sequential ones of LAST: least recently written; FAST, and hot, then cold ones of LAST: oldest).
    pub log_blocks: Option<Vec<(Pbn, Option<Lbn>)>>,
    /// How many log blocks there may be.
    pub log_capacity: u32,
    /// The logical pages written most recently, the latest first (LAST).
    pub recency: Option<Vec<Lpn>>,
    /// How many of them there may be.
    pub recency_capacity: u32,
    /// Per PBN: the next block of its chain, or [`NONE`]; the block map has the first one (replacement blocks).
    pub chain: Option<Vec<u32>>,
    /// CMT entries, per segment least recent first.
    pub cmt: Option<Vec<(CmtEntry, Segment)>>,
    /// How many CMT entries there may be, and how many of them protected.
    pub cmt_capacity: (u32, u32),
    /// Per translation page: PPN, or [`NONE`].
    pub gtd: Option<Vec<u32>>,
    /// Mappings in a translation page.
    pub entries_per_translation_page: u32,
    /// Open frontiers. Those of superblocks are in `superblocks`.
    pub frontiers: Vec<(Stream, Pbn)>,
    /// The state of a superblock FTL beside `page_map`, which holds the inner maps of all superblocks.
    pub superblocks: Option<SuperblockTables>,
}

/// The superblocks of a device, by their number from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct SuperblockTables {
    /// Logical blocks of a superblock, S.
    pub blocks_per_superblock: u32,
    /// Update blocks that one superblock may have, K.
    pub update_blocks_per_superblock: u32,
    /// Update blocks that all superblocks together may have, M.
    pub update_capacity: u32,
    /// Superblocks whose inner map may be in SRAM.
    pub cached_capacity: u32,
    /// A list per superblock: its blocks in the order in which they were taken.
    pub blocks: Lists,
    /// Per superblock: its open host block or [`NONE`], then its open copy block or [`NONE`].
    pub open: Vec<u32>,
    /// The superblocks with update blocks, least recently written first.
    pub written: Vec<u32>,
    /// Update blocks in use, of all superblocks.
    pub update_blocks: u32,
    /// The superblocks whose inner map is in SRAM, least recently accessed first.
    pub cached: Vec<u32>,
}

impl SuperblockTables {
    /// The pages that the two open blocks of a superblock take, by their place in `open`.
    pub const STREAMS: [Stream; 2] = [Stream::Data, Stream::Gc];

    /// The superblock a block belongs to.
    pub fn superblock_of(&self, pbn: Pbn) -> Option<u32> {
        self.blocks.list_of(pbn.0)
    }

    /// The pages that an open block takes; `None` of a block that is not open.
    pub fn stream_of(&self, pbn: Pbn) -> Option<Stream> {
        let first = 2 * self.superblock_of(pbn)? as usize;
        let open = self.open[first..].iter().zip(Self::STREAMS);
        open.filter(|&(&b, _)| b == pbn.0).map(|(_, s)| s).next()
    }

    /// The open blocks.
    pub fn frontiers(&self) -> impl Iterator<Item = (Stream, Pbn)> + '_ {
        let open = self.open.iter().zip(Self::STREAMS.into_iter().cycle());
        open.filter_map(|(&b, stream)| Some((stream, Pbn::from_column(b)?)))
    }
}

/// Reads what a column says of pages, so that it lies near. Returns something made of it all. Not inlined: in this crate it is as
/// short a loop as can be, which is what counts; see [`Ftl::look_ahead`].
#[inline(never)]
pub fn look_ahead(column: &[u32], lpns: &[Lpn]) -> u32 {
    lpns.iter().fold(0, |seen, lpn| seen ^ column[lpn.index()])
}
