//! `msr`: block traces of Microsoft Research Cambridge (Narayanan, Donnelly, Rowstron: Write Off-Loading, FAST 2008).
//!
//! The traces have a file per volume, so the host's name tells nothing; the response time is the recorded device's, and
//! the simulated one has its own. A tick is 100 ns. Today's count of ticks needs 57 bits and that of
//! nanoseconds 64: more than a double holds, so times are read as integers.

use crate::format::{Description, FieldSpec, Format, Spec, address, field, length};
use crate::options::{AddressUnit, TimeUnit};
use crate::text::fields::Separator;
use crate::text::layout::{Holds, Layout, Ops, Row};
use crate::text::line_reader::rows;

const FIELDS: [FieldSpec; 7] = [
    field(
        "Timestamp",
        "ticks of 100 ns since 1601",
        Holds::Time(TimeUnit::Ticks100Ns),
    ),
    field("Hostname", "server, not used", Holds::Unused),
    field("DiskNumber", "device number", Holds::Device),
    field("Type", "Read or Write, either case", Holds::Op(&Ops::WORDS)),
    address("Offset", AddressUnit::Bytes),
    length("Size", AddressUnit::Bytes),
    field("ResponseTime", "ticks of 100 ns, not used", Holds::Unused),
];

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Msr,
        title: "Microsoft Research Cambridge",
        sample: "128166385295514663,hm,0,Write,9056014336,2048,2833",
        fields: &FIELDS,
    },
    grammar: rows::<Msr>(),
};

struct Msr;

impl Row for Msr {
    const LAYOUT: Layout<&'static [FieldSpec]> = Layout::new(Separator::COMMA, &FIELDS);
}

#[cfg(test)]
mod tests {
    use crate::Format::Msr;
    use crate::LineErrorKind;
    use crate::Op::{Read, Write};
    use crate::formats::tests::{error, missing, read, too_big, unknown_op};

    #[test]
    fn ticks_since_1601_keep_every_digit() {
        let expected = (
            Some(12_816_638_529_551_466_300),
            Write,
            0,
            9_056_014_336,
            2048,
        );
        let line = "128166385295514663,hm,0,Write,9056014336,2048,2833";
        assert_eq!(read(Msr, line), Ok(vec![expected]));
    }

    #[test]
    fn the_operation_is_read_in_any_case() {
        let expected = (Some(100), Read, 1, 0, 512);
        assert_eq!(read(Msr, "1,src1,1,read,0,512,1"), Ok(vec![expected]));
    }

    #[test]
    fn bad_fields_are_named() {
        let flush = unknown_op("Flush", "Read or Write");
        assert_eq!(error(Msr, "1,hm,0,Flush,0,512,1"), (7, "Type", flush));
        assert_eq!(
            error(Msr, "1,hm,0,Read,0,0,1"),
            (14, "Size", LineErrorKind::ZeroLength)
        );
        assert_eq!(
            error(Msr, "1,hm,0,Read,0,512"),
            (17, "ResponseTime", missing(7, 6))
        );
        let extra = LineErrorKind::ExtraField {
            expected: 7,
            found: 8,
            value: "9".into(),
        };
        assert_eq!(
            error(Msr, "1,hm,0,Read,0,512,1,9"),
            (20, "end of line", extra)
        );
        assert_eq!(
            error(Msr, "1,hm,0,Read,18446744073709551615,512,1"),
            (
                12,
                "Offset",
                too_big("18446744073709551615", "18446744073709551103")
            )
        );
    }
}
