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

    /// The time of a bundle of operations, in nanoseconds.
    #[inline]
    pub const fn total_ns(self, reads: u64, programs: u64, erases: u64) -> u64 {
        reads * self.read_ns + programs * self.program_ns + erases * self.erase_ns
    }
}
