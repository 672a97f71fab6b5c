//! `disksim`: the ASCII traces of `DiskSim` (Bucy, Schindler, Schlosser, Ganger: Reference Manual, version 4.0), which
//! `FlashSim` took over.
//!
//! `DiskSim` counts blocks of 512 bytes unless its disk has others. Of the flags only bit 0 makes a difference here.

use crate::format::{Description, FieldSpec, Format, Spec, address, field, length};
use crate::options::AddressUnit;
use crate::text::fields::Separator;
use crate::text::layout::{Holds, Layout, Row};
use crate::text::line_reader::rows;

const FIELDS: [FieldSpec; 5] = [
    field("time_ms", "milliseconds, decimal", Holds::Millis),
    field("dev", "device number", Holds::Device),
    address("lba", AddressUnit::Sectors),
    length("count", AddressUnit::Sectors),
    field("flags", "hex, bit 0 set = read", Holds::ReadFlag),
];

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Disksim,
        title: "DiskSim / FlashSim",
        sample: "7961.833 0 20228336 8 0",
        fields: &FIELDS,
    },
    grammar: rows::<Disksim>(),
};

struct Disksim;

impl Row for Disksim {
    const LAYOUT: Layout<&'static [FieldSpec]> = Layout::new(Separator::Blank, &FIELDS);
}

#[cfg(test)]
mod tests {
    use crate::Format::Disksim;
    use crate::LineErrorKind;
    use crate::Op::{Read, Write};
    use crate::formats::tests::{error, missing, read, too_big};

    #[test]
    fn milliseconds_have_decimals_and_bit_0_of_the_flags_is_a_read() {
        let expected = |ns, op| Ok(vec![(Some(ns), op, 0, 20_228_336 * 512, 4096)]);
        assert_eq!(
            read(Disksim, "7961.833 0 20228336 8 0"),
            expected(7_961_833_000, Write)
        );
        assert_eq!(
            read(Disksim, "7961 0 20228336 8 1"),
            expected(7_961_000_000, Read)
        );
        assert_eq!(
            read(Disksim, "0.0000019 0 20228336 8 1F"),
            expected(1, Read)
        );
        assert_eq!(read(Disksim, "0 0 20228336 8 c"), expected(0, Write));
    }

    #[test]
    fn bad_fields_are_named() {
        let hex = LineErrorKind::NotHex { found: "R".into() };
        assert_eq!(error(Disksim, "0.5 0 8 8 R"), (10, "flags", hex));
        assert_eq!(
            error(Disksim, "0.5 0 8 8 100000000"),
            (10, "flags", too_big("100000000", "4294967295"))
        );
        assert_eq!(error(Disksim, "0.5 0 8 8"), (9, "flags", missing(5, 4)));
        let decimal = LineErrorKind::NotADecimal {
            found: "1e3".into(),
        };
        assert_eq!(error(Disksim, "1e3 0 8 8 0"), (0, "time_ms", decimal));
    }
}
