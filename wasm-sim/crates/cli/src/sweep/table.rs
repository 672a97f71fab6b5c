//! A sweep as a person reads it: one line for each setting, means over its seeds with the interval of 95 %.

use std::collections::BTreeSet;

use sim::sweep::{Interval, Outcome, Point, summary};

use crate::text::columns;

/// The columns for each setting: path in the report, and title with unit. Where no run has the first figure of a
/// group, the group is left out: those of traces that go beyond the device, of write buffers, of channels and queues.
const TOLD: [&[(&str, &str)]; 6] = [
    &[
        ("write_amplification", "write amplification"),
        ("flash.erases.total", "erases"),
        ("merges.full", "full merges"),
        ("service_us.mean", "mean service, us"),
    ],
    &[(BYTE_AMPLIFICATION, "byte amplification")],
    &[("overload.times", "time to serve / time to arrive")],
    &[("addresses.share", "aliased or dropped, share")],
    &[
        ("buffer.write_hits", "buffer write hits, pages"),
        (
            "write_amplification_drained",
            "write amplification, buffer written out",
        ),
        ("buffer.owed", "owed, pages"),
        ("buffer.destaged", "destaged, pages"),
        ("buffer.padded", "padded, pages"),
    ],
    &[
        ("parallel.wait_us.mean", "mean wait, us"),
        ("response_us.mean", "mean response, us"),
        ("response_us.p99", "p99 response, us"),
        ("parallel.bandwidth_mb_s", "MB/s"),
        ("parallel.busy", "channels busy"),
    ],
];

const BYTE_AMPLIFICATION: &str = "byte_amplification";

/// Whether two figures differ by more than 1 %.
fn is_apart(one: Option<Interval>, other: Option<Interval>) -> bool {
    let means = one.zip(other);
    means.is_some_and(|(one, other)| (one.mean - other.mean).abs() > 0.01 * one.mean)
}

/// The table of a sweep.
pub fn table<'a>(
    name: &str,
    results: impl Iterator<Item = (&'a Point, &'a Outcome)> + Clone,
) -> String {
    let cleaning = cleaning(results.clone().map(|(point, _)| point));
    let (paths, titles): (Vec<&str>, Vec<&str>) = TOLD.into_iter().flatten().copied().unzip();
    let settings = summary(results, &paths);
    let mut first = 0;
    let mut is_told = Vec::new();
    for (i, group) in TOLD.into_iter().enumerate() {
        let some = i == 0
            || settings.iter().any(|(_, means)| match group[0].0 {
                BYTE_AMPLIFICATION => is_apart(means[0], means[first]),
                _ => means[first].is_some(),
            });
        is_told.resize(first + group.len(), some);
        first += group.len();
    }
    let titles = titles.into_iter().zip(&is_told).filter(|(_, told)| **told);
    let head = ["setting"]
        .into_iter()
        .chain(titles.map(|(title, _)| title));
    let mut rows: Vec<Vec<String>> = vec![head.map(str::to_owned).collect()];
    for (set, means) in settings {
        let set: Vec<String> = set
            .iter()
            .map(|(path, value)| format!("{path} {value}"))
            .collect();
        let setting = if set.is_empty() {
            "(the scenario)".to_owned()
        } else {
            set.join(", ")
        };
        let cells = means
            .into_iter()
            .zip(&is_told)
            .filter(|(_, told)| **told)
            .map(|(mean, _)| mean.map_or_else(|| "-".to_owned(), shown));
        rows.push([setting].into_iter().chain(cells).collect());
    }
    let mut out = if name.is_empty() {
        String::new()
    } else {
        format!("{name}\n")
    };
    out += &columns(&rows);
    out + &cleaning
}

/// By what the FTLs of a sweep choose their victims, where several clean and the settings do not say: a line, or nothing.
fn cleaning<'a>(points: impl Iterator<Item = &'a Point>) -> String {
    let mut policies: Vec<(String, Vec<String>)> = Vec::new();
    for point in points {
        let Ok(setup) = &point.setup else { continue };
        let scenario: serde_json::Value =
            serde_json::from_str(&setup.canonical).expect("canonical text is JSON");
        let policy = &scenario["ftl"]["gc_policy"];
        if policy.is_null() {
            continue;
        }
        if point.set.iter().any(|(path, _)| path == "ftl.gc_policy") {
            return String::new();
        }
        let policy = policy
            .as_str()
            .map_or_else(|| policy.to_string(), str::to_owned);
        let kind = setup.scheme.name().to_owned();
        match policies.iter_mut().find(|(known, _)| *known == policy) {
            Some((_, kinds)) if kinds.contains(&kind) => {}
            Some((_, kinds)) => kinds.push(kind),
            None => policies.push((policy, vec![kind])),
        }
    }
    let kinds: BTreeSet<&String> = policies.iter().flat_map(|(_, kinds)| kinds).collect();
    if kinds.len() < 2 {
        return String::new();
    }
    let all: Vec<String> = policies
        .iter()
        .map(|(policy, kinds)| format!("{policy} ({})", kinds.join(", ")))
        .collect();
    let advice = if policies.len() > 1 {
        ". With one \"ftl.gc_policy\" for all, the FTLs alone differ."
    } else {
        ""
    };
    format!("GC policy: {}{advice}\n", all.join("; "))
}

/// `6.6123 ± 0.2500`.
fn shown(interval: Interval) -> String {
    let Interval { mean, half, .. } = interval;
    match half {
        None => plain(mean),
        Some(half) => format!("{} ± {}", plain(mean), plain(half)),
    }
}

fn plain(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        format!("{value}")
    } else {
        format!("{value:.4}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_told_with_its_interval() {
        let of = |mean, half| {
            shown(Interval {
                count: 2,
                mean,
                half,
            })
        };
        assert_eq!(of(6.612_345, Some(0.25)), "6.6123 ± 0.2500");
        assert_eq!(of(12.0, None), "12");
        assert_eq!(of(12.0, Some(0.0)), "12 ± 0");
    }
}
