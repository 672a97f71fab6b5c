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

use nand::{Chip, Columns, Lbn, Lpn, NONE, Pbn, Ppn};

use crate::parts::{
    HybridMap, RandomLogs, SequentialLogs, adopt_log, content, too_many_random_logs, wrong_log,
};
use crate::{
    Context, FilledChip, Ftl, Halt, HostPage, InitialError, MergeReason, Role, Sink, Tables,
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
    /// Random log blocks, at most R.
    random: RandomLogs,
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
        let unused = !self.random.all_in_use();
        let shared = |&b: &u32| has_room(b) && self.served[b as usize] < self.options.associativity;
        let shared = self.random.iter().filter(shared);
        let log = match shared.min_by_key(|&b| self.served[b as usize]) {
            Some(fewest) if !unused => Pbn(fewest),
            _ => {
                if !unused {
                    self.reclaim(cx)?;
                }
                let log = self.random.take(cx)?;
                self.served[log.index()] = 0;
                log
            }
        };
        self.served[log.index()] += 1;
        self.random_of[lbn.index()] = log.0;
        Ok(log)
    }

    /// Gives back the oldest random log block.
    fn reclaim<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let victim = self.random.victim(cx)?;
        for (_, lpn) in content(cx.chip(), victim) {
            let own = &mut self.random_of[cx.chip().geometry().logical_block_of(lpn).index()];
            if *own == victim.0 {
                *own = NONE;
            }
        }
        let (map, sequential) = (&mut self.map, &mut self.sequential);
        self.random.reclaim(cx, map, victim, true, sequential)
    }
}

impl Ftl for Kast {
    type Options = KastOptions;

    fn new(options: KastOptions, chip: &Chip, logical_pages: u32) -> Self {
        let map = HybridMap::new(chip.geometry(), logical_pages);
        Self {
            options,
            sequential: SequentialLogs::new(options.seq_log_blocks),
            random: RandomLogs::new(options.random_log_blocks()),
            served: vec![0; chip.geometry().blocks as usize],
            random_of: vec![NONE; map.logical_blocks() as usize],
            map,
        }
    }

    /// A block that `log` does not name is a data block.
    fn resume(&mut self, from: FilledChip<'_>) -> Result<(), InitialError> {
        let chip = from.chip;
        let Self {
            options,
            map,
            sequential,
            random,
            served,
            random_of,
        } = self;
        let g = chip.geometry();
        adopt_log(map, from, |pbn, role, lbn| {
            if role == Role::SequentialLog {
                return sequential.resume(chip, pbn, lbn, "sequential");
            }
            if let Some(lbn) = lbn {
                return wrong_log(format!(
                    "random log block {pbn} takes no LBN such as {lbn}: its pages say which it serves"
                ));
            }
            if random.all_in_use() {
                return too_many_random_logs(options.log_blocks, options.seq_log_blocks);
            }
            random.resume(pbn);
            let serves = &mut served[pbn.index()];
            for (_, lpn) in content(chip, pbn) {
                let own = random_of.get_mut(g.logical_block_of(lpn).index());
                if own.is_some_and(|own| std::mem::replace(own, pbn.0) != pbn.0) {
                    *serves += 1;
                }
            }
            let most = options.associativity;
            if *serves > most {
                return wrong_log(format!(
                    "random log block {pbn} holds pages of {serves} LBNs, but associativity is {most}"
                ));
            }
            Ok(None)
        })
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
        let log_blocks = self.sequential.entries().chain(self.random.entries());
        Tables {
            log_blocks: Some(log_blocks.collect()),
            log_capacity: self.options.log_blocks,
            ..self.map.tables()
        }
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        self.map.columns(visit);
        self.sequential.columns(visit);
        self.random.columns(visit);
        visit.words(&mut self.served);
        visit.words(&mut self.random_of);
    }
}
