//! The scenario read whole: what is refused and in which words, what means the same, and the fixed hashes.

use ftl::{CmtPolicy, GcPolicy, SchemeConfig};

use super::*;
use crate::protocol::Failure;

const BAST: &str = r#"{ "format": 1, "name": "thrashing",
  "device": { "blocks": 12, "pages_per_block": 4, "page_bytes": 2048 },
  "logical_pages": 16,
  "ftl": { "kind": "bast", "log_blocks": 2 },
  "precondition": [ { "kind": "sequential" } ],
  "workload": { "kind": "ops", "ops": "w0 w7 w9 w15 w0 w11" } }"#;

const DFTL: &str = r#"{ "format": 1,
  "device": { "blocks": 12, "pages_per_block": 4 },
  "logical_pages": 16,
  "ftl": { "kind": "dftl", "cmt_entries": 4, "entries_per_translation_page": 8 },
  "workload": { "kind": "uniform", "requests": 100 } }"#;

fn setup(text: &str) -> Setup {
    parse(text).unwrap_or_else(|failure| panic!("{failure:?}\n{text}"))
}

/// The failure of a text in which `from` is replaced by `to`.
fn failure(text: &str, from: &str, to: &str) -> Failure {
    assert!(text.contains(from), "{from}");
    let text = text.replacen(from, to, 1);
    parse(&text).expect_err(&text)
}

#[track_caller]
fn refused(text: &str, from: &str, to: &str, place: (&str, u32, u32), message: &str, remedy: &str) {
    let failure = failure(text, from, to);
    assert_eq!((failure.field.as_deref(), failure.line, failure.column), (Some(place.0), Some(place.1), Some(place.2)), "{failure:?}");
    assert_eq!((failure.message.as_str(), failure.remedy.as_str()), (message, remedy));
    assert_eq!(failure.kind, "scenario");
}

#[test]
fn defaults_are_those_of_the_spec() {
    let bast = setup(BAST);
    assert_eq!((bast.name.as_str(), bast.seed, bast.logical_pages, bast.warmup_requests), ("thrashing", 1, 16, 0));
    assert_eq!(bast.geometry, Geometry { blocks: 12, pages_per_block: 4, page_bytes: 2048 });
    assert_eq!((bast.program_order, bast.timing), (ProgramOrder::Ascending, Timing::from_us(25.0, 200.0, 2000.0)));
    assert_eq!(bast.preconditions, [Precondition::Sequential { from: 0, pages: 16 }]);
    assert_eq!(bast.workload.requests(), Some(6));

    let SchemeConfig::Dftl(dftl) = setup(DFTL).scheme else { panic!("dftl") };
    assert_eq!((dftl.gc_policy, dftl.gc_threshold, dftl.cmt_policy), (GcPolicy::CostBenefit, 3, CmtPolicy::Slru));
    assert_eq!((dftl.cmt_protected.to_string().as_str(), dftl.lazy_copy, dftl.batch_update), ("0.5", true, true));
    let whole = DFTL.replace(r#", "entries_per_translation_page": 8"#, "");
    let SchemeConfig::Dftl(dftl) = setup(&whole).scheme else { panic!("dftl") };
    assert_eq!(dftl.entries_per_translation_page, 1024);

    let page = BAST.replace(r#""kind": "bast", "log_blocks": 2"#, r#""kind": "page""#);
    let SchemeConfig::Page(page) = setup(&page).scheme else { panic!("page") };
    assert_eq!((page.gc_policy, page.gc_threshold, page.separate_gc_frontier), (GcPolicy::Greedy, 2, false));
}

#[test]
fn timing_is_a_preset_and_what_overrides_it() {
    let timing = |text: &str| {
        let setup = setup(&BAST.replace(r#""page_bytes": 2048"#, &format!(r#""timing": {text}"#)));
        (setup.timing, setup.energy)
    };
    assert_eq!(timing(r#""hu""#).0, Timing::from_us(45.0, 400.0, 1500.0));
    let (journal, energy) = timing(r#"{"preset": "dftlj", "read_us": 1.5, "erase_uj": 2}"#);
    assert_eq!(journal, Timing { read_ns: 1_500, program_ns: 405_900, erase_ns: 1_500_000 });
    assert_eq!(energy, Energy { read_uj: 4.72, program_uj: 38.04, erase_uj: 2.0 });
}

#[test]
fn a_spare_factor_gives_whole_blocks() {
    let pages = |spare: &str| {
        setup(&BAST.replace(r#""logical_pages": 16"#, &format!(r#""spare_factor": {spare}"#))).logical_pages
    };
    assert_eq!(pages("0.5"), 24);
    assert_eq!(pages("0.25"), 36); // 12 * 0.75 is 9 exactly
    assert_eq!(pages("0.26"), 32);
}

#[test]
fn a_misspelt_field_is_named_with_its_place_and_the_right_name() {
    refused(
        BAST,
        "\"blocks\"",
        "\"blokcs\"",
        ("device.blokcs", 2, 15),
        "unknown field `blokcs`",
        "Did you mean `blocks`? Known here: blocks, pages_per_block, page_bytes, program_order, timing.",
    );
    refused(
        BAST,
        "log_blocks",
        "log_block",
        ("ftl.log_block", 4, 28),
        "unknown field `log_block`",
        "Did you mean `log_blocks`? Known here: kind, log_blocks.",
    );
    refused(
        BAST,
        "\"logical_pages\"",
        "\"sedd\": 1, \"logical_pages\"",
        ("sedd", 3, 3),
        "unknown field `sedd`",
        "Did you mean `seed`? Known here: format, name, seed, device, logical_pages, spare_factor, ftl, buffer, host, precondition, warmup_requests, workload, interventions, initial.",
    );
}

#[test]
fn a_misspelt_name_of_a_kind_is_answered_with_the_right_one() {
    refused(BAST, "\"bast\"", "\"bats\"", ("ftl.kind", 4, 12), "unknown ftl kind `bats`", "Did you mean `bast`? Known here: page, bast, dftl.");
    refused(
        BAST,
        "\"page_bytes\": 2048",
        "\"program_order\": \"up\"",
        ("device.program_order", 2, 51),
        "unknown program_order `up`",
        "Known here: ascending, any.",
    );
    refused(
        BAST,
        "\"page_bytes\": 2048",
        "\"timing\": \"slide\"",
        ("device.timing", 2, 51),
        "unknown timing preset `slide`",
        "Did you mean `slides`? Known here: slides, dftl09-large, dftl09-small, dftlj, hu.",
    );
}

#[test]
fn what_is_still_to_come_is_told_from_what_is_wrong() {
    let kind = ("ftl.kind", 4, 12);
    let (message, remedy) = ("ftl kind `fast` is not available in this version", "Available: page, bast, dftl.");
    refused(BAST, "\"bast\"", "\"fast\"", kind, message, remedy);
    refused(BAST, "\"bast\"", "\"fast\", \"skip_stale\": true", kind, message, remedy);
    refused(
        DFTL,
        "\"cmt_entries\"",
        "\"gtd_checkpoint_every\": 0, \"cmt_entries\"",
        ("ftl.gtd_checkpoint_every", 4, 28),
        "field `gtd_checkpoint_every` is not available in this version",
        "Leave it out.",
    );
    refused(
        DFTL,
        "\"cmt_entries\"",
        "\"gc_policy\": {\"kind\": \"windowed_greedy\", \"w\": 5}, \"cmt_entries\"",
        ("ftl.gc_policy.kind", 4, 42),
        "gc_policy `windowed_greedy` is not available in this version",
        "Available: greedy, fifo, cost_benefit.",
    );
    refused(
        DFTL,
        "\"uniform\"",
        "\"zipf\", \"theta\": 0.9",
        ("workload.kind", 5, 17),
        "workload kind `zipf` is not available in this version",
        "Available: ops, sequential, uniform, hot_cold, trace.",
    );
    refused(
        DFTL,
        "\"workload\"",
        "\"buffer\": {\"kind\": \"lru\", \"capacity\": 8}, \"workload\"",
        ("buffer.kind", 5, 14),
        "buffer kind `lru` is not available in this version",
        "Available: none.",
    );
    refused(
        DFTL,
        "\"workload\"",
        "\"host\": {\"channels\": 4}, \"workload\"",
        ("host.channels", 5, 12),
        "`host.channels` above 1 is not available in this version",
        "Give 1, or leave it out.",
    );
}

#[test]
fn a_field_of_another_kind_is_refused() {
    refused(
        BAST,
        "\"bast\"",
        "\"page\"",
        ("ftl.log_blocks", 4, 28),
        "field `log_blocks` does not belong to ftl kind `page`",
        "Leave it out, or take a kind that has it: bast.",
    );
    refused(
        DFTL,
        "\"requests\"",
        "\"r\": 0.5, \"requests\"",
        ("workload.r", 5, 36),
        "field `r` does not belong to workload kind `uniform`",
        "Leave it out, or take a kind that has it: hot_cold.",
    );
}

#[test]
fn a_device_of_nothing_is_refused() {
    refused(BAST, "\"blocks\": 12", "\"blocks\": 0", ("device.blocks", 2, 15), "`device.blocks` is 0", "Give at least 1.");
    let pages = "\"pages_per_block\": 4";
    refused(BAST, pages, "\"pages_per_block\": 0", ("device.pages_per_block", 2, 29), "`device.pages_per_block` is 0", "Give at least 1.");
    refused(BAST, "2048", "0", ("device.page_bytes", 2, 51), "`device.page_bytes` is 0", "Give at least 1.");
}

#[test]
fn too_little_spare_space_is_refused_with_the_figure() {
    refused(
        BAST,
        "\"blocks\": 12",
        "\"blocks\": 6",
        ("device.blocks", 2, 15),
        "too little spare space: `bast` needs 7 blocks for 16 logical pages, the device has 6",
        "Give the device at least 7 blocks, take fewer logical pages, or take fewer log blocks.",
    );
    setup(&BAST.replace("\"blocks\": 12", "\"blocks\": 7"));
}

#[test]
fn a_state_that_is_only_shown_needs_no_spare_space() {
    let text = BAST
        .replace("\"blocks\": 12", "\"blocks\": 4")
        .replace(r#""precondition": [ { "kind": "sequential" } ]"#, r#""initial": { "blocks": [["0", "x1"]] }"#);
    assert!(parse(&text).is_err());
    assert!(setup(&text.replace("w0 w7 w9 w15 w0 w11", "")).only_shows());
}

#[test]
fn a_device_that_would_not_fit_in_memory_is_refused() {
    let failure = failure(BAST, "\"blocks\": 12, \"pages_per_block\": 4", "\"blocks\": 4194303, \"pages_per_block\": 128");
    assert_eq!((failure.kind.as_str(), failure.field.as_deref(), failure.line), ("memory", Some("device.blocks"), Some(2)));
    assert!(failure.message.contains("GB"), "{failure:?}");
    refused(
        BAST,
        "\"blocks\": 12, \"pages_per_block\": 4",
        "\"blocks\": 4194304, \"pages_per_block\": 128",
        ("device.blocks", 2, 15),
        "the device has 536870912 pages; at most 536870911 can be simulated",
        "Take fewer blocks, or larger pages.",
    );
}

#[test]
fn figures_out_of_range_are_refused_where_they_stand() {
    let field = |text: &str, from: &str, to: &str| failure(text, from, to).field.unwrap_or_default();
    assert_eq!(field(BAST, "\"format\": 1", "\"format\": 2"), "format");
    assert_eq!(field(BAST, "\"format\": 1", "\"format\": 1, \"seed\": 9007199254740992"), "seed");
    assert_eq!(field(BAST, "\"logical_pages\": 16", "\"logical_pages\": 0"), "logical_pages");
    assert_eq!(field(BAST, "\"logical_pages\": 16", "\"logical_pages\": 49"), "logical_pages");
    assert_eq!(field(BAST, "\"logical_pages\": 16,", ""), "logical_pages");
    assert_eq!(field(BAST, "\"logical_pages\": 16", "\"logical_pages\": 16, \"spare_factor\": 0.1"), "spare_factor");
    assert_eq!(field(BAST, "\"logical_pages\": 16", "\"spare_factor\": 1.0"), "spare_factor");
    assert_eq!(field(BAST, "\"log_blocks\": 2", "\"log_blocks\": 0"), "ftl.log_blocks");
    assert_eq!(field(BAST, ", \"log_blocks\": 2", ""), "ftl.log_blocks");
    assert_eq!(field(BAST, "w11", "w16"), "workload.ops");
    assert_eq!(field(BAST, "w11", "v1"), "workload.ops");
    assert_eq!(field(BAST, "\"workload\"", "\"warmup_requests\": 7, \"workload\""), "warmup_requests");
    assert_eq!(field(BAST, "\"sequential\"", "\"sequential\", \"from\": 16"), "precondition[0].from");
    assert_eq!(field(BAST, "\"sequential\"", "\"sequential\", \"from\": 2, \"pages\": 15"), "precondition[0].pages");
    assert_eq!(field(BAST, "\"sequential\"", "\"fill_and_invalidate\", \"fraction\": -1"), "precondition[0].fraction");
    assert_eq!(field(DFTL, "\"cmt_entries\": 4", "\"cmt_entries\": 0"), "ftl.cmt_entries");
    assert_eq!(field(DFTL, "\"cmt_entries\"", "\"cmt_protected\": 1.0, \"cmt_entries\""), "ftl.cmt_protected");
    assert_eq!(field(DFTL, "\"cmt_entries\"", "\"cmt_policy\": \"lru\", \"cmt_protected\": 0.1, \"cmt_entries\""), "ftl.cmt_protected");
    assert_eq!(field(DFTL, "\"cmt_entries\"", "\"gc_threshold\": 2, \"cmt_entries\""), "ftl.gc_threshold");
    assert_eq!(field(DFTL, "_page\": 8", "_page\": 3"), "ftl.entries_per_translation_page");
    for (given, path) in [
        ("\"requests\": 0", "requests"),
        ("\"requests\": 1, \"read_fraction\": 1.5", "read_fraction"),
        ("\"requests\": 1, \"pages\": 0", "pages"),
        ("\"requests\": 1, \"pages\": 17", "pages"),
        ("\"requests\": 1, \"pages\": {\"min\": 3, \"max\": 2}", "pages.max"),
        ("\"requests\": 1, \"range\": [3, 3]", "range"),
        ("\"requests\": 1, \"range\": [0, 17]", "range"),
        ("\"requests\": 1, \"interarrival_ms\": -1", "interarrival_ms"),
    ] {
        assert_eq!(field(DFTL, "\"requests\": 100", given), format!("workload.{path}"), "{given}");
    }
    for (given, path) in [("\"r\": 1, \"f\": 0.5", "r"), ("\"r\": 0.5, \"f\": 0", "f"), ("\"r\": 0.5, \"f\": 0.01", "f"), ("\"r\": 0.5", "f")] {
        let to = format!("\"hot_cold\", {given}");
        assert_eq!(field(DFTL, "\"uniform\"", &to), format!("workload.{path}"), "{given}");
    }
    let interventions = |list: &str| field(BAST, "\"workload\"", &format!("\"interventions\": [{list}], \"workload\""));
    let one = r#"{"request": 0, "decision": 0, "choose": 1}"#;
    assert_eq!(interventions(&format!("{one}, {one}")), "interventions[1]");
    assert_eq!(interventions(&one.replace("\"request\": 0", "\"request\": 6")), "interventions[0].request");
}

#[test]
fn a_value_of_the_wrong_type_is_told_in_plain_words() {
    refused(
        BAST,
        "\"blocks\": 12",
        "\"blocks\": \"12\"",
        ("device.blocks", 2, 15),
        "`blocks` has the wrong type: it is string \"12\"; expected a whole number from 0 to 4294967295",
        "Correct the value.",
    );
    refused(
        DFTL,
        "\"requests\"",
        "\"pages\": {\"min\": 1, \"max\": true}, \"requests\"",
        ("workload.pages.max", 5, 56),
        "`max` has the wrong type: it is boolean `true`; expected a whole number from 0 to 4294967295",
        "Correct the value.",
    );
    let failure = failure(BAST, "[ { \"kind\": \"sequential\" } ]", "{ \"kind\": \"sequential\" }");
    assert_eq!((failure.field.as_deref(), failure.line), (Some("precondition"), Some(5)));
}

#[test]
fn what_is_missing_is_named_with_an_example() {
    refused(
        BAST,
        "\"blocks\": 12, ",
        "",
        ("device.blocks", 2, 3),
        "`blocks` is missing",
        "Add it, for example `\"blocks\": 64`.",
    );
    refused(BAST, "\"format\": 1,", "", ("format", 1, 1), "`format` is missing", "Add it, for example `\"format\": 1`.");
    refused(
        BAST,
        "\"kind\": \"bast\", ",
        "",
        ("ftl.kind", 4, 3),
        "`kind` is missing",
        "Add it, for example `\"kind\": \"page\" or \"bast\" or \"dftl\"`.",
    );
}

#[test]
fn a_text_that_is_not_json_is_placed() {
    let failure = failure(BAST, "16,", "16");
    assert_eq!((failure.field, failure.line, failure.column), (None, Some(4), Some(3)));
    assert!(failure.message.starts_with("this is not JSON: expected `,` or `}`"), "{}", failure.message);
    assert_eq!(parse("").unwrap_err().line, Some(1));
    assert!(parse(&"[".repeat(100_000)).is_err());
}

#[test]
fn a_field_given_twice_is_refused() {
    refused(
        BAST,
        "\"logical_pages\": 16",
        "\"logical_pages\": 16, \"logical_pages\": 12",
        ("logical_pages", 3, 3),
        "`logical_pages` is given twice",
        "Keep one of the two.",
    );
}

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

    let policy = DFTL.replace("\"cmt_entries\"", "\"gc_policy\": {\"kind\": \"cost_benefit\"}, \"cmt_policy\": \"slru\", \"cmt_entries\"");
    let pages = policy.replace("\"requests\"", "\"pages\": {\"min\": 1, \"max\": 1}, \"range\": [0, 16], \"requests\"");
    assert_eq!(setup(&pages).canonical, setup(DFTL).canonical);
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
    let timing = BAST.replace("\"page_bytes\"", "\"timing\": {\"preset\": \"hu\", \"read_us\": 0.1}, \"page_bytes\"");
    let trace = BAST.replace(r#""kind": "ops", "ops": "w0 w7 w9 w15 w0 w11""#, r#""kind": "trace", "path": "a.csv", "mapping": "drop", "requests": 3"#);
    for text in [BAST, DFTL, &initial, &hot_cold, &timing, &trace] {
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
    assert_eq!(setup(DFTL).hash, "40836bf57508402d");
}

#[test]
fn pages_of_an_initial_are_read_and_written_alike() {
    let text = DFTL.replace(
        "\"workload\"",
        r#""initial": { "blocks": [["0", "x1", ".", "."], ["t1", "xt0"], []], "frontier": [0, 1] }, "workload""#,
    );
    let initial = setup(&text).initial.expect("an initial state");
    assert_eq!(
        initial.pages,
        [
            vec![InitialPage::Data { lpn: 0, valid: true }, InitialPage::Data { lpn: 1, valid: false }],
            vec![InitialPage::Translation { tpn: 1, valid: true }, InitialPage::Translation { tpn: 0, valid: false }],
        ]
    );
    assert_eq!(initial.pages[1][1].to_string(), "xt0");
    assert_eq!(initial.tables.frontier, [nand::Pbn(0), nand::Pbn(1)]);
}

#[test]
fn an_initial_that_cannot_be_is_refused_where_it_is_wrong() {
    for (initial, path) in [
        (r#""blocks": [["0", "0"]]"#, "initial.blocks[0][1]"),
        (r#""blocks": [[], ["16"]]"#, "initial.blocks[1][0]"),
        (r#""blocks": [["t2"]]"#, "initial.blocks[0][0]"),
        (r#""blocks": [["y1"]]"#, "initial.blocks[0][0]"),
        (r#""blocks": [["+1"]]"#, "initial.blocks[0][0]"),
        (r#""blocks": [["x"]]"#, "initial.blocks[0][0]"),
        (r#""blocks": [[".", ".", ".", ".", "."]]"#, "initial.blocks[0]"),
        (r#""blocks": [[],[],[],[],[],[],[],[],[],[],[],[],[]]"#, "initial.blocks"),
        (r#""blocks": [], "data": {"0": 1}"#, "initial.data"),
        (r#""blocks": [], "cmt": [[0, 0, "clean"], [0, 1, "clean"]]"#, "initial.cmt[1][0]"),
        (r#""blocks": [], "cmt": [[0, 48, "clean"]]"#, "initial.cmt[0][1]"),
        (r#""blocks": [], "cmt": [[0, 0, "dirt"]]"#, "initial.cmt[0][2]"),
        (r#""blocks": [], "gtd": [0, 1, 2]"#, "initial.gtd"),
        (r#""blocks": [], "frontier": 12"#, "initial.frontier"),
        (r#""blocks": [], "frontier": [0, 12]"#, "initial.frontier[1]"),
    ] {
        let failure = failure(DFTL, "\"workload\"", &format!("\"initial\": {{ {initial} }},\n\"workload\""));
        assert_eq!((failure.field.as_deref(), failure.line), (Some(path), Some(5)), "{initial}");
    }
    let both = failure(BAST, "\"workload\"", "\"initial\": { \"blocks\": [] }, \"workload\"");
    assert_eq!(both.field.as_deref(), Some("precondition"));
}
