//! Why a workload does not run on a device: the failures of [`super::Source::workload`].

use trace::{Immovable, TooFewPages};

use crate::failure::{Failure, FailureKind};
use crate::report::Addresses;

pub(crate) fn no_trace(path: &str) -> Failure {
    Failure {
        kind: FailureKind::Trace,
        message: format!("there is no imported trace with the name `{path}`"),
        remedy: "Import it first, or correct the name.".to_owned(),
        field: Some("workload.path".to_owned()),
        line: None,
        column: None,
    }
}

pub(super) fn cannot_be_moved(why: Immovable) -> Failure {
    let (message, remedy) = match why {
        Immovable::Pages => (
            "the trace has addresses in pages, and `shift_bytes` moves addresses in bytes",
            "Leave `shift_bytes` out.",
        ),
        Immovable::TooFar => (
            "with `shift_bytes` the last address of the trace does not fit in 64 bits",
            "Leave `shift_bytes` out, or make it smaller.",
        ),
    };
    Failure {
        kind: FailureKind::Trace,
        message: message.to_owned(),
        remedy: remedy.to_owned(),
        field: Some("workload.shift_bytes".to_owned()),
        line: None,
        column: None,
    }
}

pub(super) fn too_few_pages(error: TooFewPages, logical_pages: u32) -> Failure {
    let touched = error.touched;
    Failure {
        kind: FailureKind::Trace,
        message: format!(
            "the trace touches {touched} pages, and the device has {logical_pages} logical pages"
        ),
        remedy: format!(
            "Give it at least {touched} logical pages, or run fewer `requests`. The mapping `scale` or `wrap` also helps, with `aliasing` set to `allow`: pages of the trace then share pages of the device."
        ),
        field: Some("workload.mapping".to_owned()),
        line: None,
        column: None,
    }
}

/// The longest that a trace may last, in years: with the work behind its last request, times still fit in 64 bits.
const MOST_YEARS: u64 = 100;
const YEAR_NS: u64 = 31_557_600_000_000_000;

/// `span_ns`: from the first request of a pass to the last.
pub(super) fn refuse_endless(span_ns: u64, passes: u32) -> Result<(), Failure> {
    let years = u128::from(span_ns) * u128::from(passes) / u128::from(YEAR_NS);
    if years < u128::from(MOST_YEARS) {
        return Ok(());
    }
    if passes > 1 {
        let most = (MOST_YEARS * YEAR_NS - 1) / span_ns;
        return Err(Failure {
            kind: FailureKind::Scenario,
            message: format!("{passes} passes of the trace, one after another, last {years} years"),
            remedy: format!(
                "A run lasts less than {MOST_YEARS} years. Give `repeat` at most {most}, or `until_steady` a smaller `window`."
            ),
            field: Some("workload.repeat".to_owned()),
            line: None,
            column: None,
        });
    }
    Err(Failure {
        kind: FailureKind::Trace,
        message: format!("the last request of the trace arrives {years} years after the first"),
        remedy: format!(
            "A run lasts less than {MOST_YEARS} years. Choose a smaller unit of its times: time_unit (on the command line --time-unit)."
        ),
        field: Some("workload.path".to_owned()),
        line: None,
        column: None,
    })
}

/// The share of changed accesses up to which a trace is still taken for itself.
const MOST_CHANGED: f64 = 0.01;

/// Whether too many accesses are changed for a run, unless its scenario allows it.
pub(crate) fn is_refused(addresses: Option<&Addresses>) -> bool {
    addresses.is_some_and(|addresses| addresses.share > MOST_CHANGED)
}

/// `compact`: why that mapping would be refused, too.
pub(super) fn refuse_aliased(
    addresses: Option<Addresses>,
    compact: impl FnOnce() -> Option<TooFewPages>,
) -> Result<(), Failure> {
    let Some(Addresses { share, .. }) = addresses.filter(|addresses| is_refused(Some(addresses)))
    else {
        return Ok(());
    };
    // In tenths of a percent, rounded down: at least 1.0 %.
    let tenths = (share * 1000.0) as u32;
    let (whole, tenth) = (tenths / 10, tenths % 10);
    Err(Failure {
        kind: FailureKind::Trace,
        message: format!(
            "{whole}.{tenth} % of the page accesses would be aliased or dropped"
        ),
        remedy: match compact() {
            None => "The mapping `compact` keeps every address apart. A larger device also helps. To run it all the same, set `aliasing` to `allow` (on the command line --allow-aliasing).".to_owned(),
            Some(TooFewPages { touched }) => format!(
                "Give the device at least {touched} logical pages, or run fewer `requests`: then the mapping `compact` keeps every address apart. To run it all the same, set `aliasing` to `allow` (on the command line --allow-aliasing)."
            ),
        },
        field: Some("workload.mapping".to_owned()),
        line: None,
        column: None,
    })
}

pub(super) fn no_temperatures(path: &str) -> Failure {
    Failure {
        kind: FailureKind::Scenario,
        message: format!(
            "the classifier `oracle` asks the workload which pages are hot, and the trace `{path}` has no temperatures"
        ),
        remedy: "Take a trace of SSDPlayer's .hotcold kind, or the classifier `recency`."
            .to_owned(),
        field: Some("ftl.hot_cold.classifier".to_owned()),
        line: None,
        column: None,
    }
}

pub(super) fn short_trace(warmup: u32, total: u32) -> Failure {
    let most = total.saturating_sub(1);
    Failure {
        kind: FailureKind::Scenario,
        message: format!(
            "`warmup_requests` is {warmup}; the trace has {total} requests for this device: none is left to be counted"
        ),
        remedy: format!("Give at most {most}."),
        field: Some("warmup_requests".to_owned()),
        line: None,
        column: None,
    }
}

pub(super) fn too_often(times: u32, pass: u32) -> Failure {
    let most = u32::MAX / pass.max(1);
    Failure {
        kind: FailureKind::Scenario,
        message: format!(
            "`repeat` is {times}, and the trace has {pass} requests for this device: more than 4,294,967,295 in all"
        ),
        remedy: format!("Give at most {most}."),
        field: Some("workload.repeat".to_owned()),
        line: None,
        column: None,
    }
}
