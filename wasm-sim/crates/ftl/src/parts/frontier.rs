//! A write frontier: the open block that pages of one stream are appended to.

use nand::{Columns, NONE, Pbn, Ppn};

use crate::parts::ClosedBlocks;
use crate::{Context, Event, Halt, Note, Role, Sink, Stream};

/// An append point. A full frontier is closed, and the next free block taken, only when the next page
/// needs a place (SPEC 3).
#[derive(Clone, Debug)]
pub struct Frontier {
    stream: Stream,
    role: Role,
    /// The pool of closed blocks that its blocks go to.
    pool: u32,
    /// The open block, or [`NONE`] before the first page.
    block: u32,
    /// Where the next page goes.
    offset: u32,
    /// Its channel, of how many, if there are several.
    channel: Option<(u32, u32)>,
}

impl Frontier {
    /// A frontier without a block yet. `pool`: where its blocks go when they are closed.
    pub fn new(stream: Stream, role: Role, pool: u32) -> Self {
        Self {
            stream,
            role,
            pool,
            block: NONE,
            offset: 0,
            channel: None,
        }
    }

    /// The same on a channel of several: it takes blocks that lie there, while any is free.
    #[must_use]
    pub fn on_channel(self, channel: u32, channels: u32) -> Self {
        Self {
            channel: (channels > 1).then_some((channel, channels)),
            ..self
        }
    }

    /// How many pages have room in its block.
    pub fn left(&self, pages_per_block: u32) -> u32 {
        if self.block == NONE {
            0
        } else {
            pages_per_block - self.offset
        }
    }

    /// Which stream.
    pub fn stream(&self) -> Stream {
        self.stream
    }

    /// The roles of its blocks.
    pub fn role(&self) -> Role {
        self.role
    }

    /// The pool of closed blocks that its blocks go to.
    pub fn pool(&self) -> u32 {
        self.pool
    }

    /// The open block.
    pub fn block(&self) -> Option<Pbn> {
        Pbn::from_column(self.block)
    }

    /// How many free blocks `pages` more pages would take.
    pub fn blocks_for(&self, pages: u32, pages_per_block: u32) -> u32 {
        pages
            .saturating_sub(self.left(pages_per_block))
            .div_ceil(pages_per_block)
    }

    /// Makes an explicit initial state's open block the frontier.
    pub fn resume(&mut self, pbn: Pbn, offset: u32) {
        self.block = pbn.0;
        self.offset = offset;
    }

    /// Power was lost: no block is open.
    pub fn forget(&mut self) {
        self.block = NONE;
    }

    /// The place of the next page. `now` is the scheme's clock (host writes), for the age of closed blocks.
    #[inline]
    pub fn place<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        closed: &mut ClosedBlocks,
        now: u64,
    ) -> Result<Ppn, Halt> {
        let (ppn, _) = self.room(cx, closed, now)?;
        self.take(1);
        Ok(ppn)
    }

    /// The place of the next page, and how many pages have room from there on, at least 1. None is taken yet.
    #[inline]
    pub fn room<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        closed: &mut ClosedBlocks,
        now: u64,
    ) -> Result<(Ppn, u32), Halt> {
        let geometry = cx.chip().geometry();
        if self.block == NONE || self.offset == geometry.pages_per_block {
            self.renew(cx, closed, now)?;
        }
        Ok((
            geometry.page_at(Pbn(self.block), self.offset),
            geometry.pages_per_block - self.offset,
        ))
    }

    /// Takes `pages` places that [`Self::room`] named.
    #[inline]
    pub fn take(&mut self, pages: u32) {
        self.offset += pages;
    }

    /// Its block, if one is open, is closed.
    #[inline]
    pub fn close<S: Sink>(&mut self, cx: &mut Context<'_, S>, closed: &mut ClosedBlocks, now: u64) {
        let stream = self.stream;
        if let Some(pbn) = self.block() {
            self.block = NONE;
            closed.close(cx.chip(), pbn, self.pool, now);
            if cx.flash.choices.asks.takes_notes() {
                cx.note(Note::Close, [pbn.0, 0, 0]);
            }
            cx.emit(|| Event::FrontierClosed { stream, pbn });
        }
    }

    fn renew<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        closed: &mut ClosedBlocks,
        now: u64,
    ) -> Result<(), Halt> {
        let stream = self.stream;
        self.close(cx, closed, now);
        let pbn = match self.channel {
            Some((channel, channels)) => cx.take_block_on(channel, channels, self.role)?,
            None => cx.take_block(self.role, None)?,
        };
        cx.emit(|| Event::FrontierOpened { stream, pbn });
        self.block = pbn.0;
        self.offset = 0;
        Ok(())
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.word(&mut self.block);
        visit.word(&mut self.offset);
    }
}
