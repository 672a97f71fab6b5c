//! The policies that the page offers to start from are the built-in ones, to every counter and to the state at the end; and the
//! choices of a policy are the same run without it (SPEC 13).

use std::fmt::Write;

use policy::load;
use proptest::prelude::*;
use proptest::test_runner::Config;
use sim::policy::Run;
use sim::preparation::Preparation;
use sim::view::View;
use sim::workload::Source;
use sim::{device::Device, scenario};

/// A starter and the policy that it is.
const STARTERS: [(&str, &str); 4] = [
    (
        include_str!("../../../../web/views/policy/starters/greedy-lists.js"),
        "greedy",
    ),
    (
        include_str!("../../../../web/views/policy/starters/greedy.js"),
        "greedy",
    ),
    (
        include_str!("../../../../web/views/policy/starters/fifo.js"),
        "fifo",
    ),
    (
        include_str!("../../../../web/views/policy/starters/cost-benefit.js"),
        "cost_benefit",
    ),
];

/// A scenario without its interventions; these go to the end.
#[derive(Clone, Debug)]
struct Sample {
    text: String,
    starter: usize,
}

impl Sample {
    fn with(&self, interventions: &str) -> String {
        format!("{},\"interventions\":[{interventions}]}}", self.text)
    }
}

/// A page-mapped device of any shape with GC, under another policy than the starter's or the same.
fn sample() -> impl Strategy<Value = Sample> {
    let shape = (6..40u32, 2..17u32, 10..45u32, 0..4usize, 0..4usize);
    let run = (any::<u32>(), 20..400u32, 0..30u32, 0..4usize, 0..2u32);
    (shape, run).prop_map(|((blocks, pages, spare, base, starter), (seed, requests, trims, kind, prefilled))| {
        // At least five blocks beyond the data: GC needs some (SPEC 3).
        let data = (blocks * (100 - spare) / 100).min(blocks - 5).max(1);
        let workload = [
            r#""kind":"uniform""#,
            r#""kind":"zipf","theta":0.9"#,
            r#""kind":"hot_cold","r":0.9,"f":0.5"#,
            r#""kind":"sequential""#,
        ][kind];
        let base = STARTERS[base].1;
        let mut text = format!(
            r#"{{"format":1,"seed":{seed},"device":{{"blocks":{blocks},"pages_per_block":{pages},"timing":"slides"}},"logical_pages":{},"ftl":{{"kind":"page","gc_policy":"{base}"}},"workload":{{{workload},"requests":{requests}"#,
            data * pages
        );
        if kind != 3 {
            write!(text, ",\"trim_fraction\":0.{trims:02}").expect("text");
        }
        text.push('}');
        // A program finds the closed blocks in the order of closing, as a changed policy does; one that stays knows more.
        if prefilled == 1 && base != STARTERS[starter].1 {
            text.push_str(r#","precondition":[{"kind":"fill_and_invalidate","fraction":0.5}]"#);
        }
        Sample { text, starter }
    })
}

/// The device at the end of a scenario, without a policy.
fn served(text: &str) -> Device {
    let setup = scenario::parse(text).unwrap_or_else(|f| panic!("{}\n{text}", f.message));
    let mut device = Device::new(&setup).expect("no initial state");
    let mut preparation = Preparation::new(&setup);
    while let Some(request) = preparation.next(&device) {
        device.prepare(&request).expect("the precondition runs");
    }
    device.start_counting();
    let source = Source::workload(&setup, &|_| None).expect("no trace");
    for (at, request) in (0..).zip(source) {
        device.intervene(&setup, at);
        device
            .record(&request, &mut Vec::new())
            .expect("a legal run");
    }
    device
}

fn same(a: &Device, b: &Device) -> Result<(), TestCaseError> {
    prop_assert_eq!(a.counters(), b.counters());
    prop_assert_eq!(a.work(), b.work());
    prop_assert_eq!(a.times().service, b.times().service);
    prop_assert_eq!(View::of(a).hash(), View::of(b).hash());
    Ok(())
}

fn cases() -> u32 {
    if std::env::var_os("DEEP").is_some() {
        10_000
    } else {
        300
    }
}

proptest! {
    #![proptest_config(Config { cases: cases(), failure_persistence: None, ..Config::default() })]

    #[test]
    fn starters_are_the_built_in_policies(sample in sample()) {
        let (source, name) = STARTERS[sample.starter];
        let program = load(source.as_bytes()).expect("a starter loads");
        let mut run = Run::open(&sample.with(""), program)
            .unwrap_or_else(|f| panic!("{}\n{}", f.message, sample.text));
        prop_assert!(run.slice(u32::MAX).expect("a starter chooses well"));
        let set = format!(r#"{{"request":0,"set":{{"gc_policy":"{name}"}}}}"#);
        same(run.device(), &served(&sample.with(&set)))?;
        same(run.device(), &served(&run.scenario()))?;
        // A long run, which keeps no events, is the same.
        let program = load(source.as_bytes()).expect("a starter loads");
        let mut unseen = Run::open_unseen(&sample.with(""), program).expect("it opened before");
        prop_assert!(unseen.slice(u32::MAX).expect("it chose well before"));
        same(unseen.device(), run.device())?;
        prop_assert_eq!(unseen.outcome().choices, run.outcome().choices);
    }
}

#[test]
fn a_long_run_places_pages_as_a_short_one_does() {
    let scenario = r#"{"format":1,"device":{"blocks":24,"pages_per_block":8,"timing":"slides"},"logical_pages":96,
        "ftl":{"kind":"page","hot_cold":{"classifier":"recency"}},
        "workload":{"kind":"hot_cold","r":0.9,"f":0.1,"requests":3000,"trim_fraction":0.05}}"#;
    // The time of the question, the page and the notes all count in the answer; floats are as on the page.
    let code = "let written = new Float64Array(96), trims = 0;
        export function trim() { trims += 1; }
        export function placement(lpn, now) {
          const soon = now - written[lpn] < 40 + trims % 7;
          written[lpn] = now;
          return soon ? 1 : 0;
        }";
    let mut short = Run::open(scenario, load(code.as_bytes()).unwrap()).unwrap();
    let mut long = Run::open_unseen(scenario, load(code.as_bytes()).unwrap()).unwrap();
    assert!(short.slice(u32::MAX).unwrap() && long.slice(u32::MAX).unwrap());
    assert!(short.outcome().choices.len() > 100);
    assert_eq!(long.outcome().choices, short.outcome().choices);
    assert_eq!(long.outcome().asked, short.outcome().asked);
}
