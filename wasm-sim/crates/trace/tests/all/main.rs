//! Import as a whole. One program: to link seven takes longer than to run them.

mod as_they_come;
mod bad_traces;
mod file;
mod fixtures;
mod fuzz;
mod import;
mod recorded_traces;
mod round_trip;
mod support;
