//! Figures that are too small or too large, and devices that are.

use super::*;

#[test]
fn a_device_of_nothing_is_refused() {
    refused(
        BAST,
        "\"blocks\": 12",
        "\"blocks\": 0",
        ("device.blocks", 2, 15),
        "`device.blocks` is 0",
        "Give at least 1.",
    );
    let pages = "\"pages_per_block\": 4";
    refused(
        BAST,
        pages,
        "\"pages_per_block\": 0",
        ("device.pages_per_block", 2, 29),
        "`device.pages_per_block` is 0",
        "Give at least 1.",
    );
    refused(
        BAST,
        "2048",
        "0",
        ("device.page_bytes", 2, 51),
        "`device.page_bytes` is 0",
        "Give at least 1.",
    );
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
    let fast = BAST.replace("\"bast\", \"log_blocks\": 2", "\"fast\", \"log_blocks\": 3");
    refused(
        &fast,
        "\"blocks\": 12",
        "\"blocks\": 7",
        ("device.blocks", 2, 15),
        "too little spare space: `fast` needs 8 blocks for 16 logical pages, the device has 7",
        "Give the device at least 8 blocks, take fewer logical pages, or take fewer log blocks.",
    );
    setup(&fast.replace("\"blocks\": 12", "\"blocks\": 8"));
    refused(
        &fast,
        "\"log_blocks\": 3",
        "\"log_blocks\": 1",
        ("ftl.log_blocks", 4, 28),
        "`ftl.log_blocks` is 1",
        "Give at least 2.",
    );
}

#[test]
fn a_device_that_would_not_fit_in_memory_is_refused() {
    let failure = failure(
        BAST,
        "\"blocks\": 12, \"pages_per_block\": 4",
        "\"blocks\": 4194303, \"pages_per_block\": 128",
    );
    assert_eq!(
        (failure.kind, failure.field.as_deref(), failure.line),
        (FailureKind::Memory, Some("device.blocks"), Some(2))
    );
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

/// The replacement of `from`, and the field that is then refused.
const FIGURES: [(&str, &str, &str, &str); 25] = [
    (BAST, "\"format\": 1", "\"format\": 2", "format"),
    (
        BAST,
        "\"format\"",
        "\"seed\": 9007199254740992, \"format\"",
        "seed",
    ),
    (
        BAST,
        "\"logical_pages\": 16",
        "\"logical_pages\": 0",
        "logical_pages",
    ),
    (
        BAST,
        "\"logical_pages\": 16",
        "\"logical_pages\": 49",
        "logical_pages",
    ),
    (BAST, "\"logical_pages\": 16,", "", "logical_pages"),
    (
        BAST,
        "\"ftl\"",
        "\"spare_factor\": 0.1, \"ftl\"",
        "spare_factor",
    ),
    (
        BAST,
        "\"logical_pages\": 16",
        "\"spare_factor\": 1.0",
        "spare_factor",
    ),
    (
        BAST,
        "\"page_bytes\": 2048",
        "\"timing\": {\"erase_us\": -1}",
        "device.timing.erase_us",
    ),
    (
        BAST,
        "\"log_blocks\": 2",
        "\"log_blocks\": 0",
        "ftl.log_blocks",
    ),
    (BAST, ", \"log_blocks\": 2", "", "ftl.log_blocks"),
    (BAST, "w11", "w16", "workload.ops"),
    (BAST, "w11", "v1", "workload.ops"),
    (
        BAST,
        "\"workload\"",
        "\"warmup_requests\": 7, \"workload\"",
        "warmup_requests",
    ),
    // All six: nothing would be counted.
    (
        BAST,
        "\"workload\"",
        "\"warmup_requests\": 6, \"workload\"",
        "warmup_requests",
    ),
    (
        BAST,
        "\"sequential\"",
        "\"sequential\", \"from\": 16",
        "precondition[0].from",
    ),
    (
        BAST,
        "\"sequential\"",
        "\"sequential\", \"from\": 2, \"pages\": 15",
        "precondition[0].pages",
    ),
    (
        BAST,
        "\"sequential\"",
        "\"fill_and_invalidate\", \"fraction\": -1",
        "precondition[0].fraction",
    ),
    (
        DFTL,
        "\"cmt_entries\": 4",
        "\"cmt_entries\": 0",
        "ftl.cmt_entries",
    ),
    (
        DFTL,
        "\"cmt_entries\"",
        "\"cmt_protected\": 1.0, \"cmt_entries\"",
        "ftl.cmt_protected",
    ),
    (
        DFTL,
        "\"cmt_entries\"",
        "\"cmt_policy\": \"lru\", \"cmt_protected\": 0.1, \"cmt_entries\"",
        "ftl.cmt_protected",
    ),
    (
        DFTL,
        "\"cmt_entries\"",
        "\"gc_threshold\": 2, \"cmt_entries\"",
        "ftl.gc_threshold",
    ),
    (
        DFTL,
        "_page\": 8",
        "_page\": 3",
        "ftl.entries_per_translation_page",
    ),
    (DFTL, "\"uniform\"", "\"trace\"", "workload.path"),
    (
        DFTL,
        "\"uniform\"",
        "\"sequential\", \"from\": 16",
        "workload.from",
    ),
    (DFTL, ", \"requests\": 100", "", "workload.requests"),
];

#[test]
fn figures_out_of_range_are_refused_where_they_stand() {
    for (text, from, to, path) in FIGURES {
        assert_eq!(failure(text, from, to).field.as_deref(), Some(path), "{to}");
    }
}

#[test]
fn fields_of_generated_workloads_have_limits() {
    for (given, path) in [
        ("\"requests\": 0", "workload.requests"),
        (
            "\"requests\": 1, \"read_fraction\": 1.5",
            "workload.read_fraction",
        ),
        ("\"requests\": 1, \"pages\": 0", "workload.pages"),
        ("\"requests\": 1, \"pages\": 17", "workload.pages"),
        (
            "\"requests\": 1, \"pages\": {\"min\": 3, \"max\": 2}",
            "workload.pages.max",
        ),
        ("\"requests\": 1, \"range\": [3, 3]", "workload.range"),
        ("\"requests\": 1, \"range\": [0, 17]", "workload.range"),
        (
            "\"requests\": 1, \"interarrival_ms\": -1",
            "workload.interarrival_ms",
        ),
    ] {
        let failure = failure(DFTL, "\"requests\": 100", given);
        assert_eq!(
            (failure.field.as_deref(), failure.line),
            (Some(path), Some(5)),
            "{given}"
        );
    }
    for (given, path) in [
        ("\"r\": 1, \"f\": 0.5", "workload.r"),
        ("\"r\": 0.5, \"f\": 0", "workload.f"),
        ("\"r\": 0.5, \"f\": 0.01", "workload.f"),
        ("\"r\": 0.5", "workload.f"),
        ("\"r\": 0.5, \"f\": 0.1, \"pages\": 2", "workload.pages"),
    ] {
        let failure = failure(DFTL, "\"uniform\"", &format!("\"hot_cold\", {given}"));
        assert_eq!(failure.field.as_deref(), Some(path), "{given}");
    }
}

#[test]
fn a_decision_is_overridden_once_and_in_a_request_that_there_is() {
    let interventions = |list: &str| {
        let to = format!("\"interventions\": [{list}], \"workload\"");
        failure(BAST, "\"workload\"", &to).field
    };
    let one = r#"{"request": 0, "decision": 0, "choose": 1}"#;
    assert_eq!(
        interventions(&format!("{one}, {one}")).as_deref(),
        Some("interventions[1]")
    );
    let late = one.replace("\"request\": 0", "\"request\": 6");
    assert_eq!(
        interventions(&late).as_deref(),
        Some("interventions[0].request")
    );
    let last = one.replace("\"request\": 0", "\"request\": 5");
    let warm = format!("\"warmup_requests\": 1, \"interventions\": [{last}], \"workload\"");
    assert_eq!(
        failure(BAST, "\"workload\"", &warm).field.as_deref(),
        Some("interventions[0].request")
    );
}
