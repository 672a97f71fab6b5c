//! The trace formats (SPEC 12): their names, fields and units.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::fields::FieldError;
use crate::formats::{mqsim, msr, ops, spc};
use crate::options::Units;
use crate::record::Record;

/// A trace format. Each has its file in `formats/`, which states the fields, and its arm in `Format::spec`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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
}

/// A line parser: line, units, where its requests go.
type Parse = fn(&[u8], Units, &mut dyn FnMut(Record)) -> Result<(), FieldError>;

/// What one format is: all that the rest of the crate knows about it.
pub(crate) struct Spec {
    pub description: Description,
    /// Reads one line, without its line end, and emits its requests: all of them, or none and the error.
    pub parse: Parse,
}

/// A format as a person is told about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Description {
    /// The format.
    pub format: Format,
    /// Where it comes from, in a few words.
    pub title: &'static str,
    /// A sample line.
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
    /// What it holds, with its unit.
    pub meaning: &'static str,
}

impl Format {
    /// All formats, in the order in which recognition tries them.
    pub const ALL: [Self; 4] = [Self::Ops, Self::Spc, Self::Msr, Self::Mqsim];

    pub(crate) const fn spec(self) -> &'static Spec {
        match self {
            Self::Ops => &ops::SPEC,
            Self::Spc => &spc::SPEC,
            Self::Msr => &msr::SPEC,
            Self::Mqsim => &mqsim::SPEC,
        }
    }

    /// The format in words: source, sample line, fields with units.
    pub const fn description(self) -> &'static Description {
        &self.spec().description
    }

    /// The name used in scenarios and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ops => "ops",
            Self::Spc => "spc",
            Self::Msr => "msr",
            Self::Mqsim => "mqsim",
        }
    }

    /// The format of a name, as [`Format::name`] spells it.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether the line names this format's fields in order, in any case: the header that some copies of a trace carry.
    pub(crate) fn is_header(self, line: &[u8]) -> bool {
        let names = self.description().fields;
        let mut words = line
            .split(|byte| matches!(byte, b',' | b' ' | b'\t'))
            .map(<[u8]>::trim_ascii)
            .filter(|word| !word.is_empty());
        !names.is_empty()
            && names.iter().all(|field| {
                words
                    .next()
                    .is_some_and(|word| word.eq_ignore_ascii_case(field.name.as_bytes()))
            })
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

    #[test]
    fn every_sample_line_is_read_by_its_own_format_alone() {
        let units = crate::Options::default().units();
        for format in Format::ALL {
            for other in Format::ALL {
                let mut records = 0;
                let read = (other.spec().parse)(
                    format.description().sample.as_bytes(),
                    units,
                    &mut |_| records += 1,
                );
                assert_eq!(
                    read.is_ok(),
                    format == other,
                    "{format} line read as {other}"
                );
                assert_eq!(
                    records > 0,
                    format == other,
                    "{format} line read as {other}"
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
        assert!(
            Format::Msr.is_header(b"timestamp,hostname,disknumber,type,offset,size,responsetime")
        );
        assert!(Format::Spc.is_header(b"ASU,LBA,Size,Opcode,Timestamp,extra"));
        assert!(!Format::Msr.is_header(b"Timestamp,Response,IOType,LUN,Offset,Size"));
        assert!(!Format::Ops.is_header(b""));
    }
}
