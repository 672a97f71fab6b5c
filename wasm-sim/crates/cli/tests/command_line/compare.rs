//! `ftl-lab compare`.

use super::*;
use serde_json::{Value, json};

const SCENARIO: &str = r#"{ "format": 1, "seed": 7, "device": { "blocks": 170, "pages_per_block": 16 }, "logical_pages": 1900,
    "ftl": { "kind": "page" }, "precondition": [ { "kind": "sequential" } ],
    "workload": { "kind": "uniform", "requests": 12000, "pages": { "min": 1, "max": 4 } } }"#;

fn plan(rest: &str) -> String {
    format!(
        r#"{{ "format": 1, "scenario": {SCENARIO}, {rest}
  "list": [ {{}}, {{ "ftl": {{ "kind": "fast", "log_blocks": 20 }} }}, {{ "ftl": {{ "kind": "dftl", "cmt_entries": 200 }} }} ] }}"#
    )
}

fn document(output: &Output) -> Value {
    serde_json::from_str(done(output)).unwrap()
}

#[test]
fn each_difference_is_that_of_the_figures_and_lies_in_its_interval() {
    let path = file("compare", "plan.json", &plan(""));
    let all = document(&lab(&["compare", &path, "--json"]));
    let runs = all["runs"].as_array().unwrap();
    assert_eq!(
        (runs.len(), &all["baseline"]),
        (3, &json!("(the scenario)"))
    );
    let number = |value: &Value| value.as_f64().unwrap();
    let mut given = 0;
    for run in &runs[1..] {
        for (figure, told) in run["figures"].as_object().unwrap() {
            let difference = &told["difference"];
            assert_eq!(told["by"], "windows");
            if difference.is_null() {
                assert_eq!(told["why_not"], "dependent");
                continue;
            }
            given += 1;
            let mean = number(&difference["mean"]);
            let figures = number(&told["value"]) - number(&runs[0]["figures"][figure]["value"]);
            assert!((mean - figures).abs() < 1e-9, "{figure}: {mean} {figures}");
            assert!(number(&difference["low"]) <= mean && mean <= number(&difference["high"]));
            assert_eq!(difference["pairs"], 40);
        }
    }
    assert!(given > 0);
    let alone = file("compare", "alone.json", SCENARIO);
    let report = document(&lab(&["run", &alone, "--json"]));
    assert_eq!(
        runs[0]["figures"]["write_amplification"]["value"],
        report["write_amplification"]
    );
}

#[test]
fn the_result_of_a_sweep_is_compared_as_its_plan_is() {
    let path = file("compare_result", "plan.json", &plan(""));
    let result = file("compare_result", "result.json", "");
    done(&lab(&["sweep", &path, "--result", &result]));
    let figures = |file: &str| -> Vec<Value> {
        let all = document(&lab(&["compare", file, "--json"]));
        let runs = all["runs"].as_array().unwrap().iter();
        runs.map(|run| run["figures"].clone()).collect()
    };
    assert_eq!(figures(&result), figures(&path));
}

#[test]
fn seeds_are_compared_in_pairs_and_the_baseline_may_be_another() {
    let path = file("compare_seeds", "plan.json", &plan(r#""seeds": 5,"#));
    let name = r#"ftl { "kind": "fast", "log_blocks": 20 }"#;
    let all = document(&lab(&["compare", &path, "--json", "--baseline", name]));
    assert_eq!(all["baseline"], name);
    let of = |run: usize| &all["runs"][run]["figures"]["write_amplification"];
    assert_eq!(
        (&of(0)["by"], &of(1)["by"]),
        (&json!("seeds"), &Value::Null)
    );
    let difference = &of(0)["difference"];
    assert_eq!(
        (&difference["pairs"], &difference["independent"]),
        (&json!(5), &json!(5))
    );
    assert!(
        difference["high"].as_f64().unwrap() < 0.0,
        "page-mapped copies less"
    );
    let text = lab(&["compare", &path]);
    assert!(done(&text).contains("over 5 seeds"));
    let csv = lab(&["compare", &path, "--csv"]);
    // A line for each of four figures of three runs.
    assert_eq!(done(&csv).lines().count(), 13);
    let quoted = format!("\"{}\",write_amplification,", name.replace('"', "\"\""));
    assert!(done(&csv).contains(&quoted), "{}", done(&csv));
}

#[test]
fn nothing_to_compare_is_refused_with_a_remedy() {
    let refused = |content: &str, more: &[&str]| {
        let path = file("compare_refused", "file.json", content);
        let output = lab(&[&["compare", &path], more].concat());
        assert_eq!(output.status.code(), Some(2));
        text(&output.stderr).to_owned()
    };
    let one = format!(r#"{{ "format": 1, "scenario": {SCENARIO} }}"#);
    assert!(refused(&one, &[]).contains("has one run"));
    assert!(refused(&plan(""), &["--baseline", "none"]).contains("Give one of: (the scenario); "));
    let (stopped, at) = (
        file("compare_refused", "at.json", SCENARIO),
        file("compare_refused", "result.json", ""),
    );
    done(&lab(&["run", &stopped, "--at", "5.1", "--result", &at]));
    let output = lab(&["compare", &at]);
    assert!(text(&output.stderr).contains("stopped before its end"));
}

/// Each has its word in the files, and its sentence below the table.
#[test]
fn where_there_is_no_interval_the_reason_is_given() {
    let why = |folder: &str, plan: &str, figure: &str| {
        let path = file(folder, "plan.json", plan);
        let all = document(&lab(&["compare", &path, "--json"]));
        let said = done(&lab(&["compare", &path])).to_owned();
        let word = |run: usize| all["runs"][run]["figures"][figure]["why_not"].as_str();
        let told = [1, 2].map(|run| word(run).unwrap_or_default().to_owned());
        (told, said)
    };
    let wa = "write_amplification";
    let short = plan("").replace("12000", "1500");
    let (told, said) = why("compare_short", &short, wa);
    assert!(told.iter().any(|told| told == "windows"), "{told:?}");
    assert!(
        said.contains("(no interval)") && said.contains("fewer than 30 windows"),
        "{said}"
    );
    let reads = plan("").replace("\"pages\"", "\"read_fraction\": 1, \"pages\"");
    let (told, said) = why("compare_empty", &reads, wa);
    assert!(told.iter().any(|told| told == "empty"), "{told:?}");
    assert!(said.contains("nothing is written"), "{said}");
    let (told, said) = why("compare_few", &plan(r#""seeds": 2,"#), wa);
    assert!(told.iter().any(|told| told == "seeds"), "{told:?}");
    assert!(said.contains("5 to 40 seeds"), "{said}");
}

/// A buffer that owes a few pages: the figure leaves them out, as the difference does. Of many pages both have them, or there is no
/// difference, as they are in no window.
#[test]
fn a_difference_is_that_of_the_figures_whatever_a_buffer_owes() {
    let behind = |capacity: u32, rest: &str| {
        let buffer = format!(
            r#""logical_pages": 1900, "buffer": {{ "kind": "lru", "capacity": {capacity} }},"#
        );
        let plan = plan(rest).replace("\"logical_pages\": 1900,", &buffer);
        let path = file("compare_owed", &format!("{capacity}.json"), &plan);
        let all = document(&lab(&["compare", &path, "--json"]));
        let of = |run: usize| &all["runs"][run]["figures"]["write_amplification"];
        let mut given = 0;
        for run in [1, 2] {
            let Some(mean) = of(run)["difference"]["mean"].as_f64() else {
                continue;
            };
            given += 1;
            let value = |run: usize| of(run)["value"].as_f64().unwrap();
            let figures = value(run) - value(0);
            assert!((mean - figures).abs() < 1e-9, "{mean} {figures}");
        }
        (given, of(1)["why_not"].clone())
    };
    let five = r#""seeds": 5,"#;
    assert!(behind(60, "").0 > 0);
    assert_eq!(behind(61, five).0, 2);
    assert_eq!(behind(500, ""), (0, json!("owed")));
    assert_eq!(behind(501, five).0, 2);
}

/// A run that cannot be made is named, and the others are compared.
#[test]
fn a_run_that_fails_leaves_the_others() {
    let trace = "time_us,op,offset_bytes,size_bytes\n0,W,0,4096\n1,W,983040,4096\n";
    file("compare_failed", "trace.csv", trace);
    let plan = r#"{ "format": 1, "scenario": { "format": 1, "device": { "blocks": 40, "pages_per_block": 8 }, "logical_pages": 240,
        "ftl": { "kind": "page" }, "workload": { "kind": "trace", "path": "trace.csv" } },
        "list": [ { "workload.mapping": "drop", "workload.aliasing": "allow" }, { "workload.mapping": "wrap" }, { "workload.mapping": "wrap", "workload.aliasing": "allow" } ] }"#;
    let path = file("compare_failed", "plan.json", plan);
    let output = lab(&["compare", &path]);
    let said = done(&output);
    assert!(
        said.contains("workload.mapping \"wrap\": not compared: "),
        "{said}"
    );
    let all = document(&lab(&["compare", &path, "--json"]));
    let runs = all["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 2);
    // The table alone leads to the runs: their scenarios and their trace are named.
    let result = file("compare_failed", "result.json", "");
    lab(&["sweep", &path, "--result", &result]);
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(&result).unwrap()).unwrap();
    let csv = lab(&["compare", &path, "--csv"]);
    let rows: Vec<&str> = done(&csv).lines().collect();
    for (run, first) in runs.iter().zip([1, 5]) {
        let (scenario, trace) = (&run["scenario_hash"], &run["trace_hash"]);
        let known = kept["runs"].as_array().unwrap();
        assert!(known.iter().any(|each| each["scenario_hash"] == *scenario));
        assert_eq!(*trace, kept["traces"][0]["hash"]);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let ends = format!(",{},{}", text(scenario), text(trace));
        assert!(rows[first].ends_with(&ends), "{}", rows[first]);
    }
}
