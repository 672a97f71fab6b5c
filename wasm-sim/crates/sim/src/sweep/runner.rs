//! Runs in slices, for a caller with other things to hear between them: the page's workers.

use trace::Bytes;

use super::Outcome;
use crate::failure::Failure;
use crate::protocol::{Command, Doing, Reply, Target};
use crate::report::Report;
use crate::session::Session;
use crate::simulation::Simulation;

/// The one slot of the session.
const SLOT: u32 = 0;

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stand {
    /// The current work: the precondition, or the run.
    pub doing: Doing,
    /// Requests that are done, and how many there are.
    pub requests: u32,
    /// See `requests`.
    pub total: u32,
}

/// Runs scenarios to their ends, one after the other and slice by slice, without history.
pub struct Runner {
    session: Session,
    /// Whether the run under way is prepared: it is past `Command::Open`.
    opened: bool,
    stand: Stand,
}

impl Default for Runner {
    fn default() -> Self {
        Self::new()
    }
}

impl Runner {
    /// Without a run.
    pub fn new() -> Self {
        Self {
            session: Session::without_history(),
            opened: false,
            stand: Stand::default(),
        }
    }

    /// Lets scenarios name a columnar trace file.
    ///
    /// # Errors
    /// Why it is none.
    pub fn attach(&mut self, name: &str, file: Box<dyn Bytes>) -> Result<(), Failure> {
        self.session.attach(name, file).map(drop)
    }

    /// Begins a run. The one before is forgotten first: two of them need not fit memory together.
    ///
    /// # Errors
    /// As [`Self::slice`].
    pub fn start(&mut self, scenario: &str) -> Result<Option<Report>, Failure> {
        self.opened = false;
        self.stand = Stand::default();
        self.session.command(Command::Close { slot: SLOT })?;
        let reply = self.session.command(Command::Open {
            slot: SLOT,
            scenario: scenario.to_owned(),
        })?;
        self.go_on(reply)
    }

    /// Works on the run for about this many flash operations; gives its report when it is done.
    ///
    /// # Errors
    /// What is wrong with the scenario or the trace, or why the run could not go on.
    pub fn slice(&mut self, operations: u64) -> Result<Option<Report>, Failure> {
        let reply = self.session.slice(operations)?;
        self.go_on(reply)
    }

    /// How far the run is.
    pub fn stand(&self) -> &Stand {
        &self.stand
    }

    fn go_on(&mut self, mut reply: Reply) -> Result<Option<Report>, Failure> {
        if !self.opened && !matches!(reply, Reply::Progress { done: false, .. }) {
            self.opened = true;
            reply = self.session.command(Command::run(SLOT, Target::End))?;
        }
        match reply {
            Reply::Progress {
                done: false,
                doing,
                requests,
                total,
                ..
            } => {
                self.stand = Stand {
                    doing,
                    requests,
                    total,
                };
                Ok(None)
            }
            _ => self
                .session
                .simulation(SLOT)
                .map(Simulation::report)
                .map(Some),
        }
    }
}

/// The outcome of a step of a run, if it came to an end.
pub fn ended(step: Result<Option<Report>, Failure>) -> Option<Outcome> {
    step.transpose().map(|result| Outcome::new(&result))
}

#[cfg(test)]
mod tests {
    use super::super::run;
    use super::*;

    fn scenario(seed: u32) -> String {
        format!(
            r#"{{"format": 1, "seed": {seed}, "device": {{"blocks": 400, "pages_per_block": 8}}, "logical_pages": 2400,
            "ftl": {{"kind": "fast", "log_blocks": 30}}, "precondition": [{{"kind": "random_fill"}}],
            "workload": {{"kind": "uniform", "requests": 4000}}}}"#
        )
    }

    #[test]
    fn runs_in_slices_come_to_what_whole_runs_come_to_and_tell_how_far_they_are() {
        let mut runner = Runner::new();
        let mut heard = Vec::new();
        for seed in [1, 2] {
            let mut report = runner.start(&scenario(seed)).unwrap();
            while report.is_none() {
                heard.push(runner.stand().clone());
                report = runner.slice(40).unwrap();
            }
            assert_eq!(report, run(&scenario(seed), None).ok());
        }
        assert!(heard.iter().any(|stand| stand.doing == Doing::Precondition));
        let last = heard.last().unwrap();
        assert_eq!((last.doing, last.total), (Doing::Run, 4000));
        assert!(last.requests > 3000, "{last:?}");
    }

    #[test]
    fn a_scenario_that_is_refused_leaves_room_for_the_next() {
        let mut runner = Runner::new();
        assert!(ended(runner.start("{")).is_some_and(|outcome| !outcome.is_report()));
        assert!(ended(runner.start(&scenario(1))).is_none());
        assert!(ended(runner.slice(u64::MAX)).is_none(), "prepared");
        assert!(ended(runner.slice(u64::MAX)).is_some_and(|outcome| outcome.is_report()));
    }
}
