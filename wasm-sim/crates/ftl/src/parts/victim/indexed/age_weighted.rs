//! `cost_benefit` and `cat`: the policies that weigh what a block gives against how long it has been closed.
//!
//! Both are the largest age * gain / weight, with gain = P - v and weight = v (times erases, in CAT). Blocks alike in valid count (and
//! erases) differ in age alone, so the victim is the oldest of one of these classes. When that one was closed is kept for each class,
//! those of an erase count side by side: a GC works out the largest score of each erase count, some at once, and looks at
//! blocks only where it comes close to the largest of all. These are compared as the definitions do, exactly, where floating
//! point is too close to call. Weight 0 wins outright; gain 0 is picked last.

use std::ops::Range;

use super::Index;
use super::oldest_of_class::OldestOfClass;
use crate::parts::victim::closed::Closed;
use crate::parts::victim::policies::Fraction;
use crate::rng::Rng;

/// The closed blocks, by erases and valid pages.
#[derive(Clone, Debug)]
pub struct AgeWeighted {
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
    /// Per valid count, and on to a multiple of [`LANES`]: gain / valid pages.
    per_valid: Vec<f64>,
}

/// Blocks of one erase count.
#[derive(Clone, Debug)]
struct Row {
    /// From 1.
    erases: u32,
    /// Classed by valid pages.
    oldest: OldestOfClass,
    /// As [`AgeWeighted::per_valid`]: the clock when the oldest block of the class was closed, with no limit where there is none.
    since: Vec<f64>,
    /// While a victim is looked for: about the largest score.
    most: f64,
}

impl Row {
    #[cold]
    fn new(erases: u32, pages_per_block: u32) -> Self {
        Self {
            erases,
            oldest: OldestOfClass::new(pages_per_block + 1),
            since: vec![f64::INFINITY; lanes(pages_per_block)],
            most: 0.0,
        }
    }

    /// The block of a slot enters a class.
    #[inline]
    fn enter(&mut self, closed: &Closed<'_>, slot: u32, valid: u32) {
        if self.oldest.enter(slot, valid) {
            self.found(closed, valid);
        }
    }

    /// The block of a slot leaves its class.
    #[inline]
    fn leave(&mut self, closed: &Closed<'_>, slot: u32, valid: u32) {
        if self.oldest.leave(slot, valid) {
            self.found(closed, valid);
        }
    }

    /// Another block is the oldest of a class.
    fn found(&mut self, closed: &Closed<'_>, valid: u32) {
        let first = self.oldest.first(valid);
        let since = first.map(|block| closed.book.closed_at[block as usize] as f64);
        self.since[valid as usize] = since.unwrap_or(f64::INFINITY);
    }

    /// About the largest score of classes, which are whole lanes; 0 if none of them has a block with something to gain.
    #[inline]
    fn most(&self, classes: Range<usize>, per_valid: &[f64], next: f64) -> f64 {
        let (since, _) = self.since[classes.clone()].as_chunks::<LANES>();
        let (per_valid, _) = per_valid[classes].as_chunks::<LANES>();
        let mut most = [0.0_f64; LANES];
        for (since, per_valid) in since.iter().zip(per_valid) {
            for lane in 0..LANES {
                // Not a number where there is neither a block nor a gain.
                let score = (next - since[lane]) * per_valid[lane];
                most[lane] = if score > most[lane] {
                    score
                } else {
                    most[lane]
                };
            }
        }
        most.into_iter().fold(0.0, f64::max) / f64::from(self.erases)
    }
}

/// Scores that are worked out at once.
const LANES: usize = 4;

/// Valid counts of a block, on to whole lanes.
fn lanes(pages_per_block: u32) -> usize {
    (pages_per_block as usize + 1).next_multiple_of(LANES)
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
        let exact = |a: &Self| Fraction {
            over: u128::from(a.age) * u128::from(a.gain),
            under: a.weight.into(),
        };
        match exact(self).cmp(&exact(other)) {
            std::cmp::Ordering::Equal => closed.older(self.block, other.block),
            order => order.is_gt(),
        }
    }
}

impl AgeWeighted {
    #[inline]
    pub fn new(times: bool, blocks: u32, pages_per_block: u32) -> Self {
        Self {
            times,
            pages_per_block,
            rows: Vec::new(),
            slot_of: vec![0; blocks as usize],
            held: vec![0; pages_per_block as usize + 1],
            lowest: 0,
            per_valid: (0..lanes(pages_per_block) as u32)
                .map(|valid| f64::from(pages_per_block.saturating_sub(valid)) / f64::from(valid))
                .collect(),
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
            let new = Row::new(erases, self.pages_per_block);
            self.rows.insert(row, new);
            row
        });
        let row = &mut self.rows[row];
        if youngest {
            row.oldest.push(block, &mut self.slot_of);
        } else {
            row.oldest
                .insert(block, &mut self.slot_of, &closed.book.order);
        }
        let valid = closed.valid(block);
        row.enter(closed, self.slot_of[block as usize], valid);
        self.held[valid as usize] += 1;
        self.lowest = self.lowest.min(valid);
    }

    /// See [`ClosedBlocks::look_ahead`](crate::parts::ClosedBlocks::look_ahead).
    pub fn look_ahead(&self, closed: &Closed<'_>, blocks: &[u32]) -> u32 {
        let mut seen = 0;
        for &block in blocks {
            seen ^= self.slot_of[block as usize] ^ self.erases(closed, block);
        }
        for &block in blocks {
            // Of an open block, any row and slot.
            if let Ok(row) = self.row_of(self.erases(closed, block)) {
                let (slot, valid) = (self.slot_of[block as usize], closed.valid(block));
                seen ^= self.rows[row].oldest.look_ahead(slot, valid) as u32;
            }
        }
        seen
    }
}

impl Index for AgeWeighted {
    fn close(&mut self, closed: &Closed<'_>, block: u32) {
        self.add(closed, block, closed.after(block).is_none());
    }

    fn invalidated(&mut self, closed: &Closed<'_>, block: u32) {
        let valid = closed.valid(block);
        self.held[valid as usize + 1] -= 1;
        self.held[valid as usize] += 1;
        self.lowest = self.lowest.min(valid);
        let (row, slot) = (self.row(closed, block), self.slot_of[block as usize]);
        let row = &mut self.rows[row];
        row.leave(closed, slot, valid + 1);
        row.enter(closed, slot, valid);
    }

    fn remove(&mut self, closed: &Closed<'_>, block: u32) {
        let (at, valid) = (self.row(closed, block), closed.valid(block));
        self.held[valid as usize] -= 1;
        let (row, slot) = (&mut self.rows[at], self.slot_of[block as usize]);
        row.leave(closed, slot, valid);
        row.oldest.remove(slot);
        if row.oldest.is_empty() {
            self.rows.remove(at);
        }
    }

    fn pick(&mut self, closed: &Closed<'_>, _: &mut Rng) -> Option<u32> {
        let oldest = closed.oldest()?;
        while self.held[self.lowest as usize] == 0 {
            self.lowest += 1;
        }
        let (next, oldest_age) = (closed.now as f64 + 1.0, closed.age(oldest) as f64);
        let mut most = 0.0_f64;
        for row in &mut self.rows {
            // With more valid pages not even a block as old as the oldest of all would win: gain / valid pages is too little.
            let needed = most * f64::from(row.erases) / oldest_age;
            let enough = f64::from(self.pages_per_block) / (1.0 + needed) + 1.0;
            let first = self.lowest as usize / LANES * LANES;
            let end = (enough as usize + 1).next_multiple_of(LANES);
            let classes = first..end.min(self.per_valid.len()).max(first);
            row.most = row.most(classes, &self.per_valid, next);
            most = most.max(row.most);
        }
        if most == 0.0 {
            // Nothing to gain anywhere.
            return Some(oldest);
        }
        let near = most * (1.0 - DOUBT);
        let mut best: Option<Score> = None;
        for row in self.rows.iter().filter(|row| row.most >= near) {
            let near = near * f64::from(row.erases);
            let classes = row.since.iter().zip(&self.per_valid).zip(0..);
            for ((since, per_valid), valid) in classes.skip(self.lowest as usize) {
                if (next - since) * per_valid >= near
                    && let Some(block) = row.oldest.first(valid)
                {
                    let score = Score::of(closed, block, valid, row.erases);
                    if best.is_none_or(|best| score.beats(&best, closed)) {
                        best = Some(score);
                    }
                }
            }
        }
        best.map(|best| best.block)
    }

    fn derive(&mut self, closed: &Closed<'_>) {
        self.rows.clear();
        self.held.fill(0);
        self.lowest = 0;
        closed.iter().for_each(|b| self.add(closed, b, true));
    }
}
