//! How near a line came to a format that refuses it: recognition shows the error of the nearest.
//!
//! 1. A format whose header the file has is nearer than all others, a table (`csv`) only if no other has that header.
//! 2. Every field before the error counts for the format, if the format says what it holds. Every field that the line has
//!    too many or too few counts against it. An error in the count alone leaves all fields that the line has.
//! 3. A line of names is nearest to a table, whose columns a person can give by number.

use crate::Format;
use crate::formats::csv;
use crate::text::fields::{FieldError, Fields};
use crate::text::layout::Holds;
use crate::text::line_error::LineErrorKind;
use crate::text::line_reader::Grammar;

/// More than the fields of any line.
const HEADER: isize = 1000;

/// Of a line and its error in this format, whose header the file has or not: the higher the nearer.
pub(crate) fn nearness(format: Format, has_header: bool, line: &[u8], error: &FieldError) -> isize {
    let fits = match &format.spec().grammar {
        Grammar::Rows { row, .. } => {
            let mut fields = Fields::new(line, row.separator);
            let difference = (fields.count() as usize).abs_diff(row.columns.len());
            let ends = matches!(error.kind, LineErrorKind::ExtraField { .. });
            let read = row
                .columns
                .iter()
                .map_while(|column| fields.next(column.name).map(|field| (column, field)))
                .take_while(|(_, field)| ends || field.at < error.at)
                .filter(|(column, _)| column.holds != Holds::Unused);
            read.count().cast_signed() - difference.cast_signed()
        }
        Grammar::Lines(_) if matches!(error.kind, LineErrorKind::ColumnUnknown { .. }) => {
            csv::names_in(line)
        }
        // The first word of a line says little: the name of a file in `fio`, two numbers in `blkparse`.
        Grammar::Lines(_) => {
            let commas = matches!(format, Format::Ops | Format::Csv);
            let before = line[..error.at.min(line.len())]
                .split(|byte| matches!(byte, b' ' | b'\t') || *byte == b',' && commas)
                .filter(|word| !word.is_empty());
            let difference = match error.kind {
                LineErrorKind::MissingField { expected, found } => {
                    expected.abs_diff(found) as usize
                }
                _ => 0,
            };
            before.count().saturating_sub(1).cast_signed() - difference.cast_signed()
        }
    };
    match (has_header, format) {
        (false, _) => fits,
        (true, Format::Csv) => fits + HEADER,
        (true, _) => fits + 2 * HEADER,
    }
}

#[cfg(test)]
mod tests {
    use crate::text::recognise::recognise;
    use crate::{Format, ImportError, LineErrorKind};

    /// The error of the nearest format, with its place.
    fn nearest(text: &str) -> (Format, u32, u32, LineErrorKind) {
        match recognise(text.as_bytes(), true) {
            Err(ImportError::NotRecognised { mut attempts, .. }) => {
                let error = attempts.remove(0);
                (error.format, error.line, error.column, error.problem)
            }
            other => panic!("{other:?}"),
        }
    }

    fn extra(expected: u32, value: &str) -> LineErrorKind {
        LineErrorKind::ExtraField {
            expected,
            found: expected + 1,
            value: value.into(),
        }
    }

    #[test]
    fn a_further_column_is_one_too_many_of_the_format_that_reads_the_others() {
        assert_eq!(
            nearest("128166385295514663,hm,0,Write,9056014336,2048,2833,17\n"),
            (Format::Msr, 1, 52, extra(7, "17"))
        );
        assert_eq!(
            nearest("938513000 4 264719034 16 0 3\n938513001 4 8 16 1 3\n"),
            (Format::Mqsim, 1, 28, extra(5, "3"))
        );
        assert_eq!(
            nearest("1,8,512,0,5,9\n"),
            (Format::Tencent, 1, 13, extra(5, "9"))
        );
    }

    #[test]
    fn a_value_that_does_not_fit_is_that_of_the_format_with_as_many_fields() {
        let flush = LineErrorKind::UnknownOp {
            found: "Flush".into(),
            expected: "Read or Write",
        };
        assert_eq!(
            nearest("1,hm,0,Flush,0,512,1\n"),
            (Format::Msr, 1, 8, flush)
        );
        let two = LineErrorKind::UnknownOp {
            found: "x".into(),
            expected: "0 (write) or 1 (read)",
        };
        assert_eq!(nearest("5 0 8 8 x\n"), (Format::Mqsim, 1, 9, two));
        let (format, line, column, kind) = nearest("w5 w6 x7\n");
        assert_eq!((format, line, column), (Format::Ops, 1, 7));
        assert_eq!(kind, LineErrorKind::UnknownToken { found: "x7".into() });
    }

    #[test]
    fn names_that_no_format_knows_are_those_of_a_table() {
        for text in [
            "alpha,beta,gamma,delta\n1,2,3,4\n",
            "alpha;beta;gamma\n1;2;3\n",
            "when who addr what\n1 2 3 4\n",
        ] {
            let (format, line, _, kind) = nearest(text);
            assert_eq!((format, line), (Format::Csv, 1), "{text}");
            assert!(
                matches!(kind, LineErrorKind::ColumnUnknown { .. }),
                "{text}"
            );
        }
    }

    #[test]
    fn a_header_decides_before_the_rows_do() {
        let (format, line, ..) = nearest("ASU,LBA,Size,Opcode,Timestamp\n0 0 8 8 x\n0 1 8 8 x\n");
        assert_eq!((format, line), (Format::Spc, 2));
    }
}
