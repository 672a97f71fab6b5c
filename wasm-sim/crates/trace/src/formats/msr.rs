//! `msr`: block traces of Microsoft Research Cambridge (Narayanan, Donnelly, Rowstron: Write Off-Loading, FAST 2008).
//!
//! ```text
//! Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime
//! 128166385295514663,hm,0,Write,9056014336,2048,2833
//! ```
//!
//! | field | meaning |
//! |---|---|
//! | Timestamp | Windows file time: ticks of 100 ns since 1601 (`time_unit` overrides) |
//! | Hostname | not looked at: the traces have a file per volume |
//! | `DiskNumber` | device |
//! | Type | Read or Write, either case |
//! | Offset | bytes |
//! | Size | bytes |
//! | `ResponseTime` | not looked at: the simulated device has its own |
//!
//! A tick count of today needs 57 bits, more than a double holds; in nanoseconds it needs 64.

use crate::fields::{FieldError, Fields, Separator};
use crate::format::{Description, FieldSpec, Format, Spec};
use crate::formats::nonzero;
use crate::line_error::LineErrorKind;
use crate::options::{TimeUnit, Units};
use crate::record::{Address, Op, Record};

const FIELDS: [FieldSpec; 7] = [
    FieldSpec {
        name: "Timestamp",
        meaning: "ticks of 100 ns since 1601",
    },
    FieldSpec {
        name: "Hostname",
        meaning: "server, not used",
    },
    FieldSpec {
        name: "DiskNumber",
        meaning: "device number",
    },
    FieldSpec {
        name: "Type",
        meaning: "Read or Write",
    },
    FieldSpec {
        name: "Offset",
        meaning: "address in bytes",
    },
    FieldSpec {
        name: "Size",
        meaning: "length in bytes",
    },
    FieldSpec {
        name: "ResponseTime",
        meaning: "ticks of 100 ns, not used",
    },
];

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Msr,
        title: "Microsoft Research Cambridge",
        sample: "128166385295514663,hm,0,Write,9056014336,2048,2833",
        fields: &FIELDS,
    },
    parse,
};

fn parse(line: &[u8], units: Units, emit: &mut dyn FnMut(Record)) -> Result<(), FieldError> {
    let mut fields = Fields::new(line, Separator::Comma, &FIELDS);
    let time_ns = fields
        .next()?
        .time_ns(units.time.unwrap_or(TimeUnit::Ticks100Ns).ns())?;
    fields.next()?;
    let device = fields.next()?.integer32()?;
    let kind = fields.next()?;
    let op = if kind.text.eq_ignore_ascii_case(b"read") {
        Op::Read
    } else if kind.text.eq_ignore_ascii_case(b"write") {
        Op::Write
    } else {
        return Err(kind.error(LineErrorKind::UnknownOp {
            found: kind.found(),
            expected: "Read or Write",
        }));
    };
    let offset = fields.next()?;
    let size = fields.next()?;
    let length = nonzero(&size, size.integer32()?)?;
    let offset = offset.integer(u64::MAX - u64::from(length))?;
    fields.next()?;
    fields.end()?;
    emit(Record {
        time_ns: Some(time_ns),
        op,
        device,
        address: Address::Byte(offset),
        length,
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::read;

    #[test]
    fn ticks_since_1601_keep_every_digit() {
        let line = "128166385295514663,hm,0,Write,9056014336,2048,2833";
        let expected = Record {
            time_ns: Some(12_816_638_529_551_466_300),
            op: Op::Write,
            device: 0,
            address: Address::Byte(9_056_014_336),
            length: 2048,
        };
        assert_eq!(read(Format::Msr, line), Ok(vec![expected]));
    }

    #[test]
    fn the_operation_is_read_in_any_case() {
        let records = read(Format::Msr, "128166385295514664,src1,1,read,0,512,1").unwrap();
        assert_eq!((records[0].op, records[0].device), (Op::Read, 1));
    }

    #[test]
    fn bad_fields_are_named() {
        let error = |line| read(Format::Msr, line).unwrap_err();
        assert_eq!(
            error("1,hm,0,Flush,0,512,1"),
            (
                7,
                "Type",
                LineErrorKind::UnknownOp {
                    found: "Flush".into(),
                    expected: "Read or Write"
                }
            )
        );
        assert_eq!(
            error("1,hm,0,Read,0,0,1"),
            (14, "Size", LineErrorKind::ZeroLength)
        );
        assert_eq!(
            error("1,hm,0,Read,0,512"),
            (
                17,
                "ResponseTime",
                LineErrorKind::MissingField {
                    expected: 7,
                    found: 6
                }
            )
        );
        assert_eq!(
            error("1,hm,0,Read,0,512,1,9"),
            (
                20,
                "end of line",
                LineErrorKind::ExtraField {
                    expected: 7,
                    found: 8
                }
            )
        );
        assert_eq!(
            error("1,hm,0,Read,18446744073709551615,512,1"),
            (
                12,
                "Offset",
                LineErrorKind::TooBig {
                    found: "18446744073709551615".into(),
                    max: "18446744073709551103".into()
                }
            )
        );
    }
}
