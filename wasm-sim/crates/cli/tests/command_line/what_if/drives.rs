//! `ftl-lab mix` and `ftl-lab split`: two traces on one drive, and one on two.

use super::*;
use serde_json::Value;
use std::fmt::Write;

/// Writes of whole pages, `every` microseconds apart, to 100 pages from `first` on.
fn trace(every: u64, first: u64) -> String {
    let mut text = "time_us,op,offset_bytes,size_bytes\n".to_owned();
    for i in 0..1000u64 {
        let page = first + i * i * 7 % 100;
        writeln!(text, "{},W,{},4096", i * every, page * 4096).unwrap();
    }
    text
}

fn scenario(logical_pages: u32) -> String {
    let blocks = logical_pages / 8 * 5 / 4;
    format!(
        r#"{{ "format": 1, "seed": 7, "device": {{ "blocks": {blocks}, "pages_per_block": 8, "page_bytes": 4096 }}, "logical_pages": {logical_pages},
        "ftl": {{ "kind": "page" }}, "precondition": [ {{ "kind": "sequential" }} ], "workload": {{ "kind": "trace", "path": "trace.csv" }} }}"#
    )
}

fn report(scenario: &str, trace: &str) -> Value {
    json(&lab(&["run", scenario, "--trace", trace, "--json"]))
}

fn count(report: &Value, path: &str) -> u64 {
    report.pointer(path).and_then(Value::as_u64).expect(path)
}

#[test]
fn two_traces_lie_side_by_side_on_one_drive_with_their_names_and_times() {
    let a = file("drives", "a.csv", &trace(10, 0));
    let b = file("drives", "b.csv", &trace(25, 1000));
    let out = file("drives", "both.csv", "");
    let said = lab(&["mix", &a, &b, "--out", &out]);
    assert_eq!(done(&said), format!("{out}: 2000 requests\n"));
    let text = std::fs::read_to_string(&out).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "time_ns,op,offset_bytes,size_bytes,device");
    assert_eq!(lines[1], "0,write,0,4096,a.csv");
    assert_eq!(lines[2], "0,write,4096000,4096,b.csv");
    let shown = json(&lab(&["trace", &out, "--json"]));
    let names: Vec<&Value> = shown["import"]["devices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|device| &device["name"])
        .collect();
    assert_eq!(names, ["a.csv", "b.csv"]);
    // The drive serves the writes of both, until the last of the slower.
    let path = file("drives", "one.json", &scenario(240));
    let both = report(&path, &out);
    assert_eq!(count(&both, "/host/writes"), 2000);
    assert!((both["arrivals_us"].as_f64().unwrap() - 24_975.0).abs() < 1e-9);
    let copied = json(&lab(&["explain", &path, "--trace", &out, "--json"]));
    assert_eq!(copied["all"]["writes"], 2000);
}

#[test]
fn one_trace_on_two_drives_is_all_of_it() {
    let whole = file("drives", "whole.csv", &trace(10, 0));
    let out = file("drives", "half.csv", "");
    let said = lab(&["split", &whole, "--stripe", "8192", "--out", &out]);
    let [first, second] = ["half-1.csv", "half-2.csv"].map(|name| out.replace("half.csv", name));
    let drive = file("drives", "half.json", &scenario(120));
    let halves = [&first, &second].map(|half| report(&drive, half));
    let written = halves.iter().map(|half| count(half, "/host/writes"));
    assert_eq!(written.clone().sum::<u64>(), 1000);
    for (half, requests) in [&first, &second].iter().zip(written) {
        assert!(
            done(&said).contains(&format!("{half}: {requests} requests")),
            "{}",
            done(&said)
        );
    }
    // Alternate pairs of pages: page 3 is the second of the first pair there.
    let text = std::fs::read_to_string(&second).unwrap();
    assert!(text.lines().any(|line| line.ends_with(",write,4096,4096")));
    assert!(!text.contains(",write,409600,"));
}

#[test]
fn traces_that_cannot_share_a_drive_are_refused() {
    let timed = file("drives", "timed.csv", &trace(10, 0));
    let untimed = file(
        "drives",
        "untimed.csv",
        "op,offset_bytes,size_bytes\nW,0,4096\n",
    );
    let pages = file("drives", "pages.csv", "time_us,op,lpn,size\n0,W,0,1\n");
    let mix = |files: &[&str], out: &str| lab(&[&["mix"], files, &["--out", out]].concat());
    let other = file("drives", "other.csv", "");
    let output = mix(&[&timed, &untimed], &other);
    assert!(refused(&output).contains("only one of them has times"));
    let output = mix(&[&timed, &pages], &other);
    assert!(refused(&output).contains("one counts pages and the other bytes"));
    let output = mix(&[&timed, &timed], &timed);
    assert!(refused(&output).contains("would be written over"));
    assert_eq!(std::fs::read_to_string(&timed).unwrap(), trace(10, 0));
    // Two traces of one name have two names.
    assert!(done(&mix(&[&timed, &timed], &other)).contains("2000 requests"));
    let text = std::fs::read_to_string(&other).unwrap();
    assert!(text.contains(",timed.csv\n") && text.contains(",timed.csv (2)\n"));
}
