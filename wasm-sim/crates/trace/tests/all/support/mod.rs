//! What several tests need.

pub mod fuzz;
