//! The pages of a trace: which there are, how often and how soon they come again, and where a device puts them.

pub(crate) mod aliasing;
pub(crate) mod footprint;
pub(crate) mod locality;
pub(crate) mod mapping;
pub(crate) mod origins;
pub(crate) mod stats;
pub(crate) mod touched;
