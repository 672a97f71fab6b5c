//! Policies: a run that asks a program in JavaScript, in the page's sandbox.

use sim::counterexample::{Badness, Search};
use sim::failure::{Failure, FailureKind};
use sim::json;
use sim::policy::{Asked, Comparison, DeviceFacts, Hooks, Program, Run, Stop};
use wasm_bindgen::prelude::*;

use crate::reply::throw_panics;

#[wasm_bindgen]
extern "C" {
    /// The caller of a policy's functions: `web/worker/policy/runtime.js`, made to throw only texts (a [`Stop`] in JSON).
    pub type PolicyHost;

    #[wasm_bindgen(method)]
    fn hooks(this: &PolicyHost) -> Vec<u32>;
    #[wasm_bindgen(method, catch)]
    fn init(
        this: &PolicyHost,
        blocks: u32,
        pages_per_block: u32,
        logical_pages: u32,
    ) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn notes(this: &PolicyHost, notes: &[u32]) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn decide(
        this: &PolicyHost,
        kind: u32,
        own: u32,
        lpn: u32,
        now: f64,
        facts: &[f64],
    ) -> Result<f64, JsValue>;
    #[wasm_bindgen(method, js_name = takeLog)]
    fn take_log(this: &PolicyHost) -> Vec<String>;
    #[wasm_bindgen(method, js_name = logs)]
    fn logs(this: &PolicyHost) -> bool;
    #[wasm_bindgen(method, js_name = stateBytes)]
    fn state_bytes(this: &PolicyHost) -> f64;
}

struct Js(PolicyHost);

/// The text that the host throws, taken apart.
fn stopped(error: &JsValue) -> Stop {
    let parts: Vec<String> = error
        .as_string()
        .map(|text| text.split('\u{1f}').map(str::to_owned).collect())
        .unwrap_or_default();
    let part = |n: usize| parts.get(n).cloned().unwrap_or_default();
    Stop {
        function: part(0),
        message: part(1),
        remedy: part(2),
        line: part(3).parse().ok(),
        column: part(4).parse().ok(),
    }
}

impl Program for Js {
    fn hooks(&self) -> Hooks {
        match self.0.hooks()[..] {
            [notes, answers, looks] => Hooks {
                notes,
                answers,
                looks,
            },
            _ => Hooks::default(),
        }
    }

    fn init(&mut self, device: &DeviceFacts) -> Result<(), Stop> {
        let g = device.geometry;
        let done = self
            .0
            .init(g.blocks, g.pages_per_block, device.logical_pages);
        done.map_err(|error| stopped(&error))
    }

    fn notes(&mut self, notes: &[u32]) -> Result<(), Stop> {
        self.0.notes(notes).map_err(|error| stopped(&error))
    }

    fn decide(&mut self, asked: &Asked<'_>) -> Result<Option<u32>, Stop> {
        let facts = asked.numbers();
        let answer = self
            .0
            .decide(asked.kind, asked.own, asked.lpn, asked.now as f64, &facts);
        let answer = answer.map_err(|error| stopped(&error))?;
        Ok((answer >= 0.0).then_some(answer as u32))
    }

    fn take_log(&mut self) -> Vec<String> {
        if self.0.logs() {
            self.0.take_log()
        } else {
            Vec::new()
        }
    }

    fn state_bytes(&self) -> u64 {
        self.0.state_bytes() as u64
    }
}

/// A search for a trace on which a policy is much worse than the FTL's own choices, or fails. Failures are thrown as JSON.
#[wasm_bindgen]
pub struct PolicySearch {
    search: Search,
}

#[wasm_bindgen]
impl PolicySearch {
    /// On the device of a scenario; `limit`: traces to try.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: &str, host: PolicyHost, limit: u32) -> Result<PolicySearch, JsValue> {
        throw_panics();
        let program: Box<dyn Program> = Box::new(Js(host));
        let search = Search::open(
            scenario,
            scenario,
            Some(program),
            Badness::Total,
            (1, limit),
        );
        let search = search.map_err(|failure| thrown(&failure))?;
        Ok(Self { search })
    }

    /// Tries about this many traces more; whether it is over.
    pub fn slice(&mut self, traces: u32) -> bool {
        self.search.slice(traces)
    }

    /// Traces tried.
    pub fn tried(&self) -> u32 {
        self.search.progress().0
    }

    /// The worst trace so far, as JSON; `null` before the first.
    pub fn found(&mut self) -> String {
        json::text(&self.search.found())
    }
}

/// A run whose decisions a policy takes. Failures are thrown as JSON.
#[wasm_bindgen]
pub struct PolicyRun {
    run: Run,
}

fn thrown(failure: &Failure) -> JsValue {
    JsValue::from_str(&json::text(failure))
}

#[wasm_bindgen]
impl PolicyRun {
    /// Prepares a scenario, and tells the policy of it.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: &str, host: PolicyHost) -> Result<PolicyRun, JsValue> {
        throw_panics();
        let run = Run::open(scenario, Box::new(Js(host))).map_err(|failure| thrown(&failure))?;
        Ok(Self { run })
    }

    /// Serves about this many requests more; whether all are served.
    pub fn slice(&mut self, requests: u32) -> Result<bool, JsValue> {
        self.run.slice(requests).map_err(|failure| thrown(&failure))
    }

    /// Requests served.
    pub fn done(&self) -> u32 {
        self.run.position().0
    }

    /// Requests in all.
    pub fn total(&self) -> u32 {
        self.run.position().1
    }

    /// The outcome so far, as JSON.
    pub fn outcome(&self) -> String {
        json::text(&self.run.outcome())
    }

    /// The scenario with the policy's choices: the same run without it.
    pub fn scenario(&self) -> String {
        self.run.scenario()
    }

    /// A failure that only the sandbox can see, in the form of the others.
    pub fn failure(message: &str, remedy: &str) -> String {
        json::text(&Failure::new(FailureKind::Policy, message, remedy))
    }
}

/// Where the policy whose choices a scenario has loses (SPEC 13.6). It runs no code. Failures are thrown as JSON.
#[wasm_bindgen]
pub struct PolicyComparison {
    comparison: Comparison,
}

#[wasm_bindgen]
impl PolicyComparison {
    /// Prepares a scenario with the choices.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: &str) -> Result<PolicyComparison, JsValue> {
        throw_panics();
        let comparison = Comparison::open(scenario).map_err(|failure| thrown(&failure))?;
        Ok(Self { comparison })
    }

    /// Serves about this many requests more; whether it is over.
    pub fn slice(&mut self, requests: u32) -> Result<bool, JsValue> {
        self.comparison
            .slice(requests)
            .map_err(|failure| thrown(&failure))
    }

    /// Requests served.
    pub fn done(&self) -> u32 {
        self.comparison.position().0
    }

    /// Requests in all.
    pub fn total(&self) -> u32 {
        self.comparison.position().1
    }

    /// The losses so far, as JSON.
    pub fn losses(&self) -> String {
        json::text(&self.comparison.losses())
    }
}
