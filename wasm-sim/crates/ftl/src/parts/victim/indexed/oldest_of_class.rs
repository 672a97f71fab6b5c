//! Blocks in the order of closing, sorted into classes: of each class the block closed longest ago is at hand.
//!
//! Each block has a slot, and slots ascend in the order of closing. A class is a set of slots, one bit each. Above
//! them, words of 64 bits say which words are not empty, and so on upwards: a few words lead to the first slot. A
//! slot that changes class flips two bits. The words of all classes for the same slots lie side by side: from one
//! class to the next is mostly one cache line, and no other block is touched.
//!
//! Slots are numbered again when they are used up: O(1) amortised, as then at least as many are empty as are not.

use nand::NONE;

/// Slots that a word tells of.
const WORD: usize = 64;

/// See the module.
#[derive(Clone, Debug)]
pub struct OldestOfClass {
    classes: usize,
    /// Per slot: its block, or [`NONE`].
    slots: Vec<u32>,
    /// How many blocks have one.
    blocks: usize,
    /// Per level, from the lowest: its words, those of all classes for the first 64 places of the level below, then those for
    /// the next. The highest has one word a class.
    levels: Vec<Vec<u64>>,
    /// Per class: its first slot, or [`NONE`].
    first: Vec<u32>,
}

impl OldestOfClass {
    /// No block yet.
    #[inline]
    pub fn new(classes: u32) -> Self {
        Self::with_room(classes as usize, 1)
    }

    /// Room for this many words of slots.
    fn with_room(classes: usize, words: usize) -> Self {
        let mut levels = Vec::new();
        let mut places = words;
        loop {
            levels.push(vec![0; places * classes]);
            if places == 1 {
                break;
            }
            places = places.div_ceil(WORD);
        }
        Self {
            classes,
            slots: Vec::with_capacity(words * WORD),
            blocks: 0,
            levels,
            first: vec![NONE; classes],
        }
    }

    /// How many slots there may be.
    fn room(&self) -> usize {
        self.levels[0].len() / self.classes * WORD
    }

    /// Whether no block has a slot.
    pub fn is_empty(&self) -> bool {
        self.blocks == 0
    }

    /// A block was closed after all others here.
    #[inline]
    pub fn push(&mut self, block: u32, slot_of: &mut [u32]) {
        if self.slots.len() == self.room() {
            self.renumber(slot_of, 1);
        }
        slot_of[block as usize] = self.slots.len() as u32;
        self.slots.push(block);
        self.blocks += 1;
    }

    /// A block takes its place in the order of closing, which `order` tells: that of another one, mostly, so that there is an
    /// empty slot.
    #[cold]
    pub fn insert(&mut self, block: u32, slot_of: &mut [u32], order: &[u64]) {
        let rank = order[block as usize];
        let earlier = |&other: &u32| order[other as usize] < rank;
        // Between the last older one and the first younger one.
        let (mut low, mut high) = (0, self.slots.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            let mut some = self.slots[middle..high].iter().filter(|&&b| b != NONE);
            if some.next().is_some_and(earlier) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let between = low.saturating_sub(1)..self.slots.len().min(low + 1);
        let mut empty = between.filter(|&slot| self.slots[slot] == NONE);
        if let Some(slot) = empty.next() {
            self.slots[slot] = block;
            slot_of[block as usize] = slot as u32;
            self.blocks += 1;
        } else if low == self.slots.len() {
            self.push(block, slot_of);
        } else {
            self.renumber(slot_of, 2);
            self.insert(block, slot_of, order);
        }
    }

    /// A block that is in no class gives up its slot.
    #[inline]
    pub fn remove(&mut self, slot: u32) {
        self.slots[slot as usize] = NONE;
        self.blocks -= 1;
    }

    /// The block of a slot enters a class. Returns whether it was closed before all others of that class.
    #[inline]
    pub fn enter(&mut self, slot: u32, class: u32) -> bool {
        let mut at = slot as usize;
        for level in &mut self.levels {
            let word = &mut level[at / WORD * self.classes + class as usize];
            let before = std::mem::replace(word, *word | 1 << (at % WORD));
            if before != 0 {
                break;
            }
            at /= WORD;
        }
        let first = &mut self.first[class as usize];
        let leads = slot < *first;
        if leads {
            *first = slot;
        }
        leads
    }

    /// The block of a slot leaves a class, if it is in it. Returns whether it was the first of it.
    #[inline]
    pub fn leave(&mut self, slot: u32, class: u32) -> bool {
        let mut at = slot as usize;
        for level in &mut self.levels {
            let word = &mut level[at / WORD * self.classes + class as usize];
            *word &= !(1 << (at % WORD));
            if *word != 0 {
                break;
            }
            at /= WORD;
        }
        let led = self.first[class as usize] == slot;
        if led {
            self.first[class as usize] = self.look_for_first(class);
        }
        led
    }

    #[inline(never)]
    fn look_for_first(&self, class: u32) -> u32 {
        let mut at = 0;
        for level in self.levels.iter().rev() {
            let word = level[at * self.classes + class as usize];
            if word == 0 {
                return NONE;
            }
            at = at * WORD + word.trailing_zeros() as usize;
        }
        at as u32
    }

    /// The block of a class that was closed longest ago.
    #[inline]
    pub fn first(&self, class: u32) -> Option<u32> {
        let slot = self.first[class as usize];
        (slot != NONE).then(|| self.slots[slot as usize])
    }

    /// Reads what changes with the class of a slot's block, so that it lies near. Returns something made of it.
    #[inline]
    pub fn look_ahead(&self, slot: u32, class: u32) -> u64 {
        let at = slot as usize / WORD * self.classes + class as usize;
        self.levels[0].get(at).copied().unwrap_or(0)
    }

    /// Numbers the slots again: every one, or every second one, for a block. At least as many as there are blocks stay empty.
    #[cold]
    fn renumber(&mut self, slot_of: &mut [u32], step: usize) {
        let words = (self.blocks * 2 * step / WORD + 1).next_power_of_two();
        let old = std::mem::replace(self, Self::with_room(self.classes, words));
        let rows = old.levels[0].chunks(self.classes);
        for (slots, row) in old.slots.chunks(WORD).zip(rows) {
            let mut class_of = [NONE; WORD];
            for (class, &word) in (0..).zip(row) {
                let mut left = word;
                while left != 0 {
                    class_of[left.trailing_zeros() as usize] = class;
                    left &= left - 1;
                }
            }
            for (&block, class) in slots.iter().zip(class_of).filter(|(b, _)| **b != NONE) {
                self.slots.extend((1..step).map(|_| NONE));
                self.push(block, slot_of);
                if class != NONE {
                    self.enter(slot_of[block as usize], class);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, Rng};

    #[test]
    fn the_first_of_a_class_is_the_one_that_a_scan_over_all_would_find() {
        const BLOCKS: u32 = 9000;
        const CLASSES: u32 = 5;
        let mut rng = Rng::stream(1, Purpose::Workload);
        let mut oldest = OldestOfClass::new(CLASSES);
        let mut slot_of = vec![0; BLOCKS as usize];
        let mut order = vec![0; BLOCKS as usize];
        // Per block: its class, or as many as there are for none; one more if it has no slot.
        let mut class_of = vec![CLASSES + 1; BLOCKS as usize];
        let mut spare = Vec::new();
        for now in 1..60_000 {
            let block = rng.below(BLOCKS);
            let (b, class) = (block as usize, rng.below(CLASSES + 1));
            let old = class_of[b];
            if old < CLASSES {
                oldest.leave(slot_of[b], old);
            }
            if old == CLASSES + 1 {
                // Twice as far apart as closings are, so that there is room between them.
                let between = spare.pop().filter(|_| rng.below(2) == 0);
                order[b] = between.unwrap_or(2 * now);
                if between.is_some() {
                    oldest.insert(block, &mut slot_of, &order);
                } else {
                    oldest.push(block, &mut slot_of);
                }
            } else if rng.below(3) == 0 {
                oldest.remove(slot_of[b]);
                class_of[b] = CLASSES + 1;
                spare.push(order[b] + 1 - order[b] % 2);
                continue;
            }
            class_of[b] = class;
            if class < CLASSES {
                oldest.enter(slot_of[b], class);
            }
            if now % 50 == 0 || now < 500 {
                for class in 0..CLASSES {
                    let members = (0..BLOCKS).filter(|&b| class_of[b as usize] == class);
                    let first = members.min_by_key(|&b| order[b as usize]);
                    assert_eq!(oldest.first(class), first, "after step {now}");
                }
            }
        }
        assert!(oldest.levels.len() == 3, "the test is of a few levels");
    }
}
