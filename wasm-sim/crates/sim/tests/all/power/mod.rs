//! Power losses under DFTL: no acknowledged write is lost.

mod dftl_power;
mod power_cuts;
