//! `mqsim`: the traces of `MQSim` (Tavakkol et al., FAST 2018) and, before it, of `SSDSim` (Hu et al., ICS 2011).
//!
//! `disksim` has the same fields with the time in milliseconds and more flags. A file whose times are all whole could
//! be either: recognition takes `mqsim` and says so (recognise.rs).

use crate::format::{Description, FieldSpec, Format, Spec, address, field, length};
use crate::options::{AddressUnit, TimeUnit};
use crate::text::fields::Separator;
use crate::text::layout::{Holds, Layout, Ops, Row};
use crate::text::line_reader::rows;

const FIELDS: [FieldSpec; 5] = [
    field(
        "time_ns",
        "whole nanoseconds",
        Holds::WholeTime(TimeUnit::Nanoseconds),
    ),
    field("dev", "device number", Holds::Device),
    address("lba", AddressUnit::Sectors),
    length("count", AddressUnit::Sectors),
    field("type", "0 = write, 1 = read", Holds::Op(&Ops::ZERO_WRITES)),
];

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Mqsim,
        title: "MQSim / SSDSim",
        sample: "938513000 4 264719034 16 0",
        fields: &FIELDS,
    },
    grammar: rows::<Mqsim>(),
};

struct Mqsim;

impl Row for Mqsim {
    const LAYOUT: Layout<&'static [FieldSpec]> = Layout::new(Separator::Blank, &FIELDS);
}

#[cfg(test)]
mod tests {
    use crate::Format::Mqsim;
    use crate::LineErrorKind;
    use crate::Op::{Read, Write};
    use crate::formats::tests::{error, missing, not_an_integer, read, too_big, unknown_op};

    #[test]
    fn zero_is_a_write_and_one_a_read() {
        let expected = (Some(938_513_000), Write, 4, 264_719_034 * 512, 8192);
        assert_eq!(
            read(Mqsim, "938513000 4 264719034 16 0"),
            Ok(vec![expected])
        );
        let expected = (Some(97_900_000), Read, 0, 287_641_400 * 512, 65_536);
        assert_eq!(
            read(Mqsim, "  97900000\t0   287641400 128 1  "),
            Ok(vec![expected])
        );
    }

    #[test]
    fn bad_fields_are_named() {
        let op = unknown_op("2", "0 (write) or 1 (read)");
        assert_eq!(error(Mqsim, "0 0 8 8 2"), (8, "type", op));
        assert_eq!(
            error(Mqsim, "0 0 8 0 1"),
            (6, "count", LineErrorKind::ZeroLength)
        );
        assert_eq!(error(Mqsim, "0 0 8 8"), (7, "type", missing(5, 4)));
        let extra = LineErrorKind::ExtraField {
            expected: 5,
            found: 6,
            value: "0".into(),
        };
        assert_eq!(error(Mqsim, "0 0 8 8 1 0"), (10, "end of line", extra));
        assert_eq!(
            error(Mqsim, "0 0x1 8 8 1"),
            (2, "dev", not_an_integer("0x1"))
        );
        assert_eq!(
            error(Mqsim, "7.5 0 8 8 1"),
            (0, "time_ns", not_an_integer("7.5"))
        );
        assert_eq!(
            error(Mqsim, "0 0 8 8388608 1"),
            (6, "count", too_big("8388608", "8388607"))
        );
        let negative = LineErrorKind::Negative { found: "-5".into() };
        assert_eq!(error(Mqsim, "-5 0 8 8 1"), (0, "time_ns", negative));
    }
}
