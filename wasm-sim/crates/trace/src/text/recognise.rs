//! Which format a text is in, told from its content, never from its name.
//!
//! 1. The first lines with content (at most 200) are read in every format.
//! 2. The format that reads the most of them is the guess; of two, the one that stumbles over fewer, then the one that
//!    reads the earlier line, then the earlier of [`Format::ALL`].
//! 3. Its share of the lines is the confidence; what speaks for and against it are the reasons.
//!
//! The grammars exclude each other (a test holds that), so that a share below 1 means bad lines or mixed formats, not
//! doubt. There are two exceptions. A `csv` header may name the columns of a known format, which is more particular
//! and therefore taken. And a file in `mqsim` is one in `disksim` too, with other times: the reasons name both.

use std::borrow::Cow;
use std::cmp::Reverse;

use crate::Format;
use crate::error::{FioOutput, ImportError};
use crate::options::Options;
use crate::record::Record;
use crate::text::FEWEST_ZEROS;
use crate::text::excerpt::excerpt;
use crate::text::guess::{Guess, Reason};
use crate::text::gzip::{Gunzip, MAGIC};
use crate::text::line_error::{LineError, LineErrorKind};
use crate::text::line_reader::{Line, LineReader};
use crate::text::lines::{BOM, content, end_in_returns, feed, text_lines};
use crate::text::nearness::nearness;
use crate::text::opening::opened;
use crate::text::opening::zip::{self, Unzip};

/// Bytes of text that recognition looks at, unless they hold no complete line.
pub(crate) const SAMPLE: usize = 64 << 10;
const LINES: usize = 200;

/// Recognises the format of a file from its first bytes (64 KiB are plenty), gzip or not.
///
/// `whole` says that these are all its bytes; if not, the last line is taken to be cut off and not looked at.
///
/// # Errors
/// `Empty`, `Binary`, `NotRecognised` with what each format says to the first line, `GzipCorrupt`.
pub fn recognise(head: &[u8], whole: bool) -> Result<Guess, ImportError> {
    let (text, whole) = head_text(head, whole)?;
    let guess = guess_or_all(&text, whole)?;
    Ok(Guess {
        gzip: head.starts_with(&MAGIC),
        ..guess
    })
}

/// The text that a file begins with, unpacked and decoded, up to zeros behind good lines; and whether that is all of it.
pub(crate) fn head_text(head: &[u8], whole: bool) -> Result<(Cow<'_, [u8]>, bool), ImportError> {
    let mut unpacked = Vec::new();
    let mut take = |piece: &[u8]| {
        unpacked.extend_from_slice(&piece[..piece.len().min(SAMPLE - unpacked.len())]);
        Ok(())
    };
    let read = if head.starts_with(&MAGIC) {
        Gunzip::new().push(head, &mut take)
    } else if head.starts_with(&zip::MAGIC) {
        let mut unzip = Unzip::new();
        let read = unzip.push(head, &mut take);
        // Two members are enough for the message.
        match unzip.finish() {
            Err(error @ ImportError::Archive { .. }) => Err(error)?,
            _ => read,
        }
    } else {
        let text = opened(head.into())?;
        return up_to_zeros(text, whole);
    };
    if unpacked.is_empty() {
        read?;
    }
    let whole = whole && unpacked.len() < SAMPLE;
    let text = opened(unpacked.into())?;
    up_to_zeros(text, whole)
}

/// The lines before the first zero byte, if they are good ones and zeros alone follow; otherwise a zero is refused.
fn up_to_zeros(mut text: Cow<'_, [u8]>, whole: bool) -> Result<(Cow<'_, [u8]>, bool), ImportError> {
    if end_in_returns(&text) {
        feed(text.to_mut());
    }
    let Some(zero) = memchr::memchr(0, &text) else {
        return Ok((text, whole));
    };
    let zeros = text[zero..].iter().take_while(|&&byte| byte == 0).count();
    let lines = memchr::memrchr(b'\n', &text[..zero]).map_or(0, |at| at + 1);
    let behind = text.len() > zero + zeros;
    if behind && zeros < FEWEST_ZEROS || lines == 0 {
        return Err(ImportError::Binary {
            byte: zero as f64,
            looks_like: None,
        });
    }
    match &mut text {
        Cow::Borrowed(text) => *text = &text[..lines],
        Cow::Owned(text) => text.truncate(lines),
    }
    Ok((text, true))
}

fn guess_or_all(text: &[u8], whole: bool) -> Result<Guess, ImportError> {
    match guess(text, whole)? {
        Some(guess) => Ok(guess),
        None => Ok(guess(text, true)?.expect("a whole text gives a guess or an error")),
    }
}

/// One format's verdict on the lines.
struct Tally {
    format: Format,
    reader: LineReader,
    good: u32,
    bad: u32,
    first_good: u32,
    first_bad: Option<LineError>,
    /// How near that line came to the format.
    nearness: isize,
    header: Option<u32>,
    /// Its header asks which of two columns is meant.
    asks: bool,
}

/// Every format's work on the first lines.
struct Survey<'a> {
    tallies: [Tally; Format::ALL.len()],
    /// The first line, with its number.
    first: Option<(u32, &'a [u8])>,
}

/// The guess; None if the text is not whole and has no complete line with content.
pub(crate) fn guess(text: &[u8], whole: bool) -> Result<Option<Guess>, ImportError> {
    let end = if whole {
        text.len()
    } else {
        memchr::memrchr(b'\n', text).map_or(0, |at| at + 1)
    };
    let survey = Survey::new(&text[..end]);
    match survey.first {
        Some((number, line)) if !survey.is_header_alone() => survey
            .guess(number, line)
            .map(Some)
            .map_err(|error| match output_of_fio(line, text) {
                Some(output) => ImportError::OutputOfFio {
                    line: number,
                    output,
                },
                None => error,
            }),
        _ if whole => {
            let text = text.strip_prefix(&BOM).unwrap_or(text);
            let complete = text.strip_suffix(b"\n").unwrap_or(text);
            let lines = if text.is_empty() {
                0
            } else {
                text_lines(complete).count() as u32
            };
            Err(ImportError::Empty { lines })
        }
        _ => Ok(None),
    }
}

/// Which results of fio begin with this line, where no format reads a line (fio(1), "JSON output", "Log file formats").
fn output_of_fio(line: &[u8], text: &[u8]) -> Option<FioOutput> {
    const VERSION: &[u8] = b"\"fio version\"";
    if line.starts_with(b"{") {
        let is_fio = text.windows(VERSION.len()).any(|part| part == VERSION);
        return is_fio.then_some(FioOutput::Json);
    }
    let fields: Vec<_> = line.split(|b| *b == b',').map(<[u8]>::trim_ascii).collect();
    let is_number = |field: &&[u8]| !field.is_empty() && field.iter().all(u8::is_ascii_digit);
    let row = (4..=7).contains(&fields.len())
        && fields[..4].iter().all(is_number)
        && matches!(fields[2], b"0" | b"1" | b"2");
    // The last fields are the offset, if it was asked for, and a priority: 0, 1 or hex.
    let offset = fields.len() > 5
        || fields
            .get(4)
            .is_some_and(|fifth| is_number(fifth) && !matches!(*fifth, b"0" | b"1"));
    row.then_some(if offset {
        FioOutput::LogWithOffset
    } else {
        FioOutput::Log
    })
}

impl<'a> Survey<'a> {
    /// Step 1: reads the first lines in every format.
    fn new(text: &'a [u8]) -> Self {
        let tallies = Format::ALL.map(|format| Tally {
            format,
            reader: LineReader::new(format, &Options::default()),
            good: 0,
            bad: 0,
            first_good: 0,
            first_bad: None,
            nearness: 0,
            header: None,
            asks: false,
        });
        let mut survey = Self {
            tallies,
            first: None,
        };
        let mut records = Vec::new();
        let lines = text_lines(text).filter_map(|(number, line)| Some((number, content(line)?)));
        for (number, line) in lines.take(LINES) {
            survey.first.get_or_insert((number, line));
            for tally in &mut survey.tallies {
                tally.read(number, line, &mut records);
            }
        }
        survey
    }

    /// Whether the text is a header and nothing else.
    fn is_header_alone(&self) -> bool {
        let alone = |tally: &Tally| tally.header.is_some() && tally.good + tally.bad == 0;
        // A line that another format reads as a request is no header.
        self.tallies.iter().any(alone) && self.tallies.iter().all(|tally| tally.good == 0)
    }

    /// Steps 2 and 3: the best format, its share and the reasons; `line` is the first one.
    fn guess(self, number: u32, line: &[u8]) -> Result<Guess, ImportError> {
        let mut tallies = self.tallies;
        sort_few(&mut tallies, |tally| {
            (Reverse(tally.good), tally.bad, tally.first_good)
        });
        let asks = tallies[0].good == 0;
        if let Some(asking) = tallies.iter().find(|tally| asks && tally.asks) {
            return Ok(Guess {
                format: asking.format,
                confidence: 0.0,
                gzip: false,
                reasons: vec![Reason::Header {
                    format: asking.format,
                    line: asking.header.unwrap_or(number),
                }],
            });
        }
        if tallies[0].good == 0 {
            sort_few(&mut tallies, |tally| Reverse(tally.nearness));
            let attempts = tallies.into_iter().filter_map(|tally| tally.first_bad);
            return Err(ImportError::NotRecognised {
                line: number,
                excerpt: excerpt(line, 0),
                attempts: attempts.collect(),
            });
        }
        let best = &tallies[0];
        let format = best.format;
        let confidence = f64::from(best.good) / f64::from(best.good + best.bad);
        let header = best.header.map(|line| Reason::Header { format, line });
        let mut reasons: Vec<_> = header.into_iter().collect();
        reasons.extend(
            tallies
                .iter()
                .filter(|tally| tally.good > 0)
                .map(|tally| Reason::Lines {
                    format: tally.format,
                    good: tally.good,
                    of: tally.good + tally.bad,
                    first: tally.first_good,
                }),
        );
        let [best, ..] = tallies;
        reasons.extend(best.first_bad.map(|error| Reason::Bad {
            error: Box::new(error),
        }));
        Ok(Guess {
            format,
            confidence,
            gzip: false,
            reasons,
        })
    }
}

impl Tally {
    fn read(&mut self, number: u32, line: &[u8], records: &mut Vec<Record>) {
        match self.reader.read(line, records) {
            Ok(Line::Header) => self.header = Some(number),
            Ok(Line::Requests | Line::Passed(_) | Line::Restart | Line::Requeued) => {
                self.good(number);
            }
            Err(error) => match error.kind {
                // A question that the import will ask does not speak against the format.
                LineErrorKind::UnitUnknown { .. }
                | LineErrorKind::UnitMultiple { .. }
                | LineErrorKind::UnitsDiffer { .. }
                    if self.header.is_none() && self.format == Format::Csv =>
                {
                    self.header = Some(number);
                }
                // Which column is meant comes before what its rows say.
                LineErrorKind::TwoColumns { .. } | LineErrorKind::NameTwice { .. } => {
                    (self.header, self.asks) = (Some(number), true);
                }
                LineErrorKind::UnitUnknown { .. }
                | LineErrorKind::ZeroOpUnknown { .. }
                | LineErrorKind::TimeTooFine { .. } => self.good(number),
                _ => {
                    self.bad += 1;
                    if self.first_bad.is_none() {
                        self.nearness = nearness(self.format, self.header.is_some(), line, &error);
                        self.first_bad = Some(LineError::new(self.format, number, line, error));
                    }
                }
            },
        }
    }

    fn good(&mut self, number: u32) {
        if self.good == 0 {
            self.first_good = number;
        }
        self.good += 1;
    }
}

/// Sorts as `sort_by_key` does, whose code is a hundred times as long: there are as many items as formats.
fn sort_few<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        for i in (0..end).rev() {
            if key(&items[i]) > key(&items[i + 1]) {
                items.swap(i, i + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(text: &str) -> (Format, f64) {
        let guess = recognise(text.as_bytes(), true).unwrap_or_else(|error| panic!("{error}"));
        (guess.format, guess.confidence)
    }

    #[test]
    fn each_sample_is_recognised() {
        for expected in Format::ALL {
            assert_eq!(format(expected.description().sample), (expected, 1.0));
        }
        assert_eq!(format("\u{FEFF}w5:a,r7,t10\r\n"), (Format::Ops, 1.0));
    }

    #[test]
    fn a_header_line_is_a_reason_not_a_bad_line() {
        let text =
            "Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime\n1,hm,0,Read,0,512,1\n";
        let guess = recognise(text.as_bytes(), true).unwrap();
        assert_eq!(guess.confidence, 1.0);
        assert_eq!(
            guess.reasons[0],
            Reason::Header {
                format: Format::Msr,
                line: 1
            }
        );
        assert_eq!(
            guess.reasons[1],
            Reason::Lines {
                format: Format::Msr,
                good: 1,
                of: 1,
                first: 2
            }
        );
    }

    #[test]
    fn a_cut_off_last_line_does_not_count_against_the_guess() {
        let text = b"0,1,512,r,0.5\n0,1,51";
        assert_eq!(recognise(text, false).unwrap().confidence, 1.0);
        assert_eq!(recognise(text, true).unwrap().confidence, 0.5);
    }

    #[test]
    fn mixed_formats_are_told_in_the_reasons() {
        let guess = recognise(b"0 0 8 8 1\n0 0 8 8 1\n0,1,512,r,0\n", true).unwrap();
        assert_eq!(guess.format, Format::Mqsim);
        assert!(guess.reasons.contains(&Reason::Lines {
            format: Format::Spc,
            good: 1,
            of: 3,
            first: 3
        }));
    }

    #[test]
    fn a_decimal_time_or_a_further_flag_tells_disksim_from_mqsim_and_whole_times_leave_a_doubt_that_is_told()
     {
        assert_eq!(
            format("0 0 8 8 0\n7961.833 0 8 8 0\n"),
            (Format::Disksim, 1.0)
        );
        assert_eq!(format("0 0 8 8 0\n1 0 8 8 1b\n"), (Format::Disksim, 1.0));
        let guess = recognise(b"0 0 8 8 0\n", true).unwrap();
        let lines = |format| Reason::Lines {
            format,
            good: 1,
            of: 1,
            first: 1,
        };
        assert_eq!(
            guess.reasons,
            [lines(Format::Mqsim), lines(Format::Disksim)]
        );
        assert_eq!(guess.doubts().collect::<Vec<_>>(), [Format::Disksim]);
    }

    #[test]
    fn tables_of_numbers_are_told_apart_by_where_the_operation_stands() {
        for (text, expected) in [
            ("1,8,512,0,5\n2,8,512,1,5", Format::Tencent),
            ("1,8,512,R,5\n2,8,512,w,5.5", Format::Spc),
            ("1,R,8,512,5\n2,W,8,512,5", Format::Alibaba),
            ("1,0.1,R,8,512,5\n2,,W,8,512,5", Format::Systor17),
            ("1,h,0,Read,8,512,5\n2,h,0,Write,8,512,5", Format::Msr),
        ] {
            assert_eq!(format(text), (expected, 1.0), "{text}");
        }
    }

    #[test]
    fn a_header_makes_a_table_and_a_known_one_the_format_it_belongs_to() {
        let msr = "1,h,0,Read,8,512,5";
        assert_eq!(
            format(&format!(
                "Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime\n{msr}"
            )),
            (Format::Msr, 1.0)
        );
        assert_eq!(
            format(&format!("ticks,host,disk,type,offset,size,latency\n{msr}")),
            (Format::Csv, 1.0)
        );
        let fiu = "5 1 a 0 1 W 8 0 x";
        assert_eq!(format(fiu), (Format::Fiu, 1.0));
        assert_eq!(
            format(&format!("ts_ns pid proc lba size R|W maj min md5\n{fiu}")),
            (Format::Fiu, 1.0)
        );
        assert_eq!(
            format("ts_ns pid proc lba size_sectors op\n5 1 a 0 1 W"),
            (Format::Csv, 1.0)
        );
        // Columns in Alibaba's order under other names: what they are called counts.
        assert_eq!(
            format("time_us,op,lba,sectors,disk\n5,R,8,8,0"),
            (Format::Csv, 1.0)
        );
    }

    #[test]
    fn a_table_whose_units_are_asked_for_is_recognised_all_the_same() {
        assert_eq!(
            format("time,op,offset,size\n5,0,8,8\n6,1,8,8"),
            (Format::Csv, 1.0)
        );
        assert_eq!(
            format("time,op,offset,size\n5,R,8,8\nx,R,8,8"),
            (Format::Csv, 0.5)
        );
    }

    #[test]
    fn what_is_not_text_is_named() {
        let binary = |bytes: &[u8]| match recognise(bytes, true) {
            Err(ImportError::Binary { byte, looks_like }) => (byte as u32, looks_like),
            other => panic!("{other:?}"),
        };
        assert_eq!(binary(b"w5\0"), (2, None));
        assert_eq!(binary(b"PAR1"), (0, Some("a Parquet table")));
        assert_eq!(
            recognise(b"\x28\xb5\x2f\xfd", true),
            Err(ImportError::Packed {
                what: "zstd data",
                command: "zstd -dc FILE > FILE.txt"
            })
        );
    }

    #[test]
    fn an_input_without_requests_is_empty() {
        assert_eq!(recognise(b"", true), Err(ImportError::Empty { lines: 0 }));
        assert_eq!(
            recognise(b"\n# only a comment", true),
            Err(ImportError::Empty { lines: 2 })
        );
        assert_eq!(
            recognise(b"ASU,LBA,Size,Opcode,Timestamp\n", true),
            Err(ImportError::Empty { lines: 1 })
        );
    }
}
