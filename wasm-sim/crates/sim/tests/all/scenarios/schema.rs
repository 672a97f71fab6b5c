//! The JSON Schema of scenarios and reports says what is read and written: all that runs fits it, and its bounds are those of the
//! engine.

use crate::support;
#[path = "../support/validate.rs"]
mod validate;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sim::protocol::Target;
use sim::scenario::{self, export::schema};
use validate::fits;

/// Scenarios that a run can be made of, one for each kind there is, and each with what its kind cannot do without.
fn samples() -> Vec<Value> {
    let base = || {
        json!({ "format": 1, "device": { "blocks": 200, "pages_per_block": 4, "program_order": "any" }, "logical_pages": 64,
            "ftl": { "kind": "page" }, "workload": { "kind": "ops", "ops": "w0 w1 r0" } })
    };
    let ftls = [
        json!({ "kind": "page", "gc_policy": "greedy", "hot_cold": {}, "wear_leveling": { "threshold": 4 } }),
        json!({ "kind": "page", "gc_policy": { "kind": "windowed_greedy", "w": 5 } }),
        json!({ "kind": "page", "gc_policy": { "kind": "d_choices", "d": 5 } }),
        json!({ "kind": "page", "hot_cold": { "pool_choice": { "kind": "fixed_split", "p": 0.5 } } }),
        json!({ "kind": "block" }),
        json!({ "kind": "replacement" }),
        json!({ "kind": "bast", "log_blocks": 8 }),
        json!({ "kind": "fast", "log_blocks": 8 }),
        json!({ "kind": "last", "log_blocks": 12, "seq_log_blocks": 1, "k": 5 }),
        json!({ "kind": "superblock", "blocks_per_superblock": 2, "update_blocks_per_superblock": 2, "update_blocks": 4, "cached_superblocks": 2 }),
        json!({ "kind": "dftl", "cmt_entries": 9, "wear_leveling": { "threshold": 4 } }),
    ];
    let buffers = ["lru", "cflru", "fab", "bplru", "pud_lru", "gc_arm", "ap"].map(|kind| {
        let mut buffer = json!({ "kind": kind, "capacity": 8 });
        if kind == "cflru" {
            buffer["window"] = json!(3);
        }
        buffer
    });
    let hosts = ["noop", "deadline", "cfq", "anticipatory", "ssd_zones"]
        .map(|kind| json!({ "scheduler": { "kind": kind }, "queue_depth": 4 }));
    let steps = [
        "sequential",
        "random_fill",
        "fill_and_invalidate",
        "steady_state",
    ]
    .map(|kind| json!([{ "kind": kind }]));
    let workloads = [
        json!({ "kind": "sequential", "requests": 9 }),
        json!({ "kind": "uniform", "requests": 9, "pages": { "min": 1, "max": 3 } }),
        json!({ "kind": "uniform", "requests": 9, "pages": { "mean": 1.5 } }),
        json!({ "kind": "hot_cold", "requests": 9, "r": 0.9, "f": 0.1 }),
        json!({ "kind": "zipf", "requests": 9, "theta": 0.9 }),
        json!({ "kind": "streams", "requests": 9, "streams": 2 }),
        json!({ "kind": "pattern", "requests": 9, "pattern": "a" }),
        json!({ "kind": "profile", "requests": 9, "profile": "financial", "reuse": 0.5 }),
        json!({ "kind": "trace", "path": "a.csv" }),
    ];
    let mut samples = Vec::new();
    let mut with = |path: &[&str], value: &Value| {
        let mut sample = base();
        *place(&mut sample, path) = value.clone();
        samples.push(sample);
    };
    for (part, values) in [
        ("ftl", &ftls[..]),
        ("buffer", &buffers),
        ("host", &hosts),
        ("precondition", &steps),
        ("workload", &workloads),
    ] {
        for value in values {
            with(&[part], value);
        }
    }
    with(
        &["device", "timing"],
        &json!({ "preset": "hu", "read_us": 5 }),
    );
    samples
}

/// A member, which comes into being where it is not there.
fn place<'a>(value: &'a mut Value, path: &[&str]) -> &'a mut Value {
    path.iter().fold(value, |value, name| match value {
        Value::Array(items) => &mut items[name.parse::<usize>().expect("a place in a list")],
        _ => &mut value[*name],
    })
}

#[test]
fn a_scenario_of_every_kind_fits_and_is_read() {
    let schema = schema::scenario();
    for sample in samples() {
        fits(&schema, &sample).unwrap_or_else(|why| panic!("{why}\n{sample}"));
        scenario::parse(&sample.to_string()).unwrap_or_else(|f| panic!("{}\n{sample}", f.message));
    }
}

#[test]
fn the_scenarios_of_the_golden_runs_fit_and_so_do_their_canonical_forms() {
    let schema = schema::scenario();
    let files = golden(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata"));
    assert!(files.len() > 30, "{} scenarios are too few", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let canonical = scenario::parse(&text)
            .unwrap_or_else(|f| panic!("{}", f.message))
            .canonical;
        for text in [text, canonical] {
            let document: Value = serde_json::from_str(&text).unwrap();
            fits(&schema, &document).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        }
    }
}

/// Lists of inputs and of differences, and a scenario that is refused: the list has its message.
const NO_RUN: [&str; 3] = [
    "results.json",
    "differences.json",
    "arrival-overflow-hang.json",
];

fn golden(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "bad") {
            found.extend(golden(&path));
        } else if path.extension().is_some_and(|ending| ending == "json")
            && !NO_RUN.iter().any(|name| path.ends_with(name))
        {
            found.push(path);
        }
    }
    found
}

#[test]
fn every_report_fits() {
    let schema = schema::report();
    for mut sample in samples() {
        if sample["workload"]["kind"] == "trace" {
            continue;
        }
        sample["workload"]["interarrival_ms"] = json!(1);
        let mut simulation = support::simulation(&sample.to_string());
        simulation.run(Target::End).expect("runs");
        let report = serde_json::to_value(simulation.report()).unwrap();
        fits(&schema, &report).unwrap_or_else(|why| panic!("{why}\n{sample}"));
        assert!(fits(&schema, &json!({ "format": 1 })).is_err());
    }
}

/// The engine refuses a value outside of a bound, at that field; it does not refuse a value at the bound for that.
#[test]
fn the_bounds_are_those_of_the_engine() {
    let schema = schema::scenario();
    let (mut tried, mut wrong) = (0, Vec::new());
    for sample in samples() {
        for (path, field) in bounded(&schema, &sample) {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            for (bound, value, good) in edges(&field) {
                let mut sample = sample.clone();
                *place(&mut sample, &path) = value.clone();
                tried += 1;
                let refused = scenario::parse(&sample.to_string()).err();
                // Another rule may refuse what is inside the bounds: it names another field, or is one of these, which say how much
                // there must be, or may, in this scenario.
                let by_rule = [
                    "ram_bytes",
                    "window",
                    "max_windows",
                    "log_blocks",
                    "trim_fraction",
                ];
                let own = path.join(".");
                let same = match &refused {
                    None => good,
                    Some(_) if !good => true,
                    Some(why) => {
                        let other = why.field.as_deref() != Some(&*own);
                        let rule = by_rule.contains(&path[path.len() - 1]);
                        good && (other || rule || !why.remedy.starts_with("Give "))
                    }
                };
                if !same || good != fits(&schema, &sample).is_ok() {
                    wrong.push(format!("{} {bound} {value}: {refused:?}", path.join(".")));
                }
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(tried > 300, "{tried} are too few");
}

/// Fields with bounds of a sample's objects, given or not, with the paths to them.
fn bounded(schema: &Value, sample: &Value) -> Vec<(Vec<String>, Value)> {
    let mut found = Vec::new();
    let mut open = vec![(Vec::new(), schema.clone(), sample.clone())];
    while let Some((path, schema, value)) = open.pop() {
        for schema in validate::alternatives(&schema, &value) {
            for (name, field) in schema["properties"].as_object().into_iter().flatten() {
                let path: Vec<String> = path.iter().cloned().chain([name.clone()]).collect();
                if ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]
                    .iter()
                    .any(|k| !field[k].is_null())
                {
                    found.push((path.clone(), field.clone()));
                }
                if !value[name].is_null() {
                    open.push((path, field.clone(), value[name].clone()));
                }
            }
            for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                let path = path.iter().cloned().chain([i.to_string()]).collect();
                open.push((path, schema["items"].clone(), item.clone()));
            }
        }
    }
    found
}

/// Values at and beyond the bounds of a field, and whether they are inside.
fn edges(field: &Value) -> Vec<(&'static str, Value, bool)> {
    let whole = field["type"] == "integer";
    let step = |bound: f64, by: f64| {
        if whole {
            json!((bound + by) as i64)
        } else {
            json!(bound + by * 1e-6 * bound.abs().max(1.0))
        }
    };
    let at = |bound: &Value| {
        if whole {
            json!(bound.as_f64().unwrap() as i64)
        } else {
            bound.clone()
        }
    };
    let mut edges = Vec::new();
    for (name, below) in [("minimum", -1.0), ("maximum", 1.0)] {
        if let Some(bound) = field[name].as_f64() {
            edges.push((name, at(&field[name]), true));
            edges.push((name, step(bound, below), false));
        }
    }
    for (name, inside) in [("exclusiveMinimum", 1.0), ("exclusiveMaximum", -1.0)] {
        if let Some(bound) = field[name].as_f64() {
            edges.push((name, at(&field[name]), false));
            edges.push((name, step(bound, inside), true));
        }
    }
    edges
}
