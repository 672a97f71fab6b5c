//! The CMT's entries by translation page (Hu, 3.2.1): which leaves under the policy `groups`.

use crate::parts::Lists;

/// The one list of [`MappingGroups::clean`].
const CLEAN: u32 = 0;

/// How many entries each translation page has, and which entries are clean. All follows from the entries and their order.
#[derive(Clone, Debug)]
pub struct MappingGroups {
    /// Mappings of a translation page.
    each: u32,
    /// Per translation page: its entries.
    entries: Vec<u32>,
    /// Slots of clean entries, least recently used first.
    clean: Lists,
}

impl MappingGroups {
    /// No entry yet.
    pub fn new(each: u32, logical_pages: u32, slots: u32) -> Self {
        Self {
            each,
            entries: vec![0; logical_pages.div_ceil(each) as usize],
            clean: Lists::new(1, slots),
        }
    }

    /// An entry came.
    pub fn insert(&mut self, slot: u32, lpn: u32, dirty: bool) {
        self.entries[(lpn / self.each) as usize] += 1;
        if !dirty {
            self.clean.push_back(CLEAN, slot);
        }
    }

    /// An entry leaves.
    pub fn remove(&mut self, slot: u32, lpn: u32) {
        self.entries[(lpn / self.each) as usize] -= 1;
        self.set_dirty(slot, true);
    }

    /// An entry was used.
    pub fn touch(&mut self, slot: u32) {
        if self.clean.list_of(slot).is_some() {
            self.clean.remove(slot);
            self.clean.push_back(CLEAN, slot);
        }
    }

    /// An entry became dirty, or clean.
    pub fn set_dirty(&mut self, slot: u32, dirty: bool) {
        match (self.clean.list_of(slot).is_some(), dirty) {
            (true, true) => self.clean.remove(slot),
            (false, false) => self.clean.push_back(CLEAN, slot),
            _ => {}
        }
    }

    /// The clean entry used least recently.
    pub fn oldest_clean(&self) -> Option<u32> {
        self.clean.front(CLEAN)
    }

    /// How many translation pages have entries.
    pub fn count(&self) -> usize {
        self.entries.iter().filter(|&&entries| entries > 0).count()
    }

    /// Of the `wanted` translation pages the one with the most entries, of several that with the lowest number; and how many it has.
    pub fn largest(&self, wanted: impl Fn(u32) -> bool) -> Option<(u32, u32)> {
        let (mut largest, mut most) = (None, 0);
        for (tpn, &entries) in (0..).zip(&self.entries) {
            if entries > most && wanted(tpn) {
                (largest, most) = (Some(tpn), entries);
            }
        }
        Some((largest?, most))
    }

    /// The pages that a translation page maps.
    pub fn pages_of(&self, tpn: u32) -> std::ops::Range<u32> {
        let first = tpn * self.each;
        first..first.saturating_add(self.each)
    }
}
