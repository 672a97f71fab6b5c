//! Random damage to good traces and to good columnar files, and what must hold whatever comes in.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use trace::{
    AddressUnit, Format, ImportError, Importer, Meaning, OnError, Op, Options, Preview, Request,
    TimeUnit, Trace,
};

use crate::support::fuzz::{Damages, damaged, damages, fuzz, record};

fn import(options: Options, bytes: &[u8], chunk: usize) -> Result<Trace, ImportError> {
    let mut importer = Importer::new(options);
    for chunk in bytes.chunks(chunk) {
        if let Err(error) = importer.push(chunk) {
            // Nothing is half applied: there is no trace after an error.
            assert_eq!(importer.push(b"w1\n"), Err(error.clone()));
            assert_eq!(importer.finish().err(), Some(error.clone()));
            return Err(error);
        }
    }
    importer.finish()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Good texts of every format, to be damaged.
fn good() -> Vec<Vec<u8>> {
    let samples = Format::ALL.map(|format| {
        let sample = format.description().sample;
        let (header, line) = sample.rsplit_once('\n').unwrap_or(("", sample));
        format!("{header}\n{}", format!("{line}\n").repeat(4)).into_bytes()
    });
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut texts: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|e| e != "md"))
        .collect();
    texts.sort();
    samples
        .into_iter()
        .chain(texts.into_iter().map(|path| fs::read(path).unwrap()))
        .collect()
}

/// A damaged trace, and how it is read.
#[derive(Debug)]
struct Case {
    text: u8,
    other: u8,
    damages: Damages,
    /// Options, each given only if its number is small.
    format: u8,
    time_unit: u8,
    address_unit: u8,
    zero_op: u8,
    op_column: u8,
    skip: bool,
    chunk: u8,
    /// Compressed before it is damaged, if it is below 50.
    compressed: u8,
}

fn cases() -> impl Strategy<Value = Case> {
    (any::<[u8; 9]>(), damages(), any::<bool>()).prop_map(|(numbers, damages, skip)| {
        let [
            text,
            other,
            format,
            time_unit,
            address_unit,
            zero_op,
            op_column,
            chunk,
            compressed,
        ] = numbers;
        Case {
            text,
            other,
            damages,
            format,
            time_unit,
            address_unit,
            zero_op,
            op_column,
            skip,
            chunk,
            compressed,
        }
    })
}

impl Case {
    fn options(&self) -> Options {
        let units = [
            TimeUnit::Seconds,
            TimeUnit::Microseconds,
            TimeUnit::Ticks100Ns,
        ];
        let counts = [AddressUnit::Bytes, AddressUnit::Sectors, AddressUnit::Pages];
        let count = pick(&counts, self.address_unit);
        let mut options = Options {
            format: pick(&Format::ALL, self.format),
            time_unit: pick(&units, self.time_unit),
            address_unit: count,
            size_unit: count,
            zero_op: pick(&[Op::Read, Op::Write], self.zero_op),
            on_error: if self.skip {
                OnError::Skip
            } else {
                OnError::Stop
            },
            ..Options::default()
        };
        options.columns.op =
            pick(&[1, 2, 3, 4, 5], self.op_column).and_then(std::num::NonZeroU32::new);
        options
    }
}

/// One of several, or mostly none.
fn pick<T: Copy>(of: &[T], number: u8) -> Option<T> {
    (number < 60).then(|| of[usize::from(number) % of.len()])
}

/// An error says in whole sentences what is wrong and what to do.
fn says_what_to_do(error: &ImportError) -> bool {
    let text = error.to_string();
    text.contains(". ") || text.contains("? ")
}

/// The outcome of an import, but for the byte of a gzip's damage, which depends on where chunks are cut.
fn outcome(result: &Result<Trace, ImportError>) -> String {
    match result {
        Ok(trace) => format!("{} requests", trace.len()),
        Err(ImportError::Line(line)) => {
            format!("line {}:{} {:?}", line.line, line.column, line.problem)
        }
        Err(error) => serde_json::to_value(error).unwrap()["error"].to_string(),
    }
}

/// Writes down a text and what it comes to where only the format is given.
fn note(text: &[u8], format: Option<Format>) {
    if std::env::var_os("FUZZ_CASES").is_none() {
        return;
    }
    let plain = Options {
        format,
        ..Options::default()
    };
    let requests = import(plain, text, usize::MAX).map_or(0, |trace| trace.len());
    let hex = text.iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("a String grows");
        hex
    });
    let line = serde_json::json!({ "hex": hex, "format": format, "requests": requests });
    record("traces.jsonl", &line);
}

/// A preview and an import find the same fault first. An import that skips bad lines stops only at one that asks how it is read:
/// that line has the same fault in the preview.
fn assert_previews(preview: &Preview, whole: &Result<Trace, ImportError>, on_error: OnError) {
    let faults = || {
        preview.lines.iter().filter_map(|line| match &line.meaning {
            Meaning::Bad { error } => Some(&**error),
            _ => None,
        })
    };
    let bad = faults().next();
    match whole {
        Ok(trace) if trace.summary().skipped_lines == 0 => assert_eq!(bad, None),
        Ok(trace) => assert_eq!(bad, bad.and(trace.summary().bad_lines.first())),
        Err(ImportError::Line(error))
            if preview
                .lines
                .last()
                .is_some_and(|last| error.line <= last.line) =>
        {
            let same = match on_error {
                OnError::Skip => faults().find(|fault| fault.line == error.line),
                OnError::Stop => bad,
            };
            assert_eq!(same, Some(&**error));
        }
        Err(_) => {}
    }
}

#[test]
fn a_damaged_trace_is_read_or_refused_with_reason_and_place() {
    let good = good();
    fuzz(1_500, &cases(), |case| {
        let text = &good[usize::from(case.text) % good.len()];
        let other = &good[usize::from(case.other) % good.len()];
        let compressed = case.compressed < 50;
        let text = if compressed { &gzip(text) } else { text };
        let text = damaged(text, other, case.damages);
        let options = case.options();
        let lines = text.split(|&byte| byte == b'\n').count() as u32;
        let whole = import(options.clone(), &text, usize::MAX);
        note(&text, options.format);
        match &whole {
            Ok(trace) => {
                let s = trace.summary();
                assert!(s.requests > 0);
                assert!(s.blank_lines + s.passed_lines + s.skipped_lines <= s.lines);
                assert!(options.on_error == OnError::Skip || s.skipped_lines == 0);
            }
            Err(error) => {
                assert!(says_what_to_do(error), "{error}");
                if let ImportError::Line(line) = error {
                    assert!(compressed || line.line <= lines, "{error}");
                    assert!(line.line >= 1 && line.column >= 1, "{error}");
                    assert!(line.excerpt.chars().count() <= 80, "{error}");
                }
            }
        }
        let preview = trace::preview(&text, true, &options);
        if let Ok(preview) = preview {
            assert_previews(&preview, &whole, options.on_error);
        }
        let cut = import(options, &text, 1 + usize::from(case.chunk));
        if compressed {
            assert_eq!(outcome(&cut), outcome(&whole));
        } else {
            assert_eq!(cut, whole);
        }
    });
}

#[test]
fn no_damage_to_a_columnar_file_is_read_as_a_trace() {
    let mut text = String::new();
    for i in 0..300 {
        let (time, lba) = (i * 17, i * 8 % 999);
        writeln!(text, "{time} {} {lba} 8 {}", i % 2, i % 3 % 2).expect("a String grows");
    }
    let trace = import(Options::default(), text.as_bytes(), usize::MAX).unwrap();
    let whole = trace.file().read(0, trace.file().size() as u32).unwrap();
    let read = |bytes: Vec<u8>| -> Option<Vec<Request>> {
        let trace = Trace::open(Box::new(bytes)).ok()?;
        // A chunk is looked at when it is read, and then no one can go on.
        catch_unwind(AssertUnwindSafe(|| trace.requests(4096).collect())).ok()
    };
    let good = read(whole.clone()).unwrap();
    let places = (prop::option::of(damages()), any::<u32>(), any::<u8>());
    fuzz(400, &places, |&(damages, at, bit)| {
        let mut bytes = whole.clone();
        match damages {
            Some(damages) => bytes = damaged(&bytes, &whole, damages),
            None => bytes[at as usize % whole.len()] ^= 1 << (bit % 8),
        }
        // Nothing may have changed where no one looks.
        assert!(read(bytes).is_none_or(|requests| requests == good));
    });
}
