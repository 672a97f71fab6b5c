//! The lines that the command line prints about a trace.

use std::fmt::Write;

use sim::protocol::TraceSummary;
use trace::Guess;

use super::Lines;

/// Devices shown of a trace.
const DEVICES: usize = 30;

/// The facts about a trace.
pub fn trace(t: &TraceSummary) -> String {
    let mut out = Lines::default();
    let (i, s) = (&t.import, &t.statistics);
    out.line("trace", &format!("{} [{}]", t.name, i.hash));
    out.line(
        "format",
        &i.format.map_or("-".to_owned(), |format| {
            format!("{format} ({})", format.description().title)
        }),
    );
    for other in i.guess.iter().flat_map(Guess::doubts) {
        out.line(
            "",
            &format!("{other} would read it as well; --format {other} does"),
        );
    }
    out.line(
        "lines",
        &format!(
            "{}, of them {} blank, comments or headers, {} of other actions, {} bad and skipped",
            i.lines, i.blank_lines, i.passed_lines, i.skipped_lines
        ),
    );
    for bad in &i.bad_lines {
        out.line("", &bad.to_string());
    }
    if i.out_of_order > 0 {
        out.line(
            "",
            &format!(
                "{} requests came after a later one and were sorted",
                i.out_of_order
            ),
        );
    }
    if i.outside > 0 {
        out.line(
            "",
            &format!("{} requests outside the window asked for", i.outside),
        );
    }
    for d in i.devices.iter().take(DEVICES) {
        out.line(
            "device",
            &format!(
                "{}: {} requests, extent {}, placed at {}",
                d.device, d.requests, d.extent, d.base
            ),
        );
    }
    if let Some(more @ 1..) = i.devices.len().checked_sub(DEVICES) {
        out.line("", &format!("and {more} more"));
    }
    out.line(
        "requests",
        &format!(
            "{}: reads {}, writes {}, trims {}",
            s.requests, s.reads, s.writes, s.trims
        ),
    );
    out.line(
        "bytes",
        &format!(
            "read {}, written {}; a request {:.0} on average, {} to {}",
            s.bytes_read, s.bytes_written, s.mean_bytes, s.min_bytes, s.max_bytes
        ),
    );
    out.line(
        &format!("pages of {}", s.page_bytes),
        &format!(
            "read {}, written {} ({} of them again); at most {} in a request",
            s.pages_read, s.pages_written, s.rewrites, s.max_pages
        ),
    );
    out.line(
        "footprint",
        &format!(
            "{} pages, {} of them written; a device of {} pages holds every address",
            s.footprint_pages, s.written_footprint_pages, s.pages_needed
        ),
    );
    out.line(
        "sequential",
        &format!("{:.1} % of the requests", s.sequential_share * 100.0),
    );
    out.line(
        "unaligned",
        &format!("{} requests start or end inside a page", s.unaligned),
    );
    out.line(
        "duration",
        &s.duration_s
            .map_or("no times".to_owned(), |seconds| format!("{seconds:.3} s")),
    );
    out.line("first requests", "");
    first_requests(&mut out, t);
    out.0
}

fn first_requests(out: &mut Lines, t: &TraceSummary) {
    for r in &t.preview {
        let op = serde_json::to_value(r.op).expect("an operation is a name");
        let mut line = format!(
            "{:>6} {:<5} page {}",
            r.index,
            op.as_str().unwrap_or_default(),
            r.lpn
        );
        if r.pages > 1 {
            write!(line, " and {} more", r.pages - 1).expect("a string takes everything");
        }
        if let Some(ms) = r.time_ms {
            write!(line, " at {ms:.3} ms").expect("a string takes everything");
        }
        out.0 += &line;
        out.0.push('\n');
    }
}
