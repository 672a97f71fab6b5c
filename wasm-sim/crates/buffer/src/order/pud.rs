//! PUD-LRU: which block group leaves (Hu, 2.2).
//!
//! A group's *update distance* is the number of updates of other groups between two of its own (eq. 2.1), its mean is over all
//! of them, 0 after a single update (eq. 2.2); its *recency degree* is how many updates its last one lies behind the latest.
//! PUD = (mean update distance + recency degree) / 2 (eq. 2.3). Groups whose PUD is below `threshold` times the range of all
//! PUDs are updated frequently and stay; the largest of the others leaves: tie, that with the larger PUD, then that updated
//! least recently.
//!
//! The source computes every PUD whenever something must leave. But from one update to the next all recency degrees grow alike,
//! so that the order of PUDs is that of mean distance - last update, which only an update of the group itself changes. [`Ranks`]
//! keeps groups in this order and finds the victim without looking at all of them.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::groups::Group;

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The victim's place among the groups looked at.
    pub index: u32,
    /// Its PUD.
    pub pud: f64,
    /// The PUDs of all groups: smallest and largest.
    pub range: (f64, f64),
    /// Groups updated infrequently.
    pub infrequent: u32,
    /// Those of them with as many pages.
    pub tied: u32,
}

impl Group {
    /// Eq. 2.3, `now` being the number of the latest update of any group. As one fraction, so that equal PUDs are the same digits.
    pub fn pud(&self, now: u64) -> f64 {
        let means = self.updates.max(2) - 1;
        (self.distances + (now - self.last) * means) as f64 / means as f64 / 2.0
    }
}

/// The smallest and the largest PUD.
pub fn range(groups: &[Group], now: u64) -> (f64, f64) {
    let used = groups.iter().filter(|g| g.pages > 0);
    used.fold((f64::INFINITY, 0.0), |(least, most), group| {
        let pud = group.pud(now);
        (pud.min(least), pud.max(most))
    })
}

/// Whether a group with this PUD is updated frequently.
pub fn is_frequent(pud: f64, (least, most): (f64, f64), threshold: f64) -> bool {
    pud < threshold * (most - least)
}

/// The order of PUDs: mean update distance - last update, as a fraction.
#[derive(Clone, Copy, Debug)]
struct Key {
    over: i128,
    /// At least 1.
    under: i128,
    /// About the fraction: its digits are right but for the last.
    about: f64,
}

impl Key {
    /// Before that of any group.
    const LEAST: Self = Self {
        over: -(1 << 80),
        under: 1,
        about: -1.2e24,
    };

    fn of(group: &Group) -> Self {
        let under = i128::from(group.updates.max(2) - 1);
        let over = i128::from(group.distances) - i128::from(group.last) * under;
        Self {
            over,
            under,
            about: over as f64 / under as f64,
        }
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        // Far enough apart the rounded fractions tell: a division rounds three times, each by 2^-53 of its result.
        let apart = self.about - other.about;
        if apart.abs() > (self.about.abs() + other.about.abs()) * 1e-14 {
            return if apart > 0.0 {
                Ordering::Greater
            } else {
                Ordering::Less
            };
        }
        (self.over * other.under).cmp(&(other.over * self.under))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Key {}

/// A group in the order of leaving, the first to leave last: its pages, its PUD, its last update, and its number.
type Rank = (u32, Key, std::cmp::Reverse<u64>, u32);

/// All groups in use, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranks {
    by_size: BTreeSet<Rank>,
    by_pud: BTreeSet<(Key, u32)>,
}

impl Ranks {
    /// A group came into use or changed, and is not in here.
    pub fn insert(&mut self, g: u32, group: &Group) {
        let key = Key::of(group);
        let last = std::cmp::Reverse(group.last);
        self.by_size.insert((group.pages, key, last, g));
        self.by_pud.insert((key, g));
    }

    /// A group is about to change, or to leave.
    pub fn remove(&mut self, g: u32, group: &Group) {
        let key = Key::of(group);
        let last = std::cmp::Reverse(group.last);
        self.by_size.remove(&(group.pages, key, last, g));
        self.by_pud.remove(&(key, g));
    }

    /// The victim: of each number of pages, the largest first, the group with the largest PUD, if that is not updated frequently.
    pub fn victim(&self, groups: &[Group], now: u64, threshold: f64) -> u32 {
        let pud = |g: u32| groups[g as usize].pud(now);
        let ends = self.by_pud.first().zip(self.by_pud.last());
        let (&(_, least), &(_, most)) = ends.expect("something is buffered");
        let range = (pud(least), pud(most));
        let mut below = self.by_size.last();
        while let Some(&(pages, _, _, g)) = below {
            if !is_frequent(pud(g), range, threshold) {
                return g;
            }
            let smallest = (pages, Key::LEAST, std::cmp::Reverse(u64::MAX), 0);
            below = self.by_size.range(..smallest).next_back();
        }
        unreachable!("the group with the largest PUD is not updated frequently")
    }
}

/// What decided: the victim of [`Ranks::victim`] by looking at all groups, and what it was compared with.
pub fn choose(groups: &[Group], now: u64, threshold: f64) -> Choice {
    let range = range(groups, now);
    let (mut infrequent, mut tied) = (0, 0);
    let mut best: Option<(usize, f64)> = None;
    for (index, group) in groups.iter().enumerate().filter(|(_, g)| g.pages > 0) {
        let pud = group.pud(now);
        if is_frequent(pud, range, threshold) {
            continue;
        }
        infrequent += 1;
        let (more, equal) = match best {
            None => (true, false),
            Some((i, _)) => {
                let rival = &groups[i];
                let equal = group.pages == rival.pages;
                let sooner = group.last < rival.last;
                let behind = Key::of(group).cmp(&Key::of(rival));
                let behind = behind.is_gt() || behind.is_eq() && sooner;
                (group.pages > rival.pages || equal && behind, equal)
            }
        };
        tied = match (more, equal) {
            (_, true) => tied + 1,
            (true, false) => 1,
            (false, false) => tied,
        };
        if more {
            best = Some((index, pud));
        }
    }
    let (index, pud) = best.expect("the group with the largest PUD is not frequent");
    Choice {
        index: index as u32,
        pud,
        range,
        infrequent,
        tied,
    }
}
