//! `msr`: block traces of Microsoft Research Cambridge (Narayanan, Donnelly, Rowstron: Write Off-Loading, FAST 2008).
//!
//! 1. Most traces have a file per volume, and the host's name tells nothing there: a disk's number is its device.
//! 2. Where files of several hosts were put together, the hosts have disks of one number. From the second host on a device is host and
//!    disk; those of the first host keep their numbers, and only what they are called changes.
//! 3. The response time is the recorded device's, and the simulated one has its own. A tick is 100 ns. Today's count of ticks needs 57
//!    bits and that of nanoseconds 64: more than a double holds, so times are read as integers.

use std::io::Write;

use crate::error::ImportError;
use crate::format::{Description, FieldSpec, Format, Spec, address, field, length};
use crate::options::{AddressUnit, Options, TimeUnit, Units};
use crate::record::Record;
use crate::text::excerpt::printed;
use crate::text::fields::{FieldError, Fields, Separator};
use crate::text::layout::{Holds, Layout, Ops, Row, quick_row};
use crate::text::line_error::LineErrorKind;
use crate::text::line_reader::{Grammar, Line, Lines, Plain, Rows};
use crate::text::names::{NAMED, Names};

const FIELDS: [FieldSpec; 7] = [
    field(
        "Timestamp",
        "ticks of 100 ns since 1601",
        Holds::Time(TimeUnit::Ticks100Ns),
    ),
    field(
        "Hostname",
        "server, part of the device if there are several",
        Holds::Unused,
    ),
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
    grammar: Grammar::Rows {
        row: MsrRow::LAYOUT,
        plain: |_, _, _| Ok(0),
        own: Some(new),
    },
};

/// The place of the host among the fields.
const HOST: usize = 1;

struct MsrRow;

impl Row for MsrRow {
    const LAYOUT: Layout<&'static [FieldSpec]> = Layout::new(Separator::COMMA, &FIELDS);
}

struct Msr {
    rows: Rows,
    units: Units,
    /// The first host, once it is known.
    first: Option<Vec<u8>>,
    /// One more than the highest number of its disks.
    beyond: u32,
    /// The disks of other hosts, once there is one.
    others: Option<Others>,
    /// A host and a disk, made again for each line.
    key: Vec<u8>,
}

struct Others {
    names: Names,
    /// The number of the first.
    from: u32,
}

fn new(options: &Options) -> Box<dyn Lines> {
    Box::new(Msr {
        rows: Rows::new(MsrRow::LAYOUT, |_, _, _| Ok(0), options),
        units: options.units(),
        first: None,
        beyond: 0,
        others: None,
        key: Vec::new(),
    })
}

impl Lines for Msr {
    fn read(&mut self, line: &[u8], out: &mut Vec<Record>) -> Result<Line, FieldError> {
        let read = self.rows.read(line, out)?;
        let mut fields = Fields::new(line, Separator::COMMA);
        fields.next("Timestamp");
        if let (Some(record), Some(host)) = (out.first_mut(), fields.next("Hostname")) {
            let first = self.first.get_or_insert_with(|| host.text.to_vec());
            let is_first = first.as_slice() == host.text;
            self.key.clear();
            self.key.extend_from_slice(host.text);
            let Some(device) = self.device(is_first, record.device, true) else {
                let max = Names::MOST as u32;
                return Err(host.error(LineErrorKind::TooManyFiles { max }));
            };
            record.device = device;
        }
        Ok(read)
    }

    /// Requests to disks that have come before.
    fn plain(&mut self, text: &[u8], into: &mut Plain<'_>) -> Result<usize, ImportError> {
        let Some(first) = self.first.take() else {
            return Ok(0);
        };
        let mut at = 0;
        loop {
            let mut is_first = true;
            let key = &mut self.key;
            let alone = self.others.is_none();
            let quick = quick_row::<MsrRow>(&text[at..], self.units, |place, host| {
                if place != HOST {
                    return true;
                }
                is_first = first == host;
                if !is_first {
                    key.clear();
                    key.extend_from_slice(host);
                }
                is_first || !alone
            });
            let Some((Some(record), bytes)) = quick else {
                break;
            };
            let Some(device) = self.device(is_first, record.device, false) else {
                break;
            };
            into.line(Record { device, ..record })?;
            at += bytes;
        }
        self.first = Some(first);
        Ok(at)
    }

    fn device_called(&self, name: &str) -> Option<u32> {
        let other = self.others.as_ref();
        let other = other.and_then(|others| others.names.find(name.as_bytes()));
        let of_first = || {
            let disk = name.strip_prefix(&*printed(self.first.as_ref()?))?;
            disk.strip_prefix(' ')?.parse().ok()
        };
        other.or_else(of_first).or_else(|| name.parse().ok())
    }

    fn name_of(&self, device: u32) -> String {
        match (&self.others, &self.first) {
            (Some(others), Some(first)) => others
                .names
                .name(device)
                .unwrap_or_else(|| format!("{} {device}", printed(first))),
            _ => device.to_string(),
        }
    }
}

impl Msr {
    /// Step 2: the number of a disk, of the first host or of the one whose name is the key; None if it has not come yet and
    /// `may_be_new` is false, or if there are too many.
    #[inline]
    fn device(&mut self, is_first: bool, disk: u32, may_be_new: bool) -> Option<u32> {
        match &self.others {
            None if is_first => {
                self.beyond = self.beyond.max(disk.saturating_add(1));
                return Some(disk);
            }
            Some(others) if is_first && disk < others.from => return Some(disk),
            _ => {}
        }
        if is_first && !may_be_new {
            return None;
        }
        let from = self.beyond.max(NAMED);
        let others = self.others.get_or_insert_with(|| Others {
            names: Names::from(from),
            from,
        });
        let _ = write!(self.key, " {disk}"); // Writing to a Vec cannot fail.
        if may_be_new {
            others.names.number(&self.key)
        } else {
            others.names.known(&self.key)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Format::Msr;
    use crate::LineErrorKind;
    use crate::Op::{Read, Write};
    use crate::formats::tests::{error, missing, read, too_big, unknown_op};
    use crate::{MergeDevices, Options, Wanted};

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

    /// Lines of hosts with disks; gives the number and name of each device with its requests, and the numbers of the requests kept.
    fn devices(lines: &[(&str, u32)], only: Option<&str>) -> (Vec<(u32, String, u32)>, u32) {
        let mut importer = crate::Importer::new(Options {
            merge_devices: only.map_or(MergeDevices::SideBySide, |name| {
                MergeDevices::Only(Wanted::Name(name.into()))
            }),
            ..Options::default()
        });
        for (i, (host, disk)) in lines.iter().enumerate() {
            let line = format!("{},{host},{disk},Write,{},4096,1\n", i + 1, i * 4096);
            importer.push(line.as_bytes()).unwrap();
        }
        let trace = importer.finish().unwrap();
        let devices = trace.summary().devices.iter();
        (
            devices
                .map(|d| (d.device, d.name.clone(), d.requests))
                .collect(),
            trace.len() as u32,
        )
    }

    #[test]
    fn disks_of_two_hosts_are_two_devices() {
        let named = |number: u32, name: &str, n: u32| (number, name.to_owned(), n);
        let alone = devices(&[("hm", 0), ("hm", 1), ("hm", 0)], None);
        assert_eq!(alone, (vec![named(0, "0", 2), named(1, "1", 1)], 3));
        let two = [("hm", 0), ("hm", 1), ("prxy", 0), ("hm", 0), ("prxy", 0)];
        let all = vec![
            named(0, "hm 0", 2),
            named(1, "hm 1", 1),
            named(1 << 31, "prxy 0", 2),
        ];
        assert_eq!(devices(&two, None), (all.clone(), 5));
        for (name, kept) in [("prxy 0", 2), ("hm 0", 2), ("hm 1", 1)] {
            assert_eq!(devices(&two, Some(name)).1, kept, "{name}");
        }
        // The same behind lines that are read at once.
        let mut many = vec![("hm", 0); 20];
        many.extend_from_slice(&two);
        many.extend([("prxy", 0); 20]);
        many.extend([("prxy", 1), ("hm", 2)]);
        let (found, requests) = devices(&many, None);
        let expected = [
            named(0, "hm 0", 22),
            named(1, "hm 1", 1),
            named(2, "hm 2", 1),
            named(1 << 31, "prxy 0", 22),
            named((1 << 31) + 1, "prxy 1", 1),
        ];
        assert_eq!((&found[..], requests), (&expected[..], 47));
    }

    #[test]
    fn no_number_of_a_disk_is_that_of_another_host() {
        let high = 1 << 31;
        let lines = [("a", high), ("b", 0), ("a", high + 1), ("a", high)];
        let found = devices(&lines, None).0.into_iter();
        assert_eq!(
            found.map(|(_, name, n)| (name, n)).collect::<Vec<_>>(),
            [
                (format!("a {high}"), 2),
                ("b 0".to_owned(), 1),
                (format!("a {}", high + 1), 1)
            ]
        );
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
