//! A sweep: a plan with what its runs have come to so far. The state that the page keeps of a sweep; it stores and
//! runs nothing itself.

use std::collections::HashMap;

use serde::Serialize;
use trace::Format;

use super::{Kept, Key, Outcome, Plan, Point, TraceWanted, csv, line};
use crate::failure::{Failure, FailureKind};
use crate::workload::Reading;

/// A plan as the command line describes it before it is run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlanShown {
    /// Its title; may be empty.
    pub name: String,
    /// How many runs it has.
    pub runs: u32,
    /// How many of them, one behind the other, differ in nothing but the seed.
    pub seeds: u32,
    /// The traces its runs name, each once; by its place in this list it is spoken of.
    pub traces: Vec<PlanTrace>,
}

/// A trace that runs of a plan name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlanTrace {
    /// As `workload.path` calls it.
    pub name: String,
    /// Its format, if it is not to be recognised.
    pub format: Option<Format>,
    /// How its lines are read, where they do not say it themselves.
    #[cfg_attr(feature = "ts", ts(type = "import('../traces/trace-options').Said"))]
    pub reading: Reading,
    /// Size of a page of the first run that names it: an import wants one for its statistics.
    pub page_bytes: u32,
}

impl PlanTrace {
    fn is(&self, wanted: &TraceWanted<'_>) -> bool {
        self.name == wanted.name && self.format == wanted.format && self.reading == *wanted.reading
    }
}

/// See the module.
pub struct Sweep {
    plan: Plan,
    traces: Vec<PlanTrace>,
    /// By run; `None` where the combination is no scenario, and before [`Self::settle`].
    keys: Vec<Option<Key>>,
    /// The runs of a key, of which only the first is run.
    runs_of: HashMap<Key, Vec<u32>>,
    outcomes: Vec<Option<Outcome>>,
}

impl Sweep {
    /// Reads a plan.
    ///
    /// # Errors
    /// As [`Plan::parse`].
    pub fn open(text: &str) -> Result<Self, Failure> {
        let plan = Plan::parse(text)?;
        let runs = plan.len() as usize;
        let mut traces: Vec<PlanTrace> = Vec::new();
        for run in 0..plan.len() {
            if let Some(wanted) = plan.point(run).trace()
                && !traces.iter().any(|trace| trace.is(&wanted))
            {
                traces.push(PlanTrace {
                    name: wanted.name.to_owned(),
                    format: wanted.format,
                    reading: wanted.reading.clone(),
                    page_bytes: wanted.page_bytes,
                });
            }
        }
        Ok(Self {
            plan,
            traces,
            keys: vec![None; runs],
            runs_of: HashMap::new(),
            outcomes: vec![None; runs],
        })
    }

    /// The plan, and the traces it wants.
    pub fn shown(&self) -> PlanShown {
        PlanShown {
            name: self.plan.name().to_owned(),
            runs: self.plan.len(),
            seeds: self.plan.seeds(),
            traces: self.traces.clone(),
        }
    }

    /// Takes the hashes of the plan's traces, in their order: with them it is known what each run depends on. All outcomes are forgotten.
    ///
    /// # Errors
    /// If these are not the hashes of as many traces.
    pub fn settle(&mut self, hashes: &[String]) -> Result<(), Failure> {
        let (wanted, given) = (self.traces.len(), hashes.len());
        if wanted != given {
            return Err(Failure::new(
                FailureKind::Command,
                format!("the plan names {wanted} traces, and {given} were given"),
                "Check the plan again.",
            ));
        }
        let mut keys = Vec::with_capacity(self.outcomes.len());
        let mut outcomes = Vec::with_capacity(self.outcomes.len());
        let mut runs_of: HashMap<Key, Vec<u32>> = HashMap::new();
        for point in self.points() {
            let hash = self.trace(&point).map(|at| hashes[at].as_str());
            let (key, outcome) = match &point.setup {
                Ok(setup) => {
                    let key = Key::new(&setup.hash, hash);
                    runs_of.entry(key.clone()).or_default().push(point.run);
                    (Some(key), None)
                }
                Err(failure) => (None, Some(Outcome::new(&Err(failure.clone())))),
            };
            keys.push(key);
            outcomes.push(outcome);
        }
        (self.keys, self.runs_of, self.outcomes) = (keys, runs_of, outcomes);
        Ok(())
    }

    /// Which of the plan's traces a run wants.
    pub fn trace(&self, point: &Point) -> Option<usize> {
        let wanted = point.trace()?;
        self.traces.iter().position(|trace| trace.is(&wanted))
    }

    /// How many runs there are.
    #[expect(clippy::len_without_is_empty, reason = "a plan is never empty")]
    pub fn len(&self) -> u32 {
        self.plan.len()
    }

    /// A run.
    ///
    /// # Panics
    /// If there is none of this number.
    pub fn point(&self, run: u32) -> Point {
        self.plan.point(run)
    }

    /// The inputs of a run's outcome.
    pub fn key(&self, run: u32) -> Option<&Key> {
        self.keys.get(run as usize)?.as_ref()
    }

    /// The runs to be run: those without an outcome, the first of each key.
    pub fn missing(&self) -> Vec<u32> {
        let first = |run: u32| self.key(run).is_some_and(|key| self.runs_of[key][0] == run);
        (0..self.len())
            .filter(|&run| self.outcomes[run as usize].is_none() && first(run))
            .collect()
    }

    /// How many runs have an outcome, also those that are not run because another of their key is.
    pub fn done(&self) -> u32 {
        self.outcomes.iter().flatten().count() as u32
    }

    /// Takes what a run came to, which is also what every other run of its key comes to.
    ///
    /// # Panics
    /// If the run has no key.
    pub fn put(&mut self, run: u32, outcome: &Outcome) {
        let key = self.keys[run as usize].as_ref();
        for &run in &self.runs_of[key.expect("it is a scenario")] {
            self.outcomes[run as usize] = Some(outcome.clone());
        }
    }

    /// Takes the lines of a file of results, as far as they are whole and of this plan; gives the runs that had no outcome, the first of
    /// each key. A bug of the engine is no result.
    ///
    /// # Errors
    /// The first line that is none; then nothing was taken.
    pub fn take(&mut self, text: &str) -> Result<Vec<u32>, Failure> {
        let mut taken = Vec::new();
        for kept in read_lines(text)? {
            let runs = kept.key.and_then(|key| self.runs_of.get(&key));
            let Some(&run) = runs.map(|runs| &runs[0]) else {
                continue;
            };
            if self.outcomes[run as usize].is_none() && !kept.outcome.is_bug() {
                self.put(run, &kept.outcome);
                taken.push(run);
            }
        }
        Ok(taken)
    }

    /// The line of a run, if it has an outcome.
    pub fn line(&self, run: u32) -> Option<String> {
        let outcome = self.outcomes.get(run as usize)?.as_ref()?;
        let trace = self.key(run).and_then(|key| key.trace.as_deref());
        Some(line(&self.point(run), trace, outcome))
    }

    /// The outcome of a run.
    pub fn outcome(&self, run: u32) -> Option<&Outcome> {
        self.outcomes.get(run as usize)?.as_ref()
    }

    /// The runs that have an outcome, as `ftl-lab sweep --csv` prints them.
    pub fn csv(&self) -> String {
        let points: Vec<Point> = self
            .points()
            .filter(|point| self.outcome(point.run).is_some())
            .collect();
        let outcomes = self.outcomes.iter().flatten();
        csv(points.iter().zip(outcomes))
    }

    fn points(&self) -> impl Iterator<Item = Point> {
        (0..self.plan.len()).map(|run| self.plan.point(run))
    }
}

/// The whole lines of a file of results; what follows the last line feed was cut when its sweep was stopped.
///
/// # Errors
/// The first line that is none.
pub fn read_lines(text: &str) -> Result<Vec<Kept>, Failure> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let lines = text[..whole].lines().enumerate();
    lines
        .map(|(i, line)| {
            Kept::read(line).map_err(|message| Failure {
                kind: FailureKind::Command,
                message: format!("this is not a line of results: {message}"),
                remedy: "Take the line out, or open another file.".to_owned(),
                field: None,
                line: Some(i as u32 + 1),
                column: None,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::run;
    use super::*;

    const PLAN: &str = r#"{"format": 1, "scenario": {"format": 1, "device": {"blocks": 12, "pages_per_block": 4},
        "logical_pages": 16, "ftl": {"kind": "bast", "log_blocks": 2}, "workload": {"kind": "uniform", "requests": 90}},
        "over": {"ftl.log_blocks": [2, 2, 3, 900]}, "seeds": 2, "illegal": "skip"}"#;

    fn outcome(point: &Point) -> Outcome {
        Outcome::new(&run(&point.scenario, None))
    }

    #[test]
    fn one_key_is_run_once_and_a_file_of_lines_fills_the_gaps() {
        let mut sweep = Sweep::open(PLAN).unwrap();
        sweep.settle(&[]).unwrap();
        // 2 and 2 log blocks are one scenario; 900 are none, which is known at once.
        assert_eq!(sweep.missing(), [0, 1, 4, 5]);
        assert_eq!(sweep.done(), 2);
        assert!(sweep.line(6).unwrap().contains("\"failure\""));
        let mut lines = String::new();
        for run in sweep.missing() {
            let outcome = outcome(&sweep.point(run));
            sweep.put(run, &outcome);
            lines += &(sweep.line(run).unwrap() + "\n");
        }
        assert!(sweep.missing().is_empty());
        assert_eq!(sweep.outcome(2), sweep.outcome(0));
        assert_eq!(sweep.done(), 8);
        assert_eq!(sweep.csv().lines().count(), 1 + 8);

        let mut second = Sweep::open(PLAN).unwrap();
        second.settle(&[]).unwrap();
        let cut = &lines[..lines.len() - 5];
        assert_eq!(second.take(cut).unwrap(), [0, 1, 4]);
        assert_eq!(second.missing(), [5]);
        assert_eq!(second.csv().lines().count(), 1 + 7);
        let wrong = second.take(&format!("{lines}{{}}\n")).unwrap_err();
        assert_eq!(wrong.line, Some(5));
        assert_eq!(second.missing(), [5], "nothing was taken");
    }

    #[test]
    fn a_bug_is_the_outcome_of_its_runs_and_is_run_again() {
        let mut sweep = Sweep::open(PLAN).unwrap();
        sweep.settle(&[]).unwrap();
        let bug = Outcome::read(
            r#""failure":{"kind":"engine","message":"m","remedy":"","field":null,"line":null,"column":null}"#,
        );
        sweep.put(0, &bug.unwrap());
        let line = sweep.line(2).unwrap();
        assert!(line.contains("\"kind\":\"engine\""), "{line}");
        let mut second = Sweep::open(PLAN).unwrap();
        second.settle(&[]).unwrap();
        assert!(second.take(&format!("{line}\n")).unwrap().is_empty());
    }

    #[test]
    fn traces_are_known_by_name_and_format() {
        let traced = PLAN
            .replace(
                r#"{"kind": "uniform", "requests": 90}"#,
                r#"{"kind": "trace", "path": "t.csv"}"#,
            )
            .replace(
                r#""over": {"#,
                r#""list": [{}, {"workload.trace_format": "msr"}], "over": {"#,
            );
        let mut sweep = Sweep::open(&traced).unwrap();
        let wanted = sweep.shown().traces;
        assert_eq!(wanted.len(), 2);
        assert_eq!(
            (wanted[1].name.as_str(), wanted[1].format),
            ("t.csv", Some(Format::Msr))
        );
        assert!(sweep.settle(&["00ff".to_owned()]).is_err());
        sweep
            .settle(&["00ff".to_owned(), "0001".to_owned()])
            .unwrap();
        let hash = |run| sweep.key(run).unwrap().trace.clone();
        assert_eq!(hash(0).as_deref(), Some("00ff"));
        assert_eq!(hash(8).as_deref(), Some("0001"));
    }
}
