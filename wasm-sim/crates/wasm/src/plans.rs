//! Plans in the page: what `sim::sweep::Sweep` says, as text.

use sim::json;
use sim::sweep::{Key, Outcome, Sweep, interval, read_lines};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::reply::{answer, throw_panics};

/// A plan with what its runs have come to. Opened first, then settled; what is asked for before is empty.
#[wasm_bindgen]
#[derive(Default)]
pub struct Plans {
    sweep: Option<Sweep>,
}

#[wasm_bindgen]
impl Plans {
    /// Without a plan.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        throw_panics();
        Self::default()
    }

    /// Reads a plan: `{"ok": PlanShown}` or `{"err": Failure}`; then the one before stays.
    pub fn open(&mut self, text: &str) -> String {
        answer(&Sweep::open(text).map(|sweep| {
            let shown = sweep.shown();
            self.sweep = Some(sweep);
            shown
        }))
    }

    /// Takes the hashes of the plan's traces, in their order: `{"ok": null}` or `{"err": Failure}`.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "JavaScript hands over lists of texts"
    )]
    pub fn settle(&mut self, hashes: Vec<String>) -> String {
        let sweep = self.sweep.as_mut();
        answer(&sweep.map_or(Ok(()), |sweep| sweep.settle(&hashes)))
    }

    /// The inputs of a run's outcome, as text; nothing of a combination that is no scenario.
    pub fn key(&self, run: u32) -> Option<String> {
        Some(json::text(&key_parts(self.sweep.as_ref()?.key(run)?)))
    }

    /// The runs that are to be run.
    pub fn missing(&self) -> Vec<u32> {
        self.sweep.as_ref().map_or_else(Vec::new, Sweep::missing)
    }

    /// How many runs have an outcome.
    pub fn done(&self) -> u32 {
        self.sweep.as_ref().map_or(0, Sweep::done)
    }

    /// The scenario of a run.
    pub fn scenario(&self, run: u32) -> Option<String> {
        Some(self.sweep.as_ref()?.point(run).scenario)
    }

    /// The scenario of a run in canonical form; nothing of a combination that is not a scenario.
    pub fn canonical(&self, run: u32) -> Option<String> {
        let setup = self.sweep.as_ref()?.point(run).setup;
        setup.ok().map(|setup| setup.canonical)
    }

    /// Which of the plan's traces it wants.
    pub fn trace(&self, run: u32) -> Option<u32> {
        let sweep = self.sweep.as_ref()?;
        sweep.trace(&sweep.point(run)).map(|at| at as u32)
    }

    /// Takes what the run of a key came to. Whether it is worth keeping: a bug of the engine is not, and a text that is no outcome.
    pub fn put(&mut self, run: u32, outcome: &str) -> bool {
        let (Some(sweep), Ok(outcome)) = (&mut self.sweep, Outcome::read(outcome)) else {
            return false;
        };
        if sweep.key(run).is_none() {
            return false;
        }
        sweep.put(run, &outcome);
        !outcome.is_bug()
    }

    /// Takes a file of results: `{"ok": [run, …]}`, the runs that it filled (the first of each key), or `{"err": Failure}`. It is only
    /// looked at without a plan, or if it is not to `fill` that.
    pub fn take(&mut self, text: &str, fill: bool) -> String {
        match &mut self.sweep {
            Some(sweep) if fill => answer(&sweep.take(text)),
            _ => answer(&read_lines(text).map(|_| Vec::<u32>::new())),
        }
    }

    /// The outcome of a run, as a line has it.
    pub fn outcome(&self, run: u32) -> Option<String> {
        Some(self.sweep.as_ref()?.outcome(run)?.text().to_owned())
    }

    /// The line of a run that has an outcome.
    pub fn line(&self, run: u32) -> Option<String> {
        self.sweep.as_ref()?.line(run)
    }

    /// All runs that have one, as `ftl-lab sweep --csv` prints them.
    pub fn csv(&self) -> String {
        self.sweep.as_ref().map_or_else(String::new, Sweep::csv)
    }
}

/// The mean of some values and, of more than one, half its interval of 95 % (see `sim::sweep::interval`).
#[wasm_bindgen]
pub fn mean(values: &[f64]) -> Vec<f64> {
    let mean = interval(values);
    mean.map_or_else(Vec::new, |it| {
        [it.mean].into_iter().chain(it.half).collect()
    })
}

fn key_parts(key: &Key) -> [Option<&str>; 3] {
    [Some(&key.engine), Some(&key.scenario), key.trace.as_deref()]
}
