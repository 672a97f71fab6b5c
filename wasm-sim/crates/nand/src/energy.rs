//! What the three flash operations cost in energy (SPEC 1; DFTL'J Table 3).

/// Energy of flash operations, in microjoules. All zero when a preset names none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// One page read.
    pub read_uj: f64,
    /// One page program.
    pub program_uj: f64,
    /// One block erase.
    pub erase_uj: f64,
}

impl Energy {
    /// The energy of a bundle of operations, in microjoules.
    pub fn total_uj(self, reads: u64, programs: u64, erases: u64) -> f64 {
        reads as f64 * self.read_uj
            + programs as f64 * self.program_uj
            + erases as f64 * self.erase_uj
    }
}
