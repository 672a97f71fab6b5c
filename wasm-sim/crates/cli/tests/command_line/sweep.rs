//! `ftl-lab sweep`.

use super::*;

/// 2 x 3 x 2 runs.
const PLAN: &str = r#"{ "format": 1, "name": "log blocks",
  "scenario": { "format": 1, "seed": 7, "device": { "blocks": 40, "pages_per_block": 8, "page_bytes": 2048 }, "logical_pages": 240,
    "ftl": { "kind": "bast", "log_blocks": 2 }, "precondition": [ { "kind": "sequential" } ],
    "workload": { "kind": "hot_cold", "r": 0.9, "f": 0.1, "requests": 400 } },
  "list": [ {}, { "ftl.kind": "fast" } ],
  "over": { "ftl.log_blocks": [2, 4, 8] },
  "seeds": 2 }"#;

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// How many runs a sweep says it computed.
fn computed(output: &Output) -> u32 {
    done(output);
    let said = text(&output.stderr);
    let (_, rest) = said.split_once("runs: ").expect(said);
    rest.split(' ').next().unwrap().parse().expect(said)
}

#[test]
fn one_job_two_jobs_and_shards_give_the_same_lines() {
    let plan = file("sweep_same", "plan.json", PLAN);
    let sweep = |rest: &[&str]| lab(&[&["sweep", &plan, "--json"], rest].concat());
    let one = sweep(&["--jobs", "1"]);
    let lines: Vec<&str> = done(&one).lines().collect();
    assert_eq!(lines.len(), 12);
    for (run, line) in lines.iter().enumerate() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(line["run"], run);
        assert_eq!(line["seed"], 7 + run as u64 % 2);
        assert!(line["report"]["flash"]["erases"]["total"].as_u64().unwrap() > 0);
    }
    assert_eq!(done(&sweep(&["--jobs", "2"])), done(&one));
    let mut sharded: Vec<String> = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        sharded.extend(done(&sweep(&["--shard", shard])).lines().map(str::to_owned));
    }
    assert_eq!(sharded.len(), 12);
    assert!(
        lines
            .iter()
            .all(|line| sharded.iter().any(|other| other == line))
    );
}

#[test]
fn a_line_has_the_report_of_a_run_by_itself() {
    let plan = file("sweep_alone", "plan.json", PLAN);
    let all = lab(&["sweep", &plan, "--json"]);
    let line: serde_json::Value = serde_json::from_str(done(&all).lines().nth(8).unwrap()).unwrap();
    assert_eq!(
        line["set"],
        serde_json::json!({ "ftl.kind": "fast", "ftl.log_blocks": 4 })
    );
    let mut document: serde_json::Value = serde_json::from_str(PLAN).unwrap();
    let mut scenario = document["scenario"].take();
    scenario["ftl"] = serde_json::json!({ "kind": "fast", "log_blocks": 4 });
    let scenario = file("sweep_alone", "scenario.json", &scenario.to_string());
    assert_eq!(json(&lab(&["run", &scenario, "--json"])), line["report"]);
}

#[test]
fn what_was_stopped_is_gone_on_with_and_only_gaps_are_filled() {
    let plan = file("sweep_resume", "plan.json", PLAN);
    let out = file("sweep_resume", "results.jsonl", "");
    let sweep = || lab(&["sweep", &plan, "--out", &out]);
    assert_eq!(computed(&sweep()), 12);
    let whole = read(&out);
    assert_eq!(computed(&sweep()), 0);
    assert_eq!(read(&out), whole);
    // Stopped in the middle of a line, after lines in the order in which they were done.
    let lines: Vec<&str> = whole.lines().collect();
    let cut = format!(
        "{}\n{}\n{}\n{}",
        lines[7],
        lines[2],
        lines[11],
        &lines[5][..100]
    );
    std::fs::write(&out, cut).unwrap();
    assert_eq!(computed(&sweep()), 9);
    assert_eq!(read(&out), whole);
    // Another version of the engine computes something else.
    std::fs::write(
        &out,
        whole.replacen("\"engine\":\"", "\"engine\":\"old ", 1),
    )
    .unwrap();
    assert_eq!(computed(&sweep()), 1);
    assert_eq!(read(&out), whole);
}

#[test]
fn shards_are_put_together_from_their_files() {
    let plan = file("sweep_shards", "plan.json", PLAN);
    let [a, b] = ["a", "b"].map(|name| file("sweep_shards", name, ""));
    assert_eq!(
        computed(&lab(&["sweep", &plan, "--shard", "1/2", "--out", &a])),
        6
    );
    assert_eq!(
        computed(&lab(&["sweep", &plan, "--shard", "2/2", "--out", &b])),
        6
    );
    let all = lab(&["sweep", &plan, "--from", &a, "--from", &b, "--json"]);
    assert_eq!(computed(&all), 0);
    assert_eq!(done(&all), done(&lab(&["sweep", &plan, "--json"])));
}

#[test]
fn shards_into_one_file_do_not_lose_each_others_lines() {
    // Also those of combinations that are no scenarios, which have no key.
    let skip = PLAN
        .replace("[2, 4, 8]", "[2, 900, 4, 8]")
        .replace("\"seeds\"", "\"illegal\": \"skip\", \"seeds\"");
    let plan = file("sweep_one_file", "plan.json", &skip);
    let out = file("sweep_one_file", "results.jsonl", "");
    let sweep = |rest: &[&str]| lab(&[&["sweep", &plan, "--out", &out], rest].concat());
    assert_eq!(computed(&sweep(&["--shard", "1/2"])), 6);
    assert_eq!(computed(&sweep(&["--shard", "2/2"])), 6);
    assert_eq!(read(&out).lines().count(), 16);
    assert_eq!(computed(&sweep(&[])), 0);
    assert_eq!(read(&out), done(&lab(&["sweep", &plan, "--json"])));
}

#[test]
fn a_file_of_something_else_is_left_as_it_is() {
    // One line without an end, as editors and programs write JSON.
    let one_line = PLAN.replace('\n', " ");
    let plan = file("sweep_else", "plan.json", &one_line);
    let output = lab(&["sweep", &plan, "--out", &plan]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains("plan.json:1: this is not a line of results"),
        "{said}"
    );
    assert_eq!(read(&plan), one_line);
}

#[test]
fn a_setting_of_several_lines_is_a_line_of_results() {
    let plan = r#"{ "format": 1, "scenario": { "format": 1, "device": { "blocks": 40, "pages_per_block": 8 }, "logical_pages": 240,
        "ftl": { "kind": "page" }, "workload": { "kind": "uniform", "requests": 20 } },
      "over": { "ftl.gc_policy": [ "fifo", {
        "kind": "windowed_greedy",
        "w": 4 } ] } }"#;
    let plan = file("sweep_lines", "plan.json", plan);
    let out = file("sweep_lines", "results.jsonl", "");
    let sweep = || lab(&["sweep", &plan, "--out", &out]);
    assert_eq!(computed(&sweep()), 2);
    assert_eq!(computed(&sweep()), 0);
    assert_eq!(read(&out).lines().count(), 2);
}

#[test]
fn a_trace_is_read_in_the_format_that_the_scenario_names() {
    let plan = r#"{ "format": 1, "scenario": { "format": 1, "device": { "blocks": 40, "pages_per_block": 8 }, "logical_pages": 240,
        "ftl": { "kind": "page" }, "workload": { "kind": "trace", "path": "t.trace", "trace_format": "FORMAT" } } }"#;
    // Both have these five columns; the times of one are nanoseconds, of the other milliseconds.
    file("sweep_format", "t.trace", "1000 0 0 8 0\n2000 0 8 8 0\n");
    let of = |format: &str| {
        let plan = file("sweep_format", "plan.json", &plan.replace("FORMAT", format));
        let line = lab(&["sweep", &plan, "--json"]);
        let line: serde_json::Value = serde_json::from_str(done(&line)).unwrap();
        assert_eq!(line["report"]["host"]["writes"], 2);
        line["trace_hash"].to_string()
    };
    assert_ne!(of("mqsim"), of("disksim"));
}

#[test]
fn the_table_has_means_and_csv_every_figure() {
    let plan = file("sweep_table", "plan.json", PLAN);
    let table = lab(&["sweep", &plan]);
    let lines: Vec<&str> = done(&table).lines().collect();
    assert_eq!(lines[0], "log blocks");
    assert!(
        lines[1].starts_with("setting ") && lines[1].ends_with("mean service, us"),
        "{}",
        lines[1]
    );
    assert!(
        lines[2].starts_with("ftl.log_blocks 2 ") && lines[2].contains(" ± "),
        "{}",
        lines[2]
    );
    assert_eq!(lines.len(), 8);
    let csv = lab(&["sweep", &plan, "--csv"]);
    let lines: Vec<&str> = done(&csv).lines().collect();
    assert!(
        lines[0].starts_with("run,seed,ftl.log_blocks,ftl.kind,failure,"),
        "{}",
        lines[0]
    );
    assert!(lines[12].starts_with("11,8,8,fast,,"), "{}", lines[12]);
    let columns = |line: &str| line.matches(',').count();
    assert!(lines.iter().all(|line| columns(line) == columns(lines[0])));
}

/// Five buffers with two sizes of RAM, then two queues, before the same pages: 14 runs.
const BUFFERED: &str = r#"{ "format": 1, "name": "buffers",
  "scenario": { "format": 1, "seed": 7, "device": { "blocks": 40, "pages_per_block": 8, "page_bytes": 2048, "timing": "hu" },
    "logical_pages": 240, "ftl": { "kind": "bast", "log_blocks": 6 }, "buffer": { "kind": "pud_lru", "capacity": 16 },
    "precondition": [ { "kind": "sequential" } ],
    "workload": { "kind": "hot_cold", "r": 0.9, "f": 0.1, "requests": 400, "pages": 2, "read_fraction": 0.3 } },
  "list": [ { "buffer": { "kind": "none" } }, { "buffer": { "kind": "cflru", "window": 4 } }, { "buffer": { "kind": "bplru" } },
    { "buffer.capacity": null }, { "buffer": { "kind": "gc_arm" } },
    { "buffer.capacity": null, "host": { "merge": true, "channels": 2, "outstanding": 12 }, "host.scheduler": "deadline" },
    { "buffer.capacity": null, "host": { "merge": true, "channels": 2, "outstanding": 12, "queue_depth": 8 } } ],
  "over": { "ram_bytes": [20480, 40960] } }"#;

#[test]
fn buffers_at_equal_ram_and_queues_have_their_columns() {
    let plan = file("sweep_buffers", "plan.json", BUFFERED);
    let lines = lab(&["sweep", &plan, "--json"]);
    let reports: Vec<serde_json::Value> = done(&lines)
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["report"].take())
        .collect();
    assert_eq!(reports.len(), 14);
    for (run, report) in reports.iter().enumerate() {
        let ram = [20480, 40960][run % 2];
        let Some(buffer) = report.get("buffer") else {
            assert!(run < 2, "run {run}");
            continue;
        };
        let taken = ["mapping_bytes", "buffer_bytes"].map(|side| buffer[side].as_u64().unwrap());
        let taken = taken[0] + taken[1];
        assert!(
            (ram - 2047..=ram).contains(&taken),
            "run {run}: {taken} of {ram}"
        );
        assert_eq!(report.get("parallel").is_some(), run >= 10, "run {run}");
    }
    // A column says what the report says, and nothing of a run that has no such figure.
    let csv = lab(&["sweep", &plan, "--csv"]);
    let rows: Vec<Vec<&str>> = done(&csv).lines().map(|l| l.split(',').collect()).collect();
    // From the end: a setting may be a whole object, with commas.
    let column = |name: &str| {
        rows[0]
            .iter()
            .rev()
            .position(|cell| *cell == name)
            .expect(name)
    };
    for (path, keys) in [
        ("buffer.write_hits", &["buffer", "write_hits"][..]),
        (
            "write_amplification_drained",
            &["write_amplification_drained"],
        ),
        ("buffer.owed", &["buffer", "owed"]),
        ("buffer.padded", &["buffer", "padded"]),
        ("flash.programs.pad", &["flash", "programs", "pad"]),
        ("parallel.wait_us.mean", &["parallel", "wait_us", "mean"]),
        ("parallel.busy", &["parallel", "busy"]),
    ] {
        let at = column(path);
        let told = |run: usize| keys.iter().fold(&reports[run], |at, key| &at[key]);
        for (run, row) in rows.iter().skip(1).enumerate() {
            // Read by the same reader, which rounds last digits as it likes.
            let cell = row[row.len() - 1 - at];
            let cell = serde_json::from_str(cell).unwrap_or(serde_json::Value::Null);
            assert_eq!(&cell, told(run), "{path} of run {run}");
        }
        assert_ne!(told(13), 0, "{path}");
    }
    let table = lab(&["sweep", &plan]);
    let lines: Vec<&str> = done(&table).lines().collect();
    assert!(
        lines[1].contains("buffer write hits, pages  write amplification, buffer written out  owed, pages  destaged, pages  padded, pages")
            && lines[1].ends_with("channels busy"),
        "{}",
        lines[1]
    );
    // Without a buffer, and without channels, five figures less, or three; response times are of every run.
    let missing: Vec<usize> = (2..16).map(|at| lines[at].matches(" -").count()).collect();
    assert_eq!(missing, [8, 8, 3, 3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0]);
    let plan = file("sweep_buffers", "alone.json", PLAN);
    let table = lab(&["sweep", &plan]);
    assert!(!done(&table).contains("destaged"));
}

#[test]
fn a_trace_beside_the_plan_is_read_once_for_all() {
    file("sweep_trace", "t.trace", "w0 w1 w2+4 r1 w1\n");
    let plan = file(
        "sweep_trace",
        "plan.json",
        r#"{ "format": 1, "scenario": { "format": 1, "device": { "blocks": 12, "pages_per_block": 4 }, "logical_pages": 16,
           "ftl": { "kind": "page" }, "workload": { "kind": "trace", "path": "t.trace" } },
           "list": [ { "ftl.kind": "page" }, { "ftl": { "kind": "bast", "log_blocks": 2 } } ] }"#,
    );
    let lines = lab(&["sweep", &plan, "--json"]);
    let lines: Vec<serde_json::Value> = done(&lines)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    for line in &lines {
        assert_eq!(line["report"]["host"]["writes"], 7);
        assert_eq!(line["trace_hash"].as_str().map(str::len), Some(16));
    }
}

#[test]
fn runs_that_come_to_nothing_are_told_and_the_others_go_on() {
    let plan = file(
        "sweep_failed",
        "plan.json",
        &PLAN
            .replace("[2, 4, 8]", "[2, 4, 80]")
            .replace("\"seeds\": 2", "\"illegal\": \"skip\""),
    );
    let output = lab(&["sweep", &plan, "--json"]);
    let lines: Vec<serde_json::Value> = done(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let failed: Vec<bool> = lines
        .iter()
        .map(|line| line.get("failure").is_some())
        .collect();
    assert_eq!(failed, [false, false, true, false, false, true]);
    assert!(text(&output.stderr).contains("2 without a report"));
}

#[test]
fn what_is_wrong_is_refused_before_anything_runs() {
    let wrong = |text: &str, part: &str| {
        let plan = file("sweep_wrong", "plan.json", text);
        let output = lab(&["sweep", &plan]);
        let said = refused(&output);
        assert!(said.contains(part) && said.contains("plan.json:"), "{said}");
    };
    wrong(
        &PLAN.replace("[2, 4, 8]", "[2, 4, 80]"),
        "with ftl.log_blocks = 80: ",
    );
    wrong(&PLAN.replace("\"seeds\": 2", "\"seeds\": []"), "seeds");
    wrong(
        &PLAN.replace("\"over\"", "\"voer\""),
        "Did you mean `over`?",
    );
    let plan = file("sweep_wrong", "good.json", PLAN);
    let results = file("sweep_wrong", "results.jsonl", "{\"format\":1}\n");
    let output = lab(&["sweep", &plan, "--out", &results]);
    assert!(refused(&output).contains("results.jsonl:1: this is not a line of results"));
    assert_eq!(read(&results), "{\"format\":1}\n");
    for shard in ["0/2", "3/2", "x"] {
        assert!(refused(&lab(&["sweep", &plan, "--shard", shard])).contains("2/4"));
    }
}

#[test]
fn the_table_says_how_much_each_mapping_makes_others() {
    file("sweep_sparse", "sparse.ops", "w1 w11 w3 r21 w4+3 w104\n");
    let plan = file(
        "sweep_sparse",
        "plan.json",
        r#"{ "format": 1, "scenario": { "format": 1, "device": { "blocks": 8, "pages_per_block": 4 }, "logical_pages": 10,
            "ftl": { "kind": "page" }, "workload": { "kind": "trace", "path": "sparse.ops", "aliasing": "allow" } },
            "over": { "workload.mapping": [null, "wrap", "drop"] } }"#,
    );
    let output = lab(&["sweep", &plan]);
    let column = |line: &str| line.split_whitespace().last().unwrap().to_owned();
    let table: Vec<&str> = done(&output).lines().collect();
    assert!(
        table[0].ends_with("aliased or dropped, share"),
        "{}",
        table[0]
    );
    let shares: Vec<String> = table[1..].iter().map(|line| column(line)).collect();
    assert_eq!(shares, ["0", "0.6250", "0.3750"]);
}

#[test]
fn the_table_names_by_what_its_ftls_clean() {
    let said = |list: &str, over: &str| {
        let plan = format!(
            r#"{{ "format": 1, "scenario": {{ "format": 1, "device": {{ "blocks": 24, "pages_per_block": 4 }}, "logical_pages": 16,
            "ftl": {{ "kind": "page" }}, "workload": {{ "kind": "uniform", "requests": 9 }} }}, "list": {list}, "over": {over} }}"#
        );
        let plan = file("sweep_cleaning", "plan.json", &plan);
        let output = lab(&["sweep", &plan]);
        let line = done(&output)
            .lines()
            .find(|line| line.starts_with("GC policy"));
        line.map(str::to_owned)
    };
    let all = r#"[{ "ftl": { "kind": "page" } }, { "ftl": { "kind": "dftl", "cmt_entries": 4 } }, { "ftl": { "kind": "block" }, "device.program_order": "any" }]"#;
    assert_eq!(
        said(all, "{}").as_deref(),
        Some(
            "GC policy: greedy (page); cost_benefit (dftl). With one \"ftl.gc_policy\" for all, the FTLs alone differ."
        )
    );
    let same = all.replace(
        "\"cmt_entries\": 4",
        "\"cmt_entries\": 4, \"gc_policy\": \"greedy\"",
    );
    assert_eq!(
        said(&same, "{}").as_deref(),
        Some("GC policy: greedy (page, dftl)")
    );
    // One that cleans, or settings that say it themselves: nothing to add.
    assert_eq!(said("[{}]", "{}"), None);
    let over = r#"{ "ftl.gc_policy": ["greedy", "fifo"] }"#;
    assert_eq!(
        said(
            &all.replace(
                r#", { "ftl": { "kind": "block" }, "device.program_order": "any" }"#,
                ""
            ),
            over
        ),
        None
    );
}
