//! Generated workloads: their fields, checked.

use crate::scenario::document::{Or, PageSizes, Workload};
use crate::scenario::problem::bounds::{at_least, at_most, from_zero, number, required};
use crate::scenario::problem::{Checked, Problem};
use crate::scenario::workload::{
    Generated, HotCold, PATTERNS, PROFILES, Reuse, Sizes, WorkloadSpec,
};

/// The largest skew: all but one access in a thousand are then to the first page.
const MOST_THETA: f64 = 10.0;

/// At least some requests must go to new places: the place of a repeated request is found by following it back, request by request.
const MOST_REUSE: f64 = 0.99;
/// "About 80 % of the accesses belong to the first 5 000 requests in the LRU stack" (DFTL'J, Fig. 2, of Financial).
const LRU_STACK: u32 = 5_000;

/// A workload of a generated kind.
pub(crate) fn resolve(
    workload: &Workload,
    logical_pages: u32,
    page_bytes: u32,
) -> Checked<WorkloadSpec> {
    let common = common(workload, logical_pages)?;
    let space = common.to - common.from;
    Ok(match workload.kind.as_str() {
        "sequential" => {
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
        "hot_cold" => hot_cold(workload, common)?,
        "zipf" => {
            let theta = workload.theta;
            let theta =
                theta.ok_or_else(|| Problem::missing("workload.theta".to_owned(), "0.99"))?;
            if !(theta > 0.0 && theta <= MOST_THETA) {
                return Err(Problem::new(
                    "workload.theta",
                    format!("`theta` is {}", number(theta)),
                    "Give a number above 0, at most 10; `uniform` is theta 0.",
                ));
            }
            WorkloadSpec::Zipf { common, theta }
        }
        "streams" => {
            let streams = required("workload.streams", workload.streams, "4")?;
            at_most("workload.streams", streams, space)?;
            WorkloadSpec::Streams { common, streams }
        }
        "pattern" => {
            let pattern = named("pattern", workload.pattern.as_deref(), PATTERNS, |p| p.name)?;
            let parts = if pattern.area > 1 { 2 } else { 1 };
            if space < parts {
                return Err(Problem::new(
                    "workload.range",
                    format!("pattern `{}` needs a range of two pages", pattern.name),
                    "Take a larger range, or pattern `e`.",
                ));
            }
            WorkloadSpec::Pattern { common, pattern }
        }
        "profile" => profile(workload, common, page_bytes)?,
        _ => WorkloadSpec::Uniform(common),
    })
}

fn common(workload: &Workload, logical_pages: u32) -> Checked<Generated> {
    let requests = required("workload.requests", workload.requests, "1000")?;
    let (from, to) = workload.range.unwrap_or((0, logical_pages));
    if from >= to || to > logical_pages {
        return Err(Problem::new(
            "workload.range",
            format!("the range [{from}, {to}) is not a part of the logical space"),
            format!("Give [from, to) with from < to <= {logical_pages}."),
        ));
    }
    let pages = sizes(workload.pages.as_ref())?;
    fits(pages, to - from, "the range")?;
    let read_fraction = part("workload.read_fraction", workload.read_fraction)?;
    let trim_fraction = part("workload.trim_fraction", workload.trim_fraction)?;
    shares(read_fraction, trim_fraction)?;
    Ok(Generated {
        requests,
        read_fraction,
        trim_fraction,
        pages,
        from,
        to,
        interarrival_ns: interarrival(workload)?,
    })
}

/// A share of the requests, none if left out.
fn part(path: &str, share: Option<f64>) -> Checked<f64> {
    let share = share.unwrap_or(0.0);
    if (0.0..=1.0).contains(&share) {
        return Ok(share);
    }
    let name = path.strip_prefix("workload.").unwrap_or(path);
    Err(Problem::new(
        path,
        format!("`{name}` is {}", number(share)),
        "Give a share from 0 to 1.",
    ))
}

/// That what reads and what trims is not more than all.
fn shares(read: f64, trim: f64) -> Checked<()> {
    // A rounding error of decimal fractions is none of the author's.
    if read + trim <= 1.0 + 1e-12 {
        return Ok(());
    }
    Err(Problem::new(
        "workload.trim_fraction",
        format!(
            "{} of the requests read and {} trim: more than all of them",
            number(read),
            number(trim)
        ),
        "Give shares that sum to at most 1; the rest writes.",
    ))
}

fn sizes(pages: Option<&Or<u32, PageSizes>>) -> Checked<Sizes> {
    Ok(match pages {
        None => Sizes::Between { min: 1, max: 1 },
        Some(Or::Scalar(pages)) => {
            at_least("workload.pages", *pages, 1)?;
            Sizes::Between {
                min: *pages,
                max: *pages,
            }
        }
        Some(Or::Compound(PageSizes {
            min: Some(min),
            max: Some(max),
            mean: None,
        })) => {
            at_least("workload.pages.min", *min, 1)?;
            at_least("workload.pages.max", *max, *min)?;
            Sizes::Between {
                min: *min,
                max: *max,
            }
        }
        Some(Or::Compound(PageSizes {
            min: None,
            max: None,
            mean: Some(mean),
        })) => {
            if !(1.0..=1e6).contains(mean) {
                return Err(Problem::new(
                    "workload.pages.mean",
                    format!("`mean` is {}", number(*mean)),
                    "Give a number from 1 to 1000000.",
                ));
            }
            Sizes::Mean(*mean)
        }
        Some(Or::Compound(_)) => {
            return Err(Problem::new(
                "workload.pages",
                "the sizes of requests are not said",
                "Write a number, {\"min\": 1, \"max\": 8} or {\"mean\": 2.5}.",
            ));
        }
    })
}

fn hot_cold(workload: &Workload, common: Generated) -> Checked<WorkloadSpec> {
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
        common.pages,
        hot.min(cold),
        "the smaller of the hot and the cold part",
    )?;
    Ok(WorkloadSpec::HotCold(spec))
}

/// The figures of a profile; a figure that the scenario gives replaces the profile's.
fn profile(workload: &Workload, common: Generated, page_bytes: u32) -> Checked<WorkloadSpec> {
    let profile = named("profile", workload.profile.as_deref(), PROFILES, |p| p.name)?;
    let read_fraction = workload.read_fraction.unwrap_or(profile.read_fraction);
    shares(read_fraction, common.trim_fraction)?;
    let common = Generated {
        read_fraction,
        pages: Sizes::Mean((profile.size_kb * 1024.0 / f64::from(page_bytes)).max(1.0)),
        interarrival_ns: common.interarrival_ns.or(Some(profile.interarrival_ns)),
        ..common
    };
    Ok(WorkloadSpec::Profile {
        common,
        profile,
        reuse: reuse(workload)?,
    })
}

/// None of it where the share is 0 or left out.
fn reuse(workload: &Workload) -> Checked<Option<Reuse>> {
    let Some(share) = workload.reuse else {
        return match workload.reuse_within {
            None => Ok(None),
            Some(_) => Err(Problem::missing("workload.reuse".to_owned(), "0.8")),
        };
    };
    if !(0.0..=MOST_REUSE).contains(&share) {
        return Err(Problem::new(
            "workload.reuse",
            format!("`reuse` is {}", number(share)),
            "Give a share from 0 to 0.99.",
        ));
    }
    let within = workload.reuse_within.unwrap_or(LRU_STACK);
    at_least("workload.reuse_within", within, 1)?;
    Ok((share > 0.0).then_some(Reuse { share, within }))
}

/// One of several by its name.
fn named<T>(
    field: &str,
    given: Option<&str>,
    all: &'static [T],
    name: fn(&T) -> &'static str,
) -> Checked<&'static T> {
    let path = format!("workload.{field}");
    let Some(given) = given else {
        return Err(Problem::missing(path, &format!("\"{}\"", name(&all[0]))));
    };
    let found = all.iter().find(|one| name(one) == given);
    found.ok_or_else(|| Problem::unknown(path, field, given, all.iter().map(name)))
}

/// That a request of the largest size fits into the pages it is drawn from.
fn fits(pages: Sizes, space: u32, what: &str) -> Checked<()> {
    match pages {
        Sizes::Between { max, .. } if max > space => Err(Problem::new(
            "workload.pages",
            format!("a request of {max} pages does not fit into {what}, {space} pages"),
            "Take smaller requests or a larger range.",
        )),
        _ => Ok(()),
    }
}

/// The longest time between arrivals that makes sense, ms: eleven days.
const MOST_MS: f64 = 1e9;

/// Time between two arrivals, nanoseconds.
#[expect(clippy::cast_sign_loss, reason = "checked to be in range")]
pub(crate) fn interarrival(workload: &Workload) -> Checked<Option<u64>> {
    let Some(ms) = workload.interarrival_ms else {
        return Ok(None);
    };
    from_zero("workload.interarrival_ms", "interarrival_ms", ms, MOST_MS)?;
    Ok(Some((ms * 1e6 + 0.5) as u64))
}
