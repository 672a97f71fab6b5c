//! A file's bytes, pushed in chunks of any size, become a [`Trace`].
//!
//! 1. The first two bytes tell gzip from text.
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
use crate::options::Options;
use crate::text::Text;
use crate::text::gzip::{Gunzip, MAGIC};
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
    /// Not known yet: the first byte, once there is one.
    Start(Option<u8>),
    Plain,
    Gzip(Box<Gunzip>),
}

impl Importer {
    /// An import into memory that has seen no byte yet.
    pub fn new(options: Options) -> Self {
        Self::into(options, Box::<Vec<u8>>::default())
    }

    /// An import into an empty file.
    pub fn into(options: Options, store: Box<dyn Store>) -> Self {
        Self {
            source: Source::Start(None),
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
            match &importer.source {
                Source::Start(Some(byte)) => importer.text.push(&[*byte])?,
                Source::Gzip(gunzip) => gunzip.finish()?,
                Source::Start(None) | Source::Plain => {}
            }
            Ok(())
        })?;
        let gzip = matches!(self.source, Source::Gzip(_));
        self.text.finish(gzip, page_bytes)
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
        if let Source::Start(held) = self.source {
            let head: Vec<u8> = held
                .into_iter()
                .chain(chunk.iter().copied().take(2))
                .collect();
            match head[..] {
                [] => return Ok(()),
                [byte] => {
                    self.source = Source::Start(Some(byte));
                    return Ok(());
                }
                _ if head.starts_with(&MAGIC) => {
                    self.source = Source::Gzip(Box::new(Gunzip::new()));
                }
                _ => self.source = Source::Plain,
            }
            if let Some(byte) = held {
                self.read(&[byte])?; // The source is known now, so this does not come here again.
            }
        }
        let text = &mut self.text;
        match &mut self.source {
            Source::Gzip(gunzip) => gunzip.push(chunk, &mut |piece| text.push(piece)),
            Source::Plain | Source::Start(_) => text.push(chunk),
        }
    }
}
