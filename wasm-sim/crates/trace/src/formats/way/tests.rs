use std::num::NonZeroU32;

use super::*;
use crate::Format::Blkparse;
use crate::Op;
use crate::formats::tests::read_with;
use crate::{ImportError, MergeDevices, Options, Trace, Wanted};

fn import(text: &str, options: Options) -> Result<Trace, ImportError> {
    let mut importer = crate::Importer::new(Options {
        format: Some(Blkparse),
        ..options
    });
    importer.push(text.as_bytes())?;
    importer.finish()
}

/// The requests as sectors with how many, in order, and what is said of them.
fn told(text: &str, action: Option<Action>) -> (Vec<(u64, u64)>, Vec<Note>) {
    let options = Options {
        action,
        ..Options::default()
    };
    let trace = import(text, options).unwrap();
    let requests = trace.offset().into_iter().zip(trace.length());
    (
        requests
            .map(|(at, bytes)| (at / 512, bytes / 512))
            .collect(),
        trace.summary().notes.clone(),
    )
}

#[test]
fn a_request_that_was_put_back_counts_once() {
    let text = "\
8,0 1 1 0.000 900 Q WS 1132544 + 8 [dd]
8,0 1 2 0.001 900 D WS 1132544 + 8 [dd]
8,0 1 3 0.002 900 D WS 1132552 + 8 [dd]
8,0 1 4 0.003 0 R WS 1132544 + 8 [0]
8,0 1 5 0.900 901 D WS 1132544 + 8 [kworker]
8,0 1 6 0.901 0 C WS 1132544 + 8 [0]
";
    let said = vec![Note::Requeued { requests: 1 }];
    let requests = vec![(1_132_552, 8), (1_132_544, 8)];
    assert_eq!(told(text, None), (requests.clone(), said.clone()));
    // The same behind lines that are read at once.
    let many = "8,0 1 2 0.000 900 D WS 0 + 8 [dd]\n".repeat(20);
    let (behind, notes) = told(&format!("{many}{text}"), None);
    assert_eq!((&behind[20..], notes), (&requests[..], said));
    let completed = told(text, Some(Action::Complete));
    assert_eq!(completed, (vec![(1_132_544, 8)], vec![]));
}

#[test]
fn what_was_queued_is_not_put_back() {
    let text = "\
8,0 1 1 0.000 900 Q WS 1132544 + 8 [dd]
8,0 1 2 0.003 0 R WS 1132544 + 8 [0]
8,0 1 3 0.901 0 C WS 1132544 + 8 [0]
";
    let action = Action::Queue;
    let counted = vec![Note::Counted { action }];
    let queued = (1_132_544, 8);
    assert_eq!(told(text, None), (vec![queued], counted.clone()));
    // The same behind lines that are read at once.
    let many = "8,0 1 2 0.000 900 Q WS 0 + 8 [dd]\n".repeat(20);
    let text = format!("{many}{text}8,0 1 4 0.902 0 R WS 0 + 8 [0]\n");
    let (requests, notes) = told(&text, None);
    assert_eq!((requests.len(), notes), (21, counted));
}

#[test]
fn a_request_that_is_completed_in_parts_counts_once_and_whole() {
    let text = "\
8,0 1 1 0.0 900 D WS 1000 + 16 [dd]
8,0 1 2 0.1 0 C WS 1000 + 8 [0]
8,0 1 3 0.2 0 C WS 1008 + 8 [0]
8,0 1 4 0.3 0 C WS 1008 + 8 [0]
8,0 1 5 0.4 900 D WS 1000 + 16 [dd]
8,0 1 6 0.5 0 C WS 1000 + 8 [0]
8,0 1 7 0.6 0 C WS 1000 + 16 [0]
";
    let options = Options {
        action: Some(Action::Complete),
        ..Options::default()
    };
    let device = 8 << 20;
    let request = |tenths: u64, sector: u64, n: u64| {
        (
            Some(tenths * 100_000_000),
            Op::Write,
            device,
            sector * 512,
            n * 512,
        )
    };
    let expected = vec![
        request(1, 1000, 16),
        request(3, 1008, 8),
        request(5, 1000, 16),
    ];
    assert_eq!(read_with(Blkparse, text, &options), Ok(expected));
    let (_, notes) = told(text, options.action);
    assert_eq!(notes, [Note::Partial { completions: 2 }]);
}

/// A request of 16 sectors of which 8 are completed; the rest is put back, inserted and issued again.
const IN_PART: &str = "\
8,0 1 1 0.000 900 Q WS 1000 + 16 [dd]
8,0 1 2 0.001 900 I WS 1000 + 16 [dd]
8,0 1 3 0.002 900 D WS 1000 + 16 [dd]
8,0 1 4 0.003 0 C WS 1000 + 8 [0]
8,0 1 5 0.004 0 R WS 1008 + 8 [0]
8,0 1 6 0.005 901 I WS 1008 + 8 [kworker]
8,0 1 7 0.006 901 D WS 1008 + 8 [kworker]
8,0 1 8 0.007 0 C WS 1008 + 8 [0]
";

#[test]
fn a_request_that_is_completed_in_part_and_put_back_counts_once_and_whole() {
    let put_back = vec![Note::Requeued { requests: 1 }];
    let in_parts = vec![Note::Partial { completions: 1 }];
    for (action, said) in [
        (None, &put_back),
        (Some(Action::Queue), &vec![]),
        (Some(Action::Insert), &put_back),
        (Some(Action::Issue), &put_back),
        (Some(Action::Complete), &in_parts),
    ] {
        let (requests, notes) = told(IN_PART, action);
        assert_eq!((requests, &notes), (vec![(1000, 16)], said), "{action:?}");
    }
    // The same behind lines that are read at once. Another request of these sectors counts.
    let many = "8,0 1 2 0.000 900 D WS 0 + 8 [dd]\n".repeat(20);
    let other = "8,0 1 9 0.008 900 D WS 1008 + 8 [dd]\n";
    let (requests, _) = told(&[&many, IN_PART, other].concat(), None);
    assert_eq!(requests[20..], [(1000, 16), (1008, 8)]);
}

#[test]
fn the_rest_of_a_request_may_be_put_back_again_and_again() {
    let text = "\
8,0 1 1 0.0 900 D WS 1000 + 16 [dd]
8,0 1 2 0.1 0 C WS 1000 + 8 [0]
8,0 1 3 0.2 0 R WS 1008 + 8 [0]
8,0 1 4 0.3 900 D WS 1008 + 8 [dd]
8,0 1 5 0.4 0 R WS 1008 + 8 [0]
8,0 1 6 0.5 900 D WS 1008 + 8 [dd]
8,0 1 7 0.6 0 C WS 1008 + 4 [0]
8,0 1 8 0.7 0 R WS 1012 + 4 [0]
8,0 1 9 0.8 900 D WS 1012 + 4 [dd]
8,0 1 9 0.9 0 C WS 1012 + 4 [0]
";
    let requests = 3;
    let once = vec![(1000, 16)];
    assert_eq!(
        told(text, None),
        (once.clone(), vec![Note::Requeued { requests }])
    );
    let completions = 2;
    assert_eq!(
        told(text, Some(Action::Complete)),
        (once, vec![Note::Partial { completions }])
    );
}

#[test]
fn what_was_put_back_may_be_inserted_again_or_issued_at_once() {
    let insert = Some(Action::Insert);
    let again = "\
8,0 1 1 0.0 900 I WS 8 + 8 [dd]
8,0 1 2 0.1 900 D WS 8 + 8 [dd]
8,0 1 3 0.2 0 R WS 8 + 8 [0]
8,0 1 4 0.3 901 I WS 8 + 8 [kworker]
8,0 1 5 0.4 901 D WS 8 + 8 [kworker]
";
    assert_eq!(told(again, insert).0, [(8, 8)]);
    // Past the queue: the next request that is inserted there is another one.
    let past = again.replace("901 I", "901 M");
    let other = "8,0 1 6 0.5 900 I WS 8 + 8 [dd]\n";
    assert_eq!(told(&(past + other), insert).0, [(8, 8), (8, 8)]);
}

/// Two requests are put back, one of them twice, and a third in part; sector 8 is written by two requests.
const PUT_BACK: &str = "\
8,0 1 1 0.00 900 D WS 8 + 8 [dd]
8,0 1 2 0.01 900 D WS 16 + 8 [dd]
8,16 1 3 0.02 900 D WS 8 + 8 [dd]
8,0 1 4 0.03 0 R WS 16 + 8 [0]
8,0 1 5 0.04 900 D WS 8 + 8 [dd]
8,16 1 6 0.05 900 D WS 24 + 8 [dd]
8,0 1 7 0.06 0 R WS 8 + 8 [0]
8,0 1 8 0.07 900 D WS 32 + 16 [dd]
8,0 1 9 0.08 900 D WS 16 + 8 [dd]
8,0 1 10 0.09 0 R WS 40 + 8 [0]
8,0 1 11 0.10 900 D WS 8 + 8 [dd]
8,0 1 12 0.11 900 D WS 40 + 8 [dd]
8,0 1 13 0.12 0 R WS 16 + 8 [0]
8,0 1 14 0.13 900 D WS 48 + 8 [dd]
8,0 1 15 0.14 900 D WS 16 + 8 [dd]
";

#[test]
fn the_number_of_a_request_does_not_depend_on_the_window() {
    let of = |options: &Options| {
        let trace = import(PUT_BACK, options.clone()).unwrap();
        let outside = trace.summary().outside as usize;
        let requests = trace.offset().into_iter().map(|at| at / 512);
        let starts = trace.time_ns();
        let times = starts.iter().map(|ns| (ns + trace.start_ns()) / 10_000_000);
        (times.zip(requests).collect::<Vec<_>>(), outside)
    };
    let whole = Options {
        merge_devices: MergeDevices::Ignore,
        ..Options::default()
    };
    let all = of(&whole);
    let expected = [
        (0, 8),
        (2, 8),
        (5, 24),
        (7, 32),
        (10, 8),
        (13, 48),
        (14, 16),
    ];
    assert_eq!(all, (expected.to_vec(), 0));
    for first in 1..=all.0.len() {
        for last in first..=all.0.len() {
            let number = |n: usize| NonZeroU32::new(n as u32);
            let options = Options {
                first_request: number(first),
                last_request: number(last),
                ..whole.clone()
            };
            let outside = all.0.len() - (last + 1 - first);
            let expected = (all.0[first - 1..last].to_vec(), outside);
            assert_eq!(of(&options), expected, "{first} to {last}");
        }
    }
    // Of one device, too: the third request of all is its second.
    let one = Options {
        merge_devices: MergeDevices::Only(Wanted::Name("8,16".into())),
        first_request: NonZeroU32::new(3),
        ..Options::default()
    };
    assert_eq!(of(&one), (vec![(5, 24)], 2));
}

#[test]
fn an_event_counts_as_there_only_with_requests_and_is_not_offered_again() {
    let refused = |text: &str, action: Option<Action>| {
        let options = Options {
            action,
            ..Options::default()
        };
        match import(text, options) {
            Err(ImportError::NoneKept { action, .. }) => action,
            other => panic!("{:?}", other.map(|trace| trace.len())),
        }
    };
    let flushes = "8,0 1 1 0.0 900 D FN 0 + 0 [x]\n8,0 1 2 0.1 900 C FN 0 + 0 [x]\n";
    for text in [flushes.to_owned(), flushes.repeat(20)] {
        for action in [None, Some(Action::Complete), Some(Action::Issue)] {
            assert_eq!(refused(&text, action), None, "{action:?}");
        }
    }
    let others = "8,0 1 3 0.2 900 Q R 36 (12 00) [x]\n8,0 1 4 0.3 0 C WS 0 + 8 [0]\n";
    for behind in [flushes.repeat(20), String::new()] {
        let text = behind + others;
        assert_eq!(refused(&text, Some(Action::Queue)), Some(Action::Complete));
        assert_eq!(refused(&text, Some(Action::Insert)), Some(Action::Complete));
        assert_eq!(refused(&text, None), Some(Action::Complete));
    }
}

#[test]
fn a_command_that_writes_zeros_or_manages_zones_is_told_once() {
    let counted = WriteZeroes::Write;
    let zeros = |commands| Note::WriteZeroes { commands, counted };
    let back = Note::Requeued { requests: 1 };
    let text = "\
8,0 1 1 0.0 900 Q WZ 2048 + 8 [dd]
8,0 1 1 0.0 900 D WZ 2048 + 8 [dd]
8,0 1 2 0.1 0 R WZ 2048 + 8 [0]
8,0 1 3 0.2 901 D WZ 2048 + 8 [k]
8,0 1 4 0.3 0 C WZ 2048 + 8 [0]
";
    for action in [None, Some(Action::Issue)] {
        assert_eq!(told(text, action).1, [back.clone(), zeros(1)], "{action:?}");
    }
    for action in [Some(Action::Queue), Some(Action::Complete)] {
        assert_eq!(told(text, action).1, [zeros(1)], "{action:?}");
    }
    // A part is completed, and the rest put back.
    let in_part = IN_PART.replace("WS", "WZ");
    for action in [None, Some(Action::Insert)] {
        assert_eq!(told(&in_part, action).1, [back.clone(), zeros(1)]);
    }
    // A request that was issued before the recording is put back: nothing is taken back.
    let before = "8,0 1 1 0.0 900 D WZ 0 + 8 [dd]\n8,0 1 2 0.1 0 R WZ 8 + 8 [0]\n8,0 1 2 0.2 0 D WZ 8 + 8 [0]\n";
    assert_eq!(told(before, None).1, [back, zeros(2)]);
    let zones = |commands| vec![Note::ZoneManagement { commands }];
    let text = "\
8,0 1 1 0.0 900 Q ZR 2048 + 8 [dd]
8,0 1 1 0.0 900 Q ZO 4096 + 8 [dd]
8,0 1 2 0.1 900 D ZR 2048 + 8 [dd]
8,0 1 3 0.2 0 R ZR 2048 + 8 [0]
8,0 1 4 0.3 900 D ZR 2048 + 8 [k]
8,0 1 4 0.3 900 D ZO 4096 + 8 [k]
8,0 1 5 0.4 900 D WS 0 + 8 [dd]
8,0 1 6 0.5 0 C ZR 2048 + 8 [0]
8,0 1 6 0.5 0 C ZO 4096 + 8 [0]
8,0 1 7 0.6 0 C WS 0 + 8 [0]
";
    for action in [None, Some(Action::Issue), Some(Action::Complete)] {
        assert_eq!(told(text, action), (vec![(0, 8)], zones(2)), "{action:?}");
    }
}

/// An fsync, then a write that asks for both: Linux flushes first, and then sends the write with its second F alone (block/blk-flush.c).
const SYNCED: &str = "\
8,0 1 1 0.0 900 Q FWS 0 + 0 [dd]
8,0 1 2 0.1 900 D FN [kworker]
8,0 1 3 0.2 0 C FN 0 [0]
8,0 1 4 0.3 0 C WS 0 + 0 [0]
8,0 1 5 0.4 900 Q FWFS 8 + 8 [dd]
8,0 1 6 0.5 900 D FN [kworker]
8,0 1 7 0.6 0 C FN 0 [0]
8,0 1 8 0.7 900 D WFS 8 + 8 [dd]
8,0 1 9 0.8 0 C WFS 8 + 8 [0]
";

#[test]
fn flushes_and_writes_past_the_cache_are_told_once() {
    let cache = |commands, forced| Note::Flushes { commands, forced };
    let actions = [Action::Queue, Action::Issue, Action::Complete];
    for action in actions.map(Some).into_iter().chain([None]) {
        assert_eq!(told(SYNCED, action), (vec![(8, 8)], vec![cache(2, 1)]));
    }
    // Both are put back, and issued again.
    let text = "\
8,0 1 1 0.0 900 D FN [kworker]
8,0 1 2 0.1 0 R FN 0 [0]
8,0 1 3 0.2 900 D FN [kworker]
8,0 1 4 0.3 900 D FWFS 8 + 8 [dd]
8,0 1 5 0.4 0 R FWFS 8 + 8 [0]
8,0 1 6 0.5 900 D FWFS 8 + 8 [kworker]
";
    let back = Note::Requeued { requests: 1 };
    assert_eq!(told(text, None).1, [back, cache(2, 1)]);
    // Among lines that are read at once.
    let lines = |rwbs: &str| format!("8,0 1 1 0.0 900 D {rwbs} 0 + 8 [dd]\n").repeat(20);
    let text = [lines("WS"), lines("WFS"), lines("FW"), lines("RSM")].concat();
    assert_eq!(told(&text, None).1, [cache(20, 20)]);
}
