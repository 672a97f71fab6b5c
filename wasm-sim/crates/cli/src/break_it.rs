//! `ftl-lab break`: searches for a short trace on which an FTL, or a policy, is much worse than another.

use std::fmt::Write;

use sim::counterexample::{Badness, Counterexample, Search};
use sim::policy::Program;

use crate::args::{BadnessOf, Break};
use crate::problem::Problem;
use crate::progress::Progress;
use crate::{import, input};

/// Traces between two looks at the progress.
const SLICE: u32 = 500;

/// Serves the command; `program`: a policy that decides for the subject.
pub fn search(args: &Break, program: Option<Box<dyn Program>>) -> Result<String, Problem> {
    let subject = input::text(&args.scenario)?;
    let wrong = |failure| Problem::input(input::shown(&args.scenario), failure);
    let rival = match &args.rival {
        Some(path) => input::text(path)?,
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
    if let Some(path) = &args.out {
        std::fs::write(path, &found.scenario).map_err(|error| Problem::output(path, &error))?;
    }
    Ok(if args.json {
        import::json(&found)
    } else {
        words(&found)
    })
}

/// The same device under a page-mapped FTL, which never merges.
fn page_mapped(subject: &str) -> Result<String, sim::failure::Failure> {
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
