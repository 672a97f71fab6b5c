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

    /// A single 32-bit word.
    fn word(&mut self, word: &mut u32) {
        let mut wide = u64::from(*word);
        self.long(&mut wide);
        *word = wide as u32;
    }
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
