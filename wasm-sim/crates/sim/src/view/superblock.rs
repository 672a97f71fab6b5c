//! The view's fold of a superblock FTL; an engine without it has no code for this.

use ftl::{MergeKind, Role, Stream, SuperblockEvent, SuperblockTables};
use nand::{Lbn, NONE, Pbn};

use super::View;
use crate::protocol::InnerCleaningShown;

impl View {
    /// Events of a superblock FTL alone.
    pub(super) fn fold_superblock(&mut self, event: &SuperblockEvent) {
        match *event {
            SuperblockEvent::MapCached { superblock } => self.cache_map(superblock, None),
            SuperblockEvent::MapRead {
                superblock,
                dropped,
                ..
            } => {
                self.counters.map_reads += 1;
                self.cache_map(superblock, dropped);
            }
            SuperblockEvent::SuperblockWritten { superblock } => {
                if let Some(t) = &mut self.tables.superblocks {
                    t.written.retain(|&s| s != superblock);
                    t.written.push(superblock);
                }
            }
            SuperblockEvent::CompactionBegin {
                superblock,
                blocks,
                until,
                ..
            } => {
                self.under_way.inner = Some(InnerCleaningShown {
                    superblock,
                    compaction: true,
                    pbn: None,
                    copied: 0,
                    copies: 0,
                    blocks,
                    until,
                    victims: 0,
                });
            }
            SuperblockEvent::CompactionEnd { .. } => {
                self.counters.merged(MergeKind::Full, 1);
                self.under_way.inner = None;
            }
            SuperblockEvent::InnerCleaningBegin {
                superblock,
                pbn,
                valid,
                blocks,
                until,
                compaction,
                ..
            } => {
                self.under_way.inner = Some(InnerCleaningShown {
                    superblock,
                    compaction,
                    pbn: Some(pbn.0),
                    copied: 0,
                    copies: valid,
                    blocks,
                    until,
                    victims: self.under_way.inner.map_or(0, |i| i.victims),
                });
            }
            SuperblockEvent::InnerCleaningEnd {
                copied,
                blocks,
                compaction,
                ..
            } => {
                if !compaction {
                    self.counters.inner_cleaned(copied);
                }
                self.under_way.inner =
                    self.under_way
                        .inner
                        .filter(|i| i.compaction)
                        .map(|i| InnerCleaningShown {
                            pbn: None,
                            copied: 0,
                            copies: 0,
                            blocks,
                            victims: i.victims + 1,
                            ..i
                        });
            }
        }
    }

    /// A free block was taken: if this FTL has superblocks, for that of the logical block named.
    pub(super) fn join_superblock(&mut self, pbn: Pbn, lbn: Option<Lbn>) {
        if let (Some(t), Some(lbn)) = (&mut self.tables.superblocks, lbn) {
            t.blocks.push_back(lbn.0 / t.blocks_per_superblock, pbn.0);
            t.update_blocks += u32::from(self.pool.role(pbn) == Role::Update);
        }
    }

    /// A block was erased: its superblock, if it is of one, has one less.
    pub(super) fn leave_superblock(&mut self, pbn: Pbn) {
        let Some(t) = &mut self.tables.superblocks else {
            return;
        };
        let Some(superblock) = t.superblock_of(pbn) else {
            return;
        };
        t.blocks.remove(pbn.0);
        let held = t.blocks.iter(superblock).count() as u32;
        t.update_blocks -= u32::from(held >= t.blocks_per_superblock);
        if held == t.blocks_per_superblock {
            t.written.retain(|&s| s != superblock);
        }
    }

    /// An open block of a superblock; false if this FTL has none.
    pub(super) fn set_open(&mut self, stream: Stream, pbn: Pbn, open: bool) -> bool {
        let Some(t) = &mut self.tables.superblocks else {
            return false;
        };
        let superblock = t.superblock_of(pbn).expect("an open block is in use");
        let place = 2 * superblock as usize + usize::from(stream != SuperblockTables::STREAMS[0]);
        t.open[place] = if open { pbn.0 } else { NONE };
        true
    }

    /// An inner map is the most recently accessed one in SRAM.
    fn cache_map(&mut self, superblock: u32, dropped: Option<u32>) {
        if let Some(t) = &mut self.tables.superblocks {
            t.cached.retain(|&s| s != superblock && Some(s) != dropped);
            t.cached.push(superblock);
        }
    }
}
