//! PUD-LRU: which block group leaves (Hu, 2.2).
//!
//! A group's *update distance* is the number of updates of other groups between two of its own (eq. 2.1), its mean is over all
//! of them, 0 after a single update (eq. 2.2); its *recency degree* is how many updates its last one lies behind the latest.
//! PUD = (mean update distance + recency degree) / 2 (eq. 2.3). Groups whose PUD is below `threshold` times the range of all
//! PUDs are updated frequently and stay (fractions are compared, so that a tie is one: not frequent); the largest of the others leaves: tie, that with the larger PUD, then that updated
//! least recently.
//!
//! The source computes every PUD whenever something must leave. But from one update to the next all recency degrees
//! grow alike. So the order of PUDs is that of mean distance - last update, which changes only when the group itself
//! is updated. [`Ranks`] keeps groups in this order and finds the victim without looking at all of them.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeSet;

use super::groups::Group;

/// The result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The victim's place among the groups looked at.
    pub index: u32,
    /// Its PUD.
    pub pud: Pud,
    /// The PUDs of all groups: smallest and largest.
    pub range: Range,
    /// Groups updated infrequently.
    pub infrequent: u32,
    /// Those of them with as many pages.
    pub tied: u32,
}

/// A PUD, as a fraction: page writes are fewer than 2^32, as versions are, so that it fits.
#[derive(Clone, Copy, Debug)]
pub struct Pud {
    over: u64,
    /// At least 2.
    under: u64,
}

impl Pud {
    /// As it is shown. Equal PUDs are the same digits.
    pub fn about(self) -> f64 {
        self.over as f64 / self.under as f64
    }
}

impl Ord for Pud {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = u128::from(self.over) * u128::from(other.under);
        left.cmp(&(u128::from(other.over) * u128::from(self.under)))
    }
}

impl PartialOrd for Pud {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Pud {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Pud {}

impl Group {
    /// Eq. 2.3, `now` being the number of the latest update of any group.
    pub fn pud(&self, now: u64) -> Pud {
        let means = self.updates.max(2) - 1;
        Pud {
            over: self.distances + (now - self.last) * means,
            under: 2 * means,
        }
    }
}

/// The smallest and the largest PUD.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub least: Pud,
    pub most: Pud,
}

/// The range of all groups; `None` where nothing is buffered.
pub fn range(groups: &[Group], now: u64) -> Option<Range> {
    let puds = || groups.iter().filter(|g| g.pages > 0).map(|g| g.pud(now));
    let (least, most) = puds().min().zip(puds().max())?;
    Some(Range { least, most })
}

impl Range {
    /// Whether a group with this PUD is updated frequently: PUD < threshold * (most - least), as fractions, so that a tie is one.
    /// The threshold is the decimal that the user wrote: 0.1, and not the binary number beside it.
    pub fn is_frequent(self, pud: Pud, threshold: f64) -> bool {
        let Self { least, most } = self;
        // Far enough apart the rounded ones tell: each rounding is by 2^-53 of its result, and `most` is the largest of them.
        let share = threshold * (most.about() - least.about());
        let apart = pud.about() - share;
        if apart.abs() > (pud.about() + threshold * most.about()) * 1e-14 {
            return apart < 0.0;
        }
        let (digits, places) = decimal(threshold);
        let wide = |a: u64, b: u64| u128::from(a) * u128::from(b);
        // PUD < digits / 10^places * difference / (most.under * least.under).
        let difference = wide(most.over, least.under) - wide(least.over, most.under);
        let left = product(
            wide(pud.over, most.under),
            std::iter::once(least.under).chain(std::iter::repeat_n(10, places)),
        );
        left < product(difference, [pud.under, digits])
    }
}

/// The shortest decimal that is read as this number of 0 to 1: its digits, and how many of them are behind the point.
fn decimal(number: f64) -> (u64, usize) {
    // The standard library's formatting of numbers would be 6 kB of the page's engine; this one is there for its JSON.
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format(number);
    let (text, exponent) = text.split_once("e-").unwrap_or((text, "0"));
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{rest}").parse();
    let exponent: usize = exponent.parse().expect("a number to 1");
    (digits.expect("at most 17 digits"), rest.len() + exponent)
}

/// A product of any size, to be compared with others: how many digits to the base of 2^64 it has, and these, the first one first.
fn product(first: u128, factors: impl IntoIterator<Item = u64>) -> (usize, Vec<u64>) {
    let mut digits = vec![first as u64, (first >> 64) as u64];
    for factor in factors {
        let mut carry = 0;
        for digit in &mut digits {
            carry += u128::from(*digit) * u128::from(factor);
            *digit = carry as u64;
            carry >>= 64;
        }
        digits.push(carry as u64);
        while digits.last() == Some(&0) {
            digits.pop();
        }
    }
    digits.reverse();
    (digits.len(), digits)
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
type Rank = (u32, Key, Reverse<u64>, u32);

fn rank(g: u32, pages: u32, group: &Group) -> Rank {
    (pages, Key::of(group), Reverse(group.last), g)
}

/// All groups in use, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranks {
    by_size: BTreeSet<Rank>,
    /// As if they had no pages.
    by_pud: BTreeSet<Rank>,
}

impl Ranks {
    /// A group came into use or changed, and is not in here.
    pub fn insert(&mut self, g: u32, group: &Group) {
        self.by_size.insert(rank(g, group.pages, group));
        self.by_pud.insert(rank(g, 0, group));
    }

    /// A group is about to change, or to leave.
    pub fn remove(&mut self, g: u32, group: &Group) {
        self.by_size.remove(&rank(g, group.pages, group));
        self.by_pud.remove(&rank(g, 0, group));
    }

    /// The victim: of each number of pages, the largest first, the group with the largest PUD, if that is not updated frequently.
    pub fn victim(&self, groups: &[Group], now: u64, threshold: f64) -> u32 {
        let pud = |g: u32| groups[g as usize].pud(now);
        let ends = self.by_pud.first().zip(self.by_pud.last());
        let (&(.., least), &(.., most)) = ends.expect("something is buffered");
        let range = Range {
            least: pud(least),
            most: pud(most),
        };
        let mut below = self.by_size.last();
        while let Some(&(pages, _, _, g)) = below {
            if !range.is_frequent(pud(g), threshold) {
                return g;
            }
            let smallest = (pages, Key::LEAST, Reverse(u64::MAX), 0);
            below = self.by_size.range(..smallest).next_back();
        }
        unreachable!("the group with the largest PUD is not updated frequently")
    }
}

/// The reason for the choice: the victim of [`Ranks::victim`] by looking at all groups, and its rivals.
pub fn choose(groups: &[Group], now: u64, threshold: f64) -> Choice {
    let range = range(groups, now).expect("something is buffered");
    let (mut infrequent, mut tied) = (0, 0);
    let mut best: Option<(usize, Pud)> = None;
    for (index, group) in groups.iter().enumerate().filter(|(_, g)| g.pages > 0) {
        let pud = group.pud(now);
        if range.is_frequent(pud, threshold) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pud_that_is_exactly_the_share_is_not_frequent() {
        let range = |over, under| Range {
            least: Pud { over: 0, under: 2 },
            most: Pud { over, under },
        };
        // 0.1 * 3 is more than 0.3 in binary; 0.7 * 0.1 is less than 0.07.
        for (over, under, most, threshold) in [(3, 10, (6, 2), 0.1), (7, 100, (1, 10), 0.7)] {
            let range = range(most.0, most.1);
            assert!(!range.is_frequent(Pud { over, under }, threshold));
            // The next smaller one is, even if its digits are the same when rounded.
            let big = 1 << 55;
            let less = Pud {
                over: over * big - 1,
                under: under * big,
            };
            assert!(range.is_frequent(less, threshold), "{threshold}");
        }
    }

    #[test]
    fn an_empty_buffer_has_no_range() {
        assert_eq!(range(&[], 0), None);
    }

    #[test]
    fn the_ends_of_thresholds_need_no_range() {
        let pud = |over| Pud { over, under: 2 };
        let range = Range {
            least: pud(0),
            most: pud(4),
        };
        assert!(!range.is_frequent(pud(0), 0.0));
        assert!(range.is_frequent(pud(0), f64::from_bits(1)));
        assert!(range.is_frequent(pud(3), 1.0));
        assert!(!range.is_frequent(pud(4), 1.0));
        let alone = Range {
            least: pud(0),
            most: pud(0),
        };
        assert!(!alone.is_frequent(pud(0), 1.0));
    }
}
