//! Addresses of a trace on a device that is smaller: the rules of SPEC 12.3.
//!
//! A recorded trace spans gigabytes, a device to look at a few dozen pages. With n logical pages:
//!
//! - `compact`: the pages that the trace touches are numbered from 0 in the order of their addresses. Each keeps a page of its own, and
//!   neighbours stay neighbours. A trace that touches more than n pages is refused ([`TooFewPages`]): no numbering has room for it, and
//!   a quiet change to another rule would rank FTLs by pages that are not one.
//! - `wrap`: page p becomes p mod n. Neighbours stay neighbours; far addresses share pages, which adds rewrites.
//! - `scale`: a request starts at first * n / (pages of the trace) and stays one run, which continues at 0 when it passes the
//!   end. The picture of the address space is kept; nearby requests fall together.
//! - `drop`: pages from n on are left out and counted.
//!
//! A trace that fits is never changed, whatever the rule. So `compact`, the default, acts only where the trace goes beyond the device.

use std::fmt;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::pages::touched::Touched;
use crate::record::Op;
use crate::request::{Ends, Request};
use crate::trace::Trace;

/// The fate of addresses beyond the device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mapping {
    /// The touched pages renumbered densely, in the order of their addresses.
    #[default]
    Compact,
    /// Modulo the size of the device.
    Wrap,
    /// The whole space of the trace shrunk to the device.
    Scale,
    /// Left out and counted.
    Drop,
}

/// Why a trace cannot be compacted: it touches more pages than the device has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFewPages {
    /// Pages that its requests touch.
    pub touched: u64,
}

/// The part of a trace that is run, in pages of some size, on a device of some size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Bytes in a page.
    pub page_bytes: u32,
    /// This many of its first requests; under `drop`, some of them may touch no page of the device.
    pub requests: u32,
    /// Logical pages of the device.
    pub logical_pages: u32,
}

/// Maps the requests of one trace onto one device.
#[derive(Clone)]
pub struct Mapper {
    mapping: Mapping,
    span: Span,
    rule: Rule,
    /// Of a trace that fits and ends inside the last page of the device: that page, and how much of it the device has.
    short_page: Option<(u64, u32)>,
}

/// Where a request falls: pages `lpn`, `lpn + 1`, ... of the device, modulo its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its first page; of a request without pages one nearby.
    pub lpn: u32,
    /// How many of its pages the device has: none of a trim that covers none whole.
    pub pages: u32,
    /// Where it starts and ends inside a page.
    pub ends: Ends,
}

#[derive(Clone)]
enum Rule {
    /// The trace fits: its addresses stay.
    Fits,
    Compact(Rc<Touched>),
    Wrap,
    /// A trace whose last page is one before this.
    Scale(u64),
    Drop,
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
    /// A mapper for the part of a trace that is run.
    ///
    /// # Errors
    /// If the requests touch more pages than the device has, and it is them that are to be numbered.
    ///
    /// # Panics
    /// If a page has no bytes or the device no pages.
    pub fn new(mapping: Mapping, trace: &Trace, span: Span) -> Result<Self, TooFewPages> {
        assert!(
            span.logical_pages > 0,
            "a device has at least one logical page"
        );
        let trace_pages = trace.pages_needed(span.page_bytes);
        let rule = if trace_pages <= u64::from(span.logical_pages) {
            Rule::Fits
        } else {
            match mapping {
                Mapping::Compact => Rule::Compact(trace.touched(span)?),
                Mapping::Wrap => Rule::Wrap,
                Mapping::Scale => Rule::Scale(trace_pages),
                Mapping::Drop => Rule::Drop,
            }
        };
        let short_page = trace.short_page(span.page_bytes);
        let last = u64::from(span.logical_pages) - 1;
        Ok(Self {
            mapping,
            span,
            short_page: short_page.filter(|&(page, _)| page == last && matches!(rule, Rule::Fits)),
            rule,
        })
    }

    /// The rule that was asked for.
    pub fn mapping(&self) -> Mapping {
        self.mapping
    }

    /// The input it was made for.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Whether the trace goes beyond the device, so that the mapping acts at all.
    pub fn acts(&self) -> bool {
        !matches!(self.rule, Rule::Fits)
    }

    /// Whether two pages of the trace may become one.
    pub(crate) fn may_alias(&self) -> bool {
        matches!(self.rule, Rule::Wrap | Rule::Scale(_))
    }

    /// Whether a request is one of the device: it starts there, on a page that is not left out.
    #[inline]
    pub fn takes(&self, request: &Request) -> bool {
        !matches!(self.rule, Rule::Drop)
            || request.first_touched() < u64::from(self.span.logical_pages)
    }

    /// Where a request that the device takes falls.
    #[inline]
    pub fn place(&self, request: &Request) -> Placed {
        let Request {
            first_page, pages, ..
        } = *request;
        if request.ends.are_whole() {
            let mut runs = self.map(first_page, pages);
            return Placed {
                pages: pages - runs.dropped(),
                lpn: runs.next().map_or(0, |run| run.lpn),
                ends: Ends::WHOLE,
            };
        }
        self.place_part(request)
    }

    /// The same of a request that starts or ends inside a page.
    fn place_part(&self, request: &Request) -> Placed {
        let Request {
            first_page,
            mut pages,
            mut ends,
            ..
        } = *request;
        let end = first_page + u64::from(pages);
        if request.op == Op::Trim && self.short_page == Some((end, ends.tail)) && ends.tail > 0 {
            (pages, ends.at_end) = (pages + 1, true);
        }
        if matches!(self.rule, Rule::Drop) {
            let last = if request.op == Op::Trim { end } else { end - 1 };
            if last >= u64::from(self.span.logical_pages) {
                ends.tail = 0;
            }
        }
        if pages == 0 {
            let lpn = self.near(request.first_touched());
            return Placed { lpn, pages, ends };
        }
        let mut runs = self.map(first_page, pages);
        let pages = pages - runs.dropped();
        let lpn = match runs.next() {
            Some(run) => run.lpn,
            None => self.near(request.first_touched()),
        };
        Placed { lpn, pages, ends }
    }

    /// A logical page near where a page of the trace falls, touched or not: where a scheduler looks for a request without pages.
    fn near(&self, page: u64) -> u32 {
        let last = self.span.logical_pages - 1;
        let lpn = match &self.rule {
            Rule::Compact(touched) => touched.before(page),
            _ => self.map(page, 1).next().map_or(last, |run| run.lpn),
        };
        lpn.min(last)
    }

    /// Where pages `[first, first + pages)` of the trace fall: the pages of one of the requests that the mapper was made for.
    #[inline]
    pub fn map(&self, first: u64, pages: u32) -> Mapped {
        let logical_pages = self.span.logical_pages;
        let n = u64::from(logical_pages);
        let mapped = |next: u64, dropped| Mapped {
            next: next as u32,
            left: pages - dropped,
            logical_pages,
            dropped,
        };
        match &self.rule {
            Rule::Fits => mapped(first, 0),
            // All pages of a request are touched, so that their numbers follow each other.
            Rule::Compact(touched) => mapped(touched.number(first).into(), 0),
            Rule::Wrap => mapped(first % n, 0),
            // 128 bits: both factors may be large.
            Rule::Scale(trace_pages) => {
                let scaled = u128::from(first) * u128::from(n) / u128::from(*trace_pages);
                mapped(scaled as u64, 0)
            }
            Rule::Drop => {
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

impl fmt::Debug for Mapper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Mapper")
            .field(&self.mapping)
            .field(&self.span)
            .finish()
    }
}

#[cfg(test)]
mod tests;
