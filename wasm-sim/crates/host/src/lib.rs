//! The host's side (SPEC 7): I/O schedulers, the queue in front of the device, and the channels behind it.
//!
//! Two reads of 25 us from the cell and 25 us over the bus, on one channel with two dies: the cells work at the same time, the bus
//! carries one page after the other.
//!
//! ```
//! use host::{Channels, Kind, Operation};
//!
//! let mut channels = Channels::new(1, 2);
//! for block in [0, 1] {
//!     let read = Operation {
//!         block,
//!         kind: Kind::Read,
//!         cell_ns: 25_000,
//!         bus_ns: 25_000,
//!         label: 0,
//!         background: false,
//!         request: 0,
//!     };
//!     channels.submit(0, 0, read, &[]);
//! }
//! let ends: Vec<u64> = channels.spans().iter().map(|span| span.ended_ns).collect();
//! assert_eq!(ends, [50_000, 75_000]);
//! ```

mod channels;
mod depths;
mod front;
mod request;
pub mod scheduler;

pub use channels::{Busy, Channels, Kind, Operation, OperationId, Span};
pub use depths::MeanDepths;
pub use front::{
    Coming, Done, Front, FrontConfig, Given, Handed, HeldUp, MOST_BYTES, QUEUE, Totals,
};
pub use request::{Direction, Io, Op, Request};
pub use scheduler::Turn;

/// The end of the clock, ns: 584 years. Time stops there, so that nothing wraps; a request that is served then is too late.
/// One less than the largest number, which says "never".
pub const END_NS: u64 = u64::MAX - 1;

/// A time this much later, at most the end of the clock.
fn later(now: u64, ns: u64) -> u64 {
    now.saturating_add(ns).min(END_NS)
}
