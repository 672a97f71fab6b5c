//! The logical pages written most recently, each once: what LAST tells hot pages by (SPEC 4, slides).

use nand::{Columns, Lpn, NONE};

use crate::parts::Lists;

/// The list in [`Recency::order`].
const WRITTEN: u32 = 0;

/// A list of at most k pages in the order of their last writes. All operations but [`Self::place`] are O(1).
#[derive(Clone, Debug)]
pub struct Recency {
    /// Per LPN: its slot, or [`NONE`].
    slot_of: Vec<u32>,
    /// Per slot: its LPN.
    lpn: Vec<u32>,
    /// Slots in use, least recent first.
    order: Lists,
    /// How many: slots are taken in order, and never given back.
    used: u32,
}

impl Recency {
    /// An empty list for the `k` most recent of `logical_pages` pages.
    #[inline]
    pub fn new(k: u32, logical_pages: u32) -> Self {
        let slots = k.min(logical_pages);
        Self {
            slot_of: vec![NONE; logical_pages as usize],
            lpn: vec![NONE; slots as usize],
            order: Lists::new(1, slots),
            used: 0,
        }
    }

    /// How many pages it may hold.
    #[inline]
    pub fn capacity(&self) -> u32 {
        self.order.members()
    }

    /// Whether a page is in the list.
    #[inline]
    pub fn contains(&self, lpn: Lpn) -> bool {
        self.slot_of[lpn.index()] != NONE
    }

    /// Its place from the front, from 1: the page written last.
    pub fn place(&self, lpn: Lpn) -> Option<u32> {
        (1..)
            .zip(self.pages())
            .find(|&(_, l)| l == lpn)
            .map(|p| p.0)
    }

    /// The pages, most recent first.
    pub fn pages(&self) -> impl Iterator<Item = Lpn> + '_ {
        let slots = std::iter::successors(self.order.back(WRITTEN), |&s| self.order.before(s));
        slots.map(|s| Lpn(self.lpn[s as usize]))
    }

    /// A page was written: it is now the first. False if there is no list (k = 0).
    #[inline]
    pub fn written(&mut self, lpn: Lpn) -> bool {
        let mut slot = self.slot_of[lpn.index()];
        if slot == NONE {
            if self.used < self.capacity() {
                slot = self.used;
                self.used += 1;
            } else if let Some(oldest) = self.order.front(WRITTEN) {
                slot = oldest;
                self.slot_of[self.lpn[slot as usize] as usize] = NONE;
            } else {
                return false;
            }
            self.slot_of[lpn.index()] = slot;
            self.lpn[slot as usize] = lpn.0;
        }
        self.order.remove(slot);
        self.order.push_back(WRITTEN, slot);
        true
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.words(&mut self.slot_of);
        visit.words(&mut self.lpn);
        self.order.columns(visit);
        visit.word(&mut self.used);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(recency: &Recency) -> Vec<u32> {
        recency.pages().map(|l| l.0).collect()
    }

    #[test]
    fn the_k_pages_written_last_are_listed_once_each_the_latest_first() {
        let mut recency = Recency::new(3, 10);
        for lpn in [4, 7, 4, 1] {
            assert!(recency.written(Lpn(lpn)));
        }
        assert_eq!(pages(&recency), [1, 4, 7]);
        recency.written(Lpn(9));
        assert_eq!(pages(&recency), [9, 1, 4]);
        assert_eq!(recency.place(Lpn(4)), Some(3));
        assert!(recency.contains(Lpn(1)) && !recency.contains(Lpn(7)));
    }

    #[test]
    fn no_page_is_listed_where_k_is_zero_and_at_most_every_page_otherwise() {
        let mut none = Recency::new(0, 10);
        assert!(!none.written(Lpn(3)));
        assert!(!none.contains(Lpn(3)));
        assert_eq!(Recency::new(u32::MAX, 10).capacity(), 10);
    }
}
