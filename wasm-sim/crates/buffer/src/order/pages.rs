//! Pages by recency: `lru` and `cflru`.

use nand::Columns;

use super::Links;

/// The one list in [`PageOrder::links`].
const ALL: u32 = 0;

/// Slots of buffered pages, least recent first.
#[derive(Clone, Debug, PartialEq)]
pub struct PageOrder {
    links: Links,
    /// Clean pages; while there are none, none is looked for.
    pub clean: u32,
}

impl PageOrder {
    pub fn new(capacity: u32) -> Self {
        Self {
            links: Links::new(1, capacity),
            clean: 0,
        }
    }

    /// A page that is new stands at the MRU end.
    pub fn push(&mut self, slot: u32) {
        self.links.push_back(ALL, slot);
    }

    /// A page was accessed.
    pub fn touch(&mut self, slot: u32) {
        self.remove(slot);
        self.push(slot);
    }

    pub fn remove(&mut self, slot: u32) {
        self.links.remove(ALL, slot);
    }

    /// Slots, least recent first.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.links.iter(ALL)
    }

    /// The slot that leaves, and its place from the LRU end, from 1: of the `window` least recent the first that is clean, else
    /// the first.
    pub fn victim(&self, window: u32, is_clean: impl Fn(u32) -> bool) -> (u32, u32) {
        let first = self.links.front(ALL).expect("something is buffered");
        if self.clean == 0 || window == 0 {
            return (first, 1);
        }
        let mut places = self.iter().zip(1..=window);
        places
            .find(|&(slot, _)| is_clean(slot))
            .unwrap_or((first, 1))
    }

    pub fn columns(&mut self, visit: &mut dyn Columns) {
        self.links.columns(visit);
        visit.word(&mut self.clean);
    }
}
