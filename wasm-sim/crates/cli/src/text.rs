//! Results as a person reads them.

mod imported;

use sim::protocol::Summary;
use sim::report::{Addresses, BufferCounts, CauseCounts, ParallelReport, Report, Times};
use trace::{Locality, Mapping};

use crate::dump::Block;

pub use imported::trace;

/// Lines `name  value`, the names in a column.
#[derive(Default)]
struct Lines(String);

impl Lines {
    fn line(&mut self, name: &str, value: &str) {
        let line = format!("{name:<20} {value}");
        self.0 += line.trim_end();
        self.0.push('\n');
    }
}

/// How local a trace is.
pub fn locality(l: &Locality) -> String {
    let mut out = Lines::default();
    for (name, unit, distances) in [
        ("LRU stack distance", "pages", &l.stack),
        ("rewrite distance", "page writes", &l.rewrite),
    ] {
        out.line(
            name,
            &format!(
                "{} accesses of a page for the first time; the others, of all accesses",
                distances.first
            ),
        );
        for (k, share) in distances.cumulative().into_iter().enumerate() {
            out.line(
                "",
                &format!("less than {:>8} {unit}: {:5.1} %", 1u64 << k, share * 100.0),
            );
        }
    }
    for (i, hot) in l.hot.iter().enumerate() {
        let name = if i == 0 { "hot pages" } else { "" };
        out.line(
            name,
            &format!(
                "{:2.0} % of the page writes go to {} pages, {:.2} % of the space",
                hot.writes * 100.0,
                hot.pages,
                hot.of_space * 100.0
            ),
        );
    }
    for (name, bins) in [
        ("reads by size", &l.sizes.read),
        ("writes by size", &l.sizes.write),
    ] {
        let mut name = name;
        for (k, requests) in bins.iter().enumerate().filter(|(_, n)| **n > 0) {
            out.line(name, &format!("at most {:>9} bytes: {requests}", 1u64 << k));
            name = "";
        }
    }
    out.0
}

/// The report of a run. Counters that a scheme does not have are left out.
pub fn report(summary: &Summary, r: &Report, blocks: Option<&[Block]>) -> String {
    let mut out = Lines::default();
    let name = if summary.name.is_empty() {
        "(no name)"
    } else {
        &summary.name
    };
    out.line("scenario", &format!("{name} [{}]", r.scenario_hash));
    out.line("state", &format!("[{}]", r.state_hash));
    out.line(
        "device",
        &format!(
            "{} blocks of {} pages of {} bytes, {} logical pages",
            summary.blocks, summary.pages_per_block, summary.page_bytes, summary.logical_pages
        ),
    );
    out.line("ftl", summary.ftl.name());
    if let Some(addresses) = &r.addresses {
        out.line("addresses", &mapped(addresses));
    }
    if summary.warmup_requests > 0 {
        out.line(
            "warm-up",
            &format!(
                "the first {} requests are run and left out of all counts and times; {} follow",
                summary.warmup_requests, summary.requests
            ),
        );
    }
    for warning in &summary.warnings {
        out.line("warning", warning);
    }
    let host = &r.host;
    out.line(
        "host pages",
        &format!(
            "reads {}, writes {}, trims {}, unmapped reads {}",
            host.reads, host.writes, host.trims, host.unmapped_reads
        ),
    );
    flash(&mut out, r);
    out.line(
        "write amplification",
        &r.write_amplification
            .map_or("-".to_owned(), |wa| format!("{wa:.4}")),
    );
    work(&mut out, r);
    let wear = &r.wear;
    out.line(
        "erases of a block",
        &format!(
            "min {}, max {}, mean {:.3}, stddev {:.3}",
            wear.min, wear.max, wear.mean, wear.stddev
        ),
    );
    out.line("service time, us", &times(&r.service_us));
    out.line("response time, us", &times(&r.response_us));
    if let Some(p) = &r.parallel {
        parallel(&mut out, p);
    }
    if r.energy_uj > 0.0 {
        out.line("energy, uJ", &format!("{:.1}", r.energy_uj));
    }
    out.line("reads verified", &r.checked_reads.to_string());
    for (pbn, block) in blocks.unwrap_or_default().iter().enumerate() {
        let role = serde_json::to_value(block.role).expect("a role is a name");
        let role = role.as_str().unwrap_or_default();
        out.line(
            &format!("block {pbn}"),
            &format!(
                "{role:<12} erased {:<4} {}",
                block.erases,
                block.pages.join(" ")
            ),
        );
    }
    out.0
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
fn parallel(out: &mut Lines, p: &ParallelReport) {
    out.line("wait, us", &times(&p.wait_us));
    out.line("reads' response, us", &times(&p.read_response_us));
    out.line("writes' response, us", &times(&p.write_response_us));
    out.line(
        "bandwidth, MB/s",
        &format!(
            "{:.3}: reads {:.3}, writes {:.3}; {:.1} requests a second over {:.1} us",
            p.bandwidth_mb_s, p.read_mb_s, p.write_mb_s, p.requests_per_s, p.span_us
        ),
    );
    out.line(
        "requests",
        &format!(
            "{}, of which {} merged: {} to the device, {:.2} pages each",
            p.requests, p.merged, p.dispatched, p.mean_pages
        ),
    );
    out.line(
        "queue depth, mean",
        &format!("host {:.3}, device {:.3}", p.depth.host, p.depth.device),
    );
    for (channel, share) in p.channels.iter().enumerate() {
        out.line(
            &format!("channel {channel}"),
            &format!(
                "busy {:5.1} %, bus {:5.1} %, {} operations",
                share.busy * 100.0,
                share.bus * 100.0,
                share.operations
            ),
        );
    }
}

/// The work of the scheme: merges, GC, CMT.
fn work(out: &mut Lines, r: &Report) {
    let merges = &r.merges;
    out.line(
        "merges",
        &format!(
            "switch {}, partial {}, full {}",
            merges.switch, merges.partial, merges.full
        ),
    );
    for (lbns, victims) in &merges.full_merge_blocks {
        out.line(
            "",
            &format!("full merges for a victim: {lbns}, for {victims} victims"),
        );
    }
    if r.dead_blocks > 0 {
        out.line("dead log blocks", &r.dead_blocks.to_string());
    }
    let gc = &r.gc;
    if gc.runs > 0 {
        out.line(
            "cleaning",
            &format!(
                "{} victims, {} pages copied, {} data blocks erased",
                gc.runs, gc.copied, gc.data_erases
            ),
        );
    }
    if gc.translation_erases + gc.translation_updated > 0 {
        out.line(
            "",
            &format!(
                "{} translation blocks erased, {} translation pages copied, {} updated",
                gc.translation_erases, gc.translation_copied, gc.translation_updated
            ),
        );
    }
    let cmt = &r.cmt;
    if cmt.hits + cmt.misses > 0 {
        let ratio = cmt.hits as f64 / (cmt.hits + cmt.misses) as f64;
        out.line(
            "CMT",
            &format!(
                "hits {}, misses {}, hit ratio {ratio:.4}",
                cmt.hits, cmt.misses
            ),
        );
        out.line(
            "",
            &format!(
                "evictions: clean {}, dirty {}; batched {}, prefetched {}",
                cmt.evictions_clean, cmt.evictions_dirty, cmt.batched, cmt.prefetched
            ),
        );
    }
    if let Some(buffer) = &r.buffer {
        write_buffer(out, r, buffer);
    }
    let lost = &r.recovery;
    if lost.power_cuts > 0 {
        out.line(
            "power lost",
            &format!(
                "{} times; OOB areas scanned {}, by full scans {}; trims undone {}",
                lost.power_cuts, lost.scanned, lost.full_scan, lost.reappeared
            ),
        );
        out.line(
            "",
            &format!(
                "recovery {:.1} us, full scans {:.1} us",
                r.recovery_us, r.full_scan_us
            ),
        );
    }
}

/// The work of the write buffer.
fn write_buffer(out: &mut Lines, r: &Report, b: &BufferCounts) {
    let ratio = if r.host.writes == 0 {
        "-".to_owned()
    } else {
        format!("{:.4}", b.write_hits as f64 / r.host.writes as f64)
    };
    out.line(
        "write buffer",
        &format!(
            "write hits {}, misses {}, hit ratio {ratio}; read hits {}, trimmed {}",
            b.write_hits, b.write_misses, b.read_hits, b.trimmed
        ),
    );
    out.line(
        "",
        &format!(
            "destaged {} times, {} pages, {} to complete blocks; clean pages dropped {}",
            b.destages, b.destaged, b.padded, b.dropped
        ),
    );
    out.line(
        "",
        &format!(
            "holds {} pages, {} of them not on flash; lost with the power {}",
            b.pages, b.dirty, b.lost
        ),
    );
    if b.block_destages > 0 {
        let text = format!(
            "block groups brought more than a page {} times",
            b.block_destages
        );
        out.line("", &text);
    }
    out.line(
        "RAM",
        &format!(
            "mapping tables {} bytes, write buffer {} bytes",
            b.mapping_bytes, b.buffer_bytes
        ),
    );
    if b.to_buffer + b.to_mapping + b.ghost_hits + b.mapping_ghost_hits > 0 {
        out.line(
            "",
            &format!(
                "steps to the buffer {}, to the CMT {}; ghost hits of the buffer {}, of the CMT {}",
                b.to_buffer, b.to_mapping, b.ghost_hits, b.mapping_ghost_hits
            ),
        );
    }
}

/// Flash operations by cause, with the causes that there were.
fn flash(out: &mut Lines, r: &Report) {
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
    out.line(
        "flash operations",
        &format!(
            "{:>12}{}",
            "total",
            row(&|i| format!("{:>16}", causes[i].0))
        ),
    );
    for (name, counts) in rows {
        out.line(
            name,
            &format!(
                "{:>12}{}",
                counts.total,
                row(&|i| format!("{:>16}", (causes[i].1)(counts)))
            ),
        );
    }
}

type Count = fn(&CauseCounts) -> u64;
const CAUSES: [(&str, Count); 8] = [
    ("host", |c| c.host),
    ("gc", |c| c.gc),
    ("merge", |c| c.merge),
    ("translation", |c| c.translation),
    ("translation_gc", |c| c.translation_gc),
    ("pad", |c| c.pad),
    ("wear", |c| c.wear),
    ("recovery", |c| c.recovery),
];

fn times(t: &Times) -> String {
    format!(
        "mean {:.1}, p50 {:.1}, p95 {:.1}, p99 {:.1}, max {:.1}",
        t.mean, t.p50, t.p95, t.p99, t.max
    )
}
