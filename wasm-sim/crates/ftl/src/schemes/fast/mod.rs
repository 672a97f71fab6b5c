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
//! SW is merged as BAST merges ([`crate::parts::Merge::of_own_log`]), with the latest copies, from the data block or from RW log
//! blocks; only when 2 or 4 asks, not when it fills.
//!
//! Reclaiming RW victim V: for each LBN with a page in V, in order of first appearance, a full merge; if the LBN owns SW,
//! SW is erased and released too. Then V is erased. Under `skip_stale` (O-FAST) an LBN whose pages in V are all invalid is
//! left out.

mod options;

use nand::{Chip, Columns, Lpn, Pbn, Ppn};

use crate::parts::{HybridMap, RandomLogs, SequentialLogs, adopt_log, wrong_log};
use crate::{
    Context, Event, FilledChip, Ftl, Halt, HostPage, InitialError, MergeReason, Role, Sink, Tables,
};

pub use options::FastOptions;

/// FAST's tables.
#[derive(Clone, Debug)]
pub struct Fast {
    options: FastOptions,
    /// Data blocks, and pages in log blocks.
    map: HybridMap,
    /// The SW log block, if there is one.
    sw: SequentialLogs,
    /// RW log blocks, at most M-1.
    rw: RandomLogs,
}

impl Fast {
    /// Step 5: an RW log block with room for one page.
    fn rw_with_room<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<Pbn, Halt> {
        let pages_per_block = cx.chip().geometry().pages_per_block;
        if let Some(newest) = self.rw.newest()
            && cx.chip().next_offset(newest) < pages_per_block
        {
            return Ok(newest);
        }
        if self.rw.all_in_use() {
            let victim = self.rw.victim(cx)?;
            let (map, skip_stale) = (&mut self.map, self.options.skip_stale);
            self.rw.reclaim(cx, map, victim, skip_stale, &mut self.sw)?;
        }
        self.rw.take(cx)
    }
}

impl Ftl for Fast {
    type Options = FastOptions;

    fn new(options: FastOptions, chip: &Chip, logical_pages: u32) -> Self {
        Self {
            options,
            map: HybridMap::new(chip.geometry(), logical_pages),
            sw: SequentialLogs::new(1),
            rw: RandomLogs::new(options.log_blocks - 1),
        }
    }

    /// Tables for a chip that holds pages. A block that `log` does not name is a data block.
    fn resume(&mut self, from: FilledChip<'_>) -> Result<(), InitialError> {
        let chip = from.chip;
        let Self {
            options,
            map,
            sw,
            rw,
        } = self;
        adopt_log(map, from, |pbn, role, lbn| {
            if role == Role::SequentialLog {
                return match sw.oldest() {
                    None => sw.resume(chip, pbn, lbn, "SW"),
                    Some(first) => wrong_log(format!(
                        "blocks {first} and {pbn} are both SW log blocks; there is one"
                    )),
                };
            }
            if let Some(lbn) = lbn {
                return wrong_log(format!(
                    "RW log block {pbn} serves every LBN, not LBN {lbn} alone"
                ));
            }
            if rw.all_in_use() {
                let most = options.log_blocks - 1;
                return wrong_log(format!(
                    "more than {most} RW log blocks, but log_blocks is {}, and one of them is SW",
                    options.log_blocks
                ));
            }
            rw.resume(pbn);
            Ok(None)
        })
    }

    fn write<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        if self.map.write_in_place(cx, page)? {
            return Ok(());
        }
        let g = cx.chip().geometry();
        let (lbn, offset) = (g.logical_block_of(page.lpn), g.logical_offset_of(page.lpn));
        let log = if offset == 0 {
            if let Some(sw) = self.sw.oldest() {
                let reason = MergeReason::NewSequence;
                self.sw.merge(cx, &mut self.map, sw, reason)?;
            }
            self.sw.begin(cx, &mut self.map, lbn)?
        } else {
            match self.sw.of(lbn) {
                Some(sw) if cx.chip().next_offset(sw) == offset => sw,
                Some(sw) => {
                    let reason = MergeReason::SequenceBroken;
                    self.sw.merge(cx, &mut self.map, sw, reason)?;
                    self.rw_with_room(cx)?
                }
                None => self.rw_with_room(cx)?,
            }
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
        Tables {
            log_blocks: Some(self.sw.entries().chain(self.rw.entries()).collect()),
            log_capacity: self.options.log_blocks,
            ..self.map.tables()
        }
    }

    fn set_options(&mut self, options: &FastOptions, _: &Chip, _: &mut Vec<Event>) -> u32 {
        self.options = *options;
        0
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        self.map.columns(visit);
        self.sw.columns(visit);
        self.rw.columns(visit);
    }
}
