//! A ledger as text and CSV.

use std::collections::HashMap;
use std::fmt::Write;

use sim::protocol::{AddressesIn, Ledger, LedgerCounts, LedgerRange};
use sim::sweep::csv_row;
use trace::Trace;

use crate::args::By;
use crate::text::columns;

/// Bytes of a sector, as most formats count them.
const SECTOR: u64 = 512;

/// The names of devices in the trace.
#[derive(Default)]
pub struct Named(HashMap<u32, String>);

impl Named {
    /// Those of a trace.
    pub fn of(trace: &Trace) -> Self {
        let devices = trace.summary().devices.iter();
        Self(
            devices
                .map(|device| (device.device, device.name.clone()))
                .collect(),
        )
    }

    fn device(&self, range: &LedgerRange) -> Option<String> {
        let number = range.device?;
        Some(
            self.0
                .get(&number)
                .cloned()
                .unwrap_or_else(|| number.to_string()),
        )
    }
}

/// A line for each range, and one for the pages that the trace never touches.
pub fn csv(ledger: &Ledger) -> String {
    let mut out = "device,unit,from,to,pages,writes,copies,gc,merge,wear,pad\n".to_owned();
    let unit = unit(ledger.unit);
    let mut row = |at: [String; 5], booked: &LedgerCounts| {
        let p = &booked.programs;
        let counts = [booked.writes, booked.copies, p.gc, p.merge, p.wear, p.pad];
        let counts = counts.map(|count| count.to_string());
        csv_row(&mut out, at.iter().chain(&counts).map(String::as_str));
    };
    for range in &ledger.ranges {
        let device = range
            .device
            .map_or_else(String::new, |device| device.to_string());
        let [from, to] = [range.from, range.to].map(|address| address.to_string());
        row(
            [device, unit.to_owned(), from, to, range.pages.to_string()],
            &range.counts,
        );
    }
    if ledger.elsewhere != LedgerCounts::default() {
        row(Default::default(), &ledger.elsewhere);
    }
    out
}

fn unit(unit: AddressesIn) -> &'static str {
    match unit {
        AddressesIn::Bytes => "bytes",
        AddressesIn::Pages => "pages",
        AddressesIn::Lpns => "lpns",
    }
}

/// The findings, and a table of ranges.
pub fn text(ledger: &Ledger, named: &Named, by: By, top: usize) -> String {
    let all = &ledger.all;
    let mut out = String::new();
    let mut line = |name: &str, said: String| {
        writeln!(out, "{name:<20} {said}").expect("a string takes everything");
    };
    let translation = ledger.translation.total;
    let of_map = if translation > 0 {
        format!("; {translation} programs of translation pages have no address")
    } else {
        String::new()
    };
    line(
        "copies",
        format!(
            "{} of {} pages, for {} page writes{of_map}",
            all.copies, ledger.copied_pages, all.writes
        ),
    );
    for hot in &ledger.hot {
        line(
            &format!("{:.0} % or more", hot.copies * 100.0),
            format!(
                "of the copies are of {} pages, {} of those copied",
                hot.pages,
                share(hot.pages.into(), ledger.copied_pages.into())
            ),
        );
    }
    let mut ranges: Vec<&LedgerRange> = ledger.ranges.iter().collect();
    match by {
        By::Copies => ranges.sort_by_key(|range| std::cmp::Reverse(range.counts.copies)),
        By::Writes => ranges.sort_by_key(|range| std::cmp::Reverse(range.counts.writes)),
        By::PerWrite => ranges.sort_by(|a, b| rate(&b.counts).total_cmp(&rate(&a.counts))),
        By::Address => {}
    }
    out.push('\n');
    out += &table(ledger, named, &ranges[..top.min(ranges.len())]);
    if let Some(more @ 1..) = ranges.len().checked_sub(top) {
        writeln!(out, "and {more} ranges more: --top {}, --csv", ranges.len())
            .expect("a string takes everything");
    }
    out
}

fn table(ledger: &Ledger, named: &Named, ranges: &[&LedgerRange]) -> String {
    let several = ranges.iter().any(|range| range.device.is_some());
    let in_sectors = ledger.unit == AddressesIn::Bytes
        && ranges
            .iter()
            .all(|range| range.from % SECTOR == 0 && range.to % SECTOR == 0);
    let mut head = vec!["copies", "share", "of writes", "per page write", "pages"];
    if several {
        head.push("device");
    }
    head.extend(match ledger.unit {
        AddressesIn::Bytes => ["first byte", "last byte"],
        AddressesIn::Pages => ["first page", "last page"],
        AddressesIn::Lpns => ["first LPN", "last LPN"],
    });
    if in_sectors {
        head.extend(["first sector", "last sector"]);
    }
    let mut table: Vec<Vec<String>> = vec![head.into_iter().map(str::to_owned).collect()];
    let width = table[0].len();
    for range in ranges {
        let mut cells = counts(&range.counts, &ledger.all);
        cells.push(range.pages.to_string());
        if several {
            cells.push(named.device(range).unwrap_or_default());
        }
        cells.extend([range.from, range.to - 1].map(|address| address.to_string()));
        if in_sectors {
            cells.extend(
                [range.from / SECTOR, range.to / SECTOR - 1].map(|sector| sector.to_string()),
            );
        }
        table.push(cells);
    }
    if ledger.elsewhere != LedgerCounts::default() {
        let mut cells = counts(&ledger.elsewhere, &ledger.all);
        cells.push("untouched by the trace".to_owned());
        cells.resize(width, String::new());
        table.push(cells);
    }
    columns(&table)
}

/// The first four cells of a row.
fn counts(booked: &LedgerCounts, all: &LedgerCounts) -> Vec<String> {
    let per_write = if booked.writes > 0 {
        format!("{:.2}", rate(booked))
    } else {
        "-".to_owned()
    };
    vec![
        booked.copies.to_string(),
        share(booked.copies, all.copies),
        share(booked.writes, all.writes),
        per_write,
    ]
}

/// Copies a page write.
fn rate(booked: &LedgerCounts) -> f64 {
    booked.copies as f64 / booked.writes as f64
}

fn share(part: u64, all: u64) -> String {
    if all == 0 {
        return "-".to_owned();
    }
    format!("{:.1} %", 100.0 * part as f64 / all as f64)
}
