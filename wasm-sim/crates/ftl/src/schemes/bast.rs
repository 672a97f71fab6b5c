//! BAST, block-associative sector translation (SPEC 4; slides "Log Block Scheme"; Kim et al. 2002).
//!
//! Idea: data blocks are mapped by block, so a page has one place in them; a few log blocks, mapped by page, take
//! the updates. A log block serves one logical block only.
//!
//! A write of offset o of LBN b (the data block is allocated by b's first write):
//! 1. if the data block's page o is free and the order allows, program it in place;
//! 2. else append to b's log block. If b has none, take a free block; if all M are in use, first merge the one
//!    written least recently. If b's is full, merge it, then take a new one.
//!
//! Merge of log block L with data block D:
//! * **switch** if page i of L holds offset i, valid, for all i: erase D; L becomes the data block;
//! * **partial** if the programmed pages of L are offsets 0..k-1, all valid, k < P: copy the valid pages of the
//!   offsets from k on from D to L; erase D; L becomes the data block;
//! * **full** otherwise: copy the latest copies in offset order into a fresh block; erase D and L.
//!
//! "Latest copy" is the page in the log if there is one, else the data block's own.

use nand::{Chip, Columns, Lbn, Lpn, NONE, Page, PageKind, Pbn, Ppn};

use crate::ftl::valid_copies;
use crate::parts::{BlockPool, Lists};
use crate::{
    BastConfig, Cause, Context, Decision, Event, Ftl, Halt, HostPage, InitialError, InitialTables,
    MergeKind, MergeReason, MergeWhy, Role, Sink, Tables,
};

/// The list of log blocks in [`Bast::log_order`].
const IN_USE: u32 = 0;

/// BAST's tables.
#[derive(Clone, Debug)]
pub struct Bast {
    config: BastConfig,
    /// Per LBN: its data block, or [`NONE`].
    block_map: Vec<u32>,
    /// Per LBN: its log block, or [`NONE`].
    log_of: Vec<u32>,
    /// Per LPN: its latest copy if that is in a log block, or [`NONE`].
    log_map: Vec<u32>,
    /// Log blocks in use, least recently written first.
    log_order: Lists,
    /// Log blocks in use.
    logs: u32,
}

impl Bast {
    /// Tables for an empty chip.
    #[inline]
    pub fn new(config: BastConfig, chip: &Chip, logical_pages: u32) -> Self {
        let logical_blocks = logical_pages.div_ceil(chip.geometry().pages_per_block) as usize;
        Self {
            config,
            block_map: vec![NONE; logical_blocks],
            log_of: vec![NONE; logical_blocks],
            log_map: vec![NONE; logical_pages as usize],
            log_order: Lists::new(1, chip.geometry().blocks),
            logs: 0,
        }
    }

    /// Tables for a chip that holds pages. A block whose pages all stand at their own offsets is taken for the data
    /// block of its LBN unless `log` names it.
    #[inline]
    pub(crate) fn resume(
        &mut self,
        chip: &Chip,
        pool: &mut BlockPool,
        tables: &InitialTables,
    ) -> Result<(), InitialError> {
        let g = chip.geometry();
        let latest = valid_copies(chip, PageKind::Data, self.log_map.len() as u32, "LPN")?;
        let error = |table, message| Err(InitialError { table, message });
        let content = |pbn: Pbn| {
            g.pages_of(pbn)
                .filter_map(|p| Some((p, Lpn(chip.oob(p)?.logical))))
        };
        for &(pbn, lbn) in &tables.log {
            let Some(lbn) = lbn.or_else(|| content(pbn).map(|(_, l)| g.logical_block_of(l)).next())
            else {
                return error(
                    "log",
                    format!("log block {pbn} is empty, so its LBN must be given"),
                );
            };
            if lbn.index() >= self.log_of.len() || self.log_of[lbn.index()] != NONE {
                return error(
                    "log",
                    format!("LBN {lbn} does not exist, or has two log blocks"),
                );
            }
            if let Some((ppn, lpn)) = content(pbn).find(|&(_, l)| g.logical_block_of(l) != lbn) {
                return error(
                    "log",
                    format!("log block {pbn} serves LBN {lbn}, but page {ppn} holds LPN {lpn}"),
                );
            }
            self.log_of[lbn.index()] = pbn.0;
            self.log_order.push_back(IN_USE, pbn.0);
            self.logs += 1;
            pool.occupy(pbn, Role::Log, Some(lbn));
        }
        if self.logs > self.config.log_blocks {
            return error(
                "log",
                format!(
                    "{} log blocks in use, but log_blocks is {}",
                    self.logs, self.config.log_blocks
                ),
            );
        }
        let mut data = tables.data.clone();
        for pbn in (0..g.blocks).map(Pbn) {
            let known =
                self.log_order.list_of(pbn.0).is_some() || data.iter().any(|&(_, b)| b == pbn);
            if let (false, Some((_, lpn))) = (known, content(pbn).next()) {
                data.push((g.logical_block_of(lpn), pbn));
            }
        }
        for (lbn, pbn) in data {
            if lbn.index() >= self.block_map.len() || self.block_map[lbn.index()] != NONE {
                return error(
                    "data",
                    format!("LBN {lbn} does not exist, or has two data blocks"),
                );
            }
            let misplaced = |&(ppn, lpn): &(Ppn, Lpn)| {
                (g.logical_block_of(lpn), g.logical_offset_of(lpn)) != (lbn, g.offset_of(ppn))
            };
            if let Some((ppn, lpn)) = content(pbn).find(misplaced) {
                return error(
                    "data",
                    format!(
                        "block {pbn} is the data block of LBN {lbn}, but page {ppn} holds LPN {lpn}"
                    ),
                );
            }
            self.block_map[lbn.index()] = pbn.0;
            pool.occupy(pbn, Role::Data, Some(lbn));
        }
        for (lpn, &ppn) in (0..).map(Lpn).zip(&latest) {
            let in_log = |p: Ppn| self.log_order.list_of(g.block_of(p).0).is_some();
            if Ppn::from_column(ppn).is_some_and(in_log) {
                self.log_map[lpn.index()] = ppn;
            }
        }
        Ok(())
    }

    /// The data block's page for an LPN, if there is a data block.
    #[inline]
    fn home(&self, chip: &Chip, lpn: Lpn) -> Option<Ppn> {
        let g = chip.geometry();
        let pbn = Pbn::from_column(self.block_map[g.logical_block_of(lpn).index()])?;
        Some(g.page_at(pbn, g.logical_offset_of(lpn)))
    }

    /// Step 2's log block with room for one page.
    fn log_with_room<S: Sink>(&mut self, cx: &mut Context<'_, S>, lbn: Lbn) -> Result<Pbn, Halt> {
        match Pbn::from_column(self.log_of[lbn.index()]) {
            Some(log) if cx.chip().next_offset(log) < cx.chip().geometry().pages_per_block => {
                return Ok(log);
            }
            Some(_) => self.merge(cx, lbn, MergeReason::LogBlockFull)?,
            None if self.logs == self.config.log_blocks => {
                let own = self
                    .log_order
                    .front(IN_USE)
                    .expect("log_blocks is at least 1");
                let order = &self.log_order;
                let chosen = cx.decide(Decision::LogBlock, own, |chip, b| {
                    b < chip.geometry().blocks && order.list_of(b).is_some()
                })?;
                let victim = cx
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

    /// Which kind of merge a log block allows, and the page that decided it.
    fn kind_of_merge(chip: &Chip, lbn: Lbn, log: Pbn) -> (MergeKind, MergeWhy) {
        let g = chip.geometry();
        let programmed = chip.next_offset(log);
        for page in 0..programmed {
            let ppn = g.page_at(log, page);
            let holds = chip
                .oob(ppn)
                .expect("log blocks are filled without gaps")
                .logical;
            let holds = holds - g.logical_page_at(lbn, 0).0;
            if holds != page {
                return (MergeKind::Full, MergeWhy::OutOfPlace { page, holds });
            }
            if chip.page(ppn) != Page::Valid {
                return (MergeKind::Full, MergeWhy::Stale { page });
            }
        }
        if programmed == g.pages_per_block {
            (MergeKind::Switch, MergeWhy::Complete)
        } else {
            (MergeKind::Partial, MergeWhy::Prefix { pages: programmed })
        }
    }

    fn merge<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        lbn: Lbn,
        reason: MergeReason,
    ) -> Result<(), Halt> {
        let g = cx.chip().geometry();
        let log = Pbn(self.log_of[lbn.index()]);
        let data = Pbn::from_column(self.block_map[lbn.index()]);
        let (own, mut why) = Self::kind_of_merge(cx.chip(), lbn, log);
        // A full merge is always possible; the cheaper ones only where the log block allows them.
        let full = MergeKind::Full as u32;
        let mut kind = own;
        if cx.decide(Decision::Merge, own as u32, |_, k| k == full)? == full
            && own != MergeKind::Full
        {
            (kind, why) = (MergeKind::Full, MergeWhy::Chosen);
        }
        // Pages of the logical block to be copied, by where they are now.
        let first = if kind == MergeKind::Full {
            0
        } else {
            cx.chip().next_offset(log)
        };
        let sources: Vec<(u32, Ppn)> = (first..g.pages_per_block)
            .filter_map(|o| {
                let lpn = g.logical_page_at(lbn, o);
                (lpn.index() < self.log_map.len())
                    .then(|| Some((o, self.lookup(cx.chip(), lpn)?)))?
            })
            .collect();
        let copies = sources.len() as u32;
        cx.emit(|| Event::MergeBegin {
            kind,
            lbn,
            log,
            data,
            copies,
            reason,
            why,
        });
        let into = if kind == MergeKind::Full {
            cx.take_block(Role::MergeTarget, Some(lbn))?
        } else {
            log
        };
        for (offset, from) in sources {
            cx.copy(from, g.page_at(into, offset), Cause::Merge)?;
        }
        if let Some(data) = data {
            cx.erase(data, Cause::Merge)?;
        }
        if kind == MergeKind::Full {
            cx.erase(log, Cause::Merge)?;
            cx.counters.full_merge_victim(1);
        }
        self.log_order.remove(log.0);
        self.log_of[lbn.index()] = NONE;
        self.logs -= 1;
        for offset in 0..g.pages_per_block {
            let lpn = g.logical_page_at(lbn, offset);
            if lpn.index() < self.log_map.len() && self.log_map[lpn.index()] != NONE {
                self.log_map[lpn.index()] = NONE;
                cx.emit(|| Event::MapSet { lpn, ppn: None });
            }
        }
        self.block_map[lbn.index()] = into.0;
        cx.set_role(into, Role::Data, Some(lbn));
        cx.emit(|| Event::BlockMapSet {
            lbn,
            pbn: Some(into),
        });
        cx.counters.merge(kind);
        cx.emit(|| Event::MergeEnd {
            kind,
            lbn,
            data: into,
            blocks: u32::from(kind == MergeKind::Full),
        });
        Ok(())
    }
}

impl Ftl for Bast {
    fn read<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        page: HostPage,
    ) -> Result<Option<u32>, Halt> {
        let Some(ppn) = self.lookup(cx.chip(), page.lpn) else {
            cx.unmapped_read(page.lpn);
            return Ok(None);
        };
        Ok(Some(cx.read(ppn, Cause::Host)?.version))
    }

    fn write<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        let lpn = page.lpn;
        let lbn = cx.chip().geometry().logical_block_of(lpn);
        if self.block_map[lbn.index()] == NONE {
            let pbn = cx.take_block(Role::Data, Some(lbn))?;
            self.block_map[lbn.index()] = pbn.0;
            cx.emit(|| Event::BlockMapSet {
                lbn,
                pbn: Some(pbn),
            });
        }
        let home = self
            .home(cx.chip(), lpn)
            .expect("allocated just now at the latest");
        if cx.chip().can_program(home) {
            let old = self.lookup(cx.chip(), lpn);
            cx.program(home, lpn.0, PageKind::Data, page.version, Cause::Host)?;
            if let Some(old) = old {
                cx.invalidate(old);
                self.log_map[lpn.index()] = NONE;
                cx.emit(|| Event::MapSet { lpn, ppn: None });
            }
            return Ok(());
        }
        let log = self.log_with_room(cx, lbn)?;
        let ppn = cx
            .chip()
            .geometry()
            .page_at(log, cx.chip().next_offset(log));
        let old = self.lookup(cx.chip(), lpn);
        cx.program(ppn, lpn.0, PageKind::Data, page.version, Cause::Host)?;
        if let Some(old) = old {
            cx.invalidate(old);
        }
        self.log_map[lpn.index()] = ppn.0;
        cx.emit(|| Event::MapSet {
            lpn,
            ppn: Some(ppn),
        });
        self.log_order.remove(log.0);
        self.log_order.push_back(IN_USE, log.0);
        cx.emit(|| Event::LogTouched { pbn: log });
        Ok(())
    }

    fn trim<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        let lpn = page.lpn;
        let Some(ppn) = self.lookup(cx.chip(), lpn) else {
            return Ok(());
        };
        cx.invalidate(ppn);
        if std::mem::replace(&mut self.log_map[lpn.index()], NONE) != NONE {
            cx.emit(|| Event::MapSet { lpn, ppn: None });
        }
        Ok(())
    }

    #[inline]
    fn lookup(&self, chip: &Chip, lpn: Lpn) -> Option<Ppn> {
        Ppn::from_column(self.log_map[lpn.index()]).or_else(|| {
            self.home(chip, lpn)
                .filter(|&p| chip.page(p) == Page::Valid)
        })
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
            page_map: Some(self.log_map.clone()),
            block_map: Some(self.block_map.clone()),
            log_blocks: Some(
                self.log_order
                    .iter(IN_USE)
                    .map(|b| (Pbn(b), owner[b as usize]))
                    .collect(),
            ),
            log_capacity: self.config.log_blocks,
            ..Tables::default()
        }
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        for column in [&mut self.block_map, &mut self.log_of, &mut self.log_map] {
            visit.words(column);
        }
        self.log_order.columns(visit);
        visit.word(&mut self.logs);
    }
}
