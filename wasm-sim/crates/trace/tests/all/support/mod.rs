//! Helpers of several tests.

pub mod fuzz;
