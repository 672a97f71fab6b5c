//! `mqsim`: the traces of `MQSim` (Tavakkol et al., FAST 2018) and, before it, of `SSDSim` (Hu et al., ICS 2011).
//!
//! ```text
//! time_ns dev lba count type
//! 938513000 4 264719034 16 0
//! ```
//!
//! | field | meaning |
//! |---|---|
//! | `time_ns` | whole nanoseconds (`time_unit` overrides, and then decimals are accepted) |
//! | `dev` | device |
//! | `lba` | address in sectors of 512 bytes (`sector_bytes` overrides) |
//! | `count` | length in the same sectors |
//! | `type` | 0 = write, 1 = read |
//!
//! `DiskSim` has the same five fields with the time in decimal milliseconds and flags in hex whose bit 0 means read.
//! So a decimal time is refused with that hint unless the person has named the unit.

use crate::fields::{FieldError, Fields, Separator};
use crate::format::{Description, FieldSpec, Format, Spec};
use crate::formats::{nonzero, sector_offset};
use crate::line_error::LineErrorKind;
use crate::options::{TimeUnit, Units};
use crate::record::{Address, Op, Record};

const FIELDS: [FieldSpec; 5] = [
    FieldSpec {
        name: "time_ns",
        meaning: "whole nanoseconds",
    },
    FieldSpec {
        name: "dev",
        meaning: "device number",
    },
    FieldSpec {
        name: "lba",
        meaning: "address in sectors of 512 bytes",
    },
    FieldSpec {
        name: "count",
        meaning: "length in sectors of 512 bytes",
    },
    FieldSpec {
        name: "type",
        meaning: "0 = write, 1 = read",
    },
];

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Mqsim,
        title: "MQSim / SSDSim",
        sample: "938513000 4 264719034 16 0",
        fields: &FIELDS,
    },
    parse,
};

fn parse(line: &[u8], units: Units, emit: &mut dyn FnMut(Record)) -> Result<(), FieldError> {
    let mut fields = Fields::new(line, Separator::Blank, &FIELDS);
    let time = fields.next()?;
    let device = fields.next()?;
    let lba = fields.next()?;
    let count = fields.next()?;
    let kind = fields.next()?;
    fields.end()?;

    let time_ns = match units.time {
        Some(unit) => time.time_ns(unit.ns())?,
        None if time.text.contains(&b'.') && time.time_ns(TimeUnit::Milliseconds.ns()).is_ok() => {
            return Err(time.error(LineErrorKind::DecimalTime {
                found: time.found(),
            }));
        }
        None => time.integer(u64::MAX)?,
    };
    let device = device.integer32()?;
    let sectors = nonzero(
        &count,
        count.integer(u64::from(u32::MAX / units.sector_bytes))? as u32,
    )?;
    let length = sectors * units.sector_bytes;
    let offset = sector_offset(&lba, units.sector_bytes, length)?;
    let op = match kind.text {
        b"0" => Op::Write,
        b"1" => Op::Read,
        _ => {
            let expected = "0 (write) or 1 (read)";
            return Err(kind.error(LineErrorKind::UnknownOp {
                found: kind.found(),
                expected,
            }));
        }
    };
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
    fn zero_is_a_write_and_one_a_read() {
        assert_eq!(
            read(Format::Mqsim, "938513000 4 264719034 16 0"),
            Ok(vec![record(
                938_513_000,
                Op::Write,
                4,
                264_719_034 * 512,
                8192
            )])
        );
        assert_eq!(
            read(Format::Mqsim, "  97900000\t0   287641400 128 1  "),
            Ok(vec![record(
                97_900_000,
                Op::Read,
                0,
                287_641_400 * 512,
                65_536
            )])
        );
    }

    #[test]
    fn a_decimal_time_looks_like_disksim() {
        let line = "7961.833 0 20228336 8 0";
        let found = "7961.833".to_owned();
        assert_eq!(
            read(Format::Mqsim, line),
            Err((0, "time_ns", LineErrorKind::DecimalTime { found }))
        );
        let options = Options {
            time_unit: Some(TimeUnit::Milliseconds),
            ..Options::default()
        };
        assert_eq!(
            read_with(Format::Mqsim, line, &options).unwrap()[0].time_ns,
            Some(7_961_833_000)
        );
    }

    #[test]
    fn bad_fields_are_named() {
        let error = |line| read(Format::Mqsim, line).unwrap_err();
        let expected = "0 (write) or 1 (read)";
        assert_eq!(
            error("0 0 8 8 2"),
            (
                8,
                "type",
                LineErrorKind::UnknownOp {
                    found: "2".into(),
                    expected
                }
            )
        );
        assert_eq!(error("0 0 8 0 1"), (6, "count", LineErrorKind::ZeroLength));
        assert_eq!(
            error("0 0 8 8"),
            (
                7,
                "type",
                LineErrorKind::MissingField {
                    expected: 5,
                    found: 4
                }
            )
        );
        assert_eq!(
            error("0 0 8 8 1 0"),
            (
                10,
                "end of line",
                LineErrorKind::ExtraField {
                    expected: 5,
                    found: 6
                }
            )
        );
        assert_eq!(
            error("0 0x1 8 8 1"),
            (
                2,
                "dev",
                LineErrorKind::NotAnInteger {
                    found: "0x1".into()
                }
            )
        );
        assert_eq!(
            error("0 0 8 8388608 1"),
            (
                6,
                "count",
                LineErrorKind::TooBig {
                    found: "8388608".into(),
                    max: "8388607".into()
                }
            )
        );
        assert_eq!(
            error("-5 0 8 8 1"),
            (0, "time_ns", LineErrorKind::Negative { found: "-5".into() })
        );
    }
}
