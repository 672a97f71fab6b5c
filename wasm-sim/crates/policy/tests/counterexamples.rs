//! The search finds the known weaknesses, each in a trace of at most 25 requests (SPEC 13.5).

use policy::load;
use sim::counterexample::{Badness, Counterexample, Search};
use sim::report::Report;
use sim::sweep;

/// 12 blocks of 4 pages, 16 logical pages: the device of the course's slides.
fn slides(ftl: &str) -> String {
    format!(
        r#"{{"format":1,"device":{{"blocks":14,"pages_per_block":4,"timing":"slides"}},"logical_pages":32,"ftl":{ftl},
           "precondition":[{{"kind":"sequential"}}],"workload":{{"kind":"ops","ops":"w0"}}}}"#
    )
}

fn search(subject: &str, rival: &str, policy: Option<&str>, by: Badness) -> Counterexample {
    let program = policy.map(|code| load(code.as_bytes()).unwrap());
    let mut search = Search::open(subject, rival, program, by, (7, 6_000)).unwrap();
    while !search.slice(1_000) {}
    let found = search.found().unwrap();
    assert!(found.requests <= 25, "{}", found.ops);
    println!("{found:#?}");
    found
}

fn report(found: &Counterexample) -> Report {
    sweep::run(&found.scenario, None).unwrap()
}

#[test]
fn bast_thrashes() {
    let bast = slides(r#"{"kind":"bast","log_blocks":2}"#);
    let page = slides(r#"{"kind":"page"}"#);
    let found = search(&bast, &page, None, Badness::Total);
    let report = report(&found);
    // More logical blocks take turns than there are log blocks: nearly each write merges.
    assert!(
        report.merges.full as f64 > 0.6 * f64::from(found.requests),
        "{}",
        found.ops
    );
    assert!(found.cost_us > 5.0 * found.rival_us, "{}", found.ops);
}

#[test]
fn fast_merges_as_many_blocks_as_a_log_block_has_pages() {
    let fast = slides(r#"{"kind":"fast","log_blocks":3}"#);
    let page = slides(r#"{"kind":"page"}"#);
    let found = search(&fast, &page, None, Badness::Request);
    // Four pages of four logical blocks in the victim: four full merges for one write.
    let merge = 4.0 * (4.0 * (25.0 + 200.0) + 2.0 * 1500.0);
    assert!(report(&found).merges.full >= 4, "{}", found.ops);
    assert!(
        found.cost_us > 0.8 * merge,
        "{} us: {}",
        found.cost_us,
        found.ops
    );
}

#[test]
fn dftl_strides_over_translation_pages() {
    let dftl = slides(
        r#"{"kind":"dftl","cmt_entries":2,"entries_per_translation_page":4,"gc_threshold":3}"#,
    )
    .replace("\"blocks\":14", "\"blocks\":24");
    let page = slides(r#"{"kind":"page"}"#).replace("\"blocks\":14", "\"blocks\":24");
    let found = search(&dftl, &page, None, Badness::Total);
    let cmt = report(&found).cmt;
    // No mapping is found, and nearly every write evicts a dirty one.
    assert!(cmt.misses > 9 * cmt.hits, "{}", found.ops);
    assert!(
        cmt.evictions_dirty as f64 > 0.6 * f64::from(found.requests),
        "{}",
        found.ops
    );
}

#[test]
fn a_policy_with_a_bug_breaks() {
    let page = slides(r#"{"kind":"page"}"#);
    // It forgets a block that is written while no block has an invalid page more than another.
    let bug = "let seen = 0;
        export function init() { seen = 0; }
        export function trim() { seen += 1; }
        export function victim(blocks) {
          if (seen === 3) return blocks.find((block) => block.valid === 9).id;
          return blocks.reduce((best, block) => (block.valid < best.valid ? block : best)).id;
        }";
    let found = search(&page, &page, Some(bug), Badness::Total);
    let broke = found.broke.unwrap();
    assert!(
        broke.message.contains("`victim` threw TypeError"),
        "{}",
        broke.message
    );
    let trims = found
        .ops
        .split(' ')
        .filter(|op| op.starts_with('t'))
        .count();
    assert!(trims <= 3, "it is as short as can be: {}", found.ops);
}

#[test]
fn a_policy_that_is_worse_is_found_out() {
    let page = slides(r#"{"kind":"page"}"#);
    let worst = "export function victim(blocks) {
          return blocks.reduce((best, block) => (block.valid > best.valid ? block : best)).id;
        }";
    let found = search(&page, &page, Some(worst), Badness::Total);
    assert!(found.cost_us > 1.5 * found.rival_us, "{}", found.ops);
    // The scenario with its choices is the same run.
    let service = report(&found).service_us.mean * f64::from(found.requests);
    assert!((service - found.cost_us).abs() < 1.0, "{service}");
}

#[test]
fn the_same_seed_finds_the_same_trace() {
    let bast = slides(r#"{"kind":"bast","log_blocks":2}"#);
    let page = slides(r#"{"kind":"page"}"#);
    let mut found = [(); 2].map(|()| {
        let mut search = Search::open(&bast, &page, None, Badness::Total, (3, 3_000)).unwrap();
        while !search.slice(100) {}
        search.found().unwrap()
    });
    found[1].tried = found[0].tried;
    assert_eq!(found[0], found[1]);
}
