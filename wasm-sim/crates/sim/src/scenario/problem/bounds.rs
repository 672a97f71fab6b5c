//! Figures with a limit.

use crate::json;
use crate::scenario::problem::{Checked, Problem};

/// A field without default that counts something: at least 1.
pub(crate) fn required(path: &str, value: Option<u32>, example: &str) -> Checked<u32> {
    let value = value.ok_or_else(|| Problem::missing(path.to_owned(), example))?;
    at_least(path, value, 1)?;
    Ok(value)
}

/// A number as messages say it: `2`, `0.5`. All numbers with a fraction are spelt by [`json::text`]; the standard
/// library's `{}` is twenty kilobytes of code.
pub(crate) fn number(value: f64) -> String {
    let mut text = json::text(&value);
    if text.ends_with(".0") {
        text.truncate(text.len() - 2);
    }
    text
}

/// A figure from 0 to `most`; `name` is what messages call it.
pub(crate) fn from_zero(path: &str, name: &str, value: f64, most: f64) -> Checked<()> {
    if (0.0..=most).contains(&value) {
        return Ok(());
    }
    Err(Problem::new(
        path,
        format!("`{name}` is {}", number(value)),
        format!("Give a number from 0 to {}.", number(most)),
    ))
}

pub(crate) fn at_least(path: &str, value: u32, least: u32) -> Checked<()> {
    if value >= least {
        return Ok(());
    }
    Err(Problem::too_small(path, value, least))
}

pub(crate) fn at_most(path: &str, value: impl Into<u64>, most: impl Into<u64>) -> Checked<()> {
    let (value, most) = (value.into(), most.into());
    if value <= most {
        return Ok(());
    }
    Err(Problem::new(
        path,
        format!("`{path}` is {value}"),
        format!("Give at most {most}."),
    ))
}
