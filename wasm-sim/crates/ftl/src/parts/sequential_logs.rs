//! Sequential log blocks (SPEC 4, fast, last and kast): each takes the pages of one logical block in order, from offset 0 on.

use nand::{Chip, Columns, Lbn, Pbn};

use crate::parts::{HybridMap, Merge, sequence_of, wrong_log};
use crate::{Context, Decision, Event, Halt, InitialError, MergeReason, Role, Sink};

/// The sequential log blocks in use, least recently written first, and the LBN of each.
#[derive(Clone, Debug)]
pub struct SequentialLogs {
    most: u32,
    blocks: Vec<u32>,
    lbns: Vec<u32>,
}

impl SequentialLogs {
    /// None in use, at most `most`.
    pub fn new(most: u32) -> Self {
        Self {
            most,
            blocks: Vec::new(),
            lbns: Vec::new(),
        }
    }

    /// Adds one that a chip holds already; `name` is what its scheme calls it. Returns its LBN.
    pub fn resume(
        &mut self,
        chip: &Chip,
        pbn: Pbn,
        lbn: Option<Lbn>,
        name: &str,
    ) -> Result<Option<Lbn>, InitialError> {
        let most = self.most;
        if self.blocks.len() as u32 == most {
            return wrong_log(format!(
                "more than {most} sequential log blocks, but seq_log_blocks is {most}"
            ));
        }
        let lbn = sequence_of(chip, pbn, lbn, name)?;
        if self.lbns.contains(&lbn.0) {
            return wrong_log(format!("LBN {lbn} has two sequential log blocks"));
        }
        self.blocks.push(pbn.0);
        self.lbns.push(lbn.0);
        Ok(Some(lbn))
    }

    /// The one written least recently.
    pub fn oldest(&self) -> Option<Pbn> {
        self.blocks.first().map(|&b| Pbn(b))
    }

    /// The one of a logical block.
    pub fn of(&self, lbn: Lbn) -> Option<Pbn> {
        let at = self.lbns.iter().position(|&l| l == lbn.0)?;
        Some(Pbn(self.blocks[at]))
    }

    /// A free block for a sequence of `lbn`. If all are in use, the one written least recently is merged first.
    pub fn begin<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        map: &mut HybridMap,
        lbn: Lbn,
    ) -> Result<Pbn, Halt> {
        if self.blocks.len() as u32 == self.most {
            let blocks = &self.blocks;
            let chosen = cx.decide(Decision::LogBlock, blocks[0], |_, b| blocks.contains(&b))?;
            self.merge(cx, map, Pbn(chosen), MergeReason::NoFreeSequentialLog)?;
        }
        let log = cx.take_block(Role::SequentialLog, Some(lbn))?;
        self.blocks.push(log.0);
        self.lbns.push(lbn.0);
        Ok(log)
    }

    /// Merges one of them, as FAST merges SW ([`Merge::of_own_log`]).
    pub fn merge<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        map: &mut HybridMap,
        log: Pbn,
        reason: MergeReason,
    ) -> Result<(), Halt> {
        let at = self.blocks.iter().position(|&b| b == log.0);
        let at = at.expect("one of them");
        let merge = Merge::of_own_log(cx, Lbn(self.lbns[at]), log, reason)?;
        map.merge(cx, merge)?;
        self.blocks.remove(at);
        self.lbns.remove(at);
        Ok(())
    }

    /// Forgets the one of a logical block, which something else merges.
    pub fn release(&mut self, lbn: Lbn) -> Option<Pbn> {
        let at = self.lbns.iter().position(|&l| l == lbn.0)?;
        self.lbns.remove(at);
        Some(Pbn(self.blocks.remove(at)))
    }

    /// A page was appended to a log block: if to one of these, that is now the one written last.
    pub fn touch<S: Sink>(&mut self, cx: &mut Context<'_, S>, log: Pbn) {
        if let Some(at) = self.blocks.iter().position(|&b| b == log.0) {
            self.blocks[at..].rotate_left(1);
            self.lbns[at..].rotate_left(1);
            cx.emit(|| Event::LogTouched { pbn: log });
        }
    }

    /// Each with its LBN, as the view starts from them.
    pub fn entries(&self) -> impl Iterator<Item = (Pbn, Option<Lbn>)> {
        let blocks = self.blocks.iter().zip(&self.lbns);
        blocks.map(|(&pbn, &lbn)| (Pbn(pbn), Some(Lbn(lbn))))
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.words(&mut self.blocks);
        visit.words(&mut self.lbns);
    }
}
