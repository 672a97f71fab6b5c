//! A comparison as text, JSON and CSV.

use std::fmt::Write;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use sim::sweep::{csv_row, no_formula};

use super::{By, FIGURES, Failed, Row, Told, Why};
use crate::text::columns;

/// The JSON.
#[derive(Serialize)]
pub struct Document<'a> {
    pub baseline: &'a str,
    pub runs: &'a [Row],
    pub failed: &'a [Failed],
}

/// Figures by their keys.
pub fn by_key<S: Serializer>(
    told: &[Told; FIGURES.len()],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(told.len()))?;
    for (figure, told) in FIGURES.iter().zip(told) {
        map.serialize_entry(figure.key, told)?;
    }
    map.end()
}

/// A line for each figure of each run.
pub fn csv(rows: &[Row]) -> String {
    let mut out =
        "run,figure,value,difference,low,high,by,pairs,independent,why_not,window,steady,scenario_hash,trace_hash\n"
            .to_owned();
    let cell = |value: Option<String>| value.unwrap_or_default();
    for row in rows {
        for (figure, told) in FIGURES.iter().zip(&row.figures) {
            let of = |part: fn(&sim::sweep::Difference) -> f64| {
                cell(told.difference.as_ref().map(|d| part(d).to_string()))
            };
            let count = |part: fn(&sim::sweep::Difference) -> usize| {
                cell(told.difference.as_ref().map(|d| part(d).to_string()))
            };
            let word = |word: Option<serde_json::Value>| {
                cell(word.and_then(|word| word.as_str().map(str::to_owned)))
            };
            let cells = [
                no_formula(&row.name),
                figure.key.to_owned(),
                cell(told.value.map(|value| value.to_string())),
                of(|d| d.mean),
                of(|d| d.low),
                of(|d| d.high),
                word(told.by.and_then(|by| serde_json::to_value(by).ok())),
                count(|d| d.pairs),
                count(|d| d.independent),
                word(told.why_not.and_then(|why| serde_json::to_value(why).ok())),
                cell(row.window.map(|window| window.to_string())),
                cell(row.steady.map(|steady| steady.to_string())),
                row.scenario_hash.clone(),
                cell(row.trace_hash.clone()),
            ];
            csv_row(&mut out, cells.iter().map(String::as_str));
        }
    }
    out
}

/// Four digits.
pub fn shown(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let places = 3 - value.abs().log10().floor() as i32;
    format!("{value:.*}", places.clamp(0, 9) as usize)
}

fn signed(value: f64) -> String {
    let text = shown(value);
    if value > 0.0 {
        format!("+{text}")
    } else {
        text
    }
}

/// A table, and how to read it.
pub fn text(rows: &[Row], baseline: usize, failed: &[Failed]) -> String {
    let has = |figure: usize| rows.iter().any(|row| row.figures[figure].value.is_some());
    let same_times = rows
        .iter()
        .all(|row| row.figures[2].value == row.figures[3].value);
    let told: Vec<usize> = (0..FIGURES.len())
        .filter(|&i| has(i) && !(i == 2 && same_times))
        .collect();
    let mut table: Vec<Vec<String>> = vec![
        ["run".to_owned()]
            .into_iter()
            .chain(
                told.iter()
                    .flat_map(|&i| [FIGURES[i].title.to_owned(), "difference".to_owned()]),
            )
            .chain(["steady".to_owned()])
            .collect(),
    ];
    for (at, row) in rows.iter().enumerate() {
        let mut cells = vec![row.name.clone()];
        for &i in &told {
            let told = &row.figures[i];
            cells.push(told.value.map_or_else(|| "-".to_owned(), shown));
            cells.push(if at == baseline {
                "baseline".to_owned()
            } else {
                difference(told, rows[baseline].figures[i].value)
            });
        }
        cells.push(steady(row));
        table.push(cells);
    }
    let mut out = columns(&table);
    out += &how(rows);
    for Failed { name, failure } in failed {
        writeln!(
            out,
            "{name}: not compared: {}. {}",
            failure.message, failure.remedy
        )
        .expect("a string takes everything");
    }
    out
}

fn difference(told: &Told, baseline: Option<f64>) -> String {
    match (told.difference, told.value.zip(baseline)) {
        (Some(d), _) if d.low == 0.0 && d.high == 0.0 => "the same".to_owned(),
        (Some(d), _) => {
            let unsure = if d.low <= 0.0 && d.high >= 0.0 {
                " ?"
            } else {
                ""
            };
            format!(
                "{} ({} to {}){unsure}",
                signed(d.mean),
                signed(d.low),
                signed(d.high)
            )
        }
        (None, Some((mine, theirs))) => format!("{} (no interval)", signed(mine - theirs)),
        (None, None) => "-".to_owned(),
    }
}

fn steady(row: &Row) -> String {
    match (row.window, row.steady) {
        (Some(window), Some(true)) => format!("window {window}"),
        (Some(window), _) => format!("not by window {window}"),
        (None, Some(true)) => "yes".to_owned(),
        (None, Some(false)) => "no".to_owned(),
        (None, None) => "-".to_owned(),
    }
}

/// The method of the intervals, and why some are missing.
fn how(rows: &[Row]) -> String {
    let mut out = "\n".to_owned();
    let told = || rows.iter().flat_map(|row| &row.figures);
    let line = |text: String| format!("{text}\n");
    for by in [By::Windows, By::Seeds] {
        let found = told()
            .filter(|told| told.by == Some(by))
            .filter_map(|told| told.difference);
        let worth: Vec<usize> = found.clone().map(|d| d.independent).collect();
        let (Some(pairs), Some(least), Some(most)) = (
            found.map(|d| d.pairs).max(),
            worth.iter().min(),
            worth.iter().max(),
        ) else {
            continue;
        };
        let worth = if least == most {
            least.to_string()
        } else {
            format!("{least} to {most}")
        };
        out += &line(match by {
            By::Windows => format!(
                "Each difference is that of the two figures, for these requests. For other stretches of the workload it lies in the interval, with 95 % confidence. Each run is cut into {pairs} windows of equally many page writes, worth {worth} independent ones."
            ),
            By::Seeds => format!(
                "Each difference is the mean over {pairs} seeds, with the 95 % interval of the mean over all seeds."
            ),
        });
    }
    if told()
        .filter_map(|told| told.difference)
        .any(|d| d.low <= 0.0 && d.high >= 0.0 && d.low < d.high)
    {
        out += "?  0 is in the interval: elsewhere the difference may be the other way.\n";
    }
    for why in [
        Why::Seeds,
        Why::Windows,
        Why::Dependent,
        Why::Empty,
        Why::Owed,
        Why::Apart,
    ] {
        if told().any(|told| told.why_not == Some(why)) {
            out += &line(reason(why).to_owned());
        }
    }
    out
}

fn reason(why: Why) -> &'static str {
    match why {
        Why::Seeds => "5 to 40 seeds give an interval, the same ones in each run.",
        Why::Windows => {
            "No interval where a run has fewer than 30 windows. It has 40 from 2,000 requests on, if no request writes a window by itself."
        }
        Why::Dependent => {
            "No interval where neighbouring windows resemble each other: they are worth fewer than 5 independent ones. A longer run may have one."
        }
        Why::Empty => "No figure where nothing is written, or nothing answered.",
        Why::Owed => {
            "No interval of the write amplification where the write buffer still owes pages at the end: they belong to no window."
        }
        Why::Apart => {
            "No interval where the runs became steady in different windows: each window draws other requests."
        }
    }
}
