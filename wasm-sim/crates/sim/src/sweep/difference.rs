//! Whether two runs of the same requests differ for other requests of the kind, too (SPEC 11.15), and whether a run has settled. The page
//! has the same (web/model/plans/interval.ts, which explains the method, and steady.ts); `testdata/differences.json` holds both to one result.

use serde::Serialize;

use super::table::quantile;
use super::{Mark, WINDOWS};

/// Fewest pairs, or independent windows, of which there is an interval.
pub const FEWEST_PAIRS: usize = 5;
/// Fewest windows: fewer do not show how much neighbours depend on one another.
const FEWEST_WINDOWS: usize = 30;
/// Most of either.
const MOST: usize = WINDOWS as usize;

/// A part of a sum of ratios: programs, and the page writes that they are divided by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Part {
    /// The part of what is divided.
    pub of: f64,
    /// The part of what it is divided by.
    pub per: f64,
}

/// The difference of two figures, and the interval of 95 % around it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The difference.
    pub mean: f64,
    /// The interval.
    pub low: f64,
    /// See `low`.
    pub high: f64,
    /// Pairs that it is of: seeds, or windows.
    pub pairs: usize,
    /// How many independent ones they are worth, rounded down.
    pub independent: usize,
}

/// Why there is no interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lack {
    /// Too few of them, or too many, or not as many in one as in the other.
    Pairs,
    /// The windows are worth too few independent ones.
    Dependent,
}

/// Of the differences of independent pairs.
///
/// # Errors
/// There are too few or too many.
pub fn difference_of(mine: &[f64], theirs: &[f64]) -> Result<Difference, Lack> {
    let pairs = mine.len();
    if pairs != theirs.len() || !(FEWEST_PAIRS..=MOST).contains(&pairs) {
        return Err(Lack::Pairs);
    }
    let n = pairs as f64;
    let each = || mine.iter().zip(theirs).map(|(mine, theirs)| mine - theirs);
    let mean = each().sum::<f64>() / n;
    let squares: f64 = each().map(|each| (each - mean).powi(2)).sum();
    let half = quantile(pairs - 1) * (squares / (n - 1.0) / n).sqrt();
    Ok(Difference {
        mean,
        low: mean - half,
        high: mean + half,
        pairs,
        independent: pairs,
    })
}

/// Of the ratios of two runs, from their windows one after another. A run of which nothing is divided by has no ratio: the mean is no number
/// then.
///
/// # Errors
/// There are too few or too many, or they depend on one another too much.
pub fn difference_of_ratios(mine: &[Part], theirs: &[Part]) -> Result<Difference, Lack> {
    let k = mine.len();
    if k != theirs.len() || !(FEWEST_WINDOWS..=MOST).contains(&k) {
        return Err(Lack::Pairs);
    }
    let (a, b) = (Ratio::of(mine), Ratio::of(theirs));
    let mean = a.whole - b.whole;
    let pairs = |a: &[f64], b: &[f64], join: fn(f64, f64) -> f64| -> Vec<f64> {
        a.iter().zip(b).map(|(&a, &b)| join(a, b)).collect()
    };
    let shares = pairs(&a.shares, &b.shares, f64::midpoint);
    let adds = pairs(&a.adds, &b.adds, |a, b| a - b);
    let each = pairs(
        &adds,
        &shares,
        |add, share| {
            if share == 0.0 { 0.0 } else { add / share }
        },
    );
    let r = correlation(&each);
    let along = |i: usize| -> f64 {
        let of = |(j, share): (usize, &f64)| share * r.powf(i.abs_diff(j) as f64);
        shares.iter().enumerate().map(of).sum()
    };
    let together: f64 = (0..k).map(|i| shares[i] * along(i)).sum();
    // The shares add up to 1 but for their last digits.
    let independent = (1.0 / together + 1e-9).floor();
    // Where there is no ratio there is no number of them.
    if independent < FEWEST_PAIRS as f64 {
        return Err(Lack::Dependent);
    }
    let independent = if independent.is_nan() {
        k
    } else {
        independent as usize
    };
    // The sum of squares about a mean is too small by this where neighbours are alike.
    let bias = 1.0 - ((1.0 + r) / (1.0 - r) - 1.0) / (k as f64 - 1.0);
    let without = |(add, share): (&f64, &f64)| (add / (1.0 - share)).powi(2);
    let squares: f64 = adds.iter().zip(&shares).map(without).sum();
    let of_shares: f64 = shares.iter().map(|share| share.powi(2)).sum();
    let half = quantile(independent.min(k) - 1) * (squares * together / of_shares / bias).sqrt();
    Ok(Difference {
        mean,
        low: mean - half,
        high: mean + half,
        pairs: k,
        independent,
    })
}

/// A ratio of sums, the share of each part in what is divided by, and what it adds to the ratio beyond its share.
struct Ratio {
    whole: f64,
    shares: Vec<f64>,
    adds: Vec<f64>,
}

impl Ratio {
    fn of(parts: &[Part]) -> Self {
        let per: f64 = parts.iter().map(|part| part.per).sum();
        let whole = parts.iter().map(|part| part.of).sum::<f64>() / per;
        Self {
            whole,
            shares: parts.iter().map(|part| part.per / per).collect(),
            adds: parts
                .iter()
                .map(|part| (part.of - whole * part.per) / per)
                .collect(),
        }
    }
}

/// Of neighbours, without the bias of so few, and at least 0; 0 where all are equal.
fn correlation(values: &[f64]) -> f64 {
    let k = values.len() as f64;
    let mean = values.iter().sum::<f64>() / k;
    let from: Vec<f64> = values.iter().map(|each| each - mean).collect();
    let squares: f64 = from.iter().map(|each| each.powi(2)).sum();
    if squares.is_nan() || squares <= 0.0 {
        return 0.0;
    }
    let found = from.windows(2).map(|two| two[0] * two[1]).sum::<f64>() / squares;
    ((k * found + 1.0) / (k - 4.0)).clamp(0.0, 0.999)
}

/// How settled the write amplification of a run is in its last quarter, of 5 rounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Settling {
    /// Whether it is.
    pub steady: bool,
    /// Of the last rounds together.
    pub amplification: f64,
    /// Largest less least, and what the line of least squares rises from the first to the last, as shares of the average.
    pub range: f64,
    /// See `range`.
    pub slope: f64,
    /// How many times the host had written the capacity before them.
    pub written: f64,
}

/// Of the ends of the windows of a run on a device with this many logical pages; `None` where one of the last rounds writes nothing, or
/// there are too few.
pub fn settling(marks: &[Mark], capacity: u32) -> Option<Settling> {
    const LAST: usize = 5;
    let ends: Vec<Mark> = marks.chunks_exact(2).map(|round| round[1]).collect();
    let first = ends.len().checked_sub(LAST)?;
    let before = first.checked_sub(1).map_or(Mark::default(), |at| ends[at]);
    let of = |from: Mark, to: Mark| {
        (to.programs - from.programs) as f64 / (to.writes - from.writes) as f64
    };
    let mut from = before;
    let values: Vec<f64> = ends[first..]
        .iter()
        .map(|&to| of(std::mem::replace(&mut from, to), to))
        .collect();
    let mean = values.iter().sum::<f64>() / LAST as f64;
    if !values.iter().all(|value| value.is_finite()) || mean == 0.0 {
        return None;
    }
    // The squares of -2, -1, 0, 1, 2 add up to 10.
    let rises = (-2..).map(f64::from).zip(&values);
    let per_round = rises.map(|(at, value)| at * (value - mean)).sum::<f64>() / 10.0;
    let most = values.iter().copied().fold(f64::MIN, f64::max);
    let least = values.iter().copied().fold(f64::MAX, f64::min);
    let (range, slope) = ((most - least) / mean, per_round * 4.0 / mean);
    let written = before.writes as f64 / f64::from(capacity.max(1));
    Some(Settling {
        steady: written >= 1.0 && range <= 0.2 && slope.abs() <= 0.1,
        amplification: of(before, *ends.last()?),
        range,
        slope,
        written,
    })
}
