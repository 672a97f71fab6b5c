//! The past of a page against the plain way: every event of a run in one list, and a walk back through it.

use crate::support;

use ftl::{Cause, Event, Grain, RecoveryEvent};
use nand::{Geometry, PageKind, Ppn};
use proptest::prelude::*;
use sim::protocol::{Command, Position, Reply, Target};
use sim::session::Session;
use sim::simulation::Simulation;

use support::{Sample, sample, simulation};

/// Every event of a run, with its request and the position right after it.
fn walk(simulation: &mut Simulation) -> Vec<(u32, Position, Event)> {
    let mut all = Vec::new();
    for request in 0..simulation.requests() {
        let step = Target::Step {
            grain: Grain::Request,
            back: false,
        };
        simulation.run(step).expect("runs");
        let events = simulation.events().0;
        for (i, event) in (1..).zip(events) {
            let at = if i == events.len() {
                Position::before(request + 1)
            } else {
                Position {
                    request,
                    event: i as u32,
                }
            };
            all.push((request, at, event.clone()));
        }
    }
    all
}

/// A link of a chain: its request, the position after it, the page, and the one before.
type Link = (u32, Position, u32, Option<u32>);

/// A chain, whether it leads out of the run, and what made its page invalid: where, and where to it was copied.
type Chain = (Vec<Link>, bool, Option<(Position, Option<u32>)>);

/// The chain of a page through events up to the current one.
fn plain(events: &[(u32, Position, Event)], ppn: u32, geometry: Geometry) -> Chain {
    let block = geometry.block_of(Ppn(ppn));
    let mut born = events.len();
    let (mut stale, mut copied) = (None, None);
    for (i, (_, at, event)) in events.iter().enumerate() {
        match *event {
            Event::Program { ppn: p, .. } if p.0 == ppn => (born, stale) = (i, None),
            Event::Program {
                ppn: p,
                from: Some(from),
                ..
            } if from.0 == ppn => copied = Some((i, p.0)),
            Event::Erase { pbn, .. } if pbn == block => (born, stale) = (events.len(), None),
            Event::Invalidate { ppn: p } if p.0 == ppn => {
                let by = copied.filter(|&(by, _)| by + 1 == i).map(|(_, to)| to);
                stale = Some((*at, by));
            }
            Event::Recovery(RecoveryEvent::Reappeared { ppn: p, .. }) if p.0 == ppn => stale = None,
            _ => {}
        }
    }
    let mut links = Vec::new();
    let mut end = (born + 1).min(events.len());
    let mut wanted = ppn;
    loop {
        if born == events.len() {
            return (links, true, stale);
        }
        let found = events[..end].iter().rposition(
            |(_, _, event)| matches!(event, Event::Program { ppn, .. } if ppn.0 == wanted),
        );
        let Some(i) = found else {
            return (links, true, stale);
        };
        let (request, at, program) = &events[i];
        let Event::Program {
            from,
            logical,
            cause,
            ..
        } = *program
        else {
            unreachable!("just matched");
        };
        // A filler was read before it is programmed.
        let filler = || {
            events[..i]
                .iter()
                .enumerate()
                .rev()
                .find_map(|(at, (_, _, event))| match *event {
                    Event::Read {
                        ppn,
                        logical: read,
                        kind: PageKind::Data,
                        cause: Cause::Pad,
                    } if read == logical => Some((ppn, at)),
                    _ => None,
                })
        };
        let origin = match from {
            Some(from) => Some((from, i)),
            None if cause == Cause::Pad => filler(),
            None => None,
        };
        links.push((*request, *at, wanted, origin.map(|(from, _)| from.0)));
        match origin {
            Some((from, before)) => (wanted, end) = (from.0, before),
            None => return (links, false, stale),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if std::env::var_os("DEEP").is_some() { 10_000 } else { 300 }))]

    #[test]
    fn the_past_of_a_page_is_what_its_events_say(sample in sample(1..120), picks in prop::collection::vec((any::<prop::sample::Index>(), any::<u32>()), 12)) {
        let Sample { text, .. } = sample;
        let mut simulation = simulation(&text);
        let all = walk(&mut simulation);
        prop_assume!(!all.is_empty());
        let geometry = simulation.setup().geometry;
        for (when, page) in picks {
            let (request, at, _) = all[when.index(all.len())];
            let ppn = page % geometry.pages();
            simulation.run(Target::Position { position: at }).expect("was there");
            let past = simulation.provenance(ppn).map(|mut search| {
                while !simulation.look_back(&mut search, 1).expect("was served before") {}
                search.moves()
            });
            for found in past.iter().flatten() {
                // Nothing is copied but for something; of the host's own writes that is the write itself.
                let own = matches!(found.cause, Cause::Host | Cause::Translation);
                prop_assert!(own || found.within.is_some(), "{found:?} under {text}");
            }
            prop_assert_eq!(simulation.position(), at);
            let upto = all.partition_point(|&(_, place, _)| place <= at);
            let (links, before, stale) = plain(&all[..upto], ppn, geometry);
            let Some(past) = past else {
                prop_assert!(links.is_empty(), "page {} at {:?}: free", ppn, at);
                continue;
            };
            let (gone, past): (Vec<_>, Vec<_>) = past.into_iter().enumerate().partition(|(i, m)| *i == 0 && m.from == Some(ppn) && m.to != Some(ppn));
            let found: Vec<Link> = past.iter().map(|(_, m)| m).filter_map(|m| Some((m.request.index, m.position, m.to?, m.from))).collect();
            prop_assert_eq!(&found, &links, "page {} in request {}\n{}", ppn, request, text);
            prop_assert_eq!(past.last().is_none_or(|(_, m)| m.from.is_some()), before);
            let found = gone.first().map(|(_, s)| (s.position, s.to));
            prop_assert_eq!(found, stale, "page {} in request {}\n{}", ppn, request, text);
        }
    }
}

const TEXT: &str = r#"{"format":1,"device":{"blocks":12,"pages_per_block":4},"spare_factor":0.25,"ftl":{"kind":"page"},
    "precondition":[{"kind":"sequential"}],"workload":{"kind":"uniform","requests":200}}"#;

#[test]
fn a_session_looks_in_slices_and_stays_where_it_is() {
    let mut session = Session::new();
    let open = Command::Open {
        slot: 0,
        scenario: TEXT.into(),
    };
    finish(&mut session, open);
    let position = Position::before(150);
    let run = Command::run(0, Target::Position { position });
    finish(&mut session, run);
    let mut copied = false;
    for ppn in 0..48 {
        let reply = finish(&mut session, Command::Provenance { slot: 0, ppn });
        let Reply::Provenance { moves } = reply else {
            panic!("{reply:?}");
        };
        copied |= moves.iter().any(|m| m.within.is_some() && m.from.is_some());
    }
    assert!(copied, "cleaning copies something in 150 requests");
    assert_eq!(session.simulation(0).unwrap().position(), position);
    let looking = Command::Provenance { slot: 0, ppn: 0 };
    assert!(matches!(
        session.command_within(looking, 1),
        Ok(Reply::Progress { done: false, .. })
    ));
    session.command(Command::Cancel).unwrap();
    assert!(session.slice(1).is_err(), "nothing is under way");
    assert_eq!(session.simulation(0).unwrap().position(), position);
}

fn finish(session: &mut Session, command: Command) -> Reply {
    let mut reply = session.command_within(command, 3).expect("sound");
    while let Reply::Progress { done: false, .. } = reply {
        reply = session.slice(3).expect("goes on");
    }
    reply
}
