//! One request as a trace file states it, before devices are laid side by side and bytes cut into pages.

use serde::{Deserialize, Serialize};

/// The host's operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Op {
    /// Read the pages.
    Read = 0,
    /// Write the pages.
    Write = 1,
    /// Say that the pages' content is no longer needed.
    Trim = 2,
}

impl Op {
    /// The operation of a code in the op column: 0 read, 1 write, 2 trim.
    ///
    /// # Panics
    /// If the code is none of these: the column was not made by this crate.
    #[inline]
    pub fn from_code(code: u8) -> Self {
        match code {
            0 => Self::Read,
            1 => Self::Write,
            2 => Self::Trim,
            _ => panic!("op code {code}: the op column holds 0, 1 or 2"),
        }
    }
}

/// The unit of addresses and lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Bytes: block traces.
    Bytes,
    /// Logical pages of whatever device runs the trace: `ops`.
    Pages,
}

/// Where a request starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// Byte offset on its device.
    Byte(u64),
    /// Logical page number.
    Lpn(u32),
}

impl Address {
    /// The unit of the address and the request's length.
    pub const fn unit(self) -> Unit {
        match self {
            Self::Byte(_) => Unit::Bytes,
            Self::Lpn(_) => Unit::Pages,
        }
    }

    /// The bare number, in [`Address::unit`].
    pub const fn number(self) -> u64 {
        match self {
            Self::Byte(offset) => offset,
            Self::Lpn(lpn) => lpn as u64,
        }
    }
}

/// One request of a trace file.
///
/// The parsers promise `length >= 1` and `address + length <= u64::MAX` (pages: last page `<= u32::MAX - 1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// Nanoseconds since the file's own zero; None in a format without times (`ops`).
    pub time_ns: Option<u64>,
    /// The operation.
    pub op: Op,
    /// The file's device number (ASU, disk number, dev); 0 in a format without devices.
    pub device: u32,
    /// Where it starts.
    pub address: Address,
    /// How much, in the address's unit: bytes or pages; at least 1. Only a trim may have more than 32 bits of it.
    pub length: u64,
    /// How hot the file calls the pages; 0 in a format without temperatures.
    pub temperature: u32,
}

impl Record {
    /// How much of it was put back, if it is `back`; None: that is of another request.
    pub(crate) fn put_back(&self, back: &Self) -> Option<PutBack> {
        let (start, from) = (self.address.number(), back.address.number());
        let (end, to) = (start + self.length, from + back.length);
        match self.device == back.device {
            true if from == start => Some(PutBack::Whole),
            true if start < from && from < end && to == end => Some(PutBack::Rest),
            _ => None,
        }
    }
}

/// How much of a request was put back after its issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PutBack {
    /// All of it.
    Whole,
    /// The part behind the one that was completed.
    Rest,
}
