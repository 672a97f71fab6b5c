//! How many distinct pages a trace touches, exactly and in little memory.
//!
//! Runs `[from, to)` that came lately wait, unsorted; when there are many they are merged into the set, which holds the
//! distances between the ends of its runs as variable-length numbers (LEB128). Scattered pages of a terabyte cost two
//! bytes each instead of sixteen: the writes of a gigabyte of text some 60 MB at worst, a trace that rewrites what it
//! has nearly nothing.

/// Runs that wait, at least: 16 MB.
const WAITING: usize = 1 << 20;
/// Of a large set, one for so many of its bytes: then it is merged a few times in all, and what waits is not more than it.
const WAITING_BYTES: usize = 16;

/// A set of pages.
#[derive(Default)]
pub(crate) struct Footprint {
    waiting: Vec<(u64, u64)>,
    /// Distances: to the first run's start, to its end, to the next one's start, ...
    set: Vec<u8>,
    pages: u64,
}

impl Footprint {
    /// Adds `[from, to)`.
    #[inline]
    pub fn add(&mut self, from: u64, to: u64) {
        match self.waiting.last_mut() {
            // A request that goes on where the last ended adds no run.
            Some((start, end)) if (*start..=*end).contains(&from) => *end = to.max(*end),
            _ => {
                if self.waiting.len() >= WAITING.max(self.set.len() / WAITING_BYTES) {
                    self.merge();
                }
                self.waiting.push((from, to));
            }
        }
    }

    /// How many distinct pages there are.
    pub fn pages(&mut self) -> u64 {
        self.merge();
        self.pages
    }

    /// How many distinct pages this set and another have together.
    pub fn pages_with(&mut self, other: &mut Self) -> u64 {
        self.merge();
        other.merge();
        let mut writer = RunWriter::default();
        let mut ours = Runs::of(&self.set).peekable();
        for theirs in Runs::of(&other.set) {
            while let Some(run) = ours.next_if(|run| run.0 <= theirs.0) {
                writer.add(run);
            }
            writer.add(theirs);
        }
        ours.for_each(|run| writer.add(run));
        writer.flush();
        writer.pages
    }

    fn merge(&mut self) {
        // By the start alone: three times as fast as by pairs, and the order of equal starts does not matter.
        self.waiting.sort_unstable_by_key(|run| run.0);
        let old = std::mem::take(&mut self.set);
        let mut writer = RunWriter {
            // Nearly all of what comes takes this much or less: a set that grows would be copied again and again.
            out: Vec::with_capacity(old.len() + 3 * self.waiting.len()),
            ..RunWriter::default()
        };
        let mut old = Runs::of(&old).peekable();
        for &waiting in &self.waiting {
            while let Some(run) = old.next_if(|run| run.0 <= waiting.0) {
                writer.add(run);
            }
            writer.add(waiting);
        }
        old.for_each(|run| writer.add(run));
        writer.flush();
        self.waiting.clear();
        (self.set, self.pages) = (writer.out, writer.pages);
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

/// Joins runs that come in order of their starts.
#[derive(Default)]
struct RunWriter {
    out: Vec<u8>,
    run: Option<(u64, u64)>,
    /// End of the last run written.
    at: u64,
    pages: u64,
}

impl RunWriter {
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
            self.number(from - self.at);
            self.number(to - from);
            self.pages += to - from;
            self.at = to;
        }
    }

    #[inline]
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.out.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.out.push(number as u8);
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
            runs in prop::collection::vec((0u64..5000, 1u64..300), 1..60), every in 1usize..9,
            others in prop::collection::vec((0u64..5000, 1u64..300), 0..20),
        ) {
            let mut footprint = Footprint::default();
            let mut set = BTreeSet::new();
            for (i, &(from, length)) in runs.iter().enumerate() {
                footprint.add(from, from + length);
                set.extend(from..from + length);
                if i % every == 0 {
                    footprint.merge();
                }
            }
            prop_assert_eq!(footprint.pages(), set.len() as u64);
            let mut other = Footprint::default();
            for (from, length) in others {
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
            footprint.add(i * 7919 % 1000 * 8, i * 7919 % 1000 * 8 + 1);
        }
        assert_eq!((footprint.pages(), footprint.set.len()), (1000, 2000));
        footprint.add(u64::MAX - 9, u64::MAX);
        assert_eq!(footprint.pages(), 1009);
    }
}
