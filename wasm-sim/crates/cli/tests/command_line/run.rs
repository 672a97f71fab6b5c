//! The output of a run, and its stop.

use super::*;

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
    for twice in [
        &["run", "-", "--trace", "-"][..],
        &["break", "-", "--rival", "-"],
    ] {
        let both = lab_with_input(twice, THRASHING);
        assert!(refused(&both).contains("cannot both be standard input"));
    }
    // A document that calls its trace so means a file.
    let called = THRASHING.replace(
        r#""kind": "ops", "ops": "w0 w7 w9 w15 w0 w11""#,
        r#""kind": "trace", "path": "-""#,
    );
    assert!(refused(&lab_with_input(&["run", "-"], &called)).contains("./-: "));
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
        "stopped: merge full\nnow at 3.2 of 6 requests\n"
    );
    let at = lab(&["run", &scenario, "--json", "--at", "3.2"]);
    assert_eq!(json(&at), json(&stopped));
    let never = lab(&["run", &scenario, "--json", "--until", "cmt_miss"]);
    assert_eq!(json(&never)["host"]["writes"], 6);
    assert_eq!(
        text(&never.stderr),
        "never met: cmt miss; the run is at its end\nnow at 6.0 of 6 requests\n"
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
        (&scenario, "write lpn 9", "write lpn 9\nnow at 2.1 "),
        (&scenario, "program ppn 24", "program ppn 24\nnow at 2.18 "),
        (
            &scenario,
            "erase pbn 1 or erase pbn 0",
            "erase pbn 0\nnow at 2.12 ",
        ),
        (&scenario, "erases >= 1", "erases >= 1\nnow at 2.12 "),
        (&scenario, "merge partial", "merge partial\nnow at 2.2 "),
        (
            &scenario,
            "merge full blocks >= 1",
            "merge full blocks >= 1\nnow at 3.21 ",
        ),
        (&scenario, "free <= 5", "free <= 5\nnow at 3.3 "),
        (&scenario, "WA >= 1.5", "wa >= 1.5\nnow at 2.10 "),
        (&dftl, "gc 2", "gc 2\nnow at 9.5 "),
        (&dftl, "victim valid > 0", "victim valid > 0\nnow at "),
        (&dftl, "cmt miss", "cmt miss\nnow at 0.2 "),
        (&dftl, "evict dirty", "evict dirty\nnow at 0.3 "),
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

/// Each page of a written block moves the block: the engine holds the events of a request in pieces.
#[test]
fn a_request_of_very_many_events_is_written_whole() {
    let scenario = file(
        "pieces",
        "block.json",
        r#"{"format":1,"device":{"blocks":10,"pages_per_block":128,"program_order":"any"},"logical_pages":768,
            "ftl":{"kind":"block"},"precondition":[{"kind":"sequential"}],"workload":{"kind":"ops","ops":"r0 w0+600 r5"}}"#,
    );
    let log = file("pieces", "events.jsonl", "");
    let events = |args: &[&str]| -> Vec<(u64, u64, String)> {
        done(&lab(&[&["run", &scenario, "--events", &log], args].concat()));
        let lines = std::fs::read_to_string(&log).unwrap();
        let line = |line| serde_json::from_str::<serde_json::Value>(line).unwrap();
        let number = |value: &serde_json::Value| value.as_u64().unwrap();
        let lines = lines.lines().map(line);
        lines
            .map(|l| {
                (
                    number(&l["request"]),
                    number(&l["event"]),
                    l["t"].to_string(),
                )
            })
            .collect()
    };
    let all = events(&[]);
    let report = json(&lab(&["run", &scenario, "--json"]));
    let count = |t: &str| all.iter().filter(|e| e.2 == format!("\"{t}\"")).count() as u64;
    assert_eq!(
        Some(count("program")),
        report["flash"]["programs"]["total"].as_u64()
    );
    let of_write = |e: &&(u64, u64, String)| e.0 == 1;
    let numbers: Vec<u64> = all.iter().filter(of_write).map(|e| e.1).collect();
    let last = numbers.len() as u64;
    assert!(last > 200_000 && numbers.into_iter().eq(1..=last));
    let some = events(&["--at", "1.150000"]);
    assert_eq!(some, all[..some.len()]);
    assert_eq!(some.last().map(|e| e.1), Some(150_000));
}

#[test]
fn a_warm_up_is_spoken_of_wherever_it_is_left_out() {
    let warm = |requests: u32| {
        let with = format!("\"warmup_requests\": {requests}, \"workload\"");
        file(
            "warm",
            "bast.json",
            &THRASHING.replace("\"workload\"", &with),
        )
    };
    let scenario = warm(4);
    let output = lab(&["run", &scenario]);
    let line = "warm-up              the first 4 requests are run and left out of all counts and times; 2 follow\n";
    assert!(done(&output).contains(line), "{}", done(&output));
    let events = PathBuf::from(&scenario).with_extension("events");
    let output = lab(&["run", &scenario, "--events", events.to_str().unwrap()]);
    done(&output);
    assert_eq!(
        text(&output.stderr),
        "note: --events leaves out the warm-up, 4 requests; request 0 is the first one after it\n"
    );
    let none = warm(0);
    assert!(!done(&lab(&["run", &none])).contains("warm-up"));
    // Nothing would be left to count.
    let all = warm(6);
    let output = lab(&["run", &all]);
    let said = refused(&output);
    assert!(
        said.contains("warmup_requests: `warmup_requests` is 6 of 6 requests: none is left to be counted\n  Give at most 5."),
        "{said}"
    );
}

fn saved(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata");
    folder.join(name).to_str().unwrap().to_owned()
}

/// `form-1.ftllab` was written by the page before `compact`: a scenario that says nothing of its mapping, and a trace of which the first
/// six requests are kept.
#[test]
fn a_lab_that_the_page_saved_runs_as_it_was_saved() {
    let old = saved("form-1.ftllab");
    let output = lab(&["run", &old, "--json"]);
    let report = json(&output);
    assert_eq!(
        text(&output.stderr),
        "note: a.trace: requests left out, outside the window: 2\n",
        "it has the hash that it was saved with"
    );
    let said = || {
        lab(&[
            "run",
            &old,
            "--mapping",
            "wrap",
            "--allow-aliasing",
            "--json",
        ])
    };
    assert_eq!(report, json(&said()), "aliasing is allowed as it was then");
    assert_eq!(report["host"]["writes"], 7, "of the first six requests");
    assert_eq!(report["addresses"]["mapping"], "wrap");
    assert_eq!(report["addresses"]["aliased"], 5);
    // An explicit choice holds. Written since then, the same lab is compacted.
    let compact = json(&lab(&["run", &old, "--mapping", "compact", "--json"]));
    assert_eq!(compact["addresses"]["aliased"], 0);
    let output = lab(&["run", &saved("form-2.ftllab"), "--json"]);
    assert_eq!(json(&output), compact);
    assert_eq!(
        text(&output.stderr),
        "note: a.trace: requests left out, outside the window: 2\n"
    );
    let trace = file("saved", "a.ops", "w1 w2");
    let other = lab(&["run", &old, "--trace", &trace, "--json"]);
    assert_eq!(json(&other)["host"]["writes"], 2);
}

#[test]
fn a_damaged_lab_is_not_run() {
    let whole = std::fs::read(saved("form-1.ftllab")).unwrap();
    let path = PathBuf::from(file("damaged", "a.ftllab", ""));
    let run = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        let output = lab(&["run", path.to_str().unwrap()]);
        refused(&output).to_owned()
    };
    let cut = run(&whole[..whole.len() - 40]);
    assert!(
        cut.contains("this saved lab is damaged at `directory`"),
        "{cut}"
    );
    // A byte of the trace, which comes last of the four.
    let place = whole.windows(5).position(|w| w == b"trace").unwrap();
    let mut altered = whole.clone();
    altered[place + 8] ^= 1;
    let said = run(&altered);
    assert!(
        said.contains("this saved lab is damaged at `trace`"),
        "{said}"
    );
    let empty = b"PK\x03\x04PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    let said = run(empty);
    assert!(
        said.contains("this is a zip, but no saved lab: it has no `manifest.json`"),
        "{said}"
    );
    let said = run(b"\xff\xfe{}");
    assert!(said.contains("the file is not text in UTF-8"), "{said}");
}

#[test]
fn arrivals_that_outpace_the_device_are_said_beside_the_times() {
    let ops = "w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10";
    let slow = THRASHING.replace("w0 w7 w9 w15 w0 w11", ops);
    let fast = slow.replace(
        "\"kind\": \"ops\",",
        "\"kind\": \"ops\", \"interarrival_ms\": 0.05,",
    );
    let run = |name: &str, text: &str| lab(&["run", &file("overload", name, text)]);
    let output = run("fast.json", &fast);
    let said = done(&output);
    assert!(
        said.contains("overload             requests arrive for "),
        "{said}"
    );
    assert!(
        said.contains("response times measure the backlog"),
        "{said}"
    );
    assert!(!done(&run("slow.json", &slow)).contains("overload"));
}

#[test]
fn what_the_buffer_owes_at_the_end_is_said_beside_the_write_amplification() {
    let owing = file(
        "owing",
        "owing.json",
        r#"{ "format": 1, "device": { "blocks": 8, "pages_per_block": 8 }, "logical_pages": 48, "ftl": { "kind": "page" },
        "buffer": { "kind": "lru", "capacity": 4 }, "workload": { "kind": "ops", "ops": "w0 w0 w0 w0 w1 w1 w2 w3 w4" } }"#,
    );
    let report = json(&lab(&["run", &owing, "--json"]));
    assert_eq!(
        (
            &report["buffer"]["owed"],
            &report["flash"]["programs"]["total"]
        ),
        (&4.into(), &1.into())
    );
    assert_eq!(report["write_amplification_drained"], 5.0 / 9.0);
    let said = lab(&["run", &owing]);
    assert!(done(&said).contains(
        "write amplification  0.1111\n                     0.5556 with the 4 pages that the write buffer still owes\n"
    ));
    // Within 1 % nothing is said, and without a buffer there is no such figure.
    let bare = file("owing", "bare.json", THRASHING);
    assert!(
        json(&lab(&["run", &bare, "--json"]))
            .get("write_amplification_drained")
            .is_none()
    );
    assert!(!done(&lab(&["run", &bare])).contains("owes"));
}

#[test]
fn a_run_that_shows_little_says_why_and_what_would_show_more() {
    let said = |name: &str, workload: &str| {
        let scenario = file(
            "quiet",
            name,
            &format!(
                r#"{{ "format": 1, "device": {{ "blocks": 8, "pages_per_block": 8 }}, "logical_pages": 48, "ftl": {{ "kind": "page" }}, "workload": {workload} }}"#
            ),
        );
        done(&lab(&["run", &scenario])).to_owned()
    };
    let sequential = said("two.json", r#"{ "kind": "sequential", "requests": 480 }"#);
    let sentence = "7.2854 comes from 2 spare blocks, the fewest that page works with; with one block more it is 1.0000\n";
    assert!(sequential.contains(sentence), "{sequential}");
    let once = said("once.json", r#"{ "kind": "ops", "ops": "w0 w1 w2" }"#);
    assert!(
        once.contains("the host writes no page twice: no block has to be erased; a device "),
        "{once}"
    );
    let twice = said("twice.json", r#"{ "kind": "ops", "ops": "w0 w1 w0" }"#);
    assert!(
        twice.contains("no block is erased: the free blocks take all writes; a device "),
        "{twice}"
    );
    // Of a part of a run nothing is said.
    let scenario = file("quiet", "part.json", THRASHING);
    assert!(!done(&lab(&["run", &scenario, "--at", "2.0"])).contains("spare block"));
}

#[test]
fn a_workload_is_repeated_as_the_scenario_or_the_arguments_say_it() {
    let uniform = THRASHING.replace(
        r#""kind": "ops", "ops": "w0 w7 w9 w15 w0 w11""#,
        r#""kind": "uniform", "requests": 40"#,
    );
    let once = file("repeat", "once.json", &uniform);
    let said = |times: &str| {
        let repeated = format!(r#""kind": "uniform", "repeat": {times}, "#);
        let text = uniform.replace(r#""kind": "uniform", "#, &repeated);
        file("repeat", "said.json", &text)
    };
    for (argument, field) in [("3", "3"), ("steady", r#"{"until_steady": {}}"#)] {
        let asked = json(&lab(&["run", &once, "--repeat", argument, "--json"]));
        assert_eq!(json(&lab(&["run", &said(field), "--json"])), asked);
        // Over what the scenario says.
        let over = lab(&["run", &said("2"), "--repeat", argument, "--json"]);
        assert_eq!(json(&over), asked);
    }
    let steady = lab(&["run", &once, "--repeat", "steady"]);
    assert!(done(&steady).contains("\nsteady state"));
    // A trace in its place is repeated as often.
    let trace = file("repeat", "a.ops", "w1 w2 w1\n");
    let traced = |path: &str, more: &[&str]| {
        let args = [&["run", path, "--trace", &trace, "--json"], more].concat();
        json(&lab(&args))["host"]["writes"].clone()
    };
    assert_eq!(traced(&said("2"), &[]), 6);
    assert_eq!(traced(&once, &["--repeat", "4"]), 12);
    for wrong in ["0", "often", "-1", "1.5"] {
        let output = lab(&["run", &once, &format!("--repeat={wrong}")]);
        assert!(refused(&output).contains("write a whole number from 1, or `steady`"));
    }
}
