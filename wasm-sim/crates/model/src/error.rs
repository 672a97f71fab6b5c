//! A question to a model that it has no answer to.

use std::error::Error;
use std::fmt;

/// A parameter outside the range that its model is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutOfRange {
    /// The parameter, as the paper calls it.
    pub parameter: &'static str,
    /// The given value.
    pub given: f64,
    /// The allowed values.
    pub wanted: &'static str,
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            parameter,
            given,
            wanted,
        } = self;
        write!(f, "{parameter} is {given}; it must be {wanted}")
    }
}

impl Error for OutOfRange {}

/// The value, if it is in range. NaN never is: ask by comparisons that it fails.
pub(crate) fn check(
    parameter: &'static str,
    given: f64,
    holds: bool,
    wanted: &'static str,
) -> Result<f64, OutOfRange> {
    if holds && given.is_finite() {
        Ok(given)
    } else {
        Err(OutOfRange {
            parameter,
            given,
            wanted,
        })
    }
}
