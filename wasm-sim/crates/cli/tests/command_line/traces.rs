//! Traces: imported, and as the workload of a run.

use super::*;

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
fn times_that_64_bits_cannot_go_on_from_are_refused_and_those_beyond_a_double_are_exact() {
    let scenario = file("endless", "bast.json", THRASHING);
    let run = |last_ns: u64| {
        let rows = format!("0 0 0 4 0\n9007199254740993 0 8 4 0\n{last_ns} 0 16 4 0\n");
        let trace = file("endless", "a.mqsim", &rows);
        lab(&["run", &scenario, "--trace", &trace, "--json"])
    };
    // 100 years of 31,557,600 s; the requests arrive at an idle device each.
    let report = json(&run(3_155_759_999_999_999_999));
    assert_eq!(report["response_us"], report["service_us"]);
    assert_eq!(report["host"]["writes"], 3);
    let most = run(3_155_760_000_000_000_000);
    assert!(refused(&most).contains("arrives 100 years after the first"));
    assert!(refused(&run(u64::MAX)).contains("--time-unit"));
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
fn a_scenario_says_how_its_trace_is_read_unless_the_arguments_say_otherwise() {
    let rows = "time_us,event,opcode,lba,sectors\n1,Q,2a,0,16\n2,D,2a,0,16\n3,Q,28,16,16\n4,D,28,16,16\n5,D,35,0,0\n";
    file("reading", "a.csv", rows);
    let scenario = r#"{ "format": 1, "device": { "blocks": 8, "pages_per_block": 4 }, "logical_pages": 16, "ftl": { "kind": "page" },
"workload": { "kind": "trace", "path": "a.csv", "reading": {
  "sector_bytes": 256, "rows": { "column": 2, "words": ["D"] }, "op_words": { "read": ["28"], "none": ["35"] } } } }"#;
    let scenario = file("reading", "a.json", scenario);
    let pages = |args: &[&str]| {
        let report = json(&lab(&[&["run", &scenario, "--json"], args].concat()));
        (
            report["host"]["writes"].clone(),
            report["host"]["reads"].clone(),
        )
    };
    assert_eq!(pages(&[]), (1.into(), 1.into()));
    assert_eq!(pages(&["--sector-bytes", "512"]), (2.into(), 2.into()));
    assert_eq!(pages(&["--rows", "2=Q"]), (1.into(), 1.into()));
    // The scenario gives 28 another meaning.
    assert_eq!(
        pages(&["--op-word", "2a=trim", "--op-word", "28=write"]),
        (1.into(), 0.into())
    );
}

#[test]
fn how_soon_pages_come_again_is_told_when_it_is_asked_for() {
    let trace = file("locality", "t.trace", "w7 w5 r9 w7 r1 w5 w5\n");
    let plain = lab(&["trace", &trace, "--json"]);
    assert!(json(&plain).get("locality").is_none());
    let local = json(&lab(&["trace", &trace, "--json", "--locality"]))["locality"].take();
    assert_eq!(
        local["stack"],
        serde_json::json!({ "first": 4, "bins": [1, 0, 2] })
    );
    assert_eq!(
        local["hot"][2],
        serde_json::json!({ "writes": 0.5, "pages": 1, "of_space": 0.1 })
    );
    let output = lab(&["trace", &trace, "--locality"]);
    let words = done(&output);
    assert!(
        words.contains("less than        4 pages:  42.9 %"),
        "{words}"
    );
    assert!(
        words.contains("50 % of the page writes go to 1 pages, 10.00 % of the space"),
        "{words}"
    );
    assert!(
        words.contains("writes by size       at most      4096 bytes: 5"),
        "{words}"
    );
}

#[test]
fn a_window_of_a_trace_is_cut_out() {
    let trace = file("window", "t.trace", "w7 w5 r9 w7 r1 w5 w5\n");
    let args = ["trace", &trace, "--json", "--first-request", "3"];
    let summary = json(&lab(&[&args[..], &["--last-request", "4"]].concat()));
    assert_eq!(summary["import"]["requests"], 2);
    assert_eq!(summary["import"]["outside"], 5);
    let cut = lab(&["trace", &trace, "--first-request", "3"]);
    assert!(done(&cut).contains(" 2 requests outside the window asked for\n"));
    assert!(!done(&lab(&["trace", &trace])).contains("outside"));
    assert_eq!(summary["preview"][0]["lpn"], 9);
    let none = lab(&["trace", &trace, "--first-request", "8"]);
    let said = String::from_utf8(none.stderr).unwrap();
    assert!(said.contains("the file has 7"), "{said}");
}

/// Of ten pages, pages 1, 11 and 21 of the trace are one, and pages 4 and 104.
const SPARSE: &str = "w1 w11 w3 r21 w4+3 w104\n";
const TEN_PAGES: &str = r#"{ "format": 1, "device": { "blocks": 8, "pages_per_block": 4 }, "logical_pages": 10,
"ftl": { "kind": "page" }, "workload": { "kind": "trace", "path": "sparse.ops" } }"#;

#[test]
fn a_sparse_trace_is_compacted_and_any_aliasing_is_said() {
    file("sparse", "sparse.ops", SPARSE);
    let scenario = file("sparse", "ten.json", TEN_PAGES);
    let compact = json(&lab(&["run", &scenario, "--json"]));
    let addresses = |mapping: &str, aliased: u32, dropped: u32| {
        serde_json::json!({ "mapping": mapping, "accesses": 8, "aliased": aliased, "dropped": dropped,
            "share": f64::from(aliased + dropped) / 8.0 })
    };
    assert_eq!(compact["addresses"], addresses("compact", 0, 0));
    // Seven pages are written, each once; the one that is read was not.
    assert_eq!(compact["host"]["unmapped_reads"], 1);
    let with = |mapping: &str| {
        let args = ["run", &scenario, "--allow-aliasing", "--mapping", mapping];
        lab(&[&args[..], &["--json"]].concat())
    };
    let wrapped = json(&with("wrap"));
    assert_eq!(wrapped["addresses"], addresses("wrap", 5, 0));
    // Page 21 is page 1, which was written.
    assert_eq!(wrapped["host"]["unmapped_reads"], 0);
    assert_eq!(json(&with("drop"))["addresses"], addresses("drop", 0, 3));
    assert_eq!(json(&with("compact")), compact, "it is the default");
    let output = lab(&["run", &scenario, "--mapping", "wrap"]);
    let said = refused(&output);
    assert!(
        said.contains(
            "workload.mapping: 62.5 % of the page accesses would be aliased or dropped\n"
        ),
        "{said}"
    );
    assert!(said.contains("--allow-aliasing"), "{said}");
    for (mapping, said) in [
        (
            "compact",
            "compact: the touched pages are renumbered; none is shared, none is left out",
        ),
        (
            "wrap",
            "wrap: 62.50 % of the page accesses are of pages that share a logical page with others (5 of 8)",
        ),
        (
            "drop",
            "drop: 37.50 % of the page accesses are left out, beyond the device (3 of 8)",
        ),
    ] {
        let output = lab(&["run", &scenario, "--mapping", mapping, "--allow-aliasing"]);
        let line = format!("addresses            {said}\n");
        assert!(done(&output).contains(&line), "{}", done(&output));
    }
}

#[test]
fn a_trace_that_fits_is_not_spoken_of() {
    file("fits", "sparse.ops", SPARSE);
    let scenario = TEN_PAGES.replace("\"logical_pages\": 10", "\"logical_pages\": 105");
    let scenario = scenario.replace("\"blocks\": 8", "\"blocks\": 40");
    let scenario = file("fits", "all.json", &scenario);
    let report = json(&lab(&["run", &scenario, "--json"]));
    assert_eq!(report.get("addresses"), None);
    assert!(!done(&lab(&["run", &scenario])).contains("addresses"));
}

#[test]
fn a_trace_that_touches_too_many_pages_is_refused_with_what_to_do() {
    let scenario = file("crowded", "ten.json", TEN_PAGES);
    let trace = file("crowded", "a.ops", "w1+8 w20+9\n");
    let output = lab(&["run", &scenario, "--trace", &trace]);
    let said = refused(&output);
    assert!(
        said.contains(
            "workload.mapping: the trace touches 17 pages, and the device has 10 logical pages\n"
        ),
        "{said}"
    );
    assert!(said.contains("Give it at least 17 logical pages"), "{said}");
    let wrapped = lab(&[
        "run",
        &scenario,
        "--trace",
        &trace,
        "--mapping",
        "wrap",
        "--allow-aliasing",
        "--json",
    ]);
    assert_eq!(json(&wrapped)["addresses"]["aliased"], 16);
}

#[test]
fn logs_of_fio_say_what_they_lack_and_one_with_offsets_is_read_as_it_says() {
    let plain = file("fio", "lat.log", "3, 181, 1, 4096, 0x0000\n");
    let said = lab(&["trace", &plain]);
    let said = refused(&said);
    assert!(
        said.contains("no offset") && said.contains("--write_iolog"),
        "{said}"
    );
    let rows =
        "3, 181, 1, 4096, 8192, 0x0000\n5, 99, 0, 512, 0, 0x0000\n5, 99, 2, 512, 0, 0x0000\n";
    let offsets = file("fio", "offset.log", rows);
    assert!(refused(&lab(&["trace", &offsets])).contains("addresses in 5"));
    let read = "--format csv --header no --column time=1 --column op=3 --column size=4 --column address=5 --time-unit ms \
                --address-unit bytes --size-unit bytes --zero-op read --op-word 2=trim --json";
    let args: Vec<_> = ["trace", &offsets]
        .into_iter()
        .chain(read.split_whitespace())
        .collect();
    let summary = json(&lab(&args));
    assert_eq!(summary["statistics"]["duration_s"], 0.002);
    let count = |name: &str| summary["statistics"][name].as_f64();
    assert_eq!(["reads", "writes", "trims"].map(count), [Some(1.0); 3]);
    assert_eq!(summary["preview"][0]["lpn"], 2);
}

#[test]
fn a_document_names_files_in_its_folder_and_below_and_a_person_names_any() {
    let secret = file("outside", "secret.txt", "root:x:0:0\n");
    let scenario = |path: &str| {
        let text = THRASHING.replace(
            r#""kind": "ops", "ops": "w0 w7 w9 w15 w0 w11""#,
            &format!(r#""kind": "trace", "path": {}"#, serde_json::json!(path)),
        );
        file(
            "outside/in",
            &format!("{}.json", path.replace('/', "-")),
            &text,
        )
    };
    let plan = |path: &str| {
        let own = std::fs::read_to_string(scenario(path)).unwrap();
        let plan = format!(r#"{{ "format": 1, "scenario": {own}, "seeds": 1 }}"#);
        file("outside/in", "plan.json", &plan)
    };
    file("outside/in", "a.ops", "w1 w2\n");
    file("outside/in/x", "a.ops", "w1 w2\n");
    let mut outside = vec![
        secret.clone(),
        "../secret.txt".to_owned(),
        "x/../../secret.txt".to_owned(),
    ];
    #[cfg(unix)]
    {
        // Of a result that was kept, the trace has become a link.
        let own = file("outside/kept", "a.ops", "w1 w2\n");
        let text = std::fs::read_to_string(scenario("a.ops")).unwrap();
        let run = file("outside/kept", "own.json", &text);
        let kept = file("outside/kept", "kept.json", "");
        done(&lab(&["run", &run, "--result", &kept]));
        std::fs::remove_file(&own).unwrap();
        std::os::unix::fs::symlink(&secret, &own).unwrap();
        let output = lab(&["reproduce", &kept]);
        std::fs::remove_file(&own).unwrap();
        let said = refused(&output);
        assert!(
            said.contains("is outside") && !said.contains("root:"),
            "{said}"
        );
        let link = std::path::Path::new(&scenario("a.ops")).with_file_name("link.txt");
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(&secret, &link).unwrap();
        outside.push("link.txt".to_owned());
    }
    for path in outside {
        for args in [
            vec!["run".to_owned(), scenario(&path)],
            vec!["sweep".to_owned(), plan(&path)],
            vec![
                "export".to_owned(),
                scenario(&path),
                "--fio".to_owned(),
                format!("{secret}.fio"),
            ],
        ] {
            let args: Vec<_> = args.iter().map(String::as_str).collect();
            let output = lab(&args);
            let said = refused(&output);
            assert!(
                said.contains("is outside") && !said.contains("root:"),
                "{args:?}: {said}"
            );
        }
    }
    file("outside/in", "a.ops", "w1 w2\n");
    file("outside/in/below", "b.ops", "w1 w2\n");
    for path in ["a.ops", "below/b.ops", "below/../a.ops", "./a.ops"] {
        done(&lab(&["run", &scenario(path)]));
    }
    let trace = file("outside", "c.ops", "w1 w2\n");
    done(&lab(&["run", &scenario("../c.ops"), "--trace", &trace]));
}

/// The report is about requests that were sorted, from two devices, without a line that could not be read.
#[test]
fn a_run_says_how_its_trace_was_read_and_its_report_stays_json() {
    let rows =
        "time_us,op,offset_bytes,size_bytes,device\n9,W,0,4096,a\n1,W,4096,4096,b\nx,W,0,1,a\n";
    let trace = file("assumed", "two.csv", rows);
    let scenario = file("assumed", "s.json", THRASHING);
    let output = lab(&[
        "run",
        &scenario,
        "--trace",
        &trace,
        "--skip-bad-lines",
        "--json",
    ]);
    let report = json(&output);
    assert_eq!(report["host"]["writes"].as_u64(), Some(4));
    let said = text(&output.stderr);
    for part in [
        ": bad lines skipped: 1\n",
        ": requests sorted, which came after a later one: 1\n",
        ": 2 devices lie side by side on the drive\n",
    ] {
        assert!(said.contains(part), "{said}");
    }
}
