//! `ftl-lab spare`.

use super::*;
use serde_json::{Value, json};

fn scenario(more: &Value) -> Value {
    let mut scenario = json!({
        "format": 1, "seed": 3, "device": { "blocks": 80, "pages_per_block": 8, "page_bytes": 2048 }, "logical_pages": 480,
        "ftl": { "kind": "page" }, "precondition": [ { "kind": "sequential" } ],
        "workload": { "kind": "uniform", "requests": 3000 },
    });
    for (name, value) in more.as_object().expect("an object") {
        scenario[name] = value.clone();
    }
    scenario
}

fn path(name: &str, more: &Value) -> String {
    file("spare", name, &scenario(more).to_string())
}

fn document(output: &Output) -> Value {
    serde_json::from_str(done(output)).unwrap()
}

/// As `ftl-lab run` has it on a device of that number of blocks.
fn amplification(blocks: u64, more: &Value) -> f64 {
    let mut scenario = scenario(more);
    scenario["device"]["blocks"] = json!(blocks);
    let path = file("spare", &format!("{blocks}.json"), &scenario.to_string());
    let report = document(&lab(&["run", &path, "--repeat", "steady", "--json"]));
    report["write_amplification"].as_f64().expect("it writes")
}

#[test]
fn one_block_less_is_not_enough() {
    for (name, more) in [
        ("page", json!({})),
        (
            "dftl",
            json!({ "ftl": { "kind": "dftl", "cmt_entries": 100 } }),
        ),
    ] {
        let path = path(name, &more);
        let found = document(&lab(&["spare", &path, "--wa", "2.2", "--json"]));
        assert_eq!(found["outcome"], "enough", "{found}");
        let blocks = found["found"]["blocks"].as_u64().unwrap();
        let figure = found["found"]["write_amplification"].as_f64().unwrap();
        assert!((figure - amplification(blocks, &more)).abs() < 1e-12);
        assert!(figure <= 2.2 && amplification(blocks - 1, &more) > 2.2);
        let spare = found["found"]["spare"].as_f64().unwrap();
        assert!((spare - (1.0 - 60.0 / blocks as f64)).abs() < 1e-12);
        assert_eq!(found["found"]["steady"]["reached"], true);
        // Every device that was run, the smallest first.
        let csv = lab(&["spare", &path, "--wa", "2.2", "--csv"]);
        let lines: Vec<&str> = done(&csv).lines().collect();
        assert_eq!(
            lines[0],
            "blocks,spare,write_amplification,enough,steady.window,steady.reached"
        );
        assert_eq!(lines.len() - 1, found["runs"].as_array().unwrap().len());
        let at = lines
            .iter()
            .position(|line| line.starts_with(&format!("{blocks},")));
        let at = at.expect("it was run");
        assert!(lines[at].contains(",true,") && lines[at - 1].contains(",false,"));
    }
}

#[test]
fn the_text_says_how_it_ended() {
    let enough = path("enough", &json!({}));
    let text = lab(&["spare", &enough, "--wa", "2.2"]);
    let text = done(&text);
    assert!(text.contains("spare space is enough for a write amplification of 2.2: with"));
    assert!(text.contains("With one block less it is 2."), "{text}");
    // The smallest device of page mapping has a block for GC, and one to be written.
    let smallest = lab(&["spare", &enough, "--wa", "100"]);
    assert!(done(&smallest).contains("The FTL can do with no block less."));
    let beyond = lab(&["spare", &enough, "--wa", "0.9"]);
    assert!(done(&beyond).starts_with("Not even 75.0 % spare space is enough"));
    let reads = path(
        "reads",
        &json!({
            "precondition": [{ "kind": "sequential" }, { "kind": "steady_state" }],
            "workload": { "kind": "ops", "ops": "r1 r2" },
        }),
    );
    let nothing = lab(&["spare", &reads, "--wa", "1.5"]);
    assert_eq!(
        done(&nothing),
        "The host writes nothing, so there is no write amplification.\n"
    );
}

#[test]
fn a_workload_that_never_writes_is_refused_with_a_remedy_that_helps() {
    let reads = json!({ "workload": { "kind": "uniform", "requests": 1000, "read_fraction": 1 } });
    let output = lab(&["spare", &path("only_reads", &reads), "--wa", "1.5"]);
    assert!(
        refused(&output).ends_with("Take a workload that writes more.\n"),
        "{}",
        refused(&output)
    );
}

#[test]
fn a_trace_that_is_short_beside_the_spare_space_is_called_so() {
    let writes = |n: u32| {
        let tokens: Vec<String> = (0..n).map(|i| format!("w{}", i * i * 7 % 480)).collect();
        json!({ "workload": { "kind": "ops", "ops": tokens.join(" ") } })
    };
    let text = |n| {
        let path = path("short", &writes(n));
        done(&lab(&["spare", &path, "--wa", "1.2"])).to_owned()
    };
    assert!(
        text(60).contains("A pass writes 60 pages, and"),
        "{}",
        text(60)
    );
    assert!(!text(3000).contains("A pass writes"), "{}", text(3000));
}

#[test]
fn a_warm_up_gives_way_and_a_steady_precondition_stays() {
    let warm = path("warm", &json!({ "warmup_requests": 100 }));
    let plain = path("plain", &json!({}));
    let found = |path: &str| done(&lab(&["spare", path, "--wa", "2.2", "--json"])).to_owned();
    assert_eq!(found(&warm), found(&plain));
    let steady = json!([{ "kind": "sequential" }, { "kind": "steady_state" }]);
    let steady = path("steady", &json!({ "precondition": steady }));
    let found: Value = serde_json::from_str(&found(&steady)).unwrap();
    assert_eq!(
        (&found["outcome"], &found["found"]["steady"]),
        (&json!("enough"), &Value::Null)
    );
}

#[test]
fn what_cannot_be_searched_is_refused() {
    for (more, wa, said) in [
        (
            json!({ "ftl": { "kind": "bast", "log_blocks": 4 } }),
            "1.5",
            "ftl.kind: the spare blocks of `bast` are no single pool",
        ),
        (json!({ "initial": { "blocks": [] } }), "1.5", "initial"),
        (json!({}), "0", "a write amplification of 0 is none"),
        (json!({}), "NaN", "a write amplification of NaN is none"),
    ] {
        let path = path("refused", &more);
        let output = lab(&["spare", &path, "--wa", wa]);
        assert_eq!(output.status.code(), Some(2));
        assert!(refused(&output).contains(said), "{}", refused(&output));
    }
    let path = path("refused", &json!({}));
    let output = lab(&["spare", &path, "--wa", "2", "--repeat", "3"]);
    assert!(refused(&output).contains("--repeat: the workload is repeated until it is steady"));
}
