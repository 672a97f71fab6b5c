//! The workload served in another way than the scenario says: `--shift`, `--ignore-trims`, `--cmt-bytes`, `--times-footprint`.

use super::*;
use serde_json::Value;
use std::fmt::Write;

const SCENARIO: &str = r#"{ "format": 1, "seed": 7, "device": { "blocks": 40, "pages_per_block": 8, "page_bytes": 4096 }, "logical_pages": 256,
    "ftl": { "kind": "page" }, "precondition": [ { "kind": "random_fill" } ], "workload": { "kind": "trace", "path": "trace.csv" } }"#;

/// Requests of whole pages from `start` on; every fifth is a trim.
fn trace(start: u64, trims: bool) -> String {
    let mut text = "time_us,op,offset_bytes,size_bytes\n".to_owned();
    for i in 0..2000u64 {
        let trim = i % 5 == 4;
        if !trim || trims {
            let (op, page) = (if trim { "T" } else { "W" }, i * i * 31 % 200);
            writeln!(text, "{i},{op},{},8192", page * 4096 + start).unwrap();
        }
    }
    text
}

fn report(args: &[&str]) -> Value {
    json(&lab(&[&["run"], args, &["--json"]].concat()))
}

#[test]
fn a_trace_is_moved_until_its_requests_begin_with_pages() {
    let scenario = file("shift", "scenario.json", SCENARIO);
    let inside = file("shift", "trace.csv", &trace(3584, true));
    let aligned = file("shift", "aligned.csv", &trace(4096, true));
    let told = lab(&["trace", &inside]);
    let told = done(&told);
    assert!(
        told.contains("writes start most often 3584 bytes behind the start of a page; with `--shift 512` those start with one"),
        "{told}"
    );
    assert!(!done(&lab(&["trace", &aligned])).contains("--shift"));
    let unmoved = report(&[&scenario]);
    let moved = report(&[&scenario, "--shift", "512"]);
    let other = report(&[&scenario, "--trace", &aligned]);
    let flash = |report: &Value| report["flash"].clone();
    assert_eq!(flash(&moved), flash(&other));
    let erases = |report: &Value| report["flash"]["erases"]["total"].as_u64().unwrap();
    assert!(erases(&moved) < erases(&unmoved), "{moved}");

    // The scenario says it, too; the arguments may say otherwise.
    let shifted = SCENARIO.replace(r#""trace.csv""#, r#""trace.csv", "shift_bytes": 512"#);
    let shifted = file("shift", "shifted.json", &shifted);
    assert_eq!(report(&[&shifted]), moved);
    assert_ne!(moved["scenario_hash"], unmoved["scenario_hash"]);
    assert_eq!(flash(&report(&[&shifted, "--shift", "0"])), flash(&unmoved));

    // Everything is said in the addresses of the file.
    let ledger = json(&lab(&["explain", &shifted, "--json"]));
    let first = &ledger["ranges"][0];
    assert_eq!(first["from"].as_u64().unwrap() % 4096, 3584, "{ledger}");
    let lasting = |args: &[&str]| json(&lab(&[&["lifetime"], args, &["--json"]].concat()));
    assert_eq!(
        lasting(&[&scenario, "--shift", "512"]),
        lasting(&[&shifted])
    );
}

#[test]
fn a_trace_in_pages_is_not_moved() {
    let scenario = file("shift_pages", "scenario.json", SCENARIO);
    let ops = file("shift_pages", "a.ops", "w1 w2 w1\n");
    let output = lab(&["run", &scenario, "--trace", &ops, "--shift", "512"]);
    let error = refused(&output);
    assert!(
        error.contains("workload.shift_bytes") && error.contains("Leave `shift_bytes` out."),
        "{error}"
    );
    // Nor is a workload that is drawn, also of a plan.
    let drawn = SCENARIO.replace(
        r#""kind": "trace", "path": "trace.csv""#,
        r#""kind": "uniform", "requests": 9"#,
    );
    let plan = format!(
        r#"{{ "format": 1, "scenario": {drawn}, "list": [ {{ "ftl": {{ "kind": "page" }} }} ] }}"#
    );
    let plan = file("shift_pages", "plan.json", &plan);
    let output = lab(&["lifetime", &plan, "--shift", "512"]);
    assert!(refused(&output).contains("`shift_bytes` does not belong to workload kind `uniform`"));
    // The remedy.
    done(&lab(&["run", &scenario, "--trace", &ops]));
}

#[test]
fn a_device_that_ignores_trims_does_what_it_does_without_them() {
    let scenario = file("ignore_trims", "scenario.json", SCENARIO);
    file("ignore_trims", "trace.csv", &trace(0, true));
    let writes = file("ignore_trims", "writes.csv", &trace(0, false));
    let ignored = report(&[&scenario, "--ignore-trims"]);
    let without = report(&[&scenario, "--trace", &writes]);
    let heeded = report(&[&scenario]);
    assert_eq!(ignored["flash"], without["flash"]);
    assert_ne!(ignored["flash"], heeded["flash"]);
    assert_eq!(ignored["host"]["trims"], 0);
    assert_eq!(ignored["host"]["writes"], heeded["host"]["writes"]);
}

#[test]
fn the_mapping_table_has_as_many_entries_as_fit_the_bytes() {
    let of = |ftl: &str| {
        let scenario = SCENARIO.replace(r#""page" }"#, ftl);
        let path = file("cmt", "scenario.json", &scenario);
        file("cmt", "trace.csv", &trace(0, false));
        path
    };
    let whole = report(&[&of(r#""dftl", "cmt_entries": 32, "cmt_protected": 0.25 }"#)]);
    let protected = of(r#""dftl", "cmt_entries": 4, "cmt_protected": 0.25 }"#);
    // 7 bytes are no entry.
    for bytes in ["256", "263"] {
        let changed = report(&[&protected, "--cmt-bytes", bytes]);
        assert_eq!(changed["scenario_hash"], whole["scenario_hash"]);
        assert_eq!(changed["cmt"], whole["cmt"]);
    }
    let told = lab(&["run", &protected, "--cmt-bytes", "256"]);
    assert!(done(&told).contains("hit ratio"), "{}", done(&told));
    let none = lab(&["run", &protected, "--cmt-bytes", "7"]);
    assert!(
        refused(&none).contains("7 is not in 8.."),
        "{}",
        refused(&none)
    );
    let page = file("cmt", "page.json", SCENARIO);
    let output = lab(&["run", &page, "--cmt-bytes", "256"]);
    assert!(
        refused(&output).contains("cmt_entries"),
        "{}",
        refused(&output)
    );
}

#[test]
fn a_drive_has_as_many_times_the_pages_of_the_trace_and_the_same_spare_space() {
    let scenario = file("times", "scenario.json", SCENARIO);
    // Requests of two pages, from 0 to 199: 201 pages at most.
    file("times", "trace.csv", &trace(0, false));
    let summary = json(&lab(&[
        "trace",
        &file("times", "trace.csv", &trace(0, false)),
        "--json",
    ]));
    let footprint = summary["statistics"]["footprint_pages"].as_f64().unwrap();
    // 20 % of 40 blocks are spare: the host sees 256 of 320 pages.
    let blocks = (3.0 * footprint / 8.0).ceil();
    let (pages, all) = (blocks * 8.0, (blocks * 320.0 / 256.0).round());
    let own = SCENARIO
        .replace("256", &pages.to_string())
        .replace("\"blocks\": 40", &format!("\"blocks\": {all}"));
    let own = file("times", "own.json", &own);
    let (larger, own) = (
        report(&[&scenario, "--times-footprint", "3"]),
        report(&[&own]),
    );
    assert_eq!(larger, own);
    let ledger = |args: &[&str]| json(&lab(&[&["explain"], args, &["--json"]].concat()));
    assert_eq!(
        ledger(&[&scenario, "--times-footprint", "3"])["scenario_hash"],
        larger["scenario_hash"]
    );

    let few = lab(&["run", &scenario, "--times-footprint", "0.5"]);
    assert!(
        refused(&few).contains("write a number from 1"),
        "{}",
        refused(&few)
    );
    let huge = lab(&["run", &scenario, "--times-footprint", "1e12"]);
    assert!(refused(&huge).contains("pages"), "{}", refused(&huge));
    let uniform = SCENARIO.replace(
        r#""kind": "trace", "path": "trace.csv""#,
        r#""kind": "uniform", "requests": 9"#,
    );
    let uniform = file("times", "uniform.json", &uniform);
    let none = lab(&["run", &uniform, "--times-footprint", "2"]);
    assert!(refused(&none).contains("is no trace"), "{}", refused(&none));
}
