//! A log of I/O that fio replays (`read_iolog`), and the job that does so: the way of requests to a real drive. The reader of
//! `formats/fio.rs` reads it back.
//!
//! Version 3 has the time of each request, in whole microseconds; version 2 has none: each request follows the one before it.

use std::fmt::Write;

use crate::record::Op;

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

/// Adds a request of `bytes` at `offset`.
pub fn push(out: &mut String, time_ns: Option<u64>, op: Op, mut offset: u64, bytes: u64) {
    let action = match op {
        Op::Read => "read",
        Op::Write => "write",
        Op::Trim => "trim",
    };
    let mut left = bytes;
    while left > 0 {
        let piece = if op == Op::Trim { left } else { left.min(MOST) };
        if let Some(ns) = time_ns {
            write!(out, "{} ", ns / 1000).expect("a string takes everything");
        }
        writeln!(out, "{DRIVE} {action} {offset} {piece}").expect("a string takes everything");
        offset += piece;
        left -= piece;
    }
}

/// The job file that replays `log`, a file beside it. `name` is what it is of.
pub fn job(name: &str, log: &str, timed: bool) -> String {
    let name: String = name
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let pace = if timed {
        "; Each request waits for its time. For a closed loop: replay_no_stall=1"
    } else {
        "; The log has no times: each request follows the one before it."
    };
    format!(
        "; {name}\n; Written by FTL Lab. Put your drive in place of {DRIVE} below. ALL DATA ON IT ARE LOST.\n\
         ; What a scenario writes before its run (precondition) is not in the log.\n\n\
         [replay]\nioengine=libaio\ndirect=1\nthread=1\niodepth=1\n{pace}\n\
         read_iolog={log}\nreplay_redirect={DRIVE}\n"
    )
}
