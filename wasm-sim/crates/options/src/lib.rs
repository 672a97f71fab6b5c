//! Options of a scheme, a policy, a write buffer or an I/O scheduler, each declared once (SPEC 11).
//!
//! A declaration gives the struct with its documentation, the reader of a scenario's values, and the writer of the
//! canonical form. It also gives the bounds that a scenario is checked against, and the facts for a form or a schema.
//! [`options!`] declares a struct, [`choices!`] an enum whose variants have names and options of their own.
//!
//! ```
//! use options::{Geometry, Options, needed, options, whole};
//!
//! options! {
//!     /// An FTL with log blocks.
//!     pub struct LogOptions {
//!         /// Log blocks.
//!         log_blocks: u32 = needed("8"),
//!         /// Free blocks that start garbage collection.
//!         gc_threshold: u32 = whole(2).at_least(1),
//!     }
//! }
//!
//! let device = Geometry { blocks: 64, pages_per_block: 32, page_bytes: 2048 };
//! let given = [("log_blocks", options::Value::Whole(4))].into_iter().collect();
//! let read = LogOptions::read(&given, device);
//! assert_eq!((read.log_blocks, read.gc_threshold), (4, 2));
//! assert_eq!(LogOptions::FIELDS[1].name, "gc_threshold");
//! ```

mod declare;
mod value;

pub use declare::{
    Absent, Between, Choices, Declared, Field, Kind, Milliseconds, Options, Setting, Type,
    computed, flag, kind, milliseconds, needed, none, number, whole,
};
pub use value::{Value, Values};

#[doc(hidden)]
pub use declare::{read, unread, write};
/// The parts that the macros need.
#[doc(hidden)]
pub use nand::Geometry;
