//! Page mapping in random scenarios.

use proptest::prelude::*;

use super::{Options, gc_policy, wear_leveling};

pub const EXAMPLE: &str = r#"{"kind":"page"}"#;
pub const DECISIONS: &[&str] = &["placement", "victim"];
pub const CHANGES: &[&str] = &["gc_policy", "gc_threshold", "hot_cold", "wear_leveling"];

pub fn options() -> impl Strategy<Value = Options> {
    prop_oneof![5 => on_threshold(), 1 => Just(on_demand())]
}

fn on_threshold() -> impl Strategy<Value = Options> {
    let policy = prop_oneof![9 => gc_policy(), 1 => Just("\"fifo_full\"".to_owned())];
    (policy, 2..5u32, any::<bool>(), hot_cold(), wear_leveling()).prop_map(
        |(policy, threshold, separate, hot_cold, wear)| {
            let hot_cold = hot_cold.filter(|_| !policy.contains("fifo_full"));
            let frontiers = (1 + u32::from(separate)) * (1 + u32::from(hot_cold.is_some()));
            let hot_cold = hot_cold.unwrap_or_default();
            let ftl = format!(
                r#"{{"kind":"page","gc_policy":{policy},"gc_threshold":{threshold},"separate_gc_frontier":{separate}{hot_cold}{wear}}}"#
            );
            (ftl, threshold + frontiers - 1, 0)
        },
    )
}

/// Page mapping that cleans on demand: one block in reserve.
fn on_demand() -> Options {
    (
        r#"{"kind":"page","gc_trigger":"on_demand"}"#.to_owned(),
        1,
        0,
    )
}

/// Hot/cold separation, as JSON, or none.
fn hot_cold() -> impl Strategy<Value = Option<String>> {
    let choice = prop_oneof![
        Just("\"greedy\"".to_owned()),
        Just("\"cat_hc\"".to_owned()),
        Just(r#"{"kind":"cat_hc","age":"log2"}"#.to_owned()),
        Just("\"optimal\"".to_owned()),
        (1..100u32).prop_map(|p| format!(r#"{{"kind":"fixed_split","p":0.{p:02}}}"#)),
    ];
    let classifier = prop_oneof![Just("oracle"), Just("recency")];
    proptest::option::of((classifier, choice).prop_map(|(classifier, choice)| {
        format!(r#","hot_cold":{{"classifier":"{classifier}","pool_choice":{choice}}}"#)
    }))
}
