//! Prints how fast each format is imported: `cargo run --release -p trace --example throughput`.

use std::time::Instant;

use trace::{Format, Importer, Options};

const LINES: usize = 1_000_000;

/// The format's sample, its line over and over below its header.
fn text(format: Format) -> String {
    let sample = format.description().sample;
    let (header, line) = sample.rsplit_once('\n').unwrap_or(("", sample));
    format!("{header}\n{}", format!("{line}\n").repeat(LINES))
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
            "{format:>9}: {:4.0} MB/s, {:5.1} M requests/s",
            megabytes / seconds,
            trace.len() as f64 / 1e6 / seconds
        );
    }
}
