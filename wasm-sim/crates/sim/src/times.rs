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
    /// Sums by bucket: their low words.
    sums: Vec<u64>,
    /// Their high words, up to the last bucket that has one: a backlog of months over millions of requests.
    high_sums: Vec<u64>,
    count: u64,
    sum: u128,
    /// Sum of squares, ns^2: words of 192 bits, the lowest first.
    squares: [u64; 3],
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

/// Products of 128 bits are slow in wasm, and rarely needed.
fn product(ns: u64, n: u64) -> u128 {
    if ns.leading_zeros() + n.leading_zeros() >= 64 {
        return (ns * n).into();
    }
    u128::from(ns) * u128::from(n)
}

/// A number of 256 bits, its lowest word first, times `by`.
fn multiply(words: [u64; 4], by: u64) -> [u64; 4] {
    let mut carry = 0;
    words.map(|word| {
        let product = u128::from(word) * u128::from(by) + carry;
        carry = product >> 64;
        product as u64
    })
}

/// Takes a number of 256 bits from one that is as large or larger.
fn subtract(words: &mut [u64; 4], less: [u64; 4]) {
    let mut borrow = false;
    for (word, less) in words.iter_mut().zip(less) {
        let (rest, below) = word.overflowing_sub(less);
        let (rest, below_again) = rest.overflowing_sub(borrow.into());
        *word = rest;
        borrow = below || below_again;
    }
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
        self.count += n;
        let sum = product(ns, n);
        self.sum += sum;
        let (low, carry) = self.sums[i].overflowing_add(sum as u64);
        self.sums[i] = low;
        let high = (sum >> 64) as u64 + u64::from(carry);
        if high > 0 {
            self.add_high(i, high);
        }
        self.add_squares(ns, n);
        self.max = self.max.max(ns);
    }

    #[cold]
    fn add_high(&mut self, bucket: usize, high: u64) {
        let len = self.high_sums.len().max(bucket + 1);
        self.high_sums.resize(len, 0);
        self.high_sums[bucket] += high;
    }

    /// Adds the square of a duration, `n` times.
    fn add_squares(&mut self, ns: u64, n: u64) {
        let words = if 2 * ns.leading_zeros() + n.leading_zeros() >= 128 {
            [ns * ns * n, 0, 0]
        } else {
            let square = u128::from(ns) * u128::from(ns);
            let low = u128::from(square as u64) * u128::from(n);
            let high = (square >> 64) * u128::from(n) + (low >> 64);
            [low as u64, high as u64, (high >> 64) as u64]
        };
        let mut carry = 0;
        for (sum, word) in self.squares.iter_mut().zip(words) {
            let all = u128::from(*sum) + u128::from(word) + carry;
            *sum = all as u64;
            carry = all >> 64;
        }
    }

    /// The duration that a share `q` of all durations does not exceed, nanoseconds.
    fn quantile(&self, q: f64) -> f64 {
        let rank = (q * self.count as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (i, count) in self.counts.iter().enumerate() {
            seen += count;
            if *count > 0 && seen >= rank {
                let high = self.high_sums.get(i).copied().unwrap_or(0);
                let sum = u128::from(high) << 64 | u128::from(self.sums[i]);
                return sum as f64 / *count as f64;
            }
        }
        0.0
    }

    /// The variance times the square of how many durations there are: that many times the sum of squares, less the square of the sum.
    /// Beside a long mean these differ in their last digits alone, which doubles do not have; 256 bits have all of them.
    fn spread(&self) -> f64 {
        let [s0, s1, s2] = self.squares;
        let sum = [self.sum as u64, (self.sum >> 64) as u64];
        let mut words = multiply([s0, s1, s2, 0], self.count);
        subtract(&mut words, multiply([sum[0], sum[1], 0, 0], sum[0]));
        subtract(&mut words, multiply([0, sum[0], sum[1], 0], sum[1]));
        words.iter().rev().fold(0.0, |sum, &word| {
            sum * 18_446_744_073_709_551_616.0 + word as f64
        })
    }

    /// How many durations there are, and their sum in nanoseconds.
    pub fn total(&self) -> (u64, u128) {
        (
            self.count + self.run,
            self.sum + product(self.last, self.run),
        )
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
        let us = |ns: f64| ns / 1000.0;
        Times {
            mean: us(mean),
            stddev: us(self.spread().sqrt() / n),
            p50: us(self.quantile(0.5)),
            p95: us(self.quantile(0.95)),
            p99: us(self.quantile(0.99)),
            max: us(self.max as f64),
        }
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        self.flush();
        // Of thousands of buckets mostly a few hold something: which, how many, and their sums.
        let held = (0..).zip(&self.counts).filter(|&(_, &count)| count > 0);
        let mut at: Vec<u32> = held.map(|(bucket, _)| bucket).collect();
        visit.words(&mut at);
        let len = at.last().map_or(0, |&last| last as usize + 1);
        for all in [&mut self.counts, &mut self.sums] {
            let held = at.iter().filter_map(|&bucket| all.get(bucket as usize));
            let mut held: Vec<u64> = held.copied().collect();
            visit.longs(&mut held);
            all.clear();
            all.resize(len, 0);
            for (&bucket, value) in at.iter().zip(held) {
                all[bucket as usize] = value;
            }
        }
        visit.longs(&mut self.high_sums);
        let mut halves = [self.sum as u64, (self.sum >> 64) as u64];
        let [low, high] = &mut halves;
        for word in [&mut self.count, low, high, &mut self.max] {
            visit.long(word);
        }
        self.sum = u128::from(halves[1]) << 64 | u128::from(halves[0]);
        for word in &mut self.squares {
            visit.long(word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkpoint::Checkpoint;

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

    /// 2^62 is 4,611,686,018,427,387,904 ns. Eight of them are 2^65, and their squares 2^127 in sum; 2^40 of 2^63 have a sum of
    /// 2^103 and squares of 2^166.
    #[test]
    fn sums_and_squares_of_any_size_are_added_up() {
        let mut h = Histogram::default();
        let (mut sum, mut squares) = (0_u128, 0_u128);
        for (ns, n) in [
            (0, 0_u32),
            (3, 1),
            (1 << 31, 2),
            (1 << 32, 1),
            (u64::from(u32::MAX), 7),
            (1 << 40, 9),
            (1 << 62, 6),
            (3, 1),
        ] {
            (0..n).for_each(|_| h.record(ns));
            sum += u128::from(ns) * u128::from(n);
            squares += u128::from(ns) * u128::from(ns) * u128::from(n);
        }
        assert_eq!(h.total(), (27, sum));
        h.flush();
        assert_eq!(h.total(), (27, sum));
        assert_eq!(h.squares, [squares as u64, (squares >> 64) as u64, 0]);
        h.record_run(1 << 63, 1 << 40);
        h.flush();
        assert_eq!(h.total(), (27 + (1 << 40), sum + (1 << 103)));
        assert_eq!(
            h.squares,
            [squares as u64, (squares >> 64) as u64, 1 << (166 - 128)]
        );
    }

    /// One, two and three thousand ns beside a million seconds: the deviation is the root of 2/3 us, and the squares have 100 bits. Once
    /// it is 2 ns beside 584 years, for whole numbers a bit more than a third of the values each time.
    #[test]
    fn a_deviation_is_kept_beside_a_mean_that_is_much_longer() {
        for (mean, step, times) in [
            (1_000_000_000_000_000, 1000, 1_u64),
            (u64::MAX - 1000, 3, 1 << 33),
            (1 << 53, 1, 1 << 20),
        ] {
            let mut h = Histogram::default();
            (1..=3).for_each(|i| h.record_run(mean + i * step, times));
            let deviation = step as f64 / 1000.0 * (2.0_f64 / 3.0).sqrt();
            let found = h.times().stddev;
            assert!(
                (found / deviation - 1.0).abs() < 1e-12,
                "{found} instead of {deviation}"
            );
        }
        let mut equal = Histogram::default();
        equal.record_run(u64::MAX, 1_000_003);
        assert_eq!(equal.times().stddev.to_bits(), 0);
    }

    /// Half of them take 2^62 ns, half twice that: the mean is 1.5 and the standard deviation 0.5 times 2^62.
    #[test]
    #[allow(clippy::float_cmp, reason = "powers of two")]
    fn mean_deviation_and_percentiles_are_right_where_sums_pass_64_bits() {
        let us = (1_u64 << 62) as f64 / 1000.0;
        let mut h = Histogram::default();
        for _ in 0..1000 {
            h.record(1 << 62);
            h.record(1 << 63);
        }
        let mut copy = Histogram::default();
        let saved = Checkpoint::save(None, &mut |visit| h.columns(visit));
        saved.restore(&mut |visit| copy.columns(visit));
        for times in [h.times(), copy.times()] {
            assert_eq!((times.mean, times.stddev), (1.5 * us, 0.5 * us));
            assert_eq!((times.p50, times.p99, times.max), (us, 2.0 * us, 2.0 * us));
        }
    }
}
