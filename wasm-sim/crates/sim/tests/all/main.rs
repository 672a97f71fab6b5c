//! The simulation as a whole. One program: to link thirty takes longer than to run them.

mod buffers;
mod by_hand;
mod bytes;
mod chain_model;
mod corners;
mod decisions;
mod desnoyers;
mod golden;
mod last;
mod laws;
mod ledger;
mod parallel;
mod power;
mod quiet;
mod repeat;
mod scenarios;
mod schemes;
mod smallest_devices;
mod stepping;
mod superblock;
mod support;
mod worked_examples;
