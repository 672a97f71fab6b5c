//! Write amplification with one write frontier.

use crate::error::{OutOfRange, check};
use crate::traffic::Traffic;

/// Which block is cleaned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cleaning {
    /// c of SPEC 8: 1 + 1/(2 Np), and 1 for LRU, which greedy becomes with large blocks.
    c: f64,
}

impl Cleaning {
    /// The block written longest ago, which SPEC 3 calls `fifo`.
    pub fn lru() -> Self {
        Self { c: 1.0 }
    }

    /// The block with the fewest valid pages of its `pages_per_block` (Np).
    ///
    /// Eq. 15: the write amplification of LRU with alpha c, divided by c. The same as eq. 11 and 12 together.
    ///
    /// Erratum: eq. 11 as printed has a factor 2 too many; X0 = 1/2 - (Np/alpha) W(-c alpha e^(-c alpha)).
    ///
    /// # Errors
    /// If Np is below 1.
    pub fn greedy(pages_per_block: f64) -> Result<Self, OutOfRange> {
        let np = check(
            "Np",
            pages_per_block,
            pages_per_block >= 1.0,
            "at least 1 page",
        )?;
        Ok(Self {
            c: 1.0 + 1.0 / (2.0 * np),
        })
    }
}

/// Programs of the flash per page that the host writes, in the steady state.
///
/// Greedy eq. 15 falls below 1 where it finds victims with fewer than no valid page (X0 < 1: large alpha, small blocks). It is
/// cut off at 1 there.
///
/// # Errors
/// If alpha is not above 1.
pub fn write_amplification(
    traffic: &Traffic,
    cleaning: Cleaning,
    alpha: f64,
) -> Result<f64, OutOfRange> {
    let alpha = check("alpha", alpha, alpha > 1.0, "above 1")?;
    Ok(at(traffic, cleaning, alpha))
}

/// [`write_amplification`] of an alpha that is known to be above 1; at 1 infinite.
pub(crate) fn at(traffic: &Traffic, Cleaning { c }: Cleaning, alpha: f64) -> f64 {
    let t = traffic.turnover(c * alpha);
    // A_LRU(c alpha) / c = (c alpha / t) / c.
    (alpha / t).max(1.0)
}

/// dA/dalpha under uniform traffic: what a little more spare space is worth. Never positive.
///
/// Erratum: eq. 29 as printed is positive, and its W lacks the minus sign of the exponent. It is w / ((1 + w)(w + c alpha)) with
/// w = W(-c alpha e^(-c alpha)), between -1 and 0: -42.3 at alpha 1.1 and Np 64.
///
/// # Errors
/// If alpha is not above 1.
pub fn derivative(cleaning: Cleaning, alpha: f64) -> Result<f64, OutOfRange> {
    let alpha = check("alpha", alpha, alpha > 1.0, "above 1")?;
    Ok(slope(cleaning, alpha))
}

/// [`derivative`] of an alpha that is known to be above 1. 0 where A is cut off at 1.
pub(crate) fn slope(Cleaning { c }: Cleaning, alpha: f64) -> f64 {
    let t = Traffic::uniform().turnover(c * alpha);
    if alpha <= t {
        return 0.0;
    }
    // Eq. 3: t = c alpha + w.
    let w = t - c * alpha;
    w / ((1.0 + w) * t)
}
