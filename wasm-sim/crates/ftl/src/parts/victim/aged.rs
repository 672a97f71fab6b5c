//! The policies that weigh what a block gives against how long it has been closed. With valid pages v of P, utilisation
//! u = v/P, age the host writes since the block was closed, and erases counting from 1:
//!
//! * `cost_benefit`: largest age * (1-u) / 2u (Rosenblum and Ousterhout 1991, reads counted; Desnoyers cites it in section 7);
//! * `cat`: smallest u/(1-u) * erases / age (Chiang 1997; Desnoyers, eq. 23 with f(age) = age).
//!
//! Both are the largest age * gain / weight, with gain = P - v and weight = v (times erases, in CAT). Blocks alike in valid count (and
//! erases) differ in age alone, so the victim is one of the oldest of each such class. A cleaning looks at those from few valid
//! pages to many, passes over an erase count whose oldest block could not win, and stops where none could. Compared
//! exactly, in integers where floating point is too close to call: equal scores are ties, and go to the block closed longest
//! ago. Weight 0 wins outright; gain 0 is picked last.

use super::ages::Ages;
use super::{Closed, Policy};
use crate::rng::Rng;

/// The closed blocks, by erases and valid pages.
#[derive(Clone, Debug)]
pub struct Aged {
    /// Erase counts weigh: CAT.
    times: bool,
    pages_per_block: u32,
    /// One for each erase count of a closed block, ascending; with `times` off one for all blocks.
    rows: Vec<Row>,
    /// Per block: its slot in its row.
    slot_of: Vec<u32>,
    /// Per valid count: how many blocks, of all rows.
    held: Vec<u32>,
    /// No block has fewer valid pages.
    lowest: u32,
}

/// Blocks of one erase count.
#[derive(Clone, Debug)]
struct Row {
    /// From 1.
    erases: u32,
    /// Classed by valid pages.
    ages: Ages,
    /// While a victim is looked for: the first slot of those met so far.
    oldest: u32,
    /// While a victim is looked for: the age of its oldest block, over its erases. No block of it scores more for what it gives.
    reach: f64,
}

/// Products of this size are off by a few parts in 10^16.
const DOUBT: f64 = 1e-14;

/// age * gain / weight of a block.
#[derive(Clone, Copy)]
struct Score {
    block: u32,
    age: u64,
    gain: u64,
    weight: u64,
}

impl Score {
    #[inline]
    fn of(closed: &Closed<'_>, block: u32, valid: u32, erases: u32) -> Self {
        let pages = closed.chip.geometry().pages_per_block;
        Self {
            block,
            age: closed.age(block),
            gain: (pages - valid).into(),
            weight: u64::from(valid) * u64::from(erases),
        }
    }

    /// Whether this one is to be taken before `other`.
    #[inline]
    fn beats(&self, other: &Self, closed: &Closed<'_>) -> bool {
        let near = |a: &Self, b: &Self| a.age as f64 * (a.gain as f64 * b.weight as f64);
        let (ours, theirs) = (near(self, other), near(other, self));
        if (ours - theirs).abs() > DOUBT * (ours + theirs) {
            return ours > theirs;
        }
        let exact =
            |a: &Self, b: &Self| u128::from(a.age) * (u128::from(a.gain) * u128::from(b.weight));
        match exact(self, other).cmp(&exact(other, self)) {
            std::cmp::Ordering::Equal => closed.older(self.block, other.block),
            order => order.is_gt(),
        }
    }
}

impl Aged {
    #[inline]
    pub fn new(times: bool, blocks: u32, pages_per_block: u32) -> Self {
        Self {
            times,
            pages_per_block,
            rows: Vec::new(),
            slot_of: vec![0; blocks as usize],
            held: vec![0; pages_per_block as usize + 1],
            lowest: 0,
        }
    }

    /// The row of an erase count, or the place it would have.
    #[inline]
    fn row_of(&self, erases: u32) -> Result<usize, usize> {
        // Mostly every count from the least to the most is there.
        let likely = self
            .rows
            .first()
            .map_or(0, |least| erases.wrapping_sub(least.erases)) as usize;
        if self.rows.get(likely).is_some_and(|r| r.erases == erases) {
            return Ok(likely);
        }
        self.rows.binary_search_by_key(&erases, |r| r.erases)
    }

    /// The erase count that weighs. It does not change while the block is closed.
    #[inline]
    fn erases(&self, closed: &Closed<'_>, block: u32) -> u32 {
        if self.times {
            closed.erases(block) as u32
        } else {
            1
        }
    }

    /// The row of a block that is closed.
    #[inline]
    fn row(&self, closed: &Closed<'_>, block: u32) -> usize {
        self.row_of(self.erases(closed, block))
            .expect("the block is closed")
    }

    fn add(&mut self, closed: &Closed<'_>, block: u32, youngest: bool) {
        let erases = self.erases(closed, block);
        let row = self.row_of(erases).unwrap_or_else(|row| {
            let ages = Ages::new(self.pages_per_block + 1);
            let new = Row {
                erases,
                ages,
                oldest: 0,
                reach: 0.0,
            };
            self.rows.insert(row, new);
            row
        });
        let ages = &mut self.rows[row].ages;
        if youngest {
            ages.push(block, &mut self.slot_of);
        } else {
            ages.insert(block, &mut self.slot_of, &closed.book.order);
        }
        let valid = closed.valid(block);
        ages.enter(self.slot_of[block as usize], valid);
        self.held[valid as usize] += 1;
        self.lowest = self.lowest.min(valid);
    }

    /// See [`ClosedBlocks::look_ahead`](super::ClosedBlocks::look_ahead).
    pub fn look_ahead(&self, closed: &Closed<'_>, blocks: &[u32]) -> u32 {
        let mut seen = 0;
        for &block in blocks {
            seen ^= self.slot_of[block as usize] ^ self.erases(closed, block);
        }
        for &block in blocks {
            // Of an open block, any row and slot.
            if let Ok(row) = self.row_of(self.erases(closed, block)) {
                let (slot, valid) = (self.slot_of[block as usize], closed.valid(block));
                seen ^= self.rows[row].ages.look_ahead(slot, valid) as u32;
            }
        }
        seen
    }

    /// The policy's score as SPEC 3 spells it; with no limit where it has none.
    #[inline]
    pub fn shown(&self, closed: &Closed<'_>, block: u32) -> f64 {
        let erases = self.erases(closed, block);
        let score = Score::of(closed, block, closed.valid(block), erases);
        let (gain, weight) = (score.gain as f64, score.weight as f64);
        let age = score.age as f64;
        if self.times {
            weight / gain / age
        } else {
            age * gain / (2.0 * weight)
        }
    }
}

impl Policy for Aged {
    fn close(&mut self, closed: &Closed<'_>, block: u32) {
        self.add(closed, block, closed.after(block).is_none());
    }

    #[inline]
    fn invalidated(&mut self, closed: &Closed<'_>, block: u32) {
        let valid = closed.valid(block);
        self.held[valid as usize + 1] -= 1;
        self.held[valid as usize] += 1;
        self.lowest = self.lowest.min(valid);
        let (row, slot) = (self.row(closed, block), self.slot_of[block as usize]);
        let ages = &mut self.rows[row].ages;
        ages.leave(slot, valid + 1);
        ages.enter(slot, valid);
    }

    fn remove(&mut self, closed: &Closed<'_>, block: u32) {
        let (row, valid) = (self.row(closed, block), closed.valid(block));
        self.held[valid as usize] -= 1;
        let (ages, slot) = (&mut self.rows[row].ages, self.slot_of[block as usize]);
        ages.leave(slot, valid);
        ages.remove(slot);
        if ages.is_empty() {
            self.rows.remove(row);
        }
    }

    fn pick(&mut self, closed: &Closed<'_>, _: &mut Rng) -> Option<u32> {
        closed.oldest()?;
        while self.held[self.lowest as usize] == 0 {
            self.lowest += 1;
        }
        let mut furthest = 0.0_f64;
        for row in &mut self.rows {
            row.oldest = u32::MAX;
            let oldest = row.ages.oldest();
            let oldest = closed.age(row.ages.block(oldest)) as f64;
            row.reach = oldest / f64::from(row.erases) * (1.0 + DOUBT);
            furthest = furthest.max(row.reach);
        }
        let mut best: Option<Score> = None;
        for valid in self.lowest..=self.pages_per_block {
            if self.held[valid as usize] == 0 {
                continue;
            }
            let gain = f64::from(self.pages_per_block - valid);
            // What an age over erases must reach, for the oldest block of a row to win with so many valid pages; with more of them it
            // would have to be more yet. Not a number: no limit.
            let limit = |best: &Score| {
                let score = best.age as f64 * best.gain as f64 / best.weight as f64;
                score * f64::from(valid) / gain * (1.0 - DOUBT)
            };
            let mut least = best.as_ref().map_or(0.0, limit);
            if furthest < least {
                break;
            }
            for row in &mut self.rows {
                if row.reach < least {
                    continue;
                }
                // Erased as often, with fewer valid pages and closed longer ago: one met before wins against any other.
                let Some(slot) = row.ages.first(valid).filter(|&slot| slot < row.oldest) else {
                    continue;
                };
                row.oldest = slot;
                let block = row.ages.block(slot);
                let score = Score::of(closed, block, valid, row.erases);
                if best.is_none_or(|best| score.beats(&best, closed)) {
                    best = Some(score);
                    least = limit(&score);
                }
            }
        }
        best.map(|best| best.block)
    }

    fn derive(&mut self, closed: &Closed<'_>) {
        let blocks = self.slot_of.len() as u32;
        *self = Self::new(self.times, blocks, self.pages_per_block);
        closed.iter().for_each(|b| self.add(closed, b, true));
    }
}
