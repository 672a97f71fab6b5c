//! The first line of a table: steps 1 to 5 of `csv.rs`.

use std::num::NonZeroU32;

use super::names;
use super::row::{Devices, Explained, Others, Row};
use super::{named, separator};
use crate::format::field;
use crate::options::{AddressUnit, Options, TimeUnit};
use crate::record::Op;
use crate::text::fields::{Field, FieldError, Fields, Separator};
use crate::text::layout::{Holds, Layout, Ops};
use crate::text::line_error::{Column, LineErrorKind, Part};

macro_rules! words {
    ($($more:expr),*) => {
        &[
            ("R", Some(Op::Read)), ("W", Some(Op::Write)), ("read", Some(Op::Read)), ("write", Some(Op::Write)),
            ("T", Some(Op::Trim)), ("D", Some(Op::Trim)), ("trim", Some(Op::Trim)), ("discard", Some(Op::Trim)),
            ("RS", Some(Op::Read)), ("WS", Some(Op::Write)),
            // SCSI (SBC-4): READ and WRITE with 6, 10, 12 and 16 bytes, and UNMAP. `42` may be decimal 0x2a: it is asked for.
            ("28", Some(Op::Read)), ("2a", Some(Op::Write)), ("0x28", Some(Op::Read)), ("0x2a", Some(Op::Write)),
            ("88", Some(Op::Read)), ("8a", Some(Op::Write)), ("0x88", Some(Op::Read)), ("0x8a", Some(Op::Write)),
            ("a8", Some(Op::Read)), ("aa", Some(Op::Write)), ("0xa8", Some(Op::Read)), ("0xaa", Some(Op::Write)),
            ("08", Some(Op::Read)), ("0a", Some(Op::Write)), ("0x08", Some(Op::Read)), ("0x0a", Some(Op::Write)),
            ("0x42", Some(Op::Trim)), $($more),*
        ]
    };
}

pub(super) const EXPECTED: &str = "R, W, read, write, trim or discard, or explain the word: op_words (on the command line \
                        --op-word WORD=read)";
static NAMED: Ops = Ops {
    words: words!(),
    expected: EXPECTED,
};
static ZERO_READS: Ops = Ops {
    words: words!(("0", Some(Op::Read)), ("1", Some(Op::Write))),
    expected: EXPECTED,
};
static ZERO_WRITES: Ops = Ops {
    words: words!(("0", Some(Op::Write)), ("1", Some(Op::Read))),
    expected: EXPECTED,
};

/// The first line, with the columns that have a role.
pub(super) struct Head<'a> {
    separator: Separator,
    columns: u32,
    time: Option<(Place<'a>, Option<TimeUnit>)>,
    op: Place<'a>,
    address: (Place<'a>, Option<AddressUnit>),
    size: (Place<'a>, Option<AddressUnit>),
    device: Option<Place<'a>>,
    /// Step 4: the line holds names and no request.
    pub is_header: bool,
    /// The first columns that could be one part.
    doubt: Option<FieldError>,
    line: &'a [u8],
}

/// A column's number, from 0, and what the first line has there.
#[derive(Clone, Copy)]
struct Place<'a> {
    index: u32,
    field: Field<'a>,
}

impl<'a> Head<'a> {
    /// Steps 1 to 3, or the reason why they fail.
    #[expect(
        clippy::too_many_lines,
        reason = "its closures share the fields of the line"
    )]
    pub fn new(line: &'a [u8], options: &Options) -> Result<Self, FieldError> {
        let separator = options.delimiter.map_or_else(|| separator(line), named);
        let all = || {
            let mut fields = Fields::new(line, separator);
            std::iter::from_fn(move || fields.next("header"))
                .zip(0..)
                .map(|(field, index)| Place { index, field })
        };
        let columns = all().count() as u32;
        let error = |at, kind| FieldError {
            at,
            field: "header",
            kind,
        };
        let given = options.columns;
        // Step 4 comes first: the words of a request name nothing. A column that is found by its name is one of a header.
        let is_header = options.header.unwrap_or_else(|| {
            let is_address =
                |place: &Place<'_>| given.address.is_some_and(|n| n.get() == place.index + 1);
            all()
                .find(is_address)
                .is_none_or(|address| address.field.integer(u64::MAX).is_err())
        });
        // A column that the person named for one part is not looked at for another.
        let taken = [
            given.time,
            given.op,
            given.address,
            given.size,
            given.device,
        ];
        let is_free = |place: &Place<'_>| {
            taken
                .iter()
                .all(|number| number.is_none_or(|n| n.get() != place.index + 1))
        };
        let named = |what: Part| {
            let all: Vec<Place<'a>> = all()
                .filter(|place| {
                    is_header && is_free(place) && names::part(place.field.text) == Some(what)
                })
                .collect();
            let weak = |place: &&Place<'a>| names::is_weak(place.field.text);
            if all.iter().all(|place| weak(&place)) {
                all
            } else {
                all.into_iter().filter(|place| !weak(&place)).collect()
            }
        };
        let mut doubt = None;
        let mut place = |what: Part, given: Option<NonZeroU32>| match given {
            None => match named(what)[..] {
                [] if what == Part::Op => Ok(all().find(|place| {
                    is_header && is_free(place) && names::is_letter_t(place.field.text)
                })),
                [] => Ok(None),
                [place] => Ok(Some(place)),
                [first, second, ..] if first.field.text.eq_ignore_ascii_case(second.field.text) => {
                    doubt.get_or_insert(error(
                        second.field.at,
                        LineErrorKind::NameTwice {
                            what,
                            found: second.field.found(),
                        },
                    ));
                    Ok(Some(first))
                }
                [first, second, ref more @ ..] => {
                    let column = |place: &Place<'_>| Column {
                        number: place.index + 1,
                        name: place.field.found(),
                    };
                    let all = [&first, &second].into_iter().chain(more);
                    doubt.get_or_insert(FieldError {
                        at: second.field.at,
                        field: what.name(),
                        kind: LineErrorKind::TwoColumns {
                            what,
                            columns: all.map(column).collect(),
                        },
                    });
                    Ok(Some(first))
                }
            },
            Some(number) => match all().find(|place| place.index + 1 == number.get()) {
                Some(place) => Ok(Some(place)),
                None => Err(error(
                    line.len(),
                    LineErrorKind::ColumnAbsent {
                        what,
                        number: number.get(),
                        columns,
                    },
                )),
            },
        };
        let mut must = |what: Part, given| {
            place(what, given)?.ok_or_else(|| error(0, LineErrorKind::ColumnUnknown { what }))
        };
        let op = must(Part::Op, given.op)?;
        let address = must(Part::Address, given.address)?;
        let size = must(Part::Size, given.size)?;
        let time = place(Part::Time, given.time)?;
        let device = place(Part::Device, given.device)?;

        let name = |place: Place<'a>| if is_header { place.field.text } else { b"" };
        let time = time.map(|time| (time, options.time_unit.or(names::time_unit(name(time)))));
        let says = |place: Place<'a>| names::address_unit(name(place));
        let address_unit = options.address_unit.or(says(address));
        let implied = address_unit.filter(|&unit| unit == AddressUnit::Pages);
        let size_unit = options.size_unit.or(says(size)).or(implied);
        Ok(Self {
            separator,
            columns,
            time,
            op,
            address: (address, address_unit),
            size: (size, size_unit),
            device,
            is_header,
            doubt,
            line,
        })
    }

    /// The person's decisions that a line needs.
    pub fn question(&self) -> Result<(), FieldError> {
        let unknown = |what: Part, place: Place<'_>| FieldError {
            at: place.field.at,
            field: what.name(),
            kind: {
                let found = place.field.found();
                if self.is_header && names::is_multiple(place.field.text) {
                    LineErrorKind::UnitMultiple { what, found }
                } else {
                    LineErrorKind::UnitUnknown { what, found }
                }
            },
        };
        if let Some(doubt) = &self.doubt {
            return Err(doubt.clone());
        }
        if let Some((time, None)) = self.time
            && self.kernel_time().is_none()
        {
            return Err(unknown(Part::Time, time));
        }
        let (address, size) = match (self.address, self.size) {
            ((place, None), _) => return Err(unknown(Part::Address, place)),
            (_, (place, None)) => return Err(unknown(Part::Size, place)),
            ((_, Some(address)), (_, Some(size))) => (address, size),
        };
        if (address == AddressUnit::Pages) == (size == AddressUnit::Pages) {
            return Ok(());
        }
        Err(FieldError {
            at: self.size.0.field.at,
            field: Part::Size.name(),
            kind: LineErrorKind::UnitsDiffer { address, size },
        })
    }

    /// The column of times and its name, if the first row is to show that they are in seconds, as the kernel writes them.
    pub fn kernel_time(&self) -> Option<(usize, String)> {
        let (time, None) = self.time? else {
            return None;
        };
        self.has_letters()
            .then(|| (time.index as usize, time.field.found()))
    }

    /// Whether the operations are the kernel's letters.
    fn has_letters(&self) -> bool {
        self.is_header && names::is_rwbs(self.op.field.text)
    }

    /// A column that may be the time, where none is by its name: its number, from 1, and its name.
    pub fn other_time(&self) -> Option<(u32, String)> {
        if self.time.is_some() || !self.is_header {
            return None;
        }
        let mut fields = Fields::new(self.line, self.separator);
        let all = std::iter::from_fn(|| fields.next("header"));
        let mut other = all
            .zip(1..)
            .filter(|(field, _)| names::is_other_time(field.text));
        other.next().map(|(field, number)| (number, field.found()))
    }

    /// The row of every line below. Recognition reads with it before the question is answered.
    pub fn row(&self, options: &Options) -> Result<Row, FieldError> {
        let unit = |unit: Option<AddressUnit>| unit.unwrap_or(AddressUnit::Bytes);
        let explained = !options.op_words.is_empty();
        let ops = match options.zero_op {
            None => &NAMED,
            Some(Op::Write) => &ZERO_WRITES,
            Some(_) => &ZERO_READS,
        };
        let mut columns = vec![field("unused", "", Holds::Unused); self.columns as usize];
        let mut set = |place: Place<'_>, what: Part, holds| {
            columns[place.index as usize] = field(what.name(), "", holds);
        };
        if let Some((place, unit)) = self.time {
            // Any number is a time in the smallest unit, until the unit is known.
            let open = match self.kernel_time() {
                Some(_) => TimeUnit::Seconds,
                None => TimeUnit::Nanoseconds,
            };
            set(place, Part::Time, Holds::Time(unit.unwrap_or(open)));
        }
        let letters = self.has_letters();
        // The row reads devices, and words that are explained, itself.
        if let Some(place) = self.device {
            set(place, Part::Device, Holds::Unused);
        }
        let holds = if explained {
            Holds::Unused
        } else if letters {
            Holds::Rwbs
        } else {
            Holds::Op(ops)
        };
        set(self.op, Part::Op, holds);
        set(
            self.address.0,
            Part::Address,
            Holds::Address(unit(self.address.1)),
        );
        set(self.size.0, Part::Size, Holds::Length(unit(self.size.1)));
        let layout = Layout {
            separator: self.separator,
            required: columns.len(),
            columns,
            open: false,
        };
        let explained = explained.then(|| Explained {
            column: self.op.index as usize,
            words: options.op_words.clone(),
            others: if letters {
                Others::Rwbs
            } else {
                Others::Of(ops)
            },
        });
        let device = self.device.map(|place| Devices::new(place.index as usize));
        let kept = match &options.rows {
            None => None,
            Some(rows) if rows.column.get() > self.columns => {
                return Err(FieldError {
                    at: 0,
                    field: "header",
                    kind: LineErrorKind::RowsColumnAbsent {
                        number: rows.column.get(),
                        columns: self.columns,
                    },
                });
            }
            Some(rows) => Some(rows.clone()),
        };
        let mut names = Vec::new();
        let mut process = None;
        let mut fields = Fields::new(self.line, self.separator);
        while let Some(field) = fields.next("header")
            && self.is_header
        {
            // A part of the request is no process: `command` may be the operation.
            let unused = layout.columns[names.len()].holds == Holds::Unused
                && names.len() != self.op.index as usize
                && self
                    .device
                    .is_none_or(|device| device.index as usize != names.len());
            if process.is_none() && unused && names::is_process(field.text) {
                process = Some(names.len());
            }
            names.push(field.found());
        }
        Ok(Row::new(layout, explained, device, kept, names, process))
    }
}
