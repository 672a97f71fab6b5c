//! `ftl-lab explain`.

use super::*;
use serde_json::Value;
use std::fmt::Write;

const SCENARIO: &str = r#"{ "format": 1, "seed": 7, "device": { "blocks": 70, "pages_per_block": 8, "page_bytes": 4096 }, "logical_pages": 500,
    "ftl": { "kind": "page" }, "precondition": [ { "kind": "random_fill" } ], "workload": { "kind": "uniform", "requests": 1 } }"#;

/// Two devices, by their names; a few pages of the second are rewritten most.
fn trace() -> String {
    let mut text = "time_us,device,op,offset_bytes,size_bytes\n".to_owned();
    for i in 0..2000u64 {
        let (device, page) = if i % 4 == 0 {
            ("vda", i * 7 % 400)
        } else {
            ("vdb", 1_000_000 + i * i % 60)
        };
        writeln!(text, "{i},{device},W,{},4096", page * 4096).unwrap();
    }
    text
}

fn number(value: &Value, field: &str) -> u64 {
    value[field].as_u64().unwrap()
}

#[test]
fn ranges_have_the_addresses_of_the_trace_and_sum_to_the_report() {
    let scenario = file("explain", "scenario.json", SCENARIO);
    let trace = file("explain", "trace.csv", &trace());
    let with = |args: &[&str]| lab(&[&["explain", &scenario, "--trace", &trace], args].concat());
    let ledger = json(&with(&["--json"]));
    let report = json(&lab(&["run", &scenario, "--trace", &trace, "--json"]));
    assert_eq!(ledger["scenario_hash"], report["scenario_hash"]);
    let ranges = ledger["ranges"].as_array().unwrap();
    let sum = |field: &str| {
        let ranges: u64 = ranges
            .iter()
            .map(|range| number(&range["counts"], field))
            .sum();
        ranges + number(&ledger["elsewhere"], field)
    };
    let programs = &report["flash"]["programs"];
    assert_eq!(sum("writes"), number(&report["host"], "writes"));
    assert_eq!(sum("copies"), number(programs, "gc"));
    assert!(sum("copies") > 500, "{ledger}");
    assert_eq!(
        ranges
            .iter()
            .map(|range| number(range, "device"))
            .collect::<std::collections::BTreeSet<_>>()
            .len(),
        2
    );
    // Written from 1,000,000 pages up on the second device.
    let last = ranges.last().unwrap();
    assert!(
        number(last, "from") >= 1_000_000 * 4096 && number(last, "to") <= 1_000_060 * 4096,
        "{last}"
    );

    let csv = with(&["--csv"]);
    let lines: Vec<&str> = done(&csv).lines().collect();
    assert_eq!(
        lines[0],
        "device,unit,from,to,pages,writes,copies,gc,merge,wear,pad"
    );
    assert_eq!(lines.len(), 1 + ranges.len() + 1);
    assert!(
        lines[lines.len() - 1].starts_with(",,,,,0,"),
        "{}",
        lines[lines.len() - 1]
    );
    let first = &ranges[0];
    assert!(
        lines[1].starts_with(&format!(
            "0,bytes,{},{},{},",
            first["from"], first["to"], first["pages"]
        )),
        "{}",
        lines[1]
    );

    let table = with(&["--ranges", "4", "--top", "3"]);
    let table = done(&table);
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| {
            line.split("  ")
                .map(str::trim)
                .filter(|cell| !cell.is_empty())
                .collect()
        })
        .collect();
    let head = rows
        .iter()
        .position(|row| row[..] != [] as [&str; 0] && row.contains(&"share"))
        .unwrap();
    assert_eq!(
        rows[head][5..],
        [
            "device",
            "first byte",
            "last byte",
            "first sector",
            "last sector"
        ]
    );
    let copies = |row: &[&str]| row[0].parse::<u64>().unwrap();
    assert!(
        copies(&rows[head + 1]) >= copies(&rows[head + 2]),
        "{table}"
    );
    assert!(
        rows[head + 1..head + 4]
            .iter()
            .all(|row| ["vda", "vdb"].contains(&row[5])),
        "{table}"
    );
    assert!(
        table.contains("untouched by the trace") && table.contains("and 1 ranges more"),
        "{table}"
    );
    assert!(
        table.contains("50 % or more         of the copies are of "),
        "{table}"
    );
}

#[test]
fn drawn_workloads_are_told_by_logical_page_and_orders_differ() {
    let scenario = SCENARIO.replace(
        r#""kind": "uniform", "requests": 1"#,
        r#""kind": "hot_cold", "r": 0.9, "f": 0.1, "requests": 3000"#,
    );
    let scenario = file("explain_drawn", "scenario.json", &scenario);
    let ledger = json(&lab(&["explain", &scenario, "--ranges", "5", "--json"]));
    assert_eq!(ledger["unit"], "lpns");
    let first = |by: &str| {
        let table = lab(&["explain", &scenario, "--ranges", "5", "--by", by]);
        let table = done(&table).to_owned();
        let head = table
            .lines()
            .position(|line| line.contains("first LPN"))
            .unwrap();
        let row = table.lines().nth(head + 1).unwrap();
        row.split_whitespace()
            .rev()
            .nth(1)
            .unwrap()
            .parse::<u64>()
            .unwrap()
    };
    let ranges = ledger["ranges"].as_array().unwrap();
    let most = |of: &dyn Fn(&Value) -> f64| {
        let best = ranges
            .iter()
            .max_by(|a, b| of(a).total_cmp(&of(b)))
            .unwrap();
        number(best, "from")
    };
    let count = |field: &'static str| move |range: &Value| number(&range["counts"], field) as f64;
    let (writes, copies) = (count("writes"), count("copies"));
    assert_eq!(first("copies"), most(&copies));
    assert_eq!(first("writes"), most(&writes));
    assert_eq!(
        first("per-write"),
        most(&|range| copies(range) / writes(range))
    );
    assert_eq!(first("address"), 0);
    assert_ne!(first("writes"), first("per-write"));
}

#[test]
fn what_a_run_refuses_is_refused() {
    let scenario = file(
        "explain_refused",
        "scenario.json",
        &SCENARIO.replace(r#""blocks": 70"#, r#""blocks": 3"#),
    );
    assert!(refused(&lab(&["explain", &scenario])).contains("logical_pages"));
    let output = lab(&["explain", &scenario, "--ranges", "0"]);
    assert_eq!(output.status.code(), Some(2));
}
