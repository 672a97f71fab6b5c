//! Options of a scheme, a policy, a write buffer or an I/O scheduler, each declared once (SPEC 11).
//!
//! A declaration gives the struct with its documentation, the reader of a scenario's values, and the writer of the
//! canonical form. It also gives the bounds that a scenario is checked against, and the facts for a form or a schema.
//! [`options!`] declares a struct, [`choices!`] an enum whose variants have names and options of their own.

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
