//! `workload.reading`: how the lines of a trace are read. The engine checks it and hands it on to the importer, which makes
//! [`Options`] of it: readers of their types would add 4.5 kB to the engine (gzip).

use serde::Serialize;
use serde::ser::Serializer;
use trace::{Format, Options};

use crate::json::{self, Got, Read, Reader};

/// Decisions about the lines of a trace, in the order of [`FIELDS`]; those that equal the default are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading(Vec<(&'static str, Said)>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
enum Said {
    Number(u32),
    Flag(bool),
    Word(String),
    Words(Vec<String>),
    Parts(Reading),
}

/// The values of a field.
enum Of {
    /// A number, at least this one.
    Number(u32),
    Flag,
    /// One of these names; the default, if it is a name.
    Name(&'static [&'static str], &'static str),
    Words,
    /// An object; whether it must have all of its fields.
    Parts(&'static [Field], bool),
    Devices,
    /// A device's number or name.
    Device,
}

type Field = (&'static str, Of);

/// The fields of [`Options`], but for the format, which is `trace_format`.
const FIELDS: &[Field] = {
    const COUNT: Of = Of::Number(1);
    const UNIT: Of = Of::Name(&["bytes", "sectors", "pages"], "");
    &[
        (
            "time_unit",
            Of::Name(&["s", "ms", "us", "ns", "ticks100ns"], ""),
        ),
        ("sector_bytes", COUNT),
        (
            "action",
            Of::Name(&["queue", "insert", "issue", "complete"], ""),
        ),
        ("write_zeroes", Of::Name(&["write", "trim"], "write")),
        (
            "delimiter",
            Of::Name(&["comma", "semicolon", "tab", "bar", "blanks"], ""),
        ),
        ("header", Of::Flag),
        (
            "columns",
            Of::Parts(
                &[
                    ("time", COUNT),
                    ("op", COUNT),
                    ("address", COUNT),
                    ("size", COUNT),
                    ("device", COUNT),
                ],
                false,
            ),
        ),
        ("address_unit", UNIT),
        ("size_unit", UNIT),
        ("zero_op", Of::Name(&["read", "write", "trim"], "")),
        (
            "op_words",
            Of::Parts(
                &[
                    ("read", Of::Words),
                    ("write", Of::Words),
                    ("trim", Of::Words),
                    ("none", Of::Words),
                ],
                false,
            ),
        ),
        (
            "rows",
            Of::Parts(&[("column", COUNT), ("words", Of::Words)], true),
        ),
        ("on_error", Of::Name(&["stop", "skip"], "stop")),
        ("on_zeros", Of::Name(&["stop", "end"], "stop")),
        ("merge_devices", Of::Devices),
        ("first_request", COUNT),
        ("last_request", COUNT),
    ]
};

impl Reading {
    /// Whether nothing is said: the lines say it themselves.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As options of an import, with the format.
    ///
    /// # Panics
    /// If [`FIELDS`] has what an import does not.
    pub fn options(&self, format: Option<Format>) -> Options {
        let said = serde_json::from_str(&json::text(self));
        Options {
            format,
            ..said.expect("the fields of an import")
        }
    }
}

impl Read for Reading {
    fn read(from: Reader<'_>) -> Got<Self> {
        parts(from, FIELDS, false)
    }
}

impl Serialize for Reading {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, said)| (name, said)))
    }
}

fn parts(from: Reader<'_>, fields: &'static [Field], all: bool) -> Got<Reading> {
    let names: Vec<_> = fields.iter().map(|(name, _)| *name).collect();
    from.only(&names)?;
    let mut said = Vec::new();
    for (name, of) in fields {
        let member = if all {
            Some(from.must(name)?)
        } else {
            from.member(name)
        };
        let value = match member {
            Some(member) if all || member.raw() != "null" => value(member, of)?,
            _ => None,
        };
        said.extend(value.map(|value| (*name, value)));
    }
    Ok(Reading(said))
}

/// The value, unless it is the default.
fn value(from: Reader<'_>, of: &'static Of) -> Got<Option<Said>> {
    Ok(match *of {
        Of::Number(least) => match u32::read(from)? {
            number if number >= least => Some(Said::Number(number)),
            _ => return Err(from.mismatch("a nonzero u32")),
        },
        Of::Flag => Some(Said::Flag(bool::read(from)?)),
        Of::Name(names, default) => {
            let name = names[from.place_among(names)?];
            (name != default).then(|| Said::Word(name.to_owned()))
        }
        Of::Words => {
            let words = Vec::read(from)?;
            (!words.is_empty()).then_some(Said::Words(words))
        }
        Of::Parts(fields, all) => {
            let said = parts(from, fields, all)?;
            (!said.is_empty()).then_some(Said::Parts(said))
        }
        Of::Devices if from.raw().starts_with('{') => {
            Some(Said::Parts(parts(from, &[("only", Of::Device)], true)?))
        }
        Of::Device if from.raw().starts_with('"') => Some(Said::Word(String::read(from)?)),
        Of::Device => value(from, &Of::Number(0))?,
        Of::Devices => value(from, &Of::Name(&["side_by_side", "ignore"], "side_by_side"))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Index, syntax};

    #[test]
    fn the_fields_are_those_of_an_import() {
        let text = r#"{"time_unit":"ticks100ns","sector_bytes":520,"action":"complete","write_zeroes":"trim","delimiter":"blanks","header":false,"columns":{"time":1,"op":2,"address":3,"size":4,"device":5},"address_unit":"pages","size_unit":"sectors","zero_op":"trim","op_words":{"read":["28"],"write":["2a"],"trim":["42"],"none":["35"]},"rows":{"column":3,"words":["D"]},"on_error":"skip","on_zeros":"end","merge_devices":{"only":"sda"},"first_request":5,"last_request":9}"#;
        syntax(text).unwrap();
        let read = Reading::read(Reader::new(&Index::new(text))).unwrap();
        assert_eq!(json::text(&read), text);
        let options = read.options(Some(Format::Csv));
        let with_format = text.replacen('{', r#"{"format":"csv","#, 1);
        assert_eq!(serde_json::to_string(&options).unwrap(), with_format);
    }
}
