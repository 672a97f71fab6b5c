//! Several heaps that share one set of links: each block stands in one heap at most, the one of smallest rank at its top.
//!
//! Pairing heaps (Fredman, Sedgewick, Sleator, Tarjan: The pairing heap, 1986): a tree of any shape whose children rank
//! after their parent. Joining is one comparison, leaving from below without children takes no comparison, and leaving
//! from the top O(log n) amortised. Ranks of different blocks differ, and do not change while a block is in.

use nand::{Columns, NONE, visit_field};

/// Heaps over blocks.
#[derive(Clone, Debug)]
pub struct Heaps {
    /// Per heap: its first block, or [`NONE`].
    top: Vec<u32>,
    /// Per block: its links.
    nodes: Vec<Node>,
}

/// A block's links, on one cache line; each may be [`NONE`].
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct Node {
    /// The first child.
    child: u32,
    /// The next child of the parent.
    next: u32,
    /// The child before it, or the parent of a first child; [`NONE`] at the top.
    prev: u32,
}

const ALONE: Node = Node {
    child: NONE,
    next: NONE,
    prev: NONE,
};

impl Heaps {
    /// No heap yet.
    #[inline]
    pub fn new(blocks: u32) -> Self {
        Self {
            top: Vec::new(),
            nodes: vec![ALONE; blocks as usize],
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
        let child = std::mem::replace(&mut self.nodes[first as usize].child, second);
        let node = &mut self.nodes[second as usize];
        (node.next, node.prev) = (child, first);
        if child != NONE {
            self.nodes[child as usize].prev = second;
        }
        first
    }

    /// A block joins a heap.
    #[inline]
    pub fn push(&mut self, heap: u32, block: u32, rank: &[u64]) {
        self.nodes[block as usize] = ALONE;
        self.top[heap as usize] = self.meld(self.top[heap as usize], block, rank);
    }

    /// A block leaves the heap it stands in.
    #[inline]
    pub fn remove(&mut self, heap: u32, block: u32, rank: &[u64]) {
        let Node { child, next, prev } = self.nodes[block as usize];
        if prev != NONE {
            let before = &mut self.nodes[prev as usize];
            if before.child == block {
                before.child = next;
            } else {
                before.next = next;
            }
            if next != NONE {
                self.nodes[next as usize].prev = prev;
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
            let right = self.nodes[left as usize].next;
            let after = if right == NONE {
                NONE
            } else {
                self.nodes[right as usize].next
            };
            let pair = self.meld(left, right, rank);
            self.nodes[pair as usize].next = pairs;
            (pairs, left) = (pair, after);
        }
        let mut tree = NONE;
        while pairs != NONE {
            let after = self.nodes[pairs as usize].next;
            tree = self.meld(pairs, tree, rank);
            pairs = after;
        }
        if tree != NONE {
            let node = &mut self.nodes[tree as usize];
            (node.next, node.prev) = (NONE, NONE);
        }
        tree
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.words(&mut self.top);
        visit_field(&mut self.nodes, |n| &mut n.child, visit);
        visit_field(&mut self.nodes, |n| &mut n.next, visit);
        visit_field(&mut self.nodes, |n| &mut n.prev, visit);
    }
}
