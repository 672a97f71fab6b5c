//! `ftl-lab lifetime`.

use super::*;
use serde_json::{Value, json};

/// 40 blocks of 8 pages of 2,048 bytes; 3,000 writes, one every 100 ms.
const SCENARIO: &str = r#"{ "format": 1, "seed": 3, "name": "worn", "device": { "blocks": 40, "pages_per_block": 8, "page_bytes": 2048 },
    "logical_pages": 240, "ftl": { "kind": "page" }, "precondition": [ { "kind": "sequential" } ],
    "workload": { "kind": "uniform", "requests": 3000, "interarrival_ms": 100 } }"#;

fn document(output: &Output) -> Value {
    serde_json::from_str(done(output)).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

#[track_caller]
fn close(found: &Value, by_hand: f64) {
    let found = number(found);
    assert!(
        (found / by_hand - 1.0).abs() < 1e-9,
        "{found} for {by_hand}"
    );
}

#[test]
fn the_lifetime_is_that_of_the_erases_in_the_report() {
    let path = file("lifetime", "worn.json", SCENARIO);
    let report = document(&lab(&["run", &path, "--json"]));
    let all = document(&lab(&["lifetime", &path, "--cycles", "1000", "--json"]));
    let run = &all["runs"][0];
    assert_eq!(
        (&run["name"], &run["cycles"], &run["seeds"]),
        (&json!("worn"), &json!(1000), &json!(1))
    );
    let erases = number(&report["flash"]["erases"]["total"]);
    let (days, bytes) = (2999.0 * 0.1 / 86_400.0, 3000.0 * 2048.0);
    assert_eq!(
        (number(&run["erases"]), number(&run["host_bytes"])),
        (erases, bytes)
    );
    close(&run["seconds"], 299.9);
    assert_eq!(run["clock"], "arrivals");
    let of = &run["lasting"];
    let each = erases / 40.0;
    close(&of["mean_block"]["erases"], each);
    close(&of["mean_block"]["passes"], 1000.0 / each);
    close(&of["mean_block"]["erases_per_day"], each / days);
    close(&of["mean_block"]["years"], 1000.0 / each * days / 365.0);
    let uneven = number(&report["wear"]["max"]) / number(&report["wear"]["mean"]);
    assert!(uneven > 1.0);
    close(&of["most_erased_block"]["erases"], each * uneven);
    close(&of["terabytes_written"], bytes * 1000.0 / each / 1e12);
    close(&of["host_share_of_erased"], bytes / (erases * 8.0 * 2048.0));
    // P is 3/4 on 655,360 bytes.
    let life = 655_360.0 * (0.75 + 0.25 * 1000.0);
    close(&of["hu"]["terabytes_written"], life / 1e12);
    close(&of["hu"]["passes"], life / bytes);
    assert_eq!(
        run["smart_write_amplification"],
        report["write_amplification"]
    );

    let output = lab(&["lifetime", &path]);
    let text = done(&output);
    let ends = |line: &str| -> Vec<usize> {
        let cells = line.match_indices("  ").map(|(at, _)| at);
        cells.filter(|&at| !line[..at].ends_with(' ')).collect()
    };
    let table: Vec<&str> = text.lines().take(2).collect();
    assert!(
        table[0].starts_with("run ") && table[1].starts_with("worn "),
        "{text}"
    );
    // Columns end below their names.
    assert_eq!(ends(table[0])[1..], ends(table[1])[1..], "{text}");
    assert!(
        text.contains(
            "Of all requests that count: 4.998 minutes from the first arrival to the last."
        ),
        "{text}"
    );
    let csv = lab(&["lifetime", &path, "--cycles", "1000", "--csv"]);
    let rows: Vec<Vec<&str>> = done(&csv)
        .lines()
        .map(|line| line.split(',').collect())
        .collect();
    let at = |head: &str| {
        let column = rows[0].iter().position(|name| *name == head);
        rows[1][column.unwrap_or_else(|| panic!("{head}"))]
    };
    assert_eq!(
        at("mean_block.years"),
        of["mean_block"]["years"].to_string()
    );
    assert_eq!(
        (at("clock"), at("why_not"), at("steady.window")),
        ("arrivals", "", "")
    );
    assert_eq!(json!(at("scenario_hash")), report["scenario_hash"]);
    assert_eq!((at("trace_hash"), &run["trace_hash"]), ("", &Value::Null));
}

/// All that is said is of the window alone, and of its time.
#[test]
fn repeated_until_steady_the_window_counts() {
    let path = file("lifetime_steady", "worn.json", SCENARIO);
    let all = document(&lab(&["lifetime", &path, "--repeat", "steady", "--json"]));
    let run = &all["runs"][0];
    let report = document(&lab(&["run", &path, "--repeat", "steady", "--json"]));
    assert_eq!(run["steady"], report["steady"]);
    assert!(run["steady"]["window"].as_u64() >= Some(3));
    close(&run["erases"], number(&report["flash"]["erases"]["total"]));
    close(&run["seconds"], number(&report["arrivals_us"]) / 1e6);
    close(&run["seconds"], 299.9);
    let text = lab(&["lifetime", &path, "--repeat", "steady"]);
    assert!(
        done(&text).contains("which is steady: 4.998 minutes"),
        "{}",
        done(&text)
    );
}

#[test]
fn plans_and_their_results_have_a_row_for_each_run_and_means_over_seeds() {
    let plan = format!(
        r#"{{ "format": 1, "scenario": {SCENARIO}, "seeds": 2, "list": [ {{}}, {{ "ftl": {{ "kind": "fast", "log_blocks": 4 }} }} ] }}"#
    );
    let path = file("lifetime_plan", "plan.json", &plan);
    let result = file("lifetime_plan", "result.json", "");
    let swept = lab(&["sweep", &path, "--json", "--result", &result]);
    let erases: Vec<f64> = done(&swept)
        .lines()
        .map(|line| {
            number(
                &serde_json::from_str::<Value>(line).unwrap()["report"]["flash"]["erases"]["total"],
            )
        })
        .collect();
    let lasting = |file: &str| -> Vec<Value> {
        let all = document(&lab(&["lifetime", file, "--json"]));
        let runs = all["runs"].as_array().unwrap().clone();
        runs.iter()
            .map(|run| json!([run["seeds"], run["erases"], run["lasting"]]))
            .collect()
    };
    let of_plan = lasting(&path);
    assert_eq!(of_plan.len(), 2);
    assert_eq!(of_plan[0][0], 2);
    close(&of_plan[0][1], f64::midpoint(erases[0], erases[1]));
    assert_eq!(lasting(&result), of_plan);
}

#[test]
fn where_no_lifetime_or_no_day_follows_it_says_why() {
    let said = |name: &str, text: &str, why: &str, clock: &str| {
        let path = file("lifetime_none", &format!("{name}.json"), text);
        let all = document(&lab(&["lifetime", &path, "--json"]));
        let run = &all["runs"][0];
        assert_eq!(
            (
                run["why_not"].as_str().unwrap_or_default(),
                run["clock"].as_str().unwrap()
            ),
            (why, clock),
            "{name}: {run}"
        );
        let text = done(&lab(&["lifetime", &path])).to_owned();
        assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
        text
    };
    let reads = SCENARIO.replace(r#""uniform","#, r#""uniform", "read_fraction": 1,"#);
    let text = said("reads", &reads, "nothing_written", "arrivals");
    assert!(
        text.contains("the host writes nothing, so no lifetime follows."),
        "{text}"
    );
    let few = SCENARIO.replace("3000", "3");
    let text = said("few", &few, "nothing_erased", "arrivals");
    assert!(
        text.contains("no block is erased, so no lifetime follows. A longer run may erase some."),
        "{text}"
    );
    let untimed = SCENARIO.replace(r#", "interarrival_ms": 100"#, "");
    let text = said("untimed", &untimed, "", "none");
    assert!(
        text.contains("no times of their own, so passes are said and no days."),
        "{text}"
    );
    assert!(
        text.contains("passes, most erased block") && !text.contains("years  "),
        "{text}"
    );
    let at_once = SCENARIO.replace(r#""interarrival_ms": 100"#, r#""interarrival_ms": 0"#);
    let text = said("at_once", &at_once, "", "at_once");
    assert!(text.contains("all requests arrive at once"), "{text}");
    // Faster than flash: the drive takes as long as it takes.
    let fast = SCENARIO.replace(r#""interarrival_ms": 100"#, r#""interarrival_ms": 0.01"#);
    let text = said("fast", &fast, "", "served");
    assert!(
        text.contains("until all are served, because they arrive faster"),
        "{text}"
    );
    let path = file("lifetime_none", "fast.json", &fast);
    let report = document(&lab(&["run", &path, "--json"]));
    let all = document(&lab(&["lifetime", &path, "--json"]));
    close(
        &all["runs"][0]["seconds"],
        number(&report["overload"]["done_us"]) / 1e6,
    );
    // Some with days, some without: both are in the table.
    let plan = format!(
        r#"{{ "format": 1, "scenario": {SCENARIO}, "list": [ {{}}, {{ "workload.interarrival_ms": null }}, {{ "workload.requests": 3 }} ] }}"#
    );
    let path = file("lifetime_none", "plan.json", &plan);
    let text = done(&lab(&["lifetime", &path])).to_owned();
    assert!(
        text.contains("years")
            && text.contains("passes")
            && text.contains("workload.requests 3: Of all"),
        "{text}"
    );
}

#[test]
fn what_cannot_be_asked_is_refused_with_a_remedy() {
    let path = file("lifetime_refused", "worn.json", SCENARIO);
    let refused = |args: &[&str]| {
        let output = lab(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        text(&output.stderr).to_owned()
    };
    assert!(refused(&["lifetime", &path, "--cycles", "0"]).contains("1..=1000000000"));
    let plan = file(
        "lifetime_refused",
        "plan.json",
        &format!(r#"{{ "format": 1, "scenario": {SCENARIO} }}"#),
    );
    assert!(
        refused(&["lifetime", &plan, "--trace", "t"]).contains("a plan names its traces itself")
    );
    assert!(
        refused(&["lifetime", &path, "--trace", "a", "--trace", "b"])
            .contains("a scenario has one trace")
    );
}

/// A trace in the place of the workload: its times are the days.
#[test]
fn a_trace_has_days_of_its_own() {
    let path = file("lifetime_trace", "worn.json", SCENARIO);
    // A write a second, in ns, to 200 of the pages.
    let lines: Vec<String> = (0..4000u64)
        .map(|i| {
            format!(
                "{} 0 {} 4 0
",
                i * 1_000_000_000,
                i * i % 200 * 4
            )
        })
        .collect();
    let trace = file("lifetime_trace", "t.mqsim", &lines.concat());
    let all = document(&lab(&["lifetime", &path, "--trace", &trace, "--json"]));
    let run = &all["runs"][0];
    close(&run["seconds"], 3999.0);
    close(&run["host_bytes"], 4000.0 * 2048.0);
    let twice = document(&lab(&[
        "lifetime", &path, "--trace", &trace, "--repeat", "2", "--json",
    ]));
    close(&twice["runs"][0]["seconds"], 2.0 * 3999.0);
    close(&twice["runs"][0]["host_bytes"], 2.0 * 4000.0 * 2048.0);
}

/// Half of the drive is free before: what goes there needs no erase, and is no measure of a drive in use.
#[test]
fn a_run_that_began_with_free_blocks_says_how_much_they_took() {
    let scenario = r#"{ "format": 1, "seed": 7, "device": { "blocks": 80, "pages_per_block": 8, "page_bytes": 4096 }, "logical_pages": 320,
        "ftl": { "kind": "page" }, "workload": { "kind": "uniform", "requests": 800 } }"#;
    let path = file("lifetime_fresh", "fresh.json", scenario);
    let told = lab(&["lifetime", &path]);
    let told = done(&told);
    let run = json(&lab(&["run", &path, "--json"]));
    let programs = run["flash"]["programs"]["total"].as_f64().unwrap();
    let erased = 8.0 * run["flash"]["erases"]["total"].as_f64().unwrap();
    let fresh = format!(
        "{:.1} % of the pages that were programmed",
        100.0 * (1.0 - erased / programs)
    );
    assert!(told.contains(&fresh), "{fresh}: {told}");
    assert!(!told.contains("Hu (eq. 4.1)"), "{told}");
    let steady = lab(&["lifetime", &path, "--repeat", "steady"]);
    let steady = done(&steady);
    assert!(
        !steady.contains("of the pages that were programmed"),
        "{steady}"
    );
    assert!(steady.contains("Hu (eq. 4.1)"), "{steady}");
}
