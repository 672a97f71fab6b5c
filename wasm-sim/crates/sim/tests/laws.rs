//! The laws of SPEC 10, for every scheme, every option and every workload, down to the smallest legal device.

mod support;

use proptest::prelude::*;
use sim::device::Device;
use sim::preparation::Preparation;
use sim::protocol::{Position, Target};
use sim::scenario;
use sim::simulation::Simulation;
use sim::view::View;
use sim::workload::Source;
use std::sync::Arc;

use support::{Sample, sample};

/// A device after precondition and warm-up, with its workload.
fn prepared(text: &str) -> (scenario::Setup, Device, Source) {
    let setup = scenario::parse(text)
        .unwrap_or_else(|f| panic!("{}: {}\n{text}", f.field.unwrap_or_default(), f.message));
    let mut device = Device::new(&setup).expect("no explicit initial state");
    let mut preparation = Preparation::new(&setup);
    while let Some(request) = preparation.next(&device) {
        device.prepare(&request).expect("the precondition runs");
        device.check().expect("laws 1 and 2 hold while preparing");
    }
    device.start_counting();
    let source = Source::workload(&setup, &|_| None).expect("no trace");
    (setup, device, source)
}

fn simulation(text: &str) -> Simulation {
    let (setup, device, source) = prepared(text);
    let requests = source.len();
    Simulation::new(Arc::new(setup), device, source, requests)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    /// Laws 1 to 4, and completeness: after each request the folded view is the device.
    #[test]
    fn every_step_keeps_the_laws(Sample { text, .. } in sample(1..120)) {
        let (setup, mut device, source) = prepared(&text);
        let mut view = View::of(&device);
        for request in source {
            let mut events = Vec::new();
            device.serve(&request, &mut events).expect("laws 1 and 3: reads are right, the pool suffices");
            device.check().expect("laws 1 and 2");
            for event in &events {
                view.fold(event);
            }
            prop_assert_eq!(view.counters(), device.counters(), "law 4: counters are sums over events");
            prop_assert_eq!(view.hash(), View::of(&device).hash(), "events are complete");
            prop_assert!(
                view.merge().is_none() && view.reclaim().is_none() && view.gc().is_none() && view.inner().is_none() && view.recovery().is_none(),
                "what began has ended"
            );
        }
        let pool = device.pool();
        let used = (0..setup.geometry.blocks).filter(|&b| pool.role(nand::Pbn(b)) != ftl::Role::Free).count() as u32;
        prop_assert_eq!(pool.len() + used, setup.geometry.blocks);
    }

    /// Events on or off makes no difference to the device.
    #[test]
    fn the_silent_run_is_the_same_run(Sample { text, .. } in sample(1..60)) {
        let (_, mut loud, source) = prepared(&text);
        let mut silent = loud.clone();
        for request in source {
            loud.serve(&request, &mut Vec::new()).expect("runs");
            silent.serve(&request, &mut ftl::Silent).expect("runs");
        }
        prop_assert_eq!(View::of(&loud).hash(), View::of(&silent).hash());
    }

    /// Law 5: however one gets to a position, the view there is that of a straight run.
    #[test]
    fn moves_end_where_a_straight_run_would_be(
        Sample { text, requests } in sample(1..40),
        moves in proptest::collection::vec((0..9u8, any::<u32>(), any::<u32>()), 1..40),
    ) {
        let mut travelled = simulation(&text);
        for (kind, a, b) in moves {
            step(&mut travelled, kind, a % (requests + 1), b % 64);
            let position = travelled.position();
            let mut straight = simulation(&text);
            while straight.position() < position {
                let grain = if straight.position().request < position.request {
                    ftl::Grain::Request
                } else {
                    break;
                };
                straight.run(Target::Step { grain, back: false }).expect("runs");
            }
            if position.event > 0 {
                straight.run(Target::Position { position }).expect("runs");
            }
            prop_assert_eq!(straight.position(), position);
            prop_assert_eq!(straight.report(), travelled.report());
            prop_assert_eq!(straight.events(), travelled.events());
        }
    }
}

fn step(simulation: &mut Simulation, kind: u8, request: u32, event: u32) {
    use ftl::Grain::{Action, Operation, Request};
    let target = match kind {
        0 => Target::Step {
            grain: Operation,
            back: true,
        },
        1 => Target::Step {
            grain: Operation,
            back: false,
        },
        2 => Target::Step {
            grain: Action,
            back: true,
        },
        3 => Target::Step {
            grain: Action,
            back: false,
        },
        4 => Target::Step {
            grain: Request,
            back: true,
        },
        5 => Target::Step {
            grain: Request,
            back: false,
        },
        6 => Target::Next {
            until: sim::predicate::parse("erase").expect("a predicate"),
            back: false,
        },
        7 => Target::Position {
            position: Position { request, event },
        },
        _ => {
            // A fork with nothing changed goes on as the original would.
            *simulation = simulation.fork(Arc::clone(simulation.setup()));
            return;
        }
    };
    simulation.run(target).expect("runs");
}

/// `npm run test:deep` sets `DEEP`.
fn cases() -> u32 {
    if std::env::var_os("DEEP").is_some() {
        10_000
    } else {
        300
    }
}
