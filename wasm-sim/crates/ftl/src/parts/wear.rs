//! Static wear leveling (SPEC 3): it acts when the erase counts of the most and the least erased block differ by more
//! than a threshold. The cold data of a little worn block moves to a worn one, so that the little worn block is used
//! again.
//!
//! After Ban (US patent 6,732,221), as Desnoyers, section 2, puts it: the block that is copied to takes the place of
//! the one copied from, so that GC goes on as if nothing had happened.

use nand::{Chip, Columns, Pbn};

use crate::parts::{ClosedBlocks, Leveling};
use crate::{Cause, Context, Event, Halt, Sink};

/// How far apart the erase counts are. Without a threshold nothing is counted, and nothing ever due.
#[derive(Clone, Debug)]
pub struct WearLeveling {
    threshold: Option<u32>,
    /// The smallest erase count of a block.
    least: u32,
    /// Entry i: how many blocks were erased `least` + i times. The first and the last entry are not 0.
    blocks: Vec<u32>,
}

/// The content of a little worn block moves to a worn one.
#[derive(Clone, Copy, Debug)]
pub struct WearMove {
    /// The closed block erased least.
    pub from: Pbn,
    /// The free block erased most.
    pub to: Pbn,
    least: u32,
    most: u32,
    threshold: u32,
}

impl WearMove {
    /// Says that it begins, and how many pages it copies.
    pub fn begin<S: Sink>(self, cx: &mut Context<'_, S>, copies: u32) {
        let Self {
            from,
            to,
            least,
            most,
            threshold,
        } = self;
        cx.emit(|| Event::WearBegin {
            from,
            to,
            least,
            most,
            threshold,
            copies,
        });
    }
}

impl WearLeveling {
    /// No block was erased yet.
    #[inline]
    pub fn new(leveling: Option<Leveling>, blocks: u32) -> Self {
        Self {
            threshold: leveling.map(|leveling| leveling.threshold),
            least: 0,
            blocks: vec![blocks],
        }
    }

    /// Continues with another threshold, or begins to level: then the counts are those of the chip.
    #[inline]
    pub fn set_leveling(&mut self, leveling: Option<Leveling>, chip: &Chip) {
        let threshold = leveling.map(|leveling| leveling.threshold);
        if self.threshold.is_none() && threshold.is_some() {
            let counts = chip.erase_counts();
            self.least = counts.iter().copied().min().unwrap_or(0);
            self.blocks.clear();
            for count in counts {
                let at = (count - self.least) as usize;
                self.blocks.resize(self.blocks.len().max(at + 1), 0);
                self.blocks[at] += 1;
            }
        }
        self.threshold = threshold;
    }

    /// Erases a block, and counts it.
    pub fn erase<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        pbn: Pbn,
        cause: Cause,
    ) -> Result<(), Halt> {
        cx.erase(pbn, cause)?;
        if self.threshold.is_some() {
            self.erased(cx.flash.chip.erase_count(pbn));
        }
        Ok(())
    }

    /// The move that is due, if there is a block to move, and one to move it to.
    pub fn due_move<S: Sink>(
        &self,
        cx: &Context<'_, S>,
        closed: &ClosedBlocks,
    ) -> Option<WearMove> {
        let (least, most, threshold) = self.due()?;
        Some(WearMove {
            from: closed.least_worn()?,
            to: cx.most_worn_free_block()?,
            least,
            most,
            threshold,
        })
    }

    /// A block was erased, for the `erases`-th time.
    fn erased(&mut self, erases: u32) {
        let at = (erases - self.least) as usize;
        self.blocks[at - 1] -= 1;
        if at == self.blocks.len() {
            self.blocks.push(0);
        }
        self.blocks[at] += 1;
        while self.blocks[0] == 0 {
            self.blocks.remove(0);
            self.least += 1;
        }
    }

    /// The smallest and the largest erase count, and the threshold that they may be apart; `None` while they are not further.
    fn due(&self) -> Option<(u32, u32, u32)> {
        let threshold = self.threshold?;
        let apart = self.blocks.len() as u32 - 1;
        (apart > threshold).then_some((self.least, self.least + apart, threshold))
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        if self.threshold.is_some() {
            visit.word(&mut self.least);
            visit.words(&mut self.blocks);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_due_when_the_counts_are_further_apart_than_the_threshold() {
        let mut wear = WearLeveling::new(Some(Leveling { threshold: 2 }), 2);
        (1..=2).for_each(|n| wear.erased(n));
        assert_eq!(wear.due(), None);
        wear.erased(3);
        assert_eq!(wear.due(), Some((0, 3, 2)));
        wear.erased(1);
        assert_eq!((wear.due(), wear.least), (None, 1));
    }
}
