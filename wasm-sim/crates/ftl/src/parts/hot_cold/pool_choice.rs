//! Which of the two pools is cleaned: the pool with the smaller score (Desnoyers, sections 5 and 6).
//!
//! v is the block that the policy picks in a pool. With u the utilisation of that block, A = 1/(1-u), L the blocks of the pool
//! and r the share of host writes that go to it:
//! * `greedy`: valid pages of v, so that GC is greedy over both pools;
//! * `cat_hc`: rA / f(age), age = L P/A, with f(age) = log2(age) (eq. 26, 27) or age (eq. 28);
//! * `optimal`: r dA, what the loss of one block costs the pool in write amplification (eq. 29, 30, errata of SPEC 8);
//! * `fixed_split{p}`: how far the pool's spare pages are below its share of all, p for hot, 1-p for cold (Table 7).
//!
//! Equal scores: as `greedy` says. A pool with nothing to gain is chosen last.

use std::cmp::Ordering;

use nand::{Chip, Pbn};

use super::slope::{greedy_slope, near_slope};
use super::{COLD, HOT, HotCold};
use crate::parts::ClosedBlocks;
use crate::{Age, PoolChoice, PoolShown};

/// One pool at the moment of a choice.
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    /// The block that the policy picks in it.
    pub pick: Option<Pbn>,
    /// Its blocks, open ones included.
    pub blocks: u32,
}

impl HotCold {
    /// The pool to clean, and the two pools as an event shows them: cold, hot. `None` when no block is closed. Unless they are to
    /// be `shown`, scores are only as exact as it takes to compare them.
    pub fn choose(
        &mut self,
        chip: &Chip,
        closed: &ClosedBlocks,
        pools: [Pool; 2],
        shown: bool,
    ) -> Option<(Pbn, [PoolShown; 2])> {
        let near = if shown {
            None
        } else {
            self.near_scores(chip, pools)
        };
        let scores = near.unwrap_or_else(|| self.scores(chip, pools));
        let gains = |pbn: Pbn| chip.valid_pages(pbn) < chip.geometry().pages_per_block;
        let hot = match pools.map(|p| p.pick) {
            [None, None] => return None,
            [cold, hot] if cold.is_none() || hot.is_none() => hot.is_some(),
            [Some(cold), Some(hot)] if gains(cold) != gains(hot) => gains(hot),
            [Some(cold), Some(hot)] => match scores[1].partial_cmp(&scores[0]) {
                Some(Ordering::Less) => true,
                Some(Ordering::Greater) => false,
                _ => closed.fewer(chip, hot, cold),
            },
            _ => unreachable!("one is none"),
        };
        let shown = [COLD, HOT].map(|class| self.shown(chip, pools, scores, class));
        pools[usize::from(hot)].pick.map(|pbn| (pbn, shown))
    }

    #[inline]
    fn shown(&self, chip: &Chip, pools: [Pool; 2], scores: [f64; 2], class: u32) -> PoolShown {
        let Pool { pick, blocks } = pools[class as usize];
        PoolShown {
            pick,
            pick_valid: pick.map_or(0, |pbn| chip.valid_pages(pbn)),
            blocks,
            valid: self.valid[class as usize],
            share: self.share(class),
            // JSON has no infinity.
            score: scores[class as usize].min(f64::MAX),
        }
    }

    /// r: the share of host writes that go to a class.
    pub(super) fn share(&self, class: u32) -> f64 {
        let all = self.writes[0] + self.writes[1];
        self.writes[class as usize] as f64 / all.max(1) as f64
    }

    /// [`Self::scores`] under `optimal`, off by less than a billionth, if they are further apart than a millionth.
    fn near_scores(&mut self, chip: &Chip, pools: [Pool; 2]) -> Option<[f64; 2]> {
        if self.pool_choice != PoolChoice::Optimal || self.valid.contains(&0) {
            return None;
        }
        let pages = f64::from(chip.geometry().pages_per_block);
        let [cold, hot] = [COLD, HOT].map(|class| {
            let held = f64::from(self.valid[class as usize]);
            let alpha = f64::from(pools[class as usize].blocks) * pages / held;
            let survive = &mut self.survive[class as usize];
            let slope = near_slope(alpha, pages, survive);
            self.share(class) * (-pages / held) * slope
        });
        ((cold - hot).abs() > 1e-6 * (cold + hot)).then_some([cold, hot])
    }

    fn scores(&self, chip: &Chip, pools: [Pool; 2]) -> [f64; 2] {
        let pages = f64::from(chip.geometry().pages_per_block);
        let of = |class: u32| {
            let Pool { pick, blocks } = pools[class as usize];
            let valid = pick.map_or(0, |pbn| chip.valid_pages(pbn));
            let (v, invalid, l) = (
                f64::from(valid),
                pages - f64::from(valid),
                f64::from(blocks),
            );
            let held = f64::from(self.valid[class as usize]);
            match self.pool_choice {
                PoolChoice::Greedy => v,
                PoolChoice::CatHc { .. } if valid == 0 => 0.0,
                PoolChoice::CatHc { age: by } => {
                    // A = P / invalid, so L P / A = L invalid.
                    let age = l * invalid;
                    let age = if by == Age::Log2 {
                        libm::log2(age)
                    } else {
                        age
                    };
                    (v / invalid) * (self.share(class) * pages / invalid) / age
                }
                PoolChoice::Optimal if held == 0.0 => 0.0,
                PoolChoice::Optimal => {
                    let alpha = l * pages / held;
                    self.share(class) * (-pages / held) * greedy_slope(alpha, pages)
                }
                PoolChoice::FixedSplit { p } => {
                    let target = if class == HOT { p } else { 1.0 - p };
                    let spare = [COLD, HOT].map(|class| {
                        let all = f64::from(pools[class as usize].blocks) * pages;
                        all - f64::from(self.valid[class as usize])
                    });
                    target * (spare[0] + spare[1]) - spare[class as usize]
                }
            }
        };
        [of(COLD), of(HOT)]
    }
}
