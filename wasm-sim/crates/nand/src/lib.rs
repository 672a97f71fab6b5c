//! NAND flash: addresses, geometry, pages, the chip, its timing and energy. No FTL word in it.
//!
//! The chip refuses illegal use instead of guessing: programming a page that is not free, programming
//! out of order, or erasing a block that still holds valid pages is an engine bug and panics (SPEC 1).
//!
//! ```
//! use nand::{Chip, Geometry, Page, PageKind, Pbn, Ppn, ProgramOrder};
//!
//! let geometry = Geometry { blocks: 2, pages_per_block: 4, page_bytes: 2048 };
//! let mut chip = Chip::new(geometry, ProgramOrder::Ascending);
//! // LPN 7 is written to the first page of block 0, and again to the second.
//! chip.program(Ppn(0), 7, PageKind::Data, 1);
//! chip.invalidate(Ppn(0));
//! chip.program(Ppn(1), 7, PageKind::Data, 2);
//! assert_eq!((chip.page(Ppn(0)), chip.page(Ppn(1))), (Page::Invalid, Page::Valid));
//! // A block is erased when a copy of its valid page is elsewhere.
//! chip.copy(Ppn(1), Ppn(4));
//! chip.erase(Pbn(0));
//! assert_eq!((chip.erase_count(Pbn(0)), chip.valid_pages(Pbn(1))), (1, 1));
//! ```

mod addr;
mod chip;
mod columns;
mod energy;
mod geometry;
mod packed;
mod page;
mod timing;

pub use addr::{Lbn, Lpn, NONE, Pbn, Ppn};
pub use chip::Chip;
pub use columns::{Columns, Rows, visit_field};
pub use energy::Energy;
pub use geometry::{Geometry, ProgramOrder};
pub use packed::Packed;
pub use page::{Oob, Page, PageKind};
pub use timing::Timing;
