//! Texts with the same meaning are spelt the same, and hashes are fixed.

use super::*;

#[test]
fn what_means_the_same_has_the_same_canonical_text() {
    let bast = setup(BAST);
    let spelt_out = r#"{
        "workload": { "ops": "w0,w7:a  w9\nw15+1 W0 w11", "kind": "ops" },
        "warmup_requests": 0, "interventions": [],
        "host": { "queue_depth": 1 }, "buffer": { "kind": "none" },
        "precondition": [ { "pages": 16, "kind": "sequential", "from": 0 } ],
        "ftl": { "log_blocks": 2, "kind": "bast" },
        "spare_factor": 0.6666666666666667, "seed": 1,
        "device": { "timing": { "read_us": 25.0, "erase_us": 2e3 }, "page_bytes": 2048, "pages_per_block": 4, "blocks": 12 },
        "name": "thrashing", "format": 1 }"#;
    assert_eq!(setup(spelt_out).canonical, bast.canonical);
    assert_eq!(setup(spelt_out), bast);

    let policy = DFTL.replace(
        "\"cmt_entries\"",
        "\"gc_policy\": {\"kind\": \"cost_benefit\"}, \"cmt_policy\": \"slru\", \"cmt_entries\"",
    );
    let pages = policy.replace(
        "\"requests\"",
        "\"pages\": {\"min\": 1, \"max\": 1}, \"range\": [0, 16], \"requests\"",
    );
    assert_eq!(setup(&pages).canonical, setup(DFTL).canonical);
}

#[test]
fn the_order_of_interventions_means_nothing() {
    let with = |list: &str| {
        let to = format!("\"interventions\": [{list}], \"workload\"");
        setup(&BAST.replace("\"workload\"", &to))
    };
    let (early, late) = (
        r#"{"request": 1, "decision": 3, "choose": 9}"#,
        r#"{"request": 2, "decision": 0, "choose": 1}"#,
    );
    let sorted = with(&format!("{early}, {late}"));
    assert_eq!(with(&format!("{late}, {early}")), sorted);
    assert_eq!(sorted.interventions.len(), 2);
}

#[test]
fn the_canonical_text_reads_back_as_itself() {
    let initial = DFTL.replace(
        "\"workload\"",
        r#""initial": { "blocks": [["0", "x1", ".", "."], ["t1"], []], "cmt": [[3, null, "dirty"], [0, 0, "clean"]], "gtd": [null, 4], "frontier": 0 }, "workload""#,
    );
    let hot_cold = DFTL.replace(
        "\"kind\": \"uniform\"",
        r#""kind": "hot_cold", "r": 0.9, "f": 0.3, "pages": {"min": 1, "max": 3}, "interarrival_ms": 0.1, "read_fraction": 0.25"#,
    );
    let timing = BAST.replace(
        "\"page_bytes\"",
        "\"timing\": {\"preset\": \"hu\", \"read_us\": 0.1}, \"page_bytes\"",
    );
    let trace = BAST.replace(
        r#""kind": "ops", "ops": "w0 w7 w9 w15 w0 w11""#,
        r#""kind": "trace", "path": "a.csv", "mapping": "drop", "requests": 3"#,
    );
    let options = |ftl: &str| {
        let workload = r#""workload": {"kind": "hot_cold", "requests": 9, "r": 0.9, "f": 0.3}"#;
        format!(
            r#"{{"format": 1, "device": {{"blocks": 12, "pages_per_block": 4}}, "logical_pages": 16, {ftl}, {workload}}}"#
        )
    };
    let window = options(
        r#""ftl": {"kind": "page", "gc_policy": {"kind": "windowed_greedy", "w": 3}, "wear_leveling": {"threshold": 2},
            "hot_cold": {"classifier": "oracle", "pool_choice": {"kind": "fixed_split", "p": 0.25}}}"#,
    );
    let choices = options(
        r#""ftl": {"kind": "page", "gc_policy": {"kind": "d_choices", "d": 3}, "hot_cold": {"pool_choice": "cat_hc"}}"#,
    );
    assert!(setup(&choices).canonical.contains(
        r#""hot_cold":{"classifier":"recency","pool_choice":{"age":"linear","kind":"cat_hc"}}"#
    ));
    let fast = BAST
        .replace("\"bast\", ", "\"fast\", \"skip_stale\": false, ")
        .replace(
            r#""precondition": [ { "kind": "sequential" } ]"#,
            r#""initial": { "blocks": [["x0", "1", "2", "3"], ["x0", "x0"], ["0", "5"]], "data": {"1": 5},
                "log": [[2, "rw", null], [1, "sw", 0]] }"#,
        )
        .replace("[\"0\", \"5\"]", "[\"5\", \"0\"]");
    let superblock = BAST
        .replace(
            r#""bast", "log_blocks": 2"#,
            r#""superblock", "blocks_per_superblock": 2, "update_blocks_per_superblock": 3, "update_blocks": 4, "cached_superblocks": 5"#,
        )
        .replace(
            r#""precondition": [ { "kind": "sequential" } ]"#,
            r#""initial": { "blocks": [["x0", "1", "2", "3"], ["0"], ["8"]], "frontier": 1 }"#,
        );
    assert!(setup(&superblock).canonical.contains(
        r#""ftl":{"blocks_per_superblock":2,"cached_superblocks":5,"kind":"superblock","update_blocks":4,"update_blocks_per_superblock":3}"#
    ));
    for text in [
        BAST,
        DFTL,
        &fast,
        &superblock,
        &initial,
        &hot_cold,
        &timing,
        &trace,
        &window,
        &choices,
    ] {
        let first = setup(text);
        assert_eq!(setup(&first.canonical), first);
    }
}

#[test]
fn canonical_text_and_hash_are_fixed() {
    let bast = setup(BAST);
    assert_eq!(
        bast.canonical,
        concat!(
            r#"{"buffer":{"kind":"none"},"device":{"blocks":12,"page_bytes":2048,"pages_per_block":4,"#,
            r#""program_order":"ascending","timing":"slides"},"format":1,"ftl":{"kind":"bast","log_blocks":2},"#,
            r#""host":{"channels":1,"queue_depth":1,"scheduler":"noop"},"interventions":[],"logical_pages":16,"#,
            r#""name":"thrashing","precondition":[{"from":0,"kind":"sequential","pages":16}],"seed":1,"#,
            r#""warmup_requests":0,"workload":{"kind":"ops","ops":"w0 w7 w9 w15 w0 w11"}}"#
        )
    );
    assert_eq!(bast.hash, "8358554a567ec3ce");
    assert_eq!(setup(DFTL).hash, "a30c7e112e9957da");
}

/// Files and links made before `compact` name `wrap`: they are what they were.
#[test]
fn a_trace_that_states_its_mapping_keeps_its_hash_and_one_that_does_not_is_compacted() {
    let with = |mapping: &str| {
        setup(&format!(
            r#"{{"format":1,"device":{{"blocks":4,"pages_per_block":4}},"logical_pages":8,"ftl":{{"kind":"page"}},
            "workload":{{"kind":"trace","path":"a.ops"{mapping}}}}}"#
        ))
    };
    assert_eq!(with(r#","mapping":"wrap""#).hash, "4c9dd6f94437f23b");
    let silent = with("");
    assert_eq!(silent, with(r#","mapping":"compact""#));
    assert!(silent.canonical.contains(r#""mapping":"compact""#));
    // That aliasing is refused goes without saying, as it did before there was a choice.
    let wrapped = with(r#","mapping":"wrap","aliasing":"refuse""#);
    assert_eq!(wrapped, with(r#","mapping":"wrap""#));
    let allowed = with(r#","mapping":"wrap","aliasing":"allow""#);
    assert!(allowed.canonical.contains(r#""aliasing":"allow""#));
    assert_ne!(allowed.hash, wrapped.hash);
    assert_ne!(silent.hash, "4c9dd6f94437f23b");
}

#[test]
fn how_a_trace_is_read_is_a_part_of_its_scenario() {
    let text = |reading: &str| {
        format!(
            r#"{{"format":1,"device":{{"blocks":4,"pages_per_block":4}},"logical_pages":8,"ftl":{{"kind":"page"}},
"workload":{{"kind":"trace","path":"a.csv"{reading}}}}}"#
        )
    };
    let silent = setup(&text(""));
    assert_eq!(
        silent,
        setup(&text(
            r#","reading":{"header":null,"op_words":{"trim":[]},"on_error":"stop","merge_devices":"side_by_side"}"#
        ))
    );
    let read = setup(&text(
        r#","trace_format":"csv","reading":{"sector_bytes":520,"op_words":{"write":["2a"]},"rows":{"column":2,"words":["D"]}}"#,
    ));
    assert_ne!(silent.hash, read.hash);
    assert_eq!(setup(&read.canonical), read);
    let wrong = |reading: &str| {
        let failure = parse(&text(reading)).unwrap_err();
        (failure.message, failure.line, failure.column)
    };
    let (message, line, column) = wrong(r#","reading":{"header":true,"sectors":520}"#);
    assert!(message.contains("unknown field `sectors`"), "{message}");
    assert_eq!((line, column), (Some(2), Some(68)));
    // That is `trace_format`.
    let (message, ..) = wrong(r#","reading":{"format":"csv"}"#);
    assert!(message.contains("unknown field `format`"), "{message}");
    for (reading, place) in [
        (r#"{"sector_bytes":0}"#, 54),
        (r#"{"delimiter":"dot"}"#, 54),
        (r#"{"rows":{"column":2}}"#, 54),
        (r#"{"merge_devices":{"only":null}}"#, 71),
    ] {
        let (message, _, column) = wrong(&format!(r#","reading":{reading}"#));
        assert_eq!(column, Some(place), "{message}");
    }
}
