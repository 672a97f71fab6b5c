//! Page-mapped FTL: the ideal baseline (SPEC 3; Desnoyers, section 2).
//!
//! Files: `cleaning` (steps 1-4), `frontiers` (5, and turns on several channels), `leveling` (7), `on_demand` (its own four
//! steps), `runs` (many pages at once, in bulk), `resume` (from an explicit state), `options`.
//!
//! Idea: a full table says where every logical page is, so a page can be written anywhere. Writes are appended
//! to an open block; old copies become invalid; GC gives whole blocks back by copying what is still valid.
//!
//! A host page write:
//! 1. while fewer than `gc_threshold` blocks are free, clean (2-4);
//! 5. take the next place of the frontier; a full frontier is closed now, and the next free block opened;
//! 6. program; the old copy becomes invalid; the map points to the new one.
//!
//! GC:
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
//! As older copies are invalid first, a block with room to gain is found on a device of D + 1 blocks. The map of an
//! announced page leads to no page until it is programmed, inside the same request; page mapping is not cut off from
//! power.
//!
//! With `hot_cold` each class of pages has its frontier, or frontiers, and its pool of closed blocks; step 2 first chooses the
//! pool, and step 3 keeps a page in its class, but for one that the classifier now calls cold. That one stays hot
//! for the time being if the free blocks do not suffice for copies to both classes.
//!
//! With `wear_leveling`, after a GC:
//! 7. if the erase counts differ by more than the threshold: the valid pages of the least erased closed block are
//!    copied to the most erased free block, which takes its place; then the block is erased. If it has none, nothing
//!    is done.
//!
//! On several channels (SPEC 7) each frontier is one for each channel, and pages go to them in turn, a page each; a frontier
//! takes free blocks of its own channel while there are any, and others then. GC is that of the whole device. For a copy
//! the last free block is opened only if no frontier of its kind has room; otherwise it goes to the next one that has. So a GC needs
//! no more free blocks than on one channel; but only with a `gc_threshold` above the channels are all copies striped, too.
//!
//! Simplification: the table is in SRAM, whole, and costs nothing.

mod cleaning;
mod frontiers;
mod leveling;
mod on_demand;
mod options;
mod resume;
mod runs;

use nand::{Chip, Columns, Lpn, NONE, PageKind, Pbn, Ppn};

use crate::ftl::AHEAD;
use crate::parts::{COLD, ClosedBlocks, Frontier, HOT, HotCold, WearLeveling};
use crate::{
    Candidate, Cause, Context, Decision, Event, FilledChip, Ftl, Halt, HostPage, InitialError,
    Role, Silent, Sink, Tables,
};

use frontiers::frontiers;
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
        let pools = 1 + u32::from(options.hot_cold.is_some());
        let leveling = options.wear_leveling;
        Self {
            options,
            map: vec![NONE; logical_pages as usize],
            frontiers: frontiers(&options),
            turns: vec![0; (options.frontiers() / options.channels) as usize],
            closed: ClosedBlocks::new(options.gc_policy, chip, pools, leveling.is_some()),
            hot_cold: options.hot_cold.map(|c| HotCold::new(c, logical_pages)),
            wear: WearLeveling::new(leveling, chip.geometry().blocks),
            clock: 0,
            cleaning: (NONE, 0),
        }
    }

    fn resume(&mut self, from: FilledChip<'_>) -> Result<(), InitialError> {
        self.start_from(from)
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

    fn writes_runs(&self) -> bool {
        !self.announces()
    }

    fn write_run(
        &mut self,
        cx: &mut Context<'_, Silent>,
        pages: &[HostPage],
    ) -> Result<u32, (u32, Halt)> {
        self.append_run(cx, pages)
    }

    fn cleans(&self) -> bool {
        true
    }

    /// Where hot and cold blocks are kept apart, of the two that could be cleaned the one that gives back more.
    fn next_victim<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Option<Pbn> {
        // As if it were cleaned now, but what is drawn for it is drawn again then.
        let mut rng = cx.flash.rng.clone();
        let pools = 0..=u32::from(self.hot_cold.is_some());
        let picks =
            pools.filter_map(|pool| self.closed.pick(&cx.flash.chip, pool, self.clock, &mut rng));
        picks.min_by_key(|&pbn| cx.flash.chip.valid_pages(pbn))
    }

    #[inline]
    fn closed(&self) -> Vec<Pbn> {
        self.closed.all()
    }

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
