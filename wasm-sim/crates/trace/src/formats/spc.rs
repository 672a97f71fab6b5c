//! `spc`: the trace format of the Storage Performance Council, revision 1.0.1, in which `UMass` publishes
//! Financial1, Financial2 and `WebSearch`.
//!
//! ```text
//! ASU,LBA,Size,Opcode,Timestamp[,...]
//! 0,303567,3584,w,0.026214
//! ```
//!
//! | field | meaning |
//! |---|---|
//! | ASU | application storage unit, the device, from 0 |
//! | LBA | address in blocks of 512 bytes (`sector_bytes` overrides) |
//! | Size | bytes |
//! | Opcode | R or W, either case |
//! | Timestamp | seconds since the start, decimal (`time_unit` overrides) |
//!
//! Fields after the fifth are the format's optional ones; they are not looked at.

use crate::fields::{FieldError, Fields, Separator};
use crate::format::{Description, FieldSpec, Format, Spec};
use crate::formats::{nonzero, sector_offset};
use crate::line_error::LineErrorKind;
use crate::options::{TimeUnit, Units};
use crate::record::{Address, Op, Record};

const FIELDS: [FieldSpec; 5] = [
    FieldSpec {
        name: "ASU",
        meaning: "device number",
    },
    FieldSpec {
        name: "LBA",
        meaning: "address in sectors of 512 bytes",
    },
    FieldSpec {
        name: "Size",
        meaning: "length in bytes",
    },
    FieldSpec {
        name: "Opcode",
        meaning: "R or W, either case",
    },
    FieldSpec {
        name: "Timestamp",
        meaning: "seconds since the start, decimal",
    },
];

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Spc,
        title: "UMass / Storage Performance Council",
        sample: "0,303567,3584,w,0.026214",
        fields: &FIELDS,
    },
    parse,
};

fn parse(line: &[u8], units: Units, emit: &mut dyn FnMut(Record)) -> Result<(), FieldError> {
    let mut fields = Fields::new(line, Separator::Comma, &FIELDS);
    let device = fields.next()?.integer32()?;
    let lba = fields.next()?;
    let size = fields.next()?;
    let length = nonzero(&size, size.integer32()?)?;
    let offset = sector_offset(&lba, units.sector_bytes, length)?;
    let opcode = fields.next()?;
    let op = match opcode.text {
        b"R" | b"r" => Op::Read,
        b"W" | b"w" => Op::Write,
        _ => {
            return Err(opcode.error(LineErrorKind::UnknownOp {
                found: opcode.found(),
                expected: "R or W",
            }));
        }
    };
    let time_ns = fields
        .next()?
        .time_ns(units.time.unwrap_or(TimeUnit::Seconds).ns())?;
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
    use crate::Options;
    use crate::formats::tests::{read, read_with};

    fn record(time_ns: u64, op: Op, device: u32, offset: u64, length: u32) -> Record {
        Record {
            time_ns: Some(time_ns),
            op,
            device,
            address: Address::Byte(offset),
            length,
        }
    }

    #[test]
    fn sectors_and_seconds_become_bytes_and_nanoseconds() {
        assert_eq!(
            read(Format::Spc, "0,303567,3584,w,0.026214"),
            Ok(vec![record(26_214_000, Op::Write, 0, 303_567 * 512, 3584)])
        );
        assert_eq!(
            read(Format::Spc, "23,20941264,8192,R,43712.246053"),
            Ok(vec![record(
                43_712_246_053_000,
                Op::Read,
                23,
                20_941_264 * 512,
                8192
            )])
        );
    }

    #[test]
    fn blanks_around_fields_and_optional_fields_are_accepted() {
        let expected = Ok(vec![record(0, Op::Read, 1, 1024, 512)]);
        assert_eq!(read(Format::Spc, " 1, 2 ,\t512, r , 0 "), expected);
        assert_eq!(read(Format::Spc, "1,2,512,r,0,anything,more"), expected);
    }

    #[test]
    fn the_time_unit_can_be_overridden() {
        let options = Options {
            time_unit: Some(TimeUnit::Milliseconds),
            ..Options::default()
        };
        let records = read_with(Format::Spc, "0,0,512,r,1.5", &options).unwrap();
        assert_eq!(records[0].time_ns, Some(1_500_000));
    }

    #[test]
    fn bad_fields_are_named() {
        let error = |line| read(Format::Spc, line).unwrap_err();
        assert_eq!(error("0,1,0,r,0"), (4, "Size", LineErrorKind::ZeroLength));
        assert_eq!(
            error("0,-1,512,r,0"),
            (2, "LBA", LineErrorKind::Negative { found: "-1".into() })
        );
        assert_eq!(
            error("0,1,512,x,0"),
            (
                8,
                "Opcode",
                LineErrorKind::UnknownOp {
                    found: "x".into(),
                    expected: "R or W"
                }
            )
        );
        assert_eq!(
            error("0,1,512,r"),
            (
                9,
                "Timestamp",
                LineErrorKind::MissingField {
                    expected: 5,
                    found: 4
                }
            )
        );
        assert_eq!(
            error("0,1,,r,0"),
            (
                4,
                "Size",
                LineErrorKind::MissingField {
                    expected: 5,
                    found: 5
                }
            )
        );
        assert_eq!(
            error("0,36028797018963967,512,r,0"),
            (
                2,
                "LBA",
                LineErrorKind::TooBig {
                    found: "36028797018963967".into(),
                    max: "36028797018963966".into()
                }
            )
        );
    }
}
