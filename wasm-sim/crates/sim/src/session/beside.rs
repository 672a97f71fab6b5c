//! Runs that show little: the changed run that shows more is run beside.

use std::rc::Rc;

use super::Session;
use super::quiet::{self, Change, Why};
use crate::failure::Failure;
use crate::protocol::{Command, Slot, Target};
use crate::report::Report;

/// Why a run shows little, and the run that shows more.
pub struct Told {
    /// The reason.
    pub why: Why,
    /// Blocks beyond those that the logical pages fill.
    pub spare_blocks: u32,
    /// The change, and the report of the run with it; `None` where none that was tried shows more.
    pub more: Option<(Change, Report)>,
}

impl Session {
    /// Of a simulation at its end. Takes as long as the runs that are tried; this session stays as it is.
    pub fn quiet(&self, slot: Slot) -> Result<Option<Told>, Failure> {
        let run = self.simulation(slot)?;
        let Some(found) = quiet::of(run) else {
            return Ok(None);
        };
        let before = run.figures();
        let mut more = None;
        for changed in &found.tries {
            // A changed scenario may come to nothing: then it shows nothing.
            let Ok(after) = self.beside(&changed.scenario) else {
                continue;
            };
            if quiet::shows(found.why, &before, &after) {
                more = Some((changed.change, after));
                break;
            }
        }
        // That the least spare space is the cause, only the changed run says.
        let known = found.why != Why::LeastSpare || more.is_some();
        Ok(known.then_some(Told {
            why: found.why,
            spare_blocks: found.spare_blocks,
            more,
        }))
    }

    fn beside(&self, scenario: &str) -> Result<Report, Failure> {
        let mut session = Self::without_history();
        let traces = self.traces.iter();
        session.traces = traces
            .map(|(name, trace)| (name.clone(), Rc::clone(trace)))
            .collect();
        let open = Command::Open {
            slot: 0,
            scenario: scenario.to_owned(),
        };
        for command in [open, Command::run(0, Target::End)] {
            session.finish(command, u64::MAX, &mut |_, _, _| {})?;
        }
        Ok(session.simulation(0)?.report())
    }
}
