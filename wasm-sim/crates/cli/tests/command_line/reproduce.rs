//! Results that are run again.

use super::*;

/// The result file of a run.
fn kept(folder: &str, scenario: &str, more: &[&str]) -> (String, String) {
    let scenario = file(folder, "bast.json", scenario);
    let result = scenario.replace("bast.json", "result.json");
    done(&lab(
        &[&["run", &scenario, "--result", &result], more].concat()
    ));
    let content = std::fs::read_to_string(&result).unwrap();
    (result, content)
}

#[test]
fn a_result_is_the_same_when_it_is_run_again() {
    let (result, content) = kept("same", THRASHING, &[]);
    let said = lab(&["reproduce", &result]);
    assert_eq!(
        done(&said),
        format!("same: 1 run, every counter, time and hash as in {result}\n")
    );
    let read: serde_json::Value = serde_json::from_str(&content).unwrap();
    assert_eq!(read["kind"], "ftl-lab result");
    assert_eq!(
        read["runs"][0]["scenario"]["ftl"]["log_blocks"], 2,
        "in canonical form"
    );
    assert_eq!(read["runs"][0]["at"], serde_json::Value::Null);
    assert_eq!(read["traces"], serde_json::json!([]));
    let input = lab_with_input(&["reproduce", "-"], &content);
    assert!(done(&input).starts_with("same: 1 run"));
}

#[test]
fn a_run_that_stopped_is_run_to_the_same_place() {
    for (folder, more) in [
        ("at", ["--at", "3.1"]),
        ("until", ["--until", "erases >= 1"]),
    ] {
        let (result, content) = kept(folder, THRASHING, &more);
        let read: serde_json::Value = serde_json::from_str(&content).unwrap();
        assert!(read["runs"][0]["at"]["event"].as_u64().unwrap() > 0);
        assert!(done(&lab(&["reproduce", &result])).starts_with("same"));
    }
}

#[test]
fn what_differs_is_listed_with_both_values_and_a_status_of_its_own() {
    let (_, content) = kept("differs", THRASHING, &[]);
    let read: serde_json::Value = serde_json::from_str(&content).unwrap();
    let report = &read["runs"][0]["report"];
    let full = report["merges"]["full"].as_u64().unwrap();
    let other = content.replace(
        &format!("\"full\":{full}"),
        &format!("\"full\":{}", full + 7),
    );
    assert_ne!(other, content);
    let other = file("differs", "other.json", &other);
    let output = lab(&["reproduce", &other]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(
        text(&output.stdout),
        format!(
            "different: 1 of 1 run of {other}\nruns[0] thrashing\n  merges.full: {} in the file, {full} now\n",
            full + 7
        )
    );
}

#[test]
fn a_file_that_cannot_be_run_again_says_where_why_and_what_to_do() {
    let (_, content) = kept("refused", THRASHING, &[]);
    let with = |name: &str, from: &str, to: &str| {
        let changed = content.replacen(from, to, 1);
        assert_ne!(changed, content, "{from}");
        let path = file("refused", name, &changed);
        let said = refused(&lab(&["reproduce", &path])).to_owned();
        said.replace(&path, name)
    };
    let newer = with("newer.json", "\"format\": 1", "\"format\": 2");
    assert!(
        newer.starts_with("error: newer.json: format: a newer version made this result"),
        "{newer}"
    );
    assert!(newer.contains("Use that version or a later one."));
    let engine = with("engine.json", "\"engine\": \"0", "\"engine\": \"9");
    assert!(engine.contains("engine: a newer version made this result"));
    let other = with("kind.json", "ftl-lab result", "shopping list");
    assert!(other.contains("kind: this file holds no result"), "{other}");
    let altered = with("altered.json", "\"log_blocks\":2", "\"log_blocks\":3");
    assert!(
        altered.contains("altered.json: runs[0].scenario: the scenario was changed after the run"),
        "{altered}"
    );
    let broken = with("broken.json", "\"runs\"", "\"run\"");
    assert!(
        broken.contains("this result file is damaged: missing field `runs`"),
        "{broken}"
    );
    let mut empty: serde_json::Value = serde_json::from_str(&content).unwrap();
    empty["runs"] = serde_json::json!([]);
    let empty = file("refused", "empty.json", &empty.to_string());
    let said = lab(&["reproduce", &empty]);
    assert!(
        refused(&said).contains("empty.json: runs: this result file has no run"),
        "{}",
        refused(&said)
    );
    let cut = file("refused", "cut.json", &content[..content.len() / 2]);
    let cut = lab(&["reproduce", &cut]);
    let said = refused(&cut);
    assert!(
        said.contains("cut.json:") && said.contains("damaged: EOF"),
        "{said}"
    );
}

const TRACED: &str = r#"{ "format": 1, "device": { "blocks": 12, "pages_per_block": 4, "page_bytes": 512 }, "logical_pages": 16,
"ftl": { "kind": "page" }, "workload": { "kind": "trace", "path": "a.csv", "trace_format": "csv", "reading": { "sector_bytes": 1024 } } }"#;

#[test]
fn the_trace_of_a_result_is_found_read_alike_and_known_by_its_requests() {
    let rows = "time_us,op,lba,sectors\n1,W,0,2\n2,W,4,1\n3,R,0,2\n";
    let trace = file("traced", "a.csv", rows);
    let (result, content) = kept("traced", TRACED, &["--time-unit", "ms"]);
    let read: serde_json::Value = serde_json::from_str(&content).unwrap();
    assert_eq!(read["traces"][0]["name"], "a.csv");
    assert_eq!(read["traces"][0]["options"]["time_unit"], "ms");
    // The options say nothing of a format that was recognised, nor of the lines.
    let found = &read["traces"][0]["read"];
    assert_eq!(
        (&found["format"], &found["lines"], &found["requests"]),
        (&"csv".into(), &4.into(), &3.into())
    );
    assert_eq!(found["devices"], serde_json::json!(["0"]));
    assert_eq!(read["runs"][0]["trace"], 0);
    assert!(done(&lab(&["reproduce", &result])).starts_with("same: 1 run"));

    let away = file("traced/away", "result.json", &content);
    let missing = lab(&["reproduce", &away]);
    let said = refused(&missing);
    assert!(
        said.contains("traces[0]: its trace `a.csv` is missing"),
        "{said}"
    );
    assert!(said.contains("--trace FILE"), "{said}");
    assert!(done(&lab(&["reproduce", &away, "--trace", &trace])).starts_with("same"));
    let other = file("traced/away", "b.csv", &rows.replace("4,1", "5,1"));
    let another = lab(&["reproduce", &away, "--trace", &other]);
    assert!(
        refused(&another).contains("b.csv: this is another trace than the one that was run"),
        "{}",
        refused(&another)
    );
}

#[test]
fn a_sweep_is_a_result_of_many_runs() {
    file(
        "sweep",
        "a.csv",
        "time_us,op,lba,sectors\n1,W,0,2\n2,W,4,1\n",
    );
    let plan = format!(
        r#"{{"format": 1, "scenario": {TRACED}, "over": {{"ftl.gc_threshold": [2, 3, 99]}}, "seeds": 2, "illegal": "skip"}}"#
    );
    let plan = file("sweep", "plan.json", &plan);
    let result = plan.replace("plan.json", "result.json");
    done(&lab(&["sweep", &plan, "--result", &result]));
    assert_eq!(
        done(&lab(&["reproduce", &result])),
        format!("same: 4 runs, every counter, time and hash as in {result}\n")
    );
    let content = std::fs::read_to_string(&result).unwrap();
    assert!(content.contains("\"name\": \"ftl.gc_threshold = 3, seed 2\""));
}
