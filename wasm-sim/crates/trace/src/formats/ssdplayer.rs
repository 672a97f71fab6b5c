//! `ssdplayer`: the traces of `SSDPlayer` (Yadgar, Shor, Yaakobi, Schuster, `HotStorage` 2015), `.trace` and `.hotcold`.
//!
//! `SSDPlayer` itself reads only the fields from the third on, in which there are writes alone. Its temperatures run from 1
//! to 10 by default; which of them are hot is said in `trace.rs`.

use crate::format::{Description, FieldSpec, Format, Spec, address, field, length};
use crate::options::AddressUnit;
use crate::record::Op;
use crate::text::fields::Separator;
use crate::text::layout::{Holds, Layout, Ops, Row};
use crate::text::line_reader::rows;

const OPS: Ops = Ops {
    words: &[("W", Some(Op::Write))],
    expected: "W",
};

const FIELDS: [FieldSpec; 6] = [
    field("time", "not used", Holds::Unused),
    field("device", "not used", Holds::Unused),
    address("LPN", AddressUnit::Pages),
    length("pages", AddressUnit::Pages),
    field("type", "W", Holds::Op(&OPS)),
    field("temperature", "in .hotcold only", Holds::Temperature),
];

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Ssdplayer,
        title: "SSDPlayer",
        sample: "0 0 17 4 W 3",
        fields: &FIELDS,
    },
    grammar: rows::<Ssdplayer>(),
};

struct Ssdplayer;

impl Row for Ssdplayer {
    const LAYOUT: Layout<&'static [FieldSpec]> = Layout {
        required: 5,
        ..Layout::new(Separator::Blank, &FIELDS)
    };
}

#[cfg(test)]
mod tests {
    use crate::Format::Ssdplayer;
    use crate::LineErrorKind;
    use crate::Op::Write;
    use crate::formats::tests::{error, missing, not_an_integer, read, unknown_op};

    #[test]
    fn fields_three_to_five_make_the_request_with_or_without_a_temperature() {
        let expected = Ok(vec![(None, Write, 0, 17, 4)]);
        assert_eq!(read(Ssdplayer, "0.5 0 17 4 W"), expected);
        assert_eq!(read(Ssdplayer, "x\ty\t17\t4\tW\t10"), expected);
    }

    #[test]
    fn bad_fields_are_named() {
        assert_eq!(
            error(Ssdplayer, "0 0 17 4 R"),
            (9, "type", unknown_op("R", "W"))
        );
        assert_eq!(error(Ssdplayer, "0 0 17 4"), (8, "type", missing(5, 4)));
        assert_eq!(
            error(Ssdplayer, "0 0 17 4 W hot"),
            (11, "temperature", not_an_integer("hot"))
        );
        let beyond = LineErrorKind::PageTooBig {
            found: "4294967294".into(),
            max: u32::MAX - 1,
        };
        assert_eq!(error(Ssdplayer, "0 0 4294967294 2 W"), (4, "LPN", beyond));
    }
}
