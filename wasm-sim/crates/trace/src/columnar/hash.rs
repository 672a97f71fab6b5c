//! The hash that names a trace in a result's manifest: 64-bit xxHash (XXH64, seed 0) as 16 hex digits.
//!
//! Over these bytes, integers little-endian:
//!
//! 1. `ftl-lab trace 2`, the version of this order;
//! 2. one byte for the unit, 0 bytes or 1 pages; one byte for times, 0 none or 1;
//! 3. for every 65,536 requests (the last ones may be fewer) the columns in turn: time since the first request (8 bytes
//!    each, if there are times), offset (8), length (4, or 8 if one of them needs more), op (1), temperature (4, if there are
//!    different ones);
//! 4. the number of requests, 8 bytes.

use xxhash_rust::xxh64::Xxh64;

use crate::columnar::chunk::Row;
use crate::record::Unit;

pub(crate) struct Hasher {
    hash: Xxh64,
    has_times: bool,
    has_temperatures: bool,
    requests: u64,
    /// The chunk's lengths so far.
    lengths: Vec<u64>,
    /// Its other columns.
    columns: [Vec<u8>; 4],
}

impl Hasher {
    pub fn new(unit: Unit, has_times: bool, has_temperatures: bool) -> Self {
        let mut hash = Xxh64::new(0);
        hash.update(b"ftl-lab trace 2");
        hash.update(&[u8::from(unit == Unit::Pages), u8::from(has_times)]);
        Self {
            hash,
            has_times,
            has_temperatures,
            requests: 0,
            lengths: Vec::new(),
            columns: Default::default(),
        }
    }

    /// The next requests of a chunk, times from the first request on, devices laid side by side.
    pub fn rows(&mut self, rows: &[Row]) {
        self.requests += rows.len() as u64;
        let [times, offsets, ops, temperatures] = &mut self.columns;
        if self.has_times {
            append(times, rows, |row| row.time_ns.to_le_bytes());
        }
        append(offsets, rows, |row| row.offset.to_le_bytes());
        self.lengths.extend(rows.iter().map(|row| row.length));
        append(ops, rows, |row| [row.op as u8]);
        if self.has_temperatures {
            append(temperatures, rows, |row| row.temperature.to_le_bytes());
        }
    }

    /// 65,536 requests have come, or the last ones.
    pub fn end_chunk(&mut self) {
        let long = self.lengths.iter().any(|&length| length > u32::MAX.into());
        let bytes = if long { 8 } else { 4 };
        let lengths = self.lengths.iter().map(|length| length.to_le_bytes());
        let mut lengths: Vec<u8> = lengths
            .flat_map(|all| all.into_iter().take(bytes))
            .collect();
        self.lengths.clear();
        let [times, offsets, ops, temperatures] = &mut self.columns;
        for column in [times, offsets, &mut lengths, ops, temperatures] {
            self.hash.update(column);
            column.clear();
        }
    }

    pub fn finish(mut self) -> u64 {
        self.hash.update(&self.requests.to_le_bytes());
        self.hash.digest()
    }
}

#[inline]
fn append<const N: usize>(column: &mut Vec<u8>, rows: &[Row], bytes: impl Fn(&Row) -> [u8; N]) {
    let begin = column.len();
    column.resize(begin + N * rows.len(), 0);
    let (places, _) = column[begin..].as_chunks_mut();
    for (place, row) in places.iter_mut().zip(rows) {
        *place = bytes(row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Op;

    #[test]
    fn the_order_is_the_documented_one() {
        let row = |time_ns, offset, length, op| Row {
            time_ns,
            offset,
            length,
            op,
            device: 9, // Not hashed.
            temperature: 7,
        };
        let mut hasher = Hasher::new(Unit::Pages, true, false);
        hasher.rows(&[row(0, 5, 1, Op::Write)]);
        hasher.rows(&[row(3, 6, 2, Op::Read)]);
        hasher.end_chunk();
        let mut bytes = b"ftl-lab trace 2\x01\x01".to_vec();
        for number in [0u64, 3, 5, 6] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([1, 0, 0, 0, 2, 0, 0, 0, 1, 0]);
        bytes.extend(2u64.to_le_bytes());
        assert_eq!(hasher.finish(), xxhash_rust::xxh64::xxh64(&bytes, 0));
        let mut hasher = Hasher::new(Unit::Pages, true, true);
        hasher.rows(&[row(0, 5, 1, Op::Write)]);
        hasher.rows(&[row(3, 6, 2, Op::Read)]);
        hasher.end_chunk();
        let count = bytes.split_off(bytes.len() - 8);
        bytes.extend([7, 0, 0, 0, 7, 0, 0, 0]);
        bytes.extend(count);
        assert_eq!(hasher.finish(), xxhash_rust::xxh64::xxh64(&bytes, 0));
    }
}
