//! Queues against theory: one channel, open loop with Poisson arrivals, first come first served.
//!
//! Service times are those of flash operations, one a request: all equal (M/D/1), or drawn from an exponential distribution for each
//! operation (M/M/1), which is what `Front::submit` lets one do without an FTL.

use host::scheduler::SchedulerConfig;
use host::{Coming, Front, FrontConfig, Kind, Op, Operation};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

const SERVICE_NS: f64 = 45_000.0;

fn exponential(rng: &mut Xoshiro256PlusPlus, mean: f64) -> f64 {
    let unit = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    -mean * (1.0 - unit).ln()
}

fn front(channels: u32, queue_depth: u32, outstanding: Option<u32>) -> Front {
    let config = FrontConfig {
        scheduler: SchedulerConfig::Noop,
        merge: false,
        channels,
        dies: 1,
        queue_depth,
        outstanding,
    };
    Front::new(config, 1000, 4096)
}

/// Mean wait and mean response of this many requests, µs; and that Little's law holds.
fn waits(
    utilisation: f64,
    requests: u32,
    seed: u64,
    service: impl Fn(&mut Xoshiro256PlusPlus) -> f64,
) -> f64 {
    let mut arrivals = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut services = Xoshiro256PlusPlus::seed_from_u64(seed + 1);
    let mut front = front(1, 1, None);
    let mut at = 0.0;
    let mut left = requests;
    let mut pull = || {
        left = left.checked_sub(1)?;
        at += exponential(&mut arrivals, SERVICE_NS / utilisation);
        Some(Coming {
            time_ns: Some(at as u64),
            op: Op::Read,
            lpn: 0,
            pages: 1,
            process: 0,
            hot: false,
            ends: [0; 3],
        })
    };
    let (mut wait, mut response, mut done) = (0, 0, 0);
    while front.next(&mut pull).is_some() {
        let operation = Operation {
            block: 0,
            kind: Kind::Read,
            cell_ns: service(&mut services) as u64,
            bus_ns: 0,
            label: 0,
            background: false,
            request: 0,
        };
        front.submit(operation, &[]);
        front.served();
        for request in front.take_done() {
            wait += request.wait_ns();
            response += request.response_ns();
            done += 1;
        }
    }
    assert_eq!(done, requests);
    // Little: the time that requests spent in the system is the depth of the system over time.
    let (begin, end) = front.totals().span.expect("some came");
    let depth = front.depths().mean.iter().sum::<f64>() * (end - begin) as f64;
    assert!(
        (depth / response as f64 - 1.0).abs() < 1e-9,
        "{depth} {response}"
    );
    wait as f64 / f64::from(requests) / 1000.0
}

/// M/D/1: the mean wait is rho / (2 (1 - rho)) services.
#[test]
fn equal_services_wait_as_in_m_d_1() {
    for (utilisation, requests) in [(0.3, 300_000), (0.5, 400_000), (0.8, 2_500_000)] {
        let waited = waits(utilisation, requests, 7, |_| SERVICE_NS);
        let theory = utilisation / (2.0 * (1.0 - utilisation)) * SERVICE_NS / 1000.0;
        assert!(
            (waited / theory - 1.0).abs() < 0.02,
            "{utilisation}: {waited} instead of {theory}"
        );
    }
}

/// M/M/1: the mean wait is rho / (1 - rho) services.
#[test]
fn exponential_services_wait_as_in_m_m_1() {
    for (utilisation, requests) in [(0.3, 300_000), (0.5, 600_000), (0.8, 2_500_000)] {
        let waited = waits(utilisation, requests, 11, |rng| {
            exponential(rng, SERVICE_NS)
        });
        let theory = utilisation / (1.0 - utilisation) * SERVICE_NS / 1000.0;
        assert!(
            (waited / theory - 1.0).abs() < 0.02,
            "{utilisation}: {waited} instead of {theory}"
        );
    }
}

/// Closed loop: `outstanding` requests of one page are always out; page i lies on channel i mod 4.
fn closed(queue_depth: u32, outstanding: u32) -> (u64, u64) {
    let mut front = front(4, queue_depth, Some(outstanding));
    let mut page = 0;
    let mut pull = || {
        page += 1;
        (page <= 400).then_some(Coming {
            // Not looked at: the loop is closed.
            time_ns: Some(1_000_000_000),
            op: Op::Read,
            lpn: page,
            pages: 1,
            process: 0,
            hot: false,
            ends: [0; 3],
        })
    };
    let mut longest = 0;
    while let Some(handed) = front.next(&mut pull) {
        let operation = Operation {
            block: handed.request.lpn,
            kind: Kind::Read,
            cell_ns: 20,
            bus_ns: 25,
            label: 0,
            background: false,
            request: 0,
        };
        front.submit(operation, &[]);
        front.served();
        assert!(!front.wastes());
        let responses = front.take_done().into_iter().map(|done| done.response_ns());
        longest = longest.max(responses.max().unwrap_or(0));
    }
    let (begin, end) = front.totals().span.expect("some came");
    (end - begin, longest)
}

/// 400 pages at 45 each: one at a time 18,000; two and four at a time a half and a quarter of that; more do not help four
/// channels, and wait.
#[test]
fn depth_helps_up_to_the_channels_and_makes_requests_wait_beyond() {
    assert_eq!(closed(1, 1), (18_000, 45));
    assert_eq!(closed(2, 2), (9000, 45));
    assert_eq!(closed(4, 4), (4500, 45));
    assert_eq!(closed(8, 8), (4500, 90));
    // Out, but the device takes four: they wait in the host.
    assert_eq!(closed(4, 8), (4500, 90));
}
