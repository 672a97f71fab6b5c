//! The reading of a table as a person explains it: words, rows, separators, and columns without a header.

use super::*;

fn words(all: &[&str]) -> Vec<String> {
    all.iter().map(|&word| word.to_owned()).collect()
}

#[test]
fn opcodes_of_scsi_are_known_and_the_person_explains_any_other_word() {
    let write = |op| Ok(vec![(None, op, 0, 8 * 512, 512)]);
    for (word, op) in [
        ("2A", Op::Write),
        ("0x28", Op::Read),
        ("8a", Op::Write),
        ("0x42", Op::Trim),
    ] {
        assert_eq!(
            read(Table, &format!("op,lba,bytes\n{word},8,512")),
            write(op)
        );
    }
    let refused = error(Table, "op,lba,bytes\n42,8,512");
    assert_eq!(refused, (0, "op", unknown_op("42", EXPECTED)));
    let options = Options {
        op_words: OpWords {
            read: words(&["RdReq"]),
            write: words(&["42", "W"]),
            trim: words(&["R"]),
            none: words(&["flush"]),
        },
        ..Options::default()
    };
    let text = "op,lba,bytes\n42,8,512\nrdreq,8,512\nFLUSH,0,0\nw,8,512\nR,8,512\nread,8,512";
    let ops: Vec<_> = read_with(Table, text, &options)
        .unwrap()
        .into_iter()
        .map(|(_, op, ..)| op)
        .collect();
    // The person's words come before those that are known, which hold otherwise.
    assert_eq!(ops, [Op::Write, Op::Read, Op::Write, Op::Trim, Op::Read]);
    assert_eq!(
        read_with(Table, "op,lba,bytes\nX,8,512", &options),
        Err((0, "op", unknown_op("X", EXPECTED)))
    );
}

#[test]
fn rows_of_other_kinds_are_passed_over_whatever_else_they_hold() {
    let rows = |column, all: &[&str]| Options {
        rows: Some(Rows {
            column: NonZeroU32::new(column).unwrap(),
            words: words(all),
        }),
        ..Options::default()
    };
    let text = "time_us,action,op,lba,bytes\n1,Q,W,8,512\n2,d,W,8,512\n3,C,-,,\n4,D,R,8,512";
    let (kinds, records) = lines(Table, text, &rows(2, &["D"])).unwrap();
    assert_eq!(
        kinds,
        [
            Line::Header,
            Line::Passed(Why::Rows),
            Line::Requests,
            Line::Passed(Why::Rows),
            Line::Requests
        ]
    );
    assert_eq!(records.len(), 2);
    // The column may be one of the request's own.
    assert_eq!(lines(Table, text, &rows(3, &["R"])).unwrap().1.len(), 1);
    let absent = LineErrorKind::RowsColumnAbsent {
        number: 6,
        columns: 5,
    };
    let refused = read_with(Table, text, &rows(6, &["D"]));
    assert_eq!(refused, Err((0, "header", absent)));
}

#[test]
fn the_person_says_what_separates_fields_and_whether_there_is_a_header() {
    let options = Options {
        delimiter: Some(Delimiter::Bar),
        ..Options::default()
    };
    let expected = Ok(vec![(None, Op::Write, 0, 8 * 512, 512)]);
    assert_eq!(
        read_with(Table, "op|lba|bytes|a,b\nW|8|512|,", &options),
        expected
    );
    let number = NonZeroU32::new;
    let options = Options {
        header: Some(true),
        columns: CsvColumns {
            op: number(1),
            address: number(2),
            size: number(3),
            ..CsvColumns::default()
        },
        address_unit: Some(AddressUnit::Sectors),
        size_unit: Some(AddressUnit::Bytes),
        ..Options::default()
    };
    // Numbers for names.
    assert_eq!(read_with(Table, "1,2,3\nW,8,512", &options), expected);
    let none = Options {
        header: Some(false),
        ..options
    };
    let refused = read_with(Table, "a,b,c\nW,8,512", &none);
    assert_eq!(refused, Err((0, "op", unknown_op("a", EXPECTED))));
}

#[test]
fn a_field_in_quotes_may_hold_the_separator() {
    let expected = |device| vec![(Some(1000), Op::Write, device, 8 * 512, 4096)];
    let row = "\"0.000001\",\"259,0\",\"8\",\"8\",\"WS\"";
    let text = format!("\"time\",\"dev, maj\",\"sector\",\"nr_sector\",\"rwbs\"\n{row}");
    assert_eq!(read(Table, &text), Ok(expected(0)));
    // Where lines are read at once, a column that is not used has its quotes, too.
    let mut text = String::from("op,comm,lba,bytes,device\n");
    for i in 0..40 {
        writeln!(text, "W,\"a,{i}\",{},512,\"{},{}\"", 8 * i, 8, i % 2).unwrap();
    }
    let mut importer = crate::Importer::new(Options::default());
    importer.push(text.as_bytes()).unwrap();
    let trace = importer.finish().unwrap();
    let devices = trace.summary().devices.iter();
    assert_eq!(
        devices.map(|d| (&*d.name, d.requests)).collect::<Vec<_>>(),
        [("8,0", 20), ("8,1", 20)]
    );
}

/// All that is read at once is read as it is line by line.
#[test]
fn plain_lines_come_to_the_same() {
    let options = Options {
        op_words: OpWords {
            write: words(&["2"]),
            read: words(&["1"]),
            none: words(&["9"]),
            ..OpWords::default()
        },
        rows: Some(Rows {
            column: NonZeroU32::new(2).unwrap(),
            words: words(&["D"]),
        }),
        ..Options::default()
    };
    let mut text = String::from("op,action,lba,bytes\n");
    for i in 0..400_u32 {
        let (op, action) = (
            ["1", "2", "9"][(i % 3) as usize],
            ["D", "Q"][(i % 2) as usize],
        );
        writeln!(text, "{op},{action},{},512", 8 * i).unwrap();
    }
    let (_, records) = lines(Table, &text, &options).unwrap();
    let mut importer = crate::Importer::new(Options {
        format: Some(Table),
        ..options
    });
    importer.push(text.as_bytes()).unwrap();
    let trace = importer.finish().unwrap();
    assert_eq!(trace.len(), records.len());
    assert_eq!(records.len(), 133);
    assert_eq!(trace.summary().passed_lines, 267);
}

/// Options for a table without a header, whose columns come in this order.
fn headless() -> Options {
    let number = NonZeroU32::new;
    Options {
        columns: CsvColumns {
            time: number(1),
            op: number(2),
            address: number(3),
            size: number(4),
            ..CsvColumns::default()
        },
        time_unit: Some(TimeUnit::Microseconds),
        address_unit: Some(AddressUnit::Bytes),
        size_unit: Some(AddressUnit::Bytes),
        ..Options::default()
    }
}

#[test]
fn the_values_of_a_first_row_are_no_names() {
    // 512 is no unit, whatever it would be in a name.
    let asked = |options, text| read_with(Table, text, &options).unwrap_err().2;
    let unit = |what| LineErrorKind::UnitUnknown {
        what,
        found: "512".into(),
    };
    let size = Options {
        size_unit: None,
        ..headless()
    };
    assert_eq!(asked(size, "0,R,4096,512"), unit(Part::Size));
    let address = Options {
        address_unit: None,
        ..headless()
    };
    assert_eq!(asked(address, "0,W,512,4096"), unit(Part::Address));
    // T is a trim, and `vol-3` no column of devices.
    let trim = read_with(Table, "0,T,8192,4096\n1,W,8192,4096", &headless());
    let request = |ns, op| (Some(ns), op, 0, 8192, 4096);
    assert_eq!(
        trim,
        Ok(vec![request(0, Op::Trim), request(1000, Op::Write)])
    );
    let host = read_with(Table, "0,T,8192,4096,vol-3\n1,W,8192,4096,hm", &headless());
    assert_eq!(host, trim);
}

#[test]
fn an_explained_trim_may_be_as_long_as_any() {
    let options = Options {
        op_words: OpWords {
            write: words(&["PUT"]),
            trim: words(&["DEL"]),
            ..OpWords::default()
        },
        ..Options::default()
    };
    let table = |op| format!("op,offset_bytes,size_bytes\n{op},0,8589934592");
    let trim = vec![(None, Op::Trim, 0, 0, 8 << 30)];
    assert_eq!(read_with(Table, &table("DEL"), &options), Ok(trim));
    let refused = read_with(Table, &table("PUT"), &options);
    assert!(matches!(
        refused,
        Err((_, "size", LineErrorKind::TooBig { .. }))
    ));
}
