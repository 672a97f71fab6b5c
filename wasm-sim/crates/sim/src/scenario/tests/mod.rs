//! The scenario read whole: the defaults here; in the files below what is refused, in which words and where,
//! what means the same, and the fixed hashes.

use ftl::{CmtPolicy, GcPolicy, Scheme};

use super::*;
use crate::failure::{Failure, FailureKind};

mod canonical;
mod figures;
mod generated;
mod host;
mod initial;
mod kinds;
mod words;

const BAST: &str = r#"{ "format": 1, "name": "thrashing",
  "device": { "blocks": 12, "pages_per_block": 4, "page_bytes": 2048 },
  "logical_pages": 16,
  "ftl": { "kind": "bast", "log_blocks": 2 },
  "precondition": [ { "kind": "sequential" } ],
  "workload": { "kind": "ops", "ops": "w0 w7 w9 w15 w0 w11" } }"#;

const DFTL: &str = r#"{ "format": 1,
  "device": { "blocks": 12, "pages_per_block": 4 },
  "logical_pages": 16,
  "ftl": { "kind": "dftl", "cmt_entries": 4, "entries_per_translation_page": 8 },
  "workload": { "kind": "uniform", "requests": 100 } }"#;

fn setup(text: &str) -> Setup {
    parse(text).unwrap_or_else(|failure| panic!("{failure:?}\n{text}"))
}

/// The failure of a text in which `from` is replaced by `to`.
fn failure(text: &str, from: &str, to: &str) -> Failure {
    assert!(text.contains(from), "{from}");
    let text = text.replacen(from, to, 1);
    parse(&text).expect_err(&text)
}

#[track_caller]
fn refused(text: &str, from: &str, to: &str, place: (&str, u32, u32), message: &str, remedy: &str) {
    let failure = failure(text, from, to);
    assert_eq!(
        (failure.field.as_deref(), failure.line, failure.column),
        (Some(place.0), Some(place.1), Some(place.2)),
        "{failure:?}"
    );
    assert_eq!(
        (failure.message.as_str(), failure.remedy.as_str()),
        (message, remedy)
    );
    assert_eq!(failure.kind, FailureKind::Scenario);
}

#[test]
fn defaults_are_those_of_the_spec() {
    let bast = setup(BAST);
    assert_eq!(
        (
            bast.name.as_str(),
            bast.seed,
            bast.logical_pages,
            bast.warmup_requests
        ),
        ("thrashing", 1, 16, 0)
    );
    assert_eq!(
        bast.geometry,
        Geometry {
            blocks: 12,
            pages_per_block: 4,
            page_bytes: 2048
        }
    );
    assert_eq!(
        (bast.program_order, bast.timing),
        (
            ProgramOrder::Ascending,
            Timing::from_us(25.0, 200.0, 2000.0)
        )
    );
    assert_eq!(
        bast.preconditions,
        [Precondition::Sequential { from: 0, pages: 16 }]
    );
    assert_eq!(bast.workload.requests(), Some(6));

    let Scheme::Dftl(dftl) = setup(DFTL).scheme else {
        panic!("dftl")
    };
    assert_eq!(
        (dftl.gc_policy, dftl.gc_threshold, dftl.cmt_policy),
        (GcPolicy::CostBenefit, 3, CmtPolicy::Slru)
    );
    assert_eq!(
        (
            dftl.cmt_protected.to_string().as_str(),
            dftl.lazy_copy,
            dftl.batch_update
        ),
        ("0.5", true, true)
    );
    let whole = DFTL.replace(r#", "entries_per_translation_page": 8"#, "");
    let Scheme::Dftl(dftl) = setup(&whole).scheme else {
        panic!("dftl")
    };
    assert_eq!(dftl.entries_per_translation_page, 1024);

    let page = BAST.replace(r#""kind": "bast", "log_blocks": 2"#, r#""kind": "page""#);
    let Scheme::Page(page) = setup(&page).scheme else {
        panic!("page")
    };
    assert_eq!(
        (page.gc_policy, page.gc_threshold, page.separate_gc_frontier),
        (GcPolicy::Greedy, 2, false)
    );
}

#[test]
fn timing_is_a_preset_and_what_overrides_it() {
    let timing = |text: &str| {
        let setup = setup(&BAST.replace(r#""page_bytes": 2048"#, &format!(r#""timing": {text}"#)));
        (setup.timing, setup.energy)
    };
    assert_eq!(timing(r#""hu""#).0, Timing::from_us(45.0, 400.0, 1500.0));
    let (journal, energy) = timing(r#"{"preset": "dftlj", "read_us": 1.5, "erase_uj": 2}"#);
    assert_eq!(
        journal,
        Timing {
            read_ns: 1_500,
            program_ns: 405_900,
            erase_ns: 1_500_000
        }
    );
    assert_eq!(
        energy,
        Energy {
            read_uj: 4.72,
            program_uj: 38.04,
            erase_uj: 2.0
        }
    );
}

#[test]
fn a_spare_factor_gives_whole_blocks() {
    let pages = |spare: &str| {
        setup(&BAST.replace(
            r#""logical_pages": 16"#,
            &format!(r#""spare_factor": {spare}"#),
        ))
        .logical_pages
    };
    assert_eq!(pages("0.5"), 24);
    assert_eq!(pages("0.25"), 36); // 12 * 0.75 is 9 exactly
    assert_eq!(pages("0.26"), 32);
}
