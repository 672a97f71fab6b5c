//! Checkpoints: saved states, sharing what did not change between them.

use std::sync::Arc;

use nand::Columns;

/// Elements per chunk. Chunks equal to the same chunk of the checkpoint before are shared, not copied.
const CHUNK: usize = 4096;

/// A piece of a column.
#[derive(Debug, PartialEq)]
enum Chunk {
    Bytes(Box<[u8]>),
    Words(Box<[u32]>),
    /// 64-bit words as distances from the smallest, which take half the room while they fit.
    Near(u64, Box<[u32]>),
    Longs(Box<[u64]>),
}

impl Chunk {
    fn bytes(&self) -> usize {
        32 + match self {
            Self::Bytes(b) => b.len(),
            Self::Words(w) | Self::Near(_, w) => w.len() * 4,
            Self::Longs(l) => l.len() * 8,
        }
    }

    fn of_longs(longs: &[u64]) -> Self {
        let base = longs.iter().copied().min().unwrap_or(0);
        let near: Option<Box<[u32]>> = longs.iter().map(|l| u32::try_from(l - base).ok()).collect();
        near.map_or_else(|| Self::Longs(longs.into()), |near| Self::Near(base, near))
    }
}

/// A saved state: its columns in the order in which they were visited.
#[derive(Clone, Debug, Default)]
pub struct Checkpoint {
    columns: Vec<Vec<Arc<Chunk>>>,
}

impl Checkpoint {
    /// Saves what `walk` visits. `before` is the checkpoint to share unchanged chunks with.
    pub fn save(before: Option<&Self>, walk: impl FnOnce(&mut Saver<'_>)) -> Self {
        let mut saver = Saver {
            before,
            saved: Self::default(),
            loose: Vec::new(),
        };
        walk(&mut saver);
        let loose = std::mem::take(&mut saver.loose);
        saver.column(loose.chunks(CHUNK).map(Chunk::of_longs));
        saver.saved
    }

    /// Restores what `walk` visits, which must visit the same columns in the same order.
    pub fn restore(&self, walk: impl FnOnce(&mut Restorer<'_>)) {
        let (last, columns) = self.columns.split_last().expect("a checkpoint has columns");
        let mut loose = Vec::new();
        append_longs(&mut loose, last);
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
}

impl Saver<'_> {
    fn column(&mut self, chunks: impl Iterator<Item = Chunk>) {
        let old = self
            .before
            .and_then(|b| b.columns.get(self.saved.columns.len()));
        let column = chunks
            .enumerate()
            .map(|(i, chunk)| match old.and_then(|o| o.get(i)) {
                Some(same) if **same == chunk => Arc::clone(same),
                _ => Arc::new(chunk),
            })
            .collect();
        self.saved.columns.push(column);
    }
}

impl Columns for Saver<'_> {
    fn bytes(&mut self, column: &mut Vec<u8>) {
        self.column(column.chunks(CHUNK).map(|c| Chunk::Bytes(c.into())));
    }

    fn words(&mut self, column: &mut Vec<u32>) {
        self.column(column.chunks(CHUNK).map(|c| Chunk::Words(c.into())));
    }

    fn longs(&mut self, column: &mut Vec<u64>) {
        self.column(column.chunks(CHUNK).map(Chunk::of_longs));
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
    fn next(&mut self) -> &'a [Arc<Chunk>] {
        self.columns.next().expect("as many columns as were saved")
    }
}

fn append_longs(column: &mut Vec<u64>, chunks: &[Arc<Chunk>]) {
    for chunk in chunks {
        match &**chunk {
            Chunk::Longs(l) => column.extend_from_slice(l),
            Chunk::Near(base, l) => column.extend(l.iter().map(|&d| base + u64::from(d))),
            other => unreachable!("64-bit words were saved here, not {other:?}"),
        }
    }
}

impl Columns for Restorer<'_> {
    fn bytes(&mut self, column: &mut Vec<u8>) {
        column.clear();
        for chunk in self.next() {
            let Chunk::Bytes(b) = &**chunk else {
                unreachable!("bytes were saved here")
            };
            column.extend_from_slice(b);
        }
    }

    fn words(&mut self, column: &mut Vec<u32>) {
        column.clear();
        for chunk in self.next() {
            let Chunk::Words(w) = &**chunk else {
                unreachable!("words were saved here")
            };
            column.extend_from_slice(w);
        }
    }

    fn longs(&mut self, column: &mut Vec<u64>) {
        column.clear();
        let chunks = self.next();
        append_longs(column, chunks);
    }

    fn long(&mut self, word: &mut u64) {
        *word = self.loose.next().expect("as many words as were saved");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(state: &mut (Vec<u8>, Vec<u32>, Vec<u64>, u64), visit: &mut impl Columns) {
        visit.bytes(&mut state.0);
        visit.long(&mut state.3);
        visit.words(&mut state.1);
        visit.longs(&mut state.2);
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
        let first = Checkpoint::save(None, |v| walk(&mut state, v));
        state.1[9_999] = 1;
        state.2.push(9);
        let second = Checkpoint::save(Some(&first), |v| walk(&mut state, v));
        assert!(
            second.own_bytes() < second.bytes() / 3,
            "{} of {}",
            second.own_bytes(),
            second.bytes()
        );
        let changed = state.clone();
        first.restore(|v| walk(&mut state, v));
        assert_eq!(state, saved);
        second.restore(|v| walk(&mut state, v));
        assert_eq!(state, changed);
    }
}
