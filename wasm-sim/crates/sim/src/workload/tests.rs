//! Sources: what they hand out, that it is fixed, and that a checkpoint goes on as the source itself.

use std::rc::Rc;

use ftl::HostOp;
use nand::Columns;
use trace::{Mapping, Trace};

use super::{Request, Source};
use crate::failure::{Failure, FailureKind};
use crate::scenario::{self, Setup};

/// A scenario on 40 logical pages with 4 pages in a block.
pub(super) fn setup(rest: &str) -> Setup {
    let text = format!(
        r#"{{ "format": 1, "device": {{ "blocks": 12, "pages_per_block": 4, "page_bytes": 4096 }},
            "logical_pages": 40, "ftl": {{ "kind": "page" }}, {rest} }}"#
    );
    scenario::parse(&text).unwrap_or_else(|failure| panic!("{failure:?}\n{text}"))
}

pub(super) fn workload(fields: &str) -> Source {
    Source::workload(&setup(&format!(r#""workload": {{ {fields} }}"#)), &|_| None)
        .expect("no trace is asked for")
}

fn precondition(step: &str) -> Source {
    let rest =
        format!(r#""precondition": [{{ {step} }}], "workload": {{ "kind": "ops", "ops": "" }}"#);
    Source::precondition(&setup(&rest), 0)
}

/// `w5`, `r7+2`, ... as in `ops`.
pub(super) fn tokens(source: Source) -> String {
    let token = |r: Request| {
        let op = match r.op {
            HostOp::Read => 'r',
            HostOp::Write => 'w',
            HostOp::Trim => 't',
        };
        if r.pages == 1 {
            format!("{op}{}", r.lpn)
        } else {
            format!("{op}{}+{}", r.lpn, r.pages)
        }
    };
    source.map(token).collect::<Vec<_>>().join(" ")
}

const MIXED: &str =
    r#""requests": 12, "read_fraction": 0.5, "pages": {"min": 1, "max": 3}, "range": [8, 28]"#;

#[test]
fn ops_come_as_written() {
    let source = workload(r#""kind": "ops", "ops": "w5,w8+3 r7\nT10", "interarrival_ms": 0.25"#);
    assert_eq!(
        source.clone().map(|r| r.time_ns).collect::<Vec<_>>(),
        [Some(0), Some(250_000), Some(500_000), Some(750_000)]
    );
    assert_eq!(tokens(source), "w5 w8+3 r7 t10");
}

#[test]
fn a_sequential_round_touches_every_page_once() {
    let source =
        workload(r#""kind": "sequential", "requests": 6, "pages": 4, "range": [2, 12], "from": 6"#);
    assert_eq!(tokens(source), "w6+4 w10+2 w2+4 w6+4 w10+2 w2+4");
    let whole = workload(r#""kind": "sequential", "requests": 42"#);
    assert_eq!(
        whole.map(|r| r.lpn).collect::<Vec<_>>(),
        (0..40).chain(0..2).collect::<Vec<_>>()
    );
}

#[test]
fn generated_requests_are_fixed() {
    let of = |kind: &str| tokens(workload(&format!("{kind}, {MIXED}")));
    assert_eq!(
        of(r#""kind": "uniform""#),
        "w9+3 w19 w9+2 r14+3 r9+2 r16+2 w13+2 w16 r11+2 w21+2 w17+2 w13+3"
    );
    assert_eq!(
        of(r#""kind": "hot_cold", "r": 0.9, "f": 0.25"#),
        "w11 r9+3 r9+3 r8 w9+3 r10 r12 w10+2 w8+3 r10+3 r11+2 w8+2"
    );
    assert_eq!(
        of(r#""kind": "sequential""#),
        "w8+3 r11+3 r14+2 w16+2 r18 w19+2 r21+2 r23 w24+2 w26+2 r8+3 r11+2"
    );
    assert_eq!(
        tokens(precondition(r#""kind": "random_fill""#)),
        "w11 w0 w27 w21 w29 w14 w5 w2 w30 w37 w39 w15 w1 w9 w6 w34 w33 w8 w12 w32 w26 w23 w36 w25 w24 w3 w28 w19 w4 w17 w18 w22 w7 w10 w35 w38 w16 w20 w13 w31"
    );
}

#[test]
fn another_seed_gives_other_requests() {
    let with = |seed: u32| {
        let setup = setup(&format!(
            r#""seed": {seed}, "workload": {{ "kind": "uniform", {MIXED} }}"#
        ));
        tokens(Source::workload(&setup, &|_| None).unwrap())
    };
    assert_eq!(
        with(1),
        tokens(workload(&format!(r#""kind": "uniform", {MIXED}"#)))
    );
    assert_ne!(with(1), with(2));
}

#[test]
fn requests_stay_in_the_range_and_keep_their_shares() {
    let common = r#""requests": 100000, "read_fraction": 0.3, "pages": {"min": 1, "max": 3}, "range": [8, 28]"#;
    for kind in [
        r#""kind": "uniform""#,
        r#""kind": "hot_cold", "r": 0.9, "f": 0.25"#,
    ] {
        let requests: Vec<_> = workload(&format!("{kind}, {common}")).collect();
        assert!(
            requests.iter().all(|r| r.lpn >= 8 && r.lpn + r.pages <= 28),
            "{kind}"
        );
        assert!(
            (8..28).all(|lpn| requests
                .iter()
                .any(|r| (r.lpn..r.lpn + r.pages).contains(&lpn))),
            "{kind}"
        );
        let share = |what: &dyn Fn(&Request) -> bool| {
            requests.iter().filter(|r| what(r)).count() as f64 / 1e5
        };
        assert!(
            (share(&|r| r.op == HostOp::Read) - 0.3).abs() < 0.01,
            "{kind}"
        );
        assert!(
            (share(&|r| r.pages == 3) - 1.0 / 3.0).abs() < 0.01,
            "{kind}"
        );
        if kind.contains("hot_cold") {
            assert!((share(&|r| r.lpn < 13) - 0.9).abs() < 0.01);
            assert!(
                requests
                    .iter()
                    .all(|r| r.lpn >= 13 || r.lpn + r.pages <= 13),
                "a request in both parts"
            );
        }
    }
}

#[test]
fn preconditions_write_what_they_say() {
    assert_eq!(
        tokens(precondition(
            r#""kind": "sequential", "from": 5, "pages": 3"#
        )),
        "w5 w6 w7"
    );
    let mut order: Vec<_> = precondition(r#""kind": "random_fill""#)
        .map(|r| r.lpn)
        .collect();
    assert!(!order.is_sorted());
    order.sort_unstable();
    assert_eq!(order, (0..40).collect::<Vec<_>>());
    let invalidate = precondition(r#""kind": "fill_and_invalidate", "fraction": 0.5"#);
    assert_eq!(invalidate.len(), 60);
    let lpns: Vec<_> = invalidate.map(|r| r.lpn).collect();
    assert_eq!(lpns[..40], (0..40).collect::<Vec<_>>());
    assert!(lpns[40..].iter().all(|lpn| *lpn < 40));
    assert_eq!(precondition(r#""kind": "fill_and_invalidate""#).len(), 80);
}

#[test]
fn the_workload_does_not_depend_on_the_precondition() {
    let after = |steps: &str| {
        let setup = setup(&format!(
            r#""precondition": [{steps}], "workload": {{ "kind": "uniform", {MIXED} }}"#
        ));
        for step in 0..setup.preconditions.len() as u32 {
            assert!(Source::precondition(&setup, step).count() > 0);
        }
        tokens(Source::workload(&setup, &|_| None).unwrap())
    };
    assert_eq!(
        after(""),
        after(r#"{"kind": "random_fill"}, {"kind": "fill_and_invalidate"}"#)
    );
    let two = setup(
        r#""precondition": [{"kind": "random_fill"}, {"kind": "random_fill"}], "workload": { "kind": "ops", "ops": "" }"#,
    );
    assert_ne!(
        tokens(Source::precondition(&two, 0)),
        tokens(Source::precondition(&two, 1))
    );
}

fn trace(ops: &str) -> Rc<Trace> {
    Rc::new(Trace::from_records(&trace::parse_ops(ops).unwrap()).unwrap())
}

fn mapped(fields: &str) -> Source {
    let setup = setup(&format!(
        r#""workload": {{ "kind": "trace", "path": "a.ops", "aliasing": "allow", {fields} }}"#
    ));
    let given = trace("w5 w38+4 r100 t39+2 w0+81");
    Source::workload(&setup, &|name| (name == "a.ops").then(|| Rc::clone(&given))).unwrap()
}

/// The requests of a trace, with further fields of the workload.
fn of_trace(fields: &str, ops: &str) -> Result<Source, Failure> {
    let comma = if fields.is_empty() { "" } else { "," };
    let setup = setup(&format!(
        r#""workload": {{ "kind": "trace", "path": "a.ops"{comma} {fields} }}"#
    ));
    Source::workload(&setup, &|_| Some(trace(ops)))
}

#[test]
fn a_trace_is_mapped_onto_the_device() {
    // 101 pages of trace on 40 logical pages.
    assert_eq!(
        tokens(mapped(r#""mapping": "wrap""#)),
        "w5 w38+4 r20 t39+2 w0+81"
    );
    assert_eq!(
        tokens(mapped(r#""mapping": "scale""#)),
        "w1 w15+4 r39 t15+2 w0+81"
    );
    let dropped = mapped(r#""mapping": "drop""#);
    assert_eq!(dropped.len(), 4);
    assert_eq!(tokens(dropped), "w5 w38+2 t39 w0+40");
    assert_eq!(
        tokens(mapped(r#""mapping": "drop", "requests": 3"#)),
        "w5 w38+2"
    );
    assert_eq!(mapped(r#""mapping": "wrap", "requests": 99"#).len(), 5);
}

#[test]
fn a_trace_that_goes_beyond_the_device_is_compacted_unless_a_scenario_says_otherwise() {
    // 0, 7 and 8, 5000, 70000 become 0 to 4.
    let sparse = "w70000 w7+2 r0 t5000 w8";
    for fields in ["", r#""mapping": "compact""#] {
        let source = of_trace(fields, sparse).unwrap();
        let addresses = source.addresses().unwrap();
        assert_eq!(
            (
                addresses.mapping,
                addresses.accesses,
                addresses.share.to_bits()
            ),
            (Mapping::Compact, 6, 0)
        );
        assert_eq!(tokens(source), "w4 w1+2 r0 t3 w2");
    }
    // 70000 and 5000 are 0 as well.
    let wrapped = of_trace(r#""mapping": "wrap", "aliasing": "allow""#, sparse).unwrap();
    let addresses = wrapped.addresses().unwrap();
    assert_eq!((addresses.aliased, addresses.dropped), (3, 0));
    assert_eq!(addresses.share.to_bits(), 0.5f64.to_bits());
    assert_eq!(tokens(wrapped), "w0 w7+2 r0 t0 w8");
    // A trace that fits is not changed, and nothing is reported.
    let fits = of_trace("", "w39 w7").unwrap();
    assert_eq!(fits.addresses(), None);
    assert_eq!(tokens(fits), "w39 w7");
}

#[test]
fn a_trace_that_touches_more_pages_than_the_device_has_is_refused_with_a_way_out() {
    let source = |fields: &str| of_trace(fields, "w100+40 w200");
    let failure = source("").unwrap_err();
    assert_eq!(
        (failure.message.as_str(), failure.field.as_deref()),
        (
            "the trace touches 41 pages, and the device has 40 logical pages",
            Some("workload.mapping")
        )
    );
    assert!(
        failure.remedy.contains("at least 41 logical pages"),
        "{failure:?}"
    );
    assert_eq!(tokens(source(r#""requests": 1"#).unwrap()), "w0+40");
    for mapping in ["wrap", "scale", "drop"] {
        assert!(source(&format!(r#""mapping": "{mapping}", "aliasing": "allow""#)).is_ok());
    }
}

#[test]
fn a_mapping_that_changes_more_than_a_hundredth_of_the_accesses_is_refused_unless_it_is_allowed() {
    // Of the accesses of this trace one is of page 0 of the device, which is also page 40: two are aliased, one would be dropped.
    let of = |accesses: usize| format!("w0 w40{}", " w1".repeat(accesses - 2));
    for (mapping, at_most) in [("wrap", 200), ("drop", 100)] {
        let mapping = format!(r#""mapping": "{mapping}""#);
        assert!(of_trace(&mapping, &of(at_most)).is_ok(), "1 % of {at_most}");
        let failure = of_trace(&mapping, &of(at_most - 1)).unwrap_err();
        assert_eq!(
            (failure.message.as_str(), failure.field.as_deref()),
            (
                "1.0 % of the page accesses would be aliased or dropped",
                Some("workload.mapping")
            )
        );
        assert!(
            failure
                .remedy
                .contains("`compact` keeps every address apart")
        );
        let refuse = format!(r#"{mapping}, "aliasing": "refuse""#);
        assert_eq!(of_trace(&refuse, &of(at_most - 1)).unwrap_err(), failure);
        let allow = format!(r#"{mapping}, "aliasing": "allow""#);
        let allowed = of_trace(&allow, &of(at_most - 1)).unwrap();
        assert!(allowed.addresses().unwrap().share > 0.01);
    }
    // Where more pages are touched than there are, compacting is no way out.
    let all: Vec<_> = (0..41).map(|page| format!("w{page}")).collect();
    let failure = of_trace(r#""mapping": "wrap""#, &all.join(" ")).unwrap_err();
    assert!(
        failure
            .remedy
            .starts_with("Give the device at least 41 logical pages"),
        "{failure:?}"
    );
    // Of the requests that run.
    assert!(of_trace(r#""mapping": "wrap", "requests": 1"#, &of(9)).is_ok());
    let failure = of_trace(r#""mapping": "scale""#, "w0 w1 w2 w999").unwrap_err();
    assert!(failure.message.starts_with("75.0 %"), "{failure:?}");
    assert!(of_trace(r#""mapping": "compact""#, "w0 w1 w2 w999").is_ok());
}

#[test]
fn the_oracle_asks_a_trace_for_its_temperatures() {
    let setup = scenario::parse(
        r#"{ "format": 1, "device": { "blocks": 12, "pages_per_block": 4 }, "logical_pages": 32,
"ftl": { "kind": "page", "hot_cold": { "classifier": "oracle" } },
"workload": { "kind": "trace", "path": "a.hotcold" } }"#,
    )
    .expect("whether the trace knows is seen when it is there");
    let mut records = trace::parse_ops("w1 w2 w3").unwrap();
    let given = |records: &[trace::Record]| Rc::new(Trace::from_records(records).unwrap());
    let failure = Source::workload(&setup, &|_| Some(given(&records))).unwrap_err();
    assert_eq!(
        failure.message,
        "the classifier `oracle` asks the workload which pages are hot, and the trace `a.hotcold` has no temperatures"
    );
    assert_eq!(failure.field.as_deref(), Some("ftl.hot_cold.classifier"));
    records[1].temperature = 10;
    let source = Source::workload(&setup, &|_| Some(given(&records))).unwrap();
    let hot: Vec<_> = source.map(|request| request.hot).collect();
    assert_eq!(hot, [false, true, false]);
}

#[test]
fn a_trace_must_be_there_and_longer_than_the_warm_up() {
    let setup = setup(r#""warmup_requests": 3, "workload": { "kind": "trace", "path": "a.ops" }"#);
    let failure = Source::workload(&setup, &|_| None).unwrap_err();
    assert_eq!(
        (failure.kind, failure.field.as_deref()),
        (FailureKind::Trace, Some("workload.path"))
    );
    let failure = Source::workload(&setup, &|_| Some(trace("w1 w2"))).unwrap_err();
    assert_eq!(failure.field.as_deref(), Some("warmup_requests"));
    let failure = Source::workload(&setup, &|_| Some(trace("w1 w2 w3"))).unwrap_err();
    assert_eq!(
        failure.message,
        "`warmup_requests` is 3; the trace has 3 requests for this device: none is left to be counted"
    );
    assert_eq!(failure.remedy, "Give at most 2.");
    assert_eq!(
        Source::workload(&setup, &|_| Some(trace("w1 w2 w3 w4")))
            .unwrap()
            .len(),
        4
    );
}

/// Saves 64-bit words, or puts them back.
enum Tape {
    Save(Vec<u64>),
    Restore(std::vec::IntoIter<u64>),
}

impl Columns for Tape {
    fn bytes(&mut self, _: &mut Vec<u8>) {
        unreachable!("a source has no columns of bytes");
    }
    fn words(&mut self, _: &mut Vec<u32>) {
        unreachable!("a source has no columns of words");
    }
    fn longs(&mut self, _: &mut Vec<u64>) {
        unreachable!("a source has no columns of longs");
    }
    fn long(&mut self, word: &mut u64) {
        match self {
            Self::Save(words) => words.push(*word),
            Self::Restore(words) => *word = words.next().expect("as many as were saved"),
        }
    }
}

#[test]
fn a_source_goes_on_from_a_checkpoint_as_if_it_had_never_stopped() {
    let sources = [
        workload(&format!(r#""kind": "uniform", {MIXED}"#)),
        workload(&format!(
            r#""kind": "hot_cold", "r": 0.9, "f": 0.25, {MIXED}"#
        )),
        workload(&format!(r#""kind": "sequential", {MIXED}"#)),
        workload(&format!(r#""kind": "zipf", "theta": 1.2, {MIXED}"#)),
        workload(&format!(r#""kind": "streams", "streams": 3, {MIXED}"#)),
        workload(r#""kind": "pattern", "pattern": "b", "requests": 12"#),
        workload(r#""kind": "profile", "profile": "tpch", "requests": 12"#),
        workload(r#""kind": "profile", "profile": "tpch", "requests": 12, "reuse": 0.6"#),
        workload(r#""kind": "ops", "ops": "w1 w2 w3 w4 w5 w6 w7 w8""#),
        precondition(r#""kind": "sequential", "from": 5"#),
        precondition(r#""kind": "random_fill""#),
        precondition(r#""kind": "fill_and_invalidate""#),
        mapped(r#""mapping": "drop""#),
    ];
    for beginning in sources {
        let mut source = beginning.clone();
        for taken in 0..=beginning.len() {
            assert_eq!(source.position(), taken);
            let mut tape = Tape::Save(Vec::new());
            source.columns(&mut tape);
            let Tape::Save(words) = tape else {
                unreachable!()
            };
            let mut restored = beginning.clone();
            restored.columns(&mut Tape::Restore(words.into_iter()));
            assert_eq!(
                restored.collect::<Vec<_>>(),
                source.clone().collect::<Vec<_>>()
            );
            assert_eq!(source.peek(2), source.clone().take(2).collect::<Vec<_>>());
            source.next();
        }
    }
}
