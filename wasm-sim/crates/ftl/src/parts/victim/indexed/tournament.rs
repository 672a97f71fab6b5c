//! A tournament between blocks: the winner is at hand at any time.
//!
//! A binary tree over all blocks; a node holds the winner among the blocks below it that take part. Joining and gaining climb
//! from the leaf and stop at the first node that another block keeps: two or three levels for most blocks. Leaving climbs
//! to the root, once per GC.

use nand::{Columns, NONE};

/// How two blocks compare. A standing changes only for the better, and the caller reports it to
/// [`Tournament::raise`].
pub trait Contest {
    /// Whether `a` is to be taken before `b`. Strict: of two different blocks one always wins.
    fn beats(&self, a: u32, b: u32) -> bool;
}

/// The tree. Node 1 is the root, the children of node k are 2k and 2k + 1, the leaf of block b is `leaves` + b.
#[derive(Clone, Debug)]
pub struct Tournament {
    leaves: u32,
    /// Per node: the winner, or [`NONE`].
    winner: Vec<u32>,
}

impl Tournament {
    /// No one takes part yet.
    #[inline]
    pub fn new(blocks: u32) -> Self {
        let leaves = blocks.next_power_of_two();
        Self {
            leaves,
            winner: vec![NONE; 2 * leaves as usize],
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
        node /= 2;
        while node > 0 {
            let holder = self.winner[node];
            if holder != block {
                if holder != NONE && !contest.beats(block, holder) {
                    return;
                }
                self.winner[node] = block;
            }
            node /= 2;
        }
    }

    /// A block leaves, if it took part. `contest` may not be asked about it any more.
    pub fn remove<C: Contest>(&mut self, block: u32, contest: &C) {
        let mut node = (self.leaves + block) as usize;
        self.winner[node] = NONE;
        node /= 2;
        while node > 0 && self.winner[node] == block {
            let (left, right) = (self.winner[2 * node], self.winner[2 * node + 1]);
            let left_wins = right == NONE || (left != NONE && contest.beats(left, right));
            self.winner[node] = if left_wins { left } else { right };
            node /= 2;
        }
    }

    /// The winner.
    pub fn winner(&self) -> Option<u32> {
        let winner = self.winner[1];
        (winner != NONE).then_some(winner)
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.words(&mut self.winner);
    }
}
