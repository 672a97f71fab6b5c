//! Static wear leveling (SPEC 3): when the most and the least erased block are further apart than a threshold, what lies
//! still on a little worn block moves to a worn one, so that the little worn one is used again.
//!
//! After Ban (US patent 6,732,221), as Desnoyers, section 2, puts it: the block that is copied to takes the place of
//! the one copied from, so that cleaning goes on as if nothing had happened.

use nand::Columns;

/// How far apart the erase counts are.
#[derive(Clone, Debug)]
pub struct WearLeveling {
    threshold: u32,
    /// The smallest erase count of a block.
    least: u32,
    /// Entry i: how many blocks were erased `least` + i times. The first and the last entry are not 0.
    blocks: Vec<u32>,
}

impl WearLeveling {
    /// No block was erased yet.
    #[inline]
    pub fn new(threshold: u32, blocks: u32) -> Self {
        Self {
            threshold,
            least: 0,
            blocks: vec![blocks],
        }
    }

    /// A block was erased, for the `erases`-th time.
    pub fn erased(&mut self, erases: u32) {
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
    pub fn due(&self) -> Option<(u32, u32, u32)> {
        let apart = self.blocks.len() as u32 - 1;
        (apart > self.threshold).then_some((self.least, self.least + apart, self.threshold))
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.word(&mut self.least);
        visit.words(&mut self.blocks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_due_when_the_counts_are_further_apart_than_the_threshold() {
        let mut wear = WearLeveling::new(2, 2);
        (1..=2).for_each(|n| wear.erased(n));
        assert_eq!(wear.due(), None);
        wear.erased(3);
        assert_eq!(wear.due(), Some((0, 3, 2)));
        wear.erased(1);
        assert_eq!((wear.due(), wear.least), (None, 1));
    }
}
