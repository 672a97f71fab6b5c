//! How long the three flash operations take (SPEC 1).

/// Durations of flash operations, in whole nanoseconds so that sums are exact on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// One page read, transfer included.
    pub read_ns: u64,
    /// One page program, transfer included.
    pub program_ns: u64,
    /// One block erase.
    pub erase_ns: u64,
}

impl Timing {
    /// From microseconds as the papers print them; rounded to the nanosecond.
    pub fn from_us(read_us: f64, program_us: f64, erase_us: f64) -> Self {
        let ns = |us: f64| (us * 1000.0 + 0.5) as u64;
        Self {
            read_ns: ns(read_us),
            program_ns: ns(program_us),
            erase_ns: ns(erase_us),
        }
    }

    /// The time of a bundle of operations, in nanoseconds. Products of 128 bits are slow in wasm, and rarely needed.
    #[inline]
    pub const fn total_ns(self, reads: u64, programs: u64, erases: u64) -> u128 {
        let (most, longest) = (
            reads | programs | erases,
            self.read_ns | self.program_ns | self.erase_ns,
        );
        // Each of the three products is below 2^62: up to four million operations of up to 18 minutes.
        if (most >> 22) | (longest >> 40) == 0 {
            return (reads * self.read_ns + programs * self.program_ns + erases * self.erase_ns)
                as u128;
        }
        self.long_ns(reads, programs, erases)
    }

    #[cold]
    const fn long_ns(self, reads: u64, programs: u64, erases: u64) -> u128 {
        reads as u128 * self.read_ns as u128
            + programs as u128 * self.program_ns as u128
            + erases as u128 * self.erase_ns as u128
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn microseconds_are_rounded_to_the_nanosecond() {
        // 2.3 * 1000 is 2299.9999999999995 in floating point.
        let timing = Timing::from_us(2.3, 0.0015, 1500.0);
        assert_eq!(
            (timing.read_ns, timing.program_ns, timing.erase_ns),
            (2300, 2, 1_500_000)
        );
    }

    #[test]
    fn a_bundle_takes_the_time_of_each_of_its_operations() {
        // 2 * 25 + 3 * 200 + 4 * 1500 = 50 + 600 + 6000.
        let timing = Timing::from_us(25.0, 200.0, 1500.0);
        assert_eq!(timing.total_ns(2, 3, 4), 6_650_000);
        // A thousand seconds each, as long as a scenario allows: 10^12 ns times 60 million.
        let timing = Timing::from_us(1e9, 1e9, 1e9);
        assert_eq!(
            timing.total_ns(10_000_000, 20_000_000, 30_000_000),
            60_000_000_000_000_000_000
        );
        // Below 2^64 in each product, above it in their sum.
        assert_eq!(
            timing.total_ns(18_000_000, 18_000_000, 0),
            36_000_000_000_000_000_000
        );
    }
}
