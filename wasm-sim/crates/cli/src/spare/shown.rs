//! The devices that were run, and the answer: as text and CSV.

use sim::report::Steady;
use sim::spare::{Outcome, Run, Spare};
use sim::sweep::csv_row;

use crate::compare::shown;
use crate::text::columns;

const HEADS: [&str; 6] = [
    "blocks",
    "spare",
    "write_amplification",
    "enough",
    "steady.window",
    "steady.reached",
];

/// A line for each device; a figure that is none is empty.
pub fn csv(found: &Spare) -> String {
    let mut out = String::new();
    csv_row(&mut out, HEADS.into_iter());
    for run in &found.runs {
        let window = run.steady.map(|steady| steady.window.to_string());
        let reached = run.steady.map(|steady| steady.reached.to_string());
        let amplification = run.write_amplification.map(|figure| figure.to_string());
        let cells = [
            run.blocks.to_string(),
            run.spare.to_string(),
            amplification.unwrap_or_default(),
            enough(found, run).to_string(),
            window.unwrap_or_default(),
            reached.unwrap_or_default(),
        ];
        csv_row(&mut out, cells.iter().map(String::as_str));
    }
    out
}

fn enough(found: &Spare, run: &Run) -> bool {
    run.write_amplification
        .is_some_and(|figure| figure <= found.wanted)
}

/// The answer, and all devices that were run.
pub fn text(found: &Spare) -> String {
    let mut out = answer(found);
    if let Some(Steady { reached: false, .. }) = found.found.steady {
        out.push_str(" Its window is the last one, and not steady.");
    }
    if let Some(writes) = found.short() {
        out.push_str(&format_args!(
            " A pass writes {writes:.0} pages, and {:.0} pages are spare: a trace that is short beside the spare space says little of a longer one.",
            found.spare_pages
        ).to_string());
    }
    out.push('\n');
    if found.outcome == Outcome::NothingWritten {
        return out;
    }
    out.push('\n');
    let heads = ["blocks", "spare", "write amplification", "", "window"];
    let mut table = vec![heads.map(str::to_owned).to_vec()];
    for run in &found.runs {
        let window = match run.steady {
            Some(steady) if steady.reached => format!("{}, steady", steady.window),
            Some(steady) => format!("{}, the last; not steady", steady.window),
            None => "all".to_owned(),
        };
        let verdict = if enough(found, run) { "enough" } else { "" };
        table.push(vec![
            run.blocks.to_string(),
            percent(run),
            figure(run),
            verdict.to_owned(),
            window,
        ]);
    }
    out += &columns(&table);
    out
}

fn answer(found: &Spare) -> String {
    let Run { blocks, .. } = found.found;
    let (spare, figure) = (percent(&found.found), figure(&found.found));
    let wanted = found.wanted;
    match found.outcome {
        Outcome::Enough => {
            let less = found.runs.iter().find(|run| run.blocks + 1 == blocks);
            format!(
                "{spare} spare space is enough for a write amplification of {wanted}: with {blocks} blocks it is {figure}. With one block less it is {}.{}",
                less.map_or_else(String::new, self::figure),
                uneven(found)
            )
        }
        Outcome::Smallest => format!(
            "{spare} spare space is enough for a write amplification of {wanted}: with {blocks} blocks it is {figure}. The FTL can do with no block less."
        ),
        Outcome::Beyond => format!(
            "Not even {spare} spare space is enough for a write amplification of {wanted}: with {blocks} blocks it is {figure}. Spare space alone does not do it."
        ),
        Outcome::NothingWritten => {
            "The host writes nothing, so there is no write amplification.".to_owned()
        }
    }
}

/// Where a larger device writes more than a smaller one.
fn uneven(found: &Spare) -> String {
    let Some([less, more]) = found.uneven() else {
        return String::new();
    };
    format!(
        " More spare space does not always help here: {} blocks write more than {}.",
        more.blocks, less.blocks
    )
}

fn percent(run: &Run) -> String {
    format!("{:.1} %", run.spare * 100.0)
}

fn figure(run: &Run) -> String {
    run.write_amplification
        .map_or_else(|| "-".to_owned(), shown)
}
