//! The laws of SPEC 10, for every scheme, every option and every workload, down to the smallest legal device; with and without
//! a write buffer in front, of any kind.

use crate::support;

use proptest::prelude::*;
use sim::device::{AHEAD, Device};
use sim::preparation::Preparation;
use sim::protocol::{Position, Target};
use sim::scenario;
use sim::simulation::Simulation;
use sim::view::{UnderWay, View};
use sim::workload::{Ends, Request, Source};
use std::sync::Arc;

use support::{Sample, buffered_sample, scheme_sample};

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
    let source =
        Source::workload(&setup, &support::trace_in).expect("the trace is in the scenario");
    (setup, device, source)
}

fn simulation(text: &str) -> Simulation {
    let (setup, device, source) = prepared(text);
    let requests = source.len();
    Simulation::new(Arc::new(setup), device, source, requests)
}

/// The laws of each scheme, under its name: random scenarios with every option, one thing after another and side by side.
macro_rules! laws {
    ($($kind:ident $name:literal $scheme:ident $ftl:ident $options:ident,)*) => {$(
        mod $scheme {
            use super::*;

            proptest! {
                #![proptest_config(ProptestConfig::with_cases(cases()))]

                #[test]
                fn every_step_keeps_the_laws(Sample { text, .. } in scheme_sample($name, 1..120)) {
                    keeps_the_laws(&text)?;
                }

                #[test]
                fn the_silent_run_is_the_same_run(Sample { text, .. } in scheme_sample($name, 1..60)) {
                    is_the_same_silently(&text)?;
                }

                #[test]
                fn moves_end_where_a_straight_run_would_be(
                    Sample { text, requests } in scheme_sample($name, 1..40),
                    moves in proptest::collection::vec((0..9u8, any::<u32>(), any::<u32>()), 1..40),
                ) {
                    moves_like_a_straight_run(&text, requests, &moves)?;
                }

                // On several channels, behind a scheduler (SPEC 7), where power is not cut.

                #[test]
                fn every_step_keeps_the_laws_side_by_side(
                    Sample { text, .. } in scheme_sample($name, 1..120),
                    host in support::host(),
                ) {
                    keeps_the_laws(&support::side_by_side(&text, &host))?;
                }

                #[test]
                fn the_silent_run_is_the_same_run_side_by_side(
                    Sample { text, .. } in scheme_sample($name, 1..60),
                    host in support::host(),
                ) {
                    is_the_same_silently(&support::side_by_side(&text, &host))?;
                }

                #[test]
                fn moves_end_where_a_straight_run_would_be_side_by_side(
                    Sample { text, requests } in scheme_sample($name, 1..40),
                    host in support::host(),
                    moves in proptest::collection::vec((0..9u8, any::<u32>(), any::<u32>()), 1..40),
                ) {
                    moves_like_a_straight_run(&support::side_by_side(&text, &host), requests, &moves)?;
                }

                // Behind a write buffer (SPEC 6).

                #[test]
                fn every_step_keeps_the_laws_behind_a_buffer(Sample { text, .. } in buffered_sample($name, 1..120)) {
                    keeps_the_laws(&text)?;
                }

                #[test]
                fn the_silent_run_is_the_same_run_behind_a_buffer(Sample { text, .. } in buffered_sample($name, 1..60)) {
                    is_the_same_silently(&text)?;
                }

                #[test]
                fn moves_end_where_a_straight_run_would_be_behind_a_buffer(
                    Sample { text, requests } in buffered_sample($name, 1..40),
                    moves in proptest::collection::vec((0..9u8, any::<u32>(), any::<u32>()), 1..40),
                ) {
                    moves_like_a_straight_run(&text, requests, &moves)?;
                }

                // Requests in bytes, which start and end inside pages (SPEC 2.1), alone or behind a write buffer or side by side.

                #[test]
                fn every_step_keeps_the_laws_in_bytes(
                    Sample { text, .. } in prop_oneof![scheme_sample($name, 1..2), buffered_sample($name, 1..2)],
                    rows in support::rows(1..80),
                    host in proptest::option::of(support::host()),
                ) {
                    let text = support::in_bytes(&text, &rows);
                    keeps_the_laws(&host.map_or(text.clone(), |host| support::side_by_side(&text, &host)))?;
                }

                #[test]
                fn the_silent_run_is_the_same_run_in_bytes(
                    Sample { text, .. } in prop_oneof![scheme_sample($name, 1..2), buffered_sample($name, 1..2)],
                    rows in support::rows(1..60),
                ) {
                    is_the_same_silently(&support::in_bytes(&text, &rows))?;
                }

                #[test]
                fn moves_end_where_a_straight_run_would_be_in_bytes(
                    Sample { text, .. } in prop_oneof![scheme_sample($name, 1..2), buffered_sample($name, 1..2)],
                    rows in support::rows(1..40),
                    host in proptest::option::of(support::host()),
                    moves in proptest::collection::vec((0..9u8, any::<u32>(), any::<u32>()), 1..40),
                ) {
                    let text = support::in_bytes(&text, &rows);
                    let text = host.map_or(text.clone(), |host| support::side_by_side(&text, &host));
                    moves_like_a_straight_run(&text, simulation(&text).requests(), &moves)?;
                }

                // Both.

                #[test]
                fn every_step_keeps_the_laws_behind_a_buffer_side_by_side(
                    Sample { text, .. } in buffered_sample($name, 1..120),
                    host in support::host(),
                ) {
                    keeps_the_laws(&support::side_by_side(&text, &host))?;
                }

                #[test]
                fn moves_end_where_a_straight_run_would_be_behind_a_buffer_side_by_side(
                    Sample { text, requests } in buffered_sample($name, 1..40),
                    host in support::host(),
                    moves in proptest::collection::vec((0..9u8, any::<u32>(), any::<u32>()), 1..40),
                ) {
                    moves_like_a_straight_run(&support::side_by_side(&text, &host), requests, &moves)?;
                }
            }
        }
    )*
    };
}

ftl::each_scheme!(laws);

/// Laws 1 to 4, and completeness: after each request the folded view is the device.
fn keeps_the_laws(text: &str) -> Result<(), TestCaseError> {
    let (setup, mut device, source) = prepared(text);
    refuses_a_block_less(text, &setup)?;
    let mut view = View::of(&device);
    for request in source {
        let mut events = Vec::new();
        device
            .serve(&request, &mut events)
            .expect("laws 1 and 3: reads are right, the pool suffices");
        device.check().expect("laws 1 and 2");
        for event in &events {
            view.fold(event);
        }
        prop_assert_eq!(
            view.counters(),
            device.counters(),
            "law 4: counters are sums over events"
        );
        prop_assert_eq!(view.buffer_counters(), device.buffer_counters());
        prop_assert_eq!(view.hash(), View::of(&device).hash(), "events are complete");
        prop_assert!(
            *view.under_way() == UnderWay::default() && view.destage().is_none(),
            "what began has ended"
        );
    }
    let pool = device.pool();
    let used = (0..setup.geometry.blocks)
        .filter(|&b| pool.role(nand::Pbn(b)) != ftl::Role::Free)
        .count() as u32;
    prop_assert_eq!(pool.len() + used, setup.geometry.blocks);
    Ok(())
}

/// Law 3: on the fewest blocks that the scheme says it needs the scenario runs, with one less it is refused, with the figure.
fn refuses_a_block_less(text: &str, setup: &scenario::Setup) -> Result<(), TestCaseError> {
    let needed = setup.scheme.minimum_blocks(setup.shape());
    let given = format!(r#"{{"blocks":{},"#, setup.geometry.blocks);
    let with = |blocks: u64| text.replacen(&given, &format!(r#"{{"blocks":{blocks},"#), 1);
    prop_assert!(text.contains(&given) && scenario::parse(&with(needed)).is_ok());
    // Also asked of a device that is too small, which the page makes larger.
    let asked = scenario::needs::minimum_blocks(&with(1));
    prop_assert_eq!(asked, Some(needed));
    let refused = scenario::parse(&with(needed - 1)).expect_err("one block less");
    prop_assert_eq!(refused.field.as_deref(), Some("device.blocks"));
    let figure = format!("`{}` needs {needed} blocks", setup.scheme.name());
    prop_assert!(refused.message.contains(&figure), "{}", refused.message);
    Ok(())
}

/// Events on or off makes no difference to the device, nor do requests served many at a time.
fn is_the_same_silently(text: &str) -> Result<(), TestCaseError> {
    let (_, device, source) = prepared(text);
    let requests: Vec<Request> = source.collect();
    // The same pages, written: what long runs do fastest.
    let writes = requests.iter().map(|&request| Request {
        op: ftl::HostOp::Write,
        pages: 1,
        time_ns: None,
        ends: Ends::WHOLE,
        ..request
    });
    for requests in [writes.collect(), requests] {
        let [mut loud, mut silent, mut bulk] = [(); 3].map(|()| device.clone());
        for request in &requests {
            loud.serve(request, &mut Vec::new()).expect("runs");
            silent.serve(request, &mut ftl::Silent).expect("runs");
        }
        for requests in requests.chunks(AHEAD as usize) {
            bulk.serve_all(requests).expect("runs");
        }
        for other in [silent, bulk] {
            prop_assert_eq!(View::of(&loud).hash(), View::of(&other).hash());
            prop_assert_eq!(loud.times(), other.times());
        }
    }
    Ok(())
}

/// Law 5: however one gets to a position, the view there is that of a straight run.
fn moves_like_a_straight_run(
    text: &str,
    requests: u32,
    moves: &[(u8, u32, u32)],
) -> Result<(), TestCaseError> {
    let mut travelled = simulation(text);
    for &(kind, a, b) in moves {
        step(&mut travelled, kind, a % (requests + 1), b % 64);
        let position = travelled.position();
        let mut straight = simulation(text);
        while straight.position() < position {
            let grain = if straight.position().request < position.request {
                ftl::Grain::Request
            } else {
                break;
            };
            straight
                .run(Target::Step { grain, back: false })
                .expect("runs");
        }
        if position.event > 0 {
            straight.run(Target::Position { position }).expect("runs");
        }
        prop_assert_eq!(straight.position(), position);
        prop_assert_eq!(straight.report(), travelled.report());
        prop_assert_eq!(straight.events(), travelled.events());
    }
    Ok(())
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

/// Scenarios of each scheme and law; `npm run test:deep` sets `DEEP`.
fn cases() -> u32 {
    if std::env::var_os("DEEP").is_some() {
        10_000
    } else {
        50
    }
}
