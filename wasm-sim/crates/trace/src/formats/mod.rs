//! One file per format: its source and fields, the line parser, the tests with lines from real traces.

pub(crate) mod mqsim;
pub(crate) mod msr;
pub(crate) mod ops;
pub(crate) mod spc;

use crate::fields::{Field, FieldError};
use crate::line_error::LineErrorKind;

/// A length that is at least 1.
#[inline]
fn nonzero(field: &Field<'_>, length: u32) -> Result<u32, FieldError> {
    if length == 0 {
        Err(field.error(LineErrorKind::ZeroLength))
    } else {
        Ok(length)
    }
}

/// A byte offset given in sectors, with room for `length` bytes behind it in 64 bits.
#[inline]
fn sector_offset(field: &Field<'_>, sector_bytes: u32, length: u32) -> Result<u64, FieldError> {
    let sector_bytes = u64::from(sector_bytes);
    let max = (u64::MAX - u64::from(length)) / sector_bytes;
    Ok(field.integer(max)? * sector_bytes)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use crate::line_error::LineErrorKind;
    use crate::{Format, Options, Record};

    /// The requests of one line.
    pub fn read(
        format: Format,
        line: &str,
    ) -> Result<Vec<Record>, (usize, &'static str, LineErrorKind)> {
        read_with(format, line, &Options::default())
    }

    pub fn read_with(
        format: Format,
        line: &str,
        options: &Options,
    ) -> Result<Vec<Record>, (usize, &'static str, LineErrorKind)> {
        let mut records = Vec::new();
        (format.spec().parse)(line.as_bytes(), options.units(), &mut |record| {
            records.push(record);
        })
        .map(|()| records)
        .map_err(|error| (error.at, error.field, error.kind))
    }

    #[test]
    fn the_sector_size_can_be_overridden() {
        let options = Options {
            sector_bytes: NonZeroU32::new(4096),
            ..Options::default()
        };
        let records = read_with(Format::Mqsim, "0 0 10 2 0", &options).unwrap();
        assert_eq!(
            (records[0].address.number(), records[0].length),
            (40_960, 8192)
        );
        let records = read_with(Format::Spc, "0,10,512,w,0", &options).unwrap();
        assert_eq!(
            (records[0].address.number(), records[0].length),
            (40_960, 512)
        );
    }
}
