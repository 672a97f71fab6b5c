//! What is asked about an imported trace, answered a chunk at a time.

use trace::{Follower, Mapping, Statistics, Survey, TooManyPages, Trace};

use super::misuse;
use crate::protocol::{Failure, ImportReply, TraceFit};

/// Questions about an imported trace under way. A fit is answered first: somebody waits for it, typing.
pub(super) struct Questions {
    /// Those found last: a device with the same pages has them too.
    statistics: Statistics,
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
            statistics,
            fit: None,
            locality: None,
        }
    }

    /// Instead of the fit asked for before, if that is still under way.
    pub fn ask_fit(&mut self, trace: &Trace, mut fitting: Fitting) {
        if fitting.page_bytes != self.statistics.page_bytes {
            fitting.survey = Some(Survey::new(trace.unit(), fitting.page_bytes));
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
                if let Some(survey) = fitting.survey {
                    self.statistics = survey.of(trace);
                }
                let fit = TraceFit {
                    statistics: self.statistics.clone(),
                    beyond: fitting.beyond as f64,
                    cleans: fitting.written > u64::from(fitting.physical_pages),
                };
                return Ok(ImportReply::Fit { fit });
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
    Failure {
        kind: "trace".into(),
        message: format!("the trace touches more than {most} pages, too many to be followed"),
        remedy: "Ask for larger pages, or cut the trace.".into(),
        field: None,
        line: None,
        column: None,
    }
}

/// A fit being computed, chunk by chunk.
pub(super) struct Fitting {
    /// None where the statistics are known.
    survey: Option<Survey>,
    mapping: Mapping,
    page_bytes: u32,
    logical_pages: u32,
    physical_pages: u32,
    next: u32,
    beyond: u64,
    written: u64,
}

impl Fitting {
    pub fn new(page_bytes: u32, logical_pages: u32, mapping: Mapping, physical_pages: u32) -> Self {
        Self {
            survey: None,
            mapping,
            page_bytes,
            logical_pages: logical_pages.max(1),
            physical_pages,
            next: 0,
            beyond: 0,
            written: 0,
        }
    }

    fn chunk(&mut self, trace: &Trace) {
        if let Some(survey) = &mut self.survey {
            survey.chunk(trace, self.next);
        }
        for request in trace.chunk(self.next, self.page_bytes) {
            let pages = u64::from(request.pages);
            let inside = u64::from(self.logical_pages)
                .saturating_sub(request.first_page)
                .min(pages);
            self.beyond += pages - inside;
            if request.op == trace::Op::Write {
                let left_out = self.mapping == Mapping::Drop;
                self.written += if left_out { inside } else { pages };
            }
        }
        self.next += 1;
    }
}
