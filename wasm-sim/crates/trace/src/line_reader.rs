//! The lines of a file, one by one, in a known format.

use crate::fields::FieldError;
use crate::format::FieldSpec;
use crate::format::Format;
use crate::layout::Layout;
use crate::options::{Options, Units};
use crate::record::Record;

/// What a line was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Requests.
    Requests,
    /// No request, but in the format: an action that is not kept, a file that is opened, a summary.
    Passed,
    /// The names of the fields, or the version of the format.
    Header,
    /// A request, which shows that those of all lines before it do not count.
    Restart,
}

/// Reads lines of which each depends on those before it, or on options.
pub(crate) trait Lines {
    /// Adds the requests of a line with content to `out`. After an error what it added does not count.
    fn read(&mut self, line: &[u8], out: &mut Vec<Record>) -> Result<Line, FieldError>;
}

/// How the lines of a format are read.
#[derive(Clone, Copy)]
pub(crate) enum Grammar {
    /// Each is a row of the same fields.
    Rows(Layout<&'static [FieldSpec]>),
    /// Otherwise.
    Lines(fn(&Options) -> Box<dyn Lines>),
}

/// Reads the lines of one file.
pub(crate) struct LineReader {
    lines: Box<dyn Lines>,
}

impl LineReader {
    pub fn new(format: Format, options: &Options) -> Self {
        let lines = match format.spec().grammar {
            Grammar::Rows(row) => Box::new(Rows {
                row,
                units: options.units(),
                begun: false,
            }),
            Grammar::Lines(new) => new(options),
        };
        Self { lines }
    }

    /// Reads the next line with content. `out` holds its requests, unless there is an error.
    #[inline]
    pub fn read(&mut self, line: &[u8], out: &mut Vec<Record>) -> Result<Line, FieldError> {
        out.clear();
        self.lines.read(line, out)
    }
}

/// A file of rows, with or without a header.
struct Rows {
    row: Layout<&'static [FieldSpec]>,
    units: Units,
    /// A line has come: no header any more.
    begun: bool,
}

impl Lines for Rows {
    fn read(&mut self, line: &[u8], out: &mut Vec<Record>) -> Result<Line, FieldError> {
        if !self.begun {
            self.begun = true;
            if self.row.is_header(line) {
                return Ok(Line::Header);
            }
        }
        let record = self.row.read(line, self.units)?;
        out.extend(record);
        Ok(if record.is_some() {
            Line::Requests
        } else {
            Line::Passed
        })
    }
}
