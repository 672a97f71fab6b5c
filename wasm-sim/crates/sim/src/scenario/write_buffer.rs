//! The `buffer` of a scenario: its fields, checked, and written again.

use buffer::{BufferConfig, ENTRY_BYTES, Policy, Sharing};
use ftl::{Scheme, SharedCmt};
use nand::{Geometry, Timing};

use super::document::Buffer;
use super::figures::{at_least, at_most, from_zero, required};
use super::kinds;
use super::problem::Checked;

/// Hu, 3.2.3: a step of RAM, a window, and the logical blocks from which on it is random.
const STEP_BYTES: u32 = 16 * 1024;
const WINDOW_REQUESTS: u32 = 500;
const DISTINCT_BLOCKS: u32 = 250;

/// What `buffer` says; `None` where there is none. A CMT that shares RAM with it is told so.
pub(super) fn resolve(
    buffer: Option<&Buffer>,
    scheme: &mut Scheme,
    geometry: Geometry,
    timing: Timing,
) -> Checked<Option<BufferConfig>> {
    let Some(buffer) = buffer else {
        return Ok(None);
    };
    kinds::BUFFER.check_fields("buffer", &buffer.kind, buffer)?;
    if buffer.kind == "none" {
        return Ok(None);
    }
    let capacity = required("buffer.capacity", buffer.capacity, "64")?;
    let policy = match buffer.kind.as_str() {
        "cflru" => {
            let window = required("buffer.window", buffer.window, "16")?;
            at_most("buffer.window", window, capacity)?;
            Policy::Cflru { window }
        }
        "fab" => Policy::Fab,
        "bplru" => Policy::Bplru {
            lru_compensation: buffer.lru_compensation.unwrap_or(true),
        },
        "pud_lru" => {
            let threshold = buffer.threshold.unwrap_or(0.001);
            from_zero("buffer.threshold", "threshold", threshold, 1.0)?;
            Policy::PudLru { threshold }
        }
        "gc_arm" => Policy::GcArm(sharing(buffer, scheme, geometry, timing)?),
        "ap" => Policy::Ap(sharing(buffer, scheme, geometry, timing)?),
        _ => Policy::Lru,
    };
    if let (Policy::GcArm(sharing) | Policy::Ap(sharing), Some(cmt)) = (&policy, scheme.cmt()) {
        let steps = capacity / sharing.step_pages;
        scheme.share_cmt(SharedCmt {
            most_entries: cmt
                .entries
                .saturating_add(steps.saturating_mul(sharing.step_entries)),
            ghosts: if sharing.ghosts {
                sharing.step_entries
            } else {
                0
            },
        });
    }
    Ok(Some(BufferConfig {
        policy,
        capacity,
        battery: buffer.battery_backed.unwrap_or(true),
    }))
}

/// How RAM is shared with the CMT, if the scheme has one. A step is whole pages, at least one.
fn sharing(
    buffer: &Buffer,
    scheme: &Scheme,
    geometry: Geometry,
    timing: Timing,
) -> Checked<Sharing> {
    let given = |path: &str, value: Option<u32>, default: u32| {
        let value = value.unwrap_or(default);
        at_least(path, value, 1)?;
        Ok(value)
    };
    let cmt = scheme.cmt();
    let page_bytes = geometry.page_bytes;
    let step_bytes = given("buffer.step_bytes", buffer.step_bytes, STEP_BYTES)?;
    let step_pages = (step_bytes / page_bytes).max(1);
    let bytes = u64::from(step_pages) * u64::from(page_bytes);
    let entries = (bytes / u64::from(ENTRY_BYTES)).max(1);
    let path = "buffer.window_requests";
    let window_requests = given(path, buffer.window_requests, WINDOW_REQUESTS)?;
    at_most(path, window_requests, u32::MAX / 2)?;
    Ok(Sharing {
        window_requests,
        distinct_blocks: given(
            "buffer.distinct_blocks",
            buffer.distinct_blocks,
            DISTINCT_BLOCKS,
        )?,
        step_pages,
        step_entries: u32::try_from(entries).unwrap_or(u32::MAX),
        entries: cmt.map_or(0, |cmt| cmt.entries),
        entries_per_page: cmt.map_or(0, |cmt| cmt.entries_per_translation_page),
        read_ns: timing.read_ns,
        program_ns: timing.program_ns,
        ghosts: buffer.kind == "ap",
    })
}

/// As it is spelt in the canonical JSON.
pub(super) fn document(config: Option<&BufferConfig>, geometry: Geometry) -> Buffer {
    let Some(config) = config else {
        return Buffer {
            kind: "none".to_owned(),
            ..Buffer::default()
        };
    };
    let buffer = Buffer {
        kind: config.name().to_owned(),
        capacity: Some(config.capacity),
        battery_backed: Some(config.battery),
        ..Buffer::default()
    };
    match config.policy {
        Policy::Lru | Policy::Fab => buffer,
        Policy::Cflru { window } => Buffer {
            window: Some(window),
            ..buffer
        },
        Policy::Bplru { lru_compensation } => Buffer {
            lru_compensation: Some(lru_compensation),
            ..buffer
        },
        Policy::PudLru { threshold } => Buffer {
            threshold: Some(threshold),
            ..buffer
        },
        Policy::GcArm(sharing) | Policy::Ap(sharing) => Buffer {
            window_requests: Some(sharing.window_requests),
            distinct_blocks: (!sharing.ghosts).then_some(sharing.distinct_blocks),
            step_bytes: Some(sharing.step_pages.saturating_mul(geometry.page_bytes)),
            ..buffer
        },
    }
}
