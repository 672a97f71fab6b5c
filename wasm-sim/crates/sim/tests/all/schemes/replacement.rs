//! Replacement blocks in random scenarios.

use proptest::prelude::*;

use super::Options;

pub const EXAMPLE: &str = r#"{"kind":"replacement","gc_threshold":2}"#;
pub const DECISIONS: &[&str] = &["chain"];
pub const CHANGES: &[&str] = &["gc_threshold"];

pub fn options() -> impl Strategy<Value = Options> {
    (1..5u32).prop_map(|threshold| {
        let ftl = format!(r#"{{"kind":"replacement","gc_threshold":{threshold}}}"#);
        (ftl, threshold, 0)
    })
}
