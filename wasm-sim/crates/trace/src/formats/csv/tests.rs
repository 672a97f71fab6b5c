use std::fmt::Write;
use std::num::NonZeroU32;

use super::head::EXPECTED;
use super::*;
use crate::Format::Csv as Table;
use crate::formats::tests::{error, lines, missing, not_an_integer, read, read_with, unknown_op};
use crate::options::{AddressUnit, CsvColumns, OpWords, Rows, TimeUnit};

mod explained;

#[test]
fn a_header_names_columns_in_any_order_with_any_separator() {
    let expected = Ok(vec![(Some(1_500_000), Op::Write, 3, 8 * 512, 4096)]);
    for text in [
        "time_ms,op,lba,size_bytes,device\n1.5,W,8,4096,3",
        "Device;Size (bytes);LBA;R/W;Time (ms)\n3;4096;8;write;1.5",
        "disk\thost\tsize_sectors\toffset_bytes\tIOType\tarrival_us\n3\t\t8\t4096\tWRITE\t1500",
        "time_s  type lba  sectors lun\n0.0015  w  8  8  3",
        "\"time_ms\",\"op\",\"lba\",\"size_bytes\",\"device\"\n\"1.5\",\"W\",\"8\",\"4096\",\"3\"",
    ] {
        assert_eq!(read(Table, text), expected, "{text}");
    }
}

#[test]
fn time_and_device_may_be_absent_and_an_lpn_makes_pages_of_the_size() {
    let expected = Ok(vec![(None, Op::Trim, 0, 7, 2)]);
    assert_eq!(read(Table, "op,lpn,size\ntrim,7,2"), expected);
}

#[test]
fn what_no_name_says_is_asked_for_at_the_header() {
    let unit = |what, found: &str| LineErrorKind::UnitUnknown {
        what,
        found: found.into(),
    };
    assert_eq!(
        error(Table, "time,op,lba,bytes"),
        (0, "time", unit(Part::Time, "time"))
    );
    assert_eq!(
        error(Table, "op,offset,bytes"),
        (3, "address", unit(Part::Address, "offset"))
    );
    assert_eq!(
        error(Table, "op,lba,size"),
        (7, "size", unit(Part::Size, "size"))
    );
    let unknown = |what| LineErrorKind::ColumnUnknown { what };
    assert_eq!(error(Table, "lba,bytes"), (0, "header", unknown(Part::Op)));
    assert_eq!(
        error(Table, "op,bytes"),
        (0, "header", unknown(Part::Address))
    );
    assert_eq!(error(Table, "op,lba"), (0, "header", unknown(Part::Size)));
    let differ = LineErrorKind::UnitsDiffer {
        address: AddressUnit::Pages,
        size: AddressUnit::Bytes,
    };
    assert_eq!(error(Table, "op,lpn,size_bytes"), (7, "size", differ));
}

#[test]
fn a_table_is_recognised_whatever_the_unit_of_its_times_may_be() {
    for time in [
        "0.000244512",
        "5633898.25",
        "5633898368802",
        "133769856000000000",
    ] {
        let text = format!("version,time,op,size,lbn\n1,{time},2a,512,42932745\n");
        let guess = crate::recognise(text.as_bytes(), true).unwrap();
        assert_eq!((guess.format, guess.confidence), (Table, 1.0), "{time}");
    }
}

#[test]
fn a_header_with_multiples_of_bytes_is_no_bad_line() {
    let guess = crate::recognise(b"op,offset_kB,size_kB\nW,8,8\n", true).unwrap();
    assert_eq!((guess.format, guess.confidence), (Table, 1.0));
}

#[test]
fn the_person_says_what_the_header_does_not() {
    let options = Options {
        time_unit: Some(TimeUnit::Microseconds),
        address_unit: Some(AddressUnit::Sectors),
        size_unit: Some(AddressUnit::Bytes),
        zero_op: Some(Op::Read),
        ..Options::default()
    };
    let text = "timestamp,offset,size,type,volume\n5,8,512,0,1\n6,8,512,1,1\n7,8,512,R,1";
    let request = |ns, op| (Some(ns), op, 1, 4096, 512);
    let expected = vec![
        request(5000, Op::Read),
        request(6000, Op::Write),
        request(7000, Op::Read),
    ];
    assert_eq!(read_with(Table, text, &options), Ok(expected));
    let options = Options {
        zero_op: None,
        ..options
    };
    let zero = LineErrorKind::ZeroOpUnknown { found: "0".into() };
    assert_eq!(read_with(Table, text, &options), Err((8, "op", zero)));
}

#[test]
fn columns_given_by_number_need_no_header() {
    let number = NonZeroU32::new;
    let options = Options {
        columns: CsvColumns {
            op: number(1),
            address: number(3),
            size: number(4),
            ..CsvColumns::default()
        },
        address_unit: Some(AddressUnit::Pages),
        ..Options::default()
    };
    let expected = Ok(vec![(None, Op::Write, 0, 7, 2)]);
    assert_eq!(read_with(Table, "W;x;7;2", &options), expected);
    assert_eq!(read_with(Table, "a;b;c;d\nW;x;7;2", &options), expected);
    let absent = LineErrorKind::ColumnAbsent {
        what: Part::Size,
        number: 4,
        columns: 3,
    };
    assert_eq!(
        read_with(Table, "a;b;c", &options),
        Err((5, "header", absent))
    );
    let unasked = Options {
        address_unit: None,
        ..options
    };
    let unit = LineErrorKind::UnitUnknown {
        what: Part::Address,
        found: "7".into(),
    };
    assert_eq!(
        read_with(Table, "W;x;7;2", &unasked),
        Err((4, "address", unit))
    );
}

#[test]
fn bad_fields_are_named() {
    let below = |line: &str| error(Table, &format!("op,lba,bytes,dev\n{line}"));
    assert_eq!(below("X,8,512,0"), (0, "op", unknown_op("X", EXPECTED)));
    assert_eq!(below("R,a,512,0"), (2, "address", not_an_integer("a")));
    assert_eq!(below("R,8,0,0"), (4, "size", LineErrorKind::ZeroLength));
    assert_eq!(below("R,8,512"), (7, "device", missing(4, 3)));
    let extra = |found, value: &str| LineErrorKind::ExtraField {
        expected: 4,
        found,
        value: value.into(),
    };
    assert_eq!(below("R,8,512,0,x"), (10, "end of line", extra(5, "x")));
    assert_eq!(below("R,8,512,0,,"), (10, "end of line", extra(6, "")));
}

#[test]
fn a_separator_may_end_every_line() {
    let text = "time_us,op,lba,sectors\n1,W,8,8,\n2,R,8,8, \n";
    let request = |ns, op| (Some(ns), op, 0, 4096, 4096);
    let expected = vec![request(1000, Op::Write), request(2000, Op::Read)];
    assert_eq!(read(Table, text), Ok(expected));
}

#[test]
fn a_header_may_come_again_where_files_were_joined() {
    let (kinds, records) = lines(
        Table,
        "op,lba,bytes\nW,8,512\nop,lba,bytes\nW,8,512",
        &Options::default(),
    )
    .unwrap();
    assert_eq!((kinds[2], records.len()), (Line::Header, 2));
    let other = error(Table, "op,lba,bytes\nW,8,512\nop,bytes,lba");
    assert_eq!(other, (0, "op", unknown_op("op", EXPECTED)));
}

#[test]
fn of_two_columns_of_one_name_one_is_asked_for_whatever_the_rows_look_like() {
    let text = b"time_us,op,offset,offset,size\n1,W,8,8,8\n";
    let guess = crate::recognise(text, true).unwrap();
    assert_eq!(guess.format, Table);
    let twice = LineErrorKind::NameTwice {
        what: Part::Address,
        found: "offset".into(),
    };
    let header = "time_us,op,offset,offset,size";
    assert_eq!(error(Table, header), (18, "header", twice));
}

#[test]
fn a_device_of_2_to_the_31_is_none_of_those_with_names() {
    let rows = [
        "2147483647",
        "2147483648",
        "vol-a",
        "5000000000",
        "2147483648",
    ];
    let rows = rows.map(|device| format!("W,8,8,{device}")).join("\n");
    let records = read(Table, &format!("op,lba,sectors,dev\n{rows}")).unwrap();
    let devices: Vec<_> = records
        .into_iter()
        .map(|(_, _, device, ..)| device)
        .collect();
    let named = 1 << 31;
    assert_eq!(devices, [named - 1, named, named + 1, named + 2, named]);
    // One is kept by its number or by its name.
    for only in [
        crate::Wanted::Number(3_000_000_000),
        crate::Wanted::Name("3000000000".into()),
    ] {
        let merge_devices = crate::MergeDevices::Only(only);
        let options = Options {
            merge_devices,
            ..Options::default()
        };
        let mut importer = crate::Importer::new(options);
        let text = b"op,lba,sectors,dev\nW,8,8,7\nW,16,8,3000000000\n";
        importer.push(text).unwrap();
        assert_eq!(importer.finish().unwrap().offset(), [16 * 512]);
    }
}

const BIOSNOOP: &str = "TIME(s)  COMM  PID  DISK  T  SECTOR  BYTES  LAT(ms)";

#[test]
fn a_flush_has_no_sectors_and_any_address() {
    for line in [
        "0.05 jbd2 2 sda F 18446744073709551615 0 0.08",
        "0.05 jbd2 2 sda FN 18446744073709551615 0 0.08",
        "0.05 jbd2 2 sda W 0 0 0.08",
    ] {
        let text = format!("{BIOSNOOP}\n{line}");
        let (kinds, records) = lines(Table, &text, &Options::default()).unwrap();
        assert_eq!((kinds[1], records.len()), (Line::Passed(Why::NoRequest), 0));
    }
    let (.., refused) = error(
        Table,
        &format!("{BIOSNOOP}\n0.05 jbd2 2 sda W 18446744073709551615 512 0.08"),
    );
    assert!(matches!(refused, LineErrorKind::TooBig { .. }));
}

#[test]
fn flushes_are_told_however_the_letters_are_read() {
    let rows = |letters: &str| format!("0.1 dd 1 sda {letters} 8 4096 0.1\n").repeat(40);
    let alone = "0.1 jbd2 2 sda FN 0 0 0.1\n";
    let all = [&rows("WS"), &rows("FWF"), &rows("WZ"), alone, &rows("R")].concat();
    let explained = OpWords {
        none: vec!["X".into()],
        ..OpWords::default()
    };
    for op_words in [OpWords::default(), explained] {
        let mut importer = crate::Importer::new(Options {
            op_words,
            ..Options::default()
        });
        importer
            .push(format!("{BIOSNOOP}\n{all}").as_bytes())
            .unwrap();
        let (commands, forced) = (41, 40);
        assert_eq!(
            importer.finish().unwrap().summary().notes,
            [
                Note::Flushes { commands, forced },
                Note::WriteZeroes {
                    commands: 40,
                    counted: crate::WriteZeroes::Write
                }
            ]
        );
    }
}

#[test]
fn columns_that_ran_together_are_named() {
    for (line, at, found, first, second) in [
        (
            "100000.123456smbd 2 sda W 16217088 4096 0.08",
            0,
            "100000.123456smbd",
            "TIME(s)",
            "COMM",
        ),
        (
            "0.2 smbd1234567 sda W 16217088 4096 0.08",
            4,
            "smbd1234567",
            "COMM",
            "PID",
        ),
        (
            "0.2 smbd 1234567nvme0n1 W 16217088 4096 0.08",
            9,
            "1234567nvme0n1",
            "PID",
            "DISK",
        ),
        (
            "0.2 smbd 2 nvme0n1p10W 16217088 4096 0.08",
            11,
            "nvme0n1p10W",
            "DISK",
            "T",
        ),
        (
            "0.2 smbd 2 sda W16217088 4096 0.08",
            15,
            "W16217088",
            "T",
            "SECTOR",
        ),
        (
            "0.2 smbd 2 sda W 162170884096 0.08",
            17,
            "162170884096",
            "SECTOR",
            "BYTES",
        ),
        (
            "0.2 smbd 2 sda W 16217088 40960.08",
            26,
            "40960.08",
            "BYTES",
            "LAT(ms)",
        ),
    ] {
        let (place, _, kind) = error(Table, &format!("{BIOSNOOP}\n{line}"));
        let expected = LineErrorKind::RanTogether {
            found: found.into(),
            first: first.into(),
            second: second.into(),
        };
        assert_eq!((place, kind), (at, expected), "{line}");
    }
    let (.., cut) = error(
        Table,
        &format!("{BIOSNOOP}\n0.2 smbd 2 sda W 16217088 4096"),
    );
    assert_eq!(cut, missing(8, 7));
}

#[test]
fn recognition_can_read_on_behind_a_question() {
    let mut reader = new(&Options::default());
    let mut out = Vec::new();
    assert!(
        reader
            .read(b"time,op,offset,size", &mut out)
            .unwrap_err()
            .kind
            .asks()
    );
    assert_eq!(reader.read(b"1,R,0,1", &mut out), Ok(Line::Requests));
    let header = lines(Table, "op,lba,bytes", &Options::default()).unwrap().0;
    assert_eq!(header, [Line::Header]);
}
