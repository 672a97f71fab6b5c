//! A log of I/O that fio replays (`read_iolog`), and the job that does so: the way of requests to a real drive. The reader of
//! `formats/fio.rs` reads it back.
//!
//! Version 3 has the time of each request, in whole microseconds; version 2 has none: each request follows the one before it.

use std::fmt::Write;

use crate::columnar::CHUNK;
use crate::record::{Op, Unit};
use crate::trace::Trace;

/// The drive's name in a log. There is none of this name: a job that is run unchanged destroys nothing.
const DRIVE: &str = "/dev/ftl-lab";
/// A read or write of more bytes is cut, at a page: their lengths have 32 bits.
const MOST: u64 = (1 << 32) - 4096;

/// The first lines, with times or without.
pub fn head(timed: bool) -> String {
    if timed {
        format!("fio version 3 iolog\n0 {DRIVE} add\n0 {DRIVE} open\n")
    } else {
        format!("fio version 2 iolog\n{DRIVE} add\n{DRIVE} open\n")
    }
}

/// The last line, `time_ns` being that of the last request.
pub fn tail(time_ns: Option<u64>) -> String {
    match time_ns {
        Some(ns) => format!("{} {DRIVE} close\n", ns / 1000),
        None => format!("{DRIVE} close\n"),
    }
}

/// Lines of requests.
#[derive(Debug, Default)]
pub struct Lines {
    /// They.
    pub text: String,
    /// All offsets and lengths, one over the other.
    bits: u64,
}

impl Lines {
    /// Adds a request of `bytes` at `offset`.
    pub fn push(&mut self, time_ns: Option<u64>, op: Op, mut offset: u64, bytes: u64) {
        let action = match op {
            Op::Read => "read",
            Op::Write => "write",
            Op::Trim => "trim",
        };
        self.bits |= offset | bytes;
        let mut left = bytes;
        while left > 0 {
            let piece = if op == Op::Trim { left } else { left.min(MOST) };
            let out = &mut self.text;
            if let Some(ns) = time_ns {
                write!(out, "{} ", ns / 1000).expect("a string takes everything");
            }
            writeln!(out, "{DRIVE} {action} {offset} {piece}").expect("a string takes everything");
            offset += piece;
            left -= piece;
        }
    }

    /// Other lines, in the place of these; what is known of all so far stays.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// The largest power of two bytes of which all offsets and lengths so far are multiples, 1 MiB at most.
    pub fn multiple(&self) -> u64 {
        let lowest = self.bits & self.bits.wrapping_neg();
        if lowest == 0 {
            1 << 20
        } else {
            lowest.min(1 << 20)
        }
    }
}

/// The job file that replays `log`, a file beside it, of the requests of `name`. `multiple`: [`Lines::multiple`] of all.
pub fn job(name: &str, log: &str, timed: bool, multiple: u64) -> String {
    let name: String = name
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let pace = if timed {
        "; Each request waits for its time. For a closed loop: replay_no_stall=1"
    } else {
        "; The log has no times: each request follows the one before it."
    };
    let refused = if multiple < 4096 {
        "; A drive with larger sectors refuses them: give it direct=0 instead.\n\
         ; The option replay_align moves offsets, and leaves lengths as they are.\n"
    } else {
        ""
    };
    format!(
        "; {name}\n; Written by FTL Lab. Put your drive in place of {DRIVE} below. ALL DATA ON IT ARE LOST.\n\
         ; Offsets and lengths are multiples of {multiple} bytes.\n\
         {refused}; What a scenario writes before its run (precondition) is not in the log.\n\n\
         [replay]\nioengine=libaio\ndirect=1\nthread=1\niodepth=1\n{pace}\n\
         read_iolog={log}\nreplay_redirect={DRIVE}\n"
    )
}

impl Trace {
    /// The lines of request `from` and those after it, at most `count`, for a log of fio. Pages are of `page_bytes`.
    ///
    /// # Panics
    /// If `page_bytes` is 0.
    pub fn iolog(&self, from: u32, count: u32, page_bytes: u32, out: &mut Lines) {
        assert!(page_bytes > 0, "a page has at least one byte");
        let unit = match self.facts().unit {
            Unit::Bytes => 1,
            Unit::Pages => u64::from(page_bytes),
        };
        let end = from.saturating_add(count).min(self.facts().requests);
        let per_chunk = CHUNK as u32;
        for k in from / per_chunk..end.div_ceil(per_chunk) {
            let first = k * per_chunk;
            let skip = from.saturating_sub(first);
            let take = end.saturating_sub(first) - skip;
            for row in self
                .rows(k as usize)
                .skip(skip as usize)
                .take(take as usize)
            {
                let time_ns = self.facts().has_times.then_some(row.time_ns);
                let (offset, bytes) = (row.offset * unit, row.length * unit);
                out.push(time_ns, row.op, offset, bytes);
            }
        }
    }
}
