//! DFTL, demand-based page mapping (SPEC 5; Gupta, Kim, Urgaonkar, ASPLOS 2009; journal version with Algorithm 2).
//!
//! Files: `serving` (steps 1-4), `mapping` (translation pages), `cleaning` (6-9), `leveling` (10), `resume`
//! (`initial`), `checkpoint` and `recovery` (power loss).
//!
//! Idea: a page map too large for SRAM lives on flash, in translation pages; SRAM holds the global translation
//! directory (GTD: where each translation page is) and a cache of the mappings in use (CMT).
//!
//! Before every host page access: while fewer than `gc_threshold` blocks are free, clean (6-9). Then, for page x:
//! 1. hit: x's mapping is in the CMT; it is used, and the replacement policy notes it;
//! 2. miss: if the CMT is full, a victim leaves; a dirty one first has its translation page read, updated and
//!    programmed at the translation frontier (with `batch_update`, with every dirty entry of that page);
//! 3. x's translation page is read (if it was ever written) and x's entry inserted, clean;
//! 4. `prefetch`: the next this many mappings of that page are inserted too, as far as there is room for them;
//! 5. a read reads the data page; a write programs at the data frontier, invalidates the old copy and makes the
//!    entry dirty.
//!
//! GC (Algorithm 2):
//! 6. the policy picks a victim among closed data and translation blocks together;
//! 7. translation block: valid pages are copied to the translation frontier, the GTD follows;
//! 8. data block: valid pages are copied to the data frontier; a moved page in the CMT is updated there and made
//!    dirty (`lazy_copy`); the others are collected by translation page, and each such page, in ascending order, is
//!    read, updated and programmed once;
//! 9. the victim is erased.
//!
//! With `wear_leveling`, when GC has freed enough blocks:
//! 10. if the erase counts differ by more than the threshold: the valid pages of the least erased closed block are
//!    copied to the most erased free block, which takes its place; the GTD follows, or the mappings as in step 8,
//!    with cause `wear`; then the block is erased. Nothing is done if it has no valid page, or if fewer than
//!    `gc_threshold` blocks would be free afterwards: mappings that are written again after every GC can take more
//!    than it gives.
//!
//! Correction to SPEC 5: with few free blocks a policy's victim may need more of them (for its copies and for the
//! translation pages they change) than there are. It is then passed over for the block with fewest valid pages that fits;
//! without this rule fifo and cost-benefit stop on devices of the smallest legal size, with it none was found to.
//!
//! Prefetched mappings take free entries, then the places of victims that are clean and were not inserted by the same
//! miss; at another victim prefetching stops. SPEC 5 leaves open who makes room: would they evict dirty entries, a
//! single access could program more translation pages than `gc_threshold` keeps blocks for, and pay for what it does not need.
//!
//! With `cmt_policy: groups` (Hu, 3.2.1) a clean entry leaves, the least recently used one; if there is none, all entries of the translation page
//! that has most, together. Of several as large it is that with the lowest number, which the source leaves open. With `batch_update` or without, they are
//! one program.
//!
//! A power loss drops the CMT and the rest of SRAM. The GTD is battery-backed and costs nothing, or, with
//! `gtd_checkpoint_every`, is written to flash after this many programs of translation pages; recovery begins from there. With
//! `full_scan` it is lost as well: recovery scans everything, which is what the others are compared with.

mod checkpoint;
mod cleaning;
mod leveling;
mod mapping;
mod options;
mod recovery;
mod resume;
mod serving;
mod shared;

use buffer::{Ghost, MappingGroup};
use nand::Pbn;
use nand::{Chip, Columns, Lpn, NONE, PageKind, Ppn};

use self::checkpoint::Checkpoint;
use crate::parts::{ClosedBlocks, Cmt, Frontier, WearLeveling};
use crate::{
    BufferEvent, Candidate, Cause, Context, Event, FilledChip, Ftl, Halt, HostPage, InitialError,
    Recovery, Role, Segment, Sink, Stream, Tables,
};

pub use options::DftlOptions;

/// All closed blocks are in one pool.
const POOL: u32 = 0;

/// DFTL's tables. `on_flash` is the content of the translation pages: it costs a flash operation to look at or to
/// change, and the code below does neither without one.
#[derive(Clone, Debug)]
pub struct Dftl {
    options: DftlOptions,
    cmt: Cmt,
    /// Per translation page: where it is, or [`NONE`].
    gtd: Vec<u32>,
    /// Per LPN: what its translation page says: a PPN; [`NONE`], never written; or [`trimmed_by`].
    on_flash: Vec<u32>,
    data: Frontier,
    translation: Frontier,
    closed: ClosedBlocks,
    wear: WearLeveling,
    /// Host page writes so far: the clock of block ages.
    clock: u64,
    checkpoint: Checkpoint,
    /// While pages move, and until their mappings follow: the sequence number of the first of them; otherwise `u64::MAX`.
    moving_from: u64,
    /// Pages whose entries left the CMT last, where a write buffer asks for them (`ap`).
    ghosts: Option<Ghost>,
    /// Misses, since asked last, of entries among those that left clean, and dirty.
    ghost_hits: [u32; 2],
}

/// Marks what [`trimmed_by`] returns.
const TRIMMED: u32 = 1 << 31;

/// The entry, in a translation page, of a logical page that was trimmed by the program with this number at the latest.
fn trimmed_by(seq: u64) -> u32 {
    (TRIMMED | seq as u32).min(NONE - 1)
}

impl Dftl {
    /// Where a page is, by its translation page.
    fn says_flash(&self, lpn: Lpn) -> Option<Ppn> {
        let entry = self.on_flash[lpn.index()];
        (entry & TRIMMED == 0).then_some(Ppn(entry))
    }
}

impl Ftl for Dftl {
    type Options = DftlOptions;

    fn new(options: DftlOptions, chip: &Chip, logical_pages: u32) -> Self {
        let g = chip.geometry();
        let translation_pages = logical_pages.div_ceil(options.entries_per_translation_page);
        Self {
            options,
            cmt: Self::cmt(&options, logical_pages),
            gtd: vec![NONE; translation_pages as usize],
            on_flash: vec![NONE; logical_pages as usize],
            data: Frontier::new(Stream::Data, Role::Data, POOL),
            translation: Frontier::new(Stream::Translation, Role::Translation, POOL),
            closed: Self::no_closed_blocks(options, chip),
            wear: WearLeveling::new(options.wear_leveling, g.blocks),
            clock: 0,
            checkpoint: Checkpoint::new(),
            moving_from: u64::MAX,
            ghosts: Self::no_ghosts(&options, logical_pages),
            ghost_hits: [0; 2],
        }
    }

    fn resume(&mut self, from: FilledChip<'_>) -> Result<(), InitialError> {
        self.start_from(from)
    }

    /// Behind the lookup that the write needs anyway.
    fn reads_rest(&self) -> bool {
        true
    }

    fn translate<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        lpn: Lpn,
    ) -> Result<Option<Ppn>, Halt> {
        self.mapping_of(cx, lpn)
    }

    fn write<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        let lpn = page.lpn;
        let old = self.mapping_of(cx, lpn)?;
        if let Some(old) = old.filter(|_| page.partial) {
            cx.read(old, Cause::Partial)?;
        }
        self.clock += 1;
        let ppn = self.data.place(cx, &mut self.closed, self.clock)?;
        cx.program(ppn, lpn.0, PageKind::Data, page.version, Cause::Host)?;
        self.forget(cx, old);
        self.set_mapping(cx, lpn, Some(ppn));
        Ok(())
    }

    fn trim<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        let old = self.mapping_of(cx, page.lpn)?;
        self.forget(cx, old);
        self.set_mapping(cx, page.lpn, None);
        Ok(())
    }

    #[inline]
    fn victim_candidates(&self, chip: &Chip) -> Vec<Candidate> {
        self.closed.candidates(chip, POOL, self.clock, None)
    }

    fn recovery(&mut self) -> Option<&mut dyn Recovery> {
        Some(self)
    }

    fn lookup(&self, _: &Chip, lpn: Lpn) -> Option<Ppn> {
        match self.cmt.get(lpn) {
            Some(entry) => entry.ppn,
            None => self.says_flash(lpn),
        }
    }

    fn cleans(&self) -> bool {
        true
    }

    fn next_victim<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Option<Pbn> {
        // As if it were cleaned now, but what is drawn for it is drawn again then.
        let mut rng = cx.flash.rng.clone();
        self.closed.pick(&cx.flash.chip, POOL, self.clock, &mut rng)
    }

    /// Misses of entries among those that left clean, and dirty, since this was asked last.
    fn take_ghost_hits(&mut self) -> [u32; 2] {
        std::mem::take(&mut self.ghost_hits)
    }

    /// The evicted entries that it remembers.
    fn ghosts(&self) -> Option<&Ghost> {
        self.ghosts.as_ref()
    }

    /// Entries the CMT holds at most, and how many of them protected, if its capacity were this.
    fn set_cmt_capacity<S: Sink>(&mut self, cx: &mut Context<'_, S>, entries: u32) {
        let DftlOptions {
            cmt_policy,
            cmt_protected,
            ..
        } = self.options;
        let fallen = self.cmt.set_capacity(cmt_policy, entries, cmt_protected);
        let (entries, protected) = (self.cmt.capacity(), self.cmt.protected_capacity());
        cx.emit(|| BufferEvent::CmtResized { entries, protected });
        for entry in fallen {
            cx.emit(|| Event::CmtPlaced {
                lpn: entry.lpn,
                ppn: entry.ppn,
                dirty: entry.dirty,
                segment: Segment::Probationary,
            });
        }
    }

    /// Evicts what the CMT has become too small for. As blocks may be needed for it, there is GC between.
    fn shrink_cmt<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        while self.cmt.is_too_small() {
            self.clean_if_due(cx)?;
            self.evict(cx)?;
        }
        Ok(())
    }

    /// The largest mapping group with a page that is `wanted`; `None` while an entry is clean, so that none of them has to leave, or if
    /// entries are not grouped.
    fn largest_group(&self, wanted: impl Fn(u32) -> bool) -> Option<MappingGroup> {
        let groups = self.cmt.groups()?;
        if groups.oldest_clean().is_some() {
            return None;
        }
        let (tpn, entries) = groups.largest(wanted)?;
        Some(MappingGroup { tpn, entries })
    }

    /// The CMT keeps its entries, in the order that the new policy finds.
    fn set_options(&mut self, options: &DftlOptions, chip: &Chip, events: &mut Vec<Event>) -> u32 {
        let options = *options;
        let (gc_policy, leveling) = (options.gc_policy, options.wear_leveling);
        self.closed
            .set_policy(gc_policy, chip, leveling.is_some(), self.clock);
        self.wear.set_leveling(leveling, chip);
        let fallen = self
            .cmt
            .set_policy(options.cmt_policy, options.cmt_protected);
        self.cmt
            .group(options.cmt_policy, options.entries_per_translation_page);
        events.extend(fallen.into_iter().map(|entry| Event::CmtPlaced {
            lpn: entry.lpn,
            ppn: entry.ppn,
            dirty: entry.dirty,
            segment: Segment::Probationary,
        }));
        self.options = options;
        self.cmt.protected_capacity()
    }

    #[inline]
    fn closed(&self) -> Vec<Pbn> {
        self.closed.all()
    }

    fn tables(&self) -> Tables {
        Tables {
            cmt: Some(self.cmt.entries().collect()),
            cmt_capacity: (self.cmt.capacity(), self.cmt.protected_capacity()),
            gtd: Some(self.gtd.clone()),
            entries_per_translation_page: self.options.entries_per_translation_page,
            frontiers: [&self.data, &self.translation]
                .into_iter()
                .filter_map(|f| Some((f.stream(), f.block()?)))
                .collect(),
            ..Tables::default()
        }
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        self.cmt.columns(visit);
        visit.words(&mut self.gtd);
        visit.words(&mut self.on_flash);
        self.data.columns(visit);
        self.translation.columns(visit);
        self.closed.columns(visit);
        self.wear.columns(visit);
        visit.long(&mut self.clock);
        visit.long(&mut self.moving_from);
        self.checkpoint.columns(visit);
        if let Some(ghosts) = &mut self.ghosts {
            ghosts.columns(visit);
            self.ghost_hits.iter_mut().for_each(|n| visit.word(n));
        }
    }

    fn derive(&mut self, chip: &Chip) {
        self.cmt.derive();
        self.ghosts.iter_mut().for_each(Ghost::derive);
        self.closed.derive(chip);
    }
}
