//! The command line as a person or a script meets it: output, messages, exit status.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Slides, BAST thrashing (SPEC 9, E4).
const THRASHING: &str = r#"{ "format": 1, "name": "thrashing",
  "device": { "blocks": 12, "pages_per_block": 4, "page_bytes": 2048 },
  "logical_pages": 16,
  "ftl": { "kind": "bast", "log_blocks": 2 },
  "precondition": [ { "kind": "sequential" } ],
  "workload": { "kind": "ops", "ops": "w0 w7 w9 w15 w0 w11" } }"#;

/// A file in a folder of its own for each test, so that tests do not meet.
fn file(folder: &str, name: &str, content: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

fn lab(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ftl-lab"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn lab_with_input(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ftl-lab"));
    let pipes = command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .or_else(|e| {
            // A command that refuses its arguments ends without reading.
            if e.kind() == std::io::ErrorKind::BrokenPipe {
                Ok(())
            } else {
                Err(e)
            }
        })
        .unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Standard output of a run that must succeed.
#[track_caller]
fn done(output: &Output) -> &str {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[track_caller]
fn json(output: &Output) -> serde_json::Value {
    serde_json::from_str(done(output)).unwrap()
}

/// Standard error of a run whose input is wrong; there must be no result.
#[track_caller]
fn refused(output: &Output) -> &str {
    assert_eq!(
        (output.status.code(), text(&output.stdout)),
        (Some(2), ""),
        "{}",
        text(&output.stderr)
    );
    text(&output.stderr)
}

#[test]
fn a_run_reports_as_json_and_as_text() {
    let scenario = file("report", "bast.json", THRASHING);
    let report = json(&lab(&["run", &scenario, "--json"]));
    assert_eq!(report["scenario_hash"], "8358554a567ec3ce");
    assert_eq!(report["merges"]["full"], 3);
    assert_eq!(report["flash"]["erases"]["merge"], 7);
    assert_eq!(report["blocks"], serde_json::Value::Null);
    let output = lab(&["run", &scenario]);
    assert!(
        done(&output).contains("write amplification  3.5000\n"),
        "{}",
        done(&output)
    );
    assert_eq!(
        text(&output.stderr),
        "",
        "nothing but the report without a terminal"
    );
}

#[test]
fn standard_input_is_a_dash() {
    let report = json(&lab_with_input(&["run", "-", "--json"], THRASHING));
    assert_eq!(report["host"]["writes"], 6);
    let trace = lab_with_input(&["trace", "-", "--json"], "w1 r2+3\n");
    assert_eq!(json(&trace)["statistics"]["requests"], 2);
    let both = lab_with_input(&["run", "-", "--trace", "-"], THRASHING);
    assert!(refused(&both).contains("cannot both be standard input"));
}

#[test]
fn a_dump_shows_every_block_in_the_notation_of_initial() {
    let scenario = file("dump", "bast.json", THRASHING);
    let report = json(&lab(&["run", &scenario, "--json", "--dump", "--at", "1"]));
    let blocks = report["blocks"].as_array().unwrap();
    assert_eq!(blocks.len(), 12);
    assert_eq!(
        blocks[0],
        serde_json::json!({ "role": "data", "erases": 0, "pages": ["x0", "1", "2", "3"] })
    );
    assert_eq!(
        blocks[4],
        serde_json::json!({ "role": "log", "erases": 0, "pages": ["0", ".", ".", "."] })
    );
    assert!(done(&lab(&["run", &scenario, "--dump", "--at", "1"])).contains("x0 1 2 3\n"));
}

#[test]
fn a_run_stops_where_it_is_told() {
    let scenario = file("stop", "bast.json", THRASHING);
    let stopped = lab(&["run", &scenario, "--json", "--until", "full_merge"]);
    assert_eq!(json(&stopped)["host"]["writes"], 4);
    assert_eq!(
        text(&stopped.stderr),
        "stopped: merge full\nstands at 3.2 of 6 requests\n"
    );
    let at = lab(&["run", &scenario, "--json", "--at", "3.2"]);
    assert_eq!(json(&at), json(&stopped));
    let never = lab(&["run", &scenario, "--json", "--until", "cmt_miss"]);
    assert_eq!(json(&never)["host"]["writes"], 6);
    assert_eq!(
        text(&never.stderr),
        "never met: cmt miss; the run is at its end\nstands at 6.0 of 6 requests\n"
    );
}

#[test]
fn each_kind_of_predicate_stops_a_run() {
    let scenario = file("kinds", "bast.json", THRASHING);
    let dftl = file(
        "kinds",
        "dftl.json",
        &THRASHING
            .replace(r#""kind": "bast", "log_blocks": 2"#, r#""kind": "dftl", "cmt_entries": 2, "entries_per_translation_page": 8, "gc_threshold": 3"#)
            .replace("w15 w0 w11", "w15 w0 w11 w1 w4 w0 w9 w3 w12 w8 w13 w5 w2 w6 w0 w7 w10 w14 w1 w3"),
    );
    for (scenario, predicate, stands) in [
        (&scenario, "write lpn 9", "write lpn 9\nstands at 2.1 "),
        (
            &scenario,
            "program ppn 24",
            "program ppn 24\nstands at 2.18 ",
        ),
        (
            &scenario,
            "erase pbn 1 or erase pbn 0",
            "erase pbn 0\nstands at 2.12 ",
        ),
        (&scenario, "erases >= 1", "erases >= 1\nstands at 2.12 "),
        (&scenario, "merge partial", "merge partial\nstands at 2.2 "),
        (
            &scenario,
            "merge full blocks >= 1",
            "merge full blocks >= 1\nstands at 3.21 ",
        ),
        (&scenario, "free <= 5", "free <= 5\nstands at 3.3 "),
        (&scenario, "WA >= 1.5", "wa >= 1.5\nstands at 2.10 "),
        (&dftl, "gc 2", "gc 2\nstands at 9.5 "),
        (&dftl, "victim valid > 0", "victim valid > 0\nstands at "),
        (&dftl, "cmt miss", "cmt miss\nstands at 0.2 "),
        (&dftl, "evict dirty", "evict dirty\nstands at 0.3 "),
    ] {
        let stopped = lab(&["run", scenario, "--json", "--until", predicate]);
        let said = text(&stopped.stderr);
        assert!(
            said.starts_with(&format!("stopped: {stands}")),
            "{predicate}: {said}"
        );
        let position = said.split(' ').rev().nth(3).unwrap();
        let at = lab(&["run", scenario, "--json", "--at", position]);
        assert_eq!(json(&at), json(&stopped), "{predicate}");
    }
    let help = lab(&["run", "--help"]);
    assert!(done(&help).contains("| `victim valid > 12` |"));
}

#[test]
fn events_are_written_up_to_where_the_run_stops() {
    let scenario = file("events", "bast.json", THRASHING);
    let log = file("events", "events.jsonl", "");
    let events = |args: &[&str]| {
        let output = lab(&[&["run", &scenario, "--json", "--events", &log], args].concat());
        let lines = std::fs::read_to_string(&log).unwrap();
        let lines: Vec<serde_json::Value> = lines
            .lines()
            .map(|l| serde_json::from_str(l).unwrap())
            .collect();
        (json(&output), lines)
    };
    let (report, all) = events(&[]);
    assert_eq!(
        report,
        json(&lab(&["run", &scenario, "--json"])),
        "the same report with and without"
    );
    let count = |t: &str| all.iter().filter(|e| e["t"] == t).count() as u64;
    assert_eq!(
        Some(count("program")),
        report["flash"]["programs"]["total"].as_u64()
    );
    assert_eq!(
        Some(count("erase")),
        report["flash"]["erases"]["total"].as_u64()
    );

    let (report, some) = events(&["--until", "partial_merge"]);
    assert_eq!(some, all[..some.len()]);
    let last = some.last().unwrap();
    assert_eq!(
        (&last["request"], &last["event"], &last["t"]),
        (&2.into(), &2.into(), &"merge_begin".into())
    );
    assert_eq!(events(&["--at", "2.2"]), (report, some));
    assert_eq!(events(&["--at", "0.0"]).1, [] as [serde_json::Value; 0]);
    assert_eq!(events(&["--at", "99.9"]).1, all);
    let first_line = "{\"request\":0,\"event\":1,\"t\":\"host_page\",";
    assert!(done(&lab(&["run", &scenario, "--events", "-"])).starts_with(first_line));
}

#[test]
fn a_trace_takes_the_place_of_the_workload() {
    let scenario = file("trace", "bast.json", THRASHING);
    let trace = file("trace", "a.ops", "w1 w2\nw3 r1\n");
    let report = json(&lab(&["run", &scenario, "--trace", &trace, "--json"]));
    assert_eq!(
        (&report["host"]["writes"], &report["host"]["reads"]),
        (&3.into(), &1.into())
    );
    assert_eq!(report["checked_reads"], 1);
    let own = THRASHING.replace(
        r#""kind": "ops", "ops": "w0 w7 w9 w15 w0 w11""#,
        r#""kind": "trace", "path": "a.ops""#,
    );
    let scenario = file("trace", "own.json", &own);
    assert_eq!(
        json(&lab(&["run", &scenario, "--json"]))["host"],
        report["host"],
        "found beside the scenario"
    );
}

#[test]
fn a_wrong_scenario_is_refused_with_file_line_and_field() {
    let misspelt = file(
        "wrong",
        "misspelt.json",
        &THRASHING.replace("log_blocks", "log_block"),
    );
    let expected = format!(
        "error: {misspelt}:4:28: ftl.log_block: unknown field `log_block`\n  \
         Did you mean `log_blocks`? Known here: kind, log_blocks.\n"
    );
    assert_eq!(refused(&lab(&["run", &misspelt])), expected);
    let small = file(
        "wrong",
        "small.json",
        &THRASHING.replace("\"blocks\": 12", "\"blocks\": 6"),
    );
    assert!(
        refused(&lab(&["run", &small]))
            .contains("small.json:2:15: device.blocks: too little spare space: `bast` needs 7")
    );
    let broken = file("wrong", "broken.json", "{ \"format\": 1,\n  ]");
    assert!(refused(&lab(&["run", &broken])).contains("broken.json:2:3: this is not JSON"));
    assert!(refused(&lab(&["run", "no/such/file.json"])).starts_with("error: no/such/file.json: "));
    let lost = file(
        "wrong",
        "lost.json",
        &THRASHING.replace(
            r#""kind": "ops", "ops": "w0 w7 w9 w15 w0 w11""#,
            r#""kind": "trace", "path": "b.ops""#,
        ),
    );
    assert!(refused(&lab(&["run", &lost])).contains("b.ops"));
}

#[test]
fn an_impossible_choice_of_an_intervention_is_wrong_input() {
    let choice = r#""interventions": [{"request": 2, "decision": 0, "choose": 99}], "workload""#;
    let scenario = file(
        "choice",
        "bast.json",
        &THRASHING.replace("\"workload\"", choice),
    );
    assert!(refused(&lab(&["run", &scenario])).contains("request 2"));
}

#[test]
fn a_result_that_cannot_be_written_is_a_failed_run() {
    let scenario = file("unwritable", "bast.json", THRASHING);
    let output = lab(&["run", &scenario, "--events", "no/such/folder/events.jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("error: no/such/folder/events.jsonl: "));
}

#[test]
fn wrong_arguments_are_wrong_input() {
    assert!(refused(&lab(&["run"])).contains("SCENARIO.json"));
    assert!(refused(&lab(&["sweep", "plan.json"])).contains("unrecognized subcommand"));
    let until = lab(&["run", "a.json", "--until", "gc or merge ful"]);
    assert!(
        refused(&until).contains(
            "found `ful`\n\n  gc or merge ful\n              ^\n\n  Did you mean `full`?"
        ),
        "{}",
        refused(&until)
    );
    assert!(refused(&lab(&["run", "a.json", "--at", "x"])).contains("REQUEST.EVENT"));
    assert!(
        refused(&lab(&["run", "a.json", "--at", "1", "--until", "gc"]))
            .contains("cannot be used with")
    );
    assert!(refused(&lab(&["trace", "a.csv", "--page-bytes", "0"])).contains("--page-bytes"));
}

#[test]
fn temperatures_of_a_trace_keep_its_hot_pages_apart() {
    let scenario = r#"{ "format": 1, "device": { "blocks": 12, "pages_per_block": 4 }, "logical_pages": 16,
"ftl": { "kind": "page", "hot_cold": { "classifier": "oracle" } },
"workload": { "kind": "trace", "path": "a.hotcold" } }"#;
    let scenario = file("hot", "oracle.json", scenario);
    let rows = "0 0 1 1 W 2\n0 0 9 1 W 8\n0 0 2 1 W 2\n0 0 9 1 W 10\n0 0 3 1 W 1\n";
    let trace = file("hot", "a.hotcold", rows);
    let report = json(&lab(&[
        "run", &scenario, "--trace", &trace, "--json", "--dump",
    ]));
    let pages = |role: &str| -> Vec<String> {
        let blocks = report["blocks"].as_array().unwrap();
        let of_role = blocks.iter().filter(|block| block["role"] == role);
        of_role.map(|block| block["pages"].to_string()).collect()
    };
    assert_eq!(pages("hot"), [r#"["x9","9",".","."]"#]);
    assert_eq!(pages("cold"), [r#"["1","2","3","."]"#]);
}

#[test]
fn a_trace_is_recognised_and_counted() {
    let trace = file(
        "recognise",
        "a.csv",
        "0,303567,3584,w,0.026214\n0,8,512,R,0.1\n",
    );
    let summary = json(&lab(&["trace", &trace, "--json", "--page-bytes", "2048"]));
    assert_eq!(summary["import"]["format"], "spc");
    assert_eq!(
        (
            &summary["statistics"]["reads"],
            &summary["statistics"]["page_bytes"]
        ),
        (&1.into(), &2048.into())
    );
    let output = lab(&["trace", &trace]);
    assert!(
        done(&output).contains("requests             2: reads 1, writes 1, trims 0\n"),
        "{}",
        done(&output)
    );
}

#[test]
fn a_bad_line_of_a_trace_stops_or_is_skipped() {
    let trace = file(
        "bad",
        "a.csv",
        "0,303567,3584,w,0.026214\n0,8,512,Q,0.1\n0,8,512,R,0.1\n",
    );
    let message = lab(&["trace", &trace, "--format", "spc"]);
    assert!(
        refused(&message).contains("line 2"),
        "{}",
        refused(&message)
    );
    let summary = json(&lab(&["trace", &trace, "--skip-bad-lines", "--json"]));
    assert_eq!(
        (
            &summary["import"]["skipped_lines"],
            &summary["statistics"]["requests"]
        ),
        (&1.into(), &2.into())
    );
}

#[test]
fn what_a_table_does_not_say_is_asked_for_and_taken_from_the_arguments() {
    let trace = file(
        "table",
        "a.csv",
        "time,what,offset,size\n1,0,8,8\n2,1,16,8\n",
    );
    let message = lab(&["trace", &trace]);
    let unrecognised = refused(&message);
    assert!(unrecognised.contains("no known format"), "{unrecognised}");
    let mut args = vec!["trace", &trace, "--json", "--format", "csv"];
    for (asked, answer) in [
        ("--column op=N", ["--column", "op=2"]),
        ("--time-unit", ["--time-unit", "ms"]),
        ("--address-unit", ["--address-unit", "sectors"]),
        ("--size-unit", ["--size-unit", "sectors"]),
        ("--zero-op", ["--zero-op", "write"]),
    ] {
        let message = lab(&args);
        assert!(refused(&message).contains(asked), "{}", refused(&message));
        args.extend(answer);
    }
    let summary = json(&lab(&args));
    assert_eq!(summary["statistics"]["bytes_written"], 4096.0);
    assert_eq!(summary["statistics"]["duration_s"], 0.001);
}

#[test]
fn models_print_a_table_or_json() {
    let greedy = lab(&["model", "greedy", "--sf", "0.03,0.07", "--np", "64"]);
    assert_eq!(
        done(&greedy),
        "  sf  np  write_amplification\n0.03  64              13.3928\n0.07  64               6.6001\n"
    );
    let table = json(&lab(&[
        "model",
        "fixed-split",
        "--json",
        "--sf",
        "0.1",
        "--np",
        "64",
        "--r",
        "0.9",
        "--f",
        "0.05",
        "--p",
        "0.1,0.4",
    ]));
    assert_eq!(table["equation"], "Desnoyers, eq. 20-22");
    assert_eq!(table["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!(table["lines"][1]["p"], 0.4);
}

/// Every model's name, arguments, and the last figure of its one line.
#[test]
fn every_model_has_its_subcommand() {
    let hot = ["--r", "0.9", "--f", "0.05"];
    let np = ["--np", "64"];
    let with = |name: &str, rest: &[&str]| {
        let output = lab(&[&["model", name, "--sf", "0.1"], rest].concat());
        let line = done(&output).lines().nth(1).expect("a line").to_owned();
        line.split_whitespace().last().expect("a figure").to_owned()
    };
    assert_eq!(with("lru", &[]), "5.1787");
    assert_eq!(with("lru-hot-cold", &hot), "6.9175");
    assert_eq!(with("greedy", &np), "4.8159");
    assert_eq!(
        with(
            "greedy",
            &[&np[..], &["--blocks", "100", "--free", "2"]].concat()
        ),
        "5.7659"
    );
    assert_eq!(
        with(
            "greedy-hot-cold",
            &[np, [hot[0], hot[1]], [hot[2], hot[3]]].concat()
        ),
        "6.5028"
    );
    let classes = ["--classes", "0.9:0.05,0.1:0.95"];
    assert_eq!(with("lru-classes", &classes), "6.9175");
    assert_eq!(with("greedy-classes", &[np, classes].concat()), "6.5028");
    let pools = [&np[..], &hot].concat();
    assert_eq!(with("optimal-split", &pools), "1.8599");
    assert_eq!(
        with("fixed-split", &[&pools[..], &["--p", "0.05"]].concat()),
        "4.8159"
    );
    assert_eq!(with("cat-linear", &pools), "2.0009");
    assert_eq!(with("cat-log2", &pools), "2.3829");
    assert_eq!(with("derivative", &np), "-34.7387");
    let lifetime = lab(&[
        "model",
        "lifetime",
        "--written",
        "250025",
        "--capacity",
        "100",
        "--range",
        "0.5",
        "--cycles",
        "10000",
    ]);
    assert!(done(&lifetime).trim_end().ends_with("0.5000"));
}

#[test]
fn a_model_without_an_answer_names_the_option() {
    let message = |args: &[&str]| refused(&lab(&[&["model"], args].concat())).to_owned();
    assert_eq!(
        message(&["lru", "--sf", "1"]),
        "error: Sf is 1; it must be above 0 and below 1\n  Correct --sf.\n"
    );
    assert!(message(&["lru", "--sf", "nan"]).contains("Sf is NaN"));
    assert!(message(&["greedy", "--alpha", "0.9", "--np", "4"]).contains("Correct --alpha."));
    assert!(message(&["lru"]).contains("--sf"));
    assert!(message(&["lru", "--sf", "0.1", "--free", "2"]).contains("--blocks"));
    assert!(message(&["lru-classes", "--sf", "0.1", "--classes", "0.5"]).contains("R:F"));
    assert!(message(&["lru-classes", "--sf", "0.1", "--classes", "0.5:1"]).contains("--classes"));
    assert!(message(&["nonsense"]).contains("unrecognized subcommand"));
}
