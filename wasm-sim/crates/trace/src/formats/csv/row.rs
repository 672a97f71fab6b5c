//! A row of a table, with what the person says of its words: which rows count, what an operation is called; and devices,
//! which may have names.
//!
//! 1. A device that is a whole number below 2^31 is called by it. Anything else is a name. If the first one is a name, all are:
//!    they are numbered in the order in which they come. Names among numbers are numbered from 2^31 on.
//! 2. In a table cut by blanks a process may have blanks in its name: words that a row has too many belong to that column.
//! 3. A row that has one field too few, where one field could be two of the columns, has two columns run together.
//! 4. An empty field behind the last column is passed over: the line ends in a separator.

use crate::format::FieldSpec;
use crate::options::{AddressUnit, OpWords, Rows, Units};
use crate::record::{Op, Record};
use crate::text::fields::{Field, FieldError, Fields, Separator, digits};
use crate::text::layout::{Holds, Layout, Ops};
use crate::text::line_error::LineErrorKind;
use crate::text::line_reader::Why;
use crate::text::linux::{Cache, Rwbs, cache, rwbs};
use crate::text::names::{NAMED, Names};

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
        let number = number(field.text);
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
        match number(text).filter(|_| self.all_have_names == Some(false)) {
            Some(number) => Some(number),
            None => self.all_have_names.and_then(|_| self.names.known(text)),
        }
    }

    pub fn called(&self, name: &str) -> Option<u32> {
        // Before the first row no one knows what a number is.
        let number = || {
            let numbers = self.all_have_names == Some(false);
            number(name.as_bytes()).filter(|_| numbers)
        };
        self.names.find(name.as_bytes()).or_else(number)
    }

    pub fn name(&self, device: u32) -> Option<String> {
        self.names.name(device)
    }
}

/// The number of a device that is called by it: the upper ones are those of names.
fn number(text: &[u8]) -> Option<u32> {
    let number: u32 = digits(text).ok()?.try_into().ok()?;
    (number < NAMED).then_some(number)
}

impl Explained {
    /// Whether the letters may be those of a command that is counted for a note.
    fn is_of_a_note(&self, text: &[u8]) -> bool {
        let note = |letter: &u8| matches!(letter, b'F' | b'Z');
        matches!(self.others, Others::Rwbs) && text.iter().any(note)
    }

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
        match self.request(line, units) {
            Err(error) => match self.without_last(line, &error.kind) {
                Some(line) => self.request(line, units),
                None => Err(self.ran_together(line, error)),
            },
            read => read,
        }
    }

    /// A line that ends in a separator, without it: an empty field behind the last column holds nothing.
    #[cold]
    fn without_last<'a>(&self, line: &'a [u8], error: &LineErrorKind) -> Option<&'a [u8]> {
        let LineErrorKind::ExtraField {
            expected,
            found,
            value,
        } = error
        else {
            return None;
        };
        let line = line.trim_ascii_end();
        let is_one = *found == expected + 1 && value.is_empty();
        match (self.layout.separator, line) {
            (Separator::Byte(own), [rest @ .., last]) if is_one && *last == own => Some(rest),
            _ => None,
        }
    }

    fn request(&mut self, line: &[u8], units: Units) -> Result<Result<Record, Why>, FieldError> {
        if let Some(kept) = &self.kept {
            let field = self.field(line, "rows", index(kept))?;
            if !is_one(field.text, &kept.words) {
                return Ok(Err(Why::Rows));
            }
        }
        let mut op = Op::Write;
        if let Some(words) = &self.explained {
            match words.op(&self.field(line, "op", words.column)?, units)? {
                Some(explained) => op = explained,
                None => return Ok(Err(Why::NoRequest)),
            }
        }
        let read = match self.layout.read_as(op, line, units) {
            Err(error) if self.moves_no_data(line, &error.kind) => None,
            read => read?,
        };
        let Some(mut record) = read else {
            return Ok(Err(Why::NoRequest));
        };
        if let Some(column) = self.device.as_ref().map(|device| device.column) {
            let field = self.field(line, "device", column)?;
            if let Some(device) = &mut self.device {
                record.device = device.number(&field)?;
            }
        }
        Ok(Ok(record))
    }

    /// Whether a line of the kernel is no bad one: a flush has no sectors, and may have 2^64 - 1 for its first.
    #[cold]
    fn moves_no_data(&self, line: &[u8], error: &LineErrorKind) -> bool {
        match (error, self.letters(line).map(|(letters, _)| letters)) {
            (LineErrorKind::ZeroLength, letters) => letters.is_some(),
            (LineErrorKind::TooBig { .. } | LineErrorKind::Negative { .. }, letters) => {
                letters == Some(Rwbs::None)
            }
            _ => false,
        }
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
        let all = Fields::new(line, self.layout.separator);
        let (found, expected) = (all.count(), self.layout.required as u32);
        if self.layout.separator != Separator::Blank || found >= expected || error.kind.asks() {
            return error;
        }
        let mut rest = all;
        let fields: Vec<_> = std::iter::from_fn(|| rest.next("")).collect();
        let one_less = found + 1 == expected && self.names.len() == self.layout.columns.len();
        // A line whose fields are the first columns is cut off.
        let is_odd = |at: usize| !self.fits(at, fields[at].text);
        let is_whole = one_less && (0..fields.len()).any(is_odd);
        let could = (0..fields.len()).filter(|&at| is_whole && self.are_two(&fields, at));
        let could: Vec<_> = could.collect();
        // A field that cannot be its column alone is rather two than one that can.
        let odd: Vec<_> = could.iter().copied().filter(|at| is_odd(*at)).collect();
        // And one is longer than the widest column of biosnoop.
        let is_long = |at: usize| fields[at].text.len() > 10;
        let at = match (&odd[..], &could[..]) {
            ([at], _) => *at,
            ([], [at]) if is_long(*at) => *at,
            _ => {
                return FieldError {
                    kind: LineErrorKind::MissingField { expected, found },
                    ..error
                };
            }
        };
        let kind = LineErrorKind::RanTogether {
            found: fields[at].found(),
            first: self.names[at].clone(),
            second: self.names[at + 1].clone(),
        };
        let at = fields[at].at;
        FieldError { at, kind, ..error }
    }

    /// Whether a line is one if this field is two columns.
    fn are_two(&self, fields: &[Field<'_>], at: usize) -> bool {
        let both = fields[at].text;
        (1..both.len()).any(|cut| self.fits(at, &both[..cut]) && self.fits(at + 1, &both[cut..]))
            && (0..fields.len())
                .filter(|&i| i != at)
                .all(|i| self.fits(i + usize::from(i > at), fields[i].text))
    }

    /// Whether a text could be the field of this column.
    fn fits(&self, column: usize, text: &[u8]) -> bool {
        let field = Field {
            name: "",
            at: 0,
            text,
        };
        let is_number = || digits(text).is_ok();
        match self.layout.columns[column].holds {
            Holds::Time(_) => text.last() != Some(&b'.') && field.time_ns(1).is_ok(),
            Holds::Address(_) => is_number(),
            Holds::Length(unit) => digits(text).is_ok_and(|length| {
                length > 0 && (unit != AddressUnit::Bytes || length % 512 == 0)
            }),
            Holds::Op(ops) => ops.read(&field).is_ok(),
            Holds::Rwbs => text.iter().all(u8::is_ascii_alphabetic) && rwbs(&field).is_ok(),
            _ if self.names[column].eq_ignore_ascii_case("pid") => is_number(),
            _ => text[0] != b'.',
        }
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
                    op.is_some() && !explained.is_of_a_note(text)
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

    /// Whether a line names the columns as the first one did.
    #[cold]
    pub fn is_header(&self, line: &[u8]) -> bool {
        let mut fields = Fields::new(line, self.layout.separator);
        let mut same = |name: &String| fields.next("").is_some_and(|field| field.found() == *name);
        !self.names.is_empty() && self.names.iter().all(&mut same)
    }

    pub fn devices(&self) -> Option<&Devices> {
        self.device.as_ref()
    }

    /// The letters in the column of operations, if it holds those of the kernel.
    pub fn letters(&self, line: &[u8]) -> Option<(Rwbs, Cache)> {
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
        let field = self.field(line, "op", column).ok()?;
        Some((rwbs(&field).ok()?, cache(field.text)))
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

/// The column that says whether a row counts, from 0.
fn index(rows: &Rows) -> usize {
    rows.column.get() as usize - 1
}

fn is_one(text: &[u8], words: &[String]) -> bool {
    words
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word.as_bytes()))
}
