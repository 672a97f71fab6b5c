//! What every FTL can do, and the enum that holds any of them.

use nand::{Chip, Columns, Lbn, Lpn, NONE, Pbn, Ppn};

use crate::parts::{BlockPool, CmtEntry, Lists};
#[cfg(feature = "bast")]
use crate::schemes::Bast;
#[cfg(feature = "block")]
use crate::schemes::BlockMapped;
#[cfg(feature = "dftl")]
use crate::schemes::Dftl;
#[cfg(feature = "fast")]
use crate::schemes::Fast;
#[cfg(feature = "last")]
use crate::schemes::Last;
#[cfg(feature = "page")]
use crate::schemes::PageMapped;
#[cfg(feature = "replacement")]
use crate::schemes::Replacement;
#[cfg(feature = "superblock")]
use crate::schemes::Superblock;
use crate::{
    Candidate, Context, Event, Halt, HostOp, HostPage, InitialError, InitialTables, SchemeConfig,
    Segment, Silent, Sink, Stream, SuperblockConfig,
};

/// Pages that long runs look ahead at, at a time.
pub const AHEAD: u32 = 32;

/// A flash translation layer. It owns its tables and nothing else: pages are reached through [`Context`].
pub trait Ftl {
    /// Serves a host page read: reads the latest copy, if there is one, and returns its version.
    fn read<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        page: HostPage,
    ) -> Result<Option<u32>, Halt>;

    /// Serves a host page write: programs version `page.version` and makes the older copy invalid.
    fn write<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt>;

    /// These pages will be written next, as one request: for a scheme that makes their older copies invalid before it cleans.
    fn announce<S: Sink>(&mut self, _: &mut Context<'_, S>, _: &[Lpn]) {}

    /// The block it would clean now, for a write buffer that asks what an erase gives back (SPEC 6, `gc_arm`). `None`: it does not clean
    /// blocks by themselves, or there is none to clean.
    #[cfg(feature = "buffer")]
    fn next_victim<S: Sink>(&mut self, _: &mut Context<'_, S>) -> Option<nand::Pbn> {
        None
    }

    /// Serves a host page trim: makes the latest copy invalid and unmaps the page.
    fn trim<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt>;

    /// Power was lost at the flash operation just refused: drops what SRAM held and finds it again from flash. Called anew
    /// when power is lost meanwhile.
    ///
    /// # Panics
    /// Here, where a scheme does not say how: scenarios cut its power never.
    fn recover<S: Sink>(&mut self, _: &mut Context<'_, S>) -> Result<(), Halt> {
        unreachable!("power is cut only where there is a recovery")
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

    /// What cleaning would choose from now, best first; none for an FTL that does not clean.
    fn victim_candidates(&self, chip: &Chip) -> Vec<Candidate> {
        let _ = chip;
        Vec::new()
    }

    /// The tables as the view starts from them.
    fn tables(&self) -> Tables;

    /// Hands every column of the tables to `visit`: how checkpoints save and restore them.
    fn columns(&mut self, visit: &mut dyn Columns);

    /// Makes the columns anew that follow from others of its own and from the chip (see [`Columns::derived`]).
    fn derive(&mut self, _: &Chip) {}
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
    /// What a superblock FTL knows beside `page_map`, which holds the inner maps of all superblocks.
    pub superblocks: Option<SuperblockTables>,
}

/// The superblocks of a device, by their number from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct SuperblockTables {
    /// How it is set up.
    pub config: SuperblockConfig,
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
    /// What the two open blocks of a superblock take, by their place in `open`.
    pub const STREAMS: [Stream; 2] = [Stream::Data, Stream::Gc];

    /// The superblock a block belongs to.
    pub fn superblock_of(&self, pbn: Pbn) -> Option<u32> {
        self.blocks.list_of(pbn.0)
    }

    /// What an open block takes; `None` of a block that is not open.
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

/// Any scheme. Adding one: its file, a feature of this crate and of `sim`, three arms here, its testdata.
///
/// A scheme is compiled in by the feature of its name. All are, but in the page, which loads the engine of the scheme that
/// it shows (see `crates/wasm`).
#[derive(Clone, Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "one per device, and a box would cost a cache miss per access"
)]
pub enum AnyFtl {
    /// Page-mapped.
    #[cfg(feature = "page")]
    Page(PageMapped),
    /// BAST.
    #[cfg(feature = "bast")]
    Bast(Bast),
    /// FAST.
    #[cfg(feature = "fast")]
    Fast(Fast),
    /// LAST.
    #[cfg(feature = "last")]
    Last(Last),
    /// Superblock FTL.
    #[cfg(feature = "superblock")]
    Superblock(Superblock),
    /// DFTL.
    #[cfg(feature = "dftl")]
    Dftl(Dftl),
    /// Block mapping.
    #[cfg(feature = "block")]
    Block(BlockMapped),
    /// Replacement blocks.
    #[cfg(feature = "replacement")]
    Replacement(Replacement),
}

macro_rules! each {
    ($self:expr, $ftl:ident => $body:expr) => {
        match $self {
            #[cfg(feature = "page")]
            AnyFtl::Page($ftl) => $body,
            #[cfg(feature = "bast")]
            AnyFtl::Bast($ftl) => $body,
            #[cfg(feature = "fast")]
            AnyFtl::Fast($ftl) => $body,
            #[cfg(feature = "last")]
            AnyFtl::Last($ftl) => $body,
            #[cfg(feature = "superblock")]
            AnyFtl::Superblock($ftl) => $body,
            #[cfg(feature = "dftl")]
            AnyFtl::Dftl($ftl) => $body,
            #[cfg(feature = "block")]
            AnyFtl::Block($ftl) => $body,
            #[cfg(feature = "replacement")]
            AnyFtl::Replacement($ftl) => $body,
        }
    };
}

/// Reads what a column says of pages, so that it lies near. Returns something made of it all. Not inlined: in this crate it is as
/// short a loop as can be, which is what counts; see [`AnyFtl::look_ahead`].
#[inline(never)]
pub fn look_ahead(column: &[u32], lpns: &[Lpn]) -> u32 {
    lpns.iter().fold(0, |seen, lpn| seen ^ column[lpn.index()])
}

// What runs once per device or per view is `#[inline]`, here, in the schemes and their parts: so it is compiled in the
// crate that calls it, in the page for size, and not here, for speed.
impl AnyFtl {
    /// A scheme over an empty chip. Panics if this build does not have it.
    #[inline]
    pub fn new(config: &SchemeConfig, chip: &Chip, logical_pages: u32) -> Self {
        match config {
            #[cfg(feature = "page")]
            SchemeConfig::Page(c) => Self::Page(PageMapped::new(*c, chip, logical_pages)),
            #[cfg(feature = "bast")]
            SchemeConfig::Bast(c) => Self::Bast(Bast::new(*c, chip, logical_pages)),
            #[cfg(feature = "fast")]
            SchemeConfig::Fast(c) => Self::Fast(Fast::new(*c, chip, logical_pages)),
            #[cfg(feature = "last")]
            SchemeConfig::Last(c) => Self::Last(Last::new(*c, chip, logical_pages)),
            #[cfg(feature = "superblock")]
            SchemeConfig::Superblock(c) => {
                Self::Superblock(Superblock::new(*c, chip, logical_pages))
            }
            #[cfg(feature = "dftl")]
            SchemeConfig::Dftl(c) => Self::Dftl(Dftl::new(*c, chip, logical_pages)),
            #[cfg(feature = "block")]
            SchemeConfig::Block => Self::Block(BlockMapped::new(chip, logical_pages)),
            #[cfg(feature = "replacement")]
            SchemeConfig::Replacement(c) => {
                Self::Replacement(Replacement::new(*c, chip, logical_pages))
            }
            #[allow(unreachable_patterns, reason = "where all schemes are compiled in")]
            absent => panic!("this build of the engine has no {}", absent.name()),
        }
    }

    /// A scheme over a chip that holds pages already. What the pages imply may be left out of `tables`; a
    /// contradiction is an error. Blocks in use are taken out of `pool`.
    #[inline]
    pub fn resume(
        config: &SchemeConfig,
        chip: &Chip,
        pool: &mut BlockPool,
        logical_pages: u32,
        tables: &InitialTables,
    ) -> Result<Self, InitialError> {
        let mut any = Self::new(config, chip, logical_pages);
        each!(&mut any, f => f.resume(chip, pool, tables))?;
        Ok(any)
    }

    /// Serves one host page access. A read returns the version it found.
    #[inline]
    pub fn access<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        page: HostPage,
    ) -> Result<Option<u32>, Halt> {
        each!(self, f => match page.op {
            HostOp::Read => f.read(cx, page),
            HostOp::Write => f.write(cx, page).map(|()| None),
            HostOp::Trim => f.trim(cx, page).map(|()| None),
        })
    }

    /// Whether [`Self::write_run`] can be asked.
    #[inline]
    pub fn writes_runs(&self) -> bool {
        #[cfg(feature = "page")]
        return matches!(self, Self::Page(page) if !page.announces());
        #[cfg(not(feature = "page"))]
        false
    }

    /// Serves writes of single pages, at least the first, and others of which none costs more than its program. Returns how many,
    /// on a halt how many come before it.
    /// The same as [`Self::access`] of each, and faster: for long runs.
    ///
    /// # Panics
    /// If the scheme does not do so: see [`Self::writes_runs`].
    pub fn write_run(
        &mut self,
        cx: &mut Context<'_, Silent>,
        pages: &[HostPage],
    ) -> Result<u32, (u32, Halt)> {
        match self {
            #[cfg(feature = "page")]
            Self::Page(ftl) => ftl.write_run(cx, pages),
            #[allow(unreachable_patterns, reason = "where there is page mapping alone")]
            _ => {
                let _ = (cx, pages);
                unreachable!("asked only where runs are written")
            }
        }
    }

    /// Whether [`Self::announce`] changes anything.
    #[inline]
    pub fn announces(&self) -> bool {
        #[cfg(feature = "page")]
        return matches!(self, Self::Page(page) if page.announces());
        #[cfg(not(feature = "page"))]
        false
    }

    /// See [`Ftl::announce`].
    #[inline]
    pub fn announce<S: Sink>(&mut self, cx: &mut Context<'_, S>, lpns: &[Lpn]) {
        match self {
            #[cfg(feature = "page")]
            Self::Page(ftl) => ftl.announce(cx, lpns),
            #[allow(unreachable_patterns, reason = "where there is page mapping alone")]
            _ => {
                let _ = (cx, lpns);
            }
        }
    }

    /// See [`Ftl::next_victim`].
    #[cfg(feature = "buffer")]
    pub fn next_victim<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Option<nand::Pbn> {
        each!(self, f => f.next_victim(cx))
    }

    /// Whether it cleans victims by themselves, so that [`Self::next_victim`] is what an erase is measured by; else merges decide.
    #[cfg(feature = "buffer")]
    pub fn cleans(&self) -> bool {
        match self {
            #[cfg(feature = "page")]
            Self::Page(_) => true,
            #[cfg(feature = "dftl")]
            Self::Dftl(_) => true,
            #[allow(unreachable_patterns, reason = "where there is one of these alone")]
            _ => false,
        }
    }

    /// The cached mapping table holds so many entries at most from now on; [`Self::shrink_cmt`] sees to what is too much.
    #[cfg(feature = "buffer")]
    pub fn set_cmt_capacity<S: Sink>(&mut self, cx: &mut Context<'_, S>, entries: u32) {
        match self {
            #[cfg(feature = "dftl")]
            Self::Dftl(ftl) => ftl.set_cmt_capacity(cx, entries),
            #[allow(unreachable_patterns, reason = "where there is DFTL alone")]
            _ => {
                let _ = (cx, entries);
            }
        }
    }

    /// Evicts what the cached mapping table has become too small for.
    #[cfg(feature = "buffer")]
    pub fn shrink_cmt<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        match self {
            #[cfg(feature = "dftl")]
            Self::Dftl(ftl) => ftl.shrink_cmt(cx),
            #[allow(unreachable_patterns, reason = "where there is DFTL alone")]
            _ => {
                let _ = cx;
                Ok(())
            }
        }
    }

    /// The largest group of cached mappings with a page that is `wanted`, told its translation page; `None` while a cached mapping is
    /// clean, or where they are not grouped.
    #[cfg(feature = "buffer")]
    pub fn largest_group(&self, wanted: impl Fn(u32) -> bool) -> Option<buffer::MappingGroup> {
        match self {
            #[cfg(feature = "dftl")]
            Self::Dftl(ftl) => ftl.largest_group(wanted),
            #[allow(unreachable_patterns, reason = "where there is DFTL alone")]
            _ => {
                let _ = wanted;
                None
            }
        }
    }

    /// Misses of cached mappings that had left not long ago, clean and dirty, since this was asked last.
    #[cfg(feature = "buffer")]
    pub fn take_ghost_hits(&mut self) -> [u32; 2] {
        match self {
            #[cfg(feature = "dftl")]
            Self::Dftl(ftl) => ftl.take_ghost_hits(),
            #[allow(unreachable_patterns, reason = "where there is DFTL alone")]
            _ => [0; 2],
        }
    }

    /// The cached mappings that left last, where they are remembered.
    #[cfg(feature = "buffer")]
    pub fn ghosts(&self) -> Option<&buffer::Ghost> {
        match self {
            #[cfg(feature = "dftl")]
            Self::Dftl(ftl) => ftl.ghosts(),
            #[allow(unreachable_patterns, reason = "where there is DFTL alone")]
            _ => None,
        }
    }

    /// Goes on with other options, between two requests. Only those differ that can change in mid-run, which the scenario
    /// sees to. What moves in the CMT for it is emitted. Returns how many CMT entries may be protected now.
    #[inline]
    pub fn set_options(
        &mut self,
        config: &SchemeConfig,
        chip: &Chip,
        events: &mut Vec<Event>,
    ) -> u32 {
        match (self, config) {
            #[cfg(feature = "page")]
            (Self::Page(f), SchemeConfig::Page(c)) => f.set_options(*c, chip),
            #[cfg(feature = "fast")]
            (Self::Fast(f), SchemeConfig::Fast(c)) => f.set_options(*c),
            #[cfg(feature = "last")]
            (Self::Last(f), SchemeConfig::Last(c)) => f.set_options(*c),
            #[cfg(feature = "dftl")]
            (Self::Dftl(f), SchemeConfig::Dftl(c)) => return f.set_options(*c, chip, events),
            #[cfg(feature = "replacement")]
            (Self::Replacement(f), SchemeConfig::Replacement(c)) => f.set_options(*c),
            _ => {}
        }
        let _ = (chip, events);
        0
    }

    /// See [`Ftl::recover`].
    #[inline]
    pub fn recover<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        each!(self, f => f.recover(cx))
    }

    /// See [`Ftl::lookup`].
    pub fn lookup(&self, chip: &Chip, lpn: Lpn) -> Option<Ppn> {
        each!(self, f => f.lookup(chip, lpn))
    }

    /// See [`Ftl::look_ahead`].
    #[inline]
    pub fn look_ahead(&self, chip: &Chip, lpns: &[Lpn]) -> u32 {
        each!(self, f => f.look_ahead(chip, lpns))
    }

    /// See [`Ftl::victim_candidates`].
    #[inline]
    pub fn victim_candidates(&self, chip: &Chip) -> Vec<Candidate> {
        each!(self, f => f.victim_candidates(chip))
    }

    /// See [`Ftl::tables`].
    #[inline]
    pub fn tables(&self) -> Tables {
        each!(self, f => f.tables())
    }

    /// See [`Ftl::columns`].
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        each!(self, f => f.columns(visit));
    }

    /// See [`Ftl::derive`].
    pub fn derive(&mut self, chip: &Chip) {
        each!(self, f => f.derive(chip));
    }
}

/// Finds, for an explicit initial state, the one valid copy of each logical page of a kind.
/// Error: two valid copies, or a number beyond the logical space.
#[inline]
pub(crate) fn valid_copies(
    chip: &Chip,
    kind: nand::PageKind,
    count: u32,
    what: &str,
) -> Result<Vec<u32>, InitialError> {
    let mut copies = vec![NONE; count as usize];
    for ppn in (0..chip.geometry().pages()).map(Ppn) {
        if chip.page(ppn) != nand::Page::Valid {
            continue;
        }
        let Some(oob) = chip.oob(ppn).filter(|o| o.kind == kind) else {
            continue;
        };
        let error = |message: String| InitialError {
            table: "blocks",
            message,
        };
        let place = copies.get_mut(oob.logical as usize).ok_or_else(|| {
            error(format!(
                "page {ppn} holds {what} {}, but there are only {count} (0 to {})",
                oob.logical,
                count - 1
            ))
        })?;
        if *place != NONE {
            return Err(error(format!(
                "{what} {} is valid twice: at page {} and at page {ppn}",
                oob.logical, *place
            )));
        }
        *place = ppn.0;
    }
    Ok(copies)
}
