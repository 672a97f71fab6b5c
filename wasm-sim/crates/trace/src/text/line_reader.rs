//! The lines of a file, one by one, in a known format.

use serde::Serialize;

use crate::columnar::builder::Builder;
use crate::error::ImportError;
use crate::format::FieldSpec;
use crate::format::Format;
use crate::note::Note;
use crate::options::{Action, MergeDevices, Options, TimeUnit, Units, Wanted};
use crate::record::{PutBack, Record};
use crate::text::fields::FieldError;
use crate::text::layout::{Holds, Layout, Row, quick_row};
use crate::text::line_error::LineErrorKind;
use crate::text::linux::{called_by_linux, linux_device};
use crate::text::names::NAMED;

/// The meaning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Requests.
    Requests,
    /// No request, but in the format.
    Passed(Why),
    /// The names of the fields, or the version of the format.
    Header,
    /// A request, which shows that those of all lines before it do not count.
    Restart,
    /// No request: the latest one here, or its rest, was put back and comes again.
    Requeued,
}

/// Why a line of a format is no request of the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Another action of `blkparse` counts.
    Action,
    /// The rows of `csv` that count have other words.
    Rows,
    /// Its operation touches no data: a flush, a file that is opened.
    NoRequest,
    /// It is part of the summary at the end of `blkparse`.
    Summary,
    /// It is a request for another device than the one asked for.
    Device,
    /// It is a request outside the window asked for.
    Window,
    /// It is a part of the way of a request that was put back, and the request counts at another.
    Requeued,
}

/// Reads lines of which each depends on those before it, or on options.
pub(crate) trait Lines {
    /// Adds the requests of a line with content to `out`, or what was put back. After an error what it added does not count.
    fn read(&mut self, line: &[u8], out: &mut Vec<Record>) -> Result<Line, FieldError>;

    /// Reads lines from where a text begins, as long as they are plain: written as nearly all are, so that they can be read at
    /// once, with the result that [`Lines::read`] has for each. Returns the bytes of these lines, line feeds included.
    ///
    /// # Errors
    /// Those of [`Builder::push`].
    fn plain(&mut self, text: &[u8], into: &mut Plain<'_>) -> Result<usize, ImportError>;

    /// Looks at a comment.
    fn comment(&mut self, _: &[u8]) {}

    /// Whether requests may be put back.
    fn may_be_put_back(&self) -> bool {
        false
    }

    /// Takes note that what was put back was found: taken back, or the rest of a request that counts, which does not when it comes
    /// again.
    fn put_back(&mut self, _: &Record, _: PutBack) {}

    /// Adds what a person should know of the lines.
    fn notes(&self, _: &mut Vec<Note>) {}

    /// An event that the file has, where the one that counts is not there.
    fn other_action(&self) -> Option<Action> {
        None
    }

    /// The number of the device that a person calls so; None if it has not come yet, and comes by a name.
    fn device_called(&self, name: &str) -> Option<u32> {
        name.parse().ok()
    }

    /// The name of a device in the file.
    fn name_of(&self, device: u32) -> String {
        device.to_string()
    }
}

/// Where plain lines go.
pub(crate) struct Plain<'a> {
    pub builder: &'a mut Builder,
    /// Lines so far.
    pub lines: u32,
    /// Of these, passed ones.
    pub passed: u32,
}

impl Plain<'_> {
    /// Adds a line with one request.
    #[inline]
    pub fn line(&mut self, record: Record) -> Result<(), ImportError> {
        self.lines += 1;
        self.builder.push(record, self.lines)
    }
}

/// How the lines of a format are read.
#[derive(Clone, Copy)]
pub(crate) enum Grammar {
    /// Each is a row of the same fields.
    Rows {
        row: Layout<&'static [FieldSpec]>,
        plain: PlainRows,
        /// Reads them where a row alone does not say all.
        own: Option<NewLines>,
    },
    /// Otherwise.
    Lines(NewLines),
}

type NewLines = fn(&Options) -> Box<dyn Lines>;

/// Reads plain rows: as [`Lines::plain`].
type PlainRows = fn(&[u8], Units, &mut Plain<'_>) -> Result<usize, ImportError>;

/// Rows of a format.
pub(crate) const fn rows<R: Row>() -> Grammar {
    Grammar::Rows {
        row: R::LAYOUT,
        plain: |text, units, into| {
            let mut at = 0;
            while let Some((Some(record), bytes)) = quick_row::<R>(&text[at..], units, |_, _| true)
            {
                into.line(record)?;
                at += bytes;
            }
            Ok(at)
        },
        own: None,
    }
}

/// Reads the lines of one file.
pub(crate) struct LineReader {
    format: Format,
    lines: Box<dyn Lines>,
}

impl LineReader {
    pub fn new(format: Format, options: &Options) -> Self {
        let lines = match format.spec().grammar {
            Grammar::Lines(new) | Grammar::Rows { own: Some(new), .. } => new(options),
            Grammar::Rows { row, plain, .. } => Box::new(Rows::new(row, plain, options)),
        };
        Self { format, lines }
    }

    /// Reads the next line with content. `out` holds its requests or what was put back, unless there is an error.
    #[inline]
    pub fn read(&mut self, line: &[u8], out: &mut Vec<Record>) -> Result<Line, FieldError> {
        out.clear();
        self.lines.read(line, out)
    }

    /// See [`Lines::comment`].
    pub fn comment(&mut self, line: &[u8]) {
        self.lines.comment(line);
    }

    /// See [`Lines::may_be_put_back`].
    pub fn may_be_put_back(&self) -> bool {
        self.lines.may_be_put_back()
    }

    /// See [`Lines::put_back`].
    pub fn put_back(&mut self, back: &Record, much: PutBack) {
        self.lines.put_back(back, much);
    }

    /// See [`Lines::notes`].
    pub fn notes(&self, out: &mut Vec<Note>) {
        self.lines.notes(out);
    }

    /// See [`Lines::other_action`].
    pub fn other_action(&self) -> Option<Action> {
        self.lines.other_action()
    }

    /// The number of the device that alone is kept, or None if it comes by a name that has not come yet; None if all are kept.
    #[expect(
        clippy::option_option,
        reason = "the inner one is that of `device_called`"
    )]
    pub fn only(&self, options: &Options) -> Option<Option<u32>> {
        match &options.merge_devices {
            MergeDevices::Only(device) if self.format.has_devices() => Some(match device {
                // In a table a number so large is a name.
                Wanted::Number(number) if self.format == Format::Csv && *number >= NAMED => {
                    self.lines.device_called(&number.to_string())
                }
                Wanted::Number(number) => Some(*number),
                Wanted::Name(name) => self.lines.device_called(name),
            }),
            _ => None,
        }
    }

    /// See [`Lines::name_of`].
    pub fn name_of(&self, device: u32) -> String {
        self.lines.name_of(device)
    }

    /// Reads plain lines: see [`Lines::plain`].
    #[inline]
    pub fn plain(&mut self, text: &[u8], into: &mut Plain<'_>) -> Result<usize, ImportError> {
        self.lines.plain(text, into)
    }
}

/// A file of rows, with or without a header.
pub(crate) struct Rows {
    row: Layout<&'static [FieldSpec]>,
    plain: PlainRows,
    units: Units,
    /// A line has come: no header any more.
    begun: bool,
    /// Times in milliseconds are finer than a disk's: they may be seconds.
    fine: bool,
}

impl Lines for Rows {
    fn read(&mut self, line: &[u8], out: &mut Vec<Record>) -> Result<Line, FieldError> {
        let first = !std::mem::replace(&mut self.begun, true);
        if first && self.row.is_header(line) {
            return Ok(Line::Header);
        }
        let read = self.row.read(line, self.units);
        let record = read.map_err(|error| {
            if first {
                self.row.other_names(line, error)
            } else {
                error
            }
        })?;
        out.extend(record);
        if self.units.time.is_none()
            && let Some(time) = self.row.millis(line)
        {
            match time.decimals() {
                0..4 => {}
                4..9 => self.fine = true,
                _ => {
                    return Err(time.error(LineErrorKind::TimeTooFine {
                        found: time.found(),
                    }));
                }
            }
        }
        Ok(if record.is_some() {
            Line::Requests
        } else {
            Line::Passed(Why::NoRequest)
        })
    }

    fn plain(&mut self, text: &[u8], into: &mut Plain<'_>) -> Result<usize, ImportError> {
        if !self.begun {
            return Ok(0);
        }
        // Once one was fine, that others are is no news.
        let known = self.fine.then_some(TimeUnit::Milliseconds);
        let units = Units {
            time: self.units.time.or(known),
            ..self.units
        };
        (self.plain)(text, units, into)
    }

    fn notes(&self, out: &mut Vec<Note>) {
        if self.fine {
            out.push(Note::Milliseconds);
        }
    }

    fn device_called(&self, name: &str) -> Option<u32> {
        if self.has_linux_numbers() {
            linux_device(name)
        } else {
            name.parse().ok()
        }
    }

    fn name_of(&self, device: u32) -> String {
        if self.has_linux_numbers() {
            called_by_linux(device)
        } else {
            device.to_string()
        }
    }
}

impl Rows {
    pub fn new(row: Layout<&'static [FieldSpec]>, plain: PlainRows, options: &Options) -> Self {
        Self {
            row,
            plain,
            units: options.units(),
            begun: false,
            fine: false,
        }
    }

    fn has_linux_numbers(&self) -> bool {
        self.row
            .columns
            .iter()
            .any(|column| column.holds == Holds::Major)
    }
}
