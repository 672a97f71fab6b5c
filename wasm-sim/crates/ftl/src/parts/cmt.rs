//! The cached mapping table of DFTL: entries in SRAM and the order in which they leave (SPEC 5). One file: an entry's state
//! and its place in the order change together.

use nand::{Columns, Lpn, NONE, Ppn};

use crate::parts::{Lfu, Lists, MappingGroups};
use crate::{CmtPolicy, Segment};

/// An entry: where a page is, and whether flash does not yet say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CmtEntry {
    /// The page.
    pub lpn: Lpn,
    /// Its mapping, `None` for a page that holds nothing.
    pub ppn: Option<Ppn>,
    /// Whether the translation page on flash is out of date for it.
    pub dirty: bool,
}

/// Entries that moved to the most recent end of a segment, in order: at most the one hit or inserted, and
/// one that fell back for it.
pub type Placed = [Option<(Lpn, Segment)>; 2];

const PROBATIONARY: u32 = Segment::Probationary as u32;
const PROTECTED: u32 = Segment::Protected as u32;

/// Entries in slots; a list per segment, least recent first. LRU and LFU use only the probationary one.
#[derive(Clone, Debug)]
pub struct Cmt {
    capacity: u32,
    protected_capacity: u32,
    /// Per LPN: its slot, or [`NONE`].
    slot_of: Vec<u32>,
    lpn: Vec<u32>,
    ppn: Vec<u32>,
    /// A bit per LPN, in the order of translation pages: their dirty entries are found word by word.
    dirty: Vec<u64>,
    segments: Lists,
    /// Slots by their accesses since they were inserted (LFU).
    by_use: Option<Lfu>,
    /// Entries by translation page (groups).
    groups: Option<MappingGroups>,
    /// How many entries it may still hold while it becomes smaller; otherwise its capacity.
    room: u32,
    /// Unused slots.
    spare: Vec<u32>,
    protected_len: u32,
}

impl Cmt {
    /// An empty table of `capacity` entries, of which the share `protected` (rounded down) is protected under SLRU.
    #[inline]
    pub fn new(policy: CmtPolicy, capacity: u32, protected: f64, logical_pages: u32) -> Self {
        // More entries than there are pages it never holds.
        let members = capacity.min(logical_pages);
        let slots = members as usize;
        Self {
            capacity,
            protected_capacity: protected_of(policy, capacity, protected),
            slot_of: vec![NONE; logical_pages as usize],
            lpn: vec![NONE; slots],
            ppn: vec![NONE; slots],
            dirty: vec![0; logical_pages.div_ceil(64) as usize],
            segments: Lists::new(2, members),
            by_use: (policy == CmtPolicy::Lfu).then(|| Lfu::new(members)),
            groups: None,
            room: capacity,
            spare: (0..members).rev().collect(),
            protected_len: 0,
        }
    }

    /// The same for as many as `most` entries, once it may hold this many; with entries by translation page, of this many mappings each, if
    /// the policy is `groups`.
    pub fn sharing(
        policy: CmtPolicy,
        (capacity, most): (u32, u32),
        protected: f64,
        each: u32,
        logical_pages: u32,
    ) -> Self {
        let mut cmt = Self::new(policy, most.max(capacity), protected, logical_pages);
        (cmt.capacity, cmt.room) = (capacity, capacity);
        cmt.protected_capacity = protected_of(policy, capacity, protected);
        cmt.group(policy, each);
        cmt
    }

    /// Knows its entries by translation page, of this many mappings each, if the policy is `groups`.
    pub fn group(&mut self, policy: CmtPolicy, each: u32) {
        if policy != CmtPolicy::Groups {
            self.groups = None;
            return;
        }
        let mut groups = MappingGroups::new(each, self.slot_of.len() as u32, self.lpn.len() as u32);
        for slot in self.segments.iter(PROBATIONARY) {
            let entry = self.entry(slot);
            groups.insert(slot, entry.lpn.0, entry.dirty);
        }
        self.groups = Some(groups);
    }

    /// Its entries by translation page (groups).
    pub fn groups(&self) -> Option<&MappingGroups> {
        self.groups.as_ref()
    }

    /// It holds this many entries at most from now on; what is too much has to leave. Returns what fell back from the protected segment,
    /// in this order.
    pub fn set_capacity(&mut self, policy: CmtPolicy, capacity: u32, share: f64) -> Vec<CmtEntry> {
        self.room = self.room.max(capacity);
        self.capacity = capacity;
        self.protected_capacity = protected_of(policy, capacity, share);
        let mut fallen = Vec::new();
        while self.protected_len > self.protected_capacity {
            let oldest = self.fall_back();
            fallen.push(self.entry(oldest));
        }
        fallen
    }

    /// Whether entries are left that it has become too small for. When none is, it has shrunk.
    pub fn is_too_small(&mut self) -> bool {
        if self.used() > self.capacity {
            return true;
        }
        self.room = self.capacity;
        false
    }

    fn used(&self) -> u32 {
        (self.lpn.len() - self.spare.len()) as u32
    }

    /// How many entries it may hold after a power loss: its capacity, or, while it becomes smaller, what it was.
    pub fn room(&self) -> u32 {
        self.room
    }

    /// Goes on under another policy. LRU and LFU know one segment, so what was protected falls back as if it had been used last;
    /// LFU has counted no use but the one that each entry came with. Returns what fell back, in this order.
    #[inline]
    pub fn set_policy(&mut self, policy: CmtPolicy, protected: f64) -> Vec<CmtEntry> {
        self.protected_capacity = protected_of(policy, self.capacity, protected);
        let mut fallen = Vec::new();
        while self.protected_len > self.protected_capacity {
            let oldest = self.fall_back();
            fallen.push(self.entry(oldest));
        }
        if policy != CmtPolicy::Lfu {
            self.by_use = None;
        } else if self.by_use.is_none() {
            let mut by_use = Lfu::new(self.lpn.len() as u32);
            for slot in self.segments.iter(PROBATIONARY) {
                by_use.insert(slot);
            }
            self.by_use = Some(by_use);
        }
        fallen
    }

    /// The oldest protected entry becomes the most recent probationary one. Returns its slot.
    fn fall_back(&mut self) -> u32 {
        let oldest = self.segments.front(PROTECTED);
        let oldest = oldest.expect("over its share, so not empty");
        self.segments.remove(oldest);
        self.segments.push_back(PROBATIONARY, oldest);
        self.protected_len -= 1;
        oldest
    }

    /// How many entries it may hold.
    pub fn capacity(&self) -> u32 {
        self.capacity
    }

    /// How many of them may be protected.
    pub fn protected_capacity(&self) -> u32 {
        self.protected_capacity
    }

    /// Whether an insertion needs an eviction first.
    pub fn is_full(&self) -> bool {
        self.used() >= self.capacity
    }

    /// The entry of a page, if cached. Leaves the order as it is.
    #[inline]
    pub fn get(&self, lpn: Lpn) -> Option<CmtEntry> {
        let slot = self.slot_of[lpn.index()];
        (slot != NONE).then(|| self.entry(slot))
    }

    fn entry(&self, slot: u32) -> CmtEntry {
        let s = slot as usize;
        CmtEntry {
            lpn: Lpn(self.lpn[s]),
            ppn: Ppn::from_column(self.ppn[s]),
            dirty: self.dirty[self.lpn[s] as usize / 64] >> (self.lpn[s] % 64) & 1 != 0,
        }
    }

    fn set_dirty(&mut self, lpn: Lpn, dirty: bool) {
        if let Some(groups) = &mut self.groups {
            groups.set_dirty(self.slot_of[lpn.index()], dirty);
        }
        let bit = 1 << (lpn.0 % 64);
        let word = &mut self.dirty[lpn.index() / 64];
        *word = if dirty { *word | bit } else { *word & !bit };
    }

    /// The dirty entries of the pages from `first` to before `end`, ascending.
    pub fn dirty_between(&self, first: Lpn, end: Lpn) -> impl Iterator<Item = CmtEntry> + '_ {
        let words = first.0 / 64..end.0.div_ceil(64);
        words
            .flat_map(|at| {
                let mut left = self.dirty[at as usize];
                std::iter::from_fn(move || {
                    let bit = (left != 0).then(|| left.trailing_zeros())?;
                    left &= left - 1;
                    Some(Lpn(at * 64 + bit))
                })
            })
            .filter(move |lpn| (first.0..end.0).contains(&lpn.0))
            .map(|lpn| self.entry(self.slot(lpn)))
    }

    /// Entries with their segment, least recent first, probationary before protected.
    pub fn entries(&self) -> impl Iterator<Item = (CmtEntry, Segment)> + '_ {
        [
            (PROBATIONARY, Segment::Probationary),
            (PROTECTED, Segment::Protected),
        ]
        .into_iter()
        .flat_map(move |(list, segment)| {
            self.segments
                .iter(list)
                .map(move |s| (self.entry(s), segment))
        })
    }

    /// A hit: moves the entry as the policy says. Returns what was placed again.
    ///
    /// # Panics
    /// If the page is not cached.
    pub fn touch(&mut self, lpn: Lpn) -> Placed {
        let slot = self.slot(lpn);
        if let Some(by_use) = &mut self.by_use {
            by_use.touch(slot);
        }
        if let Some(groups) = &mut self.groups {
            groups.touch(slot);
        }
        if self.protected_capacity == 0 {
            // LRU, LFU, or an SLRU whose protected share rounds down to nothing.
            self.segments.remove(slot);
            self.segments.push_back(PROBATIONARY, slot);
            return [Some((lpn, Segment::Probationary)), None];
        }
        if self.segments.list_of(slot) == Some(PROBATIONARY) {
            self.protected_len += 1;
        }
        self.segments.remove(slot);
        self.segments.push_back(PROTECTED, slot);
        let mut fallen = None;
        if self.protected_len > self.protected_capacity {
            let oldest = self.fall_back();
            fallen = Some((Lpn(self.lpn[oldest as usize]), Segment::Probationary));
        }
        [Some((lpn, Segment::Protected)), fallen]
    }

    /// Inserts an entry at the most recent end of the probationary segment.
    ///
    /// # Panics
    /// If the table is full, or the page is cached already.
    pub fn insert(&mut self, entry: CmtEntry) {
        assert!(
            self.slot_of[entry.lpn.index()] == NONE,
            "LPN {} is cached already",
            entry.lpn
        );
        let slot = self.spare.pop().expect("an entry left first");
        let s = slot as usize;
        self.lpn[s] = entry.lpn.0;
        self.ppn[s] = entry.ppn.map_or(NONE, |p| p.0);
        self.slot_of[entry.lpn.index()] = slot;
        self.set_dirty(entry.lpn, entry.dirty);
        if let Some(by_use) = &mut self.by_use {
            by_use.insert(slot);
        }
        if let Some(groups) = &mut self.groups {
            // Clean ones are already among these.
            groups.insert(slot, entry.lpn.0, true);
        }
        self.segments.push_back(PROBATIONARY, slot);
    }

    /// Changes an entry where it is.
    ///
    /// # Panics
    /// If the page is not cached.
    pub fn update(&mut self, lpn: Lpn, ppn: Option<Ppn>, dirty: bool) {
        let s = self.slot(lpn) as usize;
        self.ppn[s] = ppn.map_or(NONE, |p| p.0);
        self.set_dirty(lpn, dirty);
    }

    /// The entry that leaves next: of SLRU and LRU the least recent probationary one (of protected if there
    /// is none), of LFU the least used, tie: least recent; of groups the least recent clean one, otherwise the first of the largest group.
    pub fn victim(&self) -> Option<Lpn> {
        if let Some(groups) = &self.groups {
            if let Some(slot) = groups.oldest_clean() {
                return Some(Lpn(self.lpn[slot as usize]));
            }
            let (tpn, _) = groups.largest(|_| true)?;
            let mut pages = groups.pages_of(tpn).map(Lpn);
            return pages.find(|lpn| self.get(*lpn).is_some());
        }
        let Some(by_use) = &self.by_use else {
            return self.first();
        };
        Some(Lpn(self.lpn[by_use.first()? as usize]))
    }

    /// Takes an entry out.
    ///
    /// # Panics
    /// If the page is not cached.
    pub fn remove(&mut self, lpn: Lpn) {
        let slot = self.slot(lpn);
        if self.segments.list_of(slot) == Some(PROTECTED) {
            self.protected_len -= 1;
        }
        self.segments.remove(slot);
        if let Some(by_use) = &mut self.by_use {
            by_use.remove(slot);
        }
        self.set_dirty(lpn, false);
        if let Some(groups) = &mut self.groups {
            groups.remove(slot, lpn.0);
        }
        self.slot_of[lpn.index()] = NONE;
        self.spare.push(slot);
    }

    /// Takes every entry out.
    pub fn clear(&mut self) {
        while let Some(lpn) = self.first() {
            self.remove(lpn);
        }
    }

    /// The least recent probationary entry; of protected if there is none.
    fn first(&self) -> Option<Lpn> {
        let slot = self
            .segments
            .front(PROBATIONARY)
            .or_else(|| self.segments.front(PROTECTED))?;
        Some(Lpn(self.lpn[slot as usize]))
    }

    fn slot(&self, lpn: Lpn) -> u32 {
        let slot = self.slot_of[lpn.index()];
        assert!(slot != NONE, "LPN {lpn} is not cached");
        slot
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.derived(&mut self.slot_of);
        for column in [&mut self.lpn, &mut self.ppn, &mut self.spare] {
            visit.words(column);
        }
        visit.longs(&mut self.dirty);
        self.segments.columns(visit);
        if let Some(by_use) = &mut self.by_use {
            by_use.columns(visit);
        }
        visit.word(&mut self.protected_len);
        visit.word(&mut self.capacity);
        visit.word(&mut self.protected_capacity);
        visit.word(&mut self.room);
    }

    /// Slots follow from the pages in them.
    pub fn derive(&mut self) {
        self.slot_of.fill(NONE);
        for list in [PROBATIONARY, PROTECTED] {
            for slot in self.segments.iter(list) {
                self.slot_of[self.lpn[slot as usize] as usize] = slot;
            }
        }
        if let Some(groups) = &self.groups {
            let each = groups.pages_of(0).end;
            self.group(CmtPolicy::Groups, each);
        }
    }
}

/// How many entries may be protected.
fn protected_of(policy: CmtPolicy, capacity: u32, share: f64) -> u32 {
    match policy {
        CmtPolicy::Slru => (f64::from(capacity) * share) as u32,
        CmtPolicy::Lru | CmtPolicy::Lfu | CmtPolicy::Groups => 0,
    }
}

#[cfg(test)]
mod tests;
