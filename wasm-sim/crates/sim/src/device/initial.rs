//! The explicit state that a scenario may begin in.

use nand::{Chip, PageKind};

use crate::scenario::{InitialPage, InitialState};

/// Puts the pages of an explicit initial state on an erased chip. The invalid copies of a page are its versions 1, 2, ... in
/// the order of their addresses, the valid one is the version after them.
pub(super) fn program(initial: &InitialState, chip: &mut Chip) {
    // Per data page, then per translation page: invalid copies in all, and those met so far.
    let at = |page: &InitialPage| match *page {
        InitialPage::Free => None,
        InitialPage::Data { lpn, valid } => Some((2 * lpn as usize, valid)),
        InitialPage::Translation { tpn, valid } => Some((2 * tpn as usize + 1, valid)),
    };
    let mut stale: Vec<u32> = Vec::new();
    for (place, valid) in initial.pages.iter().flatten().filter_map(at) {
        stale.resize(stale.len().max(place + 1), 0);
        stale[place] += u32::from(!valid);
    }
    let mut seen = vec![0; stale.len()];
    let geometry = chip.geometry();
    for (pbn, pages) in (0..).map(nand::Pbn).zip(&initial.pages) {
        for (offset, page) in (0..).zip(pages) {
            let (logical, kind, valid) = match *page {
                InitialPage::Free => continue,
                InitialPage::Data { lpn, valid } => (lpn, PageKind::Data, valid),
                InitialPage::Translation { tpn, valid } => (tpn, PageKind::Translation, valid),
            };
            let place = 2 * logical as usize + usize::from(kind == PageKind::Translation);
            let version = if valid {
                stale[place] + 1
            } else {
                seen[place] += 1;
                seen[place]
            };
            let ppn = geometry.page_at(pbn, offset);
            chip.program(ppn, logical, kind, version);
            if !valid {
                chip.invalidate(ppn);
            }
        }
    }
}
