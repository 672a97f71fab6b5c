//! One file per format: its source, its fields with their units, the tests with lines from real traces.
//!
//! Most are rows and state what each field holds (`layout.rs` reads them); `ops`, `blkparse`, `ftrace`, `fio` and `csv` read
//! their lines themselves.

pub(crate) mod alibaba;
pub(crate) mod blkparse;
pub(crate) mod csv;
pub(crate) mod disksim;
pub(crate) mod fio;
pub(crate) mod fiu;
pub(crate) mod ftrace;
pub(crate) mod mqsim;
pub(crate) mod msr;
pub(crate) mod ops;
pub(crate) mod spc;
pub(crate) mod ssdplayer;
pub(crate) mod systor17;
pub(crate) mod tencent;
pub(crate) mod way;

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use crate::text::line_error::LineErrorKind;
    use crate::text::line_reader::{Line, LineReader};
    use crate::{Format, Op, Options, Record};

    /// A request in short: time in ns, operation, device, address, length.
    pub type Short = (Option<u64>, Op, u32, u64, u64);
    /// An error in short: byte, field, kind.
    pub type Wrong = (usize, &'static str, LineErrorKind);

    /// The verdict on each line of a text, and the requests of all.
    pub fn lines(
        format: Format,
        text: &str,
        options: &Options,
    ) -> Result<(Vec<Line>, Vec<Record>), Wrong> {
        let mut reader = LineReader::new(format, options);
        let (mut kinds, mut records, mut of_line) = (Vec::new(), Vec::new(), Vec::new());
        for line in text.lines() {
            let kind = reader
                .read(line.as_bytes(), &mut of_line)
                .map_err(|error| (error.at, error.field, error.kind))?;
            if kind == Line::Restart {
                records.clear();
            }
            kinds.push(kind);
            records.append(&mut of_line);
        }
        Ok((kinds, records))
    }

    pub fn read_with(format: Format, text: &str, options: &Options) -> Result<Vec<Short>, Wrong> {
        let short = |r: Record| (r.time_ns, r.op, r.device, r.address.number(), r.length);
        lines(format, text, options).map(|(_, records)| records.into_iter().map(short).collect())
    }

    /// The requests of a text.
    pub fn read(format: Format, text: &str) -> Result<Vec<Short>, Wrong> {
        read_with(format, text, &Options::default())
    }

    /// The error of a line.
    pub fn error(format: Format, line: &str) -> Wrong {
        match read(format, line) {
            Err(error) => error,
            Ok(records) => panic!("{line} was read: {records:?}"),
        }
    }

    pub fn missing(expected: u32, found: u32) -> LineErrorKind {
        LineErrorKind::MissingField { expected, found }
    }

    pub fn unknown_op(found: &str, expected: &'static str) -> LineErrorKind {
        LineErrorKind::UnknownOp {
            found: found.into(),
            expected,
        }
    }

    pub fn not_an_integer(found: &str) -> LineErrorKind {
        LineErrorKind::NotAnInteger {
            found: found.into(),
        }
    }

    pub fn too_big(found: &str, max: &str) -> LineErrorKind {
        LineErrorKind::TooBig {
            found: found.into(),
            max: max.into(),
        }
    }

    #[test]
    fn the_sector_size_can_be_overridden() {
        let options = Options {
            sector_bytes: NonZeroU32::new(4096),
            ..Options::default()
        };
        for (format, line) in [
            (Format::Mqsim, "0 0 10 2 0"),
            (Format::Disksim, "0 0 10 2 0"),
            (Format::Spc, "0,10,8192,w,0"),
            (Format::Tencent, "0,10,2,1,0"),
            (Format::Fiu, "0 1 p 10 2 W 0 0 -"),
            (Format::Blkparse, "0,0 0 0 0 0 D W 10 + 2"),
            (
                Format::Ftrace,
                "a-1 [0] 0.0: block_rq_issue: 0,0 W 1 () 10 + 2 [a]",
            ),
        ] {
            let expected = (Some(0), Op::Write, 0, 40_960, 8192);
            assert_eq!(
                read_with(format, line, &options),
                Ok(vec![expected]),
                "{format}"
            );
        }
    }

    #[test]
    fn the_unit_of_time_can_be_overridden() {
        let options = Options {
            time_unit: Some(crate::TimeUnit::Milliseconds),
            ..Options::default()
        };
        for (format, line) in [
            (Format::Spc, "0,0,512,w,1.5"),
            (Format::Msr, "1.5,hm,0,Write,0,512,1"),
            (Format::Mqsim, "1.5 0 0 1 0"),
            (Format::Disksim, "1.5 0 0 1 0"),
            (Format::Blkparse, "0,0 0 0 1.5 0 D W 0 + 1"),
            (
                Format::Ftrace,
                "a-1 [0] 1.5: block_rq_issue: 0,0 W 1 () 0 + 1 [a]",
            ),
            (Format::Fio, "1.5 a write 0 512"),
            (Format::Tencent, "1.5,0,1,1,0"),
            (Format::Alibaba, "0,W,0,512,1.5"),
            (Format::Systor17, "1.5,0.1,W,0,0,512"),
            (Format::Fiu, "1.5 1 p 0 1 W 0 0 -"),
        ] {
            let expected = (Some(1_500_000), Op::Write, 0, 0, 512);
            assert_eq!(
                read_with(format, line, &options),
                Ok(vec![expected]),
                "{format}"
            );
        }
    }
}
