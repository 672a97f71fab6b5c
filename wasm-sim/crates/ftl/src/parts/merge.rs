//! Merges of log blocks (SPEC 4): which kind one allows. [`HybridMap`](crate::parts::HybridMap) makes them.

use nand::{Chip, Lbn, Page, Pbn};

use crate::{Context, Decision, Halt, MergeKind, MergeReason, MergeWhy, Sink};

/// A merge to be made.
#[derive(Clone, Copy, Debug)]
pub struct Merge {
    /// Its kind.
    pub kind: MergeKind,
    /// The logical block.
    pub lbn: Lbn,
    /// The log block that asks for it; unless the merge is full it becomes the data block.
    pub log: Pbn,
    /// The log block that serves this logical block alone, if there is one: a full merge erases it.
    pub own: Option<Pbn>,
    /// Why now.
    pub reason: MergeReason,
    /// Why of this kind.
    pub why: MergeWhy,
    /// How many logical blocks are merged until `log` is free, with this one: from 1. More than one only in full merges.
    pub blocks: u32,
}

impl Merge {
    /// The merge of a log block that serves one logical block alone: of the cheapest kind it allows, unless a person
    /// chooses a full one, which is always possible.
    pub fn of_own_log<S: Sink>(
        cx: &mut Context<'_, S>,
        lbn: Lbn,
        log: Pbn,
        reason: MergeReason,
    ) -> Result<Self, Halt> {
        let (mut kind, mut why) = kind_of_merge(cx.chip(), lbn, log);
        let full = MergeKind::Full as u32;
        let chosen = cx.decide(Decision::Merge, kind as u32, |_, k| k == full)?;
        if chosen == full && kind != MergeKind::Full {
            (kind, why) = (MergeKind::Full, MergeWhy::Chosen);
        }
        Ok(Self {
            kind,
            lbn,
            log,
            own: Some(log),
            reason,
            why,
            blocks: 1,
        })
    }
}

/// Which kind of merge a log block of one logical block allows, and the page that decided it.
///
/// **Switch**: every page i holds offset i, and is valid. **Partial**: every programmed page does, and other pages are not
/// programmed yet. **Full**: neither.
fn kind_of_merge(chip: &Chip, lbn: Lbn, log: Pbn) -> (MergeKind, MergeWhy) {
    let g = chip.geometry();
    let programmed = chip.next_offset(log);
    for page in 0..programmed {
        let ppn = g.page_at(log, page);
        let holds = chip
            .oob(ppn)
            .expect("log blocks are filled without gaps")
            .logical;
        let holds = holds - g.logical_page_at(lbn, 0).0;
        if holds != page {
            return (MergeKind::Full, MergeWhy::OutOfPlace { page, holds });
        }
        if chip.page(ppn) != Page::Valid {
            return (MergeKind::Full, MergeWhy::Stale { page });
        }
    }
    if programmed == g.pages_per_block {
        (MergeKind::Switch, MergeWhy::Complete)
    } else {
        (MergeKind::Partial, MergeWhy::Prefix { pages: programmed })
    }
}
