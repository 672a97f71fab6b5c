//! A row of a table, with what the person says of its words: which rows count, and what an operation is called.

use crate::format::FieldSpec;
use crate::options::{OpWords, Rows, Units};
use crate::record::{Op, Record};
use crate::text::fields::{Field, FieldError, Fields};
use crate::text::layout::{Holds, Layout, Ops};
use crate::text::line_reader::Why;

pub(super) struct Row {
    /// Without the operation, if the person explains its words.
    layout: Layout<Vec<FieldSpec>>,
    explained: Option<Explained>,
    kept: Option<Rows>,
    /// Whether plain lines can be read at once: no column of the two above is also a part of the request.
    quick: bool,
}

/// The column of operations whose words the person explains.
pub(super) struct Explained {
    /// From 0.
    pub column: usize,
    pub words: OpWords,
    /// Words that are known anyway.
    pub others: &'static Ops,
}

impl Explained {
    /// The operation; None if the word makes no request.
    fn op(&self, field: &Field<'_>) -> Result<Option<Op>, FieldError> {
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
            None => self.others.read(field),
        }
    }
}

impl Row {
    pub fn new(
        layout: Layout<Vec<FieldSpec>>,
        explained: Option<Explained>,
        kept: Option<Rows>,
    ) -> Self {
        let unused = |column: usize| layout.columns[column].holds == Holds::Unused;
        let quick = explained
            .as_ref()
            .is_none_or(|explained| unused(explained.column))
            && kept.as_ref().is_none_or(|kept| unused(index(kept)));
        Self {
            layout,
            explained,
            kept,
            quick,
        }
    }

    /// The request of a line, or why the line does not count.
    pub fn read(&self, line: &[u8], units: Units) -> Result<Result<Record, Why>, FieldError> {
        if let Some(kept) = &self.kept {
            let field = self.field(line, "rows", index(kept))?;
            if !is_one(field.text, &kept.words) {
                return Ok(Err(Why::Rows));
            }
        }
        let Some(explained) = &self.explained else {
            return Ok(self.layout.read(line, units)?.ok_or(Why::NoRequest));
        };
        let Some(op) = explained.op(&self.field(line, "op", explained.column)?)? else {
            return Ok(Err(Why::NoRequest));
        };
        let record = self.layout.read(line, units)?.ok_or(Why::NoRequest);
        Ok(record.map(|record| Record { op, ..record }))
    }

    /// The request of a plain line that a text begins with, and the bytes of the line; None if it is not plain, or does not
    /// count.
    #[inline]
    pub fn quick(&self, text: &[u8], units: Units) -> Option<(Record, usize)> {
        if !self.quick {
            return None;
        }
        if self.explained.is_none() && self.kept.is_none() {
            let (record, bytes) = self.layout.quick(text, units)?;
            return Some((record?, bytes));
        }
        let mut op = None;
        let (record, bytes) = self.layout.quick_if(text, units, |column, text| {
            if let Some(kept) = &self.kept
                && column == index(kept)
                && !is_one(text, &kept.words)
            {
                return false;
            }
            match &self.explained {
                Some(explained) if column == explained.column => {
                    let field = Field {
                        name: "op",
                        at: 0,
                        text,
                    };
                    op = explained.op(&field).ok().flatten();
                    op.is_some()
                }
                _ => true,
            }
        })?;
        let record = record?;
        let op = op.unwrap_or(record.op);
        Some((Record { op, ..record }, bytes))
    }

    fn field<'a>(
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
