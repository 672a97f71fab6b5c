//! Text in chunks becomes requests: steps 2 to 4 of an import.

pub(crate) mod excerpt;
pub(crate) mod fields;
pub(crate) mod guess;
pub(crate) mod gzip;
pub(crate) mod layout;
pub(crate) mod line_error;
pub(crate) mod line_reader;
pub(crate) mod lines;
pub(crate) mod nearness;
pub(crate) mod preview;
pub(crate) mod recognise;

use std::mem;

use crate::columnar::Store;
use crate::columnar::builder::Builder;
use crate::columnar::finisher::Finisher;
use crate::error::ImportError;
use crate::format::Format;
use crate::importer::Progress;
use crate::options::{OnError, Options};
use crate::record::Record;
use crate::summary::Summary;
use crate::text::excerpt::preview;
use crate::text::fields::FieldError;
use crate::text::guess::Guess;
use crate::text::line_error::{LineError, LineErrorKind};
use crate::text::line_reader::{Line, LineReader, Plain};
use crate::text::lines::{Lines, MAX_LINE, TakeLines, content};
use crate::text::recognise::{SAMPLE, checked_start, guess};

const KEPT_BAD_LINES: usize = 100;
const KEPT_FIRST_LINES: usize = 10;
const FIRST_LINE_CHARS: usize = 200;

/// The text of a file.
pub(crate) enum Text {
    /// Collecting what recognition looks at: so far, and when to look.
    Sample {
        options: Box<Options>,
        /// Where the requests will go.
        store: Box<dyn Store>,
        bytes: Vec<u8>,
        target: usize,
    },
    Body(Box<Body>),
}

/// A text whose format is known.
pub(crate) struct Body {
    guess: Option<Guess>,
    lines: Lines,
    requests: Requests,
}

/// How lines are read, and what they have given so far.
struct Requests {
    format: Format,
    options: Options,
    reader: LineReader,
    /// The requests of one line; its memory is used again.
    records: Vec<Record>,
    builder: Builder,
    blank_lines: u32,
    passed_lines: u32,
    skipped_lines: u32,
    bad_lines: Vec<LineError>,
    first_lines: Vec<String>,
}

impl Text {
    pub fn new(options: Options, store: Box<dyn Store>) -> Self {
        Self::Sample {
            options: Box::new(options),
            store,
            bytes: Vec::new(),
            target: SAMPLE,
        }
    }

    /// Ends the text; `gzip` says how it came.
    pub fn finish(mut self, gzip: bool, page_bytes: u32) -> Result<Finisher, ImportError> {
        self.start(true)?;
        match self {
            Self::Body(body) => body.finish(gzip, page_bytes),
            Self::Sample { .. } => unreachable!("a whole text is recognised or refused"),
        }
    }

    /// How far reading is; the file's bytes are for the importer to say.
    pub fn progress(&self) -> Progress {
        match self {
            Self::Sample { options, .. } => Progress {
                bytes: 0.0,
                format: options.format,
                lines: 0,
                requests: 0,
                skipped_lines: 0,
            },
            Self::Body(body) => Progress {
                bytes: 0.0,
                format: Some(body.requests.format),
                lines: body.lines.count,
                requests: body.requests.builder.requests,
                skipped_lines: body.requests.skipped_lines,
            },
        }
    }

    pub fn push(&mut self, mut chunk: &[u8]) -> Result<(), ImportError> {
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
            store,
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
                Lines::default().push(text, &mut |_: u32, _: &[u8]| Ok(()))?;
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
            requests: Requests::new(format, options, mem::replace(store, Box::new(Vec::new()))),
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
        lines.push(chunk, requests)
    }

    fn finish(mut self: Box<Self>, gzip: bool, page_bytes: u32) -> Result<Finisher, ImportError> {
        let Self {
            lines, requests, ..
        } = &mut *self;
        lines.finish(requests)?;
        let lines = lines.count;
        let Self {
            guess, requests, ..
        } = *self;
        let Requests {
            format,
            builder,
            blank_lines,
            passed_lines,
            skipped_lines,
            bad_lines,
            first_lines,
            ..
        } = requests;
        let Builder {
            left_out, outside, ..
        } = builder;
        if builder.requests == 0 && left_out == 0 && outside > 0 {
            return Err(ImportError::OutsideWindow { requests: outside });
        }
        if builder.requests == 0 && left_out == 0 {
            return Err(match bad_lines.into_iter().next() {
                Some(first) => ImportError::NothingRead {
                    skipped: skipped_lines,
                    first: Box::new(first),
                },
                None if passed_lines > 0 => ImportError::NoneKept {
                    format,
                    passed: passed_lines,
                },
                None => ImportError::Empty { lines },
            });
        }
        builder.finish(page_bytes, |facts| Summary {
            format: Some(format),
            guess: guess.map(|guess| Guess { gzip, ..guess }),
            lines,
            blank_lines,
            passed_lines,
            skipped_lines,
            bad_lines,
            left_out,
            outside,
            first_lines,
            ..facts
        })
    }
}

impl Requests {
    fn new(format: Format, options: &Options, store: Box<dyn Store>) -> Self {
        Self {
            format,
            options: options.clone(),
            reader: LineReader::new(format, options),
            records: Vec::new(),
            builder: Builder::new(options.merge_devices, options.window(), store),
            blank_lines: 0,
            passed_lines: 0,
            skipped_lines: 0,
            bad_lines: Vec::new(),
            first_lines: Vec::new(),
        }
    }

    /// The results of the lines so far do not count.
    fn restart(&mut self) {
        self.passed_lines += self.builder.requests + self.builder.left_out + self.builder.outside;
        self.builder.restart();
    }

    #[cold]
    fn bad(&mut self, number: u32, line: &[u8], error: FieldError) -> Result<(), ImportError> {
        self.skipped_lines += 1;
        if self.options.on_error == OnError::Skip
            && self.bad_lines.len() == KEPT_BAD_LINES
            && !error.kind.asks()
        {
            return Ok(());
        }
        let error = bad_line(self.format, number, line, error);
        if self.options.on_error == OnError::Stop || error.problem.asks() {
            return Err(ImportError::Line(Box::new(error)));
        }
        self.bad_lines.push(error);
        Ok(())
    }
}

/// The error of a line in this format. A line in another format has no other error than that.
fn bad_line(format: Format, number: u32, line: &[u8], mut error: FieldError) -> LineError {
    let mut records = Vec::new();
    let mut reads = |other: &Format| {
        let read = LineReader::new(*other, &Options::default()).read(line, &mut records);
        matches!(read, Ok(Line::Requests | Line::Restart))
    };
    if !error.kind.asks()
        && let Some(other) = Format::ALL
            .into_iter()
            .filter(|&other| other != format)
            .find(&mut reads)
    {
        error = FieldError {
            at: 0,
            field: "line",
            kind: LineErrorKind::OtherFormat { other },
        };
    }
    LineError::new(format, number, line, error)
}

impl TakeLines for Requests {
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
        match self.reader.read(line, &mut self.records) {
            Ok(Line::Requests) => {}
            Ok(Line::Header) => self.blank_lines += 1,
            Ok(Line::Passed(_)) => self.passed_lines += 1,
            Ok(Line::Restart) => self.restart(),
            Err(error) => return self.bad(number, line, error),
        }
        for record in &self.records {
            self.builder.push(*record, number)?;
        }
        Ok(())
    }

    /// Plain lines, once the first ones are kept.
    fn ahead(&mut self, before: u32, text: &[u8]) -> Result<(u32, usize), ImportError> {
        if self.first_lines.len() < KEPT_FIRST_LINES {
            return Ok((0, 0));
        }
        let mut into = Plain {
            builder: &mut self.builder,
            lines: before,
            passed: 0,
        };
        let bytes = self.reader.plain(text, &mut into)?;
        self.passed_lines += into.passed;
        Ok((into.lines - before, bytes))
    }
}
