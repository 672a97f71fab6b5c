//! `fiu`: Florida International University's I/O deduplication traces (Koller, Rangaswami, FAST 2010; SNIA IOTTA set 391).
//!
//! The name of a process with a blank in it makes a bad line, as one cannot tell where it ends.

use crate::format::{Description, FieldSpec, Format, Spec, address, field, length};
use crate::options::{AddressUnit, TimeUnit};
use crate::text::fields::Separator;
use crate::text::layout::{Holds, Layout, Ops, Row};
use crate::text::line_reader::rows;

const FIELDS: [FieldSpec; 9] = [
    field("ts_ns", "nanoseconds", Holds::Time(TimeUnit::Nanoseconds)),
    field("pid", "process number, not used", Holds::Number),
    field("proc", "process name, not used", Holds::Unused),
    address("lba", AddressUnit::Sectors),
    length("size", AddressUnit::Sectors),
    field("R|W", "R or W", Holds::Op(&Ops::LETTERS)),
    field("maj", "major device number", Holds::Major),
    field("min", "minor device number", Holds::Minor),
    field("md5", "hash of the content, not used", Holds::Unused),
];

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Fiu,
        title: "FIU I/O deduplication",
        sample: "89966104059 4892 syslogd 904265560 8 W 6 0 7c6a5dc3a4b0c1f2d3e4f5061728394a",
        fields: &FIELDS,
    },
    grammar: rows::<Fiu>(),
};

struct Fiu;

impl Row for Fiu {
    const LAYOUT: Layout<&'static [FieldSpec]> = Layout::new(Separator::Blank, &FIELDS);
}

#[cfg(test)]
mod tests {
    use crate::Format::Fiu;
    use crate::Op::{Read, Write};
    use crate::formats::tests::{error, missing, not_an_integer, read, too_big};

    #[test]
    fn the_device_is_a_linux_device_number() {
        let expected = (
            Some(89_966_104_059),
            Write,
            6 << 20,
            904_265_560 * 512,
            4096,
        );
        let line = "89966104059 4892 syslogd 904265560 8 W 6 0 7c6a5dc3";
        assert_eq!(read(Fiu, line), Ok(vec![expected]));
        let expected = (Some(5), Read, 259 << 20 | 2, 0, 512);
        assert_eq!(
            read(Fiu, "5 1 [kworker/0:1] 0 1 r 259 2 -"),
            Ok(vec![expected])
        );
    }

    #[test]
    fn bad_fields_are_named() {
        assert_eq!(
            error(Fiu, "5 1 a b 0 1 W 8 0 x"),
            (6, "lba", not_an_integer("b"))
        );
        assert_eq!(
            error(Fiu, "5 1 a 0 1 W 4096 0 x"),
            (12, "maj", too_big("4096", "4095"))
        );
        assert_eq!(error(Fiu, "5 1 a 0 1 W 8 0"), (15, "md5", missing(9, 8)));
    }
}
