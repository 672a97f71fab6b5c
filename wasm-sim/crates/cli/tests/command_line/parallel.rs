//! A device that works side by side: `host` in a scenario.

use super::*;

/// Eight pages at a time, each request on four channels; Hu's times.
const STRIPED: &str = r#"{ "format": 1, "device": { "blocks": 64, "pages_per_block": 16, "timing": "hu" }, "logical_pages": 512,
  "ftl": { "kind": "page" }, "host": { "scheduler": "deadline", "channels": 4, "queue_depth": 2 },
  "precondition": [ { "kind": "sequential" } ],
  "workload": { "kind": "sequential", "requests": 64, "pages": 8, "read_fraction": 1 } }"#;

#[test]
fn the_report_tells_bandwidth_queues_and_channels() {
    let scenario = file("parallel", "striped.json", STRIPED);
    let report = json(&lab(&["run", &scenario, "--json"]));
    let parallel = &report["parallel"];
    // 512 pages of 4,096 bytes, four at a time, 45 us each.
    assert_eq!(parallel["span_us"], 5760.0);
    let bandwidth = parallel["bandwidth_mb_s"].as_f64().unwrap();
    assert!(
        (bandwidth - 512.0 * 4096.0 / 5760.0).abs() < 1e-9,
        "{bandwidth}"
    );
    assert_eq!(parallel["write_mb_s"], 0.0);
    assert_eq!(parallel["channels"].as_array().unwrap().len(), 4);
    for channel in parallel["channels"].as_array().unwrap() {
        assert_eq!(
            channel,
            &serde_json::json!({ "busy": 1.0, "bus": 25.0 / 45.0, "operations": 128 })
        );
    }
    let text = lab(&["run", &scenario]);
    let text = done(&text);
    assert!(
        text.contains("bandwidth, MB/s      364.089: reads 364.089, writes 0.000;"),
        "{text}"
    );
    assert!(
        text.contains("channel 3            busy 100.0 %, bus  55.6 %, 128 operations\n"),
        "{text}"
    );
}

#[test]
fn one_server_has_no_such_figures() {
    let scenario = file("parallel_none", "bast.json", THRASHING);
    let report = json(&lab(&["run", &scenario, "--json"]));
    assert_eq!(report.get("parallel"), None);
}

#[test]
fn a_wrong_host_is_refused_with_its_place() {
    let scenario = file(
        "parallel_wrong",
        "striped.json",
        &STRIPED.replace("deadline", "elevator"),
    );
    let output = lab(&["run", &scenario]);
    let said = refused(&output);
    assert!(
        said.contains("host.scheduler")
            && said.contains("Known here: noop, deadline, cfq, anticipatory, ssd_zones."),
        "{said}"
    );
}

/// Bandwidth against queue depth: a depth of 1 is the one server, which has no bandwidth to tell, unless `merge` is said.
#[test]
fn a_sweep_over_the_queue_depth_has_every_figure_in_its_column() {
    let scenario = STRIPED
        .replace(r#""queue_depth": 2"#, r#""queue_depth": 1"#)
        .replace(r#""channels": 4, "#, "");
    let scenario = scenario.replace("deadline", "noop");
    let plan = format!(
        r#"{{ "format": 1, "scenario": {scenario}, "over": {{ "host.queue_depth": [1, 2, 4] }} }}"#
    );
    let plan = file("parallel_sweep", "plan.json", &plan);
    let output = lab(&["sweep", &plan, "--csv"]);
    let rows: Vec<Vec<&str>> = done(&output)
        .lines()
        .map(|line| line.split(',').collect())
        .collect();
    let column = |name: &str| rows[0].iter().position(|&cell| cell == name).expect(name);
    let bandwidth: Vec<&str> = rows[1..]
        .iter()
        .map(|row| row[column("parallel.bandwidth_mb_s")])
        .collect();
    assert_eq!(bandwidth.len(), 3);
    assert_eq!(bandwidth[0], "");
    // One channel: the device has always something to do, whatever its depth.
    let expected = 4096.0 / 45.0;
    assert!(
        bandwidth[1..]
            .iter()
            .all(|b| (b.parse::<f64>().unwrap() - expected).abs() < 1e-9),
        "{bandwidth:?}"
    );
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    assert!(
        rows[1..]
            .iter()
            .all(|row| row[column("checked_reads")] == "512")
    );
}
