//! What is seen of a write buffer: the same structure as the device's, kept up by events.

use buffer::{BufferCounters, WriteBuffer};
use ftl::Event;
use nand::Columns;

use super::View;
use crate::device::Device;
use crate::protocol::DestageShown;
use crate::report::BufferCounts;

/// The buffer, what it has done, and what is leaving it.
#[derive(Clone, Debug)]
pub struct Buffered {
    buffer: WriteBuffer,
    counters: BufferCounters,
    destage: Option<DestageShown>,
}

impl Buffered {
    pub(super) fn of(device: &Device) -> Option<Box<Self>> {
        Some(Box::new(Self {
            buffer: device.buffer()?.clone(),
            counters: device.buffer_counters(),
            destage: None,
        }))
    }
}

impl View {
    /// The write buffer, if there is one.
    pub fn buffer(&self) -> Option<&WriteBuffer> {
        self.buffer.as_ref().map(|b| &b.buffer)
    }

    /// Its counters.
    pub fn buffer_counters(&self) -> BufferCounters {
        let counters = self.buffer.as_ref().map(|b| b.counters);
        counters.unwrap_or_default()
    }

    /// Its counters and how full it is.
    pub fn buffer_counts(&self) -> Option<BufferCounts> {
        let b = self.buffer.as_ref()?;
        Some(BufferCounts::of(&b.counters, &b.buffer))
    }

    /// What is leaving it.
    pub fn destage(&self) -> Option<&DestageShown> {
        self.buffer.as_ref()?.destage.as_ref()
    }

    pub(super) fn fold_buffer(&mut self, event: &Event) {
        let b = self.buffer.as_deref_mut();
        let b = b.expect("only a buffer tells of a buffer");
        match *event {
            Event::Buffered { lpn, version, .. } => {
                b.counters.write_misses += 1;
                b.buffer.write(lpn, version, false);
            }
            Event::BufferRewritten { lpn, version } => {
                b.counters.write_hits += 1;
                b.buffer.write(lpn, version, false);
            }
            Event::BufferHit { lpn, .. } => {
                b.counters.read_hits += 1;
                b.buffer.read(lpn);
            }
            Event::BufferKept { lpn, version } => b.buffer.keep(lpn, version),
            Event::BufferDropped { lpn, .. } => {
                b.counters.dropped += 1;
                b.buffer.remove(lpn);
            }
            Event::BufferTrimmed { lpn } => {
                b.counters.trimmed += 1;
                b.buffer.remove(lpn);
            }
            Event::BufferLost { pages } => {
                b.counters.lost += u64::from(pages);
                b.buffer.clear();
            }
            Event::DestageBegin {
                lbn,
                lpn,
                pages,
                fillers,
                ..
            } => {
                b.counters.destages += 1;
                b.destage = Some(DestageShown {
                    lbn: lbn.map(|l| l.0),
                    lpn: lpn.0,
                    written: 0,
                    pages,
                    fillers,
                });
            }
            Event::Destaged { lpn, filler } => {
                b.destage.iter_mut().for_each(|d| d.written += 1);
                if filler {
                    b.counters.padded += 1;
                } else {
                    b.counters.destaged += 1;
                    b.buffer.remove(lpn);
                }
            }
            Event::DestageEnd { .. } => b.destage = None,
            _ => {}
        }
    }

    /// What was leaving when power was lost will not.
    pub(super) fn stop_destaging(&mut self) {
        self.buffer.iter_mut().for_each(|b| b.destage = None);
    }

    pub(super) fn hash_buffer(&self, visit: &mut dyn Columns) {
        if let Some(b) = &self.buffer {
            visit.words(&mut b.buffer.words(true));
            b.counters.clone().columns(visit);
        }
    }
}
