//! Table 5 of DFTL'J, and its Fig. 15 for LAST, beside ours: `cargo bench -p sim --bench table5`. Prints figures, judges
//! nothing.
//!
//! The paper's device (Tables 2 and 3): pages of 2 KiB, 64 a block, some 3 % of the active region for log blocks, and as much
//! SRAM for DFTL as FAST's maps take. How large the active region was it does not say: here 512 MiB. Requests: as many as
//! make the host page writes that the table's baseline implies, erases x 64 less the pages copied. The device is full before.
//!
//! What a synthetic profile cannot match: the paper replays traces, of which a profile keeps averages (request size, reads,
//! sequential requests), and says nothing of how often the same pages are written again. That decides. A trace writes a few
//! pages often and many seldom: so the table's baseline copies but 1.5 pages a victim on Financial, while FAST merges many
//! logical blocks for one. A profile is uniform in its range, and shows the one or the other. So each runs twice:
//! * in a range so small that the page-mapped FTL copies what the paper's does (the one figure that is fitted, to the
//!   baseline alone). Page and DFTL come out near the paper's rows; the hybrids far below, the log covers much of the range;
//! * all over the device: FAST comes out near its row (erases and full merges within 10 % on Financial), page and DFTL far
//!   above theirs, so that the distance is gone, and LAST has no hot pages to set apart.
//!
//! In both no full merge of page and DFTL, and DFTL's erases within twice those of page. The second runs take minutes.

use ftl::Silent;
use sim::device::Device;
use sim::scenario;
use sim::workload::Source;

/// Data blocks, 512 MiB of them.
const DATA: u32 = 4096;
const PAGES: u32 = 64;
/// Log blocks: 3 %.
const LOGS: u32 = DATA * 3 / 100;

/// A workload of the table: its profile, the baseline's erases and copies, and the rows as printed.
struct Workload {
    profile: &'static str,
    erases: u64,
    copies: u64,
    /// Pages of the range in which the baseline copies as much.
    range: u32,
    /// Page, DFTL, FAST: erases (data and map blocks), switch, partial and full merges.
    paper: [[Option<u64>; 4]; 3],
}

const WORKLOADS: [Workload; 2] = [
    Workload {
        profile: "financial",
        erases: 10_111,
        copies: 15_573,
        range: 3_200,
        paper: [
            [Some(10_111), Some(5_275), Some(4_836), None],
            [Some(14_416), Some(5_650), Some(8_766), None],
            [Some(151_180), Some(374), Some(5_967), Some(8_865)],
        ],
    },
    Workload {
        profile: "tpch",
        erases: 2_544,
        copies: 102_130,
        range: 54_000,
        paper: [
            [Some(2_544), Some(14), Some(2_530), None],
            [Some(4_796), Some(5), Some(4_791), None],
            [Some(19_476), Some(5), Some(949), Some(568)],
        ],
    },
];

/// Erases of LAST on Financial over those of the baseline: 1,231 % more (section 5.4).
const LAST_OVER_PAGE: f64 = 13.31;

fn main() {
    for (workload, range) in WORKLOADS
        .iter()
        .flat_map(|w| [(w, w.range), (w, DATA * PAGES)])
    {
        let writes = workload.erases * u64::from(PAGES) - workload.copies;
        println!(
            "{}, {writes} host page writes to {range} pages",
            workload.profile
        );
        println!(
            "  {:5} {:>9} {:>7}  {:>8} {:>8} {:>8} {:>10}   paper: erases, x page, switch, partial, full",
            "", "erases", "x page", "switch", "partial", "full", "copies"
        );
        let mut page_erases = None;
        for (i, (name, ftl)) in schemes().into_iter().enumerate() {
            let device = run(&ftl, workload.profile, range, writes);
            let c = device.counters();
            let erases = c.total_erases();
            let page = *page_erases.get_or_insert(erases);
            // Full merges as the table counts them: victims (SPEC 2).
            let full: u64 = c.full_merge_blocks.iter().skip(1).sum();
            let copies = c.total_programs() - c.host_writes;
            let ratio = erases as f64 / page as f64;
            println!(
                "  {name:5} {erases:9} {ratio:7.2}  {:8} {:8} {full:8} {copies:10}   {}",
                c.merges_switch,
                c.merges_partial,
                paper(workload, i),
            );
        }
    }
}

fn paper(workload: &Workload, scheme: usize) -> String {
    let Some(row) = workload.paper.get(scheme) else {
        return match workload.profile {
            "financial" => format!("{LAST_OVER_PAGE:.2} x page (Fig. 15)"),
            _ => "as Financial (Fig. 15)".to_owned(),
        };
    };
    let page = workload.paper[0][0].unwrap_or(1);
    let shown = |figure: &Option<u64>| figure.map_or("-".to_owned(), |f| f.to_string());
    let figures: Vec<String> = row.iter().map(shown).collect();
    let over = row[0].unwrap_or(0) as f64 / page as f64;
    format!("{}, {over:.2}, {}", figures[0], figures[1..].join(", "))
}

/// Page, DFTL, FAST, LAST, as the table has them.
fn schemes() -> [(&'static str, String); 4] {
    // FAST's maps: four bytes a data block, eight a page of the log; an entry of the CMT takes eight.
    let cmt = DATA / 2 + LOGS * PAGES;
    // LAST: a sixteenth of the log for sequences (slides: 32 of 512 MB), requests of more than a page (4 KB of 2 KB pages).
    let sequential = LOGS / 16;
    let k = LOGS * PAGES / 8;
    [
        ("page", r#"{"kind":"page"}"#.to_owned()),
        ("DFTL", format!(r#"{{"kind":"dftl","cmt_entries":{cmt}}}"#)),
        ("FAST", format!(r#"{{"kind":"fast","log_blocks":{LOGS}}}"#)),
        (
            "LAST",
            format!(
                r#"{{"kind":"last","log_blocks":{LOGS},"seq_log_blocks":{sequential},"k":{k},"seq_threshold":4096}}"#
            ),
        ),
    ]
}

/// A full device after so many host page writes of a profile to its first `range` pages.
fn run(ftl: &str, profile: &str, range: u32, writes: u64) -> Device {
    // One block for merges; DFTL's translation pages stand in the same spare blocks.
    let blocks = DATA + LOGS + 1;
    let logical = DATA * PAGES;
    let text = format!(
        r#"{{"format":1,"device":{{"blocks":{blocks},"pages_per_block":{PAGES},"page_bytes":2048,"timing":"dftlj"}},
            "logical_pages":{logical},"ftl":{ftl},"precondition":[{{"kind":"sequential"}}],
            "workload":{{"kind":"profile","profile":"{profile}","range":[0,{range}],"requests":1000000}}}}"#
    );
    let setup = scenario::parse(&text).unwrap_or_else(|f| panic!("{}", f.message));
    let mut device = Device::new(&setup).expect("no initial state");
    for request in Source::precondition(&setup, 0) {
        device.prepare(&request).expect("runs");
    }
    device.start_counting();
    for request in Source::workload(&setup, &|_| None).expect("no trace") {
        device.serve(&request, &mut Silent).expect("runs");
        if device.counters().host_writes >= writes {
            break;
        }
    }
    device
}
