//! LAST in random scenarios.

use proptest::prelude::*;

use super::Options;

pub const EXAMPLE: &str = r#"{"kind":"last","log_blocks":6,"seq_log_blocks":2,"k":9}"#;
pub const DECISIONS: &[&str] = &["log block", "merge", "placement"];
pub const CHANGES: &[&str] = &["seq_threshold"];

/// Requests have one to three pages of 4,096 bytes.
pub fn options() -> impl Strategy<Value = Options> {
    let threshold = prop_oneof![
        Just(String::new()),
        Just(r#","seq_threshold":1"#.to_owned()),
        (0..4u32).prop_map(|pages| format!(r#","seq_threshold":{}"#, pages * 4096 + 1)),
    ];
    let k = prop_oneof![1 => Just(0), 4 => 1..20u32];
    (1..4u32, 3..7u32, k, threshold).prop_map(|(sequential, random, k, threshold)| {
        let logs = sequential + random;
        let ftl = format!(
            r#"{{"kind":"last","log_blocks":{logs},"seq_log_blocks":{sequential},"k":{k}{threshold}}}"#
        );
        (ftl, logs + 1, 0)
    })
}
