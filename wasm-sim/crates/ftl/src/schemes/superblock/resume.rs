//! From a chip that holds pages (`initial`, SPEC 11): what they say of superblocks, and what they leave open.
//!
//! The pages of a block say whose it is. Blocks count as taken in the order of their numbers, superblocks as written in the
//! order of their newest pages. A block with room is an open one: the copy block if `frontier` names it, otherwise the host block. No
//! inner map is in SRAM.

use nand::{Chip, PageKind, Pbn};

use super::{COPIES, HOST, QUEUE, Superblock};
use crate::parts::content;
use crate::parts::valid_copies;
use crate::{FilledChip, InitialError, Role};

impl Superblock {
    /// Tables for a chip that holds pages.
    #[inline]
    pub(super) fn start_from(&mut self, mut from: FilledChip<'_>) -> Result<(), InitialError> {
        let chip = from.chip;
        self.map = valid_copies(chip, PageKind::Data, self.map.len() as u32, "LPN")?;
        let pages_per_block = chip.geometry().pages_per_block;
        for &pbn in &from.tables.frontier {
            let programmed = chip.next_offset(pbn);
            if programmed == 0 || programmed == pages_per_block {
                return InitialError::of(
                    "frontier",
                    format!(
                        "block {pbn} has {programmed} of its {pages_per_block} pages programmed, so it is not open"
                    ),
                );
            }
        }
        for pbn in (0..chip.geometry().blocks).map(Pbn) {
            if let Some(superblock) = self.superblock_of_block(chip, pbn)? {
                self.adopt(&mut from, superblock, pbn)?;
            }
        }
        let most = self.options.update_blocks;
        if self.updates > most {
            return InitialError::of(
                "blocks",
                format!(
                    "superblocks have {} update blocks, but update_blocks is {most}",
                    self.updates
                ),
            );
        }
        for superblock in 0..self.held.len() as u32 {
            if self.held[superblock as usize] > self.options.blocks_per_superblock {
                self.queue(chip, superblock);
            }
        }
        Ok(())
    }

    /// Whose a block is; `None` if it is erased.
    fn superblock_of_block(&self, chip: &Chip, pbn: Pbn) -> Result<Option<u32>, InitialError> {
        let mut pages = content(chip, pbn);
        let Some((_, first)) = pages.next() else {
            return Ok(None);
        };
        let superblock = self.superblock_of(first);
        match pages.find(|&(_, lpn)| self.superblock_of(lpn) != superblock) {
            None => Ok(Some(superblock)),
            Some((_, other)) => InitialError::of(
                "blocks",
                format!(
                    "block {pbn} holds LPN {first} of superblock {superblock} and LPN {other} of superblock {}",
                    self.superblock_of(other)
                ),
            ),
        }
    }

    fn adopt(
        &mut self,
        FilledChip { chip, pool, tables }: &mut FilledChip<'_>,
        superblock: u32,
        pbn: Pbn,
    ) -> Result<(), InitialError> {
        let most = self.options.most_blocks();
        let held = &mut self.held[superblock as usize];
        if *held == most {
            return InitialError::of(
                "blocks",
                format!("superblock {superblock} has more than {most} blocks: S + K"),
            );
        }
        let update = *held >= self.options.blocks_per_superblock;
        *held += 1;
        self.updates += u32::from(update);
        let role = if update { Role::Update } else { Role::Data };
        pool.occupy(pbn, role, Some(self.owner(superblock)));
        self.blocks.push_back(superblock, pbn.0);
        if chip.next_offset(pbn) == chip.geometry().pages_per_block {
            return Ok(());
        }
        let copies = tables.frontier.contains(&pbn);
        let stream = if copies { COPIES } else { HOST };
        let before = std::mem::replace(&mut self.open[superblock as usize][stream], pbn.0);
        match Pbn::from_column(before) {
            None => Ok(()),
            Some(before) if copies => InitialError::of(
                "frontier",
                format!(
                    "blocks {before} and {pbn} are both open copy blocks of superblock {superblock}; there is one"
                ),
            ),
            Some(before) => InitialError::of(
                "frontier",
                format!(
                    "blocks {before} and {pbn} of superblock {superblock} are partly programmed; it has one open host block, and \
                     one open copy block, which `frontier` must name"
                ),
            ),
        }
    }

    /// Into the order of compaction: before the first that was written later.
    fn queue(&mut self, chip: &Chip, superblock: u32) {
        let newest = |superblock| {
            let blocks = self.blocks.iter(superblock);
            blocks.filter_map(|b| chip.last_program(Pbn(b))).max()
        };
        let own = newest(superblock);
        let later = self.written.iter(QUEUE).find(|&s| newest(s) > own);
        match later {
            Some(later) => self.written.insert_before(later, superblock),
            None => self.written.push_back(QUEUE, superblock),
        }
    }
}
