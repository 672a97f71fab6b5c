//! `ftl-lab break`: searches for a short trace on which an FTL, or a policy, is much worse than another.

use std::fmt::Write;

use sim::counterexample::{Badness, Counterexample, Search};
use sim::failure::{Failure, FailureKind};
use sim::policy::{Program, Run};

use crate::args::{BadnessOf, Break};
use crate::policy::{bytes, load, watched};
use crate::problem::Problem;
use crate::progress::Progress;
use crate::{import, input};

/// Traces between two looks at the progress.
const SLICE: u32 = 500;

/// Serves the command; `policy`: the file of one that decides for the subject.
pub fn search(args: &Break, policy: Option<&str>) -> Result<String, Problem> {
    let policy = match policy {
        Some(path) => {
            watched(path);
            Some((path, bytes(path)?))
        }
        None => None,
    };
    let loaded = policy.as_ref().map(|(path, bytes)| load(path, bytes, None));
    let program = loaded.transpose()?;
    let subject = input::document(&args.scenario, input::DOCUMENT)?;
    let wrong = |failure| Problem::input(input::shown(&args.scenario), failure);
    let rival = match &args.rival {
        Some(path) => input::document(path, input::DOCUMENT)?,
        None if program.is_some() => subject.clone(),
        None => page_mapped(&subject).map_err(wrong)?,
    };
    let by = match args.by {
        BadnessOf::Total => Badness::Total,
        BadnessOf::Request => Badness::Request,
    };
    let limits = (args.seed, args.tries);
    let mut search = Search::open(&subject, &rival, program, by, limits).map_err(wrong)?;
    let progress = Progress::new();
    while !search.slice(SLICE) {
        let (tried, limit) = search.progress();
        progress.show("traces", tried.into(), limit.into());
    }
    let found = search
        .found()
        .ok_or_else(|| Problem::usage("no trace was tried", "Give `--tries` at least 1."))?;
    if let Some((path, bytes)) = &policy {
        confirm(&found, load(path, bytes, None)?)
            .map_err(|failure| Problem::input(input::shown(path), failure))?;
    }
    if let Some(path) = &args.out {
        std::fs::write(path, &found.scenario).map_err(|error| Problem::output(path, &error))?;
    }
    Ok(if args.json {
        import::json(&found)
    } else {
        words(&found)
    })
}

/// Whether a program that was loaded for this trace alone does on it what the search found: one that keeps something from trace to
/// trace does not.
fn confirm(found: &Counterexample, program: Box<dyn Program>) -> Result<(), Failure> {
    let written = |text: &str| -> serde_json::Value {
        serde_json::from_str(text).expect("a scenario that was written here")
    };
    let mut scenario = written(&found.scenario);
    let choices = scenario["interventions"].take();
    if let Some(fields) = scenario.as_object_mut() {
        fields.retain(|name, _| !["interventions", "host"].contains(&name.as_str()));
    }
    let run = Run::open(&scenario.to_string(), program).and_then(|mut run| {
        run.slice(u32::MAX)?;
        Ok(written(&run.scenario())["interventions"].take())
    });
    let same = match (&found.broke, run) {
        (None, Ok(chosen)) => chosen == choices,
        (Some(broke), Err(failure)) => failure.message == broke.message,
        _ => false,
    };
    if same {
        return Ok(());
    }
    Err(Failure::new(
        FailureKind::Policy,
        "on the trace that was found the policy does something else when it is loaded for it alone",
        "Set every variable in `init`: a policy is loaded once for all traces.",
    ))
}

/// The same device under a page-mapped FTL, which never merges.
fn page_mapped(subject: &str) -> Result<String, Failure> {
    let mut scenario: serde_json::Value = match serde_json::from_str(subject) {
        Ok(scenario) => scenario,
        // The reader of scenarios says where.
        Err(_) => return sim::scenario::parse(subject).map(|_| String::new()),
    };
    scenario["ftl"] = serde_json::json!({ "kind": "page" });
    if let Some(fields) = scenario.as_object_mut() {
        fields.retain(|name, _| !["interventions", "ram_bytes", "buffer"].contains(&name.as_str()));
    }
    Ok(scenario.to_string())
}

fn words(found: &Counterexample) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        writeln!(text, "{name:<12}{value}").expect("a string takes text");
    };
    line("trace", found.ops.clone());
    line("requests", found.requests.to_string());
    if let Some(broke) = &found.broke {
        line("broke", broke.message.clone());
    } else {
        let ratio = found.cost_us / found.rival_us.max(1.0);
        line("cost", format!("{:.0} us", found.cost_us));
        line(
            "rival",
            format!("{:.0} us, {ratio:.1} times less", found.rival_us),
        );
    }
    line("tried", found.tried.to_string());
    text
}
