//! A column of numbers packed to as few bits as its chunk needs, each readable alone.
//!
//! Number i is `base + step * bits(i)`: `base` the smallest of the column, `step` the greatest common divisor of the
//! distances to it, `bits(i)` the i-th group of `width` bits, least significant first. A column that never changes
//! (one device, no times, writes alone) has width 0 and costs nothing.
//!
//! A request of 64 Ki consecutive ones in a block trace: time over an hour in ticks of 100 ns, 36 bits; a sector of a
//! terabyte, 31; up to 128 sectors, 7; read or write, 1: 75 bits, against 21 bytes as plain columns. A gigabyte of
//! such text (55 bytes a line) packs into 180 MB. Differences in variable-length bytes come to 70 bits, and every
//! request would need all before it.

/// Bytes of a column's header: base (8), step (8), width (4).
pub(crate) const HEADER: usize = 20;
/// Zero bytes behind a chunk's last column: numbers are read eight bytes at a time.
pub(crate) const PADDING: usize = 8;

/// How one column is packed, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Column {
    base: u64,
    step: u64,
    /// 0 to 57, or 64: so that a number always lies in the eight bytes its first bit is in.
    width: u32,
    /// First byte of its bits in the chunk.
    at: usize,
}

impl Column {
    /// A column of zeros.
    pub const EMPTY: Self = Self {
        base: 0,
        step: 1,
        width: 0,
        at: 0,
    };

    /// The column whose header these bytes are; None if no column has such a header.
    pub fn read(header: &[u8], at: usize) -> Option<Self> {
        let (base, rest) = header.split_first_chunk()?;
        let (step, rest) = rest.split_first_chunk()?;
        let width = u32::from_le_bytes(*rest.first_chunk()?);
        (width <= 57 || width == 64).then_some(Self {
            base: u64::from_le_bytes(*base),
            step: u64::from_le_bytes(*step),
            width,
            at,
        })
    }

    pub fn header(&self) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        header[..8].copy_from_slice(&self.base.to_le_bytes());
        header[8..16].copy_from_slice(&self.step.to_le_bytes());
        header[16..].copy_from_slice(&self.width.to_le_bytes());
        header
    }

    /// Where its bits begin in the chunk.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Bytes that `n` numbers take: whole words of eight.
    pub fn bytes(&self, n: usize) -> usize {
        (n * self.width as usize).div_ceil(64) * 8
    }

    /// Writes the bits of numbers that its [`Span`] saw into the bytes that they take.
    pub fn write(&self, numbers: &[u64], out: &mut [u8]) {
        if self.width == 0 {
            return;
        }
        let shift = self.step.trailing_zeros();
        let odd = self.step >> shift;
        let (mut word, mut used) = (0u64, 0);
        let mut words = out.chunks_exact_mut(8);
        for number in numbers {
            // Most steps are powers of two, and a division costs more than all the rest.
            let mut bits = (number - self.base) >> shift;
            if odd > 1 {
                bits /= odd;
            }
            word |= bits << used;
            used += self.width;
            if used >= 64 {
                if let Some(next) = words.next() {
                    next.copy_from_slice(&word.to_le_bytes());
                }
                used -= 64;
                word = if used == 0 {
                    0
                } else {
                    bits >> (self.width - used)
                };
            }
        }
        if used > 0
            && let Some(last) = words.next()
        {
            last.copy_from_slice(&word.to_le_bytes());
        }
    }

    /// The largest number that its bits can spell; None beyond 64 bits.
    pub fn most(&self) -> Option<u64> {
        self.step
            .checked_mul(self.mask())
            .and_then(|span| self.base.checked_add(span))
    }

    /// The smallest number that its bits can spell, if [`Column::most`] is one.
    pub fn least(&self) -> u64 {
        self.base
    }

    const fn mask(&self) -> u64 {
        match self.width {
            0 => 0,
            width => u64::MAX >> (64 - width),
        }
    }

    /// Hands the numbers from `first` on to `set`, one for each of `rows`: a third of the work of [`Column::get`] for each.
    #[inline]
    pub fn spread<R>(&self, chunk: &[u8], first: usize, rows: &mut [R], set: impl Fn(&mut R, u64)) {
        if self.width == 0 {
            for row in rows {
                set(row, self.base);
            }
            return;
        }
        let bytes = &chunk[self.at..];
        let (mask, width) = (self.mask(), self.width as usize);
        let mut bit = first * width;
        for row in rows {
            let word = bytes[bit / 8..]
                .first_chunk()
                .map_or(0, |word| u64::from_le_bytes(*word));
            let bits = word >> (bit % 8) & mask;
            set(row, self.base.wrapping_add(self.step.wrapping_mul(bits)));
            bit += width;
        }
    }

    /// Number `i`, from the chunk's bytes.
    #[inline]
    pub fn get(&self, chunk: &[u8], i: usize) -> u64 {
        let bit = i * self.width as usize;
        let from = self.at + bit / 8;
        let word = chunk[from..from + 8]
            .first_chunk()
            .map_or(0, |word| u64::from_le_bytes(*word));
        // Wrapping: a damaged step must not end the engine; the chunk is checked as a whole when it is opened.
        self.base
            .wrapping_add(self.step.wrapping_mul(word >> (bit % 8) & self.mask()))
    }
}

/// The common part of a column's numbers, block by block as they come.
#[derive(Clone, Copy, Default)]
pub(crate) struct Span {
    first: Option<u64>,
    least: u64,
    most: u64,
    /// All bits of the distances to the first number.
    distances: u64,
    /// The greatest common divisor of these distances, without its factors of two; 0 while there is none.
    odd: u64,
}

impl Span {
    pub fn see(&mut self, numbers: &[u64]) {
        let Some(&first) = numbers.first() else {
            return;
        };
        let base = *self.first.get_or_insert_with(|| {
            (self.least, self.most) = (first, first);
            first
        });
        // Half of all columns never change, and this is the cheapest way to see it.
        if numbers.iter().fold(0, |all, number| all | (number ^ base)) == 0 {
            return;
        }
        for &number in numbers {
            self.least = self.least.min(number);
            self.most = self.most.max(number);
            self.distances |= number.abs_diff(base);
        }
        if self.odd == 1 {
            return;
        }
        // Where this is less than it was, some distance of this block is odd when shifted, and so is the divisor.
        let shift = self.distances.trailing_zeros();
        for number in numbers {
            let distance = number.abs_diff(base) >> shift;
            if self.odd == 0 || !distance.is_multiple_of(self.odd) {
                self.odd = gcd(self.odd, distance);
                if self.odd == 1 {
                    break;
                }
            }
        }
    }

    /// How the numbers seen are packed from byte `at` on.
    pub fn column(&self, at: usize) -> Column {
        let base = self.least;
        if self.distances == 0 {
            return Column {
                base,
                at,
                ..Column::EMPTY
            };
        }
        let step = self.odd << self.distances.trailing_zeros();
        let width = match u64::BITS - ((self.most - base) / step).leading_zeros() {
            58.. => 64,
            width => width,
        };
        Column {
            base,
            step,
            width,
            at,
        }
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn packed(numbers: &[u64]) -> (Column, Vec<u8>) {
        let mut span = Span::default();
        numbers.chunks(64).for_each(|block| span.see(block));
        let column = span.column(3);
        let mut bytes = vec![0; 3 + column.bytes(numbers.len()) + PADDING];
        let mut at = 3;
        for block in numbers.chunks(64) {
            column.write(block, &mut bytes[at..][..column.bytes(block.len())]);
            at += column.bytes(block.len());
        }
        assert_eq!(at + PADDING, bytes.len());
        (column, bytes)
    }

    #[test]
    fn a_column_costs_the_bits_in_which_its_numbers_differ() {
        let width = |numbers: &[u64]| packed(numbers).0.width;
        assert_eq!(width(&[7, 7, 7]), 0);
        assert_eq!(width(&[1000, 1000 + 512, 1000 + 3 * 512]), 2);
        assert_eq!(width(&[5, 5 + 300, 5 + 900]), 2);
        assert_eq!(width(&[0, 1, 1 << 56]), 57);
        assert_eq!(width(&[0, 1, 1 << 57]), 64);
        assert_eq!(packed(&[0, 1, u64::MAX]).0.width, 64);
    }

    proptest! {
        #[test]
        fn every_number_is_read_back_alone(
            bits in 0u32..=64, step in prop_oneof![Just(1u64), Just(512), Just(100), Just(1_000_000)], base in any::<u64>(),
            numbers in prop::collection::vec(any::<u64>(), 1..200),
        ) {
            let mask = u64::MAX.checked_shr(64 - bits).unwrap_or(0);
            let numbers: Vec<u64> = numbers.iter().map(|n| ((n & mask) / step * step).saturating_add(base)).collect();
            let (column, bytes) = packed(&numbers);
            let again = Column::read(&column.header(), 3).unwrap();
            prop_assert_eq!(again, column);
            for (i, &number) in numbers.iter().enumerate() {
                prop_assert_eq!(again.get(&bytes, i), number);
                prop_assert!(again.least() <= number && again.most().is_none_or(|most| number <= most));
            }
            let first = numbers.len() / 3;
            let mut spread = vec![0; numbers.len() - first];
            again.spread(&bytes, first, &mut spread, |slot, number| *slot = number);
            prop_assert_eq!(spread, &numbers[first..]);
            let least = numbers.iter().min().copied().unwrap_or(0);
            let divisor = numbers.iter().fold(0, |all, number| gcd(all, number - least));
            prop_assert_eq!(again.step, divisor.max(1));
        }
    }
}
