//! `spc`: the trace format of the Storage Performance Council, revision 1.0.1, in which `UMass` publishes
//! Financial1, Financial2 and `WebSearch`.
//!
//! Fields after the fifth are the format's optional ones; they are not looked at.

use crate::format::{Description, FieldSpec, Format, Spec, address, field, length};
use crate::options::{AddressUnit, TimeUnit};
use crate::text::fields::Separator;
use crate::text::layout::{Holds, Layout, Ops, Row};
use crate::text::line_reader::rows;

const FIELDS: [FieldSpec; 5] = [
    field("ASU", "application storage unit, the device", Holds::Device),
    address("LBA", AddressUnit::Sectors),
    length("Size", AddressUnit::Bytes),
    field("Opcode", "R or W, either case", Holds::Op(&Ops::LETTERS)),
    field(
        "Timestamp",
        "seconds since the start, decimal",
        Holds::Time(TimeUnit::Seconds),
    ),
];

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Spc,
        title: "UMass / Storage Performance Council",
        sample: "0,303567,3584,w,0.026214",
        fields: &FIELDS,
    },
    grammar: rows::<Spc>(),
};

struct Spc;

impl Row for Spc {
    const LAYOUT: Layout<&'static [FieldSpec]> = Layout {
        open: true,
        ..Layout::new(Separator::COMMA, &FIELDS)
    };
}

#[cfg(test)]
mod tests {
    use crate::Format::Spc;
    use crate::LineErrorKind;
    use crate::Op::{Read, Write};
    use crate::formats::tests::{error, missing, read, too_big, unknown_op};

    #[test]
    fn sectors_and_seconds_become_bytes_and_nanoseconds() {
        let expected = (Some(26_214_000), Write, 0, 303_567 * 512, 3584);
        assert_eq!(read(Spc, "0,303567,3584,w,0.026214"), Ok(vec![expected]));
        let expected = (Some(43_712_246_053_000), Read, 23, 20_941_264 * 512, 8192);
        assert_eq!(
            read(Spc, "23,20941264,8192,R,43712.246053"),
            Ok(vec![expected])
        );
    }

    #[test]
    fn blanks_around_fields_and_optional_fields_are_accepted() {
        let expected = Ok(vec![(Some(0), Read, 1, 1024, 512)]);
        assert_eq!(read(Spc, " 1, 2 ,\t512, r , 0 "), expected);
        assert_eq!(read(Spc, "1,2,512,r,0,anything,more"), expected);
    }

    #[test]
    fn bad_fields_are_named() {
        assert_eq!(
            error(Spc, "0,1,0,r,0"),
            (4, "Size", LineErrorKind::ZeroLength)
        );
        let negative = LineErrorKind::Negative { found: "-1".into() };
        assert_eq!(error(Spc, "0,-1,512,r,0"), (2, "LBA", negative));
        assert_eq!(
            error(Spc, "0,1,512,x,0"),
            (8, "Opcode", unknown_op("x", "R or W"))
        );
        assert_eq!(error(Spc, "0,1,512,r"), (9, "Timestamp", missing(5, 4)));
        assert_eq!(error(Spc, "0,1,,r,0"), (4, "Size", missing(5, 5)));
        assert_eq!(
            error(Spc, "0,36028797018963967,512,r,0"),
            (2, "LBA", too_big("36028797018963967", "36028797018963966"))
        );
    }
}
