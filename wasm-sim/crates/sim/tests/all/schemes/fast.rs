//! FAST in random scenarios.

use proptest::prelude::*;

use super::Options;

pub const EXAMPLE: &str = r#"{"kind":"fast","log_blocks":4}"#;
pub const DECISIONS: &[&str] = &["log block", "merge"];
pub const CHANGES: &[&str] = &["skip_stale"];

pub fn options() -> impl Strategy<Value = Options> {
    (2..6u32, any::<bool>()).prop_map(|(m, skip)| {
        let ftl = format!(r#"{{"kind":"fast","log_blocks":{m},"skip_stale":{skip}}}"#);
        (ftl, m + 1, 0)
    })
}
