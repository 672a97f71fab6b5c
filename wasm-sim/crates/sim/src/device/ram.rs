//! What RAM of a device is taken by (SPEC 6; DFTL'J, 5.3): the FTL's mapping tables, and the write buffer.
//!
//! | scheme | bytes of its tables |
//! |---|---|
//! | page | 4 per logical page |
//! | block | 4 per logical block |
//! | replacement | 4 per logical block, and 4 per block for its place in a chain |
//! | bast | 4 per logical block, and per log block 4 and 4 per page |
//! | fast, last | 4 per logical block, and 8 per page of the log blocks; last 4 per page remembered (`k`) |
//! | superblock | 4 per block, and per cached superblock 4 for each of its logical pages |
//! | dftl | the GTD, 4 per translation page, and 8 per CMT entry |
//!
//! A table by number has 4 bytes an entry, the number of what it leads to (SPEC 5); one that is searched has 8, both numbers (Hu, 3.2.1). The papers count the tables
//! that lead to pages and nothing else, so neither do lists of recency, erase counts, the free pool or ghosts count here. (DFTL'J gives 16 MB
//! for the page map of 32 GB; 4 bytes for each page of 2 KB are 64 MB.)

use ftl::SchemeConfig;
use nand::Geometry;

use super::Device;

/// Bytes of a table entry that its place tells of.
const INDEXED: u64 = 4;
/// Bytes of one that is searched for.
const SEARCHED: u64 = 8;

/// What RAM is taken by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ram {
    /// Bytes of tables that do not change their size.
    pub fixed_bytes: u64,
    /// Entries of the cached mapping table, at most.
    pub entries: u32,
    /// Pages of the write buffer, at most.
    pub pages: u32,
    /// Bytes of a page.
    pub page_bytes: u32,
}

impl Ram {
    /// Of a scheme, with a buffer of so many pages.
    pub fn of(scheme: &SchemeConfig, geometry: Geometry, logical_pages: u32, pages: u32) -> Self {
        let Geometry {
            blocks,
            pages_per_block,
            page_bytes,
        } = geometry;
        let each = u64::from(pages_per_block);
        let (blocks, logical) = (u64::from(blocks), u64::from(logical_pages));
        let block_map = INDEXED * logical.div_ceil(each);
        let fixed_bytes = match scheme {
            SchemeConfig::Page(_) => INDEXED * logical,
            SchemeConfig::Block => block_map,
            SchemeConfig::Replacement(_) => block_map + INDEXED * blocks,
            SchemeConfig::Bast(c) => block_map + u64::from(c.log_blocks) * INDEXED * (1 + each),
            SchemeConfig::Fast(c) => block_map + u64::from(c.log_blocks) * SEARCHED * each,
            SchemeConfig::Last(c) => {
                let k = u64::from(c.k.min(logical_pages));
                block_map + u64::from(c.log_blocks) * SEARCHED * each + INDEXED * k
            }
            SchemeConfig::Superblock(c) => {
                let superblocks = c.superblocks(logical_pages, pages_per_block);
                let cached = u64::from(c.cached_superblocks.min(superblocks));
                INDEXED * blocks + cached * INDEXED * each * u64::from(c.blocks_per_superblock)
            }
            SchemeConfig::Dftl(c) => {
                INDEXED * logical.div_ceil(u64::from(c.entries_per_translation_page))
            }
        };
        Self {
            fixed_bytes,
            entries: match scheme {
                SchemeConfig::Dftl(c) => c.cmt_entries,
                _ => 0,
            },
            pages,
            page_bytes,
        }
    }

    /// Bytes of mapping tables.
    pub fn mapping_bytes(&self) -> u64 {
        self.fixed_bytes + SEARCHED * u64::from(self.entries)
    }

    /// Bytes of the write buffer.
    pub fn buffer_bytes(&self) -> u64 {
        u64::from(self.pages) * u64::from(self.page_bytes)
    }
}

impl Device {
    /// What RAM is taken by, as the scenario begins.
    pub fn ram(&self) -> Ram {
        let pages = self.buffer().map_or(0, |buffer| buffer.config().capacity);
        Ram::of(
            &self.scheme,
            self.chip.geometry(),
            self.logical_pages,
            pages,
        )
    }
}
