//! What can be wrong with a trace file: where, why, and what to do. Structured for the page, in English for the command line.

use std::fmt;

use serde::Serialize;

use crate::Format;
use crate::excerpt::excerpt;
use crate::fields::FieldError;

/// Why an import ended without a trace. Lines and bytes count from 1 and 0: line 1 starts at byte 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "error", rename_all = "snake_case")]
pub enum ImportError {
    /// A bad line, and bad lines stop the import.
    Line(Box<LineError>),
    /// There is no request in the input.
    Empty {
        /// Lines there were: blank, comment or header.
        lines: u32,
    },
    /// The input is not text.
    Binary {
        /// Where in the text that shows (after decompression).
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        byte: f64,
        /// What its first bytes say it is, if they do.
        looks_like: Option<&'static str>,
    },
    /// No line at the start of the input is in a known format.
    NotRecognised {
        /// The first line with content.
        line: u32,
        /// That line, at most 80 characters.
        excerpt: String,
        /// What each format says to that line, the nearest format first.
        attempts: Vec<LineError>,
    },
    /// Bad lines were skipped, and no line was good.
    NothingRead {
        /// Lines skipped.
        skipped: u32,
        /// The first of them.
        first: Box<LineError>,
    },
    /// A line without end.
    LineTooLong {
        /// Its number.
        line: u32,
        /// The most that a line may have.
        max_bytes: u32,
    },
    /// More lines or requests than 32 bits count.
    TooManyRequests {
        /// The line at which it happens.
        line: u32,
    },
    /// The gzip file ends before its data does.
    GzipTruncated {
        /// Its length.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        byte: f64,
    },
    /// The gzip file is damaged.
    GzipCorrupt {
        /// Where in the compressed file it shows; the damage may lie before.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        byte: f64,
        /// What does not fit.
        reason: &'static str,
    },
    /// Devices laid side by side do not fit in 64 bits of byte addresses.
    AddressSpace {
        /// The device with the largest extent.
        device: u32,
        /// The line that reaches furthest on it.
        line: u32,
    },
    /// The device asked for has no request.
    DeviceAbsent {
        /// The device asked for.
        device: u32,
        /// The devices there are, ascending, at most the first 100.
        present: Vec<u32>,
    },
}

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
    /// What is wrong with it.
    pub problem: LineErrorKind,
    /// The line around that place, at most 80 characters, what does not print escaped.
    pub excerpt: String,
}

/// What is wrong with a line. `found` is the field's text, at most 32 characters.
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
    /// The line has `found` fields, more than `expected`.
    ExtraField { expected: u32, found: u32 },
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
    /// A time with a decimal point where the format has whole nanoseconds, as `disksim` milliseconds are.
    DecimalTime { found: String },
    /// Not a token of `ops`.
    UnknownToken { found: String },
    /// A read or trim with a value behind `:`.
    ValueWithoutWrite { found: String },
    /// A token that reaches beyond page `max`.
    PageTooBig { found: String, max: u32 },
    /// The line is in another known format: the file mixes formats.
    OtherFormat { other: Format },
}

impl LineError {
    pub(crate) fn new(format: Format, line: u32, text: &[u8], error: FieldError) -> Self {
        let at = error.at.min(text.len());
        let characters = text[..at]
            .iter()
            .filter(|&&byte| byte & 0xC0 != 0x80)
            .count();
        Self {
            line,
            column: characters as u32 + 1,
            field: error.field,
            format,
            problem: error.kind,
            excerpt: excerpt(text, at),
        }
    }

    /// How near the line came to its format: recognition shows the nearest format's error first.
    pub(crate) fn nearness(&self) -> u32 {
        match self.problem {
            LineErrorKind::DecimalTime { .. } => u32::MAX,
            LineErrorKind::MissingField { .. } | LineErrorKind::ExtraField { .. } => 0,
            _ => self.column - 1,
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
        write!(
            f,
            "line {line}, column {column}, {field} ({format}): {problem} The line: `{excerpt}`"
        )
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
            Self::ExtraField { expected, found } => {
                write!(
                    f,
                    "the line has {found} fields instead of {expected}. Is it in another format?"
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
            Self::Negative { found } => write!(
                f,
                "`{found}` is negative. Only numbers from 0 make sense here."
            ),
            Self::TooBig { found, max } => {
                write!(
                    f,
                    "`{found}` is more than {max}. Check the column, and the units chosen for the import."
                )
            }
            Self::ZeroLength => write!(
                f,
                "length 0. A request covers something: leave the line out."
            ),
            Self::UnknownOp { found, expected } => {
                write!(f, "`{found}` is not an operation. Write {expected}.")
            }
            Self::DecimalTime { found } => write!(
                f,
                "`{found}` is not whole nanoseconds; it looks like `disksim`, in milliseconds. \
                 If the last field is 0 for write and 1 for read, choose format mqsim and time unit ms."
            ),
            Self::UnknownToken { found } => {
                write!(
                    f,
                    "`{found}` is not an operation. Write w5, w5+3 (three pages), r7 or t10."
                )
            }
            Self::ValueWithoutWrite { found } => {
                write!(
                    f,
                    "`{found}` gives a value to something that is not a write. Leave out the `:` and what follows."
                )
            }
            Self::PageTooBig { found, max } => {
                write!(f, "`{found}` goes beyond page {max}. Use a lower page.")
            }
            Self::OtherFormat { other } => write!(
                f,
                "this line is in format {other}. Choose that format, or split a file that mixes formats, or skip bad lines."
            ),
        }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(error) => write!(f, "{error}"),
            Self::Empty { lines: 0 } => write!(
                f,
                "the input is empty. Choose a file with one request a line."
            ),
            Self::Empty { lines } => {
                write!(
                    f,
                    "none of the {lines} lines is a request: all are blank, comments or a header."
                )
            }
            Self::Binary {
                byte,
                looks_like: Some(what),
            } => {
                write!(
                    f,
                    "byte {byte}: this is {what}, not text. Unpack or export it as plain text (or .gz of it)."
                )
            }
            Self::Binary {
                byte,
                looks_like: None,
            } => {
                write!(
                    f,
                    "byte {byte} is 0: this is not a text file. Import plain text, or gzip of it."
                )
            }
            Self::NotRecognised {
                line,
                excerpt,
                attempts,
            } => {
                write!(f, "line {line} is in no known format (")?;
                for (i, format) in Format::ALL.into_iter().enumerate() {
                    write!(f, "{}{format}", if i == 0 { "" } else { ", " })?;
                }
                match attempts.first() {
                    Some(nearest) => write!(f, "). Nearest: {nearest}"),
                    None => write!(f, "). The line: `{excerpt}`"),
                }
            }
            Self::NothingRead { skipped, first } => {
                write!(
                    f,
                    "all {skipped} lines were bad and skipped. Choose another format. The first: {first}"
                )
            }
            Self::LineTooLong { line, max_bytes } => {
                write!(
                    f,
                    "line {line} is longer than {max_bytes} bytes. Put one request on a line."
                )
            }
            Self::TooManyRequests { line } => {
                write!(
                    f,
                    "line {line}: more than {} lines or requests. Cut the file into parts.",
                    u32::MAX
                )
            }
            Self::GzipTruncated { byte } => {
                write!(
                    f,
                    "the gzip data ends too early, at byte {byte}. Copy or download the file again."
                )
            }
            Self::GzipCorrupt { byte, reason } => {
                write!(
                    f,
                    "gzip byte {byte}: {reason}. Copy the file again, or unpack it and import the text."
                )
            }
            Self::AddressSpace { device, line } => write!(
                f,
                "line {line}: with device {device} reaching this far, the devices do not fit side by side in 64 bits. \
                 Check the line, or import one device."
            ),
            Self::DeviceAbsent { device, present } => {
                write!(f, "device {device} has no request. Choose one of: ")?;
                for (i, number) in present.iter().enumerate() {
                    write!(f, "{}{number}", if i == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for LineError {}
impl std::error::Error for ImportError {}
