//! DFTL in random scenarios.

use proptest::prelude::*;

use super::{Options, gc_policy, wear_leveling};

pub const EXAMPLE: &str = r#"{"kind":"dftl","cmt_entries":40,"entries_per_translation_page":16}"#;
pub const DECISIONS: &[&str] = &["eviction", "victim"];
pub const CHANGES: &[&str] = &[
    "gc_policy",
    "gc_threshold",
    "wear_leveling",
    "cmt_policy",
    "cmt_protected",
    "lazy_copy",
    "batch_update",
    "prefetch",
];

pub fn options() -> impl Strategy<Value = Options> {
    let cmt = prop_oneof![Just("slru"), Just("lru"), Just("lfu"), Just("groups")];
    // The GTD on a battery, with checkpoints, or found by a full scan.
    let gtd = prop_oneof![
        Just((0, false)),
        (1..5u32).prop_map(|every| (every, false)),
        Just((0, true)),
    ];
    (gc_policy(), cmt, 1..9u32, 0..4u32, 4..10u32, 3..5u32, (any::<bool>(), any::<bool>(), 0..6u32, gtd), wear_leveling()).prop_map(
        |(policy, cmt, entries, quarter, per_page, threshold, (lazy, batch, prefetch, (every, full_scan)), wear)| {
            let protected = match cmt {
                "slru" => format!(r#","cmt_protected":{}"#, f64::from(quarter) * 0.25),
                _ => String::new(),
            };
            let ftl = format!(
                r#"{{"kind":"dftl","cmt_entries":{entries},"cmt_policy":"{cmt}"{protected},
                    "entries_per_translation_page":{per_page},"gc_threshold":{threshold},"gc_policy":{policy},
                    "lazy_copy":{lazy},"batch_update":{batch},"prefetch":{prefetch},"gtd_checkpoint_every":{every},"full_scan":{full_scan}{wear}}}"#
            );
            (ftl, threshold + if every > 0 { 2 } else { 0 }, per_page)
        },
    )
}
