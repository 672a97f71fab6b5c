use super::*;
use crate::Format::Csv as Table;
use crate::formats::tests::{error, lines, missing, not_an_integer, read, read_with, unknown_op};
use crate::options::CsvColumns;

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
    let extra = LineErrorKind::ExtraField {
        expected: 4,
        found: 5,
    };
    assert_eq!(below("R,8,512,0,"), (10, "end of line", extra));
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
