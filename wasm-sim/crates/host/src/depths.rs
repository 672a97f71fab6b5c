//! How many requests were in the host's queue and in the device, over time.

/// Spans that time is cut into, at most.
pub const SPANS: usize = 128;

/// Depths by span of time. Spans double in length whenever time runs past the last one, so that there are 64 to 128 of a long run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depths {
    span_ns: u64,
    /// Per span: depth times ns, in the host's queue and in the device.
    sums: Vec<[u128; 2]>,
    /// The end of what was seen.
    end: u64,
}

impl Default for Depths {
    fn default() -> Self {
        Self {
            span_ns: 1024,
            sums: Vec::new(),
            end: 0,
        }
    }
}

/// Depths, on average, over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeanDepths {
    /// How long a span is, ns. The last one may be shorter.
    pub span_ns: u64,
    /// Per span: in the host's queue, in the device.
    pub spans: Vec<[f64; 2]>,
    /// Over all of it.
    pub mean: [f64; 2],
}

impl Depths {
    /// Time passes from its current value to `to` with these depths: in the host's queue, in the device.
    pub fn pass(&mut self, to: u64, depths: [u32; 2]) {
        while self.end < to {
            let at = (self.end / self.span_ns) as usize;
            if at >= SPANS {
                self.fold();
                continue;
            }
            // At the end of the clock the last span ends after it.
            let until = to.min((at as u64 + 1).saturating_mul(self.span_ns));
            self.sums.resize(self.sums.len().max(at + 1), [0; 2]);
            for (sum, depth) in self.sums[at].iter_mut().zip(depths) {
                *sum += u128::from(until - self.end) * u128::from(depth);
            }
            self.end = until;
        }
    }

    fn fold(&mut self) {
        self.span_ns *= 2;
        let sum = |two: &[[u128; 2]]| {
            two.iter()
                .fold([0; 2], |[a, b], [host, device]| [a + host, b + device])
        };
        self.sums = self.sums.chunks(2).map(sum).collect();
    }

    /// The averages. Time counts from `begin` on; nothing was there before.
    pub fn means(&self, begin: u64) -> MeanDepths {
        let mean = |sums: [u128; 2], ns: u64| sums.map(|sum| sum as f64 / ns.max(1) as f64);
        let spans = (0..).zip(&self.sums).map(|(i, sums)| {
            let ns = self.span_ns.min(self.end - i * self.span_ns);
            mean(*sums, ns)
        });
        let all = self
            .sums
            .iter()
            .fold([0; 2], |[a, b], [host, device]| [a + host, b + device]);
        MeanDepths {
            span_ns: self.span_ns,
            spans: spans.collect(),
            mean: mean(all, self.end - begin.min(self.end)),
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "sums of whole numbers")]
mod tests {
    use super::*;

    #[test]
    fn spans_double_and_keep_their_sums() {
        let mut depths = Depths::default();
        depths.pass(1024, [2, 0]);
        depths.pass(1536, [0, 4]);
        let means = depths.means(0);
        assert_eq!(means.spans, [[2.0, 0.0], [0.0, 4.0]]);
        assert_eq!(means.mean, [2.0 * 2.0 / 3.0, 4.0 / 3.0]);
        // 1000 spans of 1024 ns: eight of them are one now.
        depths.pass(1_024_000, [1, 1]);
        let means = depths.means(0);
        assert_eq!((means.span_ns, means.spans.len()), (8192, 125));
        let first = means.spans[0];
        assert_eq!(
            first,
            [(2048.0 + 6656.0) / 8192.0, (2048.0 + 6656.0) / 8192.0]
        );
    }

    /// 128 requests wait from the first to the last nanosecond: 2^71 in sum. Spans of 2^57 ns, 128 of them, are all of 64 bits.
    #[test]
    fn depths_are_right_up_to_the_end_of_the_clock() {
        let mut depths = Depths::default();
        depths.pass(1 << 63, [128, 1]);
        depths.pass(u64::MAX, [128, 3]);
        let means = depths.means(0);
        assert_eq!(means.mean, [128.0, 2.0]);
        assert_eq!((means.span_ns, means.spans.len()), (1 << 57, 128));
        assert_eq!(means.spans[127], [128.0, 3.0]);
    }
}
