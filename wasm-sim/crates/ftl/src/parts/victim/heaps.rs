//! Several heaps that share one set of links: each block stands in one heap at most, the one of smallest rank at its top.
//!
//! Pairing heaps (Fredman, Sedgewick, Sleator, Tarjan: The pairing heap, 1986): a tree of any shape whose children rank
//! after their parent. Joining is one comparison, leaving from below without children takes no comparison, and leaving
//! from the top O(log n) amortised. Ranks of different blocks differ, and do not change while a block is in.

use nand::{Columns, NONE};

/// Heaps over blocks.
#[derive(Clone, Debug)]
pub struct Heaps {
    /// Per heap: its first block, or [`NONE`].
    top: Vec<u32>,
    /// Per block: its first child, or [`NONE`].
    child: Vec<u32>,
    /// Per block: the next child of its parent, or [`NONE`].
    next: Vec<u32>,
    /// Per block: the child before it, or the parent of a first child; [`NONE`] at the top.
    prev: Vec<u32>,
}

impl Heaps {
    /// No heap yet.
    #[inline]
    pub fn new(blocks: u32) -> Self {
        let none = vec![NONE; blocks as usize];
        Self {
            top: Vec::new(),
            child: none.clone(),
            next: none.clone(),
            prev: none,
        }
    }

    /// Empty heaps from number `at` on; those after them move up.
    pub fn insert(&mut self, at: u32, heaps: u32) {
        let old = self.top.len();
        self.top.resize(old + heaps as usize, NONE);
        self.top[at as usize..].rotate_right(heaps as usize);
    }

    /// Takes empty heaps out; those after them move down.
    pub fn drain(&mut self, at: u32, heaps: u32) {
        self.top[at as usize..].rotate_left(heaps as usize);
        self.top.truncate(self.top.len() - heaps as usize);
    }

    /// The block of smallest rank.
    #[inline]
    pub fn first(&self, heap: u32) -> Option<u32> {
        let top = self.top[heap as usize];
        (top != NONE).then_some(top)
    }

    /// Of two tops one.
    #[inline]
    fn meld(&mut self, a: u32, b: u32, rank: &[u64]) -> u32 {
        if a == NONE || b == NONE {
            return a & b;
        }
        let (first, second) = if rank[a as usize] < rank[b as usize] {
            (a, b)
        } else {
            (b, a)
        };
        let child = self.child[first as usize];
        self.next[second as usize] = child;
        self.prev[second as usize] = first;
        if child != NONE {
            self.prev[child as usize] = second;
        }
        self.child[first as usize] = second;
        first
    }

    /// A block joins a heap.
    #[inline]
    pub fn push(&mut self, heap: u32, block: u32, rank: &[u64]) {
        let b = block as usize;
        (self.child[b], self.next[b], self.prev[b]) = (NONE, NONE, NONE);
        self.top[heap as usize] = self.meld(self.top[heap as usize], block, rank);
    }

    /// A block leaves the heap it stands in.
    #[inline]
    pub fn remove(&mut self, heap: u32, block: u32, rank: &[u64]) {
        let (child, next, prev) = (
            self.child[block as usize],
            self.next[block as usize],
            self.prev[block as usize],
        );
        if prev != NONE {
            let p = prev as usize;
            if self.child[p] == block {
                self.child[p] = next;
            } else {
                self.next[p] = next;
            }
            if next != NONE {
                self.prev[next as usize] = prev;
            }
            if child == NONE {
                return;
            }
        }
        let below = self.pair(child, rank);
        let top = &mut self.top[heap as usize];
        let rest = if *top == block { NONE } else { *top };
        self.top[heap as usize] = self.meld(rest, below, rank);
    }

    /// Siblings from `first` on become one tree: in pairs from the left, then all pairs from the right.
    fn pair(&mut self, first: u32, rank: &[u64]) -> u32 {
        // Pairs wait in a list linked by `next`, last made first.
        let (mut left, mut pairs) = (first, NONE);
        while left != NONE {
            let right = self.next[left as usize];
            let after = if right == NONE {
                NONE
            } else {
                self.next[right as usize]
            };
            let pair = self.meld(left, right, rank);
            self.next[pair as usize] = pairs;
            (pairs, left) = (pair, after);
        }
        let mut tree = NONE;
        while pairs != NONE {
            let after = self.next[pairs as usize];
            tree = self.meld(pairs, tree, rank);
            pairs = after;
        }
        if tree != NONE {
            self.next[tree as usize] = NONE;
            self.prev[tree as usize] = NONE;
        }
        tree
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        for column in [
            &mut self.top,
            &mut self.child,
            &mut self.next,
            &mut self.prev,
        ] {
            visit.words(column);
        }
    }
}
