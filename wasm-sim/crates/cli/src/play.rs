//! `ftl-lab play`: replays a file of choices and scores it, as the page does.

use std::fmt::Write;

use serde::Serialize;
use sim::challenge::protocol::{ChallengeShown, Goal, Optimum, PointShown};
use sim::challenge::search::Search;
use sim::challenge::{Challenge, name};
use sim::failure::FailureKind;
use sim::view::View;

use crate::args::Play;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::{import, input};

/// States looked at between two looks at the progress.
const SLICE: u32 = 500;

/// The output of `--json`.
#[derive(Serialize)]
struct Scored<'a> {
    #[serde(flatten)]
    round: &'a ChallengeShown,
    /// Of the device at the end of the challenge.
    state_hash: String,
    /// `null` unless it was looked for.
    optimum: Option<&'a Optimum>,
}

/// Replays the choices, and looks for the optimum.
pub fn play(args: &Play) -> Result<String, Problem> {
    let wrong = |failure: sim::failure::Failure| match failure.kind {
        FailureKind::Engine => Problem::run(failure),
        _ => Problem::input(input::shown(&args.file), failure),
    };
    let text = input::document(&args.file, input::DOCUMENT)?;
    let challenge = Challenge::open(&text).map_err(wrong)?;
    let shown = challenge.look(args.rest).map_err(wrong)?;
    let state_hash = View::of(&challenge.end().map_err(wrong)?).hash();
    let optimum = match args.states {
        0 => None,
        states => {
            let progress = Progress::new();
            let mut search = Search::new(challenge, states).map_err(wrong)?;
            while !search.slice(SLICE) {
                let found = search.result();
                progress.show("search", u64::from(found.states), u64::from(found.limit));
            }
            Some(search.result())
        }
    };
    Ok(if args.json {
        import::json(&Scored {
            round: &shown,
            state_hash,
            optimum: optimum.as_ref(),
        })
    } else {
        words(&shown, &state_hash, optimum.as_ref())
    })
}

fn words(round: &ChallengeShown, hash: &str, optimum: Option<&Optimum>) -> String {
    let goal = match round.goal {
        Goal::FlashTime => "flash time, us",
        Goal::Erases => "blocks erased",
        Goal::Copies => "pages programmed beyond the host's",
    };
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        writeln!(text, "{name:<16}{value}").expect("a string takes text");
    };
    line("goal", goal.to_owned());
    line("requests", format!("{} to {}", round.from, round.until));
    let other = round.choices.iter().filter(|c| c.choose != c.own).count();
    line(
        "choices",
        format!("{}, {other} other than the scheme's", round.choices.len()),
    );
    line("cost", format!("{}", round.total.person));
    line("scheme alone", format!("{}", round.total.scheme));
    match optimum {
        None => {}
        Some(o) if o.proven => line("optimum", format!("{} ({} states)", o.cost, o.states)),
        Some(o) => {
            line(
                "best found",
                format!("{} (limit of {} states)", o.cost, o.limit),
            );
            line("lower bound", format!("{}", o.bound));
        }
    }
    line("state", hash.to_owned());
    if let Some(point) = &round.at {
        text.push('\n');
        text.push_str(&open(point));
    }
    text
}

/// The first decision that is open: the scheme decided it and what follows.
fn open(point: &PointShown) -> String {
    let options: Vec<String> = point.options.iter().map(|o| o.id.to_string()).collect();
    format!(
        "open from request {}, decision {} ({}): one of {}; the scheme took {}\n",
        point.request,
        point.decision,
        name(point.kind),
        options.join(" "),
        point.own,
    )
}
