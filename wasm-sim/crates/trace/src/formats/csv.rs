//! `csv`: any table with a header that names time, operation, address and size, and their units.
//!
//! ```text
//! time_us,op,offset_bytes,size_bytes
//! 26.2,write,155426304,3584
//! ```
//!
//! 1. Commas, semicolons, tabs or blanks separate the fields, whichever the header has, in this order; or what the
//!    person names (`delimiter`).
//! 2. A column's role comes from the person (`columns`, by number) or from the words in its name (`names.rs`). Time and
//!    device may be absent. If two columns could have a role, the import stops and asks.
//! 3. The unit of a column comes from the person (`time_unit`, `address_unit`, `size_unit`) or from its name. If
//!    neither says it, the import stops and asks: a guess would be off by 512 or by 1000, and no one would see it. An
//!    LPN makes pages of the size too. Beside `rwbs` a time with 6 or 9 decimals is in seconds, as the kernel writes it.
//! 4. If the person has given the columns, the first line may be a request already: it is one if it has a number for an
//!    address, unless the person says (`header`).
//! 5. Operations are words, or the opcodes of SCSI in hex. A 0 or 1 is a read in some traces and a write in others:
//!    `zero_op` says which, or the import stops and asks. Any other word is for the person to explain (`op_words`).
//!    Columns called `rwbs`, and `T` of biosnoop, hold the kernel's letters (`blkparse.rs`).
//! 6. Where a file has several rows for each request, `rows` says which of them count.

mod head;
mod names;
mod row;

use crate::error::ImportError;
use crate::format::{Description, FieldSpec, Format, Spec, field};
use crate::formats::way::number_in;
use crate::note::Note;
use crate::options::{Delimiter, Options};
use crate::record::{Op, Record};
use crate::text::fields::{Field, FieldError, Fields, Separator};
use crate::text::layout::Holds;
use crate::text::line_error::{LineErrorKind, Part};
use crate::text::line_reader::{Grammar, Line, Lines, Plain, Why};
use crate::text::linux::Rwbs;

use head::Head;
use row::Row;

const FIELDS: [FieldSpec; 5] = [
    field(
        "time",
        "when, in the unit that its name says; may be absent",
        Holds::Unused,
    ),
    field("op", "R, W, read, write, trim or discard", Holds::Unused),
    field(
        "address",
        "lba, lpn, offset: where, in the unit that its name says",
        Holds::Unused,
    ),
    field(
        "size",
        "how much, in the unit that its name says",
        Holds::Unused,
    ),
    field(
        "device",
        "device number or name; may be absent",
        Holds::Unused,
    ),
];

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Csv,
        title: "table with a header",
        sample: "time_us,op,offset_bytes,size_bytes\n26.2,write,155426304,3584",
        fields: &FIELDS,
    },
    grammar: Grammar::Lines(new),
};

struct Csv {
    options: Options,
    /// None before the first line, and for ever if that was no header.
    row: Option<Row>,
    begun: bool,
    /// The column of times whose unit the first row has to show.
    kernel_time: Option<(usize, String)>,
    is_kernel_time: bool,
    /// A column that may be the time of requests that have none.
    other_time: Option<(u32, String)>,
    zones: u32,
    zeros_written: u32,
    flushes: u32,
    forced: u32,
    lost: u64,
}

fn new(options: &Options) -> Box<dyn Lines> {
    Box::new(Csv {
        options: options.clone(),
        row: None,
        begun: false,
        kernel_time: None,
        is_kernel_time: false,
        other_time: None,
        zones: 0,
        zeros_written: 0,
        flushes: 0,
        forced: 0,
        lost: 0,
    })
}

impl Lines for Csv {
    fn read(&mut self, line: &[u8], out: &mut Vec<Record>) -> Result<Line, FieldError> {
        if !self.begun {
            self.begun = true;
            let head = Head::new(line, &self.options)?;
            self.row = Some(head.row(&self.options)?);
            self.kernel_time = head.kernel_time();
            self.other_time = head.other_time();
            head.question()?;
            if head.is_header {
                return Ok(Line::Header);
            }
        }
        if line.starts_with(LOST) {
            self.lost += number_in(line);
            return Ok(Line::Passed(Why::Summary));
        }
        let Some(row) = &mut self.row else {
            return Err(FieldError {
                at: 0,
                field: "header",
                kind: LineErrorKind::ColumnUnknown { what: Part::Op },
            });
        };
        let read = match row.read(line, self.options.units()) {
            // Of a file that was put behind another.
            Err(_) if row.is_header(line) => return Ok(Line::Header),
            read => read.map_err(|error| zero_or_one(error, self.options.zero_op))?,
        };
        if let Some((column, name)) = &self.kernel_time
            && !self.is_kernel_time
        {
            let time = row.field(line, "time", *column)?;
            if !matches!(time.decimals(), 6 | 9) {
                return Err(time.error(LineErrorKind::UnitUnknown {
                    what: Part::Time,
                    found: name.clone(),
                }));
            }
            self.is_kernel_time = true;
        }
        if let Some((letters, cache)) = row.letters(line)
            && read != Err(Why::Rows)
        {
            self.zones += u32::from(letters == Rwbs::Zone);
            self.zeros_written += u32::from(letters == Rwbs::WriteZeroes);
            self.flushes += u32::from(cache.flush);
            self.forced += u32::from(cache.forced);
        }
        Ok(match read {
            Ok(record) => {
                out.push(record);
                Line::Requests
            }
            Err(why) => Line::Passed(why),
        })
    }

    fn plain(&mut self, text: &[u8], into: &mut Plain<'_>) -> Result<usize, ImportError> {
        let mut at = 0;
        if self.kernel_time.is_some() && !self.is_kernel_time {
            return Ok(0);
        }
        if let Some(row) = &mut self.row {
            while let Some((record, bytes)) = row.quick(&text[at..], self.options.units()) {
                into.line(record)?;
                at += bytes;
            }
        }
        Ok(at)
    }

    fn notes(&self, out: &mut Vec<Note>) {
        if self.lost > 0 {
            let events = self.lost as f64;
            out.push(Note::Lost { events });
        }
        if self.is_kernel_time {
            out.push(Note::KernelSeconds);
        }
        if let Some((column, name)) = self.other_time.clone() {
            out.push(Note::OtherTime { column, name });
        }
        out.extend(Note::flushes(self.flushes, self.forced));
        if self.zones > 0 {
            let commands = self.zones;
            out.push(Note::ZoneManagement { commands });
        }
        if self.zeros_written > 0 {
            out.push(Note::WriteZeroes {
                commands: self.zeros_written,
                counted: self.options.write_zeroes,
            });
        }
    }

    fn device_called(&self, name: &str) -> Option<u32> {
        match self.row.as_ref().and_then(Row::devices) {
            Some(devices) => devices.called(name),
            None => None,
        }
    }

    fn name_of(&self, device: u32) -> String {
        let devices = self.row.as_ref().and_then(Row::devices);
        devices
            .and_then(|devices| devices.name(device))
            .unwrap_or_else(|| device.to_string())
    }
}

/// How a line of biosnoop begins that says how many events it lost.
const LOST: &[u8] = b"Possibly lost ";

/// Step 5: an unknown operation that is 0 or 1 is a question.
fn zero_or_one(error: FieldError, zero_op: Option<Op>) -> FieldError {
    let kind = match error.kind {
        LineErrorKind::UnknownOp { found, .. }
            if zero_op.is_none() && matches!(&*found, "0" | "1") =>
        {
            LineErrorKind::ZeroOpUnknown { found }
        }
        kind => kind,
    };
    FieldError { kind, ..error }
}

/// How many fields of a line are named like parts of a request, and 1 more if all are words and a separator cuts them; 0 where
/// a field is a number.
pub(crate) fn names_in(line: &[u8]) -> isize {
    let separator = separator(line);
    let mut fields = Fields::new(line, separator);
    let all: Vec<_> = std::iter::from_fn(|| fields.next("header")).collect();
    let is_word = |field: &Field<'_>| field.text.first().is_some_and(u8::is_ascii_alphabetic);
    if !all.iter().all(is_word) {
        return 0;
    }
    let known = all.iter().filter(|field| names::part(field.text).is_some());
    known.count().cast_signed() + isize::from(separator != Separator::Blank && all.len() > 2)
}

/// Step 1.
fn separator(line: &[u8]) -> Separator {
    [b',', b';', b'\t']
        .into_iter()
        .find(|byte| line.contains(byte))
        .map_or(Separator::Blank, Separator::Byte)
}

fn named(delimiter: Delimiter) -> Separator {
    match delimiter {
        Delimiter::Comma => Separator::Byte(b','),
        Delimiter::Semicolon => Separator::Byte(b';'),
        Delimiter::Tab => Separator::Byte(b'\t'),
        Delimiter::Bar => Separator::Byte(b'|'),
        Delimiter::Blanks => Separator::Blank,
    }
}

#[cfg(test)]
mod tests;
