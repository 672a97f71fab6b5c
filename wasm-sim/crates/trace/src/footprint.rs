//! How many distinct pages a trace touches, exactly and in little memory.
//!
//! Below a terabyte of pages of 4 KiB a bit says of each page whether it is touched (`Bitmap`): 32 MB at most. Beyond, where
//! bits would be without end, runs `[from, to)` that came lately wait, unsorted, each in eight bytes; when there are many they are merged into the set,
//! which holds the distances between the ends of its runs as variable-length numbers (LEB128). Scattered pages of a
//! terabyte cost two bytes each instead of sixteen: the writes of a gigabyte of text some 60 MB at worst, a trace that
//! rewrites what it has nearly nothing.

/// Runs that wait, at least: 16 MB, and as much to sort them.
const WAITING: usize = 1 << 21;
/// Of a large set, one for so many of its bytes: then it is merged a few times in all, and what waits is not more than it.
const WAITING_BYTES: usize = 16;
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
    /// Distances: to the first run's start, to its end, to the next one's start, ...
    set: Vec<u8>,
    pages: u64,
}

impl Footprint {
    /// Adds `[from, to)`.
    #[inline]
    pub fn add(&mut self, from: u64, to: u64) {
        let (start, end) = self.open;
        if (start..=end).contains(&from) {
            // A request that goes on where the last ended adds no run.
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
        if waiting >= WAITING.max(self.set.len() / WAITING_BYTES) {
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

    fn merge(&mut self) {
        sort_by_start(&mut self.waiting);
        self.far.sort_unstable_by_key(|run| run.0);
        let old = std::mem::take(&mut self.set);
        let mut writer = RunWriter::<true> {
            // Nearly all of what comes takes this much or less: a set that grows would be copied again and again.
            out: Vec::with_capacity(old.len() + 3 * self.waiting.len()),
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

/// Pages below 2^28, a bit each, in parts of 8 KiB that are made when a page in them comes.
///
/// What comes waits, and is set part by part: a bit here, a bit there would be waiting for memory each time.
#[derive(Default)]
struct Bitmap {
    parts: Vec<Option<Box<Part>>>,
    /// Runs, the start above [`NEAR_LENGTH`] bits of length.
    waiting: Vec<u64>,
    room: Vec<u64>,
}

/// A bit for each of [`PART`] pages.
type Part = [u64; (PART / 64) as usize];
const PART: u64 = 1 << 16;
const PARTS: usize = 1 << 12;
const NEAR: u64 = PART * PARTS as u64;
const NEAR_LENGTH: u32 = 36;
/// Runs that wait: 2 MB, which a processor's cache holds.
const BATCH: usize = 1 << 18;

impl Bitmap {
    /// Adds what of `[from, to)` lies here; returns where the rest begins.
    #[inline]
    fn add(&mut self, from: u64, to: u64) -> u64 {
        let end = to.min(NEAR);
        if from >= end {
            return from;
        }
        self.waiting.push(from << NEAR_LENGTH | (end - from));
        if self.waiting.len() == BATCH {
            self.set_waiting();
        }
        end
    }

    fn set_waiting(&mut self) {
        let part = |run: u64| (run >> NEAR_LENGTH) as usize / PART as usize;
        let mut places = [0u32; PARTS];
        for &run in &self.waiting {
            places[part(run)] += 1;
        }
        sum_up(&mut places);
        let mut room = std::mem::take(&mut self.room);
        room.resize(self.waiting.len(), 0);
        for run in self.waiting.drain(..) {
            let place = &mut places[part(run)];
            room[*place as usize] = run;
            *place += 1;
        }
        for &run in &room {
            let from = run >> NEAR_LENGTH;
            self.set(from, from + (run & ((1 << NEAR_LENGTH) - 1)));
        }
        self.room = room;
    }

    #[inline]
    fn set(&mut self, mut from: u64, end: u64) {
        while from < end {
            let k = (from / PART) as usize;
            if self.parts.len() <= k {
                self.parts.resize(k + 1, None);
            }
            let part = self.parts[k].get_or_insert_with(|| Box::new([0; (PART / 64) as usize]));
            let (word, bit) = (from % PART / 64, from % 64);
            let bits = (64 - bit).min(end - from);
            part[word as usize] |= u64::MAX >> (64 - bits) << bit;
            from += bits;
        }
    }

    fn pages(&mut self) -> u64 {
        self.pages_with(&mut Self::default())
    }

    /// How many pages are here or there.
    fn pages_with(&mut self, other: &mut Self) -> u64 {
        self.set_waiting();
        other.set_waiting();
        let empty = [0; (PART / 64) as usize];
        let part =
            |map: &'_ Self, k: usize| map.parts.get(k).and_then(|part| part.as_deref().copied());
        (0..self.parts.len().max(other.parts.len()))
            .filter_map(|k| match (part(self, k), part(other, k)) {
                (None, None) => None,
                (ours, theirs) => Some((ours.unwrap_or(empty), theirs.unwrap_or(empty))),
            })
            .flat_map(|(ours, theirs)| ours.into_iter().zip(theirs))
            .map(|(ours, theirs)| u64::from((ours | theirs).count_ones()))
            .sum()
    }
}

/// Bits of a digit in [`sort_by_start`]: its counts fit a processor's nearest cache.
const DIGIT: u32 = 11;
/// Below so many runs the counting costs more than it saves.
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

/// The runs of a set.
struct Runs<'a> {
    bytes: &'a [u8],
    at: u64,
}

impl<'a> Runs<'a> {
    fn of(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    #[inline]
    fn number(&mut self) -> Option<u64> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
            shift += 7;
        }
    }
}

impl Iterator for Runs<'_> {
    type Item = (u64, u64);

    #[inline]
    fn next(&mut self) -> Option<(u64, u64)> {
        let from = self.at + self.number()?;
        self.at = from + self.number()?;
        Some((from, self.at))
    }
}

/// Joins runs that come in order of their starts, counts their pages, and writes them if they are to be kept.
#[derive(Default)]
struct RunWriter<const KEPT: bool> {
    out: Vec<u8>,
    run: Option<(u64, u64)>,
    /// End of the last run written.
    at: u64,
    pages: u64,
}

impl<const KEPT: bool> RunWriter<KEPT> {
    #[inline]
    fn add(&mut self, (from, to): (u64, u64)) {
        match &mut self.run {
            Some((_, end)) if from <= *end => *end = to.max(*end),
            _ => {
                self.flush();
                self.run = Some((from, to));
            }
        }
    }

    fn flush(&mut self) {
        if let Some((from, to)) = self.run.take() {
            if KEPT {
                self.number(from - self.at);
                self.number(to - from);
            }
            self.pages += to - from;
            self.at = to;
        }
    }

    #[inline]
    fn number(&mut self, mut number: u64) {
        let mut bytes = [0; 10];
        let mut n = 0;
        while number >= 0x80 {
            bytes[n] = number as u8 | 0x80;
            number >>= 7;
            n += 1;
        }
        bytes[n] = number as u8;
        // Most numbers have three bytes or fewer: one store, not one a byte.
        if n < 4 {
            self.out.extend_from_slice(&bytes[..4]);
            self.out.truncate(self.out.len() - 3 + n);
        } else {
            self.out.extend_from_slice(&bytes[..=n]);
        }
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
            let mut other = Footprint::default();
            for (from, length) in others.into_iter().map(placed) {
                other.add(from, from + length);
                set.extend(from..from + length);
            }
            prop_assert_eq!(footprint.pages_with(&mut other), set.len() as u64);
        }
    }

    #[test]
    fn scattered_pages_take_two_bytes_and_far_ones_are_counted() {
        let mut footprint = Footprint::default();
        for i in 0..1000 {
            let page = (1 << 30) + i * 7919 % 1000 * 8;
            footprint.add(page, page + 1);
        }
        assert_eq!((footprint.pages(), footprint.set.len()), (1000, 2004));
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
