//! Hot/cold separation (Desnoyers, sections 5 and 6): pages that are often rewritten, hot ones, are in blocks of their own.
//! So there are two pools of closed blocks, and GC first chooses a pool (`pool_choice.rs`), then a block of it.
//!
//! The classifier says where a page belongs:
//! * `oracle`: the workload knows, and a page stays in the class of its last write;
//! * `recency`: the distance between its rewrites says so (`recency.rs`).
//!
//! Left open by the paper: r, the share of host writes that go to a pool, is counted over the last host writes. Both counts
//! are halved whenever they reach twice the logical pages.

mod pool_choice;
mod recency;
mod slope;

#[cfg(test)]
mod tests;

use nand::{Columns, Lpn};

use crate::{Classifier, Event, HostPage, HotColdOptions, PoolChoice};

pub use pool_choice::Pool;
use recency::Recency;

/// The class, and the pool, of cold pages.
pub const COLD: u32 = 0;
/// The class, and the pool, of hot pages.
pub const HOT: u32 = 1;

/// The separation's knowledge of pages and pools.
#[derive(Clone, Debug)]
pub struct HotCold {
    pool_choice: PoolChoice,
    /// Per class: its valid pages.
    valid: [u32; 2],
    /// Per class: host writes, older ones counting less.
    writes: [u64; 2],
    logical_pages: u32,
    recency: Option<Recency>,
    /// Per class: the share of pages that survives, as `optimal` found it last. The next search starts there; the
    /// decision is the same wherever it starts.
    survive: [f64; 2],
}

impl HotCold {
    /// No page was written yet.
    #[inline]
    pub fn new(options: HotColdOptions, logical_pages: u32) -> Self {
        let mut new = Self {
            pool_choice: options.pool_choice,
            valid: [0; 2],
            writes: [0; 2],
            logical_pages,
            recency: None,
            survive: [0.0; 2],
        };
        new.set_options(options);
        new
    }

    /// Continues with another classifier, or another choice of the pool. `recency` starts without having seen a write.
    #[inline]
    pub fn set_options(&mut self, options: HotColdOptions) {
        self.pool_choice = options.pool_choice;
        match options.classifier {
            Classifier::Oracle => self.recency = None,
            Classifier::Recency => {
                self.recency.get_or_insert_with(|| Recency {
                    last: vec![0; self.logical_pages as usize],
                    rewrites: 0,
                    sum: 0,
                    moving: 0.0,
                });
            }
        }
    }

    /// The class of a page the host writes now. `before`: the class of its copy so far, if it has one. Also the event that it
    /// becomes hot.
    pub fn write(&mut self, page: HostPage, before: Option<u32>, now: u64) -> (u32, Option<Event>) {
        let (class, event) = match &mut self.recency {
            None => (u32::from(page.hot), None),
            Some(recency) => recency.write(page.lpn, before.unwrap_or(COLD), now),
        };
        self.writes[class as usize] += 1;
        if self.writes[0] + self.writes[1] >= 2 * u64::from(self.logical_pages) {
            self.writes = self.writes.map(|w| w / 2);
        }
        self.valid[class as usize] += 1;
        (class, event)
    }

    /// The page just written went to another class than [`Self::write`] said.
    pub fn placed(&mut self, class: u32, instead_of: u32) {
        self.moved(instead_of, class, 1);
        let [said, went] = [instead_of as usize, class as usize];
        self.writes[said] = self.writes[said].saturating_sub(1);
        self.writes[went] += 1;
    }

    /// Reads what [`Self::write`] of these pages will look at, so that it lies near. Returns something made of it.
    pub fn look_ahead(&self, lpns: &[Lpn]) -> u32 {
        let seen = |recency: &Recency| {
            let last = lpns.iter().map(|lpn| recency.last[lpn.index()]);
            last.fold(0, |seen, last| seen ^ last as u32)
        };
        self.recency.as_ref().map_or(0, seen)
    }

    /// The class that a page of `class` should be copied to.
    pub fn copy(&self, lpn: Lpn, class: u32, now: u64) -> u32 {
        match &self.recency {
            Some(recency) if class == HOT && recency.is_late(lpn, now) => COLD,
            _ => class,
        }
    }

    /// Pages were copied to another class.
    pub fn moved(&mut self, from: u32, to: u32, pages: u32) {
        self.valid[from as usize] -= pages;
        self.valid[to as usize] += pages;
    }

    /// The event that a hot page turns cold.
    pub fn cooled(&self, lpn: Lpn, now: u64) -> Option<Event> {
        let recency = self.recency.as_ref()?;
        Some(Event::PageClassified {
            lpn,
            hot: false,
            distance: recency.distance(lpn, now),
            mean: recency.mean(),
        })
    }

    /// A copy of a class became invalid without a copy elsewhere.
    pub fn invalidated(&mut self, class: u32) {
        self.valid[class as usize] -= 1;
    }

    /// The host unmapped a page: what comes next is a first write.
    pub fn trimmed(&mut self, lpn: Lpn) {
        if let Some(recency) = &mut self.recency {
            recency.last[lpn.index()] = 0;
        }
    }

    /// A page of an explicit initial state.
    pub fn adopt(&mut self, class: u32) {
        self.valid[class as usize] += 1;
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        for class in 0..2 {
            visit.word(&mut self.valid[class]);
            visit.long(&mut self.writes[class]);
        }
        if let Some(recency) = &mut self.recency {
            visit.longs(&mut recency.last);
            visit.long(&mut recency.rewrites);
            visit.long(&mut recency.sum);
            let mut moving = recency.moving.to_bits();
            visit.long(&mut moving);
            recency.moving = f64::from_bits(moving);
        }
    }
}
