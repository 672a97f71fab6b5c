//! Why an import ends without a trace: where, why, and what to do. Structured for the page, in English for the command line.

use std::fmt;

use serde::Serialize;

use crate::Format;
use crate::columnar::FileError;
use crate::options::Action;
use crate::text::line_error::LineError;
use crate::text::names::for_shell;

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
    /// All lines are in the format, and none is a request to keep.
    NoneKept {
        /// The format.
        format: Format,
        /// Lines passed over: other actions, other rows.
        passed: u32,
        /// An event that the file has and that may count instead.
        action: Option<Action>,
    },
    /// The input is not text.
    Binary {
        /// Where in the text that shows (after decompression).
        byte: f64,
        /// The format that its first bytes name, if they do.
        looks_like: Option<&'static str>,
    },
    /// The input is packed in a way that is not undone here.
    Packed {
        /// Its kind.
        what: &'static str,
        /// The command that makes text of it, with FILE for its name.
        command: &'static str,
    },
    /// The input is an archive: which of its members is the trace, a person says.
    Archive {
        /// Which kind.
        kind: &'static str,
        /// The first members' names.
        members: Vec<String>,
        /// Whether there are others.
        more: bool,
        /// The command that unpacks it, with FILE for its name.
        command: &'static str,
    },
    /// The only member of a zip archive is packed, or an archive.
    InZip {
        /// Its own kind.
        inside: Box<Self>,
    },
    /// The zip archive is damaged.
    ZipCorrupt {
        /// Where in the archive it shows.
        byte: f64,
        /// The part that does not fit.
        reason: &'static str,
    },
    /// Zero bytes follow good lines: the recording was cut off.
    CutOff {
        /// Complete lines before them.
        line: u32,
        /// How many there are, at most 4,096.
        zeros: u32,
    },
    /// A decision that only tables know, and a format that is none.
    OfTables {
        /// The format asked for.
        format: Format,
        /// The decision.
        option: &'static str,
    },
    /// No line at the start of the input is in a known format.
    NotRecognised {
        /// The first line with content.
        line: u32,
        /// That line, at most 80 characters.
        excerpt: String,
        /// The verdict of each format on that line, the nearest format first.
        attempts: Vec<LineError>,
    },
    /// Results of fio: figures about requests, and not the requests.
    OutputOfFio {
        /// The first line with content.
        line: u32,
        /// Which results.
        output: FioOutput,
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
        byte: f64,
    },
    /// The gzip file is damaged.
    GzipCorrupt {
        /// Where in the compressed file it shows; the damage may lie before.
        byte: f64,
        /// The part that does not fit.
        reason: &'static str,
    },
    /// Devices laid side by side do not fit in 64 bits of byte addresses.
    AddressSpace {
        /// The device with the largest extent.
        device: String,
        /// The line that reaches furthest on it.
        line: u32,
    },
    /// The columnar file that the import writes cannot be written, or read again.
    Storage {
        /// Why, in a few words.
        reason: String,
    },
    /// No request lies in the window asked for.
    OutsideWindow {
        /// Requests of the file.
        requests: u32,
    },
    /// The device asked for has no request.
    DeviceAbsent {
        /// The device asked for.
        device: String,
        /// The names of the devices in the file, ascending by number, at most the first 100.
        present: Vec<String>,
    },
}

/// Files that fio writes beside its log of I/O.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FioOutput {
    /// `--output-format=json`.
    Json,
    /// `write_bw_log`, `write_lat_log`, `write_iops_log`: time, value, direction, block size.
    Log,
    /// The same with `log_offset`.
    LogWithOffset,
}

impl FioOutput {
    /// Reason and remedy, each a sentence.
    fn tell(self, line: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json => write!(
                f,
                "line {line}: this is fio's JSON output, which has sums and no requests. Run fio again with --write_iolog=FILE and open that file."
            ),
            Self::Log => write!(
                f,
                "line {line}: this is fio's log of bandwidth or latency, whose lines have no offset. Run fio again with --write_iolog=FILE and open that file."
            ),
            Self::LogWithOffset => write!(
                f,
                "line {line}: this is fio's log of bandwidth or latency with offsets. Read it as csv: no header, time in column 1 \
                 in ms, operation in 3 (0 is a read, the word 2 a trim). Sizes are in column 4, addresses in 5, both in bytes. On \
                 the command line: `--header no --column time=1 --time-unit ms --column op=3 --zero-op read --op-word 2=trim \
                 --column size=4 --size-unit bytes --column address=5 --address-unit bytes`"
            ),
        }
    }
}

impl ImportError {
    /// The same of the only member of a zip archive.
    pub(crate) fn in_zip(self) -> Self {
        match self {
            Self::Packed { .. } | Self::Archive { .. } => Self::InZip {
                inside: Box::new(self),
            },
            other => other,
        }
    }

    fn tell_in_zip(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packed { what, command } => write!(
                f,
                "this is a zip archive with {what} in it. Unpack both and open the result: `unzip -p FILE > FILE.out && {}`",
                command.replace("FILE", "FILE.out")
            ),
            Self::Archive {
                kind,
                members,
                more,
                command,
            } if !members.is_empty() => write!(
                f,
                "this is a zip archive with a {kind} archive of {} in it. Unpack both and open one file: `unzip -p FILE > FILE.out && {}`",
                listed(members, *more),
                command.replace("FILE", "FILE.out")
            ),
            other => write!(f, "{other}"),
        }
    }
}

/// Names of members, and whether there are others.
fn listed(members: &[String], more: bool) -> String {
    members.join(", ") + if more { ", ..." } else { "" }
}

impl From<FileError> for ImportError {
    fn from(FileError(reason): FileError) -> Self {
        Self::Storage { reason }
    }
}

impl fmt::Display for ImportError {
    #[expect(clippy::too_many_lines, reason = "one arm a message")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(error) => write!(f, "{error}"),
            Self::Empty { lines: 0 } => write!(
                f,
                "the input is empty. Choose a file with one request a line."
            ),
            Self::Empty { lines } => write!(
                f,
                "no request: every line is blank, a comment or a header (lines: {lines}). Choose a file with one request a line."
            ),
            Self::NoneKept {
                passed,
                action: Some(action),
                ..
            } => {
                let (name, words) = match action {
                    Action::Queue => ("queue", "requests that were queued (Q)"),
                    Action::Insert => ("insert", "requests that were inserted (I)"),
                    Action::Issue => ("issue", "requests that were issued (D)"),
                    Action::Complete => ("complete", "requests that were completed (C)"),
                };
                write!(
                    f,
                    "no request of the event that counts, in {passed} lines. There are {words}. Let them count: action \
                     (on the command line --action {name})."
                )
            }
            Self::NoneKept {
                format: Format::Csv,
                passed,
                ..
            } => write!(
                f,
                "no request: rows that were passed over: {passed}. Choose other rows that count (on the command line \
                 --rows N=WORD) or other words for operations (--op-word WORD=read)."
            ),
            Self::NoneKept { format, passed, .. } => write!(
                f,
                "no request: lines in format {format} that were passed over: {passed}. Choose another file."
            ),
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
            Self::Packed { what, command } => {
                write!(
                    f,
                    "this is {what}. Unpack it and open the result: `{command}`"
                )
            }
            Self::Archive { kind, members, .. } if members.is_empty() => write!(
                f,
                "this is a {kind} archive without a file. Choose another file."
            ),
            Self::Archive {
                kind,
                members,
                more,
                command,
            } => {
                let members = listed(members, *more);
                write!(
                    f,
                    "this is a {kind} archive with {members}. Unpack it and open one file: `{command}`"
                )
            }
            Self::InZip { inside } => inside.tell_in_zip(f),
            Self::ZipCorrupt { byte, reason } => write!(
                f,
                "zip byte {byte}: {reason}. Copy the file again, or unpack it and import the text."
            ),
            Self::CutOff { line, zeros } => write!(
                f,
                "{zeros} zero bytes follow line {line}: the recording was cut off there. Record it again, or read it up to \
                 there: on_zeros end (on the command line --until-zeros)."
            ),
            Self::OfTables { format, option } => write!(
                f,
                "{option} is for tables (csv), and the format asked for is {format}. Leave out the format (on the command line \
                 --format), or {option}."
            ),
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
            Self::OutputOfFio { line, output } => output.tell(*line, f),
            Self::NothingRead { skipped, first } => {
                write!(
                    f,
                    "all {skipped} lines were bad and skipped. Choose another format (on the command line --format). The first: {first}"
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
                 Check the line, or import one device (on the command line --device {}).",
                for_shell(device)
            ),
            Self::Storage { reason } => write!(
                f,
                "the trace cannot be stored: {reason}. Free some space and import it again."
            ),
            Self::OutsideWindow { requests } => write!(
                f,
                "no request lies in the window: the file has {requests}. Choose a first request from 1 to {requests} (on the command \
                 line --first-request), and a last one that is not before it (--last-request {requests})."
            ),
            Self::DeviceAbsent { device, present } => {
                write!(
                    f,
                    "device {device} has no request. Choose one of: {} (on the command line --device {}).",
                    present.join(", "),
                    present
                        .first()
                        .map_or("".into(), |device| for_shell(device)),
                )
            }
        }
    }
}

impl std::error::Error for ImportError {}
