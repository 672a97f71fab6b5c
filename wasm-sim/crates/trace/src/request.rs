//! A request in pages.

use crate::record::{Op, Unit};

/// One request, cut into pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Nanoseconds since the first request; None in a trace without times.
    pub time_ns: Option<u64>,
    /// The operation.
    pub op: Op,
    /// The first page it touches.
    pub first_page: u64,
    /// How many pages it touches, at least 1.
    pub pages: u32,
    /// Whether its temperature is above the middle between the trace's lowest and highest.
    pub hot: bool,
}

/// The pages that a range touches: the first one, and how many.
#[inline]
pub(crate) fn pages(unit: Unit, page_bytes: u32, offset: u64, length: u64) -> (u64, u32) {
    match unit {
        Unit::Pages => (offset, length.min(u32::MAX.into()) as u32),
        Unit::Bytes => {
            let page_bytes = u64::from(page_bytes);
            // Most page sizes are powers of two, and two divisions a request are what reading costs otherwise.
            let page = |address: u64| {
                if page_bytes.is_power_of_two() {
                    address >> page_bytes.trailing_zeros()
                } else {
                    address / page_bytes
                }
            };
            let first = page(offset);
            // No overflow in a sound file: the builder placed offset + length within 64 bits.
            let last = page(offset.saturating_add(length - 1));
            // No device has as many pages as the longest trims of the smallest pages.
            (first, (last - first + 1).min(u32::MAX.into()) as u32)
        }
    }
}
