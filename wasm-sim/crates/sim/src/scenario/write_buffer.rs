//! The `buffer` of a scenario: its fields, checked, and written again.

use buffer::{BufferConfig, Policy};

use super::document::Buffer;
use super::figures::{at_most, from_zero, required};
use super::kinds;
use super::problem::Checked;

/// What `buffer` says; `None` where there is none.
pub(super) fn resolve(buffer: Option<&Buffer>) -> Checked<Option<BufferConfig>> {
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
        _ => Policy::Lru,
    };
    Ok(Some(BufferConfig {
        policy,
        capacity,
        battery: buffer.battery_backed.unwrap_or(true),
    }))
}

/// As it is spelt in the canonical JSON.
pub(super) fn document(config: Option<&BufferConfig>) -> Buffer {
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
    }
}
