//! The decisions that the person may make instead of the importer.

use std::num::NonZeroU32;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::Format;
use crate::error::ImportError;
use crate::record::Op;

/// How to import. The default recognises the format, keeps its units, stops at a bad line and lays devices side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The format; None: recognise it by content.
    pub format: Option<Format>,
    /// The unit of the time field; None: the format's own. Ignored by `ops`, which has no times.
    pub time_unit: Option<TimeUnit>,
    /// Bytes in the sector that addresses count, at least 1; None: 512. Ignored by formats that count bytes or pages.
    pub sector_bytes: Option<NonZeroU32>,
    /// Which action of `blkparse` or `ftrace` counts; None: issue (D) if the file has one, otherwise queue (Q).
    pub action: Option<Action>,
    /// The operation of commands that write zeros (`WZ` of `blkparse` and `ftrace`).
    pub write_zeroes: WriteZeroes,
    /// The separator of the fields of `csv`; None: the first of comma, semicolon, tab and blanks that the first line has.
    pub delimiter: Option<Delimiter>,
    /// Whether the first line of `csv` is a header; None: it is one unless it has a number for an address.
    pub header: Option<bool>,
    /// Where `csv` has what; None in it: where its header says.
    pub columns: CsvColumns,
    /// The unit of the addresses of `csv`; None: as its header says.
    pub address_unit: Option<AddressUnit>,
    /// The unit of the sizes of `csv`; None: as its header says.
    pub size_unit: Option<AddressUnit>,
    /// The meaning of a 0 among the operations of `csv`, 1 being the other of read and write; None: nothing.
    pub zero_op: Option<Op>,
    /// Words of `csv` for operations, before those that are known anyway.
    pub op_words: OpWords,
    /// The rows of `csv` that count; None: all.
    pub rows: Option<Rows>,
    /// The effect of a bad line.
    pub on_error: OnError,
    /// The effect of zero bytes behind good lines: a recording that was cut off.
    pub on_zeros: OnZeros,
    /// How the addresses of several devices become one space.
    pub merge_devices: MergeDevices,
    /// The first request kept, by its place in the file from 1; None: the first of all.
    pub first_request: Option<NonZeroU32>,
    /// The last request kept; None: the last of all.
    pub last_request: Option<NonZeroU32>,
}

/// A unit of time in a trace file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum TimeUnit {
    /// Seconds.
    #[serde(rename = "s")]
    Seconds,
    /// Milliseconds.
    #[serde(rename = "ms")]
    Milliseconds,
    /// Microseconds.
    #[serde(rename = "us")]
    Microseconds,
    /// Nanoseconds.
    #[serde(rename = "ns")]
    Nanoseconds,
    /// Ticks of 100 ns, as Windows file times count.
    #[serde(rename = "ticks100ns")]
    Ticks100Ns,
}

impl TimeUnit {
    /// Nanoseconds in one unit.
    pub const fn ns(self) -> u64 {
        match self {
            Self::Seconds => 1_000_000_000,
            Self::Milliseconds => 1_000_000,
            Self::Microseconds => 1_000,
            Self::Nanoseconds => 1,
            Self::Ticks100Ns => 100,
        }
    }
}

/// The unit of an address or a length in a trace file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AddressUnit {
    /// Bytes.
    Bytes,
    /// Sectors of [`Options::sector_bytes`].
    Sectors,
    /// Logical pages of whatever device runs the trace.
    Pages,
}

/// A point on an I/O's way through the Linux block layer, by its letter in `blkparse`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Q: handed to the block layer.
    Queue,
    /// I: put into the scheduler's queue.
    Insert,
    /// D: issued to the driver.
    Issue,
    /// C: completed.
    Complete,
}

/// Columns of a `csv` file by their number, from 1. Those left out are found by their names in the header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CsvColumns {
    /// When the request came; a file may do without.
    pub time: Option<NonZeroU32>,
    /// Read, write or trim.
    pub op: Option<NonZeroU32>,
    /// Where it starts.
    pub address: Option<NonZeroU32>,
    /// How much it covers.
    pub size: Option<NonZeroU32>,
    /// Which device it is for; a file may do without.
    pub device: Option<NonZeroU32>,
}

/// A separator of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Delimiter {
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// The tab character.
    Tab,
    /// `|`
    Bar,
    /// Any number of spaces and tabs.
    Blanks,
}

/// Words for operations, such as `2a` for a write; upper and lower case are the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct OpWords {
    /// Reads.
    pub read: Vec<String>,
    /// Writes.
    pub write: Vec<String>,
    /// Trims.
    pub trim: Vec<String>,
    /// No requests: such rows are passed over and counted.
    pub none: Vec<String>,
}

impl OpWords {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The rows that count, where a file has several for each request: those with one of some words in one column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rows {
    /// The column, from 1.
    pub column: NonZeroU32,
    /// The words that count there; upper and lower case are the same.
    pub words: Vec<String>,
}

/// The effect of a bad line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnError {
    /// The import ends with the line's error.
    #[default]
    Stop,
    /// The line is left out as a whole and counted; the first ones are kept with their reasons.
    Skip,
}

/// The effect of zero bytes behind good lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnZeros {
    /// The import ends with an error that says where they are.
    #[default]
    Stop,
    /// The trace ends there.
    End,
}

/// The operation of commands that write zeros.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WriteZeroes {
    /// A drive writes the zeros.
    #[default]
    Write,
    /// A drive unmaps the pages, which then read as zeros.
    Trim,
}

/// How the addresses of several devices become one space.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MergeDevices {
    /// In ascending device number, each starting at the sum of the extents before it, rounded up to 1 MiB each.
    #[default]
    SideBySide,
    /// The device number is not looked at: all devices share the same addresses.
    Ignore,
    /// Keep the requests of this device alone, at its own addresses; the others are counted.
    Only(Wanted),
}

/// A device, as a person names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(untagged)]
pub enum Wanted {
    /// By its number: that of the file, or of names their order in it, from 0.
    Number(u32),
    /// As the file calls it: `sda`, `202,16`.
    Name(String),
}

/// The units a row is read with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Units {
    /// Unit of the time field, if the person has named one.
    pub time: Option<TimeUnit>,
    /// Bytes in a sector.
    pub sector_bytes: u32,
    pub write_zeroes: WriteZeroes,
}

impl Options {
    /// The requests kept, by how many are before them in the file.
    pub(crate) fn window(&self) -> Range<u64> {
        let first = self.first_request.map_or(0, |n| u64::from(n.get()) - 1);
        first..self.last_request.map_or(u64::MAX, |n| n.get().into())
    }

    /// The format asked for: by its name, or by a decision that only tables know.
    pub(crate) fn asked_format(&self) -> Option<Format> {
        self.format.or(self.of_tables().map(|_| Format::Csv))
    }

    /// The first decision that only tables know.
    fn of_tables(&self) -> Option<&'static str> {
        if self.columns != CsvColumns::default() {
            Some("columns")
        } else if !self.op_words.is_empty() {
            Some("op_words")
        } else {
            self.rows.as_ref().map(|_| "rows")
        }
    }

    /// Refuses what contradicts itself.
    pub(crate) fn check(&self) -> Result<(), ImportError> {
        match (self.format, self.of_tables()) {
            (None | Some(Format::Csv), _) | (_, None) => Ok(()),
            (Some(format), Some(option)) => Err(ImportError::OfTables { format, option }),
        }
    }

    pub(crate) fn units(&self) -> Units {
        Units {
            time: self.time_unit,
            sector_bytes: self.sector_bytes.map_or(512, NonZeroU32::get),
            write_zeroes: self.write_zeroes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_speak_the_names_of_the_spec() {
        let text = r#"{"format":"msr","time_unit":"ticks100ns","sector_bytes":4096,"action":"issue","write_zeroes":"trim","delimiter":"bar","header":false,"columns":{"time":1,"op":2,"address":3,"size":4,"device":null},"address_unit":"pages","size_unit":"sectors","zero_op":"read","op_words":{"read":["28"],"write":["2a"],"trim":[],"none":["35"]},"rows":{"column":3,"words":["D"]},"on_error":"skip","on_zeros":"end","merge_devices":{"only":3},"first_request":5,"last_request":9}"#;
        let options: Options = serde_json::from_str(text).unwrap();
        assert_eq!(options.format, Some(Format::Msr));
        assert_eq!(options.merge_devices, MergeDevices::Only(Wanted::Number(3)));
        let named: Options = serde_json::from_str(r#"{"merge_devices":{"only":"sda"}}"#).unwrap();
        assert_eq!(
            named.merge_devices,
            MergeDevices::Only(Wanted::Name("sda".into()))
        );
        assert_eq!(options.window(), 4..9);
        assert_eq!(Options::default().window(), 0..u64::MAX);
        assert_eq!(serde_json::to_string(&options).unwrap(), text);
        assert_eq!(
            serde_json::from_str::<Options>("{}").unwrap(),
            Options::default()
        );
    }

    #[test]
    fn a_sector_of_no_bytes_and_an_unknown_field_are_refused() {
        assert!(serde_json::from_str::<Options>(r#"{"sector_bytes":0}"#).is_err());
        assert!(serde_json::from_str::<Options>(r#"{"sectors":1}"#).is_err());
    }
}
