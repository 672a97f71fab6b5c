//! A scenario as a page uses it: opened, stepped through, searched, played, looked at, gone back in.

use std::fmt::Write;
use std::time::Instant;

use ftl::Grain;
use sim::protocol::{Command, Position, Reply, Target};
use sim::session::Session;

use super::draw::Draw;

/// Flash operations of a slice, and slices of a job at most: then it is cancelled, as an impatient person does.
const SLICE: u64 = 20_000;
const SLICES: u32 = if cfg!(debug_assertions) { 10 } else { 40 };

/// A trace of a few requests, of parts of pages.
pub fn trace(draw: &mut Draw) -> trace::Trace {
    let mut text = "time_us,op,offset_bytes,size_bytes\n".to_owned();
    for i in 0..draw.between(1, 2_000) {
        let (op, at) = (draw.of(&["W", "W", "R", "T"]), draw.below(1 << 24));
        writeln!(text, "{},{op},{at},{}", 40 * i, draw.between(1, 1 << 20)).unwrap();
    }
    let mut importer = trace::Importer::new(trace::Options::default());
    importer.push(text.as_bytes()).expect("is read");
    importer.finish().expect("is a trace")
}

/// One of a scenario's lives, which ends when it is `late`. Whether it was opened.
pub fn live(scenario: &str, session: &mut Session, draw: &mut Draw, late: Option<Instant>) -> bool {
    let open = Command::Open {
        slot: 0,
        scenario: scenario.to_owned(),
    };
    if !job(session, open, late) || session.simulation(0).is_err() {
        return false;
    }
    for _ in 0..12 {
        if passed(late) {
            break;
        }
        let requests = session.simulation(0).expect("open").requests();
        let position = Position {
            request: draw.between(0, requests.into()) as u32,
            event: draw.below(40) as u32 * draw.below(2) as u32,
        };
        let grain = *draw.of(&[Grain::Operation, Grain::Action, Grain::Request]);
        let step = |back| Target::Step { grain, back };
        let until = || sim::predicate::parse("erase").expect("a predicate");
        let next = |back| Target::Next {
            until: until(),
            back,
        };
        let target = match draw.below(10) {
            0 => Target::End,
            1..=3 => Target::Position { position },
            4..=5 => step(false),
            6..=7 => step(true),
            8 => next(false),
            _ => next(true),
        };
        let tally = Some(draw.one_in(3));
        let stops = draw.one_in(6).then(until);
        job(
            session,
            Command::Run {
                slot: 0,
                target,
                stops,
                tally,
            },
            late,
        );
        look(session, draw, late);
    }
    true
}

/// Looks at it.
fn look(session: &mut Session, draw: &mut Draw, late: Option<Instant>) {
    let geometry = session.simulation(0).expect("open").setup().geometry;
    let ppn = draw.below(geometry.pages().into()) as u32;
    let to_block = draw.between(1, 4096 / u64::from(geometry.pages_per_block) + 1) as u32;
    let frame = Command::Frame {
        slot: 0,
        from_block: 0,
        to_block,
        from_lpn: 0,
        lpns: 256,
        ppn: Some(ppn),
        lpn: None,
    };
    job(session, frame, late);
    session.cells(0, 0, to_block);
    match draw.below(4) {
        0 => session.heat(0).len(),
        1 => usize::from(job(session, Command::Report { slot: 0 }, late)),
        2 => usize::from(job(session, Command::Provenance { slot: 0, ppn }, late)),
        _ => usize::from(job(session, Command::Lanes { slot: 0 }, late)),
    };
}

/// Whether it came to its end.
fn job(session: &mut Session, command: Command, late: Option<Instant>) -> bool {
    let mut reply = session.command(command);
    for _ in 0..SLICES {
        match reply {
            Ok(Reply::Progress { done: false, .. }) if passed(late) => break,
            Ok(Reply::Progress { done: false, .. }) => reply = session.slice(SLICE),
            Ok(reply) => {
                // As it goes to the page.
                let text = sim::json::text(&reply);
                return !text.is_empty();
            }
            Err(_) => return false,
        }
    }
    session.command(Command::Cancel).expect("stops");
    false
}

fn passed(late: Option<Instant>) -> bool {
    late.is_some_and(|late| Instant::now() > late)
}
