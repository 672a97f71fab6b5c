//! Parts of lines that all traces of Linux share: numbers of devices, and the letters of an operation.

use crate::options::{Units, WriteZeroes};
use crate::record::Op;
use crate::text::fields::{Field, FieldError, Fields, Separator};
use crate::text::line_error::LineErrorKind;

/// Linux's minor numbers have 20 bits, its major ones the 12 above them.
pub(crate) const MINOR_BITS: u32 = 20;
pub(crate) const MAX_MINOR: u64 = (1 << MINOR_BITS) - 1;
pub(crate) const MAX_MAJOR: u64 = 0xfff;

/// The major number, in its place.
pub(crate) fn major(field: &Field<'_>) -> Result<u32, FieldError> {
    Ok((field.integer(MAX_MAJOR)? as u32) << MINOR_BITS)
}

pub(crate) fn minor(field: &Field<'_>) -> Result<u32, FieldError> {
    Ok(field.integer(MAX_MINOR)? as u32)
}

pub(crate) fn major_minor(field: &Field<'_>) -> Result<u32, FieldError> {
    let mut halves = Fields::new(field.text, Separator::COMMA);
    let mut half = || {
        let half = halves.next(field.name).filter(|half| !half.text.is_empty());
        half.map(|half| Field {
            at: field.at + half.at,
            ..half
        })
    };
    match (half(), half(), half()) {
        (Some(first), Some(second), None) => Ok(major(&first)? | minor(&second)?),
        _ => Err(field.error(LineErrorKind::Unexpected {
            found: field.found(),
            expected: "two numbers with a comma",
        })),
    }
}

/// A Linux device number as text: `202,16`.
pub(crate) fn called_by_linux(device: u32) -> String {
    format!("{},{}", device >> MINOR_BITS, u64::from(device) & MAX_MINOR)
}

/// The Linux device number of a text: two numbers with a comma or a colon.
pub(crate) fn linux_device(name: &str) -> Option<u32> {
    let (first, second) = name.split_once([',', ':'])?;
    let (major, minor): (u64, u64) = (first.parse().ok()?, second.parse().ok()?);
    (major <= MAX_MAJOR && minor <= MAX_MINOR).then_some((major << MINOR_BITS | minor) as u32)
}

/// The first letters of `rwbs`.
pub(crate) const RWBS: &str = "R, W, D, N or Z, or F before them";

/// The operation in `rwbs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rwbs {
    Read,
    Write,
    Discard,
    WriteZeroes,
    /// A command that manages zones.
    Zone,
    /// Nothing that touches a sector.
    None,
}

impl Rwbs {
    pub fn op(self, units: Units) -> Option<Op> {
        match (self, units.write_zeroes) {
            (Self::Read, _) => Some(Op::Read),
            (Self::Write, _) | (Self::WriteZeroes, WriteZeroes::Write) => Some(Op::Write),
            (Self::Discard, _) | (Self::WriteZeroes, WriteZeroes::Trim) => Some(Op::Trim),
            (Self::Zone | Self::None, _) => None,
        }
    }
}

/// How a command treats the drive's write cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cache {
    /// The drive empties it first: an F in front.
    pub flush: bool,
    /// It is a write past the cache, to the flash itself (FUA): an F behind the operation.
    pub forced: bool,
}

/// The F's of `rwbs` (`blk_fill_rwbs` in Linux's kernel/trace/blktrace.c).
pub(crate) fn cache(rwbs: &[u8]) -> Cache {
    let flushes = rwbs.iter().take_while(|letter| **letter == b'F').count();
    let behind = match &rwbs[flushes..] {
        [b'W', b'Z', behind @ ..] | [b'Z', b'A', behind @ ..] | [b'W', behind @ ..] => behind,
        _ => &[],
    };
    Cache {
        flush: flushes > 0,
        forced: behind.first() == Some(&b'F'),
    }
}

/// Behind the F of a flush R is a read, W a write, WZ a write of zeros, D a discard. ZA appends to a zone, which is a write. Z with
/// another letter manages zones: reset (R), reset all (RA), open (O), close (C), finish (F).
pub(crate) fn rwbs(field: &Field<'_>) -> Result<Rwbs, FieldError> {
    let flushes = field
        .text
        .iter()
        .take_while(|letter| **letter == b'F')
        .count();
    match &field.text[flushes..] {
        [b'R', ..] => Ok(Rwbs::Read),
        [b'W', b'Z', ..] => Ok(Rwbs::WriteZeroes),
        [b'W', ..] | [b'Z', b'A', ..] => Ok(Rwbs::Write),
        [b'D', ..] => Ok(Rwbs::Discard),
        [b'Z', b'R' | b'O' | b'C' | b'F', ..] => Ok(Rwbs::Zone),
        [b'N', ..] | [] => Ok(Rwbs::None),
        _ => Err(field.error(LineErrorKind::UnknownOp {
            found: field.found(),
            expected: RWBS,
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_say_how_the_cache_is_treated() {
        let cases = [
            ("FF", true, false),
            ("FN", true, false),
            ("FWS", true, false),
            ("FWFS", true, true),
            ("WFS", false, true),
            ("WZF", false, true),
            ("ZAF", false, true),
            ("WSM", false, false),
            // To finish a zone is to write nothing.
            ("ZF", false, false),
            ("RF", false, false),
        ];
        for (letters, flush, forced) in cases {
            assert_eq!(
                cache(letters.as_bytes()),
                Cache { flush, forced },
                "{letters}"
            );
        }
    }
}
