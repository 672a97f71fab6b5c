//! The import of one trace: commands in, replies out, as [`crate::session::Session`] has them.
//!
//! It is beside the session because the page runs it in a worker of its own, from a module of its own: the engine
//! holds no parser. It makes a columnar file, which the engine reads ([`crate::session::Session::attach`]).

mod drives;
mod questions;

use std::rc::Rc;

use ftl::HostOp;
use trace::{Finisher, ImportError, Importer, Preview, Statistics, Store, Trace};

use crate::failure::{Failure, FailureKind};
use crate::protocol::{ImportCommand, ImportReply, PreviewAsked, TraceRequest, TraceSummary};
pub use drives::Drives;
pub use questions::too_many_pages;
use questions::{Fitting, Questions};

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
    /// Imported; perhaps with questions under way.
    Done(Rc<Trace>, Questions),
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

    /// Serves a command. A long job answers `working`; [`Self::slice`] goes on.
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
                Stage::Done(trace, mut questions),
            ) if page_bytes > 0 => {
                let fitting = Fitting::new(page_bytes, logical_pages, mapping, physical_pages);
                questions.ask_fit(&trace, fitting);
                self.stage = Stage::Done(trace, questions);
                Ok(ImportReply::Working { chunks: 0 })
            }
            (ImportCommand::Locality { page_bytes }, Stage::Done(trace, mut questions))
                if page_bytes > 0 =>
            {
                questions.ask_locality(page_bytes);
                self.stage = Stage::Done(trace, questions);
                Ok(ImportReply::Working { chunks: 0 })
            }
            (ImportCommand::Cancel, Stage::Done(trace, mut questions)) => {
                questions.cancel_locality();
                self.stage = Stage::Done(trace, questions);
                Ok(ImportReply::Done)
            }
            (_, before) => {
                self.stage = before;
                Err(misuse(
                    "not now: an import is opened, read, finished, and then asked about devices with pages of at least one byte",
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
                let questions = Questions::new(statistics.clone());
                let summary = summary(&self.name, &trace, page_bytes, statistics);
                self.stage = Stage::Done(Rc::new(trace), questions);
                Ok(ImportReply::Imported {
                    trace: Box::new(summary),
                })
            }
            Stage::Done(trace, mut questions) => {
                let reply = questions.slice(&trace);
                self.stage = Stage::Done(trace, questions);
                reply
            }
            before => {
                self.stage = before;
                Err(misuse("nothing is under way", "start something first"))
            }
        }
    }

    /// The trace, once it is imported.
    pub fn trace(&self) -> Option<Rc<Trace>> {
        match &self.stage {
            Stage::Done(trace, _) => Some(Rc::clone(trace)),
            _ => None,
        }
    }

    fn failure(&self, error: &ImportError) -> Failure {
        failure(&self.name, error)
    }
}

/// The first lines of a file, and what they mean. `head` are its first bytes.
pub fn preview(head: &[u8], asked: &PreviewAsked) -> Result<Preview, Failure> {
    let PreviewAsked {
        options,
        name,
        whole,
    } = asked;
    trace::preview(head, *whole, options).map_err(|error| failure(name, &error))
}

fn failure(name: &str, error: &ImportError) -> Failure {
    Failure {
        kind: FailureKind::Trace,
        message: format!("{name}: {error}"),
        remedy: String::new(),
        // The page asks about this option instead of a line.
        field: match error {
            ImportError::CutOff { .. } => Some("on_zeros".to_owned()),
            ImportError::NoneKept {
                action: Some(_), ..
            } => Some("action".to_owned()),
            _ => None,
        },
        line: match error {
            ImportError::Line(e) => Some(e.line),
            ImportError::NothingRead { first, .. } => Some(first.line),
            ImportError::NotRecognised { line, .. }
            | ImportError::OutputOfFio { line, .. }
            | ImportError::LineTooLong { line, .. }
            | ImportError::TooManyRequests { line }
            | ImportError::AddressSpace { line, .. }
            | ImportError::CutOff { line, .. } => Some(*line),
            _ => None,
        },
        column: None,
    }
}

fn summary(name: &str, trace: &Trace, page_bytes: u32, statistics: Statistics) -> TraceSummary {
    let preview = trace
        .requests(page_bytes)
        .take(PREVIEW)
        .zip(0u32..)
        .map(|(r, index)| TraceRequest {
            index,
            op: match r.op {
                trace::Op::Read => HostOp::Read,
                trace::Op::Write => HostOp::Write,
                trace::Op::Trim => HostOp::Trim,
            },
            lpn: if r.pages == 0 {
                r.first_touched()
            } else {
                r.first_page
            },
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
    Failure::new(FailureKind::Command, message, remedy)
}

#[cfg(test)]
mod tests {
    use trace::{Mapping, Options};

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
    fn a_page_beyond_32_bits_is_shown_as_it_is() {
        let mut import = open();
        import.push(b"0,36028797018963900,512,w,0").unwrap();
        import
            .command(ImportCommand::Finish { page_bytes: 4096 })
            .unwrap();
        let ImportReply::Imported { trace } = last(&mut import) else {
            panic!("not imported");
        };
        // 512 / 4096 of the address.
        assert_eq!(trace.preview[0].lpn, 36_028_797_018_963_900 / 8);
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
        // Of six pages, 1 and 7 are one, and 3 and 9. Compacted, the six touched pages just have room.
        for (logical_pages, mapping, physical_pages, displaced, lacks, cleans) in [
            (6, Mapping::Wrap, 4, Some((6, 4, 0)), 0, true),
            (6, Mapping::Drop, 4, Some((6, 0, 2)), 0, false),
            (6, Mapping::Compact, 4, Some((6, 0, 0)), 0, true),
            (5, Mapping::Compact, 4, Some((6, 0, 0)), 1, true),
            (10, Mapping::Wrap, 5, None, 0, false),
            (10, Mapping::Compact, 5, None, 0, false),
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
            let found = fit.addresses.map(|a| (a.accesses, a.aliased, a.dropped));
            assert_eq!(found, displaced, "{mapping:?} on {logical_pages}");
            assert_eq!(
                (fit.lacks.to_bits(), fit.cleans),
                (f64::from(lacks).to_bits(), cleans),
                "{mapping:?} on {logical_pages}"
            );
        }
        assert_eq!(import.trace().unwrap().len(), 3);
    }

    #[test]
    fn a_fit_has_the_statistics_of_its_page_size_however_often_that_changes() {
        let mut import = open();
        import.push(b"0,0,3584,w,0\n0,9,512,r,1\n").unwrap();
        import
            .command(ImportCommand::Finish { page_bytes: 512 })
            .unwrap();
        last(&mut import);
        for (page_bytes, pages_needed) in [(512, 10), (4096, 2), (4096, 2), (512, 10), (1024, 5)] {
            let fit = ImportCommand::Fit {
                page_bytes,
                logical_pages: 8,
                mapping: Mapping::Wrap,
                physical_pages: 9,
            };
            import.command(fit).unwrap();
            let ImportReply::Fit { fit } = last(&mut import) else {
                panic!("not fitted");
            };
            let statistics = &fit.statistics;
            assert_eq!(
                (statistics.page_bytes, statistics.pages_needed.to_bits()),
                (page_bytes, f64::from(pages_needed).to_bits())
            );
        }
    }

    #[test]
    fn locality_is_found_while_fits_are_asked_for() {
        let mut import = open();
        import.push(b"w7 w5 r9 w7 r1 w5 w5").unwrap();
        import
            .command(ImportCommand::Finish { page_bytes: 4096 })
            .unwrap();
        last(&mut import);
        let locality = ImportCommand::Locality { page_bytes: 4096 };
        import.command(locality.clone()).unwrap();
        let fit = ImportCommand::Fit {
            page_bytes: 4096,
            logical_pages: 4,
            mapping: Mapping::Wrap,
            physical_pages: 8,
        };
        import.command(fit).unwrap();
        assert!(matches!(last(&mut import), ImportReply::Fit { .. }));
        let ImportReply::Locality { locality: found } = last(&mut import) else {
            panic!("not found");
        };
        assert_eq!(
            (found.stack.first, &found.stack.bins[..]),
            (4, &[1, 0, 2][..])
        );
        import.command(locality).unwrap();
        assert_eq!(import.command(ImportCommand::Cancel), Ok(ImportReply::Done));
        assert!(import.slice().is_err(), "it was cancelled");
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
        assert!(import.trace().is_none());
    }
}
