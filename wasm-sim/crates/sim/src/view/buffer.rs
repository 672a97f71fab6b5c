//! The visible state of a write buffer: the same structure as the device's, kept up by events.

use buffer::{BufferCounts, DestageRule, Ghost, RamSide, Shared, WriteBuffer};
use ftl::{BufferEvent, Event, HostOp};
use nand::Columns;

use super::View;
use crate::device::Device;
use crate::protocol::DestageShown;
use crate::scenario::Ram;

/// The buffer, what it has done, and what is leaving it.
#[derive(Clone, Debug)]
pub struct Buffered {
    buffer: WriteBuffer,
    counters: BufferCounts,
    destage: Option<DestageShown>,
    /// The RAM that it shares with the mapping table.
    shared: Option<Shared>,
    /// The mappings that left last, where they are remembered.
    mapping_ghosts: Option<Ghost>,
    /// Bytes of the FTL's tables but for what can grow and shrink.
    fixed_bytes: u64,
}

impl Buffered {
    pub(super) fn of(device: &Device) -> Option<Box<Self>> {
        Some(Box::new(Self {
            buffer: device.buffer()?.clone(),
            counters: device.buffer_counters(),
            destage: None,
            shared: device.shared().cloned(),
            mapping_ghosts: device.ftl().ghosts().cloned(),
            fixed_bytes: device.ram().fixed_bytes,
        }))
    }
}

impl View {
    /// The write buffer, if there is one.
    pub fn buffer(&self) -> Option<&WriteBuffer> {
        self.buffer.as_ref().map(|b| &b.buffer)
    }

    /// Its counters.
    pub fn buffer_counters(&self) -> BufferCounts {
        let counters = self.buffer.as_ref().map(|b| b.counters);
        counters.unwrap_or_default()
    }

    /// The RAM that it shares with the mapping table, if it does.
    pub fn shared(&self) -> Option<&Shared> {
        self.buffer.as_ref()?.shared.as_ref()
    }

    /// The mappings that left last, where they are remembered.
    pub fn mapping_ghosts(&self) -> Option<&Ghost> {
        self.buffer.as_ref()?.mapping_ghosts.as_ref()
    }

    /// The RAM that the FTL's tables and the write buffer take.
    pub fn ram(&self) -> Option<Ram> {
        let b = self.buffer.as_ref()?;
        Some(Ram {
            fixed_bytes: b.fixed_bytes,
            entries: self
                .tables
                .cmt
                .as_ref()
                .map_or(0, |_| self.tables.cmt_capacity.0),
            pages: b.buffer.capacity(),
            page_bytes: self.chip.geometry().page_bytes,
        })
    }

    /// Its counters and how full it is.
    pub fn buffer_counts(&self) -> Option<BufferCounts> {
        let b = self.buffer.as_ref()?;
        let ram = self.ram()?;
        Some(BufferCounts {
            pages: b.buffer.len().into(),
            owed: b.buffer.dirty().into(),
            mapping_ghost_hits: self.counters.cmt_ghost_hits,
            mapping_bytes: ram.mapping_bytes(),
            buffer_bytes: ram.buffer_bytes(),
            ..b.counters
        })
    }

    /// The pages that leave it now.
    pub fn destage(&self) -> Option<&DestageShown> {
        self.buffer.as_ref()?.destage.as_ref()
    }

    pub(super) fn fold_buffer(&mut self, event: &BufferEvent) {
        let b = self.buffer.as_deref_mut();
        let b = b.expect("only a buffer tells of a buffer");
        match *event {
            BufferEvent::Buffered { lpn, version, .. } => {
                b.counters.write_misses += 1;
                b.buffer.write(lpn, version, false);
            }
            BufferEvent::BufferRewritten { lpn, version } => {
                b.counters.write_hits += 1;
                b.buffer.write(lpn, version, false);
            }
            BufferEvent::BufferHit { lpn, .. } => {
                b.counters.read_hits += 1;
                b.buffer.read(lpn);
            }
            BufferEvent::BufferKept { lpn, version } => {
                b.buffer.keep(lpn, version);
            }
            BufferEvent::BufferDropped { lpn, .. } => {
                b.counters.dropped += 1;
                b.buffer.remove(lpn);
            }
            BufferEvent::BufferTrimmed { lpn } => {
                b.counters.trimmed += 1;
                b.buffer.remove(lpn);
            }
            BufferEvent::BufferGhostHit { lpn, write } => {
                b.counters.ghost_hits += 1;
                b.shared.iter_mut().for_each(|shared| {
                    shared.missed(lpn, write);
                });
            }
            BufferEvent::MappingGhostHit { dirty, .. } => {
                self.counters.cmt_ghost_hits += 1;
                b.shared.iter_mut().for_each(|s| s.mapping_hit(dirty));
            }
            BufferEvent::Partitioned { decision } => {
                b.shared.iter_mut().for_each(|s| s.decided(decision));
                match decision.grew {
                    Some(RamSide::Buffer) => b.counters.to_buffer += 1,
                    Some(RamSide::Mapping) => b.counters.to_mapping += 1,
                    None => {}
                }
                b.buffer.set_capacity(decision.pages);
            }
            BufferEvent::CmtResized { entries, protected } => {
                self.tables.cmt_capacity = (entries, protected);
            }
            BufferEvent::BufferLost { pages } => {
                b.counters.lost += u64::from(pages);
                b.buffer.clear();
            }
            BufferEvent::DestageBegin {
                lbn,
                lpn,
                pages,
                fillers,
                rule,
                ..
            } => {
                b.counters.destages += 1;
                if let DestageRule::Benefit(benefits) = rule {
                    b.counters.block_destages += u64::from(benefits.by_block);
                    b.buffer.decided(benefits);
                }
                b.destage = Some(DestageShown {
                    lbn: lbn.map(|l| l.0),
                    lpn: lpn.0,
                    written: 0,
                    pages,
                    fillers,
                    rule,
                    held: Vec::new(),
                    place: lbn.and_then(|l| b.buffer.group_place(l)).unwrap_or(0),
                });
            }
            BufferEvent::Destaged { lpn, filler } => {
                b.destage.iter_mut().for_each(|d| {
                    d.written += 1;
                    d.held.retain(|&held| held != lpn.0);
                });
                if filler {
                    b.counters.padded += 1;
                } else {
                    b.counters.destaged += 1;
                    b.buffer.remove(lpn);
                    b.shared.iter_mut().for_each(|s| s.left_buffer(lpn));
                }
            }
            BufferEvent::DestageEnd { .. } => b.destage = None,
            _ => {}
        }
    }

    /// A page was read that will be written along.
    pub(super) fn hold_filler(&mut self, lpn: u32) {
        let destage = self.buffer.iter_mut().flat_map(|b| &mut b.destage);
        destage.for_each(|d| d.held.push(lpn));
    }

    /// Pages that were leaving when power was lost will not leave; the content of SRAM is forgotten.
    pub(super) fn stop_destaging(&mut self) {
        if let Some(b) = &mut self.buffer {
            b.destage = None;
            b.shared.iter_mut().for_each(Shared::power_lost);
            b.mapping_ghosts.iter_mut().for_each(Ghost::clear);
        }
    }

    /// The events that the shared RAM sees beside the buffer's own.
    pub(super) fn watch(&mut self, event: &Event) {
        let Some(b) = &mut self.buffer else {
            return;
        };
        let Some(shared) = &mut b.shared else {
            return;
        };
        match *event {
            Event::HostPage {
                op,
                lpn,
                index,
                pages,
                ..
            } => {
                let lbn = b.buffer.block_of(lpn);
                shared.accessed(lbn.0, op == HostOp::Write, index + 1 == pages);
                if op == HostOp::Trim {
                    shared.trimmed(lpn);
                }
            }
            Event::CmtEvicted { lpn, dirty } => {
                b.mapping_ghosts.iter_mut().for_each(|g| g.push(lpn, dirty));
            }
            Event::CmtMiss { lpn, .. } | Event::CmtPrefetched { lpn, .. } => {
                b.mapping_ghosts.iter_mut().for_each(|g| {
                    g.take(lpn);
                });
            }
            _ => {}
        }
    }

    pub(super) fn hash_buffer(&self, visit: &mut dyn Columns) {
        if let Some(b) = &self.buffer {
            visit.words(&mut b.buffer.words(true));
            b.counters.clone().columns(visit);
            if let Some(shared) = &b.shared {
                visit.words(&mut shared.words());
                b.counters.clone().columns_of_sharing(visit);
                visit.long(&mut self.counters.cmt_ghost_hits.clone());
            }
            if let Some(ghosts) = &b.mapping_ghosts {
                let word = |(lpn, dirty): (nand::Lpn, bool)| lpn.0 << 1 | u32::from(dirty);
                visit.words(&mut ghosts.iter().map(word).collect());
            }
        }
    }
}
