//! A request in pages.

use crate::record::{Op, Unit};

/// One request, cut into pages. Reads and writes round outward: they access every page that they touch. Trims round inward: a page
/// that a trim covers in part keeps its data (SPEC 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Nanoseconds since the first request; None in a trace without times.
    pub time_ns: Option<u64>,
    /// The operation.
    pub op: Op,
    /// The first page it accesses. Of a trim that covers no page whole: the first one that starts in it or behind it.
    pub first_page: u64,
    /// How many pages it accesses, at least 1. A trim that covers no page whole accesses none.
    pub pages: u32,
    /// Where it starts or ends inside a page.
    pub ends: Ends,
    /// Whether its temperature is above the middle between the trace's lowest and highest.
    pub hot: bool,
}

/// How far a request's range in bytes is from its pages. All 0: it starts and ends with a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// Of a read or a write: bytes of its first page that lie before it. Of a trim: bytes of the page before its first one that it
    /// covers.
    pub head: u32,
    /// Of a read or a write: bytes of its last page that lie behind it. Of a trim: bytes of the page behind its last one that it
    /// covers.
    pub tail: u32,
    /// Of a trim up to the end of the device: its last page counts as whole, and `tail` is the part of it that it covers.
    pub at_end: bool,
}

impl Ends {
    /// A request that starts and ends with a page.
    pub const WHOLE: Self = Self {
        head: 0,
        tail: 0,
        at_end: false,
    };

    /// Whether the request starts and ends with a page.
    #[inline]
    pub fn are_whole(&self) -> bool {
        self.head | self.tail == 0
    }

    /// Of a trim: how many pages it covers in part, so that they keep their data.
    #[inline]
    pub fn kept_pages(&self) -> u32 {
        u32::from(self.head > 0) + u32::from(self.tail > 0 && !self.at_end)
    }

    /// Of a read or a write of `pages` pages: how many of them it covers in part.
    #[inline]
    pub fn partial_pages(&self, pages: u32) -> u32 {
        (u32::from(self.head > 0) + u32::from(self.tail > 0)).min(pages)
    }
}

impl Request {
    /// The first page that it touches, if only in part.
    #[inline]
    pub fn first_touched(&self) -> u64 {
        self.first_page - u64::from(self.op == Op::Trim && self.ends.head > 0)
    }
}

/// The pages of a range of bytes or pages: the first one, how many, and where it starts and ends inside a page. Reads and writes
/// access every page that the range touches, a trim those that it covers whole.
#[inline]
pub(crate) fn pages(
    unit: Unit,
    page_bytes: u32,
    op: Op,
    offset: u64,
    length: u64,
) -> (u64, u32, Ends) {
    match unit {
        Unit::Pages => (offset, length.min(u32::MAX.into()) as u32, Ends::WHOLE),
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
            let last_byte = offset.saturating_add(length - 1);
            let last = page(last_byte);
            let (before, behind) = (
                offset - first * page_bytes,
                page_bytes - 1 - (last_byte - last * page_bytes),
            );
            let ends = Ends {
                head: before as u32,
                tail: behind as u32,
                at_end: false,
            };
            if op == Op::Trim && !ends.are_whole() {
                return inward(page_bytes, length, (first, last), ends);
            }
            (first, fewer(last - first + 1), ends)
        }
    }
}

/// No device has as many pages as the longest trims of the smallest pages.
#[inline]
fn fewer(pages: u64) -> u32 {
    pages.min(u32::MAX.into()) as u32
}

/// The pages that a trim of `length` bytes from `first` to `last` covers whole, if `ends` is what it leaves of these two.
#[inline(never)]
fn inward(page_bytes: u64, length: u64, (first, last): (u64, u64), ends: Ends) -> (u64, u32, Ends) {
    let (starts_inside, ends_inside) = (u64::from(ends.head > 0), u64::from(ends.tail > 0));
    let whole = first + starts_inside;
    let kept = |left: u32| (page_bytes - u64::from(left)) as u32;
    if first == last {
        // Within a page: all of it is the part before the next page, or the part behind the last one.
        let (head, tail) = if starts_inside > 0 {
            (length as u32, 0)
        } else {
            (0, length as u32)
        };
        let ends = Ends { head, tail, ..ends };
        return (whole, 0, ends);
    }
    let ends = Ends {
        head: if starts_inside > 0 {
            kept(ends.head)
        } else {
            0
        },
        tail: if ends_inside > 0 { kept(ends.tail) } else { 0 },
        ..ends
    };
    (whole, fewer(last + 1 - ends_inside - whole), ends)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn request(op: Op, page_bytes: u32, offset: u64, length: u64) -> (u64, u32, Ends) {
        pages(Unit::Bytes, page_bytes, op, offset, length)
    }

    #[test]
    fn a_trim_takes_only_pages_that_it_covers_whole() {
        let trim = |offset, length| {
            let (first, pages, Ends { head, tail, .. }) = request(Op::Trim, 4096, offset, length);
            (first, pages, head, tail)
        };
        assert_eq!(trim(0, 8192), (0, 2, 0, 0));
        assert_eq!(trim(4096, 4095), (1, 0, 0, 4095));
        assert_eq!(trim(1024, 512), (1, 0, 512, 0));
        assert_eq!(trim(8191, 2), (2, 0, 1, 1));
        assert_eq!(trim(1, 12_287), (1, 2, 4095, 0));
        assert_eq!(trim(4000, 12_288), (1, 2, 96, 4000));
    }

    proptest! {
        /// Byte by byte: how much of each page the range covers.
        #[test]
        fn reads_and_writes_round_outward_and_trims_inward(
            page_bytes in prop_oneof![1u32..40, Just(16), Just(64)], offset in 0u64..300, length in 1u64..300,
        ) {
            let page = u64::from(page_bytes);
            let covered = |p: u64| (p * page..(p + 1) * page).filter(|b| (offset..offset + length).contains(b)).count() as u64;
            let whole: Vec<u64> = (0..700).filter(|&p| covered(p) == page).collect();
            let touched: Vec<u64> = (0..700).filter(|&p| covered(p) > 0).collect();
            let partly: Vec<u64> = touched.iter().copied().filter(|p| !whole.contains(p)).collect();
            for op in [Op::Read, Op::Write] {
                let (first, pages, ends) = request(op, page_bytes, offset, length);
                prop_assert_eq!(&(first..first + u64::from(pages)).collect::<Vec<_>>(), &touched);
                prop_assert_eq!(ends.partial_pages(pages), partly.len() as u32);
                prop_assert_eq!(u64::from(pages) * page - u64::from(ends.head) - u64::from(ends.tail), length);
            }
            let (first, pages, ends) = request(Op::Trim, page_bytes, offset, length);
            prop_assert_eq!(&(first..first + u64::from(pages)).collect::<Vec<_>>(), &whole);
            prop_assert_eq!(ends.kept_pages(), partly.len() as u32);
            prop_assert_eq!(u64::from(pages) * page + u64::from(ends.head) + u64::from(ends.tail), length);
            let trim = Request { time_ns: None, op: Op::Trim, first_page: first, pages, ends, hot: false };
            prop_assert_eq!(trim.first_touched(), touched[0]);
        }
    }
}
