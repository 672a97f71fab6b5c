//! The cached mapping table of DFTL: entries in SRAM and the order in which they leave (SPEC 5).

use nand::{Columns, Lpn, NONE, Ppn};

use crate::parts::Lists;
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
    policy: CmtPolicy,
    capacity: u32,
    protected_capacity: u32,
    /// Per LPN: its slot, or [`NONE`].
    slot_of: Vec<u32>,
    lpn: Vec<u32>,
    ppn: Vec<u32>,
    dirty: Vec<u8>,
    /// Per slot: accesses since it was inserted (LFU).
    uses: Vec<u32>,
    segments: Lists,
    /// Unused slots.
    spare: Vec<u32>,
    protected_len: u32,
}

impl Cmt {
    /// An empty table of `capacity` entries, of which the share `protected` (rounded down) is protected under SLRU.
    #[inline]
    pub fn new(policy: CmtPolicy, capacity: u32, protected: f64, logical_pages: u32) -> Self {
        let slots = capacity as usize;
        let protected_capacity = if policy == CmtPolicy::Slru {
            (f64::from(capacity) * protected) as u32
        } else {
            0
        };
        Self {
            policy,
            capacity,
            protected_capacity,
            slot_of: vec![NONE; logical_pages as usize],
            lpn: vec![NONE; slots],
            ppn: vec![NONE; slots],
            dirty: vec![0; slots],
            uses: vec![0; slots],
            segments: Lists::new(2, capacity),
            spare: (0..capacity).rev().collect(),
            protected_len: 0,
        }
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
        self.spare.is_empty()
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
            dirty: self.dirty[s] != 0,
        }
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

    /// A hit: moves the entry as the policy says. Returns what was placed anew.
    ///
    /// # Panics
    /// If the page is not cached.
    pub fn touch(&mut self, lpn: Lpn) -> Placed {
        let slot = self.slot(lpn);
        self.uses[slot as usize] += 1;
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
            let oldest = self
                .segments
                .front(PROTECTED)
                .expect("over its share, so not empty");
            self.segments.remove(oldest);
            self.segments.push_back(PROBATIONARY, oldest);
            self.protected_len -= 1;
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
        self.dirty[s] = u8::from(entry.dirty);
        self.uses[s] = 1;
        self.slot_of[entry.lpn.index()] = slot;
        self.segments.push_back(PROBATIONARY, slot);
    }

    /// Changes an entry where it stands.
    ///
    /// # Panics
    /// If the page is not cached.
    pub fn update(&mut self, lpn: Lpn, ppn: Option<Ppn>, dirty: bool) {
        let s = self.slot(lpn) as usize;
        self.ppn[s] = ppn.map_or(NONE, |p| p.0);
        self.dirty[s] = u8::from(dirty);
    }

    /// The entry that leaves next: of SLRU and LRU the least recent probationary one (of protected if there
    /// is none), of LFU the least used, tie: least recent.
    pub fn victim(&self) -> Option<Lpn> {
        if self.policy != CmtPolicy::Lfu {
            return self.first();
        }
        let slots = self.segments.iter(PROBATIONARY);
        let slot = slots.min_by_key(|&s| self.uses[s as usize])?;
        Some(Lpn(self.lpn[slot as usize]))
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
        for column in [
            &mut self.slot_of,
            &mut self.lpn,
            &mut self.ppn,
            &mut self.uses,
            &mut self.spare,
        ] {
            visit.words(column);
        }
        visit.bytes(&mut self.dirty);
        self.segments.columns(visit);
        visit.word(&mut self.protected_len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(policy: CmtPolicy, lpns: &[u32]) -> Cmt {
        let mut cmt = Cmt::new(policy, lpns.len() as u32, 0.5, 100);
        for &lpn in lpns {
            cmt.insert(CmtEntry {
                lpn: Lpn(lpn),
                ppn: Some(Ppn(lpn)),
                dirty: false,
            });
        }
        cmt
    }

    fn order(cmt: &Cmt) -> Vec<(u32, Segment)> {
        cmt.entries().map(|(e, s)| (e.lpn.0, s)).collect()
    }

    #[test]
    fn an_slru_hit_protects_and_the_oldest_protected_entry_falls_back() {
        use Segment::{Probationary, Protected};
        let mut cmt = filled(CmtPolicy::Slru, &[1, 2, 3, 4]);
        cmt.touch(Lpn(1));
        cmt.touch(Lpn(2));
        assert_eq!(
            cmt.touch(Lpn(3)),
            [Some((Lpn(3), Protected)), Some((Lpn(1), Probationary))]
        );
        assert_eq!(
            order(&cmt),
            [
                (4, Probationary),
                (1, Probationary),
                (2, Protected),
                (3, Protected)
            ]
        );
        assert_eq!(cmt.victim(), Some(Lpn(4)));
    }

    #[test]
    fn slru_evicts_from_protected_when_probationary_is_empty() {
        let mut cmt = filled(CmtPolicy::Slru, &[1, 2]);
        cmt.touch(Lpn(2));
        cmt.remove(Lpn(1));
        assert_eq!(cmt.victim(), Some(Lpn(2)));
    }

    #[test]
    fn lru_evicts_the_least_recent_and_lfu_the_least_used() {
        let mut lru = filled(CmtPolicy::Lru, &[1, 2, 3]);
        lru.touch(Lpn(1));
        assert_eq!(lru.victim(), Some(Lpn(2)));
        let mut lfu = filled(CmtPolicy::Lfu, &[1, 2, 3]);
        for lpn in [1, 1, 2, 3, 3] {
            lfu.touch(Lpn(lpn));
        }
        assert_eq!(lfu.victim(), Some(Lpn(2)));
    }
}
