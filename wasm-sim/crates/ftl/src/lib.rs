//! Flash translation layers: events, context, parts and schemes.
//!
//! The life of one page write, in the words of this crate:
//! 1. the device hands the scheme a [`HostPage`] and a [`Context`];
//! 2. the scheme looks into its own tables;
//! 3. it asks the context for every flash operation: read, program, copy, invalidate, erase, take a block;
//! 4. the context does it on the chip, counts it under its [`Cause`], and emits the [`Event`];
//! 5. where the scheme decides (a victim, a merge, an eviction) it asks [`Context::decide`], so that a person may
//!    decide otherwise;
//! 6. it emits changes of its tables as events of its own.
//!
//! ```
//! use ftl::rng::{Purpose, Rng};
//! use ftl::schemes::Bast;
//! use ftl::{BastOptions, Context, Event, Flash, Ftl, HostOp, HostPage};
//! use nand::{Geometry, Lpn, Ppn, ProgramOrder};
//!
//! let geometry = Geometry { blocks: 4, pages_per_block: 4, page_bytes: 2048 };
//! let rng = Rng::stream(1, Purpose::Ftl);
//! let mut flash = Flash::new(geometry, ProgramOrder::Ascending, rng);
//! let mut bast = Bast::new(BastOptions { log_blocks: 1 }, &flash.chip, 8);
//! let mut events = Vec::<Event>::new();
//! let mut write = |version| {
//!     let (lpn, index, pages, hot) = (Lpn(0), 0, 1, false);
//!     let page = HostPage { op: HostOp::Write, lpn, version, index, pages, hot, partial: false };
//!     bast.write(&mut Context::new(&mut flash, &mut events), page)
//! };
//! // The first write goes to a data block, the second to the log block.
//! write(1).unwrap();
//! write(2).unwrap();
//! assert_ne!(bast.lookup(&flash.chip, Lpn(0)), Some(Ppn(0)));
//! let programs = events.iter().filter(|event| matches!(event, Event::Program { .. }));
//! assert_eq!(programs.count(), 2);
//! ```

mod choices;
mod context;
mod counters;
mod event;
mod flash;
mod ftl;
mod initial;
pub mod parts;
mod policy;
pub mod rng;
mod scheme_options;
pub mod schemes;

pub use choices::{Ask, Asked, Choices};
pub use context::{Context, Halt, HostPage, Silent, Sink};
pub use counters::{
    ByCause, CmtCounts, Counters, GcCounts, HostCounts, PartCounts, RecoveryCounts,
};
pub use event::{
    BufferEvent, Candidate, Cause, Decision, Event, Grain, HostOp, Locality, MergeKind,
    MergeReason, MergeWhy, OptionSet, PoolShown, RandomWhy, ReclaimRule, RecoveryEvent, Role,
    Segment, Stream, SuperblockEvent,
};
pub use flash::{Flash, Work};
pub use ftl::{AHEAD, Ftl, Recovery, SuperblockTables, Tables, Trimmed, look_ahead};
pub use initial::{FilledChip, InitialError, InitialTables};
pub use parts::{Age, Classifier, CmtPolicy, GcPolicy, HotColdOptions, Leveling, PoolChoice};
pub use policy::{Asks, Facts, NOTE_WORDS, Note, Notes, Policy, Question};
pub use scheme_options::{CmtSize, Complaint, SchemeOptions, Shape, SharedCmt};
pub use schemes::{
    AnyFtl, BastOptions, BlockOptions, DftlOptions, FastOptions, FtlKind, GcTrigger, LastOptions,
    PageOptions, ReplacementOptions, Scheme, SuperblockOptions,
};
