//! Interventions on random scenarios of every scheme (SPEC 11): whatever is chosen, at whatever decision, it is refused and
//! nothing has changed, or everything holds that holds otherwise (SPEC 10), then and later.

use crate::schemes::{SCHEMES, decisions};
use crate::support;

use std::collections::BTreeMap;

use ftl::{Decision, Event, Halt};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use sim::device::{Device, ServeError};
use sim::preparation::Preparation;
use sim::scenario;
use sim::view::View;
use sim::workload::Source;

/// Decision kinds by name: how often another choice than the scheme's own was taken, and refused.
type Seen = BTreeMap<&'static str, (u32, u32)>;

fn name(kind: Decision) -> &'static str {
    match kind {
        Decision::Victim => "victim",
        Decision::LogBlock => "log block",
        Decision::Merge => "merge",
        Decision::Eviction => "eviction",
        Decision::Superblock => "superblock",
        Decision::Chain => "chain",
        Decision::Placement => "placement",
    }
}

/// Overrides a decision of every request: `picks` says which and how.
fn choose(text: &str, picks: &[(u32, u32)], seen: &mut Seen, refused: &mut u32) {
    let setup = scenario::parse(text).unwrap_or_else(|f| panic!("{}\n{text}", f.message));
    let mut device = Device::new(&setup).expect("no explicit initial state");
    let mut preparation = Preparation::new(&setup);
    while let Some(request) = preparation.next(&device) {
        device.prepare(&request).expect("the precondition runs");
    }
    device.start_counting();
    let mut view = View::of(&device);
    let ids = setup.geometry.blocks.max(setup.logical_pages);
    let source = Source::workload(&setup, &|_| None).expect("no trace");
    for (request, &(decision, any)) in source.zip(picks.iter().cycle()) {
        let before = device.clone();
        let mut events = Vec::new();
        let choose = any % ids;
        device.set_choices(vec![(decision, choose)]);
        match device.serve(&request, &mut events) {
            Ok(_) => {}
            Err(ServeError::Halted(Halt::IllegalChoice { choose: of, .. })) => {
                assert_eq!(of, choose);
                *refused += 1;
                device = before;
                events.clear();
                device
                    .serve(&request, &mut events)
                    .expect("goes on as it would have");
            }
            Err(error) => panic!("{error:?} of {choose} at {decision} of {request:?}\n{text}"),
        }
        for event in &events {
            if let Event::Intervened {
                kind,
                instead_of,
                chosen,
                ..
            } = *event
            {
                assert_eq!(chosen, choose);
                let (other, own) = seen.entry(name(kind)).or_default();
                *if chosen == instead_of { own } else { other } += 1;
            }
            view.fold(event);
        }
        device.set_choices(Vec::new());
        device
            .check()
            .unwrap_or_else(|e| panic!("{e:?} after {request:?}\n{text}"));
        assert_eq!(view.counters(), device.counters(), "{text}");
        assert_eq!(view.hash(), View::of(&device).hash(), "{text}");
    }
}

#[test]
fn any_choice_is_refused_or_keeps_the_laws() {
    let cases = if std::env::var_os("DEEP").is_some() {
        2_000
    } else {
        40
    };
    for &scheme in SCHEMES {
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[9; 32]);
        let mut runner = TestRunner::new_with_rng(ProptestConfig::default(), rng);
        let (mut seen, mut refused) = (Seen::new(), 0);
        for _ in 0..cases {
            let tree = (
                support::scheme_sample(scheme, 20..150),
                proptest::collection::vec((0..3u32, any::<u32>()), 150),
            )
                .new_tree(&mut runner)
                .expect("a sample");
            let (sample, picks) = tree.current();
            choose(&sample.text, &picks, &mut seen, &mut refused);
        }
        println!("{scheme}: {seen:?}, {refused} refused");
        assert_eq!(
            seen.keys().copied().collect::<Vec<_>>(),
            decisions(scheme),
            "decisions of {scheme}"
        );
        assert!(
            seen.values().all(|&(other, _)| other > 0),
            "{scheme}: {seen:?}"
        );
        assert_eq!(refused > 0, !decisions(scheme).is_empty(), "{scheme}");
    }
}
