//! A request with very many events is held in pieces: nothing that is shown, found or counted depends on where they are cut.

use crate::support;

use ftl::Grain;
use proptest::prelude::*;
use sim::frame::{Window, frame};
use sim::predicate;
use sim::protocol::{Frame, Position, Target};
use sim::simulation::{Arrival, Simulation};

use support::{Sample, buffered_sample, host, sample, simulation, uncut};

/// A command to a simulation.
#[derive(Clone, Copy, Debug)]
enum Way {
    Step(Grain, bool),
    To(u32, u32),
    Next(&'static str, bool),
    Until(u32, &'static str),
}

const PREDICATES: [&str; 8] = [
    "erase",
    "gc or merge",
    "erases >= 2",
    "erases pbn 3 >= 1",
    "free <= 2",
    "wa >= 1.5",
    "program lpn 1",
    "write",
];

fn way() -> impl Strategy<Value = Way> {
    let grain = prop::sample::select(&[Grain::Operation, Grain::Action, Grain::Request][..]);
    let predicate = || prop::sample::select(&PREDICATES[..]);
    prop_oneof![
        4 => (grain, any::<bool>()).prop_map(|(grain, back)| Way::Step(grain, back)),
        2 => (0..40u32, 0..60u32).prop_map(|(request, event)| Way::To(request, event)),
        2 => (predicate(), any::<bool>()).prop_map(|(of, back)| Way::Next(of, back)),
        1 => (0..40u32, predicate()).prop_map(|(request, of)| Way::Until(request, of)),
    ]
}

fn go(simulation: &mut Simulation, way: Way, fuel: u64) -> Arrival {
    let parse = |text| predicate::parse(text).unwrap_or_else(|f| panic!("{}", f.message()));
    let (target, stops) = match way {
        Way::Step(grain, back) => (Target::Step { grain, back }, None),
        Way::To(request, event) => {
            let position = Position { request, event };
            (Target::Position { position }, None)
        }
        Way::Next(of, back) => {
            let until = parse(of);
            (Target::Next { until, back }, None)
        }
        Way::Until(request, of) => {
            let position = Position::before(request);
            (Target::Position { position }, Some(parse(of)))
        }
    };
    simulation.go(target, stops);
    loop {
        if let Some(arrival) = simulation.slice(fuel).expect("runs") {
            return arrival;
        }
    }
}

/// The frame, but for the events around the current one and the blocks that only they name.
fn seen(simulation: &Simulation, ppn: u32) -> Frame {
    let window = Window {
        from_block: 0,
        to_block: 64,
        from_lpn: 0,
        lpns: 64,
        ppn: Some(ppn),
        lpn: None,
    };
    let frame = frame(0, simulation, window);
    Frame {
        window: Vec::new(),
        first_event: 0,
        in_window: 0,
        others: Vec::new(),
        ..frame
    }
}

fn same(text: &str, piece: u32, ways: &[(Way, bool, u64)], page: u32) -> Result<(), TestCaseError> {
    let mut whole = simulation(text);
    let mut cut = simulation(text);
    cut.cut_pieces(piece);
    let ppn = page % whole.setup().geometry.pages();
    for &(way, counts, fuel) in ways {
        whole.count(counts);
        cut.count(counts);
        prop_assert_eq!(
            go(&mut whole, way, fuel),
            go(&mut cut, way, fuel),
            "{:?} in {}",
            way,
            text
        );
        prop_assert_eq!(whole.position(), cut.position(), "{:?} in {}", way, text);
        prop_assert_eq!(seen(&whole, ppn), seen(&cut, ppn), "{:?} in {}", way, text);
        prop_assert_eq!(whole.report(), cut.report());
        let past = |simulation: &Simulation| {
            let mut search = simulation.provenance(ppn)?;
            while !simulation
                .look_back(&mut search, 1)
                .expect("was served before")
            {}
            Some(search.moves())
        };
        prop_assert_eq!(past(&whole), past(&cut), "{:?} in {}", way, text);
    }
    Ok(())
}

fn any_sample() -> impl Strategy<Value = Sample> {
    prop_oneof![
        sample(1..60),
        buffered_sample("block", 1..60),
        buffered_sample("page", 1..60),
        (sample(1..60), host()).prop_map(|(sample, host)| {
            let text = format!(r#"{{"host":{host},{}"#, &uncut(&sample.text)[1..]);
            Sample { text, ..sample }
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if std::env::var_os("DEEP").is_some() { 5_000 } else { 200 }))]

    #[test]
    fn nothing_depends_on_where_they_are_cut(
        sample in any_sample(),
        piece in 1..30u32,
        ways in prop::collection::vec((way(), any::<bool>(), 1..200u64), 1..12),
        page in any::<u32>(),
    ) {
        // Channels need more blocks than some have.
        prop_assume!(sim::scenario::parse(&sample.text).is_ok());
        same(&sample.text, piece, &ways, page)?;
    }
}
