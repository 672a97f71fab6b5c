//! Write buffers in front of an FTL (SPEC 6): which pages are buffered, what leaves when there is no room, and why.
//!
//! Nothing here touches flash. The device asks ([`WriteBuffer::victim`]), writes the victim's pages through the FTL, and takes
//! each out when it is on flash ([`WriteBuffer::remove`]): so a power loss finds every page either here or there.
//!
//! | policy | pages that leave | source |
//! |---|---|---|
//! | `lru` | the page written least recently | |
//! | `cflru` | a clean page of the window at the LRU end, otherwise the LRU page | Park et al. 2006 |
//! | `fab` | the largest block group | Jo et al. 2006 |
//! | `bplru` | the block group written least recently, padded | Kim and Ahn 2008 |
//! | `pud_lru` | of the infrequently updated block groups the largest, padded | Hu, chapter 2 |
//! | `gc_arm` | a page, or the largest block group, padded: what brings more | Hu, chapter 3 |
//! | `ap` | the page written least recently | Shim et al. 2010 |
//!
//! The last two share RAM with the FTL's mapping table (`sharing`). The FTL knows a part of the comparison of
//! `gc_arm`, so its victim is not [`WriteBuffer::victim`]: see [`WriteBuffer::benefits`].
//!
//! A block group is the buffered pages of one logical block. Pages and groups are ordered by their writes; only `cflru`, which
//! keeps pages that were read, orders by reads too.
//!
//! ```
//! use buffer::{BufferConfig, Policy, Victim, WriteBuffer};
//! use nand::Lpn;
//!
//! let policy = Policy::Lru { capacity: 2, battery_backed: true };
//! let mut buffer = WriteBuffer::new(BufferConfig { policy, sharing: None }, 4, 16);
//! buffer.write(Lpn(3), 1, false);
//! buffer.write(Lpn(9), 2, false);
//! // A hit makes LPN 3 the page written last.
//! buffer.write(Lpn(3), 3, false);
//! assert!(buffer.is_full());
//! assert_eq!(buffer.victim(), Victim::Page(Lpn(9)));
//! buffer.remove(Lpn(9));
//! assert_eq!(buffer.len(), 1);
//! ```

mod config;
mod counters;
mod destage;
mod ghost;
mod order;
mod places;
mod sharing;
mod store;

pub use config::{BufferConfig, Policy};
pub use counters::BufferCounts;
pub use destage::{Benefits, DestageRule, GroupFigures, GroupShown, MappingGroup, Victim};
pub use ghost::Ghost;
pub use sharing::{ENTRY_BYTES, PartitionDecision, PartitionWhy, RamSide, Shared, Sharing};
pub use store::{BufferedPage, WriteBuffer};
