//! The closed blocks of a page-mapped FTL, and which of them cleaning takes (SPEC 3).

use nand::{Chip, Columns, NONE, Pbn};

use crate::parts::Lists;
use crate::{Candidate, Context, Decision, Event, GcPolicy, Halt, Role, Sink};

/// How many candidates an event shows.
const SHOWN: usize = 16;

/// Closed blocks in the orders that the policies ask for.
///
/// * `greedy`: a list per valid count; a block whose count changes (closing counts as a change) goes to the tail of
///   its new list, so that the head of the lowest non-empty list is the block SPEC 3 names. O(1) amortised:
///   the hint `lowest` only rises by scanning, and falls by one per invalidation at most.
/// * `fifo`, `cost_benefit`: one list in order of closing, scanned.
#[derive(Clone, Debug)]
pub struct ClosedBlocks {
    policy: GcPolicy,
    pages_per_block: u32,
    /// List 0: every closed block, longest closed first.
    by_age: Lists,
    /// List v: the closed blocks with v valid pages (greedy only).
    by_valid: Lists,
    /// No list below this one has members.
    lowest: u32,
    /// Per block: the scheme's clock (host writes) when it was closed.
    closed_at: Vec<u64>,
    count: u32,
}

impl ClosedBlocks {
    /// No closed block yet.
    #[inline]
    pub fn new(policy: GcPolicy, blocks: u32, pages_per_block: u32) -> Self {
        let bins = if policy == GcPolicy::Greedy {
            blocks
        } else {
            0
        };
        Self {
            policy,
            pages_per_block,
            by_age: Lists::new(1, blocks),
            by_valid: Lists::new(pages_per_block + 1, bins),
            lowest: 0,
            closed_at: vec![0; blocks as usize],
            count: 0,
        }
    }

    /// How many blocks are closed.
    pub fn len(&self) -> u32 {
        self.count
    }

    /// Whether no block is closed.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether a block is closed.
    pub fn contains(&self, pbn: Pbn) -> bool {
        self.by_age.list_of(pbn.0).is_some()
    }

    /// Adds a block with `valid` valid pages; `now` is the scheme's clock.
    pub fn close(&mut self, pbn: Pbn, valid: u32, now: u64) {
        self.by_age.push_back(0, pbn.0);
        self.closed_at[pbn.index()] = now;
        self.count += 1;
        if self.policy == GcPolicy::Greedy {
            self.by_valid.push_back(valid, pbn.0);
            self.lowest = self.lowest.min(valid);
        }
    }

    /// A page of `pbn` became invalid; `pbn` may be open, then nothing happens.
    #[inline]
    pub fn invalidated(&mut self, pbn: Pbn) {
        if self.policy != GcPolicy::Greedy {
            return;
        }
        if let Some(valid) = self.by_valid.list_of(pbn.0) {
            self.by_valid.remove(pbn.0);
            self.by_valid.push_back(valid - 1, pbn.0);
            self.lowest = self.lowest.min(valid - 1);
        }
    }

    fn remove(&mut self, pbn: Pbn) {
        self.by_age.remove(pbn.0);
        if self.policy == GcPolicy::Greedy {
            self.by_valid.remove(pbn.0);
        }
        self.count -= 1;
    }

    /// The block the policy picks, `None` when none is closed.
    pub fn pick(&mut self, chip: &Chip, now: u64) -> Option<Pbn> {
        let picked = match self.policy {
            GcPolicy::Greedy => loop {
                if let Some(block) = self.by_valid.front(self.lowest) {
                    break block;
                }
                if self.lowest == self.pages_per_block {
                    return None;
                }
                self.lowest += 1;
            },
            GcPolicy::Fifo => {
                let gains = |&b: &u32| chip.valid_pages(Pbn(b)) < self.pages_per_block;
                self.by_age
                    .iter(0)
                    .find(gains)
                    .or_else(|| self.by_age.front(0))?
            }
            GcPolicy::CostBenefit => {
                let mut best = (f64::NEG_INFINITY, NONE);
                for block in self.by_age.iter(0) {
                    let score = self.cost_benefit(chip, Pbn(block), now);
                    if score > best.0 {
                        best = (score, block);
                    }
                }
                Pbn::from_column(best.1)?.0
            }
        };
        Some(Pbn(picked))
    }

    /// age*(1-u)/(2u); infinite for u = 0, which wins outright; -1 for u = 1, which is picked last.
    fn cost_benefit(&self, chip: &Chip, pbn: Pbn, now: u64) -> f64 {
        let valid = chip.valid_pages(pbn);
        if valid == 0 {
            return f64::INFINITY;
        }
        if valid == self.pages_per_block {
            return -1.0;
        }
        let age = (now - self.closed_at[pbn.index()] + 1) as f64;
        let used = f64::from(valid) / f64::from(self.pages_per_block);
        age * (1.0 - used) / (2.0 * used)
    }

    /// The closed blocks, longest closed first.
    pub fn iter(&self) -> impl Iterator<Item = Pbn> + '_ {
        self.by_age.iter(0).map(Pbn)
    }

    /// Takes a victim out: `own`, unless an intervention chooses another. Emits the beginning of the cleaning.
    pub fn take<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        own: Pbn,
        now: u64,
        threshold: u32,
    ) -> Result<Pbn, Halt> {
        let victim = Pbn(cx.decide(Decision::Victim, own.0, |_, b| {
            (b as usize) < self.closed_at.len() && self.contains(Pbn(b))
        })?);
        if S::ON {
            let candidates = self.candidates(cx.chip(), now, Some(victim));
            let (valid, free, choices) =
                (cx.chip().valid_pages(victim), cx.free_blocks(), self.count);
            let translation = cx.pool.role(victim) == Role::Translation;
            cx.emit(|| Event::GcBegin {
                pbn: victim,
                valid,
                translation,
                free,
                threshold,
                candidates,
                choices,
            });
        }
        self.remove(victim);
        Ok(victim)
    }

    /// The best candidates, best first; `victim`, if given, before all others.
    #[inline]
    pub fn candidates(&self, chip: &Chip, now: u64, victim: Option<Pbn>) -> Vec<Candidate> {
        let all: Vec<Candidate> = self
            .by_age
            .iter(0)
            .enumerate()
            .map(|(order, b)| {
                let valid = chip.valid_pages(Pbn(b));
                let score = match self.policy {
                    GcPolicy::Greedy => f64::from(valid),
                    GcPolicy::Fifo => order as f64,
                    // JSON has no infinity: u = 0 is shown as the largest finite number.
                    GcPolicy::CostBenefit => self.cost_benefit(chip, Pbn(b), now).min(f64::MAX),
                };
                Candidate {
                    id: b,
                    valid,
                    score,
                }
            })
            .collect();
        // Scores are not negative, so their bits ascend as they do; equal ones keep their order.
        let mut best: Vec<(u64, Candidate)> = Vec::with_capacity(SHOWN + 1);
        for c in all {
            let key = match self.policy {
                _ if victim.is_some_and(|v| c.id == v.0) => 0,
                GcPolicy::CostBenefit => 1 + (c.score.to_bits() ^ (u64::MAX >> 1)),
                _ => 1 + c.score.to_bits(),
            };
            let place = best.partition_point(|&(k, _)| k <= key);
            if place < SHOWN {
                best.insert(place, (key, c));
                best.truncate(SHOWN);
            }
        }
        best.into_iter().map(|(_, c)| c).collect()
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        self.by_age.columns(visit);
        self.by_valid.columns(visit);
        visit.word(&mut self.lowest);
        visit.longs(&mut self.closed_at);
        visit.word(&mut self.count);
    }
}
