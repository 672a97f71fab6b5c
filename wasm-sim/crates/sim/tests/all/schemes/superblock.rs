//! The superblock FTL in random scenarios.

use proptest::prelude::*;

use super::Options;

pub const EXAMPLE: &str = r#"{"kind":"superblock","blocks_per_superblock":2,"update_blocks_per_superblock":2,"update_blocks":4,"cached_superblocks":3}"#;
pub const DECISIONS: &[&str] = &["superblock", "victim"];
pub const CHANGES: &[&str] = &[];

/// Its fewest blocks follow from S.
pub fn options() -> impl Strategy<Value = Options> {
    (1..5u32, 1..4u32, 1..6u32, 1..5u32).prop_map(|(s, k, m, cached)| {
        let ftl = format!(
            r#"{{"kind":"superblock","blocks_per_superblock":{s},"update_blocks_per_superblock":{k},
                "update_blocks":{m},"cached_superblocks":{cached}}}"#
        );
        (ftl, m + 1, 0)
    })
}
