//! The traces that a plan's runs name: each read once, from beside the plan, and shared by all threads.

use std::sync::Arc;

use sim::sweep::{Point, TraceWanted};
use trace::{Bytes, Options};

use crate::args::reading::Reading;
use crate::beside::beside;
use crate::import;
use crate::problem::Problem;
use crate::result::{self, Named};

struct Read {
    name: String,
    /// As the scenario says.
    options: Options,
    /// As the command line says over it.
    given: Options,
    hash: String,
    found: result::Read,
    file: Arc<[u8]>,
}

impl Read {
    fn is(&self, wanted: &TraceWanted<'_>) -> bool {
        self.name == wanted.name && self.options == wanted.options()
    }
}

/// See the module.
pub struct Traces(Vec<Read>);

impl Traces {
    /// Reads every trace that a run names.
    pub fn read(plan: &str, points: &[Point], given: &Reading) -> Result<Self, Problem> {
        let mut all: Vec<Read> = Vec::new();
        for wanted in points.iter().filter_map(Point::trace) {
            if all.iter().any(|read| read.is(&wanted)) {
                continue;
            }
            let TraceWanted {
                name, page_bytes, ..
            } = wanted;
            let path = beside(plan, "workload.path", name, "Put the trace there.")?;
            let options = wanted.options();
            let read = given.over(options.clone())?;
            let (trace, summary) = import::import(&path, name, read.clone(), page_bytes)?;
            import::say_assumed(&summary);
            all.push(Read {
                name: name.to_owned(),
                options,
                given: read,
                found: result::Read::from(&summary.import),
                hash: summary.import.hash,
                file: trace.copied().expect("it is in memory").into(),
            });
        }
        Ok(Self(all))
    }

    fn get(&self, wanted: &TraceWanted<'_>) -> &Read {
        let found = self.0.iter().find(|read| read.is(wanted));
        found.expect("every trace of the plan was read")
    }

    /// The name of a trace's content.
    pub fn hash(&self, wanted: &TraceWanted<'_>) -> &str {
        &self.get(wanted).hash
    }

    /// As a result file names it.
    pub fn named(&self, wanted: &TraceWanted<'_>) -> Named {
        let read = self.get(wanted);
        Named {
            name: read.name.clone(),
            hash: read.hash.clone(),
            options: read.given.clone(),
            read: Some(read.found.clone()),
        }
    }

    /// Its columnar file.
    pub fn file(&self, wanted: &TraceWanted<'_>) -> Box<dyn Bytes> {
        Box::new(self.bytes(wanted))
    }

    /// See [`Self::file`].
    pub fn bytes(&self, wanted: &TraceWanted<'_>) -> Arc<[u8]> {
        Arc::clone(&self.get(wanted).file)
    }
}
