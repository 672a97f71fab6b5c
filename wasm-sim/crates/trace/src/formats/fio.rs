//! `fio`: the log of I/O that `fio` writes (`write_iolog`) and replays (`read_iolog`), versions 2 and 3 (fio(1)).
//!
//! ```text
//! fio version 2 iolog            fio version 3 iolog
//! /dev/sda add                   2 /dev/sda add
//! /dev/sda open                  872 /dev/sda open
//! /dev/sda write 0 16384         878 /dev/sda write 0 16384
//! ```
//!
//! 1. The first line says the version. In a part of a log without it, a number before a file and an action is a time.
//! 2. `read`, `write` and `trim` are requests, offset and length in bytes. The other actions are passed over and
//!    counted, `wait` among them: version 2 has no times here. `sync` and `datasync` flush what was written.
//! 3. The time of version 3 is in microseconds since the start.
//! 4. Files are devices, numbered in the order in which they come.

use crate::error::ImportError;
use crate::format::{Description, FieldSpec, Format, Spec, address, field, length};
use crate::note::Note;
use crate::options::{AddressUnit, Options, TimeUnit, Units};
use crate::record::{Op, Record};
use crate::text::fields::{Field, FieldError, Fields, Separator};
use crate::text::layout::{Holds, Layout, Ops};
use crate::text::line_error::LineErrorKind;
use crate::text::line_reader::{Grammar, Line, Lines, Plain, Why};
use crate::text::names::Names;

const FIELDS: [FieldSpec; 5] = [
    field(
        "time",
        "microseconds, in version 3 only",
        Holds::Time(TimeUnit::Microseconds),
    ),
    field("file", "numbered as devices", Holds::Unused),
    field(
        "action",
        "read, write, trim; others are passed over",
        Holds::Op(&OPS),
    ),
    address("offset", AddressUnit::Bytes),
    length("length", AddressUnit::Bytes),
];

const OPS: Ops = Ops {
    words: &[
        ("read", Some(Op::Read)),
        ("write", Some(Op::Write)),
        ("trim", Some(Op::Trim)),
        ("add", None),
        ("open", None),
        ("close", None),
        ("sync", None),
        ("datasync", None),
        ("sync_file_range", None),
        ("wait", None),
    ],
    expected: "read, write, trim or another action of fio",
};

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Fio,
        title: "fio log of I/O",
        sample: "fio version 3 iolog\n878 /dev/sda write 0 16384",
        fields: &FIELDS,
    },
    grammar: Grammar::Lines(new),
};

struct Fio {
    units: Units,
    /// Whether lines begin with a time, once it is known.
    timed: Option<bool>,
    files: Names,
    flushes: u32,
}

fn new(options: &Options) -> Box<dyn Lines> {
    Box::new(Fio {
        units: options.units(),
        timed: None,
        files: Names::default(),
        flushes: 0,
    })
}

impl Lines for Fio {
    fn read(&mut self, line: &[u8], out: &mut Vec<Record>) -> Result<Line, FieldError> {
        if let Some((version, timed)) = header(line)? {
            // Logs of both versions in one file would have times for a part of the requests.
            if self.timed.is_some_and(|before| before != timed) {
                return Err(version.error(LineErrorKind::Unexpected {
                    found: version.found(),
                    expected: "the version that the file began with",
                }));
            }
            self.timed = Some(timed);
            return Ok(Line::Header);
        }
        let timed = self.timed.unwrap_or_else(|| starts_with_time(line));
        let row = row(timed);
        let columns = row.columns;
        let mut fields = Fields::new(line, Separator::Blank);
        row.check(&mut fields, 0..columns.len() - 4, self.units)?;
        let file = fields.must("file", columns.len())?;
        let action = fields.must("action", columns.len())?;
        let op = OPS.read(&action)?;
        self.timed = Some(timed);
        if op.is_none() {
            self.flushes += u32::from(matches!(action.text, b"sync" | b"datasync"));
            return Ok(Line::Passed(Why::NoRequest));
        }
        let record = row.read(line, self.units)?;
        let Some(device) = self.files.number(file.text) else {
            let max = Names::MOST as u32;
            return Err(file.error(LineErrorKind::TooManyFiles { max }));
        };
        out.extend(record.map(|record| Record { device, ..record }));
        Ok(Line::Requests)
    }

    /// Requests to files that have come before: a header is none.
    fn plain(&mut self, text: &[u8], into: &mut Plain<'_>) -> Result<usize, ImportError> {
        let Some(timed) = self.timed else {
            return Ok(0);
        };
        let (row, units) = (row(timed), self.units);
        let mut at = 0;
        let mut device = None;
        while let Some((Some(record), bytes)) = row.quick_if(&text[at..], units, |_, name| {
            device = self.files.known(name);
            device.is_some()
        }) {
            let device = device.unwrap_or(0);
            into.line(Record { device, ..record })?;
            at += bytes;
        }
        Ok(at)
    }

    fn notes(&self, out: &mut Vec<Note>) {
        out.extend(Note::flushes(self.flushes, 0));
    }

    fn device_called(&self, name: &str) -> Option<u32> {
        self.files.find(name.as_bytes())
    }

    fn name_of(&self, device: u32) -> String {
        self.files
            .name(device)
            .unwrap_or_else(|| device.to_string())
    }
}

/// The fields of a line with or without a time.
fn row(timed: bool) -> Layout<&'static [FieldSpec]> {
    Layout::new(Separator::Blank, &FIELDS[usize::from(!timed)..])
}

/// Step 1: the version in a header, and whether the lines below it have times; None if the line is no header.
fn header(line: &[u8]) -> Result<Option<(Field<'_>, bool)>, FieldError> {
    let mut fields = Fields::new(line, Separator::Blank);
    for word in ["fio", "version"] {
        if fields
            .next("header")
            .is_none_or(|field| field.text != word.as_bytes())
        {
            return Ok(None);
        }
    }
    match fields.next("version") {
        Some(field) => match field.text {
            b"2" => Ok(Some((field, false))),
            b"3" => Ok(Some((field, true))),
            _ => Err(field.error(LineErrorKind::Unexpected {
                found: field.found(),
                expected: "version 2 or 3",
            })),
        },
        None => Err(fields.missing("version", line.len(), 4)),
    }
}

fn starts_with_time(line: &[u8]) -> bool {
    let mut fields = Fields::new(line, Separator::Blank);
    let time = fields
        .next("time")
        .is_some_and(|field| field.time_ns(1).is_ok());
    fields.next("file");
    time && fields
        .next("action")
        .is_some_and(|field| OPS.read(&field).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format::Fio;
    use crate::formats::tests::{error, lines, missing, not_an_integer, read, unknown_op};

    use Line::{Header, Requests};

    const PASSED: Line = Line::Passed(Why::NoRequest);

    #[test]
    fn version_2_has_no_times() {
        let text = "fio version 2 iolog\n/dev/a add\n/dev/b add\n/dev/a open\n\
                    /dev/b write 4096 512\n/dev/a read 0 1024\n/dev/b trim 8192 4096\n\
                    /dev/b wait 1000 0\n/dev/b sync 0 0\n/dev/b close\n";
        let expected = vec![
            (None, Op::Write, 0, 4096, 512),
            (None, Op::Read, 1, 0, 1024),
            (None, Op::Trim, 0, 8192, 4096),
        ];
        assert_eq!(read(Fio, text), Ok(expected));
        let kinds = [
            Header, PASSED, PASSED, PASSED, Requests, Requests, Requests, PASSED, PASSED, PASSED,
        ];
        assert_eq!(lines(Fio, text, &Options::default()).unwrap().0, kinds);
    }

    #[test]
    fn what_was_synced_is_told() {
        let text =
            "a write 0 512\na sync 0 0\na datasync 0 0\na sync_file_range 0 512\na wait 9 0\n";
        let mut reader = new(&Options::default());
        for line in text.lines() {
            reader.read(line.as_bytes(), &mut Vec::new()).unwrap();
        }
        let mut notes = Vec::new();
        reader.notes(&mut notes);
        let cache = Note::Flushes {
            commands: 2,
            forced: 0,
        };
        assert_eq!(notes, [cache]);
    }

    #[test]
    fn version_3_has_microseconds() {
        let text = "fio version 3 iolog\n2 /dev/a add\n872 /dev/a open\n878 /dev/a write 0 16384\n";
        assert_eq!(
            read(Fio, text),
            Ok(vec![(Some(878_000), Op::Write, 0, 0, 16_384)])
        );
    }

    #[test]
    fn a_part_of_a_log_tells_its_version_by_its_lines() {
        assert_eq!(
            read(Fio, "878 a read 0 512"),
            Ok(vec![(Some(878_000), Op::Read, 0, 0, 512)])
        );
        assert_eq!(
            read(Fio, "878 read 0 512"),
            Ok(vec![(None, Op::Read, 0, 0, 512)])
        );
    }

    #[test]
    fn bad_fields_are_named() {
        let unexpected = LineErrorKind::Unexpected {
            found: "1".into(),
            expected: "version 2 or 3",
        };
        assert_eq!(
            error(Fio, "fio version 1 iolog"),
            (12, "version", unexpected)
        );
        assert_eq!(
            error(Fio, "a fly 0 512"),
            (2, "action", unknown_op("fly", OPS.expected))
        );
        assert_eq!(error(Fio, "a read 0"), (8, "length", missing(4, 3)));
        assert_eq!(
            error(Fio, "a read x 512"),
            (7, "offset", not_an_integer("x"))
        );
        assert_eq!(
            error(Fio, "a read 0 0"),
            (9, "length", LineErrorKind::ZeroLength)
        );
        let both = error(Fio, "a read 0 512\nfio version 3 iolog");
        assert_eq!((both.0, both.1), (12, "version"));
        let decimal = LineErrorKind::NotADecimal { found: "a".into() };
        assert_eq!(
            error(Fio, "fio version 3 iolog\na read 0 512"),
            (0, "time", decimal)
        );
    }
}
