//! Starting from an explicit state (`initial`, SPEC 11).

use nand::{Chip, PageKind, Pbn};

use super::PageMapped;
use crate::parts::{COLD, valid_copies};
use crate::{FilledChip, InitialError};

impl PageMapped {
    /// Tables for a chip that holds pages: the map follows from the valid pages; a partly programmed block is
    /// a frontier; full ones are closed, in PBN order, and cold.
    pub(super) fn start_from(&mut self, from: FilledChip<'_>) -> Result<(), InitialError> {
        let FilledChip { chip, pool, tables } = from;
        self.map = valid_copies(chip, PageKind::Data, self.map.len() as u32, "LPN")?;
        let mut open = tables.frontier.clone();
        for pbn in (0..chip.geometry().blocks).map(Pbn) {
            let next = chip.next_offset(pbn);
            if open.contains(&pbn) || next == 0 {
                continue;
            }
            if next < chip.geometry().pages_per_block {
                open.push(pbn);
                continue;
            }
            pool.occupy(pbn, self.frontiers[0].role(), None);
            self.closed.close(chip, pbn, COLD, 0);
            self.adopt(chip, pbn, COLD);
        }
        if open.len() > self.frontiers.len() {
            let blocks = open
                .iter()
                .map(Pbn::to_string)
                .collect::<Vec<_>>()
                .join(", ");
            return InitialError::of(
                "frontier",
                format!(
                    "blocks {blocks} are partly programmed, but this FTL has {} write frontier(s)",
                    self.frontiers.len()
                ),
            );
        }
        for (at, &pbn) in open.iter().enumerate() {
            let frontier = &mut self.frontiers[at];
            pool.occupy(pbn, frontier.role(), None);
            frontier.resume(pbn, chip.next_offset(pbn));
            let class = frontier.pool();
            self.adopt(chip, pbn, class);
        }
        Ok(())
    }

    /// The valid pages of a block of the initial state have a class.
    fn adopt(&mut self, chip: &Chip, pbn: Pbn, class: u32) {
        if let Some(hot_cold) = &mut self.hot_cold {
            (0..chip.valid_pages(pbn)).for_each(|_| hot_cold.adopt(class));
        }
    }
}
