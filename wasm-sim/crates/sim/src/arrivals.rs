//! Whether requests arrive faster than the device serves them (SPEC 2.4), all the time or in bursts: response times then measure a
//! backlog.

use nand::Columns;

use crate::report::{Overload, Times, Waiting};

/// From here on arrivals outpace the device: a run's last requests alone seldom take a tenth of it.
const OUTPACED: f64 = 1.1;
/// And the mean request takes more than twice as long as the device would need for it alone.
const WAITS: f64 = 2.0;
/// Waiting is most of what the slowest hundredth of the requests does.
const MOSTLY_WAITS: f64 = 10.0;

/// Requests that arrived one after another while the device was busy.
#[derive(Clone, Copy, Debug, Default)]
struct Burst {
    /// When the first one arrived, to an idle device.
    from: u64,
    /// When the one arrived that waited longest, and how long it waited.
    until: u64,
    wait: u64,
    /// When that one was done.
    done: u64,
    /// How many were done by then.
    requests: u64,
}

/// Requests that came at times of their own: nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct Arrivals {
    /// When the first and the last one arrived; before any, the first is after the last.
    first: u64,
    last: u64,
    /// When the last of them was done.
    done: u64,
    /// The burst that lasts, and the one with the request that waited longest.
    burst: Burst,
    worst: Burst,
}

impl Default for Arrivals {
    fn default() -> Self {
        Self {
            first: u64::MAX,
            last: 0,
            done: 0,
            burst: Burst::default(),
            worst: Burst::default(),
        }
    }
}

impl Arrivals {
    /// Adds a request that is done; `begun_ns`: when its service began.
    pub fn record(&mut self, arrival_ns: u64, begun_ns: u64, done_ns: u64) {
        if arrival_ns >= self.done {
            self.burst = Burst {
                from: arrival_ns,
                ..Burst::default()
            };
        }
        self.burst.requests += 1;
        let wait = begun_ns - arrival_ns;
        if wait > self.worst.wait {
            self.worst = Burst {
                // Behind queues an earlier one can be done later.
                from: self.burst.from.min(arrival_ns),
                until: arrival_ns,
                wait,
                done: done_ns,
                requests: self.burst.requests,
            };
        }
        self.first = self.first.min(arrival_ns);
        self.last = self.last.max(arrival_ns);
        self.done = self.done.max(done_ns);
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        let Self {
            first,
            last,
            done,
            burst,
            worst,
        } = self;
        let of_burst = [&mut burst.from, &mut burst.requests];
        let of_worst = [
            &mut worst.from,
            &mut worst.until,
            &mut worst.wait,
            &mut worst.done,
            &mut worst.requests,
        ];
        for word in [first, last, done]
            .into_iter()
            .chain(of_burst)
            .chain(of_worst)
        {
            visit.long(word);
        }
    }

    /// From the first to the last, microseconds; `None`: none came at a time of its own.
    pub fn span_us(&self) -> Option<f64> {
        let ns = self.last.checked_sub(self.first)?;
        Some(ns as f64 / 1000.0)
    }

    /// That they outpace a device that takes `alone_us` for a mean request which waits for no other, and with the others `response_us`;
    /// `None` where they do not.
    pub fn overload(&self, alone_us: f64, response_us: f64) -> Option<Overload> {
        let arrivals = self.last.checked_sub(self.first).filter(|&ns| ns > 0)?;
        let done = self.done - self.first;
        let times = done as f64 / arrivals as f64;
        (times > OUTPACED && response_us > WAITS * alone_us).then(|| Overload {
            arrivals_us: arrivals as f64 / 1000.0,
            done_us: done as f64 / 1000.0,
            times,
        })
    }

    /// That the slowest hundredth of the requests mostly waits, and the burst in which one waited longest.
    pub fn waiting(&self, service: &Times, response: &Times) -> Option<Waiting> {
        let Burst {
            from,
            until,
            done,
            requests,
            ..
        } = self.worst;
        let us = |ns: u64| ns as f64 / 1000.0;
        (response.p99 > MOSTLY_WAITS * service.p99).then(|| Waiting {
            requests,
            arrivals_us: us(until - from),
            done_us: us(done - from),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(p99: f64) -> Times {
        Times {
            p99,
            ..Times::default()
        }
    }

    #[test]
    fn the_span_is_from_the_first_arrival_to_the_last_in_whatever_order_they_are_done() {
        assert_eq!(Arrivals::default().span_us(), None);
        assert_eq!(served(&[700]).span_us(), Some(0.0));
        let mut found = served(&[500, 900]);
        found.record(400, 2000, 2200);
        assert_eq!(found.span_us(), Some(0.5));
    }

    /// Served one after another, 200 ns each, as they arrive.
    fn served(arrivals: &[u64]) -> Arrivals {
        let mut found = Arrivals::default();
        let mut free = 0;
        for &arrival in arrivals {
            let begun = arrival.max(free);
            free = begun + 200;
            found.record(arrival, begun, free);
        }
        found
    }

    #[test]
    fn the_burst_is_that_of_the_longest_wait_up_to_the_request_that_waits() {
        // Two of them; three, one of which comes later; two again, the second as the device gets idle.
        let found = served(&[0, 0, 1000, 1000, 1050, 2000, 2200]);
        let waiting = found.waiting(&times(0.2), &times(2.1)).expect("waits");
        assert_eq!(
            (waiting.requests, waiting.arrivals_us, waiting.done_us),
            (3, 0.05, 0.6)
        );
        assert_eq!(found.waiting(&times(0.2), &times(2.0)), None);
        // Most requests need no flash operation, as in a write buffer.
        assert!(found.waiting(&times(0.0), &times(2.0)).is_some());
    }

    /// The first one is done as the second one arrives.
    #[test]
    fn a_device_that_is_done_as_a_request_arrives_is_idle() {
        let found = served(&[0, 200, 200, 210]);
        let waiting = found.waiting(&times(0.0), &times(1.0)).expect("waits");
        assert_eq!(
            (waiting.requests, waiting.arrivals_us, waiting.done_us),
            (3, 0.01, 0.6)
        );
    }

    /// SPEC 2.4: 30 requests at once, and after 10 ms 31 more.
    #[test]
    fn of_two_bursts_the_longer_one_is_said() {
        let at = |ns: u64, n: usize| std::iter::repeat_n(ns, n);
        let arrivals: Vec<u64> = at(0, 30).chain(at(10_000, 31)).collect();
        let waiting = served(&arrivals).waiting(&times(0.2), &times(6.2));
        let waiting = waiting.expect("waits");
        assert_eq!(
            (waiting.requests, waiting.arrivals_us, waiting.done_us),
            (31, 0.0, 6.2)
        );
        assert_eq!(served(&arrivals).waiting(&times(0.2), &times(0.6)), None);
    }

    /// It answers later than all others, and waits for none.
    #[test]
    fn a_long_service_is_no_wait_but_those_behind_it_wait() {
        let mut found = Arrivals::default();
        found.record(0, 0, 1_000_000);
        found.record(300, 1_000_000, 1_000_200);
        found.record(500, 1_000_200, 1_000_400);
        let waiting = found.waiting(&times(0.2), &times(1000.0));
        let waiting = waiting.expect("the second one waits longest");
        assert_eq!(
            (waiting.requests, waiting.arrivals_us, waiting.done_us),
            (2, 0.3, 1000.2)
        );
    }

    /// With queues the first one can be done last.
    #[test]
    fn an_earlier_request_that_is_done_later_belongs_to_the_burst() {
        let mut found = Arrivals::default();
        found.record(10, 10, 20);
        found.record(0, 20, 50);
        let waiting = found.waiting(&times(1.0), &times(11.0)).expect("waits");
        assert_eq!(
            (waiting.requests, waiting.arrivals_us, waiting.done_us),
            (2, 0.0, 0.05)
        );
    }
}
