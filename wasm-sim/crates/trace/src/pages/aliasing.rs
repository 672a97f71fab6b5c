//! How much of a trace a mapping changes: accesses to logical pages that mean several pages of the trace, and those left out.

use crate::pages::mapping::Mapper;
use crate::request::Request;

/// Page accesses of a trace on a device that is smaller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Displaced {
    /// All of them, those left out too.
    pub accesses: u64,
    /// Those of logical pages that mean more than one page of the trace.
    pub aliased: u64,
    /// Those left out, because they lie beyond the device.
    pub dropped: u64,
}

impl Displaced {
    /// The share of the accesses that are aliased or left out, 0 to 1.
    pub fn share(&self) -> f64 {
        if self.accesses == 0 {
            return 0.0;
        }
        (self.aliased + self.dropped) as f64 / self.accesses as f64
    }
}

/// Finds them while requests come.
pub struct Aliasing {
    mapper: Mapper,
    found: Displaced,
    /// By logical page, where pages may be aliased.
    pages: Vec<Of>,
}

/// The writes to a logical page.
#[derive(Clone, Copy)]
struct Of {
    /// The page of the trace that came first, until another comes.
    page: u64,
    accesses: u32,
    is_shared: bool,
}

impl Aliasing {
    /// Of no request yet.
    pub fn new(mapper: Mapper) -> Self {
        let nothing = Of {
            page: 0,
            accesses: 0,
            is_shared: false,
        };
        let pages = if mapper.may_alias() {
            mapper.span().logical_pages
        } else {
            0
        };
        Self {
            mapper,
            found: Displaced::default(),
            pages: vec![nothing; pages as usize],
        }
    }

    /// The next request; gives how many of its pages are left out.
    pub fn add(&mut self, request: &Request) -> u32 {
        if request.pages == 0 {
            return 0;
        }
        let runs = self.mapper.map(request.first_page, request.pages);
        self.found.accesses += u64::from(request.pages);
        let dropped = runs.dropped();
        self.found.dropped += u64::from(dropped);
        if self.pages.is_empty() {
            return dropped;
        }
        let lpns = runs.flat_map(|run| run.lpn..run.lpn + run.pages);
        for (page, lpn) in (request.first_page..).zip(lpns) {
            let of = &mut self.pages[lpn as usize];
            if of.accesses == 0 {
                of.page = page;
            }
            of.is_shared |= of.page != page;
            of.accesses = of.accesses.saturating_add(1);
        }
        dropped
    }

    /// The result.
    pub fn finish(self) -> Displaced {
        let shared = self.pages.iter().filter(|of| of.is_shared);
        Displaced {
            aliased: shared.map(|of| u64::from(of.accesses)).sum(),
            ..self.found
        }
    }
}
