//! The pages that requests touch, numbered densely in the order of their addresses: where `compact` puts them.

use crate::pages::footprint::Footprint;
use crate::trace::Trace;

/// See the module.
#[derive(PartialEq, Eq)]
pub(crate) struct Touched {
    /// Where each run of touched pages starts, ascending.
    starts: Vec<u64>,
    /// The number of the page that a run starts with.
    numbers: Vec<u32>,
    /// How many pages there are.
    pages: u32,
}

impl Touched {
    /// The pages that the first `requests` requests of a trace touch, and how many they are. The numbers are left out where the pages
    /// are more than `most`: they would take memory for nothing.
    pub fn find(trace: &Trace, page_bytes: u32, requests: u32, most: u32) -> (u64, Option<Self>) {
        let mut footprint = Footprint::default();
        for request in trace.requests(page_bytes).take(requests as usize) {
            if request.pages > 0 {
                let end = request.first_page.saturating_add(request.pages.into());
                footprint.add(request.first_page, end);
            }
        }
        let pages = footprint.pages();
        if pages > u64::from(most) {
            return (pages, None);
        }
        let mut touched = Self {
            starts: Vec::new(),
            numbers: Vec::new(),
            pages: pages as u32,
        };
        let mut number = 0;
        footprint.runs(|from, to| {
            touched.starts.push(from);
            touched.numbers.push(number);
            number += (to - from) as u32;
        });
        (pages, Some(touched))
    }

    /// How many touched pages lie before a page: about its place among them.
    pub fn before(&self, page: u64) -> u32 {
        match self.starts.partition_point(|&start| start < page) {
            0 => 0,
            run => {
                let ends = self.numbers.get(run).copied().unwrap_or(self.pages);
                let within = (page - self.starts[run - 1]).min(u32::MAX.into()) as u32;
                self.numbers[run - 1].saturating_add(within).min(ends)
            }
        }
    }

    /// The page that has this number.
    ///
    /// # Panics
    /// If none has it.
    pub fn page(&self, number: u32) -> u64 {
        let run = self.numbers.partition_point(|&first| first <= number) - 1;
        self.starts[run] + u64::from(number - self.numbers[run])
    }

    /// The number of a touched page, from 0. Those of the pages after it in the same request follow.
    ///
    /// # Panics
    /// If the page lies before all touched pages.
    #[inline]
    pub fn number(&self, page: u64) -> u32 {
        let run = self.starts.partition_point(|&start| start <= page) - 1;
        self.numbers[run] + (page - self.starts[run]) as u32
    }
}
