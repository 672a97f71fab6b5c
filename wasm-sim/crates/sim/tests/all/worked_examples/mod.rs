//! The worked examples of SPEC 9 and of the slides that schemes must reproduce: one list, one test an example.

mod chains;
mod dftl;
mod log_blocks;
mod page;

use ftl::Event;
use nand::Pbn;
use sim::failure::Failure;
use sim::frame::notation;
use sim::protocol::{Command, Position, Reply, Target};
use sim::report::Report;
use sim::session::Session;
use sim::simulation::Simulation;

fn open(scenario: &str) -> Result<Session, Failure> {
    let mut session = Session::new();
    let mut reply = session.command(Command::Open {
        slot: 0,
        scenario: scenario.to_owned(),
    })?;
    while matches!(reply, Reply::Progress { done: false, .. }) {
        reply = session.slice(1000)?;
    }
    Ok(session)
}

/// Runs a scenario to its end; returns the report and every event, request by request.
fn run(scenario: &str) -> (Report, Vec<Vec<Event>>, Session) {
    let mut session = open(scenario).expect("a sound scenario");
    let mut all = Vec::new();
    for request in 1..=simulation(&session).requests() {
        go(&mut session, Position::before(request));
        all.push(simulation(&session).events().0.to_vec());
    }
    (simulation(&session).report(), all, session)
}

fn simulation(session: &Session) -> &Simulation {
    session.simulation(0).expect("open")
}

fn go(session: &mut Session, position: Position) {
    let mut reply = session
        .command(Command::run(0, Target::Position { position }))
        .expect("open");
    while matches!(reply, Reply::Progress { done: false, .. }) {
        reply = session.slice(u64::MAX).expect("runs");
    }
}

fn bast(pages_per_block: u32, blocks: u32, log_blocks: u32, lpns: u32, ops: &str) -> String {
    format!(
        r#"{{ "format": 1, "device": {{ "blocks": {blocks}, "pages_per_block": {pages_per_block} }},
            "logical_pages": {lpns}, "ftl": {{ "kind": "bast", "log_blocks": {log_blocks} }},
            "precondition": [{{ "kind": "sequential" }}], "workload": {{ "kind": "ops", "ops": "{ops}" }} }}"#
    )
}

fn merges(r: &Report) -> (u64, u64, u64) {
    (r.merges.switch, r.merges.partial, r.merges.full)
}

fn copies_and_erases(r: &Report) -> (u64, u64) {
    (r.flash.programs.merge, r.flash.erases.total)
}

/// The pages of a block, in the notation of `initial`.
fn pages(session: &Session, pbn: Pbn) -> Vec<String> {
    let view = simulation(session).view();
    let geometry = view.chip().geometry();
    geometry.pages_of(pbn).map(|p| notation(view, p)).collect()
}
