//! Flash translation layers: events, context, parts and schemes.

mod config;
mod counters;
mod event;

pub use config::{
    BastConfig, CmtPolicy, DftlConfig, GcPolicy, InitialError, InitialTables, PageConfig, SchemeConfig,
};
pub use counters::{ByCause, Counters};
pub use event::{
    Candidate, Cause, Decision, Event, Grain, HostOp, MergeKind, MergeReason, MergeWhy, Role, Segment, Stream,
};
