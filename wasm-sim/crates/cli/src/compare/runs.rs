//! The runs to be compared: those of a plan, or of a result file.

use std::sync::Arc;

use sim::failure::{Failure, FailureKind};
use sim::scenario::{self, Setup};
use sim::sweep::{Plan, Point};
use sim::workload::WorkloadSpec;

use crate::args;
use crate::args::reading::Reading;
use crate::input;
use crate::problem::Problem;
use crate::reproduce;
use crate::result::{KIND, Named};
use crate::run;
use crate::sweep::Traces;

/// A run to be made.
pub struct Asked {
    pub scenario: String,
    pub trace: Option<Given>,
}

/// The trace that a run names.
#[derive(Clone)]
pub struct Given {
    pub name: String,
    /// Of its requests, however they are written.
    pub hash: String,
    /// Its columnar file.
    pub file: Arc<[u8]>,
}

impl From<run::Asked> for Asked {
    fn from(of: run::Asked) -> Self {
        let trace = of.trace.map(|(named, trace)| Given {
            name: named.name,
            hash: named.hash,
            file: trace.copied().expect("it is in memory").into(),
        });
        Self {
            scenario: of.text,
            trace,
        }
    }
}

/// A row of the comparison: one run, or one for each seed.
pub struct Case {
    pub name: String,
    pub drawn: bool,
    pub logical_pages: u32,
    pub runs: Vec<Asked>,
    /// The scenario without its seed, in canonical form.
    but_for_seed: String,
}

impl Case {
    /// The hash of its trace, if it has one.
    pub fn trace_hash(&self) -> Option<&str> {
        let trace = self.runs[0].trace.as_ref();
        trace.map(|trace| trace.hash.as_str())
    }
}

/// All that the file asks for, each scenario with all its seeds.
pub fn read(args: &args::Compare) -> Result<Vec<Case>, Problem> {
    let text = input::document(&args.file, input::DOCUMENT)?;
    let cases = if is_result(&text) {
        of_result(&args.file, &args.trace, &text)?
    } else {
        of_plan(&args.file, &args.reading, &text)?
    };
    if cases.len() < 2 {
        return Err(Problem::usage(
            &format!(
                "{} has one run, which has nothing to be compared with",
                input::shown(&args.file)
            ),
            "Give a plan with several settings, or the result of a comparison that the page saved.",
        ));
    }
    Ok(cases)
}

/// Whether a text is that of a result file.
pub fn is_result(text: &str) -> bool {
    let document = serde_json::from_str::<serde_json::Value>(text);
    document.is_ok_and(|document| document["kind"] == KIND)
}

/// The runs of a plan.
pub fn of_plan(file: &str, reading: &Reading, text: &str) -> Result<Vec<Case>, Problem> {
    let wrong = |failure| Problem::input(input::shown(file), failure);
    let plan = Plan::parse(text).map_err(wrong)?;
    let points: Vec<Point> = (0..plan.len()).map(|run| plan.point(run)).collect();
    let traces = Traces::read(file, &points, reading)?;
    let mut cases = Vec::new();
    for point in &points {
        // One that is no scenario, in a plan that skips such.
        let Ok(setup) = &point.setup else { continue };
        let set: Vec<String> = point
            .set
            .iter()
            .map(|(path, value)| format!("{path} {value}"))
            .collect();
        let name = if set.is_empty() {
            "(the scenario)".to_owned()
        } else {
            set.join(", ")
        };
        let trace = point.trace().map(|wanted| Given {
            name: wanted.name.to_owned(),
            hash: traces.hash(&wanted).to_owned(),
            file: traces.bytes(&wanted),
        });
        add(&mut cases, name, setup, point.scenario.clone(), trace);
    }
    Ok(cases)
}

/// The runs of a result file; `trace`: its traces, where they are not beside it.
pub fn of_result(path: &str, trace: &[String], text: &str) -> Result<Vec<Case>, Problem> {
    let file = input::shown(path);
    let result = reproduce::checked(file, text)?;
    let traces = reproduce::traces(path, trace, &result)?;
    let mut cases = Vec::new();
    for (k, run) in result.runs.iter().enumerate() {
        if run.at.is_some() {
            return Err(Problem::input(
                file,
                Failure {
                    field: Some(format!("runs[{k}].at")),
                    ..Failure::new(
                        FailureKind::Command,
                        "this run stopped before its end, and whole runs are compared",
                        "Save the result at the end of the run.",
                    )
                },
            ));
        }
        let scenario = run.scenario.get();
        let setup = scenario::parse(scenario).expect("it was checked");
        let trace = run.trace.map(|at| {
            let Named { name, hash, .. } = result.traces[at].clone();
            let file = Arc::clone(&traces[at]);
            Given { name, hash, file }
        });
        add(
            &mut cases,
            run.name.clone(),
            &setup,
            scenario.to_owned(),
            trace,
        );
    }
    Ok(cases)
}

/// Adds a run: to the case before, if it is that with another seed.
pub fn add(
    cases: &mut Vec<Case>,
    name: String,
    setup: &Setup,
    scenario: String,
    trace: Option<Given>,
) {
    let mut canonical: serde_json::Value =
        serde_json::from_str(&setup.canonical).expect("canonical text is JSON");
    if let Some(members) = canonical.as_object_mut() {
        members.remove("seed");
    }
    let but_for_seed = canonical.to_string();
    let asked = Asked { scenario, trace };
    if let Some(last) = cases.last_mut()
        && last.but_for_seed == but_for_seed
    {
        // The page names each seed of a run: together they have the scenario's name.
        if last.name != name && !setup.name.is_empty() {
            last.name.clone_from(&setup.name);
        }
        last.runs.push(asked);
        return;
    }
    cases.push(Case {
        name,
        drawn: !matches!(
            setup.workload,
            WorkloadSpec::Trace { .. } | WorkloadSpec::Ops { .. }
        ),
        logical_pages: setup.logical_pages,
        runs: vec![asked],
        but_for_seed,
    });
}
