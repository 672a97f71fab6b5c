//! Searches against the plain way: fold every event of a run into a view, and ask of each whether it meets the
//! predicate, in the words of the table.

use crate::support;

use ftl::{Event, Grain, HostOp, MergeKind, Role, SuperblockEvent};
use proptest::prelude::*;
use sim::predicate::{Clause, Predicate, parse};
use sim::protocol::{Position, Target};
use sim::simulation::{Arrival, Simulation};
use sim::view::View;

use support::{Sample, sample, simulation};

/// The facts about a run at each of its events.
struct Moment {
    at: Position,
    event: Event,
    /// After the event.
    view: View,
    /// GCs ended, and the one that begins.
    gc: u32,
    /// Write amplification after the program before this event in the same request, or at the request's beginning.
    wa_before: Option<f64>,
}

/// Every event of a run.
fn walk(text: &str) -> Vec<Moment> {
    let mut simulation = simulation(text);
    let mut view = simulation.view().clone();
    let mut moments = Vec::new();
    for request in 0..simulation.requests() {
        let step = Target::Step {
            grain: Grain::Request,
            back: false,
        };
        simulation.run(step).expect("runs");
        let events = simulation.events().0.to_vec();
        let mut wa_before = view.counters().write_amplification();
        for (i, event) in (1..).zip(&events) {
            view.fold(event);
            let gc = view.counters().gc.runs as u32 + 1;
            let at = if i as usize == events.len() {
                Position::before(request + 1)
            } else {
                Position { request, event: i }
            };
            moments.push(Moment {
                at,
                event: event.clone(),
                view: view.clone(),
                gc,
                wa_before,
            });
            if matches!(event, Event::Program { .. }) {
                wa_before = view.counters().write_amplification();
            }
        }
    }
    moments
}

/// The table, read plainly.
fn meets(clause: &Clause, m: &Moment) -> bool {
    let one = |wanted: Option<u32>, is: u32| wanted.is_none() || wanted == Some(is);
    match (*clause, &m.event) {
        (Clause::Host { op, lpn }, Event::HostPage { op: o, lpn: l, .. }) => {
            op == *o && one(lpn, l.0)
        }
        (Clause::Read { ppn }, Event::Read { ppn: p, .. })
        | (Clause::Program { ppn }, Event::Program { ppn: p, .. }) => one(ppn, p.0),
        (Clause::ProgramOf { lpn }, Event::Program { logical, kind, .. }) => {
            *kind == nand::PageKind::Data && *logical == lpn
        }
        (Clause::Erase { pbn }, Event::Erase { pbn: p, .. }) => one(pbn, p.0),
        (Clause::Erases { pbn, least }, Event::Erase { pbn: p, .. }) => {
            one(pbn, p.0) && m.view.chip().erase_count(*p) == least
        }
        (Clause::Gc { nth }, Event::GcBegin { .. }) => one(nth, m.gc),
        (Clause::Victim { valid }, Event::GcBegin { pbn, .. }) => {
            m.view.chip().valid_pages(*pbn) > valid
        }
        (Clause::Merge { kind }, Event::MergeBegin { kind: k, .. }) => {
            kind.is_none() || kind == Some(*k)
        }
        (
            Clause::FullMerge { blocks },
            Event::MergeEnd {
                kind: MergeKind::Full,
                blocks: b,
                ..
            },
        ) => *b == blocks,
        (Clause::Merge { kind }, Event::Superblock(SuperblockEvent::CompactionBegin { .. })) => {
            kind != Some(MergeKind::Switch) && kind != Some(MergeKind::Partial)
        }
        // A victim is a merge of its own unless its superblock is being compacted.
        (
            Clause::Merge { kind },
            Event::Superblock(SuperblockEvent::InnerCleaningBegin { pbn, .. }),
        ) if m
            .view
            .under_way()
            .inner
            .is_some_and(|inner| !inner.compaction) =>
        {
            let copies = m.view.chip().valid_pages(*pbn) > 0;
            match kind {
                None => true,
                Some(MergeKind::Switch) => !copies,
                Some(MergeKind::Partial) => copies,
                Some(MergeKind::Full) => false,
            }
        }
        (
            Clause::FullMerge { blocks },
            Event::Superblock(SuperblockEvent::CompactionEnd { .. }),
        ) => blocks == 1,
        (Clause::Cmt { hit: true, lpn }, Event::CmtHit { lpn: l })
        | (Clause::Cmt { hit: false, lpn }, Event::CmtMiss { lpn: l, .. }) => one(lpn, l.0),
        (
            Clause::Evict { dirty, lpn },
            Event::CmtVictim {
                lpn: l, dirty: d, ..
            },
        ) => (dirty.is_none() || dirty == Some(*d)) && one(lpn, l.0),
        (Clause::Free { most }, Event::BlockTaken { .. }) => m.view.pool().len() == most,
        (Clause::Wa { millionths }, Event::Program { .. }) => {
            let least = millionths as f64 / 1e6;
            let is = |wa: Option<f64>| wa.is_some_and(|wa| wa >= least);
            is(m.view.counters().write_amplification()) && !is(m.wa_before)
        }
        (Clause::Event { name }, event) => {
            serde_json::to_value(event).expect("an event is JSON")["t"] == name
        }
        _ => false,
    }
}

fn clause_of(predicate: &Predicate, m: &Moment) -> Option<Clause> {
    predicate.clauses().iter().find(|c| meets(c, m)).copied()
}

/// One clause of each kind, with small numbers as in small runs.
fn clause() -> impl Strategy<Value = String> {
    let n = 0..12u32;
    prop_oneof![
        (n.clone(), 0..3u8)
            .prop_map(|(n, op)| format!("{} lpn {n}", ["write", "trim", "host read"][op as usize])),
        Just("write".to_owned()),
        n.clone().prop_map(|n| format!("program ppn {n}")),
        n.clone().prop_map(|n| format!("program lpn {n}")),
        n.clone().prop_map(|n| format!("read ppn {n}")),
        Just("read".to_owned()),
        Just("erase".to_owned()),
        n.clone().prop_map(|n| format!("erase pbn {n}")),
        (1..9u32).prop_map(|n| format!("erases >= {n}")),
        (n.clone(), 1..6u32).prop_map(|(p, n)| format!("erases pbn {p} >= {n}")),
        Just("gc".to_owned()),
        (1..20u32).prop_map(|n| format!("gc {n}")),
        (0..8u32).prop_map(|n| format!("victim valid > {n}")),
        prop_oneof![
            Just("merge"),
            Just("merge switch"),
            Just("merge partial"),
            Just("merge full")
        ]
        .prop_map(str::to_owned),
        (1..3u32).prop_map(|n| format!("merge full blocks >= {n}")),
        prop_oneof![Just("cmt miss"), Just("cmt hit")].prop_map(str::to_owned),
        n.clone().prop_map(|n| format!("cmt miss lpn {n}")),
        prop_oneof![Just("evict"), Just("evict dirty"), Just("evict clean")]
            .prop_map(str::to_owned),
        n.clone().prop_map(|n| format!("evict dirty lpn {n}")),
        n.prop_map(|n| format!("free <= {n}")),
        (0..40u32).prop_map(|n| format!("wa >= {}.{}", n / 10, n % 10)),
        prop_oneof![
            Just("merge_end"),
            Just("gc_end"),
            Just("gtd_set"),
            Just("verified")
        ]
        .prop_map(str::to_owned),
    ]
}

fn predicate() -> impl Strategy<Value = Predicate> {
    proptest::collection::vec(clause(), 1..3)
        .prop_map(|c| parse(&c.join(" or ")).expect("a predicate"))
}

/// Goes with slices of so few operations that each phase is cut somewhere.
fn go(simulation: &mut Simulation, target: Target, stops: Option<Predicate>) -> Arrival {
    simulation.go(target, stops);
    loop {
        if let Some(arrival) = simulation.slice(7).expect("runs") {
            return arrival;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if std::env::var_os("DEEP").is_some() { 10_000 } else { 400 }))]

    #[test]
    fn a_search_finds_what_a_plain_walk_finds(
        Sample { text, requests } in sample(1..160),
        jobs in proptest::collection::vec((predicate(), any::<u32>(), any::<bool>(), any::<bool>()), 1..6),
    ) {
        let moments = walk(&text);
        let mut travelled = simulation(&text);
        let end = Position::before(requests);
        for (predicate, from, back, jump) in jobs {
            if jump {
                let position = moments.get(from as usize % (moments.len() + 1)).map_or(Position::default(), |m| m.at);
                travelled.run(Target::Position { position }).expect("runs");
            }
            let here = travelled.position();
            let beyond = |m: &&Moment| if back { m.at < here } else { m.at > here };
            let hit = |m: &Moment| clause_of(&predicate, m).map(|clause| (m.at, clause));
            let expected = if back {
                moments.iter().rev().filter(beyond).find_map(hit)
            } else {
                moments.iter().filter(beyond).find_map(hit)
            };
            let arrival = go(&mut travelled, Target::Next { until: predicate.clone(), back }, None);
            let nowhere = if back { here } else { end };
            prop_assert_eq!(travelled.position(), expected.map_or(nowhere, |(at, _)| at), "{} from {:?}, back {}", predicate, here, back);
            prop_assert_eq!(arrival, Arrival { found: expected.is_some(), hit: expected.map(|(_, c)| c) });
            let mut straight = simulation(&text);
            straight.run(Target::Position { position: travelled.position() }).expect("runs");
            prop_assert_eq!(straight.report(), travelled.report(), "the state is that of the position");
        }
    }

    #[test]
    fn breakpoints_stop_what_goes_forward(
        Sample { text, .. } in sample(1..80),
        stops in predicate(),
        jobs in proptest::collection::vec((0..6u8, any::<u32>()), 1..8),
    ) {
        let moments = walk(&text);
        let mut travelled = simulation(&text);
        for (kind, to) in jobs {
            let here = travelled.position();
            let step = |grain| Target::Step { grain, back: false };
            let target = match kind {
                0 => step(Grain::Request),
                1 => step(Grain::Action),
                2 => step(Grain::Operation),
                3 => Target::End,
                4 => Target::Step { grain: Grain::Action, back: true },
                _ => Target::Position {
                    position: moments.get(to as usize % (moments.len() + 1)).map_or(Position::default(), |m| m.at),
                },
            };
            let mut free = travelled.clone();
            free.run(target.clone()).expect("runs");
            let there = free.position();
            let hit = moments.iter().filter(|m| here < m.at && m.at <= there).find_map(|m| clause_of(&stops, m).map(|c| (m.at, c)));
            let arrival = go(&mut travelled, target, Some(stops.clone()));
            prop_assert_eq!(travelled.position(), hit.map_or(there, |(at, _)| at), "{} from {:?}", stops, here);
            prop_assert_eq!(arrival, Arrival { found: true, hit: hit.map(|(_, c)| c) });
        }
    }
}

/// A run so long that it is played silently, and back over many checkpoints.
#[test]
fn a_long_run_is_searched_as_well() {
    let text = r#"{"format":1,"device":{"blocks":24,"pages_per_block":8},"logical_pages":128,
        "ftl":{"kind":"page","gc_policy":"greedy","gc_threshold":2},"precondition":[{"kind":"sequential"}],
        "workload":{"kind":"uniform","requests":6000}}"#;
    let moments = walk(text);
    for text_of in [
        "gc 700",
        "erases >= 40",
        "victim valid > 4",
        "wa >= 1.4",
        "program ppn 77",
        "erase pbn 3",
        "cmt miss",
    ] {
        let predicate = parse(text_of).expect("a predicate");
        let hits: Vec<Position> = moments
            .iter()
            .filter(|m| clause_of(&predicate, m).is_some())
            .map(|m| m.at)
            .collect();
        assert_eq!(hits.is_empty(), text_of == "cmt miss", "{text_of}");
        let mut simulation = simulation(text);
        let next = |back| Target::Next {
            until: predicate.clone(),
            back,
        };
        let forward: Vec<Position> = std::iter::from_fn(|| {
            simulation
                .run(next(false))
                .expect("runs")
                .found
                .then(|| simulation.position())
        })
        .take(40)
        .collect();
        assert_eq!(forward, hits[..hits.len().min(40)], "{text_of}");
        simulation.run(Target::End).expect("runs");
        let here = simulation.position();
        let backward: Vec<Position> = std::iter::from_fn(|| {
            simulation
                .run(next(true))
                .expect("runs")
                .found
                .then(|| simulation.position())
        })
        .take(40)
        .collect();
        let expected: Vec<Position> = hits
            .iter()
            .rev()
            .filter(|at| **at < here)
            .take(40)
            .copied()
            .collect();
        assert_eq!(backward, expected, "{text_of} backwards");
    }
}

/// The kinds that mean a rule, one by one, on runs where each is met: no clause is only ever compared with nothing.
#[test]
fn every_kind_is_met_somewhere() {
    let run = |blocks: u32, ftl: &str, ops: &str| {
        format!(
            r#"{{"format":1,"device":{{"blocks":{blocks},"pages_per_block":4}},"logical_pages":24,"ftl":{ftl},
            "precondition":[{{"kind":"sequential"}}],"workload":{{"kind":"ops","ops":"{ops}"}}}}"#
        )
    };
    let ops = "w0 w1 w2 w3 w4 w5 w9 w4 w12 w13 r0 t1 w17 w0 w20 w8 w3 w0 w7 w9 w15 w0 w11 r5 r9 w1 w2 w22 w6 w14 w18 w19 w23 w0 w5 w10";
    let page = walk(&run(9, r#"{"kind":"page","gc_threshold":3}"#, ops));
    let bast = walk(&run(14, r#"{"kind":"bast","log_blocks":2}"#, ops));
    let fast = walk(&run(10, r#"{"kind":"fast","log_blocks":3}"#, ops));
    let last = walk(&run(
        12,
        r#"{"kind":"last","log_blocks":5,"seq_log_blocks":1,"k":3,"seq_threshold":8192}"#,
        &format!("{ops} w0+2 w2 w2 w2 w2 w2 w4+2 w10 w15 w21 w3 w18 w6 w13 w1"),
    ));
    let superblock = walk(&run(
        10,
        r#"{"kind":"superblock","blocks_per_superblock":2,"update_blocks_per_superblock":1,"update_blocks":2,"cached_superblocks":2}"#,
        ops,
    ));
    let dftl = walk(&run(
        14,
        r#"{"kind":"dftl","cmt_entries":4,"entries_per_translation_page":8,"gc_threshold":3}"#,
        ops,
    ));
    for (moments, text) in [
        (&bast, "write lpn 0"),
        (&bast, "trim"),
        (&bast, "host read lpn 5"),
        (&bast, "program ppn 30"),
        (&bast, "program lpn 9"),
        (&bast, "read"),
        (&bast, "erase"),
        (&bast, "erases >= 2"),
        (&page, "gc 2"),
        (&page, "victim valid > 0"),
        (&bast, "merge"),
        (&bast, "merge switch"),
        (&bast, "merge full"),
        (&bast, "merge full blocks >= 1"),
        (&fast, "merge switch"),
        (&fast, "merge partial"),
        (&fast, "merge full blocks >= 3"),
        (&fast, "reclaim_begin"),
        (&last, "locality_judged"),
        (&last, "log_block_chosen"),
        (&last, "merge partial"),
        (&last, "merge full blocks >= 2"),
        (&superblock, "merge switch"),
        (&superblock, "merge partial"),
        (&superblock, "merge full"),
        (&superblock, "merge full blocks >= 1"),
        (&superblock, "map_read"),
        (&dftl, "cmt miss"),
        (&dftl, "cmt hit"),
        (&dftl, "evict dirty"),
        (&dftl, "evict clean"),
        (&page, "free <= 2"),
        (&bast, "wa >= 1.2"),
        (&bast, "merge_end"),
    ] {
        let predicate = parse(text).expect("a predicate");
        assert!(
            moments.iter().any(|m| clause_of(&predicate, m).is_some()),
            "{text}"
        );
    }
    let taken = |m: &&Moment| {
        matches!(
            m.event,
            Event::BlockTaken {
                role: Role::Log,
                ..
            }
        )
    };
    let trims = |m: &&Moment| {
        matches!(
            m.event,
            Event::HostPage {
                op: HostOp::Trim,
                ..
            }
        )
    };
    assert!(bast.iter().any(|m| taken(&m)) && bast.iter().any(|m| trims(&m)));
}
