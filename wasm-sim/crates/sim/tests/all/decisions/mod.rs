//! Decisions of a person instead of the FTL's.

mod choices;
mod interventions;
mod losses;
