//! How fast traces are imported, statistics and all, natively: `npm run bench`. Prints figures, judges nothing.
//!
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

const TEXTS: [(&str, Line); 5] = [
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
];

fn writeln(text: &mut String, line: std::fmt::Arguments<'_>) {
    text.write_fmt(line).expect("a String takes everything");
    text.push('\n');
}

/// Seconds: of this thread's own work where the system tells it, so that a busy machine shifts little; else of the clock.
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
        println!(
            "import {name}: {:.0} MB/s ({:.0} of reading), {:.1} M requests/s, {:.1} bytes a request, footprint {} pages",
            megabytes / whole,
            megabytes / read,
            trace.len() as f64 / 1e6 / whole,
            trace.file().size() as f64 / trace.len() as f64,
            statistics.footprint_pages,
        );
    }
}
