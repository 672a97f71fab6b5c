//! The policies that weigh what a block gives against how long it has been closed. With valid pages v of P, utilisation
//! u = v/P, age the host writes since the block was closed, and erases counting from 1:
//!
//! * `cost_benefit`: largest age * (1-u) / 2u (Rosenblum and Ousterhout 1991, reads counted; Desnoyers cites it in section 7);
//! * `cat`: smallest u/(1-u) * erases / age (Chiang 1997; Desnoyers, eq. 23 with f(age) = age).
//!
//! Both are the largest age * gain / weight, with gain = P - v and weight = v (times erases, in CAT). Blocks alike in valid count (and
//! erases) differ in age alone, so each such class is a heap by order of closing, and the victim is one of the oldest of the
//! classes. A cleaning looks at those from few valid pages to many, and stops where not even the oldest block of all with the
//! fewest erases could win. Compared exactly, in integers where floating point is too close to call: equal scores are
//! ties, and go to the block closed longest ago. Weight 0 wins outright; gain 0 is picked last.

use nand::Columns;

use super::heaps::Heaps;
use super::{Closed, Policy};
use crate::rng::Rng;

/// The closed blocks, by erases and valid pages.
#[derive(Clone, Debug)]
pub struct Aged {
    /// Erase counts weigh: CAT.
    times: bool,
    pages_per_block: u32,
    /// The erase counts of closed blocks, from 1, ascending; with `times` off only 1.
    rows: Vec<u32>,
    /// Per row: how many blocks.
    members: Vec<u32>,
    /// Per valid count: how many blocks, of all rows.
    held: Vec<u32>,
    /// Per row, a heap for each valid count.
    classes: Heaps,
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
            members: Vec::new(),
            held: vec![0; pages_per_block as usize + 1],
            classes: Heaps::new(blocks),
        }
    }

    /// Heaps of a row.
    fn width(&self) -> u32 {
        self.pages_per_block + 1
    }

    /// The row of an erase count, or the place it would have.
    #[inline]
    fn row_of(&self, erases: u32) -> Result<usize, usize> {
        // Mostly every count from the least to the most is there.
        let likely = self
            .rows
            .first()
            .map_or(0, |&least| erases.wrapping_sub(least)) as usize;
        if self.rows.get(likely) == Some(&erases) {
            return Ok(likely);
        }
        self.rows.binary_search(&erases)
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

    #[inline]
    fn score(&self, closed: &Closed<'_>, block: u32, valid: u32, erases: u32) -> Score {
        Score {
            block,
            age: closed.age(block),
            gain: (self.pages_per_block - valid).into(),
            weight: u64::from(valid) * u64::from(erases),
        }
    }

    fn row(&self, closed: &Closed<'_>, block: u32) -> u32 {
        self.row_of(self.erases(closed, block))
            .expect("the block is closed") as u32
    }

    /// The policy's score as SPEC 3 spells it; with no limit where it has none.
    #[inline]
    pub fn shown(&self, closed: &Closed<'_>, block: u32) -> f64 {
        let erases = self.erases(closed, block);
        let score = self.score(closed, block, closed.valid(block), erases);
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
        let erases = self.erases(closed, block);
        let row = self.row_of(erases).unwrap_or_else(|row| {
            self.rows.insert(row, erases);
            self.members.insert(row, 0);
            self.classes.insert(row as u32 * self.width(), self.width());
            row
        });
        self.members[row] += 1;
        let valid = closed.valid(block);
        self.held[valid as usize] += 1;
        let heap = row as u32 * self.width() + valid;
        self.classes.push(heap, block, &closed.book.order);
    }

    #[inline]
    fn invalidated(&mut self, closed: &Closed<'_>, block: u32) {
        let valid = closed.valid(block);
        self.held[valid as usize + 1] -= 1;
        self.held[valid as usize] += 1;
        let heap = self.row(closed, block) * self.width() + valid;
        self.classes.remove(heap + 1, block, &closed.book.order);
        self.classes.push(heap, block, &closed.book.order);
    }

    fn remove(&mut self, closed: &Closed<'_>, block: u32) {
        let (row, valid) = (self.row(closed, block), closed.valid(block));
        self.held[valid as usize] -= 1;
        let heap = row * self.width() + valid;
        self.classes.remove(heap, block, &closed.book.order);
        let row = row as usize;
        self.members[row] -= 1;
        if self.members[row] == 0 {
            self.rows.remove(row);
            self.members.remove(row);
            self.classes.drain(row as u32 * self.width(), self.width());
        }
    }

    fn pick(&mut self, closed: &Closed<'_>, _: &mut Rng) -> Option<u32> {
        let oldest = closed.age(closed.oldest()?) as f64;
        let mut best: Option<Score> = None;
        'all: for valid in 0..=self.pages_per_block {
            if self.held[valid as usize] == 0 {
                continue;
            }
            let gain = f64::from(self.pages_per_block - valid);
            // With more erases than this not even the oldest block of all could win with so many valid pages, and with more of
            // them it would have to have fewer yet. Not a number: no limit.
            let limit = |best: &Score| {
                let most = oldest * gain * best.weight as f64;
                most / (best.age as f64 * best.gain as f64 * f64::from(valid)) * (1.0 + DOUBT)
            };
            let mut most = best.as_ref().map_or(f64::INFINITY, limit);
            for (row, &erases) in (0..).zip(&self.rows) {
                if f64::from(erases) > most {
                    if row == 0 {
                        break 'all;
                    }
                    break;
                }
                let Some(block) = self.classes.first(row * self.width() + valid) else {
                    continue;
                };
                let score = self.score(closed, block, valid, erases);
                if best.is_none_or(|best| score.beats(&best, closed)) {
                    best = Some(score);
                    most = limit(&score);
                }
            }
        }
        best.map(|best| best.block)
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        visit.words(&mut self.rows);
        visit.words(&mut self.members);
        visit.words(&mut self.held);
        self.classes.columns(visit);
    }
}
