//! KAST in random scenarios, by hand, and the bound on what one write waits for.

use ftl::{Cause, Event, MergeKind};
use nand::Pbn;
use proptest::prelude::*;
use sim::device::Device;
use sim::preparation::Preparation;
use sim::scenario;
use sim::workload::Source;

use super::Options;
use crate::smallest_devices::beside_the_rule;
use crate::support::{Sample, scheme_sample};

pub const EXAMPLE: &str = r#"{"kind":"kast","log_blocks":6,"seq_log_blocks":2,"associativity":2}"#;
pub const DECISIONS: &[&str] = &["log block", "merge"];
pub const CHANGES: &[&str] = &[];

pub fn options() -> impl Strategy<Value = Options> {
    (1..4u32, 1..5u32, 1..5u32).prop_map(|(sequential, random, k)| {
        let logs = sequential + random;
        let ftl = format!(
            r#"{{"kind":"kast","log_blocks":{logs},"seq_log_blocks":{sequential},"associativity":{k}}}"#
        );
        (ftl, logs + 1, 0)
    })
}

/// The events of each request of a run.
fn run(text: &str) -> (Device, Vec<Vec<Event>>) {
    let setup = scenario::parse(text).unwrap_or_else(|f| panic!("{}\n{text}", f.message));
    let mut device = Device::new(&setup).expect("no explicit initial state");
    let mut preparation = Preparation::new(&setup);
    while let Some(request) = preparation.next(&device) {
        device.prepare(&request).expect("the precondition runs");
    }
    let source = Source::workload(&setup, &|_| None).expect("no trace");
    let events = source.map(|request| {
        let mut events = Vec::new();
        device.serve(&request, &mut events).expect("runs");
        events
    });
    let events = events.collect();
    (device, events)
}

fn associativity(text: &str) -> usize {
    let (_, rest) = text.split_once(r#""associativity":"#).expect("KAST");
    usize::from(rest.as_bytes()[0] - b'0')
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        if std::env::var_os("DEEP").is_some() { 10_000 } else { 200 }
    ))]

    /// The law of KAST (SPEC 4.8): what is merged to give one log block back, and all that one page written waits for.
    #[test]
    fn no_merge_touches_more_than_k_and_one_data_blocks(Sample { text, .. } in scheme_sample("kast", 20..200)) {
        let k = associativity(&text);
        let (device, requests) = run(&text);
        for events in requests {
            // Data blocks that were replaced, since the last page of the host.
            let mut replaced = 0;
            for event in &events {
                match event {
                    Event::ReclaimBegin { merged, skipped, .. } => {
                        prop_assert!(merged.len() + skipped.len() <= k, "{event:?}\n{text}");
                    }
                    Event::MergeEnd { .. } => replaced += 1,
                    Event::Program { cause: Cause::Host, .. } => replaced = 0,
                    _ => {}
                }
                prop_assert!(replaced <= k + 1, "{replaced} data blocks at {event:?}\n{text}");
            }
        }
        let pages = device.chip().geometry().pages_per_block;
        for (pbn, lbn) in device.ftl().tables().log_blocks.expect("log blocks") {
            let held = device.chip().geometry().pages_of(pbn).filter_map(|p| device.chip().oob(p));
            let lbns: std::collections::BTreeSet<u32> = held.map(|oob| oob.logical / pages).collect();
            prop_assert!(lbns.len() <= if lbn.is_some() { 1 } else { k }, "block {pbn}\n{text}");
        }
    }
}

/// Kind and LBN.
type Merge = (MergeKind, u32);
/// A log block and its LBN.
type Log = (Pbn, Option<u32>);

/// The merges of each request, and the log blocks at the end.
fn merges(ftl: &str, ops: &str) -> (Vec<Vec<Merge>>, Vec<Log>) {
    let text = format!(
        r#"{{"format":1,"device":{{"blocks":10,"pages_per_block":4}},"logical_pages":16,"ftl":{{"kind":"kast",{ftl}}},
            "precondition":[{{"kind":"sequential"}}],"workload":{{"kind":"ops","ops":"{ops}"}}}}"#
    );
    let (device, requests) = run(&text);
    let of = |events: &Vec<Event>| {
        let merge = |event: &Event| match *event {
            Event::MergeEnd { kind, lbn, .. } => Some((kind, lbn.0)),
            _ => None,
        };
        events.iter().filter_map(merge).collect()
    };
    let logs = device.ftl().tables().log_blocks.expect("log blocks");
    let logs = logs.into_iter().map(|(pbn, lbn)| (pbn, lbn.map(|l| l.0)));
    (requests.iter().map(of).collect(), logs.collect())
}

#[test]
fn k_1_is_one_log_block_for_one_logical_block() {
    use MergeKind::Full;
    // R = 2: LBNs 0 and 1 get one each; LBN 2 finds both taken, and the oldest is reclaimed.
    let (found, logs) = merges(
        r#""log_blocks":3,"seq_log_blocks":1,"associativity":1"#,
        "w1 w5 w2 w9",
    );
    assert_eq!(found, [vec![], vec![], vec![], vec![(Full, 0)]]);
    // Blocks 0 to 3 hold data. 4 and 5 are log blocks, the merge takes 6, and LBN 2 gets 7.
    assert_eq!(logs, [(Pbn(5), None), (Pbn(7), None)]);
}

#[test]
fn a_log_block_takes_k_logical_blocks_and_the_one_with_fewest_is_taken() {
    use MergeKind::Full;
    // R = 2, K = 2: B4 serves LBNs 0 and 2 (a tie: the oldest), B5 serves 1 and 3. Then B4 is full, and reclaimed.
    let (found, logs) = merges(
        r#""log_blocks":3,"seq_log_blocks":1,"associativity":2"#,
        "w1 w5 w9 w13 w2 w10 w11",
    );
    assert_eq!(found[..6], vec![vec![]; 6]);
    assert_eq!(found[6], [(Full, 0), (Full, 2)]);
    assert_eq!(logs.len(), 2);
    assert_eq!(logs[0].0, Pbn(5));
}

#[test]
fn a_broken_sequence_is_merged_and_the_page_goes_to_a_random_log_block() {
    use MergeKind::{Full, Partial, Switch};
    let one = r#""log_blocks":2,"seq_log_blocks":1,"associativity":2"#;
    // Offsets 0 and 1 of LBN 1, then offset 3: a partial merge. A whole block, then its offset 0 again: a switch.
    let (found, logs) = merges(one, "w4 w5 w7 w8 w9 w10 w11 w8");
    let none = Vec::new();
    assert_eq!(found[2], [(Partial, 1)]);
    assert_eq!(found[7], [(Switch, 2)]);
    assert_eq!([&found[0], &found[1], &found[3], &found[6]], [&none; 4]);
    assert_eq!(
        logs.iter().map(|l| l.1).collect::<Vec<_>>(),
        [Some(2), None]
    );
    // K + 1 = 3 merges for one page: the sequence of LBN 3 is broken, and the one random log block is full.
    let (found, _) = merges(one, "w1 w5 w2 w6 w12 w14");
    assert_eq!(found[5], [(Partial, 3), (Full, 0), (Full, 1)]);
}

#[test]
fn with_all_sequential_log_blocks_in_use_the_one_written_least_recently_is_merged() {
    let (found, logs) = merges(
        r#""log_blocks":3,"seq_log_blocks":2,"associativity":1"#,
        "w0 w4 w1 w8",
    );
    assert_eq!(found[3], [(MergeKind::Partial, 1)]);
    assert_eq!(
        logs.iter().map(|l| l.1).collect::<Vec<_>>(),
        [Some(0), Some(2)]
    );
}

/// Where every page has offset 0, random log blocks are never used; sequential ones are at most one for a logical block.
#[test]
fn all_log_blocks_that_can_be_in_use_and_one_to_merge_into_are_needed() {
    for (sequential, random, k) in [(1, 1, 1), (1, 2, 1), (1, 2, 2), (2, 1, 1)] {
        let logs = sequential + random;
        let ftl = format!(
            r#"{{"kind":"kast","log_blocks":{logs},"seq_log_blocks":{sequential},"associativity":{k}}}"#
        );
        beside_the_rule(&ftl, |p, n, logical_blocks, fewest| {
            let random = if p > 1 && n > 1 { random } else { 0 };
            assert_eq!(
                fewest,
                logical_blocks + sequential.min(logical_blocks) + random + 1,
                "m {sequential}, R {random}, K {k}, {n} logical pages in blocks of {p}"
            );
        });
    }
}
