//! Decisions can be overridden (SPEC 11): legal choices replay like everything else, illegal ones change nothing.

use ftl::{Decision, Event};
use sim::failure::{Failure, FailureKind};
use sim::protocol::{Command, Position, Reply, Target};
use sim::scenario::{Intervention, Override};
use sim::session::Session;

fn drive(session: &mut Session, command: Command) -> Result<Reply, Failure> {
    let mut reply = session.command(command)?;
    while matches!(reply, Reply::Progress { done: false, .. }) {
        reply = session.slice(100)?;
    }
    Ok(reply)
}

fn scenario(ftl: &str, ops: &str, interventions: &str) -> String {
    format!(
        r#"{{ "format": 1, "device": {{ "blocks": 8, "pages_per_block": 4 }}, "logical_pages": 16, "ftl": {ftl},
            "precondition": [{{ "kind": "sequential" }}], "workload": {{ "kind": "ops", "ops": "{ops}" }},
            "interventions": {interventions} }}"#
    )
}

fn open(text: &str) -> Session {
    let mut session = Session::new();
    drive(
        &mut session,
        Command::Open {
            slot: 0,
            scenario: text.to_owned(),
        },
    )
    .expect("sound");
    session
}

fn run_to_end(session: &mut Session, slot: u32) -> Result<Reply, Failure> {
    drive(session, Command::run(slot, Target::End))
}

const BAST: &str = r#"{"kind":"bast","log_blocks":2}"#;

#[test]
fn a_log_block_of_ones_own_choice_is_merged() {
    // Log blocks of LBN 0 (block 4) and LBN 1 (block 5) are in use; BAST would merge the one of LBN 0.
    let text = scenario(
        BAST,
        "w0 w7 w9",
        r#"[{"request":2,"decision":0,"choose":5}]"#,
    );
    let mut session = open(&text);
    run_to_end(&mut session, 0).expect("a legal choice");
    let simulation = session.simulation(0).expect("open");
    let events = simulation.events().0;
    assert!(events.iter().any(|e| matches!(
        e,
        Event::Intervened {
            decision: 0,
            kind: Decision::LogBlock,
            instead_of: 4,
            chosen: 5
        }
    )));
    assert!(
        events
            .iter()
            .any(|e| matches!(e, Event::MergeBegin { lbn, .. } if lbn.0 == 1))
    );
}

#[test]
fn a_partial_merge_can_be_made_a_full_one() {
    let text = scenario(
        BAST,
        "w0 w7 w9",
        r#"[{"request":2,"decision":1,"choose":2}]"#,
    );
    let mut session = open(&text);
    run_to_end(&mut session, 0).expect("a full merge is always legal");
    let merges = session.simulation(0).expect("open").report().merges;
    assert_eq!((merges.partial, merges.full), (0, 1));
}

#[test]
fn a_log_block_of_ones_own_choice_is_reclaimed() {
    // RW log blocks 4 (5 9 6 13) and 5 (10 7 14 11) are full; FAST would reclaim the older one, for three merges.
    let fast = r#"{"kind":"fast","log_blocks":3}"#;
    let ops = "w5 w9 w6 w13 w10 w7 w14 w11 w1";
    let text = scenario(fast, ops, r#"[{"request":8,"decision":0,"choose":5}]"#);
    let mut session = open(&text);
    run_to_end(&mut session, 0).expect("a legal choice");
    let events = session.simulation(0).expect("open").events().0;
    assert!(events.iter().any(|e| matches!(
        e,
        Event::Intervened {
            kind: Decision::LogBlock,
            instead_of: 4,
            chosen: 5,
            ..
        }
    )));
    assert!(events.iter().any(|e| matches!(
        e,
        Event::ReclaimBegin { pbn, merged, .. } if pbn.0 == 5 && merged.iter().map(|l| l.0).eq([2, 1, 3])
    )));
    let data = scenario(fast, ops, r#"[{"request":8,"decision":0,"choose":0}]"#);
    let mut session = open(&data);
    run_to_end(&mut session, 0).expect_err("block 0 is a data block");
}

#[test]
fn an_illegal_choice_is_refused_and_the_run_stands_before_its_request() {
    let text = scenario(
        BAST,
        "w0 w7 w9 w15",
        r#"[{"request":2,"decision":0,"choose":0}]"#,
    );
    let mut session = open(&text);
    let failure = run_to_end(&mut session, 0).expect_err("block 0 is no log block");
    assert_eq!(failure.kind, FailureKind::Intervention);
    assert!(
        failure.message.contains("decision 0 of request 2"),
        "{}",
        failure.message
    );
    let simulation = session.simulation(0).expect("open");
    assert_eq!(simulation.position(), Position::before(2));
    let mut straight = open(&scenario(BAST, "w0 w7 w9 w15", "[]"));
    let target = Target::Position {
        position: Position::before(2),
    };
    drive(&mut straight, Command::run(0, target)).expect("runs");
    assert_eq!(
        simulation.view().hash(),
        straight.simulation(0).expect("open").view().hash()
    );
}

#[test]
fn a_fork_keeps_both_futures() {
    let page = r#"{"kind":"page"}"#;
    let mut session = open(&scenario(
        page,
        "w0 w1 w5 w9 w13 w2 w6 w10 w14 w3 w7 w11 w15 w0 w1 w2",
        "[]",
    ));
    drive(
        &mut session,
        Command::run(
            0,
            Target::Next {
                until: sim::predicate::parse("gc").expect("a predicate"),
                back: false,
            },
        ),
    )
    .expect("runs");
    let here = session.simulation(0).expect("open").position();
    let (events, n) = session.simulation(0).expect("open").events();
    let Event::GcBegin { candidates, .. } = &events[n - 1] else {
        panic!("{:?}", events[n - 1])
    };
    let own = candidates[0].id;
    let mut stale = candidates.iter().filter(|c| c.valid < 4).map(|c| c.id);
    let other = stale.next_back().expect("several");
    assert_ne!(own, other);
    let interventions = vec![Override::Choice(Intervention {
        request: here.request,
        decision: 0,
        choose: other,
    })];
    drive(
        &mut session,
        Command::Fork {
            slot: 0,
            into: 1,
            interventions,
        },
    )
    .expect("a legal fork");
    for slot in [0, 1] {
        run_to_end(&mut session, slot).expect("runs");
    }
    let hash = |slot| session.simulation(slot).expect("open").view().hash();
    assert_ne!(hash(0), hash(1), "another victim, another future");
}

#[test]
fn a_chain_of_ones_own_choice_is_folded() {
    // The chain of LBN 0 has three blocks, that of LBN 1 two; those of one block have nothing to fold.
    let text = |choose: u32| {
        let ops = "w0 w0 w4 w8";
        scenario(
            r#"{"kind":"replacement"}"#,
            ops,
            &format!(r#"[{{"request":3,"decision":0,"choose":{choose}}}]"#),
        )
        .replace("\"blocks\": 8", "\"blocks\": 7, \"program_order\": \"any\"")
    };
    let mut session = open(&text(1));
    run_to_end(&mut session, 0).expect("a legal choice");
    let events = session.simulation(0).expect("open").events().0;
    assert!(events.iter().any(|e| matches!(
        e,
        Event::Intervened {
            kind: Decision::Chain,
            instead_of: 0,
            chosen: 1,
            ..
        }
    )));
    assert!(
        events
            .iter()
            .any(|e| matches!(e, Event::MergeEnd { lbn, .. } if lbn.0 == 1))
    );
    for short_or_none in [3, 99] {
        let mut session = open(&text(short_or_none));
        let failure = run_to_end(&mut session, 0).expect_err("nothing to fold");
        assert_eq!(failure.kind, FailureKind::Intervention);
    }
}

/// LAST on the device of [`scenario`] with two blocks more.
fn last(fields: &str, ops: &str, request: u32, decision: u32, choose: u32) -> Session {
    let ftl = format!(r#"{{"kind":"last","seq_threshold":8192,"k":0,{fields}}}"#);
    let choice = format!(r#"[{{"request":{request},"decision":{decision},"choose":{choose}}}]"#);
    open(&scenario(&ftl, ops, &choice).replace("\"blocks\": 8", "\"blocks\": 10"))
}

#[test]
fn a_random_log_block_of_ones_own_choice_is_reclaimed() {
    // Each of the three random log blocks holds valid pages of two logical blocks: 9, 13 in block 4, 10, 14 in block 5, 1 5 2 6
    // in block 6. LAST would take the oldest. The first decision is which partition the page goes to.
    let run = |choose| {
        let ops = "w1 w5 w9 w13 w2 w6 w10 w14 w1 w5 w2 w6 w3";
        last(r#""log_blocks":4,"seq_log_blocks":1"#, ops, 12, 1, choose)
    };
    let mut session = run(5);
    run_to_end(&mut session, 0).expect("a legal choice");
    let events = session.simulation(0).expect("open").events().0;
    assert!(events.iter().any(|e| matches!(
        e,
        Event::Intervened {
            kind: Decision::LogBlock,
            instead_of: 4,
            chosen: 5,
            ..
        }
    )));
    assert!(events.iter().any(|e| matches!(
        e,
        Event::LogBlockChosen { pbn, rule: ftl::ReclaimRule::Chosen, .. } if pbn.0 == 5
    )));
    assert!(events.iter().any(|e| matches!(
        e,
        Event::ReclaimBegin { pbn, merged, .. } if pbn.0 == 5 && merged.iter().map(|l| l.0).eq([2, 3])
    )));
    for other in [0, 7, 99] {
        let failure = run_to_end(&mut run(other), 0).expect_err("no random log block");
        assert_eq!(failure.kind, FailureKind::Intervention);
    }
}

#[test]
fn a_stream_of_ones_own_choice_gives_up_its_log_block() {
    let run = |choose| {
        let fields = r#""log_blocks":5,"seq_log_blocks":2"#;
        last(fields, "w0+2 w4+2 w1 w8+2", 3, 0, choose)
    };
    let mut session = run(5);
    run_to_end(&mut session, 0).expect("a legal choice");
    let events = session.simulation(0).expect("open").events().0;
    assert!(events.iter().any(|e| matches!(
        e,
        Event::Intervened {
            kind: Decision::LogBlock,
            instead_of: 4,
            chosen: 5,
            ..
        }
    )));
    assert!(
        events
            .iter()
            .any(|e| matches!(e, Event::MergeBegin { lbn, .. } if lbn.0 == 1))
    );
    let failure = run_to_end(&mut run(6), 0).expect_err("block 6 is a random log block");
    assert_eq!(failure.kind, FailureKind::Intervention);
}

#[test]
fn a_page_goes_to_the_partition_of_ones_own_choice() {
    // LPN 5 was never written, so it is cold for LAST.
    let last = r#"{"kind":"last","log_blocks":4,"seq_log_blocks":1,"k":2,"seq_threshold":8192}"#;
    let text = scenario(last, "w5 w5", r#"[{"request":0,"decision":0,"choose":1}]"#)
        .replace("\"blocks\": 8", "\"blocks\": 9");
    let mut session = open(&text);
    run_to_end(&mut session, 0).expect("a legal choice");
    let simulation = session.simulation(0).expect("open");
    let hot = simulation.view().pool().role(nand::Pbn(4));
    assert_eq!(
        hot,
        ftl::Role::HotLog,
        "the log block that LPN 5 was appended to"
    );
    let page = r#"{"kind":"page","hot_cold":{"classifier":"recency","pool_choice":"optimal"}}"#;
    let ops = "w5 w6 w5";
    let text = |choose| {
        let choice = format!(r#"[{{"request":0,"decision":0,"choose":{choose}}}]"#);
        scenario(page, ops, &choice).replace("\"blocks\": 8", "\"blocks\": 12")
    };
    let mut session = open(&text(1));
    run_to_end(&mut session, 0).expect("a legal choice");
    let device = session.simulation(0).expect("open").device();
    device.check().expect("sound");
    let hot = (0..12).filter(|&b| device.pool().role(nand::Pbn(b)) == ftl::Role::Hot);
    assert_eq!(hot.count(), 1, "a block for the hot page");
    let mut session = open(&text(2));
    run_to_end(&mut session, 0).expect_err("there are two classes");
}
