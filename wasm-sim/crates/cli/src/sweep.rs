//! `ftl-lab sweep`: the runs of a plan, on all cores, each once.
//!
//! Threads take runs in order and hand back what they came to; this thread alone prints and writes. Lines on standard output come in the
//! order of the plan. A results file takes each line as soon as it is there, so that whatever stops the sweep loses nothing, and is put
//! in order at the end.

mod results;
mod table;
mod traces;

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use sim::sweep::{self, Key, Outcome, Plan, Point};

use crate::args;
use crate::beside_each_other::jobs;
use crate::input;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::result::ResultFile;
use results::Results;
pub use traces::Traces;

/// Runs what is not there yet, and gives the results in the form that was asked for.
pub fn sweep(args: &args::Sweep) -> Result<String, Problem> {
    let text = input::document(&args.plan, input::DOCUMENT)?;
    let wrong = |failure| Problem::input(input::shown(&args.plan), failure);
    let plan = Plan::parse(&text).map_err(wrong)?;
    let points: Vec<Point> = (0..plan.len())
        .filter(|run| args.shard.has(*run))
        .map(|run| plan.point(run))
        .collect();
    let traces = Traces::read(&args.plan, &points, &args.reading)?;
    let keys: Vec<Option<Key>> = points.iter().map(|point| key(point, &traces)).collect();
    let mut results = Results::open(args.out.as_deref(), &args.from)?;

    // Two runs of one key are one run.
    let mut missing: Vec<usize> = Vec::new();
    let mut first: HashSet<&Key> = HashSet::new();
    for (i, key) in keys.iter().enumerate() {
        if let Some(key) = key
            && results.get(key).is_none()
            && first.insert(key)
        {
            missing.push(i);
        }
    }
    let jobs = jobs(args.jobs).min(missing.len().max(1));
    let progress = Progress::new();
    let total = missing.len() as u64;
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (done, outcomes) = mpsc::channel();
        for _ in 0..jobs {
            let (done, missing, next, points, traces) =
                (done.clone(), &missing, &next, &points, &traces);
            scope.spawn(move || {
                while let Some(&i) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if done.send((i, compute(&points[i], traces))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(done);
        for (count, (i, outcome)) in outcomes.iter().enumerate() {
            progress.show("sweep", count as u64 + 1, total);
            let key = keys[i].clone().expect("only scenarios are run");
            let line = sweep::line(&points[i], key.trace.as_deref(), &outcome);
            // Where it cannot be written, the threads end with the run they are at: no one listens any more.
            results.add(key, outcome, &line)?;
        }
        Ok(())
    })?;
    drop(progress);

    let outcomes: Vec<Outcome> = points
        .iter()
        .zip(&keys)
        .map(|(point, key)| match (key, &point.setup) {
            (Some(key), _) => results.get(key).expect("it was run").clone(),
            (None, Err(failure)) => Outcome::new(&Err(failure.clone())),
            (None, Ok(_)) => unreachable!("a scenario has a key"),
        })
        .collect();
    let lines = || {
        points
            .iter()
            .zip(&keys)
            .zip(&outcomes)
            .map(|((point, key), outcome)| {
                let trace = key.as_ref().and_then(|key| key.trace.as_deref());
                sweep::line(point, trace, outcome) + "\n"
            })
    };
    results.put_in_order(lines())?;
    if let Some(file) = &args.result {
        let mut result = ResultFile::new();
        for (point, outcome) in points.iter().zip(&outcomes) {
            let trace = point.trace().map(|wanted| traces.named(&wanted));
            result.add_point(point, trace, outcome);
        }
        result.write(file)?;
    }
    let failed = outcomes
        .iter()
        .filter(|outcome| !outcome.is_report())
        .count();
    crate::say(format_args!(
        "{} runs: {} computed now, {jobs} at a time, the others known; {failed} without a report",
        points.len(),
        missing.len()
    ));
    let all = || points.iter().zip(&outcomes);
    Ok(if args.json {
        lines().collect()
    } else if args.csv {
        sweep::csv(all())
    } else {
        table::table(plan.name(), all())
    })
}

fn key(point: &Point, traces: &Traces) -> Option<Key> {
    let setup = point.setup.as_ref().ok()?;
    let trace = point.trace().map(|wanted| traces.hash(&wanted));
    Some(Key::new(&setup.hash, trace))
}

fn compute(point: &Point, traces: &Traces) -> Outcome {
    let trace = point
        .trace()
        .map(|wanted| (wanted.name, traces.file(&wanted)));
    sweep::outcome(&point.scenario, trace)
}
