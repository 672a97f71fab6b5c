//! Zipf's law: rank k of n is drawn in proportion to k^-theta.
//!
//! Rejection-inversion (Hörmann and Derflinger, *Rejection-inversion to generate variates from monotone discrete
//! distributions*, 1996): no table, whatever n; every theta above 0. The hat is the integral of x^-theta, of which a draw
//! is inverted and rounded; less than 1.1 draws on average are needed.

use crate::rng::Rng;

/// A distribution over the ranks 1..=n.
#[derive(Clone, Copy, Debug)]
pub struct Zipf {
    n: u32,
    theta: f64,
    /// The hat's integral at its two ends.
    low: f64,
    high: f64,
    /// A rank at most so far above the inverted draw is taken without looking further.
    sure: f64,
}

impl Zipf {
    /// Ranks 1 to `n`, at least 1; `theta` above 0.
    pub fn new(n: u32, theta: f64) -> Self {
        let of = Self {
            n,
            theta,
            low: 0.0,
            high: 0.0,
            sure: 0.0,
        };
        Self {
            low: of.integral(1.5) - 1.0,
            high: of.integral(f64::from(n) + 0.5),
            sure: 2.0 - of.inverse(of.integral(2.5) - of.density(2.0)),
            ..of
        }
    }

    /// A rank. As many draws as it takes, each of 53 bits.
    pub fn draw(&self, rng: &mut Rng) -> u32 {
        loop {
            let u = self.high + rng.unit() * (self.low - self.high);
            let x = self.inverse(u);
            let rank = ((x + 0.5) as u32).clamp(1, self.n);
            let k = f64::from(rank);
            if k - x <= self.sure || u >= self.integral(k + 0.5) - self.density(k) {
                return rank;
            }
        }
    }

    /// x^-theta.
    fn density(&self, x: f64) -> f64 {
        libm::exp(-self.theta * libm::log(x))
    }

    /// Integral of the density from 1 to x: (x^(1-theta) - 1) / (1-theta), and log x at theta 1.
    fn integral(&self, x: f64) -> f64 {
        let log = libm::log(x);
        let t = (1.0 - self.theta) * log;
        // Near theta = 1 by the series.
        let quotient = if t.abs() > 1e-8 {
            libm::expm1(t) / t
        } else {
            1.0 + t / 2.0
        };
        quotient * log
    }

    /// Where the integral is `y`.
    fn inverse(&self, y: f64) -> f64 {
        // Rounding may take it below where the logarithm ends.
        let t = (y * (1.0 - self.theta)).max(-1.0);
        let quotient = if t.abs() > 1e-8 {
            libm::log1p(t) / t
        } else {
            1.0 - t / 2.0
        };
        libm::exp(quotient * y)
    }
}
