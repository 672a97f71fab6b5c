//! Which random log block LAST gives back, and what becomes of its pages.

use nand::{Chip, NONE, Pbn};

use super::{COLD, HOT, Last, is_full};
use crate::parts::live_logical_blocks;
use crate::{Candidate, Context, Decision, Event, Halt, ReclaimRule, Sink};

/// How many candidates an event shows.
const SHOWN: usize = 16;

/// How many logical blocks had valid pages in a closed log block, when that was counted last. Its pages only become fewer: as
/// long as the number of valid pages is the same, so are they, and this.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted {
    /// Valid pages at that time; [`NONE`] if it was never counted.
    pub valid: u32,
    pub logical_blocks: u32,
}

impl Counted {
    /// Never counted.
    pub const NEVER: Self = Self {
        valid: NONE,
        logical_blocks: 0,
    };
}

impl Last {
    /// Gives back a random log block.
    pub(super) fn reclaim<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let (rule, own) = self.victim(cx.chip());
        let chosen = cx.decide(Decision::LogBlock, own, |chip, b| {
            self.is_random_log(b) && is_full(chip, b)
        })?;
        let victim = Pbn(chosen);
        if S::ON {
            let (candidates, choices) = self.candidates(cx.chip(), victim);
            cx.emit(|| Event::LogBlockChosen {
                pbn: victim,
                rule: if chosen == own {
                    rule
                } else {
                    ReclaimRule::Chosen
                },
                candidates,
                choices,
            });
        }
        cx.flash.counters.dead_blocks += u64::from(cx.chip().valid_pages(victim) == 0);
        let Self { map, streams, .. } = self;
        map.reclaim(cx, victim, true, &mut |lbn| streams.release(lbn))?;
        for partition in &mut self.partitions {
            partition.retain(|&b| b != chosen);
        }
        Ok(())
    }

    /// Which block to reclaim, and by which rule.
    fn victim(&mut self, chip: &Chip) -> (ReclaimRule, u32) {
        let dead = |&b: &u32| chip.valid_pages(Pbn(b)) == 0 && is_full(chip, b);
        if let Some(&oldest) = self.partitions[HOT].iter().find(|b| dead(b)) {
            return (ReclaimRule::Dead, oldest);
        }
        self.fewest_logical_blocks(chip, COLD)
            .map(|b| (ReclaimRule::Cold, b))
            .or_else(|| Some((ReclaimRule::Hot, self.fewest_logical_blocks(chip, HOT)?)))
            .expect("of three blocks at most one is open when another is needed")
    }

    /// The closed block of a partition with the fewest LBNs having valid pages in it, tie: the oldest.
    fn fewest_logical_blocks(&mut self, chip: &Chip, partition: usize) -> Option<u32> {
        let mut fewest: Option<(u32, u32)> = None;
        for &block in &self.partitions[partition] {
            let valid = chip.valid_pages(Pbn(block));
            let counted = &mut self.counted[block as usize];
            // Each page gone since then has taken one LBN along at most.
            let least = counted.logical_blocks.saturating_sub(counted.valid - valid);
            if !is_full(chip, block) || fewest.is_some_and(|(fewest, _)| least >= fewest) {
                continue;
            }
            if counted.valid != valid {
                *counted = Counted {
                    valid,
                    logical_blocks: live_logical_blocks(chip, Pbn(block)).len() as u32,
                };
            }
            if fewest.is_none_or(|(fewest, _)| counted.logical_blocks < fewest) {
                fewest = Some((counted.logical_blocks, block));
            }
        }
        fewest.map(|(_, block)| block)
    }

    /// The closed blocks of the victim's partition, best first, the victim always among them, with the LBNs having valid pages
    /// in each as the score; and how many there are.
    fn candidates(&self, chip: &Chip, victim: Pbn) -> (Vec<Candidate>, u32) {
        let partition = usize::from(self.partitions[COLD].contains(&victim.0));
        let mut found: Vec<Candidate> = Vec::new();
        for &block in self.partitions[partition]
            .iter()
            .filter(|&&b| is_full(chip, b))
        {
            let logical_blocks = live_logical_blocks(chip, Pbn(block)).len() as u32;
            // Sorted as it comes: the oldest first among equals.
            let score = f64::from(logical_blocks);
            let place = found.iter().take_while(|c| c.score <= score).count();
            let valid = chip.valid_pages(Pbn(block));
            found.insert(
                place,
                Candidate {
                    id: block,
                    valid,
                    score,
                },
            );
        }
        let choices = found.len() as u32;
        let shown = |(i, c): (usize, Candidate)| (i < SHOWN || c.id == victim.0).then_some(c);
        (
            found.into_iter().enumerate().filter_map(shown).collect(),
            choices,
        )
    }
}
