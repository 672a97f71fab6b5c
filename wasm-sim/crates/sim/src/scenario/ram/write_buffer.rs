//! The `buffer` of a scenario: its options, checked, and written again.

use buffer::{BufferConfig, ENTRY_BYTES, Policy, Sharing};
use ftl::{Scheme, SharedCmt};
use nand::{Geometry, Timing};
use options::{Setting, Value};

use crate::scenario::document::Buffer;
use crate::scenario::document::kinds::BUFFERS;
use crate::scenario::document::options::check_kind;
use crate::scenario::problem::Checked;
use crate::scenario::problem::bounds::at_most;

/// The content of `buffer`; `None` where there is none. A CMT that shares RAM with it learns of the change.
pub(crate) fn resolve(
    buffer: Option<&Buffer>,
    scheme: &mut Scheme,
    geometry: Geometry,
    timing: Timing,
) -> Checked<Option<BufferConfig>> {
    let Some(Buffer { kind, options }) = buffer else {
        return Ok(None);
    };
    check_kind("buffer", BUFFERS, kind, options)?;
    if kind == "none" {
        return Ok(None);
    }
    let value = Value::Kind(kind.clone().into(), options.clone());
    let mut config = BufferConfig {
        policy: Policy::read(Some(value)),
        sharing: None,
    };
    if let Policy::Cflru { window, .. } = config.policy {
        at_most("buffer.window", window, config.capacity())?;
    }
    config.sharing = sharing(&mut config.policy, scheme, geometry, timing);
    if let (Some(sharing), Some(cmt)) = (config.sharing, scheme.cmt()) {
        let steps = config.capacity() / sharing.step_pages;
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
    Ok(Some(config))
}

/// `ap` does not ask how many blocks a window accessed; its events have Hu's figure all the same.
const UNASKED: u32 = 250;

/// How RAM is shared with the CMT, if the scheme has one. A step is whole pages, at least one.
fn sharing(
    policy: &mut Policy,
    scheme: &Scheme,
    geometry: Geometry,
    timing: Timing,
) -> Option<Sharing> {
    let (window_requests, distinct_blocks, step_bytes, ghosts) = match policy {
        Policy::GcArm {
            window_requests,
            distinct_blocks,
            step_bytes,
            ..
        } => (*window_requests, *distinct_blocks, step_bytes, false),
        Policy::Ap {
            window_requests,
            step_bytes,
            ..
        } => (*window_requests, UNASKED, step_bytes, true),
        _ => return None,
    };
    let cmt = scheme.cmt();
    let step_pages = (*step_bytes / geometry.page_bytes).max(1);
    *step_bytes = step_pages.saturating_mul(geometry.page_bytes);
    let bytes = u64::from(step_pages) * u64::from(geometry.page_bytes);
    let entries = (bytes / u64::from(ENTRY_BYTES)).max(1);
    Some(Sharing {
        window_requests,
        distinct_blocks,
        step_pages,
        step_entries: u32::try_from(entries).unwrap_or(u32::MAX),
        entries: cmt.map_or(0, |cmt| cmt.entries),
        entries_per_page: cmt.map_or(0, |cmt| cmt.entries_per_translation_page),
        read_ns: timing.read_ns,
        program_ns: timing.program_ns,
        ghosts,
    })
}

/// As it is spelt in the canonical JSON.
pub(crate) fn document(config: Option<&BufferConfig>) -> Buffer {
    let (kind, options) = match config.and_then(|config| config.policy.write()) {
        Some(Value::Kind(kind, options)) => (kind.into_owned(), options),
        _ => ("none".to_owned(), options::Values::NONE),
    };
    Buffer { kind, options }
}
