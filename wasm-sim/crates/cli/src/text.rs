//! Results as a person reads them.

mod imported;
mod quiet;

use std::fmt::{self, Write};

use sim::protocol::{Quiet, Summary};
use sim::report::{
    Addresses, BufferCounts, CauseCounts, Overload, ParallelReport, Report, Steady, Times, Waiting,
};
use trace::{Locality, Mapping};

use crate::dump::Block;

pub use imported::{assumed, trace};

/// A text of lines `name  value`, the names in a column.
fn text(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let mut out = String::new();
    write(&mut out).expect("a string takes everything");
    out
}

/// Rows as lines: the first column to the left, the others to the right. The rows have one length.
pub fn columns(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    text(|out| {
        for row in rows {
            let mut line = format!("{:<1$}", row[0], widths[0]);
            for (cell, width) in row.iter().zip(&widths).skip(1) {
                write!(line, "  {cell:>width$}")?;
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    })
}

/// How local a trace is.
pub fn locality(l: &Locality) -> String {
    text(|out| write_locality(out, l))
}

fn write_locality(out: &mut String, l: &Locality) -> fmt::Result {
    for (name, unit, distances) in [
        ("LRU stack distance", "pages", &l.stack),
        ("rewrite distance", "page writes", &l.rewrite),
    ] {
        writeln!(
            out,
            "{name:<20} {} accesses of a page for the first time; the others, of all accesses",
            distances.first
        )?;
        for (k, share) in distances.cumulative().into_iter().enumerate() {
            writeln!(
                out,
                "                     less than {:>8} {unit}: {:5.1} %",
                1u64 << k,
                share * 100.0
            )?;
        }
    }
    for (i, hot) in l.hot.iter().enumerate() {
        let name = if i == 0 { "hot pages" } else { "" };
        writeln!(
            out,
            "{name:<20} {:2.0} % of the page writes go to {} pages, {:.2} % of the space",
            hot.writes * 100.0,
            hot.pages,
            hot.of_space * 100.0
        )?;
    }
    for (name, bins) in [
        ("reads by size", &l.sizes.read),
        ("writes by size", &l.sizes.write),
    ] {
        let mut name = name;
        for (k, requests) in bins.iter().enumerate().filter(|(_, n)| **n > 0) {
            writeln!(out, "{name:<20} at most {:>9} bytes: {requests}", 1u64 << k)?;
            name = "";
        }
    }
    Ok(())
}

/// The window that all figures are of.
fn window(steady: &Steady) -> String {
    let passes = match steady.passes {
        1 => "a pass".to_owned(),
        passes => format!("{passes} passes"),
    };
    let before = steady.before.map_or(String::new(), |before| {
        format!(", {before:.4} in the one before")
    });
    let Steady {
        window,
        amplification,
        ..
    } = steady;
    if steady.reached {
        format!(
            "reached in window {window}, each {passes} of the workload: write amplification {amplification:.4}{before}; every figure is of this window"
        )
    } else {
        format!(
            "not reached in {window} windows, each {passes} of the workload: write amplification {amplification:.4} in the last one{before}; every figure is of the last one"
        )
    }
}

/// The report of a run. Counters that a scheme does not have are left out.
pub fn report(
    summary: &Summary,
    r: &Report,
    quiet: Option<&Quiet>,
    blocks: Option<&[Block]>,
) -> String {
    text(|out| write_report(out, summary, r, quiet, blocks.unwrap_or_default()))
}

fn write_report(
    out: &mut String,
    summary: &Summary,
    r: &Report,
    quiet: Option<&Quiet>,
    blocks: &[Block],
) -> fmt::Result {
    let name = if summary.name.is_empty() {
        "(no name)"
    } else {
        &summary.name
    };
    writeln!(out, "scenario             {name} [{}]", r.scenario_hash)?;
    writeln!(out, "state                [{}]", r.state_hash)?;
    writeln!(
        out,
        "device               {} blocks of {} pages of {} bytes, {} logical pages",
        summary.blocks, summary.pages_per_block, summary.page_bytes, summary.logical_pages
    )?;
    writeln!(out, "ftl                  {}", summary.ftl.name())?;
    if let Some(addresses) = &r.addresses {
        writeln!(out, "addresses            {}", mapped(addresses))?;
    }
    if summary.warmup_requests > 0 {
        writeln!(
            out,
            "warm-up              the first {} requests are run and left out of all counts and times; {} follow",
            summary.warmup_requests, summary.requests
        )?;
    }
    if let Some(steady) = &r.steady {
        writeln!(out, "steady state         {}", window(steady))?;
    }
    for warning in &summary.warnings {
        writeln!(out, "warning              {warning}")?;
    }
    let host = &r.host;
    writeln!(
        out,
        "host pages           reads {}, writes {}, trims {}, unmapped reads {}",
        host.reads, host.writes, host.trims, host.unmapped_reads
    )?;
    bytes(out, r, summary.page_bytes)?;
    flash(out, r)?;
    writeln!(
        out,
        "write amplification  {}",
        r.write_amplification
            .map_or("-".to_owned(), |wa| format!("{wa:.4}"))
    )?;
    if let (Some(drained), Some(buffer)) = (r.owing(), &r.buffer) {
        writeln!(
            out,
            "                     {drained:.4} with the {} pages that the write buffer still owes",
            buffer.owed
        )?;
    }
    if let Some(told) = quiet {
        let said = quiet::sentence(told, summary.ftl.name());
        writeln!(out, "                     {said}")?;
    }
    if let Some(amplification) = r.byte_amplification_apart() {
        let share = host.writes_partial as f64 / host.writes as f64;
        writeln!(
            out,
            "byte amplification   {amplification:.4}: {:.0} % of the written pages are written in part",
            share * 100.0
        )?;
    }
    work(out, r)?;
    let wear = &r.wear;
    writeln!(
        out,
        "erases of a block    min {}, max {}, mean {:.3}, stddev {:.3}",
        wear.min, wear.max, wear.mean, wear.stddev
    )?;
    writeln!(out, "service time, us     {}", times(&r.service_us))?;
    writeln!(out, "response time, us    {}", times(&r.response_us))?;
    if let Some(overload) = &r.overload {
        writeln!(out, "overload             {}", outpaced(overload))?;
    } else if let Some(waiting) = &r.waiting {
        writeln!(out, "waiting              {}", waited(waiting, r))?;
    }
    if let Some(p) = &r.parallel {
        parallel(out, p)?;
    }
    if r.energy_uj > 0.0 {
        writeln!(out, "energy, uJ           {:.1}", r.energy_uj)?;
    }
    writeln!(out, "reads verified       {}", r.checked_reads)?;
    for (pbn, block) in blocks.iter().enumerate() {
        let role = serde_json::to_value(block.role).expect("a role is a name");
        let role = role.as_str().unwrap_or_default();
        writeln!(
            out,
            "block {pbn:<14} {role:<12} erased {:<4} {}",
            block.erases,
            block.pages.join(" ")
        )?;
    }
    Ok(())
}

/// The bytes that the host asked for, where they are not those of the pages; and the trims that cover pages in part.
fn bytes(out: &mut String, r: &Report, page_bytes: u32) -> fmt::Result {
    let (host, page) = (&r.host, u64::from(page_bytes));
    let asked = [host.bytes_read, host.bytes_written, host.bytes_trimmed];
    if asked != [host.reads, host.writes, host.trims].map(|pages| pages * page) {
        let [read, written, trimmed] = asked;
        writeln!(
            out,
            "host bytes           read {read}, written {written}, trimmed {trimmed}"
        )?;
    }
    if host.trims_partial > 0 {
        writeln!(
            out,
            "trims of parts       pages that keep their data, covered in part: {}; trims that cover no page whole and do nothing: {}",
            host.trims_partial, host.trims_too_small
        )?;
    }
    Ok(())
}

/// By how much arrivals outpace the device, and what that means for times.
fn outpaced(o: &Overload) -> String {
    format!(
        "requests arrive for {:.3} s, and the device takes {:.3} s for them: {:.2} times as long; response times measure the backlog. See the service times, or run a closed loop (`host.outstanding`)",
        o.arrivals_us / 1e6,
        o.done_us / 1e6,
        o.times
    )
}

fn waited(w: &Waiting, r: &Report) -> String {
    let rate = |us: f64| format!("{:.0} a second", w.requests as f64 / us * 1e6);
    let arrive = if w.arrivals_us > 0.0 {
        format!(
            "within {:.3} s ({})",
            w.arrivals_us / 1e6,
            rate(w.arrivals_us)
        )
    } else {
        "at the same time".to_owned()
    };
    format!(
        "requests come in bursts: p99 of the response time is {:.3} s, and p99 of the service time {:.3} s. The longest wait: {} requests arrive {arrive}, and the device takes {:.3} s for them ({}). See the service times, or run a closed loop (`host.outstanding`)",
        r.response_us.p99 / 1e6,
        r.service_us.p99 / 1e6,
        w.requests,
        w.done_us / 1e6,
        rate(w.done_us),
    )
}

/// The fate of the addresses of a trace, and the number of accesses that it changes.
fn mapped(a: &Addresses) -> String {
    let name = serde_json::to_value(a.mapping).expect("a mapping is a name");
    let name = name.as_str().unwrap_or_default();
    let percent = a.share * 100.0;
    match a.mapping {
        Mapping::Compact => {
            format!("{name}: the touched pages are renumbered; none is shared, none is left out")
        }
        Mapping::Wrap | Mapping::Scale => format!(
            "{name}: {percent:.2} % of the page accesses are of pages that share a logical page with others ({} of {})",
            a.aliased, a.accesses
        ),
        Mapping::Drop => format!(
            "{name}: {percent:.2} % of the page accesses are left out, beyond the device ({} of {})",
            a.dropped, a.accesses
        ),
    }
}

/// Channels, queues, bandwidth.
fn parallel(out: &mut String, p: &ParallelReport) -> fmt::Result {
    writeln!(out, "wait, us             {}", times(&p.wait_us))?;
    writeln!(out, "reads' response, us  {}", times(&p.read_response_us))?;
    writeln!(out, "writes' response, us {}", times(&p.write_response_us))?;
    writeln!(
        out,
        "bandwidth, MB/s      {:.3}: reads {:.3}, writes {:.3}; {:.1} requests a second over {:.1} us",
        p.bandwidth_mb_s, p.read_mb_s, p.write_mb_s, p.requests_per_s, p.span_us
    )?;
    writeln!(
        out,
        "requests             {}, of which {} merged: {} to the device, {:.2} pages each",
        p.requests, p.merged, p.dispatched, p.mean_pages
    )?;
    writeln!(
        out,
        "queue depth, mean    host {:.3}, device {:.3}",
        p.depth.host, p.depth.device
    )?;
    for (channel, share) in p.channels.iter().enumerate() {
        writeln!(
            out,
            "channel {channel:<12} busy {:5.1} %, bus {:5.1} %, {} operations",
            share.busy * 100.0,
            share.bus * 100.0,
            share.operations
        )?;
    }
    Ok(())
}

/// The work of the scheme: merges, GC, CMT.
fn work(out: &mut String, r: &Report) -> fmt::Result {
    let merges = &r.merges;
    writeln!(
        out,
        "merges               switch {}, partial {}, full {}",
        merges.switch, merges.partial, merges.full
    )?;
    for (lbns, victims) in &merges.full_merge_blocks {
        writeln!(
            out,
            "                     full merges for a victim: {lbns}, for {victims} victims"
        )?;
    }
    if r.dead_blocks > 0 {
        writeln!(out, "dead log blocks      {}", r.dead_blocks)?;
    }
    let gc = &r.gc;
    if gc.runs > 0 {
        writeln!(
            out,
            "GC                   {} victims, {} pages copied, {} data blocks erased",
            gc.runs, gc.copied, gc.data_erases
        )?;
    }
    if gc.translation_erases + gc.translation_updated > 0 {
        writeln!(
            out,
            "                     {} translation blocks erased, {} translation pages copied, {} updated",
            gc.translation_erases, gc.translation_copied, gc.translation_updated
        )?;
    }
    let cmt = &r.cmt;
    if cmt.hits + cmt.misses > 0 {
        let ratio = cmt.hits as f64 / (cmt.hits + cmt.misses) as f64;
        writeln!(
            out,
            "CMT                  hits {}, misses {}, hit ratio {ratio:.4}",
            cmt.hits, cmt.misses
        )?;
        writeln!(
            out,
            "                     evictions: clean {}, dirty {}; batched {}, prefetched {}",
            cmt.evictions_clean, cmt.evictions_dirty, cmt.batched, cmt.prefetched
        )?;
    }
    if let Some(buffer) = &r.buffer {
        write_buffer(out, r, buffer)?;
    }
    let lost = &r.recovery;
    if lost.power_cuts > 0 {
        writeln!(
            out,
            "power lost           {} times; OOB areas scanned {}, by full scans {}; trims undone {}",
            lost.power_cuts, lost.scanned, lost.full_scan, lost.reappeared
        )?;
        writeln!(
            out,
            "                     recovery {:.1} us, full scans {:.1} us",
            r.recovery_us, r.full_scan_us
        )?;
    }
    Ok(())
}

/// The work of the write buffer.
fn write_buffer(out: &mut String, r: &Report, b: &BufferCounts) -> fmt::Result {
    let ratio = if r.host.writes == 0 {
        "-".to_owned()
    } else {
        format!("{:.4}", b.write_hits as f64 / r.host.writes as f64)
    };
    writeln!(
        out,
        "write buffer         write hits {}, misses {}, hit ratio {ratio}; read hits {}, trimmed {}",
        b.write_hits, b.write_misses, b.read_hits, b.trimmed
    )?;
    writeln!(
        out,
        "                     destaged {} times, {} pages, {} to complete blocks; clean pages dropped {}",
        b.destages, b.destaged, b.padded, b.dropped
    )?;
    writeln!(
        out,
        "                     holds {} pages, {} of them not on flash; lost with the power {}",
        b.pages, b.owed, b.lost
    )?;
    if b.block_destages > 0 {
        writeln!(
            out,
            "                     block groups brought more than a page {} times",
            b.block_destages
        )?;
    }
    writeln!(
        out,
        "RAM                  mapping tables {} bytes, write buffer {} bytes",
        b.mapping_bytes, b.buffer_bytes
    )?;
    if b.to_buffer + b.to_mapping + b.ghost_hits + b.mapping_ghost_hits > 0 {
        writeln!(
            out,
            "                     steps to the buffer {}, to the CMT {}; ghost hits of the buffer {}, of the CMT {}",
            b.to_buffer, b.to_mapping, b.ghost_hits, b.mapping_ghost_hits
        )?;
    }
    Ok(())
}

/// Flash operations by cause, with the causes that there were.
fn flash(out: &mut String, r: &Report) -> fmt::Result {
    let rows = [
        ("  reads", &r.flash.reads),
        ("  programs", &r.flash.programs),
        ("  erases", &r.flash.erases),
    ];
    let causes: Vec<_> = CAUSES
        .iter()
        .filter(|(_, of)| rows.iter().any(|(_, counts)| of(counts) > 0))
        .collect();
    let row = |cell: &dyn Fn(usize) -> String| {
        (0..causes.len()).fold(String::new(), |row, i| row + &cell(i))
    };
    writeln!(
        out,
        "flash operations     {:>12}{}",
        "total",
        row(&|i| format!("{:>16}", causes[i].0))
    )?;
    for (name, counts) in rows {
        writeln!(
            out,
            "{name:<20} {:>12}{}",
            counts.total,
            row(&|i| format!("{:>16}", (causes[i].1)(counts)))
        )?;
    }
    Ok(())
}

type Count = fn(&CauseCounts) -> u64;
const CAUSES: [(&str, Count); 9] = [
    ("host", |c| c.host),
    ("gc", |c| c.gc),
    ("merge", |c| c.merge),
    ("translation", |c| c.translation),
    ("translation_gc", |c| c.translation_gc),
    ("pad", |c| c.pad),
    ("wear", |c| c.wear),
    ("recovery", |c| c.recovery),
    ("partial", |c| c.partial),
];

fn times(t: &Times) -> String {
    format!(
        "mean {:.1}, p50 {:.1}, p95 {:.1}, p99 {:.1}, max {:.1}",
        t.mean, t.p50, t.p95, t.p99, t.max
    )
}
