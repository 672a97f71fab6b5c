//! Rows: lines of fixed fields, one request each, as nearly every format has them.
//!
//! A format of rows is a table of what its fields hold, the row of SPEC 12, and all of them are read here. Plain lines take a shorter way,
//! `layout/quick.rs`, with the same result.

mod quick;

pub(crate) use quick::quick_row;

use std::ops::Range;

use crate::format::FieldSpec;
use crate::options::{AddressUnit, TimeUnit, Units};
use crate::record::{Address, Op, Record};
use crate::text::fields::{Field, FieldError, Fields, Separator};
use crate::text::line_error::LineErrorKind;
use crate::text::linux::{major, major_minor, minor, rwbs};

/// The last page a request may touch: one less than the number that means "no page".
pub(crate) const LAST_PAGE: u32 = u32::MAX - 1;

/// The longest trim: the 2^32 sectors of 4 KiB that a range of `NVMe` may have.
pub(crate) const LONGEST_TRIM: u64 = 1 << 44;

/// The content of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// Nothing that is used; between separators it may be empty.
    Unused,
    /// A whole number that is not used.
    Number,
    /// A time, decimals allowed.
    Time(TimeUnit),
    /// A time in milliseconds with decimals. With nine or more, as seconds to the nanosecond have, it is asked about.
    Millis,
    /// A time in whole units; a unit that the person names allows decimals.
    WholeTime(TimeUnit),
    Device,
    /// The halves of a Linux device number.
    Major,
    Minor,
    /// Both, with a comma between them.
    MajorMinor,
    Op(&'static Ops),
    /// The letters of `blkparse` for an operation and how it is done.
    Rwbs,
    /// Flags in hex, of which bit 0 says read.
    ReadFlag,
    Address(AddressUnit),
    Length(AddressUnit),
    Temperature,
}

/// How operations are spelt, in either case; None is one that makes no request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ops {
    pub words: &'static [(&'static str, Option<Op>)],
    /// The words for a person.
    pub expected: &'static str,
}

impl Ops {
    pub const LETTERS: Self = Self {
        words: &[("R", Some(Op::Read)), ("W", Some(Op::Write))],
        expected: "R or W",
    };
    pub const WORDS: Self = Self {
        words: &[("Read", Some(Op::Read)), ("Write", Some(Op::Write))],
        expected: "Read or Write",
    };
    pub const ZERO_WRITES: Self = Self {
        words: &[("0", Some(Op::Write)), ("1", Some(Op::Read))],
        expected: "0 (write) or 1 (read)",
    };
    pub const ZERO_READS: Self = Self {
        words: &[("0", Some(Op::Read)), ("1", Some(Op::Write))],
        expected: "0 (read) or 1 (write)",
    };

    /// The request's operation, or None if the word makes no request.
    #[inline]
    pub fn read(&self, field: &Field<'_>) -> Result<Option<Op>, FieldError> {
        for (word, op) in self.words {
            if field.text.eq_ignore_ascii_case(word.as_bytes()) {
                return Ok(*op);
            }
        }
        Err(field.error(LineErrorKind::UnknownOp {
            found: field.found(),
            expected: self.expected,
        }))
    }
}

/// The fields of a format's lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout<C> {
    pub separator: Separator,
    pub columns: C,
    /// Columns that every line has; those behind them may be left out.
    pub required: usize,
    /// Lines may have more fields behind the columns, which are not looked at.
    pub open: bool,
}

impl Layout<&'static [FieldSpec]> {
    /// Lines with exactly these columns.
    pub const fn new(separator: Separator, columns: &'static [FieldSpec]) -> Self {
        Self {
            separator,
            columns,
            required: columns.len(),
            open: false,
        }
    }
}

/// A format of rows, as a type: what reads its plain lines is compiled for its columns alone.
pub(crate) trait Row {
    const LAYOUT: Layout<&'static [FieldSpec]>;
}

/// A request while its fields come.
struct Fresh<'a> {
    time_ns: Option<u64>,
    op: Option<Op>,
    device: u32,
    unit: AddressUnit,
    address: Field<'a>,
    offset: u64,
    size: Field<'a>,
    size_unit: AddressUnit,
    length: u64,
    temperature: u32,
}

const NO_FIELD: Field<'static> = Field {
    name: "",
    at: 0,
    text: b"",
};

impl<C: AsRef<[FieldSpec]>> Layout<C> {
    /// Reads some columns for their errors alone.
    pub fn check(
        &self,
        fields: &mut Fields<'_>,
        range: Range<usize>,
        units: Units,
    ) -> Result<(), FieldError> {
        let mut fresh = Fresh::NONE;
        for column in &self.columns.as_ref()[range] {
            let field = fields.must(column.name, self.required)?;
            fresh.take(&field, column.holds, units)?;
        }
        Ok(())
    }

    /// The request of a line, however it is written, or what is wrong with it; None if its operation makes none.
    pub fn read(&self, line: &[u8], units: Units) -> Result<Option<Record>, FieldError> {
        self.read_as(Op::Write, line, units)
    }

    /// The same if no column holds the operation, which is this one: it decides how long the request may be.
    #[inline(never)]
    pub fn read_as(&self, op: Op, line: &[u8], units: Units) -> Result<Option<Record>, FieldError> {
        let columns = self.columns.as_ref();
        let mut fields = Fields::new(line, self.separator);
        let mut fresh = Fresh {
            op: Some(op),
            ..Fresh::NONE
        };
        for (i, column) in columns.iter().enumerate() {
            let Some(field) = fields.next(column.name) else {
                if i >= self.required {
                    break;
                }
                return Err(fields.missing(column.name, line.len(), self.required));
            };
            if let Err(error) = fresh.take(&field, column.holds, units) {
                let empty = field.text.is_empty();
                return Err(if empty {
                    fields.missing(column.name, field.at, self.required)
                } else {
                    error
                });
            }
        }
        if !self.open {
            fields.end(columns.len())?;
        }
        fresh.finish(units)
    }

    /// The request of fields that are cut out of a line already, which hold what these columns hold.
    pub fn read_fields(
        columns: &[FieldSpec],
        fields: &[Field<'_>],
        units: Units,
    ) -> Result<Option<Record>, FieldError> {
        let mut fresh = Fresh::NONE;
        for (column, field) in columns.iter().zip(fields) {
            fresh.take(field, column.holds, units)?;
        }
        fresh.finish(units)
    }

    /// Whether the line names the columns in order, in any case: the header that some copies of a trace carry.
    pub fn is_header(&self, line: &[u8]) -> bool {
        let mut fields = Fields::new(line, self.separator);
        let mut named = |column: &FieldSpec| {
            fields
                .next(column.name)
                .is_some_and(|field| field.text.eq_ignore_ascii_case(column.name.as_bytes()))
        };
        self.columns.as_ref()[..self.required]
            .iter()
            .all(&mut named)
    }
}

impl Layout<&'static [FieldSpec]> {
    /// A line's time in milliseconds, if its format has such.
    pub fn millis<'a>(&self, line: &'a [u8]) -> Option<Field<'a>> {
        let mut fields = Fields::new(line, self.separator);
        let mut columns = self.columns.iter();
        columns.find_map(|column| {
            let field = fields.next(column.name)?;
            (column.holds == Holds::Millis).then_some(field)
        })
    }

    /// The error of a first line: that it has other names for the columns, if it has only words in as many fields. Rows behind it
    /// may hold these columns in another order, so that it is not passed over as a header.
    #[cold]
    pub fn other_names(&self, line: &[u8], error: FieldError) -> FieldError {
        let mut fields = Fields::new(line, self.separator);
        let mut words = 0;
        while let Some(field) = fields.next("") {
            if !field.text.first().is_some_and(u8::is_ascii_alphabetic) {
                return error;
            }
            words += 1;
        }
        if words != self.columns.len() {
            return error;
        }
        let names: Vec<_> = self.columns.iter().map(|column| column.name).collect();
        let kind = LineErrorKind::OtherNames {
            expected: names.join(", "),
        };
        FieldError { kind, ..error }
    }
}

impl<'a> Fresh<'a> {
    const NONE: Self = Self {
        time_ns: None,
        op: Some(Op::Write),
        device: 0,
        unit: AddressUnit::Bytes,
        address: NO_FIELD,
        offset: 0,
        size: NO_FIELD,
        size_unit: AddressUnit::Bytes,
        length: 0,
        temperature: 0,
    };

    #[inline]
    fn take(&mut self, field: &Field<'a>, holds: Holds, units: Units) -> Result<(), FieldError> {
        match holds {
            Holds::Unused => {}
            Holds::Number => {
                field.integer(u64::MAX)?;
            }
            Holds::Time(own) => {
                self.time_ns = Some(field.time_ns(units.time.unwrap_or(own).ns())?);
            }
            Holds::Millis => {
                let unit = units.time.unwrap_or(TimeUnit::Milliseconds);
                self.time_ns = Some(field.time_ns(unit.ns())?);
            }
            Holds::WholeTime(own) => {
                self.time_ns = Some(match units.time {
                    Some(unit) => field.time_ns(unit.ns())?,
                    None => field.integer(u64::MAX / own.ns())? * own.ns(),
                });
            }
            Holds::Device => self.device = field.integer32()?,
            Holds::Temperature => self.temperature = field.integer32()?,
            Holds::Major => self.device = major(field)?,
            Holds::Minor => self.device |= minor(field)?,
            Holds::MajorMinor => self.device = major_minor(field)?,
            Holds::Rwbs => self.op = rwbs(field)?.op(units),
            Holds::Op(ops) => self.op = ops.read(field)?,
            Holds::ReadFlag => {
                self.op = Some(if field.hex()? & 1 == 1 {
                    Op::Read
                } else {
                    Op::Write
                });
            }
            Holds::Address(unit) => {
                let max = match unit {
                    AddressUnit::Pages => u64::from(LAST_PAGE),
                    _ => u64::MAX / unit_bytes(unit, units),
                };
                self.offset = field.integer(max)? * unit_bytes(unit, units);
                (self.address, self.unit) = (*field, unit);
            }
            Holds::Length(unit) => {
                let max = LONGEST_TRIM / unit_bytes(unit, units);
                self.length = field.integer(max)? * unit_bytes(unit, units);
                (self.size, self.size_unit) = (*field, unit);
            }
        }
        Ok(())
    }

    #[inline]
    fn finish(self, units: Units) -> Result<Option<Record>, FieldError> {
        let Some(op) = self.op else { return Ok(None) };
        if self.length == 0 {
            return Err(self.size.error(LineErrorKind::ZeroLength));
        }
        let length = self.length;
        // A read or write of 4 GB is one whose size counts something smaller.
        if length > u32::MAX.into() && (op != Op::Trim || self.unit == AddressUnit::Pages) {
            let max = u64::from(u32::MAX) / unit_bytes(self.size_unit, units);
            return Err(self.size.too_big(max));
        }
        let address = if self.unit == AddressUnit::Pages {
            if self.offset + length > u64::from(LAST_PAGE) + 1 {
                return Err(self.address.error(LineErrorKind::PageTooBig {
                    found: self.address.found(),
                    max: LAST_PAGE,
                }));
            }
            Address::Lpn(self.offset as u32)
        } else {
            if self.offset > u64::MAX - length {
                let max = (u64::MAX - length) / unit_bytes(self.unit, units);
                return Err(self.address.too_big(max));
            }
            Address::Byte(self.offset)
        };
        Ok(Some(self.record(op, address)))
    }

    /// The request, once its operation, address and length are found sound.
    #[inline]
    fn record(self, op: Op, address: Address) -> Record {
        Record {
            time_ns: self.time_ns,
            op,
            device: self.device,
            address,
            length: self.length,
            temperature: self.temperature,
        }
    }
}

/// The unit of a number: bytes, or pages.
const fn unit_bytes(unit: AddressUnit, units: Units) -> u64 {
    match unit {
        AddressUnit::Bytes | AddressUnit::Pages => 1,
        AddressUnit::Sectors => units.sector_bytes as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::field;

    const UNITS: Units = Units {
        time: None,
        sector_bytes: 512,
        write_zeroes: crate::WriteZeroes::Write,
    };

    fn row(required: usize, open: bool) -> Layout<[FieldSpec; 4]> {
        Layout {
            separator: Separator::COMMA,
            columns: [
                field("what", "", Holds::Unused),
                field("lpn", "", Holds::Address(AddressUnit::Pages)),
                field("pages", "", Holds::Length(AddressUnit::Pages)),
                field("heat", "", Holds::Number),
            ],
            required,
            open,
        }
    }

    #[test]
    fn columns_behind_the_required_ones_may_be_left_out_and_an_unused_one_empty() {
        let read = |row: Layout<[FieldSpec; 4]>, line: &str| {
            row.read(line.as_bytes(), UNITS).map(|r| r.is_some())
        };
        assert_eq!(read(row(3, false), ",5,1"), Ok(true));
        assert_eq!(read(row(3, false), ",5,1,7"), Ok(true));
        let missing = |found| LineErrorKind::MissingField { expected: 4, found };
        assert_eq!(read(row(4, false), ",5,1").unwrap_err().kind, missing(3));
        assert_eq!(read(row(4, false), ",,1,7").unwrap_err().kind, missing(4));
        let extra = LineErrorKind::ExtraField {
            expected: 4,
            found: 5,
            value: String::new(),
        };
        assert_eq!(read(row(4, false), "x,5,1,7,").unwrap_err().kind, extra);
        assert_eq!(read(row(4, true), "x,5,1,7,"), Ok(true));
    }

    #[test]
    fn the_last_page_is_one_less_than_no_page() {
        let read = |line: &str| {
            row(3, false)
                .read(line.as_bytes(), UNITS)
                .map_err(|e| (e.at, e.kind))
        };
        assert!(read(",4294967294,1").is_ok());
        let error = |found: &str| LineErrorKind::PageTooBig {
            found: found.into(),
            max: LAST_PAGE,
        };
        assert_eq!(read(",4294967294,2"), Err((1, error("4294967294"))));
        assert_eq!(read(",1,4294967295"), Err((1, error("1"))));
    }
}
