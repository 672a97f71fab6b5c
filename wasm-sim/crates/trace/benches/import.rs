//! How fast traces are imported, statistics and all, natively: `npm run bench`. Prints figures, judges nothing.
//!
//! Every format, and its speed as a ratio to the first one's, which a busy machine shifts less than the speeds.
//! Texts are 200 MB unless the environment variable `TRACE_MB` says otherwise; addresses jump over a terabyte, which is
//! the hardest case for the footprint.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::sync::LazyLock;
use std::time::Instant;

use trace::{Importer, Options};

/// Line i of a text, from a number that looks random.
type Line = fn(&mut String, u64, u64);

const TEXTS: [(&str, Line); 15] = [
    ("msr", |text, i, random| {
        let (kind, offset) = (["Read", "Write"][random as usize & 1], random >> 24 << 12);
        let time = 128_166_385_295_514_663 + i * 1017;
        writeln(
            text,
            format_args!("{time},hm,0,{kind},{offset},{},2833", 4096 << (random & 3)),
        );
    }),
    ("msr, late by up to 64", |text, i, random| {
        let (kind, offset) = (["Read", "Write"][random as usize & 1], random >> 24 << 12);
        let time = 128_166_385_295_514_663 + (i ^ random & 63) * 1017;
        writeln(text, format_args!("{time},hm,0,{kind},{offset},4096,2833"));
    }),
    ("spc", |text, i, random| {
        let kind = ["r", "w"][random as usize & 1];
        let lba = random >> 33;
        writeln(
            text,
            format_args!(
                "{},{lba},4096,{kind},{}.{:06}",
                i % 24,
                i / 1000,
                i % 1000 * 1000
            ),
        );
    }),
    ("mqsim", |text, i, random| {
        let (time, lba) = (938_513_000 + i * 1000, random >> 33);
        writeln(
            text,
            format_args!("{time} {} {lba} 16 {}", i % 14, random & 1),
        );
    }),
    ("ops", |text, i, random| {
        writeln(
            text,
            format_args!("w{} r{i}+8 t{}", random >> 36, random >> 37),
        );
    }),
    ("disksim", |text, i, random| {
        let (ms, us, lba) = (i / 1000, i % 1000, random >> 33);
        writeln(
            text,
            format_args!("{ms}.{us:06} {} {lba} 8 {}", i % 14, random & 1),
        );
    }),
    ("blkparse", |text, i, random| {
        let rwbs = ["R", "WS"][random as usize & 1];
        let (s, ns, sector) = (i / 100_000, i % 100_000 * 10_000, random >> 33);
        writeln(
            text,
            format_args!(
                "259,2    {}  {:7} {s:5}.{ns:09}  4020  D  {rwbs:>2} {sector} + 8 [java]",
                i % 4,
                i + 1
            ),
        );
    }),
    // As blktrace records an I/O: of five lines one counts.
    ("blkparse, all actions", |text, i, random| {
        let action = ["D", "C", "Q", "G", "I"][i as usize % 5];
        let (s, ns, sector) = (i / 100_000, i % 100_000 * 10_000, random >> 33);
        writeln(
            text,
            format_args!(
                "259,2    {}  {:7} {s:5}.{ns:09}  4020  {action}  WS {sector} + 8 [java]",
                i % 4,
                i + 1
            ),
        );
    }),
    ("fio", |text, i, random| {
        if i == 0 {
            writeln(text, format_args!("fio version 3 iolog"));
        }
        let (action, offset) = (["read", "write"][random as usize & 1], random >> 24 << 12);
        writeln(
            text,
            format_args!("{} /dev/sda {action} {offset} 16384", 878 + i * 7),
        );
    }),
    ("tencent", |text, i, random| {
        let (s, offset, volume) = (1_538_323_199 + i / 1000, random >> 33, random & 4095);
        writeln(
            text,
            format_args!("{s},{offset},128,{},{volume}", random & 1),
        );
    }),
    ("alibaba", |text, i, random| {
        let (op, offset) = (["R", "W"][random as usize & 1], random >> 24 << 12);
        let us = 1_577_808_144_360_767 + i;
        writeln(
            text,
            format_args!("{},{op},{offset},16384,{us}", random & 1023),
        );
    }),
    ("systor17", |text, i, random| {
        let (op, offset) = (["R", "W"][random as usize & 1], random >> 24 << 12);
        let (s, us) = (1_456_095_145 + i / 1_000_000, i % 1_000_000);
        writeln(
            text,
            format_args!("{s}.{us:06}000,0.000806000,{op},{},{offset},131072", i % 6),
        );
    }),
    ("fiu", |text, i, random| {
        let (op, lba, ns) = (
            ["R", "W"][random as usize & 1],
            random >> 33,
            89_966_104_059 + i * 1000,
        );
        writeln(
            text,
            format_args!("{ns} 4892 syslogd {lba} 8 {op} 6 0 {random:016x}{random:016x}"),
        );
    }),
    ("ssdplayer", |text, i, random| {
        let (lpn, heat) = (random >> 36, random & 7);
        writeln(text, format_args!("{i} 0 {lpn} 4 W {}", heat + 1));
    }),
    ("csv", |text, i, random| {
        if i == 0 {
            writeln(text, format_args!("time_us,op,offset_bytes,size_bytes"));
        }
        let (op, offset) = (["read", "write"][random as usize & 1], random >> 24 << 12);
        writeln(text, format_args!("{i}.25,{op},{offset},3584"));
    }),
];

fn writeln(text: &mut String, line: std::fmt::Arguments<'_>) {
    text.write_fmt(line).expect("a String takes everything");
    text.push('\n');
}

/// Seconds: of this thread's own work where the system tells it, so that a busy machine shifts little; otherwise of the clock.
fn seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok())
        .map_or_else(|| START.elapsed().as_secs_f64(), |ns| ns / 1e9)
}

fn main() {
    let megabytes = env::var("TRACE_MB").ok().and_then(|mb| mb.parse().ok());
    let size = megabytes.unwrap_or(200) * 1_000_000;
    let wanted = env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let mut first = None;
    for (name, line) in TEXTS {
        if wanted
            .as_ref()
            .is_some_and(|wanted| !name.contains(wanted.as_str()))
        {
            continue;
        }
        let mut text = String::with_capacity(size + 200);
        let mut i = 0u64;
        while text.len() < size {
            line(&mut text, i, (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            i += 1;
        }
        let start = seconds();
        let mut importer = Importer::new(Options::default());
        for chunk in text.as_bytes().chunks(4 << 20) {
            importer.push(chunk).expect("the text is good");
        }
        let read = seconds() - start;
        let finisher = importer.end(4096).expect("the text is good");
        let (trace, statistics) = finisher.finish().expect("memory is there");
        let whole = seconds() - start;
        let megabytes = text.len() as f64 / 1e6;
        let first = *first.get_or_insert(megabytes / whole);
        println!(
            "import {name}: {:.0} MB/s, ratio {:.2} ({:.0} of reading), {:.1} M requests/s, {:.1} bytes a request, footprint {} pages",
            megabytes / whole,
            megabytes / whole / first,
            megabytes / read,
            trace.len() as f64 / 1e6 / whole,
            trace.file().size() as f64 / trace.len() as f64,
            statistics.footprint_pages,
        );
    }
}
