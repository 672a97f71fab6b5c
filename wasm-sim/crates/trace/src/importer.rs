//! A file's bytes, pushed in chunks of any size, become a [`Trace`].
//!
//! 1. The first bytes tell gzip and zip from text, then UTF-16 and what is no text (`text/opening.rs`).
//! 2. The first 64 KiB of text are kept until the format is recognised (more if they hold no complete line).
//! 3. Every line is parsed; its requests go to the columnar file, chunk by chunk (`sorter.rs`). Blank lines, comments and one header are passed over and counted.
//! 4. A bad line ends the import or is skipped and counted, as the options say.
//!
//! 5. The work after the last line is that of a [`Finisher`].
//!
//! The outcome, errors included, does not depend on where the chunks are cut; only the byte at which damaged gzip is
//! noticed may. Memory is bounded: the sorter's window, one line, the first bytes.

use serde::Serialize;

use crate::columnar::Store;
use crate::columnar::finisher::Finisher;
use crate::error::ImportError;
use crate::format::Format;
use crate::note::Note;
use crate::options::Options;
use crate::text::Text;
use crate::text::gzip::{Gunzip, MAGIC};
use crate::text::opening::zip::{self, Unzip};
use crate::trace::Trace;

/// How far an import is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Progress {
    /// Bytes pushed so far, as they lie in the file.
    pub bytes: f64,
    /// The format, once it is known.
    pub format: Option<Format>,
    /// Lines read.
    pub lines: u32,
    /// Requests read.
    pub requests: u32,
    /// Bad lines skipped.
    pub skipped_lines: u32,
}

/// Builds a trace from the bytes of a file.
///
/// ```
/// let mut importer = trace::Importer::new(trace::Options::default());
/// importer.push(b"0,303567,3584,w,0.0")?;
/// importer.push(b"26214\n0,8,512,R,0.1\n")?;
/// let trace = importer.finish()?;
/// assert_eq!(trace.len(), 2);
/// assert_eq!(trace.summary().format, Some(trace::Format::Spc));
/// # Ok::<(), trace::ImportError>(())
/// ```
pub struct Importer {
    source: Source,
    text: Text,
    bytes: u64,
    failed: Option<ImportError>,
}

/// How the file's bytes become text.
enum Source {
    /// Not known yet: the first bytes, as far as they have come.
    Start(Vec<u8>),
    Plain,
    Gzip(Box<Gunzip>),
    /// With the error of its member's text: that there are other members is said first.
    Zip(Box<Unzip>, Option<ImportError>),
}

impl Importer {
    /// An import into memory that has seen no byte yet.
    pub fn new(options: Options) -> Self {
        Self::into(options, Box::<Vec<u8>>::default())
    }

    /// An import into an empty file.
    pub fn into(options: Options, store: Box<dyn Store>) -> Self {
        Self {
            source: Source::Start(Vec::new()),
            text: Text::new(options, store),
            bytes: 0,
            failed: None,
        }
    }

    /// Takes the file's next bytes.
    ///
    /// # Errors
    /// Any [`ImportError`] but those about the whole file. After an error every call gives the same error.
    pub fn push(&mut self, chunk: &[u8]) -> Result<Progress, ImportError> {
        self.guarded(|importer| {
            importer.bytes += chunk.len() as u64;
            importer.read(chunk)
        })?;
        Ok(self.progress())
    }

    /// Ends the input. Statistics will be for pages of `page_bytes`.
    ///
    /// # Errors
    /// Any [`ImportError`]; one that [`Importer::push`] gave is given again.
    ///
    /// # Panics
    /// If `page_bytes` is 0.
    pub fn end(mut self, page_bytes: u32) -> Result<Finisher, ImportError> {
        self.guarded(|importer| {
            let text = &mut importer.text;
            match &mut importer.source {
                Source::Start(head) if head.starts_with(&MAGIC) => {
                    return Err(ImportError::GzipTruncated {
                        byte: head.len() as f64,
                    });
                }
                Source::Start(head) => text.push(head)?,
                Source::Gzip(gunzip) => gunzip.finish()?,
                Source::Zip(unzip, error) => {
                    let name = unzip.finish()?.to_owned();
                    error.take().map_or(Ok(()), |error| Err(error.in_zip()))?;
                    text.note(Note::Member { name });
                }
                Source::Plain => {}
            }
            Ok(())
        })?;
        let gzip = matches!(self.source, Source::Gzip(_));
        let in_zip = matches!(self.source, Source::Zip(..));
        let finished = self.text.finish(gzip, page_bytes);
        finished.map_err(|error| if in_zip { error.in_zip() } else { error })
    }

    /// Ends the input, does what is left at once and gives the trace.
    ///
    /// # Errors
    /// As [`Importer::end`].
    pub fn finish(self) -> Result<Trace, ImportError> {
        let (trace, _) = self.end(4096)?.finish()?;
        Ok(trace)
    }

    /// How far the import is.
    pub fn progress(&self) -> Progress {
        Progress {
            bytes: self.bytes as f64,
            ..self.text.progress()
        }
    }

    fn guarded(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<(), ImportError>,
    ) -> Result<(), ImportError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        work(self).inspect_err(|error| self.failed = Some(error.clone()))
    }

    fn read(&mut self, chunk: &[u8]) -> Result<(), ImportError> {
        if let Source::Start(head) = &mut self.source {
            let (now, later) = chunk.split_at(chunk.len().min(zip::MAGIC.len() - head.len()));
            head.extend_from_slice(now);
            if head.len() < zip::MAGIC.len() {
                return Ok(());
            }
            let head = std::mem::take(head);
            self.source = if head.starts_with(&MAGIC) {
                Source::Gzip(Box::new(Gunzip::new()))
            } else if head.starts_with(&zip::MAGIC) {
                Source::Zip(Box::new(Unzip::new()), None)
            } else {
                Source::Plain
            };
            self.read(&head)?; // The source is known now, so this does not come here again.
            return self.read(later);
        }
        let text = &mut self.text;
        match &mut self.source {
            Source::Gzip(gunzip) => gunzip.push(chunk, &mut |piece| text.push(piece)),
            Source::Zip(unzip, error) => unzip.push(chunk, &mut |piece| {
                if error.is_none() {
                    *error = text.push(piece).err();
                }
                Ok(())
            }),
            Source::Plain | Source::Start(_) => text.push(chunk),
        }
    }
}
