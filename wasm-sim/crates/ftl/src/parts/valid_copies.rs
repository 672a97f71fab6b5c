//! The facts that the pages of an explicit initial state carry.

use nand::{Chip, NONE, Ppn};

use crate::InitialError;

/// Finds, for an explicit initial state, the one valid copy of each logical page of a kind.
/// Error: two valid copies, or a number beyond the logical space.
pub(crate) fn valid_copies(
    chip: &Chip,
    kind: nand::PageKind,
    count: u32,
    what: &str,
) -> Result<Vec<u32>, InitialError> {
    let mut copies = vec![NONE; count as usize];
    for ppn in (0..chip.geometry().pages()).map(Ppn) {
        if chip.page(ppn) != nand::Page::Valid {
            continue;
        }
        let Some(oob) = chip.oob(ppn).filter(|o| o.kind == kind) else {
            continue;
        };
        let error = |message: String| InitialError {
            table: "blocks",
            message,
        };
        let place = copies.get_mut(oob.logical as usize).ok_or_else(|| {
            error(format!(
                "page {ppn} holds {what} {}, but there are only {count} (0 to {})",
                oob.logical,
                count - 1
            ))
        })?;
        if *place != NONE {
            return Err(error(format!(
                "{what} {} is valid twice: at page {} and at page {ppn}",
                oob.logical, *place
            )));
        }
        *place = ppn.0;
    }
    Ok(copies)
}
