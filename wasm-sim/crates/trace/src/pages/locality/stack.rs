//! The LRU stack of the pages of a trace.

/// The LRU stack: a Fenwick tree over places, each held by a page or left. Places are given out in order; when none
/// is left, pages are packed to the front in their order.
pub(super) struct Stack {
    /// Sums of how many places are held, from 1.
    tree: Vec<u32>,
    next: u32,
    held: u32,
}

impl Default for Stack {
    fn default() -> Self {
        Self {
            tree: vec![0; 1 << 12],
            next: 1,
            held: 0,
        }
    }
}

impl Stack {
    /// Whether no place is left: [`Stack::pack`] is next.
    pub fn is_full(&self) -> bool {
        self.next as usize == self.tree.len()
    }

    /// Gives out the topmost place.
    pub fn push(&mut self) -> u32 {
        let place = self.next;
        self.next += 1;
        self.held += 1;
        self.update(place, 1);
        place
    }

    /// Leaves a place; 0 is no one's.
    pub fn leave(&mut self, place: u32) {
        if place > 0 {
            self.held -= 1;
            self.update(place, u32::MAX);
        }
    }

    /// Adds 1, or takes 1 away with the largest number.
    fn update(&mut self, place: u32, by: u32) {
        let mut at = place as usize;
        while at < self.tree.len() {
            self.tree[at] = self.tree[at].wrapping_add(by);
            at += at & at.wrapping_neg();
        }
    }

    /// How many places behind this one are held.
    pub fn above(&self, place: u32) -> u64 {
        let (mut at, mut up_to) = (place as usize, 0);
        while at > 0 {
            up_to += self.tree[at];
            at &= at - 1;
        }
        u64::from(self.held - up_to)
    }

    /// Packs places to the front, and makes room for as many again.
    pub fn pack<'a>(&mut self, places: impl Iterator<Item = &'a mut u32>) {
        let mut held: Vec<&mut u32> = places.filter(|place| **place > 0).collect();
        held.sort_unstable();
        let size = (held.len() + 1).next_power_of_two().max(1 << 11) * 2;
        self.next = 1;
        self.held = 0;
        self.tree = vec![0; size];
        for place in held {
            *place = self.push();
        }
    }
}
