//! A row of a table, with what the person says of its words: which rows count, what an operation is called; and devices,
//! which may have names.
//!
//! 1. A device that is a whole number of 32 bits is called by it. If the first one is a name, all are: they are numbered in
//!    the order in which they come. Names among numbers are numbered from 2^31 on.
//! 2. In a table cut by blanks a process may have blanks in its name: words that a row has too many belong to that column.
//! 3. A row that has too few of them, and a number as long as two, has two columns run together.

use crate::format::FieldSpec;
use crate::options::{OpWords, Rows, Units};
use crate::record::{Op, Record};
use crate::text::fields::{Field, FieldError, Fields, Separator, digits};
use crate::text::layout::{Holds, Layout, Ops};
use crate::text::line_error::LineErrorKind;
use crate::text::line_reader::Why;
use crate::text::linux::{Rwbs, rwbs};
use crate::text::names::Names;

pub(super) struct Row {
    /// Without the operation, if the person explains its words, and without the device.
    layout: Layout<Vec<FieldSpec>>,
    explained: Option<Explained>,
    device: Option<Devices>,
    kept: Option<Rows>,
    /// The names of the columns in the header.
    names: Vec<String>,
    /// The column of processes, from 0.
    process: Option<usize>,
    /// Whether plain lines can be read at once: no column of those above is also a part of the request.
    quick: bool,
}

/// The column of operations whose words the person explains.
pub(super) struct Explained {
    /// From 0.
    pub column: usize,
    pub words: OpWords,
    pub others: Others,
}

/// Words for operations that are known anyway.
pub(super) enum Others {
    Of(&'static Ops),
    /// The letters of the kernel.
    Rwbs,
}

/// The column of devices.
pub(super) struct Devices {
    /// From 0.
    column: usize,
    /// None before the first row.
    all_have_names: Option<bool>,
    names: Names,
}

/// Numbers of names among numbers.
const NAMED: u32 = 1 << 31;

impl Devices {
    pub fn new(column: usize) -> Self {
        Self {
            column,
            all_have_names: None,
            names: Names::default(),
        }
    }

    /// Step 1.
    fn number(&mut self, field: &Field<'_>) -> Result<u32, FieldError> {
        let number = digits(field.text)
            .ok()
            .and_then(|number| number.try_into().ok());
        let all_have_names = *self.all_have_names.get_or_insert_with(|| {
            if number.is_some() {
                self.names = Names::from(NAMED);
            }
            number.is_none()
        });
        match number {
            Some(number) if !all_have_names => Ok(number),
            _ => self.names.number(field.text).ok_or_else(|| {
                let max = Names::MOST as u32;
                field.error(LineErrorKind::TooManyFiles { max })
            }),
        }
    }

    /// The number of a device that is one, or has come before.
    #[inline]
    fn known(&mut self, text: &[u8]) -> Option<u32> {
        let number = digits(text)
            .ok()
            .filter(|_| self.all_have_names == Some(false));
        match number {
            Some(number) => number.try_into().ok(),
            None => self.all_have_names.and_then(|_| self.names.known(text)),
        }
    }

    pub fn called(&self, name: &str) -> Option<u32> {
        // Before the first row no one knows what a number is.
        let number = || {
            let numbers = self.all_have_names == Some(false);
            name.parse().ok().filter(|_| numbers)
        };
        self.names.find(name.as_bytes()).or_else(number)
    }

    pub fn name(&self, device: u32) -> Option<String> {
        self.names.name(device)
    }
}

impl Explained {
    /// The operation; None if the word makes no request.
    fn op(&self, field: &Field<'_>, units: Units) -> Result<Option<Op>, FieldError> {
        let OpWords {
            read,
            write,
            trim,
            none,
        } = &self.words;
        let all = [
            (read, Some(Op::Read)),
            (write, Some(Op::Write)),
            (trim, Some(Op::Trim)),
            (none, None),
        ];
        match all.into_iter().find(|(words, _)| is_one(field.text, words)) {
            Some((_, op)) => Ok(op),
            None => match self.others {
                Others::Of(ops) => ops.read(field),
                Others::Rwbs => Ok(rwbs(field)?.op(units)),
            },
        }
    }
}

impl Row {
    pub fn new(
        layout: Layout<Vec<FieldSpec>>,
        explained: Option<Explained>,
        device: Option<Devices>,
        kept: Option<Rows>,
        names: Vec<String>,
        process: Option<usize>,
    ) -> Self {
        let unused = |column: usize| layout.columns[column].holds == Holds::Unused;
        let quick = explained
            .as_ref()
            .is_none_or(|explained| unused(explained.column))
            && kept.as_ref().is_none_or(|kept| unused(index(kept)))
            && device.as_ref().is_none_or(|device| unused(device.column));
        Self {
            layout,
            explained,
            device,
            kept,
            names,
            process,
            quick,
        }
    }

    /// The request of a line, or why the line does not count.
    pub fn read(&mut self, line: &[u8], units: Units) -> Result<Result<Record, Why>, FieldError> {
        let joined = self.joined(line);
        let line = joined.as_deref().unwrap_or(line);
        self.request(line, units)
            .map_err(|error| self.ran_together(line, error))
    }

    fn request(&mut self, line: &[u8], units: Units) -> Result<Result<Record, Why>, FieldError> {
        if let Some(kept) = &self.kept {
            let field = self.field(line, "rows", index(kept))?;
            if !is_one(field.text, &kept.words) {
                return Ok(Err(Why::Rows));
            }
        }
        let mut explained = None;
        if let Some(words) = &self.explained {
            let Some(op) = words.op(&self.field(line, "op", words.column)?, units)? else {
                return Ok(Err(Why::NoRequest));
            };
            explained = Some(op);
        }
        let Some(mut record) = self.layout.read(line, units)? else {
            return Ok(Err(Why::NoRequest));
        };
        record.op = explained.unwrap_or(record.op);
        if let Some(column) = self.device.as_ref().map(|device| device.column) {
            let field = self.field(line, "device", column)?;
            if let Some(device) = &mut self.device {
                record.device = device.number(&field)?;
            }
        }
        Ok(Ok(record))
    }

    /// Step 2: the line with the blanks in a process's name filled, every byte in its place.
    fn joined(&self, line: &[u8]) -> Option<Vec<u8>> {
        let process = self
            .process
            .filter(|_| self.layout.separator == Separator::Blank)?;
        let mut fields = Fields::new(line, Separator::Blank);
        let extra = (fields.count() as usize).checked_sub(self.layout.columns.len() + 1)? + 1;
        for _ in 0..process {
            fields.next("");
        }
        let from = fields.next("")?.at;
        let mut to = from;
        for _ in 0..extra {
            let field = fields.next("")?;
            to = field.at;
        }
        let mut joined = line.to_vec();
        for byte in &mut joined[from..to] {
            if byte.is_ascii_whitespace() {
                *byte = b'_';
            }
        }
        Some(joined)
    }

    /// Step 3.
    #[cold]
    fn ran_together(&self, line: &[u8], error: FieldError) -> FieldError {
        let fields = Fields::new(line, self.layout.separator);
        let (found, expected) = (fields.count(), self.layout.required as u32);
        let LineErrorKind::NotAnInteger { found: text } = &error.kind else {
            return error;
        };
        if self.layout.separator != Separator::Blank || found >= expected {
            return error;
        }
        let column = fields_before(fields, error.at);
        let whole = text.bytes().take_while(u8::is_ascii_digit).count();
        let is_long = whole > 3 && text.as_bytes().get(whole) == Some(&b'.');
        let kind = match (self.names.get(column), self.names.get(column + 1)) {
            (Some(first), Some(second)) if is_long => LineErrorKind::RanTogether {
                found: text.clone(),
                first: first.clone(),
                second: second.clone(),
            },
            _ => LineErrorKind::MissingField { expected, found },
        };
        FieldError { kind, ..error }
    }

    /// The request of a plain line that a text begins with, and the bytes of the line; None if it is not plain, or does not
    /// count.
    #[inline]
    pub fn quick(&mut self, text: &[u8], units: Units) -> Option<(Record, usize)> {
        if !self.quick {
            return None;
        }
        if self.explained.is_none() && self.kept.is_none() && self.device.is_none() {
            let (record, bytes) = self.layout.quick(text, units)?;
            return Some((record?, bytes));
        }
        let mut op = None;
        let mut number = 0;
        let (explained, kept, device) = (&self.explained, &self.kept, &mut self.device);
        let (record, bytes) = self.layout.quick_if(text, units, |column, text| {
            if let Some(kept) = kept
                && column == index(kept)
                && !is_one(text, &kept.words)
            {
                return false;
            }
            if let Some(device) = device
                && column == device.column
            {
                // Blanks and quotes around it are for the careful reader.
                return match device.known(text) {
                    Some(known) => {
                        number = known;
                        true
                    }
                    None => false,
                };
            }
            match explained {
                Some(explained) if column == explained.column => {
                    let field = Field {
                        name: "op",
                        at: 0,
                        text,
                    };
                    op = explained.op(&field, units).ok().flatten();
                    op.is_some()
                }
                _ => true,
            }
        })?;
        let record = record?;
        let op = op.unwrap_or(record.op);
        let device = number;
        Some((
            Record {
                op,
                device,
                ..record
            },
            bytes,
        ))
    }

    pub fn devices(&self) -> Option<&Devices> {
        self.device.as_ref()
    }

    /// The letters in the column of operations, if it holds those of the kernel.
    pub fn letters(&self, line: &[u8]) -> Option<Rwbs> {
        let holds = |column: &FieldSpec| column.holds == Holds::Rwbs;
        let column = match &self.explained {
            Some(Explained {
                column,
                others: Others::Rwbs,
                ..
            }) => *column,
            Some(_) => return None,
            None => self.layout.columns.iter().position(holds)?,
        };
        rwbs(&self.field(line, "op", column).ok()?).ok()
    }

    pub fn field<'a>(
        &self,
        line: &'a [u8],
        name: &'static str,
        column: usize,
    ) -> Result<Field<'a>, FieldError> {
        let required = self.layout.required;
        let mut fields = Fields::new(line, self.layout.separator);
        for _ in 0..column {
            fields.next(name);
        }
        fields.must(name, required)
    }
}

/// How many fields begin before this byte.
fn fields_before(mut fields: Fields<'_>, at: usize) -> usize {
    let mut before = 0;
    while fields.next("").is_some_and(|field| field.at < at) {
        before += 1;
    }
    before
}

/// The column that says whether a row counts, from 0.
fn index(rows: &Rows) -> usize {
    rows.column.get() as usize - 1
}

fn is_one(text: &[u8], words: &[String]) -> bool {
    words
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word.as_bytes()))
}
