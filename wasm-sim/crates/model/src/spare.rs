//! How much more flash there is than data: alpha, from the spare factor or from counts of blocks.

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
