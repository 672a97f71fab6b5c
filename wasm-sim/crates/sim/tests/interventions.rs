//! Decisions can be overridden (SPEC 11): legal choices replay like everything else, illegal ones change nothing.

use ftl::{Decision, Event};
use sim::protocol::{Command, Failure, Intervention, Position, Reply, Target};
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
    drive(
        session,
        Command::Run {
            slot,
            target: Target::End,
            stops: None,
        },
    )
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
    assert_eq!(failure.kind, "intervention");
    assert!(
        failure.message.contains("decision 0 of request 2"),
        "{}",
        failure.message
    );
    let simulation = session.simulation(0).expect("open");
    assert_eq!(
        simulation.position(),
        Position {
            request: 2,
            event: 0
        }
    );
    let mut straight = open(&scenario(BAST, "w0 w7 w9 w15", "[]"));
    let target = Target::Position {
        position: Position {
            request: 2,
            event: 0,
        },
    };
    drive(
        &mut straight,
        Command::Run {
            slot: 0,
            target,
            stops: None,
        },
    )
    .expect("runs");
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
        Command::Run {
            slot: 0,
            target: Target::Next {
                until: sim::predicate::parse("gc").expect("a predicate"),
                back: false,
            },
            stops: None,
        },
    )
    .expect("runs");
    let here = session.simulation(0).expect("open").position();
    let (events, n) = session.simulation(0).expect("open").events();
    let Event::GcBegin { candidates, .. } = &events[n - 1] else {
        panic!("{:?}", events[n - 1])
    };
    let (own, other) = (candidates[0].id, candidates.last().expect("several").id);
    assert_ne!(own, other);
    let interventions = vec![Intervention {
        request: here.request,
        decision: 0,
        choose: other,
    }];
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
        assert_eq!(failure.kind, "intervention");
    }
}
