//! `blkparse`: what `blktrace` recorded of Linux's block layer, in `blkparse`'s default output (blktrace 1.3, blkparse(1)).
//!
//! ```text
//! maj,min cpu seq s.ns pid action rwbs sector + n [process]
//! 259,2    0        4     0.000003858  4020  D  RS 282624 + 8 [java]
//! ```
//!
//! 1. One I/O makes a line at each point of its way: queued (Q), a request got (G), inserted (I), issued (D), completed
//!    (C), put back (R) and more. One action counts, or each I/O would several times (`way.rs` says which); lines of the others
//!    are passed over and counted.
//! 2. `rwbs` says what is done: after an F for a flush before it, R is a read, W a write, D a discard, which is a
//!    trim; N and a bare flush touch no sector, and flushes are counted. ZA appends to a zone, which is a write; other commands with Z manage zones and
//!    are passed over. WZ writes zeros. The rest (F, A, S, M: how) makes no difference.
//! 3. Packet commands (`bytes (hex)`) and requests without sectors are passed over, as is the summary at the end, of the processes too
//!    (`-s`). Events that the recorder lost (`Skips`) are counted.

use memchr::{memchr, memrchr};

use crate::error::ImportError;
use crate::format::{Description, FieldSpec, Format, Spec, address, field, length};
use crate::formats::way::{Way, number_in};
use crate::note::Note;
use crate::options::{Action, AddressUnit, Options, TimeUnit, Units};
use crate::record::{PutBack, Record};
use crate::text::fields::{FieldError, Fields, Separator};
use crate::text::layout::{Holds, Layout};
use crate::text::line_error::LineErrorKind;
use crate::text::line_reader::{Grammar, Line, Lines, Plain, Why};
use crate::text::lines::MAX_LINE;
use crate::text::linux::{called_by_linux, linux_device};

const FIELDS: [FieldSpec; 10] = [
    field("maj,min", "device", Holds::MajorMinor),
    field("cpu", "not used", Holds::Number),
    field("seq", "not used", Holds::Number),
    field("s.ns", "seconds, decimal", Holds::Time(TimeUnit::Seconds)),
    field("pid", "not used", Holds::Number),
    field(
        "action",
        "Q queued, D issued, C completed, ...",
        Holds::Unused,
    ),
    field("rwbs", "R read, W write, D discard", Holds::Rwbs),
    address("sector", AddressUnit::Sectors),
    field("+", "a plus sign", Holds::Unused),
    length("n", AddressUnit::Sectors),
];

const ROW: Layout<&[FieldSpec]> = Layout {
    open: true,
    ..Layout::new(Separator::Blank, &FIELDS)
};

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Blkparse,
        title: "blktrace, blkparse",
        sample: "259,2    0        4     0.000003858  4020  D  RS 282624 + 8 [java]",
        fields: &FIELDS,
    },
    grammar: Grammar::Lines(new),
};

/// The place of the action among the fields.
const ACTION: usize = 5;
/// All actions of blkparse(1), by the first letter.
const ACTIONS: &[u8] = b"ABCDFGIMPQRSTUXm";
/// How the lines of the summary begin, but for those that name a CPU.
const SUMMARY: [&[u8]; 11] = [
    b"Total",
    b"Events",
    b"Throughput",
    b"Skips",
    b"Read",
    b"PC ",
    b"IO unplugs",
    b"Input file",
    b"Allocation wait",
    b"Dispatch wait",
    b"Completion wait",
];

struct Blkparse {
    units: Units,
    way: Way,
    /// An event has come.
    begun: bool,
}

fn new(options: &Options) -> Box<dyn Lines> {
    Box::new(Blkparse {
        units: options.units(),
        way: Way::new(options.action, options.write_zeroes),
        begun: false,
    })
}

impl Lines for Blkparse {
    fn read(&mut self, line: &[u8], out: &mut Vec<Record>) -> Result<Line, FieldError> {
        let text = line.trim_ascii_start();
        let cpu = matches!(text, [b'C', b'P', b'U', b'0'..=b'9', ..]);
        if cpu || SUMMARY.iter().any(|start| text.starts_with(start)) {
            // `Skips: 1 forward (5 -  50.0%)`: the events that are missing are in the bracket.
            if text.starts_with(b"Skips")
                && let Some(bracket) = memchr(b'(', text)
            {
                self.way.lost += number_in(&text[bracket..]);
            }
            return Ok(Line::Passed(Why::Summary));
        }
        let mut fields = Fields::new(line, Separator::Blank);
        let checked = ROW.check(&mut fields, 0..5, self.units);
        if checked.is_err() && self.begun && is_process(text.trim_ascii_end()) {
            return Ok(Line::Passed(Why::Summary));
        }
        checked?;
        self.begun = true;
        let action = fields.must("action", FIELDS.len())?;
        let letter = action.text[0];
        if !ACTIONS.contains(&letter) {
            return Err(action.error(LineErrorKind::UnknownOp {
                found: action.found(),
                expected: "an action of blkparse, such as Q, D or C",
            }));
        }
        let counts = self.way.keeps(letter) || self.way.watches(letter);
        if !counts {
            if !self.way.knows(letter)
                && let Ok(is_request) = self.sectors(letter, fields)
            {
                self.way.meets(letter, is_request);
            }
            return Ok(Line::Passed(Why::Action));
        }
        let is_request = self.sectors(letter, fields)?;
        self.way.meets(letter, is_request);
        if !is_request {
            return Ok(Line::Passed(Why::NoRequest));
        }
        let Some(mut record) = ROW.read(line, self.units)? else {
            return Ok(Line::Passed(Why::NoRequest));
        };
        let read = self.way.request(letter, &mut record);
        if matches!(read, Line::Requests | Line::Restart | Line::Requeued) {
            out.push(record);
        }
        Ok(read)
    }

    fn may_be_put_back(&self) -> bool {
        true
    }

    fn put_back(&mut self, back: &Record, much: PutBack) {
        self.way.put_back(back, much);
    }

    /// Requests for sectors, and lines of actions that do not count, whatever is behind the action.
    fn plain(&mut self, text: &[u8], into: &mut Plain<'_>) -> Result<usize, ImportError> {
        let mut at = 0;
        loop {
            let text = &text[at..];
            let (mut letter, mut kept) = (0, true);
            let quick = ROW.quick_if(text, self.units, |place, word| {
                if place == ACTION {
                    letter = word.first().copied().unwrap_or(0);
                    kept = self.way.keeps(letter);
                    kept
                } else {
                    word == b"+"
                }
            });
            if let Some((Some(record), bytes)) = quick
                && self.way.is_plain(letter, &record)
            {
                self.way.counted = true;
                into.line(record)?;
                at += bytes;
            } else if !kept
                && ACTIONS.contains(&letter)
                && !self.way.watches(letter)
                && self.way.knows(letter)
                && let Some(end) = memchr(b'\n', text)
                && end < MAX_LINE
            {
                into.lines += 1;
                into.passed += 1;
                at += end + 1;
            } else {
                return Ok(at);
            }
        }
    }

    fn notes(&self, out: &mut Vec<Note>) {
        self.way.notes(out);
    }

    fn other_action(&self) -> Option<Action> {
        self.way.other()
    }

    fn device_called(&self, name: &str) -> Option<u32> {
        linux_device(name)
    }

    fn name_of(&self, device: u32) -> String {
        called_by_linux(device)
    }
}

/// Whether a line heads the summary of a process (`-s`): `dd (900)`, or `dd (900, ...)` for several of that name.
fn is_process(text: &[u8]) -> bool {
    let number = |rest: &[u8]| {
        let rest = rest.strip_suffix(b", ...").unwrap_or(rest);
        !rest.is_empty() && rest.iter().all(u8::is_ascii_digit)
    };
    let bracket = memrchr(b'(', text).filter(|at| *at > 0 && text[at - 1] == b' ');
    bracket.is_some_and(|at| text[at + 1..].strip_suffix(b")").is_some_and(number))
}

impl Blkparse {
    /// Steps 2 and 3: whether what follows the action is a request for sectors.
    fn sectors(&mut self, letter: u8, mut fields: Fields<'_>) -> Result<bool, FieldError> {
        let rwbs = fields.must("rwbs", FIELDS.len())?;
        if !self.way.is_request(letter, &rwbs)? {
            return Ok(false);
        }
        let sector = fields.must("sector", FIELDS.len())?;
        // A packet that is put back or completed has no number of bytes in front.
        if let [b'(' | b'[', ..] = sector.text {
            return Ok(false);
        }
        sector.integer(u64::MAX)?;
        match fields.next("+") {
            None => Ok(false),
            Some(field) => match field.text {
                [b'(' | b'[', ..] => Ok(false),
                b"+" => Ok(fields.next("n").is_none_or(|n| n.text != b"0")),
                _ => Err(field.error(LineErrorKind::Unexpected {
                    found: field.found(),
                    expected: "+ and the number of sectors",
                })),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format::Blkparse;
    use crate::Op;
    use crate::formats::tests::{
        error, lines, missing, not_an_integer, read, read_with, unknown_op,
    };
    use crate::options::WriteZeroes;
    use crate::text::linux::RWBS;

    use Line::{Passed, Requests, Restart};
    use Why::{Action as Other, NoRequest, Summary};

    const DEVICE: u32 = 259 << 20 | 2;

    fn kinds(text: &str) -> Vec<Line> {
        lines(Blkparse, text, &Options::default()).unwrap().0
    }

    #[test]
    fn each_io_counts_once_when_it_is_issued() {
        let text = "\
259,2    0        1     0.000000000  4020  Q   R 282624 + 8 [java]
259,2    0        2     0.000001581  4020  G   R 282624 + 8 [java]
259,2    0        3     0.000003650  4020  U   N [java] 1
259,2    0        4     0.000003858  4020  I  RS 282624 + 8 [java]
259,2    0        5     0.000005000  4020  D  WS 282624 + 8 [java]
259,2    0        6     0.000006000  4020  Q   R 8 + 8 [java]
259,2    0        7     0.000007000  4020  C  WS 282624 + 8 [0]
";
        let expected = (Some(5000), Op::Write, DEVICE, 282_624 * 512, 4096);
        assert_eq!(read(Blkparse, text), Ok(vec![expected]));
        assert_eq!(
            kinds(text),
            [
                Requests,
                Passed(Other),
                Passed(Other),
                Passed(Other),
                Restart,
                Passed(Other),
                Passed(Other)
            ]
        );
    }

    #[test]
    fn without_an_issue_the_queued_count_and_any_action_can_be_named() {
        let text = "8,0 0 1 0.5 1 Q R 0 + 8 [a]\n8,0 0 2 0.6 1 C R 0 + 8 [0]\n";
        let times = |options: &Options| -> Vec<_> {
            let records = read_with(Blkparse, text, options).unwrap();
            records.iter().map(|r| r.0.unwrap() / 100_000_000).collect()
        };
        assert_eq!(times(&Options::default()), [5]);
        let named = |action| Options {
            action: Some(action),
            ..Options::default()
        };
        assert_eq!(times(&named(Action::Complete)), [6]);
        assert_eq!(times(&named(Action::Queue)), [5]);
        assert_eq!(times(&named(Action::Issue)), [0u64; 0]);
    }

    #[test]
    fn what_is_done_is_the_letter_behind_the_flush() {
        let op = |rwbs: &str| {
            let line = format!("8,0 0 1 0.5 1 D {rwbs} 0 + 8 [a]");
            read(Blkparse, &line).unwrap().first().map(|r| r.1)
        };
        for (rwbs, expected) in [
            ("R", Some(Op::Read)),
            ("RAM", Some(Op::Read)),
            ("WFS", Some(Op::Write)),
            ("FWFS", Some(Op::Write)),
            ("DS", Some(Op::Trim)),
            ("WZS", Some(Op::Write)),
            ("ZAS", Some(Op::Write)),
            ("ZR", None),
            ("ZRA", None),
            ("ZF", None),
            ("ZO", None),
            ("ZC", None),
            ("N", None),
            ("F", None),
            ("FN", None),
        ] {
            assert_eq!(op(rwbs), expected, "{rwbs}");
        }
        assert_eq!(
            error(Blkparse, "8,0 0 1 0.5 1 D X 0 + 8"),
            (16, "rwbs", unknown_op("X", RWBS))
        );
    }

    #[test]
    fn zeros_are_written_or_by_choice_trimmed_and_what_is_told_is_counted() {
        let text = "\
8,0 1 1 0.0 900 D ZA 524288 + 256 [dd]
8,0 1 2 0.1 900 D WZ 0 + 2048 [dd]
8,0 1 3 0.2 900 D ZR 524288 + 0 [dd]
8,0 1 4 0.3 900 D ZF 524288 + 524288 [dd]
Skips: 1 forward (1,005 -  50.0%)
";
        let ops = |zeroes| -> Vec<Op> {
            let options = Options {
                write_zeroes: zeroes,
                ..Options::default()
            };
            read_with(Blkparse, text, &options)
                .unwrap()
                .iter()
                .map(|r| r.1)
                .collect()
        };
        assert_eq!(ops(WriteZeroes::Write), [Op::Write, Op::Write]);
        assert_eq!(ops(WriteZeroes::Trim), [Op::Write, Op::Trim]);
        let counted = WriteZeroes::Write;
        let mut importer = crate::Importer::new(Options::default());
        importer.push(text.as_bytes()).unwrap();
        assert_eq!(
            importer.finish().unwrap().summary().notes,
            [
                Note::Lost { events: 1005.0 },
                Note::ZoneManagement { commands: 2 },
                Note::WriteZeroes {
                    commands: 1,
                    counted
                }
            ]
        );
    }

    #[test]
    fn packets_requests_without_sectors_and_the_summary_are_no_requests() {
        let text = "\
  8,0    3        1     0.000000000   697  D   R 36 (12 00 00 00 24 00) [hald]
  8,0    3        2     0.000000000   697  D  WS 0 [kworker]
  8,0    3        3     0.000000000   697  D  WS 0 + 0 [kworker]
  8,0    3        4     0.000000000   697  m   N cfq697 insert
CPU0 (8,0):
 Reads Queued:          87,      348KiB\t Writes Queued:           0,        0KiB
Total (8,0):
Throughput (R/W): 0KiB/s / 0KiB/s
Events (8,0): 400 entries
Skips: 0 forward (0 -   0.0%)
";
        let mut expected = [Passed(NoRequest); 10];
        expected[3] = Passed(Other);
        expected[4..].fill(Passed(Summary));
        assert_eq!(kinds(text), expected);
    }

    #[test]
    fn a_packet_that_is_put_back_or_completed_is_no_request() {
        let text = "\
8,0 1 5 0.0 900 D W 2048 + 8 [dd]
8,0 1 1 0.1 900 D R 36 (12 00 00 00 24 00) [hald]
8,0 1 2 0.2 0 R R (12 00 00 00 24 00) [0]
8,0 1 3 0.3 900 D R 36 (12 00 00 00 24 00) [hald]
8,0 1 4 0.4 0 C R (12 00 00 00 24 00) [0]
8,0 1 6 0.5 0 C W 2048 + 8 [0]
";
        for action in [None, Some(Action::Issue), Some(Action::Complete)] {
            let options = Options {
                action,
                ..Options::default()
            };
            let requests = read_with(Blkparse, text, &options).unwrap();
            let at: Vec<_> = requests.iter().map(|r| r.3 / 512).collect();
            assert_eq!(at, [2048], "{action:?}");
        }
    }

    #[test]
    fn the_summary_of_each_process_is_passed_over_behind_events() {
        let summary = "\
dd (900)
 Reads Queued:           0,        0KiB\t Writes Queued:           2,        8KiB
 Allocation wait:        0.000000000   0
 Dispatch wait:  0.1
 Completion wait:    0.000298500
kworker/0:1H (17, ...)
CPU1 (8,0):
";
        let text = format!("8,0 0 1 0.5 1 D R 8 + 8 [a]\n{summary}");
        assert_eq!(kinds(&text)[1..], [Passed(Summary); 7]);
        assert_eq!(error(Blkparse, summary).1, "maj,min");
        let event = "8,0 0 1 0.5 1 D R 8 + 8 [a]\n";
        for other in ["dd", "dd (x)", "dd(900)", "dd ()", "CPU 0 is empty"] {
            assert!(lines(Blkparse, &format!("{event}{other}"), &Options::default()).is_err());
        }
    }

    #[test]
    fn bad_fields_are_named() {
        assert_eq!(
            error(Blkparse, "8,0 0 1 0.5 1 D R"),
            (17, "sector", missing(10, 7))
        );
        assert_eq!(
            error(Blkparse, "8,0 0 1 0.5 1 D R 8 + x"),
            (22, "n", not_an_integer("x"))
        );
        assert_eq!(error(Blkparse, "8-0 0 1 0.5 1 D R 8 + 8").1, "maj,min");
        assert_eq!(error(Blkparse, "8,0 0 1 0.5 1 Z R 8 + 8").1, "action");
        assert_eq!(error(Blkparse, "8,0 0 1 0.5 1 D R 8 / 8").1, "+");
        assert_eq!(
            error(Blkparse, "8,0 0 1 0.5 1 D R 8 +"),
            (21, "n", missing(10, 9))
        );
    }
}
