//! The schemes: one published algorithm, one file or folder, one feature. They use parts, never each other.

#[cfg(feature = "bast")]
mod bast;
#[cfg(feature = "block")]
mod block;
#[cfg(feature = "dftl")]
mod dftl;
#[cfg(feature = "fast")]
mod fast;
#[cfg(feature = "last")]
mod last;
#[cfg(feature = "page")]
mod page;
#[cfg(feature = "replacement")]
mod replacement;
#[cfg(feature = "superblock")]
mod superblock;

#[cfg(feature = "bast")]
pub use bast::Bast;
#[cfg(feature = "block")]
pub use block::BlockMapped;
#[cfg(feature = "dftl")]
pub use dftl::Dftl;
#[cfg(feature = "fast")]
pub use fast::Fast;
#[cfg(feature = "last")]
pub use last::Last;
#[cfg(feature = "page")]
pub use page::PageMapped;
#[cfg(feature = "replacement")]
pub use replacement::Replacement;
#[cfg(feature = "superblock")]
pub use superblock::Superblock;
