//! The block map, what every FTL has that maps data by block: one data block an LBN, every page at its own offset (SPEC 4).

use nand::{Chip, Columns, Geometry, Lbn, Lpn, NONE, Pbn, Ppn};

use crate::{Context, Event, FilledChip, Halt, InitialError, Role, Sink};

/// Which data block an LBN has.
#[derive(Clone, Debug)]
pub struct BlockMap {
    /// Per LBN: its data block, or [`NONE`].
    blocks: Vec<u32>,
}

impl BlockMap {
    /// Nothing is mapped.
    #[inline]
    pub fn new(geometry: Geometry, logical_pages: u32) -> Self {
        let logical_blocks = logical_pages.div_ceil(geometry.pages_per_block);
        Self {
            blocks: vec![NONE; logical_blocks as usize],
        }
    }

    /// Maps what a chip holds already. Every block that `log` does not name must be the data block of an LBN, all its
    /// pages at their own offsets.
    pub fn adopt(&mut self, from: &mut FilledChip<'_>) -> Result<(), InitialError> {
        let FilledChip { chip, pool, tables } = from;
        let g = chip.geometry();
        let mut data = tables.data.clone();
        for pbn in (0..g.blocks).map(Pbn) {
            let known = tables.log_names(pbn) || data.iter().any(|&(_, b)| b == pbn);
            if let (false, Some((_, lpn))) = (known, content(chip, pbn).next()) {
                data.push((g.logical_block_of(lpn), pbn));
            }
        }
        for (lbn, pbn) in data {
            if lbn.index() >= self.blocks.len() || self.blocks[lbn.index()] != NONE {
                return InitialError::of(
                    "data",
                    format!("LBN {lbn} does not exist, or has two data blocks"),
                );
            }
            let misplaced = |&(ppn, lpn): &(Ppn, Lpn)| {
                (g.logical_block_of(lpn), g.logical_offset_of(lpn)) != (lbn, g.offset_of(ppn))
            };
            if let Some((ppn, lpn)) = content(chip, pbn).find(misplaced) {
                return InitialError::of(
                    "data",
                    format!(
                        "block {pbn} is the data block of LBN {lbn}, but page {ppn} holds LPN {lpn}"
                    ),
                );
            }
            self.blocks[lbn.index()] = pbn.0;
            pool.occupy(pbn, Role::Data, Some(lbn));
        }
        Ok(())
    }

    /// The data block of an LBN.
    #[inline]
    pub fn data_block(&self, lbn: Lbn) -> Option<Pbn> {
        Pbn::from_column(self.blocks[lbn.index()])
    }

    /// How many logical blocks there are.
    #[inline]
    pub fn logical_blocks(&self) -> u32 {
        self.blocks.len() as u32
    }

    /// The data block's page for an LPN, if there is a data block.
    #[inline]
    pub fn home(&self, chip: &Chip, lpn: Lpn) -> Option<Ppn> {
        let g = chip.geometry();
        let pbn = self.data_block(g.logical_block_of(lpn))?;
        Some(g.page_at(pbn, g.logical_offset_of(lpn)))
    }

    /// The same for a write: the first one of an LBN allocates its data block.
    #[inline]
    pub fn allocated_home<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        lpn: Lpn,
    ) -> Result<Ppn, Halt> {
        let lbn = cx.chip().geometry().logical_block_of(lpn);
        if self.blocks[lbn.index()] == NONE {
            let pbn = cx.take_block(Role::Data, Some(lbn))?;
            self.set(cx, lbn, pbn);
        }
        Ok(self
            .home(cx.chip(), lpn)
            .expect("allocated just now at the latest"))
    }

    /// An LBN has another data block.
    #[inline]
    pub fn set<S: Sink>(&mut self, cx: &mut Context<'_, S>, lbn: Lbn, pbn: Pbn) {
        self.blocks[lbn.index()] = pbn.0;
        cx.emit(|| Event::BlockMapSet {
            lbn,
            pbn: Some(pbn),
        });
    }

    /// The map as the view starts from it.
    #[inline]
    pub fn table(&self) -> Vec<u32> {
        self.blocks.clone()
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.words(&mut self.blocks);
    }
}

/// The pages of a block that hold something, with the LPN each holds.
pub fn content(chip: &Chip, pbn: Pbn) -> impl Iterator<Item = (Ppn, Lpn)> + '_ {
    chip.geometry()
        .pages_of(pbn)
        .filter_map(|p| Some((p, Lpn(chip.oob(p)?.logical))))
}
