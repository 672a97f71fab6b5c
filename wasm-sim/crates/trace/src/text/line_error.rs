//! The possible errors in a line: where, why, and what to do.

use std::fmt;

use serde::Serialize;

use crate::Format;
use crate::formats::ops::BadToken;
use crate::options::AddressUnit;
use crate::text::excerpt::excerpt;
use crate::text::fields::FieldError;

/// A line that is not a request of the format.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LineError {
    /// Line, from 1.
    pub line: u32,
    /// Character of the line, from 1.
    pub column: u32,
    /// The field at that place.
    pub field: &'static str,
    /// The format the line was read as.
    pub format: Format,
    /// Its error.
    pub problem: LineErrorKind,
    /// The line around that place, at most 80 characters, what does not print escaped.
    pub excerpt: String,
}

/// The error in a line. `found` is the field's text, at most 32 characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "the fields are the numbers of the sentence in each variant's line"
)]
pub enum LineErrorKind {
    /// The line has `found` fields of `expected`, or this one is empty.
    MissingField { expected: u32, found: u32 },
    /// The line has `found` fields, more than `expected`; `value` is the first too many.
    ExtraField {
        expected: u32,
        found: u32,
        value: String,
    },
    /// Not a whole decimal number.
    NotAnInteger { found: String },
    /// Not a decimal number.
    NotADecimal { found: String },
    /// A number below 0.
    Negative { found: String },
    /// A number above `max`, which is text because it may have 64 bits.
    TooBig { found: String, max: String },
    /// A length of 0.
    ZeroLength,
    /// Not an operation of the format.
    UnknownOp {
        found: String,
        expected: &'static str,
    },
    /// Not a number in hex digits.
    NotHex { found: String },
    /// Not a token of `ops`.
    UnknownToken { found: String },
    /// A read or trim with a value behind `:`.
    ValueWithoutWrite { found: String },
    /// A token that reaches beyond page `max`.
    PageTooBig { found: String, max: u32 },
    /// The line is in another known format: the file mixes formats.
    OtherFormat { other: Format },
    /// The first line is one of names, and they are not those of the format's columns, which are `expected`.
    OtherNames { expected: String },
    /// Something else than what belongs at this place.
    Unexpected {
        found: String,
        expected: &'static str,
    },
    /// More files than `max` in a log of `fio`.
    TooManyFiles { max: u32 },
    /// Two columns of a `csv` file have this name, and every request has that part once.
    NameTwice { what: Part, found: String },
    /// Two or more columns of a `csv` file could each be this part of a request by their names.
    TwoColumns { what: Part, columns: Vec<Column> },
    /// The line has fewer fields than columns, and this one looks like two columns that ran together.
    RanTogether {
        found: String,
        first: String,
        second: String,
    },
    /// A time finer than the format's unit has it: it may be in another.
    TimeTooFine { found: String },
    /// No column of a `csv` file is named like what every request has.
    ColumnUnknown { what: Part },
    /// The column of a `csv` file given by `number` is beyond the last of its `columns`.
    ColumnAbsent {
        what: Part,
        number: u32,
        columns: u32,
    },
    /// The column of a `csv` file whose words say which rows count is beyond the last of its `columns`.
    RowsColumnAbsent { number: u32, columns: u32 },
    /// The column of a `csv` file does not say what it counts.
    UnitUnknown { what: Part, found: String },
    /// The column of a `csv` file counts multiples of bytes, such as kB, by its name: they are 1,000 or 1,024.
    UnitMultiple { what: Part, found: String },
    /// Addresses in pages with sizes in something else, or the other way round.
    UnitsDiffer {
        address: AddressUnit,
        size: AddressUnit,
    },
    /// A 0 or 1 for an operation: formats differ in which of them is a read.
    ZeroOpUnknown { found: String },
}

/// A column of a `csv` file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Column {
    /// Its number, from 1.
    pub number: u32,
    /// Its name, at most 32 characters.
    pub name: String,
}

/// A part of a request, as the columns of a `csv` file hold them. Its name is also the option's in `columns`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "the names say it; `CsvColumns` has the sentences"
)]
pub enum Part {
    Time,
    Op,
    Address,
    Size,
    Device,
}

impl Part {
    /// The name as in options and errors.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Op => "op",
            Self::Address => "address",
            Self::Size => "size",
            Self::Device => "device",
        }
    }
}

impl LineErrorKind {
    /// A question about the whole file rather than a bad line: without an answer no line can be understood, so the
    /// import stops there even when bad lines are skipped.
    pub fn asks(&self) -> bool {
        matches!(
            self,
            Self::NameTwice { .. }
                | Self::TwoColumns { .. }
                | Self::TimeTooFine { .. }
                | Self::ColumnUnknown { .. }
                | Self::ColumnAbsent { .. }
                | Self::RowsColumnAbsent { .. }
                | Self::UnitUnknown { .. }
                | Self::UnitMultiple { .. }
                | Self::UnitsDiffer { .. }
                | Self::ZeroOpUnknown { .. }
        )
    }
}

/// The character of a line that byte `at` belongs to, from 1.
pub(crate) fn column_of(line: &[u8], at: usize) -> u32 {
    let before = line[..at].iter().filter(|&&byte| byte & 0xC0 != 0x80);
    before.count() as u32 + 1
}

impl LineError {
    pub(crate) fn new(format: Format, line: u32, text: &[u8], error: FieldError) -> Self {
        let at = error.at.min(text.len());
        Self {
            line,
            column: column_of(text, at),
            field: error.field,
            format,
            problem: error.kind,
            excerpt: excerpt(text, at),
        }
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            field,
            format,
            problem,
            excerpt,
        } = self;
        let problem = InFormat(problem, *format);
        write!(
            f,
            "line {line}, column {column}, {field} ({format}): {problem} The line: `{excerpt}`"
        )
    }
}

/// A problem with the remedy that this format has for it.
struct InFormat<'a>(&'a LineErrorKind, Format);

impl fmt::Display for InFormat<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self(
                LineErrorKind::ExtraField {
                    expected,
                    found,
                    value,
                },
                Format::Csv,
            ) => {
                let value = if value.is_empty() { " " } else { value };
                write!(
                    f,
                    "the line has {found} fields instead of {expected}, from `{value}` on too many. Remove them, put a field that \
                     holds the separator in quotes, or skip bad lines (on the command line --skip-bad-lines)."
                )
            }
            Self(other, _) => other.fmt(f),
        }
    }
}

impl fmt::Display for LineErrorKind {
    /// Reason and remedy, each a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingField { expected, found } if found < expected => {
                write!(
                    f,
                    "the line has {found} of {expected} fields. Is it cut off, or in another format?"
                )
            }
            Self::MissingField { .. } => {
                write!(f, "the field is empty. Fill it in or leave the line out.")
            }
            Self::ExtraField {
                expected,
                found,
                value,
            } => {
                let value = if value.is_empty() { " " } else { value };
                write!(
                    f,
                    "the line has {found} fields instead of {expected}, from `{value}` on too many. Remove them, or choose \
                     csv and give its columns by number (on the command line --format csv --column op=N)."
                )
            }
            Self::NotAnInteger { found } => write!(
                f,
                "`{found}` is not a whole number. Write decimal digits only."
            ),
            Self::NotADecimal { found } => {
                write!(
                    f,
                    "`{found}` is not a decimal number. Write digits with at most one point and no exponent."
                )
            }
            Self::Negative { found } => BadToken::Negative.tell(found, f),
            Self::TooBig { found, max } => {
                write!(
                    f,
                    "`{found}` is more than {max}. Check the column, and the units chosen for the import."
                )
            }
            Self::ZeroLength => BadToken::ZeroLength.tell("", f),
            Self::UnknownOp { found, expected } => {
                write!(f, "`{found}` is not an operation. Write {expected}.")
            }
            Self::NotHex { found } => write!(
                f,
                "`{found}` is not a number in hex digits. Write 0 to 9 and a to f only."
            ),
            Self::UnknownToken { found } => BadToken::Unknown.tell(found, f),
            Self::ValueWithoutWrite { found } => BadToken::ValueWithoutWrite.tell(found, f),
            Self::PageTooBig { found, .. } => BadToken::PageTooBig.tell(found, f),
            Self::OtherFormat { other } => write!(
                f,
                "this line is in format {other}. Choose that format (on the command line --format {other}), split a file that mixes \
                 formats, or skip bad lines (on the command line --skip-bad-lines)."
            ),
            Self::OtherNames { expected } => write!(
                f,
                "the first line names other columns than {expected}. If they are these all the same, delete the line or skip bad \
                 lines (on the command line --skip-bad-lines). Otherwise choose csv and give its columns by number (on the command line --format csv --column op=N)."
            ),
            Self::Unexpected { found, expected } => {
                write!(
                    f,
                    "`{found}` is in the place of {expected}. Put that there, or leave the line out."
                )
            }
            Self::TooManyFiles { max } => {
                write!(f, "more than {max} files. Cut the log into parts.")
            }
            Self::RanTogether {
                found,
                first,
                second,
            } => write!(
                f,
                "`{found}` looks like {first} and {second} in one: two columns ran together. Put a blank between them, or skip bad \
                 lines (on the command line --skip-bad-lines)."
            ),
            question => question.ask(f),
        }
    }
}

impl LineErrorKind {
    /// The sentences of what [`LineErrorKind::asks`].
    fn ask(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NameTwice { what, found } => {
                let name = what.name();
                write!(
                    f,
                    "two columns are named `{found}`. Say the number of the {name}: columns.{name} (on the command line \
                     --column {name}=N)."
                )
            }
            Self::TwoColumns { what, columns } => {
                let name = what.name();
                let all = |say: &dyn Fn(&Column) -> String| {
                    columns.iter().map(say).collect::<Vec<_>>().join(", ")
                };
                let called = all(&|Column { number, name }| format!("{number} (`{name}`)"));
                let typed = all(&|Column { number, .. }| format!("--column {name}={number}"));
                write!(
                    f,
                    "these columns could each be the {name} of a request: {called}. Say which: columns.{name} (on the command line \
                     one of {typed})."
                )
            }
            Self::TimeTooFine { found } => write!(
                f,
                "`{found}` is finer than a nanosecond, if it is in the milliseconds of this format: it looks like seconds. Choose \
                 time_unit (on the command line --time-unit): s or ms."
            ),
            Self::ColumnUnknown { what } => {
                let name = what.name();
                write!(
                    f,
                    "no column is named like the {name} of a request. Say its number: columns.{name} \
                     (on the command line --column {name}=N)."
                )
            }
            Self::ColumnAbsent {
                what,
                number,
                columns,
            } => write!(
                f,
                "column {number} was asked for as the {name}, and there are {columns}. Choose another number, or what \
                 separates the columns: columns.{name}, delimiter (on the command line --column {name}=N, --delimiter NAME).",
                name = what.name()
            ),
            Self::RowsColumnAbsent { number, columns } => write!(
                f,
                "column {number} was to say which rows count, and there are {columns}. Choose another \
                 number, or what separates the columns: rows, delimiter (on the command line --rows N=WORD, --delimiter NAME)."
            ),
            Self::UnitUnknown { what, found } => {
                let (option, flag, choices) = match what {
                    Part::Time => ("time_unit", "--time-unit", "s, ms, us, ns or ticks100ns"),
                    Part::Size => ("size_unit", "--size-unit", "bytes, sectors or pages"),
                    _ => ("address_unit", "--address-unit", "bytes, sectors or pages"),
                };
                write!(
                    f,
                    "`{found}` does not say what the {} counts. Choose {option} (on the command line {flag}): {choices}.",
                    what.name()
                )
            }
            Self::UnitMultiple { what, found } => {
                let what = what.name();
                write!(
                    f,
                    "`{found}` counts multiples of bytes. Choose {what}_unit sectors, and sector_bytes for how many bytes one is (on \
                     the command line --{what}-unit sectors --sector-bytes 1024). Everything in sectors is then read so: if other \
                     columns count other sectors, write bytes into this one."
                )
            }
            Self::UnitsDiffer { .. } => write!(
                f,
                "addresses and sizes must both be in pages, or neither. Choose address_unit or size_unit \
                 (on the command line --address-unit, --size-unit)."
            ),
            Self::ZeroOpUnknown { found } => write!(
                f,
                "`{found}` is a read in some traces and a write in others. Choose zero_op (on the command line \
                 --zero-op): read or write, for the meaning of 0."
            ),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for LineError {}
