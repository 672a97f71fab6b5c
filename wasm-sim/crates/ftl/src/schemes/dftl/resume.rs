//! Starting from an explicit state (`initial`, SPEC 11).

use nand::{Chip, NONE, Page, PageKind, Pbn, Ppn};

use super::{Dftl, POOL};
use crate::parts::CmtEntry;
use crate::parts::valid_copies;
use crate::{FilledChip, InitialError, Role};

impl Dftl {
    /// Tables for a chip that holds pages. The content of a translation page follows from the valid data pages, but
    /// for dirty CMT entries: there it names the invalid copy, if one is left. A block's kind is that of its pages.
    #[inline]
    pub(super) fn start_from(&mut self, from: FilledChip<'_>) -> Result<(), InitialError> {
        let FilledChip { chip, pool, tables } = from;
        let g = chip.geometry();
        self.gtd = valid_copies(
            chip,
            PageKind::Translation,
            self.gtd.len() as u32,
            "translation page",
        )?;
        let latest = valid_copies(chip, PageKind::Data, self.on_flash.len() as u32, "LPN")?;
        for (tpn, &given) in tables.gtd.iter().enumerate() {
            if self.gtd.get(tpn).copied() != Some(given.map_or(NONE, |p| p.0)) {
                return InitialError::of(
                    "gtd",
                    format!("entry {tpn} disagrees with where translation page {tpn} is valid"),
                );
            }
        }
        if tables.cmt.len() > self.cmt.capacity() as usize {
            return InitialError::of(
                "cmt",
                format!(
                    "{} entries, but cmt_entries is {}",
                    tables.cmt.len(),
                    self.cmt.capacity()
                ),
            );
        }
        self.on_flash.clone_from(&latest);
        for &(lpn, ppn, dirty) in &tables.cmt {
            if latest.get(lpn.index()).copied() != Some(ppn.map_or(NONE, |p| p.0)) {
                return InitialError::of(
                    "cmt",
                    format!("the entry of LPN {lpn} disagrees with where that page is valid"),
                );
            }
            if self.cmt.get(lpn).is_some() {
                return InitialError::of("cmt", format!("LPN {lpn} is in the table twice"));
            }
            self.cmt.insert(CmtEntry { lpn, ppn, dirty });
            if dirty {
                let stale = |&p: &u32| {
                    chip.page(Ppn(p)) == Page::Invalid
                        && chip
                            .oob(Ppn(p))
                            .is_some_and(|o| o.kind == PageKind::Data && o.logical == lpn.0)
                };
                self.on_flash[lpn.index()] = (0..g.pages()).rev().find(stale).unwrap_or(NONE);
            }
        }
        let mut open = tables.frontier.clone();
        for pbn in (0..g.blocks).map(Pbn) {
            let next = chip.next_offset(pbn);
            if next == 0 && !open.contains(&pbn) {
                continue;
            }
            if next == g.pages_per_block && !open.contains(&pbn) {
                self.closed.close(chip, pbn, POOL, 0);
            } else if !open.contains(&pbn) {
                open.push(pbn);
            }
            pool.occupy(
                pbn,
                if holds_translation(chip, pbn) {
                    Role::Translation
                } else {
                    Role::Data
                },
                None,
            );
        }
        for pbn in open {
            let frontier = if holds_translation(chip, pbn) {
                &mut self.translation
            } else {
                &mut self.data
            };
            if let Some(first) = frontier.block() {
                return InitialError::of(
                    "frontier",
                    format!("blocks {first} and {pbn} are both open for the same kind of page"),
                );
            }
            frontier.resume(pbn, chip.next_offset(pbn));
        }
        Ok(())
    }
}

/// Whether a block in use holds translation pages.
fn holds_translation(chip: &Chip, pbn: Pbn) -> bool {
    chip.geometry()
        .pages_of(pbn)
        .find_map(|p| chip.oob(p))
        .is_some_and(|o| o.kind == PageKind::Translation)
}
