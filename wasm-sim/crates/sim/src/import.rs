//! The import of one trace: commands in, replies out, as [`crate::session::Session`] has them.
//!
//! It stands beside the session because the page runs it in a worker of its own, from a module of its own: the engine
//! holds no parser. What it makes is a columnar file, which the engine reads ([`crate::session::Session::attach`]).

use ftl::HostOp;
use trace::{Finisher, ImportError, Importer, Mapper, Mapping, Statistics, Store, Survey, Trace};

use crate::protocol::{Failure, ImportCommand, ImportReply, RequestShown, TraceFit, TraceSummary};

/// Requests shown of an imported trace.
const PREVIEW: usize = 20;

/// See the module.
pub struct Import {
    name: String,
    stage: Stage,
}

enum Stage {
    /// Waiting to be opened, with the empty file to write.
    New(Box<dyn Store>),
    Reading(Box<Importer>),
    Finishing {
        page_bytes: u32,
        chunks: u32,
        finisher: Box<Finisher>,
    },
    /// Imported; perhaps with a fit under way.
    Done(Box<Trace>, Option<Box<Fitting>>),
    /// An error ended it.
    Failed,
}

impl Import {
    /// An import into an empty file.
    pub fn new(store: Box<dyn Store>) -> Self {
        Self {
            name: String::new(),
            stage: Stage::New(store),
        }
    }

    /// Serves a command. What takes long answers `working`; [`Self::slice`] goes on.
    pub fn command(&mut self, command: ImportCommand) -> Result<ImportReply, Failure> {
        match (command, std::mem::replace(&mut self.stage, Stage::Failed)) {
            (ImportCommand::Open { options, name }, Stage::New(store)) => {
                if name.is_empty() {
                    self.stage = Stage::New(store);
                    return Err(misuse("a trace needs a name", "give one"));
                }
                self.name = name;
                self.stage = Stage::Reading(Box::new(Importer::into(options, store)));
                Ok(ImportReply::Done)
            }
            (ImportCommand::Finish { page_bytes }, Stage::Reading(importer)) if page_bytes > 0 => {
                let finisher = importer.end(page_bytes).map_err(|e| self.failure(&e))?;
                self.stage = Stage::Finishing {
                    page_bytes,
                    chunks: 0,
                    finisher: Box::new(finisher),
                };
                Ok(ImportReply::Working { chunks: 0 })
            }
            (
                ImportCommand::Fit {
                    page_bytes,
                    logical_pages,
                    mapping,
                    physical_pages,
                },
                Stage::Done(trace, _),
            ) if page_bytes > 0 => {
                let fitting =
                    Fitting::new(&trace, page_bytes, logical_pages, mapping, physical_pages);
                self.stage = Stage::Done(trace, Some(Box::new(fitting)));
                Ok(ImportReply::Working { chunks: 0 })
            }
            (_, before) => {
                self.stage = before;
                Err(misuse(
                    "not now: an import is opened, read, finished, and then fitted to devices with pages of at least one byte",
                    "this is a bug in the page: please report it",
                ))
            }
        }
    }

    /// The file's next bytes.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let Stage::Reading(importer) = &mut self.stage else {
            return Err(misuse("no import is under way", "open one first"));
        };
        let pushed = importer.push(bytes).map(drop);
        pushed.map_err(|error| {
            self.stage = Stage::Failed;
            self.failure(&error)
        })
    }

    /// Works on a chunk of the trace (65,536 requests).
    pub fn slice(&mut self) -> Result<ImportReply, Failure> {
        match std::mem::replace(&mut self.stage, Stage::Failed) {
            Stage::Finishing {
                page_bytes,
                chunks,
                mut finisher,
            } => {
                if !finisher.step().map_err(|e| self.failure(&e))? {
                    let chunks = chunks + 1;
                    self.stage = Stage::Finishing {
                        page_bytes,
                        chunks,
                        finisher,
                    };
                    return Ok(ImportReply::Working { chunks });
                }
                let (trace, statistics) = finisher.finish().map_err(|e| self.failure(&e))?;
                let summary = summary(&self.name, &trace, page_bytes, statistics);
                self.stage = Stage::Done(Box::new(trace), None);
                Ok(ImportReply::Imported {
                    trace: Box::new(summary),
                })
            }
            Stage::Done(trace, Some(mut fitting)) => {
                fitting.chunk(&trace);
                let chunks = fitting.next;
                if chunks < trace.chunks() {
                    self.stage = Stage::Done(trace, Some(fitting));
                    return Ok(ImportReply::Working { chunks });
                }
                let fit = fitting.finish(&trace);
                self.stage = Stage::Done(trace, None);
                Ok(ImportReply::Fit { fit })
            }
            before => {
                self.stage = before;
                Err(misuse("nothing is under way", "start something first"))
            }
        }
    }

    /// The trace, once it is imported.
    pub fn into_trace(self) -> Option<Trace> {
        match self.stage {
            Stage::Done(trace, _) => Some(*trace),
            _ => None,
        }
    }

    fn failure(&self, error: &ImportError) -> Failure {
        Failure {
            kind: "trace".into(),
            message: format!("{}: {error}", self.name),
            remedy: String::new(),
            field: None,
            line: match error {
                ImportError::Line(e) => Some(e.line),
                ImportError::NothingRead { first, .. } => Some(first.line),
                ImportError::NotRecognised { line, .. }
                | ImportError::LineTooLong { line, .. }
                | ImportError::TooManyRequests { line }
                | ImportError::AddressSpace { line, .. } => Some(*line),
                _ => None,
            },
            column: None,
        }
    }
}

/// A fit being computed, chunk by chunk.
struct Fitting {
    survey: Survey,
    mapper: Mapper,
    page_bytes: u32,
    logical_pages: u32,
    physical_pages: u32,
    next: u32,
    beyond: u64,
    written: u64,
}

impl Fitting {
    fn new(
        trace: &Trace,
        page_bytes: u32,
        logical_pages: u32,
        mapping: Mapping,
        physical_pages: u32,
    ) -> Self {
        let logical_pages = logical_pages.max(1);
        Self {
            survey: Survey::new(trace.unit(), page_bytes),
            mapper: Mapper::new(mapping, trace.pages_needed(page_bytes), logical_pages),
            page_bytes,
            logical_pages,
            physical_pages,
            next: 0,
            beyond: 0,
            written: 0,
        }
    }

    fn chunk(&mut self, trace: &Trace) {
        self.survey.chunk(trace, self.next);
        for request in trace.chunk(self.next, self.page_bytes) {
            let inside = u64::from(self.logical_pages)
                .saturating_sub(request.first_page)
                .min(u64::from(request.pages));
            self.beyond += u64::from(request.pages) - inside;
            if request.op == trace::Op::Write {
                let mapped = self.mapper.map(request.first_page, request.pages);
                self.written += u64::from(request.pages - mapped.dropped());
            }
        }
        self.next += 1;
    }

    fn finish(self, trace: &Trace) -> TraceFit {
        TraceFit {
            statistics: self.survey.of(trace),
            beyond: self.beyond as f64,
            cleans: self.written > u64::from(self.physical_pages),
        }
    }
}

fn summary(name: &str, trace: &Trace, page_bytes: u32, statistics: Statistics) -> TraceSummary {
    let preview = trace
        .requests(page_bytes)
        .take(PREVIEW)
        .zip(0u32..)
        .map(|(r, index)| RequestShown {
            index,
            op: match r.op {
                trace::Op::Read => HostOp::Read,
                trace::Op::Write => HostOp::Write,
                trace::Op::Trim => HostOp::Trim,
            },
            lpn: u32::try_from(r.first_page).unwrap_or(u32::MAX),
            pages: r.pages,
            time_ms: r.time_ns.map(|t| t as f64 / 1e6),
        });
    TraceSummary {
        name: name.to_owned(),
        import: trace.summary().clone(),
        preview: preview.collect(),
        statistics,
    }
}

fn misuse(message: &str, remedy: &str) -> Failure {
    Failure {
        kind: "command".into(),
        message: message.to_owned(),
        remedy: remedy.to_owned(),
        field: None,
        line: None,
        column: None,
    }
}

#[cfg(test)]
mod tests {
    use trace::Options;

    use super::*;

    fn open() -> Import {
        let mut import = Import::new(Box::<Vec<u8>>::default());
        let open = ImportCommand::Open {
            options: Options::default(),
            name: "a".into(),
        };
        assert_eq!(import.command(open), Ok(ImportReply::Done));
        import
    }

    fn last(import: &mut Import) -> ImportReply {
        loop {
            match import.slice().unwrap() {
                ImportReply::Working { .. } => {}
                other => return other,
            }
        }
    }

    #[test]
    fn a_trace_is_imported_and_fitted_to_devices() {
        let mut import = open();
        import.push(b"w0+4 w7 r9").unwrap();
        import
            .command(ImportCommand::Finish { page_bytes: 512 })
            .unwrap();
        let ImportReply::Imported { trace } = last(&mut import) else {
            panic!("not imported");
        };
        assert_eq!((trace.import.requests, trace.preview.len()), (3, 3));
        assert_eq!(trace.statistics.pages_needed.to_bits(), 10f64.to_bits());
        for (logical_pages, mapping, physical_pages, beyond, cleans) in [
            (6, Mapping::Wrap, 4, 2.0, true),
            (6, Mapping::Drop, 4, 2.0, false),
            (10, Mapping::Wrap, 5, 0.0, false),
        ] {
            let fit = ImportCommand::Fit {
                page_bytes: 4096,
                logical_pages,
                mapping,
                physical_pages,
            };
            import.command(fit).unwrap();
            let ImportReply::Fit { fit } = last(&mut import) else {
                panic!("not fitted");
            };
            assert_eq!(
                (fit.beyond.to_bits(), fit.cleans),
                (f64::to_bits(beyond), cleans)
            );
        }
        assert_eq!(import.into_trace().unwrap().len(), 3);
    }

    #[test]
    fn an_error_names_the_file_and_the_line_and_ends_the_import() {
        let mut import = open();
        import.push(b"w1\nw2\nx\n").unwrap();
        let finish = ImportCommand::Finish { page_bytes: 512 };
        let failure = import.command(finish).unwrap_err();
        assert!(failure.message.starts_with("a: line 3"), "{failure:?}");
        assert_eq!(failure.line, Some(3));
        assert!(import.push(b"w1").is_err());
        assert!(import.into_trace().is_none());
    }
}
