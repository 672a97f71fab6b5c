//! Page-mapped FTL: the ideal baseline (SPEC 3; Desnoyers, section 2).
//!
//! Idea: a full table says where every logical page is, so a page can be written anywhere. Writes are appended
//! to an open block; old copies become invalid; cleaning gives whole blocks back by copying what is still valid.
//!
//! A host page write:
//! 1. while fewer than `gc_threshold` blocks are free, clean (2-4);
//! 5. take the next place of the frontier; a full frontier is closed now, and the next free block opened;
//! 6. program; the old copy becomes invalid; the map points to the new one.
//!
//! Cleaning:
//! 2. the policy picks a victim among the closed blocks;
//! 3. its valid pages are copied, in ascending offset, to the frontier (to one of their own with
//!    `separate_gc_frontier`);
//! 4. the victim is erased.
//!
//! With `gc_trigger: on_demand` (Hu, figure 3.2) one block is kept in reserve, and nothing is cleaned before a page has no
//! other place (SPEC 9, E9). A request, or what leaves a write buffer at once, then takes these steps:
//!
//! 1. the older copies of all its pages become invalid;
//! 2. pages are appended to the open block, then to free blocks but the reserve;
//! 3. after these the greedy victim's valid pages are copied to the reserve, and the request's pages appended behind them;
//! 4. when the reserve is full or the request's last page is programmed, the victim is erased: it is the reserve now.
//!
//! As older copies are invalid first, a block with room to gain is found on a device of D + 1 blocks. The map of a page that is
//! announced leads nowhere until it is programmed, which is inside the same request; page mapping is not cut off from power.
//!
//! With `hot_cold` each class of pages has its frontier, or frontiers, and its pool of closed blocks; step 2 first chooses the
//! pool, and step 3 keeps a page in its class, but for one that the classifier now calls cold. That one stays hot
//! for the time being if the free blocks do not suffice for copies to both classes.
//!
//! With `wear_leveling`, after a cleaning:
//! 7. if the erase counts are further apart than the threshold, the valid pages of the least erased closed block are copied
//!    to the most erased free block, which takes its place, and it is erased. If it has none, nothing is done.
//!
//! On several channels (SPEC 7) each frontier is one for each channel, and pages go to them in turn, a page each; a frontier
//! takes free blocks of its own channel while there are any, and others then. Cleaning is that of the whole device. For a copy
//! the last free block is opened only if no frontier of its kind has room; else it goes to the next one that has. So a cleaning needs
//! no more free blocks than on one channel; but only with a `gc_threshold` above the channels are all copies striped, too.
//!
//! Simplification: the table is in SRAM, whole, and costs nothing.

mod options;

use std::hint::black_box;

use nand::{Chip, Columns, Lpn, NONE, PageKind, Pbn, Ppn};

use crate::ftl::AHEAD;
use crate::parts::hot_cold::Pool;
use crate::parts::{BlockPool, COLD, ClosedBlocks, Frontier, HOT, HotCold, WearLeveling, valid_copies};
use crate::{
    Candidate, Cause, Context, Decision, Event, Ftl, Halt, HostPage, InitialError, InitialTables,
    Role, Silent, Sink, Stream, Tables,
};

pub use options::{GcTrigger, PageOptions};

/// The page-mapped FTL's tables.
#[derive(Clone, Debug)]
pub struct PageMapped {
    options: PageOptions,
    /// Per LPN: where its latest copy is, or [`NONE`].
    map: Vec<u32>,
    /// A frontier per class, then, if copies have their own, another one per class for them. On several channels each of
    /// them is a group of frontiers, one for each channel.
    frontiers: Vec<Frontier>,
    /// Per group, whose turn it is.
    turns: Vec<u32>,
    closed: ClosedBlocks,
    hot_cold: Option<HotCold>,
    wear: WearLeveling,
    /// Host page writes so far: the clock of block ages.
    clock: u64,
    /// On demand: the victim that was copied and is to be erased, or [`NONE`]; and the pages copied.
    cleaning: (u32, u32),
}

impl PageMapped {
    fn adopt(&mut self, chip: &Chip, pbn: Pbn, class: u32) {
        if let Some(hot_cold) = &mut self.hot_cold {
            (0..chip.valid_pages(pbn)).for_each(|_| hot_cold.adopt(class));
        }
    }

    /// On demand, steps 2-4.
    fn write_on_demand<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        page: HostPage,
    ) -> Result<(), Halt> {
        self.announce(cx, &[page.lpn]);
        self.clock += 1;
        let pages = cx.chip().geometry().pages_per_block;
        while self.frontiers[0].left(pages) == 0 {
            self.frontiers[0].close(cx, &mut self.closed, self.clock);
            if cx.free_blocks() > 1 {
                break;
            }
            self.copy_victim(cx)?;
            if self.frontiers[0].left(pages) == 0 {
                self.erase_victim(cx)?;
            }
        }
        let ppn = self.frontiers[0].place(cx, &mut self.closed, self.clock)?;
        cx.program(ppn, page.lpn.0, PageKind::Data, page.version, Cause::Host)?;
        self.map[page.lpn.index()] = ppn.0;
        cx.emit(|| Event::MapSet {
            lpn: page.lpn,
            ppn: Some(ppn),
        });
        let last = page.index + 1 == page.pages || self.frontiers[0].left(pages) == 0;
        if last && self.cleaning.0 != NONE {
            self.erase_victim(cx)?;
        }
        Ok(())
    }

    /// The greedy victim's valid pages go to the reserve. They leave room: a block without a stale page is no victim.
    fn copy_victim<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let own = self.closed.pick(&cx.flash.chip, COLD, self.clock, &mut cx.flash.rng);
        let own = own.ok_or(Halt::NoFreeBlock)?;
        // Only the reserve is free: one block less than two.
        let victim = self.closed.take(cx, own, self.clock, 2)?;
        let copied = cx.flash.chip.valid_pages(victim);
        let (to, _) = self.frontiers[0].room(cx, &mut self.closed, self.clock)?;
        self.frontiers[0].take(copied);
        let step = if S::ON { 1 } else { copied.max(1) };
        for at in (0..copied).step_by(step as usize) {
            self.copy(cx, victim, step, Ppn(to.0 + at), Cause::Gc)?;
        }
        self.cleaning = (victim.0, copied);
        Ok(())
    }

    /// The victim becomes the reserve.
    fn erase_victim<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let (victim, copied) = std::mem::replace(&mut self.cleaning, (NONE, 0));
        let pbn = Pbn(victim);
        self.wear.erase(cx, pbn, Cause::Gc)?;
        cx.flash.counters.cleaned(copied, false);
        cx.emit(|| Event::GcEnd {
            pbn,
            copied,
            translation: false,
        });
        Ok(())
    }

    /// Steps 2-4.
    fn clean<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let threshold = self.options.gc_threshold;
        let own = self.pick(cx).ok_or(Halt::NoFreeBlock)?;
        if !S::ON {
            // One after another each of these would wait for memory.
            let chip = cx.flash.chip.look_ahead_block(own);
            black_box(chip ^ class_of(cx, own) ^ self.closed.look_ahead_victim(own));
        }
        let victim = self.closed.take(cx, own, self.clock, threshold)?;
        let class = class_of(cx, victim);
        let copied = cx.flash.chip.valid_pages(victim);
        let cools = class == HOT && self.can_cool(cx, victim, copied);
        let mut left = copied;
        while left > 0 {
            // Pages that follow one another and go to the same class.
            let (to_class, first, mut n) = if cools {
                let mut lpns = cx.flash.chip.valid_logical(victim).map(Lpn).peekable();
                let first = *lpns.peek().expect("some are left");
                let to_class = self.class_of_copy(first);
                let alike = lpns.take_while(|&lpn| self.class_of_copy(lpn) == to_class);
                (to_class, first, alike.count() as u32)
            } else {
                (class, Lpn(0), left)
            };
            let group = self.gc_frontier(to_class);
            let frontier = self.turn(cx, group, true);
            let (to, room) = self.frontiers[frontier].room(cx, &mut self.closed, self.clock)?;
            // With events on, the map follows each single copy; on several channels each has its turn.
            n = if S::ON || self.options.channels > 1 {
                1
            } else {
                n.min(room)
            };
            self.frontiers[frontier].take(n);
            if to_class != class
                && let Some(hot_cold) = &mut self.hot_cold
            {
                hot_cold.moved(class, to_class, n);
                if S::ON
                    && let Some(event) = hot_cold.cooled(first, self.clock)
                {
                    cx.emit(|| event);
                }
            }
            self.copy(cx, victim, n, to, Cause::Gc)?;
            left -= n;
        }
        self.wear.erase(cx, victim, Cause::Gc)?;
        cx.flash.counters.cleaned(copied, false);
        cx.emit(|| Event::GcEnd {
            pbn: victim,
            copied,
            translation: false,
        });
        self.level_wear(cx)
    }

    /// Step 2: the victim of the policy, in the pool that is to be cleaned.
    fn pick<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Option<Pbn> {
        if self.hot_cold.is_none() {
            return self.closed.pick(&cx.flash.chip, COLD, self.clock, &mut cx.flash.rng);
        }
        let open = |class| {
            let of_class = |f: &&Frontier| f.pool() == class && f.block().is_some();
            self.frontiers.iter().filter(of_class).count() as u32
        };
        let pools = [COLD, HOT].map(|class| Pool {
            pick: self.closed.pick(&cx.flash.chip, class, self.clock, &mut cx.flash.rng),
            blocks: self.closed.count(class) + open(class),
        });
        let hot_cold = self.hot_cold.as_mut()?;
        let chosen = hot_cold.choose(&cx.flash.chip, &self.closed, pools, S::ON);
        let (own, [cold_pool, hot_pool]) = chosen?;
        if cold_pool.pick.is_some() && hot_pool.pick.is_some() {
            cx.emit(|| Event::PoolChosen {
                hot: hot_pool.pick == Some(own),
                cold_pool,
                hot_pool,
            });
        }
        Some(own)
    }

    /// The frontier of a group whose turn it is; for a copy that would open the last free block, the next one with room, if there
    /// is any. A victim's copies fit into one block, so what is opened early leaves all that the rest needs.
    #[inline]
    fn turn<S: Sink>(&mut self, cx: &Context<'_, S>, group: usize, copy: bool) -> usize {
        let n = self.options.channels as usize;
        if n == 1 {
            return group;
        }
        let pages = cx.chip().geometry().pages_per_block;
        let first = self.turns[group] as usize;
        let mut turns = (0..n).map(|i| (first + i) % n);
        let has_room = |&turn: &usize| self.frontiers[group * n + turn].left(pages) > 0;
        let turn = if copy && cx.free_blocks() < 2 {
            turns.find(has_room)
        } else {
            None
        };
        let turn = turn.unwrap_or(first);
        self.turns[group] = ((turn + 1) % n) as u32;
        group * n + turn
    }

    /// The frontier that copies of a class go to, or the group of frontiers.
    fn gc_frontier(&self, class: u32) -> usize {
        let classes = 1 + usize::from(self.hot_cold.is_some());
        let copies = usize::from(self.options.separate_gc_frontier) * classes;
        copies + class as usize
    }

    /// The class that a page of a hot block should be copied to.
    fn class_of_copy(&self, lpn: Lpn) -> u32 {
        let hot_cold = self.hot_cold.as_ref().expect("the page is in a hot block");
        hot_cold.copy(lpn, HOT, self.clock)
    }

    /// Whether there is room for a hot victim's copies in both classes.
    fn can_cool<S>(&self, cx: &Context<'_, S>, victim: Pbn, copies: u32) -> bool {
        let cold = |&lpn: &Lpn| self.class_of_copy(lpn) == COLD;
        let cold = cx.flash.chip.valid_logical(victim).map(Lpn).filter(cold).count() as u32;
        let pages = cx.flash.chip.geometry().pages_per_block;
        let blocks = |class, n: u32| {
            let channels = self.options.channels as usize;
            let group = self.gc_frontier(class) * channels;
            let open = self.frontiers[group..group + channels].iter();
            let room: u32 = open.map(|frontier| frontier.left(pages)).sum();
            n.saturating_sub(room).div_ceil(pages)
        };
        cold > 0 && blocks(COLD, cold) + blocks(HOT, copies - cold) <= cx.flash.pool.len()
    }

    /// Copies the first `n` valid pages of a block to consecutive places; the map follows.
    fn copy<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        from: Pbn,
        n: u32,
        to: Ppn,
        cause: Cause,
    ) -> Result<(), Halt> {
        let map = &mut self.map[..];
        cx.copy_run(from, n, to, cause, |lpn, ppn| map[lpn as usize] = ppn.0)?;
        if S::ON {
            let lpn = Lpn(cx.chip().oob(to).expect("just copied").logical);
            cx.emit(|| Event::MapSet { lpn, ppn: Some(to) });
        }
        Ok(())
    }

    /// Step 7.
    fn level_wear<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let Some(due) = self.wear.due_move(cx, &self.closed) else {
            return Ok(());
        };
        let (from, to) = (due.from, due.to);
        let copies = cx.flash.chip.valid_pages(from);
        if copies > 0 {
            due.begin(cx, copies);
            let place = self.closed.remove(&cx.flash.chip, from, self.clock);
            cx.take_this_block(to, cx.flash.pool.role(from));
            let step = if S::ON { 1 } else { copies };
            for at in (0..copies).step_by(step as usize) {
                let ppn = cx.flash.chip.geometry().page_at(to, at);
                self.copy(cx, from, step, ppn, Cause::Wear)?;
            }
            self.closed.put(&cx.flash.chip, to, place, self.clock);
            self.wear.erase(cx, from, Cause::Wear)?;
            cx.emit(|| Event::WearEnd { from, to });
        }
        Ok(())
    }

    /// The old copy of a page, if any, becomes invalid.
    #[inline]
    fn forget<S: Sink>(&mut self, cx: &mut Context<'_, S>, old: u32) {
        if let Some(ppn) = Ppn::from_column(old) {
            cx.invalidate(ppn);
            let pbn = cx.flash.chip.block_of(ppn);
            self.closed.invalidated(&cx.flash.chip, pbn, self.clock);
            if let Some(hot_cold) = &mut self.hot_cold {
                hot_cold.invalidated(class_of(cx, pbn));
            }
        }
    }

    /// [`Ftl::write_run`] without classes, as far as the open block has room: only a new one could make it clean.
    fn append(&mut self, cx: &mut Context<'_, Silent>, pages: &[HostPage]) -> Result<u32, Halt> {
        while cx.free_blocks() < self.options.gc_threshold {
            self.clean(cx)?;
        }
        self.clock += 1;
        let frontier = &mut self.frontiers[COLD as usize];
        let (to, room) = frontier.room(cx, &mut self.closed, self.clock)?;
        // After a new one the next write may have to clean.
        let full = cx.free_blocks() < self.options.gc_threshold;
        let n = if full {
            1
        } else {
            room.min(pages.len() as u32)
        };
        frontier.take(n);
        let pages = &pages[..n as usize];
        cx.program_run(to, pages)?;
        for (page, ppn) in pages.iter().zip(to.0..) {
            let old = std::mem::replace(&mut self.map[page.lpn.index()], ppn);
            self.forget(cx, old);
            self.clock += 1;
        }
        self.clock -= 1;
        Ok(n)
    }

    /// The class of a page that is being written.
    fn classify<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<u32, Halt> {
        let Some(hot_cold) = &mut self.hot_cold else {
            return Ok(COLD);
        };
        let old = Ppn::from_column(self.map[page.lpn.index()]);
        let before = old.map(|ppn| class_of(cx, cx.flash.chip.block_of(ppn)));
        let (class, event) = hot_cold.write(page, before, self.clock);
        if let Some(event) = event {
            cx.emit(|| event);
        }
        let chosen = cx.decide(Decision::Placement, class, |_, c| c == COLD || c == HOT)?;
        if chosen != class {
            hot_cold.placed(chosen, class);
        }
        Ok(chosen)
    }
}

/// The class of a block's pages; all are cold where classes are not kept apart.
#[inline]
fn class_of<S>(cx: &Context<'_, S>, pbn: Pbn) -> u32 {
    u32::from(cx.flash.pool.role(pbn) == Role::Hot)
}

impl Ftl for PageMapped {
    type Options = PageOptions;

    fn new(options: PageOptions, chip: &Chip, logical_pages: u32) -> Self {
        let places = if options.hot_cold.is_some() {
            [
                Frontier::new(Stream::Cold, Role::Cold, COLD),
                Frontier::new(Stream::Hot, Role::Hot, HOT),
                Frontier::new(Stream::ColdGc, Role::Cold, COLD),
                Frontier::new(Stream::HotGc, Role::Hot, HOT),
            ]
            .to_vec()
        } else {
            [
                Frontier::new(Stream::Data, Role::Data, COLD),
                Frontier::new(Stream::Gc, Role::Data, COLD),
            ]
            .to_vec()
        };
        let places: Vec<Frontier> = places
            .into_iter()
            .flat_map(|place| {
                let n = options.channels;
                (0..n).map(move |channel| place.clone().on_channel(channel, n))
            })
            .collect();
        let pools = 1 + u32::from(options.hot_cold.is_some());
        let leveling = options.wear_leveling;
        Self {
            options,
            map: vec![NONE; logical_pages as usize],
            frontiers: places
                .into_iter()
                .take(options.frontiers() as usize)
                .collect(),
            turns: vec![0; (options.frontiers() / options.channels) as usize],
            closed: ClosedBlocks::new(options.gc_policy, chip, pools, leveling.is_some()),
            hot_cold: options.hot_cold.map(|c| HotCold::new(c, logical_pages)),
            wear: WearLeveling::new(leveling, chip.geometry().blocks),
            clock: 0,
            cleaning: (NONE, 0),
        }
    }

    /// Tables for a chip that holds pages: the map follows from the valid pages; a partly programmed block is
    /// a frontier; full ones are closed, in PBN order, and cold.
    fn resume(
        &mut self,
        chip: &Chip,
        pool: &mut BlockPool,
        tables: &InitialTables,
    ) -> Result<(), InitialError> {
        self.map = valid_copies(chip, PageKind::Data, self.map.len() as u32, "LPN")?;
        let mut open = tables.frontier.clone();
        for pbn in (0..chip.geometry().blocks).map(Pbn) {
            let next = chip.next_offset(pbn);
            if open.contains(&pbn) || next == 0 {
                continue;
            }
            if next < chip.geometry().pages_per_block {
                open.push(pbn);
                continue;
            }
            pool.occupy(pbn, self.frontiers[0].role(), None);
            self.closed.close(chip, pbn, COLD, 0);
            self.adopt(chip, pbn, COLD);
        }
        if open.len() > self.frontiers.len() {
            let mut blocks = String::new();
            for pbn in &open {
                blocks += if blocks.is_empty() { "" } else { ", " };
                blocks += &pbn.to_string();
            }
            return Err(InitialError {
                table: "frontier",
                message: format!(
                    "blocks {blocks} are partly programmed, but this FTL has {} write frontier(s)",
                    self.frontiers.len()
                ),
            });
        }
        for (at, &pbn) in open.iter().enumerate() {
            let frontier = &mut self.frontiers[at];
            pool.occupy(pbn, frontier.role(), None);
            frontier.resume(pbn, chip.next_offset(pbn));
            let class = frontier.pool();
            self.adopt(chip, pbn, class);
        }
        Ok(())
    }

    fn read<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        page: HostPage,
    ) -> Result<Option<u32>, Halt> {
        let Some(ppn) = Ppn::from_column(self.map[page.lpn.index()]) else {
            cx.unmapped_read(page.lpn);
            return Ok(None);
        };
        Ok(Some(cx.read(ppn, Cause::Host)?.version))
    }

    #[inline]
    fn write<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        if self.options.on_demand() {
            return self.write_on_demand(cx, page);
        }
        while cx.free_blocks() < self.options.gc_threshold {
            self.clean(cx)?;
        }
        self.clock += 1;
        let lpn = page.lpn;
        let class = self.classify(cx, page)? as usize;
        let frontier = self.turn(cx, class, false);
        let ppn = self.frontiers[frontier].place(cx, &mut self.closed, self.clock)?;
        cx.program(ppn, lpn.0, PageKind::Data, page.version, Cause::Host)?;
        let old = std::mem::replace(&mut self.map[lpn.index()], ppn.0);
        self.forget(cx, old);
        cx.emit(|| Event::MapSet {
            lpn,
            ppn: Some(ppn),
        });
        Ok(())
    }

    /// On demand, step 1.
    fn announces(&self) -> bool {
        self.options.on_demand()
    }

    fn announce<S: Sink>(&mut self, cx: &mut Context<'_, S>, lpns: &[Lpn]) {
        if !self.options.on_demand() {
            return;
        }
        for &lpn in lpns {
            let old = std::mem::replace(&mut self.map[lpn.index()], NONE);
            if old != NONE {
                self.forget(cx, old);
                cx.emit(|| Event::MapSet { lpn, ppn: None });
            }
        }
    }

    fn trim<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        let lpn = page.lpn;
        let old = std::mem::replace(&mut self.map[lpn.index()], NONE);
        if old != NONE {
            self.forget(cx, old);
            if let Some(hot_cold) = &mut self.hot_cold {
                hot_cold.trimmed(lpn);
            }
            cx.emit(|| Event::MapSet { lpn, ppn: None });
        }
        Ok(())
    }

    /// Cold blocks before hot ones.
    #[inline]
    fn victim_candidates(&self, chip: &Chip) -> Vec<Candidate> {
        let classes = 0..=u32::from(self.hot_cold.is_some());
        classes
            .flat_map(|class| self.closed.candidates(chip, class, self.clock, None))
            .collect()
    }

    fn lookup(&self, _: &Chip, lpn: Lpn) -> Option<Ppn> {
        Ppn::from_column(self.map[lpn.index()])
    }

    fn look_ahead(&self, chip: &Chip, lpns: &[Lpn]) -> u32 {
        let (mut old, mut blocks, mut found) = ([NONE; AHEAD as usize], [0; AHEAD as usize], 0);
        for &lpn in lpns {
            let ppn = Ppn(self.map[lpn.index()]);
            (old[found], blocks[found]) = (ppn.0, chip.block_of(ppn).0);
            found += usize::from(ppn.0 != NONE);
        }
        let old = old[..found].iter().map(|&ppn| Ppn(ppn));
        let on_chip = old.fold(0, |seen, ppn| seen ^ chip.look_ahead(ppn));
        let by_class = self.hot_cold.as_ref().map_or(0, |h| h.look_ahead(lpns));
        on_chip ^ by_class ^ self.closed.look_ahead(chip, &blocks[..found])
    }

    /// Where hot and cold blocks are kept apart, of the two that could be cleaned the one that gives back more.
    fn writes_runs(&self) -> bool {
        !self.announces()
    }

    fn write_run(
        &mut self,
        cx: &mut Context<'_, Silent>,
        pages: &[HostPage],
    ) -> Result<u32, (u32, Halt)> {
        if self.hot_cold.is_none() {
            return self.append(cx, pages).map_err(|halt| (0, halt));
        }
        for (page, served) in pages.iter().zip(0..) {
            if served > 0 && cx.free_blocks() < self.options.gc_threshold {
                return Ok(served);
            }
            self.write(cx, *page).map_err(|halt| (served, halt))?;
        }
        Ok(pages.len() as u32)
    }

    fn cleans(&self) -> bool {
        true
    }

    fn next_victim<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Option<Pbn> {
        // As if it were cleaned now, but what is drawn for it is drawn again then.
        let mut rng = cx.flash.rng.clone();
        let pools = 0..=u32::from(self.hot_cold.is_some());
        let picks = pools.filter_map(|pool| self.closed.pick(&cx.flash.chip, pool, self.clock, &mut rng));
        picks.min_by_key(|&pbn| cx.flash.chip.valid_pages(pbn))
    }

    #[inline]
    fn tables(&self) -> Tables {
        Tables {
            page_map: Some(self.map.clone()),
            frontiers: self
                .frontiers
                .iter()
                .filter_map(|f| Some((f.stream(), f.block()?)))
                .collect(),
            ..Tables::default()
        }
    }

    /// Hot and cold pages stay apart, or together.
    fn set_options(&mut self, options: &PageOptions, chip: &Chip, _: &mut Vec<Event>) -> u32 {
        let options = *options;
        self.closed.set_policy(
            options.gc_policy,
            chip,
            options.wear_leveling.is_some(),
            self.clock,
        );
        self.wear.set_leveling(options.wear_leveling, chip);
        if let (Some(hot_cold), Some(options)) = (&mut self.hot_cold, options.hot_cold) {
            hot_cold.set_options(options);
        }
        self.options = options;
        0
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        visit.derived(&mut self.map);
        for frontier in &mut self.frontiers {
            frontier.columns(visit);
        }
        self.turns.iter_mut().for_each(|turn| visit.word(turn));
        self.closed.columns(visit);
        if let Some(hot_cold) = &mut self.hot_cold {
            hot_cold.columns(visit);
        }
        self.wear.columns(visit);
        visit.long(&mut self.clock);
        if self.options.on_demand() {
            visit.word(&mut self.cleaning.0);
            visit.word(&mut self.cleaning.1);
        }
    }

    /// The map leads to the valid pages.
    fn derive(&mut self, chip: &Chip) {
        self.map.fill(NONE);
        chip.each_valid(|lpn, ppn, _| self.map[lpn.index()] = ppn.0);
        self.closed.derive(chip);
    }
}
