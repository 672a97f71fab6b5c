use super::*;
use crate::Format::Blkparse;
use crate::Op;
use crate::Options;
use crate::formats::tests::read_with;

/// The requests as sectors with how many, in order, and what is said of them.
fn told(text: &str, action: Option<Action>) -> (Vec<(u64, u64)>, Vec<Note>) {
    let mut importer = crate::Importer::new(Options {
        format: Some(Blkparse),
        action,
        ..Options::default()
    });
    importer.push(text.as_bytes()).unwrap();
    let trace = importer.finish().unwrap();
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
