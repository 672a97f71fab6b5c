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

mod plain;

use std::fmt;

use crate::error::ImportError;
use crate::format::{Description, Format, Spec};
use crate::options::Options;
use crate::record::{Address, Op, Record};
use crate::text::excerpt::quote;
use crate::text::fields::{BadDigits, FieldError, digits};
use crate::text::layout::LAST_PAGE;
use crate::text::line_error::{LineErrorKind, column_of};
use crate::text::line_reader::{Grammar, Line, Lines, Plain};
use crate::text::lines::{content, text_lines};

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Ops,
        title: "page operations",
        sample: "w5 w0+3, r7 t10",
        fields: &[],
    },
    grammar: Grammar::Lines(new),
};

#[derive(Default)]
struct Ops {
    /// The requests of a line while it is read; their memory is used again.
    line: Vec<Record>,
}

fn new(_: &Options) -> Box<dyn Lines> {
    Box::<Ops>::default()
}

impl Lines for Ops {
    fn read(&mut self, line: &[u8], out: &mut Vec<Record>) -> Result<Line, FieldError> {
        tokens(line, out).map_err(|Wrong { at, why, found }| FieldError {
            at,
            field: "token",
            kind: why.kind(found),
        })?;
        Ok(Line::Requests)
    }

    fn plain(&mut self, text: &[u8], into: &mut Plain<'_>) -> Result<usize, ImportError> {
        let mut at = 0;
        while let Some(bytes) = plain::line(&text[at..], &mut self.line) {
            into.lines += 1;
            for record in &self.line {
                into.builder.push(*record, into.lines)?;
            }
            at += bytes;
        }
        Ok(at)
    }
}

/// The error in a token. Apart from [`LineErrorKind`], so that who reads `ops` alone need not hold what can be wrong
/// with all other formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BadToken {
    /// See [`LineErrorKind::UnknownToken`].
    Unknown,
    /// See [`LineErrorKind::Negative`].
    Negative,
    /// See [`LineErrorKind::ZeroLength`].
    ZeroLength,
    /// See [`LineErrorKind::ValueWithoutWrite`].
    ValueWithoutWrite,
    /// See [`LineErrorKind::PageTooBig`].
    PageTooBig,
}

impl BadToken {
    /// Reason and remedy, each a sentence.
    pub(crate) fn tell(self, found: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason(found, f)?;
        f.write_str(". ")?;
        f.write_str(self.remedy())
    }

    /// Without its period.
    fn reason(self, found: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => write!(f, "`{found}` is not an operation"),
            Self::Negative => write!(f, "`{found}` is negative"),
            Self::ZeroLength => f.write_str("length 0"),
            Self::ValueWithoutWrite => write!(
                f,
                "`{found}` gives a value to something that is not a write"
            ),
            Self::PageTooBig => write!(f, "`{found}` goes beyond page {LAST_PAGE}"),
        }
    }

    fn remedy(self) -> &'static str {
        match self {
            Self::Unknown => "Write w5, w5+3 (three pages), r7 or t10.",
            Self::Negative => "Only numbers from 0 make sense here.",
            Self::ZeroLength => "A request covers something: leave it out.",
            Self::ValueWithoutWrite => "Leave out the `:` and what follows.",
            Self::PageTooBig => "Use a lower page.",
        }
    }

    fn kind(self, found: String) -> LineErrorKind {
        match self {
            Self::Unknown => LineErrorKind::UnknownToken { found },
            Self::Negative => LineErrorKind::Negative { found },
            Self::ZeroLength => LineErrorKind::ZeroLength,
            Self::ValueWithoutWrite => LineErrorKind::ValueWithoutWrite { found },
            Self::PageTooBig => LineErrorKind::PageTooBig {
                found,
                max: LAST_PAGE,
            },
        }
    }
}

/// A bad token that starts at byte `at` of its line.
struct Wrong {
    at: usize,
    why: BadToken,
    found: String,
}

/// The first bad token of a text. Shown as the reason, without a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpsError {
    /// Line, from 1.
    pub line: u32,
    /// Character of the line, from 1.
    pub column: u32,
    why: BadToken,
    /// The token, at most 32 characters.
    found: String,
}

impl fmt::Display for OpsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.reason(&self.found, f)
    }
}

impl OpsError {
    /// The text to write instead: a sentence.
    pub fn remedy(&self) -> &'static str {
        self.why.remedy()
    }
}

impl std::error::Error for OpsError {}

/// Reads the workload `ops` of a scenario: every token of the text, in order, with `time_ns` None and device 0.
///
/// # Errors
/// The first token that is not one, with its place and what to write instead. A text without any token gives an empty list:
/// whether that is wrong is for the scenario to say.
pub fn parse_ops(text: &str) -> Result<Vec<Record>, OpsError> {
    let mut records = Vec::new();
    for (line, bytes) in text_lines(text.as_bytes()) {
        if let Some(bytes) = content(bytes) {
            tokens(bytes, &mut records).map_err(|Wrong { at, why, found }| OpsError {
                line,
                column: column_of(bytes, at),
                why,
                found,
            })?;
        }
    }
    Ok(records)
}

/// Every token of a line.
fn tokens(line: &[u8], out: &mut Vec<Record>) -> Result<(), Wrong> {
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
        let text = &rest[..end];
        out.push(token(text).map_err(|why| Wrong {
            at,
            why,
            found: quote(text),
        })?);
        at += end;
    }
    Ok(())
}

fn token(text: &[u8]) -> Result<Record, BadToken> {
    let op = match text.first() {
        Some(b'w' | b'W') => Op::Write,
        Some(b'r' | b'R') => Op::Read,
        Some(b't' | b'T') => Op::Trim,
        _ => return Err(BadToken::Unknown),
    };
    let (request, value) = split(&text[1..], b':');
    if value.is_some_and(<[u8]>::is_empty) {
        return Err(BadToken::Unknown);
    }
    let (page, pages) = split(request, b'+');
    if page.starts_with(b"-") && digits(&page[1..]) != Err(BadDigits::NotDigits) {
        return Err(BadToken::Negative);
    }
    let number = |text| match digits(text) {
        Ok(number) => u32::try_from(number).map_err(|_| BadToken::PageTooBig),
        Err(BadDigits::TooBig) => Err(BadToken::PageTooBig),
        Err(BadDigits::NotDigits) => Err(BadToken::Unknown),
    };
    let lpn = number(page)?;
    let length = pages.map_or(Ok(1), number)?;
    if value.is_some() && op != Op::Write {
        return Err(BadToken::ValueWithoutWrite);
    }
    if length == 0 {
        return Err(BadToken::ZeroLength);
    }
    if lpn
        .checked_add(length - 1)
        .is_none_or(|last| last > LAST_PAGE)
    {
        return Err(BadToken::PageTooBig);
    }
    Ok(Record {
        time_ns: None,
        op,
        device: 0,
        address: Address::Lpn(lpn),
        length: length.into(),
        temperature: 0,
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
            .map(|r| (r.op, r.address.number(), r.length as u32))
            .collect()
    }

    fn error(text: &str) -> (u32, u32, LineErrorKind) {
        let error = parse_ops(text).unwrap_err();
        let kind = error.why.kind(error.found.clone());
        // An import says the same, and the remedy with it.
        assert_eq!(kind.to_string(), format!("{error}. {}", error.remedy()));
        (error.line, error.column, kind)
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
