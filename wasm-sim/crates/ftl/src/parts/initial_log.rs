//! The content of the log blocks of an explicit initial state (SPEC 11), and that they could have come to it.

use nand::{Chip, Lbn, Lpn, Pbn, Ppn};

use crate::parts::{HybridMap, content};
use crate::{FilledChip, InitialError, Role};

/// Takes over the blocks that `log` names, each by `resume`, which returns the LBN that it serves alone. Every other block
/// is a data block.
pub fn adopt_log(
    map: &mut HybridMap,
    from: FilledChip<'_>,
    mut resume: impl FnMut(Pbn, Role, Option<Lbn>) -> Result<Option<Lbn>, InitialError>,
) -> Result<(), InitialError> {
    for &(pbn, role, lbn) in &from.tables.log {
        no_gaps(from.chip, pbn)?;
        if from.pool.role(pbn) != Role::Free {
            return wrong_log(format!("block {pbn} is named twice"));
        }
        let owner = resume(pbn, role, lbn)?;
        from.pool.occupy(pbn, role, owner);
    }
    map.adopt(from)
}

/// That a log block of an explicit initial state was filled page by page, as log blocks are.
fn no_gaps(chip: &Chip, log: Pbn) -> Result<(), InitialError> {
    let held = content(chip, log).count() as u32;
    let next = chip.next_offset(log);
    if held == next {
        return Ok(());
    }
    wrong_log(format!(
        "log block {log} is filled from its first page on, but {} of its first {next} pages are free",
        next - held
    ))
}

/// The logical block that a sequential log block (`name` is what its scheme calls it) takes the pages of: `lbn` if that is
/// given, otherwise that of its first page. Its pages must be at their own offsets, from the first on.
pub fn sequence_of(
    chip: &Chip,
    log: Pbn,
    lbn: Option<Lbn>,
    name: &str,
) -> Result<Lbn, InitialError> {
    let g = chip.geometry();
    let first = content(chip, log).next();
    let first = first.map(|(_, lpn)| g.logical_block_of(lpn));
    let Some(lbn) = lbn.or(first) else {
        return wrong_log(format!(
            "{name} log block {log} is empty, so its LBN must be given"
        ));
    };
    let misplaced = |&(ppn, lpn): &(Ppn, Lpn)| {
        (g.logical_block_of(lpn), g.logical_offset_of(lpn)) != (lbn, g.offset_of(ppn))
    };
    if let Some((ppn, lpn)) = content(chip, log).find(misplaced) {
        return wrong_log(format!(
            "block {log} is the {name} log block of LBN {lbn}, in order from offset 0, but page {ppn} holds LPN {lpn}"
        ));
    }
    Ok(lbn)
}

/// A random log block beyond those that are left by the sequential ones.
pub fn too_many_random_logs<T>(log_blocks: u32, seq_log_blocks: u32) -> Result<T, InitialError> {
    wrong_log(format!(
        "more than {} random log blocks, but log_blocks is {log_blocks} and seq_log_blocks {seq_log_blocks}",
        log_blocks - seq_log_blocks
    ))
}

/// A contradiction in `log`.
pub fn wrong_log<T>(message: String) -> Result<T, InitialError> {
    InitialError::of("log", message)
}
