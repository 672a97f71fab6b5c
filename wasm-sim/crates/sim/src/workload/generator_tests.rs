//! Generated workloads: their statistics, what they hold to in every request, and that they are fixed.

use std::collections::BTreeMap;

use ftl::HostOp;

use super::tests::{setup, tokens, workload};
use super::{PATTERNS, PROFILES, Request, Source};
use crate::scenario;

/// On the 40 logical pages of [`setup`].
fn requests(kind: &str, n: u32) -> Vec<Request> {
    workload(&format!(r#"{kind}, "requests": {n}"#)).collect()
}

fn share(requests: &[Request], what: impl Fn(&Request) -> bool) -> f64 {
    requests.iter().filter(|r| what(r)).count() as f64 / requests.len() as f64
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = values.len() as f64;
    values.sum::<f64>() / n
}

#[track_caller]
fn near(value: f64, expected: f64, off: f64) {
    assert!((value - expected).abs() <= off, "{value}, not {expected}");
}

#[test]
fn each_kind_is_fixed() {
    let of = |kind: &str| tokens(workload(&format!(r#"{kind}, "requests": 10"#)));
    assert_eq!(
        of(r#""kind": "zipf", "theta": 0.99, "pages": {"min": 1, "max": 2}"#),
        "w1+2 w1 w2 w3+2 w22 w8+2 w7 w20 w4+2 w2+2"
    );
    assert_eq!(
        of(r#""kind": "streams", "streams": 3, "pages": 2"#),
        "w0+2 w13+2 w26+2 w2+2 w15+2 w28+2 w4+2 w17+2 w30+2 w6+2"
    );
    assert_eq!(
        of(r#""kind": "pattern", "pattern": "a""#),
        "w1 w2+16 w0 w1 w0 w18+16 w0 w34+6 w2+16 w18+16"
    );
    assert_eq!(
        of(r#""kind": "profile", "profile": "exchange", "trim_fraction": 0.2"#),
        "w29 r37+3 t36 r15 r22 w10+3 t9+2 t18+11 w19+3 w4+2"
    );
    assert_eq!(
        of(
            r#""kind": "profile", "profile": "tpch", "read_fraction": 0.2, "reuse": 0.7, "reuse_within": 4"#
        ),
        "w3 w3 r3 w3 r3 w30 w30 w3 r3 r30"
    );
    assert_eq!(
        of(r#""kind": "uniform", "pages": {"mean": 2.5}"#),
        "w27+4 w29 w23 w16+9 w5 w12+5 w15 w6 w18+2 w21+7"
    );
}

#[test]
fn zipf_draws_ranks_in_proportion_to_their_power() {
    for theta in [0.2, 0.99, 1.0, 1.5, 4.0] {
        let n = 200_000;
        let kind = format!(r#""kind": "zipf", "theta": {theta}, "range": [4, 36]"#);
        let drawn = requests(&kind, n);
        let whole: f64 = (1..=32).map(|k| f64::from(k).powf(-theta)).sum();
        for rank in 1..=32_u32 {
            let expected = f64::from(rank).powf(-theta) / whole;
            // Four standard deviations, and as many draws where hardly one is expected.
            let off =
                4.0 * (expected * (1.0 - expected) / f64::from(n)).sqrt() + 4.0 / f64::from(n);
            near(share(&drawn, |r| r.lpn == 3 + rank), expected, off);
        }
    }
}

#[test]
fn zipf_needs_no_table_and_stays_in_a_large_range() {
    let setup = scenario::parse(
        r#"{"format": 1, "device": {"blocks": 2500000, "pages_per_block": 64}, "logical_pages": 130000000,
            "ftl": {"kind": "page"}, "workload": {"kind": "zipf", "theta": 0.8, "requests": 100000, "pages": {"mean": 4}}}"#,
    )
    .unwrap();
    let drawn: Vec<_> = Source::workload(&setup, &|_| None).unwrap().collect();
    assert!(drawn.iter().all(|r| r.lpn + r.pages <= 130_000_000));
    // The sum of k^-0.8 up to n is 5 n^0.2 + zeta(0.8), and zeta(0.8) is -4.4375.
    let sum = |n: f64| 5.0 * n.powf(0.2) - 4.4375;
    for below in [200_u32, 200_000, 65_000_000] {
        let expected = sum(f64::from(below)) / sum(1.3e8);
        near(share(&drawn, |r| r.lpn < below), expected, 0.006);
    }
}

#[test]
fn streams_take_turns_and_each_is_sequential() {
    let drawn = requests(
        r#""kind": "streams", "streams": 3, "range": [2, 33], "pages": {"min": 1, "max": 3}"#,
        3000,
    );
    let parts = [(2, 12), (12, 22), (22, 33)];
    for (stream, (from, to)) in parts.into_iter().enumerate() {
        let mut at = from;
        for request in drawn.iter().skip(stream).step_by(3) {
            assert_eq!(request.lpn, at);
            at += request.pages;
            assert!(at <= to);
            if at == to {
                at = from;
            }
        }
    }
}

#[test]
fn patterns_mix_small_random_and_large_sequential_writes() {
    for pattern in PATTERNS {
        // Pages of 4 KiB; 16,000 of them.
        let text = format!(
            r#"{{"format": 1, "device": {{"blocks": 300, "pages_per_block": 64}}, "logical_pages": 16000,
                "ftl": {{"kind": "page"}}, "workload": {{"kind": "pattern", "pattern": "{}", "requests": 20000}}}}"#,
            pattern.name
        );
        let setup = scenario::parse(&text).unwrap();
        let drawn: Vec<_> = Source::workload(&setup, &|_| None).unwrap().collect();
        assert!(drawn.iter().all(|r| r.op == HostOp::Write));
        let is_large = |r: &Request| r.pages > 2;
        near(share(&drawn, is_large), pattern.large, 0.015);
        let border = if pattern.area == 1 { 0 } else { 1000 };
        let mut at = border;
        for request in &drawn {
            if is_large(request) {
                assert_eq!(request.lpn, at, "pattern {}", pattern.name);
                assert!(
                    request.pages * 4096 == pattern.large_bytes || at + request.pages == 16_000
                );
                at += request.pages;
                if at == 16_000 {
                    at = border;
                }
            } else {
                assert!(border == 0 || request.lpn + request.pages <= border);
                assert!(request.pages <= pattern.max_bytes.div_ceil(4096));
            }
        }
        let small = drawn.iter().filter(|r| !is_large(r));
        let places: std::collections::BTreeSet<u32> = small.map(|r| r.lpn).collect();
        assert!(
            places.len() > 900,
            "small writes go anywhere: {}",
            places.len()
        );
    }
}

#[test]
fn patterns_and_profiles_run_on_the_smallest_devices() {
    for pattern in PATTERNS {
        let kind = format!(
            r#""kind": "pattern", "pattern": "{}", "range": [7, 9]"#,
            pattern.name
        );
        assert!(
            requests(&kind, 100)
                .iter()
                .all(|r| r.lpn >= 7 && r.lpn + r.pages <= 9)
        );
    }
    for profile in PROFILES {
        let kind = format!(
            r#""kind": "profile", "profile": "{}", "range": [7, 8]"#,
            profile.name
        );
        assert!(
            requests(&kind, 100)
                .iter()
                .all(|r| (r.lpn, r.pages) == (7, 1))
        );
    }
}

#[test]
fn profiles_have_the_figures_of_their_tables() {
    // Name, kB, reads, goes on, ms: as the papers print them, or as follows from what they print.
    let printed = [
        ("financial", 4.38, 0.09, 0.02, 133.50),
        ("cello99", 5.03, 0.35, 0.01, 41.01),
        ("tpch", 12.82, 0.95, 0.18, 155.56),
        ("websearch", 14.86, 0.99, 0.14, 9.97),
        ("financial1", 3.38, 1.0 / 4.31, 0.0, 1000.0 / 122.0),
        ("financial2", 2.38, 1.0 / 1.24, 0.0, 1000.0 / 54.0),
        ("exchange", 12.5, 1.0 / 2.53, 0.0, 1000.0 / 611.0),
        ("build", 4.14, 1.0 / 42.0, 0.0, 1000.0 / 1980.0),
        ("msn", 22.52, 1.0 / 67.7, 0.0, 1000.0 / 106.0),
        ("tpce", 12.75, 1.0 / 84.9, 0.0, 1000.0 / 308.0),
    ];
    assert_eq!(printed.len(), PROFILES.len());
    for (name, kilobytes, reads, goes_on, ms) in printed {
        let text = format!(
            r#"{{"format": 1, "device": {{"blocks": 4000, "pages_per_block": 64, "page_bytes": 1024}}, "logical_pages": 200000,
                "ftl": {{"kind": "page"}}, "workload": {{"kind": "profile", "profile": "{name}", "requests": 100000}}}}"#
        );
        let setup = scenario::parse(&text).unwrap();
        let drawn: Vec<_> = Source::workload(&setup, &|_| None).unwrap().collect();
        let size = mean(drawn.iter().map(|r| f64::from(r.pages)));
        near(size, kilobytes, kilobytes * 0.02);
        near(share(&drawn, |r| r.op == HostOp::Read), reads, 0.005);
        let following = drawn
            .windows(2)
            .filter(|w| w[1].lpn == w[0].lpn + w[0].pages);
        near(following.count() as f64 / 1e5, goes_on, 0.005);
        let last = drawn.last().and_then(|r| r.time_ns).unwrap() as f64 / 1e6;
        near(last / 99_999.0, ms, 1e-6);
    }
}

#[test]
fn a_profile_with_reuse_comes_back_as_often_as_it_says_and_keeps_its_other_figures() {
    let within = 500_u32;
    let text = format!(
        r#"{{"format": 1, "device": {{"blocks": 400000, "pages_per_block": 64, "page_bytes": 1024}}, "logical_pages": 20000000,
            "ftl": {{"kind": "page"}}, "workload": {{"kind": "profile", "profile": "financial", "requests": 50000,
            "reuse": 0.8, "reuse_within": {within}}}}}"#
    );
    let setup = scenario::parse(&text).unwrap();
    let drawn: Vec<_> = Source::workload(&setup, &|_| None).unwrap().collect();
    near(share(&drawn, |r| r.op == HostOp::Read), 0.09, 0.005);
    near(mean(drawn.iter().map(|r| f64::from(r.pages))), 4.38, 0.2);
    let goes_on = |w: &[Request]| w[1].lpn == w[0].lpn + w[0].pages;
    near(
        drawn.windows(2).filter(|w| goes_on(w)).count() as f64 / 5e4,
        0.02,
        0.005,
    );
    // How many requests ago the same pages were asked for: not more than `within`, but for chance in so large a space.
    let mut last = BTreeMap::new();
    let mut ago = Vec::new();
    for (i, request) in (0_u32..).zip(&drawn) {
        if let Some(before) = last.insert((request.lpn, request.pages), i) {
            ago.push(i - before);
        }
    }
    near(ago.len() as f64 / 5e4, 0.98 * 0.8, 0.01);
    let far = ago.iter().filter(|&&d| d > within).count();
    assert!(far < 20, "{far} places met again by chance");
    let near_ones = ago.iter().filter(|&&d| d <= 22).count() as f64 / ago.len() as f64;
    assert!(
        near_ones > 0.5,
        "{near_ones}: a place asked for often was so lately"
    );
}

#[test]
fn reuse_of_nothing_is_a_profile_as_it_was() {
    let profile = r#""kind": "profile", "profile": "exchange""#;
    assert_eq!(
        requests(&format!(r#"{profile}, "reuse": 0"#), 50),
        requests(profile, 50)
    );
}

#[test]
fn what_a_scenario_says_itself_is_not_the_profiles() {
    let drawn = requests(
        r#""kind": "profile", "profile": "websearch", "read_fraction": 0, "trim_fraction": 0.25, "interarrival_ms": 2"#,
        20_000,
    );
    near(share(&drawn, |r| r.op == HostOp::Trim), 0.25, 0.01);
    near(share(&drawn, |r| r.op == HostOp::Read), 0.0, 0.0);
    assert_eq!(drawn[3].time_ns, Some(6_000_000));
}

#[test]
fn a_share_of_the_requests_trims() {
    for kind in [
        r#""kind": "uniform""#,
        r#""kind": "zipf", "theta": 1"#,
        r#""kind": "sequential""#,
    ] {
        let drawn = requests(
            &format!(r#"{kind}, "read_fraction": 0.5, "trim_fraction": 0.1"#),
            50_000,
        );
        near(share(&drawn, |r| r.op == HostOp::Trim), 0.1, 0.01);
        near(share(&drawn, |r| r.op == HostOp::Read), 0.5, 0.01);
        let rest = requests(
            &format!(r#"{kind}, "read_fraction": 0.3, "trim_fraction": 0.7"#),
            1000,
        );
        assert!(rest.iter().all(|r| r.op != HostOp::Write));
    }
}

#[test]
fn sizes_with_a_mean_are_geometric() {
    let setup =
        setup(r#""workload": {"kind": "uniform", "requests": 100000, "pages": {"mean": 2.5}}"#);
    let drawn: Vec<_> = Source::workload(&setup, &|_| None).unwrap().collect();
    near(mean(drawn.iter().map(|r| f64::from(r.pages))), 2.5, 0.03);
    let mut counts = BTreeMap::new();
    for request in &drawn {
        *counts.entry(request.pages).or_insert(0.0) += 1e-5;
    }
    // Each size is 0.6 times as frequent as the one before.
    near(counts[&1], 0.4, 0.01);
    near(counts[&2] / counts[&1], 0.6, 0.02);
    near(counts[&4] / counts[&3], 0.6, 0.03);
    let one = requests(r#""kind": "uniform", "pages": {"mean": 1}"#, 100);
    assert!(one.iter().all(|r| r.pages == 1));
}

#[test]
fn profiles_with_reuse_update_as_many_addresses_more_than_once_as_hu_says() {
    // Hu, Table 2.2, and the `reuse` that the page's charts have for it (hu-traffic.ts).
    let printed = [
        ("financial1", 0.30, 0.41),
        ("financial2", 0.40, 0.79),
        ("exchange", 0.35, 0.53),
        ("build", 0.13, 0.14),
        ("msn", 0.09, 0.095),
        ("tpce", 0.01, 0.01),
    ];
    for (name, more_than_once, reuse) in printed {
        let text = format!(
            r#"{{"format": 1, "device": {{"blocks": 400000, "pages_per_block": 64, "page_bytes": 4096}}, "logical_pages": 20000000,
                "ftl": {{"kind": "page"}}, "workload": {{"kind": "profile", "profile": "{name}", "requests": 100000,
                "reuse": {reuse}, "reuse_within": 625}}}}"#
        );
        let setup = scenario::parse(&text).unwrap();
        let mut updates: BTreeMap<u32, u32> = BTreeMap::new();
        for request in Source::workload(&setup, &|_| None).unwrap() {
            if request.op == HostOp::Write {
                *updates.entry(request.lpn).or_default() += 1;
            }
        }
        let again = updates.values().filter(|n| **n > 1).count();
        near(again as f64 / updates.len() as f64, more_than_once, 0.01);
    }
}
