//! DFTL, demand-based page mapping (SPEC 5; Gupta, Kim, Urgaonkar, ASPLOS 2009; journal version with Algorithm 2).
//!
//! Idea: a page map too large for SRAM lives on flash, in translation pages; SRAM holds the global translation
//! directory (GTD: where each translation page is) and a cache of the mappings in use (CMT).
//!
//! Before every host page access: while fewer than `gc_threshold` blocks are free, clean (6-9). Then, for page x:
//! 1. hit: x's mapping is in the CMT; it is used, and the replacement policy notes it;
//! 2. miss: if the CMT is full, a victim leaves; a dirty one first has its translation page read, updated and
//!    programmed at the translation frontier (with `batch_update`, with every dirty entry of that page);
//! 3. x's translation page is read (if it was ever written) and x's entry inserted, clean;
//! 4. a read reads the data page;
//! 5. a write programs at the data frontier, invalidates the old copy and makes the entry dirty.
//!
//! Cleaning (Algorithm 2):
//! 6. the policy picks a victim among closed data and translation blocks together;
//! 7. translation block: valid pages are copied to the translation frontier, the GTD follows;
//! 8. data block: valid pages are copied to the data frontier; a moved page in the CMT is updated there and made
//!    dirty (`lazy_copy`); the others are collected by translation page, and each such page, in ascending order, is
//!    read, updated and programmed once;
//! 9. the victim is erased.
//!
//! With `wear_leveling`, when cleaning has freed enough blocks:
//! 10. if the erase counts are further apart than the threshold, the valid pages of the least erased closed block are copied
//!    to the most erased free block, which takes its place; the GTD follows, or the mappings as in step 8, with cause
//!    `wear`; then the block is erased. Nothing is done if it has no valid page, or if fewer than `gc_threshold` blocks
//!    would be free afterwards: mappings that are written anew after every cleaning can take more than it gives.
//!
//! Correction to SPEC 5: with few free blocks a policy's victim may need more of them (for its copies and for the
//! translation pages they change) than there are. It is then passed over for the block with fewest valid pages that fits;
//! without this rule fifo and cost-benefit stop on devices of the smallest legal size, with it none was found to.
//!
//! Simplification: without power cuts the GTD is battery-backed and costs nothing.

use nand::{Chip, Columns, Lpn, NONE, Page, PageKind, Pbn, Ppn};

use crate::ftl::valid_copies;
use crate::parts::{BlockPool, ClosedBlocks, Cmt, CmtEntry, Frontier, WearLeveling};
use crate::{
    Candidate, Cause, Context, Decision, DftlConfig, Event, Ftl, Halt, HostPage, InitialError,
    InitialTables, Role, Segment, Sink, Stream, Tables,
};

/// All closed blocks stand in one pool.
const POOL: u32 = 0;

/// DFTL's tables. `on_flash` is the content of the translation pages: it costs a flash operation to look at or to
/// change, and the code below does neither without one.
#[derive(Clone, Debug)]
pub struct Dftl {
    config: DftlConfig,
    cmt: Cmt,
    /// Per translation page: where it is, or [`NONE`].
    gtd: Vec<u32>,
    /// Per LPN: what its translation page says.
    on_flash: Vec<u32>,
    data: Frontier,
    translation: Frontier,
    closed: ClosedBlocks,
    wear: WearLeveling,
    /// Host page writes so far: the clock of block ages.
    clock: u64,
}

impl Dftl {
    /// Tables for an empty chip.
    #[inline]
    pub fn new(config: DftlConfig, chip: &Chip, logical_pages: u32) -> Self {
        let g = chip.geometry();
        let translation_pages = logical_pages.div_ceil(config.entries_per_translation_page);
        Self {
            config,
            cmt: Cmt::new(
                config.cmt_policy,
                config.cmt_entries,
                config.cmt_protected,
                logical_pages,
            ),
            gtd: vec![NONE; translation_pages as usize],
            on_flash: vec![NONE; logical_pages as usize],
            data: Frontier::new(Stream::Data, Role::Data, POOL),
            translation: Frontier::new(Stream::Translation, Role::Translation, POOL),
            closed: ClosedBlocks::new(config.gc_policy, chip, 1, config.wear_leveling.is_some()),
            wear: WearLeveling::new(config.wear_leveling, g.blocks),
            clock: 0,
        }
    }

    /// Tables for a chip that holds pages. What a translation page says follows from the valid data pages, but
    /// for dirty CMT entries: there it says the stale copy, if one is left. A block's kind is that of its pages.
    #[inline]
    pub(crate) fn resume(
        &mut self,
        chip: &Chip,
        pool: &mut BlockPool,
        tables: &InitialTables,
    ) -> Result<(), InitialError> {
        let g = chip.geometry();
        let error = |table, message| Err(InitialError { table, message });
        self.gtd = valid_copies(
            chip,
            PageKind::Translation,
            self.gtd.len() as u32,
            "translation page",
        )?;
        let latest = valid_copies(chip, PageKind::Data, self.on_flash.len() as u32, "LPN")?;
        for (tpn, &given) in tables.gtd.iter().enumerate() {
            if self.gtd.get(tpn).copied() != Some(given.map_or(NONE, |p| p.0)) {
                return error(
                    "gtd",
                    format!("entry {tpn} disagrees with where translation page {tpn} is valid"),
                );
            }
        }
        if tables.cmt.len() > self.cmt.capacity() as usize {
            return error(
                "cmt",
                format!(
                    "{} entries, but cmt_entries is {}",
                    tables.cmt.len(),
                    self.cmt.capacity()
                ),
            );
        }
        self.on_flash.clone_from(&latest);
        for &(lpn, ppn, dirty) in &tables.cmt {
            if latest.get(lpn.index()).copied() != Some(ppn.map_or(NONE, |p| p.0)) {
                return error(
                    "cmt",
                    format!("the entry of LPN {lpn} disagrees with where that page is valid"),
                );
            }
            if self.cmt.get(lpn).is_some() {
                return error("cmt", format!("LPN {lpn} stands in the table twice"));
            }
            self.cmt.insert(CmtEntry { lpn, ppn, dirty });
            if dirty {
                let stale = |&p: &u32| {
                    chip.page(Ppn(p)) == Page::Invalid
                        && chip
                            .oob(Ppn(p))
                            .is_some_and(|o| o.kind == PageKind::Data && o.logical == lpn.0)
                };
                self.on_flash[lpn.index()] = (0..g.pages()).rev().find(stale).unwrap_or(NONE);
            }
        }
        let mut open = tables.frontier.clone();
        for pbn in (0..g.blocks).map(Pbn) {
            let next = chip.next_offset(pbn);
            if next == 0 && !open.contains(&pbn) {
                continue;
            }
            if next == g.pages_per_block && !open.contains(&pbn) {
                self.closed.close(chip, pbn, POOL, 0);
            } else if !open.contains(&pbn) {
                open.push(pbn);
            }
            pool.occupy(
                pbn,
                if holds_translation(chip, pbn) {
                    Role::Translation
                } else {
                    Role::Data
                },
                None,
            );
        }
        for pbn in open {
            let frontier = if holds_translation(chip, pbn) {
                &mut self.translation
            } else {
                &mut self.data
            };
            if let Some(first) = frontier.block() {
                return error(
                    "frontier",
                    format!("blocks {first} and {pbn} are both open for the same kind of page"),
                );
            }
            frontier.resume(pbn, chip.next_offset(pbn));
        }
        Ok(())
    }

    #[inline]
    fn translation_page_of(&self, lpn: Lpn) -> u32 {
        lpn.0 / self.config.entries_per_translation_page
    }

    /// The mapping of a page, brought into the CMT if it is not there (steps 1-3).
    fn translate<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        lpn: Lpn,
    ) -> Result<Option<Ppn>, Halt> {
        if cx.free_blocks() < self.config.gc_threshold {
            while cx.free_blocks() < self.config.gc_threshold {
                self.clean(cx)?;
            }
            self.level_wear(cx)?;
        }
        if let Some(entry) = self.cmt.get(lpn) {
            cx.counters.cmt_hits += 1;
            cx.emit(|| Event::CmtHit { lpn });
            for (lpn, segment) in self.cmt.touch(lpn).into_iter().flatten() {
                if S::ON {
                    let CmtEntry { ppn, dirty, .. } = self.cmt.get(lpn).expect("just placed");
                    cx.emit(|| Event::CmtPlaced {
                        lpn,
                        ppn,
                        dirty,
                        segment,
                    });
                }
            }
            return Ok(entry.ppn);
        }
        let tpn = self.translation_page_of(lpn);
        let full = self.cmt.is_full();
        cx.counters.cmt_misses += 1;
        cx.emit(|| Event::CmtMiss { lpn, tpn, full });
        if full {
            self.evict(cx)?;
        }
        if let Some(ppn) = Ppn::from_column(self.gtd[tpn as usize]) {
            cx.read(ppn, Cause::Translation)?;
        }
        let ppn = Ppn::from_column(self.on_flash[lpn.index()]);
        self.cmt.insert(CmtEntry {
            lpn,
            ppn,
            dirty: false,
        });
        cx.emit(|| Event::CmtPlaced {
            lpn,
            ppn,
            dirty: false,
            segment: Segment::Probationary,
        });
        Ok(ppn)
    }

    /// Step 2: one entry leaves the CMT.
    fn evict<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let own = self.cmt.victim().expect("a full CMT has entries");
        let cmt = &self.cmt;
        let pages = self.on_flash.len() as u32;
        let lpn = Lpn(cx.decide(Decision::Eviction, own.0, |_, l| {
            l < pages && cmt.get(Lpn(l)).is_some()
        })?);
        let CmtEntry { ppn, dirty, .. } = self.cmt.get(lpn).expect("legal choices are cached");
        let tpn = self.translation_page_of(lpn);
        if dirty {
            let batch = if self.config.batch_update {
                self.dirty_mates(lpn)
            } else {
                Vec::new()
            };
            let batched = batch.len() as u32;
            cx.emit(|| Event::CmtVictim {
                lpn,
                dirty,
                tpn,
                batched,
            });
            self.on_flash[lpn.index()] = ppn.map_or(NONE, |p| p.0);
            for mate in &batch {
                self.on_flash[mate.lpn.index()] = mate.ppn.map_or(NONE, |p| p.0);
            }
            self.rewrite_translation_page(cx, tpn, batched + 1, Cause::Translation)?;
            for mate in batch {
                self.cmt.update(mate.lpn, mate.ppn, false);
                cx.emit(|| Event::CmtUpdated {
                    lpn: mate.lpn,
                    ppn: mate.ppn,
                    dirty: false,
                });
            }
            cx.counters.cmt_batched += u64::from(batched);
        } else {
            cx.emit(|| Event::CmtVictim {
                lpn,
                dirty,
                tpn,
                batched: 0,
            });
        }
        self.cmt.remove(lpn);
        cx.counters.evicted(dirty);
        cx.emit(|| Event::CmtEvicted { lpn, dirty });
        Ok(())
    }

    /// The other dirty entries of a page's translation page, ascending.
    fn dirty_mates(&self, lpn: Lpn) -> Vec<CmtEntry> {
        let entries = self.config.entries_per_translation_page;
        let first = self.translation_page_of(lpn) * entries;
        let last = first
            .saturating_add(entries)
            .min(self.on_flash.len() as u32);
        (first..last)
            .filter(|&l| l != lpn.0)
            .filter_map(|l| self.cmt.get(Lpn(l)).filter(|e| e.dirty))
            .collect()
    }

    /// Reads a translation page (if it was ever written), programs it anew at the translation frontier,
    /// invalidates the old one and fixes the GTD.
    fn rewrite_translation_page<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        tpn: u32,
        entries: u32,
        cause: Cause,
    ) -> Result<(), Halt> {
        cx.emit(|| Event::TranslationUpdate {
            tpn,
            entries,
            cause,
        });
        let old = Ppn::from_column(self.gtd[tpn as usize]);
        let version = match old {
            Some(old) => cx.read(old, cause)?.version + 1,
            None => 1,
        };
        let ppn = self.translation.place(cx, &mut self.closed, self.clock)?;
        cx.program(ppn, tpn, PageKind::Translation, version, cause)?;
        self.forget(cx, old);
        self.gtd[tpn as usize] = ppn.0;
        cx.emit(|| Event::GtdSet { tpn, ppn });
        Ok(())
    }

    /// What cleaning would choose from now, best first.
    #[inline]
    pub fn victim_candidates(&self, chip: &Chip) -> Vec<Candidate> {
        self.closed.candidates(chip, POOL, self.clock, None)
    }

    /// Steps 6-9.
    fn clean<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let threshold = self.config.gc_threshold;
        let own = self.pick(cx).ok_or(Halt::NoFreeBlock)?;
        let victim = self.closed.take(cx, own, self.clock, threshold)?;
        let translation = cx.pool.role(victim) == Role::Translation;
        let copied = if translation {
            self.clean_translation_block(cx, victim)?
        } else {
            self.clean_data_block(cx, victim)?
        };
        self.wear.erase(cx, victim, Cause::Gc)?;
        cx.counters.cleaned(copied, translation);
        cx.emit(|| Event::GcEnd {
            pbn: victim,
            copied,
            translation,
        });
        Ok(())
    }

    /// Step 10.
    fn level_wear<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let Some(due) = self.wear.due_move(cx, &self.closed) else {
            return Ok(());
        };
        let (from, to) = (due.from, due.to);
        let copies = cx.chip.valid_pages(from);
        let updates = self.translation_pages_changed(cx, from);
        let pages = cx.chip.geometry().pages_per_block;
        let left = cx.pool.len()
            - self
                .translation
                .blocks_for(updates, pages)
                .min(cx.pool.len());
        if copies == 0 || left < self.config.gc_threshold {
            return Ok(());
        }
        due.begin(cx, copies);
        let place = self.closed.remove(cx.chip, from, self.clock);
        let role = cx.pool.role(from);
        cx.take_this_block(to, role);
        let mut moved: Vec<(Lpn, Ppn)> = Vec::new();
        let mut at = cx.chip.geometry().page_at(to, 0);
        for page in cx.chip.geometry().pages_of(from) {
            if cx.chip.page(page) != Page::Valid {
                continue;
            }
            let logical = cx.copy(page, at, Cause::Wear)?;
            if role == Role::Translation {
                let (tpn, ppn) = (logical, at);
                self.gtd[tpn as usize] = ppn.0;
                cx.emit(|| Event::GtdSet { tpn, ppn });
            } else {
                moved.push((Lpn(logical), at));
            }
            at = Ppn(at.0 + 1);
        }
        // In its place before the mappings are written: they may make pages of it invalid.
        self.closed.put(cx.chip, to, place, self.clock);
        self.update_mappings(cx, &moved, Cause::Wear)?;
        self.wear.erase(cx, from, Cause::Wear)?;
        cx.emit(|| Event::WearEnd { from, to });
        Ok(())
    }

    /// Step 6. A block whose cleaning takes more free blocks than there are is passed over for the fitting one
    /// with fewest valid pages: otherwise the device would stop there.
    fn pick<S>(&mut self, cx: &mut Context<'_, S>) -> Option<Pbn> {
        let own = self.closed.pick(cx.chip, POOL, self.clock, cx.rng)?;
        let free = cx.pool.len();
        // The most that a cleaning takes is a block at each frontier.
        if free >= 2 || self.blocks_to_clean(cx, own) <= free {
            return Some(own);
        }
        let fitting = self
            .closed
            .iter(POOL)
            .filter(|&b| self.blocks_to_clean(cx, b) <= free);
        fitting.min_by_key(|&b| cx.chip.valid_pages(b))
    }

    /// How many free blocks the cleaning of a block takes before it gives one back.
    fn blocks_to_clean<S>(&self, cx: &Context<'_, S>, pbn: Pbn) -> u32 {
        let g = cx.chip.geometry();
        let valid = cx.chip.valid_pages(pbn);
        if cx.pool.role(pbn) == Role::Translation {
            return self.translation.blocks_for(valid, g.pages_per_block);
        }
        let updates = self.translation_pages_changed(cx, pbn);
        self.data.blocks_for(valid, g.pages_per_block)
            + self.translation.blocks_for(updates, g.pages_per_block)
    }

    /// How many translation pages must be written anew when the valid pages of a block move.
    fn translation_pages_changed<S>(&self, cx: &Context<'_, S>, pbn: Pbn) -> u32 {
        if cx.pool.role(pbn) == Role::Translation {
            return 0;
        }
        let mut updates: Vec<u32> = Vec::new(); // translation pages, each once
        let pages = cx.chip.geometry().pages_of(pbn);
        for page in pages.filter(|&p| cx.chip.page(p) == Page::Valid) {
            let Some(lpn) = cx.chip.oob(page).map(|oob| Lpn(oob.logical)) else {
                continue;
            };
            let tpn = self.translation_page_of(lpn);
            if !(self.config.lazy_copy && self.cmt.get(lpn).is_some() || updates.contains(&tpn)) {
                updates.push(tpn);
            }
        }
        updates.len() as u32
    }

    /// Step 7. Returns the pages copied.
    fn clean_translation_block<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        victim: Pbn,
    ) -> Result<u32, Halt> {
        let mut copied = 0;
        for from in cx.chip().geometry().pages_of(victim) {
            if cx.chip().page(from) != Page::Valid {
                continue;
            }
            let ppn = self.translation.place(cx, &mut self.closed, self.clock)?;
            let tpn = cx.copy(from, ppn, Cause::TranslationGc)?;
            self.gtd[tpn as usize] = ppn.0;
            cx.emit(|| Event::GtdSet { tpn, ppn });
            copied += 1;
        }
        Ok(copied)
    }

    /// Step 8. Returns the pages copied.
    fn clean_data_block<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        victim: Pbn,
    ) -> Result<u32, Halt> {
        let mut moved: Vec<(Lpn, Ppn)> = Vec::new();
        for from in cx.chip().geometry().pages_of(victim) {
            if cx.chip().page(from) != Page::Valid {
                continue;
            }
            let to = self.data.place(cx, &mut self.closed, self.clock)?;
            moved.push((Lpn(cx.copy(from, to, Cause::Gc)?), to));
        }
        self.update_mappings(cx, &moved, Cause::TranslationGc)?;
        Ok(moved.len() as u32)
    }

    /// Tells the CMT, or the translation pages, where data pages have moved to.
    fn update_mappings<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        moved: &[(Lpn, Ppn)],
        cause: Cause,
    ) -> Result<(), Halt> {
        // By translation page, ascending: what each of them has to say anew.
        let mut updates: Vec<(u32, Lpn, Ppn)> = Vec::new();
        for &(lpn, ppn) in moved {
            let cached = self.cmt.get(lpn);
            if let Some(entry) = cached {
                let dirty = entry.dirty || self.config.lazy_copy;
                self.cmt.update(lpn, Some(ppn), dirty);
                cx.emit(|| Event::CmtUpdated {
                    lpn,
                    ppn: Some(ppn),
                    dirty,
                });
            }
            if cached.is_none() || !self.config.lazy_copy {
                let tpn = self.translation_page_of(lpn);
                let place = updates.partition_point(|update| update.0 <= tpn);
                updates.insert(place, (tpn, lpn, ppn));
            }
        }
        for entries in updates.chunk_by(|a, b| a.0 == b.0) {
            let tpn = entries[0].0;
            for &(_, lpn, ppn) in entries {
                self.on_flash[lpn.index()] = ppn.0;
            }
            self.rewrite_translation_page(cx, tpn, entries.len() as u32, cause)?;
            cx.counters.gc_translation_updated += u64::from(cause == Cause::TranslationGc);
        }
        Ok(())
    }

    /// An old copy, if any, becomes invalid.
    fn forget<S: Sink>(&mut self, cx: &mut Context<'_, S>, old: Option<Ppn>) {
        if let Some(ppn) = old {
            cx.invalidate(ppn);
            let pbn = cx.chip.block_of(ppn);
            self.closed.invalidated(cx.chip, pbn, self.clock);
        }
    }

    fn set_mapping<S: Sink>(&mut self, cx: &mut Context<'_, S>, lpn: Lpn, ppn: Option<Ppn>) {
        self.cmt.update(lpn, ppn, true);
        cx.emit(|| Event::CmtUpdated {
            lpn,
            ppn,
            dirty: true,
        });
    }
}

/// Whether a block in use holds translation pages.
fn holds_translation(chip: &Chip, pbn: Pbn) -> bool {
    chip.geometry()
        .pages_of(pbn)
        .find_map(|p| chip.oob(p))
        .is_some_and(|o| o.kind == PageKind::Translation)
}

impl Ftl for Dftl {
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

    fn write<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        let lpn = page.lpn;
        let old = self.translate(cx, lpn)?;
        self.clock += 1;
        let ppn = self.data.place(cx, &mut self.closed, self.clock)?;
        cx.program(ppn, lpn.0, PageKind::Data, page.version, Cause::Host)?;
        self.forget(cx, old);
        self.set_mapping(cx, lpn, Some(ppn));
        Ok(())
    }

    fn trim<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        let old = self.translate(cx, page.lpn)?;
        self.forget(cx, old);
        self.set_mapping(cx, page.lpn, None);
        Ok(())
    }

    fn lookup(&self, _: &Chip, lpn: Lpn) -> Option<Ppn> {
        match self.cmt.get(lpn) {
            Some(entry) => entry.ppn,
            None => Ppn::from_column(self.on_flash[lpn.index()]),
        }
    }

    #[inline]
    fn tables(&self) -> Tables {
        Tables {
            cmt: Some(self.cmt.entries().collect()),
            cmt_capacity: (self.cmt.capacity(), self.cmt.protected_capacity()),
            gtd: Some(self.gtd.clone()),
            entries_per_translation_page: self.config.entries_per_translation_page,
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
    }
}
