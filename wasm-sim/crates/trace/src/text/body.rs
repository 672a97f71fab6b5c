//! The lines of a text whose format is known become requests: steps 3 and 4 of an import.

use crate::columnar::Store;
use crate::columnar::builder::{Builder, Merge};
use crate::columnar::finisher::Finisher;
use crate::error::ImportError;
use crate::format::Format;
use crate::importer::Progress;
use crate::note::Note;
use crate::options::{MergeDevices, OnError, Options, Wanted};
use crate::record::Record;
use crate::summary::Summary;
use crate::text::excerpt::preview;
use crate::text::fields::FieldError;
use crate::text::guess::Guess;
use crate::text::line_error::{LineError, LineErrorKind};
use crate::text::line_reader::{Line, LineReader, Plain};
use crate::text::lines::{Lines, TakeLines, content};

const KEPT_BAD_LINES: usize = 100;
const KEPT_FIRST_LINES: usize = 10;
const FIRST_LINE_CHARS: usize = 200;

/// A text whose format is known.
pub(crate) struct Body {
    guess: Option<Guess>,
    pub lines: Lines,
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
    /// The device that is wanted has a name which has not come yet.
    unmet: bool,
    blank_lines: u32,
    passed_lines: u32,
    skipped_lines: u32,
    bad_lines: Vec<LineError>,
    first_lines: Vec<String>,
}

impl Body {
    pub fn new(
        guess: Option<Guess>,
        format: Format,
        options: &Options,
        store: Box<dyn Store>,
    ) -> Self {
        Self {
            guess,
            lines: Lines::default(),
            requests: Requests::new(format, options, store),
        }
    }

    /// How far reading is; the file's bytes are for the importer to say.
    pub fn progress(&self) -> Progress {
        Progress {
            bytes: 0.0,
            format: Some(self.requests.format),
            lines: self.lines.count,
            requests: self.requests.builder.requests + self.requests.builder.waiting(),
            skipped_lines: self.requests.skipped_lines,
        }
    }

    /// Whether any line was one of the format.
    pub fn is_good(&self) -> bool {
        self.requests.builder.came() + self.requests.passed_lines > 0
    }

    pub fn push(&mut self, chunk: &[u8]) -> Result<(), ImportError> {
        let Self {
            lines, requests, ..
        } = self;
        lines.push(chunk, requests)
    }

    /// Ends the text. `notes` are those of the text itself; `gzip` says how it came.
    pub fn finish(
        mut self: Box<Self>,
        gzip: bool,
        mut notes: Vec<Note>,
        page_bytes: u32,
    ) -> Result<Finisher, ImportError> {
        let Self {
            lines, requests, ..
        } = &mut *self;
        lines.finish(requests)?;
        requests.builder.end()?;
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
            reader,
            options,
            ..
        } = requests;
        let Builder {
            left_out, outside, ..
        } = builder;
        if builder.requests == 0 && left_out == 0 && outside > 0 {
            return Err(ImportError::OutsideWindow { requests: outside });
        }
        if let Some(present) = builder.absent(&|device| reader.name_of(device)) {
            let device = match &options.merge_devices {
                MergeDevices::Only(Wanted::Name(name)) => name.clone(),
                MergeDevices::Only(Wanted::Number(number)) => number.to_string(),
                MergeDevices::SideBySide | MergeDevices::Ignore => String::new(),
            };
            return Err(ImportError::DeviceAbsent { device, present });
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
                    action: reader.other_action(),
                },
                None => ImportError::Empty { lines },
            });
        }
        reader.notes(&mut notes);
        let called = |device| reader.name_of(device);
        builder.finish(page_bytes, &called, |facts| Summary {
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
            notes,
            ..facts
        })
    }
}

impl Requests {
    fn new(format: Format, options: &Options, store: Box<dyn Store>) -> Self {
        let reader = LineReader::new(format, options);
        let merge = match (reader.only(options), &options.merge_devices) {
            (Some(device), _) => Merge::Only(device),
            (None, MergeDevices::Ignore) => Merge::Ignore,
            (None, _) => Merge::SideBySide,
        };
        let mut builder = Builder::new(merge, options.window(), store);
        if reader.may_be_put_back() {
            builder.wait();
        }
        Self {
            format,
            options: options.clone(),
            reader,
            records: Vec::new(),
            builder,
            unmet: merge == Merge::Only(None),
            blank_lines: 0,
            passed_lines: 0,
            skipped_lines: 0,
            bad_lines: Vec::new(),
            first_lines: Vec::new(),
        }
    }

    /// The results of the lines so far do not count.
    fn restart(&mut self) {
        self.passed_lines += self.builder.came();
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
pub(crate) fn bad_line(
    format: Format,
    number: u32,
    line: &[u8],
    mut error: FieldError,
) -> LineError {
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
            self.reader.comment(line);
            self.blank_lines += 1;
            return Ok(());
        };
        match self.reader.read(line, &mut self.records) {
            Ok(Line::Requests) => {}
            Ok(Line::Header) => self.blank_lines += 1,
            Ok(Line::Passed(_)) => self.passed_lines += 1,
            Ok(Line::Restart) => self.restart(),
            Ok(Line::Requeued) => {
                self.passed_lines += 1;
                for back in self.records.drain(..) {
                    if let Some(much) = self.builder.put_back(&back) {
                        self.reader.put_back(&back, much);
                    }
                }
            }
            Err(error) => return self.bad(number, line, error),
        }
        if self.unmet
            && let Some(Some(number)) = self.reader.only(&self.options)
        {
            self.builder.keep_only(number);
            self.unmet = false;
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
