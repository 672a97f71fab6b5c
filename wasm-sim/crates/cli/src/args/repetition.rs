//! `--repeat`.

use sim::scenario::{Or, Repetition, UntilSteady};

/// Until the write amplification is steady, with the defaults of a scenario.
const STEADY: &str = "steady";

/// How often the workload is run through; `None`: until it is steady.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repeat(Option<u32>);

impl Repeat {
    /// As a scenario has it.
    pub fn document(self) -> Or<u32, Repetition> {
        self.0.map_or_else(
            || {
                Or::Compound(Repetition {
                    until_steady: Some(UntilSteady::default()),
                })
            },
            Or::Scalar,
        )
    }
}

/// `3` or `steady`.
pub fn repeat(text: &str) -> Result<Repeat, String> {
    match text.parse() {
        Ok(times) if times > 0 => Ok(Repeat(Some(times))),
        _ if text == STEADY => Ok(Repeat(None)),
        _ => Err(format!("write a whole number from 1, or `{STEADY}`")),
    }
}
