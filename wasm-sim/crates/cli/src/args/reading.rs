//! How a trace is read, as the command line spells the options of an import.

use std::num::NonZeroU32;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use trace::{
    Action, AddressUnit, Delimiter, Format, MergeDevices, OnError, OnZeros, Op, Options, Part,
    Rows, TimeUnit, Wanted, WriteZeroes,
};

use super::name;
use crate::problem::Problem;

/// The person's decisions about the lines of a trace.
#[derive(Debug, clap::Args)]
pub struct Reading {
    /// Its format, instead of recognising it. --column, --op-word and --rows are those of csv
    #[arg(long, value_parser = format())]
    pub format: Option<Format>,
    /// Unit of its times, instead of the format's own
    #[arg(long, value_name = "UNIT", value_parser = name(&TIME_UNITS))]
    pub time_unit: Option<TimeUnit>,
    /// Bytes in the sectors that its addresses count, instead of 512
    #[arg(long, value_name = "N")]
    pub sector_bytes: Option<NonZeroU32>,
    /// blkparse, ftrace: the action that counts. Without it: D if the file has one, otherwise Q
    #[arg(long, value_parser = name(&ACTIONS))]
    pub action: Option<Action>,
    /// blkparse, ftrace: what commands that write zeros (WZ) count as, instead of writes
    #[arg(long, value_name = "OP", value_parser = name(&ZEROES))]
    pub write_zeroes: Option<WriteZeroes>,
    /// Keep the requests of this device alone, by what the trace calls it: 0, sda, 202,16
    #[arg(long, value_name = "NAME")]
    pub device: Option<String>,
    /// Leave out bad lines and count them, instead of stopping at the first
    #[arg(long)]
    pub skip_bad_lines: bool,
    /// End the trace at zero bytes: a recording that was cut off
    #[arg(long)]
    pub until_zeros: bool,
    /// csv: the separator of the fields, instead of the one that the first line has
    #[arg(long, value_name = "NAME", value_parser = name(&DELIMITERS))]
    pub delimiter: Option<Delimiter>,
    /// csv: whether the first line is a header, instead of looking at it
    #[arg(long, value_name = "YES|NO", value_parser = name(&YES_OR_NO))]
    pub header: Option<bool>,
    /// csv: a column by its number, such as op=2; also time, address, size, device
    #[arg(long, value_name = "WHAT=N", value_parser = column)]
    pub column: Vec<(Part, NonZeroU32)>,
    /// csv: what the addresses count
    #[arg(long, value_name = "UNIT", value_parser = name(&ADDRESS_UNITS))]
    pub address_unit: Option<AddressUnit>,
    /// csv: what the sizes count
    #[arg(long, value_name = "UNIT", value_parser = name(&ADDRESS_UNITS))]
    pub size_unit: Option<AddressUnit>,
    /// csv: what a 0 among the operations means
    #[arg(long, value_name = "OP", value_parser = name(&ZERO_OPS))]
    pub zero_op: Option<Op>,
    /// csv: the meaning of a word among the operations, such as 2a=write; also read, trim, none
    #[arg(long, value_name = "WORD=OP", value_parser = op_word)]
    pub op_word: Vec<(String, Meaning)>,
    /// csv: the rows that count, by a column's number and its word, such as 3=D; several words: once for each
    #[arg(long, value_name = "N=WORD", value_parser = row)]
    pub rows: Vec<(NonZeroU32, String)>,
    /// The first request kept, by its place in the file from 1
    #[arg(long, value_name = "N")]
    pub first_request: Option<NonZeroU32>,
    /// The last request kept
    #[arg(long, value_name = "N")]
    pub last_request: Option<NonZeroU32>,
}

impl Reading {
    /// The options of a scenario; what the command line says replaces what they say.
    ///
    /// # Errors
    /// Rows that are chosen by two columns.
    pub fn over(&self, mut options: Options) -> Result<Options, Problem> {
        for &(part, number) in &self.column {
            let columns = &mut options.columns;
            *match part {
                Part::Time => &mut columns.time,
                Part::Op => &mut columns.op,
                Part::Address => &mut columns.address,
                Part::Size => &mut columns.size,
                Part::Device => &mut columns.device,
            } = Some(number);
        }
        for (word, meaning) in &self.op_word {
            let words = &mut options.op_words;
            for others in [
                &mut words.read,
                &mut words.write,
                &mut words.trim,
                &mut words.none,
            ] {
                others.retain(|other| !other.eq_ignore_ascii_case(word));
            }
            match meaning {
                Meaning::Read => &mut words.read,
                Meaning::Write => &mut words.write,
                Meaning::Trim => &mut words.trim,
                Meaning::None => &mut words.none,
            }
            .push(word.clone());
        }
        if let Some(&(column, _)) = self.rows.first() {
            if self.rows.iter().any(|(other, _)| *other != column) {
                return Err(Problem::usage(
                    "--rows names two columns",
                    "Choose rows by the words of one column.",
                ));
            }
            let words = self.rows.iter().map(|(_, word)| word.clone()).collect();
            options.rows = Some(Rows { column, words });
        }
        if let Some(name) = &self.device {
            options.merge_devices = MergeDevices::Only(Wanted::Name(name.clone()));
        }
        if self.skip_bad_lines {
            options.on_error = OnError::Skip;
        }
        if self.until_zeros {
            options.on_zeros = OnZeros::End;
        }
        Ok(Options {
            format: self.format.or(options.format),
            write_zeroes: self.write_zeroes.unwrap_or(options.write_zeroes),
            time_unit: self.time_unit.or(options.time_unit),
            sector_bytes: self.sector_bytes.or(options.sector_bytes),
            action: self.action.or(options.action),
            delimiter: self.delimiter.or(options.delimiter),
            header: self.header.or(options.header),
            address_unit: self.address_unit.or(options.address_unit),
            size_unit: self.size_unit.or(options.size_unit),
            zero_op: self.zero_op.or(options.zero_op),
            first_request: self.first_request.or(options.first_request),
            last_request: self.last_request.or(options.last_request),
            ..options
        })
    }
}

const TIME_UNITS: [(&str, TimeUnit); 5] = [
    ("s", TimeUnit::Seconds),
    ("ms", TimeUnit::Milliseconds),
    ("us", TimeUnit::Microseconds),
    ("ns", TimeUnit::Nanoseconds),
    ("ticks100ns", TimeUnit::Ticks100Ns),
];
const ACTIONS: [(&str, Action); 4] = [
    ("queue", Action::Queue),
    ("insert", Action::Insert),
    ("issue", Action::Issue),
    ("complete", Action::Complete),
];
const ADDRESS_UNITS: [(&str, AddressUnit); 3] = [
    ("bytes", AddressUnit::Bytes),
    ("sectors", AddressUnit::Sectors),
    ("pages", AddressUnit::Pages),
];
const ZERO_OPS: [(&str, Op); 2] = [("read", Op::Read), ("write", Op::Write)];
const ZEROES: [(&str, WriteZeroes); 2] =
    [("write", WriteZeroes::Write), ("trim", WriteZeroes::Trim)];
const DELIMITERS: [(&str, Delimiter); 5] = [
    ("comma", Delimiter::Comma),
    ("semicolon", Delimiter::Semicolon),
    ("tab", Delimiter::Tab),
    ("bar", Delimiter::Bar),
    ("blanks", Delimiter::Blanks),
];
const YES_OR_NO: [(&str, bool); 2] = [("yes", true), ("no", false)];
const MEANINGS: [(&str, Meaning); 4] = [
    ("read", Meaning::Read),
    ("write", Meaning::Write),
    ("trim", Meaning::Trim),
    ("none", Meaning::None),
];
const PARTS: [Part; 5] = [
    Part::Time,
    Part::Op,
    Part::Address,
    Part::Size,
    Part::Device,
];

/// The meaning of a word among the operations of a table.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    Read,
    Write,
    Trim,
    /// No request.
    None,
}

fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name))
        .map(|given| Format::from_name(&given).expect("one of the possible values"))
}

/// `2a=write`.
fn op_word(text: &str) -> Result<(String, Meaning), String> {
    let (word, meaning) = text.rsplit_once('=').unwrap_or((text, ""));
    let meaning = MEANINGS.iter().find(|(name, _)| *name == meaning);
    match meaning {
        Some(&(_, meaning)) if !word.is_empty() => Ok((word.to_owned(), meaning)),
        _ => Err(
            "write the word of the trace, then = and one of read, write, trim, none: 2a=write"
                .to_owned(),
        ),
    }
}

/// `3=D`.
fn row(text: &str) -> Result<(NonZeroU32, String), String> {
    let parts = text.split_once('=');
    parts
        .and_then(|(column, word)| Some((column.parse().ok()?, word.to_owned())))
        .ok_or_else(|| {
            "write a column from 1, then = and the word that rows have there: 3=D".to_owned()
        })
}

/// `op=2`: the operation is in the second column.
fn column(text: &str) -> Result<(Part, NonZeroU32), String> {
    let (what, number) = text.split_once('=').unwrap_or((text, ""));
    let part = PARTS.into_iter().find(|part| part.name() == what);
    part.zip(number.parse().ok()).ok_or_else(|| {
        "write one of time, op, address, size, device, then = and a column from 1: op=2".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_options() {
        fn same<T: serde::Serialize>(all: &[(&str, T)]) {
            for (name, value) in all {
                assert_eq!(serde_json::to_value(value).unwrap(), *name);
            }
        }
        same(&TIME_UNITS);
        same(&ACTIONS);
        same(&ADDRESS_UNITS);
        same(&DELIMITERS);
        same(&ZERO_OPS);
        same(&ZEROES);
    }

    #[test]
    fn a_column_is_a_part_and_a_number() {
        assert_eq!(column("op=2"), Ok((Part::Op, NonZeroU32::new(2).unwrap())));
        for text in ["op", "op=0", "op=x", "lba=2", "=2"] {
            assert!(column(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_word_has_a_meaning_and_a_row_a_word() {
        for text in ["2a", "=write", "2a=writes"] {
            assert!(op_word(text).is_err(), "{text}");
        }
        assert_eq!(op_word("a=b=none").unwrap().0, "a=b");
        assert_eq!(
            row("3=D"),
            Ok((NonZeroU32::new(3).unwrap(), "D".to_owned()))
        );
        for text in ["D", "0=D", "x=D"] {
            assert!(row(text).is_err(), "{text}");
        }
    }
}
