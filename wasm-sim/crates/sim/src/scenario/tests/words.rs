//! The words for misspelt, misplaced, missing or later fields.

use super::*;

/// The names of all schemes.
fn schemes() -> Vec<&'static str> {
    ftl::Scheme::CHOICES.names().collect()
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
        "Did you mean `seed`? Known here: format, name, seed, device, logical_pages, spare_factor, ram_bytes, ftl, buffer, host, precondition, warmup_requests, workload, interventions, power_cut, initial.",
    );
}

#[test]
fn a_misspelt_name_of_a_kind_is_answered_with_the_right_one() {
    refused(
        BAST,
        "\"bast\"",
        "\"bats\"",
        ("ftl.kind", 4, 12),
        "unknown ftl kind `bats`",
        &format!("Did you mean `bast`? Known here: {}.", schemes().join(", ")),
    );
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
fn the_parameters_of_policies_are_checked() {
    let dftl = |policy: &str| format!("\"gc_policy\": {policy}, \"cmt_entries\"");
    for (policy, at, message, remedy) in [
        (
            r#"{"kind": "windowed_greedy"}"#,
            ("ftl.gc_policy.w", 4, 28),
            "`w` is missing",
            "Add it, for example `\"w\": 500`.",
        ),
        (
            r#"{"kind": "d_choices", "d": 0}"#,
            ("ftl.gc_policy.d", 4, 63),
            "`ftl.gc_policy.d` is 0",
            "Give at least 1.",
        ),
        (
            r#"{"kind": "cat", "d": 3}"#,
            ("ftl.gc_policy.d", 4, 57),
            "field `d` does not belong to gc_policy `cat`",
            "Leave it out, or take a kind that has it: d_choices.",
        ),
    ] {
        let to = dftl(policy);
        refused(DFTL, "\"cmt_entries\"", &to, at, message, remedy);
    }
    refused(
        DFTL,
        "\"cmt_entries\"",
        r#""wear_leveling": {"threshold": 0}, "cmt_entries""#,
        ("ftl.wear_leveling.threshold", 4, 46),
        "`ftl.wear_leveling.threshold` is 0",
        "Give at least 1.",
    );
}

#[test]
fn hot_and_cold_are_told_apart_by_someone_who_can() {
    let page = |hot_cold: &str| {
        format!(
            r#"{{ "format": 1, "device": {{ "blocks": 12, "pages_per_block": 4 }}, "logical_pages": 16,
"ftl": {{ "kind": "page", "hot_cold": {hot_cold} }}, "workload": {{ "kind": "uniform", "requests": 5 }} }}"#
        )
    };
    for (hot_cold, at, message, remedy) in [
        (
            r#"{"classifier": "oracle"}"#,
            ("ftl.hot_cold.classifier", 2, 39),
            "the classifier `oracle` asks the workload which pages are hot, and this workload does not know",
            "Take the workload `hot_cold`, a trace with temperatures, or the classifier `recency`.",
        ),
        (
            r#"{"pool_choice": {"kind": "fixed_split", "p": 1}}"#,
            ("ftl.hot_cold.pool_choice.p", 2, 78),
            "`p` is 1",
            "Give a share of the spare pages above 0 and below 1.",
        ),
        (
            r#"{"pool_choice": {"kind": "cat_hc", "age": "log10"}}"#,
            ("ftl.hot_cold.pool_choice.age", 2, 73),
            "unknown age `log10`",
            "Did you mean `log2`? Known here: linear, log2.",
        ),
        (
            r#"{"pool": "greedy"}"#,
            ("ftl.hot_cold.pool", 2, 39),
            "unknown field `pool`",
            "Known here: classifier, pool_choice.",
        ),
    ] {
        let text = page(hot_cold);
        refused(&text, hot_cold, hot_cold, at, message, remedy);
    }
}

#[test]
fn what_is_not_known_is_told_with_what_is() {
    refused(
        DFTL,
        "\"uniform\"",
        "\"zip\", \"theta\": 0.9",
        ("workload.kind", 5, 17),
        "unknown workload kind `zip`",
        "Did you mean `zipf`? Known here: ops, sequential, uniform, hot_cold, zipf, streams, pattern, profile, trace.",
    );
    refused(
        DFTL,
        "\"workload\"",
        "\"buffer\": {\"kind\": \"gcarm\", \"capacity\": 8}, \"workload\"",
        ("buffer.kind", 5, 14),
        "unknown buffer kind `gcarm`",
        "Did you mean `gc_arm`? Known here: none, lru, cflru, fab, bplru, pud_lru, gc_arm, ap.",
    );
    refused(
        DFTL,
        "\"workload\"",
        "\"buffer\": {\"kind\": \"lru\"}, \"workload\"",
        ("buffer.capacity", 5, 3),
        "`capacity` is missing",
        "Add it, for example `\"capacity\": 64`.",
    );
    refused(
        DFTL,
        "\"workload\"",
        "\"buffer\": {\"kind\": \"lru\", \"capacity\": 0}, \"workload\"",
        ("buffer.capacity", 5, 29),
        "`buffer.capacity` is 0",
        "Give at least 1.",
    );
    refused(
        DFTL,
        "\"workload\"",
        "\"buffer\": {\"kind\": \"cflru\", \"capacity\": 8, \"window\": 9}, \"workload\"",
        ("buffer.window", 5, 46),
        "`buffer.window` is 9",
        "Give at most 8.",
    );
    refused(
        DFTL,
        "\"workload\"",
        "\"buffer\": {\"kind\": \"pud_lru\", \"capacity\": 8, \"threshold\": 1.5}, \"workload\"",
        ("buffer.threshold", 5, 48),
        "`threshold` is 1.5",
        "Give a number from 0 to 1.",
    );
    refused(
        DFTL,
        "\"workload\"",
        "\"buffer\": {\"kind\": \"fab\", \"capacity\": 8, \"window\": 2}, \"workload\"",
        ("buffer.window", 5, 44),
        "field `window` does not belong to buffer kind `fab`",
        "Leave it out, or take a kind that has it: cflru.",
    );
}

#[test]
fn a_field_of_another_kind_is_refused() {
    let kinds = ftl::Scheme::CHOICES.kinds.iter();
    let with_logs = kinds
        .filter(|kind| kind.fields.iter().any(|f| f.name == "log_blocks"))
        .map(|kind| kind.name);
    refused(
        BAST,
        "\"bast\"",
        "\"page\"",
        ("ftl.log_blocks", 4, 28),
        "field `log_blocks` does not belong to ftl kind `page`",
        &format!(
            "Leave it out, or take a kind that has it: {}.",
            with_logs.collect::<Vec<_>>().join(", ")
        ),
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
fn a_value_of_the_wrong_type_is_told_in_plain_words() {
    refused(
        BAST,
        "\"blocks\": 12",
        "\"blocks\": \"12\"",
        ("device.blocks", 2, 15),
        "`blocks` has the wrong type: it is string \"12\"; expected a whole number from 1 to 4294967295",
        "Correct the value.",
    );
    refused(
        DFTL,
        "\"requests\"",
        "\"pages\": {\"min\": 3, \"max\": true}, \"requests\"",
        ("workload.pages.max", 5, 56),
        "`max` has the wrong type: it is boolean `true`; expected a whole number from 3 to 4294967295",
        "Correct the value.",
    );
    let buffer = "\"buffer\": {\"kind\": \"lru\", \"capacity\": -1}, \"workload\"";
    let negative = "`capacity` has the wrong type: it is integer `-1`; expected a whole number";
    refused(
        DFTL,
        "\"workload\"",
        buffer,
        ("buffer.capacity", 5, 29),
        &format!("{negative} from 1 to 4294967295"),
        "Correct the value.",
    );
    // A field with another error is not known to be right below it.
    refused(
        DFTL,
        "\"workload\"",
        &format!("\"seed\": 18446744073709551615, {buffer}"),
        ("buffer.capacity", 5, 59),
        &format!("{negative} up to 4294967295"),
        "Correct the value.",
    );
    refused(
        DFTL,
        "\"workload\"",
        "\"warmup_requests\": -1, \"workload\"",
        ("warmup_requests", 5, 3),
        "`warmup_requests` has the wrong type: it is integer `-1`; expected a whole number from 0 to 4294967295",
        "Correct the value.",
    );
    let failure = failure(
        BAST,
        "[ { \"kind\": \"sequential\" } ]",
        "{ \"kind\": \"sequential\" }",
    );
    assert_eq!(
        (failure.field.as_deref(), failure.line),
        (Some("precondition"), Some(5))
    );
}

#[test]
fn a_default_out_of_bounds_is_called_one() {
    let small = DFTL.replace(", \"entries_per_translation_page\": 8", "");
    refused(
        &small,
        "\"pages_per_block\"",
        "\"page_bytes\": 8, \"pages_per_block\"",
        ("ftl.entries_per_translation_page", 4, 3),
        "`ftl.entries_per_translation_page` is 2 by default",
        "Give at least 4.",
    );
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
    refused(
        BAST,
        "\"format\": 1,",
        "",
        ("format", 1, 1),
        "`format` is missing",
        "Add it, for example `\"format\": 1`.",
    );
    refused(
        BAST,
        "\"kind\": \"bast\", ",
        "",
        ("ftl.kind", 4, 3),
        "`kind` is missing",
        &format!(
            "Add it, for example `\"kind\": \"{}\"`.",
            schemes().join("\" or \"")
        ),
    );
}

#[test]
fn a_text_that_is_not_json_is_placed() {
    let failure = failure(BAST, "16,", "16");
    assert_eq!(
        (failure.field, failure.line, failure.column),
        (None, Some(4), Some(3))
    );
    assert!(
        failure
            .message
            .starts_with("this is not JSON: expected `,` or `}`"),
        "{}",
        failure.message
    );
    assert_eq!(parse("").unwrap_err().line, Some(1));
    assert!(parse(&"[".repeat(100_000)).is_err());
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let marked = format!("\u{feff}{BAST}");
    assert_eq!(setup(&marked), setup(BAST));
    assert_eq!(place(&marked, "device.blocks"), (2, 15));
    assert_eq!(place(&marked, "format"), (1, 3));
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
