//! Answers of `ftl-lab` to a person with a trace and a question.

use super::*;

mod changes;
mod drives;
mod explain;
mod lifetime;
mod remedies;
mod spare;
