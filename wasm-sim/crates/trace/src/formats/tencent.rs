//! `tencent`: Tencent Cloud Block Storage (Zhang et al., OSCA, USENIX ATC 2020; SNIA IOTTA set 27917).
//!
//! Requests of one second are not in order among themselves. 0 is a **read**, unlike in `mqsim` and `disksim`.

use crate::format::{Description, FieldSpec, Format, Spec, address, field, length};
use crate::options::{AddressUnit, TimeUnit};
use crate::text::fields::Separator;
use crate::text::layout::{Holds, Layout, Ops, Row};
use crate::text::line_reader::rows;

const FIELDS: [FieldSpec; 5] = [
    field(
        "Timestamp",
        "seconds since 1970",
        Holds::Time(TimeUnit::Seconds),
    ),
    address("Offset", AddressUnit::Sectors),
    length("Size", AddressUnit::Sectors),
    field("IOType", "0 = read, 1 = write", Holds::Op(&Ops::ZERO_READS)),
    field("VolumeID", "device number", Holds::Device),
];

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Tencent,
        title: "Tencent Cloud Block Storage",
        sample: "1538323199,13896880,128,0,1063",
        fields: &FIELDS,
    },
    grammar: rows::<Tencent>(),
};

struct Tencent;

impl Row for Tencent {
    const LAYOUT: Layout<&'static [FieldSpec]> = Layout::new(Separator::COMMA, &FIELDS);
}

#[cfg(test)]
mod tests {
    use crate::Format::Tencent;
    use crate::LineErrorKind;
    use crate::Op::{Read, Write};
    use crate::formats::tests::{error, read, unknown_op};

    #[test]
    fn zero_is_a_read() {
        let expected = |op| {
            Ok(vec![(
                Some(1_538_323_199_000_000_000),
                op,
                1063,
                13_896_880 * 512,
                65_536,
            )])
        };
        assert_eq!(
            read(Tencent, "1538323199,13896880,128,0,1063"),
            expected(Read)
        );
        assert_eq!(
            read(Tencent, "1538323199,13896880,128,1,1063"),
            expected(Write)
        );
    }

    #[test]
    fn bad_fields_are_named() {
        let op = unknown_op("R", "0 (read) or 1 (write)");
        assert_eq!(error(Tencent, "0,0,8,R,1"), (6, "IOType", op));
        assert_eq!(
            error(Tencent, "0,0,0,1,1"),
            (4, "Size", LineErrorKind::ZeroLength)
        );
    }
}
