//! The hash that names a trace in a result's manifest: 64-bit xxHash (XXH64, seed 0) as 16 hex digits.
//!
//! Over these bytes, integers little-endian:
//!
//! 1. `ftl-lab trace 1`, the version of this order;
//! 2. one byte for the unit, 0 bytes or 1 pages; one byte for times, 0 none or 1; the number of requests, 8 bytes;
//! 3. the columns in turn: time (8 bytes each, if there are times), offset (8), length (4), op (1).

use xxhash_rust::xxh64::Xxh64;

use crate::record::Unit;
use crate::trace::Columns;

pub(crate) fn columns(columns: &Columns) -> String {
    let mut hash = Xxh64::new(0);
    hash.update(b"ftl-lab trace 1");
    let has_times = !columns.time_ns.is_empty();
    hash.update(&[u8::from(columns.unit == Unit::Pages), u8::from(has_times)]);
    hash.update(&(columns.length.len() as u64).to_le_bytes());
    update(&mut hash, &columns.time_ns, u64::to_le_bytes);
    update(&mut hash, &columns.offset, u64::to_le_bytes);
    update(&mut hash, &columns.length, u32::to_le_bytes);
    hash.update(&columns.op);
    format!("{:016x}", hash.digest())
}

/// In pieces: one call per number would cost more than the hashing.
fn update<T: Copy, const N: usize>(hash: &mut Xxh64, column: &[T], bytes: impl Fn(T) -> [u8; N]) {
    let mut piece = Vec::with_capacity(1024 * N);
    for numbers in column.chunks(1024) {
        piece.clear();
        for &number in numbers {
            piece.extend_from_slice(&bytes(number));
        }
        hash.update(&piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_the_documented_one() {
        let some = Columns {
            unit: Unit::Pages,
            time_ns: vec![0, 3],
            start_ns: 99, // Not hashed.
            offset: vec![5, 6],
            length: vec![1, 2],
            op: vec![1, 0],
        };
        let mut bytes = b"ftl-lab trace 1\x01\x01".to_vec();
        for number in [2u64, 0, 3, 5, 6] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([1, 0, 0, 0, 2, 0, 0, 0, 1, 0]);
        assert_eq!(
            columns(&some),
            format!("{:016x}", xxhash_rust::xxh64::xxh64(&bytes, 0))
        );
    }
}
