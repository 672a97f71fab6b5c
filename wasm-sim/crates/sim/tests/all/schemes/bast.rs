//! BAST in random scenarios.

use proptest::prelude::*;

use super::Options;

pub const EXAMPLE: &str = r#"{"kind":"bast","log_blocks":4}"#;
pub const DECISIONS: &[&str] = &["log block", "merge"];
pub const CHANGES: &[&str] = &[];

pub fn options() -> impl Strategy<Value = Options> {
    (1..5u32).prop_map(|m| (format!(r#"{{"kind":"bast","log_blocks":{m}}}"#), m + 1, 0))
}
