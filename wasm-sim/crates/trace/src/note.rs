//! The notes of an import: facts that a person should know before trusting the trace, each with the choice that changes it.

use std::fmt;

use serde::Serialize;

use crate::options::{Action, WriteZeroes};
use crate::text::names::for_shell;

/// Something that a person should know of a trace.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "note", rename_all = "snake_case")]
pub enum Note {
    /// The recorder lost events: the trace lacks requests.
    Lost {
        /// How many, as it says itself.
        events: f64,
    },
    /// Only these events were in the file, and so they count.
    Counted {
        /// Which.
        action: Action,
    },
    /// Requests that were issued and put back: each counts once.
    Requeued {
        /// How many.
        requests: u32,
    },
    /// Further completions of requests that were completed in parts.
    Partial {
        /// How many.
        completions: u32,
    },
    /// Commands that manage zones, passed over.
    ZoneManagement {
        /// How many.
        commands: u32,
    },
    /// Commands that write zeros.
    WriteZeroes {
        /// How many.
        commands: u32,
        /// The operation that they count as.
        counted: WriteZeroes,
    },
    /// Commands for the drive's volatile write cache. Without one a flush has no effect (NVM Express Base Specification 2.0, 7.1).
    Flushes {
        /// Those that empty it, with a request or alone; alone they are passed over.
        commands: u32,
        /// Writes past it (FUA).
        forced: u32,
    },
    /// Deallocations of `NVMe`, whose trace event has no ranges: passed over.
    NoRanges {
        /// How many.
        commands: u32,
    },
    /// Addresses of `NVMe` commands count blocks whose size the file does not say.
    NvmeBlocks {
        /// The size that was taken, bytes.
        bytes: u32,
    },
    /// The times of a table with the kernel's field names, written as the kernel writes them: in seconds.
    KernelSeconds,
    /// No column of a table is the time of a request; this one may be another time, and was not read.
    OtherTime {
        /// Its number, from 1.
        column: u32,
        /// Its name.
        name: String,
    },
    /// Decimal times that are in milliseconds by the rule of their format.
    Milliseconds,
    /// Zero bytes ended the text.
    CutOff {
        /// Complete lines before them.
        line: u32,
        /// How many zeros.
        zeros: f64,
        /// Bytes behind the zeros, which were not read.
        more: f64,
        /// Whether they began in a line, which was left out.
        in_a_line: bool,
    },
    /// The text is that of the only member of a zip archive.
    Member {
        /// Its name.
        name: String,
    },
    /// The text was UTF-16.
    Utf16,
    /// The requests of a device repeat those of another.
    Doubles {
        /// The device, as the file calls it.
        device: String,
        /// The other one.
        of: String,
        /// Its requests that do.
        repeated: u32,
        /// Of these many: writes and trims, if it has any, otherwise reads.
        requests: u32,
        /// The longest time between two that are alike, microseconds.
        within_us: f64,
        /// How much further on the other device they start, bytes: where a partition begins on its disk.
        shift: f64,
    },
}

impl Note {
    /// Of commands for the cache, if there are any.
    pub(crate) fn flushes(commands: u32, forced: u32) -> Option<Self> {
        (commands + forced > 0).then_some(Self::Flushes { commands, forced })
    }
}

impl fmt::Display for Note {
    #[expect(clippy::too_many_lines, reason = "one arm a note")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lost { events } => write!(
                f,
                "WARNING: the recorder lost {events} events, so the trace lacks requests. Record it again with larger buffers \
                 (blktrace -b, -n; trace-cmd record -b)."
            ),
            Self::Counted { action } => write!(
                f,
                "the file has no issues (D): {} count instead.",
                match action {
                    Action::Queue => "requests that were queued (Q)",
                    Action::Insert => "requests that were inserted (I)",
                    Action::Issue => "requests that were issued (D)",
                    Action::Complete => "requests that were completed (C)",
                }
            ),
            Self::Requeued { requests } => write!(
                f,
                "requests that were put back after their issue: {requests}. Each counts once."
            ),
            Self::Partial { completions } => write!(
                f,
                "further completions of requests that were completed in parts: {completions}. Each request counts once."
            ),
            Self::ZoneManagement { commands } => {
                write!(f, "commands that manage zones, passed over: {commands}.")
            }
            Self::WriteZeroes {
                commands,
                counted: WriteZeroes::Write,
            } => write!(
                f,
                "commands that write zeros (WZ), counted as writes: {commands}. To count them as trims: --write-zeroes trim"
            ),
            Self::WriteZeroes {
                commands,
                counted: WriteZeroes::Trim,
            } => write!(
                f,
                "commands that write zeros (WZ), counted as trims: {commands}."
            ),
            Self::Flushes { commands, forced } => {
                let all = match (*commands, *forced) {
                    (_, 0) => format!("flushes of the drive's write cache: {commands}."),
                    (0, _) => format!("writes past the drive's write cache (FUA): {forced}."),
                    _ => format!(
                        "flushes of the drive's write cache: {commands}; writes past it (FUA): {forced}."
                    ),
                };
                write!(
                    f,
                    "{all} A write buffer of the lab keeps pages across them, which a drive may do only if its buffer \
                     survives a loss of power."
                )
            }
            Self::NoRanges { commands } => write!(
                f,
                "deallocations of NVMe, passed over because this event does not say their ranges: {commands}. The event \
                 block_rq_issue does."
            ),
            Self::NvmeBlocks { bytes } => write!(
                f,
                "blocks of NVMe were taken to have {bytes} bytes. If the namespace has others: --sector-bytes 4096"
            ),
            Self::KernelSeconds => write!(
                f,
                "the times were taken to be seconds, as the kernel writes them. Otherwise: --time-unit us"
            ),
            Self::OtherTime { column, name } => write!(
                f,
                "the requests have no times: `{name}` may be another time than that of arrival, and is not read. If it is the right \
                 one, choose columns.time (on the command line --column time={column})."
            ),
            Self::Milliseconds => write!(
                f,
                "the times were taken to be milliseconds, as in DiskSim. If they are seconds: --time-unit s"
            ),
            Self::CutOff {
                line,
                zeros,
                more,
                in_a_line,
            } => {
                write!(
                    f,
                    "the recording was read up to {zeros} zero bytes behind line {line}."
                )?;
                if *in_a_line {
                    write!(f, " The line that they cut is left out.")?;
                }
                if *more > 0.0 {
                    write!(f, " {more} bytes behind the zeros were not read.")?;
                }
                Ok(())
            }
            Self::Member { name } => write!(f, "the text is that of {name} in the zip archive."),
            Self::Utf16 => write!(f, "the text was UTF-16, and was decoded."),
            Self::Doubles {
                device,
                of,
                repeated,
                requests,
                within_us,
                shift,
            } => {
                let kind = if *shift == 0.0 {
                    "a mirror".to_owned()
                } else {
                    format!("a partition and its disk, {} bytes apart", shift.abs())
                };
                write!(
                    f,
                    "{repeated} of {requests} requests of device {device} repeat one of device {of} within {within_us} us: \
                     {kind}? Each counts twice. To keep one: --device {}",
                    for_shell(of)
                )
            }
        }
    }
}
