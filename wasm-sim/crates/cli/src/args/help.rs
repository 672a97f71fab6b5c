//! The longer help of an argument.

use sim::predicate;

/// The help of a plan.
pub fn plan_help() -> String {
    format!(
        "The plan, a JSON file; - is standard input\n\n{}",
        include_str!("../sweep/plan.md")
    )
}

/// The help of `--until`.
pub fn until_help() -> String {
    format!(
        "Stop right after the first event that meets this\n\n{}",
        predicate::FORMS
    )
}
