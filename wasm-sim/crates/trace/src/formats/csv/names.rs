//! The meaning of a column's name: the part of a request it holds, and its unit.
//!
//! A name is cut into words at anything but letters and digits, and before a capital behind a small letter:
//! `Offset (bytes)`, `sizeInSectors`, `arrival_time_us`. A unit with its prefix is one word: `uS` are no seconds, and `KiB` no bytes.
//! The lists hold the words that public traces and the tools that convert them use.

use crate::options::{AddressUnit, TimeUnit};
use crate::text::line_error::Part;

/// Words for another time than that of the request's arrival, or for another size than the request's.
const OTHER: [&str; 26] = [
    "response",
    "inter",
    "latency",
    "service",
    "completion",
    "complete",
    "duration",
    "elapsed",
    "interarrival",
    "delta",
    "end",
    "queue",
    "depth",
    "lat",
    "que",
    "wait",
    "waiting",
    "seek",
    "idle",
    "think",
    "transfer",
    "delay",
    "interval",
    "finish",
    "finished",
    "done",
];
const TIME: [&str; 10] = [
    "time",
    "timestamp",
    "ts",
    "arrival",
    "arrivaltime",
    "issuetime",
    "clock",
    "when",
    "date",
    "submit",
];
const OP: [&str; 9] = [
    "op",
    "ops",
    "iotype",
    "optype",
    "operation",
    "opcode",
    "rw",
    "direction",
    "rwbs",
];
/// Where nothing else names it: a type or a command may be of something other.
const OP_PERHAPS: [&str; 4] = ["type", "command", "cmd", "w"];
const SIZE: [&str; 8] = [
    "size", "length", "len", "nbytes", "nsectors", "npages", "nblocks", "iosize",
];
/// Where nothing else names it: a count may be one of operations.
const SIZE_PERHAPS: [&str; 4] = ["count", "amount", "num", "nr"];
const ADDRESS: [&str; 11] = [
    "lba", "lpn", "lbn", "offset", "address", "addr", "start", "startlba", "slba", "lsn",
    "position",
];
/// Names of processes, which may have blanks in them.
const PROCESS: [&str; 4] = ["comm", "command", "process", "proc"];
/// Where nothing else names them: `sectors` is how many, `sector` which.
const MANY: [&str; 4] = ["bytes", "sectors", "pages", "blocks"];
const ONE: [&str; 4] = ["sector", "page", "block", "byte"];
const DEVICE: [&str; 13] = [
    "device",
    "dev",
    "disk",
    "disknumber",
    "volume",
    "volumeid",
    "vol",
    "lun",
    "asu",
    "deviceid",
    "diskid",
    "drive",
    "unit",
];

/// The part of a request in a column of this name. The first list that knows one of its words decides.
pub(super) fn part(name: &[u8]) -> Option<Part> {
    let any = |list: &[&str]| words(name).any(|word| is_in(word, list));
    if any(&OTHER) {
        return None;
    }
    let lists: [(&[&str], Part); 9] = [
        (&SIZE, Part::Size),
        (&SIZE_PERHAPS, Part::Size),
        (&TIME, Part::Time),
        (&ADDRESS, Part::Address),
        (&MANY, Part::Size),
        (&OP, Part::Op),
        (&OP_PERHAPS, Part::Op),
        (&DEVICE, Part::Device),
        (&ONE, Part::Address),
    ];
    lists
        .into_iter()
        .find(|(list, _)| any(list))
        .map(|(_, part)| part)
}

/// Whether a name is of a time other than that of arrival, as far as it says.
pub(super) fn is_other_time(name: &[u8]) -> bool {
    let any = |list: &[&str]| words(name).any(|word| is_in(word, list));
    any(&OTHER) && any(&TIME)
}

/// Whether a name says its part only where no other column does.
pub(super) fn is_weak(name: &[u8]) -> bool {
    let any = |list: &[&str]| words(name).any(|word| is_in(word, list));
    match part(name) {
        Some(Part::Size) => !any(&SIZE) && !any(&MANY),
        Some(Part::Op) => !any(&OP),
        _ => false,
    }
}

/// Whether a column holds the letters of the kernel for an operation: `rwbs`, or `T` of biosnoop.
pub(super) fn is_rwbs(name: &[u8]) -> bool {
    is_letter_t(name) || words(name).any(|word| is_in(word, &["rwbs"]))
}

/// `T`, which is the operation in the tables of biosnoop (bcc) if no other column is.
pub(super) fn is_letter_t(name: &[u8]) -> bool {
    name == b"T"
}

/// Whether a column holds names of processes.
pub(super) fn is_process(name: &[u8]) -> bool {
    words(name).any(|word| is_in(word, &PROCESS))
}

/// The unit of time in a name.
pub(super) fn time_unit(name: &[u8]) -> Option<TimeUnit> {
    const UNITS: [(TimeUnit, &[&str]); 5] = [
        (
            TimeUnit::Seconds,
            &["s", "sec", "secs", "second", "seconds"],
        ),
        (
            TimeUnit::Milliseconds,
            &[
                "ms",
                "msec",
                "msecs",
                "millis",
                "millisecond",
                "milliseconds",
            ],
        ),
        (
            TimeUnit::Microseconds,
            &[
                "us",
                "\u{b5}s",
                "usec",
                "usecs",
                "micros",
                "microsecond",
                "microseconds",
            ],
        ),
        (
            TimeUnit::Nanoseconds,
            &["ns", "nsec", "nsecs", "nanos", "nanosecond", "nanoseconds"],
        ),
        (TimeUnit::Ticks100Ns, &["100ns", "filetime", "ticks100ns"]),
    ];
    unit(name, &UNITS)
}

/// The unit of an address or a size of this name. A block may be anything.
pub(super) fn address_unit(name: &[u8]) -> Option<AddressUnit> {
    const UNITS: [(AddressUnit, &[&str]); 3] = [
        (AddressUnit::Bytes, &["b", "byte", "bytes", "nbytes"]),
        (AddressUnit::Pages, &["page", "pages", "lpn", "npages"]),
        (
            AddressUnit::Sectors,
            &[
                "sector", "sectors", "nsectors", "sect", "lba", "lbas", "slba", "startlba", "lsn",
                "512", "512b",
            ],
        ),
    ];
    // A block of another size is no sector: `lba_4k`, `LBA (4 KiB)`, `sector_4096`.
    unit(name, &UNITS).filter(|&unit| unit != AddressUnit::Sectors || !is_multiple(name))
}

/// Whether a name is of multiples of bytes. Those of tables are 1,000 or 1,024, whatever the letters are. A number is a size from
/// 256 on, or with a unit behind it; `lba48` and `lba_48` are a way to address.
pub(super) fn is_multiple(name: &[u8]) -> bool {
    const MULTIPLES: [&str; 8] = ["kb", "mb", "gb", "kib", "mib", "gib", "kbytes", "mbytes"];
    const BEHIND_A_NUMBER: [&str; 3] = ["b", "k", "m"];
    words(name).any(|word| {
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, behind) = word.split_at(digits);
        match (digits, behind) {
            (0, _) => is_in(word, &MULTIPLES),
            _ if is_in(word, &["512", "512b"]) => false,
            (1 | 2, b"") => false,
            (3, b"") => number >= b"256",
            (_, b"") => true,
            _ => is_in(behind, &MULTIPLES) || is_in(behind, &BEHIND_A_NUMBER),
        }
    })
}

fn unit<U: Copy>(name: &[u8], units: &[(U, &[&str])]) -> Option<U> {
    let named = |list: &[&str]| words(name).any(|word| is_in(word, list));
    units
        .iter()
        .find(|(_, list)| named(list))
        .map(|&(unit, _)| unit)
}

fn is_in(word: &[u8], list: &[&str]) -> bool {
    list.iter()
        .any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
}

/// The words of a name. Bytes that are not ASCII count as letters.
fn words(name: &[u8]) -> impl Iterator<Item = &[u8]> {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    let mut rest = name;
    std::iter::from_fn(move || {
        while let [first, tail @ ..] = rest
            && !letter(*first)
        {
            rest = tail;
        }
        let end = (1..rest.len())
            .find(|&i| {
                let capital = rest[i].is_ascii_uppercase() && rest[i - 1].is_ascii_lowercase();
                !letter(rest[i]) || capital && !is_unit(&rest[..i], &rest[i..])
            })
            .unwrap_or(rest.len());
        let word;
        (word, rest) = rest.split_at(end);
        (!word.is_empty()).then_some(word)
    })
}

/// Whether a prefix and the capital behind it are a unit: `mS`, `uSec`, `kB`, `MiB`.
fn is_unit(prefix: &[u8], rest: &[u8]) -> bool {
    const SECONDS: [&str; 3] = ["m", "u", "n"];
    const BYTES: [&str; 6] = ["k", "m", "g", "ki", "mi", "gi"];
    let ends = |after: usize| {
        rest.get(after)
            .is_none_or(|byte| !byte.is_ascii_lowercase())
    };
    match rest[0] {
        b'S' => {
            is_in(prefix, &SECONDS)
                && (ends(1) || rest.starts_with(b"Sec") && !rest.starts_with(b"Sect"))
        }
        b'B' => is_in(prefix, &BYTES) && ends(1),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_its_part() {
        for (name, expected) in [
            ("Timestamp", Some(Part::Time)),
            ("arrival_time_us", Some(Part::Time)),
            ("ResponseTime", None),
            ("latency_us", None),
            ("queue_depth", None),
            ("IOType", Some(Part::Op)),
            ("R/W", Some(Part::Op)),
            ("op", Some(Part::Op)),
            ("lba", Some(Part::Address)),
            ("LPN", Some(Part::Address)),
            ("Offset (bytes)", Some(Part::Address)),
            ("sector", Some(Part::Address)),
            ("sectors", Some(Part::Size)),
            ("size_sectors", Some(Part::Size)),
            ("sizeInBytes", Some(Part::Size)),
            ("lba_count", Some(Part::Size)),
            ("nr_sector", Some(Part::Size)),
            ("start_time", Some(Part::Time)),
            ("LAT(ms)", None),
            ("inter_arrival_us", None),
            ("nSectors", Some(Part::Size)),
            ("T", None),
            ("LUN", Some(Part::Device)),
            ("DiskNumber", Some(Part::Device)),
            ("hostname", None),
            ("", None),
        ] {
            assert_eq!(part(name.as_bytes()), expected, "{name}");
        }
    }

    #[test]
    fn a_name_tells_its_unit_or_none() {
        for (name, expected) in [
            ("time_s", Some(TimeUnit::Seconds)),
            ("Time (ms)", Some(TimeUnit::Milliseconds)),
            ("arrivalUs", Some(TimeUnit::Microseconds)),
            ("time[\u{b5}s]", Some(TimeUnit::Microseconds)),
            ("ts_ns", Some(TimeUnit::Nanoseconds)),
            ("time_100ns", Some(TimeUnit::Ticks100Ns)),
            ("time_uS", Some(TimeUnit::Microseconds)),
            ("Time (mS)", Some(TimeUnit::Milliseconds)),
            ("time_mSec", Some(TimeUnit::Milliseconds)),
            ("timeS", Some(TimeUnit::Seconds)),
            ("timestamp", None),
        ] {
            assert_eq!(time_unit(name.as_bytes()), expected, "{name}");
        }
        for (name, expected) in [
            ("lba", Some(AddressUnit::Sectors)),
            ("lpn", Some(AddressUnit::Pages)),
            ("offset_bytes", Some(AddressUnit::Bytes)),
            ("size (B)", Some(AddressUnit::Bytes)),
            ("size_512", Some(AddressUnit::Sectors)),
            ("offset", None),
            ("size", None),
            ("block", None),
            ("size_kb", None),
            ("size_kB", None),
            ("sizeKiB", None),
            ("offset (MiB)", None),
            ("sizeB", Some(AddressUnit::Bytes)),
            ("nSectors", Some(AddressUnit::Sectors)),
            ("lba_4k", None),
            ("LBA (4KB)", None),
            ("LBA (4 KiB)", None),
            ("sector_4096", None),
            ("sectors_520b", None),
            ("lba_512B", Some(AddressUnit::Sectors)),
            ("lba_48", Some(AddressUnit::Sectors)),
            ("page_4k", Some(AddressUnit::Pages)),
        ] {
            assert_eq!(address_unit(name.as_bytes()), expected, "{name}");
            let multiple = name.contains(['k', 'K', 'M', '4', '5']);
            let is_none = ["block", "size_512", "lba_512B", "lba_48"].contains(&name);
            assert_eq!(is_multiple(name.as_bytes()), multiple && !is_none, "{name}");
        }
    }
}
