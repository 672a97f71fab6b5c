//! Slices: the page can be cancelled between two of them, so each ends soon.

use sim::protocol::{Command, Reply};
use sim::session::Session;

/// A buffer that takes every write, reads alone, or trims alone: a preparation of which no request programs a page.
#[test]
fn a_preparation_that_programs_nothing_is_cut_in_slices_too() {
    for rest in [
        r#""buffer": {"kind": "lru", "capacity": 60}, "precondition": [{"kind": "steady_state", "window": 100000}],
           "workload": {"kind": "uniform", "requests": 1}"#,
        r#""warmup_requests": 90000, "workload": {"kind": "uniform", "requests": 100000, "read_fraction": 1}"#,
        r#""warmup_requests": 90000, "workload": {"kind": "uniform", "requests": 100000, "trim_fraction": 1}"#,
    ] {
        let scenario = format!(
            r#"{{"format": 1, "device": {{"blocks": 16, "pages_per_block": 8}}, "logical_pages": 60, "ftl": {{"kind": "page"}}, {rest}}}"#
        );
        let mut session = Session::new();
        let open = Command::Open { slot: 0, scenario };
        let mut reply = session.command_within(open, 2_000).expect("sound");
        for slice in 1..=20 {
            let Reply::Progress {
                done: false,
                requests,
                ..
            } = reply
            else {
                panic!("slice {slice}: {reply:?}\n{rest}");
            };
            assert!(
                requests <= slice * 4_000,
                "slice {slice}: {requests}\n{rest}"
            );
            reply = session.slice(2_000).expect("sound");
        }
    }
}
