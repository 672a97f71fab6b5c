//! Giving back a log block that logical blocks share (SPEC 4, fast and last): each of them that has a valid page in it is
//! merged first, or each that has any.

use nand::{Chip, Lbn, Page, Pbn};

use crate::parts::{HybridMap, Merge, content};
use crate::{Cause, Context, Event, Halt, MergeKind, MergeReason, MergeWhy, Sink};

/// The logical blocks with a page in a victim, in order of first appearance: those to merge, and those left out.
#[derive(Default)]
struct Associated {
    merged: Vec<Lbn>,
    skipped: Vec<Lbn>,
}

/// The logical blocks with a valid page in a block: few enough to be looked through, at most one a page.
pub fn live_logical_blocks(chip: &Chip, pbn: Pbn) -> Vec<Lbn> {
    let mut live: Vec<Lbn> = Vec::new();
    for (ppn, lpn) in content(chip, pbn) {
        let lbn = chip.geometry().logical_block_of(lpn);
        if chip.page(ppn) == Page::Valid && !live.contains(&lbn) {
            live.push(lbn);
        }
    }
    live
}

fn associated(chip: &Chip, victim: Pbn, skip_stale: bool) -> Associated {
    let mut found = Associated::default();
    for (_, lpn) in content(chip, victim) {
        let lbn = chip.geometry().logical_block_of(lpn);
        if !found.merged.contains(&lbn) {
            found.merged.push(lbn);
        }
    }
    let live = live_logical_blocks(chip, victim);
    if skip_stale && live.len() < found.merged.len() {
        (found.merged, found.skipped) =
            found.merged.into_iter().partition(|lbn| live.contains(lbn));
    }
    found
}

impl HybridMap {
    /// Merges the logical blocks of a shared log block, one full merge each, and erases it. Under `skip_stale` a logical
    /// block whose pages in it are all invalid is left out. `release` makes the scheme forget the log block that serves a
    /// logical block alone, if there is one: it is erased by the merge.
    pub fn reclaim<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        victim: Pbn,
        skip_stale: bool,
        release: &mut dyn FnMut(Lbn) -> Option<Pbn>,
    ) -> Result<(), Halt> {
        let Associated { merged, skipped } = associated(cx.chip(), victim, skip_stale);
        cx.emit(|| Event::ReclaimBegin {
            pbn: victim,
            merged: merged.clone(),
            skipped,
        });
        for (&lbn, blocks) in merged.iter().zip(1..) {
            let merge = Merge {
                kind: MergeKind::Full,
                lbn,
                log: victim,
                own: release(lbn),
                reason: MergeReason::Reclaimed,
                why: MergeWhy::Shared,
                blocks,
            };
            self.merge(cx, merge)?;
        }
        cx.erase(victim, Cause::Merge)?;
        cx.emit(|| Event::ReclaimEnd {
            pbn: victim,
            blocks: merged.len() as u32,
        });
        Ok(())
    }
}
