//! BAST, block-associative sector translation (SPEC 4; slides "Log Block Scheme"; Kim et al. 2002).
//!
//! Idea: data blocks are mapped by block, so a page has one place in them; a few log blocks, mapped by page, take
//! the updates. A log block serves one logical block only.
//!
//! A write of offset o of LBN b (the data block is allocated by b's first write):
//! 1. if the data block's page o is free and the order allows, program it in place;
//! 2. otherwise append to b's log block. If b has none, take a free block; if all M are in use, first merge the one
//!    written least recently. If b's is full, merge it, then take a new one.
//!
//! Merge of log block L with data block D:
//! * **switch** if page i of L holds offset i, valid, for all i: erase D; L becomes the data block;
//! * **partial** if the programmed pages of L are offsets 0..k-1, all valid, k < P: copy the valid pages of the
//!   offsets from k on from D to L; erase D; L becomes the data block;
//! * **full** otherwise: copy the latest copies in offset order into a fresh block; erase D and L.
//!
//! "Latest copy" is the page in the log if there is one, otherwise the data block's own.

mod options;

use nand::{Chip, Columns, Lbn, Lpn, NONE, Pbn, Ppn};

use crate::parts::{HybridMap, Lists, Merge, adopt_log, content, wrong_log};
use crate::{
    Context, Decision, Event, FilledChip, Ftl, Halt, HostPage, InitialError, MergeReason, Role,
    Sink, Tables,
};

pub use options::BastOptions;

/// The list of log blocks in [`Bast::log_order`].
const IN_USE: u32 = 0;

/// BAST's tables.
#[derive(Clone, Debug)]
pub struct Bast {
    options: BastOptions,
    /// Data blocks, and pages in log blocks.
    map: HybridMap,
    /// Per LBN: its log block, or [`NONE`].
    log_of: Vec<u32>,
    /// Log blocks in use, least recently written first.
    log_order: Lists,
    /// Log blocks in use.
    logs: u32,
}

impl Bast {
    /// Step 2's log block with room for one page.
    fn log_with_room<S: Sink>(&mut self, cx: &mut Context<'_, S>, lbn: Lbn) -> Result<Pbn, Halt> {
        match Pbn::from_column(self.log_of[lbn.index()]) {
            Some(log) if cx.chip().next_offset(log) < cx.chip().geometry().pages_per_block => {
                return Ok(log);
            }
            Some(_) => self.merge(cx, lbn, MergeReason::LogBlockFull)?,
            None if self.logs == self.options.log_blocks => {
                let own = self
                    .log_order
                    .front(IN_USE)
                    .expect("log_blocks is at least 1");
                let order = &self.log_order;
                let chosen = cx.decide(Decision::LogBlock, own, |chip, b| {
                    b < chip.geometry().blocks && order.list_of(b).is_some()
                })?;
                let victim = cx
                    .flash
                    .pool
                    .owner(Pbn(chosen))
                    .expect("a log block serves an LBN");
                self.merge(cx, victim, MergeReason::NoFreeLogBlock)?;
            }
            None => {}
        }
        let log = cx.take_block(Role::Log, Some(lbn))?;
        self.log_of[lbn.index()] = log.0;
        self.log_order.push_back(IN_USE, log.0);
        self.logs += 1;
        Ok(log)
    }

    fn merge<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        lbn: Lbn,
        reason: MergeReason,
    ) -> Result<(), Halt> {
        let log = Pbn(self.log_of[lbn.index()]);
        let merge = Merge::of_own_log(cx, lbn, log, reason)?;
        self.map.merge(cx, merge)?;
        self.log_order.remove(log.0);
        self.log_of[lbn.index()] = NONE;
        self.logs -= 1;
        Ok(())
    }
}

impl Ftl for Bast {
    type Options = BastOptions;

    fn new(options: BastOptions, chip: &Chip, logical_pages: u32) -> Self {
        let map = HybridMap::new(chip.geometry(), logical_pages);
        Self {
            options,
            log_of: vec![NONE; map.logical_blocks() as usize],
            map,
            log_order: Lists::new(1, chip.geometry().blocks),
            logs: 0,
        }
    }

    /// Tables for a chip that holds pages. A block whose pages all are at their own offsets is taken for the data
    /// block of its LBN unless `log` names it.
    fn resume(&mut self, from: FilledChip<'_>) -> Result<(), InitialError> {
        let chip = from.chip;
        let g = chip.geometry();
        let (used, most) = (from.tables.log.len(), self.options.log_blocks);
        if used > most as usize {
            return wrong_log(format!(
                "{used} log blocks in use, but log_blocks is {most}"
            ));
        }
        self.logs = used as u32;
        let (log_of, log_order) = (&mut self.log_of, &mut self.log_order);
        adopt_log(&mut self.map, from, |pbn, _, lbn| {
            let first = || {
                content(chip, pbn)
                    .map(|(_, l)| g.logical_block_of(l))
                    .next()
            };
            let Some(lbn) = lbn.or_else(first) else {
                return wrong_log(format!(
                    "log block {pbn} is empty, so its LBN must be given"
                ));
            };
            if log_of.get(lbn.index()) != Some(&NONE) {
                return wrong_log(format!("LBN {lbn} does not exist, or has two log blocks"));
            }
            if let Some((ppn, lpn)) =
                content(chip, pbn).find(|&(_, l)| g.logical_block_of(l) != lbn)
            {
                return wrong_log(format!(
                    "log block {pbn} serves LBN {lbn}, but page {ppn} holds LPN {lpn}"
                ));
            }
            log_of[lbn.index()] = pbn.0;
            log_order.push_back(IN_USE, pbn.0);
            Ok(Some(lbn))
        })
    }

    fn write<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        if self.map.write_in_place(cx, page)? {
            return Ok(());
        }
        let lbn = cx.chip().geometry().logical_block_of(page.lpn);
        let log = self.log_with_room(cx, lbn)?;
        self.map.append(cx, log, page)?;
        self.log_order.remove(log.0);
        self.log_order.push_back(IN_USE, log.0);
        cx.emit(|| Event::LogTouched { pbn: log });
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

    #[inline]
    fn tables(&self) -> Tables {
        let mut owner = vec![None; self.log_order.members() as usize];
        for (lbn, log) in (0..).map(Lbn).zip(&self.log_of) {
            if let Some(owner) = owner.get_mut(*log as usize) {
                *owner = Some(lbn);
            }
        }
        Tables {
            log_blocks: Some(
                self.log_order
                    .iter(IN_USE)
                    .map(|b| (Pbn(b), owner[b as usize]))
                    .collect(),
            ),
            log_capacity: self.options.log_blocks,
            ..self.map.tables()
        }
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        self.map.columns(visit);
        visit.words(&mut self.log_of);
        self.log_order.columns(visit);
        visit.word(&mut self.logs);
    }
}
