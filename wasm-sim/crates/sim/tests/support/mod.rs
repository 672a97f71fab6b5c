//! Random scenarios of the schemes built so far, down to their smallest legal devices.

use proptest::prelude::*;

/// A scenario as JSON text.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The text.
    pub text: String,
    /// Requests of its workload.
    pub requests: u32,
}

/// The options of a scheme, its fewest blocks for D logical blocks of P pages, and the order it needs.
fn scheme() -> impl Strategy<Value = (String, u32, u32)> {
    let policy = prop_oneof![Just("greedy"), Just("fifo"), Just("cost_benefit")];
    let page = (policy.clone(), 2..5u32, any::<bool>()).prop_map(|(policy, threshold, separate)| {
        let ftl = format!(
            r#"{{"kind":"page","gc_policy":"{policy}","gc_threshold":{threshold},"separate_gc_frontier":{separate}}}"#
        );
        (ftl, threshold + u32::from(separate), 0)
    });
    let bast = (1..5u32).prop_map(|m| (format!(r#"{{"kind":"bast","log_blocks":{m}}}"#), m + 1, 0));
    let cmt = prop_oneof![Just("slru"), Just("lru"), Just("lfu")];
    let dftl = (policy, cmt, 1..9u32, 0..4u32, 4..10u32, 3..5u32, any::<bool>(), any::<bool>()).prop_map(
        |(policy, cmt, entries, quarter, per_page, threshold, lazy, batch)| {
            let protected = match cmt {
                "slru" => format!(r#","cmt_protected":{}"#, f64::from(quarter) * 0.25),
                _ => String::new(),
            };
            let ftl = format!(
                r#"{{"kind":"dftl","cmt_entries":{entries},"cmt_policy":"{cmt}"{protected},
                    "entries_per_translation_page":{per_page},"gc_threshold":{threshold},"gc_policy":"{policy}",
                    "lazy_copy":{lazy},"batch_update":{batch}}}"#
            );
            (ftl, threshold, per_page)
        },
    );
    prop_oneof![page, bast, dftl]
}

/// A random scenario: `spare` blocks above the fewest the scheme says it needs.
pub fn sample(requests: std::ops::Range<usize>) -> impl Strategy<Value = Sample> {
    let shape = (
        1..9u32,
        1..40u32,
        prop_oneof![4 => Just(0), 1 => 1..4u32],
        any::<bool>(),
        any::<u32>(),
    );
    let op = (
        prop_oneof![6 => Just('w'), 2 => Just('r'), 1 => Just('t')],
        any::<u32>(),
        1..4u32,
    );
    (scheme(), shape, proptest::collection::vec(op, requests), 0..4u32).prop_map(
        |((ftl, above, per_page), (pages_per_block, logical, spare, any_order, seed), ops, prepare)| {
            let data_blocks = logical.div_ceil(pages_per_block);
            let translation = if per_page == 0 { 0 } else { logical.div_ceil(per_page).div_ceil(pages_per_block) };
            let blocks = data_blocks + translation + above + spare;
            let order = if any_order { "any" } else { "ascending" };
            let skewed = |at: u32| if at.is_multiple_of(3) { at / 3 % logical.div_ceil(4) } else { at / 3 % logical };
            let tokens: Vec<String> = ops
                .iter()
                .map(|&(op, at, pages)| {
                    let lpn = skewed(at);
                    format!("{op}{lpn}+{}", pages.min(logical - lpn))
                })
                .collect();
            let precondition = match prepare {
                0 => "[]",
                1 => r#"[{"kind":"sequential"}]"#,
                2 => r#"[{"kind":"random_fill"}]"#,
                _ => r#"[{"kind":"fill_and_invalidate"}]"#,
            };
            let text = format!(
                r#"{{"format":1,"seed":{seed},
                    "device":{{"blocks":{blocks},"pages_per_block":{pages_per_block},"program_order":"{order}"}},
                    "logical_pages":{logical},"ftl":{ftl},"precondition":{precondition},
                    "workload":{{"kind":"ops","ops":"{}"}}}}"#,
                tokens.join(" ")
            );
            Sample { text, requests: tokens.len() as u32 }
        },
    )
}
