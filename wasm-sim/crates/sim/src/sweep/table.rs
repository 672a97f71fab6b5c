//! Lines of results as tables: every figure (CSV), or means over seeds with their confidence intervals.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{Outcome, Point};
use crate::json::{Index, Read, Reader};

/// A mean over seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// How many values.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Half the width of the interval in which the mean of all seeds lies with a probability of 95 % (Student's t, for values that are
    /// spread normally); `None` of a single value.
    pub half: Option<f64>,
}

/// The mean of some values; `None` without any.
pub fn interval(values: &[f64]) -> Option<Interval> {
    let count = values.len();
    if count == 0 {
        return None;
    }
    let n = count as f64;
    let mean = values.iter().sum::<f64>() / n;
    let half = (count > 1).then(|| {
        let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0);
        quantile(count - 1) * (variance / n).sqrt()
    });
    Some(Interval { count, mean, half })
}

/// The quantile of Student's t at 0.975.
pub(super) fn quantile(degrees: usize) -> f64 {
    let t = StudentsT::new(0.0, 1.0, degrees as f64).expect("at least one degree of freedom");
    t.inverse_cdf(0.975)
}

/// Every figure of a report by its path, `flash.erases.gc`, in the order of the report. Lists are left out.
fn figures(report: &str) -> Vec<(String, String)> {
    fn walk(value: Reader<'_>, path: &str, out: &mut Vec<(String, String)>) {
        for member in value.children() {
            let path = match path {
                "" => member.key().into_owned(),
                _ => format!("{path}.{}", member.key()),
            };
            match member.raw().as_bytes().first() {
                Some(b'{') => walk(member, &path, out),
                Some(b'[') | None => {}
                Some(_) => out.push((path, member.raw().to_owned())),
            }
        }
    }
    let mut out = Vec::new();
    walk(Reader::new(&Index::new(report)), "", &mut out);
    out
}

/// One figure of a report.
fn figure(report: &str, path: &str) -> Option<f64> {
    let index = Index::new(report);
    let value = Index::new(index.value_of(path)?);
    f64::read(Reader::new(&value)).ok()
}

/// The settings that distinguish runs but for the seed, and the means of some figures over them.
pub type Means<'a> = (&'a Set, Vec<Option<Interval>>);

/// Paths, and values as the plan spells them.
type Set = [(String, String)];

/// The means of these figures of the report for each setting, over its seeds. Runs without a report count for nothing.
pub fn summary<'a>(
    results: impl IntoIterator<Item = (&'a Point, &'a Outcome)>,
    paths: &[&str],
) -> Vec<Means<'a>> {
    let mut rows: Vec<(&Set, Vec<Vec<f64>>)> = Vec::new();
    for (point, outcome) in results {
        // Seeds turn fastest: those of one setting lie side by side.
        if rows.last().is_none_or(|(set, _)| *set != point.set) {
            rows.push((&point.set, vec![Vec::new(); paths.len()]));
        }
        let (_, values) = rows.last_mut().expect("just pushed");
        for (values, path) in values.iter_mut().zip(paths) {
            values.extend(
                outcome
                    .is_report()
                    .then(|| figure(outcome.json(), path))
                    .flatten(),
            );
        }
    }
    let means = |values: Vec<Vec<f64>>| values.iter().map(|v| interval(v)).collect();
    rows.into_iter()
        .map(|(set, values)| (set, means(values)))
        .collect()
}

/// Every figure of every run, comma-separated (RFC 4180, lines end with a line feed), with a header.
pub fn csv<'a>(results: impl IntoIterator<Item = (&'a Point, &'a Outcome)>) -> String {
    let results: Vec<_> = results.into_iter().collect();
    let mut settings: Vec<&str> = Vec::new();
    for (path, _) in results.iter().flat_map(|(point, _)| &point.set) {
        if !settings.contains(&path.as_str()) {
            settings.push(path);
        }
    }
    let reports = results.iter().filter(|(_, outcome)| outcome.is_report());
    let names = names(reports.map(|(_, outcome)| outcome.json()));
    let mut out = String::new();
    let head = ["run", "seed"].into_iter().chain(settings.iter().copied());
    csv_row(
        &mut out,
        head.chain(["failure"])
            .chain(names.iter().map(String::as_str)),
    );
    for (point, outcome) in results {
        let (run, seed) = (point.run.to_string(), point.seed.to_string());
        let mut cells = vec![run, seed];
        cells.extend(settings.iter().map(|&path| {
            let given = point.set.iter().rev().find(|(name, _)| name == path);
            given.map_or_else(String::new, |(_, raw)| cell(raw))
        }));
        if outcome.is_report() {
            cells.push(String::new());
            let mut figures = figures(outcome.json()).into_iter().peekable();
            cells.extend(names.iter().map(|name| {
                let figure = figures.next_if(|(figure, _)| figure == name);
                figure.map_or_else(String::new, |(_, raw)| cell(&raw))
            }));
        } else {
            let message = Index::new(outcome.json()).value_of("message").map(cell);
            cells.push(message.unwrap_or_default());
            cells.resize(cells.len() + names.len(), String::new());
        }
        csv_row(&mut out, cells.iter().map(String::as_str));
    }
    out
}

/// The figures that any of the reports has, in the order of the reports: those of runs behind a write buffer or on several channels
/// have more than others.
fn names<'a>(reports: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for report in reports {
        let mut at = 0;
        for (name, _) in figures(report) {
            match names[at..].iter().position(|known| *known == name) {
                Some(further) => at += further,
                None => names.insert(at, name),
            }
            at += 1;
        }
    }
    names
}

/// A value as a cell: without its quotes, and no formula, if it is a string.
fn cell(raw: &str) -> String {
    let index = Index::new(raw);
    let string = Reader::new(&index).string().map(|text| no_formula(&text));
    string.unwrap_or_else(|_| raw.to_owned())
}

/// A cell as a spreadsheet reads it as text: it would run one as a formula that begins so, also in full-width signs, and behind what it
/// may take for a separator. The page does the same (web/base/save.ts).
pub fn no_formula(text: &str) -> String {
    const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    let mut out = String::with_capacity(text.len());
    if text.starts_with(['\t', '\r']) {
        out.push('\'');
    }
    let mut begins = true;
    for sign in text.chars() {
        if begins && SIGNS.contains(&sign) {
            out.push('\'');
        }
        out.push(sign);
        begins = matches!(sign, ';' | '\t' | '\r' | '\n');
    }
    out
}

/// Adds a line of CSV.
pub fn csv_row<'a>(out: &mut String, cells: impl Iterator<Item = &'a str>) {
    for (i, cell) in cells.enumerate() {
        if i > 0 {
            out.push(',');
        }
        if cell.contains([',', '"', '\n', '\r']) {
            out.push('"');
            out.push_str(&cell.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(cell);
        }
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::{cell, no_formula};

    #[test]
    fn no_cell_is_a_formula() {
        let cells = ["page", "a=b", "=1", "＠x", "\t=1", "a;=1", "a\n-1", ""];
        let safe = [
            "page", "a=b", "'=1", "'＠x", "'\t'=1", "a;'=1", "a\n'-1", "",
        ];
        assert_eq!(cells.map(no_formula), safe);
        // Numbers are no text.
        assert_eq!([cell("\"=1\""), cell("-1")], ["'=1", "-1"]);
    }
}
