//! `ftl-lab policy`.

use crate::{file, lab};

const SCENARIO: &str = r#"{ "format": 1,
  "device": { "blocks": 16, "pages_per_block": 8 }, "logical_pages": 80,
  "ftl": { "kind": "page", "gc_policy": "fifo" },
  "workload": { "kind": "hot_cold", "r": 0.9, "f": 0.1, "requests": 2000 } }"#;
const GREEDY: &str = include_str!("../../../../../web/views/policy/starters/greedy.js");

#[test]
fn a_policy_is_scored_and_its_choices_are_the_same_run() {
    let scenario = file("policy", "scenario.json", SCENARIO);
    let policy = file("policy", "greedy.js", GREEDY);
    let choices = file("policy", "choices.json", "");
    let out = lab(&[
        "policy",
        "run",
        &policy,
        &scenario,
        "--json",
        "--choices",
        &choices,
    ]);
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let scored: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    let wa = |of: &str| scored[of]["write_amplification"].as_f64().unwrap();
    assert!(wa("report") < wa("scheme"));
    assert_eq!(scored["state_bytes"], 64);
    let again = lab(&["run", &choices, "--json"]);
    let again: serde_json::Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!(again, scored["report"]);
    let text = lab(&["policy", "run", &policy, &scenario]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("scheme alone"), "{text}");
}

#[test]
fn a_mistake_is_located_in_the_policy() {
    let scenario = file("policy-wrong", "scenario.json", SCENARIO);
    let code = "export function victim(blocks) {\n  return blocks[0].nr.id;\n}\n";
    let policy = file("policy-wrong", "policy.js", code);
    let out = lab(&["policy", "run", &policy, &scenario]);
    let said = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(2));
    assert!(said.contains("policy.js:2:"), "{said}");
    assert!(said.contains("`victim` threw TypeError"), "{said}");
}
