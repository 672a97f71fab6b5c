//! `ftrace`: trace events of the Linux kernel, as `trace`, `trace_pipe`, `trace-cmd report` and `perf script` print them
//! (Documentation/trace/ftrace.rst; include/trace/events/block.h; drivers/nvme/host/trace.h).
//!
//! ```text
//! dd-4242 [001] d..1.  1021.552180: block_rq_issue: 259,0 W 1048576 () 2048 + 2048 none,0,0 [dd]
//! dd 4242 [001]  1021.552180: block:block_bio_queue: 259,0 W 2048 + 2048 [dd]
//! ```
//!
//! 1. A time with a colon ends what says who and where: names of processes may have blanks. The event's name follows.
//! 2. `block_rq_issue` counts as D of `blkparse` does, `block_bio_queue` as Q, `block_rq_insert` as I, `block_rq_complete`
//!    as C, `block_rq_requeue` as R (`way.rs`). Other events are passed over.
//! 3. Device, `rwbs`, and the sector in front of a plus sign with the number of sectors behind it.
//! 4. `nvme_setup_cmd` counts where nothing was issued by the block layer. Its length is one less than the number of blocks. A
//!    deallocation (`nvme_cmd_dsm`) has no ranges there: it is passed over, and told.
//! 5. Events that a recorder lost are counted.

use crate::error::ImportError;
use crate::format::{Description, FieldSpec, Format, Spec, address, field, length};
use crate::formats::way::{Way, number_in};
use crate::note::Note;
use crate::options::{Action, AddressUnit, Options, TimeUnit, Units};
use crate::record::{Address, PutBack, Record};
use crate::text::fields::{Field, FieldError, Fields, Separator};
use crate::text::layout::{Holds, LONGEST_TRIM, Layout};
use crate::text::line_error::{LineErrorKind, Part};
use crate::text::line_reader::{Grammar, Line, Lines, Plain, Why};
use crate::text::linux::{Cache, Rwbs, called_by_linux, linux_device};
use crate::text::names::Names;

const FIELDS: [FieldSpec; 6] = [
    field(
        "time",
        "seconds, decimal, and a colon",
        Holds::Time(TimeUnit::Seconds),
    ),
    field(
        "event",
        "block_rq_issue, block_bio_queue, ...",
        Holds::Unused,
    ),
    field("maj,min", "device", Holds::MajorMinor),
    field("rwbs", "R read, W write, D discard", Holds::Rwbs),
    address("sector", AddressUnit::Sectors),
    length("n", AddressUnit::Sectors),
];

pub(crate) const SPEC: Spec = Spec {
    description: Description {
        format: Format::Ftrace,
        title: "trace events of Linux (ftrace, perf script)",
        sample: "dd-4242 [001] d..1. 1021.552180: block_rq_issue: 259,0 W 4096 () 2048 + 8 none,0,0 [dd]",
        fields: &FIELDS,
    },
    grammar: Grammar::Lines(new),
};

struct Ftrace {
    units: Units,
    way: Way,
    /// Drives of `NVMe`, which have names.
    disks: Names,
    no_ranges: u32,
    sector_given: bool,
}

fn new(options: &Options) -> Box<dyn Lines> {
    Box::new(Ftrace {
        units: options.units(),
        way: Way::new(options.action, options.write_zeroes),
        disks: Names::default(),
        no_ranges: 0,
        sector_given: options.sector_bytes.is_some(),
    })
}

impl Lines for Ftrace {
    fn read(&mut self, line: &[u8], out: &mut Vec<Record>) -> Result<Line, FieldError> {
        if let Some(lost) = lost(line) {
            self.way.lost += lost;
            return Ok(Line::Passed(Why::Summary));
        }
        if of_trace_cmd(line) {
            return Ok(Line::Passed(Why::Summary));
        }
        let (time, event, fields) = head(line)?;
        let time_ns = self.time(&time)?;
        let name = event.text.strip_suffix(b":").unwrap_or(event.text);
        let name = name.rsplit(|byte| *byte == b':').next().unwrap_or(name);
        let letter = match name {
            b"block_rq_issue" => b'D',
            b"block_bio_queue" => b'Q',
            b"block_rq_insert" => b'I',
            b"block_rq_complete" => b'C',
            b"block_rq_requeue" => b'R',
            b"nvme_setup_cmd" => return self.nvme(line, fields, time_ns, out),
            _ => return Ok(Line::Passed(Why::Action)),
        };
        if !self.way.keeps(letter) && !self.way.watches(letter) {
            if !self.way.knows(letter)
                && let Ok(request) = self.block(letter, fields, time_ns)
            {
                self.way.meets(letter, request.is_some());
            }
            return Ok(Line::Passed(Why::Action));
        }
        let request = self.block(letter, fields, time_ns)?;
        self.way.meets(letter, request.is_some());
        let Some(mut record) = request else {
            return Ok(Line::Passed(Why::NoRequest));
        };
        let read = self.way.request(letter, &mut record);
        if matches!(read, Line::Requests | Line::Restart | Line::Requeued) {
            out.push(record);
        }
        Ok(read)
    }

    fn may_be_put_back(&self) -> bool {
        true
    }

    fn put_back(&mut self, back: &Record, much: PutBack) {
        self.way.put_back(back, much);
    }

    /// Lines of events have no plain form: what is in front of them has as many words as it likes.
    fn plain(&mut self, _: &[u8], _: &mut Plain<'_>) -> Result<usize, ImportError> {
        Ok(0)
    }

    /// A buffer that was written over says so in its head: `# entries-in-buffer/entries-written: 100/250   #P:4`.
    fn comment(&mut self, line: &[u8]) {
        const MARK: &[u8] = b"entries-in-buffer/entries-written:";
        let Some(at) = line.windows(MARK.len()).position(|part| part == MARK) else {
            return;
        };
        let numbers = &line[at + MARK.len()..];
        if let Some(slash) = numbers.iter().position(|byte| *byte == b'/') {
            let (kept, written) = (number_in(&numbers[..slash]), number_in(&numbers[slash..]));
            self.way.lost += written.saturating_sub(kept);
        }
    }

    fn notes(&self, out: &mut Vec<Note>) {
        let nvme = self.way.counts_nvme();
        let mut notes = Vec::new();
        self.way.notes(&mut notes);
        out.append(&mut notes);
        if nvme && !self.sector_given {
            let bytes = self.units.sector_bytes;
            out.push(Note::NvmeBlocks { bytes });
        }
        if nvme && self.no_ranges > 0 {
            let commands = self.no_ranges;
            out.push(Note::NoRanges { commands });
        }
    }

    fn other_action(&self) -> Option<Action> {
        self.way.other()
    }

    fn device_called(&self, name: &str) -> Option<u32> {
        self.disks
            .find(name.as_bytes())
            .or_else(|| linux_device(name))
    }

    fn name_of(&self, device: u32) -> String {
        match self.disks.name(device) {
            Some(name) if self.way.counts_nvme() => name,
            _ => called_by_linux(device),
        }
    }
}

/// Step 1: the time, the event, and the fields behind them.
fn head(line: &[u8]) -> Result<(Field<'_>, Field<'_>, Fields<'_>), FieldError> {
    let mut fields = Fields::new(line, Separator::Blank);
    loop {
        let Some(field) = fields.next("time") else {
            let first = Fields::new(line, Separator::Blank).next("time");
            return Err(FieldError {
                at: 0,
                field: "time",
                kind: LineErrorKind::Unexpected {
                    found: first.map_or_else(String::new, |field| field.found()),
                    expected: "a process, a time with a colon and an event, as ftrace prints them",
                },
            });
        };
        let Some(time) = field.text.strip_suffix(b":") else {
            continue;
        };
        let is_number = time
            .iter()
            .all(|byte| byte.is_ascii_digit() || *byte == b'.');
        let mut behind = fields;
        let mut event = behind.next("event");
        // `perf script` may print a count of events before the name.
        if event.is_some_and(|field| field.text.iter().all(u8::is_ascii_digit)) {
            event = behind.next("event");
        }
        if is_number
            && time.first().is_some_and(u8::is_ascii_digit)
            && let Some(event) = event
            && event.text.ends_with(b":")
        {
            let time = Field {
                text: time,
                ..field
            };
            return Ok((time, event, behind));
        }
    }
}

/// The lines of `trace-cmd report` before the events: `version = 6`, `CPU 0 is empty`, `cpus=4`.
fn of_trace_cmd(line: &[u8]) -> bool {
    let number = |start: &[u8], end: &[u8]| {
        let rest = line.trim_ascii().strip_prefix(start);
        rest.and_then(|rest| rest.strip_suffix(end))
            .is_some_and(|rest| !rest.is_empty() && rest.iter().all(u8::is_ascii_digit))
    };
    number(b"cpus=", b"") || number(b"version = ", b"") || number(b"CPU ", b" is empty")
}

/// Step 5: `CPU:2 [LOST 5 EVENTS]`, `CPU 2: 5 events lost`.
fn lost(line: &[u8]) -> Option<u64> {
    let text = line.trim_ascii_start();
    if !text.starts_with(b"CPU") {
        return None;
    }
    let lost = text
        .windows(4)
        .position(|part| part.eq_ignore_ascii_case(b"lost"))?;
    let number = if text[lost..].iter().any(u8::is_ascii_digit) {
        &text[lost..]
    } else {
        let colon = text.iter().position(|byte| *byte == b':')?;
        &text[colon..]
    };
    Some(number_in(number))
}

impl Ftrace {
    /// A whole number is a count of some other clock.
    fn time(&self, time: &Field<'_>) -> Result<u64, FieldError> {
        if self.units.time.is_none() && !time.text.contains(&b'.') {
            return Err(time.error(LineErrorKind::UnitUnknown {
                what: Part::Time,
                found: time.found(),
            }));
        }
        time.time_ns(self.units.time.unwrap_or(TimeUnit::Seconds).ns())
    }

    /// Step 3.
    fn block(
        &mut self,
        letter: u8,
        mut fields: Fields<'_>,
        time_ns: u64,
    ) -> Result<Option<Record>, FieldError> {
        let device = fields.must("maj,min", FIELDS.len())?;
        let rwbs = fields.must("rwbs", FIELDS.len())?;
        if !self.way.is_request(letter, &rwbs)? {
            return Ok(None);
        }
        let mut sector = fields.must("sector", FIELDS.len())?;
        let n = loop {
            let next = fields.must("n", FIELDS.len())?;
            if next.text == b"+" {
                break fields.must("n", FIELDS.len())?;
            }
            sector = Field {
                name: "sector",
                ..next
            };
        };
        if n.text == b"0" {
            return Ok(None);
        }
        let columns = [device, rwbs, sector, n];
        let record = Layout::<&[FieldSpec]>::read_fields(&FIELDS[2..], &columns, self.units)?;
        Ok(record.map(|record| Record {
            time_ns: Some(time_ns),
            ..record
        }))
    }

    /// Step 4.
    fn nvme(
        &mut self,
        line: &[u8],
        mut fields: Fields<'_>,
        time_ns: u64,
        out: &mut Vec<Record>,
    ) -> Result<Line, FieldError> {
        const COMMAND: &[u8] = b"cmd=(";
        let controller = fields.must("disk", FIELDS.len())?;
        if !self.way.keeps(b'N') {
            return Ok(Line::Passed(Why::Action));
        }
        let Some(at) = line.windows(COMMAND.len()).position(|part| part == COMMAND) else {
            return Err(fields.missing("cmd", line.len(), FIELDS.len()));
        };
        let command = &line[at + COMMAND.len()..];
        let end = command
            .iter()
            .position(|byte| matches!(byte, b' ' | b')'))
            .unwrap_or(command.len());
        let command = &command[..end];
        let what = match command {
            b"nvme_cmd_read" => Rwbs::Read,
            b"nvme_cmd_write" | b"nvme_cmd_zone_append" => Rwbs::Write,
            b"nvme_cmd_write_zeroes" => Rwbs::WriteZeroes,
            _ if command.starts_with(b"nvme_cmd_zone_mgmt") => Rwbs::Zone,
            _ => Rwbs::None,
        };
        let cache = Cache {
            flush: command == b"nvme_cmd_flush",
            forced: what == Rwbs::Write && control_of(line).is_some_and(|bits| bits & FUA != 0),
        };
        self.way.of(b'N', what, cache);
        let Some(op) = what.op(self.units) else {
            self.no_ranges += u32::from(command == b"nvme_cmd_dsm");
            self.way.meets(b'N', false);
            return Ok(Line::Passed(Why::NoRequest));
        };
        let sector = u64::from(self.units.sector_bytes);
        let slba = number_of(line, at, b"slba=", "slba")?;
        let len = number_of(line, at, b"len=", "len")?;
        let offset = slba.integer(u64::MAX / sector)? * sector;
        let length = (len.integer(LONGEST_TRIM / sector - 1)? + 1) * sector;
        if offset > u64::MAX - length {
            return Err(slba.too_big((u64::MAX - length) / sector));
        }
        let disk = value_of(line, b"disk=").unwrap_or(
            controller
                .text
                .strip_suffix(b":")
                .unwrap_or(controller.text),
        );
        let Some(device) = self.disks.number(disk) else {
            let max = Names::MOST as u32;
            return Err(controller.error(LineErrorKind::TooManyFiles { max }));
        };
        let mut record = Record {
            time_ns: Some(time_ns),
            op,
            device,
            address: Address::Byte(offset),
            length,
            temperature: 0,
        };
        let read = self.way.request(b'N', &mut record);
        out.push(record);
        Ok(read)
    }
}

/// Force Unit Access among the control bits of a write (`NVME_RW_FUA` of Linux's include/linux/nvme.h).
const FUA: u32 = 1 << 14;

fn control_of(line: &[u8]) -> Option<u32> {
    let hex = value_of(line, b"ctrl=0x")?;
    u32::from_str_radix(str::from_utf8(hex).ok()?, 16).ok()
}

/// The value behind `key`, up to a comma, a blank or a bracket.
fn value_of<'a>(line: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
    let at = line.windows(key.len()).position(|part| part == key)? + key.len();
    let end = line[at..]
        .iter()
        .position(|byte| matches!(byte, b',' | b' ' | b')'));
    Some(&line[at..end.map_or(line.len(), |end| at + end)])
}

/// The same as a field, from byte `from` on.
fn number_of<'a>(
    line: &'a [u8],
    from: usize,
    key: &[u8],
    name: &'static str,
) -> Result<Field<'a>, FieldError> {
    let rest = &line[from..];
    let Some(text) = value_of(rest, key) else {
        return Err(FieldError {
            at: line.len(),
            field: name,
            kind: LineErrorKind::MissingField {
                expected: FIELDS.len() as u32,
                found: FIELDS.len() as u32 - 1,
            },
        });
    };
    let at = from + (text.as_ptr() as usize - rest.as_ptr() as usize);
    Ok(Field { name, at, text })
}

#[cfg(test)]
mod tests;
