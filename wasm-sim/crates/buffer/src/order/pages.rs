//! Pages by recency: `lru` and `cflru`.

use nand::{Columns, NONE};

use super::Links;

/// The one list in [`PageOrder::links`].
const ALL: u32 = 0;

/// Slots of buffered pages, least recent first.
#[derive(Clone, Debug, PartialEq)]
pub struct PageOrder {
    links: Links,
    /// Clean pages; while there are none, none is looked for.
    pub clean: u32,
    looked: Looked,
}

/// The least recent slots, as far as they were looked at and found dirty: a page becomes clean only at the MRU end, so that they
/// need not be looked at again.
#[derive(Clone, Debug)]
struct Looked {
    /// Per slot: whether it is one of them.
    at: Vec<bool>,
    /// How many they are.
    len: u32,
    /// The most recent one of them, or [`NONE`].
    end: u32,
}

/// The search does not change the state.
impl PartialEq for Looked {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Looked {
    fn new(slots: u32) -> Self {
        Self {
            at: vec![false; slots as usize],
            len: 0,
            end: NONE,
        }
    }
}

impl PageOrder {
    pub fn new(capacity: u32) -> Self {
        Self {
            links: Links::new(1, capacity),
            clean: 0,
            looked: Looked::new(capacity),
        }
    }

    /// A page that is new is at the MRU end.
    pub fn push(&mut self, slot: u32) {
        self.links.push_back(ALL, slot);
    }

    /// A page was accessed.
    pub fn touch(&mut self, slot: u32) {
        self.remove(slot);
        self.push(slot);
    }

    pub fn remove(&mut self, slot: u32) {
        if std::mem::take(&mut self.looked.at[slot as usize]) {
            self.looked.len -= 1;
            if self.looked.end == slot {
                self.looked.end = self.links.before(slot).unwrap_or(NONE);
            }
        }
        self.links.remove(ALL, slot);
    }

    /// Slots, least recent first.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.links.iter(ALL)
    }

    /// The slot that leaves, and its place from the LRU end, from 1: of the `window` least recent the first that is clean, otherwise
    /// the first.
    pub fn victim(&self, window: u32, is_clean: impl Fn(u32) -> bool) -> (u32, u32) {
        let first = self.links.front(ALL).expect("something is buffered");
        if self.clean == 0 {
            return (first, 1);
        }
        let next = |slot: &u32| self.links.after(*slot);
        let rest = std::iter::successors(self.not_looked_at(), next);
        let mut places = rest.zip(self.looked.len + 1..=window);
        places
            .find(|&(slot, _)| is_clean(slot))
            .unwrap_or((first, 1))
    }

    /// Makes the next [`Self::victim`] cheaper: each slot is looked at once.
    pub fn look(&mut self, window: u32, is_clean: impl Fn(u32) -> bool) {
        while self.clean > 0
            && self.looked.len < window
            && let Some(slot) = self.not_looked_at().filter(|&slot| !is_clean(slot))
        {
            self.looked.at[slot as usize] = true;
            self.looked.len += 1;
            self.looked.end = slot;
        }
    }

    /// The least recent slot that was not looked at.
    fn not_looked_at(&self) -> Option<u32> {
        match self.looked.end {
            NONE => self.links.front(ALL),
            end => self.links.after(end),
        }
    }

    /// Another state was restored: nothing of it was looked at.
    pub fn derive(&mut self) {
        self.looked = Looked::new(self.looked.at.len() as u32);
    }

    pub fn columns(&mut self, visit: &mut dyn Columns) {
        self.links.columns(visit);
        visit.word(&mut self.clean);
    }
}
