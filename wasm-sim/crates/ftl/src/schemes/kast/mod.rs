//! KAST, K-associative sector translation (SPEC 4; Cho et al. 2009).
//!
//! Idea: between BAST, where a log block serves one logical block, and FAST, where it serves all. A random log block (RLB)
//! serves K logical blocks at most, so giving one back merges at most K of them: the longest wait is bounded. Sequences have
//! log blocks of their own (SLB), so that they end in a switch or a partial merge.
//!
//! A write of offset o of LBN b (the data block is allocated by b's first write):
//! 1. if the data block's page o is free and the order allows, program it in place;
//! 2. otherwise, b has an SLB: if o is its next offset, append to it; otherwise the sequence is broken: merge the SLB, go on;
//! 3. o = 0: take a free block as SLB of b, append to it; if all m are in use, first merge the one written least recently;
//! 4. o > 0: append to an RLB, the first that there is of
//!    - the one that b was last appended to, if it has room;
//!    - a free block, while fewer than R = M - m are in use;
//!    - of those with room that serve fewer than K LBNs, the one that serves the fewest (tie: the oldest);
//!    - a free block, after the oldest RLB was reclaimed.
//!
//! An RLB serves each LBN that has a page in it, valid or not. An SLB is merged as BAST merges
//! ([`Merge::of_own_log`](crate::parts::Merge::of_own_log)), an RLB is reclaimed as FAST does under `skip_stale`: an SLB of a
//! merged LBN is erased and released too.
//!
//! So a write waits for K + 1 merged logical blocks at most: one of an SLB (2), then K of an RLB (4).

mod options;
mod resume;

use std::collections::VecDeque;

use nand::{Chip, Columns, Lbn, Lpn, NONE, Pbn, Ppn};

use crate::parts::{BlockPool, HybridMap, SequentialLogs, content};
use crate::{
    Context, Decision, Ftl, Halt, HostPage, InitialError, InitialTables, MergeReason, Role, Sink,
    Tables,
};

pub use options::KastOptions;

/// KAST's tables.
#[derive(Clone, Debug)]
pub struct Kast {
    options: KastOptions,
    /// Data blocks, and pages in log blocks.
    map: HybridMap,
    /// Sequential log blocks, at most m.
    sequential: SequentialLogs,
    /// Random log blocks, oldest first; at most R.
    random: VecDeque<u32>,
    /// Per block of the device, while it is a random log block: how many LBNs it serves.
    served: Vec<u32>,
    /// Per LBN: the random log block that it was last appended to, or [`NONE`].
    random_of: Vec<u32>,
}

impl Kast {
    /// Steps 2 to 4: a log block with room for the page.
    fn log_with_room<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        page: HostPage,
    ) -> Result<Pbn, Halt> {
        let g = cx.chip().geometry();
        let (lbn, offset) = (g.logical_block_of(page.lpn), g.logical_offset_of(page.lpn));
        if let Some(log) = self.sequential.of(lbn) {
            if cx.chip().next_offset(log) == offset {
                return Ok(log);
            }
            let broken = MergeReason::SequenceBroken;
            self.sequential.merge(cx, &mut self.map, log, broken)?;
        }
        if offset == 0 {
            self.sequential.begin(cx, &mut self.map, lbn)
        } else {
            self.random_with_room(cx, lbn)
        }
    }

    /// Step 4.
    fn random_with_room<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        lbn: Lbn,
    ) -> Result<Pbn, Halt> {
        let chip = cx.chip();
        let pages = chip.geometry().pages_per_block;
        let has_room = |block: u32| chip.next_offset(Pbn(block)) < pages;
        let own = self.random_of[lbn.index()];
        if own != NONE && has_room(own) {
            return Ok(Pbn(own));
        }
        let unused = (self.random.len() as u32) < self.options.random_log_blocks();
        let shared = |&b: &u32| has_room(b) && self.served[b as usize] < self.options.associativity;
        let shared = self.random.iter().copied().filter(shared);
        let log = match shared.min_by_key(|&b| self.served[b as usize]) {
            Some(fewest) if !unused => fewest,
            _ => {
                if !unused {
                    self.reclaim(cx)?;
                }
                let log = cx.take_block(Role::RandomLog, None)?.0;
                self.random.push_back(log);
                self.served[log as usize] = 0;
                log
            }
        };
        self.served[log as usize] += 1;
        self.random_of[lbn.index()] = log;
        Ok(Pbn(log))
    }

    /// Gives back the oldest random log block.
    fn reclaim<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let random = &self.random;
        let oldest = *random.front().expect("all are in use, and there is one");
        let victim = cx.decide(Decision::LogBlock, oldest, |_, b| random.contains(&b))?;
        for (_, lpn) in content(cx.chip(), Pbn(victim)) {
            let own = &mut self.random_of[cx.chip().geometry().logical_block_of(lpn).index()];
            if *own == victim {
                *own = NONE;
            }
        }
        let Self {
            map, sequential, ..
        } = self;
        map.reclaim(cx, Pbn(victim), true, &mut |lbn| sequential.release(lbn))?;
        self.random.retain(|&b| b != victim);
        Ok(())
    }
}

impl Ftl for Kast {
    type Options = KastOptions;

    fn new(options: KastOptions, chip: &Chip, logical_pages: u32) -> Self {
        let map = HybridMap::new(chip.geometry(), logical_pages);
        Self {
            options,
            sequential: SequentialLogs::new(options.seq_log_blocks),
            random: VecDeque::new(),
            served: vec![0; chip.geometry().blocks as usize],
            random_of: vec![NONE; map.logical_blocks() as usize],
            map,
        }
    }

    fn resume(
        &mut self,
        chip: &Chip,
        pool: &mut BlockPool,
        tables: &InitialTables,
    ) -> Result<(), InitialError> {
        self.start_from(chip, pool, tables)
    }

    fn write<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        if !self.map.write_in_place(cx, page)? {
            let log = self.log_with_room(cx, page)?;
            self.map.append(cx, log, page)?;
            self.sequential.touch(cx, log);
        }
        Ok(())
    }

    fn trim<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        self.map.trim(cx, page);
        Ok(())
    }

    #[inline]
    fn lookup(&self, chip: &Chip, lpn: Lpn) -> Option<Ppn> {
        self.map.lookup(chip, lpn)
    }

    fn tables(&self) -> Tables {
        let random = self.random.iter().map(|&pbn| (Pbn(pbn), None));
        Tables {
            page_map: Some(self.map.log_map()),
            block_map: Some(self.map.block_map()),
            log_blocks: Some(self.sequential.entries().chain(random).collect()),
            log_capacity: self.options.log_blocks,
            ..Tables::default()
        }
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        self.map.columns(visit);
        self.sequential.columns(visit);
        let mut random = Vec::from(std::mem::take(&mut self.random));
        visit.words(&mut random);
        self.random = random.into();
        visit.words(&mut self.served);
        visit.words(&mut self.random_of);
    }
}
