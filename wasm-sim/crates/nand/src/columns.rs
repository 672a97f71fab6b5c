//! How state is walked: one traversal serves saving, restoring and measuring it.

/// Visits the columns of a piece of state in a fixed order. Checkpoints save with one visitor and
/// restore with another, so that a field cannot be saved and forgotten on the way back.
pub trait Columns {
    /// A column of bytes.
    fn bytes(&mut self, column: &mut Vec<u8>);
    /// A column of 32-bit words.
    fn words(&mut self, column: &mut Vec<u32>);
    /// A column of 64-bit words.
    fn longs(&mut self, column: &mut Vec<u64>);
    /// A single 64-bit word.
    fn long(&mut self, word: &mut u64);

    /// A column that follows from the others, so that a checkpoint need not hold it: the code that restores a
    /// checkpoint makes it again.
    fn derived(&mut self, column: &mut Vec<u32>) {
        self.words(column);
    }

    /// A column of 64-bit numbers of which only the order matters to what comes.
    fn order(&mut self, column: &mut Vec<u64>) {
        self.longs(column);
    }

    /// How far the numbers of an [order](Self::order) have come: matters to nothing that comes.
    fn last_of_order(&mut self, word: &mut u64) {
        self.long(word);
    }

    /// A column that is not in memory in the form in which it is read: read, and written, a row at a time, so that
    /// nothing as large as the column is made. A caller that only looks at it sees all of it.
    fn rows(&mut self, rows: &mut dyn Rows) {
        let mut column = Vec::new();
        (0..rows.count()).for_each(|row| rows.tell(row, &mut column));
        self.longs(&mut column);
    }

    /// A single 32-bit word.
    fn word(&mut self, word: &mut u32) {
        let mut wide = u64::from(*word);
        self.long(&mut wide);
        *word = wide as u32;
    }
}

/// A column in rows, see [`Columns::rows`].
pub trait Rows {
    /// How many rows.
    fn count(&self) -> usize;
    /// Bytes that a value takes in memory.
    fn bytes(&self) -> usize;
    /// Appends the values of a row.
    fn tell(&self, row: usize, values: &mut Vec<u64>);
    /// Puts back the values of a row, which come first in `values`. Returns how many they are.
    fn take(&mut self, row: usize, values: &[u64]) -> usize;
}

/// Shows one field of rows as a column: what lies side by side in memory, because it is used together, is saved apart, because
/// equal things pack well.
// Of a function pointer, and not inlined: compiled once for each kind of row.
#[inline(never)]
pub fn visit_field<R>(rows: &mut [R], field: fn(&mut R) -> &mut u32, visit: &mut dyn Columns) {
    let mut column: Vec<u32> = rows.iter_mut().map(|row| *field(row)).collect();
    visit.words(&mut column);
    for (row, value) in rows.iter_mut().zip(column) {
        *field(row) = value;
    }
}
