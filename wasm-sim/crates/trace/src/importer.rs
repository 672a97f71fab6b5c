//! A file's bytes, pushed in chunks of any size, become a [`Trace`].
//!
//! 1. The first two bytes tell gzip from text.
//! 2. The first 64 KiB of text are kept until the format is recognised (more if they hold no complete line).
//! 3. Every line is parsed into the columns; blank lines, comments and one header are passed over and counted.
//! 4. A bad line ends the import or is skipped and counted, as the options say.
//!
//! The outcome, errors included, does not depend on where the chunks are cut. Memory is bounded by the columns, one line
//! and the first bytes.

use serde::Serialize;

use crate::builder::Builder;
use crate::error::{ImportError, LineError, LineErrorKind};
use crate::excerpt::preview;
use crate::fields::FieldError;
use crate::format::Format;
use crate::gzip::{Gunzip, MAGIC};
use crate::lines::{Lines, MAX_LINE, content};
use crate::options::{OnError, Options, Units};
use crate::recognise::{Guess, SAMPLE, checked_start, guess};
use crate::trace::{Summary, Trace};

const KEPT_BAD_LINES: usize = 100;
const KEPT_FIRST_LINES: usize = 10;
const FIRST_LINE_CHARS: usize = 200;

/// How far an import is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Progress {
    /// Bytes pushed so far, as they lie in the file.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
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

enum Text {
    /// Collecting what recognition looks at: so far, and when to look.
    Sample {
        options: Options,
        bytes: Vec<u8>,
        target: usize,
    },
    Body(Box<Body>),
}

/// A text whose format is known.
struct Body {
    guess: Option<Guess>,
    lines: Lines,
    requests: Requests,
}

/// How lines are read, and what they have given so far.
struct Requests {
    format: Format,
    units: Units,
    on_error: OnError,
    builder: Builder,
    blank_lines: u32,
    skipped_lines: u32,
    bad_lines: Vec<LineError>,
    first_lines: Vec<String>,
    /// A line with content has come: no header any more.
    begun: bool,
}

impl Importer {
    /// An import that has seen no byte yet.
    pub fn new(options: Options) -> Self {
        let text = Text::Sample {
            options,
            bytes: Vec::new(),
            target: SAMPLE,
        };
        Self {
            source: Source::Start(None),
            text,
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

    /// Ends the input and gives the trace.
    ///
    /// # Errors
    /// Any [`ImportError`]; one that [`Importer::push`] gave is given again.
    pub fn finish(mut self) -> Result<Trace, ImportError> {
        self.guarded(|importer| {
            match &importer.source {
                Source::Start(Some(byte)) => importer.text.push(&[*byte])?,
                Source::Gzip(gunzip) => gunzip.finish()?,
                Source::Start(None) | Source::Plain => {}
            }
            importer.text.start(true).map(drop)
        })?;
        let gzip = matches!(self.source, Source::Gzip(_));
        match self.text {
            Text::Body(body) => body.finish(gzip),
            Text::Sample { .. } => unreachable!("a whole text is recognised or refused"),
        }
    }

    /// How far the import is.
    pub fn progress(&self) -> Progress {
        let bytes = self.bytes as f64;
        match &self.text {
            Text::Sample { options, .. } => Progress {
                bytes,
                format: options.format,
                lines: 0,
                requests: 0,
                skipped_lines: 0,
            },
            Text::Body(body) => Progress {
                bytes,
                format: Some(body.requests.format),
                lines: body.lines.count,
                requests: body.requests.builder.columns.length.len() as u32,
                skipped_lines: body.requests.skipped_lines,
            },
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

impl Text {
    fn push(&mut self, mut chunk: &[u8]) -> Result<(), ImportError> {
        loop {
            match self {
                Self::Body(body) => return body.push(chunk),
                Self::Sample { bytes, target, .. } => {
                    let (now, later) = chunk.split_at(chunk.len().min(*target - bytes.len()));
                    bytes.extend_from_slice(now);
                    if bytes.len() < *target {
                        return Ok(());
                    }
                    chunk = later;
                    self.start(false)?;
                }
            }
        }
    }

    /// Recognises the format and reads what was kept. Asks for twice as much if that has no complete line.
    fn start(&mut self, whole: bool) -> Result<(), ImportError> {
        let Self::Sample {
            options,
            bytes,
            target,
        } = self
        else {
            return Ok(());
        };
        let start = checked_start(bytes)?;
        let text = &bytes[start..];
        let mut guessed = None;
        let format = if let Some(format) = options.format {
            format
        } else {
            // Beyond two lines of the greatest length, looking on would be looking for ever.
            let enough = whole || bytes.len() > 2 * MAX_LINE;
            if enough {
                Lines::default().push(text, &mut |_, _| Ok(()))?;
            }
            let Some(found) = guess(text, enough)? else {
                *target *= 2;
                return Ok(());
            };
            guessed.insert(found).format
        };
        let mut body = Box::new(Body {
            guess: guessed,
            lines: Lines::from(start as u64),
            requests: Requests::new(format, options),
        });
        body.push(text)?;
        *self = Self::Body(body);
        Ok(())
    }
}

impl Body {
    fn push(&mut self, chunk: &[u8]) -> Result<(), ImportError> {
        let Self {
            lines, requests, ..
        } = self;
        lines.push(chunk, &mut |number, line| requests.line(number, line))
    }

    fn finish(mut self: Box<Self>, gzip: bool) -> Result<Trace, ImportError> {
        let Self {
            lines, requests, ..
        } = &mut *self;
        lines.finish(&mut |number, line| requests.line(number, line))?;
        let lines = lines.count;
        let Requests {
            format,
            builder,
            blank_lines,
            skipped_lines,
            bad_lines,
            first_lines,
            ..
        } = self.requests;
        if builder.columns.length.is_empty() && builder.left_out == 0 {
            return Err(match bad_lines.into_iter().next() {
                Some(first) => ImportError::NothingRead {
                    skipped: skipped_lines,
                    first: Box::new(first),
                },
                None => ImportError::Empty { lines },
            });
        }
        let (left_out, out_of_order) = (builder.left_out, builder.out_of_order);
        let (columns, devices) = builder.finish()?;
        let summary = Summary {
            format: Some(format),
            guess: self.guess.map(|guess| Guess { gzip, ..guess }),
            lines,
            blank_lines,
            skipped_lines,
            bad_lines,
            left_out,
            out_of_order,
            first_lines,
            ..Summary::new(&columns, devices)
        };
        Ok(Trace::new(columns, summary))
    }
}

impl Requests {
    fn new(format: Format, options: &Options) -> Self {
        Self {
            format,
            units: options.units(),
            on_error: options.on_error,
            builder: Builder::new(options.merge_devices),
            blank_lines: 0,
            skipped_lines: 0,
            bad_lines: Vec::new(),
            first_lines: Vec::new(),
            begun: false,
        }
    }

    #[inline]
    fn line(&mut self, number: u32, line: &[u8]) -> Result<(), ImportError> {
        if self.first_lines.len() < KEPT_FIRST_LINES {
            self.first_lines.push(preview(
                line.strip_suffix(b"\r").unwrap_or(line),
                FIRST_LINE_CHARS,
            ));
        }
        let Some(line) = content(line) else {
            self.blank_lines += 1;
            return Ok(());
        };
        if !self.begun {
            self.begun = true;
            if self.format.is_header(line) {
                self.blank_lines += 1;
                return Ok(());
            }
        }
        let mut pushed = Ok(());
        let builder = &mut self.builder;
        let parsed = (self.format.spec().parse)(line, self.units, &mut |record| {
            if pushed.is_ok() {
                pushed = builder.push(record, number);
            }
        });
        match parsed {
            Ok(()) => pushed,
            Err(error) => self.bad(number, line, error),
        }
    }

    #[cold]
    fn bad(&mut self, number: u32, line: &[u8], mut error: FieldError) -> Result<(), ImportError> {
        self.skipped_lines += 1;
        if self.on_error == OnError::Skip && self.bad_lines.len() == KEPT_BAD_LINES {
            return Ok(());
        }
        let own_units = Options::default().units();
        let reads = |other: &Format| (other.spec().parse)(line, own_units, &mut |_| {}).is_ok();
        if let Some(other) = Format::ALL
            .into_iter()
            .filter(|&other| other != self.format)
            .find(reads)
        {
            error = FieldError {
                at: 0,
                field: "line",
                kind: LineErrorKind::OtherFormat { other },
            };
        }
        let error = LineError::new(self.format, number, line, error);
        match self.on_error {
            OnError::Stop => Err(ImportError::Line(Box::new(error))),
            OnError::Skip => {
                self.bad_lines.push(error);
                Ok(())
            }
        }
    }
}
