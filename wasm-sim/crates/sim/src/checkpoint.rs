//! Checkpoints: saved states, sharing what did not change between them.

use std::sync::Arc;

use nand::{Columns, Packed, Rows};

/// Elements per chunk, in rows as many whole rows as reach it. Chunks equal to the same chunk of the checkpoint before are shared,
/// not copied.
const CHUNK: usize = 4096;

/// A saved state: its columns in the order in which they were visited.
#[derive(Clone, Debug, Default)]
pub struct Checkpoint {
    columns: Vec<Vec<Arc<Packed>>>,
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
        saver.column(&loose, |word| word);
        saver.saved
    }

    /// Restores what `walk` visits, which must visit the same columns in the same order.
    pub fn restore(&self, walk: &mut dyn FnMut(&mut dyn Columns)) {
        let (last, columns) = self.columns.split_last().expect("a checkpoint has columns");
        let mut loose = Vec::new();
        for chunk in last {
            chunk.unpack(&mut loose);
        }
        let mut restorer = Restorer {
            columns: columns.iter(),
            loose: loose.into_iter(),
            wide: Vec::with_capacity(CHUNK),
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
    /// The values of a chunk.
    wide: Vec<u64>,
}

impl Saver<'_> {
    fn column<T: Copy>(&mut self, values: &[T], wide: impl Fn(T) -> u64) {
        let mut column = Vec::with_capacity(values.len().div_ceil(CHUNK));
        for values in values.chunks(CHUNK) {
            self.wide.extend(values.iter().map(|&value| wide(value)));
            column.push(self.chunk(column.len()));
        }
        self.saved.columns.push(column);
    }

    /// The values at hand as chunk `i` of the column under way.
    fn chunk(&mut self, i: usize) -> Arc<Packed> {
        let chunk = Packed::new(&self.wide);
        self.wide.clear();
        let old = self
            .before
            .and_then(|b| b.columns.get(self.saved.columns.len()));
        match old.and_then(|o| o.get(i)) {
            Some(same) if **same == chunk => Arc::clone(same),
            _ => Arc::new(chunk),
        }
    }
}

/// In a column of words that may be [`nand::NONE`], the largest, that becomes 0: it takes no more bits than the others.
impl Columns for Saver<'_> {
    fn bytes(&mut self, column: &mut Vec<u8>) {
        self.column(column, u64::from);
    }

    fn words(&mut self, column: &mut Vec<u32>) {
        self.column(column, |word| word.wrapping_add(1).into());
    }

    fn derived(&mut self, _: &mut Vec<u32>) {}

    fn longs(&mut self, column: &mut Vec<u64>) {
        self.column(column, |word| word);
    }

    fn rows(&mut self, rows: &mut dyn Rows) {
        let mut column = Vec::new();
        for row in 0..rows.count() {
            rows.tell(row, &mut self.wide);
            if self.wide.len() >= CHUNK || row + 1 == rows.count() {
                column.push(self.chunk(column.len()));
            }
        }
        self.saved.columns.push(column);
    }

    fn long(&mut self, word: &mut u64) {
        self.loose.push(*word);
    }
}

/// Visits columns to restore them.
pub struct Restorer<'a> {
    columns: std::slice::Iter<'a, Vec<Arc<Packed>>>,
    loose: std::vec::IntoIter<u64>,
    /// The values of a chunk.
    wide: Vec<u64>,
}

impl Restorer<'_> {
    /// Hands out the values of the next column, a chunk at a time.
    fn chunks(&mut self, mut take: impl FnMut(&[u64])) {
        let column = self.columns.next().expect("as many columns as were saved");
        for chunk in column {
            self.wide.clear();
            chunk.unpack(&mut self.wide);
            take(&self.wide);
        }
    }
}

impl Columns for Restorer<'_> {
    fn bytes(&mut self, column: &mut Vec<u8>) {
        column.clear();
        self.chunks(|values| column.extend(values.iter().map(|&v| v as u8)));
    }

    fn words(&mut self, column: &mut Vec<u32>) {
        column.clear();
        self.chunks(|values| column.extend(values.iter().map(|&v| (v as u32).wrapping_sub(1))));
    }

    fn derived(&mut self, _: &mut Vec<u32>) {}

    fn longs(&mut self, column: &mut Vec<u64>) {
        column.clear();
        self.chunks(|values| column.extend_from_slice(values));
    }

    fn rows(&mut self, rows: &mut dyn Rows) {
        let mut row = 0;
        self.chunks(|mut values| {
            while !values.is_empty() {
                values = &values[rows.take(row, values)..];
                row += 1;
            }
        });
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
            let mut unpacked = Vec::new();
            Packed::new(&values).unpack(&mut unpacked);
            proptest::prop_assert_eq!(unpacked, values);
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
