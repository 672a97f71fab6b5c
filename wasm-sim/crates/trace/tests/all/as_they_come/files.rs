//! Files that are packed, in another encoding, or cut off.

use trace::{Format, ImportError, LineErrorKind, Note, OnZeros, Op, Options, Trace};

use super::{file, import, pages, problem, read};

#[test]
fn archives_and_packed_files_are_named_with_what_to_do() {
    let tar = import(&Options::default(), &file("one-csv.tar.gz")).err();
    let expected = ImportError::Archive {
        kind: "tar",
        members: vec!["m.csv".into()],
        more: false,
        command: "tar -xf FILE",
    };
    assert_eq!(tar, Some(expected.clone()));
    assert_eq!(
        expected.to_string(),
        "this is a tar archive with m.csv. Unpack it and open one file: `tar -xf FILE`"
    );
    assert_eq!(
        trace::recognise(&file("one-csv.tar.gz"), true).err(),
        Some(expected)
    );
    for (bytes, command) in [
        (&b"\x28\xb5\x2f\xfd rest"[..], "zstd -dc FILE > FILE.txt"),
        (b"\xfd7zXZ\0 rest", "xz -dc FILE > FILE.txt"),
        (b"BZh91AY", "bzip2 -dc FILE > FILE.txt"),
        (b"\x07taea", "blkparse -i FILE -o FILE.txt"),
        (b"PERFILE2 rest", "perf script -i FILE > FILE.txt"),
    ] {
        match import(&Options::default(), bytes) {
            Err(error @ ImportError::Packed { .. }) => {
                assert!(error.to_string().ends_with(&format!("`{command}`")));
            }
            other => panic!("{command}: {:?}", other.map(|trace| trace.len())),
        }
    }
}

/// A zip archive of stored members, but for its directory, which is not read.
fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = Vec::new();
    for (name, text) in members {
        let mut crc = flate2::Crc::new();
        crc.update(text);
        out.extend(b"PK\x03\x04\x0a\0\0\0\0\0\0\0\0\0");
        for number in [crc.sum(), text.len() as u32, text.len() as u32] {
            out.extend(number.to_le_bytes());
        }
        out.extend((name.len() as u16).to_le_bytes());
        out.extend([0, 0]);
        out.extend(name.as_bytes());
        out.extend(*text);
    }
    out.extend(b"PK\x01\x02");
    out
}

#[test]
fn a_zip_with_one_member_is_opened_and_several_are_named() {
    let trace = import(
        &Options::default(),
        &zip(&[("a/", b""), ("a/t.ops", b"w5 r7\n")]),
    )
    .unwrap();
    assert_eq!(pages(&trace), [(Op::Write, 5, 1), (Op::Read, 7, 1)]);
    let name = "a/t.ops".to_owned();
    assert_eq!(trace.summary().notes, [Note::Member { name }]);
    // That there are several comes before what is wrong with the first.
    let several = import(
        &Options::default(),
        &zip(&[("README", b"no trace"), ("t.ops", b"w5")]),
    );
    let expected = ImportError::Archive {
        kind: "zip",
        members: vec!["README".into(), "t.ops".into()],
        more: false,
        command: "unzip FILE",
    };
    assert_eq!(several.err(), Some(expected));
    let wrong = import(&Options::default(), &zip(&[("t.ops", b"w5 x7\n")]));
    assert!(matches!(wrong, Err(ImportError::NotRecognised { .. })));
}

#[test]
fn a_recording_that_was_cut_off_is_read_up_to_there_by_choice() {
    let mut bytes = b"0,1,512,r,0\n0,2,512,w,1\n".to_vec();
    let zeros = |bytes: &[u8], n: usize| [bytes, &vec![0; n]].concat();
    let cut = zeros(&bytes, 64);
    let expected = ImportError::CutOff { line: 2, zeros: 64 };
    assert_eq!(
        import(&Options::default(), &cut).err(),
        Some(expected.clone())
    );
    assert!(
        expected
            .to_string()
            .starts_with("64 zero bytes follow line 2: the recording was cut off there.")
    );
    let until = Options {
        on_zeros: OnZeros::End,
        ..Options::default()
    };
    let trace = import(&until, &cut).unwrap();
    assert_eq!((trace.len(), trace.summary().lines), (2, 2));
    let note = |zeros, more, in_a_line| Note::CutOff {
        line: 2,
        zeros,
        more,
        in_a_line,
    };
    assert_eq!(trace.summary().notes, [note(64.0, 0.0, false)]);
    // In a line, and with text behind.
    bytes.extend(b"0,3,51");
    let hole = [&zeros(&bytes, 4096)[..], b"2,r,2\n"].concat();
    assert_eq!(
        import(&Options::default(), &hole).err(),
        Some(ImportError::CutOff {
            line: 2,
            zeros: 4096
        })
    );
    let trace = import(&until, &hole).unwrap();
    assert_eq!(
        (trace.len(), &*trace.summary().notes),
        (2, &[note(4096.0, 6.0, true)][..])
    );
    // Far behind the lines that recognition looks at, and in a known format.
    let many = zeros("0,1,512,r,0\n".repeat(20_000).as_bytes(), 9);
    assert_eq!(
        import(&Options::default(), &many).err(),
        Some(ImportError::CutOff {
            line: 20_000,
            zeros: 9
        })
    );
    // A single zero among characters is no end of a recording, and zeros alone are no trace.
    let binary = |bytes: &[u8]| {
        matches!(
            import(&Options::default(), bytes),
            Err(ImportError::Binary { .. })
        )
    };
    assert!(
        binary(b"0,1,512,r,0\n0,1,5\x002,r,0\n")
            && binary(&[0; 64])
            && binary(b"no trace\n\0\0\0\0\0\0\0\0\0")
    );
}

#[test]
fn utf16_is_decoded_and_a_second_mark_is_read_over() {
    let trace = read("utf16le-no-bom.csv", &Options::default());
    assert_eq!(trace.summary().format, Some(Format::Msr));
    assert_eq!(trace.summary().notes, [Note::Utf16]);
    assert_eq!(trace.len(), 2);
    let text = "0,1,512,r,0\n0,2,512,w,1\n";
    let plain = import(&Options::default(), text.as_bytes()).unwrap();
    let little: Vec<u8> = format!("\u{feff}{text}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [little, big] {
        assert_eq!(
            import(&Options::default(), &bytes).unwrap().hash(),
            plain.hash()
        );
    }
    let twice = "\u{feff}\u{feff}0,1,512,r,0\n\u{feff}0,2,512,w,1\n";
    assert_eq!(
        import(&Options::default(), twice.as_bytes())
            .unwrap()
            .hash(),
        plain.hash()
    );
    let below = "\u{feff}op,lba,bytes\n\u{feff}r,1,512\n";
    assert_eq!(
        import(&Options::default(), below.as_bytes()).unwrap().len(),
        1
    );
}

#[test]
fn lines_may_end_in_a_carriage_return_alone() {
    let spc = "0,1,512,r,0\n0,2,512,w,1\n\n# note\n1,3,512,w,2\n";
    let long = spc.repeat(2000);
    let table = "op,lba,bytes\nr,8,512\nw,16,512";
    let utf16 = |text: &str| -> Vec<u8> {
        let mark = format!("\u{feff}{text}");
        mark.encode_utf16().flat_map(u16::to_le_bytes).collect()
    };
    for text in [spc, &long, table] {
        let old = text.replace('\n', "\r");
        let feeds = import(&Options::default(), text.as_bytes()).unwrap();
        let returns = import(&Options::default(), old.as_bytes()).unwrap();
        assert_eq!(returns.summary(), feeds.summary());
        let decoded = import(&Options::default(), &utf16(&old)).unwrap();
        assert_eq!(decoded.hash(), feeds.hash());
        for whole in [true, false] {
            let preview = |text: &str| trace::preview(text.as_bytes(), whole, &Options::default());
            assert_eq!(preview(&old), preview(text));
            let guess = |text: &str| trace::recognise(text.as_bytes(), whole);
            assert_eq!(guess(&old), guess(text));
        }
    }
    let bad = spc.replace("0,2", "0,x").replace('\n', "\r");
    let options = Options {
        format: Some(Format::Spc),
        ..Options::default()
    };
    match import(&options, bad.as_bytes()) {
        Err(ImportError::Line(error)) => assert_eq!(error.line, 2),
        other => panic!("{:?}", other.map(|trace| trace.len())),
    }
    // A recording that was cut off.
    let cut = [spc.replace('\n', "\r").as_bytes(), &[0; 64]].concat();
    let expected = ImportError::CutOff { line: 5, zeros: 64 };
    assert_eq!(import(&Options::default(), &cut).err(), Some(expected));
}

#[test]
fn a_trim_beyond_four_gigabytes_is_one_trim_and_such_a_read_is_none() {
    let log = |op: &str| format!("fio version 2 iolog\n/dev/a {op} 0 8589934592\n");
    let trace = import(&Options::default(), log("trim").as_bytes()).unwrap();
    assert_eq!(pages(&trace), [(Op::Trim, 0, 2_097_152)]);
    assert_eq!(trace.length(), [1 << 33]);
    // It comes back from its file, behind shorter ones.
    let again = Trace::open(Box::new(trace.copied().unwrap())).unwrap();
    assert_eq!(
        (again.length(), again.hash()),
        (vec![1 << 33], trace.hash())
    );
    let fio = Options {
        format: Some(Format::Fio),
        ..Options::default()
    };
    let too_big = problem(import(&fio, log("write").as_bytes()));
    assert!(matches!(too_big, LineErrorKind::TooBig { .. }));
    let table = "op,lba,size_sectors\nW,0,8\ntrim,0,16777216\n";
    assert_eq!(
        import(&Options::default(), table.as_bytes())
            .unwrap()
            .length(),
        [4096, 1 << 33]
    );
}
