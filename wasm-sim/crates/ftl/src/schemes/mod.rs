//! The schemes: one published algorithm, one file or folder. They use parts, never each other.

mod bast;
mod dftl;
mod page;

pub use bast::Bast;
pub use dftl::Dftl;
pub use page::PageMapped;
