//! Random log blocks (SPEC 4, fast and kast): each takes pages of several logical blocks, as they come.

use nand::{Columns, Lbn, Pbn};

use crate::parts::{HybridMap, SequentialLogs};
use crate::{Context, Decision, Halt, Role, Sink};

/// The random log blocks in use, the one taken earliest first.
#[derive(Clone, Debug)]
pub struct RandomLogs {
    most: u32,
    blocks: Vec<u32>,
}

impl RandomLogs {
    /// None in use, at most `most`.
    pub fn new(most: u32) -> Self {
        let blocks = Vec::new();
        Self { most, blocks }
    }

    /// Adds one that a chip holds already.
    pub fn resume(&mut self, pbn: Pbn) {
        self.blocks.push(pbn.0);
    }

    /// Whether all are in use.
    pub fn all_in_use(&self) -> bool {
        self.blocks.len() as u32 == self.most
    }

    /// The one taken last.
    pub fn newest(&self) -> Option<Pbn> {
        self.blocks.last().map(|&b| Pbn(b))
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.blocks.iter().copied()
    }

    /// Takes a free block.
    pub fn take<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<Pbn, Halt> {
        let log = cx.take_block(Role::RandomLog, None)?;
        self.blocks.push(log.0);
        Ok(log)
    }

    /// The block to give back: the one taken earliest, unless a person chooses another.
    pub fn victim<S: Sink>(&self, cx: &mut Context<'_, S>) -> Result<Pbn, Halt> {
        let oldest = self.blocks[0];
        let legal = |_: &_, b| self.blocks.contains(&b);
        Ok(Pbn(cx.decide(Decision::LogBlock, oldest, legal)?))
    }

    /// Gives a block back: every logical block in it is merged, with its sequential log block.
    pub fn reclaim<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        map: &mut HybridMap,
        victim: Pbn,
        skip_stale: bool,
        sequential: &mut SequentialLogs,
    ) -> Result<(), Halt> {
        map.reclaim(cx, victim, skip_stale, &mut |lbn| sequential.release(lbn))?;
        self.blocks.retain(|&b| b != victim.0);
        Ok(())
    }

    /// Each as the view starts from it: it serves no LBN alone.
    pub fn entries(&self) -> impl Iterator<Item = (Pbn, Option<Lbn>)> {
        self.blocks.iter().map(|&pbn| (Pbn(pbn), None))
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.words(&mut self.blocks);
    }
}
