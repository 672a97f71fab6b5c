//! How fast the engine is: `npm run bench`. Prints figures, judges nothing. One file: its rows share devices and clock.
//!
//! Bulk: host page writes per second with events off; where a workload reads as well, its reads are in the time.
//! Seek: positions drawn at random in a run of ten million host writes, history within its budget. Figures of one run on one machine are comparable with each other only.
//!
//! A machine that does other things as well shifts figures by factors. So whole runs are timed by the processor's
//! time, where the system reports it, and in slices, the fastest of which is printed beside the whole; devices that
//! are compared take turns. Where it is given a file it runs that scenario with history, for the comparison with
//! wasm. The rows of a million blocks need 2 GB; they depend on how the system hands memory out:
//! `GLIBC_TUNABLES=glibc.malloc.hugetlb=1` in the environment asks Linux for huge pages.

use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use ftl::{BufferEvent, Event, HostOp};
use sim::device::{AHEAD, Device};
use sim::protocol::{Position, Target};
use sim::rng::{Purpose, Rng};
use sim::scenario::{self, Setup};
use sim::simulation::Simulation;
use sim::workload::{Request, Source};

/// Requests of a slice: some milliseconds.
const SLICE: u32 = 20_480;
const _: () = assert!(SLICE.is_multiple_of(AHEAD));

fn setup(ftl: &str, blocks: u32, requests: u32, workload: &str) -> Setup {
    // Where each page has its own place in a block, pages come in any order.
    let any = ["\"replacement\"", "\"block\""]
        .iter()
        .any(|kind| ftl.contains(kind));
    let order = if any { "any" } else { "ascending" };
    let text = format!(
        r#"{{"format":1,"device":{{"blocks":{blocks},"pages_per_block":64,"program_order":"{order}"}},"spare_factor":0.07,"ftl":{ftl},
            "precondition":[{{"kind":"sequential"}}],"workload":{{"requests":{requests},{workload}}}}}"#
    );
    scenario::parse(&text)
        .unwrap_or_else(|f| panic!("{}: {}", f.field.unwrap_or_default(), f.message))
}

fn prepared(setup: &Setup) -> (Device, Source) {
    let mut device = Device::new(setup).expect("no initial state");
    for step in 0..setup.preconditions.len() as u32 {
        for request in Source::precondition(setup, step) {
            device.prepare(&request).expect("runs");
        }
    }
    device.start_counting();
    (
        device,
        Source::workload(setup, &|_| None).expect("no trace"),
    )
}

/// Time that this process has spent on a processor, in which a busy machine shows less; on the clock where the system does
/// not tell (it does on Linux: `schedstat`, nanoseconds first).
fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let spent = told.and_then(|text| text.split(' ').next()?.parse().ok());
    spent.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// Runs a scenario with history, as the page does.
fn history(path: &str) {
    let text = std::fs::read_to_string(path).expect("a scenario");
    let setup = scenario::parse(&text).unwrap_or_else(|f| panic!("{}", f.message));
    let (device, source) = prepared(&setup);
    let requests = source.len();
    let mut simulation = Simulation::new(Arc::new(setup), device, source, requests);
    let start = now();
    simulation.run(Target::End).expect("runs");
    let seconds = now().saturating_sub(start).as_secs_f64();
    let c = simulation.device().counters();
    let operations = c.total_reads() + c.total_programs() + c.total_erases();
    let bytes = simulation.device().clone().save(None).bytes();
    let pages = simulation.setup().geometry.pages();
    println!(
        "{seconds:.6} s, {operations} flash operations; a checkpoint takes {:.1} bytes per flash page",
        bytes as f64 / f64::from(pages)
    );
}

/// Only what the command line names is measured; all of it without a name.
fn wanted(name: &str) -> bool {
    let mut filters = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .peekable();
    filters.peek().is_none() || filters.any(|f| name.contains(&f))
}

fn bulk(name: &str, ftl: &str, requests: u32, workload: &str) {
    if !wanted(name) {
        return;
    }
    let setup = setup(ftl, 10_000, requests, workload);
    let mut best = Duration::MAX;
    let mut fastest = f64::MAX;
    let mut report = (0.0, 0.0, 0.0, 0.0);
    for _ in 0..3 {
        let (mut device, mut source) = prepared(&setup);
        let start = now();
        while source.position() < source.len() {
            let before = device.counters().host.writes;
            let slice = serve(&mut device, &mut source);
            let writes = device.counters().host.writes - before;
            fastest = fastest.min(slice.as_secs_f64() / writes as f64);
        }
        best = best.min(now().saturating_sub(start));
        let c = device.counters();
        let operations = c.total_reads() + c.total_programs() + c.total_erases();
        let [host, pad] =
            [ftl::Cause::Host, ftl::Cause::Pad].map(|cause| c.programs[cause as usize]);
        let amplification = c.write_amplification().unwrap_or(0.0);
        report = (
            amplification,
            operations as f64,
            (host + pad) as f64,
            c.host.writes as f64,
        );
    }
    let seconds = best.as_secs_f64();
    println!(
        "{name:32} {:6.2} M host writes/s, {:6.2} in the fastest slice {:7.1} M flash operations/s, {:6.2} M pages written through the FTL/s   WA {:.3}",
        report.3 / seconds / 1e6,
        1.0 / fastest / 1e6,
        report.1 / seconds / 1e6,
        report.2 / seconds / 1e6,
        report.0
    );
}

/// Serves a slice of requests as bulk runs do; the last of a run is shorter.
fn serve(device: &mut Device, source: &mut Source) -> Duration {
    let mut requests = Vec::new();
    let start = Instant::now();
    for _ in 0..SLICE / AHEAD {
        source.refill(&mut requests, AHEAD);
        device.serve_all(&requests).expect("runs");
    }
    start.elapsed()
}

fn seek() {
    let requests = 10_000_000;
    let setup = setup(
        r#"{"kind":"page"}"#,
        10_753,
        requests,
        r#""kind":"uniform""#,
    );
    let logical = setup.logical_pages;
    let (device, source) = prepared(&setup);
    let mut simulation = Simulation::new(Arc::new(setup), device, source, requests);
    let start = now();
    simulation.run(Target::End).expect("runs");
    println!(
        "run with history                 {:6.2} M host writes/s   {logical} logical pages, checkpoints hold {} MB",
        f64::from(requests) / now().saturating_sub(start).as_secs_f64() / 1e6,
        simulation.timeline().bytes() >> 20
    );
    if !wanted("seek") {
        return;
    }
    let mut rng = Rng::stream(1, Purpose::Workload);
    let mut times: Vec<Duration> = (0..200)
        .map(|_| {
            let position = Position {
                request: rng.below(requests),
                event: 1,
            };
            let start = now();
            simulation.run(Target::Position { position }).expect("runs");
            now().saturating_sub(start)
        })
        .collect();
    times.sort_unstable();
    println!(
        "seek in 10 M host writes          p50 {:?}   p95 {:?}   max {:?}",
        times[100], times[190], times[199]
    );
    for (name, back) in [
        ("step forward, one operation", false),
        ("step back, one operation", true),
    ] {
        let mut times: Vec<Duration> = (0..100)
            .map(|_| {
                let start = now();
                simulation
                    .run(Target::Step {
                        grain: ftl::Grain::Operation,
                        back,
                    })
                    .expect("runs");
                now().saturating_sub(start)
            })
            .collect();
        times.sort_unstable();
        println!("{name:33} p50 {:?}   p95 {:?}", times[50], times[95]);
    }
    let mut device = simulation.device().clone();
    let state = device.save(None).bytes();
    let pages = simulation.setup().geometry.pages();
    println!(
        "state                             {:.1} bytes per flash page",
        state as f64 / f64::from(pages)
    );
}

/// Victim policies by the names of a scenario.
const POLICIES: &[(&str, &str)] = &[
    ("greedy", r#""greedy""#),
    ("fifo", r#""fifo""#),
    ("windowed greedy", r#"{"kind":"windowed_greedy","w":500}"#),
    ("cost-benefit", r#""cost_benefit""#),
    ("cat", r#""cat""#),
    ("random", r#""random""#),
    ("d-choices", r#"{"kind":"d_choices","d":10}"#),
];

/// The cost of a host write on a device of ten thousand and of a million blocks. Both are filled in order and have
/// taken a sixth of their pages more in random writes, so that GC is under way. The larger one has the caches against
/// it too, whatever the policy: greedy shows by how much.
fn million(name: &str, policy: &str) {
    const SLICES: u32 = 100;
    let name = format!("million blocks, {name}");
    if !wanted(&name) {
        return;
    }
    let [mut small, mut large] = [10_000, 1_000_000].map(|blocks: u32| {
        let warm = (blocks * 64 / 6).next_multiple_of(SLICE);
        let ftl = format!(r#"{{"kind":"page","gc_policy":{policy}}}"#);
        let setup = setup(&ftl, blocks, warm + SLICES * SLICE, r#""kind":"uniform""#);
        let (mut device, mut source) = prepared(&setup);
        while source.position() < warm {
            serve(&mut device, &mut source);
        }
        (device, source)
    });
    let mut times = [(); 2].map(|()| Vec::new());
    for _ in 0..SLICES {
        times[0].push(serve(&mut small.0, &mut small.1));
        times[1].push(serve(&mut large.0, &mut large.1));
    }
    // The fastest slice, and the one in the middle.
    let cost = times.map(|mut slices| {
        slices.sort_unstable();
        let ns = |slice: Duration| slice.as_secs_f64() * 1e9 / f64::from(SLICE);
        [ns(slices[0]), ns(slices[slices.len() / 2])]
    });
    let [small, large] = cost;
    println!(
        "{name:32} {:5.0} ns a host write, {:.0} ns at 10,000 blocks: {:.2} times (medians {:.2} times)",
        large[0],
        small[0],
        large[0] / small[0],
        large[1] / small[1]
    );
}

/// Each write buffer, of 16 MB, beside its FTL alone, on scattered writes and on what courses run. One that completes
/// blocks has the FTL write several pages for a page of the host's. So the bench prints both, and the buffer's cost
/// beside the FTL's own work for these pages.
fn buffers() {
    for (name, workload) in [
        ("zipf", r#""kind":"zipf","theta":0.9"#),
        ("financial", r#""kind":"profile","profile":"financial""#),
    ] {
        behind_buffers(name, workload);
    }
}

fn behind_buffers(of: &str, workload: &str) {
    let page = r#"{"kind":"page"}"#;
    let bast = r#"{"kind":"bast","log_blocks":256}"#;
    let dftl = r#"{"kind":"dftl","cmt_entries":8192,"gc_policy":"greedy"}"#;
    for (ftl, name, requests) in [
        (page, "page", 2_000_000),
        (dftl, "dftl", 500_000),
        (bast, "bast", 200_000),
    ] {
        bulk(
            &format!("buffer: none, {name}, {of}"),
            ftl,
            requests,
            workload,
        );
        for (kind, options) in [
            ("lru", ""),
            ("cflru", r#","window":1024"#),
            ("fab", ""),
            ("bplru", ""),
            ("pud_lru", ""),
            ("gc_arm", ""),
            ("ap", ""),
        ] {
            let buffer = format!(r#"{{"kind":"{kind}","capacity":4096{options}}}"#);
            let behind = format!(r#"{ftl},"buffer":{buffer}"#);
            let name = format!("buffer: {kind}, {name}, {of}");
            bulk(&name, &behind, requests, workload);
            if of == "zipf" && ["bplru", "pud_lru"].contains(&kind) {
                // Whole slices.
                beside(&name, &behind, ftl, requests / 5 / SLICE * SLICE, workload);
            }
        }
    }
}

/// The requests that reach the FTL behind a buffer that the host only writes to, as a host would send them: pages in
/// a row at once.
fn reaching(setup: &Setup) -> Vec<Request> {
    let (mut device, source) = prepared(setup);
    let (mut reached, mut events) = (Vec::<Request>::new(), Vec::new());
    for request in source {
        device.serve(&request, &mut events).expect("runs");
        for event in events.drain(..) {
            let (op, lpn, begins) = match event {
                Event::Buffer(BufferEvent::FillerRead { lpn }) => (HostOp::Read, lpn.0, false),
                Event::Buffer(BufferEvent::DestagePage { lpn, index, .. }) => {
                    (HostOp::Write, lpn.0, index == 0)
                }
                _ => continue,
            };
            match reached.last_mut() {
                Some(r) if r.op == op && r.lpn + r.pages == lpn && !begins => r.pages += 1,
                _ => reached.push(Request {
                    time_ns: None,
                    op,
                    lpn,
                    pages: 1,
                    ends: sim::workload::Ends::WHOLE,
                    hot: false,
                }),
            }
        }
    }
    reached
}

/// A buffer with its FTL against the FTL alone under what the buffer hands it, in turns: the fastest of each.
fn beside(name: &str, behind: &str, ftl: &str, requests: u32, workload: &str) {
    let name = format!("{name}, beside its FTL");
    if !wanted(&name) {
        return;
    }
    let [behind, ftl] = [behind, ftl].map(|f| setup(f, 10_000, requests, workload));
    let reached = reaching(&behind);
    let pages: u64 = reached.iter().map(|r| u64::from(r.pages)).sum();
    let mut best = [Duration::MAX; 2];
    for _ in 0..5 {
        let (mut device, mut source) = prepared(&behind);
        let start = now();
        while source.position() < source.len() {
            serve(&mut device, &mut source);
        }
        best[0] = best[0].min(now().saturating_sub(start));
        let (mut device, _) = prepared(&ftl);
        let start = now();
        for requests in reached.chunks(AHEAD as usize) {
            device.serve_all(requests).expect("runs");
        }
        best[1] = best[1].min(now().saturating_sub(start));
    }
    let [with, alone] = best.map(|t| t.as_secs_f64());
    println!(
        "{name:48} {:.2} of the FTL's speed under the {pages} pages that reach it, {:.1} and {:.1} M pages/s",
        alone / with,
        pages as f64 / with / 1e6,
        pages as f64 / alone / 1e6,
    );
}

/// The schemes but page mapping.
fn schemes(uniform: &str, hot_cold: &str) {
    let financial = r#""kind":"profile","profile":"financial""#;
    bulk(
        "dftl greedy, financial",
        r#"{"kind":"dftl","cmt_entries":8192,"gc_policy":"greedy"}"#,
        500_000,
        financial,
    );
    bulk(
        "dftl lfu, uniform",
        r#"{"kind":"dftl","cmt_entries":8192,"cmt_policy":"lfu","gc_policy":"greedy"}"#,
        1_000_000,
        uniform,
    );
    bulk(
        "bast, uniform",
        r#"{"kind":"bast","log_blocks":256}"#,
        200_000,
        uniform,
    );
    bulk(
        "bast, sequential",
        r#"{"kind":"bast","log_blocks":256}"#,
        5_000_000,
        r#""kind":"sequential""#,
    );
    bulk(
        "bast, financial",
        r#"{"kind":"bast","log_blocks":256}"#,
        200_000,
        financial,
    );
    let fast = r#"{"kind":"fast","log_blocks":256}"#;
    bulk("fast, uniform", fast, 60_000, uniform);
    bulk(
        "fast, sequential",
        fast,
        5_000_000,
        r#""kind":"sequential""#,
    );
    bulk("fast, financial", fast, 100_000, financial);
    // Four logical blocks a superblock; as much spare space as FAST has log blocks.
    let superblock = r#"{"kind":"superblock","blocks_per_superblock":4,"update_blocks_per_superblock":4,"update_blocks":256,"cached_superblocks":256}"#;
    bulk("superblock, uniform", superblock, 100_000, uniform);
    bulk(
        "superblock, sequential",
        superblock,
        5_000_000,
        r#""kind":"sequential""#,
    );
    bulk("superblock, financial", superblock, 1_000_000, financial);
    let chains = r#"{"kind":"replacement","gc_threshold":2}"#;
    bulk("replacement, uniform", chains, 200_000, uniform);
    bulk(
        "replacement, sequential",
        chains,
        5_000_000,
        r#""kind":"sequential""#,
    );
    bulk("replacement, financial", chains, 1_000_000, financial);
    let block = r#"{"kind":"block"}"#;
    bulk("block, uniform", block, 60_000, uniform);
    bulk("block, financial", block, 200_000, financial);
    let last =
        r#"{"kind":"last","log_blocks":256,"seq_log_blocks":16,"k":2048,"seq_threshold":8192}"#;
    bulk("last, uniform", last, 60_000, uniform);
    let large = r#""kind":"sequential","pages":4"#;
    bulk("last, sequential", last, 1_240_000, large);
    bulk("last, financial", last, 100_000, financial);
    bulk("last, hot and cold", last, 1_000_000, hot_cold);
}

fn main() {
    let file = std::env::args().skip(1).find(|a| Path::new(a).is_file());
    if let Some(path) = file {
        return history(&path);
    }
    let uniform = r#""kind":"uniform""#;
    for (name, policy) in POLICIES {
        bulk(
            &format!("page {name}, uniform"),
            &format!(r#"{{"kind":"page","gc_policy":{policy}}}"#),
            10_000_000,
            uniform,
        );
    }
    let hot_cold = r#""kind":"hot_cold","r":0.8,"f":0.2"#;
    for (name, options) in [
        ("page hot/cold, mixed", ""),
        (
            "page hot/cold, optimal",
            r#","hot_cold":{"classifier":"oracle","pool_choice":"optimal"}"#,
        ),
        (
            "page hot/cold, by recency",
            r#","hot_cold":{"classifier":"recency","pool_choice":"optimal"}"#,
        ),
        (
            "page hot/cold, wear leveling",
            r#","wear_leveling":{"threshold":20}"#,
        ),
    ] {
        let ftl = format!(r#"{{"kind":"page"{options}}}"#);
        bulk(name, &ftl, 10_000_000, hot_cold);
    }
    bulk(
        "dftl greedy, uniform",
        r#"{"kind":"dftl","cmt_entries":8192,"gc_policy":"greedy"}"#,
        1_000_000,
        uniform,
    );
    schemes(uniform, hot_cold);
    buffers();
    for (name, policy) in POLICIES {
        million(name, policy);
    }
    if wanted("run with history") || wanted("seek") {
        seek();
    }
}
