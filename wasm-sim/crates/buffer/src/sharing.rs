//! RAM that a write buffer and the FTL's cached mapping table share, and how it is divided again (`gc_arm`, `ap`).
//!
//! Requests are watched in windows. After each, one step of RAM goes from one side to the other, or stays:
//!
//! | policy | the buffer gives | the buffer gets |
//! |---|---|---|
//! | `gc_arm` (Hu, 3.2.3) | at least `distinct_blocks` logical blocks were accessed | fewer were, and at least half of the requests wrote |
//! | `ap` (Shim et al. 2010) | hits in the mappings' ghost cache saved more time | hits in the buffer's ghost cache did |
//!
//! Hu says when the buffer grows as "half of the requests are write requests": at least half. A request that
//! touches two blocks counts for both. A step is moved whole or not at all: each side keeps a page, or an entry. An entry takes 8 bytes
//! (Hu, 3.2.1), so that the 16 KiB of a step are 2048 entries.
//!
//! The time that a ghost hit saves, which Hu leaves out: one step more of buffer would have saved a page program at a
//! write, a page read at a read; one step more of mappings the read of a translation page, and, if the entry was
//! dirty when it left, its write-back too, a read and a program. Each ghost knows as many pages as one step holds.
//!
//! An FTL without a cached mapping table has nothing to share: then nothing is watched, and nothing moves. A power loss ends the window
//! under way and empties the ghosts; the division stays.

use nand::{Columns, Lpn};
use serde::{Deserialize, Serialize};

use crate::ghost::Ghost;

/// Bytes of a mapping in RAM (Hu, 3.2.1).
pub const ENTRY_BYTES: u32 = 8;

/// How RAM is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// Requests of a window; at least 1.
    pub window_requests: u32,
    /// Logical blocks of a window from which on its requests are random (`gc_arm`); at least 1.
    pub distinct_blocks: u32,
    /// Pages of a step; at least 1.
    pub step_pages: u32,
    /// Mapping entries of a step; at least 1.
    pub step_entries: u32,
    /// Entries of the cached mapping table at first; 0 where the FTL has none.
    pub entries: u32,
    /// Mappings of a translation page, a group; 0 where the FTL has none.
    pub entries_per_page: u32,
    /// A page read, nanoseconds.
    pub read_ns: u64,
    /// A page program, nanoseconds.
    pub program_ns: u64,
    /// Whether ghosts decide (`ap`), otherwise the blocks of a window (`gc_arm`).
    pub ghosts: bool,
}

/// A side of the division.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RamSide {
    /// The write buffer.
    Buffer,
    /// The cached mapping table.
    Mapping,
}

/// The result of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PartitionWhy {
    /// Its requests were random: many blocks (`gc_arm`).
    Random,
    /// They were local, and enough of them wrote (`gc_arm`).
    Local,
    /// They were local, but fewer than half of them wrote (`gc_arm`).
    FewWrites,
    /// A larger buffer would have saved more (`ap`).
    BufferGhosts,
    /// A larger mapping table would have (`ap`).
    MappingGhosts,
    /// Both would have saved as much (`ap`).
    EvenGhosts,
}

/// A window's end, and what became of the division.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PartitionDecision {
    /// Which side grew by a step; `None`: neither.
    pub grew: Option<RamSide>,
    /// Why.
    pub why: PartitionWhy,
    /// Whether it would have moved, but the side that gives has no step to give.
    pub at_limit: bool,
    /// Requests of the window.
    pub requests: u32,
    /// Those of them that wrote.
    pub writes: u32,
    /// Logical blocks accessed in it.
    pub distinct: u32,
    /// From this many on requests are random.
    pub threshold: u32,
    /// The time that a larger buffer would have saved, microseconds, rounded down (`ap`).
    pub buffer_saves_us: u32,
    /// The time that more mappings would have saved, microseconds, rounded down (`ap`).
    pub mapping_saves_us: u32,
    /// Pages that the buffer holds at most from now on.
    pub pages: u32,
    /// Entries that the cached mapping table holds at most from now on.
    pub entries: u32,
}

/// The division, the window under way, the buffer's ghosts, and the last decision. The device keeps one as it works, the view another by
/// folding events.
#[derive(Clone, Debug, PartialEq)]
pub struct Shared {
    sharing: Sharing,
    /// Pages that the buffer holds at most.
    pages: u32,
    /// Entries that the mapping table holds at most.
    entries: u32,
    /// Logical blocks marked with the number of the last window that accessed them.
    met: Vec<u32>,
    /// The number of the window under way, from 1.
    window: u32,
    requests: u32,
    writes: u32,
    distinct: u32,
    /// Pages that left the buffer last (`ap`).
    ghosts: Option<Ghost>,
    /// The time that hits in the two ghosts saved in this window, nanoseconds.
    saved: [u64; 2],
    last: Option<PartitionDecision>,
}

impl Shared {
    /// At first, over a buffer of this many pages.
    pub fn new(sharing: Sharing, pages: u32, logical_blocks: u32, logical_pages: u32) -> Self {
        Self {
            sharing,
            pages,
            entries: sharing.entries,
            met: vec![0; logical_blocks as usize],
            window: 1,
            requests: 0,
            writes: 0,
            distinct: 0,
            ghosts: sharing
                .ghosts
                .then(|| Ghost::new(sharing.step_pages, logical_pages)),
            saved: [0; 2],
            last: None,
        }
    }

    /// How it is set up.
    pub fn sharing(&self) -> &Sharing {
        &self.sharing
    }

    /// Whether there is a mapping table to divide RAM with.
    #[inline]
    pub fn divides(&self) -> bool {
        self.sharing.entries > 0
    }

    /// Entries that the mapping table holds at most.
    pub fn entries(&self) -> u32 {
        self.entries
    }

    /// Requests, writes among them, and logical blocks of the window under way.
    pub fn window(&self) -> (u32, u32, u32) {
        (self.requests, self.writes, self.distinct)
    }

    /// The time that hits in the ghosts of the buffer and of the mappings saved in this window, nanoseconds.
    pub fn saved(&self) -> [u64; 2] {
        self.saved
    }

    /// The buffer's ghosts (`ap`).
    pub fn ghosts(&self) -> Option<&Ghost> {
        self.ghosts.as_ref()
    }

    /// The last decision.
    pub fn last(&self) -> Option<&PartitionDecision> {
        self.last.as_ref()
    }

    /// The host accesses a page of this logical block; `ends`: the last page of a request, which writes or does not.
    pub fn accessed(&mut self, lbn: u32, writes: bool, ends: bool) {
        if !self.divides() {
            return;
        }
        let met = &mut self.met[lbn as usize];
        if *met != self.window {
            *met = self.window;
            self.distinct += 1;
        }
        if ends {
            self.requests += 1;
            self.writes += u32::from(writes);
        }
    }

    /// Whether the window is over, so that [`Self::decide`] is to be asked.
    pub fn is_over(&self) -> bool {
        self.requests >= self.sharing.window_requests
    }

    /// A page left the buffer for flash.
    pub fn left_buffer(&mut self, lpn: Lpn) {
        if let Some(ghosts) = &mut self.ghosts {
            ghosts.push(lpn, true);
        }
    }

    /// The host accesses a page that is not buffered. Returns whether the ghosts know it; a write brings it back into the buffer, so that it
    /// is none any more.
    pub fn missed(&mut self, lpn: Lpn, write: bool) -> bool {
        let Some(ghosts) = &mut self.ghosts else {
            return false;
        };
        let known = if write {
            ghosts.take(lpn).is_some()
        } else {
            ghosts.contains(lpn)
        };
        if !known {
            return false;
        }
        let Sharing {
            read_ns,
            program_ns,
            ..
        } = self.sharing;
        self.saved[0] += if write { program_ns } else { read_ns };
        true
    }

    /// A page no longer exists.
    pub fn trimmed(&mut self, lpn: Lpn) {
        if let Some(ghosts) = &mut self.ghosts {
            ghosts.take(lpn);
        }
    }

    /// A mapping that was missed had been evicted not long ago, dirty or not.
    pub fn mapping_hit(&mut self, dirty: bool) {
        let Sharing {
            read_ns,
            program_ns,
            ..
        } = self.sharing;
        self.saved[1] += read_ns + if dirty { read_ns + program_ns } else { 0 };
    }

    /// The result of the window that is over.
    pub fn decide(&self) -> PartitionDecision {
        let s = &self.sharing;
        let [buffer, mapping] = self.saved;
        let us = |ns: u64| u32::try_from(ns / 1000).unwrap_or(u32::MAX);
        let (wanted, why) = if s.ghosts {
            match buffer.cmp(&mapping) {
                std::cmp::Ordering::Greater => (Some(RamSide::Buffer), PartitionWhy::BufferGhosts),
                std::cmp::Ordering::Less => (Some(RamSide::Mapping), PartitionWhy::MappingGhosts),
                std::cmp::Ordering::Equal => (None, PartitionWhy::EvenGhosts),
            }
        } else if self.distinct >= s.distinct_blocks {
            (Some(RamSide::Mapping), PartitionWhy::Random)
        } else if self.writes * 2 >= self.requests {
            (Some(RamSide::Buffer), PartitionWhy::Local)
        } else {
            (None, PartitionWhy::FewWrites)
        };
        let can = match wanted {
            Some(RamSide::Buffer) => self.entries > s.step_entries,
            Some(RamSide::Mapping) => self.pages > s.step_pages,
            None => true,
        };
        let grew = wanted.filter(|_| can);
        let (pages, entries) = match grew {
            Some(RamSide::Buffer) => (self.pages + s.step_pages, self.entries - s.step_entries),
            Some(RamSide::Mapping) => (self.pages - s.step_pages, self.entries + s.step_entries),
            None => (self.pages, self.entries),
        };
        PartitionDecision {
            grew,
            why,
            at_limit: !can,
            requests: self.requests,
            writes: self.writes,
            distinct: self.distinct,
            threshold: s.distinct_blocks,
            buffer_saves_us: us(buffer),
            mapping_saves_us: us(mapping),
            pages,
            entries,
        }
    }

    /// A decision was taken: the next window begins.
    pub fn decided(&mut self, decision: PartitionDecision) {
        (self.pages, self.entries) = (decision.pages, decision.entries);
        self.last = Some(decision);
        self.begin_window();
    }

    fn begin_window(&mut self) {
        self.window = self.window.wrapping_add(1).max(1);
        (self.requests, self.writes, self.distinct) = (0, 0, 0);
        self.saved = [0; 2];
    }

    /// Power was lost.
    pub fn power_lost(&mut self) {
        self.begin_window();
        self.ghosts.iter_mut().for_each(Ghost::clear);
    }

    /// All of it as words, for the hash of a state.
    pub fn words(&self) -> Vec<u32> {
        let mut words = vec![
            self.pages,
            self.entries,
            self.requests,
            self.writes,
            self.distinct,
        ];
        let long = |value: u64| [value as u32, (value >> 32) as u32];
        words.extend(self.saved.into_iter().flat_map(long));
        let met = (0..).zip(&self.met);
        words.extend(met.filter(|(_, met)| **met == self.window).map(|(l, _)| l));
        if let Some(ghosts) = &self.ghosts {
            words.extend(ghosts.iter().map(|(lpn, _)| lpn.0));
        }
        words.extend(told(self.last).into_iter().flat_map(long));
        words
    }

    /// Hands every column of the state to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.words(&mut self.met);
        for word in [
            &mut self.pages,
            &mut self.entries,
            &mut self.window,
            &mut self.requests,
            &mut self.writes,
            &mut self.distinct,
        ] {
            visit.word(word);
        }
        self.saved.iter_mut().for_each(|saved| visit.long(saved));
        if let Some(ghosts) = &mut self.ghosts {
            ghosts.columns(visit);
        }
        let mut last = told(self.last);
        for word in &mut last {
            visit.long(word);
        }
        self.last = heard(last);
    }

    /// Makes the columns again that follow from others (see [`Columns::derived`]).
    pub fn derive(&mut self) {
        self.ghosts.iter_mut().for_each(Ghost::derive);
    }
}

/// A decision as numbers: all 0 for none.
fn told(decision: Option<PartitionDecision>) -> [u64; 11] {
    let Some(d) = decision else {
        return [0; 11];
    };
    let grew = match d.grew {
        None => 1,
        Some(RamSide::Buffer) => 2,
        Some(RamSide::Mapping) => 3,
    };
    [
        grew,
        d.why as u64,
        d.at_limit.into(),
        d.requests.into(),
        d.writes.into(),
        d.distinct.into(),
        d.threshold.into(),
        d.buffer_saves_us.into(),
        d.mapping_saves_us.into(),
        d.pages.into(),
        d.entries.into(),
    ]
}

fn heard(told: [u64; 11]) -> Option<PartitionDecision> {
    let [
        grew,
        why,
        at_limit,
        requests,
        writes,
        distinct,
        threshold,
        buffer_saves_us,
        mapping_saves_us,
        pages,
        entries,
    ] = told;
    let whys = [
        PartitionWhy::Random,
        PartitionWhy::Local,
        PartitionWhy::FewWrites,
        PartitionWhy::BufferGhosts,
        PartitionWhy::MappingGhosts,
        PartitionWhy::EvenGhosts,
    ];
    Some(PartitionDecision {
        grew: match grew {
            0 => return None,
            1 => None,
            2 => Some(RamSide::Buffer),
            _ => Some(RamSide::Mapping),
        },
        why: whys[why as usize],
        at_limit: at_limit != 0,
        requests: requests as u32,
        writes: writes as u32,
        distinct: distinct as u32,
        threshold: threshold as u32,
        buffer_saves_us: buffer_saves_us as u32,
        mapping_saves_us: mapping_saves_us as u32,
        pages: pages as u32,
        entries: entries as u32,
    })
}
