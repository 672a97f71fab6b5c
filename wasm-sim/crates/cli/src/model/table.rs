//! A line for each combination of the figures that were given.

use model::{Cleaning, OutOfRange, Pools, Traffic, alpha, alpha_of_blocks, alpha_with_trims};
use serde_json::{Map, Value, json};

use crate::import;
use crate::problem::Problem;

/// A figure of a line: its name and value.
pub type Figure = (&'static str, f64);

/// Figures that were given, by name, each perhaps several times.
pub type Lists<'a> = Vec<(&'static str, &'a [f64])>;

/// The results of one combination of them.
type Line<'a> = dyn Fn(&Given<'_>) -> Result<Answer, OutOfRange> + 'a;

/// The results of a model, and a sentence to know with them.
pub struct Answer {
    pub figures: Vec<Figure>,
    pub note: Option<&'static str>,
}

impl From<Vec<Figure>> for Answer {
    fn from(figures: Vec<Figure>) -> Self {
        Self {
            figures,
            note: None,
        }
    }
}

/// A model's answers.
pub struct Table<'a> {
    /// Where the model is from.
    pub equation: &'static str,
    pub lists: Lists<'a>,
    pub line: Box<Line<'a>>,
}

/// One combination.
pub struct Given<'a>(&'a [Figure]);

impl Given<'_> {
    /// A figure; NaN, which every model refuses, if it was not given.
    pub fn get(&self, name: &str) -> f64 {
        let found = self.0.iter().find(|(given, _)| *given == name);
        found.map_or(f64::NAN, |(_, value)| *value)
    }

    /// From `alpha` or `sf`, less the free list if there is one.
    pub fn alpha(&self) -> Result<f64, OutOfRange> {
        let given = |name| self.0.iter().any(|(given, _)| *given == name);
        let plain = if given("sf") {
            alpha(self.get("sf"))?
        } else {
            self.get("alpha")
        };
        let alpha = if given("free") {
            let total = self.get("blocks");
            alpha_of_blocks(total, total / plain, self.get("free"))?
        } else {
            plain
        };
        if given("trims") {
            return alpha_with_trims(alpha, self.get("trims"));
        }
        Ok(alpha)
    }

    pub fn greedy(&self) -> Result<Cleaning, OutOfRange> {
        Cleaning::greedy(self.get("np"))
    }

    pub fn hot_cold(&self) -> Result<Traffic, OutOfRange> {
        Traffic::hot_cold(self.get("r"), self.get("f"))
    }

    pub fn pools(&self) -> Result<Pools, OutOfRange> {
        Pools::new(self.get("r"), self.get("f"), self.alpha()?, self.greedy()?)
    }
}

impl Table<'_> {
    /// As text or JSON.
    pub fn show(&self, as_json: bool) -> Result<String, Problem> {
        let lines: Vec<Answer> = combinations(&self.lists)
            .into_iter()
            .map(|mut figures| {
                let results = (self.line)(&Given(&figures))?;
                figures.extend(results.figures);
                let note = results.note;
                Ok(Answer { figures, note })
            })
            .collect::<Result<_, OutOfRange>>()
            .map_err(|fault| problem(&fault))?;
        if !as_json {
            return Ok(text(&lines, self.lists.len()));
        }
        let object = |line: &Answer| -> Map<String, Value> {
            let figures = line.figures.iter();
            let figures = figures.map(|(name, value)| ((*name).to_owned(), json!(value)));
            let note = line.note.map(|note| ("note".to_owned(), json!(note)));
            figures.chain(note).collect()
        };
        let lines: Vec<_> = lines.iter().map(object).collect();
        Ok(import::json(
            &json!({ "equation": self.equation, "lines": lines }),
        ))
    }
}

/// One value of each list, in every combination; the last list runs fastest.
fn combinations(lists: &[(&'static str, &[f64])]) -> Vec<Vec<Figure>> {
    lists
        .iter()
        .fold(vec![Vec::new()], |lines, (name, values)| {
            let longer = |line: &Vec<Figure>| {
                let line = line.clone();
                values
                    .iter()
                    .map(move |value| [line.as_slice(), &[(*name, *value)]].concat())
            };
            lines.iter().flat_map(longer).collect()
        })
}

/// Columns under their names; what was given as it was given, results to four decimals. Below them the notes, each with the numbers of
/// its lines.
fn text(lines: &[Answer], given: usize) -> String {
    let shown = |at: usize, value: f64| {
        if at < given {
            value.to_string()
        } else {
            format!("{value:.4}")
        }
    };
    let names: Vec<String> = lines[0]
        .figures
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .collect();
    let cells = lines.iter().map(|line| {
        let values = line.figures.iter().enumerate();
        values.map(|(at, (_, value))| shown(at, *value)).collect()
    });
    let rows: Vec<Vec<String>> = std::iter::once(names).chain(cells).collect();
    let width = |at: usize| rows.iter().map(|row| row[at].len()).max().unwrap_or(0);
    let mut out = String::new();
    for row in &rows {
        let cells: Vec<_> = row
            .iter()
            .enumerate()
            .map(|(at, cell)| format!("{cell:>0$}", width(at)))
            .collect();
        out += &cells.join("  ");
        out.push('\n');
    }
    let mut notes: Vec<&str> = lines.iter().filter_map(|line| line.note).collect();
    notes.dedup();
    for note in notes {
        let with_it = (1..).zip(lines).filter(|(_, line)| line.note == Some(note));
        let numbers: Vec<String> = with_it.map(|(number, _)| number.to_string()).collect();
        let which = match &numbers[..] {
            _ if lines.len() == 1 => String::new(),
            [one] => format!("Line {one}: "),
            many => format!("Lines {}: ", many.join(", ")),
        };
        out.extend([&which, note, "\n"]);
    }
    out
}

/// The model's complaint, with the option to correct.
fn problem(fault: &OutOfRange) -> Problem {
    let option = match fault.parameter {
        "Sf" => "--sf",
        "Np" => "--np",
        "U" => "--pages",
        "T" => "--blocks or --free",
        "the free list" => "--free",
        "the sum of r" | "the sum of f" => "--classes",
        "A" => "--written",
        "S" => "--capacity",
        "P" => "--range",
        "M" => "--cycles",
        other => return Problem::usage(&fault.to_string(), &format!("Correct --{other}.")),
    };
    Problem::usage(&fault.to_string(), &format!("Correct {option}."))
}
