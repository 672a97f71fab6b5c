//! LAST's locality detector and its sequential log blocks: step 2.

use nand::{Lbn, Lpn, Pbn};

use super::Last;
use crate::parts::Merge;
use crate::{
    Context, Decision, Event, Halt, HostPage, Locality, MergeReason, RandomWhy, Role, Sink,
};

/// Step 2: where a page goes.
pub(super) enum Way {
    /// To the sequential log block at this place of [`Last::streams`].
    Next(usize),
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
        let Some(at) = self.stream_lbn.iter().position(|&l| l == lbn.0) else {
            return if offset == 0 {
                Way::Begin
            } else {
                Way::Random(RandomWhy::NoStream)
            };
        };
        let next = cx.chip().next_offset(Pbn(self.streams[at]));
        if next == offset {
            Way::Next(at)
        } else {
            let log = Pbn(self.streams[at]);
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
                Way::Next(at) => Locality::Continues {
                    log: Pbn(self.streams[at]),
                },
                Way::Begin => Locality::Begins,
                Way::Random(why) => Locality::Random {
                    why,
                    place: self.recency.place(page.lpn),
                    k: self.options.k,
                },
            },
        });
    }

    /// Step 2: a free block for a stream of the page's logical block.
    pub(super) fn begin_stream<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        lpn: Lpn,
    ) -> Result<Pbn, Halt> {
        let lbn = cx.chip().geometry().logical_block_of(lpn);
        if self.streams.len() as u32 == self.options.seq_log_blocks {
            let streams = &self.streams;
            let chosen = cx.decide(Decision::LogBlock, streams[0], |_, b| streams.contains(&b))?;
            let at = streams.iter().position(|&b| b == chosen);
            let at = at.expect("chosen among them");
            let owner = Lbn(self.stream_lbn[at]);
            let merge =
                Merge::of_own_log(cx, owner, Pbn(chosen), MergeReason::NoFreeSequentialLog)?;
            self.map.merge(cx, merge)?;
            self.streams.remove(at);
            self.stream_lbn.remove(at);
        }
        let log = cx.take_block(Role::SequentialLog, Some(lbn))?;
        self.streams.push(log.0);
        self.stream_lbn.push(lbn.0);
        Ok(log)
    }

    /// A page was appended to a log block: if to a sequential one, that is now the one written last.
    pub(super) fn touch_stream<S: Sink>(&mut self, cx: &mut Context<'_, S>, log: Pbn) {
        if let Some(at) = self.streams.iter().position(|&b| b == log.0) {
            self.streams[at..].rotate_left(1);
            self.stream_lbn[at..].rotate_left(1);
            cx.emit(|| Event::LogTouched { pbn: log });
        }
    }
}

/// Bytes of the request that a page is part of.
fn bytes<S: Sink>(cx: &Context<'_, S>, page: HostPage) -> u64 {
    u64::from(page.pages) * u64::from(cx.chip().geometry().page_bytes)
}
