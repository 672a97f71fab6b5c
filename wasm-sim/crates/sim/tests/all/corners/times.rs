//! Times up to the end of the clock, 2^64 ns, and sums of them beyond it (SPEC 2.4, 7.1).

use sim::device::Cost;
use sim::protocol::Target;
use sim::scenario;

use super::{report, scenario};
use crate::support::simulation;

fn close(found: f64, expected: f64) {
    assert!(
        (found / expected - 1.0).abs() < 1e-9,
        "{found} instead of {expected}"
    );
}

/// A program takes 1,000 s, and a write arrives each second: write i waits for i times 999 s. Their response times are 5.0e19 ns in
/// sum, and their squares 3.3e35; 2^64 is 1.8e19.
#[test]
fn mean_deviation_and_overload_are_right_where_the_sum_of_times_passes_64_bits() {
    let n = 10_000_u64;
    for host in ["", r#""host":{"merge":false},"#] {
        let text = format!(
            r#"{{"format":1,"device":{{"blocks":200,"pages_per_block":64,"timing":{{"program_us":1e9}}}},"logical_pages":10000,
                "ftl":{{"kind":"page"}},{host}"workload":{{"kind":"sequential","requests":{n},"interarrival_ms":1000}}}}"#
        );
        let report = report(&text);
        let response = |i: u64| (1000 + 999 * i) as f64 * 1e6;
        let mean = (0..n).map(response).sum::<f64>() / n as f64;
        let square = |i| (response(i) - mean).powi(2);
        let deviation = ((0..n).map(square).sum::<f64>() / n as f64).sqrt();
        let times = report.response_us;
        close(times.mean, mean);
        close(times.stddev, deviation);
        close(times.max, response(n - 1));
        // A percentile is the mean of its bucket, which spans 1/256.
        assert!(
            (times.p50 / response(n / 2) - 1.0).abs() < 1.0 / 256.0,
            "{times:?}"
        );
        let overload = report.overload.expect("a backlog of 115 days");
        close(overload.arrivals_us, (n - 1) as f64 * 1e6);
        close(overload.done_us, n as f64 * 1e9);
        if let Some(parallel) = report.parallel {
            close(parallel.wait_us.mean, mean - 1e9);
            close(parallel.write_response_us.mean, mean);
            close(parallel.write_response_us.stddev, deviation);
        }
    }
}

/// Response times computed beside the device, in 128 bits, from the cost of each request.
fn responses(text: &str) -> (f64, f64) {
    let setup = scenario::parse(text).expect("sound");
    let every = (setup.workload.common().expect("generated").interarrival_ns).expect("timed");
    let mut simulation = simulation(text);
    let (mut sum, mut free, mut n) = (0_u128, 0_u128, 0_u64);
    let time = |cost: Cost| {
        u128::from(cost.reads) * 25_000
            + u128::from(cost.programs) * 200_000
            + u128::from(cost.erases) * 2_000_000
    };
    while let Some(cost) = simulation.serve_one().expect("runs") {
        let arrival = u128::from(n) * u128::from(every);
        free = free.max(arrival) + time(cost);
        sum += free - arrival;
        n += 1;
    }
    (sum as f64 / n as f64 / 1000.0, n as f64)
}

/// The sum of their response times is just above 2^64 ns in both: it wrapped, and the warning went with it.
#[test]
fn a_backlog_of_millions_of_requests_is_measured() {
    let files: &[&str] = if std::env::var_os("DEEP").is_some() {
        &["response-overflow.json", "response-overflow-fast.json"]
    } else {
        &["response-overflow.json"]
    };
    for file in files {
        let text = scenario(file);
        let (mean, requests) = responses(&text);
        assert!(mean * requests * 1000.0 > 2_f64.powi(64), "{file}");
        let mut simulation = simulation(&text);
        simulation.run(Target::End).expect("runs");
        let report = simulation.figures();
        close(report.response_us.mean, mean);
        let (p50, max) = (report.response_us.p50, report.response_us.max);
        assert!((0.4..0.6).contains(&(p50 / max)), "{file}: {p50} of {max}");
        assert!(report.overload.is_some(), "{file}");
    }
}

/// The 18,448th request arrives 18,447 times 10^15 ns after the first, and 2^64 is 18,446.7 times that.
#[test]
fn arrivals_past_the_end_of_the_clock_are_refused_and_the_last_before_it_is_served() {
    let text = |host: &str, requests: &str, ms: &str, kind: &str| {
        format!(
            r#"{{"format":1,"device":{{"blocks":8,"pages_per_block":64}},"logical_pages":64,"ftl":{{"kind":"page"}},{host}
               "workload":{{"kind":"sequential","requests":{requests},"interarrival_ms":{ms}{kind}}}}}"#
        )
    };
    let queue = r#""host":{"queue_depth":2},"#;
    let poisson = r#""host":{"arrivals":"poisson"},"#;
    for host in ["", queue, poisson] {
        let refused = |requests: &str, ms: &str| {
            let failure = scenario::parse(&text(host, requests, ms, "")).expect_err("too late");
            assert_eq!(failure.field.as_deref(), Some("workload.interarrival_ms"));
            assert_eq!(failure.line, Some(2));
            failure
        };
        let failure = refused("18448", "1e9");
        assert!(
            failure.message.contains("18448 requests"),
            "{}",
            failure.message
        );
        // Both of its proposals run.
        let numbers = failure.remedy.split(|c: char| !c.is_ascii_digit());
        let numbers: Vec<&str> = numbers.filter(|n| !n.is_empty()).collect();
        let [ms, requests] = numbers[..] else {
            panic!("{}", failure.remedy)
        };
        for (requests, ms) in [("18448", ms), (requests, "1e9")] {
            let proposed = text(host, requests, ms, "");
            assert_eq!(
                report(&proposed).host.writes.to_string(),
                requests,
                "{}",
                failure.remedy
            );
        }
        refused("4294967295", "4295");
    }
    for host in ["", queue] {
        let report = report(&text(host, "18447", "1e9", ""));
        close(report.response_us.max, 2200.0);
        close(report.response_us.p50, 200.0);
        assert_eq!(report.overload, None);
    }
    // In a closed loop no one looks at these times.
    let closed = report(&text(r#""host":{"outstanding":2},"#, "19000", "1e9", ""));
    assert_eq!(closed.host.writes, 19_000);
}

/// Times 18,447, 999,986,126,400,474 ns are 7,738 ns less than 2^64: the last of 18,448 requests arrives before the end of the clock, and
/// its program ends after it.
#[test]
fn a_run_whose_work_passes_the_end_of_the_clock_stops_with_a_reason() {
    for host in ["", r#""host":{"merge":false},"#] {
        let text = format!(
            r#"{{"format":1,"device":{{"blocks":8,"pages_per_block":64}},"logical_pages":64,"ftl":{{"kind":"page"}},{host}
               "workload":{{"kind":"sequential","requests":18448,"interarrival_ms":999986126.400474}}}}"#
        );
        let mut simulation = simulation(&text);
        let stopped = simulation.run(Target::End).expect_err("too late");
        let failure = sim::failure::Failure::from(stopped);
        assert_eq!(
            failure.message,
            "request 18447 is done after the end of the clock, 584 years (2^64 ns)"
        );
        // The run is right before that request.
        assert_eq!(simulation.position().request, 18_447);
        assert_eq!(simulation.report().host.writes, 18_447);
    }
}

/// 18,560,000 programs of 1,000 s each, 6,400 a request: 1.856e19 ns, and 2^64 is 1.845e19. One request after another needs no clock.
/// Times of queues are long as well, and right.
#[test]
fn requests_without_times_run_on_past_the_end_of_the_clock() {
    let text = |host: &str, requests: u32| {
        format!(
            r#"{{"format":1,"device":{{"blocks":110,"pages_per_block":64,"timing":{{"program_us":1e9,"erase_us":0}}}},
                "logical_pages":6400,"ftl":{{"kind":"page"}},{host}
                "workload":{{"kind":"sequential","pages":6400,"requests":{requests}}}}}"#
        )
    };
    let mut untimed = simulation(&text("", 2900));
    untimed.run(Target::End).expect("no clock is needed");
    let times = untimed.figures().response_us;
    close(times.mean, 6400.0 * 1e9);
    close(times.max, 6400.0 * 1e9);
    let mut queued = simulation(&text(r#""host":{"merge":false},"#, 20));
    queued.run(Target::End).expect("runs");
    let queued = queued.figures().parallel.expect("it has a queue");
    close(queued.span_us, 20.0 * 6400.0 * 1e9);
}
