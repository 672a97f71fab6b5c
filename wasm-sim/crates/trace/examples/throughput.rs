//! Prints how fast each format is imported: `cargo run --release -p trace --example throughput`.

use std::fmt::Write as _;
use std::time::Instant;

use trace::{Format, Importer, Options};

const LINES: u64 = 1_000_000;

fn text(format: Format) -> String {
    let mut text = String::new();
    for i in 0..LINES {
        let (address, kind) = (i * 7919 % 20_000_000, i % 2);
        let written = match format {
            Format::Ops => writeln!(text, "w{address} r{i}+8 t{address}"),
            Format::Spc => writeln!(
                text,
                "{},{address},4096,{},{}.{:06}",
                i % 24,
                ["r", "w"][kind as usize],
                i / 100,
                i % 100 * 10_000
            ),
            Format::Msr => {
                let (kind, offset) = (["Read", "Write"][kind as usize], address * 512);
                writeln!(
                    text,
                    "{},hm,0,{kind},{offset},4096,2833",
                    128_166_385_295_514_663 + i * 1000
                )
            }
            Format::Mqsim => writeln!(
                text,
                "{} {} {address} 16 {kind}",
                938_513_000 + i * 1000,
                i % 14
            ),
        };
        written.expect("writing to a String cannot fail");
    }
    text
}

fn main() {
    for format in Format::ALL {
        let text = text(format);
        let start = Instant::now();
        let mut importer = Importer::new(Options::default());
        for chunk in text.as_bytes().chunks(1 << 20) {
            importer.push(chunk).expect("the text is good");
        }
        let trace = importer.finish().expect("the text is good");
        let seconds = start.elapsed().as_secs_f64();
        let megabytes = text.len() as f64 / 1e6;
        println!(
            "{format:>6}: {:4.0} MB/s, {:5.1} M requests/s",
            megabytes / seconds,
            trace.len() as f64 / 1e6 / seconds
        );
    }
}
