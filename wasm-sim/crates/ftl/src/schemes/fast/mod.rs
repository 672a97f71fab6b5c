//! FAST, fully associative sector translation (SPEC 4; slides "FAST"; Lee et al. 2007).
//!
//! Idea: as in BAST, data blocks are mapped by block and log blocks by page; but log blocks are shared by all logical
//! blocks. One, the SW log block, takes a run that begins at offset 0; the others, the RW log blocks, take the rest, in
//! the order in which it comes. Fewer merges, later; but giving back one RW log block merges every logical block in it.
//!
//! A write of offset o of LBN b (the data block is allocated by b's first write):
//! 1. if the data block's page o is free and the order allows, program it in place;
//! 2. otherwise, o = 0: merge the SW log block if it is in use, take a free block as SW for b, append to it;
//! 3. otherwise, b owns SW and o is its next offset: append to SW;
//! 4. otherwise, b owns SW (o breaks the sequence): merge SW, then append as in 5;
//! 5. otherwise append to the newest RW log block; if it is full take a new one; if all M-1 are in use, first reclaim the
//!    oldest.
//!
//! SW is merged as BAST merges ([`Merge::of_own_log`]), with the latest copies, from the data block or from RW log
//! blocks; only when 2 or 4 asks, not when it fills.
//!
//! Reclaiming RW victim V: for each LBN with a page in V, in order of first appearance, a full merge; if the LBN owns SW,
//! SW is erased and released too. Then V is erased. Under `skip_stale` (O-FAST) an LBN whose pages in V are all invalid is
//! left out.

mod options;

use std::collections::VecDeque;

use nand::{Chip, Columns, Lbn, Lpn, NONE, Pbn, Ppn};

use crate::parts::{BlockPool, HybridMap, Merge, no_gaps, sequence_of, wrong_log};
use crate::{
    Context, Decision, Event, Ftl, Halt, HostPage, InitialError, InitialTables, MergeReason, Role,
    Sink, Tables,
};

pub use options::FastOptions;

/// FAST's tables.
#[derive(Clone, Debug)]
pub struct Fast {
    options: FastOptions,
    /// Data blocks, and pages in log blocks.
    map: HybridMap,
    /// The SW log block, or [`NONE`].
    sw: u32,
    /// The LBN that owns it, or [`NONE`].
    sw_owner: u32,
    /// RW log blocks, oldest first; at most M-1.
    rw: VecDeque<u32>,
}

impl Fast {
    #[inline]
    fn resume_sw(&mut self, chip: &Chip, pbn: Pbn, lbn: Option<Lbn>) -> Result<Lbn, InitialError> {
        if self.sw != NONE {
            return wrong_log(format!(
                "blocks {} and {pbn} are both SW log blocks; there is one",
                self.sw
            ));
        }
        let lbn = sequence_of(chip, pbn, lbn, "SW")?;
        (self.sw, self.sw_owner) = (pbn.0, lbn.0);
        Ok(lbn)
    }

    #[inline]
    fn resume_rw(&mut self, pbn: Pbn, lbn: Option<Lbn>) -> Result<(), InitialError> {
        if let Some(lbn) = lbn {
            return wrong_log(format!(
                "RW log block {pbn} serves every LBN, not LBN {lbn} alone"
            ));
        }
        let most = self.options.log_blocks - 1;
        if self.rw.len() as u32 == most {
            return wrong_log(format!(
                "more than {most} RW log blocks, but log_blocks is {}, and one of them is SW",
                self.options.log_blocks
            ));
        }
        self.rw.push_back(pbn.0);
        Ok(())
    }

    /// Steps 2 and 4: the SW log block is merged, if it is in use.
    fn merge_sw<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        reason: MergeReason,
    ) -> Result<(), Halt> {
        if self.sw == NONE {
            return Ok(());
        }
        let merge = Merge::of_own_log(cx, Lbn(self.sw_owner), Pbn(self.sw), reason)?;
        self.map.merge(cx, merge)?;
        (self.sw, self.sw_owner) = (NONE, NONE);
        Ok(())
    }

    /// Step 2: a free block for a sequence of `lbn`.
    fn take_sw<S: Sink>(&mut self, cx: &mut Context<'_, S>, lbn: Lbn) -> Result<Pbn, Halt> {
        let sw = cx.take_block(Role::SequentialLog, Some(lbn))?;
        (self.sw, self.sw_owner) = (sw.0, lbn.0);
        Ok(sw)
    }

    /// Step 5: an RW log block with room for one page.
    fn rw_with_room<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<Pbn, Halt> {
        let pages_per_block = cx.chip().geometry().pages_per_block;
        if let Some(newest) = self.rw.back().map(|&b| Pbn(b))
            && cx.chip().next_offset(newest) < pages_per_block
        {
            return Ok(newest);
        }
        if self.rw.len() as u32 == self.options.log_blocks - 1 {
            self.reclaim(cx)?;
        }
        let rw = cx.take_block(Role::RandomLog, None)?;
        self.rw.push_back(rw.0);
        Ok(rw)
    }

    /// Gives back the oldest RW log block.
    fn reclaim<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let rw = &self.rw;
        let oldest = *rw.front().expect("log_blocks is at least 2");
        let victim = Pbn(cx.decide(Decision::LogBlock, oldest, |_, b| rw.contains(&b))?);
        let Self {
            map, sw, sw_owner, ..
        } = self;
        map.reclaim(cx, victim, self.options.skip_stale, &mut |lbn| {
            let own = (*sw_owner == lbn.0).then_some(Pbn(*sw))?;
            (*sw, *sw_owner) = (NONE, NONE);
            Some(own)
        })?;
        self.rw.retain(|&b| b != victim.0);
        Ok(())
    }
}

impl Ftl for Fast {
    type Options = FastOptions;

    fn new(options: FastOptions, chip: &Chip, logical_pages: u32) -> Self {
        Self {
            options,
            map: HybridMap::new(chip.geometry(), logical_pages),
            sw: NONE,
            sw_owner: NONE,
            rw: VecDeque::new(),
        }
    }

    /// Tables for a chip that holds pages. A block that `log` does not name is a data block.
    fn resume(
        &mut self,
        chip: &Chip,
        pool: &mut BlockPool,
        tables: &InitialTables,
    ) -> Result<(), InitialError> {
        for &(pbn, role, lbn) in &tables.log {
            no_gaps(chip, pbn)?;
            if self.sw == pbn.0 || self.rw.contains(&pbn.0) {
                return wrong_log(format!("block {pbn} is named twice"));
            }
            let owner = if role == Role::SequentialLog {
                Some(self.resume_sw(chip, pbn, lbn)?)
            } else {
                self.resume_rw(pbn, lbn)?;
                None
            };
            pool.occupy(pbn, role, owner);
        }
        let (sw, rw) = (self.sw, &self.rw);
        self.map
            .adopt(chip, pool, tables, &|pbn| pbn.0 == sw || rw.contains(&pbn.0))
    }

    fn write<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        if self.map.write_in_place(cx, page)? {
            return Ok(());
        }
        let g = cx.chip().geometry();
        let (lbn, offset) = (g.logical_block_of(page.lpn), g.logical_offset_of(page.lpn));
        let log = if offset == 0 {
            self.merge_sw(cx, MergeReason::NewSequence)?;
            self.take_sw(cx, lbn)?
        } else if self.sw_owner != lbn.0 {
            self.rw_with_room(cx)?
        } else if cx.chip().next_offset(Pbn(self.sw)) == offset {
            Pbn(self.sw)
        } else {
            self.merge_sw(cx, MergeReason::SequenceBroken)?;
            self.rw_with_room(cx)?
        };
        self.map.append(cx, log, page)
    }

    fn trim<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        self.map.trim(cx, page);
        Ok(())
    }

    #[inline]
    fn lookup(&self, chip: &Chip, lpn: Lpn) -> Option<Ppn> {
        self.map.lookup(chip, lpn)
    }

    #[inline]
    fn tables(&self) -> Tables {
        let sw = Pbn::from_column(self.sw).map(|pbn| (pbn, Lbn::from_column(self.sw_owner)));
        let rw = self.rw.iter().map(|&pbn| (Pbn(pbn), None));
        Tables {
            page_map: Some(self.map.log_map()),
            block_map: Some(self.map.block_map()),
            log_blocks: Some(sw.into_iter().chain(rw).collect()),
            log_capacity: self.options.log_blocks,
            ..Tables::default()
        }
    }

    fn set_options(&mut self, options: &FastOptions, _: &Chip, _: &mut Vec<Event>) -> u32 {
        self.options = *options;
        0
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        self.map.columns(visit);
        visit.word(&mut self.sw);
        visit.word(&mut self.sw_owner);
        let mut rw = Vec::from(std::mem::take(&mut self.rw));
        visit.words(&mut rw);
        self.rw = rw.into();
    }
}
