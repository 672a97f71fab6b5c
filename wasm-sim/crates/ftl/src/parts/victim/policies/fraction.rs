//! Fractions that are compared exactly: scores too close for floating point are still distinguished.

use std::cmp::Ordering;

/// `over` / `under`, both not negative and not both 0. With `under` 0 it is infinite.
#[derive(Clone, Copy, Debug)]
pub struct Fraction {
    /// The numerator.
    pub over: u128,
    /// The denominator.
    pub under: u128,
}

impl Ord for Fraction {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        // a/b < c/d where ad < cb. It holds for infinite ones too: 0 on both sides is a tie.
        (self.over * other.under).cmp(&(other.over * self.under))
    }
}

impl PartialOrd for Fraction {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fraction {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Fraction {}
