//! The first lines of a file, each with its meaning: what a person looks at while choosing how the file is read.
//!
//! They are read as an import would read them, with one difference: bad lines never stop it.

use serde::Serialize;

use crate::Format;
use crate::error::ImportError;
use crate::options::Options;
use crate::record::{Op, PutBack, Record, Unit};
use crate::text::body::bad_line;
use crate::text::excerpt;
use crate::text::line_error::{LineError, LineErrorKind};
use crate::text::line_reader::{Line, LineReader, Why};
use crate::text::lines::{content, text_lines};
use crate::text::recognise::{guess, head_text};

/// Lines shown: blank ones and comments are not. The first bad line is, wherever it is.
const SHOWN: usize = 20;
const LINE_CHARS: usize = 160;

/// The first lines of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Preview {
    /// The format they are read in: as chosen, recognised, or the nearest.
    pub format: Format,
    /// At most 20, and the first bad one behind them.
    pub lines: Vec<PreviewLine>,
}

/// A line and its meaning.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PreviewLine {
    /// Its number, from 1.
    pub line: u32,
    /// Its text, at most 160 characters.
    pub text: String,
    /// Its meaning.
    pub meaning: Meaning,
}

/// The meaning of a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Meaning {
    /// Names of the columns, or the version of the format.
    Header,
    /// Requests.
    Requests {
        /// The first of them.
        first: PreviewRequest,
        /// How many more.
        others: u32,
    },
    /// No request of the trace.
    Passed {
        /// The reason.
        why: Why,
    },
    /// It cannot be read.
    Bad {
        /// The reason.
        error: Box<LineError>,
    },
    /// A question about the lines before has to be answered first.
    Waits,
}

/// A request as its line states it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PreviewRequest {
    /// Microseconds since the first request shown; None: the format has no times.
    pub time_us: Option<f64>,
    /// The operation.
    pub op: Op,
    /// The unit of the next two.
    pub unit: Unit,
    /// Where it starts on its device, in decimal digits: it may have 64 bits.
    pub offset: String,
    /// How much it covers.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub length: u64,
}

/// A line while the others are read.
enum Read {
    Requests(Vec<Record>),
    Known(Meaning),
}

/// Reads the first lines of a file, gzip or not. `head` are its first bytes (64 KiB are plenty), `whole` says that there are no others.
///
/// # Errors
/// Those of [`crate::recognise`], but for a text in no known format: its lines say what is wrong with them in the nearest one.
pub fn preview(head: &[u8], whole: bool, options: &Options) -> Result<Preview, ImportError> {
    let (text, whole) = head_text(head, whole)?;
    let text = &text[..];
    // A line that is cut off says nothing, unless it is the only one.
    let cut = memchr::memrchr(b'\n', text).filter(|_| !whole);
    let text = &text[..cut.unwrap_or(text.len())];
    options.check()?;
    let format = match (options.asked_format(), guess(text, true)) {
        (Some(format), _) => format,
        (None, Ok(guess)) => guess.expect("a whole text gives a guess").format,
        (None, Err(ImportError::NotRecognised { attempts, .. })) if !attempts.is_empty() => {
            attempts[0].format
        }
        (None, Err(error)) => return Err(error),
    };
    let lines = read(text, format, options);
    let zero = lines.iter().find_map(|(_, _, read)| match read {
        Read::Requests(records) => records[0].time_ns,
        Read::Known(_) => None,
    });
    let lines = lines.into_iter().map(|(line, text, read)| PreviewLine {
        line,
        text: excerpt::preview(text, LINE_CHARS),
        meaning: match read {
            Read::Requests(records) => Meaning::Requests {
                first: shown(records[0], zero.unwrap_or(0)),
                others: records.len() as u32 - 1,
            },
            Read::Known(meaning) => meaning,
        },
    });
    Ok(Preview {
        format,
        lines: lines.collect(),
    })
}

/// The lines with content. All of the text is read, as a later line may show that earlier ones do not count.
fn read<'a>(text: &'a [u8], format: Format, options: &Options) -> Vec<(u32, &'a [u8], Read)> {
    let mut reader = LineReader::new(format, options);
    let mut lines: Vec<(u32, &[u8], Read)> = Vec::new();
    let mut records = Vec::new();
    let mut waits = false;
    let all = text_lines(text).filter_map(|(number, line)| Some((number, content(line)?)));
    for (number, line) in all {
        let read = if waits {
            Read::Known(Meaning::Waits)
        } else {
            match reader.read(line, &mut records) {
                Ok(Line::Header) => Read::Known(Meaning::Header),
                Ok(Line::Passed(why)) => passed(why),
                Ok(Line::Restart) => {
                    for (_, _, read) in &mut lines {
                        if matches!(read, Read::Requests(..)) {
                            *read = passed(Why::Action);
                        }
                    }
                    Read::Requests(records.clone())
                }
                Ok(Line::Requeued) => {
                    let back = records[0];
                    let of = |read: &Read| match read {
                        Read::Requests(records) => records[0].put_back(&back),
                        Read::Known(_) => None,
                    };
                    let found = lines
                        .iter_mut()
                        .rev()
                        .find_map(|(_, _, read)| Some((of(read)?, read)));
                    if let Some((much, read)) = found {
                        if much == PutBack::Whole {
                            *read = passed(Why::Requeued);
                        }
                        reader.put_back(&back, much);
                    }
                    passed(Why::Action)
                }
                Ok(Line::Requests) => Read::Requests(records.clone()),
                Err(error) => {
                    // The meaning of 0 and 1 is asked of single lines; everything else of the first.
                    waits = error.kind.asks()
                        && !matches!(error.kind, LineErrorKind::ZeroOpUnknown { .. });
                    let error = Box::new(bad_line(format, number, line, error));
                    Read::Known(Meaning::Bad { error })
                }
            }
        };
        lines.push((number, line, read));
    }
    let mut seen = 0;
    for (_, _, read) in &mut lines {
        if let Read::Requests(records) = read {
            let first = seen;
            seen += records.len() as u64;
            *read = kept(records, first, &reader, options);
        }
    }
    let is_bad = |read: &Read| matches!(read, Read::Known(Meaning::Bad { .. }));
    let bad = lines.iter().position(|(_, _, read)| is_bad(read));
    let is_shown = |i: &usize| *i < SHOWN || Some(*i) == bad;
    let shown = lines.into_iter().enumerate().filter(|(i, _)| is_shown(i));
    shown.map(|(_, line)| line).collect()
}

fn passed(why: Why) -> Read {
    Read::Known(Meaning::Passed { why })
}

/// The requests of a line that are kept, `first` requests being before: the builder's rules.
fn kept(records: &[Record], first: u64, reader: &LineReader, options: &Options) -> Read {
    let window = options.window();
    let inside = (first..)
        .zip(records)
        .filter(|(number, _)| window.contains(number));
    let inside: Vec<Record> = inside.map(|(_, record)| *record).collect();
    let Some(record) = inside.first() else {
        return passed(Why::Window);
    };
    match reader.only(options) {
        Some(device) if Some(record.device) != device => passed(Why::Device),
        _ => Read::Requests(inside),
    }
}

fn shown(record: Record, zero_ns: u64) -> PreviewRequest {
    let since = |time: u64| (i128::from(time) - i128::from(zero_ns)) as f64 / 1e3;
    PreviewRequest {
        time_us: record.time_ns.map(since),
        op: record.op,
        unit: record.address.unit(),
        offset: record.address.number().to_string(),
        length: record.length,
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::num::NonZeroU32;

    use super::*;
    use crate::options::{AddressUnit, MergeDevices, OpWords, Rows, TimeUnit, Wanted};

    fn of(text: &str, options: &Options) -> Preview {
        preview(text.as_bytes(), true, options).unwrap()
    }

    /// Each line in short.
    fn meanings(text: &str, options: &Options) -> Vec<String> {
        let short = |line: PreviewLine| match line.meaning {
            Meaning::Header => "header".into(),
            Meaning::Requests { first: r, others } => format!(
                "{:?} {:?} {} {}{}",
                r.time_us.unwrap_or(-1.0),
                r.op,
                r.offset,
                r.length,
                if others > 0 { " and more" } else { "" }
            ),
            Meaning::Passed { why } => format!("{why:?}"),
            Meaning::Bad { error } => format!("{}: {:?}", error.line, error.problem),
            Meaning::Waits => "waits".into(),
        };
        of(text, options).lines.into_iter().map(short).collect()
    }

    const TABLE: &str =
        "time_us,event,op,lba,sectors\n7,Q,W,16,8\n9,D,W,16,8\n# note\n12,D,Z,24,8\n";

    #[test]
    fn each_line_says_what_it_is_under_the_options() {
        let options = Options::default();
        let unknown = r#"5: UnknownOp { found: "Z", expected: "R, W,"#;
        let found = meanings(TABLE, &options);
        assert_eq!(
            found[..3],
            ["header", "0.0 Write 8192 4096", "2.0 Write 8192 4096"]
        );
        assert!(found[3].starts_with(unknown), "{}", found[3]);
        let options = Options {
            sector_bytes: NonZeroU32::new(256),
            time_unit: Some(TimeUnit::Milliseconds),
            op_words: OpWords {
                trim: vec!["z".into()],
                ..OpWords::default()
            },
            rows: Some(Rows {
                column: NonZeroU32::new(2).unwrap(),
                words: vec!["D".into()],
            }),
            ..options
        };
        assert_eq!(
            meanings(TABLE, &options),
            [
                "header",
                "Rows",
                "0.0 Write 4096 2048",
                "3000.0 Trim 6144 2048"
            ]
        );
    }

    #[test]
    fn lines_wait_for_the_answer_to_a_question_of_the_header() {
        let text = "time,op,lba,sectors\n1,W,8,8\n2,0,8,8\n";
        let found = meanings(text, &Options::default());
        assert!(found[0].starts_with("1: UnitUnknown"), "{found:?}");
        assert_eq!(found[1..], ["waits", "waits"]);
        let options = Options {
            time_unit: Some(TimeUnit::Seconds),
            ..Options::default()
        };
        let found = meanings(text, &options);
        assert_eq!(found[..2], ["header", "0.0 Write 4096 4096"]);
        assert!(found[2].starts_with("3: ZeroOpUnknown"), "{found:?}");
    }

    #[test]
    fn a_later_issue_takes_back_what_was_queued() {
        let mut text = String::new();
        for i in 0..25 {
            writeln!(text, "8,0 0 1 0.{i:02} 1 Q R {i} + 8 [a]").unwrap();
        }
        assert_eq!(
            meanings(&text, &Options::default())[1],
            "10000.0 Read 512 4096"
        );
        text += "8,0 0 1 0.9 1 D R 0 + 8 [a]\n8,0 0 oops\n8,0 0 again\n";
        let found = meanings(&text, &Options::default());
        assert_eq!(
            (&found[..20], found.len()),
            (&vec!["Action".to_owned(); 20][..], 21)
        );
        assert!(found[20].starts_with("27: "), "{}", found[20]);
    }

    #[test]
    fn what_was_put_back_and_comes_again_counts_once() {
        let text = "\
8,0 0 1 0.0 1 D W 1000 + 16 [a]
8,0 0 2 0.1 0 C W 1000 + 8 [0]
8,0 0 3 0.2 0 R W 1008 + 8 [0]
8,0 0 4 0.3 1 D W 1008 + 8 [a]
8,0 0 5 0.4 1 D R 8 + 8 [a]
8,0 0 6 0.5 0 R R 8 + 8 [0]
8,0 0 7 0.6 1 D R 8 + 8 [a]
";
        let found = meanings(text, &Options::default());
        let (whole, again) = ("0.0 Write 512000 8192", "600000.0 Read 4096 4096");
        let expected = [
            whole, "Action", "Action", "Requeued", "Requeued", "Action", again,
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_put_back_shifts_no_window() {
        let mut text = "8,0 0 1 0.0 1 D W 0 + 8 [a]\n8,0 0 1 0.1 1 D W 8 + 8 [a]\n".to_owned();
        text += "8,0 0 2 0.2 0 R W 0 + 8 [0]\n8,0 0 1 0.3 1 D R 16 + 8 [a]\n";
        let window = |first, last| Options {
            first_request: NonZeroU32::new(first),
            last_request: NonZeroU32::new(last),
            ..Options::default()
        };
        let found = |first, last| meanings(&text, &window(first, last));
        let of = |two: &str, four: &str| ["Requeued", two, "Action", four].map(String::from);
        assert_eq!(found(1, 1), of("0.0 Write 4096 4096", "Window"));
        assert_eq!(found(2, 2), of("Window", "0.0 Read 8192 4096"));
        // Behind the lines shown: the request there is put back, not the one shown.
        for i in 2..30 {
            writeln!(text, "8,0 0 1 0.{i:02} 1 D R {i}000 + 8 [a]").unwrap();
        }
        text += "8,0 0 1 0.4 1 D W 8 + 8 [a]\n8,0 0 2 0.5 0 R W 8 + 8 [0]\n";
        let found = meanings(&text, &window(1, 1));
        assert_eq!(found[1], "0.0 Write 4096 4096");
    }

    #[test]
    fn an_offset_that_a_double_cannot_hold_is_shown_as_it_is() {
        // 2^53 + 1 and the last byte of 64 bits but one.
        let csv = "time_us,op,offset_bytes,size_bytes\n1,r,9007199254740993,512\n2,r,18446744073709551614,1\n";
        let found = meanings(csv, &Options::default());
        assert_eq!(
            found[1..],
            [
                "0.0 Read 9007199254740993 512",
                "1.0 Read 18446744073709551614 1"
            ]
        );
    }

    #[test]
    fn requests_outside_the_window_and_of_other_devices_are_passed_over() {
        let options = Options {
            first_request: NonZeroU32::new(3),
            ..Options::default()
        };
        let found = meanings("w1 w2\nw3 w4 w5\n", &options);
        assert_eq!(found, ["Window", "-1.0 Write 3 1 and more"]);
        let options = Options {
            merge_devices: MergeDevices::Only(Wanted::Number(1)),
            ..Options::default()
        };
        let found = meanings("0,8,512,w,0.5\n1,8,512,r,0.6\n", &options);
        assert_eq!(found, ["Device", "0.0 Read 4096 512"]);
        let found = meanings("op,lpn,pages,device\nw,8,1,0\nr,8,1,1\n", &options);
        assert_eq!(found, ["header", "Device", "-1.0 Read 8 1"]);
    }

    #[test]
    fn lines_in_no_known_format_are_shown_in_the_nearest_and_a_cut_line_is_not() {
        let text = "time_us,op,lba,sectors\n1,Rd,8,8\n2,Wr,8,8\n3,W";
        let found = preview(text.as_bytes(), false, &Options::default()).unwrap();
        assert_eq!((found.format, found.lines.len()), (Format::Csv, 3));
        assert_eq!(found.lines[0].meaning, Meaning::Header);
        assert!(matches!(&found.lines[2].meaning, Meaning::Bad { error } if error.line == 3));
        let cut = preview(b"w1 w2 w3 w", false, &Options::default()).unwrap();
        assert_eq!(cut.lines.len(), 1);
        assert!(preview(b"PK\x03\x04", true, &Options::default()).is_err());
        // A choice of the unit decides, whatever the name says.
        let options = Options {
            address_unit: Some(AddressUnit::Bytes),
            ..Options::default()
        };
        let found = meanings("time_us,op,lba,bytes\n1,r,512,8\n", &options);
        assert_eq!(found[1], "0.0 Read 512 8");
    }

    #[test]
    fn a_gzipped_file_is_unpacked_as_far_as_it_goes() {
        let file = include_bytes!("../../testdata/recorded/dtrs-1000.mqsim.gz");
        let found = preview(&file[..file.len() / 2], false, &Options::default()).unwrap();
        assert_eq!((found.format, found.lines.len()), (Format::Mqsim, 20));
        assert!(
            found
                .lines
                .iter()
                .all(|line| matches!(line.meaning, Meaning::Requests { .. }))
        );
    }
}
