//! The counts while several steps are played at a time, against the plain way: every event, one after the other.

use crate::support;

use ftl::{Event, Grain};
use proptest::prelude::*;
use sim::predicate;
use sim::protocol::{Position, Target};
use sim::simulation::Simulation;

use support::{Sample, sample, simulation};

/// How a picture is reached from the one before it.
#[derive(Clone, Copy, Debug)]
enum Way {
    Step(Grain),
    /// This many requests on, at once.
    On(u32),
    /// To the next erase, by a search that may look beyond it.
    Erase,
    /// Steps with a breakpoint in the way.
    Stop,
}

fn way() -> impl Strategy<Value = Way> {
    prop_oneof![
        Just(Way::Step(Grain::Operation)),
        Just(Way::Step(Grain::Action)),
        Just(Way::Step(Grain::Request)),
        (1..40u32).prop_map(Way::On),
        Just(Way::Erase),
        Just(Way::Stop),
    ]
}

fn go(simulation: &mut Simulation, way: Way) {
    let Position { request, .. } = simulation.position();
    let (target, stops) = match way {
        Way::Step(grain) => (Target::Step { grain, back: false }, None),
        Way::On(requests) => {
            let request = request + requests;
            let position = Position::before(request);
            (Target::Position { position }, None)
        }
        Way::Erase => {
            let until = predicate::parse("erase").expect("a predicate");
            (Target::Next { until, back: false }, None)
        }
        Way::Stop => {
            let request = request + 3;
            let position = Position::before(request);
            let stops = predicate::parse("gc or merge").expect("a predicate");
            (Target::Position { position }, Some(stops))
        }
    };
    simulation.go(target, stops);
    while simulation.slice(40).expect("runs").is_none() {}
}

/// Programs by page and erases by block in the events between two positions, gone through one request after the other.
fn plain(text: &str, from: Position, to: Position) -> (Vec<u32>, Vec<u32>) {
    let mut other = simulation(text);
    let geometry = other.view().chip().geometry();
    let mut programs = vec![0; geometry.pages() as usize];
    let mut erases = vec![0; geometry.blocks as usize];
    for request in from.request..=to.request.min(other.requests() - 1) {
        let position = Position::before(request + 1);
        other.run(Target::Position { position }).expect("runs");
        for (event, index) in other.events().0.iter().zip(0..) {
            let at = Position {
                request,
                event: index,
            };
            if at < from || at >= to {
                continue;
            }
            match event {
                Event::Program { ppn, .. } => programs[ppn.0 as usize] += 1,
                Event::Erase { pbn, .. } => erases[pbn.0 as usize] += 1,
                _ => {}
            }
        }
    }
    (programs, erases)
}

fn check(Sample { text, .. }: &Sample, quiet: &[Way], ways: &[Way]) -> Result<(), TestCaseError> {
    let mut simulation = simulation(text);
    for way in quiet {
        simulation.count(false);
        go(&mut simulation, *way);
        prop_assert_eq!(simulation.tally(), None);
    }
    let from = simulation.position();
    let before = simulation.report();
    for way in ways {
        simulation.count(true);
        go(&mut simulation, *way);
    }
    let Some(tally) = simulation.tally() else {
        prop_assert!(ways.is_empty());
        return Ok(());
    };
    let (programs, erases) = plain(text, from, simulation.position());
    prop_assert_eq!(&tally.programs, &programs);
    prop_assert_eq!(&tally.erases, &erases);
    let after = simulation.report();
    let sum = |counts: &[u32]| counts.iter().map(|&n| u64::from(n)).sum::<u64>();
    prop_assert_eq!(
        sum(&programs),
        after.flash.programs.total - before.flash.programs.total
    );
    prop_assert_eq!(
        sum(&erases),
        after.flash.erases.total - before.flash.erases.total
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn every_program_and_erase_is_counted_once(
        sample in sample(1..120),
        quiet in proptest::collection::vec(way(), 0..4),
        ways in proptest::collection::vec(way(), 1..12),
    ) {
        check(&sample, &quiet, &ways)?;
    }
}

#[test]
fn a_step_back_ends_the_count() {
    let text = r#"{"format":1,"device":{"blocks":8,"pages_per_block":4},"logical_pages":16,
        "ftl":{"kind":"page"},"workload":{"kind":"uniform","requests":50}}"#;
    let mut simulation = simulation(text);
    simulation.count(true);
    go(&mut simulation, Way::On(20));
    assert!(simulation.tally().is_some());
    simulation.count(true);
    simulation
        .run(Target::Step {
            grain: Grain::Request,
            back: true,
        })
        .expect("runs");
    assert_eq!(simulation.tally(), None);
}
