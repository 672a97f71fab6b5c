//! Block mapping in random scenarios.

use proptest::prelude::*;

use super::Options;

pub const EXAMPLE: &str = r#"{"kind":"block"}"#;
pub const DECISIONS: &[&str] = &[];
pub const CHANGES: &[&str] = &[];

pub fn options() -> impl Strategy<Value = Options> {
    Just((EXAMPLE.to_owned(), 1, 0))
}
