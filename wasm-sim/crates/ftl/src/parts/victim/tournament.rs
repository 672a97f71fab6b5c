//! A tournament between blocks whose standings may shift as time passes: the winner is at hand at any time.
//!
//! A binary tree over all blocks; a node holds the winner among the blocks below it that take part, and the last moment
//! until which that is certain. Where standings depend on time (cost-benefit, CAT) two blocks' scores are straight
//! lines in time, so that a contest also says when its loser will overtake; where they do not, that is never. Known as
//! a kinetic tournament (Basch, Guibas, Hershberger: Data structures for mobile data, 1999).
//!
//! * Joining and gaining climb from the leaf and stop at the first node where nothing changes: two or three levels for
//!   most blocks. Leaving climbs to the root, once per cleaning.
//! * Asking for the winner visits the nodes whose certainty has run out, and no others.
//!
//! All this depends on two rules. The winner a node holds is the best below it from now to `until`. And no node is certain
//! for longer than its children are.

use nand::{Columns, NONE};

/// How two blocks compare.
pub trait Contest {
    /// Whether standings depend on time.
    const TIMED: bool;

    /// Whether `a` is to be taken before `b` now. Strict: of two different blocks one always wins.
    fn beats(&self, a: u32, b: u32) -> bool;

    /// The last moment, not before now, until which `winner`, which beats `loser` now, surely still does.
    fn until(&self, winner: u32, loser: u32) -> u64;
}

/// The tree. Node 1 is the root, the children of node k are 2k and 2k + 1, the leaf of block b is `leaves` + b.
#[derive(Clone, Debug)]
pub struct Tournament {
    leaves: u32,
    /// Per node: the winner, or [`NONE`].
    winner: Vec<u32>,
    /// Per inner node: until when it is certain. Empty for contests that do not depend on time.
    until: Vec<u64>,
}

impl Tournament {
    /// Nobody takes part yet.
    #[inline]
    pub fn new(blocks: u32, timed: bool) -> Self {
        let leaves = blocks.next_power_of_two();
        Self {
            leaves,
            winner: vec![NONE; 2 * leaves as usize],
            until: vec![u64::MAX; if timed { leaves as usize } else { 0 }],
        }
    }

    /// Whether a block takes part.
    #[inline]
    pub fn contains(&self, block: u32) -> bool {
        self.winner[(self.leaves + block) as usize] != NONE
    }

    /// A block joins, or one that takes part has become better.
    #[inline]
    pub fn raise<C: Contest>(&mut self, block: u32, contest: &C) {
        let mut node = (self.leaves + block) as usize;
        self.winner[node] = block;
        // What the node below is certain until.
        let mut certain = u64::MAX;
        node /= 2;
        while node > 0 {
            let holder = self.winner[node];
            if holder == NONE || (holder != block && contest.beats(block, holder)) {
                self.winner[node] = block;
                if C::TIMED {
                    if holder != NONE {
                        certain = certain.min(contest.until(block, holder));
                    }
                    certain = certain.min(self.until[node]);
                    self.until[node] = certain;
                }
            } else if holder == block {
                if C::TIMED {
                    certain = certain.min(self.until[node]);
                    self.until[node] = certain;
                }
            } else {
                if C::TIMED {
                    self.shorten(node, certain.min(contest.until(holder, block)));
                }
                return;
            }
            node /= 2;
        }
    }

    /// From `node` up no node is certain for longer than this.
    fn shorten(&mut self, mut node: usize, until: u64) {
        while node > 0 && self.until[node] > until {
            self.until[node] = until;
            node /= 2;
        }
    }

    /// A block leaves, if it took part. `contest` may not be asked about it any more.
    pub fn remove<C: Contest>(&mut self, block: u32, contest: &C) {
        let mut node = (self.leaves + block) as usize;
        self.winner[node] = NONE;
        node /= 2;
        while node > 0 && self.winner[node] == block {
            self.decide(node, contest);
            node /= 2;
        }
        if C::TIMED && node > 0 {
            let below = [2 * node, 2 * node + 1].map(|child| self.certain(child));
            self.shorten(node, below[0].min(below[1]));
        }
    }

    /// The winner now.
    pub fn winner<C: Contest>(&mut self, now: u64, contest: &C) -> Option<u32> {
        if C::TIMED {
            self.refresh(1, now, contest);
        }
        let winner = self.winner[1];
        (winner != NONE).then_some(winner)
    }

    fn refresh<C: Contest>(&mut self, node: usize, now: u64, contest: &C) {
        if self.certain(node) >= now {
            return;
        }
        self.refresh(2 * node, now, contest);
        self.refresh(2 * node + 1, now, contest);
        self.decide(node, contest);
    }

    fn certain(&self, node: usize) -> u64 {
        self.until.get(node).copied().unwrap_or(u64::MAX)
    }

    /// The winner of a node anew, from those of its children.
    fn decide<C: Contest>(&mut self, node: usize, contest: &C) {
        let (left, right) = (self.winner[2 * node], self.winner[2 * node + 1]);
        let (winner, loser) = if right == NONE || (left != NONE && contest.beats(left, right)) {
            (left, right)
        } else {
            (right, left)
        };
        self.winner[node] = winner;
        if C::TIMED {
            let below = self.certain(2 * node).min(self.certain(2 * node + 1));
            self.until[node] = if loser == NONE {
                below
            } else {
                below.min(contest.until(winner, loser))
            };
        }
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.words(&mut self.winner);
        visit.longs(&mut self.until);
    }
}
