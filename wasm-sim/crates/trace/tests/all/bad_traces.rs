//! Malformed traces, each with what is said of it (testdata/bad/traces). Random damage to good ones: `fuzz.rs`.
//!
//! Whatever comes in, an import ends with a trace or with an error that says where, why and what to do; it never
//! panics, and after an error there is no trace.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use trace::{Format, ImportError, Importer, LineError, OnError, Options, Trace};

struct Case {
    format: Option<Format>,
    what: String,
    said: String,
    bytes: Vec<u8>,
}

fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/bad/traces/cases.txt");
    let text = fs::read_to_string(path).unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("# "));
    lines
        .map(|line| {
            let parts: Vec<_> = line.splitn(4, " ::").collect();
            let [format, what, said, bytes] = parts[..] else {
                panic!("not four parts: {line}")
            };
            Case {
                format: match format {
                    "-" => None,
                    name => Some(Format::from_name(name).unwrap_or_else(|| panic!("{name}"))),
                },
                what: format!("{format}: {}", what.trim()),
                said: said.trim().to_owned(),
                bytes: unescape(bytes.strip_prefix(' ').unwrap_or(bytes)),
            }
        })
        .collect()
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let escaped = if byte == b'\\' { rest.next() } else { None };
        bytes.push(match escaped {
            None => byte,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'0') => 0,
            Some(b'\\') => b'\\',
            Some(b'x') => {
                let digit = |byte: Option<u8>| (byte.unwrap() as char).to_digit(16).unwrap() as u8;
                digit(rest.next()) << 4 | digit(rest.next())
            }
            Some(other) => panic!("unknown escape \\{}", other as char),
        });
    }
    bytes
}

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

/// In short what an import came to.
fn outcome(result: &Result<Trace, ImportError>) -> String {
    match result {
        Ok(trace) => format!("ok {}", trace.len()),
        Err(error) => {
            let json = serde_json::to_value(error).unwrap();
            match error {
                ImportError::Line(line) => of_line(line, &json),
                ImportError::NotRecognised { attempts, .. } => {
                    let nearest = of_line(&attempts[0], &json["attempts"][0]);
                    format!("not_recognised {} {nearest}", attempts[0].format)
                }
                _ => json["error"].as_str().unwrap().to_owned(),
            }
        }
    }
}

fn of_line(error: &LineError, json: &serde_json::Value) -> String {
    let kind = json["problem"]["kind"].as_str().unwrap();
    format!("{}:{} {kind}", error.line, error.column)
}

/// An error says something in whole sentences: what is wrong, and what to do.
fn says_what_to_do(error: &ImportError) -> bool {
    let text = error.to_string();
    let sentences = text.matches(". ").count() + text.matches("? ").count();
    sentences >= 1 && !text.contains("``")
}

#[test]
fn what_is_said_of_every_malformed_trace() {
    let cases = cases();
    assert!(cases.len() >= 120, "{} cases", cases.len());
    for format in Format::ALL {
        let own = cases.iter().filter(|case| case.format == Some(format));
        assert!(own.count() >= 5, "cases of {format}");
    }
    let mut wrong = Vec::new();
    for case in &cases {
        let options = Options {
            format: case.format,
            ..Options::default()
        };
        let whole = import(options.clone(), &case.bytes, usize::MAX);
        let said = outcome(&whole);
        if said != case.said {
            wrong.push(format!("{}: {said}, not {}", case.what, case.said));
        }
        if let Err(error) = &whole {
            assert!(says_what_to_do(error), "{}: {error}", case.what);
        }
        assert_eq!(import(options, &case.bytes, 1), whole, "{}", case.what);
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Without an answer no line can be understood.
const QUESTIONS: [&str; 5] = [
    "name_twice",
    "column_unknown",
    "unit_unknown",
    "units_differ",
    "zero_op_unknown",
];

#[test]
fn a_malformed_line_is_skipped_and_counted_and_a_question_is_not_skipped() {
    for case in cases() {
        let options = Options {
            format: case.format,
            on_error: OnError::Skip,
            ..Options::default()
        };
        let result = import(options, &case.bytes, usize::MAX);
        let asks = QUESTIONS.iter().any(|kind| case.said.ends_with(kind))
            && !case.said.starts_with("not_recognised");
        match result {
            Ok(trace) => {
                let summary = trace.summary();
                let of_lines = summary.blank_lines + summary.passed_lines + summary.skipped_lines;
                assert!(of_lines <= summary.lines, "{}", case.what);
                assert!(
                    case.said.starts_with("ok") || summary.skipped_lines > 0,
                    "{}",
                    case.what
                );
                assert!(!asks, "{}", case.what);
            }
            Err(ImportError::NothingRead { first, .. }) => {
                let said = format!("{}:{} ", first.line, first.column);
                assert!(case.said.starts_with(&said), "{}: {first}", case.what);
                assert!(!asks, "{}", case.what);
            }
            Err(error) => assert_eq!(outcome(&Err(error)), case.said, "{}", case.what),
        }
    }
}

#[test]
fn a_line_of_ten_megabytes_is_refused_with_its_number() {
    let mut bytes = b"0,1,512,r,0\n0,1,".to_vec();
    bytes.resize(10 << 20, b'5');
    bytes.extend(b",r,0\n");
    let error = ImportError::LineTooLong {
        line: 2,
        max_bytes: 1 << 20,
    };
    assert_eq!(
        import(Options::default(), &bytes, 1 << 16),
        Err(error.clone())
    );
    let spc = Options {
        format: Some(Format::Spc),
        on_error: OnError::Skip,
        ..Options::default()
    };
    assert_eq!(import(spc, &bytes, usize::MAX), Err(error));
}

#[test]
fn gzip_that_unpacks_to_much_from_little_is_read_in_bounded_memory_and_refused_at_its_line() {
    // 64 MB of one letter in 64 kB: the line without end is noticed after its first megabyte.
    let bomb = gzip(&vec![b'w'; 64 << 20]);
    assert!(bomb.len() < 100_000, "{}", bomb.len());
    let error = ImportError::LineTooLong {
        line: 1,
        max_bytes: 1 << 20,
    };
    assert_eq!(import(Options::default(), &bomb, usize::MAX), Err(error));
    let nested = gzip(&gzip(b"w1 w2\n"));
    assert_eq!(
        outcome(&import(Options::default(), &nested, usize::MAX)),
        "packed"
    );
}

#[test]
fn damaged_gzip_names_a_byte_of_the_file() {
    let whole = gzip("0,1,512,r,0\n0,9,512,w,1\n".repeat(100).as_bytes());
    for cut in 2..whole.len() {
        assert_eq!(
            outcome(&import(Options::default(), &whole[..cut], 7)),
            "gzip_truncated",
            "{cut}"
        );
    }
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        // In header fields that nothing depends on a change does no harm; in others it is reported.
        match import(Options::default(), &bytes, usize::MAX) {
            Ok(trace) => assert!((4..10).contains(&at) && trace.len() == 200, "{at}"),
            Err(error) => assert!(says_what_to_do(&error), "{at}: {error}"),
        }
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}
