//! The CMT's entries by translation page (Hu, 3.2.1): which leaves under the policy `groups`.

use std::cmp::Reverse;
use std::collections::BTreeSet;

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
    /// Translation pages with entries by how many they have; the largest is last, of several the one with the lowest number.
    by_size: BTreeSet<(u32, Reverse<u32>)>,
    /// Slots of clean entries, least recently used first.
    clean: Lists,
}

impl MappingGroups {
    /// No entry yet.
    pub fn new(each: u32, logical_pages: u32, slots: u32) -> Self {
        Self {
            each,
            entries: vec![0; logical_pages.div_ceil(each) as usize],
            by_size: BTreeSet::new(),
            clean: Lists::new(1, slots),
        }
    }

    fn resize(&mut self, lpn: u32, more: bool) {
        let tpn = lpn / self.each;
        let entries = &mut self.entries[tpn as usize];
        if *entries > 0 {
            self.by_size.remove(&(*entries, Reverse(tpn)));
        }
        *entries = if more { *entries + 1 } else { *entries - 1 };
        if *entries > 0 {
            self.by_size.insert((*entries, Reverse(tpn)));
        }
    }

    /// An entry came.
    pub fn insert(&mut self, slot: u32, lpn: u32, dirty: bool) {
        self.resize(lpn, true);
        if !dirty {
            self.clean.push_back(CLEAN, slot);
        }
    }

    /// An entry leaves.
    pub fn remove(&mut self, slot: u32, lpn: u32) {
        self.resize(lpn, false);
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

    /// Translation pages with entries, and how many: the largest first, of several the one with the lowest number.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let largest_first = self.by_size.iter().rev();
        largest_first.map(|&(entries, Reverse(tpn))| (tpn, entries))
    }

    /// The pages that a translation page maps.
    pub fn pages_of(&self, tpn: u32) -> std::ops::Range<u32> {
        let first = tpn * self.each;
        first..first.saturating_add(self.each)
    }
}
