//! Generated workloads and the steady state: what is refused, where, and the canonical text.

use super::*;

/// Of a workload `kind` with `fields`, in place of the uniform one.
#[track_caller]
fn refused_at(kind: &str, fields: &str, path: &str) -> Failure {
    let failure = failure(DFTL, "\"uniform\"", &format!("\"{kind}\", {fields}"));
    assert_eq!(
        (failure.field.as_deref(), failure.line),
        (Some(path), Some(5)),
        "{fields}: {failure:?}"
    );
    assert!(!failure.remedy.is_empty());
    failure
}

#[test]
fn each_kind_asks_for_its_fields_within_their_limits() {
    for (kind, fields, path) in [
        ("zipf", r#""seed": 1"#, "workload.seed"),
        ("zipf", r#""range": [0, 9]"#, "workload.theta"),
        ("zipf", r#""theta": 0"#, "workload.theta"),
        ("zipf", r#""theta": 10.5"#, "workload.theta"),
        ("streams", r#""range": [0, 9]"#, "workload.streams"),
        ("streams", r#""streams": 0"#, "workload.streams"),
        (
            "streams",
            r#""streams": 10, "range": [0, 9]"#,
            "workload.streams",
        ),
        ("pattern", r#""range": [0, 9]"#, "workload.pattern"),
        ("pattern", r#""pattern": "f""#, "workload.pattern"),
        (
            "pattern",
            r#""pattern": "a", "range": [3, 4]"#,
            "workload.range",
        ),
        ("pattern", r#""pattern": "a", "pages": 2"#, "workload.pages"),
        ("profile", r#""range": [0, 9]"#, "workload.profile"),
        ("profile", r#""profile": "finacial""#, "workload.profile"),
        (
            "profile",
            r#""profile": "msn", "trim_fraction": 0.99"#,
            "workload.trim_fraction",
        ),
        (
            "profile",
            r#""profile": "msn", "theta": 1"#,
            "workload.theta",
        ),
        (
            "profile",
            r#""profile": "msn", "reuse": 0.995"#,
            "workload.reuse",
        ),
        (
            "profile",
            r#""profile": "msn", "reuse_within": 9"#,
            "workload.reuse",
        ),
        (
            "profile",
            r#""profile": "msn", "reuse": 0.5, "reuse_within": 0"#,
            "workload.reuse_within",
        ),
        ("uniform", r#""reuse": 0.5"#, "workload.reuse"),
        (
            "uniform",
            r#""trim_fraction": 1.01"#,
            "workload.trim_fraction",
        ),
        (
            "uniform",
            r#""trim_fraction": 0.6, "read_fraction": 0.6"#,
            "workload.trim_fraction",
        ),
        (
            "uniform",
            r#""pages": {"mean": 0.5}"#,
            "workload.pages.mean",
        ),
        (
            "uniform",
            r#""pages": {"mean": 2, "max": 3}"#,
            "workload.pages",
        ),
        ("uniform", r#""pages": {"min": 2}"#, "workload.pages"),
        ("uniform", r#""pages": {}"#, "workload.pages"),
    ] {
        refused_at(kind, fields, path);
    }
    let failure = refused_at("profile", r#""profile": "finacial""#, "workload.profile");
    assert!(
        failure
            .remedy
            .starts_with("Did you mean `financial`? Known here: financial, cello99,")
    );
}

#[test]
fn a_profile_without_reuse_keeps_its_hash() {
    let of = |fields: &str| setup(&DFTL.replace("\"uniform\"", fields)).hash;
    let plain = of(r#""profile", "profile": "financial""#);
    assert_eq!(plain, "a3fe7bff8e2b5612");
    assert_eq!(
        of(r#""profile", "profile": "financial", "reuse": 0"#),
        plain
    );
    let back = of(r#""profile", "profile": "financial", "reuse": 0.8"#);
    assert_ne!(back, plain);
    assert_eq!(
        of(r#""profile", "profile": "financial", "reuse": 0.8, "reuse_within": 5000"#),
        back
    );
}

#[test]
fn a_steady_state_has_limits_and_needs_writes() {
    let refused = |step: &str, workload: &str, path: &str| {
        let to = format!(
            r#""precondition": [{{"kind": "sequential"}}, {{"kind": "steady_state"{step}}}], "workload": {{{workload} "#
        );
        let failure = failure(DFTL, "\"workload\": {", &to);
        assert_eq!(failure.field.as_deref(), Some(path), "{failure:?}");
    };
    refused(r#", "tolerance": 0"#, "", "precondition[1].tolerance");
    refused(r#", "tolerance": 1"#, "", "precondition[1].tolerance");
    refused(r#", "window": 0"#, "", "precondition[1].window");
    refused(r#", "max_windows": 1"#, "", "precondition[1].max_windows");
    refused(
        r#", "window": 1000000, "max_windows": 5000"#,
        "",
        "precondition[1].max_windows",
    );
    // Blamed is what is given: two windows of this many pages are too many, of those that are as many as can be are taken.
    refused(r#", "window": 2147483648"#, "", "precondition[1].window");
    let steps = setup(&DFTL.replace(
        "\"workload\": {",
        r#""precondition": [{"kind": "steady_state", "window": 450000000}], "workload": {"#,
    ));
    let most = match steps.preconditions[..] {
        [Precondition::SteadyState { max_windows, .. }] => max_windows,
        ref other => panic!("{other:?}"),
    };
    assert_eq!(most, 9);
    refused(r#", "fraction": 1"#, "", "precondition[1].fraction");
    refused("", r#""read_fraction": 1,"#, "precondition[1].kind");
    // Two windows of 2,000 pages at 1 write in 10^6 requests are 4 * 10^9 requests, less than 2^32; of 2,200 pages they are more.
    let rare = r#""read_fraction": 0.5, "trim_fraction": 0.499999,"#;
    refused(r#", "window": 2200"#, rare, "precondition[1].kind");
    refused(
        "",
        r#""read_fraction": 0.9999999999,"#,
        "precondition[1].kind",
    );
    let taken = |window: u32, pages: u32| {
        let to = format!(
            r#""precondition": [{{"kind": "steady_state", "window": {window}}}], "workload": {{{rare} "pages": {pages}, "#
        );
        setup(&DFTL.replace("\"workload\": {", &to))
    };
    taken(2000, 1);
    taken(6000, 3);
}

#[test]
fn the_canonical_text_of_each_kind_reads_back_as_itself() {
    for fields in [
        r#""zipf", "theta": 0.99, "pages": {"mean": 1.5}"#,
        r#""streams", "streams": 3, "trim_fraction": 0.125"#,
        r#""pattern", "pattern": "c", "read_fraction": 0.5"#,
        r#""profile", "profile": "tpce""#,
        r#""profile", "profile": "financial", "reuse": 0.8"#,
        r#""profile", "profile": "cello99", "read_fraction": 0, "interarrival_ms": 1.5, "range": [2, 9]"#,
    ] {
        let text = DFTL.replace("\"uniform\"", fields);
        let text = text.replace(
            "\"workload\"",
            r#""precondition": [{"kind": "steady_state", "tolerance": 0.02}], "workload""#,
        );
        let first = setup(&text);
        assert_eq!(setup(&first.canonical), first);
        assert_eq!(
            first.preconditions,
            [Precondition::SteadyState {
                tolerance: 0.02,
                window: 16,
                max_windows: 50
            }]
        );
    }
}
