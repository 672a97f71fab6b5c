//! How often a workload is run through (SPEC 11.7).

use super::document::{Or, Repetition, UntilSteady};
use super::problem::bounds::{at_least, at_most, number};
use super::problem::{Checked, Problem};
use super::workload::WorkloadSpec;

/// How often the workload is run through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Repeat {
    /// This many times, at least once; all passes are counted, those of the warm-up apart.
    Times(u32),
    /// Until the write amplification of a window of whole passes has settled. That window alone is counted.
    UntilSteady {
        /// Settled: that of a window differs from that of the window before by at most this share of it.
        tolerance: f64,
        /// A window is as many passes as it takes to write this many pages the first time.
        window: u32,
        /// Windows that are run at most.
        most: u32,
    },
}

/// 2 % and not 1: passes of real traces move by more than that for long (SPEC 11.7).
const TOLERANCE: f64 = 0.02;
/// The device is overwritten in the first one, and most settle in the third.
const MOST: u32 = 20;
/// The first window overwrites the device, and two more are compared.
const FEWEST: u32 = 3;

pub(super) fn resolve(
    given: Option<&Or<u32, Repetition>>,
    workload: &WorkloadSpec,
    logical_pages: u32,
    warmup: u32,
) -> Checked<Repeat> {
    let until = match given {
        None => return Ok(Repeat::Times(1)),
        Some(Or::Scalar(times)) => return self::times(*times, workload),
        Some(Or::Compound(Repetition { until_steady })) => until_steady,
    };
    let Some(until) = until else {
        return Err(Problem::missing(
            "workload.repeat.until_steady".to_owned(),
            "{}",
        ));
    };
    let path = |field: &str| format!("workload.repeat.until_steady.{field}");
    let tolerance = until.tolerance.unwrap_or(TOLERANCE);
    if !(tolerance > 0.0 && tolerance < 1.0) {
        return Err(Problem::new(
            path("tolerance"),
            format!("`tolerance` is {}", number(tolerance)),
            "Give a share between 0 and 1, neither of them: 0.02 is two percent.",
        ));
    }
    let window = until.window.unwrap_or(logical_pages);
    at_least(&path("window"), window, 1)?;
    let most = until.most.unwrap_or(MOST);
    at_least(&path("most"), most, FEWEST)?;
    if let Some(common) = workload.common() {
        let writes = 1.0 - common.read_fraction - common.trim_fraction;
        let most = f64::from(u32::MAX) * writes * common.pages.mean();
        if f64::from(FEWEST) * f64::from(window) > most {
            return Err(Problem::new(
                "workload.repeat",
                format!(
                    "so few requests of the workload write that {FEWEST} windows of {window} pages take more than 4294967295 requests"
                ),
                "Give `until_steady` a smaller `window`, or take a workload that writes more often.",
            ));
        }
    }
    if warmup > 0 {
        return Err(Problem::new(
            "warmup_requests",
            "`until_steady` counts its last window alone, and needs no warm-up",
            "Leave `warmup_requests` out, or give `repeat` a number.",
        ));
    }
    Ok(Repeat::UntilSteady {
        tolerance,
        window,
        most,
    })
}

fn times(times: u32, workload: &WorkloadSpec) -> Checked<Repeat> {
    at_least("workload.repeat", times, 1)?;
    // Requests are counted in 32 bits. Of a trace the source sees to it.
    if let Some(requests) = workload.requests().filter(|&requests| requests > 0) {
        at_most("workload.repeat", times, u32::MAX / requests)?;
    }
    Ok(Repeat::Times(times))
}

/// As the canonical text has it: once is not said, as scenarios are older than the field.
pub(super) fn document(repeat: Repeat) -> Option<Or<u32, Repetition>> {
    match repeat {
        Repeat::Times(1) => None,
        Repeat::Times(times) => Some(Or::Scalar(times)),
        Repeat::UntilSteady {
            tolerance,
            window,
            most,
        } => Some(Or::Compound(Repetition {
            until_steady: Some(UntilSteady {
                tolerance: Some(tolerance),
                window: Some(window),
                most: Some(most),
            }),
        })),
    }
}
