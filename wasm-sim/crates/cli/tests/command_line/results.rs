//! Inputs that people have, with the results that they must have: `testdata/results.json`. The page has the same results by its own
//! modules (`web/protocol/traces/results.test.ts`), and so has Python (`test_results.py`).

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use super::*;

fn testdata(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(folder)
}

fn traces() -> PathBuf {
    testdata("crates/trace/testdata/as-they-come")
}

fn cases() -> Vec<Value> {
    let text = fs::read_to_string(testdata("testdata/results.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// A scenario in a folder of its own, with the trace that it names beside it.
fn beside_its_trace(i: usize, scenario: &Value) -> String {
    if let Some(name) = scenario["workload"]["path"].as_str() {
        let trace = file(&format!("results-{i}"), name, "");
        fs::copy(traces().join(name), trace).unwrap();
    }
    file(
        &format!("results-{i}"),
        "scenario.json",
        &scenario.to_string(),
    )
}

fn output(i: usize, case: &Value) -> Output {
    if let Some(name) = case["file"].as_str() {
        let path = traces().join(name);
        let mut args = vec!["trace", path.to_str().unwrap(), "--json"];
        args.extend(
            case["typed"]
                .as_str()
                .unwrap_or_default()
                .split(' ')
                .filter(|arg| !arg.is_empty()),
        );
        return lab(&args);
    }
    let path = match case["corner"].as_str() {
        Some(name) => testdata("testdata/corners")
            .join(name)
            .to_str()
            .unwrap()
            .to_owned(),
        None => beside_its_trace(i, &case["scenario"]),
    };
    lab(&["run", &path, "--json", "--dump"])
}

/// The value at a path such as `import.devices.0.name`; null where there is none.
fn at<'a>(value: &'a Value, path: &str) -> &'a Value {
    path.split('.')
        .fold(value, |value, step| match step.parse::<usize>() {
            Ok(i) if value.is_array() => &value[i],
            _ => &value[step],
        })
}

/// Whether a value is the one in the list, numbers to the digits that it has there.
fn agree(found: &Value, wanted: &Value) -> bool {
    let (Some(found), Some(number)) = (found.as_f64(), wanted.as_f64()) else {
        return found == wanted;
    };
    let most = match wanted.to_string().split_once('.') {
        Some((_, digits)) => 0.5 / f64::from(10_u32.pow(digits.len() as u32)),
        None => 0.0,
    };
    (found - number).abs() <= most
}

#[test]
fn every_input_of_the_list_has_its_right_result() {
    for (i, case) in cases().iter().enumerate() {
        // How a scenario reads a trace is the same as `typed`: see below.
        if case["reading"].is_object() && case["typed"].is_null() {
            continue;
        }
        let name = &case["name"];
        let output = output(i, case);
        if let Some(says) = case["refused"].as_str() {
            let said = refused(&output);
            assert!(said.contains(says), "{name}: {said}");
            continue;
        }
        let found = json(&output);
        let wanted = case["trace"]
            .as_object()
            .or(case["report"].as_object())
            .unwrap();
        assert!(!wanted.is_empty(), "{name}");
        for (path, wanted) in wanted {
            let found = at(&found, path);
            assert!(
                agree(found, wanted),
                "{name}: {path} is {found} and not {wanted}"
            );
        }
    }
}

#[test]
fn the_typed_reading_is_the_one_that_a_scenario_has() {
    let mut read = 0;
    for (i, case) in cases().iter().enumerate() {
        let (Some(typed), Some(name)) = (case["typed"].as_str(), case["file"].as_str()) else {
            continue;
        };
        let scenario = serde_json::json!({
            "format": 1, "device": { "blocks": 40, "pages_per_block": 64 }, "logical_pages": 2048, "ftl": { "kind": "page" },
            "workload": { "kind": "trace", "path": name, "reading": case["reading"] },
        });
        let by_scenario = json(&lab(&["run", &beside_its_trace(i, &scenario), "--json"]));
        let mut without = scenario;
        without["workload"]["reading"] = serde_json::json!({});
        let plain = beside_its_trace(i, &without);
        let mut args = vec!["run", &plain, "--json"];
        args.extend(typed.split(' '));
        let by_hand = json(&lab(&args));
        for part in ["state_hash", "host", "response_us"] {
            assert_eq!(by_scenario[part], by_hand[part], "{}", case["name"]);
        }
        read += 1;
    }
    assert!(read >= 4);
}

/// A file that no line of the list names could lose its result without a word.
#[test]
fn every_file_is_in_the_list() {
    let all = cases();
    let named = |field: &str| -> BTreeSet<String> {
        let of = |case: &Value| Some(at(case, field).as_str()?.to_owned());
        all.iter().filter_map(of).collect()
    };
    let mut inputs = named("file");
    inputs.extend(named("scenario.workload.path"));
    let files = |folder: PathBuf| -> Vec<String> {
        fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    };
    for name in files(traces()) {
        assert!(inputs.contains(&name), "{name}");
    }
    // Millions of requests, which `sim/tests/all/corners/times.rs` runs; and the trace of another one.
    let elsewhere = [
        "response-overflow.json",
        "response-overflow-fast.json",
        "drop-requests.ops",
    ];
    for name in files(testdata("testdata/corners")) {
        assert!(
            named("corner").contains(&name) || elsewhere.contains(&&*name),
            "{name}"
        );
    }
}
