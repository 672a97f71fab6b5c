//! Options of the superblock FTL.

use options::{needed, options};

use crate::scheme_options::INDEXED;
use crate::{SchemeOptions, Shape};

options! {
    /// Superblock FTL (SPEC 4).
    #[derive(Eq)]
    pub struct SuperblockOptions {
        /// Adjacent logical blocks of a superblock, S. As many physical blocks hold its data.
        blocks_per_superblock: u32 = needed("4"),
        /// Update blocks that one superblock may have beyond those, K.
        update_blocks_per_superblock: u32 = needed("4"),
        /// Update blocks of all superblocks together, M.
        update_blocks: u32 = needed("8"),
        /// Superblocks whose inner map is kept in SRAM, the most recently accessed ones.
        cached_superblocks: u32 = needed("16"),
    }
}

impl SuperblockOptions {
    /// Superblocks of a device; the last one may have fewer logical blocks.
    pub fn superblocks(&self, logical_pages: u32, pages_per_block: u32) -> u32 {
        logical_pages
            .div_ceil(pages_per_block)
            .div_ceil(self.blocks_per_superblock)
    }

    /// Blocks that a superblock may have, S + K.
    pub fn most_blocks(&self) -> u32 {
        self.blocks_per_superblock
            .saturating_add(self.update_blocks_per_superblock)
    }

    fn superblocks_of(&self, shape: Shape) -> u32 {
        self.superblocks(shape.logical_pages, shape.geometry.pages_per_block)
    }
}

impl SchemeOptions for SuperblockOptions {
    /// Each superblock has S blocks, M more are update blocks, and a GC takes one before it gives one back. Found to be both
    /// enough and needed by an exhaustive search: `sim/tests/all/superblock/minimum.rs`.
    fn minimum_blocks(&self, shape: Shape) -> u64 {
        u64::from(self.superblocks_of(shape)) * u64::from(self.blocks_per_superblock)
            + u64::from(self.update_blocks)
            + 1
    }

    fn fewer_blocks(&self) -> Vec<&'static str> {
        let more = self.update_blocks > 1;
        more.then_some("take fewer update blocks")
            .into_iter()
            .collect()
    }

    /// Per block its number, and per cached superblock where each of its logical pages is.
    fn table_bytes(&self, shape: Shape) -> u64 {
        let cached = self.cached_superblocks.min(self.superblocks_of(shape));
        let pages = u64::from(shape.geometry.pages_per_block);
        INDEXED * u64::from(shape.geometry.blocks)
            + u64::from(cached) * INDEXED * pages * u64::from(self.blocks_per_superblock)
    }

    fn initial_tables(&self) -> &'static [&'static str] {
        &["frontier"]
    }

    /// All of a superblock.
    fn moved_together(&self, shape: Shape) -> u64 {
        u64::from(self.blocks_per_superblock) * u64::from(shape.geometry.pages_per_block)
    }
}
