//! The writes: classes of pages, within each of which every page is as likely.

use crate::error::{OutOfRange, check};

/// Host writes, without order: shares of the writes that go to shares of the pages.
#[derive(Clone, Debug, PartialEq)]
pub struct Traffic {
    /// Per class its share of the writes r and of the pages f. Both sum to 1; f is above 0.
    classes: Vec<(f64, f64)>,
}

impl Traffic {
    /// Every page is as likely.
    pub fn uniform() -> Self {
        Self {
            classes: vec![(1.0, 1.0)],
        }
    }

    /// Rosenblum's model: a share `r` of the writes goes to a share `f` of the pages, the hot ones.
    ///
    /// Erratum: the copy of the paper that was at hand garbles eq. 14; it is
    /// A = 1 + r/(e^((r/f)(alpha/A)) - 1) + (1-r)/(e^(((1-r)/(1-f))(alpha/A)) - 1), which gives its Table 5.
    ///
    /// # Errors
    /// If r is not in 0..=1, or f not above 0 and below 1.
    pub fn hot_cold(r: f64, f: f64) -> Result<Self, OutOfRange> {
        let r = check("r", r, (0.0..=1.0).contains(&r), "from 0 to 1")?;
        let f = check("f", f, f > 0.0 && f < 1.0, "above 0 and below 1")?;
        Ok(Self {
            classes: vec![(r, f), (1.0 - r, 1.0 - f)],
        })
    }

    /// k classes `(r, f)` (eq. 17-19). The paper's Fig. 10 takes for classes the fifths of the accesses, most frequent pages first.
    ///
    /// # Errors
    /// If a share is out of range, or one of the two sums is not 1 (within 10^-6, which is then evened out).
    pub fn classes(classes: &[(f64, f64)]) -> Result<Self, OutOfRange> {
        let (mut sum_r, mut sum_f) = (0.0, 0.0);
        for &(r, f) in classes {
            sum_r += check("r", r, (0.0..=1.0).contains(&r), "from 0 to 1")?;
            sum_f += check("f", f, f > 0.0 && f <= 1.0, "above 0 and at most 1")?;
        }
        let is_one = |sum: f64| (sum - 1.0).abs() <= 1e-6;
        check("the sum of r", sum_r, is_one(sum_r), "1")?;
        check("the sum of f", sum_f, is_one(sum_f), "1")?;
        let scaled = classes.iter().map(|&(r, f)| (r / sum_r, f / sum_f));
        Ok(Self {
            classes: scaled.collect(),
        })
    }

    /// t = alpha/A under LRU GC: how often the whole data is written over while a block passes through the queue.
    ///
    /// Eq. 18 and 19, with A = alpha/t, are h(t) = alpha; here h(t) = t + sum of f phi(r t / f), and phi(x) = x /
    /// (e^x - 1). phi is convex and falls from 1 with a slope of at least -1/2. So h rises from 1 with a slope
    /// between 1/2 and 1 and is convex: it has one root, between alpha - 1 and 2 (alpha - 1). Newton's steps from the
    /// upper end go down to it and never past it; in floating point they are over when one no longer goes down.
    ///
    /// For uniform traffic h(t) = t / (1 - e^-t), the paper's eq. 2, and this is its eq. 3: t = alpha + W(-alpha e^-alpha) with
    /// the principal branch of Lambert's W.
    pub(crate) fn turnover(&self, alpha: f64) -> f64 {
        let mut t = 2.0 * (alpha - 1.0);
        // Twice the correct digits a step; 60 steps are for the eye of the reader who wants a bound.
        for _ in 0..60 {
            let (mut h, mut slope) = (t, 1.0);
            for &(r, f) in &self.classes {
                let (phi, phi_slope) = phi(r * t / f);
                h += f * phi;
                slope += r * phi_slope;
            }
            let next = t - (h - alpha) / slope;
            if next.is_nan() || next >= t || next <= 0.0 {
                break;
            }
            t = next;
        }
        t
    }
}

/// x / (e^x - 1) and its derivative, for x >= 0.
fn phi(x: f64) -> (f64, f64) {
    // The quotient of the derivative loses its digits where both are nearly 0; the series does not.
    if x < 1e-3 {
        return (
            1.0 - x / 2.0 + x * x / 12.0,
            -0.5 + x / 6.0 - x * x * x / 180.0,
        );
    }
    let e = libm::expm1(x);
    if e.is_infinite() {
        return (0.0, 0.0);
    }
    // Where e^2 has no double any more, its quotient is that of x / e alone, to the last digit.
    if x > 300.0 {
        return (x / e, (1.0 - x) / e);
    }
    (x / e, (e - x * (e + 1.0)) / (e * e))
}
