//! The view: everything that can be seen at one position, kept up by folding events. The part of superblocks is in
//! `superblock.rs`, the hash of it all in `hash.rs`; the rest is one fold over every other event, so it is long.

mod buffer;
mod hash;
mod logs;
mod superblock;

use ftl::{
    AnyFtl, Cause, Counters, Event, MergeKind, RecoveryEvent, Role, Segment, Tables,
    parts::BlockPool, parts::CmtEntry,
};
use nand::{Chip, Lbn, NONE, Pbn};

use crate::device::Device;
use crate::protocol::{
    GcShown, InnerCleaningShown, MergeShown, ReclaimShown, ReclaimedShown, RecoveryShown, WearShown,
};
use crate::report::BufferCounts;

/// Page states, OOB, pool, tables and counters at a position (request, event).
///
/// It starts as a copy of the device between two requests and then lives on events alone; after the last event of the
/// request it equals the device again (SPEC 10, law 5). The chip in it is a real [`Chip`], so an event
/// stream that breaks a chip rule panics here as it would there.
#[derive(Clone, Debug)]
pub struct View {
    chip: Chip,
    pool: BlockPool,
    tables: Tables,
    counters: Counters,
    /// The counts when the last host page was finished.
    finished: (Counters, Option<BufferCounts>),
    under_way: UnderWay,
    buffer: Option<Box<self::buffer::Buffered>>,
}

/// The FTL's unfinished work.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "each is documented by its type")]
pub struct UnderWay {
    pub merge: Option<MergeShown>,
    pub reclaim: Option<ReclaimShown>,
    pub gc: Option<GcShown>,
    pub inner: Option<InnerCleaningShown>,
    pub wear: Option<WearShown>,
    pub recovery: Option<Recovering>,
}

/// After a power loss, until the tables are found again.
#[derive(Clone, Debug, PartialEq)]
pub struct Recovering {
    /// The CMT entries that were lost.
    pub lost: Vec<(CmtEntry, Segment)>,
    /// How far it is.
    pub shown: RecoveryShown,
}

impl View {
    /// The visible state of a device between two requests.
    pub fn of(device: &Device) -> Self {
        let ftl: &AnyFtl = device.ftl();
        let mut view = Self {
            chip: device.chip().clone(),
            pool: device.pool().clone(),
            tables: ftl.tables(),
            counters: device.counters().clone(),
            finished: Default::default(),
            under_way: UnderWay::default(),
            buffer: self::buffer::Buffered::of(device),
        };
        view.finish_page();
        view
    }

    /// All host pages so far are finished.
    pub fn finish_page(&mut self) {
        self.finished = (self.counters.clone(), self.buffer_counts());
    }

    /// The counts when the last host page was finished, by the FTL and by the write buffer.
    pub fn finished(&self) -> (&Counters, Option<BufferCounts>) {
        (&self.finished.0, self.finished.1)
    }

    /// The chip.
    pub fn chip(&self) -> &Chip {
        &self.chip
    }

    /// The free pool and the roles of blocks.
    pub fn pool(&self) -> &BlockPool {
        &self.pool
    }

    /// The mapping tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The counters.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// The FTL's unfinished work.
    pub fn under_way(&self) -> &UnderWay {
        &self.under_way
    }

    /// Applies one event.
    #[allow(
        clippy::too_many_lines,
        reason = "one arm an event: the list is what this is"
    )]
    pub fn fold(&mut self, event: &Event) {
        self.watch(event);
        match *event {
            Event::HostPage {
                op, index, part, ..
            } => {
                if index > 0 {
                    self.finish_page();
                }
                self.counters.host(op);
                if let Some(bytes) = part {
                    let page_bytes = self.chip.geometry().page_bytes;
                    self.counters.in_part(op, page_bytes - bytes);
                }
            }
            Event::TrimKept { bytes, nothing } => self.counters.kept(bytes, nothing),
            Event::Read {
                cause,
                logical,
                kind,
                ..
            } => {
                self.counters.reads[cause as usize] += 1;
                self.under_way
                    .recovery
                    .iter_mut()
                    .for_each(|r| r.shown.read += 1);
                if cause == Cause::Pad && kind == nand::PageKind::Data {
                    self.hold_filler(logical);
                }
            }
            Event::Program {
                ppn,
                logical,
                kind,
                version,
                from,
                cause,
            } => {
                self.chip.program(ppn, logical, kind, version);
                self.counters.programs[cause as usize] += 1;
                if from.is_some() {
                    self.under_way.merge.iter_mut().for_each(|m| m.copied += 1);
                    self.under_way.gc.iter_mut().for_each(|g| g.copied += 1);
                    self.under_way.inner.iter_mut().for_each(|i| i.copied += 1);
                    self.under_way.wear.iter_mut().for_each(|w| w.copied += 1);
                }
            }
            Event::Invalidate { ppn } => self.chip.invalidate(ppn),
            Event::Erase { pbn, cause } => {
                self.chip.erase(pbn);
                self.pool.give(pbn);
                self.drop_log(pbn);
                self.leave_superblock(pbn);
                set(&mut self.tables.chain, pbn.0, None);
                self.counters.erases[cause as usize] += 1;
            }
            Event::BlockTaken { pbn, role, lbn } => {
                assert!(
                    self.pool.take_block(pbn, role, lbn),
                    "block {pbn} is taken, which is not free"
                );
                if role.is_log() {
                    self.push_log(pbn, role, lbn);
                }
                self.join_superblock(pbn, lbn);
                if role == Role::Replacement {
                    self.link(pbn, lbn);
                }
                if role == Role::MergeTarget {
                    self.under_way
                        .merge
                        .iter_mut()
                        .for_each(|m| m.into = Some(pbn.0));
                }
            }
            Event::BlockRole { pbn, role, lbn } => {
                self.pool.set_role(pbn, role, lbn);
                if !role.is_log() {
                    self.drop_log(pbn);
                }
            }
            Event::FrontierOpened { stream, pbn } => {
                if !self.set_open(stream, pbn, true) {
                    self.tables.frontiers.push((stream, pbn));
                }
            }
            Event::FrontierClosed { stream, pbn } => {
                if !self.set_open(stream, pbn, false) {
                    self.tables.frontiers.retain(|&(_, b)| b != pbn);
                }
            }
            Event::MapSet { lpn, ppn } => set(&mut self.tables.page_map, lpn.0, ppn.map(|p| p.0)),
            Event::BlockMapSet { lbn, pbn } => {
                set(&mut self.tables.block_map, lbn.0, pbn.map(|b| b.0));
                for part in self
                    .under_way
                    .reclaim
                    .iter_mut()
                    .flat_map(|r| &mut r.merged)
                {
                    if part.lbn == lbn.0 {
                        part.data = pbn.map(|b| b.0);
                    }
                }
            }
            Event::LogTouched { pbn } => {
                if let Some(logs) = &mut self.tables.log_blocks
                    && let Some(i) = logs.iter().position(|&(b, _)| b == pbn)
                {
                    let (_, lbn) = logs.remove(i);
                    self.push_log(pbn, self.pool.role(pbn), lbn);
                }
            }
            Event::MergeBegin {
                kind,
                lbn,
                log,
                data,
                copies,
                reason,
                why,
            } => {
                self.under_way.merge = Some(MergeShown {
                    kind,
                    lbn: lbn.0,
                    log: log.map(|b| b.0),
                    data: data.map(|b| b.0),
                    into: log.filter(|_| kind != MergeKind::Full).map(|b| b.0),
                    copied: 0,
                    copies,
                    reason,
                    why,
                });
            }
            Event::MergeEnd { kind, blocks, .. } => {
                self.counters.merged(kind, blocks);
                self.under_way.merge = None;
                self.under_way.reclaim.iter_mut().for_each(|r| r.done += 1);
            }
            Event::ReclaimBegin {
                pbn,
                ref merged,
                ref skipped,
            } => {
                let block_map = self.tables.block_map.as_deref().unwrap_or_default();
                let data = |lbn: Lbn| {
                    block_map
                        .get(lbn.index())
                        .and_then(|&b| Pbn::from_column(b))
                };
                let part = |&lbn: &Lbn| ReclaimedShown {
                    lbn: lbn.0,
                    data: data(lbn).map(|b| b.0),
                };
                self.under_way.reclaim = Some(ReclaimShown {
                    pbn: pbn.0,
                    merged: merged.iter().map(part).collect(),
                    skipped: skipped.iter().map(part).collect(),
                    done: 0,
                });
            }
            Event::ReclaimEnd { .. } => self.under_way.reclaim = None,
            Event::GcBegin {
                pbn,
                valid,
                translation,
                ..
            } => {
                self.under_way.gc = Some(GcShown {
                    pbn: pbn.0,
                    copied: 0,
                    copies: valid,
                    translation,
                });
            }
            Event::GcEnd {
                copied,
                translation,
                ..
            } => {
                self.counters.cleaned(copied, translation);
                self.under_way.gc = None;
            }
            Event::Superblock(ref event) => self.fold_superblock(event),
            Event::WearBegin {
                from, to, copies, ..
            } => {
                self.under_way.wear = Some(WearShown {
                    from: from.0,
                    to: to.0,
                    copied: 0,
                    copies,
                });
            }
            Event::WearEnd { .. } => self.under_way.wear = None,
            Event::CmtHit { .. } => self.counters.cmt.hits += 1,
            Event::CmtMiss { .. } => self.counters.cmt.misses += 1,
            Event::CmtPlaced {
                lpn,
                ppn,
                dirty,
                segment,
            } => {
                self.place_entry(CmtEntry { lpn, ppn, dirty }, segment);
            }
            Event::CmtPrefetched { lpn, ppn, .. } => {
                self.counters.cmt.prefetched += 1;
                let dirty = false;
                self.place_entry(CmtEntry { lpn, ppn, dirty }, Segment::Probationary);
            }
            Event::CmtUpdated { lpn, ppn, dirty } => {
                self.update_entry(CmtEntry { lpn, ppn, dirty });
            }
            Event::CmtVictim { batched, .. } => self.counters.cmt.batched += u64::from(batched),
            Event::CmtEvicted { lpn, dirty } => {
                self.tables
                    .cmt
                    .iter_mut()
                    .for_each(|c| c.retain(|(e, _)| e.lpn != lpn));
                self.counters.evicted(dirty);
            }
            Event::GtdSet { tpn, ppn } => set(&mut self.tables.gtd, tpn, Some(ppn.0)),
            Event::TranslationUpdate { cause, .. } => {
                self.counters.gc.translation_updated += u64::from(cause == Cause::TranslationGc);
            }
            Event::Recovery(RecoveryEvent::PowerLost {
                entries,
                dirty,
                gtd,
                ..
            }) => self.lose_power(entries, dirty, gtd),
            Event::Recovery(RecoveryEvent::RecoveryBegin { pages, full, .. }) => {
                self.under_way.recovery.iter_mut().for_each(|r| {
                    r.shown.pages = pages;
                    r.shown.full = full;
                });
            }
            Event::Recovery(RecoveryEvent::RecoveryEnd { scanned, full, .. }) => {
                self.counters.recovery.scanned += u64::from(scanned);
                self.counters.recovery.full_scan += u64::from(full);
                self.under_way.recovery = None;
            }
            Event::Recovery(RecoveryEvent::Reappeared { ppn, counted, .. }) => {
                self.chip.revive(ppn);
                self.counters.recovery.reappeared += u64::from(counted);
            }
            Event::UnmappedRead { .. } => self.counters.host.unmapped_reads += 1,
            Event::Verified { .. } => self.counters.checked_reads += 1,
            Event::ChainRead { .. } => self.counters.chain_reads += 1,
            Event::RecencyMoved { lpn } => {
                let capacity = self.tables.recency_capacity as usize;
                if let Some(recency) = &mut self.tables.recency {
                    recency.retain(|&l| l != lpn);
                    recency.insert(0, lpn);
                    recency.truncate(capacity);
                }
            }
            Event::LogBlockChosen { pbn, .. } => {
                self.counters.dead_blocks += u64::from(self.chip.valid_pages(pbn) == 0);
            }
            Event::OptionsSet { protected, .. } => self.tables.cmt_capacity.1 = protected,
            Event::GtdCheckpoint { .. }
            | Event::LocalityJudged { .. }
            | Event::ChainChosen { .. }
            | Event::PageClassified { .. }
            | Event::PoolChosen { .. }
            | Event::MappingGroupChosen { .. }
            | Event::Intervened { .. } => {}
            Event::Buffer(ref event) => self.fold_buffer(event),
        }
    }

    /// SRAM is empty. Work that was under way will never end.
    fn lose_power(&mut self, entries: u32, dirty: u32, gtd: bool) {
        self.counters.recovery.power_cuts += 1;
        self.pool.find_free(&self.chip);
        self.tables.frontiers.clear();
        let lost = self.tables.cmt.as_mut().map(std::mem::take);
        if gtd {
            self.tables.gtd.iter_mut().for_each(|g| g.fill(NONE));
        }
        self.stop_destaging();
        // Lost again while recovering: what was lost first matters.
        let recovery = self.under_way.recovery.take().or(Some(Recovering {
            lost: lost.unwrap_or_default(),
            shown: RecoveryShown {
                entries,
                dirty,
                gtd,
                ..RecoveryShown::default()
            },
        }));
        self.under_way = UnderWay {
            recovery,
            ..UnderWay::default()
        };
    }

    fn place_entry(&mut self, entry: CmtEntry, segment: Segment) {
        if let Some(cmt) = &mut self.tables.cmt {
            cmt.retain(|(e, _)| e.lpn != entry.lpn);
            let end = match segment {
                Segment::Probationary => cmt
                    .iter()
                    .position(|&(_, s)| s == Segment::Protected)
                    .unwrap_or(cmt.len()),
                Segment::Protected => cmt.len(),
            };
            cmt.insert(end, (entry, segment));
        }
    }

    fn update_entry(&mut self, entry: CmtEntry) {
        for (e, _) in self.tables.cmt.iter_mut().flatten() {
            if e.lpn == entry.lpn {
                *e = entry;
            }
        }
    }
}

fn set(table: &mut Option<Vec<u32>>, at: u32, value: Option<u32>) {
    if let Some(table) = table {
        table[at as usize] = value.unwrap_or(NONE);
    }
}
