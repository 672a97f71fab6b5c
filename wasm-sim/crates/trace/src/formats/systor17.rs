//! `systor17`: virtual desktops on enterprise storage (Lee, Kumano, Matsuki, Endo, Fukumoto, Sugawara, SYSTOR 2017;
//! SNIA IOTTA set 4964).
//!
//! A line without `IOType` is a command that is neither read nor write: it is passed over and counted.

use crate::format::{Description, FieldSpec, Format, Spec, address, field, length};
use crate::options::{AddressUnit, TimeUnit};
use crate::record::Op;
use crate::text::fields::Separator;
use crate::text::layout::{Holds, Layout, Ops, Row};
use crate::text::line_reader::rows;

const OPS: Ops = Ops {
    words: &[("R", Some(Op::Read)), ("W", Some(Op::Write)), ("", None)],
    expected: "R, W or nothing",
};

const FIELDS: [FieldSpec; 6] = [
    field(
        "Timestamp",
        "seconds since 1970, decimal",
        Holds::Time(TimeUnit::Seconds),
    ),
    field("Response", "seconds, not used", Holds::Unused),
    field("IOType", "R, W or nothing", Holds::Op(&OPS)),
    field("LUN", "device number", Holds::Device),
    address("Offset", AddressUnit::Bytes),
    length("Size", AddressUnit::Bytes),
];

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Systor17,
        title: "SYSTOR '17",
        sample: "1456095145.133076000,0.000806000,R,0,899056122368,131072",
        fields: &FIELDS,
    },
    grammar: rows::<Systor17>(),
};

struct Systor17;

impl Row for Systor17 {
    const LAYOUT: Layout<&'static [FieldSpec]> = Layout::new(Separator::COMMA, &FIELDS);
}

#[cfg(test)]
mod tests {
    use crate::Format::Systor17;
    use crate::Op::Read;
    use crate::Options;
    use crate::formats::tests::{error, lines, missing, read, unknown_op};
    use crate::text::line_reader::{Line, Why};

    #[test]
    fn seconds_keep_nine_decimals_behind_a_header() {
        let text = "Timestamp,Response,IOType,LUN,Offset,Size\n\
                    1456095145.133076000,0.000806000,R,0,899056122368,131072\n";
        let expected = (
            Some(1_456_095_145_133_076_000),
            Read,
            0,
            899_056_122_368,
            131_072,
        );
        assert_eq!(read(Systor17, text), Ok(vec![expected]));
    }

    #[test]
    fn a_line_without_an_operation_is_no_request() {
        let (kinds, records) =
            lines(Systor17, "1.5,,,0,0,0\n1.5,,R,0,0,512", &Options::default()).unwrap();
        assert_eq!(
            (kinds, records.len()),
            (vec![Line::Passed(Why::NoRequest), Line::Requests], 1)
        );
    }

    #[test]
    fn bad_fields_are_named() {
        let op = unknown_op("X", "R, W or nothing");
        assert_eq!(error(Systor17, "1.5,0.1,X,0,0,512"), (8, "IOType", op));
        assert_eq!(
            error(Systor17, "1.5,0.1,R,,0,512"),
            (10, "LUN", missing(6, 6))
        );
    }
}
