//! Queues, slices and channels (SPEC 7).

use sim::device::Device;
use sim::preparation::Preparation;
use sim::workload::Source;

use super::{report, scenario};

/// Little's law: requests a second times their mean response time are the requests that are out. They are 200, of which 128 wait in the
/// scheduler and one is in the device.
#[test]
fn as_many_requests_are_out_as_the_closed_loop_says_also_beyond_the_scheduler() {
    for outstanding in [1, 128, 129, 130, 200, 1000] {
        let text = scenario("outstanding-200.json")
            .replace(
                r#""outstanding": 200"#,
                &format!(r#""outstanding": {outstanding}"#),
            )
            .replace("100000", "30000");
        let report = report(&text);
        let parallel = report.parallel.expect("it has a queue");
        let out = parallel.requests_per_s * report.response_us.mean / 1e6;
        let expected = f64::from(outstanding);
        // The last ones leave without others behind them: of 30,000 requests, and n times n / 2 of the time.
        let ends = expected / 30_000.0 / 2.0;
        assert!(
            (out / expected - 1.0).abs() <= ends + 1e-3,
            "{out} of {outstanding}"
        );
        let depth = parallel.depth.host + parallel.depth.device;
        assert!((depth / out - 1.0).abs() < 1e-9, "{depth} of {outstanding}");
        assert_eq!(parallel.requests, 30_000);
    }
}

/// The requests in the order in which they go to the device.
fn dispatched(text: &str) -> Vec<String> {
    let setup = sim::scenario::parse(text).expect("sound");
    let mut device = Device::new(&setup).expect("no initial state");
    let mut preparation = Preparation::new(&setup);
    while let Some(request) = preparation.next(&device) {
        device.prepare(&request).expect("the precondition runs");
    }
    device.start_counting();
    let mut source = Source::workload(&setup, &|_| None).expect("no trace");
    let mut all = Vec::new();
    while let Some(request) = device.next_request(&mut source) {
        all.push(format!("{:?} {}", request.op, request.lpn));
        device.record(&request, &mut Vec::new()).expect("runs");
    }
    all
}

/// At 700 us the turn comes to the writes, and `quantum` holds them back until 800. Their slice of 0.5 ms begins there: at 1,200 us it is
/// not over, and W113 goes before R88.
#[test]
fn a_slice_begins_with_its_first_request_and_not_with_its_turn() {
    let order = dispatched(&scenario("cfq-slice.json"));
    let place = |of: &str| order.iter().position(|one| one == of).expect("it was sent");
    assert!(place("Write 113") < place("Read 88"), "{order:?}");
}

/// Ends at the same time are taken by the numbers of their operations: each lets enter and start what waited for it before the next is
/// taken. Were it all entries by number, the longest request would take 7,050 us.
#[test]
fn ends_at_the_same_time_are_taken_by_number_each_with_all_that_it_lets_start() {
    let report = report(&scenario("channels-order.json"));
    let longest = report.response_us.max;
    assert_eq!(longest.to_bits(), 5050.0_f64.to_bits());
}
