//! Where memory is short, a run does without checkpoints.

use sim::protocol::{Command, Position, Reply, Target};
use sim::report::Report;
use sim::scenario::{self, Memory};
use sim::session::Session;

use crate::parts::{run, scenario};
use crate::{MEMORY, alone};

/// No limit any more, whatever happens.
struct Limited;

impl Limited {
    /// From now on this many bytes are left.
    fn to(left: usize) -> Self {
        MEMORY
            .set_limit(MEMORY.allocated() + left)
            .expect("more than is taken");
        Self
    }
}

impl Drop for Limited {
    fn drop(&mut self) {
        MEMORY.set_limit(usize::MAX).expect("more than before");
    }
}

/// Far on, a step back from there, and a position in the middle: the reports there, and the bytes of checkpoints. `left`: how many bytes
/// all this may take.
fn travel(session: &mut Session, left: Option<usize>) -> (Vec<Report>, usize) {
    let back = Target::Step {
        grain: ftl::Grain::Request,
        back: true,
    };
    let position = Position {
        request: 77_777,
        event: 2,
    };
    let mut reports = Vec::new();
    for target in [Target::End, back, Target::Position { position }] {
        let limited = left.map(Limited::to);
        session
            .finish(Command::run(0, target), 1 << 20, &mut |_, _, _| ())
            .expect("runs");
        drop(limited);
        let Ok(Reply::Report { report }) = session.command(Command::Report { slot: 0 }) else {
            panic!("no report");
        };
        reports.push(*report);
    }
    let bytes = session.simulation(0).expect("open").timeline().bytes();
    (reports, bytes)
}

/// An allocation that fails would end this program.
#[test]
fn where_memory_is_short_checkpoints_are_left_out_and_the_run_goes_on() {
    let _alone = alone();
    let text = scenario(
        64,
        64,
        r#","workload":{"kind":"uniform","requests":200000}"#,
    );
    let room = Memory::of(&scenario::parse(&text).expect("sound")).room() as usize;
    let (reports, all) = travel(&mut run(&text), None);
    for left in [room + 1_000_000, room] {
        let (same, kept) = travel(&mut run(&text), Some(left));
        assert_eq!(same, reports);
        assert!(kept < all / 2, "{kept} of {all}");
    }
}
