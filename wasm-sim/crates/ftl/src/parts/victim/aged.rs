//! The policies that weigh what a block gives against how long it has been closed. With valid pages v of P, utilisation
//! u = v/P, age the host writes since the block was closed, and erases counting from 1:
//!
//! * `cost_benefit`: largest age * (1-u) / 2u (Rosenblum and Ousterhout 1991, reads counted; Desnoyers cites it in section 7);
//! * `cat`: smallest u/(1-u) * erases / age (Chiang 1997; Desnoyers, eq. 23 with f(age) = age).
//!
//! Both are the largest age * gain / weight, with gain = P - v and weight = v (times erases, in CAT): while a block is
//! closed and not written, that is a straight line in time, so that the true optimum comes out of a [`Tournament`] without
//! a scan. Compared exactly, in integers where floating point is too close to call: equal scores are ties, and go to the block
//! closed longest ago. Weight 0 wins outright; gain 0 is picked last.

use nand::Columns;

use super::Closed;
use super::tournament::{Contest, Tournament};

/// The closed blocks, by age * gain / weight.
#[derive(Clone, Debug)]
pub struct Aged {
    /// Erase counts weigh: CAT.
    times: bool,
    blocks: Tournament,
}

/// More age * gain / weight.
struct Score<'a> {
    closed: &'a Closed<'a>,
    times: bool,
}

/// Products of this size are off by a few parts in 10^16.
const DOUBT: f64 = 1e-14;

impl Score<'_> {
    fn gain(&self, block: u32) -> u64 {
        self.closed.gain(block).into()
    }

    fn weight(&self, block: u32) -> u64 {
        let erases = if self.times {
            self.closed.erases(block)
        } else {
            1
        };
        u64::from(self.closed.valid(block)) * erases
    }

    /// What age multiplies when `a` is compared with `b`: gain of the one by weight of the other.
    fn rates(&self, a: u32, b: u32) -> [(u64, u64); 2] {
        [
            (self.gain(a), self.weight(b)),
            (self.gain(b), self.weight(a)),
        ]
    }
}

impl Contest for Score<'_> {
    const TIMED: bool = true;

    #[inline]
    fn beats(&self, a: u32, b: u32) -> bool {
        let [ra, rb] = self.rates(a, b);
        let (ta, tb) = (self.closed.age(a), self.closed.age(b));
        let near = |t: u64, r: (u64, u64)| t as f64 * (r.0 as f64 * r.1 as f64);
        let (sa, sb) = (near(ta, ra), near(tb, rb));
        if (sa - sb).abs() > DOUBT * (sa + sb) {
            return sa > sb;
        }
        let exact = |t: u64, r: (u64, u64)| u128::from(t) * (u128::from(r.0) * u128::from(r.1));
        match exact(ta, ra).cmp(&exact(tb, rb)) {
            std::cmp::Ordering::Equal => self.closed.older(a, b),
            order => order.is_gt(),
        }
    }

    #[inline]
    fn until(&self, winner: u32, loser: u32) -> u64 {
        let [rw, rl] = self.rates(winner, loser);
        let near = |r: (u64, u64)| r.0 as f64 * r.1 as f64;
        let (w, l) = (near(rw), near(rl));
        if l < w || (rw.0 == rl.0 && rw.1 == rl.1) {
            return u64::MAX;
        }
        // The loser gains l - w on the winner with each host write. What is in doubt counts for the loser.
        let (sw, sl) = (
            self.closed.age(winner) as f64 * w,
            self.closed.age(loser) as f64 * l,
        );
        let ahead = (sw - sl) - DOUBT * sw;
        let nearer = (l - w) + DOUBT * l;
        if ahead > 0.0 {
            // A cast of something too large gives the largest number.
            self.closed.now.saturating_add((ahead / nearer) as u64)
        } else {
            self.closed.now
        }
    }
}

impl Aged {
    #[inline]
    pub fn new(times: bool, blocks: u32) -> Self {
        Self {
            times,
            blocks: Tournament::new(blocks, true),
        }
    }

    fn score<'a>(&self, closed: &'a Closed<'a>) -> Score<'a> {
        Score {
            closed,
            times: self.times,
        }
    }

    /// A block was closed, or a page of a closed one became invalid.
    #[inline]
    pub fn changed(&mut self, closed: &Closed<'_>, block: u32) {
        let score = self.score(closed);
        self.blocks.raise(block, &score);
    }

    pub fn remove(&mut self, closed: &Closed<'_>, block: u32) {
        let score = self.score(closed);
        self.blocks.remove(block, &score);
    }

    pub fn pick(&mut self, closed: &Closed<'_>) -> Option<u32> {
        let score = self.score(closed);
        self.blocks.winner(closed.now, &score)
    }

    /// The policy's score as SPEC 3 spells it; with no limit where it has none.
    #[inline]
    pub fn shown(&self, closed: &Closed<'_>, block: u32) -> f64 {
        let score = self.score(closed);
        let (gain, weight) = (score.gain(block) as f64, score.weight(block) as f64);
        let age = closed.age(block) as f64;
        if self.times {
            weight / gain / age
        } else {
            age * gain / (2.0 * weight)
        }
    }

    pub fn columns(&mut self, visit: &mut dyn Columns) {
        self.blocks.columns(visit);
    }
}
