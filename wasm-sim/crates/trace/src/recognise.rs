//! Which format a text is in, told from its content, never from its name.
//!
//! 1. The first lines with content (at most 200) are read in every format.
//! 2. The format that reads the most of them is the guess; of two, the one that reads the earlier line.
//! 3. Its share of the lines is the confidence; what speaks for and against it are the reasons.
//!
//! The grammars exclude each other (a test holds that), so that a share below 1 means bad lines or mixed formats, not doubt.

use std::cmp::Reverse;

use crate::Format;
use crate::error::ImportError;
use crate::excerpt::excerpt;
use crate::guess::{Guess, Reason};
use crate::gzip::{Gunzip, MAGIC};
use crate::line_error::LineError;
use crate::lines::{content, text_lines};
use crate::options::Options;

/// Bytes of text that recognition looks at, unless they hold no complete line.
pub(crate) const SAMPLE: usize = 64 << 10;
const LINES: u32 = 200;
const BOM: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// Recognises the format of a file from its first bytes (64 KiB are plenty), gzip or not.
///
/// `whole` says that these are all its bytes; if not, the last line is taken to be cut off and not looked at.
///
/// # Errors
/// `Empty`, `Binary`, `NotRecognised` with what each format says to the first line, `GzipCorrupt`.
pub fn recognise(head: &[u8], whole: bool) -> Result<Guess, ImportError> {
    if !head.starts_with(&MAGIC) {
        return guess_or_all(head, whole);
    }
    let mut text = Vec::new();
    let mut gunzip = Gunzip::new();
    let read = gunzip.push(head, &mut |piece| {
        text.extend_from_slice(&piece[..piece.len().min(SAMPLE - text.len())]);
        Ok(())
    });
    if text.is_empty() {
        read?;
    }
    let mut guess = guess_or_all(&text, whole && text.len() < SAMPLE)?;
    guess.gzip = true;
    Ok(guess)
}

fn guess_or_all(text: &[u8], whole: bool) -> Result<Guess, ImportError> {
    let text = &text[checked_start(text)?..];
    match guess(text, whole)? {
        Some(guess) => Ok(guess),
        None => Ok(guess(text, true)?.expect("a whole text gives a guess or an error")),
    }
}

/// Where the text starts: behind a byte order mark. Refuses what is not text.
pub(crate) fn checked_start(sample: &[u8]) -> Result<usize, ImportError> {
    const KINDS: [(&[u8], &str); 7] = [
        (&MAGIC, "gzip inside the gzip"),
        (b"PK\x03\x04", "a zip archive"),
        (b"\x28\xb5\x2f\xfd", "zstd data"),
        (b"\xfd7zXZ", "xz data"),
        (b"BZh", "bzip2 data"),
        (b"\xff\xfe", "UTF-16 text"),
        (b"\xfe\xff", "UTF-16 text"),
    ];
    if let Some((_, what)) = KINDS
        .into_iter()
        .find(|(magic, _)| sample.starts_with(magic))
    {
        return Err(ImportError::Binary {
            byte: 0.0,
            looks_like: Some(what),
        });
    }
    if let Some(at) = memchr::memchr(0, sample) {
        return Err(ImportError::Binary {
            byte: at as f64,
            looks_like: None,
        });
    }
    Ok(if sample.starts_with(&BOM) {
        BOM.len()
    } else {
        0
    })
}

/// What one format makes of the lines.
struct Tally {
    format: Format,
    good: u32,
    first_good: u32,
    first_bad: Option<LineError>,
}

/// What all formats make of the first lines.
struct Survey<'a> {
    tallies: [Tally; Format::ALL.len()],
    header: Option<(Format, u32)>,
    /// The first line that is not a header, with its number.
    first: Option<(u32, &'a [u8])>,
    /// Lines looked at.
    of: u32,
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
        Some((number, line)) => survey.guess(number, line).map(Some),
        None if whole => {
            let complete = text.strip_suffix(b"\n").unwrap_or(text);
            let lines = if text.is_empty() {
                0
            } else {
                text_lines(complete).count() as u32
            };
            Err(ImportError::Empty { lines })
        }
        None => Ok(None),
    }
}

impl<'a> Survey<'a> {
    /// Step 1: reads the first lines in every format.
    fn new(text: &'a [u8]) -> Self {
        let tallies = Format::ALL.map(|format| Tally {
            format,
            good: 0,
            first_good: 0,
            first_bad: None,
        });
        let mut survey = Self {
            tallies,
            header: None,
            first: None,
            of: 0,
        };
        for (number, line) in text_lines(text) {
            let Some(line) = content(line) else { continue };
            if survey.first.is_none()
                && survey.header.is_none()
                && let Some(format) = Format::ALL
                    .into_iter()
                    .find(|format| format.is_header(line))
            {
                survey.header = Some((format, number));
                continue;
            }
            survey.first.get_or_insert((number, line));
            survey.of += 1;
            for tally in &mut survey.tallies {
                tally.read(number, line);
            }
            if survey.of == LINES {
                break;
            }
        }
        survey
    }

    /// Steps 2 and 3: the best format, its share and the reasons; `line` is the first one.
    fn guess(self, number: u32, line: &[u8]) -> Result<Guess, ImportError> {
        let Self {
            mut tallies,
            header,
            of,
            ..
        } = self;
        sort_few(&mut tallies, |tally| {
            (Reverse(tally.good), tally.first_good)
        });
        if tallies[0].good == 0 {
            let mut attempts: Vec<_> = tallies
                .into_iter()
                .filter_map(|tally| tally.first_bad)
                .collect();
            sort_few(&mut attempts, |error| Reverse(error.nearness()));
            return Err(ImportError::NotRecognised {
                line: number,
                excerpt: excerpt(line, 0),
                attempts,
            });
        }
        let mut reasons: Vec<_> = header
            .map(|(format, line)| Reason::Header { format, line })
            .into_iter()
            .collect();
        reasons.extend(tallies.iter().filter(|tally| tally.good > 0).map(|tally| {
            let Tally {
                format,
                good,
                first_good: first,
                ..
            } = *tally;
            Reason::Lines {
                format,
                good,
                of,
                first,
            }
        }));
        let [
            Tally {
                format,
                good,
                first_bad,
                ..
            },
            ..,
        ] = tallies;
        reasons.extend(first_bad.map(|error| Reason::Bad {
            error: Box::new(error),
        }));
        Ok(Guess {
            format,
            confidence: f64::from(good) / f64::from(of),
            gzip: false,
            reasons,
        })
    }
}

impl Tally {
    fn read(&mut self, number: u32, line: &[u8]) {
        match (self.format.spec().parse)(line, Options::default().units(), &mut |_| {}) {
            Ok(()) => {
                if self.good == 0 {
                    self.first_good = number;
                }
                self.good += 1;
            }
            Err(error) if self.first_bad.is_none() => {
                self.first_bad = Some(LineError::new(self.format, number, line, error));
            }
            Err(_) => {}
        }
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
    use crate::line_error::LineErrorKind;

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
    fn disksim_is_not_taken_for_mqsim_and_the_hint_comes_first() {
        let error = recognise(b"7961.833 0 20228336 8 0\n", true).unwrap_err();
        let ImportError::NotRecognised {
            line: 1, attempts, ..
        } = &error
        else {
            panic!("{error}")
        };
        assert!(matches!(
            attempts[0].problem,
            LineErrorKind::DecimalTime { .. }
        ));
        assert!(error.to_string().contains("disksim"), "{error}");
    }

    #[test]
    fn what_is_not_text_is_named() {
        let binary = |bytes: &[u8]| match recognise(bytes, true) {
            Err(ImportError::Binary { byte, looks_like }) => (byte as u32, looks_like),
            other => panic!("{other:?}"),
        };
        assert_eq!(binary(b"w5\0"), (2, None));
        assert_eq!(binary(b"PK\x03\x04 "), (0, Some("a zip archive")));
        assert_eq!(binary(b"\xff\xfew\x005\x00"), (0, Some("UTF-16 text")));
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
