//! Superblock FTL (SPEC 4; Kang, Jo, Kim, Lee 2006; DFTL'09 section 2 and Table 2).
//!
//! Idea: S adjacent logical blocks are one superblock. It is mapped by page inside itself and so cleans itself as a
//! page-mapped FTL does, but only as far as its own few blocks go; which blocks these are is all that must be known of the
//! whole device. Host writes and GC copies go to blocks of their own: what is rewritten often gathers in the former, what
//! survives in the latter.
//!
//! A superblock has S blocks and up to K update blocks beyond; all superblocks together have at most M update blocks.
//!
//! Every access of a page of superblock s:
//! 1. unless s is among the `cached_superblocks` most recently accessed, read one OOB area, which holds the inner map.
//!
//! A write then needs the open host block of s. If that is full or missing, in turn until there is one:
//! 2. s has fewer than S blocks, or fewer than S + K and all have fewer than M update blocks: take a free block;
//! 3. s has S + K blocks: clean inside s until S + K - 1 remain;
//! 4. otherwise M update blocks are in use: compact the least recently written superblock that has some, that is, clean inside it
//!    until S remain.
//!
//! One inner GC:
//! 5. the victim is the block with fewest valid pages (tie: taken first), but not the open copy block while it has room;
//! 6. its valid pages go to the copy block, and to a fresh one whenever that is full;
//! 7. erase the victim.
//!
//! In 3 every victim counts as a partial merge, or as a switch if it had no valid page. 4 counts as one full merge.
//!
//! An inner GC takes at most one block before it gives one back, whatever it copies, so one block beyond the S of each
//! superblock and the M suffices. It ends: where a victim's pages do not fit into the room of the copy block, no block is won, but
//! at least one invalid page less is left; where nothing but the copy block has an invalid page, the next victim fits.
//!
//! Files: `cleaning` (steps 4 to 7), `resume` (`initial`).
//!
//! Simplifications: which blocks a superblock has is in SRAM, whole, and costs nothing. The paper's inner map has three levels
//! in the OOB areas; here to look into it costs one read, and to change it nothing, since OOB areas are programmed along with
//! their pages. GC is no access: what it copies says itself what it is.

mod cleaning;
mod options;
mod resume;

use nand::{Chip, Columns, Lbn, Lpn, NONE, PageKind, Pbn, Ppn};

use crate::parts::Lists;
use crate::{
    Cause, Context, Event, FilledChip, Ftl, Halt, HostPage, InitialError, Role, Sink, Stream,
    SuperblockEvent, SuperblockTables, Tables,
};

pub use options::SuperblockOptions;

/// The pages that the two open blocks of a superblock take, by their place in [`Superblock::open`].
const STREAMS: [Stream; 2] = SuperblockTables::STREAMS;
/// Host writes.
const HOST: usize = 0;
/// GC copies.
const COPIES: usize = 1;
/// The one list of `written` and of `cached`.
const QUEUE: u32 = 0;

/// The superblock FTL's tables.
#[derive(Clone, Debug)]
pub struct Superblock {
    options: SuperblockOptions,
    /// Pages of a superblock: S blocks of P.
    pages: u32,
    /// Per LPN: where its latest copy is, or [`NONE`]. The inner maps of all superblocks, one after another.
    map: Vec<u32>,
    /// A list per superblock: its blocks in the order in which they were taken.
    blocks: Lists,
    /// Per superblock: how many it has.
    held: Vec<u32>,
    /// Per superblock: its open host block, or [`NONE`]; then its open copy block, or [`NONE`].
    open: Vec<[u32; 2]>,
    /// Update blocks in use: what superblocks have beyond S.
    updates: u32,
    /// The superblocks with update blocks, least recently written first.
    written: Lists,
    /// The superblocks whose inner map is in SRAM, least recently accessed first; and how many.
    cached: Lists,
    cached_len: u32,
    /// The one accessed last, or [`NONE`].
    latest: u32,
}

impl Superblock {
    #[inline]
    fn superblock_of(&self, lpn: Lpn) -> u32 {
        lpn.0 / self.pages
    }

    /// The free pool's name for the owner of a superblock's blocks: its first logical block.
    #[inline]
    fn owner(&self, superblock: u32) -> Lbn {
        Lbn(superblock * self.options.blocks_per_superblock)
    }

    /// Step 1.
    #[inline]
    fn find_map<S: Sink>(&mut self, cx: &mut Context<'_, S>, superblock: u32) {
        if self.latest == superblock {
            cx.emit(|| SuperblockEvent::MapCached { superblock });
        } else {
            self.recall(cx, superblock);
        }
    }

    fn recall<S: Sink>(&mut self, cx: &mut Context<'_, S>, superblock: u32) {
        if self.cached.list_of(superblock).is_some() {
            self.cached.remove(superblock);
            cx.emit(|| SuperblockEvent::MapCached { superblock });
        } else {
            cx.read_map();
            let full = self.cached_len == self.options.cached_superblocks;
            let dropped = self.cached.front(QUEUE).filter(|_| full);
            match dropped {
                Some(oldest) => self.cached.remove(oldest),
                None => self.cached_len += 1,
            }
            if S::ON {
                let ppn = self.programmed_last(&cx.flash.chip, superblock);
                cx.emit(|| SuperblockEvent::MapRead {
                    superblock,
                    ppn,
                    dropped,
                });
            }
        }
        self.cached.push_back(QUEUE, superblock);
        self.latest = superblock;
    }

    /// The page of a superblock that was programmed last. Its OOB area has the newest map.
    fn programmed_last(&self, chip: &Chip, superblock: u32) -> Option<Ppn> {
        let newest = self
            .blocks
            .iter(superblock)
            .max_by_key(|&b| chip.last_program(Pbn(b)))?;
        let last = chip.next_offset(Pbn(newest)).checked_sub(1)?;
        Some(chip.geometry().page_at(Pbn(newest), last))
    }

    /// An open block of a superblock that has room.
    #[inline]
    fn with_room(&self, chip: &Chip, superblock: u32, stream: usize) -> Option<Pbn> {
        let open = Pbn::from_column(self.open[superblock as usize][stream])?;
        (chip.next_offset(open) < chip.geometry().pages_per_block).then_some(open)
    }

    /// Steps 2 to 4: the open host block, with room.
    #[inline]
    fn host_block<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        superblock: u32,
    ) -> Result<Pbn, Halt> {
        let (s, most) = (
            self.options.blocks_per_superblock,
            self.options.most_blocks(),
        );
        loop {
            if let Some(open) = self.with_room(&cx.flash.chip, superblock, HOST) {
                return Ok(open);
            }
            let held = self.held[superblock as usize];
            if held < s || (held < most && self.updates < self.options.update_blocks) {
                self.take(cx, superblock, HOST)?;
            } else if held >= most {
                while self.held[superblock as usize] >= most {
                    self.clean(cx, superblock, most - 1, false)?;
                }
            } else {
                self.compact(cx, superblock)?;
            }
        }
    }

    /// Takes a free block as an open block; the one before, which is full, is closed.
    fn take<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        superblock: u32,
        stream: usize,
    ) -> Result<Pbn, Halt> {
        if let Some(full) = Pbn::from_column(self.open[superblock as usize][stream]) {
            self.close(cx, superblock, full);
        }
        let held = &mut self.held[superblock as usize];
        let update = *held >= self.options.blocks_per_superblock;
        let role = if update { Role::Update } else { Role::Data };
        *held += 1;
        self.updates += u32::from(update);
        let pbn = cx.take_block(role, Some(self.owner(superblock)))?;
        self.blocks.push_back(superblock, pbn.0);
        self.open[superblock as usize][stream] = pbn.0;
        cx.emit(|| Event::FrontierOpened {
            stream: STREAMS[stream],
            pbn,
        });
        Ok(pbn)
    }

    /// A block is open no longer, if it was.
    fn close<S: Sink>(&mut self, cx: &mut Context<'_, S>, superblock: u32, pbn: Pbn) {
        let open = &mut self.open[superblock as usize];
        for (block, stream) in open.iter_mut().zip(STREAMS) {
            if *block == pbn.0 {
                *block = NONE;
                cx.emit(|| Event::FrontierClosed { stream, pbn });
            }
        }
    }

    /// The host wrote to a superblock: if it has update blocks it is compacted last of all.
    #[inline]
    fn touch<S: Sink>(&mut self, cx: &mut Context<'_, S>, superblock: u32) {
        if self.held[superblock as usize] > self.options.blocks_per_superblock {
            self.written.remove(superblock);
            self.written.push_back(QUEUE, superblock);
            cx.emit(|| SuperblockEvent::SuperblockWritten { superblock });
        }
    }
}

impl Ftl for Superblock {
    type Options = SuperblockOptions;

    fn new(options: SuperblockOptions, chip: &Chip, logical_pages: u32) -> Self {
        let g = chip.geometry();
        let superblocks = options.superblocks(logical_pages, g.pages_per_block);
        Self {
            options,
            pages: options
                .blocks_per_superblock
                .saturating_mul(g.pages_per_block),
            map: vec![NONE; logical_pages as usize],
            blocks: Lists::new(superblocks, g.blocks),
            held: vec![0; superblocks as usize],
            open: vec![[NONE; 2]; superblocks as usize],
            updates: 0,
            written: Lists::new(1, superblocks),
            cached: Lists::new(1, superblocks),
            cached_len: 0,
            latest: NONE,
        }
    }

    fn resume(&mut self, from: FilledChip<'_>) -> Result<(), InitialError> {
        self.start_from(from)
    }

    fn translate<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        lpn: Lpn,
    ) -> Result<Option<Ppn>, Halt> {
        self.find_map(cx, self.superblock_of(lpn));
        Ok(self.lookup(cx.chip(), lpn))
    }

    #[inline]
    fn write<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        let lpn = page.lpn;
        let superblock = self.superblock_of(lpn);
        self.find_map(cx, superblock);
        let host = self.host_block(cx, superblock)?;
        let ppn = cx
            .flash
            .chip
            .geometry()
            .page_at(host, cx.flash.chip.next_offset(host));
        cx.program(ppn, lpn.0, PageKind::Data, page.version, Cause::Host)?;
        let old = std::mem::replace(&mut self.map[lpn.index()], ppn.0);
        if let Some(old) = Ppn::from_column(old) {
            cx.invalidate(old);
        }
        cx.emit(|| Event::MapSet {
            lpn,
            ppn: Some(ppn),
        });
        self.touch(cx, superblock);
        Ok(())
    }

    fn trim<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        let lpn = page.lpn;
        self.find_map(cx, self.superblock_of(lpn));
        let old = std::mem::replace(&mut self.map[lpn.index()], NONE);
        if let Some(old) = Ppn::from_column(old) {
            cx.invalidate(old);
            cx.emit(|| Event::MapSet { lpn, ppn: None });
        }
        Ok(())
    }

    fn lookup(&self, _: &Chip, lpn: Lpn) -> Option<Ppn> {
        Ppn::from_column(self.map[lpn.index()])
    }

    #[inline]
    fn tables(&self) -> Tables {
        Tables {
            page_map: Some(self.map.clone()),
            superblocks: Some(SuperblockTables {
                blocks_per_superblock: self.options.blocks_per_superblock,
                update_blocks_per_superblock: self.options.update_blocks_per_superblock,
                update_capacity: self.options.update_blocks,
                cached_capacity: self.options.cached_superblocks,
                blocks: self.blocks.clone(),
                open: self.open.as_flattened().to_vec(),
                written: self.written.iter(QUEUE).collect(),
                update_blocks: self.updates,
                cached: self.cached.iter(QUEUE).collect(),
            }),
            ..Tables::default()
        }
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        visit.words(&mut self.map);
        self.blocks.columns(visit);
        visit.words(&mut self.held);
        nand::visit_field(&mut self.open, |o| &mut o[HOST], visit);
        nand::visit_field(&mut self.open, |o| &mut o[COPIES], visit);
        visit.word(&mut self.updates);
        self.written.columns(visit);
        self.cached.columns(visit);
        visit.word(&mut self.cached_len);
        visit.word(&mut self.latest);
    }
}
