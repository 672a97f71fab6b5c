//! Steps, breakpoints, and the state that is shown between them.

mod actions;
mod breakpoints;
mod frame;
mod pieces;
mod provenance;
mod slices;
mod tally;
