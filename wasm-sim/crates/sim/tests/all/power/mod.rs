//! Power losses: nothing acknowledged is lost.

mod dftl_power;
mod power_cuts;
