//! The trace formats (SPEC 12): their names, fields and units.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::formats::{
    alibaba, blkparse, csv, disksim, fio, fiu, ftrace, mqsim, msr, ops, spc, ssdplayer, systor17,
    tencent,
};
use crate::options::AddressUnit;
use crate::text::layout::Holds;
use crate::text::line_reader::Grammar;

/// A trace format. Each has its file in `formats/`, which states the fields, and its arm in `Format::spec`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Tokens `w5 w5+3 r7 t10` in pages, one or more a line; no times.
    Ops,
    /// `UMass` and SPC: `ASU,LBA,size,opcode,timestamp`; 512 B sectors, bytes, seconds.
    Spc,
    /// Microsoft Research Cambridge: seven fields; 100 ns ticks since 1601, bytes.
    Msr,
    /// `MQSim` and `SSDSim`: `time_ns dev lba count type`; 512 B sectors, 0 = write.
    Mqsim,
    /// `DiskSim` and `FlashSim`: `time_ms dev lba count flags`; 512 B sectors, flags in hex, bit 0 = read.
    Disksim,
    /// `blkparse`: what Linux's `blktrace` recorded; one action counts.
    Blkparse,
    /// Trace events of the Linux kernel, as `ftrace`, `trace-cmd` and `perf script` print them; one event counts.
    Ftrace,
    /// `fio`'s log of I/O, version 2 or 3: `[time] file action offset length`; microseconds, bytes.
    Fio,
    /// Tencent Cloud Block Storage: `Timestamp,Offset,Size,IOType,VolumeID`; seconds, sectors, 0 = read.
    Tencent,
    /// Alibaba Cloud block storage: `device_id,opcode,offset,length,timestamp`; bytes, microseconds.
    Alibaba,
    /// SYSTOR '17: `Timestamp,Response,IOType,LUN,Offset,Size`; seconds, bytes.
    Systor17,
    /// FIU: `ts_ns pid proc lba size R|W maj min md5`; 512 B sectors.
    Fiu,
    /// `SSDPlayer`: fields 3 to 5 are LPN, pages, W.
    Ssdplayer,
    /// Any table with a header that names time, operation, address and size.
    Csv,
}

/// One format: all that the rest of the crate knows about it.
pub(crate) struct Spec {
    pub description: Description,
    pub grammar: Grammar,
}

/// A format as a person reads about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Description {
    /// The format.
    pub format: Format,
    /// Where it comes from, in a few words.
    pub title: &'static str,
    /// A line of it, below a header if it has to have one.
    pub sample: &'static str,
    /// The fields in order; empty for `ops`, whose lines have no fixed fields.
    pub fields: &'static [FieldSpec],
}

/// A field of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FieldSpec {
    /// Its name, as a header line or the format's paper spells it.
    pub name: &'static str,
    /// Its content, with its unit.
    pub meaning: &'static str,
    /// The same for the program.
    #[serde(skip)]
    pub(crate) holds: Holds,
}

/// A field of a format.
pub(crate) const fn field(name: &'static str, meaning: &'static str, holds: Holds) -> FieldSpec {
    FieldSpec {
        name,
        meaning,
        holds,
    }
}

/// A field that holds an address in this unit.
pub(crate) const fn address(name: &'static str, unit: AddressUnit) -> FieldSpec {
    let meaning = match unit {
        AddressUnit::Bytes => "address in bytes",
        AddressUnit::Sectors => "address in sectors of 512 bytes",
        AddressUnit::Pages => "first logical page",
    };
    field(name, meaning, Holds::Address(unit))
}

/// A field that holds a length in this unit.
pub(crate) const fn length(name: &'static str, unit: AddressUnit) -> FieldSpec {
    let meaning = match unit {
        AddressUnit::Bytes => "length in bytes",
        AddressUnit::Sectors => "length in sectors of 512 bytes",
        AddressUnit::Pages => "length in pages",
    };
    field(name, meaning, Holds::Length(unit))
}

/// The registry: each format with its module, which is called as it is in scenarios and on the command line.
macro_rules! formats {
    ($($format:ident $module:ident),* $(,)?) => {
        impl Format {
            /// All formats. Of two that read a text equally well, recognition takes the earlier.
            pub const ALL: [Self; [$(stringify!($format)),*].len()] = [$(Self::$format),*];

            pub(crate) const fn spec(self) -> &'static Spec {
                match self {
                    $(Self::$format => &$module::SPEC,)*
                }
            }

            /// The name used in scenarios and on the command line.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$format => stringify!($module),)*
                }
            }
        }
    };
}

formats! {
    Ops ops, Spc spc, Msr msr, Mqsim mqsim, Disksim disksim, Blkparse blkparse, Ftrace ftrace, Fio fio, Tencent tencent, Alibaba alibaba,
    Systor17 systor17, Fiu fiu, Ssdplayer ssdplayer, Csv csv,
}

impl Format {
    /// The format in words: source, sample line, fields with units.
    pub const fn description(self) -> &'static Description {
        &self.spec().description
    }

    /// Whether a line can say which device it is for.
    pub(crate) const fn has_devices(self) -> bool {
        !matches!(self, Self::Ops | Self::Ssdplayer)
    }

    /// The format of a name, as [`Format::name`] spells it.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::line_reader::{Line, LineReader};

    #[test]
    fn every_sample_line_is_read_by_its_own_format_alone() {
        for format in Format::ALL {
            let sample = format.description().sample;
            for other in Format::ALL {
                let mut reader = LineReader::new(other, &crate::Options::default());
                let mut records = Vec::new();
                let read: Result<Vec<_>, _> = sample
                    .lines()
                    .map(|line| reader.read(line.as_bytes(), &mut records))
                    .collect();
                // DiskSim's times may be whole, as those of MQSim are; MQSim is taken (recognise.rs).
                let also = (format, other) == (Format::Mqsim, Format::Disksim);
                assert_eq!(
                    read.is_ok() && !records.is_empty(),
                    format == other || also,
                    "{format} sample read as {other}: {read:?}"
                );
            }
        }
    }

    #[test]
    fn the_name_is_the_one_serde_writes() {
        for format in Format::ALL {
            assert_eq!(
                serde_json::to_string(&format).unwrap(),
                format!("\"{format}\"")
            );
            assert_eq!(Format::from_name(format.name()), Some(format));
            assert_eq!(format.description().format, format);
        }
    }

    #[test]
    fn a_header_names_the_fields_in_any_case() {
        let is_header = |format: Format, line: &str| {
            let mut reader = LineReader::new(format, &crate::Options::default());
            reader.read(line.as_bytes(), &mut Vec::new()) == Ok(Line::Header)
        };
        assert!(is_header(
            Format::Msr,
            "timestamp,hostname,disknumber,type,offset,size,responsetime"
        ));
        assert!(is_header(
            Format::Spc,
            "ASU,LBA,Size,Opcode,Timestamp,extra"
        ));
        assert!(!is_header(
            Format::Msr,
            "Timestamp,Response,IOType,LUN,Offset,Size"
        ));
        assert!(is_header(
            Format::Systor17,
            "Timestamp,Response,IOType,LUN,Offset,Size"
        ));
    }
}
