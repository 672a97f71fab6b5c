//! The shape of a device and the arithmetic between its addresses.

use serde::{Deserialize, Serialize};

use crate::{Lbn, Lpn, Pbn, Ppn};

/// A device has `blocks` blocks of `pages_per_block` pages of `page_bytes` bytes (SPEC 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Geometry {
    /// Erase blocks on the chip.
    pub blocks: u32,
    /// Pages in an erase block.
    pub pages_per_block: u32,
    /// Bytes of data in a page, its out-of-band area not counted.
    pub page_bytes: u32,
}

impl Geometry {
    /// All pages of the chip.
    pub const fn pages(self) -> u32 {
        self.blocks * self.pages_per_block
    }

    /// The block that holds a page.
    #[inline]
    pub const fn block_of(self, ppn: Ppn) -> Pbn {
        Pbn(ppn.0 / self.pages_per_block)
    }

    /// A page's place inside its block.
    #[inline]
    pub const fn offset_of(self, ppn: Ppn) -> u32 {
        ppn.0 % self.pages_per_block
    }

    /// The page at `offset` of a block.
    #[inline]
    pub const fn page_at(self, pbn: Pbn, offset: u32) -> Ppn {
        Ppn(pbn.0 * self.pages_per_block + offset)
    }

    /// All pages of a block, in ascending offset.
    pub fn pages_of(self, pbn: Pbn) -> impl DoubleEndedIterator<Item = Ppn> + ExactSizeIterator {
        let first = pbn.0 * self.pages_per_block;
        (first..first + self.pages_per_block).map(Ppn)
    }

    /// The logical block of a logical page: `lpn / P` (SPEC 4).
    #[inline]
    pub const fn logical_block_of(self, lpn: Lpn) -> Lbn {
        Lbn(lpn.0 / self.pages_per_block)
    }

    /// A logical page's place inside its logical block: `lpn mod P` (SPEC 4).
    #[inline]
    pub const fn logical_offset_of(self, lpn: Lpn) -> u32 {
        lpn.0 % self.pages_per_block
    }

    /// The logical page at `offset` of a logical block.
    #[inline]
    pub const fn logical_page_at(self, lbn: Lbn, offset: u32) -> Lpn {
        Lpn(lbn.0 * self.pages_per_block + offset)
    }
}

/// In which order the pages of a block may be programmed (SPEC 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProgramOrder {
    /// Large-block flash: offsets must ascend inside a block; gaps are allowed.
    #[default]
    Ascending,
    /// Small-block flash: any free page.
    Any,
}
