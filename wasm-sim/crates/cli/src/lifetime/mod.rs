//! `ftl-lab lifetime`: how long a drive lasts under a workload, from the erases that were simulated, beside Hu's equation (SPEC 6.7).
//! The same figures as the page's comparison, whose saved result it takes.

mod shown;

use sim::lifetime::{Counted, Lifetime, lifetime as of_runs};
use sim::scenario;

use crate::args;
use crate::beside_each_other::{each, jobs};
use crate::compare::runs::{self, Case};
use crate::compare::{self, Failed};
use crate::problem::Problem;
use crate::run::{self, Asked};

/// Runs and says how long each lasts.
pub fn lifetime(args: &args::Lifetime) -> Result<String, Problem> {
    let cases = read(args)?;
    let all: Vec<&runs::Asked> = cases.iter().flat_map(|case| &case.runs).collect();
    let done = each("lifetime", &all, jobs(args.jobs), |asked| {
        compare::run(asked)
    });
    let mut done = done.into_iter();
    let (mut rows, mut failed) = (Vec::new(), Vec::new());
    for case in &cases {
        // All of them, also behind one that failed.
        let runs: Vec<_> = done.by_ref().take(case.runs.len()).collect();
        let runs: Result<Vec<Counted>, _> = runs
            .into_iter()
            .map(|run| run.map(|done| Counted::from(&done.report)))
            .collect();
        match runs {
            Ok(runs) => rows.push(Row::of(case, &runs, args.cycles)?),
            Err(failure) => failed.push(Failed {
                name: case.name.clone(),
                failure,
            }),
        }
    }
    if rows.is_empty()
        && let Some(Failed { failure, .. }) = failed.pop()
    {
        return Err(Problem::run(failure));
    }
    Ok(if args.json {
        crate::import::json(&shown::Document {
            runs: &rows,
            failed: &failed,
        })
    } else if args.csv {
        shown::csv(&rows)
    } else {
        shown::text(&rows, &failed)
    })
}

/// The runs that the file asks for.
fn read(args: &args::Lifetime) -> Result<Vec<Case>, Problem> {
    let file = &args.file;
    let changes = &args.changes;
    let (text, saved) = run::given(file)?;
    let cases = if runs::is_result(&text) {
        runs::of_result(file, &args.trace, &text)?
    } else if saved.is_none() && is_plan(&text) {
        if !args.trace.is_empty() {
            return Err(Problem::usage(
                "--trace: a plan names its traces itself",
                "Leave --trace out, or give a scenario.",
            ));
        }
        runs::of_plan(file, &args.reading, &text)?
    } else {
        if args.trace.len() > 1 {
            return Err(Problem::usage(
                "--trace: a scenario has one trace",
                "Give one, or a plan.",
            ));
        }
        let trace = args.trace.first().map(String::as_str);
        let asked = run::asked(file, text, saved, trace, changes, &args.reading)?;
        return Ok(vec![case(asked)]);
    };
    if changes.times_footprint.is_some() {
        return Err(Problem::usage(
            "--times-footprint: the drives of a plan or a result stay as they are",
            "Give a scenario and its trace.",
        ));
    }
    let again = |mut case: Case| {
        for run in &mut case.runs {
            run.scenario = run::changed(&run.scenario, None, changes);
            scenario::parse(&run.scenario)
                .map_err(|failure| run::changed_problem(file, failure))?;
        }
        Ok(case)
    };
    cases.into_iter().map(again).collect()
}

/// Whether a text is a plan, and not a scenario.
fn is_plan(text: &str) -> bool {
    let document = serde_json::from_str::<serde_json::Value>(text);
    document.is_ok_and(|document| document.get("scenario").is_some())
}

fn case(asked: Asked) -> Case {
    let setup = asked.setup.clone();
    let runs::Asked { scenario, trace } = asked.into();
    let name = if setup.name.is_empty() {
        setup.scheme.name().to_owned()
    } else {
        setup.name.clone()
    };
    let mut cases = Vec::new();
    runs::add(&mut cases, name, &setup, scenario, trace);
    cases.remove(0)
}

/// A run and its lifetime.
#[derive(serde::Serialize)]
pub struct Row {
    pub name: String,
    /// Of its scenario in canonical form, with the first seed.
    pub scenario_hash: String,
    /// Of the requests of its trace.
    pub trace_hash: Option<String>,
    /// How many seeds it was run with; its counts are means over them.
    pub seeds: usize,
    #[serde(flatten)]
    pub lifetime: Lifetime,
}

impl Row {
    fn of(case: &Case, runs: &[Counted], cycles: u32) -> Result<Self, Problem> {
        // As it was changed: a scenario that repeats otherwise may be none.
        let wrong = |failure| Problem::input(&case.name, failure);
        let setup = scenario::parse(&case.runs[0].scenario).map_err(wrong)?;
        let found = of_runs(runs, &setup, cycles);
        Ok(Self {
            name: case.name.clone(),
            scenario_hash: setup.hash.clone(),
            trace_hash: case.trace_hash().map(str::to_owned),
            seeds: runs.len(),
            lifetime: found
                .map_err(|refused| Problem::usage(&refused.to_string(), "Correct --cycles."))?,
        })
    }
}
