//! How much more flash there is than data: alpha, from the spare factor or from counts of blocks; and the search for how much is enough.

use crate::error::{OutOfRange, check};

/// The over-provisioning factor alpha = T/U of a spare factor Sf = (T-U)/T, T blocks of flash for U blocks of data.
///
/// Erratum: section 2 of the paper prints Sf = (T-U)/U. Its tables, and its eq. 6, need (T-U)/T.
///
/// # Errors
/// If Sf is not between 0 and 1, both excluded: with no spare block GC never ends.
pub fn alpha(spare_factor: f64) -> Result<f64, OutOfRange> {
    let holds = spare_factor > 0.0 && spare_factor < 1.0;
    let sf = check("Sf", spare_factor, holds, "above 0 and below 1")?;
    Ok(1.0 / (1.0 - sf))
}

/// Alpha of a device, corrected for its free list: `free` of its `total` blocks wait to be written and give nothing
/// to the blocks that age. Counts may be fractions: a list that is on average so long.
///
/// The correction of Table 2, whose column is above eq. 15 for it (13.624 instead of 13.393 at Sf 0.03). The paper does not
/// say how long its list was, and no single length explains the column.
///
/// # Errors
/// If fewer than `logical` blocks are left, or a count is no count.
pub fn alpha_of_blocks(total: f64, logical: f64, free: f64) -> Result<f64, OutOfRange> {
    let logical = check("U", logical, logical > 0.0, "above 0 blocks")?;
    let free = check("the free list", free, free >= 0.0, "0 blocks or more")?;
    let wanted = "more than U and the free list together";
    let total = check("T", total, total - free > logical, wanted)?;
    Ok((total - free) / logical)
}

/// Alpha where the host trims, too: `trims` is the share of the requests that trim a page anywhere, and the rest write one anywhere. In the
/// steady state a page holds data with probability 1 - `trims`: its latest request was a write. So fewer pages are data, and the rest of
/// them is spare space.
///
/// # Errors
/// If the share is not from 0 to below 1.
pub fn alpha_with_trims(alpha: f64, trims: f64) -> Result<f64, OutOfRange> {
    let holds = (0.0..1.0).contains(&trims);
    let trims = check("the share of trims", trims, holds, "at least 0 and below 1")?;
    Ok(alpha / (1.0 - trims))
}

/// A drive that was tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// Its blocks.
    pub blocks: u32,
    /// Its write amplification.
    pub amplification: f64,
}

/// The next step of a search for the fewest blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A drive of this number of blocks is to be tried.
    Try(u32),
    /// These are enough, and one block less was tried and is not, or there is no smaller drive.
    Enough(u32),
    /// The largest drive is not.
    Beyond,
}

/// The question, and the drives among which the answer is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wanted {
    /// Write amplification, at most.
    pub amplification: f64,
    /// Blocks that the data take up: the rest is spare.
    pub data: u32,
    /// Blocks of the smallest drive; more than `data`.
    pub least: u32,
    /// Blocks of the largest.
    pub most: u32,
    /// Blocks of the drive that is tried first.
    pub first: u32,
}

/// The next step: half as many spare blocks as long as they are enough, twice as many as long as they are not, then half-way between
/// the two. More spare space does not always mean fewer programs: what is found is a border, and smaller drives beyond it may have been
/// left out.
pub fn fewest_blocks(wanted: &Wanted, tried: &[Tried]) -> Step {
    let Wanted {
        data, least, most, ..
    } = *wanted;
    let enough = |each: &&Tried| each.amplification <= wanted.amplification;
    let fewest = tried.iter().filter(enough).map(|each| each.blocks).min();
    let short = tried
        .iter()
        .filter(|each| !enough(each))
        .map(|each| each.blocks);
    let short = short
        .filter(|&blocks| fewest.is_none_or(|fewest| blocks < fewest))
        .max();
    match (short, fewest) {
        (None, None) => Step::Try(wanted.first.clamp(least, most)),
        (None, Some(fewest)) if fewest <= least => Step::Enough(fewest),
        (None, Some(fewest)) => Step::Try((data + (fewest - data) / 2).max(least)),
        (Some(short), None) if short >= most => Step::Beyond,
        (Some(short), None) => Step::Try(
            short
                .saturating_add(short.saturating_sub(data).max(1))
                .min(most),
        ),
        (Some(short), Some(fewest)) if short + 1 >= fewest => Step::Enough(fewest),
        (Some(short), Some(fewest)) => Step::Try(short + (fewest - short) / 2),
    }
}
