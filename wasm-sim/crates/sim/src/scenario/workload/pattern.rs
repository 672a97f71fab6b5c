//! The course slides' patterns A to E, under which they compare BAST, FAST and O-FAST.
//!
//! Synthetic: the slides name the sources and describe them in words. A and B, digital cameras: small random writes and large
//! sequential writes. C and D, Linux and Symbian: many small random writes, few large sequential ones. E: uniform random
//! writes. The figures here are ours. A camera writes pictures one after another and in between its file allocation table
//! and directories, in a small area at the beginning; Linux and Symbian write anywhere.

/// The parts of such a pattern.
#[derive(Debug, PartialEq)]
pub struct Pattern {
    /// Its letter on the slides.
    pub name: &'static str,
    /// Share of the requests that are large, one after another through the range.
    pub large: f64,
    /// Bytes of those.
    pub large_bytes: u32,
    /// Fewest bytes of a small request.
    pub min_bytes: u32,
    /// Most bytes of it.
    pub max_bytes: u32,
    /// Small requests go to the first 1/`area` of the range, and large ones to the rest of it; 1: both anywhere.
    pub area: u32,
}

/// The five.
pub const PATTERNS: &[Pattern] = &[
    // Camera A.
    Pattern {
        name: "a",
        large: 0.5,
        large_bytes: 64 << 10,
        min_bytes: 2 << 10,
        max_bytes: 4 << 10,
        area: 16,
    },
    // Camera B.
    Pattern {
        name: "b",
        large: 0.8,
        large_bytes: 32 << 10,
        min_bytes: 2 << 10,
        max_bytes: 8 << 10,
        area: 16,
    },
    // Linux.
    Pattern {
        name: "c",
        large: 0.05,
        large_bytes: 64 << 10,
        min_bytes: 2 << 10,
        max_bytes: 8 << 10,
        area: 1,
    },
    // Symbian.
    Pattern {
        name: "d",
        large: 0.1,
        large_bytes: 32 << 10,
        min_bytes: 2 << 10,
        max_bytes: 4 << 10,
        area: 1,
    },
    // Random.
    Pattern {
        name: "e",
        large: 0.0,
        large_bytes: 0,
        min_bytes: 2 << 10,
        max_bytes: 2 << 10,
        area: 1,
    },
];
