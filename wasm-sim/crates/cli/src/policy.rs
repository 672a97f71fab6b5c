//! `ftl-lab policy`: runs a policy of one's own, as the page does.

use std::fmt::Write;

use sim::failure::{Failure, FailureKind};
use sim::policy::{Comparison, FUNCTIONS, Loss, Losses, Outcome, Program, Run, Stop};
use sim::report::Report;
use sim::scenario::Intervention;
use sim::sweep;

use crate::args::{Policy, PolicyCommand, PolicyRun};
use crate::problem::Problem;
use crate::progress::Progress;
use crate::{break_it, import, input};

/// Requests between two looks at the progress.
const SLICE: u32 = 1_000;

/// The output of `--json`.
#[derive(serde::Serialize)]
struct Scored<'a> {
    requests: u32,
    /// Decisions asked, by function.
    asked: Vec<(&'static str, u64)>,
    /// Choices other than the scheme's own.
    choices: &'a [Intervention],
    state_bytes: u64,
    state_hash: &'a str,
    log: Vec<(u32, &'a str)>,
    /// Where it loses, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    losses: Option<&'a Losses>,
    /// Of the run with the policy.
    report: &'a Report,
    /// Of the same run by the scheme alone.
    scheme: &'a Report,
}

/// Serves the command.
pub fn policy(args: &Policy) -> Result<String, Problem> {
    match &args.command {
        PolicyCommand::Run(args) => run(args),
        PolicyCommand::Break(args) => break_it::search(&args.search, Some(&args.policy)),
    }
}

/// A mistake of the policy is one of its file, of the scenario one of that.
fn problem(args: &PolicyRun, failure: Failure) -> Problem {
    let file = match failure.kind {
        FailureKind::Policy => &args.policy,
        FailureKind::Engine => return Problem::run(failure),
        _ => &args.scenario,
    };
    Problem::input(input::shown(file), failure)
}

/// Has the policies of this process watched: one that does not come back from a call ends it, with the message that other mistakes have.
pub fn watched(path: &str) {
    let file = input::shown(path).to_owned();
    policy::watch::watch(move |failure| {
        let problem = Problem::input(&file, failure);
        crate::say(format_args!("{problem}"));
        std::process::exit(problem.status().into());
    });
}

/// The bytes of a policy.
pub fn bytes(path: &str) -> Result<Vec<u8>, Problem> {
    input::bytes(path, |_| input::DOCUMENT)
}

/// A policy from its bytes; `path` is what messages call it.
pub fn load(path: &str, bytes: &[u8], state: Option<u64>) -> Result<Box<dyn Program>, Problem> {
    policy::load_within(bytes, state)
        .map_err(|stop| Problem::input(input::shown(path), failure(stop)))
}

/// Why a policy could not be loaded.
pub fn failure(stop: Stop) -> Failure {
    Failure {
        line: stop.line,
        column: stop.column,
        ..Failure::new(FailureKind::Policy, stop.message, stop.remedy)
    }
}

fn run(args: &PolicyRun) -> Result<String, Problem> {
    let wrong = |failure| problem(args, failure);
    watched(&args.policy);
    let program = load(&args.policy, &bytes(&args.policy)?, args.state)?;
    let scenario = input::document(&args.scenario, input::DOCUMENT)?;
    let progress = Progress::new();
    let mut run = Run::open(&scenario, program).map_err(wrong)?;
    while !run.slice(SLICE).map_err(wrong)? {
        let (done, total) = run.position();
        progress.show("policy", done.into(), total.into());
    }
    let outcome = run.outcome();
    if let Some(most) = args.state.filter(|&most| outcome.state_bytes > most) {
        return Err(wrong(Failure::new(
            FailureKind::Policy,
            format!(
                "keeps {} bytes of state, and {most} are allowed",
                outcome.state_bytes
            ),
            "Keep less: a module's memory is its state.",
        )));
    }
    let chosen = run.scenario();
    // The engine alone, with the choices only: what they claim to be is what they are.
    let report = sweep::run(&chosen, None).map_err(wrong)?;
    let scheme = sweep::run(&scenario, None).map_err(wrong)?;
    let losses = args.loses.then(|| losses(&chosen)).transpose();
    let losses = losses.map_err(wrong)?;
    if let Some(path) = &args.choices {
        std::fs::write(path, &chosen).map_err(|error| Problem::output(path, &error))?;
    }
    Ok(if args.json {
        import::json(&scored(&outcome, &report, &scheme, losses.as_ref()))
    } else {
        words(args, &outcome, &report, &scheme) + &losses.map_or(String::new(), |l| table(&l))
    })
}

/// Where the choices of a scenario lose.
fn losses(scenario: &str) -> Result<Losses, Failure> {
    let progress = Progress::new();
    let mut comparison = Comparison::open(scenario)?;
    while !comparison.slice(SLICE)? {
        let (done, total) = comparison.position();
        progress.show("losses", done.into(), total.into());
    }
    Ok(comparison.losses())
}

/// The losses in words.
fn table(losses: &Losses) -> String {
    let Losses {
        ahead,
        choices,
        tried,
        first,
        worst,
    } = losses;
    let mut text = format!(
        "\nflash time of the next {ahead} requests, us; {tried} of {choices} choices tried\n{:<10}{:>9}  {:<14}{:>8}{:>8}{:>14}{:>14}{:>12}\n",
        "", "request", "decision", "chosen", "scheme", "with it", "without", "loss",
    );
    let mut row = |name: &str, loss: &Loss| {
        let (_, function) = FUNCTIONS[sim::policy::number(loss.kind) as usize];
        writeln!(
            text,
            "{name:<10}{:>9}  {function:<14}{:>8}{:>8}{:>14.1}{:>14.1}{:>12.1}",
            loss.request,
            loss.chosen,
            loss.own,
            loss.cost_us,
            loss.own_us,
            loss.cost_us - loss.own_us,
        )
        .expect("a string takes text");
    };
    if let Some(first) = first {
        row("first", first);
    }
    for (n, loss) in worst.iter().enumerate() {
        row(&format!("worst {}", n + 1), loss);
    }
    text
}

fn asked(outcome: &Outcome) -> Vec<(&'static str, u64)> {
    let all = FUNCTIONS.iter().zip(outcome.asked);
    all.map(|(&(_, name), n)| (name, n))
        .filter(|&(_, n)| n > 0)
        .collect()
}

fn scored<'a>(
    outcome: &'a Outcome,
    report: &'a Report,
    scheme: &'a Report,
    losses: Option<&'a Losses>,
) -> Scored<'a> {
    Scored {
        requests: outcome.requests,
        asked: asked(outcome),
        choices: &outcome.choices,
        state_bytes: outcome.state_bytes,
        state_hash: &outcome.state_hash,
        log: outcome
            .log
            .iter()
            .map(|line| (line.request, &*line.text))
            .collect(),
        losses,
        report,
        scheme,
    }
}

fn words(args: &PolicyRun, outcome: &Outcome, report: &Report, scheme: &Report) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        writeln!(text, "{name:<22}{value}").expect("a string takes text");
    };
    line("requests", outcome.requests.to_string());
    for (name, n) in asked(outcome) {
        line(&format!("{name} asked"), n.to_string());
    }
    let other = outcome.choices.len();
    line("other than the scheme", other.to_string());
    let amplification = |report: &Report| {
        let wa = report.write_amplification;
        wa.map_or("-".to_owned(), |wa| format!("{wa:.3}"))
    };
    let both =
        |of: &dyn Fn(&Report) -> String| format!("{:<14}scheme alone {}", of(report), of(scheme));
    line("write amplification", both(&amplification));
    line(
        "erases",
        both(&|report| report.flash.erases.total.to_string()),
    );
    line(
        "mean response",
        both(&|report| format!("{:.1} us", report.response_us.mean)),
    );
    line("state", format!("{} B", outcome.state_bytes));
    line("hash", outcome.state_hash.clone());
    if args.log {
        text.push('\n');
        for logged in &outcome.log {
            writeln!(text, "{:>8}  {}", logged.request, logged.text).expect("a string takes text");
        }
        if outcome.unlogged > 0 {
            writeln!(text, "          and {} more lines", outcome.unlogged)
                .expect("a string takes text");
        }
    }
    text
}
