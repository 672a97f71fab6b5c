//! The promises of an import for any input: chunks do not matter, nothing panics, every error says where, why and
//! what to do.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use trace::{Format, ImportError, Importer, LineErrorKind, OnError, Options, TimeUnit, Trace};

fn skipping() -> Options {
    Options {
        on_error: OnError::Skip,
        ..Options::default()
    }
}

fn import(options: Options, chunks: &[&[u8]]) -> Result<Trace, ImportError> {
    let mut importer = Importer::new(options);
    for chunk in chunks {
        importer.push(chunk)?;
    }
    importer.finish()
}

fn text(text: &str) -> Result<Trace, ImportError> {
    import(Options::default(), &[text.as_bytes()])
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// The bytes cut at these places.
fn cut<'a>(bytes: &'a [u8], cuts: &[prop::sample::Index]) -> Vec<&'a [u8]> {
    let mut places: Vec<_> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
    places.extend([0, bytes.len()]);
    places.sort_unstable();
    places
        .windows(2)
        .map(|pair| &bytes[pair[0]..pair[1]])
        .collect()
}

#[test]
fn what_is_hotter_than_the_middle_is_hot() {
    let hot = |text: &str| -> Vec<bool> {
        let trace = self::text(text).unwrap();
        let again = Trace::open(Box::new(
            trace.file().read(0, trace.file().size() as u32).unwrap(),
        ));
        let flags = |trace: &Trace| trace.requests(4096).map(|r| r.hot).collect::<Vec<_>>();
        assert_eq!(flags(&trace), flags(&again.unwrap()));
        assert_eq!(trace.tells_hot(), flags(&trace).contains(&true));
        flags(&trace)
    };
    let rows = "0 0 17 4 W 3\n0 0 5 1 W 9\n0 0 5 1 W 6\n0 0 6 1 W 7\n";
    assert_eq!(hot(rows), [false, true, false, true]);
    // All alike, or none: nothing is hotter than the rest.
    assert_eq!(hot("0 0 17 4 W 3\n0 0 5 1 W 3\n"), [false, false]);
    assert_eq!(hot("0 0 17 4 W\n0 0 5 1 W\n"), [false, false]);
    // Values for the oracle alone are part of what names the trace.
    let hash = |rows: &str| text(rows).unwrap().hash().to_owned();
    assert_ne!(hash(rows), hash(&rows.replace('9', "8")));
    assert_eq!(hash("0 0 5 1 W 3\n"), hash("0 0 5 1 W\n"));
}

/// Lines of one format, some bad, with either line end.
fn lines() -> impl Strategy<Value = String> {
    let line = (
        0u32..100_000,
        0u32..4,
        0u64..1 << 40,
        0u32..40,
        0u32..3,
        prop::bool::weighted(0.05),
    )
        .prop_map(|(time, device, lba, count, kind, bad)| {
            let bad = if bad { "x" } else { "" };
            format!("{time}{bad} {device} {lba} {count} {kind}")
        });
    (
        prop::collection::vec(line, 0..60),
        prop_oneof!["\n", "\r\n"],
        prop::bool::ANY,
    )
        .prop_map(|(lines, end, last)| {
            let mut text = lines.join(&end);
            if last {
                text.push_str(&end);
            }
            text
        })
}

proptest! {
    #[test]
    fn chunks_do_not_matter(
        text in lines(),
        bom in prop::bool::ANY,
        compressed in prop::bool::ANY,
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        skip in prop::bool::ANY,
    ) {
        let mut bytes = if bom { "\u{FEFF}".as_bytes().to_vec() } else { Vec::new() };
        bytes.extend_from_slice(text.as_bytes());
        if compressed {
            bytes = gzip(&bytes);
        }
        let options = if skip { skipping() } else { Options::default() };
        let whole = import(options.clone(), &[&bytes]);
        prop_assert_eq!(&import(options.clone(), &cut(&bytes, &cuts)), &whole);
        let single: Vec<_> = bytes.chunks(1).collect();
        prop_assert_eq!(&import(options, &single), &whole);
    }

    #[test]
    fn random_bytes_never_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..2000),
        format in prop::option::of(prop::sample::select(&Format::ALL[..])),
        skip in prop::bool::ANY,
    ) {
        let options = Options { format, ..if skip { skipping() } else { Options::default() } };
        let _ = import(options.clone(), &[&bytes]).map_err(|error| error.to_string());
        let _ = import(options, &[&[0x1f, 0x8b, 8, 0], &bytes]).map_err(|error| error.to_string());
    }

    #[test]
    fn random_fields_never_panic(
        text in "([rwtx]?[-+0-9.:,\t ]{0,12}(18446744073709551615|4294967295|Read|W)?[\r\n]?){0,40}",
        format in prop::option::of(prop::sample::select(&Format::ALL[..])),
        time_unit in prop::sample::select(&[None, Some(TimeUnit::Seconds), Some(TimeUnit::Ticks100Ns)][..]),
    ) {
        let options = Options { format, time_unit, ..skipping() };
        if let Ok(trace) = import(options, &[text.as_bytes()]) {
            trace::Statistics::new(&trace, 1);
            trace::Statistics::new(&trace, u32::MAX);
        }
    }
}

#[test]
fn a_text_longer_than_the_sample_is_read_to_its_end() {
    let lines: Vec<_> = (0..20_000)
        .map(|i| format!("{i} 0 {} 8 0", i * 8))
        .collect();
    let text = lines.join(
        "
",
    );
    let mut importer = Importer::new(Options::default());
    let mut requests = 0;
    for chunk in text.as_bytes().chunks(10_000) {
        let progress = importer.push(chunk).unwrap();
        assert!(progress.requests >= requests);
        requests = progress.requests;
    }
    assert!(requests > 19_000);
    let trace = importer.finish().unwrap();
    assert_eq!((trace.len(), trace.summary().lines), (20_000, 20_000));
    assert_eq!(trace.offset()[19_999], 19_999 * 8 * 512);
}

#[test]
fn a_single_long_line_of_operations_is_recognised() {
    let text = vec!["w7"; 100_000].join(" ");
    assert_eq!(self::text(&text).unwrap().len(), 100_000);
}

#[test]
fn a_line_without_end_is_refused_before_it_fills_the_memory() {
    let mut importer = Importer::new(Options::default());
    let megabyte = vec![b'7'; 1 << 20];
    let error = (0..10)
        .find_map(|_| importer.push(&megabyte).err())
        .unwrap();
    assert_eq!(
        error,
        ImportError::LineTooLong {
            line: 1,
            max_bytes: 1 << 20
        }
    );
}

#[test]
fn a_bad_line_says_where_why_and_what_to_do() {
    let error = text("0,1,512,r,0\r\n0,1,512,r,1\r\n0,1,-512,r,2\r\n").unwrap_err();
    let ImportError::Line(line) = &error else {
        panic!("{error}")
    };
    assert_eq!((line.line, line.column, line.field), (3, 5, "Size"));
    assert_eq!(
        line.problem,
        LineErrorKind::Negative {
            found: "-512".into()
        }
    );
    assert_eq!(
        error.to_string(),
        "line 3, column 5, Size (spc): `-512` is negative. Only numbers from 0 make sense here. \
         The line: `0,1,-512,r,2`"
    );
    let json = serde_json::to_value(&error).unwrap();
    assert_eq!(json["error"], "line");
    assert_eq!(json["problem"]["kind"], "negative");
}

#[test]
fn an_error_is_given_again_by_every_later_call() {
    let mut importer = Importer::new(Options {
        format: Some(Format::Ops),
        ..Options::default()
    });
    let long = format!("{}\nx\n", "w1 ".repeat(30_000));
    let error = importer.push(long.as_bytes()).unwrap_err();
    assert_eq!(importer.push(b"w1\n"), Err(error.clone()));
    assert_eq!(importer.finish(), Err(error));
}

#[test]
fn skipped_lines_are_counted_and_the_first_100_kept() {
    let mut text = "0,1,512,r,0\n".to_owned();
    text.push_str(&"0,1,0,r,0\n".repeat(150));
    text.push_str("\n0,1,512,r,1\n");
    let trace = import(skipping(), &[text.as_bytes()]).unwrap();
    let summary = trace.summary();
    assert_eq!(
        (
            summary.requests,
            summary.lines,
            summary.blank_lines,
            summary.skipped_lines
        ),
        (2, 153, 1, 150)
    );
    assert_eq!(summary.bad_lines.len(), 100);
    assert_eq!(
        (summary.bad_lines[0].line, &summary.bad_lines[0].problem),
        (2, &LineErrorKind::ZeroLength)
    );
}

#[test]
fn a_line_of_operations_is_skipped_as_a_whole() {
    let trace = import(skipping(), &[b"w1 w2\nw3 x w4\nw5\n"]).unwrap();
    assert_eq!(trace.offset(), [1, 2, 5]);
    assert_eq!(trace.summary().skipped_lines, 1);
}

#[test]
fn when_every_line_is_bad_the_first_is_shown() {
    let options = Options {
        format: Some(Format::Msr),
        ..skipping()
    };
    let error = import(options, &[b"\n0,1,512,r,0\n0,1,512,r,1\n"]).unwrap_err();
    let ImportError::NothingRead { skipped: 2, first } = &error else {
        panic!("{error}")
    };
    assert_eq!(
        (first.line, &first.problem),
        (2, &LineErrorKind::OtherFormat { other: Format::Spc })
    );
}

#[test]
fn mixed_formats_are_named_at_the_line_that_changes() {
    let error = text("0 0 8 8 1\n5 0 8 8 1\n0,1,512,r,0\n").unwrap_err();
    let ImportError::Line(line) = &error else {
        panic!("{error}")
    };
    assert_eq!((line.line, line.format), (3, Format::Mqsim));
    assert_eq!(
        line.problem,
        LineErrorKind::OtherFormat { other: Format::Spc }
    );
}

#[test]
fn a_first_line_of_other_names_is_no_header() {
    // As size and offset may have changed places.
    let rows = "1,hm,0,Read,8192,4096,1\n2,hm,0,Write,0,4096,1\n";
    let names = format!("when,host,disk,kind,length,place,took\n{rows}");
    let error = text(&names).unwrap_err();
    let ImportError::Line(line) = &error else {
        panic!("{error}")
    };
    let expected = "Timestamp, Hostname, DiskNumber, Type, Offset, Size, ResponseTime";
    assert_eq!((line.line, line.format), (1, Format::Msr));
    assert_eq!(
        line.problem,
        LineErrorKind::OtherNames {
            expected: expected.into()
        }
    );
    let kept = import(skipping(), &[names.as_bytes()]).unwrap();
    assert_eq!(kept.offset(), text(rows).unwrap().offset());
    assert_eq!(kept.summary().skipped_lines, 1);

    // A row that is cut off, and a row whose every field is a word but one, are bad rows.
    for bad in ["when,host,disk\n", "1,host,disk,kind,length,place,took\n"] {
        let ImportError::Line(line) = text(&format!("{bad}{rows}{rows}")).unwrap_err() else {
            panic!("{bad}")
        };
        assert!(!matches!(line.problem, LineErrorKind::OtherNames { .. }));
    }
}

#[test]
fn inputs_without_requests_are_told_apart() {
    assert_eq!(text(""), Err(ImportError::Empty { lines: 0 }));
    assert_eq!(text("\u{FEFF}"), Err(ImportError::Empty { lines: 0 }));
    assert_eq!(
        text("\n\n# nothing\n"),
        Err(ImportError::Empty { lines: 3 })
    );
    assert_eq!(
        import(Options::default(), &[&gzip(b"")]),
        Err(ImportError::Empty { lines: 0 })
    );
    assert!(matches!(
        text("x"),
        Err(ImportError::NotRecognised { line: 1, .. })
    ));
    assert!(matches!(
        text("hello world\nw5\n"),
        Err(ImportError::Line(_))
    ));
}

#[test]
fn an_error_is_a_sentence_with_a_remedy() {
    let says = |result: Result<Trace, ImportError>| result.unwrap_err().to_string();
    assert_eq!(
        says(text("")),
        "the input is empty. Choose a file with one request a line."
    );
    assert_eq!(
        says(text("#\n")),
        "no request: every line is blank, a comment or a header (lines: 1). Choose a file with one request a line."
    );
    assert_eq!(
        says(text("w5 x7")),
        "line 1 is in no known format (ops, spc, msr, mqsim, disksim, blkparse, ftrace, fio, tencent, alibaba, systor17, fiu, \
         ssdplayer, csv). Nearest: line 1, column 4, token (ops): \
         `x7` is not an operation. Write w5, w5+3 (three pages), r7 or t10. The line: `w5 x7`"
    );
    assert_eq!(
        says(import(Options::default(), &[b"PK\x03\x04"])),
        "zip byte 4: the archive ends too early. Copy the file again, or unpack it and import the text."
    );
}

#[test]
fn binary_content_is_refused_with_its_place() {
    let mut late = "w1\n".repeat(40_000).into_bytes();
    late.extend(b"w1 \0\n");
    let error = ImportError::Binary {
        byte: 120_003.0,
        looks_like: None,
    };
    assert_eq!(import(Options::default(), &[&late]), Err(error.clone()));
    assert_eq!(
        import(skipping(), &[&late[..70_000], &late[70_000..]]),
        Err(error)
    );
    let mut marked = "\u{FEFF}".as_bytes().to_vec();
    marked.extend(&late);
    let error = ImportError::Binary {
        byte: 120_006.0,
        looks_like: None,
    };
    assert_eq!(import(skipping(), &[&marked]), Err(error));
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    assert_eq!(
        import(skipping(), &[png]),
        Err(ImportError::Binary {
            byte: 8.0,
            looks_like: None
        })
    );
}

#[test]
fn gzip_of_several_members_is_one_text() {
    let mut bytes = gzip(b"w1 w2\nw");
    bytes.extend(gzip(b"3\n"));
    let trace = import(Options::default(), &[&bytes]).unwrap();
    assert_eq!(trace.offset(), [1, 2, 3]);
    assert!(trace.summary().guess.as_ref().unwrap().gzip);
}

#[test]
fn a_truncated_gzip_names_its_byte_and_a_damaged_one_too() {
    let bytes = gzip("w1 w2 w3\n".repeat(1000).as_bytes());
    for length in 2..bytes.len() {
        let error = import(Options::default(), &[&bytes[..length]]).unwrap_err();
        assert_eq!(
            error,
            ImportError::GzipTruncated {
                byte: length as f64
            }
        );
    }
    let mut damaged = bytes;
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0xff;
    assert!(matches!(
        import(skipping(), &[&damaged]),
        Err(ImportError::GzipCorrupt { .. })
    ));
}

#[test]
fn one_device_can_be_imported_and_the_others_are_counted() {
    let options = Options {
        merge_devices: trace::MergeDevices::Only(trace::Wanted::Number(1)),
        ..Options::default()
    };
    let trace = import(options, &[b"0 0 8 8 1\n1 1 16 8 1\n2 2 8 8 1\n"]).unwrap();
    assert_eq!((trace.offset(), trace.summary().left_out), (vec![8192], 2));
    let options = Options {
        merge_devices: trace::MergeDevices::Only(trace::Wanted::Number(9)),
        ..Options::default()
    };
    let error = import(options, &[b"0 0 8 8 1\n1 1 16 8 1\n"]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "device 9 has no request. Choose one of: 0, 1 (on the command line --device 0)."
    );
}

#[test]
fn one_device_of_a_table_in_pages_is_kept_too_and_a_format_without_devices_has_one() {
    let only = |number| Options {
        merge_devices: trace::MergeDevices::Only(trace::Wanted::Number(number)),
        ..Options::default()
    };
    let table = b"time_us,op,lpn,pages,device\n1,W,5,2,0\n2,W,7,1,1\n3,R,5,1,1\n";
    let trace = import(only(1), &[table]).unwrap();
    assert_eq!((trace.offset(), trace.summary().left_out), (vec![7, 5], 1));
    let error = import(only(9), &[table]).unwrap_err();
    let present = vec!["0".to_owned(), "1".to_owned()];
    let device = "9".to_owned();
    assert_eq!(error, ImportError::DeviceAbsent { device, present });
    for text in [&b"w5 w6\n"[..], b"0 7 17 4 W 3\n0 8 18 4 W 3\n"] {
        assert_eq!(import(only(1), &[text]).unwrap().len(), 2);
    }
}

#[test]
fn an_address_that_leaves_no_room_for_other_devices_names_its_line() {
    let error = text("0 0 8 8 1\n1 1 36028797018963960 1 1\n2 2 8 8 1\n").unwrap_err();
    assert_eq!(
        error,
        ImportError::AddressSpace {
            device: "1".into(),
            line: 2
        }
    );
}

#[test]
fn a_window_keeps_some_requests_and_counts_the_others() {
    let window = |first, last| Options {
        first_request: std::num::NonZeroU32::new(first),
        last_request: std::num::NonZeroU32::new(last),
        ..Options::default()
    };
    let bytes: &[u8] = b"0 0 8 8 1\n1 0 16 8 1\n2 0 24 8 1\n3 0 32 8 1\n";
    // 0 means no bound.
    for (first, last, offsets) in [
        (2, 3, vec![8192, 12288]),
        (3, 0, vec![12288, 16384]),
        (0, 1, vec![4096]),
        (1, 9, vec![4096, 8192, 12288, 16384]),
    ] {
        let trace = import(window(first, last), &[bytes]).unwrap();
        assert_eq!(trace.offset(), offsets);
        assert_eq!(trace.summary().outside as usize, 4 - offsets.len());
    }
    // Cut or not, the same requests are the same trace.
    let cut = import(window(3, 0), &[bytes]).unwrap();
    let alone = text("2 0 24 8 1\n3 0 32 8 1\n").unwrap();
    assert_eq!(cut.hash(), alone.hash());
    for (first, last) in [(5, 0), (3, 2)] {
        let error = import(window(first, last), &[bytes]).unwrap_err();
        assert_eq!(error, ImportError::OutsideWindow { requests: 4 });
    }
}
