//! Distributions of service and response times (SPEC 2: whole histograms, HDR style).

use nand::Columns;

use crate::report::Times;

/// Sub-buckets per power of two: a bucket spans at most 1/256 of its values.
const SUB: u32 = 256;

/// A histogram of durations in nanoseconds.
///
/// Buckets are exact below 256 ns and span 1/256 of their values above (bucket of v: its top 9 bits and how many
/// bits are below them). Each bucket keeps the sum of what fell into it, and a percentile is the mean of its bucket:
/// so where all values of a bucket are equal, as service times made of a few flash operations are, it is exact. (This is
/// why no histogram crate is used: they answer with the bucket's edge.)
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    counts: Vec<u64>,
    sums: Vec<u64>,
    count: u64,
    sum: u64,
    /// Sum of squares, ns^2: low and high word of 128 bits.
    squares: [u64; 2],
    max: u64,
    /// Equal durations in a row that are not in the buckets yet: most writes cost the same as the one before.
    last: u64,
    run: u64,
}

fn bucket(ns: u64) -> usize {
    let bits = 64 - ns.leading_zeros();
    let shift = bits.saturating_sub(9);
    // Without shift values 0..512 are their own buckets; each further bit adds 256 buckets.
    (u64::from(shift * SUB) + (ns >> shift)) as usize
}

impl Histogram {
    /// Adds a duration.
    #[inline(always)]
    pub fn record(&mut self, ns: u64) {
        if ns != self.last {
            self.flush();
            self.last = ns;
        }
        self.run += 1;
    }

    /// Adds this many equal durations, at least one.
    pub fn record_run(&mut self, ns: u64, times: u64) {
        self.record(ns);
        self.run += times - 1;
    }

    /// Puts the durations in a row into their bucket.
    fn flush(&mut self) {
        let (ns, n) = (self.last, std::mem::take(&mut self.run));
        if n == 0 {
            return;
        }
        let i = bucket(ns);
        if i >= self.counts.len() {
            self.counts.resize(i + 1, 0);
            self.sums.resize(i + 1, 0);
        }
        self.counts[i] += n;
        self.sums[i] += ns * n;
        self.count += n;
        self.sum += ns * n;
        self.add_squares(ns, n);
        self.max = self.max.max(ns);
    }

    /// Adds the square of a duration, `n` times. Products of 128 bits are slow in wasm, and rarely needed.
    fn add_squares(&mut self, ns: u64, n: u64) {
        let [low, high] = &mut self.squares;
        let (product, above) = if 2 * ns.leading_zeros() + n.leading_zeros() >= 128 {
            (ns * ns * n, 0)
        } else {
            let product = u128::from(ns) * u128::from(ns) * u128::from(n);
            (product as u64, (product >> 64) as u64)
        };
        let carry;
        (*low, carry) = low.overflowing_add(product);
        *high += above + u64::from(carry);
    }

    /// The duration that a share `q` of all durations does not exceed, nanoseconds.
    fn quantile(&self, q: f64) -> f64 {
        let rank = (q * self.count as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (count, sum) in self.counts.iter().zip(&self.sums) {
            seen += count;
            if *count > 0 && seen >= rank {
                return *sum as f64 / *count as f64;
            }
        }
        0.0
    }

    /// How many durations there are, and their sum in nanoseconds.
    pub fn total(&self) -> (u64, u64) {
        (self.count + self.run, self.sum + self.last * self.run)
    }

    /// The distribution in microseconds, as reports say it.
    pub fn times(&self) -> Times {
        if self.run > 0 {
            let mut flushed = self.clone();
            flushed.flush();
            return flushed.times();
        }
        if self.count == 0 {
            return Times::default();
        }
        let n = self.count as f64;
        let mean = self.sum as f64 / n;
        let squares =
            self.squares[1] as f64 * 18_446_744_073_709_551_616.0 + self.squares[0] as f64;
        let us = |ns: f64| ns / 1000.0;
        Times {
            mean: us(mean),
            stddev: us((squares / n - mean * mean).max(0.0).sqrt()),
            p50: us(self.quantile(0.5)),
            p95: us(self.quantile(0.95)),
            p99: us(self.quantile(0.99)),
            max: us(self.max as f64),
        }
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        self.flush();
        visit.longs(&mut self.counts);
        visit.longs(&mut self.sums);
        for word in [&mut self.count, &mut self.sum, &mut self.max] {
            visit.long(word);
        }
        for word in &mut self.squares {
            visit.long(word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_ascend_without_gaps() {
        let mut last = 0;
        for ns in 0..100_000 {
            let b = bucket(ns);
            assert!(
                b == last || b == last + 1,
                "{ns} jumps from bucket {last} to {b}"
            );
            last = b;
        }
        assert!(bucket(u64::MAX) < 16_000);
    }

    #[test]
    fn equal_durations_are_told_exactly() {
        let mut h = Histogram::default();
        for _ in 0..99 {
            h.record(200_000);
        }
        h.record(2_225_000);
        let t = h.times();
        assert_eq!((t.p50, t.p99, t.max), (200.0, 200.0, 2225.0));
        assert!(
            (t.mean - 220.25).abs() < 1e-9 && (t.stddev - 201.484_956).abs() < 1e-4,
            "{t:?}"
        );
    }

    /// By hand, of 1, 2, ..., 20 us: the 10th is what half of them do not exceed; 0.95 * 20 is 19 exactly; 0.99 * 20 is 19.8, so that
    /// it takes the 20th. Of 1, 2, ..., 7 us the halves part in the middle of the 4th.
    #[test]
    fn a_percentile_is_the_smallest_value_that_so_large_a_share_does_not_exceed() {
        let of = |n: u64| {
            let mut h = Histogram::default();
            (1..=n).for_each(|us| h.record(us * 1000));
            h.times()
        };
        let t = of(20);
        // A bucket of values above 512 ns spans less than 1/256 of them, so each of these has one of its own.
        assert_eq!((t.p50, t.p95, t.p99, t.max), (10.0, 19.0, 20.0, 20.0));
        assert_eq!((of(7).p50, of(1).p50), (4.0, 1.0));
    }

    #[test]
    fn squares_of_any_size_are_added_up() {
        let mut h = Histogram::default();
        let mut squares = 0_u128;
        for (ns, n) in [
            (3, 1),
            (1 << 31, 2),
            (1 << 32, 1),
            (u64::from(u32::MAX), 7),
            (1 << 40, 9),
        ] {
            (0..n).for_each(|_| h.record(ns));
            squares += u128::from(ns * n) * u128::from(ns);
        }
        h.flush();
        assert_eq!(h.squares, [squares as u64, (squares >> 64) as u64]);
    }
}
