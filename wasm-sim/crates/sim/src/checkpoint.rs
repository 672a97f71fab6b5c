//! Checkpoints: saved states, sharing what did not change between them.

use std::sync::Arc;

use nand::Columns;

/// Elements per chunk. Chunks equal to the same chunk of the checkpoint before are shared, not copied.
const CHUNK: usize = 4096;

/// A piece of a column: its values as distances from the smallest, packed into as many bits as the largest needs. Page
/// states take two bits, logical pages of a small device ten: about a third less than whole words, so a third more
/// checkpoints in the same room.
#[derive(Debug, PartialEq)]
struct Chunk {
    len: u32,
    bits: u32,
    base: u64,
    packed: Box<[u64]>,
}

impl Chunk {
    fn new(values: &[u64]) -> Self {
        let len = values.len();
        let (base, top) = values
            .iter()
            .fold((u64::MAX, 0), |(low, high), &v| (v.min(low), v.max(high)));
        let bits = 64 - top.saturating_sub(base).leading_zeros();
        let mut packed = Vec::with_capacity((len * bits as usize).div_ceil(64));
        let (mut word, mut filled) = (0u64, 0);
        if bits > 0 {
            for &value in values {
                let value = value - base;
                word |= value << filled;
                filled += bits;
                if filled >= 64 {
                    packed.push(word);
                    filled -= 64;
                    // What did not fit. A shift by 64 has no meaning, and then nothing is left over.
                    word = if filled == 0 {
                        0
                    } else {
                        value >> (bits - filled)
                    };
                }
            }
            if filled > 0 {
                packed.push(word);
            }
        }
        Self {
            len: len as u32,
            bits,
            base: if len == 0 { 0 } else { base },
            packed: packed.into(),
        }
    }

    fn values(&self) -> impl Iterator<Item = u64> + '_ {
        let bits = self.bits;
        let mask = if bits == 0 {
            0
        } else {
            u64::MAX >> (64 - bits)
        };
        let (mut at, mut skip) = (0, 0);
        (0..self.len).map(move |_| {
            if bits == 0 {
                return self.base;
            }
            let mut value = self.packed[at] >> skip;
            if skip + bits > 64 {
                value |= self.packed[at + 1] << (64 - skip);
            }
            skip += bits;
            if skip >= 64 {
                (at, skip) = (at + 1, skip - 64);
            }
            self.base + (value & mask)
        })
    }

    fn bytes(&self) -> usize {
        40 + self.packed.len() * 8
    }
}

/// A saved state: its columns in the order in which they were visited.
#[derive(Clone, Debug, Default)]
pub struct Checkpoint {
    columns: Vec<Vec<Arc<Chunk>>>,
}

impl Checkpoint {
    /// Saves what `walk` visits. `before` is the checkpoint to share unchanged chunks with.
    pub fn save(before: Option<&Self>, walk: &mut dyn FnMut(&mut dyn Columns)) -> Self {
        let mut saver = Saver {
            before,
            saved: Self::default(),
            loose: Vec::new(),
            wide: Vec::with_capacity(CHUNK),
        };
        walk(&mut saver);
        let loose = std::mem::take(&mut saver.loose);
        saver.column(&loose);
        saver.saved
    }

    /// Restores what `walk` visits, which must visit the same columns in the same order.
    pub fn restore(&self, walk: &mut dyn FnMut(&mut dyn Columns)) {
        let (last, columns) = self.columns.split_last().expect("a checkpoint has columns");
        let loose: Vec<u64> = last.iter().flat_map(|c| c.values()).collect();
        let mut restorer = Restorer {
            columns: columns.iter(),
            loose: loose.into_iter(),
        };
        walk(&mut restorer);
        assert!(
            restorer.columns.next().is_none() && restorer.loose.next().is_none(),
            "columns were left over"
        );
    }

    /// Bytes held by this checkpoint alone, not shared with another one.
    pub fn own_bytes(&self) -> usize {
        self.columns
            .iter()
            .flatten()
            .filter(|c| Arc::strong_count(c) == 1)
            .map(|c| c.bytes())
            .sum()
    }

    /// Bytes of all its chunks, shared ones included.
    pub fn bytes(&self) -> usize {
        self.columns.iter().flatten().map(|c| c.bytes()).sum()
    }
}

/// Visits columns to save them.
pub struct Saver<'a> {
    before: Option<&'a Checkpoint>,
    saved: Checkpoint,
    /// Single words: together they make one last column.
    loose: Vec<u64>,
    /// The values of a chunk in one width, so that packing them is compiled once.
    wide: Vec<u64>,
}

impl Saver<'_> {
    fn column<T: Copy + Into<u64>>(&mut self, values: &[T]) {
        let mut column = Vec::with_capacity(values.len().div_ceil(CHUNK));
        for values in values.chunks(CHUNK) {
            self.wide.clear();
            for &value in values {
                self.wide.push(value.into());
            }
            column.push(self.chunk(column.len()));
        }
        self.saved.columns.push(column);
    }

    /// The values at hand as chunk `i` of the column under way.
    fn chunk(&self, i: usize) -> Arc<Chunk> {
        let chunk = Chunk::new(&self.wide);
        let old = self
            .before
            .and_then(|b| b.columns.get(self.saved.columns.len()));
        match old.and_then(|o| o.get(i)) {
            Some(same) if **same == chunk => Arc::clone(same),
            _ => Arc::new(chunk),
        }
    }
}

impl Columns for Saver<'_> {
    fn bytes(&mut self, column: &mut Vec<u8>) {
        self.column(column);
    }

    fn words(&mut self, column: &mut Vec<u32>) {
        self.column(column);
    }

    fn longs(&mut self, column: &mut Vec<u64>) {
        self.column(column);
    }

    fn long(&mut self, word: &mut u64) {
        self.loose.push(*word);
    }
}

/// Visits columns to restore them.
pub struct Restorer<'a> {
    columns: std::slice::Iter<'a, Vec<Arc<Chunk>>>,
    loose: std::vec::IntoIter<u64>,
}

impl<'a> Restorer<'a> {
    fn values(&mut self) -> impl Iterator<Item = u64> + 'a {
        self.columns
            .next()
            .expect("as many columns as were saved")
            .iter()
            .flat_map(|c| c.values())
    }
}

impl Columns for Restorer<'_> {
    fn bytes(&mut self, column: &mut Vec<u8>) {
        column.clear();
        column.extend(self.values().map(|v| v as u8));
    }

    fn words(&mut self, column: &mut Vec<u32>) {
        column.clear();
        column.extend(self.values().map(|v| v as u32));
    }

    fn longs(&mut self, column: &mut Vec<u64>) {
        column.clear();
        column.extend(self.values());
    }

    fn long(&mut self, word: &mut u64) {
        *word = self.loose.next().expect("as many words as were saved");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(state: &mut (Vec<u8>, Vec<u32>, Vec<u64>, u64), visit: &mut dyn Columns) {
        visit.bytes(&mut state.0);
        visit.long(&mut state.3);
        visit.words(&mut state.1);
        visit.longs(&mut state.2);
    }

    proptest::proptest! {
        #[test]
        fn packing_loses_nothing(values in proptest::collection::vec(proptest::prelude::any::<u64>(), 0..200), shift in 0..64u32) {
            let values: Vec<u64> = values.into_iter().map(|v| (v >> shift) + 7 * u64::from(shift > 3)).collect();
            let chunk = Chunk::new(&values);
            proptest::prop_assert_eq!(chunk.values().collect::<Vec<_>>(), values);
        }
    }

    #[test]
    fn what_was_saved_comes_back_and_unchanged_chunks_are_shared() {
        let mut state = (
            vec![7; 10_000],
            (0..10_000).collect(),
            vec![1 << 40, (1 << 40) + 5, 3],
            42,
        );
        let saved = state.clone();
        let first = Checkpoint::save(None, &mut |v| walk(&mut state, v));
        state.1[9_999] = 1;
        state.2.push(9);
        let second = Checkpoint::save(Some(&first), &mut |v| walk(&mut state, v));
        assert!(
            second.own_bytes() < second.bytes() / 3,
            "{} of {}",
            second.own_bytes(),
            second.bytes()
        );
        let changed = state.clone();
        first.restore(&mut |v| walk(&mut state, v));
        assert_eq!(state, saved);
        second.restore(&mut |v| walk(&mut state, v));
        assert_eq!(state, changed);
    }
}
