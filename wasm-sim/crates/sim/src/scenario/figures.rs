//! Figures with a limit.

use super::problem::{Checked, Problem};

/// A field without default that counts something: at least 1.
pub(super) fn required(path: &str, value: Option<u32>, example: &str) -> Checked<u32> {
    let value = value.ok_or_else(|| Problem::missing(path.to_owned(), example))?;
    at_least(path, value, 1)?;
    Ok(value)
}

pub(super) fn at_least(path: &str, value: u32, least: u32) -> Checked<()> {
    if value >= least {
        return Ok(());
    }
    Err(Problem::new(
        path,
        format!("`{path}` is {value}"),
        format!("Give at least {least}."),
    ))
}

pub(super) fn at_most(path: &str, value: impl Into<u64>, most: impl Into<u64>) -> Checked<()> {
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
