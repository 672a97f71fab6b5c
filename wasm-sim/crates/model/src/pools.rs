//! Hot and cold pages in blocks of their own: how the spare space is divided, and what that gives (section 5).

use crate::cleaning::{Cleaning, at, slope};
use crate::error::{OutOfRange, check};
use crate::traffic::Traffic;

/// A device with two pools of blocks; every page is in the one it belongs to. Within a pool writes are uniform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pools {
    /// Share of the writes that are hot.
    r: f64,
    /// Share of the pages that are hot.
    f: f64,
    alpha: f64,
    cleaning: Cleaning,
}

/// A division of the spare space, and the write amplification it gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// Share of the spare space that the hot pool has.
    pub p: f64,
    /// Over-provisioning of the hot pool (eq. 21).
    pub alpha_hot: f64,
    /// Over-provisioning of the cold pool (eq. 22).
    pub alpha_cold: f64,
    /// Write amplification of hot writes.
    pub hot: f64,
    /// Write amplification of cold writes.
    pub cold: f64,
    /// Write amplification of all writes (eq. 20).
    pub write_amplification: f64,
}

/// Where CAT ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settled {
    /// The division at which the scores of the two pools are equal; if there is none, that at the end of p, 0 or 1, to which the scores
    /// point: the pool with the smaller score is cleaned, and gives its spare space away.
    pub split: Split,
    /// Whether the scores are equal anywhere.
    pub equal: bool,
}

/// How CAT counts the age of a block (eq. 23).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Age {
    /// Its logarithm, as in the literature on CAT.
    Log2 {
        /// U, in the unit that the age is in: pages of data, if it is in host page writes.
        logical: f64,
    },
    /// Itself, as the paper proposes.
    Linear,
}

impl Pools {
    /// Pools under hot/cold traffic; in each of them `cleaning` chooses.
    ///
    /// # Errors
    /// If r or f is not above 0 and below 1, or alpha not above 1; or if a pool is so small that its alpha has no double.
    pub fn new(r: f64, f: f64, alpha: f64, cleaning: Cleaning) -> Result<Self, OutOfRange> {
        let inside = "above 0 and below 1";
        let pools = Self {
            r: check("r", r, r > 0.0 && r < 1.0, inside)?,
            f: check("f", f, f > 0.0 && f < 1.0, inside)?,
            alpha: check("alpha", alpha, alpha > 1.0, "above 1")?,
            cleaning,
        };
        let finite = (alpha / f.min(1.0 - f)).is_finite();
        check("f", f, finite, "so large that alpha / f is finite")?;
        Ok(pools)
    }

    /// A share `p` of the spare space for the hot pool. With p = f both pools are like the whole device, which is also where
    /// greedy GC over both pools ends: the write amplification is that of uniform traffic.
    ///
    /// # Errors
    /// If p is not above 0 and below 1: a pool without spare space cannot be written.
    pub fn fixed(&self, p: f64) -> Result<Split, OutOfRange> {
        let p = check("p", p, p > 0.0 && p < 1.0, "above 0 and below 1")?;
        Ok(self.split(p))
    }

    /// The division that gives the least write amplification (eq. 20-22).
    ///
    /// A is convex in alpha, so eq. 20 is convex in p, and its derivative has one change of sign.
    ///
    /// Erratum: for Sf 0.1, Np 64, r 0.9, f 0.05 the text compares the optimum, 1.86, with 6.24 for greedy GC of one
    /// pool. Eq. 16 gives 6.50.
    pub fn optimal(&self) -> Split {
        let (p, _) = falling(|p| {
            let Split {
                alpha_hot,
                alpha_cold,
                ..
            } = self.split(p);
            let gain = self.r / self.f * -slope(self.cleaning, alpha_hot);
            let cost = (1.0 - self.r) / (1.0 - self.f) * -slope(self.cleaning, alpha_cold);
            gain - cost
        });
        self.split(p)
    }

    /// Where CAT ends that chooses between the two pools, `CAT_hc` (eq. 23-28): the scores of the two are equal.
    ///
    /// Errata: eq. 24 prints Up for Uf; eq. 27 and the cold line of eq. 28 print p for 1-p; the line before eq. 26 prints
    /// 1/(1-u) for u/(1-u) = A-1. And eq. 26 and 27 take U out of a logarithm, where it is no factor: without it both ages are
    /// below 1 and the scores negative. So it is a parameter here.
    ///
    /// # Errors
    /// If U is below 1000, or a pool has less than a page of it: ages near 1 have no logarithm to speak of.
    pub fn cat(&self, age: Age) -> Result<Settled, OutOfRange> {
        if let Age::Log2 { logical } = age {
            check("U", logical, logical >= 1000.0, "at least 1000 pages")?;
            let smaller = self.f.min(1.0 - self.f) * logical;
            check("U", logical, smaller >= 1.0, "at least 1 page in each pool")?;
        }
        // Of one pool: its share of the writes, of the pages, of the spare space; its write amplification.
        let score = |r: f64, f: f64, p: f64, a: f64| {
            let at_cleaning = (f + p * (self.alpha - 1.0)) / a;
            let age = match age {
                Age::Linear => at_cleaning,
                Age::Log2 { logical } => libm::log2(logical * at_cleaning).max(0.0),
            };
            (a - 1.0) * r * a / age
        };
        let (p, equal) = falling(|p| {
            let split = self.split(p);
            score(self.r, self.f, p, split.hot)
                - score(1.0 - self.r, 1.0 - self.f, 1.0 - p, split.cold)
        });
        let split = self.split(p);
        Ok(Settled { split, equal })
    }

    fn split(&self, p: f64) -> Split {
        let Self {
            r,
            f,
            alpha,
            cleaning,
        } = *self;
        let uniform = Traffic::uniform();
        let alpha_hot = 1.0 + p * (alpha - 1.0) / f;
        let alpha_cold = 1.0 + (1.0 - p) * (alpha - 1.0) / (1.0 - f);
        let hot = at(&uniform, cleaning, alpha_hot);
        let cold = at(&uniform, cleaning, alpha_cold);
        Split {
            p,
            alpha_hot,
            alpha_cold,
            hot,
            cold,
            write_amplification: r * hot + (1.0 - r) * cold,
        }
    }
}

/// How much a pool's part of the write amplification grows when it loses a free block (eq. 29 and 30): r dA, which
/// the `optimal` choice of pool compares (SPEC 3). The pool has `blocks` blocks, in which GC can win `invalid` pages.
///
/// Errata: eq. 30 needs L Np - f where it prints L Np + f. The comparison is of r dA: the text's r alpha dalpha is a
/// slip.
///
/// # Errors
/// If r is not in 0..=1, the pool has no block or no valid page, or none is invalid.
pub fn marginal(
    r: f64,
    blocks: f64,
    invalid: f64,
    pages_per_block: f64,
) -> Result<f64, OutOfRange> {
    let r = check("r", r, (0.0..=1.0).contains(&r), "from 0 to 1")?;
    let blocks = check("L", blocks, blocks > 0.0, "above 0 blocks")?;
    let cleaning = Cleaning::greedy(pages_per_block)?;
    let pages = blocks * pages_per_block;
    let holds = invalid > 0.0 && invalid < pages;
    let invalid = check(
        "f",
        invalid,
        holds,
        "above 0 and below all pages of the pool",
    )?;
    let valid = pages - invalid;
    Ok(r * slope(cleaning, pages / valid) * -pages_per_block / valid)
}

/// The root of a function that falls from above 0 to below 0 between 0 and 1, by halving: to the last digit in 60 steps.
/// Where it has one sign only, the end that it points to: greedy GC of small blocks is finite even at alpha 1, so that
/// a pool may be best left without spare space. Also whether there is a root.
fn falling(function: impl Fn(f64) -> f64) -> (f64, bool) {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if function(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let root = f64::midpoint(low, high);
    if low > 0.0 && high < 1.0 || function(root) == 0.0 {
        return (root, true);
    }
    (root.round(), false)
}
