//! Whether requests arrive faster than the device serves them (SPEC 2.4): response times then measure a backlog.

use nand::Columns;

use crate::report::Overload;

/// From here on arrivals outpace the device: a run's last requests alone seldom take a tenth of it.
const OUTPACED: f64 = 1.1;
/// And the mean request takes more than twice as long as the device would need for it alone.
const WAITS: f64 = 2.0;

/// Requests that came at times of their own: nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct Arrivals {
    /// When the first and the last one arrived; before any, the first is after the last.
    first: u64,
    last: u64,
    /// When the last of them was done.
    done: u64,
}

impl Default for Arrivals {
    fn default() -> Self {
        Self {
            first: u64::MAX,
            last: 0,
            done: 0,
        }
    }
}

impl Arrivals {
    /// Adds a request that is done.
    pub fn record(&mut self, arrival_ns: u64, done_ns: u64) {
        self.first = self.first.min(arrival_ns);
        self.last = self.last.max(arrival_ns);
        self.done = self.done.max(done_ns);
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        for word in [&mut self.first, &mut self.last, &mut self.done] {
            visit.long(word);
        }
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
}
