//! The host's side (SPEC 7): I/O schedulers, the queue in front of the device, and the channels behind it.

mod request;
pub mod scheduler;

pub use request::{Direction, Io, Op, Request};
