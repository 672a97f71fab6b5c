//! Reading scenarios: their schema, options, and what is wrong with bad ones.

mod bad_scenarios;
mod dftl_options;
mod fuzz;
mod options;
#[cfg(feature = "ts")]
mod schema;
