//! The energy of the three flash operations (SPEC 1; DFTL'J Table 3).

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_takes_the_energy_of_each_of_its_operations() {
        let energy = Energy {
            read_uj: 1.5,
            program_uj: 10.0,
            erase_uj: 100.0,
        };
        // 2 * 1.5 + 3 * 10 + 4 * 100 = 3 + 30 + 400.
        assert_eq!(energy.total_uj(2, 3, 4).to_bits(), 433_f64.to_bits());
    }
}
