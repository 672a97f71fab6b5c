//! The `workload` of a scenario: its fields, checked.

use trace::{Address, Mapping, Op};

use super::document::{Or, PageRange, Workload};
use super::figures::{at_least, from_zero, number, required};
use super::kinds;
use super::problem::{Checked, Problem};
use crate::workload::{Generated, HotCold, Request, WorkloadSpec};

/// The longest time between arrivals that makes sense, ms: eleven days.
const MOST_MS: f64 = 1e9;

pub(super) fn resolve(workload: &Workload, logical_pages: u32) -> Checked<WorkloadSpec> {
    kinds::WORKLOAD.check_fields("workload", &workload.kind, workload)?;
    Ok(match workload.kind.as_str() {
        "ops" => ops(workload, logical_pages)?,
        "trace" => WorkloadSpec::Trace {
            path: workload
                .path
                .clone()
                .ok_or_else(|| Problem::missing("workload.path".to_owned(), "\"trace.csv\""))?,
            format: workload.trace_format,
            mapping: workload.mapping.unwrap_or(Mapping::Wrap),
            requests: match workload.requests {
                Some(_) => Some(required("workload.requests", workload.requests, "1000")?),
                None => None,
            },
        },
        "sequential" => {
            let common = generated(workload, logical_pages)?;
            let from = workload.from.unwrap_or(common.from);
            if !(common.from..common.to).contains(&from) {
                return Err(Problem::new(
                    "workload.from",
                    format!("`from` is {from}, outside of the range"),
                    format!("Give a page from {} to {}.", common.from, common.to - 1),
                ));
            }
            WorkloadSpec::Sequential {
                common,
                start: from,
            }
        }
        "hot_cold" => hot_cold(workload, logical_pages)?,
        _ => WorkloadSpec::Uniform(generated(workload, logical_pages)?),
    })
}

fn ops(workload: &Workload, logical_pages: u32) -> Checked<WorkloadSpec> {
    let text = workload.ops.as_deref();
    let text = text.ok_or_else(|| Problem::missing("workload.ops".to_owned(), "\"w0 w1 r0\""))?;
    let problem = |message| {
        Problem::new(
            "workload.ops",
            message,
            "Write w5, w5+3 (three pages), r7 or t10, with spaces between.",
        )
    };
    let records = trace::parse_ops(text).map_err(|error| {
        let place = if error.line > 1 {
            format!("line {}, character {}", error.line, error.column)
        } else {
            format!("character {}", error.column)
        };
        problem(format!("{place} of `ops`: {}", error.problem))
    })?;
    let mut requests = Vec::with_capacity(records.len());
    for (i, record) in (1..).zip(&records) {
        let Address::Lpn(lpn) = record.address else {
            unreachable!("ops count pages")
        };
        if u64::from(lpn) + u64::from(record.length) > u64::from(logical_pages) {
            let last = u64::from(lpn) + u64::from(record.length) - 1;
            let message = format!(
                "request {i} of `ops` reaches page {last}; the last logical page is {}",
                logical_pages - 1
            );
            return Err(Problem::new(
                "workload.ops",
                message,
                "Use a lower page, or more `logical_pages`.",
            ));
        }
        let op = op(record.op);
        requests.push(Request {
            time_ns: None,
            op,
            lpn,
            pages: record.length,
        });
    }
    Ok(WorkloadSpec::Ops {
        requests: requests.into(),
        interarrival_ns: interarrival(workload)?,
    })
}

fn op(op: Op) -> ftl::HostOp {
    match op {
        Op::Read => ftl::HostOp::Read,
        Op::Write => ftl::HostOp::Write,
        Op::Trim => ftl::HostOp::Trim,
    }
}

fn generated(workload: &Workload, logical_pages: u32) -> Checked<Generated> {
    let requests = required("workload.requests", workload.requests, "1000")?;
    let (from, to) = workload.range.unwrap_or((0, logical_pages));
    if from >= to || to > logical_pages {
        return Err(Problem::new(
            "workload.range",
            format!("the range [{from}, {to}) is not a part of the logical space"),
            format!("Give [from, to) with from < to <= {logical_pages}."),
        ));
    }
    let (min_pages, max_pages) = match workload.pages {
        None => (1, 1),
        Some(Or::Scalar(pages)) => {
            at_least("workload.pages", pages, 1)?;
            (pages, pages)
        }
        Some(Or::Compound(PageRange { min, max })) => {
            at_least("workload.pages.min", min, 1)?;
            at_least("workload.pages.max", max, min)?;
            (min, max)
        }
    };
    fits(max_pages, to - from, "the range")?;
    let read_fraction = workload.read_fraction.unwrap_or(0.0);
    if !(0.0..=1.0).contains(&read_fraction) {
        let message = format!("`read_fraction` is {}", number(read_fraction));
        return Err(Problem::new(
            "workload.read_fraction",
            message,
            "Give a share from 0 to 1.",
        ));
    }
    let interarrival_ns = interarrival(workload)?;
    Ok(Generated {
        requests,
        read_fraction,
        min_pages,
        max_pages,
        from,
        to,
        interarrival_ns,
    })
}

fn hot_cold(workload: &Workload, logical_pages: u32) -> Checked<WorkloadSpec> {
    let common = generated(workload, logical_pages)?;
    let share = |path: &str, value: Option<f64>, example| {
        let value = value.ok_or_else(|| Problem::missing(path.to_owned(), example))?;
        if value > 0.0 && value < 1.0 {
            return Ok(value);
        }
        Err(Problem::new(
            path,
            format!("`{path}` is {}", number(value)),
            "Give a share between 0 and 1, neither of them.",
        ))
    };
    let r = share("workload.r", workload.r, "0.9")?;
    let f = share("workload.f", workload.f, "0.1")?;
    let spec = HotCold { common, r, f };
    let hot = spec.hot_pages();
    let cold = common.to - common.from - hot;
    if hot == 0 || cold == 0 {
        let f = number(f);
        let message = format!("with f = {f}, {hot} pages of the range are hot and {cold} cold");
        return Err(Problem::new(
            "workload.f",
            message,
            "Take an `f` or a `range` that leaves some of each.",
        ));
    }
    fits(
        common.max_pages,
        hot.min(cold),
        "the smaller of the hot and the cold part",
    )?;
    Ok(WorkloadSpec::HotCold(spec))
}

/// That a request of the largest size fits into the pages it is drawn from.
fn fits(pages: u32, space: u32, what: &str) -> Checked<()> {
    if pages <= space {
        return Ok(());
    }
    let message = format!("a request of {pages} pages does not fit into {what}, {space} pages");
    Err(Problem::new(
        "workload.pages",
        message,
        "Take smaller requests or a larger range.",
    ))
}

#[expect(clippy::cast_sign_loss, reason = "checked to be in range")]
fn interarrival(workload: &Workload) -> Checked<Option<u64>> {
    let Some(ms) = workload.interarrival_ms else {
        return Ok(None);
    };
    from_zero("workload.interarrival_ms", "interarrival_ms", ms, MOST_MS)?;
    Ok(Some((ms * 1e6 + 0.5) as u64))
}
