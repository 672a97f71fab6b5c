//! The questions about an imported trace, answered a chunk at a time.

use trace::{
    Aliasing, Displaced, Follower, Mapper, Mapping, Span, Statistics, Survey, TooManyPages, Trace,
};

use super::misuse;
use crate::failure::{Failure, FailureKind};
use crate::protocol::{ImportReply, TraceFit};
use crate::report::Addresses;
use crate::workload::is_refused;

/// Questions about an imported trace under way. A fit is answered first: someone waits for it, typing.
pub(super) struct Questions {
    /// Those found last: a device with the same pages has them too.
    statistics: Box<Statistics>,
    fit: Option<Box<Fitting>>,
    locality: Option<Box<Following>>,
}

/// The locality of a trace being found, chunk by chunk.
struct Following {
    follower: Follower,
    page_bytes: u32,
    next: u32,
}

impl Questions {
    /// None yet about a trace of these statistics.
    pub fn new(statistics: Statistics) -> Self {
        Self {
            statistics: Box::new(statistics),
            fit: None,
            locality: None,
        }
    }

    /// Instead of the fit asked for before, if that is still under way.
    pub fn ask_fit(&mut self, trace: &Trace, mut fitting: Fitting) {
        if fitting.span.page_bytes != self.statistics.page_bytes {
            fitting.survey = Some(Survey::new(trace.unit(), fitting.span.page_bytes));
        }
        self.fit = Some(Box::new(fitting));
    }

    /// Instead of the search before, if that is still under way.
    pub fn ask_locality(&mut self, page_bytes: u32) {
        self.locality = Some(Box::new(Following {
            follower: Follower::new(),
            page_bytes,
            next: 0,
        }));
    }

    pub fn cancel_locality(&mut self) {
        self.locality = None;
    }

    /// Works on a chunk for the first question there is.
    pub fn slice(&mut self, trace: &Trace) -> Result<ImportReply, Failure> {
        if let Some(mut fitting) = self.fit.take() {
            fitting.chunk(trace);
            let chunks = fitting.next;
            if chunks == trace.chunks() {
                if let Some(survey) = fitting.survey.take() {
                    *self.statistics = survey.of(trace);
                }
                let fit = fitting.finish(&self.statistics);
                return Ok(ImportReply::Fit { fit: Box::new(fit) });
            }
            self.fit = Some(fitting);
            return Ok(ImportReply::Working { chunks });
        }
        let Some(mut following) = self.locality.take() else {
            return Err(misuse("nothing is under way", "start something first"));
        };
        let Following {
            follower,
            page_bytes,
            next,
        } = &mut *following;
        follower
            .chunk(trace, *next, *page_bytes)
            .map_err(too_many_pages)?;
        *next += 1;
        let chunks = *next;
        if chunks == trace.chunks() {
            let locality = Box::new(following.follower.finish());
            return Ok(ImportReply::Locality { locality });
        }
        self.locality = Some(following);
        Ok(ImportReply::Working { chunks })
    }
}

/// Of a trace too large to be followed.
pub fn too_many_pages(TooManyPages(most): TooManyPages) -> Failure {
    Failure::new(
        FailureKind::Trace,
        format!("the trace touches more than {most} pages, too many to be followed"),
        "Ask for larger pages, or cut the trace.",
    )
}

/// A fit being computed, chunk by chunk.
pub(super) struct Fitting {
    /// None where the statistics are known.
    survey: Option<Survey>,
    mapping: Mapping,
    span: Span,
    physical_pages: u32,
    /// Where some of the trace's pages may share one of the device, or be left out.
    aliasing: Option<Aliasing>,
    next: u32,
    accesses: u64,
    written: u64,
}

impl Fitting {
    pub fn new(page_bytes: u32, logical_pages: u32, mapping: Mapping, physical_pages: u32) -> Self {
        let span = Span {
            page_bytes,
            requests: u32::MAX,
            logical_pages: logical_pages.max(1),
        };
        Self {
            survey: None,
            mapping,
            span,
            physical_pages,
            aliasing: None,
            next: 0,
            accesses: 0,
            written: 0,
        }
    }

    fn chunk(&mut self, trace: &Trace) {
        // The numbers of compacted pages are not needed here: how many pages are touched is among the statistics.
        if self.next == 0 && self.mapping != Mapping::Compact {
            let mapper = Mapper::new(self.mapping, trace, self.span);
            self.aliasing = mapper.ok().filter(Mapper::acts).map(Aliasing::new);
        }
        if let Some(survey) = &mut self.survey {
            survey.chunk(trace, self.next);
        }
        for request in trace.chunk(self.next, self.span.page_bytes) {
            let pages = u64::from(request.pages);
            let dropped = self
                .aliasing
                .as_mut()
                .map_or(0, |aliasing| aliasing.add(&request));
            self.accesses += pages;
            if request.op == trace::Op::Write {
                self.written += pages - u64::from(dropped);
            }
        }
        self.next += 1;
    }

    /// The result, on a device of this many logical pages.
    fn finish(self, statistics: &Statistics) -> TraceFit {
        let logical_pages = f64::from(self.span.logical_pages);
        let goes_beyond = statistics.pages_needed > logical_pages;
        let displaced = self.aliasing.map_or(
            Displaced {
                accesses: self.accesses,
                ..Displaced::default()
            },
            Aliasing::finish,
        );
        let lacks = if goes_beyond && self.mapping == Mapping::Compact {
            (statistics.footprint_pages - logical_pages).max(0.0)
        } else {
            0.0
        };
        let addresses = goes_beyond.then(|| Addresses::of(self.mapping, displaced));
        TraceFit {
            statistics: statistics.clone(),
            refused: is_refused(addresses.as_ref()),
            addresses,
            lacks,
            cleans: self.written > u64::from(self.physical_pages),
        }
    }
}
