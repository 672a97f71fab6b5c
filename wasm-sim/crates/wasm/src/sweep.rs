//! The module of sweeps: runs of any scheme, one after the other in each of the page's workers.

use sim::sweep::{Mark, Outcome, Runner, ended};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::file::{JsFile, TraceFile};
use crate::reply::throw_panics;

/// Runs of scenarios, without history. The outcome of a run is text as a line of results has it: `"report":{…}` or
/// `"failure":{…}`, the same bytes as the command line's.
#[wasm_bindgen]
pub struct Runs {
    runner: Runner,
}

#[wasm_bindgen]
impl Runs {
    /// Without a run.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        throw_panics();
        Self {
            runner: Runner::new(),
        }
    }

    /// Lets scenarios name a columnar trace file; if it is none, what that makes of a run of it.
    pub fn attach(&mut self, name: &str, file: TraceFile) -> Option<String> {
        let attached = self.runner.attach(name, Box::new(JsFile(file)));
        said(attached.err().map(|failure| Outcome::new(&Err(failure))))
    }

    /// Begins a run; what it came to, if it ended at once.
    pub fn start(&mut self, scenario: &str) -> Option<String> {
        said(ended(self.runner.start(scenario)))
    }

    /// Works on it for about this many flash operations; what it came to, when it has ended.
    pub fn slice(&mut self, operations: f64) -> Option<String> {
        said(ended(self.runner.slice(operations.max(1.0) as u64)))
    }

    /// The ends of the windows of the run, seven figures each: requests, host page writes, programs, erases, requests answered and
    /// the sums of their service and response times in us, all from the beginning of the run.
    pub fn marks(&self) -> Vec<f64> {
        let figures = |mark: &Mark| {
            let Mark {
                requests,
                writes,
                programs,
                erases,
                answered,
                service_us,
                response_us,
            } = *mark;
            [
                f64::from(requests),
                writes as f64,
                programs as f64,
                erases as f64,
                answered as f64,
                service_us,
                response_us,
            ]
        };
        self.runner.marks().iter().flat_map(figures).collect()
    }

    /// The current work: `precondition`, `run`.
    pub fn doing(&self) -> String {
        self.runner.stand().doing.name().to_owned()
    }

    /// How many requests of [`Self::total`] are done.
    pub fn requests(&self) -> u32 {
        self.runner.stand().requests
    }

    /// See [`Self::requests`].
    pub fn total(&self) -> u32 {
        self.runner.stand().total
    }
}

fn said(outcome: Option<Outcome>) -> Option<String> {
    outcome.map(|outcome| outcome.text().to_owned())
}
