//! Addresses of a trace on a device that is smaller: the three rules of SPEC 11.
//!
//! A recorded trace spans gigabytes, a device to look at a few dozen pages. With n logical pages:
//!
//! - `wrap`: page p becomes p mod n. Neighbours stay neighbours; far addresses share pages, which adds rewrites.
//! - `scale`: a request starts at first * n / (pages of the trace) and stays one run, which goes on at 0 when it passes the
//!   end. The picture of the address space is kept; nearby requests fall together.
//! - `drop`: pages from n on are left out and counted.
//!
//! A trace that fits is never changed, whatever the rule.

use serde::{Deserialize, Serialize};

/// What happens to addresses beyond the device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Mapping {
    /// Modulo the size of the device.
    #[default]
    Wrap,
    /// The whole space of the trace shrunk to the device.
    Scale,
    /// Left out and counted.
    Drop,
}

/// Maps the requests of one trace onto one device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapper {
    mapping: Mapping,
    trace_pages: u64,
    logical_pages: u32,
}

/// A run of logical pages, `[lpn, lpn + pages)`, inside the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its first page.
    pub lpn: u32,
    /// How many pages, at least 1.
    pub pages: u32,
}

/// Where a request falls: an iterator over its runs, in the order of its pages.
///
/// At most two runs unless the request is longer than the device, which then is gone over again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapped {
    next: u32,
    left: u32,
    logical_pages: u32,
    dropped: u32,
}

impl Mapper {
    /// A mapper for a trace whose last page is `trace_pages - 1` ([`crate::Trace::pages_needed`]).
    ///
    /// # Panics
    /// If `logical_pages` is 0.
    pub fn new(mapping: Mapping, trace_pages: u64, logical_pages: u32) -> Self {
        assert!(logical_pages > 0, "a device has at least one logical page");
        Self {
            mapping,
            trace_pages,
            logical_pages,
        }
    }

    /// Where pages `[first, first + pages)` of the trace fall.
    pub fn map(&self, first: u64, pages: u32) -> Mapped {
        let n = u64::from(self.logical_pages);
        let mapped = |next: u64, dropped| Mapped {
            next: next as u32,
            left: pages - dropped,
            logical_pages: self.logical_pages,
            dropped,
        };
        match self.mapping {
            Mapping::Wrap => mapped(first % n, 0),
            Mapping::Scale if self.trace_pages <= n => mapped(first % n, 0),
            // 128 bits: both factors may be large. Below n because first < trace_pages; modulo for whoever breaks that.
            Mapping::Scale => mapped(
                (u128::from(first) * u128::from(n) / u128::from(self.trace_pages)) as u64 % n,
                0,
            ),
            Mapping::Drop => {
                let inside = n.saturating_sub(first).min(u64::from(pages)) as u32;
                mapped(if inside == 0 { 0 } else { first }, pages - inside)
            }
        }
    }
}

impl Mapped {
    /// Pages left out because they lie beyond the device.
    pub fn dropped(&self) -> u32 {
        self.dropped
    }
}

impl Iterator for Mapped {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        if self.left == 0 {
            return None;
        }
        let pages = self.left.min(self.logical_pages - self.next);
        let run = Run {
            lpn: self.next,
            pages,
        };
        self.left -= pages;
        self.next = 0;
        Some(run)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn runs(
        mapping: Mapping,
        trace_pages: u64,
        logical: u32,
        first: u64,
        pages: u32,
    ) -> (Vec<(u32, u32)>, u32) {
        let mapped = Mapper::new(mapping, trace_pages, logical).map(first, pages);
        let dropped = mapped.dropped();
        (mapped.map(|run| (run.lpn, run.pages)).collect(), dropped)
    }

    #[test]
    fn wrap_takes_each_page_modulo_the_device() {
        assert_eq!(
            runs(Mapping::Wrap, 1000, 16, 30, 4),
            (vec![(14, 2), (0, 2)], 0)
        );
        assert_eq!(runs(Mapping::Wrap, 1000, 16, 32, 16), (vec![(0, 16)], 0));
        assert_eq!(
            runs(Mapping::Wrap, 1000, 4, 3, 10),
            (vec![(3, 1), (0, 4), (0, 4), (0, 1)], 0)
        );
    }

    #[test]
    fn scale_keeps_the_place_in_the_space_and_the_run() {
        assert_eq!(runs(Mapping::Scale, 1000, 10, 500, 3), (vec![(5, 3)], 0));
        assert_eq!(
            runs(Mapping::Scale, 1000, 10, 999, 3),
            (vec![(9, 1), (0, 2)], 0)
        );
        assert_eq!(
            runs(Mapping::Scale, u64::MAX, u32::MAX, u64::MAX - 1, 1),
            (vec![(u32::MAX - 1, 1)], 0)
        );
    }

    #[test]
    fn drop_leaves_out_what_lies_beyond() {
        assert_eq!(runs(Mapping::Drop, 1000, 16, 14, 4), (vec![(14, 2)], 2));
        assert_eq!(runs(Mapping::Drop, 1000, 16, 900, 4), (vec![], 4));
    }

    proptest! {
        #[test]
        fn a_trace_that_fits_is_not_changed(first in 0u32..1000, pages in 1u32..1000, free in 0u32..1000) {
            let logical = first + pages + free;
            for mapping in [Mapping::Wrap, Mapping::Scale, Mapping::Drop] {
                let mapped = runs(mapping, u64::from(logical), logical, u64::from(first), pages);
                prop_assert_eq!(mapped, (vec![(first, pages)], 0));
            }
        }

        #[test]
        fn every_page_is_inside_the_device_or_counted(logical in 1u32.., trace in 1u64.., at in 0f64..1.0, pages in 1u32..5000) {
            prop_assume!(logical > 100);
            let first = (trace as f64 * at) as u64;
            for mapping in [Mapping::Wrap, Mapping::Scale, Mapping::Drop] {
                let (runs, dropped) = runs(mapping, trace, logical, first, pages);
                prop_assert_eq!(runs.iter().map(|run| run.1).sum::<u32>() + dropped, pages);
                for (lpn, pages) in runs {
                    prop_assert!(pages > 0 && u64::from(lpn) + u64::from(pages) <= u64::from(logical));
                }
            }
        }
    }
}
