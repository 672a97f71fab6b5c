//! Challenges on tiny devices, against every choice there is.

use super::protocol::{ChallengeShown, Goal};
use super::search::Search;
use super::{Challenge, document};
use crate::scenario::Intervention;

/// A challenge's file: the `ftl` of a small device with these requests.
fn file(goal: &str, device: &str, ftl: &str, ops: &str, made: &[Intervention]) -> String {
    format!(
        r#"{{ "format": 1, "round": {{ "goal": "{goal}" }},
  "scenario": {{ "format": 1, "device": {{ {device} }}, "ftl": {ftl},
    "precondition": [{{ "kind": "sequential" }}], "workload": {{ "kind": "ops", "ops": "{ops}" }},
    "interventions": {} }} }}"#,
        crate::json::text(made)
    )
}

/// Schemes with the devices that they are tried on, and requests with a few decisions.
const ROUNDS: [(&str, &str, &str); 10] = [
    (
        r#""blocks": 8, "pages_per_block": 4 }, "logical_pages": 16, "seed": 1, "host": { "queue_depth": 1"#,
        r#"{"kind":"page","gc_threshold":2}"#,
        "w0 w5 w10 w15 w0 w5 w3 w7 w9 w1 w2 w11 w0 w5 w10 w6 w14 w0",
    ),
    (
        r#""blocks": 7, "pages_per_block": 4 }, "logical_pages": 12, "host": { "queue_depth": 1"#,
        r#"{"kind":"page","gc_threshold":2,"gc_policy":"cost_benefit"}"#,
        "w0 w5 w10 w0 w5 w3 w7 w9 w1 w2 w11 w0 w4 w8 w5 w6 w2",
    ),
    (
        r#""blocks": 8, "pages_per_block": 2 }, "logical_pages": 8, "host": { "queue_depth": 1"#,
        r#"{"kind":"page","gc_threshold":2,"wear_leveling":{"threshold":2}}"#,
        "w0 w5 w0 w5 w3 w7 w1 w2 w0 w5 w4 w6",
    ),
    (
        r#""blocks": 7, "pages_per_block": 4 }, "logical_pages": 16, "host": { "queue_depth": 1"#,
        r#"{"kind":"bast","log_blocks":2}"#,
        "w0 w1 w5 w8 w9 w2 w13 w6 w0 w12",
    ),
    // Behind a write buffer: what it holds decides what comes.
    (
        r#""blocks": 7, "pages_per_block": 4 }, "logical_pages": 16, "buffer": { "kind": "bplru", "capacity": 3"#,
        r#"{"kind":"bast","log_blocks":2}"#,
        "w0 w5 w9 w1 w13 w6 w0 w12 w8 w5",
    ),
    (
        r#""blocks": 8, "pages_per_block": 4 }, "logical_pages": 16, "host": { "queue_depth": 1"#,
        r#"{"kind":"fast","log_blocks":3}"#,
        "w5 w9 w6 w13 w10 w7 w14 w11 w1 w0 w2 w4 w8",
    ),
    (
        r#""blocks": 9, "pages_per_block": 4 }, "logical_pages": 16, "host": { "queue_depth": 1"#,
        r#"{"kind":"last","log_blocks":4,"seq_log_blocks":1,"k":2,"seq_threshold":4096}"#,
        "w5 w9 w5 w13 w10 w7 w14 w11 w1",
    ),
    (
        r#""blocks": 7, "pages_per_block": 4 }, "logical_pages": 16, "host": { "queue_depth": 1"#,
        r#"{"kind":"superblock","blocks_per_superblock":2,"update_blocks_per_superblock":1,"update_blocks":1,"cached_superblocks":2}"#,
        "w0 w1 w2 w3 w8 w9 w10 w11 w0 w1 w8",
    ),
    (
        r#""blocks": 12, "pages_per_block": 4 }, "logical_pages": 16, "host": { "queue_depth": 1"#,
        r#"{"kind":"dftl","cmt_entries":2,"entries_per_translation_page":4,"gc_threshold":3}"#,
        "w0 w5 w10 r15 w0 r5",
    ),
    (
        r#""blocks": 7, "pages_per_block": 4, "program_order": "any" }, "logical_pages": 16, "host": { "queue_depth": 1"#,
        r#"{"kind":"replacement"}"#,
        "w0 w0 w4 w8 w1 w5 w8 w0",
    ),
];

fn look(text: &str) -> ChallengeShown {
    Challenge::open(text)
        .and_then(|challenge| challenge.look(false))
        .unwrap_or_else(|failure| panic!("{failure:?}\n{text}"))
}

/// The least of all costs, by making every choice, and how many decisions that took; but for ways that have cost as much as the best
/// before they are at their end: some choices gain nothing, and can be made for ever.
fn least(of: &dyn Fn(&[Intervention]) -> String) -> (f64, u32) {
    fn go(
        of: &dyn Fn(&[Intervention]) -> String,
        made: &mut Vec<Intervention>,
        best: &mut (f64, u32),
    ) {
        let Ok(shown) = Challenge::open(&of(made)).and_then(|challenge| challenge.look(false))
        else {
            return;
        };
        best.0 = best.0.min(shown.total.person);
        let Some(point) = shown.at else {
            return;
        };
        best.1 += 1;
        for option in &point.options {
            if point.spent >= best.0 {
                return;
            }
            made.push(Intervention {
                request: point.request,
                decision: point.decision,
                choose: option.id,
            });
            go(of, made, best);
            made.pop();
        }
    }
    let mut best = (f64::INFINITY, 0);
    go(of, &mut Vec::new(), &mut best);
    best
}

#[test]
fn the_optimum_is_the_least_of_all_ways() {
    let mut beaten = 0;
    for (device, ftl, ops) in ROUNDS {
        for goal in Goal::ALL {
            let goal = crate::json::text(&goal).replace('"', "");
            let of = |made: &[Intervention]| file(&goal, device, ftl, ops, made);
            let (cost, ways) = least(&of);
            assert!(ways > 0, "{ftl}: nothing to choose");
            let challenge = Challenge::open(&of(&[])).expect("sound");
            let mut search = Search::new(challenge, 100_000).expect("sound");
            assert!(search.slice(u32::MAX));
            let found = search.result();
            assert!(found.proven, "{ftl} {goal} {found:?}");
            assert_eq!(
                (found.cost, found.bound),
                (cost, cost),
                "{ftl} {goal}, {ways} ways"
            );
            let played = look(&of(&found.choices));
            assert_eq!(
                played.total.person, cost,
                "{ftl} {goal}: its choices cost as much"
            );
            beaten += u32::from(cost < played.total.scheme);
        }
    }
    assert!(
        beaten > 3,
        "the scheme's own choices are the best nearly everywhere"
    );
}

#[test]
fn the_schemes_own_choices_cost_what_the_scheme_costs() {
    for (device, ftl, ops) in ROUNDS {
        let mut made = Vec::new();
        loop {
            let shown = look(&file("flash_time", device, ftl, ops, &made));
            let Some(point) = shown.at else {
                assert!(!made.is_empty(), "{ftl}: nothing was asked");
                assert_eq!(shown.total.person, shown.total.scheme, "{ftl}");
                assert!(shown.choices.iter().all(|c| c.choose == c.own));
                assert_eq!(shown.choices.len(), made.len());
                break;
            };
            assert!(point.options.iter().any(|o| o.id == point.own));
            assert!(point.options.windows(2).all(|w| w[0].id < w[1].id));
            made.push(Intervention {
                request: point.request,
                decision: point.decision,
                choose: point.own,
            });
        }
    }
}

#[test]
fn beyond_the_limit_there_is_a_bound_that_no_choices_come_below() {
    let (device, ftl, ops) = ROUNDS[0];
    let of = |made: &[Intervention]| file("flash_time", device, ftl, ops, made);
    let (cost, _) = least(&of);
    let mut last = 0.0;
    for states in [1, 2, 4, 8] {
        let mut search =
            Search::new(Challenge::open(&of(&[])).expect("sound"), states).expect("sound");
        assert!(search.slice(u32::MAX));
        let found = search.result();
        assert!(found.states <= states);
        assert!(found.bound <= cost && cost <= found.cost, "{found:?}");
        assert!(found.bound >= last, "a bound only rises");
        last = found.bound;
    }
}

#[test]
fn slices_find_what_one_long_search_finds() {
    let (device, ftl, ops) = ROUNDS[1];
    let text = file("copies", device, ftl, ops, &[]);
    let search = || Search::new(Challenge::open(&text).expect("sound"), 500).expect("sound");
    let (mut whole, mut sliced) = (search(), search());
    assert!(whole.slice(u32::MAX));
    while !sliced.slice(7) {}
    assert_eq!(whole.result(), sliced.result());
}

#[test]
fn only_the_kinds_that_are_asked_are_asked() {
    let (device, ftl, ops) = ROUNDS[3];
    let text = file("erases", device, ftl, ops, &[]);
    let all = look(&text).at.expect("a decision");
    assert_eq!(document::KINDS[1], all.kind, "the log block first");
    let merges = text.replace("\"erases\"", "\"erases\", \"kinds\": [\"merge\"]");
    assert_eq!(
        look(&merges).at.expect("a decision").kind,
        ftl::Decision::Merge
    );
}

#[test]
fn a_round_within_the_run_takes_what_came_before_as_it_is() {
    let (device, ftl, ops) = ROUNDS[0];
    let whole = file("flash_time", device, ftl, ops, &[]);
    let first = look(&whole).at.expect("a decision");
    let later = format!("\"flash_time\", \"from\": {}", first.request + 1);
    let later = whole.replace("\"flash_time\"", &later);
    let at = look(&later).at.expect("another");
    assert!(at.request > first.request);
    assert_eq!(look(&later).so_far.person, look(&later).so_far.scheme);
}

#[test]
fn what_is_wrong_has_its_place() {
    let (device, ftl, ops) = ROUNDS[0];
    let wrong = |text: &str| {
        let failure = Challenge::open(text)
            .and_then(|r| r.look(false))
            .expect_err("wrong");
        (
            failure.field.unwrap_or_default(),
            failure.line.unwrap_or(0),
            failure.message,
        )
    };
    let at = look(&file("flash_time", device, ftl, ops, &[]))
        .at
        .expect("a decision");
    let one = |decision, choose| {
        let made = Intervention {
            request: at.request,
            decision,
            choose,
        };
        wrong(&file("flash_time", device, ftl, ops, &[made]))
    };
    let (field, line, message) = one(at.decision, 99);
    assert_eq!((&*field, line), ("scenario.interventions[0]", 4));
    assert!(message.contains("cannot choose 99"), "{message}");
    let (field, _, message) = one(7, at.own);
    assert_eq!(field, "scenario.interventions[0]");
    assert!(message.contains("none is number 7"), "{message}");
    let sound = file("flash_time", device, ftl, ops, &[]);
    assert_eq!(wrong(&sound.replace("flash_time", "time")).0, "round.goal");
    let many = sound.replace("\"flash_time\"", "\"flash_time\", \"until\": 99");
    assert_eq!(wrong(&many).0, "round.until");
    assert_eq!(
        wrong(&sound.replace("\"ops\": \"w0", "\"oops\": \"w0")).0,
        "scenario.workload.oops"
    );
    assert_eq!(wrong(&sound.replace("\"round\"", "\"rounds\"")).0, "rounds");
    assert_eq!(
        wrong(&sound.replace("\"pages_per_block\": 4", "\"pages_per_block\": 4096")).0,
        "scenario.device"
    );
}
