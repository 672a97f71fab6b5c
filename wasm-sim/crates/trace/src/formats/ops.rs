//! `ops`: requests in pages, as a class types them (SPEC 11).
//!
//! ```text
//! w5 w0, w13 w1+3
//! r7 t10 w5:a
//! ```
//!
//! A token is
//!
//! 1. the operation: `w` write, `r` read, `t` trim, either case;
//! 2. the logical page, decimal, up to 4,294,967,294;
//! 3. optionally `+n`: n pages from there, at least 1 (`w5+3` writes 5, 6 and 7);
//! 4. on a write optionally `:` and the value written, as in OSTEP's ssd.py (`w5:a`): accepted, not used.
//!
//! Tokens are separated by commas, blanks and line ends, in any number. A line that starts with `#` is a comment.

use crate::fields::{BadDigits, FieldError, digits};
use crate::format::{Description, Format, Spec};
use crate::layout::LAST_PAGE;
use crate::line_error::{LineError, LineErrorKind};
use crate::line_reader::{Grammar, Line, Lines};
use crate::lines::{content, text_lines};
use crate::options::Options;
use crate::record::{Address, Op, Record};

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Ops,
        title: "page operations",
        sample: "w5 w0+3, r7 t10",
        fields: &[],
    },
    grammar: Grammar::Lines(new),
};

struct Ops;

fn new(_: &Options) -> Box<dyn Lines> {
    Box::new(Ops)
}

impl Lines for Ops {
    fn read(&mut self, line: &[u8], out: &mut Vec<Record>) -> Result<Line, FieldError> {
        tokens(line, out)?;
        Ok(Line::Requests)
    }
}

/// Reads the workload `ops` of a scenario: every token of the text, in order, with `time_ns` None and device 0.
///
/// # Errors
/// The first token that is not one, with its line and column (both from 1) and what to write instead.
/// A text without any token gives an empty list: whether that is wrong is for the scenario to say.
pub fn parse_ops(text: &str) -> Result<Vec<Record>, LineError> {
    let mut records = Vec::new();
    for (line, bytes) in text_lines(text.as_bytes()) {
        if let Some(bytes) = content(bytes) {
            tokens(bytes, &mut records)
                .map_err(|error| LineError::new(Format::Ops, line, bytes, error))?;
        }
    }
    Ok(records)
}

/// Every token of a line.
fn tokens(line: &[u8], out: &mut Vec<Record>) -> Result<(), FieldError> {
    let mut at = 0;
    while at < line.len() {
        if matches!(line[at], b',' | b' ' | b'\t') {
            at += 1;
            continue;
        }
        let rest = &line[at..];
        let end = rest
            .iter()
            .position(|byte| matches!(byte, b',' | b' ' | b'\t'))
            .unwrap_or(rest.len());
        out.push(token(&rest[..end], at)?);
        at += end;
    }
    Ok(())
}

/// One token that starts at byte `at` of its line.
fn token(text: &[u8], at: usize) -> Result<Record, FieldError> {
    let found = || crate::excerpt::quote(text);
    let error = |kind| FieldError {
        at,
        field: "token",
        kind,
    };
    let unknown = || error(LineErrorKind::UnknownToken { found: found() });
    let past_end = || {
        error(LineErrorKind::PageTooBig {
            found: found(),
            max: LAST_PAGE,
        })
    };

    let op = match text.first() {
        Some(b'w' | b'W') => Op::Write,
        Some(b'r' | b'R') => Op::Read,
        Some(b't' | b'T') => Op::Trim,
        _ => return Err(unknown()),
    };
    let (request, value) = split(&text[1..], b':');
    if value.is_some_and(<[u8]>::is_empty) {
        return Err(unknown());
    }
    let (page, pages) = split(request, b'+');
    if page.starts_with(b"-") && digits(&page[1..]) != Err(BadDigits::NotDigits) {
        return Err(error(LineErrorKind::Negative { found: found() }));
    }
    let number = |text| match digits(text) {
        Ok(number) => u32::try_from(number).map_err(|_| past_end()),
        Err(BadDigits::TooBig) => Err(past_end()),
        Err(BadDigits::NotDigits) => Err(unknown()),
    };
    let lpn = number(page)?;
    let length = pages.map_or(Ok(1), number)?;
    if value.is_some() && op != Op::Write {
        return Err(error(LineErrorKind::ValueWithoutWrite { found: found() }));
    }
    if length == 0 {
        return Err(error(LineErrorKind::ZeroLength));
    }
    if lpn
        .checked_add(length - 1)
        .is_none_or(|last| last > LAST_PAGE)
    {
        return Err(past_end());
    }
    Ok(Record {
        time_ns: None,
        op,
        device: 0,
        address: Address::Lpn(lpn),
        length,
    })
}

fn split(text: &[u8], mark: u8) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|&byte| byte == mark) {
        Some(i) => (&text[..i], Some(&text[i + 1..])),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(text: &str) -> Vec<(Op, u64, u32)> {
        let records = parse_ops(text).unwrap_or_else(|error| panic!("{error}"));
        records
            .iter()
            .map(|r| (r.op, r.address.number(), r.length))
            .collect()
    }

    fn error(text: &str) -> (u32, u32, LineErrorKind) {
        let error = parse_ops(text).unwrap_err();
        (error.line, error.column, error.problem)
    }

    #[test]
    fn the_slide_example_is_read_in_order() {
        let pages: Vec<_> = short("w5 w0 w13 w1 w2 w3")
            .into_iter()
            .map(|(_, lpn, _)| lpn)
            .collect();
        assert_eq!(pages, [5, 0, 13, 1, 2, 3]);
    }

    #[test]
    fn every_form_of_a_token_is_accepted() {
        use Op::{Read, Trim, Write};
        let expected = [(Write, 5, 1), (Write, 5, 3), (Read, 7, 1), (Trim, 10, 1)];
        assert_eq!(short("w5 w5+3 r7 t10"), expected);
        assert_eq!(short("W5,w5+3\r\n# a comment\n\tr7, ,t10\n"), expected);
        assert_eq!(short("w5:a,w5+3:b,r7,t10"), expected);
        assert_eq!(short(" \n"), []);
        assert_eq!(short("w4294967294"), [(Write, 4_294_967_294, 1)]);
    }

    #[test]
    fn a_bad_token_is_named_with_its_place() {
        let unknown = |found: &str| LineErrorKind::UnknownToken {
            found: found.into(),
        };
        assert_eq!(error("w5 w0\nw1, x7 w2"), (2, 5, unknown("x7")));
        assert_eq!(error("w"), (1, 1, unknown("w")));
        assert_eq!(error("w5+"), (1, 1, unknown("w5+")));
        assert_eq!(error("w5:"), (1, 1, unknown("w5:")));
        assert_eq!(error("5"), (1, 1, unknown("5")));
        assert_eq!(error("w5.5"), (1, 1, unknown("w5.5")));
        assert_eq!(
            error("w-5"),
            (
                1,
                1,
                LineErrorKind::Negative {
                    found: "w-5".into()
                }
            )
        );
        assert_eq!(error("w5 w6+0"), (1, 4, LineErrorKind::ZeroLength));
        assert_eq!(
            error("r7:a"),
            (
                1,
                1,
                LineErrorKind::ValueWithoutWrite {
                    found: "r7:a".into()
                }
            )
        );
    }

    #[test]
    fn the_column_counts_characters_not_bytes() {
        assert_eq!(
            error("w5:é x"),
            (1, 6, LineErrorKind::UnknownToken { found: "x".into() })
        );
    }

    #[test]
    fn a_page_number_is_at_most_32_bits_less_two() {
        for text in [
            "w4294967295",
            "w4294967294+2",
            "w0+4294967296",
            "w99999999999999999999",
        ] {
            assert_eq!(
                error(text),
                (
                    1,
                    1,
                    LineErrorKind::PageTooBig {
                        found: text.into(),
                        max: LAST_PAGE
                    }
                ),
                "{text}"
            );
        }
    }
}
