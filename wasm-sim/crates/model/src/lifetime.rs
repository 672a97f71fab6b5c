//! How much longer a drive lasts.

use crate::error::{OutOfRange, check};

/// The share of its life that a page-mapped drive has left (Hu, eq. 4.1): 1 - A / (S (P + (1-P) M)). Negative when more was
/// written than the model says it can take.
///
/// `written` (A) and `capacity` (S) are in the same unit, whichever. `range` (P) is the share of the capacity that is used for
/// data: within it writes are random, and the rest of the flash is what GC lives on. `cycles` (M) is how often a block can be
/// erased, for instance 10,000 (MLC) or 100,000 (SLC).
///
/// The model fills the drive once and then gains the share 1-P of it with every erase of all blocks: it knows no victim better
/// than the average one, so greedy GC lasts longer.
///
/// # Errors
/// If a figure is negative, or P not above 0 and at most 1.
pub fn residual_lifetime(
    written: f64,
    capacity: f64,
    range: f64,
    cycles: f64,
) -> Result<f64, OutOfRange> {
    let written = check("A", written, written >= 0.0, "0 or more")?;
    let capacity = check("S", capacity, capacity > 0.0, "above 0")?;
    let range = check(
        "P",
        range,
        range > 0.0 && range <= 1.0,
        "above 0 and at most 1",
    )?;
    let cycles = check("M", cycles, cycles >= 1.0, "at least 1 erase")?;
    Ok(1.0 - written / written_in_a_life(capacity, range, cycles))
}

/// The data that the same drive can take, in the unit of the capacity: S (P + (1-P) M).
pub(crate) fn written_in_a_life(capacity: f64, range: f64, cycles: f64) -> f64 {
    capacity * (range + (1.0 - range) * cycles)
}
