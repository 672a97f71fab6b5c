//! NAND flash: addresses, geometry, pages, the chip, its timing and energy. No FTL word in it.
//!
//! The chip refuses illegal use instead of guessing: programming a page that is not free, programming
//! out of order, or erasing a block that still holds valid pages is an engine bug and panics (SPEC 1).

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
