//! `alibaba`: Alibaba Cloud block storage (Li et al., IISWC 2020; github.com/alibaba/block-traces).

use crate::format::{Description, FieldSpec, Format, Spec, address, field, length};
use crate::options::{AddressUnit, TimeUnit};
use crate::text::fields::Separator;
use crate::text::layout::{Holds, Layout, Ops, Row};
use crate::text::line_reader::rows;

const FIELDS: [FieldSpec; 5] = [
    field("device_id", "device number", Holds::Device),
    field("opcode", "R or W", Holds::Op(&Ops::LETTERS)),
    address("offset", AddressUnit::Bytes),
    length("length", AddressUnit::Bytes),
    field(
        "timestamp",
        "microseconds since 1970",
        Holds::Time(TimeUnit::Microseconds),
    ),
];

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Alibaba,
        title: "Alibaba Cloud block storage",
        sample: "419,W,8792731648,16384,1577808144360767",
        fields: &FIELDS,
    },
    grammar: rows::<Alibaba>(),
};

struct Alibaba;

impl Row for Alibaba {
    const LAYOUT: Layout<&'static [FieldSpec]> = Layout::new(Separator::COMMA, &FIELDS);
}

#[cfg(test)]
mod tests {
    use crate::Format::Alibaba;
    use crate::Op::{Read, Write};
    use crate::formats::tests::{error, missing, not_an_integer, read, unknown_op};

    #[test]
    fn bytes_and_microseconds() {
        let expected = (
            Some(1_577_808_144_360_767_000),
            Write,
            419,
            8_792_731_648,
            16_384,
        );
        assert_eq!(
            read(Alibaba, "419,W,8792731648,16384,1577808144360767"),
            Ok(vec![expected])
        );
        assert_eq!(
            read(Alibaba, "0,R,0,512,5"),
            Ok(vec![(Some(5000), Read, 0, 0, 512)])
        );
    }

    #[test]
    fn bad_fields_are_named() {
        assert_eq!(
            error(Alibaba, "0,0,0,512,5"),
            (2, "opcode", unknown_op("0", "R or W"))
        );
        assert_eq!(
            error(Alibaba, "vm1,R,0,512,5"),
            (0, "device_id", not_an_integer("vm1"))
        );
        assert_eq!(error(Alibaba, "0,R,0,512"), (9, "timestamp", missing(5, 4)));
    }
}
