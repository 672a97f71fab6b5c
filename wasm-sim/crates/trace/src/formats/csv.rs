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
//!    device may be absent.
//! 3. The unit of a column comes from the person (`time_unit`, `address_unit`, `size_unit`) or from its name. If
//!    neither says it, the import stops and asks: a guess would be off by 512 or by 1000, and no one would see it. An
//!    LPN makes pages of the size too.
//! 4. If the person has given the columns, the first line may be a request already: it is one if it has a number for an
//!    address, unless the person says (`header`).
//! 5. Operations are words, or the opcodes of SCSI in hex. A 0 or 1 is a read in some traces and a write in others:
//!    `zero_op` says which, or the import stops and asks. Any other word is for the person to explain (`op_words`).
//! 6. Where a file has several rows for each request, `rows` says which of them count.

mod names;
mod row;

use std::num::NonZeroU32;

use crate::error::ImportError;
use crate::format::{Description, FieldSpec, Format, Spec, field};
use crate::options::{AddressUnit, Delimiter, Options, TimeUnit};
use crate::record::{Op, Record};
use crate::text::fields::{Field, FieldError, Fields, Separator};
use crate::text::layout::{Holds, Layout, Ops};
use crate::text::line_error::{LineErrorKind, Part};
use crate::text::line_reader::{Grammar, Line, Lines, Plain};

use row::{Explained, Row};

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
    field("device", "device number; may be absent", Holds::Unused),
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

macro_rules! words {
    ($($more:expr),*) => {
        &[
            ("R", Some(Op::Read)), ("W", Some(Op::Write)), ("read", Some(Op::Read)), ("write", Some(Op::Write)),
            ("T", Some(Op::Trim)), ("D", Some(Op::Trim)), ("trim", Some(Op::Trim)), ("discard", Some(Op::Trim)),
            ("RS", Some(Op::Read)), ("WS", Some(Op::Write)),
            // SCSI (SBC-4): READ and WRITE with 6, 10, 12 and 16 bytes, and UNMAP. `42` may be decimal 0x2a: it is asked for.
            ("28", Some(Op::Read)), ("2a", Some(Op::Write)), ("0x28", Some(Op::Read)), ("0x2a", Some(Op::Write)),
            ("88", Some(Op::Read)), ("8a", Some(Op::Write)), ("0x88", Some(Op::Read)), ("0x8a", Some(Op::Write)),
            ("a8", Some(Op::Read)), ("aa", Some(Op::Write)), ("0xa8", Some(Op::Read)), ("0xaa", Some(Op::Write)),
            ("08", Some(Op::Read)), ("0a", Some(Op::Write)), ("0x08", Some(Op::Read)), ("0x0a", Some(Op::Write)),
            ("0x42", Some(Op::Trim)), $($more),*
        ]
    };
}

const EXPECTED: &str = "R, W, read, write, trim or discard, or explain the word: op_words (on the command line \
                        --op-word WORD=read)";
static NAMED: Ops = Ops {
    words: words!(),
    expected: EXPECTED,
};
static ZERO_READS: Ops = Ops {
    words: words!(("0", Some(Op::Read)), ("1", Some(Op::Write))),
    expected: EXPECTED,
};
static ZERO_WRITES: Ops = Ops {
    words: words!(("0", Some(Op::Write)), ("1", Some(Op::Read))),
    expected: EXPECTED,
};

struct Csv {
    options: Options,
    /// None before the first line, and for ever if that was no header.
    row: Option<Row>,
    begun: bool,
}

fn new(options: &Options) -> Box<dyn Lines> {
    Box::new(Csv {
        options: options.clone(),
        row: None,
        begun: false,
    })
}

impl Lines for Csv {
    fn read(&mut self, line: &[u8], out: &mut Vec<Record>) -> Result<Line, FieldError> {
        if !self.begun {
            self.begun = true;
            let head = Head::new(line, &self.options)?;
            self.row = Some(head.row(&self.options)?);
            if self
                .options
                .header
                .unwrap_or_else(|| head.looks_like_names())
            {
                return head.question().map(|()| Line::Header);
            }
            head.question()?;
        }
        let Some(row) = &self.row else {
            return Err(FieldError {
                at: 0,
                field: "header",
                kind: LineErrorKind::ColumnUnknown { what: Part::Op },
            });
        };
        let read = row
            .read(line, self.options.units())
            .map_err(|error| zero_or_one(error, self.options.zero_op))?;
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
        if let Some(row) = &self.row {
            while let Some((record, bytes)) = row.quick(&text[at..], self.options.units()) {
                into.line(record)?;
                at += bytes;
            }
        }
        Ok(at)
    }
}

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

/// The first line, with the columns that have a role.
struct Head<'a> {
    separator: Separator,
    columns: u32,
    time: Option<(Place<'a>, Option<TimeUnit>)>,
    op: Place<'a>,
    address: (Place<'a>, Option<AddressUnit>),
    size: (Place<'a>, Option<AddressUnit>),
    device: Option<Place<'a>>,
}

/// A column's number, from 0, and what the first line has there.
#[derive(Clone, Copy)]
struct Place<'a> {
    index: u32,
    field: Field<'a>,
}

impl<'a> Head<'a> {
    /// Steps 1 to 3, or the reason why they fail.
    fn new(line: &'a [u8], options: &Options) -> Result<Self, FieldError> {
        let separator = options.delimiter.map_or_else(|| separator(line), named);
        let all = || {
            let mut fields = Fields::new(line, separator);
            std::iter::from_fn(move || fields.next("header"))
                .zip(0..)
                .map(|(field, index)| Place { index, field })
        };
        let columns = all().count() as u32;
        let error = |at, kind| FieldError {
            at,
            field: "header",
            kind,
        };
        let place = |what: Part, given: Option<NonZeroU32>| match given {
            None => {
                let mut named = all().filter(|place| names::part(place.field.text) == Some(what));
                let first = named.next();
                // Of two columns of one name either may be meant; which one, the person says by its number.
                let again = named.find(|other| {
                    first.is_some_and(|first| {
                        other.field.text.eq_ignore_ascii_case(first.field.text)
                    })
                });
                match again {
                    None => Ok(first),
                    Some(Place { field, .. }) => Err(error(
                        field.at,
                        LineErrorKind::NameTwice {
                            what,
                            found: field.found(),
                        },
                    )),
                }
            }
            Some(number) => match all().find(|place| place.index + 1 == number.get()) {
                Some(place) => Ok(Some(place)),
                None => Err(error(
                    line.len(),
                    LineErrorKind::ColumnAbsent {
                        what,
                        number: number.get(),
                        columns,
                    },
                )),
            },
        };
        let must = |what: Part, given| {
            place(what, given)?.ok_or_else(|| error(0, LineErrorKind::ColumnUnknown { what }))
        };
        let given = options.columns;
        let op = must(Part::Op, given.op)?;
        let address = must(Part::Address, given.address)?;
        let size = must(Part::Size, given.size)?;
        let time = place(Part::Time, given.time)?;
        let device = place(Part::Device, given.device)?;

        let time = time.map(|time| {
            (
                time,
                options.time_unit.or(names::time_unit(time.field.text)),
            )
        });
        let says = |place: Place<'_>| names::address_unit(place.field.text);
        let address_unit = options.address_unit.or(says(address));
        let implied = address_unit.filter(|&unit| unit == AddressUnit::Pages);
        let size_unit = options.size_unit.or(says(size)).or(implied);
        Ok(Self {
            separator,
            columns,
            time,
            op,
            address: (address, address_unit),
            size: (size, size_unit),
            device,
        })
    }

    /// Step 4: whether the line is a header and no request.
    fn looks_like_names(&self) -> bool {
        self.address.0.field.integer(u64::MAX).is_err()
    }

    /// The person's decisions that a line needs.
    fn question(&self) -> Result<(), FieldError> {
        let unknown = |what: Part, place: Place<'_>| FieldError {
            at: place.field.at,
            field: what.name(),
            kind: LineErrorKind::UnitUnknown {
                what,
                found: place.field.found(),
            },
        };
        if let Some((time, None)) = self.time {
            return Err(unknown(Part::Time, time));
        }
        let (address, size) = match (self.address, self.size) {
            ((place, None), _) => return Err(unknown(Part::Address, place)),
            (_, (place, None)) => return Err(unknown(Part::Size, place)),
            ((_, Some(address)), (_, Some(size))) => (address, size),
        };
        if (address == AddressUnit::Pages) == (size == AddressUnit::Pages) {
            return Ok(());
        }
        Err(FieldError {
            at: self.size.0.field.at,
            field: Part::Size.name(),
            kind: LineErrorKind::UnitsDiffer { address, size },
        })
    }

    /// The row of every line below. Recognition reads with it before the question is answered.
    fn row(&self, options: &Options) -> Result<Row, FieldError> {
        let unit = |unit: Option<AddressUnit>| unit.unwrap_or(AddressUnit::Bytes);
        let explained = !options.op_words.is_empty();
        let ops = match options.zero_op {
            None => &NAMED,
            Some(Op::Write) => &ZERO_WRITES,
            Some(_) => &ZERO_READS,
        };
        let mut columns = vec![field("unused", "", Holds::Unused); self.columns as usize];
        let mut set = |place: Place<'_>, what: Part, holds| {
            columns[place.index as usize] = field(what.name(), "", holds);
        };
        if let Some((place, unit)) = self.time {
            set(
                place,
                Part::Time,
                Holds::Time(unit.unwrap_or(TimeUnit::Nanoseconds)),
            );
        }
        if let Some(place) = self.device {
            set(place, Part::Device, Holds::Device);
        }
        if !explained {
            set(self.op, Part::Op, Holds::Op(ops));
        }
        set(
            self.address.0,
            Part::Address,
            Holds::Address(unit(self.address.1)),
        );
        set(self.size.0, Part::Size, Holds::Length(unit(self.size.1)));
        let layout = Layout {
            separator: self.separator,
            required: columns.len(),
            columns,
            open: false,
        };
        let explained = explained.then(|| Explained {
            column: self.op.index as usize,
            words: options.op_words.clone(),
            others: ops,
        });
        let kept = match &options.rows {
            None => None,
            Some(rows) if rows.column.get() > self.columns => {
                return Err(FieldError {
                    at: 0,
                    field: "header",
                    kind: LineErrorKind::RowsColumnAbsent {
                        number: rows.column.get(),
                        columns: self.columns,
                    },
                });
            }
            Some(rows) => Some(rows.clone()),
        };
        Ok(Row::new(layout, explained, kept))
    }
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
