//! `ftl-lab policy`.

use crate::{file, lab, lab_with_input, refused};

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
fn the_decisions_that_lose_are_listed_and_state_is_limited() {
    let scenario = file("policy-loses", "scenario.json", SCENARIO);
    // The most valid pages instead of the oldest block: bad choices, and few.
    let code = "let kept, n = 0;\nexport function init({ state }) { kept = state.u8(64); }\nexport function victim(blocks) {\n  n += 1;\n  return n === 40 ? blocks.reduce((a, b) => (b.valid > a.valid ? b : a)).id : OWN;\n}\n";
    let policy = file("policy-loses", "policy.js", code);
    let out = lab(&["policy", "run", &policy, &scenario, "--loses", "--json"]);
    let scored: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    let losses = &scored["losses"];
    assert_eq!(
        (&losses["choices"], &losses["tried"]),
        (&1.into(), &1.into())
    );
    assert_eq!(losses["first"]["chosen"], scored["choices"][0]["choose"]);
    let worst = &losses["worst"][0];
    // With one choice the run with all and the run with this one are the same.
    assert_eq!(worst, &losses["first"]);
    assert!(worst["cost_us"].as_f64() > worst["own_us"].as_f64());
    let text = lab(&[
        "policy", "run", &policy, &scenario, "--loses", "--state", "64",
    ]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("worst 1"), "{text}");
    let out = lab(&["policy", "run", &policy, &scenario, "--state", "63"]);
    let said = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(2));
    assert!(
        said.contains("asks for 64 bytes of state, and 63 are allowed"),
        "{said}"
    );
}

#[test]
fn a_line_of_the_log_has_500_characters_in_every_language() {
    let scenario = file("policy-log", "scenario.json", SCENARIO);
    let code = "export function init() { log('가'.repeat(600)); }\nexport function victim() { return OWN; }\n";
    let policy = file("policy-log", "policy.js", code);
    let out = lab(&["policy", "run", &policy, &scenario, "--json"]);
    let scored: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    let line = scored["log"][0][1].as_str().unwrap();
    assert_eq!(line, "가".repeat(500));
}

/// A victim of the warm-up is the scheme's own: the policy is asked only where counting has begun, and told of as many erases.
#[test]
fn behind_a_warm_up_a_policy_is_asked_for_each_victim_that_counts() {
    let scenario = include_str!("../../../policy/testdata/policy-warmup.json");
    let scenario = file("policy-warmup", "scenario.json", scenario);
    let policy = include_str!("../../../policy/testdata/policy-warmup.js");
    let policy = file("policy-warmup", "policy.js", policy);
    let out = lab(&["policy", "run", &policy, &scenario, "--json"]);
    let scored: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(scored["asked"], serde_json::json!([["victim", 1321]]));
    assert_eq!(scored["report"]["flash"]["erases"]["total"], 1321);
    let lines = scored["log"].as_array().unwrap();
    let said: Vec<&str> = lines.iter().filter_map(|line| line[1].as_str()).collect();
    for n in [500, 1000] {
        for line in [format!("asked {n} times"), format!("told of {n} erases")] {
            assert_eq!(
                said.iter().filter(|each| **each == line).count(),
                1,
                "{line}"
            );
        }
    }
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

#[test]
fn a_search_finds_where_bast_thrashes_and_where_a_policy_fails() {
    let scenario = |ftl: &str| {
        format!(
            r#"{{ "format": 1, "device": {{ "blocks": 14, "pages_per_block": 4 }}, "logical_pages": 32, "ftl": {ftl},
              "precondition": [ {{ "kind": "sequential" }} ], "workload": {{ "kind": "ops", "ops": "w0" }} }}"#
        )
    };
    let bast = file(
        "break",
        "bast.json",
        &scenario(r#"{ "kind": "bast", "log_blocks": 2 }"#),
    );
    let trace = file("break", "trace.json", "");
    let out = lab(&["break", &bast, "--tries", "3000", "--json", "--out", &trace]);
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let found: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert!(found["cost_us"].as_f64() > Some(5.0 * found["rival_us"].as_f64().unwrap()));
    let run = lab(&["run", &trace, "--json"]);
    let run: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(run["host"]["writes"], found["requests"]);

    let page = file("break", "page.json", &scenario(r#"{ "kind": "page" }"#));
    let code =
        "export function victim(blocks) { return blocks.find((block) => block.valid > 1).id; }";
    let policy = file("break", "policy.js", code);
    let out = lab(&["policy", "break", &policy, &page, "--tries", "3000"]);
    let said = String::from_utf8(out.stdout).unwrap();
    assert!(said.contains("`victim` threw TypeError"), "{said}");
    // It is loaded twice, and standard input is read once.
    let out = lab_with_input(&["policy", "break", "-", &page, "--tries", "3000"], code);
    assert_eq!(String::from_utf8(out.stdout).unwrap(), said);
}

#[test]
fn a_policy_that_keeps_something_from_trace_to_trace_is_not_reported_as_broken() {
    let scenario = file(
        "break-kept",
        "scenario.json",
        r#"{ "format": 1, "device": { "blocks": 14, "pages_per_block": 4 },
        "logical_pages": 32, "ftl": { "kind": "page" }, "precondition": [ { "kind": "sequential" } ],
        "workload": { "kind": "ops", "ops": "w0" } }"#,
    );
    // It fails at its 200th decision, which no trace of 25 requests has.
    let code = |init: &str| {
        format!(
            "let n = 0;\nexport function init() {{ {init} }}\nexport function victim(blocks) {{\n  n += 1;\n  return n > 200 ? blocks.none.id : OWN;\n}}\n"
        )
    };
    let policy = file("break-kept", "policy.js", &code(""));
    let out = lab(&["policy", "break", &policy, &scenario, "--tries", "3000"]);
    let said = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(2));
    assert!(said.contains("loaded for it alone"), "{said}");
    assert!(said.contains("Set every variable in `init`"), "{said}");
    let policy = file("break-kept", "policy.js", &code("n = 0;"));
    let out = lab(&["policy", "break", &policy, &scenario, "--tries", "3000"]);
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
}

#[test]
fn a_call_that_is_one_step_without_an_end_is_ended_from_outside() {
    let scenario = file("policy-step", "scenario.json", SCENARIO);
    let cases = [
        (
            "export function victim(b, t, own) { Array.prototype.reverse.call({ length: 2 ** 53 - 1 }); return own }",
            "`victim` takes too long",
        ),
        (
            "export function close() { new Array(2 ** 32 - 1).join('') }\nexport const victim = () => OWN",
            "`close` takes too long",
        ),
        (
            "'a'.repeat(1 << 24).indexOf('a'.repeat(1 << 23) + 'b'); export const victim = () => OWN",
            "the policy takes too long while it is loaded",
        ),
    ];
    for (code, says) in cases {
        let policy = file("policy-step", "policy.js", code);
        let out = lab(&["policy", "run", &policy, &scenario]);
        let said = refused(&out);
        assert!(
            said.contains("policy.js: ") && said.contains(says),
            "{said}"
        );
        assert!(said.contains("2 s of a processor's time"), "{said}");
    }
    let policy = file("policy-step", "policy.js", cases[0].0);
    let small = file(
        "policy-step",
        "small.json",
        r#"{ "format": 1, "device": { "blocks": 14, "pages_per_block": 4 }, "logical_pages": 32, "ftl": { "kind": "page" },
        "precondition": [ { "kind": "sequential" } ], "workload": { "kind": "ops", "ops": "w0" } }"#,
    );
    let out = lab(&["policy", "break", &policy, &small]);
    assert!(refused(&out).contains("`victim` takes too long"));
}
