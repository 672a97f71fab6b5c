//! Flash translation layers: events, context, parts and schemes.
//!
//! The life of one page write, in the words of this crate:
//! 1. the device hands the scheme a [`HostPage`] and a [`Context`];
//! 2. the scheme looks into its own tables;
//! 3. what it must do to flash it asks of the context: read, program, copy, invalidate, erase, take a block;
//! 4. the context does it on the chip, counts it under its [`Cause`], and emits the [`Event`];
//! 5. where the scheme decides (a victim, a merge, an eviction) it asks [`Context::decide`], so that a person may
//!    decide otherwise;
//! 6. what changes in its tables it emits as events of its own.

mod config;
mod context;
mod counters;
mod event;
mod ftl;
pub mod parts;
pub mod rng;
pub mod schemes;

#[cfg(feature = "buffer")]
pub use config::SharedCmt;
pub use config::{
    BastConfig, Classifier, CmtPolicy, DftlConfig, FastConfig, GcPolicy, HotColdConfig,
    InitialError, InitialTables, LastConfig, PageConfig, PoolChoice, ReplacementConfig,
    SchemeConfig, SuperblockConfig,
};
#[cfg(feature = "round")]
pub use context::{Ask, Asked};
pub use context::{Choices, Context, Halt, HostPage, Silent, Sink, Work};
pub use counters::{ByCause, Counters};
pub use event::{
    Candidate, Cause, Decision, Event, Grain, HostOp, Locality, MergeKind, MergeReason, MergeWhy,
    OptionSet, PoolShown, RandomWhy, ReclaimRule, Role, Segment, Stream,
};
pub use ftl::{AHEAD, AnyFtl, Ftl, SuperblockTables, Tables, look_ahead};
