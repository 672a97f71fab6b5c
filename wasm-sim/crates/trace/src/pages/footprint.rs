//! How many distinct pages a trace touches, exactly and in little memory.
//!
//! Below a terabyte of pages of 4 KiB a bit says of each page whether it is touched (`Bitmap`): 32 MB at most. Beyond, where
//! bits would be without end, runs `[from, to)` that came lately wait, unsorted, each in eight bytes; when there are many they are merged into the set,
//! which holds of its runs the distances and lengths, four bytes for nearly each: bytes as few as each number needs would be
//! two or three, but take twice as long. So the writes of a gigabyte of text are some 100 MB at worst, a trace that
//! rewrites what it has nearly nothing.

mod bitmap;

use bitmap::Bitmap;

/// Runs that wait, at least: 16 MB, and as much to sort them.
const WAITING: usize = 1 << 21;
/// Of a large set, one for this many of its words: then it is merged a few times in all, and what waits is not more than it.
const WAITING_WORDS: usize = 4;
/// Bits of a waiting run's length; above them its start. Four petabytes of pages of 4 KiB begin below the last start.
const LENGTH: u32 = 24;
const LONGEST: u64 = (1 << LENGTH) - 1;
const FAR: u64 = 1 << (64 - LENGTH);

/// From one page to before another.
type Run = (u64, u64);

/// A set of pages.
#[derive(Default)]
pub(crate) struct Footprint {
    near: Bitmap,
    /// The run that came last, which the next may go on.
    open: Run,
    waiting: Vec<u64>,
    /// Runs that start further away than eight bytes can say. All of them lie behind those that wait.
    far: Vec<Run>,
    /// See [`Runs`].
    set: Vec<u32>,
    pages: u64,
}

impl Footprint {
    /// Adds `[from, to)`.
    #[inline]
    pub fn add(&mut self, from: u64, to: u64) {
        let (start, end) = self.open;
        if (start..=end).contains(&from) {
            // A request that resumes where the last ended adds no run.
            self.open.1 = to.max(end);
        } else {
            self.close();
            self.open = (from, to);
        }
    }

    /// The last run waits with the others.
    #[inline]
    fn close(&mut self) {
        let (mut from, to) = self.open;
        self.open = (0, 0);
        from = self.near.add(from, to);
        if to > from && from < FAR && to - from <= LONGEST {
            self.waiting.push(from << LENGTH | (to - from));
        } else {
            while from < to && from < FAR {
                let length = LONGEST.min(to - from);
                self.waiting.push(from << LENGTH | length);
                from += length;
            }
            if from < to {
                self.far.push((from, to));
            }
        }
        let waiting = self.waiting.len() + 2 * self.far.len();
        if waiting >= WAITING.max(self.set.len() / WAITING_WORDS) {
            self.merge();
        }
    }

    /// How many distinct pages there are.
    pub fn pages(&mut self) -> u64 {
        self.close();
        self.merge();
        self.near.pages() + self.pages
    }

    /// How many distinct pages this set and another have together.
    pub fn pages_with(&mut self, other: &mut Self) -> u64 {
        self.close();
        self.merge();
        other.close();
        other.merge();
        let mut writer = RunWriter::<false>::default();
        let mut ours = Runs::of(&self.set).peekable();
        for theirs in Runs::of(&other.set) {
            while let Some(run) = ours.next_if(|run| run.0 <= theirs.0) {
                writer.add(run);
            }
            writer.add(theirs);
        }
        ours.for_each(|run| writer.add(run));
        writer.flush();
        self.near.pages_with(&mut other.near) + writer.pages
    }

    /// Gives each run of pages, ascending; two runs may touch.
    pub fn runs(&mut self, mut give: impl FnMut(u64, u64)) {
        self.close();
        self.merge();
        self.near.runs(&mut give);
        for (from, to) in Runs::of(&self.set) {
            give(from, to);
        }
    }

    fn merge(&mut self) {
        sort_by_start(&mut self.waiting);
        self.far.sort_unstable_by_key(|run| run.0);
        let old = std::mem::take(&mut self.set);
        let mut writer = RunWriter::<true> {
            // Nearly all of what comes takes this much or less: a set that grows would be copied again and again.
            out: Vec::with_capacity(old.len() + self.waiting.len()),
            ..RunWriter::default()
        };
        let mut old = Runs::of(&old).peekable();
        let near = self
            .waiting
            .iter()
            .map(|&run| (run >> LENGTH, (run >> LENGTH) + (run & LONGEST)));
        for waiting in near.chain(self.far.iter().copied()) {
            while let Some(run) = old.next_if(|run| run.0 <= waiting.0) {
                writer.add(run);
            }
            writer.add(waiting);
        }
        old.for_each(|run| writer.add(run));
        writer.flush();
        self.waiting.clear();
        self.far.clear();
        (self.set, self.pages) = (writer.out, writer.pages);
    }
}

/// Bits of a digit in [`sort_by_start`]: its counts fit a processor's nearest cache.
const DIGIT: u32 = 11;
/// Below this many runs the counting costs more than it saves.
const FEW: usize = 4 << DIGIT;

/// Sorts waiting runs by their starts alone, digit by digit, the least significant first: of a million pages all over a
/// terabyte a third of what comparing takes.
fn sort_by_start(runs: &mut Vec<u64>) {
    if runs.len() < FEW {
        runs.sort_unstable();
        return;
    }
    let differ = runs.iter().fold(0, |all, run| all | (run ^ runs[0])) >> LENGTH;
    let mut room = vec![0; runs.len()];
    let mut shift = LENGTH;
    while shift < u64::BITS && differ >> (shift - LENGTH) != 0 {
        let digit = |run: u64| (run >> shift) as usize & ((1 << DIGIT) - 1);
        let mut places = [0u32; 1 << DIGIT];
        for &run in &*runs {
            places[digit(run)] += 1;
        }
        sum_up(&mut places);
        for &run in &*runs {
            let place = &mut places[digit(run)];
            room[*place as usize] = run;
            *place += 1;
        }
        std::mem::swap(runs, &mut room);
        shift += DIGIT;
    }
}

/// Counts become the places where what was counted begins.
fn sum_up(places: &mut [u32]) {
    let mut sum = 0;
    for place in places {
        sum += std::mem::replace(place, sum);
    }
}

/// The runs of a set, from its words. A word is the distance from the last run's end, above [`SHORT`] bits of length; where
/// either is more than that, a 0 and both numbers, in two words each.
struct Runs<'a> {
    words: std::slice::Iter<'a, u32>,
    at: u64,
}

/// Bits of a length in a word: 511 pages.
const SHORT: u32 = 9;

impl<'a> Runs<'a> {
    fn of(words: &'a [u32]) -> Self {
        Self {
            words: words.iter(),
            at: 0,
        }
    }

    fn number(&mut self) -> Option<u64> {
        let (low, high) = (*self.words.next()?, *self.words.next()?);
        Some(u64::from(high) << 32 | u64::from(low))
    }
}

impl Iterator for Runs<'_> {
    type Item = Run;

    #[inline]
    fn next(&mut self) -> Option<Run> {
        let word = *self.words.next()?;
        let (gap, length) = if word == 0 {
            (self.number()?, self.number()?)
        } else {
            ((word >> SHORT).into(), (word & ((1 << SHORT) - 1)).into())
        };
        let from = self.at + gap;
        self.at = from + length;
        Some((from, self.at))
    }
}

/// Joins runs that come in order of their starts, counts their pages, and writes them if they are to be kept.
#[derive(Default)]
struct RunWriter<const KEPT: bool> {
    out: Vec<u32>,
    /// The run to be written, which the next one may go on; empty before the first one.
    run: Run,
    /// End of the last run written.
    at: u64,
    pages: u64,
}

impl<const KEPT: bool> RunWriter<KEPT> {
    #[inline]
    fn add(&mut self, (from, to): Run) {
        if from <= self.run.1 {
            self.run.1 = to.max(self.run.1);
        } else {
            self.flush();
            self.run = (from, to);
        }
    }

    #[inline]
    fn flush(&mut self) {
        let (from, to) = self.run;
        if from == to {
            return;
        }
        if KEPT {
            let (gap, length) = (from - self.at, to - from);
            if gap >> (u32::BITS - SHORT) == 0 && length >> SHORT == 0 {
                self.out.push((gap << SHORT | length) as u32);
            } else {
                let words = [gap, length].map(|number| [number as u32, (number >> 32) as u32]);
                self.out.push(0);
                self.out.extend(words.as_flattened());
            }
        }
        self.pages += to - from;
        self.at = to;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_set_counts_like_a_set(
            // Around where bits end, and around where eight bytes do.
            base in prop_oneof![Just(0u64), Just((1 << 28) - 2500), Just(1 << 33), Just((1 << 40) - 2500)],
            runs in prop::collection::vec((0u64..5000, 1u64..300), 1..60), every in 1usize..9,
            others in prop::collection::vec((0u64..5000, 1u64..300), 0..20),
        ) {
            let mut footprint = Footprint::default();
            let mut set = BTreeSet::new();
            let placed = |(from, length): (u64, u64)| (base + from, length);
            for (i, (from, length)) in runs.into_iter().map(placed).enumerate() {
                footprint.add(from, from + length);
                set.extend(from..from + length);
                if i % every == 0 {
                    footprint.merge();
                }
            }
            prop_assert_eq!(footprint.pages(), set.len() as u64);
            let mut listed = Vec::new();
            footprint.runs(|from, to| listed.extend(from..to));
            prop_assert_eq!(&listed, &set.iter().copied().collect::<Vec<_>>());
            let mut other = Footprint::default();
            for (from, length) in others.into_iter().map(placed) {
                other.add(from, from + length);
                set.extend(from..from + length);
            }
            prop_assert_eq!(footprint.pages_with(&mut other), set.len() as u64);
        }
    }

    #[test]
    fn scattered_pages_take_a_word_and_far_ones_are_counted() {
        let mut footprint = Footprint::default();
        for i in 0..1000 {
            let page = (1 << 30) + i * 7919 % 1000 * 8;
            footprint.add(page, page + 1);
        }
        assert_eq!((footprint.pages(), footprint.set.len()), (1000, 1004));
        footprint.add(u64::MAX - 9, u64::MAX);
        assert_eq!(footprint.pages(), 1009);
    }

    #[test]
    fn many_runs_are_sorted_and_a_long_one_is_not_cut_short() {
        let mut footprint = Footprint::default();
        let n = 3 * FEW as u64;
        for i in 0..n {
            let page = (1 << 29) + i * 7919 % n * 1000;
            footprint.add(page, page + 3);
        }
        assert_eq!(footprint.pages(), 3 * n);
        footprint.add(5, FAR + 5 * LONGEST);
        assert_eq!(footprint.pages(), FAR + 5 * LONGEST - 5);
    }
}
