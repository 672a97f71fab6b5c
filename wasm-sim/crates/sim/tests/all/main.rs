//! The simulation as a whole. One program: to link thirty takes longer than to run them.

mod actions;
mod bad_scenarios;
mod breakpoints;
mod buffers;
mod by_hand;
mod chain_model;
mod choices;
mod desnoyers;
mod dftl_options;
mod dftl_power;
mod frame;
mod fuzz;
mod golden;
mod interventions;
mod last;
mod laws;
mod options;
mod parallel;
mod power_cuts;
mod provenance;
mod ram;
#[cfg(feature = "ts")]
mod schema;
mod schemes;
mod smallest_devices;
mod superblock;
mod support;
mod tally;
mod worked_examples;
