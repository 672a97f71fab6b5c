//! LAST's locality detector: step 2.

use nand::Pbn;

use super::Last;
use crate::{Context, Event, HostPage, Locality, RandomWhy, Sink};

/// Step 2: where a page goes.
pub(super) enum Way {
    /// To this sequential log block, whose next offset it is.
    Next(Pbn),
    /// To a new sequential log block.
    Begin,
    /// To a random log block.
    Random(RandomWhy),
}

impl Last {
    /// Step 2: the locality detector.
    pub(super) fn way<S: Sink>(&self, cx: &Context<'_, S>, page: HostPage) -> Way {
        let g = cx.chip().geometry();
        if bytes(cx, page) < u64::from(self.options.seq_threshold) {
            return Way::Random(RandomWhy::Small);
        }
        let (lbn, offset) = (g.logical_block_of(page.lpn), g.logical_offset_of(page.lpn));
        let Some(log) = self.streams.of(lbn) else {
            return if offset == 0 {
                Way::Begin
            } else {
                Way::Random(RandomWhy::NoStream)
            };
        };
        let next = cx.chip().next_offset(log);
        if next == offset {
            Way::Next(log)
        } else {
            Way::Random(RandomWhy::OutOfOrder { log, next })
        }
    }

    /// Says what the locality detector found.
    pub(super) fn tell<S: Sink>(&self, cx: &mut Context<'_, S>, page: HostPage, way: &Way) {
        let bytes = bytes(cx, page);
        cx.emit(|| Event::LocalityJudged {
            lpn: page.lpn,
            bytes: bytes.min(u64::from(u32::MAX)) as u32,
            threshold: self.options.seq_threshold,
            locality: match *way {
                Way::Next(log) => Locality::Continues { log },
                Way::Begin => Locality::Begins,
                Way::Random(why) => Locality::Random {
                    why,
                    place: self.recency.place(page.lpn),
                    k: self.options.k,
                },
            },
        });
    }
}

/// Bytes of the request that a page is part of.
fn bytes<S: Sink>(cx: &Context<'_, S>, page: HostPage) -> u64 {
    u64::from(page.pages) * u64::from(cx.chip().geometry().page_bytes)
}
