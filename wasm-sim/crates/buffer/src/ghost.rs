//! A ghost cache: the numbers of pages that left a cache, without their content (`ap`). A hit in it is an access that
//! a cache larger by this much would have answered.

use nand::{Columns, Lpn, NONE};

use crate::order::Links;
use crate::places::Places;

const ALL: u32 = 0;
/// Marks, beside a page's number, that it left dirty.
const DIRTY: u32 = 1 << 31;

/// The pages that left last, at most this many.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    places: Places,
    /// Per slot: its LPN and [`DIRTY`], or [`NONE`].
    page: Vec<u32>,
    /// Slots, the page that left longest ago first.
    links: Links,
    /// Slots not in use.
    free: Vec<u32>,
}

impl Ghost {
    /// An empty one for this many pages.
    pub fn new(capacity: u32, logical_pages: u32) -> Self {
        let slots = capacity.min(logical_pages);
        Self {
            places: Places::new(logical_pages),
            page: vec![NONE; slots as usize],
            links: Links::new(1, slots),
            free: (0..slots).rev().collect(),
        }
    }

    /// Pages it knows at most.
    pub fn capacity(&self) -> u32 {
        self.page.len() as u32
    }

    /// Pages it knows.
    pub fn len(&self) -> u32 {
        (self.page.len() - self.free.len()) as u32
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A page left the cache. It is the latest here; the one that left longest ago is forgotten for it, if need be.
    pub fn push(&mut self, lpn: Lpn, dirty: bool) {
        if self.page.is_empty() {
            return;
        }
        self.take(lpn);
        let slot = self.free.pop().unwrap_or_else(|| {
            let oldest = self.links.front(ALL).expect("no slot is free");
            self.links.remove(ALL, oldest);
            self.places.forget(Lpn(self.page[oldest as usize] & !DIRTY));
            oldest
        });
        self.page[slot as usize] = lpn.0 | if dirty { DIRTY } else { 0 };
        self.places.set(lpn, slot);
        self.links.push_back(ALL, slot);
    }

    /// Forgets a page: the cache has it again, or it no longer exists. Returns, if it was known, whether it had left
    /// dirty.
    pub fn take(&mut self, lpn: Lpn) -> Option<bool> {
        let slot = self.places.take(lpn)?;
        self.links.remove(ALL, slot);
        self.free.push(slot);
        let page = std::mem::replace(&mut self.page[slot as usize], NONE);
        Some(page & DIRTY != 0)
    }

    /// Whether it knows a page.
    pub fn contains(&self, lpn: Lpn) -> bool {
        self.places.get(lpn).is_some()
    }

    /// Reads where these pages will be noted when they leave, so that it lies near. Returns something made of it all.
    pub fn look_ahead(&self, lpns: &[Lpn]) -> u32 {
        self.places.look_ahead(lpns)
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        while let Some(oldest) = self.links.front(ALL) {
            self.take(Lpn(self.page[oldest as usize] & !DIRTY));
        }
    }

    /// Its pages, the one that left last first, and whether it left dirty.
    pub fn iter(&self) -> impl Iterator<Item = (Lpn, bool)> + '_ {
        let slots = std::iter::successors(self.links.back(ALL), |&s| self.links.before(s));
        slots.map(|slot| {
            let page = self.page[slot as usize];
            (Lpn(page & !DIRTY), page & DIRTY != 0)
        })
    }

    /// Hands every column of the state to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.words(&mut self.page);
        self.links.columns(visit);
        visit.words(&mut self.free);
    }

    /// Slots follow from the pages in them.
    pub fn derive(&mut self) {
        let pages = (0..).zip(&self.page).filter(|&(_, &page)| page != NONE);
        let places = pages.map(|(slot, &page)| (Lpn(page & !DIRTY), slot));
        self.places.derive(places);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(ghost: &Ghost) -> Vec<(u32, bool)> {
        ghost.iter().map(|(lpn, dirty)| (lpn.0, dirty)).collect()
    }

    /// By hand, with room for two: 3 takes the place of 1, which left before 2. When 2 leaves again it is the latest, so that 4 takes the
    /// place of 3.
    #[test]
    fn of_the_pages_that_left_the_one_that_left_longest_ago_is_forgotten() {
        let mut ghost = Ghost::new(2, 10);
        ghost.push(Lpn(1), true);
        ghost.push(Lpn(2), false);
        assert_eq!(known(&ghost), [(2, false), (1, true)]);
        ghost.push(Lpn(3), true);
        assert_eq!(known(&ghost), [(3, true), (2, false)]);
        ghost.push(Lpn(2), true);
        ghost.push(Lpn(4), false);
        assert_eq!(known(&ghost), [(4, false), (2, true)]);
        assert!(!ghost.contains(Lpn(1)) && !ghost.contains(Lpn(3)));
        assert_eq!((ghost.take(Lpn(2)), ghost.take(Lpn(2))), (Some(true), None));
        assert_eq!((ghost.len(), ghost.capacity()), (1, 2));
    }
}
