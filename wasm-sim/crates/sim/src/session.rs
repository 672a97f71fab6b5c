//! The session: open simulations, jobs in slices, attached traces; commands in, replies out.
//!
//! It serves the page (through the wasm crate) and the command line alike. A failed command changes nothing.
//!
//! A little long: it has one function per command, and the commands are read side by side.

mod beside;
mod explain;
mod exports;
mod opening;
mod passes;
mod quiet;
mod replies;

use std::rc::Rc;
use std::sync::Arc;

use trace::{Bytes, Trace};

use self::beside::Beside;
use self::opening::Opening;
use self::replies::{initial_failure, misuse, progress, summary};
use crate::device::Device;
use crate::export::Export;
use crate::failure::{Failure, FailureKind};
use crate::frame::{Window, cells, frame, heat};
use crate::json::{self, Index};
use crate::ledger::Keeping;
use crate::predicate;
use crate::protocol::{Command, Doing, Reply, Slot, Target};
use crate::scenario::{self, Setup};
use crate::scenario::{Intervention, Override};
use crate::simulation::{Provenance, Simulation};
use crate::workload::Source;

/// Flash operations of a job's first slice, which the command itself spends, so that a step is answered in one call.
pub const FIRST_SLICE: u64 = 2_000;

/// The work of slices.
enum Job {
    Open(Box<Opening>),
    Run { slot: Slot, doing: Doing },
    Provenance { slot: Slot, search: Box<Provenance> },
    Quiet(Box<Beside>),
    Explain { slot: Slot, keeping: Box<Keeping> },
}

/// See the module.
#[derive(Default)]
pub struct Session {
    slots: Vec<(Slot, Simulation)>,
    traces: Vec<(String, Rc<Trace>)>,
    job: Option<Job>,
    /// The log that is being written, part by part.
    export: Option<Export>,
    cells: Vec<u32>,
    heat: Vec<u32>,
    /// Whether simulations keep nothing to go back to.
    bare: bool,
}

impl Session {
    /// An empty session.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty session for runs that are run through once: going back is possible, from the beginning each time.
    pub fn without_history() -> Self {
        Self {
            bare: true,
            ..Self::default()
        }
    }

    /// Serves a command. A short job is done when this returns; otherwise the reply is its first progress, and [`Self::slice`]
    /// continues it.
    pub fn command(&mut self, command: Command) -> Result<Reply, Failure> {
        self.command_within(command, FIRST_SLICE)
    }

    /// [`Self::command`], with another first slice.
    pub fn command_within(&mut self, command: Command, operations: u64) -> Result<Reply, Failure> {
        match command {
            Command::Check { scenario } => self.check(&scenario),
            Command::Open { slot, scenario } => self.open(slot, &scenario, operations),
            Command::Fork {
                slot,
                into,
                interventions,
            } => self.fork(slot, into, &interventions),
            Command::Close { slot } => {
                self.close(slot);
                Ok(Reply::Done)
            }
            Command::Run {
                slot,
                target,
                stops,
                tally,
            } => {
                let doing = match target {
                    Target::End => Doing::Run,
                    Target::Next { .. } => Doing::Search,
                    Target::Position { .. } | Target::Step { .. } => Doing::Seek,
                };
                let simulation = self.simulation_mut(slot)?;
                simulation.count(tally == Some(true));
                simulation.go(target, stops);
                self.start(Job::Run { slot, doing }, operations)
            }
            Command::Predicate { text } => Ok(Reply::Predicate {
                text: predicate::parse(&text)?.to_string(),
            }),
            Command::Costs {
                slot,
                from,
                operations,
            } => self.costs(slot, from, operations),
            Command::Frame {
                slot,
                from_block,
                to_block,
                from_lpn,
                lpns,
                ppn,
                lpn,
            } => {
                let window = Window {
                    from_block,
                    to_block,
                    from_lpn,
                    lpns,
                    ppn,
                    lpn,
                };
                let frame = Box::new(frame(slot, self.simulation(slot)?, window));
                Ok(Reply::Frame { frame })
            }
            Command::Report { slot } => Ok(Reply::Report {
                report: Box::new(self.simulation(slot)?.report()),
            }),
            Command::Quiet { slot } => self.quiet(slot, operations),
            Command::Explain { slot, ranges } => self.explain(slot, ranges, operations),
            Command::Provenance { slot, ppn } => {
                let Some(search) = self.simulation(slot)?.provenance(ppn) else {
                    return Ok(Reply::Provenance { moves: Vec::new() });
                };
                let search = Box::new(search);
                self.start(Job::Provenance { slot, search }, operations)
            }
            Command::Export {
                trace,
                slot,
                from,
                count,
                page_bytes,
            } => self.export(
                trace.as_deref(),
                slot,
                from..from.saturating_add(count),
                page_bytes,
            ),
            Command::Lanes { slot } => Ok(Reply::Lanes {
                lanes: self.simulation(slot)?.timeline().lanes(),
            }),
            Command::Cancel => {
                if let Some(Job::Run { slot, .. }) = self.job.take()
                    && let Ok(simulation) = self.simulation_mut(slot)
                {
                    simulation.cancel();
                }
                Ok(Reply::Done)
            }
        }
    }

    /// Serves a command to its end, in slices of about `operations` flash operations. After each, `look` receives the
    /// current run, and how many requests of how many are done.
    pub fn finish(
        &mut self,
        command: Command,
        operations: u64,
        look: &mut dyn FnMut(Doing, u32, u32),
    ) -> Result<Reply, Failure> {
        let mut reply = self.command(command)?;
        while let Reply::Progress {
            done: false,
            doing,
            requests,
            total,
            ..
        } = &reply
        {
            look(*doing, *requests, *total);
            reply = self.slice(operations)?;
        }
        Ok(reply)
    }

    /// Works on the job for about `operations` flash operations.
    pub fn slice(&mut self, operations: u64) -> Result<Reply, Failure> {
        let reply = match self.job.take() {
            None => return Err(misuse("no job is under way", "start one first")),
            Some(Job::Open(opening)) => self.slice_open(opening, operations),
            Some(Job::Run { slot, doing }) => self.slice_run(slot, doing, operations),
            Some(Job::Provenance { slot, search }) => {
                self.slice_provenance(slot, search, operations)
            }
            Some(Job::Quiet(beside)) => Ok(self.slice_quiet(beside, operations)),
            Some(Job::Explain { slot, keeping }) => self.slice_explain(slot, keeping, operations),
        };
        if reply.is_err() {
            self.job = None;
        }
        reply
    }

    /// The page columns of a frame (see `protocol::CELL_WORDS`); empty for an empty slot.
    pub fn cells(&mut self, slot: Slot, from_block: u32, to_block: u32) -> &[u32] {
        self.cells.clear();
        if let Ok(simulation) = found(&self.slots, slot) {
            cells(simulation.view(), from_block, to_block, &mut self.cells);
        }
        &self.cells
    }

    /// The heat columns of a slot (see `protocol::HEAT_WORDS`); empty for an empty slot. They stay where they are until
    /// the next call of this.
    pub fn heat(&mut self, slot: Slot) -> &[u32] {
        self.heat.clear();
        if let Ok(simulation) = found(&self.slots, slot) {
            heat(simulation.view(), &mut self.heat);
        }
        &self.heat
    }

    /// Attaches a columnar trace file, so that scenarios can name it; one of the same name is replaced, but for the
    /// simulations that run it.
    pub fn attach(&mut self, name: &str, file: Box<dyn Bytes>) -> Result<Reply, Failure> {
        let trace = Trace::open(file)
            .map_err(|error| Failure::new(FailureKind::Trace, format!("{name}: {error}"), ""))?;
        self.keep_trace(name, trace);
        Ok(Reply::Done)
    }

    /// Keeps a trace, so that scenarios can name it.
    pub fn keep_trace(&mut self, name: &str, trace: impl Into<Rc<Trace>>) {
        self.traces.retain(|(of, _)| of != name);
        self.traces.push((name.to_owned(), trace.into()));
    }

    /// An open simulation.
    pub fn simulation(&self, slot: Slot) -> Result<&Simulation, Failure> {
        found(&self.slots, slot)
    }

    fn simulation_mut(&mut self, slot: Slot) -> Result<&mut Simulation, Failure> {
        let found = self.slots.iter_mut().find(|(of, _)| *of == slot);
        found
            .map(|(_, simulation)| simulation)
            .ok_or_else(|| empty(slot))
    }

    fn close(&mut self, slot: Slot) {
        self.slots.retain(|(of, _)| *of != slot);
    }

    fn put(&mut self, slot: Slot, simulation: Simulation) {
        self.close(slot);
        self.slots.push((slot, simulation));
    }

    fn trace(&self, name: &str) -> Option<Rc<Trace>> {
        let found = self.traces.iter().find(|(of, _)| of == name);
        found.map(|(_, trace)| Rc::clone(trace))
    }

    fn start(&mut self, job: Job, operations: u64) -> Result<Reply, Failure> {
        self.job = Some(job);
        self.slice(operations)
    }

    fn prepare(&self, text: &str) -> Result<(Arc<Setup>, Source), Failure> {
        let setup = scenario::parse(text)?;
        let source = Source::workload(&setup, &|name| self.trace(name))?;
        Ok((Arc::new(setup), source))
    }

    fn check(&self, text: &str) -> Result<Reply, Failure> {
        let (setup, source) = self.prepare(text)?;
        if setup.initial.is_some() {
            Device::new(&setup).map_err(|e| initial_failure(&e, text))?;
        }
        let counted = source.len() - setup.warmup_requests.min(source.len());
        Ok(Reply::Checked {
            summary: summary(&setup, &source, counted),
        })
    }

    fn fork(&mut self, slot: Slot, into: Slot, extra: &[Override]) -> Result<Reply, Failure> {
        let simulation = self.simulation(slot)?;
        let here = simulation.position().request;
        if let Some(early) = extra.iter().find(|i| i.request() < here) {
            return Err(misuse(
                &format!(
                    "request {} lies before the fork at request {here}",
                    early.request()
                ),
                "go back to that request first, then fork",
            ));
        }
        let setup = Arc::new(with_interventions(simulation.setup(), extra)?);
        let fork = simulation.fork(Arc::clone(&setup));
        let requests = fork.requests();
        let source = Source::workload(&setup, &|name| self.trace(name))?;
        self.put(into, fork);
        Ok(Reply::Opened {
            slot: into,
            summary: summary(&setup, &source, requests),
        })
    }

    fn slice_run(&mut self, slot: Slot, doing: Doing, operations: u64) -> Result<Reply, Failure> {
        let simulation = self.simulation_mut(slot)?;
        let arrival = simulation.slice(operations)?;
        let (requests, total) = (simulation.reached(), simulation.requests());
        if arrival.is_none() {
            self.job = Some(Job::Run { slot, doing });
        }
        Ok(Reply::Progress {
            done: arrival.is_some(),
            doing,
            requests,
            total,
            found: arrival.is_some_and(|a| a.found),
            hit: arrival.and_then(|a| a.hit).map(|clause| clause.to_string()),
        })
    }

    fn slice_provenance(
        &mut self,
        slot: Slot,
        mut search: Box<Provenance>,
        operations: u64,
    ) -> Result<Reply, Failure> {
        let simulation = self.simulation(slot)?;
        if !simulation.look_back(&mut search, operations)? {
            let (reached, total) = (search.reached(), simulation.position().request);
            self.job = Some(Job::Provenance { slot, search });
            return Ok(progress(Doing::Provenance, reached, total));
        }
        let moves = search.moves();
        Ok(Reply::Provenance { moves })
    }

    fn costs(&mut self, slot: Slot, from: u32, operations: u32) -> Result<Reply, Failure> {
        let simulation = self.simulation_mut(slot)?;
        if from == 0 {
            simulation.restart();
        } else if from != simulation.reached() {
            return Err(misuse(
                &format!("slot {slot} has not served requests 0 to {from}"),
                "ask for the costs from 0 on",
            ));
        }
        let mut costs = Vec::new();
        let mut done = 0;
        while done <= operations {
            let Some(cost) = simulation.serve_one()? else {
                break;
            };
            costs.extend([cost.reads, cost.programs, cost.erases]);
            done = done.saturating_add(1 + cost.reads + cost.programs);
        }
        Ok(Reply::Costs { costs })
    }
}

/// The simulation of a slot, if there is one.
fn found(slots: &[(Slot, Simulation)], slot: Slot) -> Result<&Simulation, Failure> {
    let found = slots.iter().find(|(of, _)| *of == slot);
    found
        .map(|(_, simulation)| simulation)
        .ok_or_else(|| empty(slot))
}

fn empty(slot: Slot) -> Failure {
    misuse(
        &format!("slot {slot} is empty"),
        "open a scenario in it first",
    )
}

/// The same scenario with more interventions.
fn with_interventions(setup: &Setup, extra: &[Override]) -> Result<Setup, Failure> {
    let key = |choice: &Intervention| (choice.request, choice.decision);
    let mut all = setup.overrides();
    // Of two for one decision the new one counts; of options the last said.
    all.retain(|own| {
        let Override::Choice(own) = own else {
            return true;
        };
        let same = |new: &Override| matches!(new, Override::Choice(new) if key(new) == key(own));
        !extra.iter().any(same)
    });
    all.extend_from_slice(extra);
    // The canonical text has the list in any case, if only empty.
    let text = setup.canonical.as_str();
    let index = Index::new(text);
    let node = index
        .node_of("interventions")
        .expect("canonical text is complete");
    let (before, after) = index.around(node);
    scenario::parse(&format!("{before}{}{after}", json::text(&all)))
}
