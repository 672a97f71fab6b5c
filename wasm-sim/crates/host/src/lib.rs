//! The host's side (SPEC 7): I/O schedulers, the queue in front of the device, and the channels behind it.

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
