//! Runs that show little: the changed runs that may show more are run beside, in slices.

use super::Session;
use super::quiet::{self, Little};
use crate::failure::Failure;
use crate::protocol::{Command, Quiet, QuietMore, QuietWhy, Reply, Slot, Target};
use crate::simulation::Simulation;

/// The changed runs of a run that shows little, one after the other.
pub(super) struct Beside {
    little: Little,
    /// The write amplification of the run itself.
    before: Option<f64>,
    /// How many came to nothing.
    tried: usize,
    /// Holds the run under way.
    session: Session,
    /// The next command to it; without one, its job goes on.
    next: Option<Command>,
}

impl Session {
    /// Of a simulation at its end, as a job; this session stays as it is.
    pub(super) fn quiet(&mut self, slot: Slot, operations: u64) -> Result<Reply, Failure> {
        let run = self.simulation(slot)?;
        let Some(little) = quiet::of(run) else {
            return Ok(Reply::Quiet { quiet: None });
        };
        let mut beside = Beside {
            little,
            before: run.view().counters().write_amplification(),
            tried: 0,
            session: Session {
                traces: self.traces.clone(),
                ..Session::without_history()
            },
            next: None,
        };
        beside.open();
        self.start(super::Job::Quiet(Box::new(beside)), operations)
    }

    pub(super) fn slice_quiet(&mut self, mut beside: Box<Beside>, operations: u64) -> Reply {
        if let Some(progress) = beside.slice(operations) {
            self.job = Some(super::Job::Quiet(beside));
            return progress;
        }
        let quiet = beside.answer();
        Reply::Quiet { quiet }
    }
}

impl Beside {
    /// The next of the changed scenarios is to be opened, if there is one.
    fn open(&mut self) {
        // Of the run before only the traces stay.
        let traces = std::mem::take(&mut self.session.traces);
        self.session = Session {
            traces,
            ..Session::without_history()
        };
        let tried = self.little.tries.get(self.tried);
        self.next = tried.map(|changed| Command::Open {
            slot: 0,
            scenario: changed.scenario.clone(),
        });
    }

    /// Works until a run shows more, or none is left: `None`.
    fn slice(&mut self, operations: u64) -> Option<Reply> {
        while self.tried < self.little.tries.len() {
            let reply = match self.next.take() {
                Some(command) => self.session.command_within(command, operations),
                None => self.session.slice(operations),
            };
            match reply {
                Ok(Reply::Progress { done: false, .. }) => return reply.ok(),
                Ok(Reply::Opened { .. }) => self.next = Some(Command::run(0, Target::End)),
                Ok(_) if self.shows() => return None,
                // A changed scenario may also be refused, or come to a request that cannot be served: then it shows nothing.
                _ => {
                    self.tried += 1;
                    self.open();
                }
            }
        }
        None
    }

    fn shows(&self) -> bool {
        let after = self.session.simulation(0);
        after.is_ok_and(|after| quiet::shows(self.little.why, self.before, after))
    }

    fn answer(self) -> Option<Quiet> {
        let amplification = |run: &Simulation| run.view().counters().write_amplification();
        let changed = self.little.tries.into_iter().nth(self.tried);
        let more = changed.map(|changed| QuietMore {
            change: changed.change,
            scenario: changed.scenario,
            write_amplification: self.session.simulation(0).ok().and_then(amplification),
        });
        // That the least spare space is the cause, only the changed run says.
        let known = self.little.why != QuietWhy::LeastSpare || more.is_some();
        known.then_some(Quiet {
            why: self.little.why,
            spare_blocks: self.little.spare_blocks,
            write_amplification: self.before,
            more,
        })
    }
}
