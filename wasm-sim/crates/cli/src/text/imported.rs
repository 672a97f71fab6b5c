//! The lines that the command line prints about a trace.

use std::fmt::{self, Write};

use sim::protocol::TraceSummary;
use trace::Guess;

use super::text;

/// Devices shown of a trace.
const DEVICES: usize = 30;

/// The facts about a trace.
pub fn trace(t: &TraceSummary) -> String {
    text(|out| write_trace(out, t))
}

fn write_trace(out: &mut String, t: &TraceSummary) -> fmt::Result {
    write_import(out, t)?;
    write_statistics(out, t)?;
    writeln!(out, "first requests")?;
    for r in &t.preview {
        let op = serde_json::to_value(r.op).expect("an operation is a name");
        let op = op.as_str().unwrap_or_default();
        write!(out, "{:>6} {op:<5} page {}", r.index, r.lpn)?;
        if r.pages == 0 {
            write!(out, ", not all of it")?;
        }
        if r.pages > 1 {
            write!(out, " and {} more", r.pages - 1)?;
        }
        if let Some(ms) = r.time_ms {
            write!(out, " at {ms:.3} ms")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Fewer of the accessed pages do not matter.
const SOME: f64 = 0.05;

/// Whatever a result about this trace rests on, beside its lines: a sentence each.
pub fn assumed(t: &TraceSummary) -> Vec<String> {
    let i = &t.import;
    let counted = [
        (i.passed_lines, "lines passed over"),
        (i.skipped_lines, "bad lines skipped"),
        (
            i.out_of_order,
            "requests sorted, which came after a later one",
        ),
        (i.outside, "requests left out, outside the window"),
    ];
    let counted = counted.into_iter().filter(|(count, _)| *count > 0);
    let mut said: Vec<String> = counted
        .map(|(count, of)| format!("{of}: {count}"))
        .collect();
    if i.devices.len() > 1 {
        said.push(if i.devices.iter().any(|d| d.base > 0.0) {
            format!("{} devices lie side by side on the drive", i.devices.len())
        } else {
            format!("{} devices are read as one", i.devices.len())
        });
    }
    said.extend(i.notes.iter().map(ToString::to_string));
    let s = &t.statistics;
    if s.trimmed_unwritten_pages > 0.0 && s.trimmed_unwritten_pages >= SOME * s.footprint_pages {
        said.push(format!(
            "{} of the {} accessed pages are trimmed and never written. On a drive that was filled, their space is more room \
             than its spare blocks",
            s.trimmed_unwritten_pages, s.footprint_pages
        ));
    }
    said
}

/// How the file was read.
fn write_import(out: &mut String, t: &TraceSummary) -> fmt::Result {
    let i = &t.import;
    writeln!(out, "trace                {} [{}]", t.name, i.hash)?;
    writeln!(
        out,
        "format               {}",
        i.format.map_or("-".to_owned(), |format| {
            format!("{format} ({})", format.description().title)
        })
    )?;
    for other in i.guess.iter().flat_map(Guess::doubts) {
        writeln!(
            out,
            "                     {other} would read it as well; --format {other} does"
        )?;
    }
    writeln!(
        out,
        "lines                {}, of them {} blank, comments or headers, {} passed over, {} bad and skipped",
        i.lines, i.blank_lines, i.passed_lines, i.skipped_lines
    )?;
    for bad in &i.bad_lines {
        writeln!(out, "                     {bad}")?;
    }
    if i.out_of_order > 0 {
        writeln!(
            out,
            "                     {} requests came after a later one and were sorted",
            i.out_of_order
        )?;
    }
    if i.outside > 0 {
        writeln!(
            out,
            "                     {} requests outside the window asked for",
            i.outside
        )?;
    }
    for note in &i.notes {
        writeln!(out, "note                 {note}")?;
    }
    for d in i.devices.iter().take(DEVICES) {
        let number = if d.name == d.device.to_string() {
            String::new()
        } else {
            format!(" (number {})", d.device)
        };
        writeln!(
            out,
            "device               {}{number}: {} requests, extent {}, placed at {}",
            d.name, d.requests, d.extent, d.base
        )?;
    }
    if let Some(more @ 1..) = i.devices.len().checked_sub(DEVICES) {
        writeln!(out, "                     and {more} more")?;
    }
    Ok(())
}

/// Its requests.
fn write_statistics(out: &mut String, t: &TraceSummary) -> fmt::Result {
    let s = &t.statistics;
    writeln!(
        out,
        "requests             {}: reads {}, writes {}, trims {}",
        s.requests, s.reads, s.writes, s.trims
    )?;
    writeln!(
        out,
        "bytes                read {}, written {}, trimmed {}; a request {:.0} on average, {} to {}",
        s.bytes_read, s.bytes_written, s.bytes_trimmed, s.mean_bytes, s.min_bytes, s.max_bytes
    )?;
    let others = s.reads + s.writes;
    if s.trims > 0 && others > 0 {
        let mean = (s.bytes_read + s.bytes_written) / f64::from(others);
        writeln!(
            out,
            "                     without trims a request {mean:.0} on average"
        )?;
    }
    writeln!(
        out,
        "pages of {:<11} read {}, written {} ({} of them again), trimmed {}; at most {} in a request",
        s.page_bytes, s.pages_read, s.pages_written, s.rewrites, s.pages_trimmed, s.max_pages
    )?;
    if s.partly_written > 0.0 {
        writeln!(
            out,
            "written in part      {} pages, {:.1} % of those written",
            s.partly_written,
            s.partly_written / s.pages_written * 100.0
        )?;
    }
    if s.partly_trimmed > 0.0 {
        writeln!(
            out,
            "trimmed in part      {} pages, which keep their data; trims that cover no page whole and do nothing: {}",
            s.partly_trimmed, s.trims_too_small
        )?;
    }
    writeln!(
        out,
        "footprint            {} pages, {} of them written; a device of {} pages holds every address",
        s.footprint_pages, s.written_footprint_pages, s.pages_needed
    )?;
    if s.trimmed_unwritten_pages > 0.0 {
        writeln!(
            out,
            "                     {} of them trimmed and never written",
            s.trimmed_unwritten_pages
        )?;
    }
    writeln!(
        out,
        "sequential           {:.1} % of the requests{}",
        s.sequential_share * 100.0,
        if s.trims > 0 {
            ", trims among them"
        } else {
            ""
        }
    )?;
    writeln!(
        out,
        "unaligned            {} requests start or end inside a page",
        s.unaligned
    )?;
    if s.usual_start > 0 {
        writeln!(
            out,
            "                     writes start most often {} bytes behind the start of a page; with `--shift {}` those start with one",
            s.usual_start,
            s.page_bytes - s.usual_start
        )?;
    }
    writeln!(
        out,
        "duration             {}",
        s.duration_s
            .map_or("no times".to_owned(), |seconds| format!("{seconds:.3} s"))
    )
}
